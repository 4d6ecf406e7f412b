#!/usr/bin/env python3
"""The JDK's own tools on Argus: the same work on HotSpot and on Argus must give the same output and the same files.

Every case runs its commands in a folder of its own, <build>/test-tools/<case>/<vm>/, with relative paths, so that nothing in
the output names the VM. What is random or a date by nature (keys, certificates, the Date header) is normalised by the case.
"""
# Runs beside other drivers, about 90 s.
import argparse
import glob
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402


class Vm:
    """One VM in one working folder: runs tools and collects what is to be compared."""

    def __init__(self, name, jdk, options, folder, timeout):
        self.name, self.jdk, self.options, self.folder, self.timeout = name, jdk, options, folder, timeout
        self.seen = []  # (what, bytes)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def command(self, tool, words):
        launcher = os.path.join(self.jdk, "bin", tool)
        return [launcher, *(self.options if tool == "java" else ["-J" + o for o in self.options]), *words]

    def tool(self, tool, *words, stdin="", record=True, clean=None):
        r = vmrun.run(self.command(tool, words), cwd=self.folder, env=vmrun.clean_env(argus=self.name == "argus"),
                      stdin=stdin.encode(), timeout=self.timeout)
        title = " ".join([tool, *words]).replace(self.folder, ".")[:100]
        if r.timed_out:
            raise RuntimeError(f"{title}: no end after {self.timeout} s, killed\n{vmrun.tail(r.err)}")
        out, err = (clean(r.out), clean(r.err)) if clean else (r.out, r.err)
        if record:
            self.seen.append((f"{title}: exit code", str(r.code).encode()))
            self.seen.append((f"{title}: stdout", out))
            self.seen.append((f"{title}: stderr", err))
        elif r.code:
            raise RuntimeError(f"{title}: exit {vmrun.code_name(r.code)}\n{vmrun.tail(r.err)}")
        return r

    def files(self, folder):
        """Record every file below `folder` byte for byte."""
        for path in sorted(glob.glob(self.path(folder, "**"), recursive=True)):
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as f:
                    data = f.read()
                name = os.path.relpath(path, self.folder)
                self.seen.append((name, data if len(data) < 4096 else hashlib.sha256(data).hexdigest().encode()))


def sources():
    """A small tree for the compiler: the single-file test programs, which use every feature of the language."""
    return sorted(glob.glob(os.path.join(ROOT, "test", "java", "*.java")))


EXPORTS = ["--add-exports", "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED"]


def case_javac(vm):
    vm.tool("javac", "-version")
    vm.tool("javac", "-proc:none", "-Xlint:none", "-XDignore.symbol.file", "-encoding", "UTF-8", *EXPORTS, "-g", "-d", "classes", *sources()[::3])
    vm.files("classes")


def case_javac_errors(vm):
    with open(vm.path("Bad.java"), "w") as f:
        f.write("import java.util.*;\nclass Bad extends Missing {\n  int f() { return \"s\"; }\n  void g(List<int> l) { undefined(); }\n"
                "  @Override public String tostring() { for (int i = 0; i < 3; i++ { } }\n}\n")
    with open(vm.path("Worse.java"), "w") as f:
        f.write("final class Worse { int f() { return \"s\"; } void g() throws Exception { int x; x++; final int y = 1; y = 2; h(1, 2); }\n"
                "  void h(String s) { } sealed interface S permits T { } record R(int a) { R { return; } } }\nclass T { }\n")
    vm.tool("javac", "-d", "out", "Bad.java")
    vm.tool("javac", "-Xlint:all", "-d", "out", "Worse.java")
    vm.tool("javac", "--no-such-option")


def compile_some(vm):
    """Class files for the tools that read them; compiled by HotSpot on both sides, so that each case tests one tool."""
    os.makedirs(vm.path("in"), exist_ok=True)
    subprocess.run([os.path.join(vm.jdk, "bin", "javac"), "-proc:none", "-nowarn", "-d", vm.path("in"),
                    *[os.path.join(ROOT, "test", "java", n) for n in ("Records.java", "LambdasAndIndy.java", "InterfaceDispatch.java", "Hello.java", "NetworkLoopback.java")]],
                   check=True, stderr=subprocess.DEVNULL)


def case_jar(vm):
    compile_some(vm)
    date = "--date=2022-02-02T02:02:02Z"
    vm.tool("jar", "--create", "--verbose", "--file", "a.jar", date, "--main-class", "Hello", "-C", "in", ".")
    vm.tool("jar", "--update", "--file", "a.jar", date, "-C", "in", "Hello.class")
    vm.tool("jar", "--list", "--file", "a.jar")
    vm.tool("jar", "cf0M", "b.jar", date, "-C", "in", "Hello.class")
    os.makedirs(vm.path("x"))
    vm.tool("jar", "xvf", "a.jar")
    vm.files("META-INF")
    vm.files("a.jar")
    vm.files("b.jar")
    vm.tool("jar", "--list", "--file", "none.jar")


def case_javap(vm):
    vm.tool("javap", "-c", "-v", "java.lang.String")


def case_javap_own(vm):
    compile_some(vm)
    clean = lambda b: re.sub(rb"(Last modified|Classfile) .*", rb"\1", b)  # noqa: E731
    vm.tool("javap", "-p", "-c", "-v", "-cp", "in", "LambdasAndIndy", "Records$Gen", clean=clean)
    vm.tool("javap", "-s", "-constants", "java.util.Map", "java.lang.Integer")
    vm.tool("javap", "no.such.Type")


def case_jdeps(vm):
    compile_some(vm)
    vm.tool("jdeps", "-v", "in")


def case_jlink(vm):
    vm.tool("jlink", "--add-modules", "java.base", "--output", "image")
    vm.files("image/release")
    vm.files("image/lib/modules")
    with open(vm.path("image", "release"), "rb") as f:
        vm.seen.append(("release", f.read()))
    names = sorted(os.path.relpath(p, vm.path("image")) for p in glob.glob(vm.path("image", "**"), recursive=True))
    vm.seen.append(("names in the image", "\n".join(names).encode()))


JSHELL = """int x = 6
int twice(int n) { return n * 2; }
twice(x) + 1
String s = "a" + x
record P(int a, String b) { }
new P(x, s)
java.util.stream.IntStream.range(0, 5).boxed().toList()
int y = "no"
throw new IllegalStateException("thrown")
undefined()
twice(twice(x))
class C { int f = 3; int g() { return f + x; } }
new C().g()
/vars
/methods
/exit
"""


def jshell(vm, *words):
    """Preferences go to the case's folder; that they were created there is logged with a date."""
    clean = lambda b: re.sub(rb"(?m)^.* java.util.prefs.*\n.*\n", b"", b)  # noqa: E731
    vm.tool("jshell", "-J-Djava.util.prefs.userRoot=" + vm.path("prefs"), *words, stdin=JSHELL, clean=clean)


def case_jshell_local(vm):
    jshell(vm, "--execution", "local", "-s", "-")
    jshell(vm, "--execution", "local", "--feedback", "verbose")


def case_jshell(vm):
    """The default execution engine: a second VM, reached through the debug interface. It is the JDK's default VM."""
    jshell(vm)


def clean_key(data):
    data = re.sub(rb"[0-9A-F]{2}(:[0-9A-F]{2})+", b"<fingerprint>", data)
    data = re.sub(rb"Serial number: \S+", b"Serial number: <number>", data)
    data = re.sub(rb"(Creation date:|Valid from:) .*", rb"\1 <date>", data)
    return re.sub(rb"(?m)^[0-9A-F]{4}: .*$", b"<bytes>", data)


def case_keytool(vm):
    store = ["-keystore", "k.p12", "-storepass", "secret1"]
    vm.tool("keytool", "-genkeypair", "-alias", "one", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=One, O=Test, C=AT", "-validity", "30", *store, clean=clean_key)
    vm.tool("keytool", "-genkeypair", "-alias", "two", "-keyalg", "RSA", "-keysize", "1024", "-dname", "CN=Two", *store, clean=clean_key)
    vm.tool("keytool", "-list", "-v", *store, clean=clean_key)
    vm.tool("keytool", "-exportcert", "-alias", "one", "-file", "one.cer", *store, clean=clean_key)
    vm.tool("keytool", "-printcert", "-file", "one.cer", clean=clean_key)
    vm.tool("keytool", "-list", "-keystore", "k.p12", "-storepass", "wrong1", clean=clean_key)


def case_httpserver(vm):
    """A com.sun.net.httpserver program on the VM, asked by a client that is not Java."""
    compile_dir = vm.path("classes")
    subprocess.run([os.path.join(vm.jdk, "bin", "javac"), "-d", compile_dir, os.path.join(ROOT, "test", "tools", "FileServer.java")], check=True)
    os.makedirs(vm.path("www", "sub"))
    for name, data in {"a.txt": b"plain text\n", "big.bin": bytes(range(256)) * 4096, "sub/index.html": b"<h1>hi</h1>"}.items():
        with open(vm.path("www", name), "wb") as f:
            f.write(data)
    child = subprocess.Popen(vm.command("java", ["-cp", "classes", "FileServer", "www"]), cwd=vm.folder, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, stdin=subprocess.PIPE, env=vmrun.clean_env(argus=vm.name == "argus"), start_new_session=True)
    try:
        line = child.stdout.readline().split()
        if len(line) != 2:
            raise RuntimeError("the server did not start\n" + vmrun.tail(child.stderr.read()))
        for path in ("/a.txt", "/big.bin", "/sub/index.html", "/missing", "/sub/", "/a.txt?q=1", "/%61.txt"):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{int(line[1])}{path}", timeout=vm.timeout) as r:
                    status, body = r.status, r.read()
                    headers = sorted(f"{k}: {v}" for k, v in r.getheaders() if k != "Date")
            except urllib.error.HTTPError as e:
                status, body, headers = e.code, e.read(), []
            vm.seen.append((f"GET {path}", f"{status} {headers} {len(body)} {hashlib.sha256(body).hexdigest()}".encode()))
        with socket.create_connection(("127.0.0.1", int(line[1])), timeout=vm.timeout) as s:
            s.sendall(b"NONSENSE\r\n\r\n")
            vm.seen.append(("a bad request", s.recv(4096).split(b"\r\n")[0]))
        child.stdin.close()  # the server ends at end of input
        vm.seen.append(("exit", str(child.wait(vm.timeout)).encode()))
    finally:
        vmrun.signal_group(child.pid, 9)
        child.wait()


CASES = {k[5:].replace("_", "-"): f for k, f in sorted(globals().items()) if k.startswith("case_")}


def run_case(name, args, jdk):
    results = []
    for vm_name, options in (("hotspot", []), ("argus", ["-XXaltjvm=" + os.path.join(args.build, "argus"), *args.jvm_arg])):
        if vm_name == "argus" and args.oracle_only:
            vm_name, options = "again", ["-Xint"]
        vm = Vm(vm_name, jdk, options, os.path.join(args.build, "test-tools", name, vm_name), args.timeout)
        began = time.monotonic()
        try:
            CASES[name](vm)
        except (RuntimeError, OSError, subprocess.SubprocessError) as e:
            return f"on {vm_name}: {e}"
        results.append(vm.seen)
        if args.times:
            print(f"{time.monotonic() - began:8.2f} s  {name} on {vm_name}", file=sys.stderr)
    want, got = map(dict, results)
    for key in want:
        if key not in got:
            return f"{key}: missing"
        reason = vmrun.first_difference(key, want[key], got[key])
        if reason:
            err = got.get(key.rsplit(": ", 1)[0] + ": stderr", b"")
            return reason + ("\n  end of stderr:\n" + vmrun.tail(err) if err else "")
    extra = [k for k in got if k not in want]
    return f"{extra[0]}: only on the second VM" if extra else None


def main():
    p = argparse.ArgumentParser(description="JDK tools on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jvm-arg", action="append", default=[], help="an extra option for Argus (repeatable)")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, default=180, help="seconds for each command")
    p.add_argument("--list", action="store_true")
    p.add_argument("--oracle-only", action="store_true", help="compare HotSpot with HotSpot -Xint: is each case steady?")
    p.add_argument("--times", action="store_true")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    names = [n for n in CASES if re.search(args.filter, "tools/" + n)]
    if args.list:
        print("\n".join(names))
        return 0
    jdk = vmrun.find_jdk()
    if not args.oracle_only and not os.path.exists(os.path.join(args.build, "argus", "libjvm.so")):
        print(f"FAIL tools: no {args.build}/argus/libjvm.so\n0 passed, 1 failed")
        return 1
    return vmrun.run_cases("tools", names, lambda n: run_case(n, args, jdk), args.jobs)


if __name__ == "__main__":
    sys.exit(main())
