#!/usr/bin/env python3
"""Ends under the sanitizers, where agents are at work: of the VM (test/jvmti/CallsToTheEnd) and of threads (test/jvmti/EndingThreads).

Both are races, so each goes through many ends, on the builds with AddressSanitizer and ThreadSanitizer: a report, a signal, a hang or another answer is a failure.
`./x stress ends` goes on for as long as it is told (--minutes for each build).
"""
# Runs beside other drivers, about 330 s.
import argparse
import functools
import glob
import os
import re
import subprocess
import sys
import time
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402
import test_main  # noqa: E402  (variants knows where it is)

ENDS = ["exit", "return", "halt"]
THREADS = {"asan": 1000, "tsan": 300}


@functools.cache
def compiled(jdk, build, name):
    out = os.path.join(build, "test-ending")
    os.makedirs(out, exist_ok=True)
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-proc:none", "-d", out, os.path.join(ROOT, "test", "jvmti", name, name + ".java")], check=True)
    return out


def problem(command, want, timeout):
    """None, or how a run went wrong."""
    r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=timeout)
    both = (r.out + r.err).decode(errors="replace")
    if r.timed_out:
        return f"no end within {timeout} s\n" + vmrun.tail(r.out + r.err)
    report = vmrun.SANITIZER.search(both)
    if report:
        return both[report.start():][:4000]
    if r.code or both.strip() != want:
        return f"exit {vmrun.code_name(r.code)}\n" + vmrun.tail(r.out + r.err)
    return None


def cases(jdk, build, variant):
    """(name, command, output, seconds) of one round."""
    def command(name, options, words):
        agents = sorted(glob.glob(os.path.join(build, "test-agents", name, "lib*.so")))
        return [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", *[f"-agentpath:{a}" for a in agents], *options, "-cp", compiled(jdk, build, name), name, *words]
    for end in ENDS:
        yield f"vm-{end}", command("CallsToTheEnd", [], [end]), "PASS", 120
    n = THREADS[variant]
    yield "threads", command("EndingThreads", ["-Xmx64m", f"-Dthreads={n}"], []), "PASS", 600


def run(jdk, variant, rounds, minutes, wanted):
    prefix = f"ending/{variant}-"
    if not any(re.search(wanted, prefix + name) for name in ["threads"] + [f"vm-{end}" for end in ENDS]):
        return 0, 0
    build = variants.build_variant(variant, targets=())
    chosen = [case for case in cases(jdk, build, variant) if re.search(wanted, prefix + case[0])]
    bad, times, end = {}, 0, time.monotonic() + 60 * minutes
    with mock.patch.dict(os.environ, test_main.sanitizer_env(variant)):
        while times < rounds or time.monotonic() < end:
            times += 1
            for name, command, want, timeout in chosen:
                found = None if name in bad else problem(command, want, timeout)
                if found:
                    bad[name] = found
    for name, *_ in chosen:
        print(f"FAIL {prefix}{name}: {bad[name]}" if name in bad else f"PASS {prefix}{name} ({times} times)", flush=True)
    return len(chosen) - len(bad), len(bad)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--variants", nargs="+", default=["asan", "tsan"])
    p.add_argument("--rounds", type=int, default=1)
    p.add_argument("--minutes", type=float, default=0, help="for each build, at least")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    jdk = vmrun.find_jdk()
    counts = [run(jdk, variant, args.rounds, args.minutes, args.filter) for variant in args.variants]
    passed, failed = sum(c[0] for c in counts), sum(c[1] for c in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
