#!/usr/bin/env python3
"""All programs of test/java with methods compiled by the optimizer after a few calls (docs/optimizer.md), compared with HotSpot as in driver 20: by the thread that
counted, at once, and by a thread of its own while the program goes on (docs/tiers.md). The second way makes the same graphs: a run without a filter takes one program
in three for it, `./x stress beside` takes all."""
import argparse
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

OPTIONS = ["--jvm-arg=-XX:ArgusStencilThreshold=2", "--jvm-arg=-XX:ArgusProfileEnough=2"]

# The verifier looks at the graphs of one way: the other makes the same ones, on another thread.
WAYS = {"optimizer": ["--jvm-arg=-XX:-BackgroundCompilation", "--jvm-arg=-XX:+ArgusVerifyGraphs"], "beside": []}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    counts = [variants.run_counted(args.build, prefix, args.filter, OPTIONS + way + (variants.share(args.filter, 0, 3) if prefix == "beside" else []))
              for prefix, way in WAYS.items()]
    print(f"{sum(c[0] for c in counts)} passed, {sum(c[1] for c in counts)} failed")
    return 1 if any(c[1] for c in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
