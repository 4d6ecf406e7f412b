"""recursion: every cycle of calls in the VM asks how much C stack is left, or recursion.tsv says why it ends.

    python3 tools/recursion.py --build build [--list]

Reads what clang makes of each file of src/ (LLVM text, not optimized), so macros are expanded and calls through pointers carry their types. Where a function's
address goes is followed: into members of structs (of any instance), globals, locals and parameters. A call through one of these goes to the functions of that type
that may be there; when none is known it leaves the VM: an agent's, a library's. Jumps (musttail) take no stack and are left out, as are calls of Java code: those
pass exec_call, which asks.

A function that calls stack_check or stack_has_room itself ends all cycles through it. So does one that recursion.tsv names: function (* stands for anything), TAB, why it ends.
--list prints the cycles that are left when only the checks are known.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from graph import cycles_of  # noqa: E402

TABLE = os.path.join(ROOT, "tools", "recursion.tsv")
CHECKS = {"stack_check", "stack_has_room"}
NAME = r'@("[^"]+"|[\w.$]+)'
ATTRIBUTES = re.compile(r"^(?:(?:dso_local|internal|hidden|noundef|zeroext|signext|nonnull|noalias|returned|preserve_nonecc|preserve_mostcc|fastcc|weak|linkonce_odr|"
                        r"unnamed_addr|local_unnamed_addr|noreturn|cc \d+|align \d+|range\([^)]*\)|dereferenceable\(\d+\))\s+)*")
MEMBER = re.compile(r"getelementptr inbounds(?: nuw)? \(?%(struct|union)\.([\w.]+), ptr [@%][\w.\"$]+, i32 0, i32 (\d+)")


# ---- from C to LLVM text ----

def units(build):
    """(file, command that prints its LLVM text, folder) for each file of the VM's library."""
    seen = {}
    with open(os.path.join(build, "compile_commands.json")) as f:
        for c in json.load(f):
            if "argus_objects" not in c["command"] or c["file"] in seen:
                continue
            words = shlex.split(c["command"])
            clang = next(i for i, w in enumerate(words) if "clang" in os.path.basename(w))
            words = [w for w in words[clang:] if w not in ("-O2", "-g", "-c") and not w.startswith(("-D_FORTIFY", "-DARGUS_DEBUG"))]
            at = words.index("-o")
            del words[at:at + 2]
            seen[c["file"]] = (c["file"], words + ["-O1", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-w", "-o", "-"], c["directory"])
    return list(seen.values())


def text_of(unit):
    file, words, folder = unit
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{file}: {done.stderr[:500]}")
    return file, done.stdout


# ---- reading LLVM text ----

def balanced(s, at):
    depth = 0
    for i in range(at, len(s)):
        depth += s[i] in "([{" and 1 or s[i] in ")]}" and -1 or 0
        if depth == 0:
            return i
    return len(s) - 1


def split(s):
    parts, depth, start = [], 0, 0
    for i, ch in enumerate(s):
        depth += ch in "([{<" and 1 or ch in ")]}>" and -1 or 0
        if ch == "," and depth == 0:
            parts.append(s[start:i].strip())
            start = i + 1
    last = s[start:].strip()
    return parts + [last] if last else parts


def kind(argument):
    return argument[:argument.index("}") + 1] if argument.startswith("{") else argument.split()[0]


def signature(result, arguments):
    return ATTRIBUTES.sub("", result.strip()).strip().split(" (")[0], tuple(kind(a) for a in split(arguments) if a != "...")


class Unit:
    """One file: its functions and, for each, the calls it makes."""

    def __init__(self, file, text):
        self.file = os.path.relpath(file, ROOT) if file.startswith(ROOT) else os.path.basename(file)
        self.lines = text.split("\n")
        self.internal, self.global_types = {}, {}
        for line in self.lines:
            if line.startswith("define "):
                name, where = self.name_at(line)
                if " internal " in line[:where]:
                    self.internal[name] = f"{name}@{self.file}"
            elif line.startswith("@"):
                m = re.match(NAME + r" = .*?(?:global|constant) (?:\[\d+ x )?%struct\.([\w.]+)", line)
                if m:
                    self.global_types[m.group(1)] = m.group(2)

    @staticmethod
    def name_at(line):
        m = re.search(NAME, line)
        return m.group(1).strip('"'), m.start()

    def full(self, name):
        return self.internal.get(name.strip('"'), name.strip('"'))


class Graph:
    """A place is where a pointer may lie: (struct, member number), a global's name, ("local", function, value) or ("parameter", function, number)."""

    def __init__(self, texts):
        self.units = [Unit(f, t) for f, t in texts]
        self.signatures = {}
        self.direct = collections.defaultdict(set)
        self.through = collections.defaultdict(list)   # function -> (place, signature)
        self.stored = collections.defaultdict(set)     # place -> functions
        self.flows = collections.defaultdict(set)      # place -> places whose functions come there too
        self.given = []                                # calls through pointers: (place, signature, number of the argument, place of the argument)
        for u in self.units:
            for line in u.lines:
                if line.startswith("define "):
                    name, where = u.name_at(line)
                    opening = line.index("(", where)
                    self.signatures[u.full(name)] = signature(line[len("define "):where], line[opening + 1:balanced(line, opening)])
        for u in self.units:
            self.read(u)
        self.units = None
        for _ in range(3):                             # arguments of calls through pointers, which may be pointers called further on
            for place, sig, i, argument in self.given:
                for callee in self.targets(place, sig):
                    self.flows[("parameter", callee, i)].add(argument)
        self.known = {}                                # function -> whom it may call

    def functions_in(self, u, text):
        return [f for f in (u.full(n) for n in re.findall(NAME, text)) if f in self.signatures]

    def read(self, u):
        current, values = None, {}
        for line in u.lines:
            if line.startswith("define "):
                name, where = u.name_at(line)
                current, values = u.full(name), {}
                opening = line.index("(", where)
                for i, p in enumerate(split(line[opening + 1:balanced(line, opening)])):
                    if p.startswith("ptr") and "%" in p:
                        values[p.split()[-1]] = ("parameter", current, i)
            elif line.startswith("}"):
                current = None
            elif current is None:
                if line.startswith("@"):
                    self.initializer(u, line)
            else:
                self.instruction(u, current, values, line.strip())

    def initializer(self, u, line):
        """`%struct.T { ptr @a, i32 1, %struct.U { ... } }`: each function is stored in its member."""
        name = re.match(NAME, line).group(1)
        for m in re.finditer(r"%struct\.([\w.]+) (\{)", line):
            for i, part in enumerate(split(line[m.end():balanced(line, m.start(2))])):
                if re.match(r"ptr @", part):
                    self.stored[(m.group(1), i)].update(self.functions_in(u, part))
        body = re.sub(r"%struct\.[\w.]+ \{[^{}]*\}", "", line[line.index("="):])
        self.stored[name].update(self.functions_in(u, body))

    def target(self, u, current, values, operand):
        """The place that an address names."""
        operand = operand.strip()
        m = MEMBER.search(operand)
        if m:
            return m.group(2), int(m.group(3))
        if operand.startswith("%"):
            return values.get(("address", operand), ("local", current, operand))
        m = re.match(NAME, operand)
        if m:
            return (u.global_types[m.group(1)], 0) if m.group(1) in u.global_types else m.group(1)
        return None

    def move(self, u, values, text, place):
        """Functions and values of known places that `text` names may be in `place` from now on."""
        if place is None:
            return
        self.stored[place].update(self.functions_in(u, text))
        for v in re.findall(r"%[\w.]+", text):
            if v in values and values[v] != place:
                self.flows[place].add(values[v])

    def instruction(self, u, current, values, line):
        m = re.match(r"(%[\w.]+) = (.*)", line)
        result, body = (m.group(1), m.group(2)) if m else (None, line)
        if body.startswith("getelementptr"):
            m = MEMBER.search(body)
            operands = split(body.split(" ", 1)[1])
            base = next((o.split("ptr ", 1)[1] for o in operands if o.startswith("ptr ")), "")
            values[("address", result)] = (m.group(2), int(m.group(3))) if m else self.target(u, current, values, base)
        elif body.startswith("load ptr, ptr "):
            values[result] = self.target(u, current, values, split(body)[1].split("ptr ", 1)[1])
        elif body.startswith("store ptr "):
            value, address = split(body[len("store "):])[:2]
            self.move(u, values, value, self.target(u, current, values, address.split("ptr ", 1)[1]))
        elif body.startswith(("phi ptr", "select ")):
            values[result] = ("local", current, result)
            self.move(u, values, body, values[result])
        elif re.search(r"\bcall\b", body):
            self.call(u, current, values, result, body)
        elif body.startswith("ret ptr "):
            self.move(u, values, body, ("parameter", current, "result"))

    def call(self, u, current, values, result, body):
        rest = body[re.search(r"\bcall\b", body).end():].strip()
        m = re.search(r"(" + NAME + r"|%[\w.]+)\(", rest)
        if not m or " asm " in " " + rest[:40]:
            return
        arguments = rest[m.end():balanced(rest, m.end() - 1)]
        callee = u.full(m.group(1)[1:]) if m.group(1).startswith("@") else None
        sig, through = signature(rest[:m.start()], arguments), values.get(m.group(1))
        if result and callee in self.signatures:
            values[result] = ("parameter", callee, "result")
        for i, argument in enumerate(split(arguments)):
            if not argument.startswith("ptr"):
                continue
            if callee in self.signatures:
                self.move(u, values, argument, ("parameter", callee, i))
            elif not callee:
                here = ("local", current, f"argument {len(self.given)}")
                self.move(u, values, argument, here)
                self.given.append((through, sig, i, here))
        if body.startswith("musttail"):
            return
        if callee:
            self.direct[current].add(callee)
        else:
            self.through[current].append((through, sig))

    def functions_at(self, place):
        """All functions that may be at a place."""
        seen, work, out = {place}, [place], set()
        while work:
            p = work.pop()
            out |= self.stored.get(p, set())
            new = self.flows.get(p, set()) - seen
            seen |= new
            work += new
        return out

    # ---- cycles ----

    def checked(self):
        return {f for f, callees in self.direct.items() if any(c.split("@")[0] in CHECKS for c in callees)}

    def targets(self, place, sig):
        return {c for c in self.functions_at(place) if self.signatures[c] == sig}

    def callees(self, f):
        if f not in self.known:
            self.known[f] = {c for c in self.direct[f] if c in self.signatures}.union(*(self.targets(p, s) for p, s in self.through[f]))
        return self.known[f]

    def cycles(self, cut):
        """Strongly connected components of more than one function, and functions that call themselves, without those in `cut`."""
        graph = {f: {c for c in self.callees(f) if c not in cut} for f in self.signatures if f not in cut}
        return sorted(cycles_of(graph, graph.__getitem__), key=lambda c: (len(c), c))


def table():
    rows = {}
    with open(TABLE) as f:
        for line in f:
            if line.strip() and not line.startswith("#") and not line.startswith("function\t"):
                name, why = line.rstrip("\n").split("\t")
                rows[name] = why
    return rows


def graph_of(build):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return Graph(list(pool.map(text_of, units(build))))


def short(name):
    return name.replace("@src/", "@")


def faults(build):
    """What is wrong, as sentences; empty: nothing."""
    graph = graph_of(build)
    named = {n: {f for f in graph.signatures if fnmatch.fnmatchcase(short(f), n)} for n in table()}
    cut = graph.checked().union(*named.values())
    out = ["a cycle neither asks for the C stack nor is in recursion.tsv: " + " ".join(short(f) for f in c[:12]) + (" ..." if len(c) > 12 else "") for c in graph.cycles(cut)]
    for n, functions in named.items():
        if not functions:
            out.append(f"recursion.tsv names {n}, which is no function")
        elif not any(functions & set(c) for c in graph.cycles(cut - functions)):
            out.append(f"recursion.tsv names {n}, which is in no cycle")
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--list", action="store_true")
    args = p.parse_args()
    if args.list:
        graph = graph_of(args.build)
        print(len(graph.signatures), "functions", len(graph.checked()), "ask")
        for c in graph.cycles(graph.checked()):
            print(len(c), " ".join(short(f) for f in c))
        return 0
    found = faults(args.build)
    for f in found:
        print(f)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
