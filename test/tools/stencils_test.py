"""Tests of tools/stencils.py and tools/gen_stencils.py: object files made here, word by word, and what is complained about in them."""
import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import gen_stencils  # noqa: E402
import stencils  # noqa: E402

PC32, PLT32, ABS32, ABS32S, GOTPCRELX = 2, 4, 10, 11, 42
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
        names = ["hole_value_1_u16", "hole_value_3_i8", "hole_local_2", "hole_pc_5", "hole_target"]
        code = b"\0" * 4 * (len(names) + 3)
        holes = [(4 * i, ABS32S if i % 2 else ABS32, o.symbol(n), i) for i, n in enumerate(names)]
        holes += [(20, PC32, o.symbol("hole_pad"), -4), (24, PLT32, o.symbol("interp_throw"), -4), (28, GOTPCRELX, o.symbol("some_table"), -4)]
        o.function("x", code, *holes)
        e = found(o)
        self.assertEqual([("VALUE_U16", "ABSOLUTE", 1), ("VALUE_I8", "SIGNED", 3), ("LOCAL", "ABSOLUTE", 2), ("PC", "SIGNED", 5), ("TARGET", "ABSOLUTE", 0),
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
        o.function("nop", b"\0" * 9 + b"\xe9\0\0\0\0", (10, PLT32, n, -4), (2, PLT32, n, -4))
        for name in ("method_entry", "no_stencil"):
            o.function(name, b"\xc3")
        e = found(o)
        self.assertEqual([2, 10], [h.offset for h in e.stencils["nop"].holes])
        c = stencils.write_c(e, {"nop": 0})
        self.assertIn("[0] = {code_nop, holes_nop, 14, 2, true},", c)
        self.assertIn("stencil_for_none = {code_no_stencil, NULL, 1, 0, false};", c)


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
        for name in ("hole_", "hole_value_1_u64", "hole_nexta", "hole_local_x", "hole_value_1"):
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
        for name in ("method_entry", "no_stencil", "other"):
            o.function(name, b"\xc3")
        with self.assertRaisesRegex(stencils.StencilError, "stencil_other belongs to no instruction"):
            stencils.write_c(found(o), {"nop": 0})


MICROS = "micro LOCAL: loads\nmicro CHECK: NullPointer\nmicro BRANCH_IF: branch\nmicro SLOW: slow leaves\nmicro RETURN: return\nslow path: Linkage resolves\n" \
         "slow refill: OutOfMemory resolves\n"


def body(text, name):
    code = gen_stencils.generate(MICROS + text)["stencils/stencil_bodies.c"]
    start = code.find(f"void stencil_{name}(")
    return code[start:code.index("\n}\n", start)] if start >= 0 else None


class Bodies(unittest.TestCase):
    def test_operands_are_holes(self):
        c = body("op 0x10 bipush [s1 v, local1 n] (-- int r) { r = v + LOCAL(n); }", "bipush")
        self.assertIn("i32 v = (i32)(uintptr_t)HOLE(value_1_i8);", c)
        self.assertIn("const u8 *n = HOLE(local_2);", c)
        self.assertTrue(c.rstrip().endswith("GO_ON(next);"), c)

    def test_parts_of_a_fused_form_have_their_own_pc_and_operands(self):
        c = body("op 0x15 iload [local1 n] (-- any r) { r = LOCAL(n); }\nop 0x99 ifeq [branch2 d] (int a --) { BRANCH_IF(a == 0, d); }\n"
                 "fused both = iload iload ifeq", "both")
        self.assertIn("HOLE(local_1)", c)
        self.assertIn("pc = HOLE(pc_2);", c)
        self.assertIn("HOLE(local_3)", c)
        self.assertIn("pc = HOLE(pc_4);", c)
        self.assertIn("BRANCH_IF(p2_a == 0, p2_d)", c)

    def test_what_has_none(self):
        self.assertIsNone(body("op 0xb4 getfield [cp2 index] (ref o -- value) { SLOW(path); }", "getfield"))
        self.assertIsNone(body("op 0xc0 cast [cp2 index] (ref o -- ref r) { if (o) SLOW(path); r = o; }", "cast"))
        self.assertIsNone(body('op 0xfe end () raw "it ends" { return; }', "end"))
        self.assertIsNotNone(body("op 0xbb new (-- int r) { SLOW(path); }\nquick new_q of new (-- int r) { r = 1; if (r) SLOW(refill); }", "new_q"))

    def test_a_fused_form_does_not_end_in_a_return(self):
        self.assertIsNone(body("op 0x15 iload [local1 n] (-- any r) { r = LOCAL(n); }\nop 0xac ireturn (any v --) { RETURN(v); }\nfused both = iload ireturn", "both"))


if __name__ == "__main__":
    unittest.main()
