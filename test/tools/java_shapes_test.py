"""The programs that test/generate/java_methods.py writes have each shape, and are the same for the same seed."""
import functools
import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "generate"))
import java_methods  # noqa: E402

# What a method of that shape has, and no other one.
MARKS = {
    "static references stored in loops": r"^ {12,}(if .*\) )?(root|other|sl) = (node\(|new |root|other|sl)",
    "references stored into objects": r"if \(root != null\) root\.next = ",
    "references stored into arrays": r"KEPT\[\w+ & 3\] = ",
    "many values alive": r"sj \+= q\d+( \+ q\d+){7,};",
    "switches in inner loops": r"for \(int j\d+ = .*\n(.*\n){4,40}? {16,}switch \(",
    "allocations in methods that are taken in": r"case -?\d+: kept = make\(",
    "several ways out": r"L\d+: for \(int i\d+ = -?\d+; ; i\d+\+\+\) \{",
    "unreachable once it is folded": r"if \(f\d+\.v == 3\) \{",
    "objects that are not made": r"Walk w\d+ = new Walk\(",
    "strings beyond Latin-1": r"TEXTS\[.*\], t\d+ = ",
    "boxes": r"Integer b\d+ = \(int\)",
    "boxes that merge": r"(b\d+) = (b\d+) > (b\d+) \? \2 : \3;",
    "questions about classes": r"\.class\.isAssignableFrom\(",
    "views of bytes": r"\(int\) VI\.get\(",
    "records": r"R r\d+ = (new R|R\.of)\(",
    "lambdas": r"IntUnaryOperator k\d+f = x -> ",
    "streams": r"java\.util\.stream\.IntStream\.range\(",
    "nested finally": r"\} finally \{\n(.*\n){1,12}? {12,}\} finally \{",
    "nested monitors": r"synchronized \(\w+\) \{\n.*\n {12,}synchronized \(",
    "classes that are linked in the middle": r"\) a\d+ = Maker\d+\.make\(",
}


@functools.cache
def program():
    return java_methods.program("Shapes", 9, 500)


class JavaShapes(unittest.TestCase):
    def test_every_shape_is_written(self):
        for what, mark in MARKS.items():
            with self.subTest(what):
                self.assertTrue(re.search(mark, program(), re.M), f"no method has: {what}")

    def test_the_same_seed_gives_the_same_program(self):
        self.assertEqual(program(), java_methods.program("Shapes", 9, 500))


if __name__ == "__main__":
    unittest.main()
