"""Tests of tools/version_header.py."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import version_header  # noqa: E402


class VersionHeader(unittest.TestCase):
    def tree(self, folder):
        with open(os.path.join(folder, "VERSION"), "w", encoding="ascii") as f:
            f.write("1.2.3\n")
        git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "add", "VERSION"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "first"], check=True)

    def test_commit(self):
        with tempfile.TemporaryDirectory() as folder:
            self.tree(folder)
            self.assertEqual("1.2.3", version_header.version(folder))
            first = version_header.commit(folder)
            self.assertRegex(first, "^[0-9a-f]{10}$")
            with open(os.path.join(folder, "VERSION"), "a", encoding="ascii") as f:
                f.write("more\n")
            self.assertEqual(first + "-changed", version_header.commit(folder))
            os.makedirs(os.path.join(folder, "copy"))  # a copy without git inside another tree is not that tree's commit
            self.assertEqual("unknown", version_header.commit(os.path.join(folder, "copy")))

    def test_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "h")
            version_header.write_if_changed(path, "text")
            os.utime(path, (1, 1))
            version_header.write_if_changed(path, "text")
            self.assertEqual(1, os.stat(path).st_mtime)
            version_header.write_if_changed(path, "other")
            self.assertNotEqual(1, os.stat(path).st_mtime)


if __name__ == "__main__":
    unittest.main()
