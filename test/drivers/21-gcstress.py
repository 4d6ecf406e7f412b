#!/usr/bin/env python3
"""The programs of test/java with a collection at every allocation at first, then ever fewer, with the heap verified around each.

Debug assertions are on and dead objects are overwritten. A run without a filter takes half of the programs; driver 22 takes
the others. `./x stress gcstress` takes all, and keeps collecting more often for longer.
"""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

if __name__ == "__main__":
    sys.exit(variants.driver(__doc__, "gcstress", "debug", ["--gcstress", "1", "--jvm-arg=-XX:GCStressBackoff=40"], part=(1, 2)))
