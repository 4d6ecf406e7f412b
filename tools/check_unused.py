"""check_unused: functions and data of libjvm.so that nothing uses.

    check_unused.py [--build DIR]    one line for each; exit 1 if there was any

The linker is asked what it would leave out: each function has a section of its own. A name that a unit test or the launcher calls is used, and so is
one that stands in an assertion; what only a person in a debugger calls has __attribute__((retain)).
"""
import argparse
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_calls  # noqa: E402

REMOVED = re.compile(r"removing unused section (\S+):\(\.(?:text|rodata|data|bss|data\.rel\.ro)\.([A-Za-z_][\w]*)\)$")


def read_removed(text):
    """[(object file, name)] of the linker's --print-gc-sections. Constants and tables that the compiler made have no name of ours."""
    return [match.groups() for match in map(REMOVED.match, text.splitlines()) if match and not match.group(2).startswith(("str", "cst"))]


def words_of_tests(root):
    """What unit tests and the launcher name, and assertions and whatever else is in debug builds only."""
    words = set()
    for path in glob.glob(os.path.join(root, "test", "unit", "*.[ch]")) + glob.glob(os.path.join(root, "src", "launcher", "*.c")):
        with open(path, encoding="utf-8") as f:
            words.update(re.findall(r"\w+", f.read()))
    for path in glob.glob(os.path.join(root, "src", "**", "*.[ch]"), recursive=True):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for assertion in re.findall(r"(?:VM_ASSERTF?|CONTRACT(?:_UNLESS)?)\(.*", text) + re.findall(r"^#ifdef ARGUS_DEBUG$.*?^#(?:else|endif)", text, re.M | re.S):
            words.update(re.findall(r"\w+", assertion))
    return words


def words_of_launcher_files(root):
    """The words of files that nothing in src/ but the launcher includes the header of: all that they hold is the launcher's. Of files that others use too, their
    static functions."""
    texts = {}
    for path in glob.glob(os.path.join(root, "src", "**", "*.[ch]"), recursive=True):
        with open(path, encoding="utf-8") as f:
            texts[os.path.relpath(path, os.path.join(root, "src"))] = f.read()
    words = set()
    for path, text in texts.items():
        include = f'#include "{path[:-2]}.h"'
        users = {other.split("/")[0] for other, other_text in texts.items() if other != path and include in other_text}
        if path.endswith(".c") and users == {"launcher"}:
            words.update(re.findall(r"\w+", text))
        elif path.endswith(".c") and "launcher" in users:  # what its functions for the launcher call may be static
            words.update(re.findall(r"^static [^;={(]*?\b(\w+)\(", text, re.M))
    return words


def faults(root, build):
    linker = subprocess.run(["clang-19", "-shared", "-fuse-ld=lld", "-Wl,--gc-sections,--print-gc-sections,-z,nostart-stop-gc,--undefined-version",
                             f"-Wl,--version-script={os.path.join(root, 'libjvm.map')}", "-o", os.devnull, *check_calls.objects_of(build)],
                            capture_output=True, text=True)
    if linker.returncode:
        yield f"the linker failed: {linker.stderr.strip()}"
        return
    used = words_of_tests(root) | words_of_launcher_files(root)
    for path, name in read_removed(linker.stdout):
        if name not in used:
            yield f"{check_calls.file_of(path)}: nobody uses {name}"


def main():
    p = argparse.ArgumentParser(description="what nothing in libjvm.so uses")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    args = p.parse_args()
    found = list(faults(ROOT, args.build))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
