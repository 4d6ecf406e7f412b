#!/usr/bin/env python3
"""Writes the interpreter from src/bytecode/bytecodes.def: handlers, dispatch table, and the tables of forms of running copies.

    gen_interp.py --outputs        names of the files it writes
    gen_interp.py --out DIR        writes them
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gen"))
from bytecode_model import OPERANDS, QUICK_FIRST, TYPES, DefinitionError, Reader, statements, generator_main  # noqa: E402

OUTPUTS = ["interp_ops.h", "interp_handlers.c", "interp_tables.c"]


# ---- handlers ----
class Emitter:
    """Composes the bodies of one or more instructions over a symbolic operand stack, so that a value that one part pushes
    and the next pops never touches memory. An entry is (expression, depth of the untouched memory slot it equals or None);
    depth 0 is the cached top. A long's lower slot is (None, None)."""

    def __init__(self, reader):
        self.by_name = reader.by_name
        self.needing = [name for name, effects in reader.micros.items() if "arguments" in effects]

    def handler(self, op):
        parts = [self.by_name[p] for p in op.parts] or [op]
        lines = [f"static PRESERVE_NONE void op_{op.name}(INTERP_PARAMS)", "{"]
        self.stack, self.consumed = [], 0
        for i, part in enumerate(parts):
            if i:
                lines.append(f"    pc += {parts[i - 1].length()};")
            self.part(lines, part, f"p{i}_" if len(parts) > 1 else "")
        if parts[-1].goes_on_behind():
            self.flush(lines)
            lines.append(f"    NEXT({parts[-1].length()});")
        lines += ["}", ""]
        return "\n".join(lines)

    def part(self, lines, part, prefix):
        names = self.operands(lines, part, prefix)
        if part.raw:
            lines += ["    " + l.strip() for l in part.body.splitlines()]
            return
        homes = self.inputs(lines, part, prefix, names)
        for v in part.outputs:
            if v.kind and v.name not in names and re.search(rf"\b{v.name}\b", part.body):
                lines.append(f"    {TYPES[v.kind][0]} {prefix}{v.name};")
                names[v.name] = prefix + v.name
        body = part.body
        if prefix:
            body = re.sub(r"\b[A-Za-z_]\w*\b", lambda w: names.get(w.group(), w.group()), body)
        if "call" in part.effects:
            body = self.spill(body)
        if {"call", "subroutine"} & part.effects:
            lines.append(f"    enum {{ LENGTH = {part.length()} }};")
        last = ""
        if part.branches():  # after the stack has been brought into line
            *before, last = statements(body)
            body = " ".join(before)
        self.block(lines, body)
        if part.goes_on_behind() or part.branches():
            self.outputs(part, prefix, homes)
        if last:
            self.flush(lines)
            self.block(lines, last)
            self.stack, self.consumed = [], 0

    def spill(self, body):
        """Puts the arguments into memory before the first statement that needs them there."""
        lines = statements(body)
        first = next(i for i, line in enumerate(lines) if any(re.search(rf"\b{name}\(", line) for name in self.needing))
        return "\n".join(lines[:first] + ["*sp = tos;"] + lines[first:])

    def block(self, lines, body):
        if body:
            lines += ["    {", *("        " + l.strip() for l in body.splitlines()), "    }"]

    def operands(self, lines, part, prefix):
        names, offset = {}, 1
        for kind, name in part.operands:
            ctype, size, _ = OPERANDS[kind]
            if re.search(rf"\b{name}\b", part.body):
                lines.append(f"    {ctype} {prefix}{name} = read_{ctype}(pc + {offset});")
                names[name] = prefix + name
            offset += size
        return names

    def inputs(self, lines, part, prefix, names):
        """Takes them off the symbolic stack; {C name: the memory slot that it equals}."""
        homes, declared = {}, []
        for v in reversed([v for v in part.inputs if v.kind]):
            ctype, width, read, write = TYPES[v.kind]
            entries = [self.take() for _ in range(width)]
            value, home = entries[0]
            declared.append(f"    {ctype} {prefix}{v.name} = {read.format(value)};")
            names[v.name] = prefix + v.name
            homes[prefix + v.name] = home
        lines += [d for d, v in zip(declared[::-1], [v for v in part.inputs if v.kind])
                  if re.search(rf"\b{v.name}\b", part.body) or v in part.outputs or any(o.name == v.name for o in part.outputs)]
        return homes

    def take(self):
        if self.stack:
            return self.stack.pop()
        self.consumed += 1
        return ("tos" if self.consumed == 1 else f"sp[-{self.consumed - 1}]", self.consumed - 1)

    def outputs(self, part, prefix, homes):
        for v in part.outputs:
            ctype, width, read, write = TYPES[v.kind]
            if width == 2:
                self.stack.append((None, None))
            self.stack.append((write.format(prefix + v.name), homes.get(prefix + v.name)))

    def flush(self, lines):
        """Brings memory, sp and tos into line with the symbolic stack."""
        stack, consumed = self.stack, self.consumed
        if not stack:
            if consumed:
                lines += [f"    sp -= {consumed};", "    tos = *sp;"]
            return
        if consumed == 0:
            lines.append("    *sp = tos;")
        for i, (value, home) in enumerate(stack[:-1]):
            depth = consumed - 1 - i  # of its new place, seen from the old sp
            if value is None or (home == depth and home != 0):
                continue
            where = f"sp[{-depth}]" if depth else "*sp"
            lines.append(f"    {where} = {value};")
        move = len(stack) - consumed
        if move:
            lines.append(f"    sp {'+' if move > 0 else '-'}= {abs(move)};")
        lines.append(f"    tos = {stack[-1][0]};")


HEAD_C = "/* Written by tools/gen_interp.py from src/bytecode/bytecodes.def. Do not edit. */\n"


def ops_header(ops):  # two names may have one number: of a class file, and of a running copy
    forms = sorted((op for op in ops if op.base), key=lambda o: o.number)
    out = [HEAD_C, "#ifndef ARGUS_GEN_INTERP_OPS_H", "#define ARGUS_GEN_INTERP_OPS_H", "", '#include "bytecode/bytecode.h"', "",
           "/* What a running copy has in place of instructions of the JVMS; some have the number of an instruction that it never has. */",
           "enum interp_op {"]
    out += [f"    OP_{op.name} = {op.number}," for op in forms]
    out += ["};", "",
            "/* What is known of an opcode of the running copy. */",
            "struct interp_op_info {",
            "    const char *name; /* NULL: unused number */",
            "    u8 base;          /* the instruction of JVMS that it stands for */",
            "    u8 first;         /* fused: the opcode of its first part; else itself */",
            "    bool fused;",
            "};",
            "extern const struct interp_op_info interp_op_info[256];",
            f"extern const u8 interp_running_op[{QUICK_FIRST}]; /* what a running copy has for an instruction of a class file */",
            "struct interp_fusion { u8 op, count, part[5]; };",
            "/* Ordered by first part, the longest first; interp_fusion_start: for an opcode 1 + the place of its first one, or 0. */",
            "extern const struct interp_fusion interp_fusions[];",
            "extern const u8 interp_fusion_start[256];",
            "extern const bool interp_fusion_later[256]; /* it is a part of a fused form, but not the first */",
            "/* Handlers by opcode: as written, one table. The other dispatch tables are made from it (interp/modes.c). */",
            "extern void *const interp_plain_table[256];", "", "#endif", ""]
    return "\n".join(out)


def handlers_file(reader):
    ops = reader.running()
    out = [HEAD_C, '#include "exec/interp/micro_ops.h"', ""]
    emitter = Emitter(reader)
    out += [emitter.handler(op) for op in ops]
    names = {op.number: f"op_{op.name}" for op in ops}
    out.append("void *const interp_plain_table[256] = {")
    out += [f"    (void *){names.get(n, 'interp_illegal')}," for n in range(256)]
    out += ["};", ""]
    return "\n".join(out)


def info_line(op, by_name):
    base = by_name[op.base].number if op.base else op.number
    first = by_name[op.parts[0]].number if op.parts else op.number
    return f'    [{op.number}] = {{"{op.name}", {base}, {first}, {"true" if op.parts else "false"}}},'


def tables_file(reader):
    by_name = reader.by_name
    running = sorted(reader.running(), key=lambda o: o.number)
    plain = sorted((op for op in reader.ops if not op.base and op.number < QUICK_FIRST), key=lambda o: o.number)
    out = [HEAD_C, '#include "interp_ops.h"', "", "const struct interp_op_info interp_op_info[256] = {"]
    out += [info_line(op, by_name) for op in running]
    out += ["};", "", f"const u8 interp_running_op[{QUICK_FIRST}] = {{"]
    out += [f"    [{op.number}] = {by_name[reader.aliases.get(op.name, op.name)].number}," for op in plain]
    out += ["};", "", "const struct interp_fusion interp_fusions[] = {"]
    fused = [op for op in running if op.parts]
    fused.sort(key=lambda o: (by_name[o.parts[0]].number, -len(o.parts)))
    for op in fused:
        parts = ", ".join(f"OP_{p}" for p in op.parts)
        out.append(f"    {{OP_{op.name}, {len(op.parts)}, {{{parts}}}}},")
    out += ["    {0, 0, {0}},", "};", "", "const u8 interp_fusion_start[256] = {"]
    starts = {}
    for i, op in enumerate(fused):
        starts.setdefault(op.parts[0], i + 1)
    out += [f"    [OP_{name}] = {i}," for name, i in starts.items()]
    out += ["};", "", "const bool interp_fusion_later[256] = {"]
    out += [f"    [OP_{name}] = true," for name in sorted({p for op in fused for p in op.parts[1:]})]
    out += ["};", ""]
    return "\n".join(out)


def generate(text, name="bytecodes.def"):
    reader = Reader(text, name)
    ops = reader.read()
    return {"interp_ops.h": ops_header(ops), "interp_handlers.c": handlers_file(reader), "interp_tables.c": tables_file(reader)}


if __name__ == "__main__":
    sys.exit(generator_main(OUTPUTS, generate))
