#!/usr/bin/env python3
"""What a fault in machine code leaves behind: the summary on standard output, the report file, and an end by SIGABRT."""
# Runs beside other drivers, about 1 s.
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PROGRAM = """
import java.lang.reflect.Field;
public class Crash {
    static void deep(sun.misc.Unsafe u, int n) { if (n > 0) deep(u, n - 1); else u.putInt(16L, 1); }
    public static void main(String[] args) throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        sun.misc.Unsafe u = (sun.misc.Unsafe) f.get(null);
        System.out.println("before");
        if (args[0].equals("java")) deep(u, 3);
        else u.copyMemory(16L, 32L, 1 << 20);
    }
}
"""
SUMMARY = [r"^before$", r"A fatal error has been detected by the Java Runtime Environment", r"SIGSEGV \(0xb\) at pc=0x", r"Java VM: Argus 64-Bit VM", r"Problematic frame",
           r"An error report file with more information is saved as", r"hs_err_pid\d+\.log"]
REPORT = [r"SIGSEGV", r"Command Line: .*Crash", r'Current thread .*"main"', r"Native frames:", r"Java frames:", r"Crash\.main.*Crash\.java:\d+",
          r"si_addr: 0x0*[12]0 ", r"RIP=0x", r'=> .*"main"', r'"Signal Dispatcher"', r"Heap: used", r"libjvm\.so", r"END\."]


def case(jdk, build, classes, how):
    with tempfile.TemporaryDirectory(prefix="argus-crash-") as folder:
        result = vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-cp", classes, "Crash", how], cwd=folder, env=vmrun.clean_env(argus=True))
        if vmrun.code_name(result.code) != "SIGABRT":
            return f"ended with {vmrun.code_name(result.code)}, want SIGABRT"
        reason = vmrun.mismatch(result.out.decode(errors="replace"), SUMMARY)
        files = glob.glob(os.path.join(folder, "hs_err_pid*.log"))
        if reason or len(files) != 1:
            return reason or f"{len(files)} report files"
        with open(files[0], encoding="utf-8", errors="replace") as f:
            text = f.read()
        reason = vmrun.mismatch(text, REPORT)
        if not reason and how == "java" and len(re.findall(r"Crash\.deep", text)) != 4:
            reason = "not four frames of Crash.deep"
        return reason


def main():
    p = argparse.ArgumentParser(description="crash reports")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    args = p.parse_args()
    jdk, build = vmrun.find_jdk(), os.path.abspath(args.build)
    names = [n for n in ("java", "native") if re.search(args.filter, "crash/" + n)]
    if "-fsanitize=" in open(os.path.join(build, "build.ninja"), encoding="utf-8").read():
        names = []  # sanitizers have reports of their own
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="argus-crash-") as classes:
        source = os.path.join(classes, "Crash.java")
        with open(source, "w", encoding="utf-8") as f:
            f.write(PROGRAM)
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-Xlint:none", "-XDignore.symbol.file", "-d", classes, source], check=True, stderr=subprocess.DEVNULL)
        for name in names:
            reason = case(jdk, build, classes, name)
            passed, failed = passed + (not reason), failed + bool(reason)
            print(f"FAIL crash/{name}: {reason}" if reason else f"PASS crash/{name}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
