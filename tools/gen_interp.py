#!/usr/bin/env python3
"""Writes the interpreter from src/exec/interp/bytecodes.def: handlers, dispatch tables, and the tables of names, operand
shapes and stack effects. The language is described at the top of the definition and in docs/interpreter.md.

    gen_interp.py --outputs        names of the files it writes
    gen_interp.py --out DIR        writes them
"""
import argparse
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEFINITION = os.path.join(HERE, "..", "src", "exec", "interp", "bytecodes.def")
OUTPUTS = ["interp_ops.h", "interp_handlers.c", "interp_tables.c"]

TYPES = {  # type: (C type, slots, read, write)
    "int": ("i32", 1, "slot_int({})", "(u64)(u32)({})"),
    "long": ("i64", 2, "(i64)({})", "(u64)({})"),
    "float": ("float", 1, "slot_float({})", "slot_of_float({})"),
    "double": ("double", 2, "slot_double({})", "slot_of_double({})"),
    "ref": ("struct object *", 1, "slot_ref({})", "slot_of_ref({})"),
    "any": ("u64", 1, "{}", "{}"),
}
OPERANDS = {"u1": ("u8", 1), "s1": ("i8", 1), "cp1": ("u8", 1), "u2": ("u16", 2), "s2": ("i16", 2), "cp2": ("u16", 2),
            "branch2": ("i16", 2), "s4": ("i32", 4), "branch4": ("i32", 4)}
FLAGS = {"throws", "leave", "branch", "call", "ends", "raw"}
QUICK_FIRST, QUICK_LAST = 203, 253


class DefinitionError(Exception):
    pass


class Op:
    def __init__(self, line, number, name):
        self.line, self.number, self.name = line, number, name
        self.operands = []       # (kind, name)
        self.variable = False    # length depends on the operands (switches, wide)
        self.inputs, self.outputs = [], []  # (type, name)
        self.flags = set()
        self.body = ""
        self.base = None         # quick: the instruction it stands for
        self.parts = []          # fused: component names

    def length(self):
        return 0 if self.variable else 1 + sum(OPERANDS[k][1] for k, _ in self.operands)

    def effect(self):
        width = lambda vs: sum(TYPES[t][1] for t, _ in vs)
        return width(self.inputs), width(self.outputs)


# ---- reading ----
class Reader:
    """Turns the definition's text into Op records. Every complaint names the line."""

    def __init__(self, text, name="bytecodes.def"):
        self.text, self.name, self.at = text, name, 0
        self.ops, self.by_name, self.by_number = [], {}, {}
        self.aliases = {}        # instruction of the JVMS: the one that running copies have in its place

    def fail(self, message, line=None):
        raise DefinitionError(f"{self.name}:{line or self.line()}: {message}")

    def line(self, at=None):
        return self.text.count("\n", 0, self.at if at is None else at) + 1

    def skip_space(self):
        while self.at < len(self.text):
            if self.text[self.at].isspace():
                self.at += 1
            elif self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                break

    def read(self):
        while True:
            self.skip_space()
            if self.at >= len(self.text):
                break
            tuples = [{}]
            line = self.line()
            m = re.compile(r"for\s+([\w, ]+?)\s+in\b").match(self.text, self.at)
            if m:
                names = [n.strip() for n in m.group(1).split(",")]
                self.at = m.end()
                tuples = self.read_tuples(names)
                self.skip_space()
                line = self.line()
            source = self.take_definition()
            for values in tuples:
                text = re.sub(r"\$(\w+)", lambda v: self.lookup(values, v.group(1), line), source)
                self.define(text, line)
        self.number_quick()
        return self.ops

    def lookup(self, values, name, line):
        # $load_getfield: the longest variable that it starts with.
        known = max((v for v in values if name == v or name.startswith(v + "_")), key=len, default=None)
        if known:
            return values[known] + name[len(known):]
        self.fail(f"${name} is not a variable of the 'for' before it", line)

    def read_tuples(self, names):
        tuples = []
        while True:
            self.skip_space()
            if self.at >= len(self.text) or self.text[self.at] != "(":
                break
            end = self.text.find(")", self.at)
            if end < 0:
                self.fail("'(' is not closed")
            values = [v.strip() for v in self.text[self.at + 1:end].split(",")]
            if len(values) != len(names):
                self.fail(f"{len(values)} values for {len(names)} names")
            tuples.append(dict(zip(names, values)))
            self.at = end + 1
        if not tuples:
            self.fail("'for' has no values")
        return tuples

    def take_definition(self):
        """The text from here to the end of the body (or of the line for 'fused')."""
        start = self.at
        word = re.compile(r"\w+").match(self.text, start)
        if not word or word.group() not in ("op", "quick", "fused", "alias"):
            self.fail("expected 'op', 'quick', 'fused', 'alias' or 'for'")
        end_of_line = self.text.find("\n", start)
        end_of_line = len(self.text) if end_of_line < 0 else end_of_line
        if word.group() in ("fused", "alias"):
            self.at = end_of_line
            return self.text[start:end_of_line]
        brace = self.text.find("{", start)
        if brace < 0 or brace > end_of_line:
            self.fail("no body on the line of the definition")
        depth, at = 0, brace
        while at < len(self.text):
            c = self.text[at]
            if c == "'" and at + 2 < len(self.text) and self.text[at + 2] == "'":
                at += 2
            elif c == "{":
                depth += 1
            elif c == "}":
                depth -= 1
                if depth == 0:
                    break
            at += 1
        if depth:
            self.fail("the body's '{' is not closed")
        self.at = at + 1
        return self.text[start:self.at]

    HEAD = re.compile(r"(?:op\s+(?P<number>\w+)\s+(?P<op>\w+)|quick\s+(?P<quick>\w+)\s+of\s+(?P<base>\w+))\s*"
                      r"(?P<operands>\[[^]]*\]|variable)?\s*\((?P<stack>[^)]*)\)\s*(?P<flags>[\w\s]*?)\s*$")

    def define(self, text, line):
        if text.startswith("fused"):
            return self.define_fused(text, line)
        if text.startswith("alias"):
            return self.define_alias(text, line)
        brace = text.index("{")
        m = self.HEAD.match(text[:brace])
        if not m:
            self.fail(f"cannot read the definition: {text[:brace].strip()}", line)
        if m["op"]:
            try:
                number = int(m["number"], 0)
            except ValueError:
                self.fail(f"'{m['number']}' is not a number", line)
            op = Op(line, number, m["op"])
        else:
            op = Op(line, None, m["quick"])
            op.base = m["base"]
            if op.base not in self.by_name:
                self.fail(f"'{op.name}' stands for '{op.base}', which is not defined before it", line)
        if m["operands"] == "variable":
            op.variable = True
        elif m["operands"]:
            for item in m["operands"][1:-1].split(","):
                words = item.split()
                if len(words) != 2 or words[0] not in OPERANDS:
                    self.fail(f"'{item.strip()}' is not an operand (kind and name; kinds: {' '.join(OPERANDS)})", line)
                op.operands.append(tuple(words))
        stack = m["stack"]
        if stack.strip():
            if "--" not in stack:
                self.fail("a stack effect needs '--' between inputs and outputs", line)
            before, after = stack.split("--", 1)
            op.inputs, op.outputs = self.values(before, line), self.values(after, line)
        op.flags = set(m["flags"].split())
        for flag in sorted(op.flags - FLAGS):
            self.fail(f"'{flag}' is not a flag ({' '.join(sorted(FLAGS))})", line)
        op.body = text[brace + 1:-1].strip()
        if "leave" in op.flags and "raw" not in op.flags:
            self.fail(f"'{op.name}': what may leave does its own stack work ('raw')", line)
        if "branch" in op.flags and op.outputs and "raw" not in op.flags:
            self.fail(f"'{op.name}': a branch with outputs must be 'raw'", line)
        if op.base:
            base = self.by_name[op.base]
            if base.length() != op.length():
                self.fail(f"'{op.name}' is {op.length()} bytes long, '{op.base}' {base.length()}", line)
        self.add(op)

    def values(self, text, line):
        result = []
        for item in filter(None, (s.strip() for s in text.split(","))):
            words = item.split()
            if len(words) != 2 or words[0] not in TYPES:
                self.fail(f"'{item}' is not a value (type and name; types: {' '.join(TYPES)})", line)
            result.append(tuple(words))
        return result

    def define_fused(self, text, line):
        m = re.match(r"fused\s+(\w+)\s*=\s*(\w+(?:\s+\w+)+)\s*$", text.split("#")[0].strip())
        if not m:
            self.fail("a fused form is 'fused NAME = A B …'", line)
        op = Op(line, None, m[1])
        op.parts = m[2].split()
        for i, name in enumerate(op.parts):
            if name not in self.by_name:
                self.fail(f"'{name}' is not defined before it", line)
            part = self.by_name[name]
            if part.flags & {"raw", "leave", "call"} or part.variable or part.parts or name in self.aliases:
                self.fail(f"'{name}' cannot be part of a fused form", line)
            if "branch" in part.flags and i + 1 < len(op.parts):
                self.fail(f"'{name}' branches, so it can only come last", line)
        first = self.by_name[op.parts[0]]
        op.base = first.base or first.name
        op.operands, op.variable = first.operands, False
        op.flags = set().union(*(self.by_name[p].flags for p in op.parts))
        self.add(op)

    def define_alias(self, text, line):
        m = re.match(r"alias\s+(\w+)\s*=\s*(\w+)\s*$", text.split("#")[0].strip())
        if not m:
            self.fail("an alias is 'alias NAME = OTHER'", line)
        for name in m.groups():
            if name not in self.by_name or self.by_name[name].base:
                self.fail(f"'{name}' is not an instruction defined before", line)
            if name in self.aliases:
                self.fail(f"'{name}' is an alias already", line)
        op, other = self.by_name[m[1]], self.by_name[m[2]]
        if op.operands != other.operands or op.effect() != other.effect() or op.flags != other.flags:
            self.fail(f"'{op.name}' and '{other.name}' differ in operands, stack effect or flags", line)
        self.aliases[op.name] = other.name

    def running(self):
        """What running copies consist of: everything but the aliases."""
        return [op for op in self.ops if op.name not in self.aliases]

    def add(self, op):
        if op.name in self.by_name:
            self.fail(f"'{op.name}' is defined twice (first in line {self.by_name[op.name].line})", op.line)
        if op.number is not None:
            if not 0 <= op.number <= 255:
                self.fail(f"number {op.number} of '{op.name}' does not fit a byte", op.line)
            if op.number in self.by_number:
                self.fail(f"number {op.number:#x} is that of '{self.by_number[op.number].name}' already", op.line)
            self.by_number[op.number] = op
        self.by_name[op.name] = op
        self.ops.append(op)

    def number_quick(self):
        free = [n for n in range(QUICK_FIRST, QUICK_LAST + 1) if n not in self.by_number]
        free += sorted(self.by_name[name].number for name in self.aliases)
        for op in self.ops:
            if op.number is None:
                if not free:
                    self.fail(f"no number is left for '{op.name}'", op.line)
                op.number = free.pop(0)
                self.by_number[op.number] = op


# ---- handlers ----
class Emitter:
    """Composes the bodies of one or more instructions over a symbolic operand stack, so that a value that one part pushes
    and the next pops never touches memory. An entry is (expression, depth of the untouched memory slot it equals or None);
    depth 0 is the cached top. A long's lower slot is (None, None)."""

    def __init__(self, by_name):
        self.by_name = by_name

    def handler(self, op):
        parts = [self.by_name[p] for p in op.parts] or [op]
        lines = [f"static PRESERVE_NONE void op_{op.name}(INTERP_PARAMS)", "{"]
        stack, consumed = [], 0
        advance = 0
        for i, part in enumerate(parts):
            if advance:
                lines.append(f"    pc += {advance};")
            offset, prefix = 1, f"p{i}_" if len(parts) > 1 else ""
            names = {}
            body = part.body
            for kind, name in part.operands:
                ctype, size = OPERANDS[kind]
                if re.search(rf"\b{name}\b", body):
                    lines.append(f"    {ctype} {prefix}{name} = read_{ctype}(pc + {offset});")
                    names[name] = prefix + name
                offset += size
            if "raw" in part.flags:
                lines += ["    " + l.strip() for l in body.splitlines()] + ["}", ""]
                return "\n".join(lines)
            taken = []
            for kind, name in reversed(part.inputs):
                ctype, width, read, write = TYPES[kind]
                entries = []
                for _ in range(width):
                    if stack:
                        entries.append(stack.pop())
                    else:
                        entries.append(("tos" if consumed == 0 else f"sp[-{consumed}]", consumed))
                        consumed += 1
                value, home = entries[0]
                taken.append((kind, prefix + name, read.format(value), home if width == 1 or len(entries) == 1 else home))
                names[name] = prefix + name
            inputs = {}
            for kind, name, expression, home in reversed(taken):
                lines.append(f"    {TYPES[kind][0]} {name} = {expression};")
                inputs[name] = home
            for kind, name in part.outputs:
                if prefix + name not in inputs and name not in names:
                    lines.append(f"    {TYPES[kind][0]} {prefix}{name};")
                    names[name] = prefix + name
            if prefix:
                body = re.sub(r"\b[A-Za-z_]\w*\b", lambda w: names.get(w.group(), w.group()), body)
            if "branch" in part.flags:
                self.flush(lines, stack, consumed)
                stack, consumed = [], 0
            if body:
                lines.append("    {")
                lines += ["        " + l.strip() for l in body.splitlines()]
                lines.append("    }")
            for kind, name in part.outputs:
                ctype, width, read, write = TYPES[kind]
                if width == 2:
                    stack.append((None, None))
                stack.append((write.format(prefix + name), inputs.get(prefix + name)))
            advance = part.length()
        if not ("branch" in parts[-1].flags and "ends" in parts[-1].flags):
            self.flush(lines, stack, consumed)
            lines.append(f"    NEXT({advance});")
        lines += ["}", ""]
        return "\n".join(lines)

    def flush(self, lines, stack, consumed):
        """Brings memory, sp and tos into line with the symbolic stack."""
        if not stack:
            if consumed:
                lines.append(f"    sp -= {consumed};")
                lines.append("    tos = *sp;")
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


HEAD_C = "/* Written by tools/gen_interp.py from src/exec/interp/bytecodes.def. Do not edit. */\n"


def ops_header(ops):  # two names may have one number: of a class file, and of a running copy
    out = [HEAD_C, "#ifndef ARGUS_GEN_INTERP_OPS_H", "#define ARGUS_GEN_INTERP_OPS_H", "", '#include "base/base.h"', "", "enum interp_op {"]
    out += [f"    OP_{op.name} = {op.number}," for op in sorted(ops, key=lambda o: o.number)]
    out += ["};", "", "enum interp_flag { OPF_THROWS = 1, OPF_LEAVE = 2, OPF_BRANCH = 4, OPF_CALL = 8, OPF_ENDS = 16, OPF_QUICK = 32, OPF_FUSED = 64 };", "",
            "/* What is known of an opcode of the running copy. */",
            "struct interp_op_info {",
            "    const char *name;     /* NULL: unused number */",
            "    u8 length;            /* of the first instruction of a fused form; 0: depends on the operands */",
            "    u8 flags;             /* enum interp_flag */",
            "    u8 base;              /* the instruction of JVMS that it stands for */",
            "    u8 first;             /* fused: the opcode of its first part; else itself */",
            "    i8 pops, pushes;      /* slots; -1: depends on the constant pool */",
            "    const char *operands; /* sizes of the operands in bytes, one digit each */",
            "};",
            "extern const struct interp_op_info interp_op_info[256];   /* by the number in a running copy */",
            "extern const struct interp_op_info interp_jvms_info[203];  /* by the number in a class file */",
            "extern const u8 interp_running_op[203];                    /* what a running copy has for an instruction of a class file */",
            "struct interp_fusion { u8 op, count, part[5]; };",
            "/* Ordered by first part, the longest first; interp_fusion_start: for an opcode 1 + the place of its first one, or 0. */",
            "extern const struct interp_fusion interp_fusions[];",
            "extern const u8 interp_fusion_start[256];",
            "extern const bool interp_fusion_later[256]; /* it is a part of a fused form, but not the first */",
            "/* Handlers by opcode: as written, one table. The other dispatch tables are made from it (interp/dispatch.c). */",
            "extern void *const interp_plain_table[256];", "", "#endif", ""]
    return "\n".join(out)


def handlers_file(ops, by_name):
    out = [HEAD_C, '#include "exec/interp/interp_int.h"', '#include "interp_ops.h"', ""]
    emitter = Emitter(by_name)
    out += [emitter.handler(op) for op in ops]
    names = {op.number: f"op_{op.name}" for op in ops}
    out.append("void *const interp_plain_table[256] = {")
    out += [f"    (void *){names.get(n, 'interp_illegal')}," for n in range(256)]
    out += ["};", ""]
    return "\n".join(out)


def info_line(op, by_name):
    flags = ["OPF_" + f.upper() for f in ("throws", "leave", "branch", "call", "ends") if f in op.flags]
    if op.base and not op.parts:
        flags.append("OPF_QUICK")
    if op.parts:
        flags.append("OPF_FUSED")
    base = by_name[op.base].number if op.base else op.number
    first = by_name[op.parts[0]].number if op.parts else op.number
    pops, pushes = op.effect()
    if "call" in op.flags or op.name in ("multianewarray", "wide"):
        pops = pushes = -1
    shape = "".join(str(OPERANDS[k][1]) for k, _ in op.operands)
    return f'    [{op.number}] = {{"{op.name}", {op.length()}, {" | ".join(flags) or 0}, {base}, {first}, {pops}, {pushes}, "{shape}"}},'


def tables_file(reader):
    by_name = reader.by_name
    running = sorted(reader.running(), key=lambda o: o.number)
    plain = sorted((op for op in reader.ops if not op.base and op.number < QUICK_FIRST), key=lambda o: o.number)
    out = [HEAD_C, '#include "interp_ops.h"', "", "const struct interp_op_info interp_op_info[256] = {"]
    out += [info_line(op, by_name) for op in running]
    out += ["};", "", f"const struct interp_op_info interp_jvms_info[{QUICK_FIRST}] = {{"]
    out += [info_line(op, by_name) for op in plain]
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
    return {"interp_ops.h": ops_header(ops), "interp_handlers.c": handlers_file(reader.running(), reader.by_name), "interp_tables.c": tables_file(reader)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--outputs", action="store_true")
    parser.add_argument("--out")
    arguments = parser.parse_args()
    if arguments.outputs:
        print("\n".join(OUTPUTS))
        return 0
    with open(DEFINITION, encoding="utf-8") as f:
        text = f.read()
    try:
        files = generate(text, "src/exec/interp/bytecodes.def")
    except DefinitionError as e:
        print(e, file=sys.stderr)
        return 1
    os.makedirs(arguments.out, exist_ok=True)
    for name in OUTPUTS:
        with open(os.path.join(arguments.out, name), "w", encoding="utf-8") as f:
            f.write(files[name])
    return 0


if __name__ == "__main__":
    sys.exit(main())
