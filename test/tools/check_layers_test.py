"""Tests of tools/check_layers.py, tools/check_exports.py and tools/todo.py on made-up trees."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_exports  # noqa: E402
import check_layers  # noqa: E402
import todo  # noqa: E402

LAYERS = {"os": 0, "util": 1, "runtime": 2, "jvmti": 3}
FILES = {"os/a.h", "util/b.h", "runtime/c.h", "runtime/c_int.h", "jvmti/d.h"}


def faults(path, text):
    return list(check_layers.faults_of(path, text, LAYERS, FILES.__contains__))


class Layers(unittest.TestCase):
    def test_own_and_lower_layers_are_allowed(self):
        self.assertEqual(faults("runtime/c.c", '#include "os/a.h"\n#include "runtime/c.h"\n#include <stdio.h>\n'), [])

    def test_later_layer_is_refused_with_its_line(self):
        self.assertEqual(faults("util/b.c", '\n#include "runtime/c.h"\n'),
                         ["src/util/b.c:2: layer util includes runtime/c.h of the later layer runtime"])

    def test_jvmti_header_below_jvmti(self):
        self.assertIn("jvmti.h below", faults("runtime/c.c", "#include <jvmti.h>\n")[0])
        self.assertIn("jvmti.h below", faults("runtime/c.c", '#include "jvmti.h"\n')[0])
        self.assertEqual(faults("jvmti/d.c", "#include <jvmti.h>\n"), [])

    def test_private_header_of_another_folder(self):
        self.assertIn("private", faults("jvmti/d.c", '#include "runtime/c_int.h"\n')[0])
        self.assertEqual(faults("runtime/c.c", '#include "runtime/c_int.h"\n'), [])

    def test_include_relative_to_its_own_folder(self):
        self.assertIn('must be written as "runtime/c.h"', faults("runtime/x.c", '#include "c.h"\n')[0])

    def test_generated_header_has_no_folder(self):
        self.assertEqual(faults("runtime/x.c", '#include "interp_ops.h"\n'), [])

    def test_unknown_file_and_folder(self):
        self.assertIn("no file below src/", faults("runtime/x.c", '#include "util/none.h"\n')[0])
        self.assertIn("not in tools/layers.tsv", faults("strange/x.c", "")[0])

    def test_the_table_in_the_tree(self):
        table = check_layers.read_layers(os.path.join(check_layers.ROOT, "tools", "layers.tsv"))
        self.assertEqual(list(table)[:2], ["cpu", "os"])
        self.assertLess(table["meta"], table["jvmti"])


class Exports(unittest.TestCase):
    NM = "0000 T JVM_A@@SUNWprivate_1.1\n0000 T JVM_B\n0000 A SUNWprivate_1.1\n0010 T other@@SUNWprivate_1.1\n"

    def test_parse(self):
        self.assertEqual(check_exports.parse_nm(self.NM), {"JVM_A": "SUNWprivate_1.1", "JVM_B": None, "other": "SUNWprivate_1.1"})

    def test_every_kind_of_fault(self):
        found = list(check_exports.compare(["JVM_A", "JVM_B", "JVM_C"], check_exports.parse_nm(self.NM)))
        self.assertEqual(found, ["1 of 3 exports are missing: JVM_C", "not in exports.tsv: other",
                                 "without version SUNWprivate_1.1: JVM_B"])

    def test_equal(self):
        self.assertEqual(list(check_exports.compare(["JVM_A"], {"JVM_A": "SUNWprivate_1.1"})), [])


class Todo(unittest.TestCase):
    def test_groups_by_area(self):
        text = {"a.c": "x\n/* " + "TODO(heap): later */\n// " + "TODO(jni): this\n", "b.c": "TODO: no area\n"}
        found = todo.find(text, text.get)
        self.assertEqual(dict(found), {"heap": [("a.c", 2, "later")], "jni": [("a.c", 3, "this")]})


if __name__ == "__main__":
    unittest.main()
