"""What bench/things.py makes of the harness' lines and of its rows."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "bench"))
import things  # noqa: E402


class Parse(unittest.TestCase):
    def test_line_of_the_harness(self):
        self.assertEqual(things.parse(b"map/get 1500 -42\n"), (1500, "-42"))

    def test_no_check(self):
        self.assertEqual(things.parse(b"system/nanoTime 21000 -\n"), (21000, "-"))

    def test_anything_else(self):
        for out in (b"", b"map/get\n", b"map/get 1500\n", b"Exception in thread main\n", b"map/get 1500 3 and more\n"):
            self.assertIsNone(things.parse(out), out)


class Summary(unittest.TestCase):
    def test_counts_and_mean(self):
        s = things.summary([{"ratio": 0.1}, {"ratio": 0.4}, {"ratio": 1.0}, {"ratio": None}])
        self.assertEqual((s["things"], s["below_half"], s["below_fifth"]), (3, 2, 1))
        self.assertAlmostEqual(s["mean"], 0.04 ** (1 / 3))


if __name__ == "__main__":
    unittest.main()
