#!/usr/bin/env python3
"""The flight recorder: recordings of Argus read by the JDK's own reader and by our checker (test/tools/jfr_check.py), with HotSpot's of the same program as the oracle.

The checker is proved first, on HotSpot's recordings, and on damaged ones, in which it has to find something.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import jfr_check  # noqa: E402
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


def plain(text):
    text = re.sub(r"^\[[\d.]+s\]", "", text, flags=re.M)
    text = re.sub(r"\b(jcmd|pid-|_)?\d{3,}(?= |:|_|-)", "PID", text)
    text = re.sub(r"[\d.]+ kB written", "N kB written", text)
    return re.sub(r"(/\S+)?/[^/\s]+(\.jfr)?\b", "PATH", re.sub(r"20\d\d_[\d_]+", "DATE", text))


class Tests:
    def __init__(self, build, pattern):
        self.jdk = vmrun.find_jdk()
        self.bin = os.path.join(self.jdk, "bin")
        self.build = os.path.abspath(build)
        self.pattern = re.compile(pattern)
        self.passed = self.failed = 0
        self.dir = os.path.join(self.build, "jfr")
        shutil.rmtree(self.dir, ignore_errors=True)
        subprocess.run([os.path.join(self.bin, "javac"), "-XDignore.symbol.file", "--add-exports", "jdk.jfr/jdk.jfr.internal=ALL-UNNAMED", "-d", self.dir] + [os.path.join(ROOT, "test", "jfr", f) for f in sorted(os.listdir(os.path.join(ROOT, "test", "jfr"))) if f.endswith(".java")],
                       check=True)

    def result(self, name, problem):
        self.passed += not problem
        self.failed += bool(problem)
        print(f"FAIL {name}: {problem}" if problem else f"PASS {name}", flush=True)

    def wanted(self, name):
        return self.pattern.search(name)

    def run(self, argus, *args, timeout=120):
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
        for how in ("retransform=false", "retransform=true"):
            self.compared("eager/" + how, "-Xlog:disable", "-XX:FlightRecorderOptions:" + how, "Eager", "eager.jfr")
        self.compared("unloaded", "-Xlog:disable", "-Xmx64m", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:GCStress=1000", "Unloaded", "unloaded.jfr")
        if self.wanted("unloaded/file"):
            self.result("unloaded/file", self.problems(self.path("unloaded.jfr")))
        self.alone("compiled", "-Xbatch", "Compiled", "compiled.jfr", file="compiled.jfr")

    def alone(self, name, *args, file=None):
        """A program that says by itself whether what it saw is right."""
        if not self.wanted(name):
            return
        r = self.run(True, *args, timeout=300)
        text = (r.out + r.err).decode(errors="replace").strip()
        wrong = [line for line in text.split("\n") if not line.endswith(": as expected")]
        self.result(name, f"exit code {r.code}: {text[-600:]}" if r.code or not text else "; ".join(wrong)[:600] or (self.problems(self.path(file)) if file else ""))

    def profiles(self):
        export = ["--add-exports", "jdk.jfr/jdk.jfr.internal=ALL-UNNAMED"]
        self.alone("samples/compiled", *export, "-Xbatch", "Samples", "samples.jfr", file="samples.jfr")
        self.alone("samples/interpreted", *export, "-Xint", "Samples", "samples-int.jfr", "int", file="samples-int.jfr")
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
            ("chunks", 1, ["End", "fault", "chunks"]),
            ("memory", 1, ["-XX:+CrashOnOutOfMemoryError", "End", "memory"]),
            ("in-memory", 1, ["disk=false", "End", "fault"]),
            ("malloc", 1, ["End", "malloc"]),
        ):
            if not self.wanted("ends/" + name):
                continue
            seen = []
            for argus in (False, True):
                if name == "malloc" and not argus:  # HotSpot's report waits two minutes for the lock, and the dump is empty
                    seen.append((1, ["hs_err_pidN.jfr 600"], "hs_err_pidN.jfr", "VM Error of main [allocateMemory0, allocateMemory, malloc, main]\nCrash -1\nmarks\n", 1))
                    continue
                folder = os.path.join(self.dir, f"end-{name}-{argus}")
                os.makedirs(folder)
                java = [os.path.join(self.bin, "java")] + ([f"-XXaltjvm={self.build}/argus"] if argus else [])
                disk = "".join("," + o for o in options if "=" in o and o[0] != "-")
                r = vmrun.run(
                    [*java, "-cp", self.dir, *crash, f"-XX:StartFlightRecording:filename=x.jfr{disk}", f"-XX:FlightRecorderOptions:repository={folder}/r", *[o for o in options if o.lstrip(",") not in disk or o[0] == "-"]],
                    cwd=folder,
                    env=vmrun.clean_env(argus=argus),
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
                if name == "memory":  # whose allocation is the one that fails
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
    a = p.parse_args()
    t = Tests(a.build, a.filter)
    t.checker()
    t.compared("reflection", "-Xlog:disable", "Reflect")
    t.events()
    t.provoked()
    t.profiles()
    t.streams()
    t.ends()
    t.summary()
    t.lines()
    t.jcmd()
    print(f"{t.passed} passed, {t.failed} failed")
    sys.exit(1 if t.failed else 0)


if __name__ == "__main__":
    main()
