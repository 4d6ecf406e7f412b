"""Tests of tools/gen_interp.py: what it generates from small definitions, and its complaints."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import gen_interp  # noqa: E402
import bytecode_model  # noqa: E402

MICROS = "micro LOCAL: loads\nmicro SET_LOCAL: stores\nmicro CHECK: NullPointer\nmicro JUMP: jump\nmicro BRANCH_IF: branch\n" \
         "micro SLOW: slow leaves\nmicro RECEIVER: arguments\nmicro CALL: arguments call\nmicro RETURN: return\nslow path: Linkage\n"


def handler(text, name):
    code = gen_interp.generate(MICROS + text)["interp_handlers.c"]
    start = code.index(f"void op_{name}(")
    return code[start:code.index("\n}\n", start)]


def complaint(text):
    try:
        gen_interp.generate(text, "t.def")
    except gen_interp.DefinitionError as e:
        return str(e)
    return None


class Handlers(unittest.TestCase):
    def test_push_spills_the_cached_top(self):
        code = handler("op 0x04 iconst_1 (-- int r) { r = 1; }", "iconst_1")
        self.assertLess(code.index("*sp = tos;"), code.index("sp += 1;"))
        self.assertIn("tos = (u64)(u32)(r);", code)
        self.assertIn("NEXT(1);", code)

    def test_pop_reloads_the_top(self):
        code = handler("op 0x36 istore [u1 n] (any v --) { SET_LOCAL(n, v); }", "istore")
        self.assertIn("sp -= 1;\n    tos = *sp;", code)
        self.assertIn("u8 n = read_u8(pc + 1);", code)
        self.assertIn("NEXT(2);", code)

    def test_long_takes_two_slots_value_in_the_upper(self):
        code = handler("op 0x61 ladd (long a, long b -- long r) { r = a + b; }", "ladd")
        self.assertIn("i64 b = (i64)(tos);", code)
        self.assertIn("i64 a = (i64)(sp[-2]);", code)
        self.assertIn("sp -= 2;", code)

    def test_dup_forms_store_only_what_moves(self):
        code = handler("op 0x5c dup2 (any a, any b -- any a, any b, any a, any b) { }", "dup2")
        self.assertNotIn("sp[-1] =", code)  # a keeps its place
        self.assertIn("*sp = b;", code)
        self.assertIn("sp[1] = a;", code)
        self.assertIn("tos = b;", code)

    def test_swap(self):
        code = handler("op 0x5f swap (any a, any b -- any b, any a) { }", "swap")
        self.assertIn("sp[-1] = b;", code)
        self.assertIn("tos = a;", code)

    def test_branch_pops_before_its_body(self):
        code = handler("op 0x99 ifeq [branch2 d] (int a --) { BRANCH_IF(a == 0, d); }", "ifeq")
        self.assertLess(code.index("tos = *sp;"), code.index("BRANCH_IF(a == 0, d)"))
        self.assertIn("NEXT(3);", code)

    def test_a_jump_brings_what_it_pushes_into_place_first(self):
        code = handler("op 0xa8 jsr [branch2 d] (-- any r) { r = 1; JUMP(d); }", "jsr")
        self.assertLess(code.index("r = 1;"), code.index("tos = r;"))
        self.assertLess(code.index("tos = r;"), code.index("JUMP(d);"))
        self.assertNotIn("NEXT", code)

    def test_a_slow_path_finds_the_stack_untouched(self):
        code = handler("op 0xc0 checkcast (ref o -- ref r) { if (o) SLOW(path); r = o; }", "checkcast")
        self.assertLess(code.index("SLOW(path)"), code.index("tos = slot_of_ref(r)"))
        self.assertNotIn("sp", code[:code.index("SLOW(path)")].split("{", 1)[1])
        self.assertNotIn("NEXT", handler("op 0xb2 getstatic (-- value) { SLOW(path); }", "getstatic"))

    def test_arguments_are_in_memory_when_they_are_asked_for(self):
        code = handler("op 0xb6 invoke [cp2 i] () { u64 x = i; RECEIVER(x); CALL(x); }", "invoke")
        self.assertLess(code.index("u64 x = i;"), code.index("*sp = tos;"))
        self.assertLess(code.index("*sp = tos;"), code.index("RECEIVER(x)"))
        self.assertIn("enum { LENGTH = 3 };", code)

    def test_a_return_leaves_the_stack_as_it_is(self):
        code = handler("op 0xac ireturn (any v --) { RETURN(v); }", "ireturn")
        self.assertIn("u64 v = tos;", code)
        self.assertNotIn("sp -=", code)

    def test_a_form_may_end_in_a_return(self):
        code = handler("op 1 a (-- any r) { r = LOCAL(0); }\nop 0xac ireturn (any v --) { RETURN(v); }\nfused f = a ireturn", "f")
        self.assertIn("u64 p1_v = p0_r;", code)
        self.assertIn("RETURN(p1_v);", code)

    def test_fused_values_do_not_touch_memory(self):
        text = """op 0x1a iload_0 (-- any r) { r = LOCAL(0); }
op 0x1b iload_1 (-- any r) { r = LOCAL(1); }
op 0x60 iadd (int a, int b -- int r) { r = a + b; }
fused sum = iload_0 iload_1 iadd
"""
        code = handler(text, "sum")
        self.assertIn("p2_b = slot_int(p1_r);", code)
        self.assertIn("p2_a = slot_int(p0_r);", code)
        self.assertEqual(code.count("*sp = tos;"), 1)
        self.assertEqual(code.count("pc += 1;"), 2)
        self.assertIn("NEXT(1);", code)

    def test_an_alias_gives_its_number_away(self):
        text = """op 0x15 iload [u1 n] (-- any r) { r = n; }
op 0x19 aload [u1 n] (-- any r) { r = n; }
alias aload = iload
"""
        text += "".join(f"quick q{i} of iload [u1 n] (-- any r) {{ r = {i}; }}\n" for i in range(52))  # 203 to 253, and 25
        files = gen_interp.generate(text)
        self.assertNotIn("void op_aload(", files["interp_handlers.c"])
        self.assertIn("[25] = 21,", files["interp_tables.c"])
        self.assertIn("OP_q51 = 25,", files["interp_ops.h"])

    def test_an_alias_must_look_like_the_other(self):
        text = "op 1 a (-- int r) { r = 1; }\nop 2 b (-- long r) { r = 1; }\nalias b = a\n"
        self.assertEqual(complaint(text), "t.def:3: 'b' and 'a' differ in operands, stack effect or effects")

    def test_variables_before_an_underscore(self):
        code = handler("for n in (0) (1)\nop $n load_$n_x (-- int r) { r = $n; }\n", "load_1_x")
        self.assertIn("r = 1;", code)

    def test_for_makes_one_definition_for_each_tuple(self):
        files = gen_interp.generate("for n, name in (3, a) (4, b)\nop $n $name () { }\n")
        self.assertIn("void op_a(", files["interp_handlers.c"])
        self.assertIn("void op_b(", files["interp_handlers.c"])

    def test_quick_forms_are_numbered_from_203(self):
        files = gen_interp.generate("op 0xb4 getfield [cp2 i] (ref o -- any r) { }\nquick getfield_i of getfield [u2 o] (ref p -- any r) { }\n")
        self.assertIn("OP_getfield_i = 203,", files["interp_ops.h"])
        self.assertIn('[203] = {"getfield_i", 180, 203, false}', files["interp_tables.c"])

    def test_the_real_definition_has_all_of_jvms(self):
        with open(bytecode_model.DEFINITION, encoding="utf-8") as f:
            reader = gen_interp.Reader(f.read())
        reader.read()
        self.assertEqual([n for n in range(203) if n not in reader.by_number], [])


class Complaints(unittest.TestCase):
    def test_each_names_its_line(self):
        for text, expected in [
            ("\nopp 0 nop () { }", "t.def:2: expected 'micro', 'slow', 'op'"),
            ("op 0 nop (int a) { }", "t.def:1: a stack effect needs '--'"),
            ("op 0 nop (-- intt a) { }", "is not a value"),
            ("op 0 nop [u3 a] () { }", "is not an operand"),
            ("op 0 nop () { }\nop 0 nop2 () { }", "t.def:2: number 0x0 is that of 'nop'"),
            ("op 0 nop () { }\n\nop 1 nop () { }", "t.def:3: 'nop' is defined twice (first in line 1)"),
            ("op 300 nop () { }", "does not fit a byte"),
            ("op 0 nop () { if (a) {", "'{' is not closed"),
            ("quick q of nop () { }", "not defined before it"),
            ("op 0 nop () { }\nquick q of nop [u1 n] () { }", "t.def:2: 'q' is 2 bytes long, 'nop' 1"),
            ("op 0 nop () { tos = 1; }", "t.def:1: 'nop' uses 'tos' of the machine, so it must be 'raw' and say why"),
            ("op 0 nop () { FLY(); }", "'FLY' is not a micro-operation"),
            ("micro SLOW: slow\nop 0 nop () { SLOW(far); }", "t.def:2: 'nop': 'far' is not a slow path"),
            ("micro M: flies\nop 0 nop () { }", "t.def:1: 'flies' is not an effect"),
            ("micro M:\nmicro M:\nop 0 nop () { }", "t.def:2: 'M' is defined twice"),
            ("op 0 nop (-- value) { }", "'V' has no type, so the body can only go SLOW"),
            ("op 0 nop () raw { }", "cannot read the definition"),
            ("op 0 nop () raw \"why\" { }\nop 1 a () { }\nfused f = nop a", "t.def:3: 'nop' cannot be part"),
            ("micro J: jump\nop 0 b () { J(0); }\nop 1 a () { }\nfused f = b a", "can only come last"),
            ("for a, b in (1)\nop $a x () { }", "1 values for 2 names"),
            ("for a in (1)\nop $c x () { }", "t.def:2: $c is not a variable"),
        ]:
            with self.subTest(text=text):
                self.assertIn(expected, complaint(text) or "")


if __name__ == "__main__":
    unittest.main()
