#!/usr/bin/env python3
"""The programs of test/java with each method as stencil code from its first call, and with none (docs/stencils.md), compared with HotSpot as in driver 20;
some with a code cache that is full most of the time; what profiles say of a program, and what counts of probes cost. A run without a filter gives each program one of the two ways,
`./x stress stencils interpreter` both.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402

FIRST = "--jvm-arg=-XX:ArgusStencilThreshold=1"
ALONE = "--jvm-arg=-XX:-ArgusOptimizer"
TIERS = {"stencils": (".", [FIRST, ALONE]), "interpreter": (".", ["--jvm-arg=-XX:-ArgusStencils"]),
         "full-cache": ("(CollectionsStress|LambdasAndIndy|GcAndThreads|ExecutorsAndFutures|MethodHandlesAll|ParallelLoading|ExceptionTraces)$",
                        [FIRST, ALONE, "--jvm-arg=-XX:InitialCodeCacheSize=400k", "--jvm-arg=-XX:ReservedCodeCacheSize=400k", "--jvm-arg=-Xlog:codecache=error"])}
HALVES = {"stencils": 0, "interpreter": 1}


# What is seen of a loop of 100,000 turns, when it has run 5,000 times or a little more.
SOURCE = """
public class Profiled {
    interface Shape { int area(); }
    static class One implements Shape { public int area() { return 1; } }
    static class Two extends One { public int area() { return 2; } }
    static int sum(Object[] shapes) {
        int s = 0;
        for (int i = 0; i < 100000; i++) {
            Object o = shapes[i & 3];
            s += ((Shape) o).area();
            if (o instanceof Two) s += ((One) o).area();
        }
        return s;
    }
    public static void main(String[] args) { System.out.println(sum(new Object[] {new One(), new One(), new Two(), new One()})); }
}
"""
SEEN = {"the loop's end is not reached": r"if_icmpge taken 0, not taken 5\d{3}$", "a branch goes three ways out of four": r"ifeq taken 37\d\d, not taken 12\d\d$",
        "receivers of an interface call": r"invokeinterface Profiled\$One 37\d\d, Profiled\$Two 12\d\d, others 0$",
        "one receiver of a virtual call": r"invokevirtual Profiled\$Two 12\d\d, others 0$",
        "classes that were asked about": r"instanceof Profiled\$One 37\d\d, Profiled\$Two 12\d\d, others 0$"}
# The same, as code stays code where light probes count: at the loop's first line, and where a method returns. All that they count is there.
PROBED = ["-XX:ArgusProbes=line:Profiled:9 { @turns = count() } method:Profiled$One.area:return { @ones = sum(retval) }"]
RUNS = {"profile": ([], {}), "profile with probes": (PROBED, {"each turn": r"^@turns: 100000$", "each return": r"^@ones: 75000$"})}


# A method that is called all the time; prints the least time of many rounds, in nanoseconds a call.
CALLED = """
public class Called {
    static volatile int sink;
    static int turn(int n) { return n * 31 ^ n >> 3; }
    public static void main(String[] args) {
        double best = 1e9;
        for (int r = 0; r < 100; r++) {
            long began = System.nanoTime();
            int s = 0;
            for (int i = 0; i < 20000; i++) s += turn(i);
            sink = s;
            best = Math.min(best, (System.nanoTime() - began) / 20000.0);
        }
        System.out.println(best);
    }
}
"""
# What only counts is instructions: it costs a small part of what C does at the same place.
COUNTED = {"an instruction": ("bci:Called.turn:0 { @ = count() }", "bci:Called.turn:0 { @ = max(1) }", 5),
           "a return": ("method:Called.turn:return { @ = count() }", "method:Called.turn:return { @ = max(1) }", 2)}


def counts(build, wanted):
    """Compares costs of probes in stencils; returns (passed, failed)."""
    jdk, passed, failed = vmrun.find_jdk(), 0, 0
    names = [n for n in COUNTED if re.search(wanted, f"stencils/counts: {n}")]
    with tempfile.TemporaryDirectory() as scratch:
        with open(os.path.join(scratch, "Called.java"), "w", encoding="utf-8") as f:
            f.write(CALLED)
        if names:
            subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-d", scratch, f.name], check=True)

        def cost(*options):
            r = vmrun.run([os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + os.path.join(build, "argus"), "-XX:-ArgusOptimizer", "-XX:ArgusStencilThreshold=2", *options,
                           "-cp", scratch, "Called"], env=vmrun.clean_env(argus=True), timeout=60)
            return float(r.out)
        for name in names:
            count, by_c, least = COUNTED[name]
            none, counted, called = cost(), cost("-XX:ArgusProbes=" + count), cost("-XX:ArgusProbes=" + by_c)
            good = (counted - none) * least < called - none
            print(f"{'PASS' if good else 'FAIL'} stencils/counts: {name}" + ("" if good else f": {none:.1f} ns without, {counted:.1f} counted, {called:.1f} by C"))
            passed, failed = passed + good, failed + (not good)
    return passed, failed


def profiles(build, wanted):
    """Checks what -Xlog:jit+data says of a program; returns (passed, failed)."""
    jdk, passed, failed = vmrun.find_jdk(), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        with open(os.path.join(scratch, "Profiled.java"), "w", encoding="utf-8") as f:
            f.write(SOURCE)
        for run, (options, more) in RUNS.items():
            names = {f"stencils/{run}: {name}": text for name, text in {**SEEN, **more}.items() if re.search(wanted, f"stencils/{run}: {name}")}
            if not names:
                continue
            if not os.path.exists(os.path.join(scratch, "Profiled.class")):
                subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-d", scratch, f.name], check=True)
            r = vmrun.run([os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + os.path.join(build, "argus"), "-Xlog:jit+data=debug", "-XX:-ArgusOptimizer",
                           "-XX:ArgusStencilThreshold=1", *options, "-cp", scratch, "Profiled"], env=vmrun.clean_env(argus=True), timeout=60)
            text = r.out.decode(errors="replace")
            own = text[text.find("Profiled.sum("):] + r.err.decode(errors="replace")
            bad = [name for name, pattern in names.items() if not re.search(pattern, own, re.M)]
            for name in names:
                print(f"FAIL {name}: not in {own[:600]!r}" if name in bad else f"PASS {name}")
            passed, failed = passed + len(names) - len(bad), failed + len(bad)
    return passed, failed


def programs_in(build, tier, wanted):
    """Runs the programs of a tier; returns (passed, failed)."""
    programs, options = TIERS[tier]
    half = variants.share(wanted, HALVES[tier], 2) if tier in HALVES else []
    return variants.run_counted(build, tier, f"^(?=.*(?:{wanted})){tier}/{programs}", options + half)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    done = [programs_in(args.build, tier, args.filter) for tier in TIERS]
    done += [profiles(os.path.abspath(args.build), args.filter), counts(os.path.abspath(args.build), args.filter)]
    print(f"{sum(c[0] for c in done)} passed, {sum(c[1] for c in done)} failed")
    return 1 if any(c[1] for c in done) else 0


if __name__ == "__main__":
    sys.exit(main())
