#!/usr/bin/env python3
"""The system says no: the nth allocation, mapping, commit, thread or file operation fails.

Each scenario runs once for each chosen n, on the debug build with ARGUS_FAULT (src/os/os_fault.h). A run may end in the right result (the failure was
made good), in the error that the specification names, in one clear report at the start, or in "There is insufficient memory" with exit code 1; never in a
signal, a hang, a failed check or a wrong result. After an error the scenario does the same thing again, and that succeeds.
"""
# Runs beside other drivers, about 280 s.
import argparse
import collections
import concurrent.futures
import functools
import os
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402

SOURCES = os.path.join(ROOT, "test", "fault")
MEMORY = ("malloc", "malloc+", "map", "map+", "commit", "commit+", "thread", "thread+")
KINDS = (*MEMORY, "file") # with "+": all from the nth

EXPORTS = ["--add-exports", "jdk.attach/sun.tools.attach=ALL-UNNAMED"]
# Scenario: the program's words.
SCENARIOS = {
    "start": ["Faults", "none"],
    "classes": ["Faults", "define", "reflect", "hidden", "unloading", "modules"],
    "calls": ["Faults", "proxy", "lambda", "handles", "messages", "walker"],
    "threads": ["Faults", "monitors", "threads", "collect"],
    "memory": ["Faults", "strings", "unsafe", "files"],
    "tools": ["Faults", "beans", "dump"],
    "agent": ["-agentpath:{faults}/libagent.so", "-Dagent={faults}/libagent.so", "Faults", "ti-environments", "ti-tags", "ti-walks", "ti-classes", "ti-threads",
              "ti-raw-monitors", "ti-stops", "ti-redefine", "ti-agent-thread", "jni"],
    "attach": ["-Djdk.attach.allowAttachSelf=true", *EXPORTS, "Faults", "attach"],
    "debugger": ["-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0", "Faults", "none"],
    "instrument": ["-javaagent:{classes}/agent.jar", "Faults", "none"],
}
# When no more threads can be made, libjdwp waits for its helper for ever, on HotSpot too.
LEFT_OUT = [("debugger", kind) for kind in MEMORY if kind.endswith("+")]

# Calls of the class library's own C code fail, in the build under test and on HotSpot, which have to end in the same way: scenario, kind, library.
PRELOADED = [("start", "malloc", "libjava"), ("start", "malloc", "libjli"), ("debugger", "thread", "libjvm"), ("instrument", "malloc", "libinstrument")]
# C code of the class library that uses what JNI gave it without a look: it crashes for want of memory, on HotSpot too.
CARELESS = "Java_jdk_internal_jimage_NativeImageBuffer_getNativeMap"  # GetStringUTFChars
OUTCOMES = ("recovered", "error", "refused", "ended")


class Run:
    """One run of a scenario: what came of it, by one word of OUTCOMES or a text that says what is wrong."""

    def __init__(self, setup, scenario, fault):
        self.setup, self.fault = setup, fault
        env = vmrun.clean_env({"ARGUS_FAULT": fault})
        command = setup.command(setup.build, scenario)
        self.lasting = fault.endswith("+")
        result = vmrun.run(command, cwd=setup.folder, env=env, timeout=60)
        self.out, self.err = result.out.decode(errors="replace"), result.err.decode(errors="replace")
        self.out = plain(self.out)
        self.code, self.timed_out = result.code, result.timed_out

    def count(self):
        """How many points a run of KIND:count passed; None: it says nothing."""
        found = re.search(r"^ARGUS_FAULT: \w+ (\d+)$", self.err, re.MULTILINE)
        return int(found[1]) if self.code == 0 and found else None

    def places(self):
        """The numbers of the first calls from each place, of a run of KIND:places."""
        return sorted(map(int, re.findall(r"^ARGUS_FAULT: place (\d+)$", self.err, re.MULTILINE)))

    def outcome(self, good):
        kind = self.fault.split(":")[0]
        if self.timed_out:
            return "no end"
        if self.code == 0:
            return "recovered" if self.out == good else self.changed(kind, good)
        if vmrun.code_name(self.code) == "SIGABRT" and re.search(r"^FATAL ERROR in native method: .*(JDWP|javaagent)", self.out, re.MULTILINE):
            return "error"  # so these agents end when they cannot go on
        if kind in MEMORY and vmrun.code_name(self.code) == "SIGABRT" and self.crashed_in(CARELESS):
            return "ended"
        if self.code != 1:
            return f"ended with {vmrun.code_name(self.code)}: " + (re.search(r"Internal Error.*|SIG.*", self.err + self.out) or ["?"])[0]
        if "There is insufficient memory for the Java Runtime Environment to continue." in self.out:
            return "ended" if kind in MEMORY else "ended for want of memory"
        if re.search(r"^Error occurred during initialization of (VM|boot layer)$", self.out, re.MULTILINE):
            return "refused" if len((self.out + self.err).split()) > 6 else "no reason given"
        wanted = r"OutOfMemoryError|OUT_OF_MEMORY|ENOMEM" if kind in MEMORY else r"\w(Error|Exception)\b"
        return "error" if re.search(wanted, self.err) else f"exit code 1 with {self.err[:300]!r}"

    def crashed_in(self, name):
        """Did it crash in this function of a library, or in what that called of the C library?"""
        report = re.search(r"^# (/\S*hs_err_pid\d+\.log)$", self.out, re.MULTILINE)
        if not report:
            return False
        with open(report[1], encoding="utf-8", errors="replace") as f:
            frames = re.search(r"^Native frames:\n((?:\S.*\n)+)", f.read(), re.MULTILINE)
        ours = [x for x in frames[1].splitlines() if "[libc.so" not in x] if frames else []
        return bool(ours) and name in ours[0]

    def changed(self, kind, good):
        """The lines that differ: each has an error that fits, and then succeeded."""
        lines, wanted = self.out.splitlines(), good.splitlines()
        if len(lines) != len(wanted):
            return f"{len(lines)} lines: {lines[-1:]}"
        for line, want in zip(lines, wanted):
            name = want.split(":")[0]
            # A class whose initializer failed stays so (JVMS 5.5).
            broken = r"NoClassDefFoundError\(Could not initialize class [^)]*\)/ExceptionInInitializerError\S*"
            error = (r"\S*OutOfMemoryError\S*" if kind in MEMORY else r"\S+") + "|" + broken
            if line != want and not re.fullmatch(rf"{name}: ({error}) (ok|{error if self.lasting else broken})", line):
                return f"got {line!r}"
        return "error"


def plain(text):
    """Without what differs from run to run: warnings with their time, ports; and the thread dump of a signal whose file could not be seen."""
    text = re.sub(r"(?ms)^[-\d]+ [:\d]+\nFull thread dump.*?^JNI global refs[^\n]*\n\n?", "", text)
    return re.sub(r"address: \d+", "address: N", re.sub(r"(?m)^\[[\d.]+s\]\[warning\].*\n", "", text))


class Setup:
    def __init__(self, args):
        self.release = os.path.abspath(args.build)
        self.jdk, self.build = vmrun.find_jdk(), os.path.abspath(args.debug or variants.build_variant("debug"))
        self.folder = os.path.join(os.path.abspath(args.build), "test-faults")
        self.classes = os.path.join(self.folder, "classes")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.classes)
        sources = [os.path.join(SOURCES, f) for f in sorted(os.listdir(SOURCES)) if f.endswith(".java")]
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-nowarn", *EXPORTS, "-d", self.classes, *sources], check=True)
        with zipfile.ZipFile(os.path.join(self.classes, "agent.jar"), "w") as jar:
            jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nPremain-Class: Premain\nCan-Retransform-Classes: true\n")
            jar.write(os.path.join(self.classes, "Premain.class"), "Premain.class")

    def command(self, build, scenario):
        """`build` None: HotSpot."""
        words = [w.format(faults=os.path.join(self.release, "test-fault"), classes=self.classes) for w in SCENARIOS[scenario]]
        return [os.path.join(self.jdk, "bin", "java"), *([f"-XXaltjvm={build}/argus"] if build else []), "-Xmx256m", "-cp", self.classes, *words]

    def preloaded(self, build, scenario, kind, library, n):
        """How it ends and what it says: exit code, text without traces."""
        env = vmrun.clean_env({"LD_PRELOAD": os.path.join(self.release, "test-fault", "libpreload.so"), "FAULT_PRELOAD": f"{kind}:{n}:{library}"})
        r = vmrun.run(self.command(build, scenario), cwd=self.folder, env=env, timeout=60)
        text = plain(r.out.decode(errors="replace")) + r.err.decode(errors="replace")
        text = re.split(r"(?m)^(FATAL ERROR in native method.*)$", text)  # what follows are frames
        lines = "".join(text[:2]).splitlines()
        return "no end" if r.timed_out else vmrun.code_name(r.code), [x for x in lines if not re.match(r"\s+at |#|$", x)]


def compare(setup, pool, scenario, kind, library, limit):
    """(points, chosen points, what is wrong) of calls from `library`, against HotSpot."""
    good = setup.preloaded(setup.release, scenario, kind, library, 0)
    counted = setup.preloaded(setup.release, scenario, kind, library, "count")[1]
    total = next((int(x.split()[-1]) for x in counted if x.startswith("FAULT_PRELOAD")), 0)
    points = chosen(total, limit)

    def one(n):
        got = setup.preloaded(setup.release, scenario, kind, library, n)
        want = good if got == good else setup.preloaded(None, scenario, kind, library, n)
        return None if got == want else f"{n}: HotSpot {want}, Argus {got}"
    return total, points, [x for x in pool.map(one, points) if x] if total else ["no count of points"]


DRIFT = {"malloc": 40}  # the start does not pass exactly as many points in every run


def chosen(total, limit, first=1):
    """`limit` of the numbers `first` to total, evenly spread; all if there are no more."""
    first = max(1, min(first, total))
    if not limit or total - first < limit:
        return list(range(first, total + 1))
    return sorted({first + i * (total - first) // (limit - 1) for i in range(limit)})


def chosen_in_run(setup, scenario, what, total, limit, first):
    """As `chosen`; with `limit` None the first call from each place, and all calls of the kinds that have few."""
    if limit is not None or what != "malloc":
        return chosen(total, limit, first)
    return [n for n in Run(setup, scenario, f"{what}:places").places() if n >= first]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--debug", help="the build with injection points, instead of making build/debug")
    p.add_argument("--points", type=lambda x: None if x == "places" else int(x), default=5,
                   help="points of a scenario and kind; 0: all; `places`: of malloc the first from each place in the code (a C stack of eight functions)")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    args = p.parse_args()
    wanted = [(s, k) for s in SCENARIOS for k in KINDS if re.search(args.filter, f"faults/{s}/{k}") and (s, k) not in LEFT_OUT]
    preloaded = [row for row in PRELOADED if re.search(args.filter, "faults/{}/{}/{}".format(*row))]
    if variants.is_variant(args.build) or not wanted + preloaded:
        print("0 passed, 0 failed")
        return 0
    setup = Setup(args)
    good = {s: Run(setup, s, "none:count").out for s, _ in wanted}
    passed = failed = 0
    table = [("scenario", "kind", "points", "tried", *OUTCOMES)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        @functools.cache
        def passes(scenario, what):
            """How many points a run of the scenario passes; those of the start only the scenario of that name tries."""
            return Run(setup, scenario, f"{what}:count").count()
        for scenario, kind in wanted:
            what = kind.rstrip("+")
            total = passes(scenario, what)
            begin = 1 if scenario == "start" else (passes("start", what) or 0) - DRIFT.get(what, 2)
            points = chosen_in_run(setup, scenario, what, total or 0, args.points, begin)
            results = list(pool.map(lambda n: (n, Run(setup, scenario, f"{what}:{n}{'+' * kind.endswith('+')}").outcome(good[scenario])), points))
            fine = ("recovered",) if kind == "thread" else OUTCOMES  # one EAGAIN is nothing
            wrong = [f"{kind}:{n}: {what}" for n, what in results if what not in fine] if total else ["no count of points"]
            counts = collections.Counter(what for _, what in results)
            table.append((scenario, kind, total, len(points), *(counts[o] for o in OUTCOMES)))
            passed, failed = passed + (not wrong), failed + bool(wrong)
            print(f"FAIL faults/{scenario}/{kind}: {len(wrong)} of {len(points)}: " + "; ".join(wrong[:3]) if wrong else f"PASS faults/{scenario}/{kind}", flush=True)
        for scenario, kind, library in preloaded:
            total, points, wrong = compare(setup, pool, scenario, kind, library, args.points)
            table.append((scenario, f"{kind} in {library}", total, len(points), "as HotSpot"))
            passed, failed = passed + (not wrong), failed + bool(wrong)
            name = f"faults/{scenario}/{kind}/{library}"
            print(f"FAIL {name}: {len(wrong)} of {len(points)}: " + "; ".join(wrong[:3]) if wrong else f"PASS {name}", flush=True)
    for row in table:
        print("    " + "".join(f"{x!s:<{30 if i == 1 else 11}}" for i, x in enumerate(row)).rstrip())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
