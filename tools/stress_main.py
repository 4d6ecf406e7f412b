"""stress_main: `./x stress [PART...]`, the long runs behind the short ones of `./x test` (drivers 21 and 22).

    gcstress   all programs, a collection at every allocation until 2000 have been made, then at every second, fourth, …
    every      chosen small programs, a collection at every single allocation to the end
    moving     all programs, every collection moves all objects that nothing pins
    asan       all programs with AddressSanitizer, each with frequent collections
    tsan       programs with many threads under ThreadSanitizer
    stencils   all programs with each method as stencil code from its first call (driver 26)
    interpreter  all programs without compilers
    graphs     all programs, methods compiled after a few calls, each graph verified after each pass (driver 27)
    beside     all programs, methods compiled after a few calls by a thread of its own (driver 27)
    leaving    all programs, methods compiled after a few calls, and left at every third check of their code
    debug      all programs on the debug build, where contracts are asserted
    agents     all agents of test/jvmti on it
    faults     every call of the system fails once, and all from it; of malloc the first from each place
               in the code (half an hour; all calls: driver 65 with --points 0, hours)
    methods    100,000 random methods in Java and 100,000 in bytecode on all tiers and on HotSpot
               (test/generate/compare_tiers.py; hours)
    litmus     what the memory model forbids, counted in compiled code (test/tools/litmus.py; a quarter of an hour)
    compile    all methods of all modules, linked and never run, by every compiler, on release, debug and asan
               (test/drivers/63-compile-all.py; an hour)
    jcstress   jcstress (test/programs/jcstress): its samples and our tests, on HotSpot and on Argus (half an hour)
    ends       the VM and threads end while agents are at work, 100 times on asan and on tsan (test/drivers/34-ending.py)
    probes     ten clients set, read and remove random probes in a compiler at work, on release, debug, asan and
               tsan (test/drivers/67-probe-storm.py; ten minutes)
    counts     what probes count in all programs and in 200 random ones, in every tier (test/drivers/70-probe-counts.py; an hour)
    rotation   the flight recorder begins a new chunk every 50 ms beside unloading and redefinition, on release, debug
               and gcstress (test/drivers/59-jfr.py --filter rotation; an hour)
    redefinition  programs of redefinition with each of the modes of the VM (driver 30; a quarter of an hour)
    histories  100,000 random histories of redefinitions in six modes, 2,000 each on debug and asan
               (test/tools/histories.py; hours)
    calls      MethodEntry and MethodExit of all programs, counted in every tier (test/drivers/69-every-call.py; half an hour)
    loaded     `./x test` beside four busy loops for each processor: finds faults that quiet machines do not show
               (an hour)
    oracles    HotSpot alone runs the tests of 20-java and 30-jvmti several times beside such loops and must answer
               alike: a test that it does not answer alike compares nothing (two hours)
    members    structs of src/ have no member that nobody reads (tools/check_members.py)
    soak       the multi-threaded programs again and again, with frequent collections (--rounds)
    release    all programs on the release build

Without PART: all of them. --minutes: each part again and again, for so long. Each part prints what a test driver prints; the last line sums up; exit 1 if anything failed.
"""
import argparse
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_members  # noqa: E402

SMALL = ["Hello", "IntArith", "LongArith", "FloatDoubleArith", "Conversions", "Switches", "WideLocals", "StackShapes", "CastChecks",
         "ArrayChecks", "FieldsLayout", "VirtualDispatch", "InterfaceDispatch", "TryFinally", "ClassInit", "Nestmates",
         "FinalizersAndCleaners", "InitErrors"]
THREADED = ["ThreadsBasic", "MonitorsAll", "ParkAndLocks", "InitRace", "ParallelLoading", "ExecutorsAndFutures", "SafepointsAndLoops",
            "ReferenceKinds", "FinalizersAndCleaners", "CollectionsStress", "GcAndThreads"]

# variant, words for the driver, tests
PARTS = {
    "gcstress": ("gcstress", ["--gcstress", "1", "--timeout", "120", "--jvm-arg=-XX:GCStressBackoff=2000"], None),
    "every": ("gcstress", ["--gcstress", "1", "--timeout", "240"], SMALL),
    "moving": ("gcstress", ["--gcstress", "5", "--timeout", "240", "--jvm-arg=-XX:GCStressBackoff=200", "--jvm-arg=-XX:+GCStressMoving"], None),
    "asan": ("asan", ["--gcstress", "1", "--timeout", "120", "--jvm-arg=-XX:GCStressBackoff=200"], None),
    "tsan": ("tsan", ["--timeout", "600"], THREADED),
    "stencils": ("release", ["--timeout", "120", "--jvm-arg=-XX:ArgusStencilThreshold=1", "--jvm-arg=-XX:-ArgusOptimizer"], None),
    "interpreter": ("release", ["--timeout", "120", "--jvm-arg=-XX:-ArgusStencils"], None),
    "graphs": ("release", ["--timeout", "240", "--jvm-arg=-XX:ArgusStencilThreshold=2", "--jvm-arg=-XX:ArgusProfileEnough=2", "--jvm-arg=-XX:-BackgroundCompilation",
                           "--jvm-arg=-XX:+ArgusVerifyGraphs"], None),
    "beside": ("release", ["--timeout", "120", "--jvm-arg=-XX:ArgusStencilThreshold=2", "--jvm-arg=-XX:ArgusProfileEnough=2"], None),
    "leaving": ("release", ["--timeout", "240", "--jvm-arg=-XX:ArgusStencilThreshold=2", "--jvm-arg=-XX:ArgusProfileEnough=2", "--jvm-arg=-XX:-BackgroundCompilation",
                            "--jvm-arg=-XX:ArgusLeaveEvery=3"], None),
    "debug": ("debug", ["--timeout", "180"], None),
    "agents": ("debug", [], None),
    "faults": (None, ["--points", "places"], None),
    "methods": (None, ["--programs", "400", "--methods", "250", "--rounds", "150"], ["java", "bytecode"]),
    "litmus": (None, ["--seconds", "10"], None),
    "compile": (None, ["--modules", "java.base", "java.desktop", "jdk.compiler", "others", "--variants", "release", "debug", "asan", "--timeout", "7200"], None),
    "jcstress": (None, ["--long", "--timeout", "3000", "jcstress", "--", "-XX:ArgusStencilThreshold=150", "-XX:ArgusProfileEnough=500"], None),
    "ends": (None, ["--rounds", "100"], None),
    "probes": (None, ["--seconds", "150", "--clients", "10", "--variants", "release", "debug", "asan", "tsan"], None),
    "counts": (None, ["--all"], None),
    "rotation": (None, ["--filter", "rotation", "--seconds", "1200"], ["release", "debug", "gcstress"]),
    "histories": (None, ["--variants"], {"release": 100000, "debug": 2000, "asan": 2000}),
    "redefinition": (None, [], None),
    "calls": (None, ["--all"], None),
    "loaded": (None, [], None),
    "oracles": (None, [], None),
    "members": (None, [], None),
    "soak": ("debug", ["--gcstress", "50", "--timeout", "120"], THREADED),
    "release": ("release", ["--timeout", "120"], None),
}


REDEFINED = ["MembersComeAndGo", "StaticsComeAndGo", "FieldsComeAndGo", "FieldsGrow", "TypesChange", "EnumsChange", "SupertypesChange", "KeptOffsets",
             "UsersOfMembers", "BootClassesChange"]
SOON = ["-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=2"]
STRESS = ["-XX:GCStress=3000", "-XX:GCStressBackoff=40", "-XX:+VerifyHeap"]
MODES = [["-Xint"], ["-XX:TieredStopAtLevel=1", "-XX:ArgusStencilThreshold=1"], [*SOON, "-Xbatch"],
         [*SOON, "-XX:+BackgroundCompilation"], ["-Xcheck:jvmti"], ["-XX:-Generational", "-XX:+VerifyHeap"], STRESS, [*STRESS, "-XX:+GCStressMoving"],
         ["-XX:+ArgusConcurrentMarking", "-XX:+GCStressConcurrent", *STRESS], ["-XX:ArgusRedefinitionRoom=0", "-XX:+VerifyHeap"]]


def redefinition_commands():
    driver = [sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "30-jvmti.py"), "--plain", "--filter", f"^jvmti/({'|'.join(REDEFINED)})$"]
    return [driver + [f"--jvm-arg={option}" for option in mode] for mode in MODES]


def java_command(name, variant, words, only):
    """The Java programs on a variant, as the drivers 21 and 22 run them."""
    code = f"import sys; sys.path.insert(0, {os.path.join(ROOT, 'test', 'tools')!r}); import variants; " \
           f"sys.exit(variants.run_java({name!r}, {variant!r}, {words!r}, only={only!r}))"
    return [sys.executable, "-B", "-c", code]


def run_members():
    faults = list(check_members.faults(ROOT, [os.path.join(ROOT, "build")], os.cpu_count()))
    for fault in faults:
        print(f"FAIL stress/members: {fault}", flush=True)
    return (0, len(faults)) if faults else (1, 0)


def agents_command(variant):
    code = f"import sys; sys.path.insert(0, {os.path.join(ROOT, 'test', 'tools')!r}); import variants; sys.exit(variants.run_agents('agents', {variant!r}))"
    return [sys.executable, "-B", "-c", code]


def part_commands(name, words):
    """The commands of a part, each with the lines of a driver."""
    variant, options, only = PARTS[name]
    if name == "faults":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "65-faults.py"), *options, *words]]
    if name == "methods":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "generate", "compare_tiers.py"), "--kind", kind, *options] for kind in only]
    if name == "compile":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "63-compile-all.py"), *options]]
    if name == "litmus":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "tools", "litmus.py"), *options]]
    if name == "probes":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "67-probe-storm.py"), *options]]
    if name == "counts":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "70-probe-counts.py"), *options]]
    if name == "rotation":
        driver = os.path.join(ROOT, "test", "drivers", "59-jfr.py")
        return [["bash", "-c", './x build "$0" >&2 && exec "$@"', v, sys.executable, "-B", driver, "--build", os.path.join(ROOT, "build", "" if v == "release" else v), *options] for v in only]
    if name == "histories":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "tools", "histories.py"), "--count", str(n), *options, v] for v, n in only.items()]
    if name == "redefinition":
        return redefinition_commands()
    if name == "calls":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "69-every-call.py"), *options]]
    if name in ("loaded", "oracles"):
        drivers = [("20-java.py", "--oracle-only", ""), ("30-jvmti.py", "--oracle-only", "3")]
        runs = ["./x test"] if name == "loaded" else [f"python3 -B test/drivers/{driver} {option} {value}".strip() for driver, option, value in drivers]
        loops = 'trap "kill \\$(jobs -p)" EXIT; for i in $(seq "$0"); do while :; do :; done & done; '
        return [["bash", "-c", loops + run, str(4 * os.cpu_count())] for run in runs]
    if name == "ends":
        return [[sys.executable, "-B", os.path.join(ROOT, "test", "drivers", "34-ending.py"), *options]]
    if name == "jcstress":
        return [[sys.executable, "-B", os.path.join(ROOT, "tools", "programs_main.py"), *options]]
    if name == "agents":
        return [agents_command(variant)]
    return [java_command(name, variant, options + words, only)]


def repeated(commands, rounds, minutes):
    """All commands, so many rounds; or round after round as long as there is time."""
    end = time.monotonic() + 60 * minutes
    while True:
        for _ in range(rounds):
            yield from commands
        if time.monotonic() >= end:
            return


def run_part(name, words, rounds, minutes):
    """Counts (passed, failed) of a part; its failures are printed as they come."""
    if name == "members":
        return run_members()
    passed = failed = 0
    for command in repeated(part_commands(name, words), 1 if minutes or name != "soak" else rounds, minutes):
        p = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace", cwd=ROOT)
        summary = None
        for line in p.stdout:
            match = re.match(r"(\d+) passed, (\d+) failed$", line)
            if match:
                summary = match
            elif not line.startswith("PASS"):
                print(line, end="", flush=True)
        if p.wait() not in (0, 1) or not summary:
            print(f"FAIL {name}: the driver ended with exit code {p.returncode}", flush=True)
            failed += 1
        else:
            passed, failed = passed + int(summary[1]), failed + int(summary[2])
    print(f"-- {name}: {passed} passed, {failed} failed", flush=True)
    return passed, failed


def main():
    p = argparse.ArgumentParser(prog="x stress", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("part", nargs="*", help=", ".join(PARTS) + "; default: all")
    p.add_argument("--rounds", type=int, default=20, help="of the soak")
    p.add_argument("--minutes", type=float, default=0, help="how long each part goes on, at least; whole rounds of it")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    args = p.parse_args()
    for name in args.part:
        if name not in PARTS:
            p.error(f"no part {name}")
    results = [run_part(name, ["--jobs", str(args.jobs)], args.rounds, args.minutes) for name in args.part or PARTS]
    passed, failed = sum(r[0] for r in results), sum(r[1] for r in results)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
