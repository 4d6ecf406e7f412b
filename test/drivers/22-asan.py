#!/usr/bin/env python3
"""The programs of test/java on the build with AddressSanitizer and UndefinedBehaviorSanitizer: any report is a failure.

A run without a filter takes half of them; driver 21 takes the others. `./x stress asan` takes all.

Leaks are not looked for: a VM keeps its tables, its classes and the stacks of daemon threads to the end of the process.
"""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

if __name__ == "__main__":
    sys.exit(variants.driver(__doc__, "asan", "asan", ["--timeout", "180"], part=(0, 2)))
