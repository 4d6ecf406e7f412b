"""check_release: does code name what belongs into the pack of the JDK release (spec/jdkN, docs/releases.md)?

    check_release.py               one line for each fault; exit 1 if there was any
    check_release.py --jdk HOME    also compares the pack with that JDK: which classes, fields and methods it lacks

Faults in a string of src/: the number of the release; a class or property that only the JDK's own code may name (jdk/…, sun.…); a field or
method that is looked for by a literal name. Those that have to stand there are listed in spec/release_names.tsv, each file with the reason:
what a new release has to look at beside its pack. A name in that table that the file no longer has is a fault too, and so is
a row of the pack that no code uses.
"""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import release  # noqa: E402

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
INTERNAL = re.compile(r"^[(\[]*L?(jdk|sun|com/sun)[/.][A-Za-z]")
LOOKUP = re.compile(r'class_find_(?:field|method)(?:_here)?\(\s*[^;]*?symbol_from_cstr\("([^"]+)"\)', re.S)
INCLUDE = re.compile(r"^\s*#\s*include.*$", re.M)


def code_of(text):
    """The text without comments and includes; strings stay."""
    text = COMMENT.sub(lambda m: m.group(0) if m.group(0).startswith('"') else " ", text)
    return INCLUDE.sub("", text)


def names_in(text, number):
    """What of the release the text names: set of strings."""
    code = code_of(text)
    of_release = re.compile(rf"^{number}(\.|$)|\bJDK {number}\b|-{number}-")
    found = {s for s in STRING.findall(code) if INTERNAL.match(s) or of_release.search(s)}
    return found | set(LOOKUP.findall(code))


def compare(found, allowed):
    """found: {(file, name)}, allowed: the same from the table."""
    for file, name in sorted(found - allowed):
        yield f'{file}: "{name}" belongs into spec/jdkN, or into spec/release_names.tsv with a reason'
    for file, name in sorted(allowed - found):
        yield f'spec/release_names.tsv: {file} does not name "{name}"'


def found_in(root, number):
    for folder, _, names in sorted(os.walk(os.path.join(root, "src"))):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as f:
                    text = f.read()
                for what in names_in(text, number):
                    yield os.path.relpath(path, os.path.join(root, "src")), what


def unused(tables, words):
    """Rows that no word of the code asks for. Classes may be there for their order alone: they are loaded at the start."""
    for table, prefix in (("fields", "wkf_"), ("injected", "wkf_"), ("methods", "wkm_"), ("symbols", "wks_")):
        for row in tables[table]:
            if row["id"] not in words and prefix + row["id"] not in words:
                yield f"{table}.tsv: nobody uses {row['id']}"


def words_of(root):
    found = set()
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in names:
            if name.endswith((".c", ".h", ".def")):
                with open(os.path.join(folder, name), encoding="utf-8") as f:
                    found.update(re.findall(r"\w+", code_of(f.read())))
    return found


def faults(root):
    yield from unused({name: release.read(name) for name in ("fields", "injected", "methods", "symbols")}, words_of(root))
    table = release.read("release_names", os.path.join(root, "spec"))
    yield from compare(set(found_in(root, release.release())), {(row["file"], name) for row in table for name in row["names"].split()})


def members_of(text):
    """{class: set of (name, descriptor)} of the output of javap -p -s for several classes."""
    found, cls, member = {}, None, None
    for line in text.splitlines():
        head = re.search(r"(?:class|interface|enum|record) ([\w.$]+)[^;]*\{$", line)
        if head:
            cls = head.group(1).replace(".", "/")
            found[cls] = set()
        elif "descriptor: " in line and cls:
            descriptor = line.split("descriptor: ")[1]
            name = "<init>" if descriptor.startswith("(") and member.replace(".", "/") == cls else member
            found[cls].add(("<clinit>" if member == "{}" else name, descriptor))
        elif line.startswith("  ") and line.endswith(";") and cls:
            member = re.sub(r"\(.*", "", line.strip().rstrip(";")).split()[-1]
    return found


def lacking(pack, found):
    """What the pack names and the JDK does not have."""
    names = {row["id"]: row["name"] for row in pack["classes"]}
    for name in names.values():
        if name not in found:
            yield f"no class {name}"
    for kind in ("fields", "methods"):
        for row in pack[kind]:
            cls = names[row["class"]]
            if cls in found and (row["name"], row["descriptor"]) not in found[cls]:
                yield f"{kind[:-1]} {cls}.{row['name']} {row['descriptor']} is not there"


def lacking_in(home):
    pack = {name: release.read(name) for name in ("classes", "fields", "methods")}
    classes = [row["name"].replace("/", ".") for row in pack["classes"]]
    p = subprocess.run([os.path.join(home, "bin", "javap"), "-p", "-s", *classes], capture_output=True, text=True)
    return lacking(pack, members_of(p.stdout))


def main():
    p = argparse.ArgumentParser(description="what code says of the JDK release, and what a JDK has of the release's tables")
    p.add_argument("--jdk", help="a JDK with bin/javap")
    args = p.parse_args()
    found = list(faults(ROOT))
    if args.jdk:
        found += lacking_in(args.jdk)
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
