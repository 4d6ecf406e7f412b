"""todo: list every `TODO(area): text` of the tree, grouped by area."""
import os
import re
import subprocess
import sys
from collections import defaultdict

MARK = re.compile(r"TODO\(([A-Za-z0-9_./-]+)\): ?(.*)")


def find(paths, read):
    found = defaultdict(list)
    for path in paths:
        for number, line in enumerate(read(path).splitlines(), 1):
            match = MARK.search(line)
            if match:
                text = match.group(2).removesuffix("*/").strip()
                found[match.group(1)].append((path, number, text))
    return found


def read_text(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def main(argv):
    folders = ["src", "agents", "tools", "test", "spec", "x"]
    git = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *folders], capture_output=True, text=True)
    if git.returncode == 0:
        listed = git.stdout.split("\n")
    else:  # an unpacked archive
        listed = ["x"] + [os.path.join(at, name) for folder in folders for at, _, names in os.walk(folder) for name in names]
    # These two spell the mark to look for it.
    own = {"tools/todo.py", "test/tools/check_layers_test.py"}
    found = find(sorted({p for p in listed if p and p not in own}), read_text)
    # What a table asks for and no source file gives: generators know.
    for generator in sorted(p for p in listed if re.fullmatch(r"tools/gen_\w+\.py", p)):
        if "--todo" not in read_text(generator):
            continue
        missing = subprocess.run([sys.executable, "-B", generator, "--todo"], capture_output=True, text=True, check=True)
        area = {"tools/gen_ti.py": "jvmti"}.get(generator, generator)
        found[area] += [(generator, 0, line) for line in missing.stdout.splitlines()]
    wanted = argv[1:]
    total = 0
    for area in sorted(found):
        if wanted and area not in wanted:
            continue
        print(f"{area} ({len(found[area])})")
        for path, number, text in found[area]:
            print(f"  {path}:{number}: {text}")
        total += len(found[area])
    print(f"{total} to do")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
