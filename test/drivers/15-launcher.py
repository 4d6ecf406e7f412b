#!/usr/bin/env python3
"""The ways into Argus: the stock launcher with -XXaltjvm, the `argus` command, a JDK image, and what a user sees who gets
something wrong. Nothing here may leave more than one clear line of our own, or an exit code that a script could take for success.

Each case runs in a folder of its own, <build>/test-launcher/<case>/.
"""
# Runs beside other drivers, about 20 s.
import argparse
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

MAIN = """public class Main {
    public static void main(String[] args) {
        System.out.println(System.getProperty("java.vm.name") + "|" + String.join(",", args) + "|" + System.getProperty("p"));
        if (args.length > 0 && args[0].equals("exit")) System.exit(Integer.parseInt(args[1]));
        if (args.length > 0 && args[0].equals("throw")) throw new IllegalStateException("thrown");
    }
}
"""

SPACE = """
import java.util.*;
import java.util.concurrent.CountDownLatch;
public class Space {
    static class Node { Node next; Object[] many; Node(Node n) { next = n; } }
    public interface Face { int f(); }
    public static void main(String[] args) throws Exception {
        System.out.println("max " + Runtime.getRuntime().maxMemory());
        if (args.length > 0) return;
        List<Thread> threads = new ArrayList<>();
        CountDownLatch alive = new CountDownLatch(20); // all of them at once
        for (int i = 0; i < 20; i++) threads.add(new Thread(() -> {
            alive.countDown();
            try { alive.await(); } catch (InterruptedException e) { throw new Error(e); }
        }));
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println("threads " + threads.size());
        Set<Class<?>> classes = new HashSet<>();
        for (int i = 0; i < 200; i++) classes.add(java.lang.reflect.Proxy.newProxyInstance(new ClassLoader(Space.class.getClassLoader()) { }, new Class<?>[] { Face.class },
            (p, m, a) -> 1).getClass());
        System.out.println("classes " + classes.size());
        Node list = null;
        for (int i = 0; i < 200_000; i++) list = new Node(list);
        Node wide = new Node(null);
        wide.many = new Object[200_000];
        for (int i = 0; i < wide.many.length; i++) wide.many[i] = new int[i % 7];
        for (int i = 0; i < 5; i++) System.gc();
        int live = 0;
        for (Node n = list; n != null; n = n.next) live++;
        for (Object o : wide.many) live += o != null ? 1 : 0;
        System.out.println("live " + live);
    }
}
"""


class Failure(Exception):
    """The differences from the expected lines."""


class Case:
    """One case: its folder and the commands that it can call."""

    def __init__(self, args, jdk, name):
        self.jdk, self.timeout, self.classes = jdk, args.timeout, os.path.join(args.build, "test-launcher", "classes")
        self.vm_dir, self.argus = os.path.join(args.build, "argus"), os.path.join(args.build, "bin", "argus")
        self.alt = [os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + self.vm_dir]
        self.java = [os.path.join(jdk, "bin", "java")]
        self.folder = os.path.join(args.build, "test-launcher", name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def run(self, *command, env=None, cwd=None, stdin=b"", address_space=None, drop=()):
        """(exit code, stdout, stderr) as text."""
        env = {k: v for k, v in vmrun.clean_env(env, argus=True).items() if k not in drop}
        if address_space:
            command = ("sh", "-c", f'ulimit -v {address_space // 1024}; exec "$@"', "sh", *command)
        r = vmrun.run(list(command), cwd=cwd or self.folder, env=env, stdin=stdin, timeout=self.timeout)
        if r.timed_out:
            raise Failure(f"{' '.join(command)[-100:]}: no end after {self.timeout} s")
        return r.code, r.out.decode(errors="replace"), r.err.decode(errors="replace")

    def same_as_hotspot(self, *words, env=None):
        want, got = self.run(*self.java, *words, env=env), self.run(*self.alt, *words, env=env)
        for what, w, g in zip(("exit code", "stdout", "stderr"), want, got):
            equal(w, g, f"{' '.join(words)}: {what}")
        return got

    def refused(self, result, *patterns):
        """Exit code 1, nothing on standard output, one line on standard error with all of `patterns`."""
        code, out, err = result
        lines = err.splitlines()
        if code != 1 or out or len(lines) != 1 or not all(re.search(p, err) for p in patterns):
            raise Failure(f"expected one line with {patterns} and exit code 1, got {result}")


def equal(want, got, what):
    if want != got:
        raise Failure(f"{what}: expected {want!r}, got {got!r}")


def has(text, *parts):
    for part in parts:
        if part not in text:
            raise Failure(f"no {part!r} in {text!r}")


def case_version(c):
    """The stock launcher, nothing installed; another name (-XX:ArgusVMName)."""
    code, out, err = c.run(*c.alt, "-XX:ArgusVMName=OpenJDK 64-Bit Server VM (x)", "-XshowSettings:properties", "-version")
    equal(0, code, "a name")
    has(err, "java.vm.name = OpenJDK 64-Bit Server VM (x)\n")
    has(err, "\nOpenJDK 64-Bit Server VM (x) (build ")
    for option in ("-version", "--version", "-showversion"):
        words = [option] if option != "-showversion" else [option, "-cp", c.classes, "Main"]
        code, out, err = c.run(*c.alt, *words)
        equal(0, code, option)
        text = out if option == "--version" else err
        lines = text.splitlines()
        equal(True, len(lines) >= 3 and "17." in lines[0] and lines[2].startswith("Argus 64-Bit VM "), f"{option} says {text!r}")
        want = c.run(*c.java, *words)
        want = (want[1] if option == "--version" else want[2]).splitlines()
        equal(want[:2], lines[:2], f"{option}: what is the JDK's")


def case_any_folder(c):
    """The argus command: relative class paths, arguments, properties and exit codes, from any folder and through a link."""
    os.makedirs(c.path("a", "b"))
    shutil.copy(os.path.join(c.classes, "Main.class"), c.path("a"))
    os.symlink(c.argus, c.path("link"))
    for command, where, cp in ((c.argus, c.path("a", "b"), ".."), (c.argus, "/", c.path("a")), (c.path("link"), c.path("a"), "."),
                               (os.path.relpath(c.argus, c.path("a")), c.path("a"), ".")):
        code, out, err = c.run(command, "-Dp=v w", "-cp", cp, "Main", "x y", "", "z", cwd=where)
        equal((0, "Argus 64-Bit VM|x y,,z|v w\n", ""), (code, out, err), f"{command} in {where}")
    equal(7, c.run(c.argus, "-cp", "a", "Main", "exit", "7")[0], "System.exit(7)")
    code, _, err = c.run(c.argus, "-cp", "a", "Main", "throw")
    equal(1, code, "an uncaught exception")
    has(err, 'Exception in thread "main" java.lang.IllegalStateException: thrown', "Main.main(Main.java")


def case_environment(c):
    """What the launcher and the VM read from the environment."""
    run = ["-cp", c.classes, "Main", "a"]
    for env in ({"JAVA_TOOL_OPTIONS": "-Dp=tool"}, {"JDK_JAVA_OPTIONS": "-Dp='jdk java'"}, {"JAVA_TOOL_OPTIONS": "-XX:+Nonsense"},
                {"JAVA_TOOL_OPTIONS": "-Dp=tool", "JDK_JAVA_OPTIONS": "-Dp=jdk"}, {"_JAVA_OPTIONS": "-Dp=last"}):
        want, got = c.run(*c.java, *run, env=env), c.run(*c.alt, *run, env=env)
        equal((want[0], want[2]), (got[0], re.sub(r"-XXaltjvm=\S+ ?", "", got[2])), str(env))
        equal(want[1].partition("|")[2], got[1].partition("|")[2], str(env))


def fake_jdk(c, name, version):
    """A folder that looks like a JDK of another version to whoever reads its release file."""
    for folder in ("bin", "lib"):
        os.makedirs(c.path(name, folder))
    with open(c.path(name, "release"), "w") as f:
        f.write(f'IMPLEMENTOR="Somebody"\nJAVA_VERSION="{version}"\n')
    with open(c.path(name, "bin", "java"), "w") as f:
        f.write("#!/bin/sh\necho this must not run\n")
    os.chmod(c.path(name, "bin", "java"), 0o755)
    open(c.path(name, "lib", "modules"), "w").close()
    return c.path(name)


def other_jdks():
    """JDKs on this machine that are not 17."""
    homes = (os.path.dirname(os.path.dirname(p)) for p in glob.glob("/usr/lib/jvm/*/lib/modules"))
    return [h for h in homes if not vmrun.is_17(h) and os.access(os.path.join(h, "bin", "java"), os.X_OK)]


def case_wrong_jdk(c):
    """A JDK that is not 17: refused by the command, and by the VM itself if that JDK's own launcher loads it."""
    c.refused(c.run(c.argus, "-version", env={"ARGUS_JDK": fake_jdk(c, "jdk-21", "21.0.1")}), "^argus: ARGUS_JDK=", "version 21.0.1", "JDK 17")
    c.refused(c.run(c.argus, "image", "x", env={"ARGUS_JDK": c.path("jdk-21")}), "^argus: ", "version 21.0.1", "JDK 17")
    c.refused(c.run(c.argus, "-version", env={"ARGUS_JDK": fake_jdk(c, "jdk-1.7", "1.7.0")}), "version 1.7.0", "JDK 17")
    # JAVA_HOME is a hint: another JDK there is passed over.
    code, _, err = c.run(c.argus, "-version", env={"JAVA_HOME": c.path("jdk-21"), "ARGUS_JDK": ""})
    has(err, "passing over JAVA_HOME=", "version 21.0.1")
    if code == 0:
        has(err, "Argus ")
    # An image whose release file says 11: the VM looks there, whatever launcher loaded it.
    equal(0, c.run(c.argus, "image", "image")[0], "image")
    os.remove(c.path("image", "release"))
    with open(c.path("image", "release"), "w") as f:
        f.write('JAVA_VERSION="11.0.2"\n')
    c.refused(c.run(c.path("image", "bin", "java"), "-version"), "^argus: ", "version 11.0.2", "JDK 17")
    for home in other_jdks():
        c.refused(c.run(c.argus, "-version", env={"ARGUS_JDK": home}), "^argus: ARGUS_JDK=", "JDK 17")
        c.refused(c.run(os.path.join(home, "bin", "java"), "-XXaltjvm=" + c.vm_dir, "-version"), "^argus: the JDK at ", "JDK 17")


def case_no_jdk(c):
    c.refused(c.run(c.argus, "-version", env={"ARGUS_JDK": c.path("nothing")}), "^argus: ARGUS_JDK=.*nothing is not a JDK")
    os.makedirs(c.path("empty"))
    c.refused(c.run(c.argus, "-version", env={"ARGUS_JDK": c.path("empty")}), "is not a JDK")
    # A copy of the command without the VM beside it.
    shutil.copy(c.argus, c.path("argus"))
    c.refused(c.run(c.path("argus"), "-version", env={"ARGUS_JDK": c.jdk}), "^argus: libjvm.so is not beside this command")


def case_bad_option(c):
    for words in (["-XX:+NoSuchFlag"], ["-XX:NoSuchFlag=1"], ["-Xnonsense"], ["-Xmx1x"], ["-Xss1x"], ["-Xmx"], ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+NoSuchFlag"],
                  ["--no-such-option"], ["-agentlib:nosuchagent"], ["-agentpath:/nowhere/libx.so"], ["-Xmx1k"]):
        want, got = c.run(*c.java, *words, "-cp", c.classes, "Main"), c.run(*c.alt, *words, "-cp", c.classes, "Main")
        equal(want[0], got[0], f"{words}: exit code ({got[2]!r})")
        if want[0] != 0:
            # Our own words where HotSpot's name its insides; the line that names the option is the same.
            equal(want[1].splitlines()[:1] + want[2].splitlines()[:1], got[1].splitlines()[:1] + got[2].splitlines()[:1], str(words))


def case_main_class(c):
    os.makedirs(c.path("cp"))
    with open(c.path("cp", "Broken.class"), "wb") as f:
        f.write(b"\xca\xfe\xba\xbe\0\0\0")
    c.same_as_hotspot("-cp", "cp", "Missing")
    c.same_as_hotspot("-cp", "cp", "no.such.Package")
    c.same_as_hotspot("-cp", "nowhere", "Main")
    c.same_as_hotspot("-cp", c.classes, "main")      # the file is there, with another class in it, or not there
    c.same_as_hotspot("-cp", c.classes, "NoMain")
    c.same_as_hotspot("-cp", "cp", "Broken")
    c.same_as_hotspot("-m", "java.base/no.such.Main")
    c.same_as_hotspot("-m", "no.such.module")
    c.same_as_hotspot("-cp", c.classes)


def case_broken_jar(c):
    with open(c.path("text.jar"), "w") as f:
        f.write("this is not a jar\n")
    open(c.path("empty.jar"), "w").close()
    with zipfile.ZipFile(c.path("nomain.jar"), "w") as z:
        z.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\n")
    with zipfile.ZipFile(c.path("good.jar"), "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMain-Class: Main\n\n")
        z.write(os.path.join(c.classes, "Main.class"), "Main.class")
    with open(c.path("good.jar"), "rb") as f:
        data = f.read()
    with open(c.path("cut.jar"), "wb") as f:
        f.write(data[:len(data) // 2])
    with open(c.path("damaged.jar"), "wb") as f:     # the compressed bytes of Main.class
        at = data.rindex(b"Main.class", 0, data.index(b"PK\x01\x02")) + 60
        f.write(data[:at] + bytes(b ^ 0x55 for b in data[at:at + 40]) + data[at + 40:])
    for jar in ("text", "empty", "nomain", "cut", "none", "damaged"):
        c.same_as_hotspot("-jar", jar + ".jar")
        c.same_as_hotspot("-cp", jar + ".jar", "Main")
    equal((0, "Argus 64-Bit VM|a|null\n", ""), c.run(c.argus, "-jar", "good.jar", "a"), "a good jar")


def one_reason(result, *patterns):
    """HotSpot's first line, then one line that says why."""
    code, out, err = result
    lines = (out + err).splitlines()
    if code != 1 or len(lines) != 2 or lines[0] != "Error occurred during initialization of VM" or not all(re.search(p, lines[1]) for p in patterns):
        raise Failure(f"expected the reason {patterns} and exit code 1, got {result}")


def case_heap_too_large(c):
    one_reason(c.run(*c.alt, "-Xmx100g", "-version"), "heap of 102400M", "the largest is")
    one_reason(c.run(c.argus, "-Xmx100g", "-cp", c.classes, "Main"), "heap of 102400M")
    if "LD_PRELOAD" not in vmrun.clean_env(argus=True):  # a sanitizer needs the address space
        one_reason(c.run(*c.alt, "-Xmx1g", "-version", address_space=1000 << 20), "Could not reserve enough space for 1048576KB object heap")
        for limit in (80, 150):
            one_reason(c.run(*c.alt, "-version", address_space=limit << 20), "ould not reserve|annot map")
        for limit in range(350, 1200, 50):  # whatever does not fit first: a reason, no crash
            result = c.run(*c.alt, "-Xmx16m", "-version", address_space=limit << 20)
            lines = (result[1] + result[2]).splitlines()
            if result[0] != 0 and (result[0] != 1 or len(lines) < 2 or not lines[0].startswith("Error occurred during initialization")):
                raise Failure(f"with {limit} MB of address space: {result}")
    if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        equal(0, c.run(*c.alt, "-Xmx64m", "-cp", c.classes, "Main")[0], "a heap that fits")


def case_address_space(c):
    """With `ulimit -v` the default heap is HotSpot's, and all other reservations leave room for the program's threads."""
    if "LD_PRELOAD" in vmrun.clean_env(argus=True):
        return  # a sanitizer needs the address space
    with open(c.path("Space.java"), "w", encoding="utf-8") as f:
        f.write(SPACE)
    subprocess.run([os.path.join(c.jdk, "bin", "javac"), "-d", c.folder, c.path("Space.java")], check=True)
    words = ["-cp", c.folder, "Space"]
    code, out, err = c.run(*c.alt, "-XX:ParallelGCThreads=13", *words, address_space=1 << 30)
    equal(0, code, "as on twenty processors: " + out + err)
    for gigabytes in (1, 2, 3, 4, 8):  # HotSpot starts from 4 on, and has no room for the rest of the program there
        code, out, err = c.run(*c.alt, *words, address_space=gigabytes << 30)
        equal((0, "threads 20\nclasses 200\nlive 400000\n", ""), (code, out.partition("\n")[2], err), f"{gigabytes} GB of address space")
        line = f"max {gigabytes << 29}" if gigabytes < 4 else c.run(*c.java, *words, "max", address_space=gigabytes << 30)[1].strip()
        equal(line, out.splitlines()[0], f"heap with {gigabytes} GB of address space")
    agent = ["-agentpath:" + os.path.join(os.path.dirname(c.vm_dir), "agents", "liblens.so") + "=help"]
    code, out, err = c.run(*c.alt, *agent, *words, address_space=4 << 30)
    equal(0, code, "with an agent: " + out + err)


def case_image(c):
    """A JDK folder made of links: its tools run on Argus, on HotSpot with -server; usable as JAVA_HOME."""
    code, out, err = c.run(c.argus, "image", "jdk", env={"ARGUS_JDK": os.path.relpath(c.jdk, c.folder)})
    equal((0, ""), (code, err), "argus image")
    has(out, "jdk: a JDK whose default VM is Argus")
    tool = lambda name: c.path("jdk", "bin", name)  # noqa: E731
    code, _, err = c.run(tool("java"), "-version")
    equal(0, code, "java -version")
    has(err, "\nArgus 64-Bit VM ")
    code, _, err = c.run(tool("java"), "-server", "-version")
    equal(0, code, "java -server -version")
    has(err, "OpenJDK 64-Bit Server VM")
    with open(c.path("Home.java"), "w") as f:
        f.write('class Home { public static void main(String[] a) { System.out.println(System.getProperty("java.vm.name") + " " + System.getProperty("java.home")); } }\n')
    equal((0, "", ""), c.run(tool("javac"), "-d", "out", "Home.java"), "javac")
    want = f"Argus 64-Bit VM {os.path.realpath(c.path('jdk'))}\n"
    equal((0, want, ""), c.run(tool("java"), "-cp", "out", "Home"), "java")
    equal((0, want, ""), c.run(tool("java"), "Home.java"), "a source file")
    script = b'System.getProperty("java.vm.name")\n/exit\n'
    # By default the snippets run in a second VM of the image, reached through its debug interface.
    for engine in (["--execution", "local"], []):
        code, out, err = c.run(tool("jshell"), "-J-Djava.util.prefs.userRoot=" + c.path("prefs"), *engine, stdin=script)
        equal(0, code, f"jshell {engine}: {err}")
        has(out, '$1 ==> "Argus 64-Bit VM"')
    # The launcher of the JDK itself takes the image as JAVA_HOME's owner would.
    equal(0, c.run(c.argus, "-version", env={"JAVA_HOME": c.path("jdk"), "ARGUS_JDK": ""})[0], "argus with JAVA_HOME=image")


def case_children(c):
    """A program that starts a VM with the launcher of java.home and the arguments of its own gets the VM that it runs on itself."""
    with open(c.path("Child.java"), "w") as f:
        f.write("""import java.util.*;
class Child {
    public static void main(String[] a) throws Exception {
        List<String> words = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        words.addAll(java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), "Child", "end"));
        System.out.println(System.getProperty("java.vm.name") + " " + System.getProperty("p"));
        if (a.length == 0) System.exit(new ProcessBuilder(words).inheritIO().start().waitFor());
    }
}
""")
    equal((0, "", ""), c.run(os.path.join(c.jdk, "bin", "javac"), "Child.java"), "javac")
    equal(0, c.run(c.argus, "image", "jdk", env={"ARGUS_JDK": c.jdk})[0], "argus image")
    words, argus = ["-Dp=1", "-cp", ".", "Child"], "Argus 64-Bit VM 1\n"
    equal((0, 2 * argus, ""), c.run(*c.alt, *words), "stock launcher")
    equal((0, 2 * argus, ""), c.run(c.argus, *words), "argus command")
    equal((0, 2 * argus, ""), c.run(c.path("jdk", "bin", "java"), *words), "image")


def case_image_errors(c):
    os.makedirs(c.path("full", "of"))
    os.makedirs(c.path("empty"))
    c.refused(c.run(c.argus, "image", "full"), "^argus: full: ")
    c.refused(c.run(c.argus, "image", "no/such/place"), "^argus: no/such/place: ")
    equal(0, c.run(c.argus, "image", "empty")[0], "into an empty folder")
    for words in ([], ["a", "b"]):
        code, out, err = c.run(c.argus, "image", *words)
        equal((2, ""), (code, out), str(words))
        has(err, "argus: image: ", "`argus image --help` has an example")


def case_image_maven(c):
    """Maven, if it is there, takes the image as its JDK."""
    mvn = shutil.which("mvn")
    if not mvn:
        return
    equal(0, c.run(c.argus, "image", "jdk")[0], "argus image")
    code, out, err = c.run(mvn, "--batch-mode", "-v", env={"JAVA_HOME": c.path("jdk")})
    equal(0, code, f"mvn -v ({err!r})")
    has(out, "runtime: " + c.path("jdk"), "Java version: 17.")


CASES = {k[5:].replace("_", "-"): f for k, f in sorted(globals().items()) if k.startswith("case_")}


def prepare(args, jdk):
    """The classes that most cases use."""
    folder = os.path.join(args.build, "test-launcher")
    shutil.rmtree(os.path.join(folder, "classes"), ignore_errors=True)
    os.makedirs(os.path.join(folder, "classes"))
    with open(os.path.join(folder, "Main.java"), "w") as f:
        f.write(MAIN + "class NoMain { }\n")
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", os.path.join(folder, "classes"), os.path.join(folder, "Main.java")], check=True)


def run_case(name, args, jdk):
    try:
        CASES[name](Case(args, jdk, name))
    except (Failure, OSError, subprocess.SubprocessError) as e:
        return str(e)
    return None


def main():
    p = argparse.ArgumentParser(description="the launchers, images and error lines of Argus")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, default=180, help="seconds for each command")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    names = [n for n in CASES if re.search(args.filter, "launcher/" + n)]
    jdk = vmrun.find_jdk()
    for needed in ("argus/libjvm.so", "bin/argus"):
        if not os.path.exists(os.path.join(args.build, needed)):
            print(f"FAIL launcher: no {args.build}/{needed}\n0 passed, 1 failed")
            return 1
    if names:
        prepare(args, jdk)
    return vmrun.run_cases("launcher", names, lambda n: run_case(n, args, jdk), args.jobs)


if __name__ == "__main__":
    sys.exit(main())
