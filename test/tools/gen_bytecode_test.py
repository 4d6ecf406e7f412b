"""Tests of tools/gen_bytecode.py: which facts follow from a definition, and the facts of the real one."""
import os
import sys
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tools", "gen")]
import bytecode_model  # noqa: E402
import gen_bytecode  # noqa: E402

MICROS = "micro LOCAL: loads\nmicro SET_LOCAL: stores\nmicro ADD_LOCAL: adds\nmicro CHECK: NullPointer\nmicro NEW: OutOfMemory collects\n" \
         "micro JUMP: polls jump\nmicro RETURN: return\nmicro SLOW: slow leaves\nslow link: Linkage resolves\nslow end: Any throw\n"


def facts(text):
    reader = bytecode_model.Reader(MICROS + text)
    reader.read()
    return {f.op.name: f for f in gen_bytecode.facts_of(reader)}


class Derived(unittest.TestCase):
    def test_exceptions_come_from_the_body_and_from_all_quick_forms(self):
        f = facts("op 180 get [cp2 i] (ref o -- value) { SLOW(link); }\nquick get_q of get [u2 o] (ref p -- any r) { CHECK(p); r = o; }")["get"]
        self.assertEqual((f.throws, f.does), (["NullPointer", "Linkage"], ["resolves"]))

    def test_locals(self):
        f = facts("op 1 load [local1 n] (-- any as float r) { r = LOCAL(n); }\nop 2 store (long v --) { SET_LOCAL(3, v); }\n"
                  "op 3 inc [local1 n, s1 c] () { ADD_LOCAL(n, c); }\nop 4 no () { }")
        self.assertEqual((f["load"].local, f["load"].local_kind, f["load"].reads, f["load"].writes), ("BC_LOCAL_OPERAND", "F", True, False))
        self.assertEqual((f["store"].local, f["store"].local_kind, f["store"].reads, f["store"].writes), ("3", "J", False, True))
        self.assertEqual((f["inc"].local_kind, f["inc"].reads, f["inc"].writes), ("I", True, True))
        self.assertEqual((f["no"].local, f["no"].local_kind), ("BC_NO_LOCAL", ""))
        self.assertIn("wide", f["load"].does)
        self.assertNotIn("wide", f["store"].does)

    def test_what_is_only_moved_is_named_by_its_place(self):
        self.assertEqual(facts("op 1 dup_x1 (any a, any b -- any b, any a, any b) { }")["dup_x1"].pushes, "bab")

    def test_control(self):
        f = facts("op 1 go [branch2 d] () { JUMP(d); }\nop 2 back () { RETURN(0); }\nop 3 throw (ref e --) { SLOW(end); }\nop 4 new () { NEW(1); }")
        self.assertEqual([f[n].flow for n in ("go", "back", "throw", "new")], ["JUMP", "RETURN", "THROW", "NEXT"])

    def test_plain_is_what_pops_and_pushes_say_all_of(self):
        f = facts("op 1 add (int a, int b -- int r) { r = a + b; }\nop 2 new [cp2 i] (-- ref r) { SLOW(link); }\nop 3 load (-- int r) { r = LOCAL(0); }")
        self.assertEqual([n for n in f if "plain" in f[n].does], ["add"])

    def test_slots(self):
        f = facts("op 1 a (long a, int b -- double r) { r = a; }\nop 2 b (ref o, arguments -- value) { SLOW(link); }")
        self.assertEqual([f["a"].slots(f["a"].op.inputs), f["a"].slots(f["a"].op.outputs)], [3, 2])
        self.assertEqual([f["b"].slots(f["b"].op.inputs), f["b"].slots(f["b"].op.outputs)], [-1, -1])


READER = bytecode_model.read()
FACTS = {f.op.number: f for f in gen_bytecode.facts_of(READER)}


class Real(unittest.TestCase):
    def test_there_is_one_for_each_instruction(self):
        self.assertEqual(sorted(FACTS), list(range(202)))

    def test_lengths(self):  # JVMS §6.5
        longer = {16: 2, 17: 3, 18: 2, 19: 3, 20: 3, **{n: 2 for n in (*range(21, 26), *range(54, 59), 169, 188)}, 132: 3, 185: 5, 186: 5, 197: 4,
                  **{n: 3 for n in (*range(153, 169), *range(178, 185), 187, 189, 192, 193, 198, 199)}, 200: 5, 201: 5, 170: 0, 171: 0, 196: 0}
        self.assertEqual({n: f.op.length() for n, f in FACTS.items()}, {n: longer.get(n, 1) for n in range(202)})

    def test_what_throws_by_itself(self):
        throwing = [*range(18, 21), *range(46, 54), *range(79, 87), 108, 109, 112, 113, *range(172, 196), 197]
        self.assertEqual([n for n, f in FACTS.items() if f.throws], throwing)

    def test_only_the_way_back_to_c_is_raw(self):
        self.assertEqual([op.name for op in READER.ops if op.raw], ["impdep1"])


if __name__ == "__main__":
    unittest.main()
