"""Tests of suites.py and suites_tree.py: versions, makefiles, descriptions of tests, judgement, and the data in test/suites."""
import os
import sys
import tempfile
import types
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import suites  # noqa: E402
import suites_tree  # noqa: E402

MAKEFILE = r"""
SHARE := -I$(TOPDIR)/share \
    -I$(TOPDIR)/jni
LIB_CFLAGS_libA := $(SHARE)
LIB_CFLAGS_libA += -DA
ifeq ($(call isTargetOs, windows), true)
  LIB_LIBS_libA := a.lib
  ifeq ($(call isTargetOs, linux), true)
    LIB_LIBS_libA += nested
  endif
else
  LIB_LIBS_libA := -la
  ifeq ($(call isTargetOs, linux macosx), true)
    LIB_LIBS_libA += -lb
  else ifeq ($(call isTargetOs, linux), true)
    LIB_LIBS_libA += never
  endif
endif
ifneq ($(filter all, $(MAKECMDGOALS)), )
  LIB_LIBS_libA := never
endif
"""

TWO = """/*
 * Copyright
 */
/*
 * @test id=first
 * @run main A
 */
/*
 * @test
 * @run main/othervm -XX:+UnlockDiagnosticVMOptions -XX:+WhiteBoxAPI A
 */
"""


class Versions(unittest.TestCase):
    def test_the_installed_one_comes_first_then_the_newest_before_it(self):
        offered = ["17.0.9+9-1~deb12u1", "17.0.21.1+2-1~deb12u1", "17.0.22+3-1~deb12u1", "17.0.19+10-1~deb12u2", "17.0.19+9-1~deb12u2"]
        self.assertEqual(suites_tree.by_nearness("17.0.21.1+2-1~deb12u1", offered),
                         ["17.0.21.1+2-1~deb12u1", "17.0.19+10-1~deb12u2", "17.0.19+9-1~deb12u2", "17.0.9+9-1~deb12u1", "17.0.22+3-1~deb12u1"])

    def test_newer_ones_come_last_the_nearest_of_them_first(self):
        self.assertEqual(suites_tree.by_nearness("17.0.5+8-2", ["17.0.19+10-1", "17.0.6+10-1", "17.0.5+7-1"]), ["17.0.5+7-1", "17.0.6+10-1", "17.0.19+10-1"])


class Natives(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def test_variables_and_conditions_of_a_makefile(self):
        rules = suites_tree.Makefile(self.file("x.gmk", MAKEFILE), {"TOPDIR": "/top"})
        self.assertEqual(rules.words("LIB_CFLAGS_libA"), ["-I/top/share", "-I/top/jni", "-DA"])
        self.assertEqual(rules.words("LIB_LIBS_libA"), ["-la", "-lb"])
        self.assertEqual(rules.words("LIB_LIBS_libB"), [])

    def test_the_command_of_a_library_and_of_a_program(self):
        rules = suites_tree.Makefile(self.file("x.gmk", "BUILD_JDK_JTREG_LIBRARIES_CFLAGS_libA := -DA\nBUILD_JDK_JTREG_EXECUTABLES_LIBS_exeB := -ljli\n"), {})
        library = suites_tree.Native("/t/libA.cpp", "jdk", "/out").line(rules, "/jdk")
        self.assertEqual((library[0], "-shared" in library, "-DA" in library, library[library.index("-o") + 1]), ("clang++-19", True, True, "/out/libA.so"))
        program = suites_tree.Native("/t/exeB.c", "jdk", "/out").line(rules, "/jdk")
        self.assertEqual((program[0], "-shared" in program, "-ljli" in program, program[program.index("-o") + 1]), ("clang-19", False, True, "/out/B"))

    def test_a_suite_asks_our_class(self):
        root = self.file("TEST.ROOT", "requires.extraPropDefns = ../x/VMProps.java\nrequires.extraPropDefns.libs = \\\n    ../lib/Platform.java\n")
        suites_tree.ask_suite_props(root)
        self.assertEqual(suites_tree.read(root), "requires.extraPropDefns = ../x/SuiteProps.java\nrequires.extraPropDefns.libs = \\\n    ../x/VMProps.java \\\n    ../lib/Platform.java\n")


class Tests(unittest.TestCase):
    def test_the_description_of_one_of_several_tests_in_a_file(self):
        with tempfile.TemporaryDirectory() as root:
            with open(os.path.join(root, "A.java"), "w") as f:
                f.write(TWO)
            with open(os.path.join(root, "B.java"), "w") as f:
                f.write("import compiler.lib.ir_framework.*;\n/* @test\n * @run driver B */\n")
            with open(os.path.join(root, "C.java"), "w") as f:
                f.write("/* @test\n * @run driver/timeout=600 compiler.compilercontrol.C\n */\n")
            reasons = suites.Reasons.read()
            unfit = [reasons.of_description(suites.description(root, t)) for t in ("A.java#first", "A.java#id1", "A.java", "B.java", "C.java")]
        self.assertEqual(unfit, [None, "whitebox", None, "whitebox", "compiler"])

    def test_lines_of_jtreg(self):
        self.assertEqual(suites.LINE.match("FAILED: a/B.java#id0").groups(), ("FAILED", "a/B.java#id0"))
        self.assertIsNone(suites.LINE.match("Test results: passed: 1; failed: 2"))
        self.assertEqual(suites.jtr_name("a/B.java#id0"), "a/B_id0.jtr")
        self.assertEqual(suites.jtr_name("a/b.sh"), "a/b.jtr")

    def test_names_with_ids_are_words(self):
        """jtreg reads '#' in a file as the beginning of a comment."""
        self.assertEqual(suites.words_of(["a/B.java", "a/C.java#id0", "a/D.java"], "names"), ["@names", "a/C.java#id0"])
        self.assertEqual(suites.in_file(["a/B.java", "a/C.java#id0", "a/D.java"]), ["a/B.java", "a/D.java"])
        self.assertEqual(suites.words_of(["a/C.java#id0"], "names"), ["a/C.java#id0"])

    def test_options_of_a_group_are_not_for_the_compiler(self):
        group = suites.Group.all()["compiler-low"]
        with tempfile.TemporaryDirectory() as folder:
            tree = types.SimpleNamespace(jdk="/jdk", folder=folder, jtreg_jar="jtreg.jar", suite=lambda name: os.path.join(folder, name))
            words = suites.Jtreg(tree, group, suites.VM("argus", "/image", group.options), types.SimpleNamespace(jobs=1, timeout=1)).words()
        self.assertTrue(group.options)
        self.assertEqual([f"-javaoption:{o}" for o in group.options], [w for w in words if "Argus" in w])  # HotSpot's javac does not know them

    def test_judgement(self):
        known = suites.Reasons({}, {"K.java": ("whitebox", "why")})
        passed, failed = ("passed", ""), ("failed", "x")
        for want, test, mine, oracle, unfit in (("passed", "A.java", passed, None, None), ("passed", "A.java", passed, failed, None), ("flawed", "A.java", failed, passed, None),
                                                ("flawed", "A.java", failed, None, None), ("fail on both", "A.java", failed, failed, None), ("known", "K.java", failed, passed, None),
                                                ("passed", "K.java", passed, None, None), ("known", "A.java", None, None, "whitebox"), ("not run", "A.java", None, None, None)):
            self.assertEqual(suites.judge(test, mine, oracle, known, unfit), want)
        self.assertEqual(suites.stale(known.known, {"K.java": passed}), ["K.java"])
        self.assertEqual(suites.stale(known.known, {"K.java": failed, "A.java": passed}), [])

    def test_answers_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "argus", "group.json")
            answers = suites.Answers(file)
            answers.put("A.java", "failed", "why")
            answers.save()
            self.assertEqual(suites.Answers(file).tests, {"A.java": ["failed", "why"]})

    def test_the_table_counts_each_test_once(self):
        lines = suites.table({"g": {"A": "passed", "B": "flawed", "C": "known", "D": "known"}}).splitlines()
        self.assertEqual(lines[1].split(), ["g", "4", "1", "2", "0", "1", "0"])


class Data(unittest.TestCase):
    def test_groups_name_a_suite_and_folders(self):
        for group in suites.Group.all().values():
            self.assertIn(group.suite, ("hotspot", "jdk"))
            self.assertTrue(group.paths)

    def test_known_tests_stand_once_in_order_with_a_listed_reason_and_a_sentence(self):
        known = suites.rows("known.tsv")
        names = [row[0] for row in known]
        self.assertEqual(names, sorted(set(names)))
        reasons = {row[0] for row in suites.rows("reasons.tsv")}
        for row in known:
            self.assertEqual(len(row), 3, row)
            self.assertIn(row[1], reasons)
            self.assertRegex(row[2], r"\.$")
        self.assertEqual({row[0] for row in suites.rows("reasons.tsv") if row[1] == "-"} - {row[1] for row in known}, set(), "reasons that no test has")


if __name__ == "__main__":
    unittest.main()
