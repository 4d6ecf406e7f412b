#!/usr/bin/env python3
"""Programs of test/java while every collection moves all objects that nothing pins, often at first, with the heap verified around each.

Old places are overwritten, so a reference that did not follow its object shows. `./x stress moving` runs all programs.
"""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

PROGRAMS = ["ClassUnloading", "CollectionsStress", "DeadVariables", "ExceptionTraces", "FinalizersAndCleaners", "GcAndThreads", "HashesAndHeapQueries", "HeapLimits", "IndySites", "LambdasAndIndy",
            "ManagementBeans", "MethodHandlesAll", "MonitorsAll", "OutOfMemory", "ParkAndLocks", "ProxyAndGenerics", "ReferenceKinds", "ReflectCalls", "SerializationAll",
            "StackWalkers", "StringsBasic", "ThreadsBasic", "UnsafeAndBuffers", "VarHandlesAll"]

if __name__ == "__main__":
    sys.exit(variants.driver(__doc__, "moving", "debug", ["--gcstress", "20", "--jvm-arg=-XX:GCStressBackoff=60", "--jvm-arg=-XX:+GCStressMoving"], PROGRAMS))
