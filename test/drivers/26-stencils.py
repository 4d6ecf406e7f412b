#!/usr/bin/env python3
"""All programs of test/java with each method as stencil code from its first call, and all with none (docs/stencils.md), compared with HotSpot as in driver 20.

Left out is ModuleProperties, which prints the options that the VM was given.
"""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

TIERS = {"stencils": ["--jvm-arg=-XX:ArgusStencilThreshold=1"], "interpreter": ["--jvm-arg=-XX:-ArgusStencils"]}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    code = 0
    for tier, options in TIERS.items():
        filter = f"(?!{tier}/ModuleProperties)^(?=.*(?:{args.filter}))"
        code |= subprocess.run([sys.executable, "-B", variants.JAVA, "--build", args.build, "--prefix", tier, "--filter", filter, *options], cwd=ROOT).returncode
    return code


if __name__ == "__main__":
    sys.exit(main())
