"""Tests of tools/conformance_main.py and of the table it keeps: complete names, marks, which tests stand for a row."""
import os
import re
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import conformance_main as conformance  # noqa: E402
import ti_model  # noqa: E402
import ti_record  # noqa: E402

MODEL = ti_model.Model()


class Page(unittest.TestCase):
    def setUp(self):
        with open(conformance.PAGE, encoding="utf-8") as f:
            text = f.read().split("## Out of reach")[0]
        self.rows = {m[1]: m[0] for m in re.finditer(r"^\| \**(\w+)\W.*$", text, re.M)}

    def test_names_are_complete(self):
        for name in [f.name for f in MODEL.functions] + [e.name for e in MODEL.events] + [c["name"] for c in MODEL.capabilities]:
            self.assertIn(name, self.rows)

    def test_listed_errors_are_complete(self):
        for f in MODEL.functions:
            for error in f.listed:
                self.assertRegex(self.rows[f.name], rf"\b{error}\b", f.name)

    def test_nothing_is_without_a_test(self):
        self.assertEqual([row for row in self.rows.values() if "no test" in row or ": fails" in row], [])


class Unreachable(unittest.TestCase):
    def test_entries_are_listed_errors(self):
        listed = {f.name: f.listed for f in MODEL.functions}
        for function, error in conformance.read_unreachable():
            self.assertIn(error, listed[function])


class Records(unittest.TestCase):
    def test_what_a_record_says(self):
        functions, events, capabilities, words = ti_record.layout()
        counts = [0] * words
        counts[functions + 38 * ti_record.ANSWERS + 40] = 2
        counts[events + 62] = 1
        counts[capabilities] = 1
        with tempfile.NamedTemporaryFile() as f:
            f.write(b"".join(c.to_bytes(8, "little") for c in counts))
            f.flush()
            record = conformance.Record(MODEL, f.name)
        self.assertEqual(record.items, {("SetBreakpoint", "DUPLICATE"), ("event", "Breakpoint"), ("capability", MODEL.capabilities[0]["name"])})

    def test_a_failing_test_makes_its_items_fail(self):
        r = conformance.Results.__new__(conformance.Results)
        r.reached, r.failed, r.unreachable = {"argus": {"a": ["T"], "b": ["T", "U"]}, "hotspot": {}}, {"U"}, {"c": "why"}
        self.assertEqual([r.state(i) for i in "abcd"], ["ok", "fails", "unreachable", "no test"])

    def test_a_row_names_few_tests(self):
        r = conformance.Results.__new__(conformance.Results)
        r.reached = {"argus": {"a": ["T"], "b": ["T", "U"], "c": ["EntryChecks", "U"]}, "hotspot": {}}
        self.assertEqual(conformance.cover(r, ["a", "b", "c"]), ["T", "U"])


if __name__ == "__main__":
    unittest.main()
