"""Tests of the front door: ./x without anything behind it."""
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class X(unittest.TestCase):
    def run_x(self, *args, cwd=None):
        return subprocess.run([os.path.join(cwd or ROOT, "x"), *args], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def test_help_names_every_command(self):
        p = self.run_x("help")
        self.assertEqual(p.returncode, 0)
        for command in "build run test bench fuzz fusion stress conformance todo fmt help".split():
            self.assertIn(command, p.stdout)

    def test_unknown_command(self):
        p = self.run_x("frobnicate")
        self.assertEqual(p.returncode, 2)
        self.assertIn("unknown command: frobnicate", p.stderr)

    def test_command_with_nothing_behind_it(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(ROOT, "x"), folder)
            for command in "run bench fuzz fusion stress conformance todo".split():
                p = self.run_x(command, cwd=folder)
                self.assertEqual(p.returncode, 2, command)
                self.assertIn("nothing behind this command yet", p.stderr)
                self.assertEqual(len(p.stderr.splitlines()), 1)

    def test_works_through_a_link_and_from_any_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(ROOT, "x"), os.path.join(folder, "x"))
            p = subprocess.run([os.path.join(folder, "x"), "help"], capture_output=True, text=True, cwd="/")
            self.assertEqual(p.returncode, 0)


if __name__ == "__main__":
    unittest.main()
