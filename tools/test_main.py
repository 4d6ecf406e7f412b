"""test_main: everything behind `./x test`, in this order:

    check/    layers, doors, contracts, pages, format, headers that compile alone, exports and hardening of libjvm.so
    unit/     C tests: test/unit/test_*.c, built against all of src/ with cmocka
    python/   tests of generators and tools: test/tools/*_test.py with unittest
    drivers   every executable test/drivers/NN-name.py, called with --build DIR [--filter TEXT]

A driver prints `PASS name` or `FAIL name: reason` for each test and `N passed, N failed` as its last line. Here failures
are printed as they come and by name again at the end, passes only with -v, and the last line sums everything up. Exit 1 if anything failed.
"""
import argparse
import concurrent.futures
import glob
import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_exports  # noqa: E402
import check_calls  # noqa: E402
import check_contracts  # noqa: E402
import check_docs  # noqa: E402
import check_doors  # noqa: E402
import check_format  # noqa: E402
import check_glibc  # noqa: E402
import check_hardening  # noqa: E402
import check_layers  # noqa: E402
import check_platform  # noqa: E402
import check_release  # noqa: E402
import check_unused  # noqa: E402
import draw_rooms  # noqa: E402

SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed$")
TAP = re.compile(r"^(ok|not ok) \d+ - (.*)$")

class Report:
    def __init__(self, pattern, verbose, say=lambda text: print(text, flush=True)):
        self.passed = self.failed = 0
        self.failures = []
        self.pattern = re.compile(pattern) if pattern else None
        self.verbose = verbose
        self.say = say

    def part(self, say):
        """A report of its own for a part that runs beside others; `take` adds it."""
        return Report(self.pattern.pattern if self.pattern else None, self.verbose, say)

    def take(self, part):
        self.passed += part.passed
        self.failed += part.failed
        self.failures += part.failures

    def wants(self, name):
        return self.pattern is None or self.pattern.search(name)

    def add(self, name, reason=None):
        if reason is None:
            self.passed += 1
            if self.verbose:
                self.say(f"PASS {name}")
        else:
            self.failed += 1
            self.failures.append(name)
            self.say(f"FAIL {name}: {reason}")

    def recall(self):
        """The names again, at the end: a log that is cut in its middle still tells which tests failed."""
        if self.failures:
            self.say("\n     ".join(["-- failed:", *self.failures]))

class Section:
    """Prints one line with the counts and time of a part of the run. `processor`: seconds of processor time, where the part sets it."""

    def __init__(self, report, title):
        self.report, self.title, self.processor = report, title, None

    def __enter__(self):
        self.before = (self.report.passed, self.report.failed, time.monotonic())
        return self

    def __exit__(self, *_):
        passed, failed, start = self.before
        passed, failed = self.report.passed - passed, self.report.failed - failed
        if passed or failed:
            work = "" if self.processor is None else f", {self.processor:.1f} of a processor"
            self.report.say(f"-- {self.title}: {passed} passed, {failed} failed ({time.monotonic() - start:.1f} s{work})")

def run_checks(report, build, variant):
    checks = [("check/layers", lambda: check_layers.check_includes(ROOT)),
              ("check/doors", lambda: check_doors.faults(ROOT, build)),
              ("check/calls", lambda: check_calls.faults(ROOT, build)),
              ("check/unused", lambda: check_unused.faults(ROOT, build)),
              ("check/platform", lambda: check_platform.faults(ROOT, build)),
              ("check/release", lambda: check_release.faults(ROOT)),
              ("check/contracts", lambda: check_contracts.faults(ROOT)),
              ("check/docs", lambda: [*check_docs.faults(ROOT), *draw_rooms.faults()]),
              ("check/format", lambda: check_format.faults(ROOT)),
              ("check/headers", lambda: check_layers.check_headers(ROOT, build, os.cpu_count())),
              ("check/exports", lambda: check_exports.faults(os.path.join(build, "argus", "libjvm.so"))),
              ("check/hardening", lambda: check_hardening.faults(build)),
              ("check/glibc", lambda: check_glibc.faults(build))]
    if variant != "release":  # these read what ships: other builds have functions for their own checks and faults
        checks = [check for check in checks if check[0] not in ("check/unused", "check/platform", "check/glibc")]
    for name, check in checks:
        if report.wants(name):
            faults = list(check())
            report.add(name, "; ".join(faults) if faults else None)

def run_unit(report, build):
    env = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP")
    for source in sorted(glob.glob(os.path.join(ROOT, "test", "unit", "test_*.c"))):
        stem = os.path.basename(source)[:-2]
        group = f"unit/{stem.removeprefix('test_')}"
        program = os.path.join(build, "unit", stem)
        # Without cmocka in between a filter can only choose whole programs, by the program's name or by a test's in its text.
        if report.pattern and not report.wants(group):
            with open(source, encoding="utf-8") as f:
                if not any(report.wants(f"{group}.{name}") for name in re.findall(r"cmocka_unit_test\w*\((\w+)", f.read())):
                    continue
        if not os.path.exists(program):
            report.add(group, "was not built")
            continue
        text, code = run_limited([program], 120, env)
        seen = 0
        for line in text.splitlines():
            match = TAP.match(line)
            if match:
                seen += 1
                name = f"{group}.{match.group(2)}"
                if report.wants(name):
                    report.add(name, None if match.group(1) == "ok" else reason_after(text, line))
        if code is None:
            report.add(group, "did not end within 120 s")
        elif code < 0:
            report.add(group, f"ended by {signal.Signals(-code).name}: {last_line(text)}")
        elif seen == 0:
            report.add(group, f"printed no results (exit {code}): {last_line(text)}")

def reason_after(text, line):
    """cmocka explains a failure in lines starting with # after it."""
    follow = text.split(line, 1)[1].splitlines()[1:]
    reasons = []
    for extra in follow:
        if not extra.startswith("#"):
            break
        reasons.append(extra.lstrip("# "))
    return " ".join(reasons) or "see the program's output"

def last_line(text):
    lines = [line for line in text.splitlines() if line.strip("# ")]
    return lines[-1].strip() if lines else "no output"

def run_limited(command, seconds, env=None):
    """(output, exit code); the code is None after a time-out, which ends the whole process group."""
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, cwd=ROOT, start_new_session=True)
    try:
        out, _ = p.communicate(timeout=seconds)
        return out.decode(errors="replace"), p.returncode
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, _ = p.communicate()
        return out.decode(errors="replace"), None

class PythonResult(unittest.TestResult):
    def __init__(self, report, group):
        super().__init__()
        self.report, self.group = report, group

    def name(self, test):
        return f"{self.group}.{test.id().split('.', 1)[-1]}"

    def addSuccess(self, test):
        self.report.add(self.name(test))

    def addFailure(self, test, err):
        self.report.add(self.name(test), self.reason(err))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.report.add(self.name(subtest), self.reason(err))

    @staticmethod
    def reason(err):
        return f"{err[0].__name__}: {str(err[1]).splitlines()[0] if str(err[1]) else ''}"

def run_python(report):
    for path in sorted(glob.glob(os.path.join(ROOT, "test", "tools", "*_test.py"))):
        stem = os.path.basename(path)[:-3]
        group = f"python/{stem.removesuffix('_test')}"
        try:
            spec = importlib.util.spec_from_file_location(stem, path)
            module = importlib.util.module_from_spec(spec)
            sys.modules[stem] = module
            spec.loader.exec_module(module)
        except Exception as e:  # whatever a broken test file throws
            report.add(group, f"cannot be loaded: {type(e).__name__}: {e}")
            continue
        result = PythonResult(report, group)
        for suite in unittest.TestLoader().loadTestsFromModule(module):
            for test in suite:
                if isinstance(test, unittest.TestCase) and not report.wants(result.name(test)):
                    continue
                test.run(result)

def sanitizer_env(variant):
    """What Argus needs from its environment in a sanitizer build. The run-time has to be loaded before everything else;
    only Argus gets it (ARGUS_LD_PRELOAD is turned into LD_PRELOAD for it by test/tools/vmrun.py)."""
    env = dict(os.environ)
    if variant in ("asan", "tsan"):
        found = subprocess.run(["clang-19", f"-print-file-name=libclang_rt.{variant}-x86_64.so"], capture_output=True, text=True).stdout.strip()
        env.setdefault("ARGUS_LD_PRELOAD", found)
    # The VM handles its own faults, keeps memory to the end, and has stacks that are not the C stack. What it has freed is kept
    # back up to 32 MB (256 by default), or programs that look at resident memory would see that.
    env.setdefault("ASAN_OPTIONS", "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:use_sigaltstack=0:"
                                   "detect_stack_use_after_return=0:allocator_may_return_null=1:quarantine_size_mb=32:exitcode=99")
    env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    env.setdefault("TSAN_OPTIONS", "handle_segv=0:report_signal_unsafe=0:use_sigaltstack=0:allocator_may_return_null=1:exitcode=99:suppressions=" + os.path.join(ROOT, "test", "tsan.supp"))
    return env

def run_driver(report, path, build, env, seconds):
    """Runs a driver and adds what it prints. Returns the seconds of processor time of the driver and of all that it waited for."""
    name = os.path.basename(path)[:-3]
    command = [sys.executable, "-B", path, "--build", build]
    if report.pattern:
        command += ["--filter", report.pattern.pattern]
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=None, env=env, cwd=ROOT, text=True, errors="replace",
                         start_new_session=True)
    timed_out = threading.Event()

    def end():
        timed_out.set()
        os.killpg(p.pid, signal.SIGKILL)

    timer = threading.Timer(seconds, end)
    timer.start()
    passed = failed = 0
    summary = None
    for line in p.stdout:
        line = line.rstrip("\n")
        summary = SUMMARY.match(line)
        if line.startswith("PASS "):
            passed += 1
            report.add(line[5:])
        elif line.startswith("FAIL "):
            failed += 1
            test, _, reason = line[5:].partition(": ")
            report.add(test, reason or "no reason given")
        elif not summary and line:
            report.say(f"   {line}")
    p.stdout.close()
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    timer.cancel()
    if timed_out.is_set():
        report.add(f"driver/{name}", f"did not end within {seconds} s")
    elif not summary:
        report.add(f"driver/{name}", f"ended with exit code {p.returncode} before its summary")
    elif (int(summary[1]), int(summary[2])) != (passed, failed):
        report.add(f"driver/{name}", f"says {summary[0]}, but printed {passed} passed and {failed} failed")
    elif p.returncode != (1 if failed else 0):
        report.add(f"driver/{name}", f"exit code {p.returncode} with {failed} failed")
    return used.ru_utime + used.ru_stime

BESIDE = re.compile(r"^# Runs beside other drivers, about (\d+) s\.$", re.M)

def seconds_beside(path):
    """How long a driver takes that may run beside others; None for one that has to be alone."""
    with open(path, encoding="utf-8") as f:
        match = BESIDE.search(f.read())
    return int(match[1]) if match else None

def run_drivers(report, build, env, seconds):
    """Drivers that look at times and memory, or keep all processors busy by themselves, run one after the other. Those with the line BESIDE come last, the longest
    first, and print when they end. There is one more of them at a time than there are processors, since each of them waits now and then; ARGUS_JOBS tells them
    that a processor is all they have."""
    paths = [p for p in sorted(glob.glob(os.path.join(ROOT, "test", "drivers", "[0-9]*.py"))) if os.access(p, os.X_OK)]
    beside = {p: s for p in paths if (s := seconds_beside(p)) is not None}
    for path in paths:
        if path not in beside:
            with Section(report, os.path.basename(path)[:-3]) as section:
                section.processor = run_driver(report, path, build, env, seconds)

    def run(path):
        lines = []
        part = report.part(lines.append)
        with Section(part, os.path.basename(path)[:-3]) as section:
            section.processor = run_driver(part, path, build, {**env, "ARGUS_JOBS": "1"}, seconds)
        return part, lines

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, path) for path in sorted(beside, key=beside.get, reverse=True)]):
            part, lines = done.result()
            for line in lines:
                report.say(line)
            report.take(part)

def main():
    p = argparse.ArgumentParser(prog="x test", description="run the checks and tests of Argus")
    p.add_argument("filter", nargs="?", help="only tests whose name matches this regular expression")
    p.add_argument("-v", "--verbose", action="store_true", help="print passes too")
    p.add_argument("--variant", default="release")
    p.add_argument("--build", default="build")
    p.add_argument("--only", choices=["check", "unit", "python", "drivers"], action="append", help="only this part (repeatable)")
    p.add_argument("--driver-seconds", type=int, default=int(os.environ.get("ARGUS_TEST_SECONDS", 3600)),
                   help="time limit of one driver (also ARGUS_TEST_SECONDS)")
    args = p.parse_args()
    try:
        report = Report(args.filter, args.verbose)
    except re.error as e:
        p.error(f"bad filter: {e}")
    build = os.path.abspath(os.path.join(ROOT, args.build))
    parts = args.only or ["check", "unit", "python", "drivers"]
    env = sanitizer_env(args.variant)
    os.environ.update({k: v for k, v in env.items() if k.endswith("SAN_OPTIONS")})

    if "check" in parts:
        with Section(report, "checks"):
            run_checks(report, build, args.variant)
    if "unit" in parts:
        with Section(report, "unit tests"):
            run_unit(report, build)
    if "python" in parts:
        with Section(report, "tests of tools"):
            os.environ["ARGUS_BUILD"] = os.path.abspath(args.build)  # for tests that read what the build made
            run_python(report)
    if "drivers" in parts:
        run_drivers(report, build, env, args.driver_seconds)
    report.recall()
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0

if __name__ == "__main__":
    sys.exit(main())
