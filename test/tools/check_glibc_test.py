"""Tests of tools/check_glibc.py."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_glibc  # noqa: E402


class CheckGlibc(unittest.TestCase):
    def test_reads_versions(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.so")
            subprocess.run(["clang-19", "-shared", "-fPIC", "-fuse-ld=lld", "-o", path, "-x", "c", "-"], input=b"int puts(const char *); int f(void) { return puts(\"\"); }",
                           check=True)
            self.assertIn(("libc.so.6", "GLIBC_2.2.5"), check_glibc.needs(check_glibc.Elf(path)))

    def test_floor(self):
        versions = [("libc.so.6", v) for v in ("GLIBC_2.2.5", "GLIBC_2.34", "GLIBC_2.35", "GLIBC_3.0", "GLIBC_PRIVATE")]
        self.assertEqual(["wants GLIBC_2.35", "wants GLIBC_3.0"], [fault.split(" of")[0] for fault in check_glibc.too_new(versions)])


if __name__ == "__main__":
    unittest.main()
