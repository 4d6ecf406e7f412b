"""Tests of tools/fusion_main.py: reading what the agent wrote, and counting dispatches with and without forms."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import fusion_main  # noqa: E402
from fusion_main import Forms, Programs, bytecode_model, dispatches, rank, read_counts, read_pool  # noqa: E402

FORMS = Forms(bytecode_model.read())


class Counting(unittest.TestCase):
    def test_a_form_saves_one_dispatch_for_each_part_but_the_first(self):
        names, counts = ["iload_0", "iload_1", "iadd", "ireturn"], [10, 10, 10, 10]
        self.assertEqual(dispatches(FORMS, {}, names, counts), 40)
        self.assertEqual(dispatches(FORMS, {("iload_0", "iload_1"): ""}, names, counts), 30)
        self.assertEqual(dispatches(FORMS, {("iload_0", "iload_1", "iadd"): ""}, names, counts), 20)

    def test_the_longest_form_is_taken(self):
        forms = {("iload_0", "iload_1"): "", ("iload_0", "iload_1", "iadd"): ""}
        self.assertEqual(dispatches(FORMS, forms, ["iload_0", "iload_1", "iadd", "ireturn"], [10] * 4), 20)

    def test_who_branches_into_a_form_dispatches_its_rest(self):
        self.assertEqual(dispatches(FORMS, {("iload_0", "iload_1"): ""}, ["iload_0", "iload_1", "ireturn"], [10, 14, 14]), 10 + 4 + 14)

    def test_behind_a_branch_something_is_dispatched(self):
        self.assertEqual(dispatches(FORMS, {}, ["iload_0", "ifeq", "iload_1", "ireturn"], [10, 10, 3, 3]), 26)


class Reading(unittest.TestCase):
    POOL = bytes([9, 0, 7, 0, 2, 12, 0, 3, 0, 4, 1, 0, 1]) + b"f" + bytes([1, 0, 1]) + b"I" + bytes([5]) + bytes(8) + bytes([3, 0, 0, 0, 9])

    def test_a_long_takes_two_places_in_the_pool(self):
        self.assertEqual(sorted(read_pool(self.POOL)), [1, 2, 3, 4, 5, 7])

    def test_names_are_those_of_running_copies(self):
        code = bytes([42, 180, 0, 1, 18, 7, 25, 1, 172])  # aload_0, getfield, ldc, aload 1, ireturn
        lines = [f"class 1 8 {self.POOL.hex()}", f"()Z {code.hex()} 1 0:5 1:5 4:5 6:5 8:5"]
        self.assertEqual(read_counts(FORMS, lines), [(["iload_0", "getfield_i", "ldc_num", "iload", "ireturn_narrow"], [5] * 5)])

    def test_switches_are_skipped_whole(self):
        code = bytes([26, 170, 0, 0]) + bytes(3) + bytes([20]) + bytes(4) + bytes([0, 0, 0, 1]) + bytes(8) + bytes([177])
        names, counts = read_counts(FORMS, [f"class 1 8 {self.POOL.hex()}", f"(I)V {code.hex()} 1 0:1 1:1 24:1"])[0]
        self.assertEqual((names, counts), (["iload_0", "tableswitch", "return"], [1, 1, 1]))


class Ranking(unittest.TestCase):
    def test_what_runs_most_wins_and_what_never_runs_is_worth_nothing(self):
        missing = ["iload_2", "iload_3", "iadd"]
        self.assertNotIn(tuple(missing[:2]), FORMS.fused)
        present, absent = rank(Programs(FORMS, [[(missing + ["ireturn"], [10] * 4)]]), 5)
        self.assertEqual(absent[0][1], ("iload_2", "iload_3", "iadd", "ireturn"))
        self.assertAlmostEqual(absent[0][0], 750)
        self.assertTrue(all(won == 0 for won, _ in present))

    def test_a_form_that_is_used_is_worth_what_it_saves(self):
        parts = next(p for p in FORMS.fused if len(p) == 2 and not FORMS.ends(p[1]))
        names = list(parts) + ["ireturn"]
        present, _ = rank(Programs(FORMS, [[(names, [10] * 3)]]), 5)
        self.assertEqual(dict((p, round(won)) for won, p in present)[parts], 500)

    def test_calls_and_slow_instructions_join_nothing(self):
        self.assertFalse(FORMS.may_join("invokestatic"))
        self.assertFalse(FORMS.may_join("new_q"))
        self.assertFalse(FORMS.may_join("nothing"))
        self.assertTrue(FORMS.may_join("ireturn"))


if __name__ == "__main__":
    unittest.main()
