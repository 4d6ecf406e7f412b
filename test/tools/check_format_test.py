"""Tests of tools/check_format.py."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_format  # noqa: E402


class Format(unittest.TestCase):
    def test_columns_are_counted_in_characters(self):
        self.assertEqual(list(check_format.too_long("a.c", "é" * 120)), [])
        self.assertEqual(list(check_format.too_long("a.c", "\n" + "x" * 121)), ["a.c:2: 121 columns, 120 are allowed"])
        self.assertEqual(list(check_format.too_long("A.java", "x" * 160)), [])

    def test_warnings_of_the_formatter(self):
        text = "/r/src/a.c:3:1: error: code should be clang-formatted [-Wclang-format-violations]\n x\n/r/src/a.c:9:1: warning: code should be clang-formatted [-Wclang-format-violations]\n"
        self.assertEqual(check_format.read_differing(text, "/r"), ["src/a.c"])


if __name__ == "__main__":
    unittest.main()
