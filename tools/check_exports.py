"""check_exports: does libjvm.so show exactly the names of exports.tsv of the release, under the version SUNWprivate_1.1, and does it ask
for nothing that its libraries do not have?

    check_exports.py LIBJVM          prints one line for each fault; exit 1 if there was any
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import release  # noqa: E402

VERSION = "SUNWprivate_1.1"


def read_table(path):
    with open(path, encoding="utf-8") as f:
        return [line.split("\t")[0] for line in f if line.strip()][1:]


def parse_nm(text):
    """{name: version or None} of `nm -D --defined-only`; the version's own symbol is left out."""
    found = {}
    for line in text.splitlines():
        fields = line.split()
        if len(fields) >= 3 and fields[1] in "TtWwVvDdBbRr":
            name, _, version = fields[2].partition("@")
            found[name] = version.lstrip("@") or None
    found.pop(VERSION, None)
    return found


def compare(wanted, found):
    missing = sorted(set(wanted) - set(found))
    extra = sorted(set(found) - set(wanted))
    wrong = sorted(name for name, version in found.items() if name in set(wanted) and version != VERSION)
    if missing:
        yield f"{len(missing)} of {len(set(wanted))} exports are missing: {' '.join(missing)}"
    if extra:
        yield f"not in exports.tsv: {' '.join(extra)}"
    if wrong:
        yield f"without version {VERSION}: {' '.join(wrong)}"


def undefined(library):
    p = subprocess.run(["ldd", "-r", library], capture_output=True, text=True)
    names = sorted(set(re.findall(r"undefined symbol: (\S+)", p.stdout + p.stderr)))
    # A sanitizer's own names come from a run-time that is loaded first.
    return [name.rstrip(",") for name in names if not re.match(r"__(asan|ubsan|tsan|sanitizer|lsan)_", name)]


def faults(library):
    nm = subprocess.run(["llvm-nm-19", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
    yield from compare(read_table(os.path.join(release.pack(), "exports.tsv")), parse_nm(nm.stdout))
    lacking = undefined(library)
    if lacking:
        yield f"{len(lacking)} names are used but defined nowhere: {' '.join(lacking)}"


def main(argv):
    if len(argv) != 2:
        sys.exit("usage: check_exports.py LIBJVM")
    found = list(faults(argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
