"""fuzz_main: `./x fuzz [PART...]`, damaged input against the VM, with HotSpot as the oracle.

    classes    damaged class files are defined, linked and asked everything that reflection tells
    redefine   loaded classes are redefined with damaged class files
    options    damaged command lines

The mutator (test/fuzz/Mutator.java) takes a class file apart, changes one or two things and puts it together again. A crash, a hang, a file that one VM
takes and the other refuses, and another answer of reflection are failures; its line names the seed and the damage, and `--seed N --count 1` repeats it.
The seeds go on from --seed for --seconds; the same seed gives the same damage on every machine with the same JDK. Without PART: classes and redefine.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import test_main  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

BATCH = 1000
PARTS = ("classes", "redefine", "options", "probes")
OPTION_SEEDS = ["-Xmx64m", "-Xms8m", "-Xss512k", "-Xlog:gc*=debug:stderr:time,tags", "-XX:+UseSerialGC", "-XX:MaxHeapSize=64m", "-verbose:class", "-ea:java.util...",
                "-Dname=value", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-XX:GCStress=1000", "-Xcheck:jni", "-agentlib:nothere=x", "-XX:Flags=/dev/null",
                "-Xbootclasspath/a:/nowhere", "-XX:OnError=true", "-Xint", "--patch-module=java.base=/nowhere", "-XX:NativeMemoryTracking=off"]


# A damaged file has several faults, and which is met first is nobody's business: Argus checks the whole format before it loads super types, and reads
# all of a StackMapTable before it verifies code; HotSpot goes the other way round. So these count as one answer, and only "fine" against one of them
# is a difference.
REFUSED = ("java.lang.ClassFormatError", "java.lang.VerifyError", "java.lang.NoClassDefFoundError", "java.lang.IncompatibleClassChangeError",
           "java.lang.IllegalAccessError", "java.lang.ClassCircularityError", "java.lang.UnsupportedOperationException")


def answer(line):
    kind = line.split(": ", 1)[-1].split(" ", 1)[0]
    return "refused" if kind in REFUSED else kind


def deletion_missed(x, y):
    """HotSpot does not see that a method went if another one has its name (docs/differences.md)."""
    return "method6" in x.split(": ", 1)[0] and x.endswith(": fine") and y.endswith("attempted to delete a method")


def lines(run):
    return run.out.decode("utf-8", "replace").removesuffix("\n").split("\n")


def complete(answers, first):
    """How many seeds HotSpot answered: each line begins with its seed, and a crash leaves the last line without an answer, or prints others."""
    n = 0
    while n < len(answers) and re.match(rf"{first + n} .*?: \S", answers[n]) and not answers[n].endswith(": #"):
        n += 1
    return n


def shown(x, y):
    """Both lines from the place where they part, if they are long."""
    head, same = x.split(": ", 1)[0], len(os.path.commonprefix([x, y]))
    start = max(len(head), x.rfind(" ", 0, max(0, same - 60)))
    return f"{head}: …{x[start:start + 400]}\n     but …{y[start:start + 400]}"


class Fuzz:
    def __init__(self, args, jdk, build, variant):
        self.args, self.jdk, self.build = args, jdk, build
        self.env = test_main.sanitizer_env(variant)
        self.work = os.path.join(ROOT, "build", "fuzz")
        self.programs = os.path.join(self.work, "seeds")
        self.differ = self.texts = self.tried = self.crashes = 0
        os.makedirs(self.programs, exist_ok=True)

    def prepare(self):
        """The seeds are FuzzSeeds, the programs of test/java and small classes of the JDK; the fuzzer is the agent too."""
        javac, folder = os.path.join(self.jdk, "bin", "javac"), os.path.join(ROOT, "test", "fuzz")
        sources = [os.path.join(folder, f) for f in ("ClassModel.java", "Mutator.java", "FuzzClasses.java", "FuzzSeeds.java")]
        stamp = os.path.join(self.work, "stamp")
        if os.path.exists(stamp) and os.path.getmtime(stamp) >= max(os.path.getmtime(f) for f in [*sources, __file__]):
            return
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.programs)
        subprocess.run([javac, "-nowarn", "-d", self.work, *sources[:3]], check=True)
        with open(os.path.join(self.work, "manifest"), "w", encoding="utf-8") as f:
            f.write("Premain-Class: FuzzClasses\nCan-Redefine-Classes: true\n")
        subprocess.run([os.path.join(self.jdk, "bin", "jar"), "cfm", "agent.jar", "manifest", *[f for f in os.listdir(self.work) if f.endswith(".class")]], cwd=self.work, check=True)
        programs = os.path.join(ROOT, "test", "java")
        programs = sorted(os.path.join(programs, f) for f in os.listdir(programs) if f.endswith(".java"))
        exports = set()
        for program in programs:
            with open(program, encoding="utf-8") as f:  # each says with what it is to be compiled (20-java.py)
                exports.update(word for line in re.findall(r"^// compile: (.*)", f.read(), re.M) for word in re.findall(r"\S+/\S+=ALL-UNNAMED", line))
        exports = [f"--add-exports={word}" for word in sorted(exports)]
        subprocess.run([javac, "-nowarn", "-XDignore.symbol.file", "-proc:none", "-Xlint:none", *exports, "-d", self.programs, *programs], check=True)
        subprocess.run([javac, "-nowarn", "-g", "-parameters", "-d", self.programs, sources[3]], check=True)
        self.java(False, ["-cp", self.work, "FuzzClasses", "seeds", self.programs, "jdk.jdeps", "jdk.jshell", "jdk.compiler"], 300)
        open(stamp, "w", encoding="utf-8").close()

    def java(self, argus, words, timeout):
        command = [os.path.join(self.jdk, "bin", "java"), *([f"-XXaltjvm={self.build}/argus"] if argus else []), *words]
        env = {**vmrun.clean_env(argus=argus)}
        if argus and "ARGUS_LD_PRELOAD" in self.env:
            env.update({k: self.env[k] for k in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if k in self.env}, LD_PRELOAD=self.env["ARGUS_LD_PRELOAD"])
        return vmrun.run(command, cwd=self.work, env=env, timeout=timeout)

    def fail(self, text):
        self.differ += 1
        print(f"FAIL {text}", flush=True)

    def classes(self, first, count, part="run"):
        batch, common = os.path.join(self.work, "batch"), ["-Xshare:off", "-cp", self.work, "FuzzClasses"]
        made = self.java(False, [*common, "make", self.programs, batch, str(first), str(count)], 300)
        if made.code:
            sys.exit(f"x fuzz: the mutator failed:\n{vmrun.tail(made.err)}")
        words = [*(["-javaagent:agent.jar"] if part == "redefine" else []), "-Xlog:disable", "-XX:-OmitStackTraceInFastThrow", *common, part, self.programs, batch]
        want, got = self.java(False, words, 600), self.java(True, words, 1200)
        a, b = lines(want), lines(got)
        whole = complete(a, first)
        self.tried += min(whole, len(b))
        for x, y in zip(a[:whole], b):
            if x == y or (part == "redefine" and deletion_missed(x, y)):
                continue
            if answer(x) == answer(y) == "refused":
                self.texts += 1
                if self.args.texts:
                    print(f"text {part} {x}\n     but {y}")
            else:
                self.fail(f"{part} {shown(x, y)}")
        if got.code or got.timed_out or len(b) < len(a):
            seed = b[-1].split()[0] if b else first
            self.fail(f"{part} seed {seed}: {'hangs' if got.timed_out else 'exit ' + vmrun.code_name(got.code)}\n{vmrun.tail(got.err, 20)}")
            return
        if whole < count:  # HotSpot crashes: nobody says what is right there, and what comes behind it is asked anew.
            self.crashes += 1
            print(f"HotSpot does not answer to {part} seed {first + whole}: {vmrun.code_name(want.code)}; Argus: {b[whole][:200]}", flush=True)
            if whole + 1 < count:
                self.classes(first + whole + 1, count - whole - 1, part)

    def redefine(self, first, count):
        self.classes(first, count, "redefine")

    def options(self, first, count):
        """Damaged options: no crash, no hang, an exit code as for a bad option or a good one."""
        for seed in range(first, first + min(count, 50)):
            r = random.Random(seed)
            words = []
            for _ in range(r.randrange(1, 4)):
                o = list(r.choice(OPTION_SEEDS))
                for _ in range(r.randrange(3)):
                    at = r.randrange(len(o))
                    o[at:at + r.randrange(2)] = r.choice(["", "%s%n", "9" * 30, "=", ":", ",", "-", "\u00e9", "+", o[at] * 300])
                words.append("".join(o))
            got = self.java(True, [*words, "-cp", self.work, "-version"], 60)
            self.tried += 1
            if got.timed_out or got.code not in (0, 1):
                self.fail(f"options seed {seed}: {words}: {'hangs' if got.timed_out else 'exit ' + vmrun.code_name(got.code)}\n{vmrun.tail(got.err)}")

    def probes(self, first, count):
        """Damaged texts of probes, a hundred to a seed: test/unit/test_probe_text.c makes them, and tells what is wrong with an answer."""
        subprocess.run(["ninja", "-C", self.build, "unit/test_probe_text"], stdout=subprocess.DEVNULL, check=True)
        env = {**os.environ, **self.env, "PROBE_SEED": str(first * 100), "PROBE_FUZZ": str(count * 100)}
        env.pop("LD_PRELOAD", None)
        got = vmrun.run([os.path.join(self.build, "unit", "test_probe_text")], cwd=self.work, env=env, timeout=600)
        self.tried += count * 100
        if got.timed_out or got.code:
            self.fail(f"probes seed {first}: {'hangs' if got.timed_out else 'exit ' + vmrun.code_name(got.code)}\n{vmrun.tail(got.err, 20)}")


def main():
    p = argparse.ArgumentParser(prog="x fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("parts", nargs="*", metavar="part", help="classes, redefine, options, probes; default: classes and redefine")
    p.add_argument("--seconds", type=float, default=120, help="how long to go on (default 120)")
    p.add_argument("--seed", type=int, default=1, help="the first seed")
    p.add_argument("--count", type=int, help="so many seeds of each part instead of --seconds")
    p.add_argument("--variant", default="asan", help="release, debug, asan (default) or gcstress")
    p.add_argument("--texts", action="store_true", help="also show refusals with another error or text than HotSpot's")
    args = p.parse_args()
    for part in args.parts:
        if part not in PARTS:
            p.error(f"no part {part}: {', '.join(PARTS)}")
    if args.variant != "release" and args.variant not in variants.VARIANTS:
        p.error(f"no variant {args.variant}")
    build = os.path.join(ROOT, "build") if args.variant == "release" else variants.build_variant(args.variant)
    if not os.path.exists(os.path.join(build, "argus", "libjvm.so")):
        p.error("not built: ./x build")
    fuzz = Fuzz(args, vmrun.find_jdk(), build, args.variant)
    fuzz.prepare()
    parts, seed, end = args.parts or ["classes", "redefine"], args.seed, time.monotonic() + args.seconds
    left = args.count
    while left is None and time.monotonic() < end or left:
        count = min(BATCH, left) if left else BATCH
        for part in parts:
            getattr(fuzz, part)(seed, count)
        seed += count
        left = left and left - count
        print(f"  seeds up to {seed - 1}: {fuzz.tried} inputs, {fuzz.differ} failed, {fuzz.texts} refused with another text, {fuzz.crashes} that HotSpot crashes at", file=sys.stderr, flush=True)
    print(f"{fuzz.tried - fuzz.differ} passed, {fuzz.differ} failed")
    return 1 if fuzz.differ else 0


if __name__ == "__main__":
    sys.exit(main())
