"""Tests of tools/check_calls.py and tools/check_unused.py on made-up object files."""
import os
import sys
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_calls  # noqa: E402
import check_unused  # noqa: E402

LAYERS = {"low": 0, "mid": 1, "mid/inner": 2, "high": 3}

def nm(*lines):
    """Output of llvm-nm -A --format=posix: "FILE SYMBOL TYPE"."""
    return "".join(f"{file}: {symbol} {kind} 0 0\n" if kind != "U" else f"{file}: {symbol} U 0 0\n" for file, symbol, kind in map(str.split, lines))

def plan(*lines, generated=()):
    return check_calls.Plan(LAYERS, dict(generated), check_calls.arrows_of(*check_calls.read_nm(nm(*lines), str)))

class Calls(unittest.TestCase):
    def test_a_call_down_is_allowed(self):
        self.assertEqual(list(plan("high/a.c f U", "low/b.c f T").faults()), [])

    def test_a_call_up_is_a_fault(self):
        self.assertEqual(list(plan("low/b.c f U", "high/a.c f T").faults()), ["low/b.c asks for f, which is in the higher room high"])

    def test_data_counts_as_a_call_does(self):
        self.assertEqual(len(list(plan("low/b.c table U", "high/a.c table D").faults())), 1)
        self.assertEqual(len(list(plan("low/b.c table U", "high/a.c table R").faults())), 1)

    def test_a_name_of_its_own_is_no_arrow(self):
        self.assertEqual(list(plan("low/b.c f U", "high/a.c f t").faults()), [])

    def test_the_innermost_room_counts(self):
        self.assertEqual(len(list(plan("mid/x.c f U", "mid/inner/a.c f T").faults())), 1)
        self.assertEqual(list(plan("mid/inner/a.c f U", "mid/x.c f T").faults()), [])

    def test_generated_files_have_a_room(self):
        self.assertEqual(list(plan("low/b.c f U", "gen/ti_x.c f T", generated={"ti_": "high"}.items()).faults()),
                         ["low/b.c asks for f, which is in the higher room high"])
        self.assertIn("no room", list(plan("low/b.c f U", "gen/other.c f T").faults())[0])

    def test_large_cycles(self):
        def ring(n):
            return [line for i in range(n) for line in (f"low/{i}.c f{i} T", f"low/{i}.c f{(i + 1) % n} U")]
        self.assertEqual(list(plan(*ring(check_calls.LARGEST_CYCLE)).faults()), [])
        self.assertIn(f"low: a cycle of {check_calls.LARGEST_CYCLE + 1} files", list(plan(*ring(check_calls.LARGEST_CYCLE + 1)).faults())[0])
        with unittest.mock.patch.dict(check_calls.OF_ROOM, low=2):
            self.assertEqual(list(plan(*ring(2)).faults()), [])
            self.assertIn("low: a cycle of 3 files", list(plan(*ring(3)).faults())[0])

class Unused(unittest.TestCase):
    def test_what_the_linker_leaves_out(self):
        text = "removing unused section x/a.o:(.text.f)\nremoving unused section x/b.o:(.rodata.str1.1)\nremoving unused section x/b.o:(.data.table)\n"
        self.assertEqual(check_unused.read_removed(text), [("x/a.o", "f"), ("x/b.o", "table")])

if __name__ == "__main__":
    unittest.main()
