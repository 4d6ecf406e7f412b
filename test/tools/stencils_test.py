"""Tests of tools/stencils.py, tools/split_stencils.py and tools/gen_stencils.py: object files made here, word by word, and what is complained about in them."""
import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import gen_stencils  # noqa: E402
import split_stencils  # noqa: E402
import stencils  # noqa: E402

ABS64, PC32, PLT32, ABS32, ABS32S, GOTPCRELX = 1, 2, 4, 10, 11, 42
CODE, DATA = 6, 2  # SHF_ALLOC with SHF_EXECINSTR; without


class ObjectFile:
    """Sections and symbols in the order in which they are added; numbers as the file has them."""

    def __init__(self):
        self.sections = [("", 0, 0, b"", 0, 0)]
        self.symbols = [("", 0, 0, 0)]

    def section(self, name, kind, flags, data, link=0, info=0):
        self.sections.append((name, kind, flags, data, link, info))
        return len(self.sections) - 1

    def symbol(self, name, section=0, value=0, size=0):
        self.symbols.append((name, section, value, size))
        return len(self.symbols) - 1

    def function(self, name, code, *relocations):
        """relocations: (offset, number, symbol, addend)"""
        at = self.section(f".text.stencil_{name}", 1, CODE, code)
        self.symbol(f"stencil_{name}", at, 0, len(code))
        rela = b"".join(struct.pack("<QQq", offset, symbol << 32 | number, addend) for offset, number, symbol, addend in relocations)
        self.section(f".rela.text.stencil_{name}", 4, 0, rela, 0, at)

    def bytes(self):
        strings, names = b"\0", []
        for name, *_ in self.symbols:
            names.append(len(strings))
            strings += name.encode() + b"\0"
        table = b"".join(struct.pack("<IBBHQQ", n, 0, 0, section, value, size) for n, (_, section, value, size) in zip(names, self.symbols))
        sections = [*self.sections, (".symtab", 2, 0, table, len(self.sections) + 1, 0), (".strtab", 3, 0, strings, 0, 0)]
        section_names, at = b"\0", []
        for name, *_ in [*sections, (".shstrtab",)]:
            at.append(len(section_names))
            section_names += name.encode() + b"\0"
        sections.append((".shstrtab", 3, 0, section_names, 0, 0))
        body, heads = b"", b""
        for n, (_, kind, flags, data, link, info) in zip(at, sections):
            heads += struct.pack("<IIQQQQIIQQ", n, kind, flags, 0, 64 + len(body), len(data), link, info, 1, 0)
            body += data
        ident = b"\x7fELF\x02\x01\x01" + b"\0" * 9
        header = struct.pack("<16sHHIQQQIHHHHHH", ident, 1, 62, 1, 0, 0, 64 + len(body), 0, 64, 0, 0, 64, len(sections), len(sections) - 1)
        return header + body + heads


def found(o):
    return stencils.Extractor(stencils.Elf(o.bytes()))


def complaint(make):
    o = ObjectFile()
    make(o)
    try:
        found(o)
    except stencils.StencilError as e:
        return str(e)
    return None


class Reading(unittest.TestCase):
    def test_a_last_jump_to_the_next_stencil_falls_away(self):
        o = ObjectFile()
        o.function("iadd", b"\x90\xe9\0\0\0\0", (2, PLT32, o.symbol("hole_next"), -4))
        s = found(o).stencils["iadd"]
        self.assertTrue(s.falls)
        self.assertEqual([(2, "NEXT", "RELATIVE", 0, -4)], [h.key() for h in s.holes])

    def test_a_jump_in_the_middle_or_to_something_else_stays(self):
        o = ObjectFile()
        o.function("a", b"\xe9\0\0\0\0\x90", (1, PLT32, o.symbol("hole_next"), -4))
        o.function("b", b"\xe9\0\0\0\0", (1, PLT32, o.symbol("hole_branch"), -4))
        o.function("c", b"\x0f\x84\0\0\0\0", (2, PLT32, o.symbol("hole_next"), -4))
        self.assertEqual([False] * 3, [s.falls for s in found(o).stencils.values()])

    def test_kinds_of_holes(self):
        o = ObjectFile()
        names = ["hole_value_1_u16", "hole_value_3_i8", "hole_local_1", "hole_pc_0", "hole_leave"]
        code = b"\0" * 4 * (len(names) + 3)
        holes = [(4 * i, ABS32S if i % 2 else ABS32, o.symbol(n), i) for i, n in enumerate(names)]
        holes += [(20, PC32, o.symbol("hole_pad"), -4), (24, PLT32, o.symbol("interp_throw"), -4), (28, GOTPCRELX, o.symbol("some_table"), -4)]
        o.function("x", code, *holes)
        e = found(o)
        self.assertEqual([("VALUE_U16", "ABSOLUTE", 1), ("VALUE_I8", "SIGNED", 3), ("LOCAL", "ABSOLUTE", 1), ("PC", "SIGNED", 0), ("LEAVE", "ABSOLUTE", 0),
                          ("PAD", "RELATIVE", 0), ("FUNCTION", "RELATIVE", 0), ("ADDRESS", "RELATIVE", 1)],
                         [(h.kind, h.form, h.at) for h in e.stencils["x"].holes])
        self.assertEqual(["interp_throw", "some_table"], e.symbols)

    def test_constants_of_all_sections_lie_one_behind_the_other(self):
        o = ObjectFile()
        first = o.section(".rodata.cst8", 1, DATA, b"12345678")
        second = o.section(".rodata.cst16", 1, DATA, b"0123456789abcdef")
        o.symbol(".LCPI0", first)
        o.function("x", b"\0" * 4, (0, PC32, o.symbol(".LCPI1", second, 8, 8), -4))
        e = found(o)
        hole = e.stencils["x"].holes[0]
        self.assertEqual(("DATA", 64 + 8 - 4), (hole.kind, hole.addend))
        self.assertEqual(b"0123", e.data[64:68])

    def test_holes_are_sorted_and_the_table_is_written(self):
        o = ObjectFile()
        n = o.symbol("hole_next")
        o.function("iadd__LT", b"\0" * 9 + b"\xe9\0\0\0\0", (10, PLT32, n, -4), (2, PLT32, n, -4))
        specials(o)
        e = found(o)
        self.assertEqual([2, 10], [h.offset for h in e.stencils["iadd__LT"].holes])
        reader = gen_stencils.Reader(MICROS + "op 0x60 iadd (int a, int b -- int r) { r = a + b; }")
        reader.read()
        c = stencils.write_c(e, gen_stencils.with_stencils(reader))
        self.assertIn("{0, 0, 14, 0, 2, true, 6}, /* iadd__LT */", c)
        self.assertIn("[96] = {0, 1, 2, 0, 1, 0},", c)
        self.assertIn("[STENCIL_MOVE__LT] = {", c)

    def test_the_rest_of_a_stencil_follows_it(self):
        o = ObjectFile()
        rest = o.section(".text.rest.stencil_x", 1, CODE, b"\x90\xe9\0\0\0\0")
        at = o.symbol("", rest)
        o.function("x", b"\x0f\x84\0\0\0\0\xe9\0\0\0\0", (2, PLT32, at, -3), (7, PLT32, o.symbol("hole_next"), -4))
        here = o.symbol("", len(o.sections) - 2)
        o.section(".rela.text.rest.stencil_x", 4, 0, struct.pack("<QQq", 2, here << 32 | PLT32, 2), 0, rest)
        s = found(o).stencils["x"]
        self.assertTrue(s.falls)
        self.assertEqual((11, 17), (s.size, len(s.code)))
        self.assertEqual([(2, "COLD", "RELATIVE", 0, -3), (7, "NEXT", "RELATIVE", 0, -4), (13, "HOT", "RELATIVE", 0, 2)], [h.key() for h in s.holes])

    def test_a_rest_of_nothing(self):
        self.assertIn("nothing that it is the rest of", complaint(lambda o: o.section(".text.rest.stencil_x", 1, CODE, b"\x90")))

    def test_places_of_inputs(self):
        self.assertEqual([0, 1, 6, 2 | 3 << 2], [stencils.place_code(n) for n in ("new_q__", "ifeq__T", "iadd__LT", "iadd__LC")])


def specials(o):
    for name in stencils.SPECIAL:
        o.function(name, b"\xc3")


class Complaints(unittest.TestCase):
    def test_a_relocation_that_is_not_known(self):
        self.assertIn(".text.stencil_x+0x0: relocation 19 is not known", complaint(lambda o: o.function("x", b"\0" * 8, (0, 19, o.symbol("a"), 0))))

    def test_a_relocation_outside_of_its_section(self):
        self.assertIn("ends outside of the section", complaint(lambda o: o.function("x", b"\0" * 6, (3, PLT32, o.symbol("a"), 0))))

    def test_two_relocations_at_one_place(self):
        self.assertIn("two relocations", complaint(lambda o: o.function("x", b"\0" * 9, (0, PLT32, o.symbol("a"), 0), (3, PLT32, 1, 0))))

    def test_a_symbol_that_is_not_there(self):
        self.assertIn("there is no symbol 77", complaint(lambda o: o.function("x", b"\0" * 4, (0, PLT32, 77, 0))))

    def test_a_section_that_is_not_known(self):
        self.assertIn("section .data is not known", complaint(lambda o: o.section(".data", 1, 3, b"1234")))

    def test_constants_that_need_relocations(self):
        def make(o):
            at = o.section(".rodata", 1, DATA, b"\0" * 8)
            o.section(".rela.rodata", 4, 0, b"", 0, at)
        self.assertIn(".rela.rodata: only code", complaint(make))

    def test_two_functions_in_a_section(self):
        def make(o):
            at = o.section(".text", 1, CODE, b"\0" * 8)
            o.symbol("stencil_a", at, 0, 4)
            o.symbol("stencil_b", at, 4, 4)
        self.assertIn(".text is not one function", complaint(make))

    def test_names_of_holes(self):
        for name in ("hole_", "hole_value_1_u64", "hole_nexta", "hole_local_x", "hole_value_1", "hole_NEXT"):
            self.assertIn("not a name of a hole", complaint(lambda o: o.function("x", b"\0" * 4, (0, ABS32, o.symbol(name), 0))), name)

    def test_a_far_constant_and_an_address_of_the_vm(self):
        def far(o):
            at = o.section(".rodata", 1, DATA, b"\0" * 8)
            o.function("x", b"\0" * 4, (0, ABS32, o.symbol("c", at, 0, 8), 0))
        self.assertIn("only be a constant, and near", complaint(far))
        self.assertIn("is called, or its address loaded", complaint(lambda o: o.function("x", b"\0" * 4, (0, ABS32, o.symbol("heap"), 0))))

    def test_the_wrong_form_for_the_hole(self):
        self.assertIn("cannot be relative", complaint(lambda o: o.function("x", b"\0" * 4, (0, PC32, o.symbol("hole_pc_0"), 0))))
        self.assertIn("cannot be absolute", complaint(lambda o: o.function("x", b"\0" * 4, (0, ABS32, o.symbol("hole_next"), 0))))
        self.assertIn("eight bytes", complaint(lambda o: o.function("x", b"\0" * 8, (0, ABS64, o.symbol("hole_pc_0"), 0))))
        self.assertIn("eight bytes", complaint(lambda o: o.function("x", b"\0" * 4, (0, ABS32, o.symbol("hole_static"), 0))))

    def test_every_cut_of_a_file_is_refused(self):
        o = ObjectFile()
        o.function("iadd", b"\x90\xe9\0\0\0\0", (2, PLT32, o.symbol("hole_next"), -4))
        whole = o.bytes()
        for n in range(len(whole)):
            with self.assertRaises(stencils.StencilError, msg=str(n)):
                stencils.Extractor(stencils.Elf(whole[:n]))

    def test_every_changed_byte_is_read_or_refused(self):
        o = ObjectFile()
        o.function("iadd", b"\x90\xe9\0\0\0\0", (2, PLT32, o.symbol("hole_next"), -4))
        whole = o.bytes()
        for n in range(len(whole)):
            for value in (0, 0xff, whole[n] ^ 0x80):
                try:
                    stencils.Extractor(stencils.Elf(whole[:n] + bytes([value]) + whole[n + 1:]))
                except stencils.StencilError:
                    pass

    def test_a_stencil_that_belongs_to_no_instruction(self):
        o = ObjectFile()
        specials(o)
        o.function("other__T", b"\xc3")
        with self.assertRaisesRegex(stencils.StencilError, "stencil_other belongs to no instruction"):
            stencils.write_c(found(o), [])

    def test_a_special_one_that_is_missing(self):
        o = ObjectFile()
        o.function("entry_0", b"\xc3")
        with self.assertRaisesRegex(stencils.StencilError, "stencil_entry_1 is missing"):
            stencils.write_c(found(o), [])


def cut(code):
    lines = split_stencils.split("stencil_x:\n" + code + ".Lfunc_end0:\n").splitlines()
    return lines[1:-1]


class Splitting(unittest.TestCase):
    REST = '\t.section\t.text.rest.stencil_x,"ax",@progbits'
    BACK = '\t.section\t.text.stencil_x,"ax",@progbits'

    def test_what_stands_behind_the_jump_to_the_next_is_the_rest(self):
        code = "\tje\t.L1\n\tjmp\thole_next # TAILCALL\n.L1:\n\tjmp\tother\n"
        self.assertEqual(["\tje\t.L1", "\tjmp\thole_next # TAILCALL", self.REST, ".L1:", "\tjmp\tother", self.BACK], cut(code))

    def test_where_nothing_is_left_nothing_is_cut(self):
        for code in ("\tnop\n\tjmp\thole_next\n", "\tjmp\tother\n\tnop\n", "\tnop\n\tjmp\thole_next\n\t.p2align 4\n# text\n"):
            self.assertEqual(code.splitlines(), cut(code))

    def test_without_a_next_the_cut_is_behind_the_jump_to_an_address(self):
        self.assertEqual(["\tje\t.L1", "\tjmpq\t*%rax # TAILCALL", self.REST, ".L1:", "\tjmp\tother", self.BACK],
                         cut("\tje\t.L1\n\tjmpq\t*%rax # TAILCALL\n.L1:\n\tjmp\tother\n"))

    def test_a_condition_is_turned_round(self):
        self.assertEqual(["\tjge\thole_branch", "\tjmp\thole_next"], cut("\tjl\thole_next\n# %bb.1:\n\tjmp\thole_branch # TAILCALL\n")[:2])
        self.assertEqual(["\tje\thole_next", "\tjne\t.Lrest_x", "\tjmp\thole_next", self.REST, ".Lrest_x:", "\tcallq\tf", "\tje\thole_next", self.BACK],
                         cut("\tje\thole_next\n\tje\thole_next\n\tcallq\tf\n\tje\thole_next\n"))

    def test_complaints(self):
        with self.assertRaisesRegex(split_stencils.SplitError, "opposite"):
            cut("\tjcxz\thole_next\n\tnop\n")
        with self.assertRaisesRegex(split_stencils.SplitError, "stencil_x has no end"):
            split_stencils.split("stencil_x:\n\tnop\n")


MICROS = "micro LOCAL: loads\nmicro CHECK: NullPointer\nmicro BRANCH_IF: branch\nmicro SLOW: slow leaves\nmicro RETURN: return\nslow path: Linkage resolves\n" \
         "slow refill: OutOfMemory resolves\n"


def body(text, name):
    code = gen_stencils.generate(MICROS + text)["stencils/stencil_bodies.c"]
    start = code.find(f"void stencil_{name}(")
    return code[start:code.index("\n}\n", start)] if start >= 0 else None


class Bodies(unittest.TestCase):
    def test_operands_are_holes(self):
        c = body("op 0x10 add [s1 v, local1 n] (int a -- int r) { r = a + v + LOCAL(n); }", "add__T")
        self.assertIn("i32 v = (i32)(uintptr_t)hole_value_1_i8;", c)
        self.assertIn("const u8 *n = HOLE(local_1);", c)
        self.assertTrue(c.rstrip().endswith("GO_ON(next);"), c)

    def test_a_variant_reads_its_inputs_where_they_are(self):
        text = "op 0x60 iadd (int a, int b -- int r) { r = a + b; }"
        self.assertIn("i32 a = slot_int(AT_HOME(0));\n    i32 b = slot_int(tos);", body(text, "iadd__MT"))
        self.assertIn("i32 a = slot_int(IN_LOCAL(0));\n    i32 b = slot_int(CONSTANT(1));", body(text, "iadd__LC"))
        self.assertIn("tos = (u64)(u32)(r);", body(text, "iadd__LC"))
        self.assertIn("TOP_CACHED = 0", body(text, "iadd__LC"))
        self.assertIn("TOP_CACHED = 1", body(text, "iadd__TL"))
        self.assertIsNone(body(text, "iadd__CC"))

    def test_null_is_the_only_constant_reference_and_no_receiver(self):
        text = "op 0xb5 put (ref o, ref v --) { CHECK(o); CHECK(v); }"
        self.assertIn("v = slot_ref(0);", body(text, "put__LC"))
        self.assertIsNone(body(text, "put__CT"))
        self.assertIsNone(body("op 0x62 fadd (float a, float b -- float r) { r = a + b; }", "fadd__LC"))

    def test_what_moves_slots_writes_those_that_change(self):
        c = body("op 0x5a dup_x1 (any a, any b -- any b, any a, any b) { }", "dup_x1__MT")
        self.assertIn("u64 a = ON_STACK(2);", c)
        self.assertIn("ON_STACK(2) = b;\n    ON_STACK(1) = a;\n    tos = b;", c)
        c = body("op 0x5c dup2 (any a, any b -- any a, any b, any a, any b) { }", "dup2__MT")
        self.assertNotIn("ON_STACK(2) =", c)
        self.assertIn("ON_STACK(1) = b;\n    ON_STACK(0) = a;\n    tos = b;", c)

    def test_what_has_none(self):
        self.assertIsNone(body("op 0xb4 getfield [cp2 index] (ref o -- value) { SLOW(path); }", "getfield__T"))
        self.assertIsNone(body("op 0xc0 cast [cp2 index] (ref o -- ref r) { if (o) SLOW(path); r = o; }", "cast__T"))
        self.assertIsNone(body('op 0xfe end () raw "it ends" { return; }', "end__"))
        self.assertIsNone(body("op 0x15 iload [local1 n] (-- any r) { r = LOCAL(n); }", "iload__"))
        self.assertIsNone(body("op 0x03 iconst_0 (-- int r) { r = 0; }", "iconst_0__"))
        self.assertIsNotNone(body("op 0xbb new (-- int r) { SLOW(path); }\nquick new_q of new (-- int r) { r = 1; if (r) SLOW(refill); }", "new_q__"))


if __name__ == "__main__":
    unittest.main()
