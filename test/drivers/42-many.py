#!/usr/bin/env python3
"""Many environments at once: javac compiles a package of the JDK while ten environments each hold every capability and have all events enabled.

The class files must equal HotSpot's byte for byte, every environment must have been told the same, and what belongs together must agree: entries and
exits with the frames left at the end, breakpoints with the entries of the method and with the frames told to have gone, exactly the steps that
were asked for. Also on the debug build under GCStress and on the asan build, with a smaller package. Agent: test/jvmti/TenEnvironments.
"""
# Runs beside other drivers, about 150 s.
import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import run_main  # noqa: E402
import test_main  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

# name, build, package, environments, single steps, options of the VM; the longest first
CASES = [
    ("seventy", None, "java/util/function", 70, 1000, []),
    ("ten", None, "java/util/zip", 10, 50000, []),
    ("ten-gcstress", "debug", "java/util/function", 10, 5000, ["-XX:GCStress=20000"]),
    ("ten-asan", "asan", "java/util/function", 10, 5000, []),
]


def unpack(archive, package, to):
    prefix = f"java.base/{package}/"
    with zipfile.ZipFile(archive) as z:
        names = sorted(n for n in z.namelist() if n.startswith(prefix) and n.endswith(".java") and "/" not in n[len(prefix):] and not n.endswith("package-info.java"))
        z.extractall(to, names)
    return [os.path.join(to, n) for n in names]


def hashes(folder):
    found = {}
    for top, _, files in os.walk(folder):
        for f in files:
            with open(os.path.join(top, f), "rb") as at:
                found[os.path.relpath(os.path.join(top, f), folder)] = hashlib.sha256(at.read()).hexdigest()
    return found


def judge(report, environments, steps):
    """What is wrong with the counts."""
    main, every = {}, {}
    with open(report) as f:
        for line in f:
            name, env, on_main, on_all = line.split()
            main.setdefault(name, []).append(int(on_main))
            every.setdefault(name, []).append(int(on_all))
    faults = []

    def want(condition, text):
        if not condition:
            faults.append(text)
    for name, counts in main.items():
        want(len(counts) == environments, f"{name}: {len(counts)} environments")
        want(len(set(counts)) == 1, f"{name} differs between environments on the main thread: {counts}")
        # Other threads may be in the middle of an event when the VM ends.
        want(max(every[name]) - min(every[name]) <= 8, f"{name} differs between environments: {every[name]}")
    one = {name: counts[0] for name, counts in main.items()}
    both = {name: counts[0] for name, counts in every.items()}
    want(one["MethodEntry"] - one["MethodExit"] == one["frames-at-death"], f"{one['MethodEntry']} entries, {one['MethodExit']} exits, {one['frames-at-death']} frames left")
    want(one["Breakpoint"] == one["entries-of-stopped-method"] == one["FramePop"] > 0,
         f"{one['Breakpoint']} breakpoints, {one['entries-of-stopped-method']} entries, {one['FramePop']} frames popped")
    want(both["SingleStep"] == one["SingleStep"] == steps, f"{one['SingleStep']} steps on the main thread, {both['SingleStep']} on all, {steps} asked for")
    for name in ("VMStart", "VMInit", "VMDeath", "DataDumpRequest"):
        want(both[name] == 1, f"{name}: {both[name]}")
    for name in ("FieldAccess", "FieldModification", "Exception", "ExceptionCatch", "ClassFileLoadHook", "ClassLoad", "ClassPrepare", "NativeMethodBind",
                 "SampledObjectAlloc", "VMObjectAlloc", "tagged", "CompiledMethodLoad", "DynamicCodeGenerated"):
        want(both[name] > 0, f"no {name}")
    want(both["GarbageCollectionStart"] == both["GarbageCollectionFinish"], "collections started and finished differ")
    want(one["capabilities"] == every_capability(), f"{one['capabilities']} capabilities held, {every_capability()} in the specification")
    want(both["ObjectFree"] + one["found-by-tag"] <= both["tagged"], f"{both['ObjectFree']} freed and {one['found-by-tag']} found of {both['tagged']} tagged")
    for name in ("wrong-tags", "failed-calls"):
        want(max(every[name]) == 0, f"{name}: {every[name]}")
    return "; ".join(faults) or None


def every_capability():
    with open(os.path.join(ROOT, "spec", "jvmti_capabilities.tsv"), encoding="utf-8") as f:
        return len(f.read().splitlines()) - 1


def environment(variant):
    """Of Argus, in that build."""
    env = vmrun.clean_env(argus=True)
    if variant:
        sanitizer = test_main.sanitizer_env(variant) or {}
        env.update({n: v for n, v in sanitizer.items() if n.endswith("SAN_OPTIONS")})
        if "ARGUS_LD_PRELOAD" in sanitizer:
            env["LD_PRELOAD"] = sanitizer["ARGUS_LD_PRELOAD"]
    return env


def run_case(a, jdk, build, name, variant, package, environments, steps, options):
    work = os.path.join(os.path.abspath(a.build), "many", name)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    files = unpack(run_main.find_sources(jdk), package, os.path.join(work, "src"))
    javac = ["-m", "jdk.compiler/com.sun.tools.javac.Main", "-nowarn", "-XDignore.symbol.file", "--patch-module", f"java.base={work}/src/java.base", "-d"]
    agent = os.path.join(os.path.abspath(a.build), "test-agents", "TenEnvironments", "libten.so")
    report = os.path.join(work, "report")
    java = os.path.join(jdk, "bin", "java")
    want = vmrun.run([java, *javac, os.path.join(work, "hotspot"), *files], env=vmrun.clean_env(), timeout=120)
    got = vmrun.run([java, f"-XXaltjvm={build}/argus", *options, f"-agentpath:{agent}={report},{environments},{steps}", *javac, os.path.join(work, "argus"), *files],
                    env=environment(variant), timeout=600)
    if got.timed_out:
        return "did not end in time\n" + vmrun.tail(got.err)
    if want.code or got.code or want.err != got.err:
        return f"exit {vmrun.code_name(want.code)} on HotSpot, {vmrun.code_name(got.code)} on Argus\n" + vmrun.tail(got.err)
    if not hashes(os.path.join(work, "hotspot")) or hashes(os.path.join(work, "hotspot")) != hashes(os.path.join(work, "argus")):
        return "class files differ from HotSpot's"
    return judge(report, environments, steps)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--filter", default="")
    p.add_argument("--jobs", type=int, default=vmrun.jobs(), help="cases at a time")
    a = p.parse_args()
    jdk = vmrun.find_jdk()
    cases = {c[0]: c for c in CASES if re.search(a.filter, f"many/{c[0]}") and not (c[1] and variants.is_variant(a.build))}
    builds = {c[1]: variants.build_variant(c[1]) if c[1] else os.path.abspath(a.build) for c in cases.values()}

    def case(name):
        try:
            return run_case(a, jdk, builds[cases[name][1]], *cases[name])
        except (OSError, subprocess.SubprocessError, run_main.Missing) as e:
            return str(e)
    return vmrun.run_cases("many", list(cases), case, a.jobs)


if __name__ == "__main__":
    sys.exit(main())
