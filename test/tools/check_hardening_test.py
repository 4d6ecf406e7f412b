"""tools/check_hardening.py finds each kind of softness in a library that was built with it."""
import os
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_hardening  # noqa: E402

SOURCE = """#include <stdio.h>
#include <string.h>
void fill(char *to);
int table[4], *where = table; /* something to relocate */
int go(const char *s) { char b[40]; strcpy(b, s); fill(b); return printf("%s", b); }
int main(void) { return go("x"); }
void fill(char *to) { to[0] = 'y'; }
"""
HARD = ["-O2", "-fPIC", "-fuse-ld=lld", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack"]


class Hardening(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source = os.path.join(self.folder.name, "a.c")
        with open(self.source, "w", encoding="utf-8") as f:
            f.write(SOURCE)

    def build(self, *options):
        out = os.path.join(self.folder.name, "out")
        subprocess.run(["clang-19", *HARD, *options, "-o", out, self.source], check=True, capture_output=True)
        return out

    def image(self, *options, **how):
        return " ".join(check_hardening.image_faults(self.build("-shared", *options), **how))

    def test_hard_library_passes(self):
        self.assertEqual(self.image(), "")

    def test_lazy_binding(self):
        self.assertIn("binds symbols when they are first used", self.image("-Wl,-z,lazy"))

    def test_no_relro(self):
        self.assertIn("no segment that is made read-only", self.image("-Wl,-z,norelro"))

    def test_executable_stack(self):
        self.assertIn("executable stack", self.image("-Wl,-z,execstack"))

    def test_writable_code(self):
        path = self.build("-shared")
        with open(path, "r+b") as f:  # the linker would not do it: let the segment of the code be writable, too
            data = bytearray(f.read())
            start, = struct.unpack_from("<Q", data, 32)
            for at in range(start, start + 56 * struct.unpack_from("<H", data, 56)[0], 56):
                kind, flags = struct.unpack_from("<II", data, at)
                if kind == check_hardening.PT_LOAD and flags & check_hardening.PF_X:
                    struct.pack_into("<I", data, at + 4, flags | check_hardening.PF_W)
            f.seek(0)
            f.write(data)
        self.assertIn("writable and executable", " ".join(check_hardening.image_faults(path)))

    def test_folder_of_libraries(self):
        self.assertIn("names a folder", self.image("-Wl,-rpath,/tmp"))
        self.assertEqual(self.image("-Wl,-rpath,/tmp", search_path=True), "")

    def test_program_at_a_fixed_address(self):
        self.assertIn("fixed address", " ".join(check_hardening.image_faults(self.build("-no-pie"), program=True)))
        self.assertEqual(list(check_hardening.image_faults(self.build("-pie"), program=True)), [])

    def objects(self, *options, place="/src/runtime/a.o", bare=("memcpy",)):
        path = self.build("-c", *options)
        found = {place: check_hardening.Elf(path).undefined(), "/gen/interp_a.o": set(bare), "/src/b.o": {"memcpy"}}
        return " ".join(check_hardening.object_faults(found, True))

    def test_canary_and_checked_calls(self):
        hard = ["-fstack-protector-strong", "-D_FORTIFY_SOURCE=2"]
        self.assertEqual(self.objects(*hard), "")
        self.assertIn("no canary", self.objects("-fno-stack-protector", "-D_FORTIFY_SOURCE=2"))
        self.assertIn("not checked", self.objects("-fstack-protector-strong", "-U_FORTIFY_SOURCE"))

    def test_canary_in_a_handler(self):
        hard = ["-fstack-protector-strong", "-D_FORTIFY_SOURCE=2"]
        self.assertIn("interp_a.o has a canary", self.objects(*hard, bare=("__stack_chk_fail",)))


if __name__ == "__main__":
    unittest.main()
