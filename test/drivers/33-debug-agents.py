#!/usr/bin/env python3
"""Agents of test/jvmti on the debug build, where every contract that the code states is asserted (src/base/contract.h).

Chosen for what they reach: every kind of event, heap walks, redefinition, suspension, misuse. `./x stress agents` runs all of them.
"""
# Runs beside other drivers, about 95 s.
import argparse
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

AGENTS = ["AllEvents", "BreakpointVersions", "ClassFileLoadHook", "ClassUnload", "CodeEvents", "EntryChecks", "EventOrder", "FieldWatchReach", "FrameControl", "HeapEvents", "HeapTags",
          "HeapWalks", "LateCapabilities", "MonitorEvents", "NativeMethodPrefix", "RawMonitors", "RedefineClasses", "RetransformInside", "Suspension", "ThreadEvents", "VMObjectAlloc"]

if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        sys.exit(0)
    sys.exit(variants.run_agents("debug-jvmti", "debug", args.filter, AGENTS))
