#!/usr/bin/env python3
"""Costs of the flight recorder, Argus beside HotSpot, and how true its samples are. Processor time, medians of VMs in turn.

hello: Hello, without and with -XX:StartFlightRecording. kernels: processor time of the process for a run, all its threads, when the kernel is warm, under default.jfc and profile.jfc. javac: of a process that compiles java.util several times, likewise. server: of a process that serves and asks. Of these two the process as a whole, and apart: what a job costs in the end, when all is warm (steady), and what a recording costs once, the rest of the difference (once). events: nanoseconds of the thread for a
committed event, empty and with a stack. toggle: recordings switched on and off. rotate: how long a new chunk stops the world beside 1,000 threads and 50,000 classes. paid: the share of perf's samples that are in the recorder's threads, in its functions, or in signals, of the whole run and of its second half; differences of whole processes cannot show one percent. shares: of ExecutionSample, by compiled method, against what perf says of the same run.
"""
import argparse
import collections
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "test", "tools"), os.path.join(ROOT, "tools")]
import jfr_check  # noqa: E402
import run as bench  # noqa: E402
import run_main  # noqa: E402
import vmrun  # noqa: E402

HOW = ("plain", "default", "profile")
PARTS = ("hello", "kernels", "javac", "server", "events", "toggle", "rotate", "paid", "shares")


def child(words, folder):
    """(processor seconds of the process, KB of resident memory, output); None: it failed."""
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=True), cwd=folder)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    if p.returncode:
        print(f"  failed: {' '.join(words)[:200]}: {text[-300:]}", file=sys.stderr)
        return None
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, text


UNKNOWN = "code that codes.c has not told of"


class Codes:
    """Compiled code by address and time, as bench/jfr/codes.c tells it."""
    BLOCK = 4096

    def __init__(self, path):
        self.blocks = collections.defaultdict(list)  # address / BLOCK: [code]
        at = {}
        with open(path) as lines:
            for line in lines:
                when, what, address, *rest = line.split()
                begin = int(address, 16)
                if what == "+":
                    code = at[begin] = [begin, begin + int(rest[0]), int(when) / 1e9, float("inf"), rest[1].replace("/", ".")]
                    for block in range(code[0] // self.BLOCK, (code[1] - 1) // self.BLOCK + 1):
                        self.blocks[block].append(code)
                elif begin in at:
                    at.pop(begin)[3] = int(when) / 1e9

    def find(self, address, when):
        """The method that had code there then. Code is told of a little after it begins to run, and a little before it is gone."""
        there = [(max(begins - when, when - ends, 0), name) for low, high, begins, ends, name in self.blocks[address // self.BLOCK] if low <= address < high]
        return min(there)[1] if there else None


def perf_methods(data, codes):
    """By compiled method: perf's samples in its code, or in C code, also the kernel's, that it has called. Unwinding by dwarf leads through the C code up to compiled code, which has no such table. Collections are left out: nobody asks for samples while the world is stopped."""
    found = collections.Counter()
    script = subprocess.Popen(["perf", "script", "-i", data, "--no-inline", "-F", "time,ip,sym"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    method = collects = unknown = None
    when = 0.0
    for line in script.stdout:
        if m := re.match(r"^\s*(\d+\.\d+):", line):
            when = float(m[1])
        elif not line.strip():
            found[method or unknown] += 1
            method = collects = unknown = None
        elif m := re.match(r"^\s*([0-9a-f]+) \[unknown\]", line):  # compiled code, of which perf knows no symbols
            address = int(m[1], 16)
            code = codes.find(address, when)
            method = method or not collects and code
            unknown = unknown or not collects and not code and address < 1 << 47 and UNKNOWN  # above: perf's mark of a stack that it could not follow
        else:
            collects = collects or re.search(r" vm_collect", line)
    script.wait()
    del found[None], found[False]
    return found, found.pop(UNKNOWN, 0)


def functions_of(build, room):
    """Functions of a room's object files that no other room has a name of."""
    inside, outside = set(), set()
    for folder, _, files in os.walk(os.path.join(build, "CMakeFiles", "argus_objects.dir", "src")):
        objects = [os.path.join(folder, f) for f in files if f.endswith(".o")]
        if objects:
            text = subprocess.run(["nm", "--defined-only", *objects], capture_output=True, text=True).stdout
            names = inside if os.path.basename(folder) == room else outside
            names.update(re.findall(r" [tT] (\w+)", text))
    return inside - outside


AT_END = "thread: JFR Shutdown Ho"  # perf has 15 letters of a name
SIGNAL = re.compile(r"^(get_signal|do_signal|arch_do_signal\w*|handle_signal|setup_rt_frame|\w*rt_sigreturn|restore_sigcontext|\w*tgkill|do_send_specific|send_signal\w*|complete_signal)$")


def perf_paid(data, functions):
    """Of the whole run, and of its second half before it ends the recording: [(samples, {thread, outermost function of the recorder, or signal: samples})]."""
    samples = []
    script = subprocess.Popen(["perf", "script", "-i", data, "--no-inline", "-F", "comm,time,ip,sym"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    name = when = where = None
    for line in script.stdout:
        if m := re.match(r"^(\S.*?)\s+(\d+\.\d+):", line):
            name, when, where = m[1], float(m[2]), "thread: " + m[1] if m[1].startswith("JFR") else None
        elif not line.strip():
            if when is not None:
                samples.append((when, where))
            when = None
        elif m := re.match(r"^\s*[0-9a-f]+ ([\w.]+)", line):
            function = m[1].split(".")[0]
            if function in functions and not (where or "").startswith("thread"):
                where = function
            elif where is None and SIGNAL.match(function):
                where = "signal"
    script.wait()
    end = min((t for t, w in samples if w == AT_END), default=samples[-1][0] if samples else 0)
    half = (samples[0][0] + end) / 2 if samples else 0
    parts = [[w for _, w in samples], [w for t, w in samples if half <= t < end]]
    return [(len(p) or 1, collections.Counter(w for w in p if w)) for p in parts]


class Runs:
    def __init__(self, args):
        self.args = args
        jdk = vmrun.find_jdk()
        self.java, self.jfr = (os.path.join(jdk, "bin", n) for n in ("java", "jfr"))
        self.classes = os.path.join(args.build, "bench")
        bench.compile_java(jdk, self.classes)
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", self.classes, *(os.path.join(HERE, "jfr", f) for f in ("Compiled.java", "Recorded.java", "Served.java"))], check=True)
        self.folder = tempfile.mkdtemp(prefix="jfr-bench-", dir=args.build)
        self.vms = {"argus": [f"-XXaltjvm={os.path.abspath(args.build)}/argus"], "hotspot": []}
        self.vms = {k: v for k, v in self.vms.items() if k in args.vms.split(",")}
        self.files = []

    def words(self, vm, options, *rest):
        return [self.java, *self.vms[vm], *options, "-cp", self.classes, *rest]

    def recording(self, settings, *more):
        path = os.path.join(self.folder, f"{len(self.files)}.jfr")
        self.files.append(path)
        return ",".join((f"-XX:StartFlightRecording:settings={settings},filename={path}", *more)), path

    def check(self, path):
        """Our checker finds nothing in what Argus wrote."""
        for problem in jfr_check.problems(path)[:3]:
            print(f"  {path}: {problem}")
        return os.path.getsize(path)

    def median_of(self, rows):
        rows = [r for r in rows if r]
        return [statistics.median(c) for c in zip(*rows)] if rows else None

    # ---- parts ----

    def hello(self):
        rows = collections.defaultdict(list)
        for _ in range(self.args.rounds):
            for vm in self.vms:
                for how in ("plain", "default"):
                    option, path = self.recording("default")
                    r = child(self.words(vm, [] if how == "plain" else [option, "-Xlog:disable"], "Hello"), self.folder)
                    rows[vm, how].append(r and (r[0] * 1e3, r[1] / 1024, os.path.getsize(path) / 1024 if how != "plain" else 0))
                    if vm == "argus" and how != "plain" and r:
                        self.check(path)
        print("hello: ms of processor time, MB of memory, KB of file")
        for key, r in rows.items():
            m = self.median_of(r)
            print(f"  {key[0]:8} {key[1]:8}" + (" ".join(f"{v:9.1f}" for v in m) if m else " -"))

    def kernels(self):
        """Processor time of the process over its runs in the second half of the time: that of other threads counts, and so does what comes once a second."""
        names = self.args.kernels.split(",")
        rows = collections.defaultdict(list)
        for _ in range(self.args.rounds):
            for kernel in names:
                for vm in self.vms:
                    for how in HOW:
                        options, path = self.options(how)
                        r = child(self.words(vm, options, "Bench", "--curve", str(self.args.kernel_ms), kernel), self.folder)
                        runs = [(int(a), int(b)) for a, b in re.findall(r"^\S+ (\d+) (\d+)$", r[2], re.M)] if r else []
                        half = sum(wall for wall, _ in runs) / 2
                        warm = [cpu for (_, cpu), end in zip(runs, itertools.accumulate(wall for wall, _ in runs)) if end > half]
                        rows[vm, kernel, how].append(warm and (sum(warm) / len(warm) / 1e6, ))
                        if vm == "argus" and path and r:
                            self.check(path)
        print("kernels: ms of the process for a run, warm; percent more under default.jfc and profile.jfc")
        ratios = collections.defaultdict(list)
        for vm in self.vms:
            for kernel in names:
                plain, *others = (self.median_of(rows[vm, kernel, how]) for how in HOW)
                if not plain or not all(others):
                    continue
                for how, o in zip(HOW[1:], others):
                    ratios[vm, how].append(o[0] / plain[0])
                print(f"  {vm:8} {kernel:12}{plain[0]:9.2f}" + "".join(f"{(o[0] / plain[0] - 1) * 100:+8.1f}" for o in others))
        for key, r in ratios.items():
            print(f"  {key[0]} {key[1]}: {(bench.geomean(r) - 1) * 100:+.2f} percent over {len(r)} kernels")

    def options(self, how):
        """(options of a VM, path of its recording); how: plain, or the name of a settings file."""
        if how == "plain":
            return [], None
        option, path = self.recording(how)
        return [option, "-Xlog:disable"], path

    def settings(self, title, words_of, steady, jobs):
        """A table of a process without a recording, and with each settings file. words_of(vm, options); steady: what finds the milliseconds of a warm job in what the process says; jobs: how many it does, warm or not."""
        rows = collections.defaultdict(list)
        for _ in range(self.args.rounds):
            for vm in self.vms:
                for how in HOW:
                    options, path = self.options(how)
                    r = child(words_of(vm, options), self.folder)
                    rows[vm, how].append(r and (r[0], float(re.search(steady, r[2], re.M)[1]), os.path.getsize(path) / 1024 if path else 0))
                    if vm == "argus" and path and r:
                        self.check(path)
        print(f"{title}: process, s, percent more; steady, ms of a warm job, percent more; once, ms; KB of file")
        for vm in self.vms:
            plain = self.median_of(rows[vm, "plain"])
            for how in HOW:
                m = self.median_of(rows[vm, how])
                if not m or not plain:
                    print(f"  {vm:8} {how:8} -")
                    continue
                once = (m[0] - plain[0]) * 1e3 - (m[1] - plain[1]) * jobs
                print(f"  {vm:8} {how:8}{m[0]:8.2f}{(m[0] / plain[0] - 1) * 100:+8.1f}{m[1]:12.4f}{(m[1] / plain[1] - 1) * 100:+8.1f}{once:9.0f}{m[2]:9.0f}")

    def javac(self):
        files = run_main.extract(run_main.find_sources(vmrun.find_jdk()), os.path.join(self.folder, "sources"), False)
        flags = [*run_main.JAVAC_FLAGS, "--patch-module", "java.base=" + os.path.join(self.folder, "sources", "java.base"), "-d", os.path.join(self.folder, "classes")]
        n = self.args.compilations
        self.settings(f"javac over java.util, {n} times", lambda vm, options: self.words(vm, options, "Compiled", str(n), *flags, *files), r"^compiled ([\d.]+)$", n)

    def server(self):
        rest = ["Served", "4", *map(str, self.args.requests)]
        self.settings("server", lambda vm, options: self.words(vm, ["-Xmx256m", *options], *rest), r"^served ([\d.]+)$", 4 * sum(self.args.requests))

    def lines_of(self, vm, *rest):
        r = child(self.words(vm, ["-Xlog:disable", "-Xmx512m"], "Recorded", *rest), self.folder)
        return {k: float(v) for k, v in re.findall(r"^(\w+) ([\d.]+)$", r[2], re.M)} if r else {}

    def table(self, title, *rest):
        rows = collections.defaultdict(list)
        for _ in range(self.args.rounds):
            for vm in self.vms:
                rows[vm].append(self.lines_of(vm, *rest))
        print(title)
        for vm, all_rows in rows.items():
            keys = [k for k in (all_rows[0] or {})]
            print(f"  {vm:8}" + "".join(f"{k} {statistics.median(r[k] for r in all_rows if k in r):.1f}  " for k in keys))

    def events(self):
        self.table("events: ns for each", "events", "1000000", "20")

    def toggle(self):
        self.table("toggle: KB after a fifth and at the end, ms for a round, ns of a turn before and after", "toggle", str(self.args.toggles), "default")

    def rotate(self):
        print("rotate: of each stop for a new chunk, ms with the world stopped, and with the way to the stop")
        for vm in self.vms:
            r = child(self.words(vm, ["-Xmx1g", "-Xlog:disable", "-Xlog:safepoint:stdout"], "Recorded", "rotate", str(self.args.threads), str(self.args.classes), "12"), self.folder)
            stops = re.findall(r'"JFR\w*Checkpoint"[^\n]*?At safepoint: +(\d+) ns, Total: +(\d+) ns', r[2] if r else "")
            for k, what in enumerate(("stopped", "in all")):
                times = sorted(int(s[k]) / 1e6 for s in stops)
                print(f"  {vm:8} {what}: " + (f"{len(times)} stops, median {statistics.median(times):.2f}, most {times[-1]:.2f}" if times else "none"))

    def paid(self):
        files = run_main.extract(run_main.find_sources(vmrun.find_jdk()), os.path.join(self.folder, "sources"), False)
        flags = [*run_main.JAVAC_FLAGS, "--patch-module", "java.base=" + os.path.join(self.folder, "sources", "java.base"), "-d", os.path.join(self.folder, "classes")]
        programs = {k: ["Bench", "--reps", "1", "--warm-ms", str(self.args.kernel_ms), *k.split("+")] for k in self.args.paid.split(",")}
        programs["javac"] = ["Compiled", str(self.args.compilations), *flags, *files]
        programs["server"] = ["Served", "4", *map(str, self.args.requests)]
        functions = functions_of(self.args.build, "jfr")
        print("paid: percent of perf's samples that are the recorder's, of the whole run and of its second half; the largest parts of that")
        for name, words in programs.items():
            for how in HOW[1:]:
                options, path = self.options(how)
                data = os.path.join(self.folder, "paid.perf")
                r = child(["perf", "record", "-q", "-e", "cpu-clock", "-F", "999", "--call-graph", "dwarf,4096", "-m", "4096", "-o", data, *self.words("argus", ["-Xmx512m", *options], *words)], self.folder)
                if not r:
                    continue
                self.check(path)
                (all_samples, whole), (late, warm) = perf_paid(data, functions)
                os.remove(data)
                largest = ", ".join(f"{w} {n / late * 100:.2f}" for w, n in warm.most_common(6))
                print(f"  {name:24} {how:8}{sum(whole.values()) / all_samples * 100:7.2f}{sum(warm.values()) / late * 100:7.2f} of {late} samples: {largest}")

    def shares(self):
        for kernel in self.args.shares.split(","):
            option, path = self.recording("profile", "jdk.ExecutionSample#period=2ms")
            data = os.path.join(self.folder, kernel + ".perf")
            codes = os.path.join(self.folder, kernel + ".codes")
            words = self.words("argus", [f"-agentpath:{os.path.abspath(self.args.build)}/bench-jfr/libcodes.so={codes}", option, "-Xlog:disable"], "Bench", "--reps", "1", "--warm-ms", str(self.args.share_ms), *kernel.split("+"))
            r = child(["perf", "record", "-q", "-e", "cpu-clock", "-F", "499", "-k", "CLOCK_MONOTONIC", "--call-graph", "dwarf,2048", "-m", "2048", "-o", data, *words], self.folder)
            if not r:
                continue
            self.check(path)
            theirs, unknown = perf_methods(data, Codes(codes))
            os.remove(data)
            ours = collections.Counter()
            text = subprocess.run([self.jfr, "print", "--json", "--stack-depth", "64", "--events", "jdk.ExecutionSample", path], capture_output=True, text=True).stdout
            lost = 0
            for e in json.loads(text)["recording"]["events"]:
                frames = (e["values"]["stackTrace"] or {}).get("frames") or []
                lost += not frames
                code = next((f for f in frames if f["type"] != "Inlined"), None)
                if code and code["type"] != "Interpreted":
                    ours[code["method"]["type"]["name"].replace("/", ".").replace("+0x", ".0x") + "." + code["method"]["name"]] += 1
            a, b = sum(ours.values()) or 1, sum(theirs.values()) or 1
            rows = sorted(((abs(ours[m] / a - theirs[m] / b) * 100, m) for m in set(ours) | set(theirs)), reverse=True)
            print(f"shares {kernel}: {a} samples, {lost} without a stack; perf {b}, {unknown} in code that nothing told of; the largest differences, in points")
            for difference, m in rows[:5]:
                print(f"  {difference:5.1f}  {ours[m] / a * 100:5.1f} {theirs[m] / b * 100:5.1f}  {m}")


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("parts", nargs="*", metavar="PART", help="out of " + ", ".join(PARTS) + " (default: all)")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--kernels", default="fib,virtual,field,sieve,nbody,alloc,trees,hashmap,strings,streams,sort,exceptions,locks")
    p.add_argument("--shares", default="hashmap+strings+sort,trees+streams+lambdas,hashmap+exceptions,sort+nbody,strings+alloc,virtual+field,streams+strings,locks+hashmap,sieve+trees,fib+lambdas", help="programs: kernels joined by +")
    p.add_argument("--paid", default="alloc,hashmap+strings,streams+exceptions,fib+sort,locks+trees", help="programs for that part: kernels joined by +")
    p.add_argument("--share-ms", type=int, default=15000, help="for so long each kernel of a program runs")
    p.add_argument("--requests", type=int, nargs=2, default=(15000, 15000), metavar=("WARM", "N"), help="of each of four clients of the server")
    p.add_argument("--compilations", type=int, default=6, help="of java.util in one process")
    p.add_argument("--kernel-ms", type=int, default=5000, help="for so long a kernel runs; the second half counts")
    p.add_argument("--vms", default="argus,hotspot")
    p.add_argument("--toggles", type=int, default=1000)
    p.add_argument("--threads", type=int, default=1000)
    p.add_argument("--classes", type=int, default=50000)
    args = p.parse_args()
    wrong = set(args.parts) - set(PARTS)
    if wrong:
        p.error("no such part: " + " ".join(sorted(wrong)))
    args.build = os.path.abspath(args.build)
    runs = Runs(args)
    for part in args.parts or PARTS:
        getattr(runs, part)()


if __name__ == "__main__":
    main()
