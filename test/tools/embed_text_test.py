"""embed_text: the strings of the header are the files' texts."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "tools", "embed_text.py")


def embed(scratch, *files):
    header = os.path.join(scratch, "text.h")
    return header, subprocess.run([sys.executable, "-B", TOOL, "--out", header, *files], capture_output=True, text=True, check=False)


class EmbedTextTest(unittest.TestCase):
    def test_strings(self):
        text = 'a "b" \\ %s ?? é\n' * 50
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(scratch, "some-page.css")
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            header, result = embed(scratch, path)
            self.assertEqual(0, result.returncode, result.stderr)
            program = os.path.join(scratch, "program.c")
            with open(program, "w", encoding="utf-8") as f:
                f.write(f'#include <stdio.h>\n#include "{header}"\nint main(void) {{ return fputs(some_page_css, stdout) < 0; }}\n')
            subprocess.run(["clang-19", "-Wall", "-Werror", "-o", program[:-2], program], check=True)
            self.assertEqual(text.encode(), subprocess.run([program[:-2]], capture_output=True, check=True).stdout)

    def test_nul(self):
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(scratch, "x.js")
            with open(path, "wb") as f:
                f.write(b"a\0b")
            _, result = embed(scratch, path)
            self.assertNotEqual(0, result.returncode)
            self.assertIn("NUL", result.stderr)


if __name__ == "__main__":
    unittest.main()
