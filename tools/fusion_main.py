"""fusion_main: `./x fusion [options] [PROGRAM...]`, which fused forms of bytecodes.def a program set wants.

A PROGRAM is what follows `java` on a command line, as one argument; without any: the kernels of bench/. Each runs on Argus under the agent
`steps`, which counts how often each instruction runs; every program counts alike. From that follows how many handlers running copies would
dispatch to, with any set of forms: each form that bytecodes.def has is taken out, each frequent sequence that it lacks is put in, and the
tables say how many dispatches in a thousand that costs or saves. All 256 numbers are in use: a new form takes the number of the least
useful one, and the last lines say where that would pay. The winner still has to be measured (`./x bench`).
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import bytecode_model  # noqa: E402

LONGEST = 4
GET = {"I": "i", "F": "i", "J": "j", "D": "j", "B": "b", "Z": "b", "C": "c", "S": "s", "L": "a", "[": "a"}
PUT = {**GET, "Z": "z", "C": "s"}
STATIC = {**GET, "C": "any", "S": "any"}


class Forms:
    """What bytecodes.def says that the simulation needs."""

    def __init__(self, reader):
        self.reader = reader
        self.numbers = {op.number: op for op in reader.ops if not op.base}
        self.fused = {tuple(op.parts): op.name for op in reader.ops if op.parts}

    def may_join(self, name):
        op = self.reader.by_name.get(name)
        return op is not None and not (op.raw or op.effects & {"leaves", "call"} or op.variable or op.parts)

    def ends(self, name):
        op = self.reader.by_name.get(name)
        return op is None or bool(op.last and op.last not in ("slow", "call"))


# ---- what the agent wrote ----
def read_pool(data):
    """{index: (tag, value)} of a constant pool as in a class file."""
    pool, at, index = {}, 0, 1
    while at < len(data):
        tag = data[at]
        if tag == 1:
            size = int.from_bytes(data[at + 1:at + 3], "big")
            pool[index] = (tag, data[at + 3:at + 3 + size].decode("utf-8", "replace"))
            at += 3 + size
        else:
            size = {7: 2, 8: 2, 16: 2, 19: 2, 20: 2, 15: 3, 5: 8, 6: 8}.get(tag, 4)
            pool[index] = (tag, data[at + 1:at + 1 + size])
            at += 1 + size
        index += 2 if tag in (5, 6) else 1
    return pool


def field_kind(pool, index):
    pair = pool[index][1]
    name_and_type = pool[int.from_bytes(pair[2:4], "big")][1]
    return pool[int.from_bytes(name_and_type[2:4], "big")][1][0]


def running_name(forms, code, at, pool, descriptor):
    """What a running copy has for the instruction, once it has run."""
    op = forms.numbers[code[at]]
    if op.name in ("getfield", "putfield", "getstatic", "putstatic"):
        letters = PUT if op.name == "putfield" else GET if op.name == "getfield" else STATIC
        return f"{op.name}_{letters[field_kind(pool, int.from_bytes(code[at + 1:at + 3], 'big'))]}"
    if op.name in ("ldc", "ldc_w"):
        index = code[at + 1] if op.name == "ldc" else int.from_bytes(code[at + 1:at + 3], "big")
        return f"{op.name}_{'num' if pool[index][0] in (3, 4) else 'ref'}"
    if op.name in ("ldc2_w", "checkcast", "instanceof", "new"):
        return {"ldc2_w": "ldc2_w_num"}.get(op.name, op.name + "_q")
    if op.name == "ireturn" and descriptor[-1] in "ZBCS":
        return "ireturn_narrow"
    return forms.reader.aliases.get(op.name, op.name)


def length_at(forms, code, at):
    op = forms.numbers[code[at]]
    if op.name == "wide":
        return 6 if code[at + 1] == forms.reader.by_name["iinc"].number else 4
    if not op.variable:
        return op.length()
    pad = (at + 4) & ~3
    word = lambda n: int.from_bytes(code[pad + 4 * n:pad + 4 * n + 4], "big", signed=True)
    return pad - at + (12 + 4 * (word(2) - word(1) + 1) if op.name == "tableswitch" else 8 + 8 * word(1))


def read_counts(forms, lines):
    """[(names, counts)] of the methods, one entry for each instruction."""
    pools, methods = {}, []
    for line in lines:
        words = line.split()
        if words[0] == "class":
            pools[words[1]] = read_pool(bytes.fromhex(words[3]))
            continue
        descriptor, code, pool = words[0], bytes.fromhex(words[1]), pools[words[2]]
        counted = dict(tuple(map(int, w.split(":"))) for w in words[3:])
        names, counts, at = [], [], 0
        while at < len(code):
            ran = counted.get(at, 0)
            names.append(running_name(forms, code, at, pool, descriptor) if ran else "nothing")
            counts.append(ran)
            at += length_at(forms, code, at)
        methods.append((names, counts))
    return methods


# ---- what forms would do ----
def dispatches(forms, fused, names, counts):
    """How many handlers run: an instruction that is branched to starts one, and so does what stands behind a handler's last part."""
    landed, total = [0] * (len(names) + LONGEST + 1), 0
    for at, name in enumerate(names):
        if at == 0 or forms.ends(names[at - 1]):
            here = counts[at]
        else:
            here = landed[at] + max(0, counts[at] - counts[at - 1])
        parts = next((n for n in range(LONGEST, 1, -1) if tuple(names[at:at + n]) in fused), 1)
        landed[at + parts] += here
        total += here
    return total


class Programs:
    """The methods of all programs, counts scaled so that each program has a million."""

    def __init__(self, forms, programs):
        self.forms, self.methods, self.where = forms, [], collections.defaultdict(set)
        for methods in programs:
            scale = 1e6 / max(1, sum(sum(counts) for _, counts in methods))
            self.methods += [(names, [c * scale for c in counts]) for names, counts in methods if sum(counts)]
        for i, (names, _) in enumerate(self.methods):
            for pair in zip(names, names[1:]):
                self.where[pair].add(i)
        self.base = [dispatches(forms, forms.fused, names, counts) for names, counts in self.methods]
        self.total = sum(self.base)
        self.instructions = sum(sum(counts) for _, counts in self.methods)

    def change(self, parts, fused):
        """Dispatches less than with the forms that there are, in a thousand."""
        touched = set.intersection(*(self.where[pair] for pair in zip(parts, parts[1:])))
        saved = sum(self.base[i] - dispatches(self.forms, fused, *self.methods[i]) for i in touched)
        return round(1000 * saved / self.total, 2) + 0.0 if self.total else 0

    def sequences(self):
        """Candidates: {parts: how many dispatches they could save at most}."""
        found = collections.Counter()
        for names, counts in self.methods:
            for at in range(len(names) - 1):
                for n in range(2, LONGEST + 1):
                    parts = tuple(names[at:at + n])
                    if len(parts) < n or not counts[at] or not all(map(self.forms.may_join, parts)) or any(map(self.forms.ends, parts[:-1])):
                        break
                    found[parts] += counts[at] * (n - 1)
        return found


def rank(programs, top):
    """(forms that there are, forms that there are not), each [(per mille, parts)], the most useful first."""
    fused = programs.forms.fused
    present = [(0.0 - programs.change(parts, {k: v for k, v in fused.items() if k != parts}), parts) for parts in fused]
    wanted = [parts for parts, _ in programs.sequences().most_common(4 * top + len(fused)) if parts not in fused]
    absent = [(programs.change(parts, {**fused, parts: ""}), parts) for parts in wanted[:4 * top]]
    return sorted(present, reverse=True), sorted(absent, reverse=True)[:top]


def report(programs, present, absent):
    yield f"{programs.instructions:.0f} instructions, {programs.total:.0f} dispatches"
    yield "\nforms that there are, and how many dispatches in a thousand more there would be without each:"
    yield from (f"{won:8.2f}  {' '.join(parts)}" for won, parts in present)
    yield "\nforms that there are not, and how many less there would be with each:"
    yield from (f"{won:8.2f}  {' '.join(parts)}" for won, parts in absent)
    yield "\nchanges that would pay, each by itself:"
    for (won, parts), (lost, old) in zip(absent, reversed(present)):
        if won > lost:
            yield f"{won - lost:8.2f}  {' '.join(parts)}  in place of  {' '.join(old)}"


# ---- running ----
def count(build, program, steps, folder):
    out = os.path.join(folder, "steps")
    agent = f"-agentpath:{os.path.join(build, 'agents', 'libsteps.so')}={out},{steps}"
    run = subprocess.run([os.path.join(build, "bin", "argus"), agent, *program.split()], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode or not os.path.exists(out):
        sys.exit(f"fusion: {program}: exit code {run.returncode}: {run.stderr.strip()[-400:]}")
    with open(out, encoding="utf-8") as f:
        lines = f.read().splitlines()
    os.remove(out)
    return lines


def kernels(folder):
    sources = os.path.join(ROOT, "bench", "kernels")
    subprocess.run(["javac", "-d", folder, *(os.path.join(sources, f) for f in sorted(os.listdir(sources)) if f.endswith(".java"))], check=True)
    with open(os.path.join(sources, "Bench.java"), encoding="utf-8") as f:
        names = re.findall(r'^\s*add\("(\w+)"', f.read(), re.M)
    return [f"-cp {folder} Bench --reps 1 --warm-ms 0 {name}" for name in names]


def main():
    parser = argparse.ArgumentParser(prog="x fusion", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="*")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--steps", type=int, default=20_000_000, help="instructions counted of each program")
    parser.add_argument("--top", type=int, default=15, help="how many new forms to show")
    arguments = parser.parse_args()
    forms = Forms(bytecode_model.read())
    with tempfile.TemporaryDirectory() as folder:
        wanted = arguments.program or kernels(folder)
        counted = [read_counts(forms, count(os.path.abspath(arguments.build), p, arguments.steps, folder)) for p in wanted]
    programs = Programs(forms, counted)
    for line in report(programs, *rank(programs, arguments.top)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
