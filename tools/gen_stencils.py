#!/usr/bin/env python3
"""Writes the bodies of stencils from src/bytecode/bytecodes.def: each handler's own C once more, as a piece of machine code to be copied. Operands
are holes (addresses of symbols that nobody defines), and what goes on behind is a jump to a hole. docs/stencils.md.

    gen_stencils.py --outputs        names of the files it writes
    gen_stencils.py --out DIR        writes them

The C is not part of the VM: it is compiled by itself, and tools/stencils.py reads the object file. Names of holes say what goes into them:

    hole_value_OFFSET_TYPE    the operand of that type, OFFSET bytes behind the first byte of the instruction
    hole_local_OFFSET         8 times the operand there, a local's number
    hole_pc_OFFSET            the address of the instruction that starts there
    hole_next                 the code of what stands behind the instruction
    hole_branch               the code at the target of its branch; hole_target: the instruction there
    hole_pad                  where a call returns to
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
from bytecode_model import OPERANDS, Reader, generator_main  # noqa: E402
from gen_interp import Emitter  # noqa: E402

OUTPUTS = ["stencils/stencil_bodies.c"]
HEAD_C = "/* Written by tools/gen_stencils.py from src/bytecode/bytecodes.def. Do not edit. */\n"
CONTROL = {"jump", "switch", "ret", "return", "call", "throw"}


def has_stencil(op, by_name):
    """Not: what always leaves for a slow path, what runs C that may stop the thread, and what works on the machine itself. The interpreter runs it."""
    parts = [by_name[p] for p in op.parts] or [op]
    if len(parts) > 1 and parts[-1].last == "return":
        return False  # a return polls first, and goes back to the start of its instruction
    if not op.base and "resolves" in op.effects:
        return False  # not linked: the interpreter does that, and knows that the method wants new code (stencil_leave_unlinked)
    return not any(p.raw or p.variable and p.last != "switch" or p.last == "slow" and "(" not in p.body.split("SLOW")[0]
                   or any(name == "ALLOCATE_ARRAY" for name, _ in p.used) for p in parts)


class StencilEmitter(Emitter):
    def handler(self, op):
        parts = [self.by_name[p] for p in op.parts] or [op]
        self.at, self.symbols = 0, {}
        lines = ["{", "    const u8 *pc MAYBE_UNUSED = HOLE(pc_0);"]
        self.hole("pc_0")
        self.stack, self.consumed = [], 0
        for i, part in enumerate(parts):
            if i:
                self.at += parts[i - 1].length()
                lines.append(f"    pc = {self.hole(f'pc_{self.at}')};")
            self.part(lines, part, f"p{i}_" if len(parts) > 1 else "")
        if parts[-1].goes_on_behind():
            self.flush(lines)
            lines.append("    GO_ON(next);")
        head = [f"extern const u8 {name}[] HIDDEN;" for name in self.symbols]
        return "\n".join(head + [f"PRESERVE_NONE void stencil_{op.name}(STENCIL_PARAMS)"] + lines + ["}", ""])

    def hole(self, what):
        self.symbols[f"hole_{what}"] = True
        return f"HOLE({what})"

    def operands(self, lines, part, prefix):
        """Numbers without a sign and offsets are as wide as an address, so that they become part of one."""
        names, offset = {}, self.at + 1
        for kind, name in part.operands:
            ctype, size, _ = OPERANDS[kind]
            if re.search(rf"\b{name}\b", part.body):
                if kind == "local1":
                    lines.append(f"    const u8 *{prefix}{name} = {self.hole(f'local_{offset}')};")
                elif not kind.startswith("branch"):
                    value = self.hole(f"value_{offset}_{ctype}")
                    lines.append(f"    {'i32' if ctype[0] == 'i' else 'uintptr_t'} {prefix}{name} = "
                                 f"({'i32' if ctype[0] == 'i' else 'uintptr_t'})(uintptr_t){value};")
                names[name] = prefix + name
            offset += size
        return names


def bodies(reader):
    emitter = StencilEmitter(reader)
    out = [HEAD_C, '#include "exec/stencil/stencil_ops.h"', ""]
    out += [emitter.handler(op) for op in reader.running() if has_stencil(op, reader.by_name)]
    return "\n".join(out)


def generate(text, name="bytecodes.def"):
    reader = Reader(text, name)
    reader.read()
    return {OUTPUTS[0]: bodies(reader)}


if __name__ == "__main__":
    sys.exit(generator_main(OUTPUTS, generate))
