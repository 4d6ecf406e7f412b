"""The Java programs of test/java on another build of Argus than the one under test: for the drivers 21 and 22 and for `./x stress`.

The programs are compiled, and HotSpot is asked, once for all builds: in the folder of the build under test.
"""
import fcntl
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import test_main  # noqa: E402

VARIANTS = ("debug", "asan", "tsan", "gcstress", "tiny")
SLOW_TIMEOUT = 180  # seconds for a test that names none, on one of these: they take five times as long, and other drivers run beside it
JAVA = os.path.join(ROOT, "test", "drivers", "20-java.py")
JVMTI = os.path.join(ROOT, "test", "drivers", "30-jvmti.py")


def is_variant(build):
    """Is `build` the folder of one of the slow builds? (Those run the programs of test/java in the driver 20 already.)"""
    return os.path.basename(os.path.abspath(build)) in VARIANTS


def build_variant(variant, log=sys.stderr, targets=("jvm",)):
    """Folder of the built variant; no targets: with agents and launcher. Ends the process with the end of the compiler's output when it cannot be built."""
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "variant.lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two drivers may want the same one at once
        p = subprocess.run([os.path.join(ROOT, "x"), "build", variant, *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           errors="replace", cwd=ROOT)
    if p.returncode:
        print("\n".join(p.stdout.splitlines()[-20:]), file=log)
        print(f"FAIL {variant}/build: exit code {p.returncode}\n0 passed, 1 failed", flush=True)
        sys.exit(1)
    return os.path.join(ROOT, "build", variant) if variant != "release" else os.path.join(ROOT, "build")


def run_counted(build, prefix, filter, options):
    """Runs driver 20 on the build with the options, shows what that prints but its last line, and returns (passed, failed)."""
    child = subprocess.Popen([sys.executable, "-B", JAVA, "--build", build, "--prefix", prefix, "--filter", filter, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    last = ""
    for line in child.stdout:
        print(last, end="", flush=True)
        last = line
    code = child.wait()
    summary = re.fullmatch(r"(\d+) passed, (\d+) failed\n", last)
    if not summary or (code != 0) != (int(summary[2]) > 0):
        print(last, end="")
        print(f"FAIL {prefix}: ended with {code} without a summary")
        return 0, 1
    return int(summary[1]), int(summary[2])


def run_java(prefix, variant, words, filter="", programs=None, only=None):
    """Runs driver 20 on the variant; its lines go to standard output. `only`: names of tests, instead of all. Returns its exit code."""
    programs = programs or os.path.join(ROOT, "build", "test-java")
    common = [sys.executable, "-B", JAVA, "--programs", programs, "--prefix", prefix]
    if only:
        filter = "(?=.*(?:" + filter + "))^" + prefix + "/(?:" + "|".join(only) + ")$" if filter else "^" + prefix + "/(?:" + "|".join(only) + ")$"
    listed = subprocess.run([*common, "--filter", filter, "--list"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    if not listed.stdout.strip():
        print("0 passed, 0 failed", flush=True)
        return 0
    build = build_variant(variant)
    return subprocess.run([*common, "--build", build, "--filter", filter, *words], cwd=ROOT, env=test_main.sanitizer_env(variant)).returncode


def run_agents(prefix, variant, filter="", only=None):
    """Runs driver 30 on the variant; its lines go to standard output, with `prefix` instead of jvmti. `only`: names of folders. Returns its exit code."""
    names = only or sorted(os.listdir(os.path.join(ROOT, "test", "jvmti")))
    wanted = [name for name in names if re.search(filter, f"{prefix}/{name}")]
    if not wanted:
        print("0 passed, 0 failed", flush=True)
        return 0
    build = build_variant(variant, targets=())
    p = subprocess.Popen([sys.executable, "-B", JVMTI, "--build", build, "--filter", "^jvmti/(?:" + "|".join(wanted) + ")$"], stdout=subprocess.PIPE, text=True,
                         errors="replace", cwd=ROOT, env=test_main.sanitizer_env(variant))
    for line in p.stdout:
        print(re.sub(r"^(PASS|FAIL) jvmti/", rf"\1 {prefix}/", line), end="", flush=True)
    return p.wait()


def share(filter, k, n):
    """Words for driver 20: one program in n, where `./x test` runs each program on one of several builds. With a filter: all that it chooses."""
    return [] if filter else ["--share", f"{k}/{n}"]


def driver(doc, prefix, variant, words, only=None, part=(0, 1)):
    """The main function of a driver of `./x test`. `only`: names of tests, instead of all. `part`: see `share`."""
    import argparse
    p = argparse.ArgumentParser(description=doc)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    return run_java(prefix, variant, words + share(args.filter, *part), args.filter, os.path.join(args.build, "test-java"), only)
