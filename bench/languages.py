#!/usr/bin/env python3
"""Programs in Scala, Kotlin, Groovy, Clojure and Ruby: what their compilers make of everyday code, Argus beside HotSpot. See README.md in this folder.

The jars are those of `./x programs`, pinned. Each language is one process on each VM in turn, so all that it does shares one profile, as in a real program.
A job runs for 1.5 seconds, then fifteen times for some 20 ms of its thread, of which the fastest counts; of several rounds the median.
"""
import argparse
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import programs  # noqa: E402
import vmrun  # noqa: E402

SOURCES = os.path.join(HERE, "languages")
# language: its program among those of ./x programs, the compiler's words, the words that run it; {out} the classes, {src} the sources, {jars} the jars
LANGUAGES = {
    "scala": (["-Xss8m", "-cp", "{jars}", "scala.tools.nsc.Main", "-usejavacp", "-d", "{out}", "{src}/Shapes.scala"], ["-cp", "{out}:{jars}", "Shapes"]),
    "kotlin": (["-Xmx1g", "-cp", "{jars}", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-reflect", "-no-stdlib", "-cp", "{jars}", "-d", "{out}", "{src}/Shapes.kt"],
               ["-cp", "{out}:{jars}", "ShapesKt"]),
    "groovy": (None, ["-cp", "{jars}", "groovy.ui.GroovyMain", "{src}/shapes.groovy"]),
    "clojure": (None, ["-cp", "{jars}", "clojure.main", "{src}/shapes.clj"]),
    "jruby": (None, ["-cp", "{jars}", "org.jruby.Main", "{src}/shapes.rb"]),
}
ROW = re.compile(r"^(\S[^\d]*?) +(\d+)$", re.M)


class Language:
    def __init__(self, name, build, jdk):
        self.name, self.java = name, os.path.join(jdk, "bin", "java")
        program = programs.Program(name, build, jdk)
        program.fetch()
        self.out = os.path.join(build, "bench-languages", name)
        self.places = {"{jars}": program.words(["{jars}"])[0], "{out}": self.out, "{src}": SOURCES}
        compiler, self.run_words = LANGUAGES[name]
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        if compiler:
            r = subprocess.run([self.java, *map(self.put_in, compiler)], capture_output=True, text=True)
            if r.returncode:
                raise programs.Problem(f"{name}: its compiler: {r.stdout[-1000:]}{r.stderr[-1000:]}")

    def put_in(self, word):
        for place, text in self.places.items():
            word = word.replace(place, text)
        return word

    def run(self, options, timeout):
        """{job: nanoseconds} of a process."""
        r = vmrun.run([self.java, *options, *map(self.put_in, self.run_words)], env=vmrun.clean_env(argus=True), timeout=timeout)
        if r.code:
            raise programs.Problem(f"{self.name} with {' '.join(options) or 'no option'}: exit {vmrun.code_name(r.code)}: {r.err.decode(errors='replace')[-500:]}")
        return {name: int(ns) for name, ns in ROW.findall(r.out.decode(errors="replace"))}


def mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios)))


def main():
    p = argparse.ArgumentParser(prog="x bench languages", description="everyday code in Scala, Kotlin, Groovy, Clojure and Ruby: processor time of each job, Argus beside HotSpot")
    p.add_argument("names", nargs="*", metavar="LANGUAGE", help=f"out of {', '.join(LANGUAGES)} (default: all)")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rounds", type=int, default=1)
    p.add_argument("--only", help="one job, by its name")
    p.add_argument("--argus-arg", action="append", default=[], help="an option for Argus (repeatable)")
    p.add_argument("--timeout", type=float, default=300, help="seconds for a process")
    p.add_argument("--json", help="where to write the numbers (default: BUILD/languages.json)")
    args = p.parse_args()
    for name in set(args.names) - set(LANGUAGES):
        p.error(f"no language {name}")
    build, jdk = os.path.abspath(args.build), vmrun.find_jdk()
    only = [f"-Donly={args.only}"] if args.only else []
    vms = {"hotspot": only, "argus": ["-XXaltjvm=" + os.path.join(build, "argus"), *only, *args.argus_arg]}
    rows, failed = [], False
    for name in args.names or LANGUAGES:
        try:
            language = Language(name, build, jdk)
            found = {vm: [] for vm in vms}
            for number in range(args.rounds):
                for vm, options in vms.items():
                    print(f"\r{name}: round {number + 1}/{args.rounds}, {vm:8}", end="", file=sys.stderr, flush=True)
                    found[vm].append(language.run(options, args.timeout))
        except programs.Problem as e:
            print(f"\n{e}", file=sys.stderr)
            failed = True
            continue
        for job in found["hotspot"][0]:
            times = {vm: statistics.median(r[job] for r in rounds if job in r) for vm, rounds in found.items()}
            rows.append({"name": f"{name}/{job}", **times, "ratio": times["hotspot"] / max(times["argus"], 1)})
    print(file=sys.stderr)
    print(f"{'job':34}{'HotSpot ns':>12}{'Argus ns':>12}{'ratio':>8}")
    for r in sorted(rows, key=lambda r: r["ratio"]):
        print(f"{r['name']:34}{r['hotspot']:12.0f}{r['argus']:12.0f}{r['ratio']:8.2f}")
    for name in LANGUAGES:
        ratios = [r["ratio"] for r in rows if r["name"].startswith(name + "/")]
        if ratios:
            print(f"{name}: {len(ratios)} jobs, geometric mean {mean(ratios):.2f} of HotSpot's speed, {sum(r < 0.5 for r in ratios)} below 0.5")
    if rows:
        print(f"all: {len(rows)} jobs, geometric mean {mean([r['ratio'] for r in rows]):.2f}")
    path = args.json or os.path.join(build, "languages.json")
    with open(path, "w") as f:
        json.dump({"jdk": vmrun.release_text(jdk), "rows": rows}, f, indent=1)
    print(f"numbers: {path}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
