"""The language of src/bytecode/bytecodes.def: its definitions as Python objects, and the facts that follow from them. The language is
described at the top of the definition and in docs/bytecode.md.
"""
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEFINITION = os.path.join(ROOT, "src", "bytecode", "bytecodes.def")

TYPES = {  # type: (C type, slots, read, write)
    "int": ("i32", 1, "slot_int({})", "(u64)(u32)({})"),
    "long": ("i64", 2, "(i64)({})", "(u64)({})"),
    "float": ("float", 1, "slot_float({})", "slot_of_float({})"),
    "double": ("double", 2, "slot_double({})", "slot_of_double({})"),
    "ref": ("struct object *", 1, "slot_ref({})", "slot_of_ref({})"),
    "any": ("u64", 1, "{}", "{}"),
}
OPERANDS = {  # kind: (C type, bytes, its letter in the table of facts)
    "u1": ("u8", 1, "u"), "s1": ("i8", 1, "s"), "u2": ("u16", 2, "U"), "s2": ("i16", 2, "S"), "s4": ("i32", 4, "W"), "cp1": ("u8", 1, "c"),
    "cp2": ("u16", 2, "C"), "local1": ("u8", 1, "l"), "branch2": ("i16", 2, "B"), "branch4": ("i32", 4, "G"), "kind1": ("u8", 1, "k"), "dims1": ("u8", 1, "d")}
# What the verifier knows a value to be, beside the types: its letter in the table of facts.
FACTS = {"int": "I", "long": "J", "float": "F", "double": "D", "ref": "A", "any": "1", "null": "N", "address": "R", "stored": "S", "array": "[*",
         "value": "V", "arguments": "P", "counts": "M", "int[]": "[I", "long[]": "[J", "float[]": "[F", "double[]": "[D", "ref[]": "[A", "byte[]": "[B",
         "char[]": "[C", "short[]": "[S"}
UNTYPED = {"value", "arguments", "counts"}  # as many slots as the constant pool or an operand says
EXCEPTIONS = ["NullPointer", "ArrayIndex", "Arithmetic", "ArrayStore", "ClassCast", "NegativeSize", "MonitorState", "OutOfMemory", "Linkage", "Any"]
DOES = ["resolves", "collects", "calls", "polls"]
LOCALS = ["loads", "stores", "adds"]
CONTROL = ["branch", "jump", "switch", "subroutine", "ret", "return", "throw", "call", "slow"]
EFFECTS = {*EXCEPTIONS, *DOES, *LOCALS, *CONTROL, "leaves", "arguments"}
C_WORDS = {"if", "sizeof"}
MACHINE = {"self", "pc", "sp", "fp", "locals", "dispatch", "tos"}
QUICK_FIRST, QUICK_LAST = 203, 253


class DefinitionError(Exception):
    pass


class Value:
    """An input or output: its type in a handler (None: it has no name there), its name, and its letter in the table of facts."""

    def __init__(self, kind, name, fact):
        self.kind, self.name, self.fact = kind, name, fact

    def __eq__(self, other):
        return (self.kind, self.name, self.fact) == (other.kind, other.name, other.fact)


class Op:
    def __init__(self, line, number, name):
        self.line, self.number, self.name = line, number, name
        self.operands = []       # (kind, name)
        self.variable = False    # length depends on the operands (switches, wide)
        self.inputs, self.outputs = [], []  # Value
        self.raw = None          # why the body works on the machine itself
        self.body = ""
        self.last = ""           # the micro-operation that the body's last statement is, where it is one
        self.used = []           # (micro-operation, its first argument), in order
        self.effects = set()     # of the body and of the slow paths that it names
        self.base = None         # quick: the instruction it stands for
        self.parts = []          # fused: component names

    def length(self):
        return 0 if self.variable else 1 + sum(OPERANDS[k][1] for k, _ in self.operands)

    def effect(self):
        width = lambda vs: sum(TYPES[v.kind][1] for v in vs if v.kind)
        return width(self.inputs), width(self.outputs)

    def goes_on_behind(self):
        return not self.raw and self.last not in ("jump", "switch", "ret", "return", "throw", "call", "slow")

    def branches(self):
        return self.last in ("branch", "jump", "switch", "ret")


def statements(body):
    """The statements of a body, each with what it stands under (an `if`); a block counts as one."""
    depth, start, found = 0, 0, []
    for at, c in enumerate(body):
        depth += (c in "({") - (c in ")}")
        if depth == 0 and c in ";}":
            found.append(body[start:at + 1].strip())
            start = at + 1
    return found + [body[start:].strip()] if body[start:].strip() else found


# ---- reading ----
class Reader:
    """Turns the definition's text into Op records. Every complaint names the line."""

    def __init__(self, text, name="bytecodes.def"):
        self.text, self.name, self.at = text, name, 0
        self.ops, self.by_name, self.by_number = [], {}, {}
        self.aliases = {}        # instruction of the JVMS: the one that running copies have in its place
        self.micros, self.slows = {}, {}  # name: effects

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
        if not word or word.group() not in ("op", "quick", "fused", "alias", "micro", "slow"):
            self.fail("expected 'micro', 'slow', 'op', 'quick', 'fused', 'alias' or 'for'")
        end_of_line = self.text.find("\n", start)
        end_of_line = len(self.text) if end_of_line < 0 else end_of_line
        if word.group() in ("fused", "alias", "micro", "slow"):
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
                      r'(?P<operands>\[[^]]*\]|variable)?\s*\((?P<stack>[^)]*)\)\s*(?:raw\s+"(?P<raw>[^"]+)")?\s*$')

    def define(self, text, line):
        if text.startswith("fused"):
            return self.define_fused(text, line)
        if text.startswith("alias"):
            return self.define_alias(text, line)
        if text.startswith(("micro", "slow")):
            return self.define_effects(text, line)
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
        op.raw = m["raw"]
        op.body = text[brace + 1:-1].strip()
        if not op.raw:
            self.read_body(op)
        for value in op.inputs + op.outputs:
            if not value.kind and op.last != "slow":
                self.fail(f"'{op.name}': '{value.fact}' has no type, so the body can only go SLOW", line)
        if op.base:
            base = self.by_name[op.base]
            if base.length() != op.length():
                self.fail(f"'{op.name}' is {op.length()} bytes long, '{op.base}' {base.length()}", line)
        self.add(op)

    def values(self, text, line):
        result = []
        for item in filter(None, (s.strip() for s in text.split(","))):
            words = item.split()
            if len(words) == 1 and words[0] in UNTYPED:
                result.append(Value(None, None, FACTS[words[0]]))
                continue
            if len(words) == 4 and words[1] == "as" and words[2] in FACTS and words[0] in TYPES:
                result.append(Value(words[0], words[3], FACTS[words[2]]))
                continue
            if len(words) != 2 or words[0] not in TYPES:
                self.fail(f"'{item}' is not a value (type and name, or type as fact name; types: {' '.join(TYPES)}; facts: {' '.join(FACTS)})", line)
            result.append(Value(words[0], words[1], FACTS[words[0]]))
        return result

    def read_body(self, op):
        """Which micro-operations it consists of, what they add up to, and how it ends. It may use nothing else."""
        body = re.sub(r"'.'", "0", op.body)
        for word in re.findall(r"[A-Za-z_]\w*", re.sub(r"(?:->|\.)\s*\w+", "", body)):
            if word in MACHINE:
                self.fail(f"'{op.name}' uses '{word}' of the machine, so it must be 'raw' and say why", op.line)
        for m in re.finditer(r"\b([A-Za-z_]\w*)\s*\((?=\s*(\w*))", body):
            name, first = m.groups()
            if name in C_WORDS:
                continue
            if name not in self.micros:
                self.fail(f"'{op.name}': '{name}' is not a micro-operation", op.line)
            op.used.append((name, first))
            op.effects |= self.micros[name]
            if "slow" in self.micros[name]:
                if first not in self.slows:
                    self.fail(f"'{op.name}': '{first}' is not a slow path", op.line)
                op.effects |= self.slows[first]
        last = re.match(r"[A-Za-z_]\w*", (statements(body) or [""])[-1])
        control = self.micros.get(last.group(), set()) & set(CONTROL) if last else set()
        op.last = control.pop() if control else ""

    def define_effects(self, text, line):
        m = re.match(r"(micro|slow)\s+(\w+(?:\s*,\s*\w+)*)\s*:([\w\s]*)$", text.split("#")[0].strip())
        if not m:
            self.fail("expected 'micro NAME, NAME…: effects' or 'slow NAME, NAME…: effects'", line)
        effects = set(m[3].split())
        for effect in sorted(effects - EFFECTS):
            self.fail(f"'{effect}' is not an effect ({' '.join(sorted(EFFECTS))})", line)
        table = self.micros if m[1] == "micro" else self.slows
        for name in re.split(r"\s*,\s*", m[2]):
            if name in table:
                self.fail(f"'{name}' is defined twice", line)
            table[name] = effects

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
            if part.raw or part.effects & {"leaves", "call"} or part.variable or part.parts or name in self.aliases:
                self.fail(f"'{name}' cannot be part of a fused form", line)
            if part.last and i + 1 < len(op.parts):
                self.fail(f"'{name}' branches or ends, so it can only come last", line)
        first = self.by_name[op.parts[0]]
        op.base = first.base or first.name
        op.operands, op.variable = first.operands, False
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
        if op.operands != other.operands or op.effect() != other.effect() or op.effects != other.effects:
            self.fail(f"'{op.name}' and '{other.name}' differ in operands, stack effect or effects", line)
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


def read(path=DEFINITION):
    with open(path, encoding="utf-8") as f:
        reader = Reader(f.read(), os.path.relpath(path, ROOT))
    reader.read()
    return reader


def generator_main(outputs, generate):
    """The main function of a generator that reads the definition: --outputs names its files, --out FOLDER writes them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--outputs", action="store_true")
    parser.add_argument("--out")
    arguments = parser.parse_args()
    if arguments.outputs:
        print("\n".join(outputs))
        return 0
    with open(DEFINITION, encoding="utf-8") as f:
        text = f.read()
    try:
        files = generate(text, "src/bytecode/bytecodes.def")
    except DefinitionError as e:
        print(e, file=sys.stderr)
        return 1
    for name in outputs:
        path = os.path.join(arguments.out, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(files[name])
    return 0
