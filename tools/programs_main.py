"""programs_main: `./x programs [NAME...]`, real programs of test/programs on HotSpot and on Argus: the same output, and what each took.

Their jars are pinned by Maven coordinates and checksum, fetched once into build/programs. Argus runs as a JDK image, so that VMs which a program starts are
Argus too. A table of wall time, processor time and the largest process ends the run. Words behind -- are options for Argus.
"""
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import programs  # noqa: E402
import vmrun  # noqa: E402


def usage_columns(usage):
    return f"{usage.wall:8.1f} {usage.processor:8.1f} {usage.peak / 1024:7.0f}" if usage else f"{'-':>8} {'-':>8} {'-':>7}"


def table(vms, rows):
    """Seconds, seconds of the processor, MiB of the largest process, by program and VM."""
    lines = [" " * 18 + "".join(f" | {vm.name:^25}" for vm in vms), f"{'':18}" + f" | {'wall':>8} {'cpu':>8} {'MiB':>7}" * len(vms)]
    lines += [f"{name:18}" + "".join(f" | {usage_columns(u)}" for u in usages) for name, usages in rows]
    return "\n".join(lines)


class Runner:
    def __init__(self, args, jdk, build):
        self.args, self.jdk, self.build = args, jdk, build
        self.vms = [programs.VM("HotSpot", jdk, [], False), *([programs.VM("HotSpot-Xint", jdk, ["-Xint"], False)] if args.xint else []),
                    programs.VM("Argus", programs.argus_image(build, jdk), args.options, True)]
        self.rows, self.passed, self.failed = [], 0, 0

    def run(self, name):
        usages, fault = [], None
        try:
            program = programs.Program(name, self.build, self.jdk, self.args.long)
            program.prepare()
            outputs = []
            for vm in self.vms:
                print(f"  {name}: {vm.name}", file=sys.stderr, flush=True)
                outputs.append(program.run(vm, self.args.timeout))
                usages.append(outputs[-1].usage)
            fault = programs.compare(outputs[0], outputs[-1])
        except programs.Problem as e:
            fault = str(e)
        self.rows.append((name, usages + [None] * (len(self.vms) - len(usages))))
        self.passed, self.failed = self.passed + (not fault), self.failed + bool(fault)
        print(f"FAIL programs/{name}: {fault}" if fault else f"PASS programs/{name}", flush=True)


def main():
    p = argparse.ArgumentParser(prog="x programs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("names", nargs="*", metavar="NAME", help=f"default: all ({', '.join(programs.names())})")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--quick", action="store_true", help="only those that are part of `./x test`")
    p.add_argument("--long", action="store_true", help="the long steps of those that have some")
    p.add_argument("--filter", default="", help="only those of which programs/NAME matches this")
    p.add_argument("--xint", action="store_true", help="measure HotSpot's interpreter as well")
    p.add_argument("--timeout", type=float, default=600, help="seconds for a step of a program (default 600)")
    p.add_argument("--pin", action="store_true", help="write jars.sha256 of these programs anew from their roots, run nothing")
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    args = p.parse_args(words[:at])
    args.options = words[at + 1:]
    jdk, build = vmrun.find_jdk(), os.path.abspath(args.build)
    chosen = args.names or programs.names()
    for name in set(chosen) - set(programs.names()):
        p.error(f"no program {name}")
    chosen = [n for n in chosen if re.search(args.filter, "programs/" + n)]
    chosen = [n for n in chosen if not args.quick or programs.Program(n, build, jdk).text.get("quick")]
    if args.pin:
        for name in chosen:
            programs.Program(name, build, jdk).pin()
        return 0
    runner = Runner(args, jdk, build)
    for name in chosen:
        runner.run(name)
    print(table(runner.vms, runner.rows), file=sys.stderr)
    print(f"{runner.passed} passed, {runner.failed} failed")
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
