#!/usr/bin/env python3
"""Cuts each function of the compiler's assembler text for stencils in two: what runs as a rule, which ends with the jump to the next stencil, and the rest,
in a section of its own, which is laid far from it.

    split_stencils.py IN.s --out OUT.s

The cut is behind the first jump to hole_next, or where there is none (calls, returns) behind the first jump to an address. Where the compiler jumps there only on a condition, the last of these before the first call is turned round, so
that what runs as a rule falls through. docs/stencils.md.
"""
import argparse
import re
import sys

NEXT = re.compile(r"\tjmp\thole_next\b")
MAYBE = re.compile(r"\tj(\w+)\thole_next\b")
BY_ADDRESS = re.compile(r"\tjmpq\t\*")
JUMP = re.compile(r"\tjmp\t")
OPPOSITE = {"e": "ne", "a": "be", "ae": "b", "g": "le", "ge": "l", "s": "ns", "o": "no", "p": "np"}
OPPOSITE.update({b: a for a, b in list(OPPOSITE.items())})
FUNCTION = re.compile(r"(stencil_\w+):")


class SplitError(Exception):
    pass


def is_code(line):
    return line.startswith("\t") and not line.startswith(("\t.", "\t#")) and line.strip()


def opposite(condition, line):
    if condition not in OPPOSITE:
        raise SplitError(f"{line.strip()}: the opposite of this condition is not known")
    return OPPOSITE[condition]


def with_a_last_jump(name, lines):
    """The lines, with a jump to hole_next where the usual way ends, if it had only conditional ones."""
    if any(NEXT.match(line) for line in lines):
        return lines
    maybe = [i for i, line in enumerate(lines) if MAYBE.match(line)]
    calls = [i for i, line in enumerate(lines) if "\tcall" in line]
    maybe = [i for i in maybe if not calls or i < calls[0]]
    if not maybe:
        return lines
    at = maybe[-1]
    condition = opposite(MAYBE.match(lines[at])[1], lines[at])
    code = [i for i, line in enumerate(lines) if i > at and is_code(line)]
    if code and JUMP.match(lines[code[0]]):  # to where it goes otherwise: at once
        target = lines[code[0]].split("\t")[2].split()[0]
        return lines[:at] + [f"\tj{condition}\t{target}", "\tjmp\thole_next"] + lines[at + 1:code[0]] + lines[code[0] + 1:]
    return lines[:at] + [f"\tj{condition}\t.Lrest_{name}", "\tjmp\thole_next", f".Lrest_{name}:"] + lines[at + 1:]


def split_function(name, lines):
    lines = with_a_last_jump(name, lines)
    last = NEXT if any(NEXT.match(line) for line in lines) else BY_ADDRESS
    cut = next((i + 1 for i, line in enumerate(lines) if last.match(line)), len(lines))
    if not any(is_code(line) for line in lines[cut:]):
        return lines
    return lines[:cut] + [f'\t.section\t.text.rest.stencil_{name},"ax",@progbits'] + lines[cut:] + [f'\t.section\t.text.stencil_{name},"ax",@progbits']


def split(text):
    out, lines = [], iter(text.splitlines())
    for line in lines:
        out.append(line)
        m = FUNCTION.match(line)
        if not m:
            continue
        body = []
        for line in lines:
            if line.startswith(".Lfunc_end"):
                break
            body.append(line)
        else:
            raise SplitError(f"{m[1]} has no end")
        out += split_function(m[1][len("stencil_"):], body) + [line]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("text")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    try:
        with open(arguments.text, encoding="utf-8") as f:
            text = split(f.read())
        with open(arguments.out, "w", encoding="utf-8") as f:
            f.write(text)
    except (OSError, SplitError) as e:
        print(f"{arguments.text}: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
