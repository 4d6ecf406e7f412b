"""Tests of the runner behind `./x test`: which drivers run beside others, in which order, with which environment, and what it says of them."""
import os
import re
import sys
import tempfile
import textwrap
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import test_main  # noqa: E402

DRIVER = """
    #!{python}
    {marker}
    import os, time
    with open("log", "a") as f:
        f.write("{name} " + os.environ.get("ARGUS_JOBS", "-") + "\\n")
    end = time.process_time() + {work}
    while time.process_time() < end: pass
    print("PASS {name}/a")
    print("{last}")
"""


class Drivers(unittest.TestCase):
    def run_all(self, drivers):
        """drivers: name -> (seconds in the marker or None, seconds of work, last line). Gives (the report's lines, those of the drivers' log, the report)."""
        with tempfile.TemporaryDirectory() as root:
            folder = os.path.join(root, "test", "drivers")
            os.makedirs(folder)
            for name, (seconds, work, last) in drivers.items():
                path = os.path.join(folder, name + ".py")
                marker = f"# Runs beside other drivers, about {seconds} s." if seconds is not None else ""
                with open(path, "w", encoding="utf-8") as f:
                    f.write(textwrap.dedent(DRIVER).lstrip().format(python=sys.executable, marker=marker, name=name, work=work, last=last))
                os.chmod(path, 0o755)
            said = []
            report = test_main.Report(None, False, said.append)
            with mock.patch.object(test_main, "ROOT", root), mock.patch("os.cpu_count", lambda: 0):  # one at a time: the order shows
                test_main.run_drivers(report, root, {k: v for k, v in os.environ.items() if k != "ARGUS_JOBS"}, 60)
            with open(os.path.join(root, "log"), encoding="utf-8") as f:
                return said, f.read().splitlines(), report

    def test_alone_first_then_the_longest(self):
        _, log, report = self.run_all({"10-b": (5, 0, "1 passed, 0 failed"), "11-c": (40, 0, "1 passed, 0 failed"), "12-d": (None, 0, "1 passed, 0 failed"),
                                       "13-e": (7, 0, "1 passed, 0 failed")})
        self.assertEqual(["12-d -", "11-c 1", "13-e 1", "10-b 1"], log)
        self.assertEqual((4, 0), (report.passed, report.failed))

    def test_says_what_it_cost(self):
        said, _, _ = self.run_all({"10-b": (None, 0.3, "1 passed, 0 failed"), "11-c": (1, 0, "1 passed, 0 failed")})
        cost = {m[1]: float(m[2]) for m in (re.match(r"-- (\S+): 1 passed, 0 failed \([\d.]+ s, ([\d.]+) of a processor\)$", line) for line in said)}
        self.assertGreaterEqual(cost["10-b"], 0.3)
        self.assertLess(cost["11-c"], cost["10-b"])

    def test_a_driver_that_dies_fails(self):
        said, _, report = self.run_all({"10-b": (3, 0, "and then"), "11-c": (None, 0, "2 passed, 0 failed")})
        self.assertEqual((2, 2), (report.passed, report.failed))
        self.assertTrue(any(line.startswith("FAIL driver/10-b: ended with exit code 0 before its summary") for line in said), said)
        self.assertTrue(any(line.startswith("FAIL driver/11-c: says 2 passed") for line in said), said)

    def test_every_marker_is_read(self):
        folder = os.path.join(ROOT, "test", "drivers")
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), encoding="utf-8") as f:
                    spoken = "# Runs beside" in f.read()
                self.assertEqual(spoken, test_main.seconds_beside(os.path.join(folder, name)) is not None, name)


if __name__ == "__main__":
    unittest.main()
