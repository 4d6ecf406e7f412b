"""embed_page: one document of a page and its files, whose policy allows just its own script and style."""
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "tools", "embed_page.py")
PAGE = os.path.join(ROOT, "src", "service", "page", "page.html")


def run(*arguments):
    return subprocess.run([sys.executable, "-B", TOOL, *arguments], capture_output=True, text=True, check=False)


def write(folder, **texts):
    for name, text in texts.items():
        with open(os.path.join(folder, name.replace("_", ".")), "w", encoding="utf-8") as f:
            f.write(text)
    return os.path.join(folder, "page.html")


class EmbedPageTest(unittest.TestCase):
    def test_header(self):
        """The header compiles, and its text and policy are those of the document."""
        with tempfile.TemporaryDirectory() as scratch:
            page = write(scratch, page_html="<style>\n@a.css@\n</style>\n<script>\n@b.js@\n@c.js@\n</script>\n", a_css="b { color: red }\n", b_js="let é = '\\n ?? %s';\n",
                         c_js="é;\n")
            whole = "<style>\nb { color: red }\n</style>\n<script>\nlet é = '\\n ?? %s';\né;\n</script>\n"
            self.assertEqual(whole, run("--document", page).stdout)
            header, program = os.path.join(scratch, "page_text.h"), os.path.join(scratch, "program")
            self.assertEqual(0, run("--out", header, page).returncode)
            with open(program + ".c", "w", encoding="utf-8") as f:
                f.write('#include <stdio.h>\n#include "page_text.h"\nint main(void) { fwrite(page_text, 1, page_text_size, stdout); return fputs(page_policy, stdout) < 0; }\n')
            subprocess.run(["clang-19", "-Wall", "-Werror", "-o", program, program + ".c"], check=True)
            out = subprocess.run([program], capture_output=True, check=True).stdout.decode()
            script = base64.b64encode(hashlib.sha256("\nlet é = '\\n ?? %s';\né;\n".encode()).digest()).decode()
            self.assertTrue(out.startswith(whole + "default-src 'none'; script-src 'sha256-" + script + "'; style-src 'sha256-"), out)

    def test_refused(self):
        """A page whose script could end early, or has a second one, is none."""
        for text in ("<style></style><script>'</script>'</script>", "<style></style><script>1</script><script>2</script>", "<style></style>", "<style></style><script src=x></script>"):
            with tempfile.TemporaryDirectory() as scratch:
                result = run("--out", os.path.join(scratch, "x.h"), write(scratch, page_html=text))
                self.assertNotEqual(0, result.returncode, text)
                self.assertIn("one <script>", result.stderr)

    def test_live_page(self):
        """It asks no other host for anything, and has no way of making markup of text."""
        text = run("--document", PAGE).stdout
        self.assertEqual({f for f in os.listdir(os.path.dirname(PAGE)) if re.search(r"\.(js|css)$", f)}, {os.path.basename(f) for f in run("--files", PAGE).stdout.split()})
        self.assertEqual([], re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|style=|\bon\w+=\"", text))
        self.assertEqual({"http://www.w3.org/2000/svg"}, set(re.findall(r"https?://[^\s'\"`]+", text)))


if __name__ == "__main__":
    unittest.main()
