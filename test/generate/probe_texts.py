"""Random texts of probes: of all kinds of places in the classes of a program, and with the values of the methods that java_methods.py writes.

What they count is the same however the program runs: no time, no thread, no identity.
"""
import random
import re

MAPS, RULES, PLACES = 32, 64, 16  # of a text, of a text, of a rule
SIGNATURE = re.compile(r"    static (?:synchronized )?(\S+) (m\d+)\((.*)\) \{$")
WHOLE = ("int", "long", "byte", "short", "char", "boolean")
STATICS = {"si": "int", "sj": "long", "sf": "float", "sd": "double", "sz": "boolean", "sb": "byte", "ss": "short", "sc": "char", "sl": "A", "sv": "int"}
FIELDS = {"i": "int", "j": "long", "f": "float", "d": "double", "z": "boolean", "b": "byte", "s": "short", "c": "char", "next": "A", "ai": "int[]"}


def rules(places, name, most, action):
    """Rules of PLACES places each, at most `most` of them; each counts in a map of its own."""
    for n in range(min(most, (len(places) + PLACES - 1) // PLACES)):
        yield f"{', '.join(places[n * PLACES:(n + 1) * PLACES])} {{ {action.replace('@', f'@{name}{n}')} }}"


def at_methods(classes, lines, rnd):
    """Entries, returns and exits of all methods of the classes, which are patterns, and lines."""
    text = [f"{', '.join(f'later method:{c}.*:{how}' for c in classes)} {{ @{how}[method] = count() }}" for how in ("entry", "return", "throw")]
    some = [f"later line:{c}:{n}" for c in classes for n in lines]
    return text + list(rules(rnd.sample(some, min(len(some), 28 * PLACES)), "l", 28, "@[method] = count()"))


def at_code(classes, lines, rnd):
    """Accesses of fields, and instructions: all of the first ones, or some of them."""
    text = [f"{', '.join(f'later field:{c}.*:{how}' for c in classes)} {{ @{how}[method] = count() }}" for how in ("read", "write")]
    step = rnd.choice((1, 1, 2, 3, 5))
    return text + list(rules([f"later bci:{c}.*:{n}" for n in range(rnd.randrange(step), 448 * step, step) for c in classes], "b", 28, "@[method] = count()"))


def of_values(classes, lines, rnd):
    """Arguments, results and variables of whatever type they have."""
    every = {how: ", ".join(f"later method:{c}.*:{how}" for c in classes) for how in ("entry", "return", "throw")}
    text = [f"{every['entry']} {{ @a{n}[method] = sum(arg{n}); @h{n} = hist(arg{n}) }}" for n in range(3)]
    text.append(f"{every['return']} {{ @r[method] = sum(retval); @rh = hist(retval); @least = min(retval); @most = max(retval) }}")
    text.append(f"{every['return']} /retval > 3/ {{ @large[method] = count() }}")
    text.append(f"{every['throw']} {{ @ex[class(ex)] = count() }}")
    for n in range(8):
        at = ", ".join(f"later bci:{c}.*:{rnd.randrange(60)}" for c in classes for _ in range(max(1, 4 // len(classes))))
        text.append(f"{at} {{ @v{n}[method] = sum(local({rnd.randrange(6)})); @k{n}[local({rnd.randrange(6)}) & 7] = count() }}")
    return text


def of_exceptions(classes, lines, rnd):
    """Exceptions that are thrown and caught, with entries and exits."""
    return [f"{', '.join(f'later method:{c}.*:{how}' for c in classes)} {{ @{how}[method] = count() }}" for how in ("entry", "return", "throw")] \
        + ["throw:* { @thrown[class(ex)] = count() }", "catch:* { @caught[class(ex), method] = count() }"]


KINDS = {"methods": at_methods, "code": at_code, "values": of_values, "exceptions": of_exceptions}


class Values:
    """Expressions over what a place has: (text, type), the type being that of Java."""

    def __init__(self, rnd, there):
        self.rnd, self.there = rnd, list(there)
        for text, kind in there:
            if kind == "A":
                self.there += [(f"{text}.{f}", k) for f, k in rnd.sample(sorted(FIELDS.items()), 3)]
                self.there += [(f"{text}.next.{f}", k) for f, k in rnd.sample(sorted(FIELDS.items()), 1)]
            if kind.endswith("[]"):
                self.there += [(f"{text}.length", "int"), (f"{text}[{rnd.randrange(5)}]", kind[:-2])]

    def some(self, kinds):
        found = [t for t, k in self.there if k in kinds]
        return self.rnd.choice(found) if found else None

    def whole(self, depth=2):
        r = self.rnd
        value = self.some(WHOLE)
        if not depth or value is None or r.random() < 0.4:
            return value if value is not None and r.random() < 0.8 else str(r.choice((0, 1, -1, 3, 7, 100, 65536, 1 << 40)))
        how = r.random()
        if how < 0.2:
            return f"({self.condition(depth - 1)})"
        if how < 0.3:
            return f"({self.whole(depth - 1)} {r.choice(('/', '%'))} {r.choice((1, -1, 2, 3, 7, 1000))})"
        if how < 0.4:
            return f"{r.choice(('-', '~', '!'))}{self.whole(0)}".replace("--", "- -")
        return f"({self.whole(depth - 1)} {r.choice(('+', '-', '*', '&', '|', '^', '<<', '>>', '>>>'))} {self.whole(depth - 1)})"

    def real(self, depth=2):
        r = self.rnd
        value = self.some(("float", "double"))
        if not depth or value is None or r.random() < 0.4:
            return value if value is not None and r.random() < 0.8 else r.choice(("0.5", "-2.5", "1.0", "123456789012.5", "0.001"))
        if r.random() < 0.1:
            return f"-{self.real(0)}".replace("--", "- -")
        other = self.real(depth - 1) if r.random() < 0.7 else self.whole(depth - 1)
        both = [self.real(depth - 1), other]
        r.shuffle(both)
        return f"({both[0]} {r.choice('+-*/')} {both[1]})"

    def number(self):
        return self.real() if self.some(("float", "double")) and self.rnd.random() < 0.5 else self.whole()

    def condition(self, depth=2):
        r = self.rnd
        how = r.random()
        of = self.some(("A", "String", "int[]"))
        if of and how < 0.2:
            return f"{of} {r.choice(('==', '!='))} {r.choice(('null', self.some(('A',)) or 'null'))}"
        if depth and how < 0.4:
            return f"({self.condition(depth - 1)}) {r.choice(('&&', '||'))} ({self.condition(depth - 1)})"
        compare = r.choice(("<", "<=", ">", ">=", "==", "!="))
        if self.some(("float", "double")) and r.random() < 0.5:
            return f"{self.real(depth and depth - 1)} {compare} {self.real(0) if r.random() < 0.7 else self.whole(0)}"
        return f"{self.whole(depth and depth - 1)} {compare} {self.whole(0)}"

    def key(self):
        r = self.rnd
        how = r.random()
        of = self.some(("A",))
        if of and how < 0.3:
            return f"class({of})"
        return "method" if how < 0.4 else "class" if how < 0.45 else f"{self.whole(0)} & 15"

    def action(self, name):
        r = self.rnd
        keys = ", ".join(self.key() for _ in range(r.choice((0, 0, 0, 1, 1, 2, 3))))
        what = r.choice(("count()", "sum({})", "sum({})", "min({})", "max({})", "avg({})", "hist({})", "lhist({}, -4, 100, 9)"))
        return f"@{name}{keys and f'[{keys}]'} = {what.format(self.number())}"


def of_program(name, source, seed):
    """A text for the program that java_methods.py has written as class `name`."""
    rnd = random.Random(seed)
    lines = source.splitlines()
    methods = [m.groups() for m in map(SIGNATURE.match, lines) if m]
    text, maps = [], 0
    while len(text) < RULES - 4 and maps < MAPS - 8:
        kind, method, params = rnd.choice(methods)
        named = [p.rsplit(" ", 1) for p in params.split(", ")] if params else []
        how = rnd.random()
        if how < 0.3:
            place, there = f"method:{name}.{method}:entry", [(f"arg{i}", p[0]) for i, p in enumerate(named)]
        elif how < 0.55:
            place, there = f"method:{name}.{method}:return", [("retval", kind)]
        elif how < 0.65:
            where = rnd.choice(("entry", "return", "throw"))
            place, there = f"later method:{name}*.{rnd.choice(('m*', '*', 'op', 'v*', '*5'))}:{where}", []
        elif how < 0.8:
            at = f"later bci:{name}*.{rnd.choice((method, 'v*', 'op', method + '*'))}:{rnd.randrange(60)}"
            place, there = at, [(f"local({n})", k) for n in range(3) for k in ("int", "double", "A")]
        elif how < 0.9:
            of = rnd.choice((STATICS, FIELDS))
            field = rnd.choice(sorted(of))
            place = f"field:{name}{'' if of is STATICS else '$A'}.{field}:{rnd.choice(('read', 'write'))}"
            there = [("value", of[field])] + ([("obj", "A")] if of is FIELDS else [])
        else:
            at = next(n for n, x in enumerate(lines) if f" {method}({params})" in x)
            place, there = f"later line:{name}:{at + 1 + rnd.randrange(8)}", [(f'local("{p[1]}")', p[0]) for p in named]
        v = Values(rnd, there)
        actions = [v.action(f"m{maps + i}") for i in range(rnd.choice((1, 1, 2)))]
        maps += len(actions)
        text.append(f"{place} {f'/{v.condition()}/ ' if rnd.random() < 0.4 else ''}{{ {'; '.join(actions)} }}")
    return text
