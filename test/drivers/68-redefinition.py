#!/usr/bin/env python3
"""The kinds of change that a redefinition may make: docs/redefinition.md's table, made and checked.

Each kind is a class in two versions. A program, its own agent, has an instance of the first one and redefines the class; the answer is what
java.lang.instrument throws. HotSpot says what the specification's errors are; Argus has to say the same without the option, and what the
table says with it. JetBrains' runtime was not asked: its column is what is known of it, and wants to be compared with one.
"""
# Runs beside other drivers, about 5 s.
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "redefinition.md")
BEGIN, END = "<!-- made by test/drivers/68-redefinition.py --write -->\n", "<!-- end -->\n"

# The change; its class before and after (@: its name; \\0: an at sign; a body alone belongs to `class @`); the answer with the option, a remark, JetBrains' runtime.
KINDS = [
    ("body of a method", "int m() { return 1; }", "int m() { return 2; }", "allowed", "", "allowed"),
    ("method added", "", "int m() { return 1; }", "allowed", "of any kind; callers that were linked before select it", "allowed"),
    ("static method and constructor added", "", "@() { } @(int x) { } static int m() { return 1; }", "allowed", "", "allowed"),
    ("lambda added", "Object m() { return null; }", "Object m() { Runnable r = () -> { }; return r; }", "allowed", "", "allowed"),
    ("abstract method added", "abstract class @ { }", "abstract class @ { abstract void m(); }", "allowed", "", "allowed"),
    ("method deleted", "int m() { return 1; }", "", "allowed", "callers get NoSuchMethodError", "allowed"),
    ("signature of a method", "int m() { return 1; }", "long m() { return 1; }", "allowed", "is one that goes and one that comes", "allowed"),
    ("modifiers of a method", "int m() { return 1; }", "public synchronized int m() { return 1; }", "allowed", "", "allowed"),
    ("method becomes static", "int m() { return 1; }", "static int m() { return 1; }", "allowed", "is another one", "allowed"),
    ("overrides a final method", "class @ extends HasFinal { }", "class @ extends HasFinal { public int last() { return 2; } }", "FAILS_VERIFICATION", "", "refused"),
    ("methods of an interface added", "interface @ { }", "interface @ { void m(); default int n() { return 1; } }", "allowed", "", "allowed"),
    ("static field added", "static int a;", "static int b, a = 2;", "allowed", "in any place of the order; ConstantValue or zero, initializers do not run", "allowed"),
    ("static field deleted", "static int a, b;", "static int b;", "allowed", "an access throws NoSuchFieldError; not of classes that the VM lays out", "allowed"),
    ("field added", "int a;", "int b, a;", "allowed", "zero in old objects; not of classes that the VM lays out, nor beyond 8 KiB", "allowed"),
    ("16 fields added", "", "long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;", "allowed", "instances grow; without memory OUT_OF_MEMORY", "allowed"),
    ("field deleted", "int a, b;", "int b;", "allowed", "an access throws NoSuchFieldError", "allowed"),
    ("type of a field, field becomes static", "int a, b;", "String a; static int b;", "allowed", "are fields that go and fields that come", "allowed"),
    ("order and modifiers of fields", "int a, b;", "private volatile int b; int a;", "allowed", "values stay", "allowed"),
    ("interface added", "", "class @ implements Runnable { public void run() { } }", "allowed", "old objects implement it", "allowed"),
    ("interface added to an interface", "interface @ { }", "interface @ extends Marker { }", "allowed", "", "allowed"),
    ("interface removed", "class @ implements Marker { }", "", "allowed", "unless a field or an array of that type has such an object: HIERARCHY_CHANGED, and the log names up to 100 places", "refused"),
    ("superinterface of itself", "interface @ { } interface @Heir extends @ { }", "interface @ extends @Heir { } interface @Heir { }", "CIRCULAR_CLASS_DEFINITION", "", "refused"),
    ("superclass inserted", "int a;", "class @ extends Above { int a; }", "allowed", "old objects have zero in its fields; own fields move where those lie, unless a program has their offsets from Unsafe", "refused"),
    ("superclass replaced", "class @ extends Above { }", "class @ extends HasFinal { }", "allowed",
     "unless a value, code or a frame needs the one that goes: HIERARCHY_CHANGED", "refused"),
    ("superclass removed", "class @ extends Above { }", "", "allowed", "likewise", "refused"),
    ("superclass that the VM knows", "", "class @ extends Exception { }", "HIERARCHY_CHANGED", "", "refused"),
    ("superclass is a subclass", "class @ { } class @Heir extends @ { }", "class @ extends @Heir { } class @Heir { }", "CIRCULAR_CLASS_DEFINITION", "", "refused"),
    ("class becomes final", "", "final class @ { }", "allowed", "with subclasses HIERARCHY_CHANGED", "allowed"),
    ("class becomes abstract", "", "abstract class @ { }", "allowed", "instances stay", "allowed"),
    ("class becomes an interface", "", "interface @ { }", "HIERARCHY_CHANGED", "", "refused"),
    ("nest mate added", "", "class @ { class Inner { } }", "allowed", "", "allowed"),
    ("class becomes sealed", "class @ { } final class @Heir extends @ { }", "sealed class @ permits @Heir { } final class @Heir extends @ { }", "allowed",
     "one that does not permit a subclass: HIERARCHY_CHANGED", "not said"),
    ("component of a record added", "record @(int x) { }", "record @(int x, String y) { }", "allowed", "zero in old objects", "allowed"),
    ("record becomes a class", "record @(int x) { }", "final class @ { int x; }", "HIERARCHY_CHANGED", "", "refused"),
    ("constants of an enum", "enum @ { A, B }", "enum @ { C, B }", "allowed", "come and go; ordinals, sets, maps and switches agree", "allowed; made by HotswapAgent"),
    ("constant of an enum with a body", "enum @ { A }", "enum @ { A, B { } }", "allowed", "the enum ceases to be final", "allowed; made by HotswapAgent"),
    ("annotations, type parameters", "\0Deprecated class @ { }", "class @<T> { T t() { return null; } }", "allowed", "", "allowed"),
]
SHARED = "interface Marker { } class Above { long above; } class HasFinal { public final int last() { return 1; } }"
PROGRAM = """
import java.lang.instrument.*;
import java.nio.file.*;
public class Kinds {
    static Instrumentation in;
    public static void premain(String o, Instrumentation i) { in = i; }
    public static void main(String[] a) throws Exception {
        for (int i = 0; i < Integer.parseInt(a[1]); i++) {
            Class<?> c = Class.forName("Kind" + i);
            try { Class.forName("Kind" + i + "Heir"); } catch (ClassNotFoundException e) { }
            String answer = "allowed";
            try {
                in.redefineClasses(new ClassDefinition(c, Files.readAllBytes(Path.of(a[0], "Kind" + i + ".class"))));
            } catch (Throwable t) {
                answer = t.toString();
            }
            System.out.println(answer);
        }
    }
}
"""
# Two classes are redefined twice, with a collection that frees the version between. A stack trace has a method of one.
FREED = r"""
public class Freed {
    static class Quiet { static int m() { return 1; } }
    static class Loud { static int m() { throw new IllegalStateException(); } }
    static void redefine(Class<?> c) throws Exception {
        byte[] file = Freed.class.getResourceAsStream(c.getName() + ".class").readAllBytes();
        Kinds.in.redefineClasses(new java.lang.instrument.ClassDefinition(c, file));
    }
    public static void main(String[] args) throws Exception {
        Throwable thrown = null;
        redefine(Quiet.class);
        Quiet.m();
        redefine(Quiet.class);
        System.gc();
        System.out.println("# quiet");
        redefine(Loud.class);
        try { Loud.m(); } catch (IllegalStateException e) { thrown = e; }
        redefine(Loud.class);
        System.gc();
        System.out.println("# loud " + thrown.getStackTrace()[0]);
    }
}
"""

# 40 methods are compiled, and one that makes instances of a class. When they grow, only its code goes; when a class loses an interface, all does.
KEPT = r"""
public class Kept {
    METHODS
    static Grows make(int x) { Grows g = new Grows(); g.first = x; return g; }
    static void redefine(String folder, Class<?> c) throws Exception {
        Kinds.in.redefineClasses(new java.lang.instrument.ClassDefinition(c, java.nio.file.Files.readAllBytes(java.nio.file.Path.of(folder, c.getName() + ".class"))));
    }
    static int all(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += CALLS + make(i).first;
        return sum;
    }
    public static void main(String[] args) throws Exception {
        int before = all(20000);
        redefine(args[0], Grows.class);
        Grows g = make(5);
        Grows.class.getDeclaredField("p").setLong(g, 7);
        if (g.first != 5 || Grows.class.getDeclaredField("p").getLong(g) != 7 || all(20000) != before) throw new AssertionError();
        redefine(args[0], Loses.class);
        if (all(20000) != before) throw new AssertionError();
    }
}
""".replace("METHODS", " ".join(f"static int m{i}(int x) {{ for (int k = 0; k < 3; k++) x = x * {i + 3} + k; return x; }}" for i in range(40))) \
    .replace("CALLS", " + ".join(f"m{i}(i)" for i in range(40)))
# Classes of applications have room for fields with the option, in each generation; others, also the JDK's own of their loader, do not.
ROOM = r"""
public class Room {
    static class Own { int a; }
    static class Heir extends Own { int b; }
    public static void main(String[] args) throws Exception {
        Object compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        if (compiler.getClass().getClassLoader() != Room.class.getClassLoader()) throw new Exception(compiler + " is of another loader");
        Object context = Class.forName("com.sun.tools.javac.util.Context").getConstructor().newInstance();
        for (Object o : new Object[] { new Own(), new Heir(), compiler, context, new java.util.ArrayList<>(), new Exception() })
            System.out.println(Kinds.in.getObjectSize(o));
    }
}
"""
# A method reads and writes fields that the object of a frame lacks: its code stays, and becomes plain when the object has grown. So do accesses by offset.
SHORT = r"""
public class Short {
    static long count(java.util.concurrent.atomic.AtomicLong a, int n) {
        for (int i = 0; i < n; i++) a.getAndIncrement();
        return a.get();
    }
    static void check(Grows g, int round) {
        if (Reads.sum(g, 100000) != round * 4999950000L || count(new java.util.concurrent.atomic.AtomicLong(), 100000) != 100000) throw new AssertionError();
    }
    static void held(String folder, Grows g) throws Exception {
        Kept.redefine(folder, Grows.class);
        Kept.redefine(folder, Reads.class);
        for (int round = 1; round <= 3; round++) check(g, round);
    }
    public static void main(String[] args) throws Exception {
        Grows[] all = { new Grows() };
        held(args[0], all[0]);
        System.gc();
        for (int round = 4; round <= 6; round++) check(all[0], round);
    }
}
"""
CHANGED = {1: {"Grows": "class Grows { int first; }", "Loses": "class Loses implements Marker { }",
               "Reads": "class Reads { static long sum(Grows g, int n) { return 0; } }"},
           2: {"Grows": "class Grows { int first; long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p; }", "Loses": "class Loses { }",
               "Reads": "class Reads { static long sum(Grows g, int n) { for (int i = 0; i < n; i++) g.p += i; return g.p; } }"}}

# What java.lang.instrument says, and the error of JVM TI.
ERRORS = {"add a method": "METHOD_ADDED", "delete a method": "METHOD_DELETED", "change method modifiers": "METHOD_MODIFIERS_CHANGED", "change the schema": "SCHEMA_CHANGED",
          "change superclass or interfaces": "HIERARCHY_CHANGED", "change the class modifiers": "CLASS_MODIFIERS_CHANGED", "change the class NestHost": "CLASS_ATTRIBUTE_CHANGED",
          "VerifyError": "FAILS_VERIFICATION", "ClassCircularityError": "CIRCULAR_CLASS_DEFINITION"}


def source(i, text):
    """A body, or whole classes."""
    if not re.search(r"\b(class|interface|enum|record) @", text):
        text = "class @ { " + text + " }"
    return text.replace("@", f"Kind{i}").replace("\0", "@")


class Test:
    def __init__(self, jdk, build, folder):
        self.jdk, self.build, self.folder = jdk, build, folder
        for version in (1, 2):
            out = os.path.join(folder, str(version))
            os.makedirs(out)
            texts = {f"Kind{i}.java": source(i, kind[version]) for i, kind in enumerate(KINDS)}
            texts.update({"Shared.java": SHARED if version == 1 else SHARED.replace("final ", ""), "Kinds.java": PROGRAM, "Freed.java": FREED, "Kept.java": KEPT, "Room.java": ROOM, "Short.java": SHORT})
            texts.update({f"{name}.java": text for name, text in CHANGED[version].items()})
            for name, text in texts.items():
                with open(os.path.join(out, name), "w", encoding="utf-8") as f:
                    f.write(text)
            subprocess.run([os.path.join(jdk, "bin", "javac"), "-nowarn", "-d", out] + [os.path.join(out, t) for t in texts], check=True)
        for name in os.listdir(os.path.join(folder, "2")):  # classes inside of new versions have no old ones
            if "$" in name and not os.path.exists(os.path.join(folder, "1", name)):
                shutil.copy(os.path.join(folder, "2", name), os.path.join(folder, "1", name))
        self.jar = os.path.join(folder, "agent.jar")
        with open(os.path.join(folder, "manifest"), "w", encoding="utf-8") as f:
            f.write("Premain-Class: Kinds\nCan-Redefine-Classes: true\n")
        subprocess.run([os.path.join(jdk, "bin", "jar"), "cfm", self.jar, os.path.join(folder, "manifest")], check=True)

    def answers(self, options):
        command = [os.path.join(self.jdk, "bin", "java"), *options, f"-javaagent:{self.jar}", "-cp", os.path.join(self.folder, "1"), "Kinds",
                   os.path.join(self.folder, "2"), str(len(KINDS))]
        r = vmrun.run(command, cwd=self.folder, env=vmrun.clean_env(argus=bool(options)), timeout=120)
        lines = r.out.decode().splitlines()
        if r.code or len(lines) != len(KINDS):
            raise RuntimeError(f"{' '.join(options)}: exit {r.code}\n{vmrun.tail(r.out + r.err)}")
        return [next((name for text, name in ERRORS.items() if text in line), line) for line in lines]

    def run(self):
        vm = f"-XXaltjvm={self.build}/argus"
        self.hotspot, self.off = self.answers([]), self.answers([vm])
        self.on = self.answers([vm, "-XX:+AllowEnhancedClassRedefinition"])

    def freed(self):
        """What is wrong with the search for methods of freed versions, which only objects that have one make necessary; or None."""
        command = [os.path.join(self.jdk, "bin", "java"), f"-XXaltjvm={self.build}/argus", "-Xlog:redefine+class=debug", f"-javaagent:{self.jar}",
                   "-cp", os.path.join(self.folder, "1"), "Freed"]
        r = vmrun.run(command, cwd=self.folder, env=vmrun.clean_env(argus=True), timeout=120)
        text = r.out.decode()
        got = re.findall(r"freed a version of (Freed.\w+)|(searches the heap)|# (quiet|loud.*)", text)
        got = ["".join(g) for g in got]
        wanted = ["Freed$Quiet", "quiet", "searches the heap", "Freed$Loud", "loud Freed$Loud.m(Freed.java:4)"]
        return None if not r.code and got == wanted else f"{got}\n{vmrun.tail(r.out + r.err)}"

    def kept(self):
        """Is code dropped that has nothing to do with a change? None, or what is wrong."""
        command = [os.path.join(self.jdk, "bin", "java"), f"-XXaltjvm={self.build}/argus", "-XX:+AllowEnhancedClassRedefinition", "-Xlog:redefine+class=debug", "-Xbatch",
                   "-XX:ArgusRedefinitionRoom=0", f"-javaagent:{self.jar}", "-cp", os.path.join(self.folder, "1"), "Kept", os.path.join(self.folder, "2")]
        r = vmrun.run(command, cwd=self.folder, env=vmrun.clean_env(argus=True), timeout=120)
        gone = [int(n) for n in re.findall(r"(\d+) pieces of compiled code go", r.out.decode())]
        return None if not r.code and len(gone) == 2 and gone[0] <= 10 and gone[1] >= 40 else f"{gone}\n{vmrun.tail(r.out + r.err)}"

    def short(self):
        """What is wrong with the code of a method whose object is short, and with that from when it has grown; or None."""
        command = [os.path.join(self.jdk, "bin", "java"), f"-XXaltjvm={self.build}/argus", "-XX:+AllowEnhancedClassRedefinition", "-XX:ArgusPrintAfter=build", "-Xbatch",
                   "-XX:ArgusRedefinitionRoom=0", f"-javaagent:{self.jar}", "-cp", os.path.join(self.folder, "1"), "Short", os.path.join(self.folder, "2")]
        r = vmrun.run(command, cwd=self.folder, env=vmrun.clean_env(argus=True), timeout=120)
        ops = {"Reads.sum": [], "Short.count": []}
        for method, graph in re.findall(r"^after build: (\w+\.\w+)\(.*\n((?:(?!after ).*\n)*)", r.out.decode(), re.M):
            found = set(re.findall(r"^  [a-z]\d+ = (\w+)", graph, re.M)) & {"CALL_LEAF", "STORE", "RAW_ADD"}
            ops.get(method, []).append(found)
        first, last = [{name: at[i] if at else None for name, at in ops.items()} for i in (0, -1)]
        right = first == {"Reads.sum": {"CALL_LEAF"}, "Short.count": {"CALL_LEAF"}} and last == {"Reads.sum": {"STORE"}, "Short.count": {"RAW_ADD"}}
        return None if not r.code and right else f"{ops}\n{vmrun.tail(r.out + r.err)}"

    def sizes(self, *options):
        command = [os.path.join(self.jdk, "bin", "java"), f"-XXaltjvm={self.build}/argus", *options, "--add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED",
                   f"-javaagent:{self.jar}", "-cp", os.path.join(self.folder, "1"), "Room"]
        r = vmrun.run(command, cwd=self.folder, env=vmrun.clean_env(argus=True), timeout=120)
        return [int(n) for n in r.out.decode().split()] if not r.code else vmrun.tail(r.out + r.err)

    def room(self):
        """What is wrong with the bytes that the option adds to objects, or None."""
        off, on, none = self.sizes(), self.sizes("-XX:+AllowEnhancedClassRedefinition"), self.sizes("-XX:+AllowEnhancedClassRedefinition", "-XX:ArgusRedefinitionRoom=0")
        if not isinstance(off, list) or not isinstance(on, list):
            return f"{off}\n{on}"
        added = [b - a for a, b in zip(off, on)]
        return None if added == [0, 8, 0, 0, 0, 0] and none == off else f"{off} become {on}, without room {none}"

    def verdicts(self):
        """(name, reason or None) of each kind of change."""
        for (what, _, _, wanted, _, _), hotspot, off, on in zip(KINDS, self.hotspot, self.off, self.on):
            reasons = [f"without the option {off}, HotSpot {hotspot}"] if off != hotspot else []
            reasons += [f"with the option {on}, not {wanted}"] if on != wanted else []
            yield f"redefinition/{what}", "; ".join(reasons) or None

    def table(self):
        rows = ["| change | with the option | HotSpot, and Argus without | JetBrains' runtime |", "| --- | --- | --- | --- |"]
        for (what, _, _, _, remark, jetbrains), hotspot, on in zip(KINDS, self.hotspot, self.on):
            rows.append(f"| {what} | {on}{': ' + remark if remark else ''} | {hotspot} | {jetbrains} |")
        return "\n".join(rows) + "\n"


def main():
    p = argparse.ArgumentParser(description="kinds of change of redefinitions")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--write", action="store_true", help="make the table in docs/redefinition.md anew")
    args = p.parse_args()
    if not args.write and not any(re.search(args.filter, f"redefinition/{name}") for name in [*(kind[0] for kind in KINDS), "freed", "kept", "short", "room", "page"]):
        print("0 passed, 0 failed")
        return 0
    with tempfile.TemporaryDirectory(prefix="argus-redefinition-") as folder:
        test = Test(vmrun.find_jdk(), os.path.abspath(args.build), folder)
        test.run()
        freed, kept, short, room = test.freed(), test.kept(), test.short(), test.room()
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    head, rest = page.split(BEGIN)
    made, tail = rest.split(END)
    if args.write:
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(head + BEGIN + test.table() + END + tail)
        return 0
    verdicts = [*test.verdicts(), ("redefinition/freed", freed), ("redefinition/kept", kept), ("redefinition/short", short), ("redefinition/room", room),
                ("redefinition/page", None if made == test.table() else "docs/redefinition.md differs (python3 test/drivers/68-redefinition.py --write)")]
    verdicts = [(name, reason) for name, reason in verdicts if re.search(args.filter, name)]
    for name, reason in verdicts:
        print(f"FAIL {name}: {reason}" if reason else f"PASS {name}")
    failed = sum(reason is not None for _, reason in verdicts)
    print(f"{len(verdicts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
