#!/usr/bin/env python3
"""MethodEntry and MethodExit are counted for each method of a program (agent: test/jvmti/EveryCall), in every tier; the counts must be those of -Xint.

A run without --all takes a few programs that do the same in each run. `./x stress calls` takes all: there only methods count that -Xint has counted alike
in two runs, and programs that fill their stack are left out, since the room that is left for frames differs.
"""
import argparse
import importlib.util
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

SAMPLE = ["IntArith", "TryFinally", "Switches", "InnerLoopEntries", "VirtualDispatch", "FastThrows", "LocksInHotCode", "WideLocals", "CaughtWhereThrown"]
FIRST, OPTIMIZED = "-XX:ArgusStencilThreshold=1", ["-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=2"]
# name, what the agent asks for, options
TIERS = [("stencils", "all", [FIRST]), ("filter", "filter", [FIRST]), ("filter-optimized", "filter", OPTIMIZED), ("later", "all", [])]
SHORT = {"stencils", "filter-optimized"}
FILLS_STACK = re.compile("StackOverflow|RecursiveCalls|DeepTraces|DeepSmallCalls|OverflowsEverywhere|ExceptionTraces")


def programs_module():
    spec = importlib.util.spec_from_file_location("programs", os.path.join(ROOT, "test", "drivers", "20-java.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case:
    def __init__(self, java, name, build, jdk):
        self.java, self.name, self.build, self.jdk = java, name, build, jdk
        self.test = java.Test(name, os.path.join(build, "test-java"))

    def counts(self, run, how, options):
        """(exit code, {method: (entries, exits, exits by exceptions)}); the second None: the agent has not written anything."""
        agent = os.path.join(self.build, "test-agents", "EveryCall", "libcalls.so")
        report = os.path.join(self.test.out, f"calls-{run.name}-{how}-{abs(hash(tuple(options)))}")
        if os.path.exists(report):
            os.unlink(report)
        args = argparse.Namespace(timeout=120)
        r = self.java.start(self.test, run, self.jdk, ["-XXaltjvm=" + os.path.join(self.build, "argus"), f"-agentpath:{agent}={report},{how}", *options], args, argus=True)
        if not os.path.exists(report):
            return r.code, None
        found = {}
        with open(report, encoding="utf-8", errors="replace") as f:
            for line in f:
                entries, exits, thrown, method = line.rstrip("\n").split(" ", 3)
                method = re.sub(r"\$\$Lambda\$[0-9/x+]*|\$Proxy\d+|GeneratedConstructorAccessor\d+|GeneratedMethodAccessor\d+", "$$made", method)
                before = found.get(method, (0, 0, 0))
                found[method] = tuple(b + int(n) for b, n in zip(before, (entries, exits, thrown)))
        os.unlink(report)
        return r.code, found

    def judge(self, short):
        """What is wrong, or None."""
        self.java.build_test(self.test, self.jdk)
        faults = []
        for run in self.test.runs:
            code, want = self.counts(run, "all", ["-Xint"])
            if want is None:  # it runs without the agent, or ends abruptly
                continue
            again = want if short else self.counts(run, "all", ["-Xint"])[1] or {}
            for tier, how, options in TIERS:
                if short and tier not in SHORT:
                    continue
                got_code, got = self.counts(run, how, options)
                if got_code != code or got is None:
                    faults.append(f"{run.name} {tier}: exit {vmrun.code_name(got_code)}, with -Xint {vmrun.code_name(code)}")
                    continue
                wrong = [f"{m}: {got.get(m)}, with -Xint {n}" for m, n in want.items() if again.get(m) == n and got.get(m) != n]
                if wrong:
                    faults.append(f"{run.name} {tier}: {len(wrong)} methods, first {'; '.join(sorted(wrong)[:3])}")
        return "\n  ".join(faults) or None


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--all", action="store_true", help="all programs and all tiers")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    a = p.parse_args()
    java = programs_module()
    jdk = vmrun.find_jdk()
    names = sorted({re.sub(r"\.java$", "", n) for n in os.listdir(java.SOURCES) if n.endswith(".java") or os.path.isdir(os.path.join(java.SOURCES, n))})
    names = [n for n in names if (not FILLS_STACK.search(n) if a.all else n in SAMPLE) and re.search(a.filter, f"calls/{n}")]
    cases = {n: Case(java, n, os.path.abspath(a.build), jdk) for n in names}

    def case(name):
        try:
            return cases[name].judge(not a.all)
        except (OSError, java.TestError) as e:
            return str(e)
    return vmrun.run_cases("calls", list(cases), case, a.jobs)


if __name__ == "__main__":
    sys.exit(main())
