"""check_layers: does every #include under src/ point to its own layer or a lower one, and does every header compile alone?

    check_layers.py                  includes, by the order in tools/layers.tsv
    check_layers.py --headers        each src/**/*.h compiled by itself (needs clang-19, a JDK's headers and, for headers that
                                     include generated ones, a built --build folder)

A room whose column `uses` in the table is not empty includes headers of those rooms only, and the single headers it names (check_doors.py looks at names).

Prints one line for each fault; exit 1 if there was any. Other rules: an include in quotes names a file below src/ by its
full path from there (or a generated one, which has no folder), `mod_int.h` is included only inside its folder, and jvmti.h
belongs to jvmti/ and to the layers above it.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)


def read_layers(path):
    """{folder: rank}, lowest first."""
    with open(path, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    assert rows[0][0] == "layer", f"{path}: no header line"
    return {row[0]: rank for rank, row in enumerate(rows[1:])}


def read_generated(path):
    """{prefix of generated files' names: folder}"""
    with open(path, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")][1:]
    return {prefix: row[0] for row in rows for prefix in row[1].split()}


def read_uses(path):
    """{folder: [rooms and single headers that alone are open to it]} for those that may not use all lower ones."""
    with open(path, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    column = rows[0].index("uses")
    return {row[0]: row[column].split() for row in rows[1:] if row[column]}


def layer_of(path, layers):
    """The innermost folder that the table names, of a path relative to src/; its first folder where it names none; None without a folder."""
    parts = path.split("/")[:-1]
    for end in range(len(parts), 0, -1):
        if "/".join(parts[:end]) in layers:
            return "/".join(parts[:end])
    return parts[0] if parts else None


def faults_of(path, text, layers, exists, uses={}):
    """Faults in one file. path is relative to src/; exists tells whether a path relative to src/ is a file."""
    mine = layer_of(path, layers)
    if mine not in layers:
        yield f"src/{path}: folder '{mine or '.'}' is not in tools/layers.tsv"
        return
    for match in INCLUDE.finditer(text):
        quoted, angled = match.groups()
        where = f"src/{path}:{text.count(chr(10), 0, match.start(1 if quoted else 2)) + 1}"
        target = quoted or angled
        if os.path.basename(target) == "jvmti.h" and layers[mine] < layers["jvmti"] and not (quoted and exists(quoted)):
            yield f"{where}: jvmti.h below the layer jvmti"
            continue
        if not quoted:
            if exists(angled):
                yield f"{where}: <{angled}> is ours: write it in quotes"
            continue
        if not exists(quoted):
            beside = os.path.join(os.path.dirname(path), quoted)
            if exists(beside):
                yield f'{where}: "{quoted}" must be written as "{beside}"'
            # No folder: a generated header. Whether it exists is the compiler's business.
            elif "/" in quoted:
                yield f'{where}: "{quoted}" is no file below src/'
            continue
        theirs = layer_of(quoted, layers)
        if theirs not in layers:
            yield f"{where}: includes {quoted}, whose folder is not in tools/layers.tsv"
        elif layers[theirs] > layers[mine]:
            yield f"{where}: layer {mine} includes {quoted} of the later layer {theirs}"
        elif mine in uses and theirs != mine and theirs not in uses[mine] and quoted not in uses[mine]:
            yield f"{where}: {quoted} is closed to {mine}, which may use {' '.join(uses[mine])}"
        elif quoted.endswith("_int.h") and mine != theirs:
            yield f"{where}: {quoted} is private to its layer"


def sources(root, suffixes):
    for folder, _, names in sorted(os.walk(os.path.join(root, "src"))):
        for name in sorted(names):
            if name.endswith(suffixes):
                yield os.path.relpath(os.path.join(folder, name), os.path.join(root, "src"))


def check_includes(root):
    table = os.path.join(root, "tools", "layers.tsv")
    layers, uses = read_layers(table), read_uses(table)
    exists = lambda path: os.path.isfile(os.path.join(root, "src", path))
    for path in sources(root, (".c", ".h", ".def", ".inc")):
        with open(os.path.join(root, "src", path), encoding="utf-8", errors="replace") as f:
            yield from faults_of(path, f.read(), layers, exists, uses)


def jdk_includes(build):
    """The include folders that the build uses, out of its cache."""
    cache = os.path.join(build, "CMakeCache.txt")
    if os.path.isfile(cache):
        with open(cache) as f:
            for line in f:
                if line.startswith("ARGUS_JDK_HOME:"):
                    home = line.split("=", 1)[1].strip()
                    return [f"-I{home}/include", f"-I{home}/include/linux"]
    return []


def check_headers(root, build, jobs):
    flags = ["clang-19", "-std=gnu17", "-D_GNU_SOURCE", "-fsyntax-only", "-Wno-pragma-once-outside-header", "-x", "c",
             f"-I{root}/src", f"-I{build}/gen", *jdk_includes(build)]

    def compile_one(path):
        p = subprocess.run([*flags, os.path.join(root, "src", path)], capture_output=True, text=True)
        if p.returncode == 0:
            return None
        first = next((line for line in p.stderr.splitlines() if " error: " in line), p.stderr.strip().splitlines()[0])
        return f"src/{path}: does not compile alone: {first.split(' error: ')[-1]}"

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for fault in pool.map(compile_one, sources(root, (".h",))):
            if fault:
                yield fault


def main():
    p = argparse.ArgumentParser(description="include and layer checks")
    p.add_argument("--headers", action="store_true")
    p.add_argument("--root", default=ROOT)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    args = p.parse_args()
    faults = list(check_headers(args.root, args.build, args.jobs) if args.headers else check_includes(args.root))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
