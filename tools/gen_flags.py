#!/usr/bin/env python3
"""Writes the table of HotSpot's -XX flag names from spec/vm_flags.tsv, sorted by name, for model/options.c."""
import os
import sys


def main():
    if "--outputs" in sys.argv:
        print("vm_flags.inc")
        return 0
    out = sys.argv[sys.argv.index("--out") + 1]
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    kinds = {"bool": "FLAG_BOOL", "ccstr": "FLAG_STRING", "ccstrlist": "FLAG_STRING", "double": "FLAG_DOUBLE", "size_t": "FLAG_SIZE"}
    rows = []
    with open(os.path.join(root, "spec", "vm_flags.tsv")) as f:
        next(f)
        for line in f:
            name, kind, group, _default = line.rstrip("\n").split("\t")
            rows.append((name, kinds.get(kind, "FLAG_INT"), group))
    text = "/* Written by tools/gen_flags.py from spec/vm_flags.tsv. */\n"
    for name, kind, group in sorted(rows):
        text += '{ "%s", %s, GROUP_%s },\n' % (name, kind, group)
    with open(os.path.join(out, "vm_flags.inc"), "w") as f:
        f.write(text)
    return 0


sys.exit(main())
