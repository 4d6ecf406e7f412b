"""Tests of tools/gen_jdk.py (tables of the JDK release to C) and of tools/check_release.py, on made-up packs and sources."""
import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import check_release  # noqa: E402
import gen_jdk  # noqa: E402
import release  # noqa: E402

PACK = {
    "release": "name\tvalue\tabout\nrelease\t99\tx\njvmti_majors\t9,99\tx\n",
    "classes": "id\tname\nA\tp/A\nB\tp/B\n",
    "fields": "id\tclass\tname\tdescriptor\nB_f\tB\tf\tI\n",
    "injected": "id\tclass\tbytes\treference\nA_vm\tA\t8\t0\n",
    "methods": "id\tclass\tname\tdescriptor\nA_init\tA\t<init>\t()V\n",
    "symbols": "id\ttext\nq\ta\"b\n",
    "boot_order": "step\tclass\nfirst\tB\nfirst\tA\nlater\tA\n",
    "vm_flags": "name\ttype\tkind\tdefault\tlow\thigh\nZ\tbool\tproduct lp64_product\ttrue\t\t\nA\tsize_t\tC2 pd product\t0\t1\t2\n",
    "deprecated_flags": "flag\tversion\nZ\t12\n",
    "log_tags": "tag\nb\na\n",
    "counters": "name\tvalue\tunits\tvariability\na.n\tf\tBYTES\tVARIABLE\na.t\t=x y\tSTRING\tCONSTANT\na.c\tcause\tSTRING\tVARIABLE\n",
    "jfr_events": "id\tshape\tfields\nThingHappens\tdts\ttype:class much.more:long\nOther\tT\tvalue:float\n",
    "annotations": "descriptor\tmeaning\nLp/H;\tHIDDEN\n",
}


def pack(**changes):
    folder = tempfile.mkdtemp()
    for name, text in {**PACK, **changes}.items():
        with open(os.path.join(folder, name + ".tsv"), "w", encoding="utf-8") as f:
            f.write(text)
    return folder


class Generated(unittest.TestCase):
    def setUp(self):
        self.files = {name: "\n".join(lines) for name, lines in gen_jdk.files(pack()).items()}

    def test_all_files_are_written_and_announced(self):
        self.assertEqual(set(self.files), set(gen_jdk.OUTPUTS))

    def test_numbers_stay_numbers_and_the_release_is_text_too(self):
        text = self.files["jdk_release.h"]
        self.assertIn("#define JDK_RELEASE 99\n", text)
        self.assertIn("#define JDK_JVMTI_MAJORS 9,99\n", text)
        self.assertIn('#define JDK_RELEASE_TEXT "99"\n', text)

    def test_tables_have_the_order_of_their_enumerations(self):
        header, source = self.files["jdk_wellknown.h"], self.files["jdk_wellknown.c"]
        self.assertLess(header.index("wk_A,"), header.index("wk_B,"))
        self.assertLess(header.index("wkf_B_f,"), header.index("wkf_A_vm,"))
        self.assertLess(header.index("wkf_A_vm,"), header.index("WK_FIELD_COUNT"))
        self.assertLess(source.index('"p/A",'), source.index('"p/B",'))
        self.assertIn('{ wk_B, "f", "I" },', source)
        self.assertIn("{ wk_A, wkf_A_vm, 8, 0 },", source)
        self.assertIn('"a\\"b",', source)

    def test_boot_order_is_that_of_the_rows(self):
        self.assertIn("boot_first[] = { wk_B, wk_A };", self.files["jdk_boot_order.h"])
        self.assertIn("boot_later[] = { wk_A };", self.files["jdk_boot_order.h"])

    def test_flags_and_tags_are_sorted(self):
        self.assertEqual(self.files["jdk_vm_flags.inc"], '{ "A", "size_t", "C2 pd product", "0", "1", "2", FLAG_SIZE, GROUP_product, 0, 0, 0 },\n'
                         '{ "Z", "bool", "product lp64_product", "true", "", "", FLAG_BOOL, GROUP_product, 0, 0, 0 },')
        self.assertEqual(self.files["jdk_log_tags.inc"], '"a",\n"b",')

    def test_counters_are_numbers_texts_and_what_changes(self):
        self.assertEqual(self.files["jdk_counters.inc"].splitlines(),
                         ['COUNTER("a.n", f, PERF_BYTES, PERF_VARIABLE)', 'COUNTER_TEXT("a.t", "x y")', 'COUNTER_CHANGING("a.c", cause)'])

    def test_faults_of_a_pack_end_the_build(self):
        for changes, what in (({"classes": "id\tname\nA\tp/A\nA\tp/B\n"}, "A stands twice"),
                              ({"fields": "id\tclass\tname\tdescriptor\nA_vm\tA\tf\tI\n"}, "A_vm stands twice"),
                              ({"methods": "id\tclass\tname\tdescriptor\nm\tC\tm\t()V\n"}, "is of C, which classes.tsv does not have"),
                              ({"boot_order": "step\tclass\nfirst\tC\n"}, "C is not in classes.tsv"),
                              ({"symbols": "id\ttext\nq\n"}, "1 cells, 2 columns")):
            with self.assertRaises(SystemExit) as end:
                gen_jdk.files(pack(**changes))
            self.assertIn(what, str(end.exception))

    def test_the_real_pack_has_no_fault(self):
        self.assertIn("wk_java_lang_Object,", "\n".join(gen_jdk.files()["jdk_wellknown.h"]))
        self.assertEqual(release.facts()["release"], release.release())


class Names(unittest.TestCase):
    def test_what_is_of_the_release(self):
        text = """#include "jdk/x.h"
        /* "jdk/C" in a comment, JDK 99 */
        f("jdk/internal/A"); g("[Lsun/misc/B;"); h("99"); i("a JDK 99 is needed"); j("java/lang/Object"); k("1999");
        class_find_field_here(c, symbol_from_cstr("name"), symbol_from_cstr("I"));
        """
        self.assertEqual(check_release.names_in(text, "99"), {"jdk/internal/A", "[Lsun/misc/B;", "99", "a JDK 99 is needed", "name"})

    def test_both_ways(self):
        found = list(check_release.compare({("a.c", "x"), ("b.c", "y")}, {("a.c", "x"), ("c.c", "z")}))
        self.assertEqual(found, ['b.c: "y" belongs into spec/jdkN, or into spec/release_names.tsv with a reason',
                                 'spec/release_names.tsv: c.c does not name "z"'])

    def test_rows_that_nobody_uses(self):
        tables = {"fields": [{"id": "A_f"}, {"id": "A_g"}], "injected": [{"id": "A_h"}], "methods": [{"id": "A_m"}], "symbols": [{"id": "s"}]}
        self.assertEqual(list(check_release.unused(tables, {"A_f", "wkf_A_h", "s"})), ["fields.tsv: nobody uses A_g", "methods.tsv: nobody uses A_m"])

    def test_javap_is_read(self):
        text = """Compiled from "A.java"
public final class p.A<T extends java.lang.Object> extends p.S {
  private static final byte[] f;
    descriptor: [B

  p.A(int);
    descriptor: (I)V
  java.lang.String m(int, long) throws java.io.IOException;
    descriptor: (IJ)Ljava/lang/String;
  static {};
    descriptor: ()V
}
interface p.B$C {
}
"""
        found = check_release.members_of(text)
        self.assertEqual(found, {"p/A": {("f", "[B"), ("<init>", "(I)V"), ("m", "(IJ)Ljava/lang/String;"), ("<clinit>", "()V")},
                                 "p/B$C": set()})
        tables = {"classes": [{"id": "A", "name": "p/A"}, {"id": "D", "name": "p/D"}],
                  "fields": [{"class": "A", "name": "f", "descriptor": "I"}], "methods": [{"class": "A", "name": "<init>", "descriptor": "(I)V"}]}
        self.assertEqual(list(check_release.lacking(tables, found)), ["no class p/D", "field p/A.f I is not there"])


if __name__ == "__main__":
    unittest.main()
