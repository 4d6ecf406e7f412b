#!/usr/bin/env python3
"""A few hundred random methods, in Java and in bytecode, on the interpreter, on stencils and with the optimizer, each against HotSpot (test/generate/); `./x stress methods` runs a hundred
thousand of both."""
# Runs beside other drivers, about 20 s.
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

KINDS = {"java": ["--programs", "1", "--methods", "150"], "bytecode": ["--programs", "1", "--methods", "300", "--rounds", "150"]}


def run_kind(build, kind):
    r = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "test", "generate", "compare_tiers.py"), "--build", build, "--kind", kind, *KINDS[kind]],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = r.stdout.strip()[-3000:].replace("\n", "\n     ")  # its own lines begin with FAIL too
    print(f"FAIL methods/{kind}: {said}" if r.returncode else f"PASS methods/{kind}", flush=True)
    return r.returncode == 0


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    kinds = [k for k in KINDS if re.search(args.filter, "methods/" + k) and not variants.is_variant(args.build)]
    passed = sum(run_kind(args.build, k) for k in kinds)
    print(f"{passed} passed, {len(kinds) - passed} failed")
    return 0 if passed == len(kinds) else 1


if __name__ == "__main__":
    sys.exit(main())
