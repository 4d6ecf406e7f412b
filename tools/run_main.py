#!/usr/bin/env python3
"""run: the main job. Compiles the package java.util of the JDK's own src.zip with the JDK's javac on Argus, watched by the
lens agent, then compares every class file with what the same compilation on HotSpot writes.

    ./x run                    on Argus, under lens
    ./x run --quick            ten files instead of all of them
    ./x run --no-lens          without the agent
    ./x run --vm hotspot       on HotSpot, under lens (to see what lens does, or when Argus is in doubt)

Exit code 0: both compilations worked and the class files are equal. 1: they are not, or javac failed. 2: something that is
needed is missing.
"""
import argparse
import filecmp
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PACKAGE = "java.base/java/util/"
QUICK = ("AbstractCollection", "AbstractList", "ArrayDeque", "ArrayList", "BitSet", "Collection", "Iterator", "Objects",
         "Optional", "StringJoiner")
JAVAC = ["-m", "jdk.compiler/com.sun.tools.javac.Main"]
# Exactly the files that are named become class files; javac's warnings about the JDK's own internal classes are noise.
JAVAC_FLAGS = ["-proc:none", "-implicit:none", "-nowarn", "-XDignore.symbol.file", "-encoding", "UTF-8"]


class Missing(Exception):
    """Something that the run needs is not there."""


def find_sources(jdk):
    """The JDK's src.zip. Debian keeps it in another package and another folder, with a link that may dangle."""
    jvms = os.path.dirname(os.path.realpath(jdk))
    places = [os.path.join(jdk, "lib", "src.zip"), os.path.join(jdk, "src.zip"),
              os.path.join(jvms, "openjdk-17", "lib", "src.zip"), os.path.join(jvms, "openjdk-17", "src.zip"),
              "/usr/lib/jvm/openjdk-17/lib/src.zip"]
    for place in places:
        if os.path.isfile(place):
            return place
    raise Missing(f"no src.zip with this JDK ({jdk}): install openjdk-17-source")


def extract(archive, target, quick):
    """Writes the package's files (no subpackages) below `target`, which then holds nothing else. Gives their paths."""
    shutil.rmtree(target, ignore_errors=True)
    files = []
    with zipfile.ZipFile(archive) as source:
        for name in sorted(source.namelist()):
            base = name.removeprefix(PACKAGE)
            if not name.startswith(PACKAGE) or "/" in base or not base.endswith(".java"):
                continue
            if not quick or base.removesuffix(".java") in QUICK:
                files.append(source.extract(name, target))
    if not files:
        raise Missing(f"{archive} has no {PACKAGE}*.java")
    return files


def class_files(folder):
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".class"):
                path = os.path.join(where, name)
                found[os.path.relpath(path, folder)] = path
    return found


class Progress:
    """One line that is rewritten on a terminal; elsewhere a plain line every ten seconds."""

    def __init__(self, stream):
        self.stream = stream
        self.terminal = stream.isatty()
        self.next_line = 10.0
        self.width = 0

    def show(self, seconds, text):
        line = f"  {seconds:5.0f} s  {text}"
        if self.terminal:
            columns = shutil.get_terminal_size().columns - 1
            line = line[:columns]
            self.stream.write("\r" + line.ljust(self.width))
            self.width = len(line)
        elif seconds >= self.next_line:
            self.next_line += 10.0
            self.stream.write(line + "\n")
        self.stream.flush()

    def clear(self):
        if self.terminal and self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()


def last_record(path):
    """The newest complete progress record of lens, or None."""
    try:
        with open(path, "rb") as f:
            f.seek(max(0, os.path.getsize(path) - 2000))
            lines = f.read().split(b"\n")[:-1]
        return json.loads(lines[-1]) if lines else None
    except (OSError, ValueError):
        return None


def describe(record, written, expected):
    text = f"{written} of {expected} class files" if expected else f"{written} class files"
    if record:
        text += (f"; {record['entered'] / 1e6:,.1f} million calls, classes loaded: {record['classes']:,}, "
                 f"exceptions: {record['exceptions']:,}, collections: {record['collections']:,}")
    return text


def compile_package(command, out, log, progress_file, expected):
    """Runs javac with its output in `log` while showing how far it is. Gives exit code and seconds."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    progress = Progress(sys.stderr)
    start = time.monotonic()
    with open(log, "wb") as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 env=vmrun.clean_env(argus=True))
        try:
            while True:
                try:
                    code = child.wait(timeout=0.25)
                    break
                except subprocess.TimeoutExpired:
                    record = last_record(progress_file) if progress_file else None
                    progress.show(time.monotonic() - start, describe(record, len(class_files(out)), expected))
        except KeyboardInterrupt:
            child.kill()
            child.wait()
            raise
        finally:
            progress.clear()
    return code, time.monotonic() - start


def compare(reference, actual):
    """Lines that say how the class files below two folders differ; none if they are equal."""
    want, got = class_files(reference), class_files(actual)
    lines = [f"missing: {name}" for name in sorted(want.keys() - got.keys())]
    lines += [f"not expected: {name}" for name in sorted(got.keys() - want.keys())]
    for name in sorted(want.keys() & got.keys()):
        if not filecmp.cmp(want[name], got[name], shallow=False):
            lines.append(f"differs: {name}")
    return lines


def show_log(log):
    with open(log, "rb") as f:
        text = f.read()
    if text.strip():
        print(vmrun.tail(text), file=sys.stderr)


def lens_option(build, folder, title):
    agent = os.path.join(build, "agents", "liblens.so")
    if not os.path.isfile(agent):
        raise Missing(f"{agent} is not built: ./x build")
    if "," in folder:
        raise Missing(f"lens cannot write to a folder with a comma in its name: {folder}")
    # top=12: the table is read at the end of a terminal session; the files hold everything.
    return f"-agentpath:{agent}=out={folder},progress={folder}/progress.jsonl,top=12,title={title}"


def run(options):
    jdk = vmrun.find_jdk()
    build = os.path.abspath(options.build)
    folder = os.path.join(build, "run")
    os.makedirs(folder, exist_ok=True)
    vm, watched = [], []
    if options.vm == "argus":
        if not os.path.isfile(os.path.join(build, "argus", "libjvm.so")):
            raise Missing(f"{build}/argus/libjvm.so is not built: ./x build")
        vm = [f"-XXaltjvm={os.path.join(build, 'argus')}"]
    vm_name = {"argus": "Argus", "hotspot": "HotSpot"}[options.vm]
    if options.lens:
        watched = [lens_option(build, folder, f"javac compiles java.util on {vm_name}")]
    archive = find_sources(jdk)
    source = os.path.join(folder, "src")
    files = extract(archive, source, options.quick)
    print(f"run: {len(files)} files of java.util from {archive}", flush=True)

    def command(before, out):
        return [os.path.join(jdk, "bin", "java"), *before, *JAVAC, "--patch-module", f"java.base={source}/java.base",
                *JAVAC_FLAGS, "-d", out, *files]

    print("run: javac on HotSpot, for comparison", flush=True)
    reference, log = os.path.join(folder, "hotspot-classes"), os.path.join(folder, "hotspot.log")
    code, seconds = compile_package(command([], reference), reference, log, None, 0)
    if code != 0:
        print(f"run: javac on HotSpot failed ({vmrun.code_name(code)}); its output is in {log}", file=sys.stderr)
        show_log(log)
        return 1
    expected = len(class_files(reference))
    print(f"run: HotSpot: {expected} class files in {seconds:.1f} s", flush=True)

    out, log = os.path.join(folder, "classes"), os.path.join(folder, "javac.log")
    for name in ("lens.html", "lens.txt", "lens.jsonl", "lens.folded", "lens.svg", "progress.jsonl"):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    progress_file = os.path.join(folder, "progress.jsonl") if options.lens else None
    under = "under lens" if options.lens else "without an agent"
    print(f"run: javac on {vm_name} {under}" + (", which counts every call" if options.lens else ""), flush=True)
    code, seconds = compile_package(command(vm + watched, out), out, log, progress_file, expected)
    if code != 0:
        print(f"run: javac on {vm_name} {under} failed ({vmrun.code_name(code)}) after {seconds:.1f} s; its output is in {log}",
              file=sys.stderr)
        show_log(log)
        return 1
    differences = compare(reference, out)
    if options.lens:
        table = ""
        if os.path.isfile(os.path.join(folder, "lens.txt")):
            with open(os.path.join(folder, "lens.txt"), encoding="utf-8", errors="replace") as f:
                table = f.read().rstrip("\n")
        if not table:
            print(f"run: lens wrote no table: {vm_name} ended without its VMDeath event", file=sys.stderr)
            return 1
        print(table)
        print(f"{'table':>14}  {folder}/lens.txt\n{'class files':>14}  {out}\n")
        print(f"run: the page is {folder}/lens.html")
    print(f"run: {vm_name} {under}: {len(class_files(out))} class files in {seconds:.1f} s")
    if differences:
        print(f"run: {len(differences)} class files are not what HotSpot's javac run wrote:", file=sys.stderr)
        for line in differences[:20]:
            print("  " + line, file=sys.stderr)
        return 1
    print(f"run: all {expected} class files equal those of HotSpot, byte for byte")
    return 0


def main(argv):
    parser = argparse.ArgumentParser(prog="./x run", description="javac over java.util on Argus, watched by lens")
    parser.add_argument("--vm", choices=("argus", "hotspot"), default="argus", help="the VM that is watched (argus)")
    parser.add_argument("--no-lens", dest="lens", action="store_false", help="without the agent")
    parser.add_argument("--quick", action="store_true", help=f"only {len(QUICK)} files")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder (build)")
    # ./x passes its command's name on.
    arguments = argv[1:]
    if arguments and arguments[0] == "run":
        arguments = arguments[1:]
    try:
        return run(parser.parse_args(arguments))
    except Missing as e:
        print(f"run: {e}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("run: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv))
