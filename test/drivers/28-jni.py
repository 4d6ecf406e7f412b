#!/usr/bin/env python3
"""JNI: programs with a native library of their own, run on both VMs; standard output and exit code must be equal.

A test is a folder test/jni/NAME with NAME.java (main class NAME, first argument: the library's path) and C files, which the build has made
<build>/test-jni/NAME/lib*.so. The runs on Argus are repeated with collections forced in between, and with -Xcheck:jni, which must say what HotSpot's says.
"""
# Runs beside other drivers, about 40 s.
import argparse
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import compile_daemon  # noqa: E402
import vmrun  # noqa: E402

SOURCES = os.path.join(ROOT, "test", "jni")


def main():
    p = argparse.ArgumentParser(description="programs with native libraries on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    build, jdk = os.path.abspath(args.build), vmrun.find_jdk()
    java = os.path.join(jdk, "bin", "java")
    passed = failed = 0
    for name in sorted(os.listdir(SOURCES)):
        if not re.search(args.filter, "jni/" + name):
            continue
        classes = os.path.join(build, "test-jni", name, "classes")
        os.makedirs(classes, exist_ok=True)
        code, text = compile_daemon.tool(jdk, ["javac", "-XDignore.symbol.file", "-d", classes, *glob.glob(os.path.join(SOURCES, name, "*.java"))])
        if code:
            failed += 1
            print(f"FAIL jni/{name}: does not compile: {text}")
            continue
        command = ["-cp", classes, name, *glob.glob(os.path.join(build, "test-jni", name, "lib*.so"))]
        plain = vmrun.run([java, *command], env=vmrun.clean_env(), timeout=120)
        check = ["-Xcheck:jni", "-Dchecked=true"]
        checked = vmrun.run([java, *check, *command], env=vmrun.clean_env(), timeout=120)
        for label, options in (("", []), ("-gcstress", ["-XX:GCStress=50"]), ("-verify", ["-XX:+VerifyHeap"]), ("-check", check)):
            got = vmrun.run([java, f"-XXaltjvm={build}/argus", *options, *command], env=vmrun.clean_env(argus=True), timeout=120)
            want = checked if label == "-check" else plain
            problem = None
            if got.timed_out:
                problem = "no end in time"
            elif got.code != want.code:
                problem = f"exit {got.code}, want {want.code}\n" + vmrun.tail(got.err)
            else:
                problem = vmrun.first_difference("stdout", *(re.sub(rb"/0x[0-9a-f]{16}", b"", r.out) for r in (want, got)))
            if problem:
                failed += 1
                print(f"FAIL jni/{name}{label}: {problem}")
            else:
                passed += 1
                print(f"PASS jni/{name}{label}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
