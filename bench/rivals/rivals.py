#!/usr/bin/env python3
"""One question to a running program, asked with Argus' probes and with BTrace, Byteman and Arthas on HotSpot.

    ./x bench rivals [--methods find,weigh] [--tools argus,btrace,…] [--rounds N]

The program (Job.java) reads customers by JDBC and weighs a document of JSON. The question is how often Job.find (some microseconds) or Job.weigh (some
nanoseconds) is called; Arthas answers with `monitor`, which times the calls too, and with `trace`. Each run: ten seconds alone, the question, ten seconds
with it. Of each: time from the start of the tool's command to the first answer that is not zero; cost of a hit, from the processor time of the process for
one unit of work (a find and the weighs that belong to it) before and with the question; processor time of the tool's own processes; what the heap and
metaspace of the program grew by. Medians over the rounds; processor times of whole processes.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
BEAT = re.compile(r"beat (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)")


def digest(path):
    with open(path, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def fetch(out):
    """All files of jars.sha256, by name without version: {"btrace-agent": path}."""
    os.makedirs(out, exist_ok=True)
    found = {}
    with open(os.path.join(HERE, "jars.sha256"), encoding="utf-8") as f:
        pins = [line.split() for line in f]
    for pin, coordinates in pins:
        _, artifact, version, *more = coordinates.split(":")
        kind, classifier = (more + ["jar"])[0], more[1:]
        path = os.path.join(out, "-".join([artifact, version, *classifier]) + "." + kind)
        if not os.path.isfile(path) or digest(path) != pin:
            subprocess.run(["mvn", "-q", "-B", COPY, "-Dartifact=" + coordinates, "-DoutputDirectory=" + out, "-Dmdep.overWriteReleases=true"], check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            if digest(path) != pin:
                sys.exit(f"rivals: {coordinates} is not what jars.sha256 asks for")
        found[artifact] = path
    return found


class Lines:
    """The lines that a process prints, each with the time at which it came."""

    def __init__(self, process):
        self.process, self.lines = process, []
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append((time.time(), line.decode(errors="replace").rstrip()))

    def first(self, pattern, seconds):
        """Time of the first line that matches, or None."""
        end, at = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            while at < len(self.lines):
                if re.search(pattern, self.lines[at][1]):
                    return self.lines[at][0]
                at += 1
            if self.process.poll() is not None and not self.thread.is_alive():
                return None
            time.sleep(0.005)
        return None


class Job:
    """The program under one VM."""

    def __init__(self, setting, options, seconds):
        command = [setting.java, *options, "-Xmx512m", "-cp", setting.classpath, "Job", str(seconds)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=vmrun.clean_env(argus=True))
        self.output = Lines(self.process)

    def beats(self, begin, end):
        """(clock ms, cpu ms, finds, weighs, heap KB, metaspace KB) of the lines that came in between."""
        found = [BEAT.search(text) for when, text in self.output.lines if begin <= when <= end]
        return [tuple(map(int, m.groups())) for m in found if m]

    def stop(self):
        self.process.kill()
        self.process.wait()


class Setting:
    def __init__(self, args):
        self.jdk = vmrun.find_jdk()
        self.java = os.path.join(self.jdk, "bin", "java")
        self.build = os.path.abspath(args.build)
        self.out = os.path.join(self.build, "rivals")
        self.files = fetch(os.path.join(self.out, "lib"))
        classes = os.path.join(self.out, "classes")
        os.makedirs(classes, exist_ok=True)
        self.classpath = ":".join([classes, *(self.files[n] for n in ("h2", "jackson-databind", "jackson-core", "jackson-annotations"))])
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-cp", self.classpath, "-d", classes, os.path.join(HERE, "Job.java")], check=True)
        self.arthas = os.path.join(self.out, "arthas")
        if not os.path.exists(os.path.join(self.arthas, "arthas-boot.jar")):
            with zipfile.ZipFile(self.files["arthas-packaging"]) as z:
                z.extractall(self.arthas)
        self.btrace = os.path.join(self.out, "btrace")
        os.makedirs(self.btrace, exist_ok=True)
        for part in ("agent", "boot", "client"):  # the client looks for the agent by these names beside itself
            shutil.copy(self.files["btrace-" + part], os.path.join(self.btrace, f"btrace-{part}.jar"))
        self.byteman = os.path.join(self.out, "byteman")
        os.makedirs(os.path.join(self.byteman, "lib"), exist_ok=True)
        shutil.copy(self.files["byteman"], os.path.join(self.byteman, "lib", "byteman.jar"))


# --- The tools: each gives commands, run one after the other, the last of which prints the answers (or the program does) ---

def argus(setting, pid, method, work):
    return [[os.path.join(setting.build, "bin", "argus"), "probe", str(pid), f"method:Job.{method}:entry {{ @calls = count(); }} interval:s:1 {{ print(@calls); }}",
             "-d", "60"]], r"calls\D*[1-9]", False


def btrace(setting, pid, method, work):
    with open(os.path.join(HERE, "Ask.java"), encoding="utf-8") as f:
        text = f.read().replace("METHOD", method)
    script = os.path.join(work, "Ask.java")
    with open(script, "w", encoding="utf-8") as f:
        f.write(text)
    jars = ":".join(os.path.join(setting.btrace, f"btrace-{p}.jar") for p in ("client", "boot"))
    return [[setting.java, "-cp", jars, "org.openjdk.btrace.client.Main", "-v", str(pid), script]], r"^answer [1-9]", False


def byteman(compiled):
    def ask(setting, pid, method, work):
        rules = os.path.join(work, "ask.btm")
        with open(rules, "w", encoding="utf-8") as f:
            f.write(f"RULE count\nCLASS Job\nMETHOD {method}\nAT ENTRY\n{'COMPILE' if compiled else 'NOCOMPILE'}\nIF true\nDO incrementCounter(\"calls\")\nENDRULE\n"
                    "RULE tell\nCLASS Job\nMETHOD beat\nAT ENTRY\nIF true\nDO traceln(\"answer \" + readCounter(\"calls\"))\nENDRULE\n")
        tools = ":".join(setting.files[n] for n in ("byteman-install", "byteman-submit", "byteman"))
        return [[setting.java, f"-Dorg.jboss.byteman.home={setting.byteman}", "-cp", tools, "org.jboss.byteman.agent.install.Install", "-b", "-p", "9091",
                 "-Dorg.jboss.byteman.transform.all", str(pid)],
                [setting.java, "-cp", tools, "org.jboss.byteman.agent.submit.Submit", "-p", "9091", "-l", rules]], r"^answer [1-9]", True
    return ask


def arthas(words, pattern):
    def ask(setting, pid, method, work):
        return [[setting.java, "-jar", os.path.join(setting.arthas, "arthas-boot.jar"), "--arthas-home", setting.arthas, "--target-ip", "127.0.0.1", "--telnet-port", "3658",
                 "--http-port", "-1", "-c", words.format(method=method), str(pid)]], pattern, False
    return ask


TOOLS = {  # name -> (on Argus?, its commands)
    "argus": (True, argus),
    "btrace": (False, btrace),
    "byteman": (False, byteman(False)),
    "byteman-compiled": (False, byteman(True)),
    "arthas-monitor": (False, arthas("monitor -c 1 -n 9 Job {method}", r"Job\s+\S+\s+[1-9]")),
    "arthas-trace": (False, arthas("trace -n 2000000000 Job {method}", r"`---|---\[")),
}


def rate(beats, method):
    """Processor time in ns for one find with its weighs, and calls of the method for one find."""
    (_, cpu0, find0, weigh0, *_), (_, cpu1, find1, weigh1, *_) = beats[0], beats[-1]
    if find1 == find0:
        return None, None
    return (cpu1 - cpu0) * 1e6 / (find1 - find0), 1 if method == "find" else (weigh1 - weigh0) / (find1 - find0)


def children_cpu():
    t = os.times()
    return t.children_user + t.children_system


def one(setting, tool, method, args):
    on_argus, ask = TOOLS[tool]
    job = Job(setting, ["-XXaltjvm=" + os.path.join(setting.build, "argus")] if on_argus else [], args.alone + 240 + args.asked)
    processes = []
    try:
        if job.output.first("^beat", 120) is None:
            return "the program did not start"
        time.sleep(args.alone)
        before = job.beats(time.time() - args.alone / 2, time.time())
        with tempfile.TemporaryDirectory() as work:
            commands, pattern, told_by_job = ask(setting, job.process.pid, method, work)
            env = vmrun.clean_env(argus=True) | {"JAVA_HOME": setting.jdk}
            begin, cpu = time.time(), children_cpu()
            for c in commands[:-1]:
                r = subprocess.run(c, stdin=subprocess.DEVNULL, capture_output=True, env=env, timeout=60)
                if r.returncode:
                    return f"{os.path.basename(c[0])}: {(r.stdout + r.stderr).decode(errors='replace')[:300]}"
            p = subprocess.Popen(commands[-1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)
            processes.append(p)
            lines = Lines(p)
            if told_by_job:
                first = job.output.first(pattern, 60)
            else:
                first = lines.first(pattern, 60)
            if first is None:
                return "no answer: " + " | ".join(text for _, text in lines.lines[-3:])
            time.sleep(1)
            asked = time.time()
            time.sleep(args.asked)
            during = job.beats(asked, time.time())
            p.send_signal(signal.SIGINT)
            try:
                p.wait(5)
            except subprocess.TimeoutExpired:
                p.kill()
                p.wait()
            spent = children_cpu() - cpu
    finally:
        for p in processes:
            if p.poll() is None:
                p.kill()
                p.wait()
        job.stop()
    if len(before) < 2 or len(during) < 2:
        return "the program stood still"
    (alone, _), (with_it, hits) = rate(before, method), rate(during, method)
    if alone is None or with_it is None:
        return "the program stood still"
    return {"hit_ns": (with_it - alone) / hits, "first_s": first - begin, "tool_cpu_s": spent, "slower": with_it / alone,
            "metaspace_kb": during[-1][5] - before[-1][5], "heap_kb": statistics.median(b[4] for b in during) - statistics.median(b[4] for b in before)}


def main():
    p = argparse.ArgumentParser(prog="rivals", description="one question to a running program: Argus' probes beside BTrace, Byteman and Arthas on HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--methods", default="find,weigh")
    p.add_argument("--tools", default=",".join(TOOLS))
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--alone", type=int, default=10, help="seconds before the question")
    p.add_argument("--asked", type=int, default=8, help="seconds with it")
    p.add_argument("--json", help="where to write the numbers (default: BUILD/rivals.json)")
    args = p.parse_args()
    unknown = set(args.tools.split(",")) - set(TOOLS)
    if unknown or set(args.methods.split(",")) - {"find", "weigh"}:
        p.error("tools are " + ", ".join(TOOLS) + "; methods are find, weigh")
    setting = Setting(args)
    rows = {}
    for n in range(args.rounds):
        for method in args.methods.split(","):
            for tool in args.tools.split(","):
                r = one(setting, tool, method, args)
                print(f"{n + 1}/{args.rounds} {method} {tool}: " + (r if isinstance(r, str) else ", ".join(f"{k} {v:.2f}" for k, v in r.items())), file=sys.stderr, flush=True)
                rows.setdefault((method, tool), []).append(r)
    print("| method | tool | a hit, ns | times as slow | first answer, s | tool's processor time, s | metaspace, KB | heap, KB |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    table = {}
    for (method, tool), runs in rows.items():
        good = [r for r in runs if isinstance(r, dict)]
        if not good:
            print(f"| {method} | {tool} | failed: {runs[0][:80]} | | | | | |")
            continue
        m = table[f"{method} {tool}"] = {k: statistics.median(r[k] for r in good) for k in good[0]}
        print(f"| {method} | {tool} | {m['hit_ns']:.1f} | {m['slower']:.2f} | {m['first_s']:.2f} | {m['tool_cpu_s']:.2f} | {m['metaspace_kb']:.0f} | {m['heap_kb']:.0f} |")
    with open(args.json or os.path.join(setting.build, "rivals.json"), "w", encoding="utf-8") as f:
        json.dump(table, f, indent=1)
    return 0 if all(isinstance(r, dict) for runs in rows.values() for r in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
