#!/usr/bin/env python3
"""The agents of examples/ and the template of `argus new agent`: each is built as its page says and run on Argus, where the page's transcript has to come true,
and on HotSpot, where the same program under the same agent has to end well. jvmti_extensions.h compiles alone as C and as C++.

The installation in <build>/test-examples/prefix is what the pages speak of: `argus` and pkg-config's `argus` come from there.
"""
# Runs beside other drivers, about 30 s.
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import transcript  # noqa: E402
import vmrun  # noqa: E402

EXAMPLES = sorted(name for name in os.listdir(os.path.join(ROOT, "examples")) if os.path.isdir(os.path.join(ROOT, "examples", name)))
LONGEST = 80
# What the agent has to print on HotSpot: options, patterns.
ON_HOTSPOT = {
    "calls": ("Demo", [r"^1973 LDemo;fib$", r"^1000 LDemo\$Account;pay$", r"^balance 499500, fib 610$"]),
    "allocations": ("", [r"^ +1\d\d\.\d MB  \[J  by LDemo;large$"]),
    "field": ("Demo$Account.cents", [r"^cents 0 -> 100 in <init> \(line 4\)\ncents is read in pay \(line 5\)\ncents 100 -> 150 in pay \(line 5\)\ncents 150 -> 0 in rob "]),
    "leaks": ("Demo$Session", [r"^100 objects of LDemo\$Session; are reachable\n  LDemo\$Session;\n(?:  .*\n)+  a root$"]),
    "locks": ("", [r"^3 times, \d+\.\d ms in all\n +waits in LDemo;pay\n +<- LDemo;run\n +held by Ljava/lang/Thread;sleep\n +<- LDemo;audit\n +<- LDemo;main$"]),
    "sampler": ("", [r"^sampler: this VM has no GetAsyncStackTrace$", r"^mixed true$"]),
}


class Bench:
    """Where the pages' commands run."""

    def __init__(self, args):
        self.build, self.timeout, self.jdk = args.build, args.timeout, vmrun.find_jdk()
        self.top = os.path.join(args.build, "test-examples")
        shutil.rmtree(self.top, ignore_errors=True)
        os.makedirs(self.top)
        self.prefix = os.path.join(self.top, "prefix")
        subprocess.run(["cmake", "--install", args.build, "--prefix", self.prefix], check=True, capture_output=True)
        self.env = vmrun.clean_env({
            "JAVA_HOME": self.jdk, "CC": "clang-19",
            "PATH": os.pathsep.join([self.shims(), os.path.join(self.prefix, "bin"), os.path.join(self.jdk, "bin"), os.environ["PATH"]]),
            "PKG_CONFIG_PATH": os.path.join(self.prefix, "lib", "pkgconfig")}, argus=True)

    def shims(self):
        """What a machine for building has, and this one may not: cc is the compiler of the build, pkg-config reads one file."""
        folder = os.path.join(self.top, "shims")
        os.makedirs(folder)
        for name, text in (("cc", '#!/bin/sh\nexec clang-19 "$@"\n'),
                           ("pkg-config", '#!/bin/sh\nfor last; do :; done\nf=$PKG_CONFIG_PATH/$last.pc\n[ -f "$f" ] || exit 1\n'
                                          'prefix=$(dirname "$(dirname "$PKG_CONFIG_PATH")")\nsed -n "s|^Cflags: *||p" "$f" | sed "s|\\${includedir}|$prefix/include|"\n')):
            if shutil.which(name):
                continue
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.write(text)
            os.chmod(f.name, 0o755)
        return folder

    def copy(self, name):
        folder = os.path.join(self.top, name)
        shutil.copytree(os.path.join(self.prefix, "share", "argus", "examples", name), folder)
        return folder

    def run(self, words, folder):
        return vmrun.run(words, cwd=folder, env=self.env, timeout=self.timeout)


def example(bench, name):
    folder = bench.copy(name)
    with open(os.path.join(folder, name + ".c"), encoding="utf-8") as f:
        lines = len(f.read().splitlines())
    if lines > LONGEST:
        return f"{lines} lines, {LONGEST} are meant"
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as f:
        page = f.read()
    faults = transcript.run(page, folder, bench.env, bench.timeout, os.path.join(bench.top, name + ".log"))
    if faults:
        return "; ".join(faults)
    return warnings_of(bench, folder, name) or on_hotspot(bench, folder, name)


def warnings_of(bench, folder, name):
    r = bench.run(["clang-19", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-fsyntax-only", f"-I{bench.jdk}/include",
                   f"-I{bench.jdk}/include/linux", f"-I{bench.prefix}/include", name + ".c"], folder)
    return f"the compiler warns: {r.err.decode()[:300]}" if r.code else None


def on_hotspot(bench, folder, name):
    if name == "late":
        page = "$ java Demo &\nthe answer is slow\n$ argus attach $! ./liblate.so=Demo,slow,fast\nlate: Demo: JVMTI_ERROR_NONE\nthe answer is fast\n"
        faults = transcript.run("\n".join("    " + line for line in page.splitlines()), folder, bench.env, bench.timeout, os.path.join(bench.top, name + "-hotspot.log"))
        return "on HotSpot: " + "; ".join(faults) if faults else None
    options, patterns = ON_HOTSPOT[name]
    agent = f"-agentpath:./lib{name}.so" + ("=" + options if options else "")
    r = bench.run([os.path.join(bench.jdk, "bin", "java"), agent, "Demo"], folder)
    missing = [p for p in patterns if not re.search(p, r.out.decode(), re.M)]
    return f"on HotSpot: exit code {r.code}, no {missing} in {r.out.decode()[:300]!r} {r.err.decode()[:300]!r}" if r.code or missing else None


def template(bench, _):
    """`argus new agent DIR`, and every command of the README there; PID is that of a program that waits."""
    folder = os.path.join(bench.top, "mine")
    for words, code in ((["new", "agent", folder], 0), (["new", "agent", folder], 1)):
        r = bench.run(["argus", *words], bench.top)
        if r.code != code:
            return f"argus {words}: exit code {r.code}, {r.err.decode()!r}"
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as f:
        commands = re.findall(r"^    (.+)$", f.read(), re.M)
    shutil.copy(os.path.join(bench.prefix, "share", "argus", "examples", "late", "Demo.java"), os.path.join(bench.top, "Demo.java"))
    subprocess.run([os.path.join(bench.jdk, "bin", "javac"), "-d", bench.top, os.path.join(bench.top, "Demo.java")], check=True)
    with subprocess.Popen(["argus", "-cp", bench.top, "Demo"], env=bench.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as waits:
        waits.stdout.readline()
        for command in commands:
            r = bench.run(["bash", "-c", command.replace("PID", str(waits.pid))], folder)
            if r.code:
                return f"{command}: exit code {r.code}: {r.err.decode()[-400:]}"
            if "-agentpath" in command and not re.search(rb"agent: \d+ classes", r.out):
                return f"{command}: the agent says nothing: {r.out!r}"
        out, _ = waits.communicate("\n", timeout=bench.timeout)
        if "agent: " not in out:
            return f"the agent that was attached says nothing: {out!r}"
    return None


def header(bench, _):
    text = '#include <argus/jvmti_extensions.h>\nint use(jvmtiEnv *e, struct argus_extensions *x);\nint use(jvmtiEnv *e, struct argus_extensions *x) { return (int)argus_extensions(e, x); }\n'
    for std, language in (("c11", "c"), ("c++17", "c++")):
        r = vmrun.run(["clang-19", f"-std={std}", "-x", language, "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-fsyntax-only", "-isystem",
                       f"{bench.jdk}/include", "-isystem", f"{bench.jdk}/include/linux", f"-I{bench.prefix}/include", "-"], stdin=text.encode(), timeout=bench.timeout)
        if r.code:
            return f"{std}: {r.err.decode()[:400]}"
    with open(os.path.join(bench.prefix, "include", "argus", "jvmti_extensions.h"), encoding="utf-8") as f:
        lines = [line for line in f.read().splitlines() if len(line) > 120]
    return f"long lines: {lines}" if lines else None


COOKBOOK = os.path.join(ROOT, "docs", "agents", "cookbook.md")


def recipes():
    """{number: (code, wanted lines)} of the pages of the cookbook."""
    parts = [""]
    for page in sorted(glob.glob(COOKBOOK.replace(".md", "-*.md"))):
        with open(page, encoding="utf-8") as f:
            parts += re.split(r"^## (\d+)\. .*$", f.read(), flags=re.M)[1:]
    return {int(n): ([body for language, name, body in transcript.fenced(part) if language == "c" and not name],
                     [body for language, _, body in transcript.fenced(part) if language == "text"]) for n, part in zip(parts[1::2], parts[2::2])}


def cookbook(bench, name):
    """Each recipe is compiled without a warning and prints what the page says, on both VMs."""
    folder, found = os.path.join(bench.top, name), recipes()
    os.makedirs(folder)
    with open(COOKBOOK, encoding="utf-8") as f:
        transcript.write_files(f.read(), folder)
    subprocess.run([os.path.join(bench.jdk, "bin", "javac"), "Demo.java"], cwd=folder, check=True)
    faults = [] if sorted(found) == list(range(1, 21)) else [f"recipes {sorted(found)}"]
    for n, (code, wanted) in sorted(found.items()):
        if len(code) != 1 or len(wanted) != 1:
            faults.append(f"recipe {n} has {len(code)} blocks of code and {len(wanted)} of output")
            continue
        with open(os.path.join(folder, f"recipe{n}.c"), "w", encoding="utf-8") as f:
            f.write('#include "cookbook.h"\n\n' + code[0])
        r = bench.run(["clang-19", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC", f"-I{bench.jdk}/include",
                       f"-I{bench.jdk}/include/linux", f"recipe{n}.c", "-o", f"librecipe{n}.so"], folder)
        if r.code:
            faults.append(f"recipe {n}: {r.err.decode()[:300]}")
            continue
        for vm in ("argus", os.path.join(bench.jdk, "bin", "java")):
            r = bench.run([vm, f"-agentpath:./librecipe{n}.so", "Demo"], folder)
            got = r.out.decode(errors="replace").splitlines()
            usual = "count 45, twice 10, 3 demos"
            lines = [line for line in got if line != usual]  # the program's own line, wherever it comes
            missing = transcript.first_missing(wanted[0].splitlines(), lines)
            if r.code or missing or (usual not in got and "count " not in wanted[0]):
                faults.append(f"recipe {n} on {os.path.basename(vm)}: exit code {r.code}, not {missing!r}: {got[:8]} {r.err.decode()[-200:]}")
    return "; ".join(faults) or None


CASES = {**{name: example for name in EXAMPLES if name != "template"}, "template": template, "header": header, "cookbook": cookbook}


def main():
    p = argparse.ArgumentParser(description="the example agents and their pages")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, default=180, help="seconds for each page or command")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    names = [n for n in CASES if re.search(args.filter, "examples/" + n)]
    if not names:
        print("0 passed, 0 failed")
        return 0
    bench = Bench(args)
    return vmrun.run_cases("examples", names, lambda n: CASES[n](bench, n), args.jobs)


if __name__ == "__main__":
    sys.exit(main())
