"""Run a Java VM as a child process and compare what it printed.

Shared by the test drivers and the benchmark: finding the JDK, a clean environment, running with a time limit that ends the
whole process group, and showing the first difference of two outputs.
"""
import concurrent.futures
import glob
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass


def find_jdk():
    """The JDK 17 to test with: ARGUS_JDK, then JAVA_HOME, then Debian's place. Exits with one clear line if there is none."""
    places = [os.environ.get("ARGUS_JDK"), os.environ.get("JAVA_HOME")]
    places += sorted(glob.glob("/usr/lib/jvm/java-17-openjdk-*"))
    for place in places:
        if place and os.access(os.path.join(place, "bin", "javac"), os.X_OK) and is_17(place):
            return place
    sys.exit("no JDK 17 with javac: set ARGUS_JDK or JAVA_HOME, or install openjdk-17-jdk-headless")


def is_17(jdk):
    return 'JAVA_VERSION="17' in release_text(jdk)


def release_text(jdk):
    """The JDK's release file: identifies the oracle in cache keys."""
    try:
        with open(os.path.join(jdk, "release")) as f:
            return f.read()
    except OSError:
        return ""


# Variables a sanitizer build or a developer needs inside the VM under test; everything else that could change a program's
# output is left out of a test's environment.
PASSED_TO_ARGUS = ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD", "LLVM_PROFILE_FILE")


def clean_env(extra=None, argus=False):
    env = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8", "TZ": "UTC"}
    if argus:
        for name, value in os.environ.items():
            if name in PASSED_TO_ARGUS or name.startswith("ARGUS_"):
                env[name] = value
        # A sanitizer's run-time comes before all other libraries, but not into the driver itself or into HotSpot.
        if "ARGUS_LD_PRELOAD" in os.environ:
            env["LD_PRELOAD"] = os.environ["ARGUS_LD_PRELOAD"]
    env.update(extra or {})
    return env


@dataclass
class Result:
    out: bytes
    err: bytes
    code: int          # exit code; minus the signal number if a signal ended it
    timed_out: bool


def run(command, *, cwd=None, env=None, stdin=b"", timeout=60):
    """Run `command` in its own process group. When the time is over, ask for a thread dump with SIGQUIT, then kill the group."""
    child = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True)
    timed_out = False
    try:
        out, err = child.communicate(stdin, timeout=timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
        signal_group(child.pid, signal.SIGQUIT)
        try:
            out, err = child.communicate(timeout=2)
        except subprocess.TimeoutExpired:
            signal_group(child.pid, signal.SIGKILL)
            out, err = child.communicate()
    signal_group(child.pid, signal.SIGKILL)  # what the program left running
    return Result(out, err, child.returncode, timed_out)


def signal_group(pgid, number):
    try:
        os.killpg(pgid, number)
    except (ProcessLookupError, PermissionError):
        pass


def jobs():
    """How many programs a driver runs at a time: as many as there are processors, or what ARGUS_JOBS says."""
    return int(os.environ.get("ARGUS_JOBS", 0)) or os.cpu_count()


def code_name(code):
    if code >= 0:
        return str(code)
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def first_difference(what, expected, actual, context=3):
    """A few lines around the first differing line of two byte strings, or None if they are equal."""
    if expected == actual:
        return None
    want, got = expected.decode(errors="replace").split("\n"), actual.decode(errors="replace").split("\n")
    at = 0
    while at < min(len(want), len(got)) and want[at] == got[at]:
        at += 1
    lines = [f"{what} differs at line {at + 1}:"]
    lines += [f"      {clip(x)}" for x in want[max(0, at - 1):at]]
    lines += [f"    - {clip(x)}" for x in want[at:at + context]] or ["    - (end)"]
    lines += [f"    + {clip(x)}" for x in got[at:at + context]] or ["    + (end)"]
    return "\n".join(lines)


def clip(text, width=300):
    return text if len(text) <= width else text[:width] + "…"


SANITIZER = re.compile(r"(WARNING: ThreadSanitizer|ERROR: AddressSanitizer|runtime error: )")


def tail(data, lines=15):
    """The last lines; of what a sanitizer says the first report, which begins with what happened where."""
    text = data.decode(errors="replace").rstrip("\n").split("\n")
    at = next((i for i, line in enumerate(text) if SANITIZER.search(line)), None)
    return "\n".join("    | " + clip(x) for x in (text[-lines:] if at is None else text[at:at + 80]))


def mismatch(text, patterns):
    """The first of the regular expressions that is not found behind the ones before it, with the text; None if all are."""
    at = 0
    for pattern in patterns:
        found = re.compile(pattern, re.MULTILINE).search(text, at)
        if not found:
            return f"no match for {pattern!r} in:\n" + "\n".join("    | " + clip(line) for line in text.splitlines()[:40])
        at = found.end()
    return None


def run_cases(prefix, names, case, jobs):
    """What a driver prints for its cases, of which `jobs` run at a time: case(name) gives what is wrong or None. Returns the exit code."""
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(case, n): n for n in names}
        for future in concurrent.futures.as_completed(futures):
            reason = future.result()
            passed, failed = passed + (not reason), failed + bool(reason)
            print(f"FAIL {prefix}/{futures[future]}: {reason}" if reason else f"PASS {prefix}/{futures[future]}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
