"""What `./x suites` needs from Debian, below build/suites: OpenJDK's tests, their native libraries, jtreg. Nothing of it is in the tree.

The sources come from Debian's source package openjdk-17 through a sources list of our own, so the machine's lists stay as they are. Wanted is the version of
the installed JDK; when the archive has no longer got it, the nearest one. The package jtreg7 is unpacked, not installed.
Libraries of tests are built with clang by the rules of OpenJDK's own makefiles: one library for each lib*.c and lib*.cpp, one program for each exe*.c,
with the flags that make/test/JtregNative*.gmk gives to that name.
"""
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MIRROR = "http://deb.debian.org/"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGE = "openjdk-17"
WANTED = ("*/test/hotspot/jtreg", "*/test/jdk", "*/test/lib", "*/test/jtreg-ext", "*/make/test", "*/src/java.base/*/native/libjli")


class Problem(Exception):
    """The sources, a library or jtreg cannot be made ready."""


def read(file):
    with open(file) as f:
        return f.read()


def command(words, **more):
    r = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if r.returncode:
        raise Problem(f"{' '.join(words[:4])} …: exit code {r.returncode}\n" + "\n".join(r.stdout.splitlines()[-15:]))
    return r.stdout


# --- Versions -------------------------------------------------------------------------------------------------------

def numbers(version):
    """17.0.19+10-1~deb12u2 as a tuple that compares: release, build, the rest."""
    release, _, rest = version.partition("+")
    release = [int(n) for n in release.split(".")]
    return tuple(release + [0] * (6 - len(release))), tuple(int(n) for n in re.findall(r"\d+", rest))


def by_nearness(installed, offered):
    """Versions in the order in which they are tried: that of the installed JDK, older ones from the newest, newer ones from the oldest."""
    mine = numbers(installed)
    older = sorted((v for v in offered if numbers(v) <= mine), key=numbers, reverse=True)
    return older + sorted((v for v in offered if numbers(v) > mine), key=numbers)


def installed_version():
    r = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", PACKAGE + "-jdk-headless"], capture_output=True, text=True)
    if r.returncode:
        raise Problem(f"{PACKAGE}-jdk-headless is not installed as a Debian package: no version to fetch the tests of")
    return r.stdout


# --- apt with lists of our own --------------------------------------------------------------------------------------

class Apt:
    """apt-get and apt-cache with a sources list, package lists and a cache below `folder`."""

    def __init__(self, folder):
        self.folder = folder
        release = re.search(r"^VERSION_CODENAME=(\S+)", read("/etc/os-release"), re.M).group(1)
        for sub in ("lists/partial", "cache/archives/partial"):
            os.makedirs(os.path.join(folder, sub), exist_ok=True)
        with open(os.path.join(folder, "sources.list"), "w") as f:
            for kind in ("deb", "deb-src"):
                for path, suite in (("debian", release), ("debian", release + "-updates"), ("debian-security", release + "-security")):
                    f.write(f"{kind} [signed-by={KEYS}] {MIRROR}{path} {suite} main\n")
        self.options = [w for name, value in (("Dir::Etc::sourcelist", "sources.list"), ("Dir::Etc::sourceparts", "none"), ("Dir::State::lists", "lists"),
                                              ("Dir::Cache", "cache")) for w in ("-o", f"{name}={os.path.join(folder, value)}")]

    def run(self, tool, *words):
        return command([tool, *self.options, "-q", *words], cwd=self.folder)

    def update(self):
        self.run("apt-get", "update")

    def source(self, installed):
        """Downloads the nearest version of the sources; answers version and archive."""
        offered = re.findall(r"^Version: (\S+)", self.run("apt-cache", "showsrc", PACKAGE), re.M)
        problem = f"Debian offers no sources of {PACKAGE}"
        for version in by_nearness(installed, set(offered)):
            try:
                self.run("apt-get", "source", "--download-only", f"{PACKAGE}={version}")
                return version, glob.glob(os.path.join(self.folder, f"{PACKAGE}_{version.rpartition('-')[0]}.orig.tar.*"))[0]
            except (Problem, IndexError) as e:
                problem = str(e)
                print(f"  suites: the archive no longer has {version}", file=sys.stderr)
        raise Problem(problem)


class Tree:
    """build/suites: what is fetched and built once."""

    def __init__(self, folder, jdk):
        self.folder, self.jdk = folder, jdk
        self.source, self.jtreg_jar = os.path.join(folder, "source"), os.path.join(folder, "jtreg", "usr", "share", "jtreg", "lib", "jtreg.jar")

    def version(self):
        """Of the sources that are unpacked, or None."""
        try:
            return read(os.path.join(self.source, "VERSION"))
        except OSError:
            return None

    def fetch(self):
        if not self.version() or not os.path.exists(self.jtreg_jar):
            self.download()
        shutil.copy(os.path.join(ROOT, "test", "suites", "SuiteProps.java"), os.path.join(self.source, "test", "jtreg-ext", "requires"))

    def download(self):
        apt = Apt(os.path.join(self.folder, "apt"))
        apt.update()
        if not os.path.exists(self.jtreg_jar):
            apt.run("apt-get", "download", "jtreg7")
            command(["dpkg-deb", "-x", sorted(glob.glob(os.path.join(apt.folder, "jtreg7_*.deb")))[-1], os.path.join(self.folder, "jtreg")])
        if not self.version():
            version, archive = apt.source(installed_version())
            self.unpack(version, archive)
        shutil.rmtree(apt.folder)

    def unpack(self, version, archive):
        print(f"  suites: unpacking the tests of {PACKAGE} {version}", file=sys.stderr)
        fresh = self.source + ".new"
        for old in (fresh, self.source):
            shutil.rmtree(old, ignore_errors=True)
        os.makedirs(fresh)
        command(["tar", "-xf", archive, "-C", fresh, "--strip-components=1", "--wildcards", *WANTED])
        for suite in ("hotspot/jtreg", "jdk"):
            ask_suite_props(os.path.join(fresh, "test", suite, "TEST.ROOT"))
        with open(os.path.join(fresh, "VERSION"), "w") as f:
            f.write(version)
        os.rename(fresh, self.source)

    def suite(self, name):
        return os.path.join(self.source, "test", "hotspot", "jtreg") if name == "hotspot" else os.path.join(self.source, "test", name)

    def natives(self, suite, folders, jobs):
        """Builds the libraries and programs below `folders` of a suite that are not there yet; answers the folder they are in."""
        out = os.path.join(self.folder, "natives", suite)
        os.makedirs(out, exist_ok=True)
        rules = Makefile(os.path.join(self.source, "make", "test", f"JtregNative{suite.capitalize()}.gmk"), {"TOPDIR": self.source})
        files = [f for folder in folders for pattern in ("lib*.c", "lib*.cpp", "exe*.c", "exe*.cpp")
                 for f in glob.glob(os.path.join(self.suite(suite), folder, "**", pattern), recursive=True)]
        excluded = rules.words(f"BUILD_{suite.upper()}_JTREG_EXCLUDE")
        todo = [n for n in (Native(f, suite, out) for f in sorted(set(files))) if not os.path.exists(n.output) and os.path.basename(n.file) not in excluded]
        if todo:
            print(f"  suites: building {len(todo)} native libraries and programs of {suite}", file=sys.stderr, flush=True)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for fault in pool.map(lambda n: n.build(rules, self.jdk), todo):
                if fault:
                    print(f"  suites: {fault}", file=sys.stderr)
        return out


def ask_suite_props(file):
    """TEST.ROOT asks our class, which knows HotSpot's answers, instead of one that needs WhiteBox."""
    text = read(file)
    path = re.search(r"^requires\.extraPropDefns = (\S+)VMProps\.java$", text, re.M).group(1)
    text = text.replace(f"extraPropDefns = {path}VMProps.java", f"extraPropDefns = {path}SuiteProps.java")
    text = text.replace("extraPropDefns.libs = \\\n", f"extraPropDefns.libs = \\\n    {path}VMProps.java \\\n", 1)
    with open(file, "w") as f:
        f.write(text)


# --- Natives --------------------------------------------------------------------------------------------------------

class Makefile:
    """The variables of a makefile of OpenJDK, on Linux: assignments, and conditions on the operating system."""

    def __init__(self, file, given):
        self.values = dict(given, OPENJDK_TARGET_OS="linux", OPENJDK_TARGET_OS_TYPE="unix")
        taken = []
        for line in read(file).replace("\\\n", " ").splitlines():
            line = line.strip()
            if line.startswith(("ifeq", "ifneq", "ifdef")):
                taken.append(self.holds(line))
            elif line.startswith("else"):
                taken[-1] = not taken[-1] and (line == "else" or self.holds(line[4:].strip()))
            elif line.startswith("endif"):
                taken.pop()
            elif all(taken):
                m = re.fullmatch(r"(\w+)\s*(\+|:)?=\s*(.*)", line)
                if m:
                    self.values[m[1]] = ((self.values.get(m[1], "") + " ") if m[2] == "+" else "") + self.expand(m[3])

    def holds(self, line):
        m = re.fullmatch(r"ifeq \(\$\(call isTargetOs, ([\w ]+)\), *(true|false)\)", line)
        return bool(m) and ("linux" in m[1].split()) == (m[2] == "true")

    def expand(self, text):
        return re.sub(r"\$\((\w+)\)", lambda m: self.values.get(m[1], ""), text)

    def words(self, name):
        return self.values.get(name, "").split()


class Native:
    """One library (lib*.c) or program (exe*.c) of a suite."""

    def __init__(self, file, suite, out):
        self.file, self.suite = file, suite
        self.name = os.path.splitext(os.path.basename(file))[0]
        self.library = self.name.startswith("lib")
        self.output = os.path.join(out, self.name + ".so" if self.library else self.name[len("exe"):])

    def line(self, rules, jdk):
        """The command that builds it."""
        kind = f"BUILD_{self.suite.upper()}_JTREG_" + ("LIBRARIES" if self.library else "EXECUTABLES")
        high = rules.words(f"{kind}_OPTIMIZATION_{self.name}") == ["HIGH"]
        return ["clang++-19" if self.file.endswith("pp") else "clang-19", "-O3" if high else "-O0", "-w", "-fPIC", "-pthread", *(["-shared"] if self.library else []),
                "-D_GNU_SOURCE", "-D_LP64=1", "-DLINUX", f"-I{jdk}/include", f"-I{jdk}/include/linux", *rules.words(f"{kind}_CFLAGS"),
                *rules.words(f"{kind}_CFLAGS_{self.name}"), self.file, "-o", self.output, f"-L{jdk}/lib", f"-L{jdk}/lib/server",
                *rules.words(f"{kind}_LIBS_{self.name}"), "-ldl"]

    def build(self, rules, jdk):
        """None, or a line about the fault: a test that wants the library fails then, on both VMs."""
        r = subprocess.run(self.line(rules, jdk), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return f"cannot build {self.name}: {r.stdout.splitlines()[0] if r.stdout else ''}" if r.returncode else None
