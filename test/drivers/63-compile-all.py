#!/usr/bin/env python3
"""Code that was never run, compiled: -XX:ArgusCompileAll links and compiles all methods of classes that are linked and not initialized, by the stencils, with and without counting, and by
the optimizer, with and without entries of loops (docs/tiers.md). A few packages on the build under test and on the debug build; `./x stress compile` takes whole modules, on these and on asan.

Fails for whatever ends the process, for a class that HotSpot links and Argus does not, for a method that no compiler may refuse, and when too many are refused.
"""
# Runs beside other drivers, about 60 s.
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import test_main  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

FEW = {"release": (r"^java\.(lang|util)\.[^.]*$", "java.lang.*,java.util.*"), "debug": (r"^java\.lang\.[^.]*$", "java.lang.*")}
LARGE = ["java.base", "java.desktop", "jdk.compiler"]  # modules; with "others" all
WAYS = ["stencils", "stencils that count", "optimizer", "optimizer, loops entered", "invented profiles", "invented, loops entered"]
ALLOWED = {"too large", "too much code", "a large switch", "subroutines"}  # what the compilers say they leave to the interpreter
MOST_REFUSED = 200  # one method in so many


class Fault(Exception):
    pass


def summary_of(text):
    """What the VM says at its end: (classes, methods, way -> (methods, refused), way -> reason -> count)."""
    head = re.search(r"^Compiled all: (\d+) classes, (\d+) methods, ", text, re.M)
    if not head:
        raise Fault("no summary at the end")
    ways, reasons, way = {}, {}, None
    for line in text[head.end():].splitlines():
        m = re.match(r"  (\S.*?) +(\d+) methods, +(\d+) refused", line)
        if m:
            way = m[1]
            ways[way], reasons[way] = (int(m[2]), int(m[3])), {}
        m = re.match(r"    refused: (\d+), (.*?) \(", line)
        if m:
            reasons[way][m[2]] = int(m[1])
    return int(head[1]), int(head[2]), ways, reasons


def check_summary(text, linked):
    classes, methods, ways, reasons = summary_of(text)
    if classes < linked:
        raise Fault(f"{linked} classes are linked, {classes} of them compiled")
    for way in WAYS:
        made, refused = ways.get(way, (0, 0))
        if made + refused != methods or refused > methods // MOST_REFUSED:
            raise Fault(f"{way}: {made} of {methods} methods, {refused} refused")
        strange = {reason: n for reason, n in reasons[way].items() if reason not in ALLOWED}
        if strange:
            raise Fault(f"{way}: {strange}")
    return text[text.index("Compiled all: "):]


def link_all(vm, folder, module, names, env, timeout):
    """What the program prints, without its time, and its last line's count."""
    r = vmrun.run([*vm, "-cp", folder, "LinkAll", module, names], env=env, timeout=timeout)
    text = r.out.decode(errors="replace")
    m = re.search(r"^\S+: (\d+) classes linked, \d+ not$", text, re.M)
    said = re.sub(rb"WARNING: Using incubator modules: .*\n", b"", r.err)
    if r.timed_out or r.code or said or not m:
        raise Fault(f"ended with {r.code}{', out of time' if r.timed_out else ''}:\n{text[-2000:]}\n{r.err.decode(errors='replace')[-4000:]}")
    return text, m[0], int(m[1])


def modules_but(jdk, named):
    listed = subprocess.run([os.path.join(jdk, "bin", "java"), "--list-modules"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return ",".join(name for name in (line.partition("@")[0] for line in listed) if name not in named)


def one(build, variant, module, names, pattern, folder, timeout):
    """The summary of a module's classes whose names match, compiled on the build."""
    jdk = vmrun.find_jdk()
    if module == "others":
        module = modules_but(jdk, LARGE)
    java = [os.path.join(jdk, "bin", "java"), "--add-modules", module]
    _, theirs, linked = link_all(java, folder, module, names, vmrun.clean_env(), timeout)
    os.environ.update(test_main.sanitizer_env(variant))
    argus = [*java, "-XXaltjvm=" + os.path.join(build, "argus"), "-Xmx2g", "-XX:ArgusCompileAll=" + pattern]
    text, ours, _ = link_all(argus, folder, module, names, vmrun.clean_env(argus=True), timeout)
    if ours != theirs:
        raise Fault(f"HotSpot says {theirs!r}:\n{text[:3000]}")
    return check_summary(text, linked)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--modules", nargs="*", help="all classes of these, instead of a few packages; others: of all but java.base, java.desktop and jdk.compiler. "
                   "Prints what was compiled")
    p.add_argument("--variants", nargs="*", default=["release", "debug"])
    p.add_argument("--timeout", type=int, default=300)
    args = p.parse_args()
    tests = [] if variants.is_variant(args.build) else [(v, m) for v in args.variants for m in args.modules or ["java.base"] if re.search(args.filter, f"compile/{v}-{m}")]
    passed = 0
    with tempfile.TemporaryDirectory() as folder:
        if tests:
            subprocess.run([os.path.join(vmrun.find_jdk(), "bin", "javac"), "-d", folder, os.path.join(ROOT, "test", "tools", "LinkAll.java")], check=True)
        for variant, module in tests:
            build = os.path.abspath(args.build) if variant == "release" else variants.build_variant(variant)
            names, pattern = ("", "*") if args.modules else FEW[variant]
            try:
                text = one(build, variant, module, names, pattern, folder, args.timeout)
                print(f"PASS compile/{variant}-{module}", flush=True)
                if args.modules:
                    print(text, end="", flush=True)
                passed += 1
            except Fault as e:
                print(f"FAIL compile/{variant}-{module}: {e}", flush=True)
    print(f"{passed} passed, {len(tests) - passed} failed")
    return 0 if passed == len(tests) else 1


if __name__ == "__main__":
    sys.exit(main())
