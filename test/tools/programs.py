"""A program of test/programs: what it is made of, how it is fetched, run on a VM, measured, and compared.

A folder holds `program.toml`, Java sources of ours, and `jars.sha256` with all jars by Maven coordinates. program.toml:

    what        one sentence
    roots       coordinates; `./x programs --pin NAME` asks Maven what else they need and writes jars.sha256
    quick       true: also part of `./x test`
    sources     a folder of the JDK's src.zip, all below it is unpacked: {sources}, and {sources:list} is a file with the names
    alone       coordinates whose own needs are left out (an agent that holds what it needs but names it for its builders)
    tool        coordinates of one more jar, not in the class path, used as {tool}
    prepare     a command that HotSpot runs first, not measured (it may use the network)
    generate    a command that writes more sources into {generated}, which are compiled with ours
    also        sources of other folders to compile as well
    compile     more words for javac (default none); false: the sources are not compiled
    [[long]]    steps of a long run in the same form, in place of the others (`./x programs --long`, `./x stress`)
    [[run]]     a step; all steps of a program run in one folder, which is fresh for each VM
      java        words for java; or command: a whole command in which {java} is the VM and {home} its JDK
      env         variables
      kill        the step is killed (SIGKILL) when a line of standard output matches this
      code        exit code (default 0)
      want        a text that matches standard output on both VMs (default: something is printed)
      hide        pairs of a pattern and what replaces it, in both outputs, before they are compared
      sort        true: lines are compared in any order
      stderr      false: standard error is not compared
      only        a pattern: only lines of standard output that match are compared
      files       patterns of files below the folder whose bytes are compared

In words {jars} is the class path of all jars, {classes} what our sources became, {here} the program's folder.
"""
import ctypes
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import zipfile
from dataclasses import dataclass, field

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import vmrun  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "test", "programs")
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>argus.test</groupId><artifactId>programs</artifactId>
<version>1</version><packaging>pom</packaging><dependencies>
{}
</dependencies></project>
"""


class Problem(Exception):
    """A program cannot be fetched or made ready."""


@dataclass
class Usage:
    """What the steps of a program took on one VM."""
    wall: float = 0
    processor: float = 0
    peak: int = 0      # KiB of the largest process


@dataclass
class Output:
    """What a program gave on one VM: (what, bytes) to compare, and what it took."""
    parts: list = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    fault: str = ""


def names():
    return sorted(os.path.basename(os.path.dirname(f)) for f in glob.glob(os.path.join(FOLDER, "*", "program.toml")))


def digest(path):
    with open(path, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def file_of(coordinates):
    """group:artifact:version[:classifier] is called so by Maven's dependency plugin."""
    _, artifact, version, *classifier = coordinates.split(":")
    return "-".join([artifact, version, *classifier]) + ".jar"


def dependency(coordinates, alone):
    group, artifact, version, *classifier = coordinates.split(":")
    more = f"<classifier>{classifier[0]}</classifier>" if classifier else ""
    if alone:
        more += "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
    return f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>{more}</dependency>"


def maven(words, cwd):
    mvn = shutil.which("mvn")
    if not mvn:
        raise Problem("mvn is not installed")
    r = subprocess.run([mvn, "-q", "-B", *words], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if r.returncode:
        raise Problem("Maven: " + r.stdout[-800:])


class Program:
    def __init__(self, name, build, jdk, long=False):
        self.name, self.jdk, self.here = name, jdk, os.path.join(FOLDER, name)
        self.out = os.path.join(build, "programs", name)
        self.lib = os.path.join(self.out, "lib")
        self.image = os.path.join(build, "programs", "image")
        self.build = build
        with open(os.path.join(self.here, "program.toml"), "rb") as f:
            self.text = tomllib.load(f)
        self.steps = self.text.get("long" if long else "run", self.text["run"])

    # --- What it is made of ---

    def pins(self):
        """{coordinates: checksum}, in the order of the class path."""
        try:
            with open(os.path.join(self.here, "jars.sha256")) as f:
                return {c: s for s, c in (line.split() for line in f)}
        except FileNotFoundError:
            return {}

    def wrong_jars(self):
        paths = {c: os.path.join(self.lib, file_of(c)) for c in self.pins()}
        return [c for c, p in paths.items() if not os.path.isfile(p) or digest(p) != self.pins()[c]]

    def download(self, coordinates, alone):
        shutil.rmtree(self.lib, ignore_errors=True)
        os.makedirs(self.out, exist_ok=True)
        pom = os.path.join(self.out, "pom.xml")
        with open(pom, "w") as f:
            f.write(POM.format("\n".join(dependency(c, alone or c in self.text.get("alone", [])) for c in coordinates)))
        maven(["-f", pom, COPY, "-DincludeScope=runtime", "-DoutputDirectory=" + self.lib, "-Dmdep.useRepositoryLayout=" + str(not alone).lower()], self.out)

    def pin(self):
        """Asks Maven for the whole of what `roots` need and writes jars.sha256."""
        self.download([*self.text["roots"], *self.text.get("alone", []), *filter(None, [self.text.get("tool")])], False)
        lines = []
        for path in sorted(glob.glob(os.path.join(self.lib, "**", "*.jar"), recursive=True)):
            *group, artifact, version, name = os.path.relpath(path, self.lib).split(os.sep)
            classifier = name.removeprefix(f"{artifact}-{version}").removesuffix(".jar")[1:]
            lines.append(f"{digest(path)} {':'.join(filter(None, ['.'.join(group), artifact, version, classifier]))}\n")
        with open(os.path.join(self.here, "jars.sha256"), "w") as f:
            f.writelines(lines)

    def fetch(self):
        if not self.wrong_jars():
            return
        self.download(self.pins(), True)
        if self.wrong_jars():
            raise Problem("not what jars.sha256 asks for: " + ", ".join(self.wrong_jars()))

    # --- Made ready ---

    def words(self, words, vm=None):
        """`words` with what stands in braces put in."""
        tool = self.text.get("tool")
        jars = [os.path.join(self.lib, file_of(c)) for c in self.pins() if c != tool]
        places = {"jars": ":".join(jars), "classes": os.path.join(self.out, "classes"), "here": self.here, "lib": self.lib, "jdk": self.jdk,
                  "sources": os.path.join(self.out, "sources"), "sources:list": os.path.join(self.out, "sources.list"),
                  "tool": os.path.join(self.lib, file_of(tool)) if tool else "", "out": self.out, "generated": os.path.join(self.out, "generated")}
        if vm:
            places |= {"home": vm.home, "java": os.path.join(vm.home, "bin", "java")}
        return [re.sub(r"\{([a-z:]+)\}", lambda m: places.get(m[1], m[0]), w) for w in words]

    def prepare(self):
        """Everything that is the same for all VMs."""
        self.fetch()
        self.unpack_sources()
        self.generate()
        self.compile()
        if "prepare" in self.text:
            work = os.path.join(self.out, "prepared")
            shutil.rmtree(work, ignore_errors=True)
            os.makedirs(work)
            r = subprocess.run(self.words(self.text["prepare"]), cwd=work, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=vmrun.clean_env({"JAVA_HOME": self.jdk}))
            if r.returncode:
                raise Problem(f"prepare: {r.stdout[-500:]}{r.stderr[-500:]}")

    def unpack_sources(self):
        folder, target = self.text.get("sources"), os.path.join(self.out, "sources")
        if not folder:
            return
        shutil.rmtree(target, ignore_errors=True)
        sys.path.insert(0, os.path.join(ROOT, "tools"))
        import run_main
        files = []
        with zipfile.ZipFile(run_main.find_sources(self.jdk)) as z:
            for name in sorted(z.namelist()):
                if name.startswith(folder) and name.endswith(".java"):
                    files.append(z.extract(name, target))
        with open(target + ".list", "w") as f:
            f.writelines(name + "\n" for name in files)

    def generate(self):
        if "generate" not in self.text:
            return
        shutil.rmtree(os.path.join(self.out, "generated"), ignore_errors=True)
        r = subprocess.run(self.words(self.text["generate"]), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if r.returncode:
            raise Problem(f"generate: {r.stderr[-1000:]}")

    def compile(self):
        folders = [self.here] + ([os.path.join(self.out, "generated")] if "generate" in self.text else [])
        sources = [f for folder in folders for f in sorted(glob.glob(os.path.join(folder, "**", "*.java"), recursive=True))]
        sources += [os.path.join(self.here, f) for f in self.text.get("also", [])]
        out = os.path.join(self.out, "classes")
        more = self.text.get("compile", [])
        if not sources or more is False:
            return
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        r = subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-nowarn", "-Xlint:none", *self.words(["-cp", "{jars}", "-d", out]), *more, *sources], capture_output=True, text=True)
        if r.returncode:
            raise Problem(r.stderr[-2000:])

    # --- Run ---

    def run(self, vm, timeout):
        """All steps on one VM."""
        work = os.path.join(self.out, vm.name)
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        output = Output()
        for number, step in enumerate(self.steps, 1):
            what = f"step {number}: " if len(self.steps) > 1 else ""
            out, err, code = self.step(vm, step, work, timeout, output.usage)
            self.keep(output, what, step, out, err, code, work)
            if output.fault:
                output.fault += "\n" + vmrun.tail(out + err, 30)
                break
        return output

    def step(self, vm, step, work, timeout, usage):
        if "java" in step:
            command = [os.path.join(vm.home, "bin", "java"), *vm.options, *self.words(step["java"], vm)]
        else:
            command = self.words(step["command"], vm)
        env = dict(zip(step.get("env", {}), self.words(step.get("env", {}).values(), vm)))
        if "java" not in step:
            env = {"JAVA_HOME": vm.home, "JAVA_TOOL_OPTIONS": " ".join(vm.options), **env}
        return measured(command, work, vmrun.clean_env(env, argus=vm.argus), timeout, step.get("kill"), usage)

    def keep(self, output, what, step, out, err, code, work):
        if code == "hangs":
            output.fault = f"{what}no end"
        elif "kill" in step and code != -9:
            output.fault = f"{what}not killed, exit code {code}"
        elif "kill" not in step and code != step.get("code", 0):
            output.fault = f"{what}exit code {vmrun.code_name(code)}"
        elif not re.search(step.get("want", "."), out.decode(errors="replace"), re.M):
            output.fault = f"{what}no {step.get('want', 'output')!r} in standard output"
        err = b"".join(line for line in err.splitlines(True) if not line.startswith(b"Picked up JAVA_TOOL_OPTIONS"))
        output.parts.append((what + "standard output", tidy(out, step, work)))
        if step.get("stderr", True):
            output.parts.append((what + "standard error", tidy(err, step, work)))
        for pattern in step.get("files", []):
            found = sorted(f for f in glob.glob(os.path.join(work, pattern), recursive=True) if os.path.isfile(f))
            output.parts.append((what + pattern, "\n".join(f"{digest(f)} {os.path.relpath(f, work)}" for f in found).encode()))


def tidy(text, step, work):
    text = text.decode(errors="replace").replace(work, "WORK")
    if "only" in step:
        text = "".join(line for line in text.splitlines(True) if re.search(step["only"], line))
    for pattern, instead in step.get("hide", []):
        text = re.sub(pattern, instead, text, flags=re.M)
    if step.get("sort"):
        text = "".join(sorted(text.splitlines(True)))
    return text.encode()


def adopt_orphans():
    """What a program starts and does not wait for becomes a child of this process: PR_SET_CHILD_SUBREAPER."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def reap(who, usage):
    """Waits for a child and counts it and all that it has waited for. Returns its exit code."""
    _, status, used = os.wait4(who, 0)
    usage.processor += used.ru_utime + used.ru_stime
    usage.peak = max(usage.peak, used.ru_maxrss)
    return os.waitstatus_to_exitcode(status)


def reap_orphans(group, usage):
    try:
        while True:
            reap(-group, usage)
    except ChildProcessError:
        pass


def measured(command, work, env, timeout, kill, usage):
    """Runs a command; adds to `usage`. Returns standard output, standard error, and the exit code, or "hangs"."""
    adopt_orphans()
    begin, late = time.monotonic(), threading.Event()
    with open(os.path.join(work, ".stderr"), "w+b") as err:
        child = subprocess.Popen(command, cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=err, start_new_session=True)

        def end_it():
            late.set()
            vmrun.signal_group(child.pid, 3)
            time.sleep(2)
            vmrun.signal_group(child.pid, 9)
        timer = threading.Timer(timeout, end_it)
        timer.start()
        lines = []
        for line in child.stdout:
            lines.append(line)
            if kill and re.search(kill.encode(), line):
                vmrun.signal_group(child.pid, 9)
        child.returncode = reap(child.pid, usage)
        timer.cancel()
        usage.wall += time.monotonic() - begin
        vmrun.signal_group(child.pid, 9)
        reap_orphans(child.pid, usage)
        err.seek(0)
        return b"".join(lines), err.read(), "hangs" if late.is_set() else child.returncode


@dataclass
class VM:
    """A JDK to run programs with. Argus's is an image, so that what asks for java.home starts Argus too."""
    name: str
    home: str
    options: list
    argus: bool


def argus_image(build, jdk):
    """A JDK whose VM is the Argus of `build`: made anew, which takes a moment."""
    image = os.path.join(build, "programs", "image")
    shutil.rmtree(image, ignore_errors=True)
    os.makedirs(os.path.dirname(image), exist_ok=True)
    r = subprocess.run([os.path.join(build, "bin", "argus"), "image", image], env={**os.environ, "ARGUS_JDK": jdk}, capture_output=True, text=True)
    if r.returncode:
        raise Problem(r.stderr)
    return image


def compare(want, got):
    """None if both gave the same, else what differs first."""
    if want.fault:
        return "HotSpot: " + want.fault
    if got.fault:
        return got.fault
    for (what, a), (_, b) in zip(want.parts, got.parts):
        difference = vmrun.first_difference(what, a, b)
        if difference:
            return difference
    return None
