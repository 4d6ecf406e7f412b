#!/usr/bin/env python3
"""Profiles that outlive the process (-XX:ArgusProfile=FILE): a second run compiles the same methods at once; a file that is stale, damaged or hostile changes nothing
but a warning."""
# Runs beside other drivers, about 10 s.
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PROGRAM = """
import java.util.*;
public class Subject {
    interface Shape { int area(int k); }
    record Square(int a) implements Shape { public int area(int k) { return a * a + k; } }
    record Line(int a) implements Shape { public int area(int k) { return k > 1_000_000 ? -1 : a; } }
    static int hot(Shape[] shapes, int k) {
        int sum = 0;
        for (Shape s : shapes) sum += s instanceof Square q && q.a() > 3 ? s.area(k) : s.area(k) * STEP;
        return sum;
    }
    static class Near { int mix(int a, int b) { return a + b; } }
    static class Over extends Near { int mix(int a, int b) { return a - b; } }
    static class Wide { double mix(long a, long b, long c, long d, long e) { return a + b + c + d + e; } }
    static int call(Near n, int k) { return n.mix(k, 1); }
    public static void main(String[] args) {
        if (new Wide().mix(1, 2, 3, 4, 5) != 15) throw new AssertionError();
        Near[] near = {new Near(), new Over()};
        Shape[] shapes = new Shape[20];
        for (int i = 0; i < 20; i++) shapes[i] = i % 3 == 0 ? new Square(i) : new Line(i);
        long sum = 0;
        Map<Integer, String> map = new HashMap<>();
        for (int k = 0; k < 30_000; k++) { sum += hot(shapes, k) + call(near[k & 1], k); map.put(k % 1000, "v" + k % 7); }
        System.out.println(sum + " " + map.hashCode());
    }
}
"""
HEAD, WARNED = 16, re.compile(rb"The profile \S+ is not used: ")
LOGGED = re.compile(rb"^\[.*\n", re.M)


def sealed(body):
    """The bytes with the head that says they are whole."""
    total = 2166136261
    for b in body:
        total = (total ^ b) * 16777619 & 0xffffffff
    return b"ARGUSPF3" + len(body).to_bytes(4, "little") + total.to_bytes(4, "little") + body


class Test:
    def __init__(self, jdk, build, folder):
        self.folder, self.file = folder, os.path.join(folder, "profile")
        self.java = [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus"]
        for name, step in (("now", 2), ("before", 3)):
            os.mkdir(os.path.join(folder, name))
            source = os.path.join(folder, name, "Subject.java")
            with open(source, "w", encoding="utf-8") as f:
                f.write(PROGRAM.replace("STEP", str(step)))
            subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", os.path.join(folder, name), source], check=True)
        self.want = vmrun.run([self.java[0], "-cp", os.path.join(folder, "now"), "Subject"], env=vmrun.clean_env()).out
        self.run(self.file)
        with open(self.file, "rb") as f:
            self.good = f.read()

    def run(self, file, which="now", *options):
        return vmrun.run([*self.java, f"-XX:ArgusProfile={file}", *options, "-cp", os.path.join(self.folder, which), "Subject"], env=vmrun.clean_env(argus=True))

    def wrong(self, content, warned, file=None):
        """What is wrong with a run that finds this; None: nothing. `warned`: does it say that the file is not used? None: it may."""
        file = file or os.path.join(self.folder, f"profile{zlib.crc32(content)}")
        with open(file, "wb") as f:
            f.write(content)
        r = self.run(file)
        if r.code != 0 or LOGGED.sub(b"", r.out) != self.want:
            return f"exit {r.code}\n{vmrun.tail(r.out + r.err)}"
        if warned not in (None, bool(WARNED.search(r.out))):
            return f"{'no ' if warned else 'a '}warning:\n{vmrun.tail(r.out)}"
        with open(file, "rb") as f:
            again = f.read()
        return None if again.startswith(b"ARGUSPF3") and b"Subject" in again else "no good profile is written at the end"

    def second_run(self):
        """The methods have better code at once, without code that counts before it."""
        log = "-Xlog:jit+compilation=debug"
        first = self.run(os.path.join(self.folder, "none"), "now", log, "-Xbatch").out.decode()
        second = self.run(self.file, "now", log, "-Xbatch").out.decode()
        stencil, optimized = (re.compile(p, re.M) for p in (r"\] Subject\.hot\S* at 0x", r"optimized Subject\.hot"))
        counts = [(len(stencil.findall(t)), len(optimized.findall(t))) for t in (first, second)]
        if not counts[0][1] or not counts[1][1]:
            return f"Subject.hot is not compiled by the optimizer: {counts}"
        return None if counts[1][0] < counts[0][0] else f"code of Subject.hot, of it optimized, without and with a profile: {counts}"

    def stale(self):
        """Of another version of the class, whose method has the same names: not taken, and kept beside the new one's."""
        other = os.path.join(self.folder, "stale")
        self.run(other, "before")
        with open(other, "rb") as f:
            return self.wrong(f.read(), False, other)

    def cut(self):
        n = random.Random(1)
        return next(filter(None, (self.wrong(self.good[:k], True) for k in [0, 1, 8, 15, 16, *(n.randrange(17, len(self.good)) for _ in range(5))])), None)

    def damaged(self):
        n = random.Random(2)
        for _ in range(5):
            b = bytearray(self.good)
            b[n.randrange(HEAD, len(b))] ^= 1 << n.randrange(8)
            reason = self.wrong(bytes(b), True)
            if reason:
                return reason
        return None

    def hostile(self):
        """Damaged where its author made the sum right: it is read or refused, and never believed."""
        n = random.Random(3)
        for turn in range(24):
            b = bytearray(self.good[HEAD:])
            for _ in range(1 << turn % 10):
                at = n.randrange(len(b))
                b[at] = n.choice((0, 1, 0x7f, 0x80, 0xff, n.randrange(256)))
            if turn % 3 == 0:
                del b[n.randrange(len(b)):]
            reason = self.wrong(sealed(bytes(b)), None)
            if reason:
                return f"turn {turn}: {reason}"
        return None

    def other_class(self):
        """A receiver's class that has nothing to do with the call: another method, of other arguments, is at its place in the table."""
        near, wide = b"\x0c\0Subject$Near", b"\x0c\0Subject$Wide"  # not in descriptors
        return self.wrong(sealed(self.good[HEAD:].replace(near, wide)), False) if near in self.good else "Subject$Near was not seen"

    def no_file(self):
        """A folder, and a place that cannot be written: warnings, and the program runs."""
        for file, pattern in ((self.folder, rb"is not used: it is no file"), (os.path.join(self.folder, "no", "such"), rb"was not written: No such file")):
            r = self.run(file)
            if r.code != 0 or LOGGED.sub(b"", r.out) != self.want or not re.search(pattern, r.out):
                return f"{file}: exit {r.code}\n{vmrun.tail(r.out + r.err)}"
        return None

    def no_name(self):
        """An option of ours that names nothing is refused."""
        r = self.run("")
        good = r.code == 1 and b"Improperly specified VM option 'ArgusProfile='" in r.err
        return None if good else f"exit {r.code}\n{vmrun.tail(r.out + r.err)}"


def main():
    p = argparse.ArgumentParser(description="profiles that outlive the process")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    args = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="argus-profile-") as folder:
        test = Test(vmrun.find_jdk(), os.path.abspath(args.build), folder)
        cases = {"second-run": test.second_run, "stale": test.stale, "cut": test.cut, "damaged": test.damaged, "hostile": test.hostile,
                 "other-class": test.other_class, "no-file": test.no_file, "no-name": test.no_name}
        return vmrun.run_cases("profile", [n for n in cases if re.search(args.filter, "profile/" + n)], lambda n: cases[n](), 1)


if __name__ == "__main__":
    sys.exit(main())
