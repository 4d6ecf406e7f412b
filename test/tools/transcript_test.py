"""Tests of transcript.py."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import transcript  # noqa: E402

PAGE = """# Page

    not a session

    $ echo a; echo b 3.5 MB
    a
    b 9.1 MB
    $ printf '%s\\n' 1 2 3 4
    1
    [...]
    4

Text.

    $ x=5
    $ echo $x
    5
"""


class Transcript(unittest.TestCase):
    def faults(self, page):
        with tempfile.TemporaryDirectory() as folder:
            return transcript.run(page, folder, dict(os.environ), 4, os.path.join(folder, "log"))

    def test_right(self):
        self.assertEqual([], self.faults(PAGE))

    def test_wrong(self):
        for old, new in (("    a\n", "    c\n"), ("    4\n", "    5\n"), ("    5\n", "    6\n"), ("    b 9.1 MB\n", ""), ("    4\n", "    [...]\n    9\n"), ("    $ x=5\n", "    $ false\n")):
            self.assertEqual(1 if "false" not in new else 2, len(self.faults(PAGE.replace(old, new))), (old, new))
        self.assertEqual(["the page has no transcript"], self.faults("text"))

    def test_background(self):
        page = "    $ (echo up; sleep 5; echo down) &\n    up\n    $ kill $!; echo now\n    now\n"
        self.assertEqual([], self.faults(page))
        self.assertEqual(1, len(self.faults(page.replace("    now\n", "    never\n"))))


if __name__ == "__main__":
    unittest.main()
