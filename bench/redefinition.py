#!/usr/bin/env python3
"""Costs of redefinitions: beside 10,000 classes, and objects that do not change or grow. Figures: history.md.

    bench/redefinition.py [--build build] [--classes N] [--objects N] [--others N] [--heap SIZE] [--only-on]
    bench/redefinition.py --flips N [--threads T]
    bench/redefinition.py --speed
    bench/redefinition.py --short
    bench/redefinition.py --memory

With --flips: N redefinitions to and fro while T threads make objects and call them; prints memory ten times, and the stops.
With --speed: what a program does in each tenth of a second before a commit and after it.
With --short: nanoseconds of an access of an added field while eight instances are short, and when they have grown.
With --memory: the live bytes after javac has analyzed java.util, without the option and with it.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import run_main  # noqa: E402
import vmrun  # noqa: E402

KIND = """public class Kind%d_00000 %simplements java.util.function.Supplier<Object> {
    int a, b; String text = "text";
    %s
    public Object get() { return new Kind%d_00000(); }
    public String toString() { return text + a + b + more(); }
    int more() { return %d; }
    int one(int x) { return x + more(); }
    long two(long x, String s) { return s.length() + one((int) x) + two(); }
    static int two() { return java.util.Objects.hash(1, 2); }
}
"""
EXTRA = ["", "", "static int added; int other(int x) { return added + x; }", "static int added; int c; int other(int x) { return added + c; }",
         "static int added; int c; long d, e, f; Object g; int other(int x) { return added + c; }"]
EXTRA += [EXTRA[-1]] * 3  # superclasses
ABOVE = {5: "extends Empty ", 6: "extends Full "}
SUPERS = {"Empty": "public class Empty { public int none() { return 7; } }",
          "Full": "public class Full { int first; Object second; long third; public int all() { return first; } }"}

# Versions 8 and 9: instances have no room for the fields of the second one.
PINNED = """public class Kind%d_00000 implements java.util.function.LongBinaryOperator {
    int a, filler; %s
    public long applyAsLong(long from, long n) { return %s; }
    static long fields(Kind%d_00000[] all, long n) {
        for (int i = 0; i < n; i++) { Kind%d_00000 k = all[i & 7]; k.%s += i; }
        return all[3].%s;
    }
    static long references(Kind%d_00000[] all, long n) {
        for (int i = 0; i < n; i++) { Kind%d_00000 k = all[i & 7]; %s }
        return 0;
    }
    static Kind%d_00000[] all = new Kind%d_00000[8];
    {
        for (int i = 7; i > 0; i--) all[i] = all[i - 1];
        all[0] = this;
    }
}
"""
PINNED_ARGS = {8: ("", "a", ""), 9: ("int b; long c, d; Object e;", "b", "k.e = k.e == null ? k : null;")}


def flips(jdk, args, out, jar):
    command = [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.abspath(args.build)}/argus", "-XX:+AllowEnhancedClassRedefinition", "-Xmx512m", "-Xlog:safepoint",
               f"-javaagent:{jar}", "-cp", out, "Redefinition", "flips", str(args.flips), args.threads]
    r = vmrun.run(command, cwd=out, env=vmrun.clean_env(argus=True), timeout=7200)
    stops = {}
    for line in r.out.decode().splitlines():
        m = re.search(r'Safepoint "([^"]+)".*Reaching safepoint: +(\d+) ns, At safepoint: +(\d+) ns', line)
        if m:
            stops.setdefault(m[1], []).append(int(m[3]) / 1e6)
            stops.setdefault(m[1] + ", until all threads stand", []).append(int(m[2]) / 1e6)
        elif line.startswith("flips"):
            print(line)
    for name, ms in sorted(stops.items()):
        ms.sort()
        print(f"{name}: {len(ms)} stops, median {ms[len(ms) // 2]:.2f} ms, 99 of 100 below {ms[len(ms) * 99 // 100]:.2f}, most {ms[-1]:.2f}")
    if r.code:
        sys.exit(vmrun.tail(r.out + r.err))


def speed(jdk, args, out, jar):
    command = [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.abspath(args.build)}/argus", "-XX:+AllowEnhancedClassRedefinition", "-Xmx512m",
               "-Xlog:redefine+class*=debug:file=" + os.path.join(out, "log"), f"-javaagent:{jar}", "-cp", out, "Redefinition", "speed"]
    r = vmrun.run(command, cwd=out, env=vmrun.clean_env(argus=True), timeout=300)
    print(r.out.decode(), end="")
    with open(os.path.join(out, "log")) as f:
        print("".join(line for line in f if "code" in line), end="")
    if r.code:
        sys.exit(vmrun.tail(r.out + r.err))


def short(jdk, args, out, jar):
    for tier in ([], ["-XX:TieredStopAtLevel=1"], ["-Xint"]):
        command = [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.abspath(args.build)}/argus", "-XX:+AllowEnhancedClassRedefinition", "-XX:ArgusRedefinitionRoom=0", *tier,
                   "-Xmx512m", f"-javaagent:{jar}", "-cp", out, "Redefinition", "short"]
        r = vmrun.run(command, cwd=out, env=vmrun.clean_env(argus=True), timeout=300)
        print(" ".join(tier) or "all tiers")
        print("".join("  " + line + "\n" for line in r.out.decode().splitlines()), end="")
        if r.code:
            sys.exit(vmrun.tail(r.out + r.err))


def memory(jdk, args, out):
    with zipfile.ZipFile(run_main.find_sources(jdk)) as z:
        z.extractall(out, [n for n in z.namelist() if n.startswith(run_main.PACKAGE)])
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", out, os.path.join(ROOT, "bench", "redefinition", "Live.java")], check=True)
    for sign in "-+":
        r = vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.abspath(args.build)}/argus", f"-XX:{sign}AllowEnhancedClassRedefinition", "-Xmx600m", "-cp", out,
                       "Live", os.path.join(out, run_main.PACKAGE), os.path.join(out, "java.base")], cwd=out, env=vmrun.clean_env(argus=True), timeout=300)
        print(f"{sign}AllowEnhancedClassRedefinition: {r.out.decode().strip() if not r.code else vmrun.tail(r.out + r.err)}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", default="build")
    ap.add_argument("--classes", default="10000")
    ap.add_argument("--objects", default="2", help="millions, of the class that changes")
    ap.add_argument("--others", default="2", help="millions")
    ap.add_argument("--heap", default="2g", help="the most that it may have")
    ap.add_argument("--only-on", action="store_true", help="neither HotSpot nor Argus without the option")
    ap.add_argument("--flips", type=int, help="so many redefinitions that add or remove fields and methods")
    ap.add_argument("--threads", default="2")
    ap.add_argument("--speed", action="store_true", help="the speed of a program before and after commits")
    ap.add_argument("--short", action="store_true", help="the time of accesses of fields that instances lack for a while")
    ap.add_argument("--memory", action="store_true", help="of javac, with the option and without")
    args = ap.parse_args()
    jdk = vmrun.find_jdk()
    with tempfile.TemporaryDirectory() as out:
        if args.memory:
            return memory(jdk, args, out)
        for v, extra in enumerate(EXTRA):
            with open(os.path.join(out, f"Kind{v}_00000.java"), "w") as f:
                f.write(KIND % (v, ABOVE.get(v, ""), extra, v, v))
        for v, (fields, field, change) in PINNED_ARGS.items():
            with open(os.path.join(out, f"Kind{v}_00000.java"), "w") as f:
                f.write(PINNED % (v, fields, "from == 0 ? fields(all, n) : references(all, n)", v, v, field, field, v, v, change, v, v))
        for name, text in SUPERS.items():
            with open(os.path.join(out, name + ".java"), "w") as f:
                f.write(text)
        sources = [os.path.join(out, x) for x in os.listdir(out)] + [os.path.join(ROOT, "bench", "redefinition", "Redefinition.java")]
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", out] + sources, check=True)
        with open(os.path.join(out, "manifest"), "w") as f:
            f.write("Premain-Class: Redefinition\nCan-Redefine-Classes: true\n")
        jar = os.path.join(out, "agent.jar")
        subprocess.run([os.path.join(jdk, "bin", "jar"), "cfm", jar, os.path.join(out, "manifest"), "-C", out, "."], check=True)
        if args.speed:
            return speed(jdk, args, out, jar)
        if args.short:
            return short(jdk, args, out, jar)
        if args.flips:
            return flips(jdk, args, out, jar)
        for what, options, more in (("HotSpot", [], []), ("Argus", [f"-XXaltjvm={os.path.abspath(args.build)}/argus"], []),
                                    ("Argus, option on", [f"-XXaltjvm={os.path.abspath(args.build)}/argus", "-XX:+AllowEnhancedClassRedefinition"], ["on"])):
            if args.only_on and not more:
                continue
            command = ["/usr/bin/env", os.path.join(jdk, "bin", "java"), *options, "-Xmx" + args.heap, "-Xlog:safepoint", f"-javaagent:{jar}", "-cp", out, "Redefinition",
                       args.classes, args.objects, args.others, *more]
            r = vmrun.run(command, cwd=out, env=vmrun.clean_env(argus=what != "HotSpot"), timeout=300)
            text = r.out.decode()
            print(f"## {what}, exit {r.code}")
            for line in text.splitlines():
                if re.match(r"(gc|body|members|field|growth|inserted|replaced|removed) ", line) or "Redefine" in line:
                    print("  " + re.sub(r"^\[[^]]*\]+", "", line))
            if r.code:
                print(vmrun.tail(r.out + r.err))


if __name__ == "__main__":
    main()
