#!/usr/bin/env python3
"""Programs of test/java on the debug build, where every contract that the code states is asserted (src/base/contract.h).

Chosen for what they reach: all states of a thread, stops of the world, loading and unloading, reflection, native memory. `./x stress debug` runs all programs.
"""
# Runs beside other drivers, about 12 s.
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

PROGRAMS = ["ClassUnloading", "CollectionsStress", "ExceptionTraces", "ExecutorsAndFutures", "FinalizersAndCleaners", "GcAndThreads", "InitErrors", "LambdasAndIndy", "LocksOfTheYoung", "ManagementBeans",
            "MethodHandlesAll", "MonitorsAll", "OutOfMemory", "ParallelLoading", "ParkAndLocks", "ReferenceKinds", "ReflectCalls", "SafepointsAndLoops", "ThreadsBasic", "UnsafeAndBuffers"]

if __name__ == "__main__":
    sys.exit(variants.driver(__doc__, "debug", "debug", ["--timeout", "180"], PROGRAMS))
