#!/usr/bin/env python3
"""Writes the bodies of stencils from src/bytecode/bytecodes.def: each handler's own C once more, as pieces of machine code to be copied. Operands
are holes (addresses of symbols that nobody defines), and what goes on behind is a jump to a hole. docs/stencils.md.

    gen_stencils.py --outputs        names of the files it writes
    gen_stencils.py --out DIR        writes them

The C is not part of the VM: it is compiled by itself, and tools/stencils.py reads the object file. An instruction has a variant for each of the places where
its inputs can be, a letter for each, deepest first: stencil_iadd__LT.

    M   in memory, at its home on the operand stack      T   in the register of the cached top
    L   in a local, not loaded yet                       C   a constant, not loaded yet

The output is left in the register. Names of holes say what goes into them:

    hole_value_OFFSET_TYPE    the operand of that type, OFFSET bytes behind the first byte of the instruction
    hole_local_1              8 times the number of its local
    hole_input_N, hole_home_N the place of input N among the locals, or the constant; its home, from the frame
    hole_stack_K, hole_sp     from the frame: the slot K below the first free one; the top of stack, where nothing is cached
    hole_receiver             of a call, from the frame
    hole_pc_0, hole_leave     the address of the instruction; of the one where the interpreter goes on
    hole_entry, hole_class, hole_method, hole_aux, hole_pool, hole_static    its constant: entry of the pool, what is in it; the pool; a static field
    hole_site, hole_profile   where its profile is; the method's
    hole_next                 the code of what stands behind the instruction
    hole_branch               the code at the target of its branch
    hole_pad                  where a call returns to
    hole_entries, hole_locals_at, hole_frame_at, hole_limit_at               of a method's entry; distances from sp
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
from bytecode_model import OPERANDS, TYPES, Reader, generator_main  # noqa: E402

OUTPUTS = ["stencils/stencil_bodies.c"]
HEAD_C = "/* Written by tools/gen_stencils.py from src/bytecode/bytecodes.def. Do not edit. */\n"
NO_CODE = ("nop", "pop", "pop2", "dup", "ireturn_narrow")  # it is only known what they do
# Where the inputs of one, two and three may be; the last of each: what everything can be brought to.
PLACES = {0: [""], 1: ["L", "C", "T"], 2: ["LT", "LL", "LC", "CL", "CT", "TL", "TC", "ML", "MC", "MT"],
          3: ["LLL", "LLC", "LCL", "LCC", "TLL", "TLC", "TCL", "TCC", "LLT", "LCT", "MLT", "MTL", "MTC", "MMT"]}


def has_stencil(op):
    """Not: what is only named (a load, a constant), what always leaves for a slow path, what works on the machine itself, and what wants the interpreter."""
    if op.parts or op.raw or op.variable and op.last != "switch" or op.effects & {"subroutine", "ret"} or op.name in NO_CODE:
        return False
    if not op.base and "resolves" in op.effects or any(name == "ALLOCATE_ARRAY" for name, _ in op.used):
        return False  # not linked: the interpreter does that, and knows that the method wants new code (stencil_leave_unlinked)
    return not (op.last == "slow" and "(" not in op.body.split("SLOW")[0])


def leaves(op):
    """May it go on in the interpreter, at its own beginning?"""
    return bool(op.effects & {"leaves", "return", "switch"})


def width(value):
    return TYPES[value.kind][1]


def places(op):
    inputs = [v for v in op.inputs if v.kind]
    if len(op.outputs) > 1:
        return ["M" * (len(inputs) - 1) + "T"]
    return [p for p in PLACES[len(inputs)] if all(fits(v, c, i) for i, (v, c) in enumerate(zip(inputs, p)))]


def fits(value, place, index):
    """Constants are ints, longs that are small, null, and what is only copied."""
    return place != "C" or value.kind in ("int", "any", "long") or value.kind == "ref" and index > 0


def variant(op, where):
    inputs = [v for v in op.inputs if v.kind]
    symbols, names = {}, {}
    lines = ["{", "    BEGIN();", f"    enum {{ TOP_CACHED = {int('T' in where)} }};"]
    operands(lines, op, symbols, names)
    used = lambda v: re.search(rf"\b{v.name}\b", op.body) or any(o.name == v.name for o in op.outputs)
    for i, (v, place) in enumerate(zip(inputs, where)):
        if used(v):
            lines.append(f"    {TYPES[v.kind][0]} {v.name} = {TYPES[v.kind][2].format(read(v, i, place, len(op.outputs) > 1, len(inputs)))};")
    for v in op.outputs:
        if v.kind and v.name not in [i.name for i in inputs] and re.search(rf"\b{v.name}\b", op.body):
            lines.append(f"    {TYPES[v.kind][0]} {v.name};")
    if "call" in op.effects:
        lines += [f"    enum {{ LENGTH = {op.length()} }};", "    ARGUMENTS();"]
    body = op.body.replace("SLOW(slow_icache_miss)", "MISS()")
    lines += block(body)
    if op.goes_on_behind():
        lines += outputs(op, inputs)
        lines.append("    GO_ON(next);")
    head = [f"extern const u8 {name}[] HIDDEN;" for name in symbols]
    return "\n".join(head + [f"PRESERVE_NONE void stencil_{op.name}__{where}(STENCIL_PARAMS)"] + lines + ["}", ""])


def block(body):
    return ["    {", *("        " + line.strip() for line in body.splitlines()), "    }"] if body else []


def read(value, index, place, by_slot, count):
    if place == "C":
        return "0" if value.kind == "ref" else f"(i64)(i32)CONSTANT({index})" if value.kind == "long" else f"CONSTANT({index})"
    if place == "M" and by_slot:
        return f"ON_STACK({count - index})"
    return {"T": "tos", "M": f"AT_HOME({index})", "L": f"IN_LOCAL({index})"}[place]


def outputs(op, inputs):
    """One goes into the register. Of several, all of one slot, the others to where the inputs were."""
    lines = []
    for i, v in enumerate(op.outputs[:-1]):
        if i >= len(inputs) or inputs[i].name != v.name or i == len(inputs) - 1:
            lines.append(f"    ON_STACK({len(inputs) - i}) = {TYPES[v.kind][3].format(v.name)};")
    if op.outputs:
        lines.append(f"    tos = {TYPES[op.outputs[-1].kind][3].format(op.outputs[-1].name)};")
    return lines


def operands(lines, op, symbols, names):
    """Numbers without a sign and offsets are as wide as an address, so that they become part of one. An index of the pool is never read."""
    offset = 1
    for kind, name in op.operands:
        ctype, size, _ = OPERANDS[kind]
        if re.search(rf"\b{name}\b", op.body) and not kind.startswith(("branch", "cp")):
            if kind == "local1":
                lines.append(f"    const u8 *{name} = HOLE(local_1);")
            else:
                hole = f"hole_value_{offset}_{ctype}"
                symbols[hole] = True
                wide = "i32" if ctype[0] == "i" else "uintptr_t"
                lines.append(f"    {wide} {name} = ({wide})(uintptr_t){hole};")
        offset += size


def deferred(op):
    """A load of a local, or a small constant: no code, the instructions that want the value have a variant (exec/stencil/stencil_emit.c)."""
    return not op.inputs and len(op.outputs) == 1 and (op.body.startswith("r = LOCAL") or re.fullmatch(r"r = (-?\d|v|NULL|[012]\.0f|CONSTANT_INT\(index\));", op.body)
                                                       or op.name == "dconst_0")


def short_store(op):
    """istore_0 and the like: as istore."""
    return op.body.startswith("SET_LOCAL") and not op.operands


def with_stencils(reader):
    return [op for op in reader.running() if has_stencil(op) and not deferred(op) and not short_store(op)]


def bodies(reader):
    out = [HEAD_C, '#include "exec/stencil/stencil_ops.h"', ""]
    out += [variant(op, where) for op in with_stencils(reader) for where in places(op)]
    return "\n".join(out)


def generate(text, name="bytecodes.def"):
    reader = Reader(text, name)
    reader.read()
    return {OUTPUTS[0]: bodies(reader)}


if __name__ == "__main__":
    sys.exit(generator_main(OUTPUTS, generate))
