"""check_format: the sources look as .clang-format says, and no line is too long.

    check_format.py          one line for each file that differs; exit 1 if there was any

C has 120 columns, Java and definitions 160. `./x fmt` mends the first kind of fault.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS = {".c": 120, ".h": 120, ".java": 160, ".def": 160}
FOLDERS = ["src", "agents", "examples", "test", "bench"]

def too_long(path, text):
    columns = COLUMNS[os.path.splitext(path)[1]]
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > columns and not line.startswith("// jvm: "):  # options for the driver, which reads one line
            yield f"{path}:{number}: {len(line)} columns, {columns} are allowed"

def read_differing(text, root):
    """Files of clang-format's warnings."""
    files = (re.match(r"(.*?):\d+:\d+: (?:warning|error): code should be clang-formatted", line) for line in text.splitlines())
    return sorted({os.path.relpath(match.group(1), root) for match in files if match})

def sources(root):
    for folder in FOLDERS:
        for at, folders, files in os.walk(os.path.join(root, folder)):
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            for file in sorted(files):
                if os.path.splitext(file)[1] in COLUMNS:
                    yield os.path.join(at, file)

def faults(root):
    paths = list(sources(root))
    c = [path for path in paths if path.endswith((".c", ".h"))]
    try:
        run = subprocess.run(["clang-format-19", "--dry-run", "--ferror-limit=1", *c], capture_output=True, text=True, cwd=root)
    except FileNotFoundError:
        yield "clang-format-19 is not installed"
        return
    differing = read_differing(run.stderr, root)
    if run.returncode and not differing:
        yield f"clang-format-19 failed: {run.stderr.strip()[:400]}"
    for path in differing:
        yield f"{path} is not as ./x fmt makes it"
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as f:
            yield from too_long(os.path.relpath(path, root), f.read())

def main():
    found = list(faults(ROOT))
    for fault in found:
        print(fault)
    return 1 if found else 0

if __name__ == "__main__":
    sys.exit(main())
