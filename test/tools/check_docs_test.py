"""Tests of tools/check_docs.py."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_docs  # noqa: E402

PATHS = {"/src", "/src/heap", "/src/heap/heap.c", "/src/meta/life/redefine.c", "/docs", "/docs/heap.md", "/docs/gc.md", "/ti_entry.c"}
FIRSTS = {"src", "docs", "heap", "meta"}


class Docs(unittest.TestCase):
    def faults(self, text, excepted=lambda page, word: False):
        return list(check_docs.faults_of("docs/heap.md", text, PATHS, FIRSTS, excepted))

    def test_what_exists_is_fine(self):
        self.assertEqual(self.faults("`src/heap/`, `heap/heap.c`, `heap.c`, `life/redefine.c`, `src/*/heap*.c`, `src/**/*.c`, `ti_entry.c` [here](gc.md#part)"), [])

    def test_what_is_gone_is_told_with_its_line(self):
        self.assertEqual(self.faults("a\n`src/runtime/` and `gone.c`"), ["docs/heap.md:2: there is no src/runtime/", "docs/heap.md:2: there is no gone.c"])
        self.assertEqual(self.faults("`python3 src/old.py --x`"), ["docs/heap.md:1: there is no src/old.py"])
        self.assertEqual(self.faults("`src/vm_*.c`"), ["docs/heap.md:1: there is no src/vm_*.c"])

    def test_an_end_of_a_name_is_not_the_file(self):
        self.assertEqual(self.faults("`eap.c`"), ["docs/heap.md:1: there is no eap.c"])

    def test_links(self):
        self.assertEqual(self.faults("[a](nowhere.md) [b](https://example.org/x.md) [c](../src/heap/heap.c)"), ["docs/heap.md:1: the link leads nowhere: nowhere.md"])

    def test_size(self):
        self.assertEqual(list(check_docs.too_large("a.md", "x\n" * 200 + "")), [])
        self.assertEqual(list(check_docs.too_large("a.md", "x\n" * 201)), ["a.md: 201 lines, 200 are allowed"])
        wide = "x" * 121
        self.assertEqual(list(check_docs.too_large("a.md", f"x\n{wide}\n|{wide}\n\n    {wide}\n```text\n{wide}\n```\n")), ["a.md:2: 121 columns, 120 are allowed"])

    def test_what_is_no_path(self):
        self.assertEqual(self.faults("`/proc/x.c` `-Xlog:a.c` `src/NAME.c` `test_x.c` `build/a.c` `a->b` `java/lang/Object` `.c` `src/<room>/y.c`"), [])

    def test_comments_of_sources(self):
        def told(text):
            return list(check_docs.faults_of_source("src/a.c", text, PATHS))
        self.assertEqual(told("/* heap/heap.c, life/redefine.c, o.h2, x.c */\n#include \"gone.h\"\nint a; // heap.c\nf(\"gone.c\");"), [])
        self.assertEqual(told("int a;\n/* a\n * (gone.c), */"), ["src/a.c:3: there is no gone.c"])
        self.assertEqual(told("# old.py makes this\n"), ["src/a.c:1: there is no old.py"])

    def test_identifiers(self):
        def told(text):
            return list(check_docs.unknown_identifiers("docs/a.md", text, {"heap_alloc", "vm_init"}))
        self.assertEqual(told("`heap_alloc(x)`, `struct vm_init`, old_name, `old_name.c`, `a-b_c`, `camelCase`"), [])
        self.assertEqual(told("\n`heap_gone`"), ["docs/a.md:2: there is no heap_gone"])

    def test_exceptions(self):
        self.assertEqual(self.faults("`gone.c`", lambda page, word: (page, word) == ("docs/heap.md", "gone.c")), [])


if __name__ == "__main__":
    unittest.main()
