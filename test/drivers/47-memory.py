#!/usr/bin/env python3
"""The heap holds its bounds: what -Xmx allows is not exceeded by what a process has resident, and can be used however the live objects lie.

Each program's output must equal HotSpot's; Argus's peak of resident memory must stay below -Xmx, fifteen percent for tables, and 64 MB for all
that is not heap (not on builds with a sanitizer, which has tables of its own). With much room, what is resident follows what lives (release build).
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

SOURCES = os.path.join(ROOT, "test", "memory")
MB = 1 << 20
# name: -Xmx in MB, main class and its arguments, and how many MB may be resident where -Xmx leaves room for much more
CASES = {
    # The old double to 200 MB, the mutators have 24; moving together what lives must not take as much again.
    # (No pause is short enough, so young collections come after the least budget, however fast the machine is.)
    "random-deaths-with-room": (600, ["-XX:MaxGCPauseMillis=1", "Churn", "100", "1500", "240", "240"], 325),
    # Each new block is taken where code leaves, for a StringBuilder that it has not made; that must not put off collections.
    "around-objects-put-off": (1024, ["Around"], 160),
    "scattered-survivors": (16, ["Scattered"]),
    "churn-one-size": (384, ["Churn", "128", "1500", "240", "240"]),
    "churn-small": (96, ["Churn", "40", "1000", "16", "2000"]),
    "churn-any-size": (384, ["Churn", "200", "60", "16", "40000"]),
    "churn-large": (256, ["Churn", "100", "3", "8000", "900000"]),
}


def run(command, env):
    """Exit code, output, and the peak of resident memory in bytes."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, out.read().decode(errors="replace"), usage.ru_maxrss * 1024


def pause_goal(java, build, folder):
    """What is to stop for a moment only allocates less between two stops, where much survives."""
    counts = []
    for goal in (1, 100000):
        options = ["-Xmx1g", "-Xlog:gc", f"-XX:MaxGCPauseMillis={goal}", "-cp", folder, "Growing", "400"]
        code, out, _ = run([java, f"-XXaltjvm={build}/argus", *options], vmrun.clean_env(argus=True))
        if code != 0:
            return f"exit code {code}: {out[-300:]}"
        counts.append(len(re.findall("Pause Young", out)))
    return None if counts[0] > counts[1] else f"{counts[0]} young collections with a goal of 1 ms, {counts[1]} without one"


def one_stop_each(java, build, folder):
    """Threads that wait for a collection do not stop the world one after the other when it has ended."""
    options = ["-Xmx64m", "-Xlog:gc,safepoint", "-cp", folder, "Together", "300", "1000"]
    code, out, _ = run([java, f"-XXaltjvm={build}/argus", *options], vmrun.clean_env(argus=True))
    stops, collections = out.count('Safepoint "GC"'), len(re.findall(r"GC\(\d+\) Pause", out))
    if code != 0 or collections < 10:
        return f"exit code {code}, {collections} collections: {out[-300:]}"
    return None if stops <= collections else f"{stops} stops for {collections} collections"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", required=True)
    p.add_argument("--filter", default="")
    args = p.parse_args()
    jdk = vmrun.find_jdk()
    java, build = os.path.join(jdk, "bin", "java"), os.path.abspath(args.build)
    sanitizer = os.path.basename(build) in ("asan", "tsan")
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", folder, *(os.path.join(SOURCES, f) for f in os.listdir(SOURCES))], check=True)
        for name, (megabytes, words, *room) in CASES.items():
            if not re.search(args.filter, f"memory/{name}"):
                continue
            options = [f"-Xmx{megabytes}m", "-cp", folder, *words]
            code, out, peak = run([java, f"-XXaltjvm={build}/argus", *options], vmrun.clean_env(argus=True))
            oracle = run([java, *options], vmrun.clean_env())
            bound = room[0] * MB if room and not variants.is_variant(build) else megabytes * MB * 115 // 100 + 64 * MB
            problem = None
            if (code, out) != oracle[:2]:
                problem = f"exit code {code}, {out.strip()[-300:]!r}; HotSpot: {oracle[0]}, {oracle[1].strip()[-300:]!r}"
            elif peak > bound and not sanitizer:
                problem = f"{peak // MB} MB resident under -Xmx{megabytes}m, at most {bound // MB} allowed (HotSpot {oracle[2] // MB})"
            passed, failed = passed + (problem is None), failed + (problem is not None)
            print(f"FAIL memory/{name}: {problem}" if problem else f"PASS memory/{name}", flush=True)
            if not problem:
                print(f"{peak // MB} MB resident under -Xmx{megabytes}m, HotSpot {oracle[2] // MB}")
        for name, check in (("pause-goal", pause_goal), ("one-stop-each", one_stop_each)):
            if not re.search(args.filter, "memory/" + name):
                continue
            problem = check(java, build, folder)
            passed, failed = passed + (problem is None), failed + (problem is not None)
            print(f"FAIL memory/{name}: {problem}" if problem else f"PASS memory/{name}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
