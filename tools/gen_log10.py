#!/usr/bin/env python3
"""Writes the constants of src/jdk/log10.c.

    gen_log10.py --outputs        names of the files it writes
    gen_log10.py --out DIR        writes them

The numbers m from 1 to 2 are cut into CELLS. Each has a reciprocal of few bits, so that m times it is close to 1, and minus its logarithm.
Above the root of 2 a number is taken for half of it with a larger exponent: then nothing cancels near 1.
"""
import argparse
import os
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

OUTPUT = "log10_table.h"
CELLS, BITS = 512, 11  # BITS: of a reciprocal
STEP = 43  # an upper part is a multiple of 2^-STEP, so sums with multiples of the logarithm of 2 are exact
getcontext().prec = 60


def parts(x, step):
    """(upper, lower) part of a Decimal: a multiple of 2^-step, and the rest."""
    upper = Decimal(int((x * 2**step).to_integral_value())) / 2**step
    return float(upper).hex(), float(x - upper).hex()


def reciprocal(i):
    if i in (0, CELLS - 1):
        return Fraction(1, 1 if i == 0 else 2)
    return Fraction(round(2**BITS / (1 + Fraction(2 * i + 1, 2 * CELLS))), 2**BITS)


def text():
    root = next(i for i in range(CELLS) if (1 + Fraction(i, CELLS)) ** 2 >= 2)
    two = Decimal(2).log10()
    lines = [f"enum {{ LOG10_CELL_BITS = {CELLS.bit_length() - 1}, LOG10_ROOT = {root} }};",
             "static const struct log10_cell {", "    double reciprocal, upper, lower;", f"}} log10_cells[{CELLS}] = {{"]
    for i in range(CELLS):
        by = reciprocal(i)
        assert max(abs((1 + Fraction(i + k, CELLS)) * by - 1) for k in (0, 1)) <= Fraction(1, 512)
        value = -(Decimal(by.numerator) / Decimal(by.denominator)).log10() - (two if i >= root else 0)
        lines.append("    { %s, %s, %s }," % (float(by).hex(), *parts(value, STEP)))
    e = 1 / Decimal(10).ln()
    names = {"LOG10_TWO": parts(two, STEP), "LOG10_E": parts(e, 28)}
    lines.append("};")
    for name, (upper, lower) in names.items():
        lines.append(f"#define {name}_UPPER {upper}\n#define {name}_LOWER {lower}")
    lines += [f"#define LOG10_E_{n} {float(e / n).hex()}" for n in range(1, 8)]
    return "/* Written by tools/gen_log10.py. Do not edit. */\n" + "\n".join(lines) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--outputs", action="store_true")
    p.add_argument("--out")
    args = p.parse_args()
    if args.outputs:
        print(OUTPUT)
        return 0
    with open(os.path.join(args.out, OUTPUT), "w", encoding="utf-8") as f:
        f.write(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
