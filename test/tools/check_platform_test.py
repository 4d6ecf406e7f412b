"""Tests of tools/check_platform.py on made-up files and object files."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_calls  # noqa: E402
import check_platform  # noqa: E402


def judge(texts=(), calls=(), table=()):
    return list(check_platform.judge(dict(table), texts, calls))


def calls(*lines):
    nm = "".join(f"{file}: {symbol} {kind} 0 0\n" for file, symbol, kind in map(str.split, lines))
    return list(check_platform.calls_of(*check_calls.read_nm(nm, str)))


class Headers(unittest.TestCase):
    def test_headers_of_iso_c_and_of_libraries_are_for_all(self):
        self.assertEqual(judge([("heap/a.c", "#include <stdio.h>\n#include <jni.h>\n#include <zlib.h>\n")]), [])

    def test_a_header_of_the_system_is_for_os(self):
        self.assertEqual(judge([("os/a.c", "#include <unistd.h>\n")]), [])
        self.assertEqual(judge([("heap/a.c", "\n#include <sys/mman.h>\n")]), ["src/heap/a.c:2: <sys/mman.h> is a header of the system, which is for os/ alone"])
        for header in ("unistd.h", "pthread.h", "time.h", "signal.h", "linux/futex.h", "dlfcn.h"):
            self.assertEqual(len(judge([("cpu/a.h", f"# include <{header}>\n")])), 1, header)

    def test_a_comment_is_no_include(self):
        self.assertEqual(judge([("heap/a.c", "/*\n#include <unistd.h>\n*/\n")]), [])


class Assembly(unittest.TestCase):
    def test_it_is_for_cpu(self):
        self.assertEqual(judge([("cpu/x86_64/a.h", '__asm__("nop");\n')]), [])
        self.assertEqual(judge([("os/a.c", '\n__asm__ volatile("nop");\n')]), ["src/os/a.c:2: __asm__: what one processor has is for cpu/ alone"])
        self.assertEqual(len(judge([("heap/a.c", 'asm("nop");\n__builtin_ia32_pause();\nif (__builtin_cpu_supports("avx2")) {}\n')])), 3)

    def test_an_opcode_is_for_cpu(self):
        self.assertEqual(["x_reg"], [name for _, name, _ in check_platform.faults_of("exec/x.c", "x_reg(e, 0, true, 0x85, a, b, false);\nx_test(e, true, a, b);\n")])
        self.assertEqual([], list(check_platform.faults_of("cpu/x.h", "x_reg(e, 0, true, 0x85, a, b, false);\n")))

    def test_words_of_comments_and_texts_are_none(self):
        self.assertEqual(judge([("heap/a.c", '/* the empty asm */ const char *t = "asm"; // asm\nint asmx, my_asm;\n')]), [])

    def test_a_comment_does_not_move_lines(self):
        self.assertIn("src/heap/a.c:3:", judge([("heap/a.c", '/* one\n two */\nasm("nop");\n')])[0])


class Calls(unittest.TestCase):
    def test_iso_c_and_our_own_are_for_all(self):
        self.assertEqual(calls("heap/a.c malloc U", "heap/a.c __snprintf_chk U", "heap/a.c __isoc99_sscanf U", "heap/a.c f U", "os/b.c f T"), [])

    def test_a_call_of_the_system_is_for_os(self):
        self.assertEqual(calls("os/b.c mmap U"), [])
        self.assertEqual(calls("heap/a.c mmap U", "heap/a.c __read_chk U"), [("heap/a.c", "__read_chk"), ("heap/a.c", "mmap")])
        self.assertEqual(judge(calls=[("heap/a.c", "mmap")]), ["heap/a.c calls mmap, which is the system's and for os/ alone"])


class Table(unittest.TestCase):
    def test_a_row_allows_its_file_or_all(self):
        found = [("heap/a.c", "mmap")]
        self.assertEqual(judge(calls=found, table={("heap/a.c", "mmap"): "why"}), [])
        self.assertEqual(judge(calls=found, table={("*", "mmap"): "why"}), [])
        self.assertEqual(judge([("jdk/a.c", "#include <netdb.h>\n")], table={("jdk/a.c", "netdb.h"): "why"}), [])

    def test_a_row_that_nothing_needs_is_a_fault(self):
        self.assertEqual(judge(table={("heap/a.c", "mmap"): "why"}), ["tools/platform.tsv: heap/a.c needs no mmap"])

    def test_it_is_read(self):
        self.assertEqual(check_platform.read_table("# x\nfile\tname\twhy\na.c\tmmap\tbecause\n"), {("a.c", "mmap"): "because"})


if __name__ == "__main__":
    unittest.main()
