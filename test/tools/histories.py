#!/usr/bin/env python3
"""histories: random histories of redefinitions (test/jvmti/FieldHistories) in all modes of the VM, for long (`./x stress histories`).

A process goes through many histories; each has a seed of its own. Where one fails, or ends the VM, its seed is named, and another process goes on behind it.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402
import test_main  # noqa: E402  (variants knows where it is)

STENCILS = ["-XX:TieredStopAtLevel=1", "-XX:ArgusStencilThreshold=20"]
NO_ROOM = "-XX:ArgusRedefinitionRoom=0"  # most instances have to grow
# name: (its share of the histories, options)
MODES = {
    "stencils": (0.5, [*STENCILS, NO_ROOM, "-XX:+VerifyHeap"]),
    "room": (0.2, [*STENCILS, "-XX:ArgusRedefinitionRoom=12", "-XX:+VerifyHeap"]),
    "concurrent": (0.1, [*STENCILS, NO_ROOM, "-XX:+ArgusConcurrentMarking", "-XX:-Generational"]),
    "optimizer": (0.1, ["-XX:ArgusStencilThreshold=20", "-XX:ArgusProfileEnough=100", NO_ROOM]),
    "moving": (0.05, [*STENCILS, NO_ROOM, "-XX:GCStress=2000", "-XX:GCStressBackoff=100", "-XX:+GCStressMoving"]),
    "interpreter": (0.05, ["-Xint", NO_ROOM]),
}
AT_ONCE = 250  # histories of a process


def command(jdk, build, classes, options, seed, count):
    agent = os.path.join(build, "test-agents", "FieldHistories", "libhistories.so")
    return [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-Xmx512m", "-XX:+AllowEnhancedClassRedefinition", f"-agentpath:{agent}",
            "-Dsun.reflect.inflationThreshold=1000000", *options, "-cp", classes, "FieldHistories", str(seed), str(count), "seeds"]


def failure(result):
    """(the last seed, what was wrong), or None."""
    text = (result.out + result.err).decode(errors="replace")
    if not result.timed_out and not result.code and re.search("^PASS$", text, re.M) and not vmrun.SANITIZER.search(text):
        return None
    seeds = re.findall(r"^seed (\d+)$", text, re.M)
    what = vmrun.SANITIZER.search(text) or re.search(r"^.*(?:Exception|Error|# +SIG|# +Internal Error \().*$", text, re.M)
    return int(seeds[-1]) if seeds else None, "no end" if result.timed_out else what[0].strip() if what else f"exit {result.code}"


def histories(make, first, count, timeout):
    """Goes through them; [(seed, what was wrong)]."""
    wrong, seed, end = [], first, first + count
    while seed < end:
        n = min(AT_ONCE, end - seed)
        found = failure(vmrun.run(make(seed, n), env=vmrun.clean_env(argus=True), timeout=timeout))
        if found:
            at = found[0] if found[0] is not None else seed
            wrong.append((at, found[1]))
            seed = at + 1
            print(f"  seed {at}: {found[1]}", file=sys.stderr, flush=True)
        else:
            seed += n
        print(f"  histories: {seed - first} of {count} from {first}, {len(wrong)} wrong", file=sys.stderr, flush=True)
    return wrong


def run(jdk, variant, args):
    """Counts (passed, failed) of the modes."""
    build = variants.build_variant(variant, targets=())
    classes = os.path.join(build, "test-histories")
    os.makedirs(classes, exist_ok=True)
    sources = [os.path.join(ROOT, "test", "jvmti", f) for f in ("Redefining.java", os.path.join("FieldHistories", "FieldHistories.java"))]
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-proc:none", "-d", classes, *sources], check=True)
    failed = 0
    for i, (mode, (share, options)) in enumerate(MODES.items()):
        first, count = args.seed + i * args.count, max(1, round(args.count * share))
        part = max(1, -(-count // args.jobs))
        spans = [(s, min(part, first + count - s)) for s in range(first, first + count, part)]

        def make(seed, n, options=options):
            return command(jdk, build, classes, options, seed, n)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool, mock.patch.dict(os.environ, test_main.sanitizer_env(variant)):
            wrong = [w for part in pool.map(lambda s: histories(make, *s, args.timeout), spans) for w in part]
        for seed, what in wrong:
            print(f"FAIL histories/{variant}-{mode} seed {seed}: {what}", flush=True)
        if not wrong:
            print(f"PASS histories/{variant}-{mode}: {count} from {first}", flush=True)
        failed += bool(wrong)
    return len(MODES) - failed, failed


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--count", type=int, default=1000, help="of all modes together, on each build")
    p.add_argument("--seed", type=int, default=1000000)
    p.add_argument("--variants", nargs="+", default=["release"])
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--timeout", type=float, default=3600, help="seconds of a process")
    args = p.parse_args()
    if args.count < 1 or args.jobs < 1:
        p.error("--count and --jobs are at least 1")
    jdk = vmrun.find_jdk()
    counts = [run(jdk, variant, args) for variant in args.variants]
    passed, failed = sum(c[0] for c in counts), sum(c[1] for c in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
