#!/usr/bin/env python3
"""The flight recorder: recordings of Argus read by the JDK's own reader and by our checker (test/tools/jfr_check.py), with HotSpot's of the same program as the oracle.

The checker is proved first, on HotSpot's recordings, and on damaged ones, in which it has to find something.
"""
# Runs beside other drivers, about 200 s.
import argparse
import collections
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import jfr_check  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

# A thread of HotSpot's recorder that is left out of recordings writes an event all the same; each flush repeats the header as constant 1.
HOTSPOTS_OWN = re.compile(r"java\.lang\.Thread \d+ is in no pool|jdk\.types\.ChunkHeader 1 is ")
# Command lines (behind -XX:) that are compared: what is said, and the exit code.
LINES = [
    "StartFlightRecording", "StartFlightRecording:", "StartFlightRecording=duration=0", "StartFlightRecording=foo=bar", "StartFlightRecording=settings=nope", "StartFlightRecording=name=5",
    "StartFlightRecording=filename=/no/such/x.jfr", "StartFlightRecording:filename=a.jfr,name=b -XX:StartFlightRecording=filename=c.jfr", "FlightRecorderOptions", "FlightRecorderOptions=",
    "FlightRecorderOptions=foo=1", "FlightRecorderOptions=stackdepth=0", "FlightRecorderOptions=stackdepth=abc", "FlightRecorderOptions=stackdepth=100 -Xlog:jfr*=info",
    "FlightRecorderOptions:memorysize=1k", "FlightRecorderOptions:help", "FlightRecorderOptions:threadbuffersize=1k,stackdepth=5", "+FlightRecorder", "-FlightRecorder",
    "-FlightRecorder -XX:StartFlightRecording", "FlightRecorderOptions:numglobalbuffers=1", "FlightRecorderOptions:samplethreads=maybe",
    "FlightRecorderOptions:memorysize=12240k,globalbuffersize=720k,numglobalbuffers=19", "FlightRecorderOptions:globalbuffersize=917k,threadbuffersize=1317k",
    "FlightRecorderOptions:globalbuffersize=67857,numglobalbuffers=3", "FlightRecorderOptions:memorysize=2m,threadbuffersize=20m", "FlightRecorderOptions:threadbuffersize=2m,memorysize=3m",
    "FlightRecorderOptions:memorysize=2m,globalbuffersize=3m", "FlightRecorderOptions:memorysize=1m,numglobalbuffers=1000", "FlightRecorderOptions:retransform=false,old-object-queue-size=x",
    "StartFlightRecording -Xlog:jfr+startup=off", "StartFlightRecording -Xlog:jfr+startup=warning", "StartFlightRecording -Xlog:jfr+startup=error", "StartFlightRecording=settings=none",
]
SIZES = [
    "threadbuffersize=5000", "threadbuffersize=700k", "memorysize=48128k", "memorysize=17391k", "memorysize=4m", "memorysize=1g", "memorysize=14680064,globalbuffersize=720k",
    "memorysize=14674581,numglobalbuffers=17", "memorysize=5m,numglobalbuffers=50,threadbuffersize=200k", "globalbuffersize=917k,numglobalbuffers=31,threadbuffersize=760832",
]
# Of one process after another: a command of jcmd.
COMMANDS = [
    "JFR.check", "JFR.start name=5", "JFR.start name=abc settings=none", "JFR.check", "JFR.check name=abc verbose=true", "JFR.check nope", "JFR.dump filename=first.jfr", "JFR.dump name=nope",
    "JFR.stop", "JFR.stop name=nope", "JFR.configure", "JFR.configure stackdepth=20", "JFR.configure stackdepth=x", "JFR.stop name=abc filename=second.jfr", "JFR.start foo=1",
    "JFR.configure maxchunksize=1k", "JFR.configure maxchunksize=2m samplethreads=true", "help JFR.check", "help JFR.start", "help JFR.dump", "help JFR.stop",
]

OPEN = ["--add-exports", "jdk.jfr/jdk.jfr.internal=ALL-UNNAMED", "--add-exports", "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED",
        "--add-exports", "java.base/jdk.internal.vm.annotation=ALL-UNNAMED"]
# Events that profile.jfc wants only if they took long.
TIMED = ["ThreadSleep", "ThreadPark", "JavaMonitorWait", "JavaMonitorInflate", "Compilation", "FileForce", "FileRead", "FileWrite", "SocketRead", "SocketWrite"]
# Programs whose recordings other readers get: words behind the VM's. Those of "Load" take as long on both VMs, which matters to rules: some events come once in a second.
READ = {
    "load": ["-Xmx200m", "Load", "1500"],
    "idle": ["-Xmx200m", "Load", "3500", "idle"],
    "work": ["-Xmx200m", "Load", "3500", "work"],
    "javac": ["-m", "jdk.compiler/com.sun.tools.javac.Main", "-XDignore.symbol.file", *OPEN, "-d", "javac"],
}
ROTATION_MOST = 30  # seconds of one process
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"
# Rules of JDK Mission Control that read the events of G1 or ask for it by name.
OF_G1 = {"GcPauseTargetRule", "FullGc", "G1MixedGc", "StringDeduplication"}


def plain(text):
    text = re.sub(r"^\[[\d.]+s\]", "", text, flags=re.M)
    text = re.sub(r"\b(jcmd|pid-|_)?\d{3,}(?= |:|_|-)", "PID", text)
    text = re.sub(r"[\d.]+ kB written", "N kB written", text)
    return re.sub(r"(/\S+)?/[^/\s]+(\.jfr)?\b", "PATH", re.sub(r"20\d\d_[\d_]+", "DATE", text))


class Tests:
    def __init__(self, build, pattern, seconds):
        self.seconds = seconds
        self.jdk = vmrun.find_jdk()
        self.bin = os.path.join(self.jdk, "bin")
        self.build = os.path.abspath(build)
        self.pattern = re.compile(pattern)
        self.passed = self.failed = 0
        self.dir = os.path.join(self.build, "jfr")
        shutil.rmtree(self.dir, ignore_errors=True)
        subprocess.run([os.path.join(self.bin, "javac"), "-XDignore.symbol.file", *OPEN, "-d", self.dir] + [os.path.join(ROOT, "test", "jfr", f) for f in sorted(os.listdir(os.path.join(ROOT, "test", "jfr"))) if f.endswith(".java")],
                       check=True)

    def native(self, name):
        """A library of test/jfr/native."""
        library = self.path(f"lib{name}.so")
        if not os.path.exists(library):
            include = os.path.join(self.jdk, "include")
            source = os.path.join(ROOT, "test", "jfr", "native", name + ".c")
            subprocess.run(["clang-19", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I" + include, "-I" + os.path.join(include, "linux"), "-o", library, source, "-ldl"], check=True)
        return library

    def result(self, name, problem):
        self.passed += not problem
        self.failed += bool(problem)
        print(f"FAIL {name}: {problem}" if problem else f"PASS {name}", flush=True)

    def wanted(self, name):
        return self.pattern.search(name)

    def run(self, argus, *args, timeout=None):
        timeout = timeout or (360 if variants.is_variant(self.build) else 120)
        java = [os.path.join(self.bin, "java")] + ([f"-XXaltjvm={self.build}/argus"] if argus else [])
        return vmrun.run([*java, "-cp", self.dir, *args], cwd=self.dir, env=vmrun.clean_env(argus=argus), timeout=timeout)

    def path(self, name):
        return os.path.join(self.dir, name)

    def record(self, argus, name, *args):
        path = self.path(name)
        r = self.run(argus, f"-XX:StartFlightRecording:filename={path}", *args)
        if r.code or not os.path.exists(path):
            return path, f"exit code {r.code}: {(r.err + r.out).decode(errors='replace')[-400:]}"
        return path, None

    def problems(self, path):
        return "; ".join(jfr_check.problems(path)[:3])

    # ---- the checker ----

    def checker(self):
        if not self.wanted("checker/"):
            return
        path, problem = self.record(False, "hotspot.jfr", "Program")
        if problem:
            return self.result("checker/HotSpot", problem)
        found = [p for p in jfr_check.problems(path) if not HOTSPOTS_OWN.search(p)]
        self.result("checker/HotSpot", "; ".join(found[:3]))
        with open(path, "rb") as f:
            whole = f.read()
        chunk = jfr_check.check(whole)[0][0]

        def silent(data):
            chunks, lost = jfr_check.check(bytes(data))
            return not lost and all(HOTSPOTS_OWN.search(p) for c in chunks for p in c.problems)

        missed = []
        for what, at in (("size", 15), ("checkpoint", 23), ("metadata", 31), ("first event", jfr_check.HEADER), ("checkpoint event", chunk.checkpoint)):
            data = bytearray(whole)
            data[at] ^= 0x15
            if silent(data):
                missed.append(what)
        if silent(whole[:-100]):
            missed.append("cut")
        self.result("checker/damaged", "not seen: " + ", ".join(missed) if missed else "")

    # ---- a program's own events ----

    def events(self):
        for options in ([], ["-Xint"], ["-XX:FlightRecorderOptions:threadbuffersize=4k,stackdepth=3"]):
            name = "events/" + (options[0].lstrip("-").split("=")[0].replace("XX:FlightRecorderOptions:", "") if options else "all")
            if not self.wanted(name):
                continue
            dumps = []
            for argus in (False, True):
                path, problem = self.record(argus, f"{'argus' if argus else 'hotspot'}-{len(dumps)}.jfr", *options, "Program")
                problem = problem or (self.problems(path) if argus else "")
                if problem:
                    break
                dumps.append(sorted(re.sub(r"Lambda\$\d+\+0x[\w.]+(?=\.run)", "Lambda", self.run(False, "Dump", path).out.decode()).split("\n")))
            else:
                problem = next((f"HotSpot {a[:300]!r}, Argus {b[:300]!r}" for a, b in zip(*dumps) if a != b), "" if len(dumps[0]) == len(dumps[1]) > 1000 else f"{[len(d) for d in dumps]} lines")
            self.result(name, problem)

    def provoked(self):
        """Events of the VM that a program provokes: what is in them."""
        self.compared("provoked", "-Dprovoke=x", "-Xmx64m", "Provoke", "provoked.jfr")
        if self.wanted("provoked/file"):
            self.result("provoked/file", self.problems(self.path("provoked.jfr")))
        with open(self.path("more.flags"), "w") as f:
            f.write("+UseSerialGC\n-UsePerfData\n")
        self.compared("more", "-Xlog:disable", "-Xmx64m", "-XX:Flags=more.flags", "More", "more.jfr")
        if self.wanted("more/file"):
            self.result("more/file", self.problems(self.path("more.jfr")))
        self.compared("stops", "-Xlog:disable", "-Xmx64m", "Stops", "stops.jfr")
        if self.wanted("stops/file"):
            self.result("stops/file", self.problems(self.path("stops.jfr")))
        self.compared("metadata", "-Xlog:disable", "-Xmx200m", "-XX:MaxMetaspaceSize=24m", "Metadata", "metadata.jfr")
        if self.wanted("metadata/file"):
            self.result("metadata/file", self.problems(self.path("metadata.jfr")))
        self.compared("hostile", "-Xlog:disable", *OPEN, "Hostile", "hostile.jfr")
        if self.wanted("hostile/file"):
            self.result("hostile/file", "; ".join(p for p in jfr_check.problems(self.path("hostile.jfr")) if "OwnStart" not in p))
        if self.wanted("hostile/most"):  # the class is refused, and all others go on
            text = self.run(True, "-Xlog:disable", *OPEN, "Hostile", "most.jfr", "most").out.decode()
            lines = re.findall(r"^Fields(\d+): (?:java\.lang\.)?(\w+)", text, re.M)
            want = [("100", "fine"), ("180", "fine"), ("250", "ClassFormatError"), ("300", "ClassFormatError"), ("5000", "ClassFormatError"), ("65400", "ExceptionInInitializerError")]
            self.result("hostile/most", "" if lines == want and "HiddenEvent=3" in text else text[-600:])
        for how in ("retransform=false", "retransform=true"):
            self.compared("eager/" + how, "-Xlog:disable", "-XX:FlightRecorderOptions:" + how, "Eager", "eager.jfr")
        self.compared("unloaded", "-Xlog:disable", "-Xmx64m", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:GCStress=10000", "Unloaded", "unloaded.jfr")
        if self.wanted("unloaded/file"):
            self.result("unloaded/file", self.problems(self.path("unloaded.jfr")))
        self.alone("toggle", "-Xlog:disable", "-Xmx200m", "-XX:ReservedCodeCacheSize=64m", "Toggle", "200")  # the tiny build's is always full
        self.alone("compiled", "-Xbatch", "Compiled", "compiled.jfr", file="compiled.jfr")
        if self.wanted("window"):
            library = self.native("pauses")
            self.alone("window", "-agentpath:" + library, "-Dpauses=" + library, "-Xlog:disable", "Window", "window.jfr", file="window.jfr")
        # A file has the last 30 MB alone, so a long run is many short ones, each looked at.
        for i in range(max(1, self.seconds // ROTATION_MOST)):
            name, seconds = f"rotation/{i}" if i else "rotation", min(self.seconds, ROTATION_MOST)
            self.alone(name, "-Xlog:disable", "-Xmx200m", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:GCStress=1000", "Rotate", "rotation.jfr", str(seconds), file="rotation.jfr")
            self.alone(name + "/read", "Rotate", "rotation.jfr", argus=False)

    def alone(self, name, *args, file=None, timeout=300, argus=True):
        """A program that says by itself whether what it saw is right."""
        if not self.wanted(name):
            return
        r = self.run(argus, *args, timeout=timeout)
        text = (r.out + r.err).decode(errors="replace").strip()
        wrong = [line for line in text.split("\n") if not line.endswith(": as expected")]
        self.result(name, f"exit code {r.code}: {text[-600:]}" if r.code or not text else "; ".join(wrong)[:600] or (self.problems(self.path(file)) if file else ""))

    def profiles(self):
        export = ["--add-exports", "jdk.jfr/jdk.jfr.internal=ALL-UNNAMED"]
        self.alone("samples/compiled", *export, "-Xbatch", "Samples", "samples.jfr", file="samples.jfr")
        self.alone("samples/interpreted", *export, "-Xint", "Samples", "samples-int.jfr", "int", file="samples-int.jfr")
        room = "-XX:ReservedCodeCacheSize=64m"  # a tiny build's cache has no room for the code whose samples are counted
        self.alone("samples/leaves", "-Xbatch", room, "Leaves", "leaves.jfr", file="leaves.jfr")
        self.alone("samples/leaves-interpreted", "-Xint", "Leaves", "leaves-int.jfr", "int", file="leaves-int.jfr")
        self.alone("samples/small", "-Xbatch", "-Xbootclasspath/a:" + self.dir, "Small", "small.jfr", file="small.jfr")
        self.alone("samples/to-native", f"-XX:StartFlightRecording:settings=default,filename={self.path('to-native.jfr')},jdk.NativeMethodSample#period=1ms", "-Xlog:disable", "ToNative", "20000", file="to-native.jfr")
        self.alone("allocation", "-Xmx200m", "Allocate", "allocation.jfr", file="allocation.jfr")
        self.alone("old/compiled", "-Xmx300m", "Old", "old.jfr", file="old.jfr")
        self.alone("old/interpreted", "-Xint", "-Xmx300m", "Old", "old-int.jfr", file="old-int.jfr")

    def streams(self):
        export = ["--add-exports", "jdk.jfr/jdk.jfr.internal=ALL-UNNAMED"]
        self.alone("streams/chunks", *export, "Follow", "follow.jfr", file="follow.jfr")
        for how in ("end", "exit", "crash", "move"):
            self.alone("streams/other-" + how, "Other", how, self.path("other-" + how))

    def ends(self):
        """The end of the VM, in order and not: what the recording has of it."""
        crash = ["-XX:-CreateCoredumpOnCrash", "-Xmx40m"]
        for name, code, options in (
            ("last", 0, ["End", "last"]),
            ("exit", 3, ["End", "exit"]),
            ("fault", 1, ["End", "fault"]),
            ("native", 1, ["-Dnatives=" + self.native("natives"), "End", "native"]),
            ("chunks", 1, ["End", "fault", "chunks"]),
            ("memory", 1, ["-XX:+CrashOnOutOfMemoryError", "End", "memory"]),
            ("in-memory", 1, ["disk=false", "End", "fault"]),
            ("malloc", 1, ["End", "malloc"]),
            ("beside", 1, ["End", "malloc", "beside"]),
            ("waiting", 1, [*OPEN[:2], f"-Drepository={self.dir}/end-waiting-True/r", "End", "fault", "waiting"]),
            ("between", 1, [*OPEN[:2], f"-Drepository={self.dir}/end-between-True/r", "End", "fault", "between"]),
        ):
            if not self.wanted("ends/" + name):
                continue
            seen = []
            for argus in (False, True):
                if ("malloc" in options or name == "waiting") and not argus:  # HotSpot's report waits two minutes for a lock, and the dump is empty
                    where = "" if name in ("beside", "waiting") else " of main [allocateMemory0, allocateMemory, malloc, main]"
                    seen.append((1, ["hs_err_pidN.jfr 600"], "hs_err_pidN.jfr", f"VM Error{where}\nCrash -1\nmarks\n", 1))
                    continue
                if name == "between" and not argus:  # HotSpot's report waits two minutes for the lock; ours loses what was in memory
                    seen.append((1, ["hs_err_pidN.jfr 600"], "hs_err_pidN.jfr", "marks\n", 1))
                    continue
                folder = os.path.join(self.dir, f"end-{name}-{argus}")
                os.makedirs(folder)
                java = [os.path.join(self.bin, "java")] + ([f"-XXaltjvm={self.build}/argus"] if argus else [])
                disk = "".join("," + o for o in options if o.startswith("disk="))
                r = vmrun.run(
                    [*java, "-cp", self.dir, *crash, f"-XX:StartFlightRecording:filename=x.jfr{disk}", f"-XX:FlightRecorderOptions:repository={folder}/r", *[o for o in options if not o.startswith("disk=")]],
                    cwd=folder,
                    env={**vmrun.clean_env(argus=argus), **({"MALLOC_ARENA_MAX": "1"} if name == "beside" else {})},  # all threads wait for one lock
                    timeout=120,
                )
                # with their modes: a recording may hold what is nobody else's business
                files = sorted(f"{re.sub('[0-9]+', 'N', f)} {os.stat(os.path.join(folder, f)).st_mode & 0o777:o}" for f in os.listdir(folder) if f.endswith(".jfr") and os.path.getsize(os.path.join(folder, f)))
                text, problems = "", ""
                for f in os.listdir(folder):
                    if f.endswith(".jfr") and os.path.getsize(os.path.join(folder, f)):
                        text += self.run(False, "EndDump", os.path.join(folder, f)).out.decode()
                        # The JDK's half tells of new types when a chunk ends.
                        problems = "; ".join(p for p in jfr_check.problems(os.path.join(folder, f)) if argus and not p.endswith("which is none"))
                said = re.sub(r"\d+", "N", " ".join(re.findall(r"# JFR recording file will be written. Location: \S*/(\S+)", r.out.decode(errors="replace"))))
                # HotSpot loses what a thread has not passed on.
                marks = text.count("1000 marks") if not said or (argus and "chunks" in options) else 1
                if name in ("memory", "beside", "waiting"):  # whose allocation is the one that fails
                    text = re.sub(r"VM Error of .*", "VM Error", text)
                seen.append((r.code, files, said, re.sub(r"\d+ marks", "marks", text), marks))
            self.result("ends/" + name, problems or (f"exit code {seen[0][0]}" if seen[0][0] != code else "") or ("" if seen[0] == seen[1] else f"HotSpot {seen[0]}, Argus {seen[1]}"))

    def summary(self):
        """jfr metadata and jfr summary: the same types and fields."""
        if not self.wanted("summary"):
            return
        texts = []
        for argus in (False, True):
            path, problem = self.record(argus, f"summary-{argus}.jfr", "Program")
            if problem:
                return self.result("summary", problem)
            names = [re.findall(r"^ (\S+) +\d+ +\d+", subprocess.run([os.path.join(self.bin, "jfr"), "summary", path], capture_output=True, text=True).stdout, re.M)]
            metadata = subprocess.run([os.path.join(self.bin, "jfr"), "metadata", path], capture_output=True, text=True).stdout
            texts.append((sorted(names[0]), sorted(re.sub(r"type=\d+|id=\d+|\(\d+\)", "", metadata).split("\n"))))
        (hotspot, fields), (ours, our_fields) = texts
        missing, more = set(hotspot) - set(ours), set(ours) - set(hotspot)
        problem = f"missing {missing}, more {more}" if missing or more or len(ours) < 150 else next((f"HotSpot {a!r}, Argus {b!r}" for a, b in zip(fields, our_fields) if a != b), "")
        self.result("summary", problem)

    def page(self):
        """docs/jfr.md says of each event of the JDK where it comes from, or why it never does."""
        if not self.wanted("summary"):
            return
        with open(os.path.join(ROOT, "docs", "jfr.md")) as f:
            words = set(re.findall(r"\w+", f.read()))
        r = subprocess.run([os.path.join(self.bin, "jfr"), "metadata", self.path("summary-True.jfr")], capture_output=True, text=True)
        names = re.findall(r'@Name\("jdk\.(\w+)"\)', r.stdout)
        missing = sorted(set(names) - words)
        self.result("summary/page", "not there: " + ", ".join(missing) if missing else "" if len(names) > 150 else f"{len(names)} events")

    # ---- trouble with files ----

    def flushed_part(self, path):
        """A copy of a chunk up to its last flush, None: there was none."""
        with open(path, "rb") as f:
            data = f.read()
        if not any(data[24:32]):
            return None
        copy = path + ".cut.jfr"
        with open(copy, "wb") as f:
            f.write(data[: int.from_bytes(data[8:16], "big")])
        return copy

    def marks(self, path):
        """Events of Trouble in a recording, by the JDK's reader; -1: it cannot be read."""
        r = subprocess.run([os.path.join(self.bin, "jfr"), "summary", path], capture_output=True, text=True)
        m = re.search(r"^ Mark +(\d+)", r.stdout, re.M)
        return int(m[1]) if m else -1

    def trouble(self):
        """Chunks that are deleted, a limit of file sizes, a full disk, a process that forks, an exit in the middle of a dump, SIGKILL: the program runs on, and what was flushed can be read."""
        for how in ("delete", "limit", "full", "fork", "exit", "kill"):
            if not self.wanted("trouble/" + how):
                continue
            seen = []
            for argus in (True,) if how in ("limit", "full", "kill") else (False, True):  # HotSpot ends where nothing can be written, and its unfinished chunk is "locked"
                folder = self.path(f"trouble-{how}-{argus}")
                os.makedirs(folder)
                words = [os.path.join(self.bin, "java"), *([f"-XXaltjvm={self.build}/argus"] if argus else []), "-XX:StartFlightRecording", f"-XX:FlightRecorderOptions:repository={folder}", "-Dnatives=" + self.native("natives")]
                more = {"LD_PRELOAD": self.native("full"), "FULL_FOLDER": folder + "/", "FULL_BYTES": "1000000"} if how == "full" else {}
                script = "ulimit -c 0; ulimit -f 200; exec " if how == "limit" else "exec "
                with open(folder + ".out", "wb") as out:
                    child = subprocess.Popen(["bash", "-c", script + shlex.join([*words, "-cp", self.dir, "Trouble", how, folder])], stdout=out, stderr=subprocess.STDOUT, cwd=self.dir, env={**vmrun.clean_env(argus=argus), **more})
                    while how == "kill" and child.poll() is None and b"ready" not in open(folder + ".out", "rb").read():
                        time.sleep(0.1)
                    if how == "kill":
                        child.kill()
                    child.wait(120)
                with open(folder + ".out", errors="replace") as f:
                    text = f.read()
                if how == "limit":
                    parts = list(filter(None, (self.flushed_part(os.path.join(folder, f)) for f in os.listdir(folder) if f.endswith(".part"))))
                    good = child.returncode == 0 and "done" in text and "Could not write to" in text and "stays readable" in text and parts
                    seen.append((good and all(self.marks(p) >= 0 for p in parts), "; ".join(filter(None, map(self.problems, parts)))))
                elif how == "full":
                    parts = list(filter(None, (self.flushed_part(self.path(f)) for f in sorted(os.listdir(self.dir)) if f.startswith(os.path.basename(folder) + ".part-"))))
                    good = child.returncode == 0 and "done" in text and "No space left on device; what was flushed before stays readable" in text and parts
                    seen.append((good and all(self.marks(p) >= 0 for p in parts) and max(map(self.marks, parts)) >= 1000, "; ".join(filter(None, map(self.problems, parts)))))
                elif how == "kill":
                    chunks = sorted(os.path.join(d, f) for d, _, files in os.walk(folder) for f in files if f.endswith(".jfr"))
                    seen.append((sum(map(self.marks, chunks)) == 1500, "; ".join(filter(None, map(self.problems, chunks)))))
                else:
                    again = os.path.join(folder, "again.jfr")
                    seen.append((child.returncode, re.findall(r"^(?:again|done|7).*", text, re.M), self.problems(again) if argus and how in ("delete", "fork") else ""))
            if len(seen) == 1:
                self.result("trouble/" + how, seen[0][1] if seen[0][0] else f"{seen[0]}: {text[-400:]}")
            else:
                self.result("trouble/" + how, "" if seen[0] == seen[1] else f"HotSpot {seen[0]}, Argus {seen[1]}")

    def metadata(self):
        """The JDK's list of events is damaged: there is no recorder, with a reason. One event has another field: it is off, with a line, and all others work."""
        if not self.wanted("trouble/metadata"):
            return
        image = self.path("image")
        subprocess.run([os.path.join(self.bin, "jimage"), "extract", "--include", "regex:.*/metadata.bin", "--dir", image, os.path.join(self.jdk, "lib", "modules")], check=True)
        inside = "jdk/jfr/internal/types/metadata.bin"
        with open(os.path.join(image, "jdk.jfr", inside), "rb") as f:
            whole = f.read()
        seen = {}
        for how, data in (("damaged", whole[: len(whole) // 2]), ("other", whole.replace(b"monitorClass", b"monitorKlass", 1))):
            patch, file = self.path("patch-" + how), self.path(how + ".jfr")
            os.makedirs(os.path.join(patch, os.path.dirname(inside)))
            with open(os.path.join(patch, inside), "wb") as f:
                f.write(data)
            r = self.run(True, "--patch-module", "jdk.jfr=" + patch, f"-XX:StartFlightRecording:filename={file}", "Trouble", "nothing", self.dir)
            seen[how] = r.code, (r.out + r.err).decode(errors="replace")
        code, text = seen["damaged"]
        self.result("trouble/metadata/damaged", "" if code == 1 and "No flight recorder: metadata.bin is damaged" in text else f"exit code {code}: {text[-400:]}")
        code, text = seen["other"]
        off = re.findall(r"(\S+) is off: its fields are", text)
        good = code == 0 and off == ["jdk.JavaMonitorEnter"] and self.marks(self.path("other.jfr")) == 1000
        self.result("trouble/metadata/other", self.problems(self.path("other.jfr")) if good else f"exit code {code}, {off}: {text[-400:]}")

    # ---- readers of others ----

    def fetch(self):
        """JDK Mission Control's jars and async-profiler's converter, pinned. Returns their folder, and what went wrong."""
        here, lib = os.path.join(ROOT, "test", "jfr", "readers"), os.path.join(self.build, "jfr-readers")

        def wrong():
            with open(os.path.join(here, "artifacts.sha256")) as f:
                for digest, name in map(str.split, f):
                    jar = os.path.join(lib, name)
                    if not os.path.exists(jar) or hashlib.sha256(open(jar, "rb").read()).hexdigest() != digest:
                        return f"{name} is not what artifacts.sha256 asks for"
            return ""

        if wrong():
            shutil.rmtree(lib, ignore_errors=True)
            r = subprocess.run(["mvn", "-q", "-B", "-f", os.path.join(here, "pom.xml"), COPY, "-DexcludeTransitive=true", f"-DoutputDirectory={lib}"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if r.returncode:
                return lib, "Maven could not fetch the readers: " + r.stdout[-500:]
        return lib, wrong()

    def rules(self, lib, path):
        """(number of events, {rule: severity}) by JDK Mission Control."""
        r = subprocess.run([os.path.join(self.bin, "java"), "-cp", os.path.join(self.dir, "rules") + ":" + lib + "/*", "Rules", path], capture_output=True, text=True)
        first, *lines = r.stdout.strip().split("\n")
        return int((first.split() or ["0"])[-1]) if r.returncode == 0 else r.stderr[-400:], dict(line.split(" ", 2)[:2] for line in lines)

    def mission_control(self, lib, path, oracle):
        """Each rule that has a result for HotSpot's recording has one for ours, unless it is G1's; all events are read."""
        none = ("NA", "NULL", "UNAVAILABLE", "THROWS")
        (events, ours), (_, theirs) = self.rules(lib, path), self.rules(lib, oracle)
        counted = sum(n for k, n in self.counts(path).items())
        missing = [f"{rule}: {theirs[rule]}, ours {ours.get(rule)}" for rule in sorted(theirs) if rule not in OF_G1 and theirs[rule] not in none and ours.get(rule, "NA") in none]
        results = sum(v not in none for v in theirs.values())
        return "; ".join(missing) or ("" if events == counted and results > 30 else f"it reads {events} events of {counted}; {results} rules have results for HotSpot")

    def counts(self, path):
        with open(path, "rb") as f:
            return sum((c.counts for c in jfr_check.check(f.read())[0]), collections.Counter())

    def converter(self, lib, path):
        """async-profiler's flame graph has each sample, those of native code too."""
        want = collections.Counter()
        text = subprocess.run([os.path.join(self.bin, "jfr"), "print", "--json", "--stack-depth", "64", "--events", "jdk.ExecutionSample,jdk.NativeMethodSample", path], capture_output=True, text=True).stdout
        for e in json.loads(text)["recording"]["events"]:
            top = e["values"]["stackTrace"]["frames"][0]["method"]
            want[top["type"]["name"].replace(".", "/") + "." + top["name"]] += 1
        out = self.path("collapsed.txt")
        subprocess.run([os.path.join(self.bin, "java"), "-cp", os.path.join(lib, "async-profiler-converter-3.0.jar"), "jfr2flame", "--collapsed", path, out], check=True, capture_output=True)
        seen = collections.Counter()
        with open(out) as f:
            for line in f:
                stack, n = line.rsplit(" ", 1)
                seen[re.sub(r"_\[\w\]$", "", stack.split(";")[-1])] += int(n)
        return "" if seen == want and sum(want.values()) > 10 else f"the recording has {want.most_common(5)}, the flame graph {seen.most_common(5)}"

    def grafana(self, path):
        if not shutil.which("go"):
            subprocess.run([os.path.join(ROOT, "x"), "need", "golang-go"], check=True)
        program = self.path("grafana")
        if not os.path.exists(program):
            r = subprocess.run(["go", "build", "-o", program, "."], cwd=os.path.join(ROOT, "test", "jfr", "readers", "grafana"), capture_output=True, text=True)
            if r.returncode:
                return r.stderr[-400:]
        r = subprocess.run([program, path], capture_output=True, text=True)
        seen, counts = dict(re.findall(r"^(\S+) (\d+)$", r.stdout, re.M)), self.counts(path)
        wrong = [f"{k}: {n}, not {counts[k]}" for k, n in seen.items() if int(n) != counts[k]]
        return r.stdout[-200:] + r.stderr[-200:] if r.returncode else "; ".join(wrong) or ("" if len(seen) > 1 else f"it saw {seen}")

    def readers(self):
        if not any(map(self.wanted, ("readers/", "readers/crash/fault", "readers/crash/native", "readers/crash/memory"))):
            return
        lib, problem = self.fetch()
        if problem:
            return self.result("readers/fetched", problem)
        subprocess.run([os.path.join(self.bin, "javac"), "-cp", lib + "/*", "-d", self.path("rules"), os.path.join(ROOT, "test", "jfr", "readers", "Rules.java")], check=True)
        sources = [os.path.join(ROOT, "test", "jfr", f) for f in sorted(os.listdir(os.path.join(ROOT, "test", "jfr"))) if f.endswith(".java")]
        for name, words in READ.items():
            if not self.wanted("readers/" + name):
                continue
            files = []
            # which wait, file or socket is slow is chance: each is an event, and monitors count where the program has threads that want one
            always = "".join(f",jdk.{e}#threshold=0ms" for e in TIMED) + (",jdk.JavaMonitorEnter#enabled=false" if name != "load" else "")
            for argus in (False, True):
                path = self.path(f"read-{name}-{argus}.jfr")
                r = self.run(argus, f"-XX:StartFlightRecording:settings=profile,filename={path}{always}", "-Xlog:disable", *words, *(sources if name == "javac" else []))
                problem = problem or (f"exit code {r.code}: {(r.out + r.err).decode(errors='replace')[-300:]}" if r.code else "")
                files.append(path)
            if problem:
                self.result("readers/" + name, problem)
                continue
            self.result(f"readers/{name}/check", self.problems(files[1]))
            self.result(f"readers/{name}/grafana", self.grafana(files[1]))
            if name != "javac":  # whose speed decides what there is
                self.result(f"readers/{name}/mission-control", self.mission_control(lib, files[1], files[0]))
            if name != "idle":
                self.result(f"readers/{name}/async-profiler", self.converter(lib, files[1]))
            sizes = [os.path.getsize(f) for f in files]
            if name == "idle":
                # a process that starts late on a loaded machine has a beat of periodic events more
                self.result(f"readers/{name}/size", "" if sizes[1] <= sizes[0] * 1.02 else f"{sizes[1]} bytes, HotSpot {sizes[0]}")
            loads = [self.counts(f)["jdk.ThreadCPULoad"] for f in files]
            if name == "load":  # each thread has one at its end
                self.result(f"readers/{name}/thread-loads", "" if loads[1] >= 5 else f"HotSpot {loads[0]}, Argus {loads[1]}")

        self.crashes(lib)

    def crashes(self, lib):
        """Mission Control, Grafana's parser and our checker read what a crash leaves. (Events whose type came after the last flush stop Mission Control, HotSpot's too: a new chunk comes before.)"""
        for how, options in (("fault", ["End", "fault"]), ("native", ["-Dnatives=" + self.native("natives"), "End", "native"]), ("memory", ["-XX:+CrashOnOutOfMemoryError", "End", "memory"])):
            name = "readers/crash/" + how
            if not self.wanted(name):
                continue
            folder = self.path("read-crash-" + how)
            os.makedirs(folder)
            java = [os.path.join(self.bin, "java"), f"-XXaltjvm={self.build}/argus"]
            vmrun.run([*java, "-cp", self.dir, "-XX:-CreateCoredumpOnCrash", "-Xmx40m", "-XX:StartFlightRecording", *options, "chunks"], cwd=folder, env=vmrun.clean_env(argus=True), timeout=120)
            files = [os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".jfr")]
            if len(files) != 1:
                self.result(name, f"{len(files)} files")
                continue
            problems = "; ".join(jfr_check.problems(files[0])[:5])
            counts = self.counts(files[0])
            (events, rules), known = self.rules(lib, files[0]), sum(n for k, n in counts.items())
            wrong = problems or self.grafana(files[0]) or ("" if counts["jdk.DumpReason"] == 1 and counts["jdk.Shutdown"] == 1 else f"{counts['jdk.DumpReason']} reasons, {counts['jdk.Shutdown']} ends")
            self.result(name, wrong or ("" if events == known and len(rules) > 30 and "THROWS" not in rules.values() else f"Mission Control reads {events} events of {known}, {len(rules)} rules"))

    def compared(self, name, *args):
        if not self.wanted(name):
            return
        r = [self.run(argus, *args) for argus in (False, True)]
        a, b = ((plain((x.out + x.err).decode(errors="replace")), x.code) for x in r)
        self.result(name, "" if a == b else next((f"HotSpot {x!r}, Argus {y!r}" for x, y in zip(a[0].split("\n"), b[0].split("\n")) if x != y), f"exit codes {a[1]}, {b[1]}, or a line more"))

    def lines(self):
        for line in LINES:
            self.compared("options/" + line.split(" ")[0], *["-XX:" + line.split(" ")[0], *line.split(" ")[1:]], "Hello")

        for sizes in SIZES:
            self.compared("sizes/" + sizes, "-Xlog:disable", "--add-exports", "jdk.jfr/jdk.jfr.internal=ALL-UNNAMED", "-XX:FlightRecorderOptions:" + sizes, "Sizes")

    def jcmd(self):
        if not self.wanted("jcmd/"):
            return
        answers = []
        for argus in (False, True):
            java = [os.path.join(self.bin, "java")] + ([f"-XXaltjvm={self.build}/argus"] if argus else [])
            child = subprocess.Popen([*java, "-cp", self.dir, "Hello", "wait"], cwd=self.dir, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=vmrun.clean_env(argus=argus))
            child.stdout.readline()
            answers.append([plain(subprocess.run([os.path.join(self.bin, "jcmd"), str(child.pid), *c.split(" ", 1 if not c.startswith("help") else -1)], capture_output=True, text=True).stdout) for c in COMMANDS])
            child.communicate(b"\n")
            problem = [self.problems(self.path(f)) for f in ("first.jfr", "second.jfr")] if argus else []
        for c, a, b in zip(COMMANDS, *answers):
            self.result("jcmd/" + c, "" if a == b else f"HotSpot {a!r}, Argus {b!r}")
        self.result("jcmd/files", "; ".join(p for p in problem if p))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", required=True)
    p.add_argument("--filter", default="")
    p.add_argument("--seconds", type=int, default=4, help="how long the chunks rotate every 50 ms beside unloading")
    a = p.parse_args()
    t = Tests(a.build, a.filter, a.seconds)
    t.checker()
    t.compared("reflection", "-Xlog:disable", "Reflect")
    t.events()
    t.provoked()
    t.profiles()
    t.streams()
    t.ends()
    t.summary()
    t.page()
    t.trouble()
    t.metadata()
    t.readers()
    t.lines()
    t.jcmd()
    print(f"{t.passed} passed, {t.failed} failed")
    sys.exit(1 if t.failed else 0)


if __name__ == "__main__":
    main()
