#!/usr/bin/env python3
"""Writes what is known of each instruction of the JVM from src/bytecode/bytecodes.def: numbers, operands, stack effects with types, locals,
control flow, exceptions. The facts of an instruction are those of its body and of all quick forms that a running copy may have in its place.

    gen_bytecode.py --outputs        names of the files it writes
    gen_bytecode.py --out DIR        writes them
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
from bytecode_model import DOES, EXCEPTIONS, OPERANDS, TYPES, Reader, generator_main  # noqa: E402

OUTPUTS = ["bytecode_ops.h", "bytecode_table.c"]
LAST = 201  # jsr_w; behind it are the reserved ones
HEAD_C = "/* Written by tools/gen_bytecode.py from src/bytecode/bytecodes.def. Do not edit. */\n"
FLOWS = {"": "NEXT", "branch": "BRANCH", "jump": "JUMP", "switch": "SWITCH", "ret": "RET", "return": "RETURN", "call": "NEXT", "throw": "THROW"}


class Facts:
    def __init__(self, op, forms, micros):
        """forms: the quick forms of op; micros: effects of micro-operations."""
        effects = op.effects.union(*(form.effects for form in forms))
        self.op = op
        self.throws = [e for e in EXCEPTIONS if e in effects]
        self.does = [d for d in DOES if d in effects]
        self.flow = self.flow_of(op)
        self.operands = "".join(OPERANDS[kind][2] for kind, _ in op.operands)
        self.pops = "".join(v.fact for v in op.inputs)
        self.pushes = self.pushes_of(op)
        self.local, self.local_kind, self.reads, self.writes = self.local_of(op, micros)
        if any(kind == "local1" for kind, _ in op.operands):
            self.does.append("wide")
        if self.is_plain():
            self.does.append("plain")

    @staticmethod
    def flow_of(op):
        if "subroutine" in op.effects:
            return "SUBROUTINE"
        if op.last == "slow":
            return FLOWS["throw" if "throw" in op.effects else ""]
        return FLOWS[op.last]

    @staticmethod
    def pushes_of(op):
        """What is only moved is named by its place among the inputs, `a` the deepest."""
        names = [v.name for v in op.inputs]
        moved = [v.name in names and v.fact == "1" for v in op.outputs]
        return "".join(chr(ord("a") + names.index(v.name)) if m else v.fact for v, m in zip(op.outputs, moved))

    @staticmethod
    def local_of(op, micros):
        """(number, BC_LOCAL_OPERAND or BC_NO_LOCAL; letter; read; written)"""
        reads = writes = False
        where = "BC_NO_LOCAL"
        for name, first in op.used:
            if micros[name] & {"loads", "stores", "adds"}:
                reads, writes = reads or not micros[name] & {"stores"}, writes or not micros[name] & {"loads"}
                where = first if first.isdigit() else "BC_LOCAL_OPERAND"
        value = (op.outputs + op.inputs)[:1]
        kind = value[0].fact if value else "R" if op.last == "ret" else "I"
        return where, kind if reads or writes else "", reads, writes

    def is_plain(self):
        fixed = not re.search(r"[cCkd]", self.operands) and not self.op.variable
        return (fixed and self.flow == "NEXT" and not self.local_kind and set(self.pops) <= set("IJFDA") and set(self.pushes) <= set("IJFDN")
                and self.op.number <= LAST)

    def slots(self, values):
        if any(not v.kind or v.fact == "V" for v in values):
            return -1
        return sum(TYPES[v.kind][1] for v in values)

    def line(self):
        op = self.op
        bits = lambda prefix, names: " | ".join(prefix + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", n).upper() for n in names) or "0"
        access = " | ".join(n for n, on in (("BC_READ", self.reads), ("BC_WRITTEN", self.writes)) if on) or "0"
        kind = f"'{self.local_kind}'" if self.local_kind else "0"
        return (f'    [OP_{op.name}] = {{"{op.name}", "{self.operands}", "{self.pops}", "{self.pushes}", {op.length()}, BC_{self.flow}, '
                f'{self.slots(op.inputs)}, {self.slots(op.outputs)}, {bits("BC_", self.does)}, {bits("BC_THROWS_", self.throws)}, '
                f'{self.local}, {kind}, {access}}},')


def facts_of(reader):
    """Of the instructions of the JVMS, by number."""
    plain = sorted((op for op in reader.ops if not op.base and op.number <= LAST), key=lambda o: o.number)
    return [Facts(op, [form for form in reader.ops if form.base == op.name and not form.parts], reader.micros) for op in plain]


def ops_header(reader):
    out = [HEAD_C, "#ifndef ARGUS_GEN_BYTECODE_OPS_H", "#define ARGUS_GEN_BYTECODE_OPS_H", "", "enum bytecode_op {"]
    out += [f"    OP_{op.name} = {op.number}," for op in sorted((o for o in reader.ops if not o.base), key=lambda o: o.number)]
    out += ["};", f"enum {{ BYTECODE_OPS = {LAST + 1} }};", "", "#endif", ""]
    return "\n".join(out)


def table_file(reader):
    lines = [facts.line() for facts in facts_of(reader)]
    return "\n".join([HEAD_C, '#include "bytecode/bytecode.h"', "", "const struct bytecode_info bytecode_info[BYTECODE_OPS] = {", *lines, "};", ""])


def generate(text, name="bytecodes.def"):
    reader = Reader(text, name)
    reader.read()
    return {"bytecode_ops.h": ops_header(reader), "bytecode_table.c": table_file(reader)}


if __name__ == "__main__":
    sys.exit(generator_main(OUTPUTS, generate))
