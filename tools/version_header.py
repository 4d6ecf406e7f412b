"""version_header: writes argus_version.h, which the build does every time; the file is left alone if it would not change.

    version_header.py --out FILE

The version is the first line of VERSION. The commit is HEAD's, with "-changed" after it if a file that git knows differs from it. Without git the
environment's ARGUS_COMMIT counts, else it is "unknown"; ARGUS_COMMIT wins if it is set.
"""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def version(root=ROOT):
    with open(os.path.join(root, "VERSION"), encoding="ascii") as f:
        return f.readline().strip()


def git(root, *words):
    try:
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False)
    except OSError:
        return subprocess.CompletedProcess(words, 1, "", "")


def commit(root=ROOT):
    if os.environ.get("ARGUS_COMMIT"):
        return os.environ["ARGUS_COMMIT"]
    head = git(root, "rev-parse", "--short=10", "HEAD")
    top = git(root, "rev-parse", "--show-toplevel")
    if head.returncode != 0 or os.path.realpath(top.stdout.strip()) != os.path.realpath(root):
        return "unknown"
    return head.stdout.strip() + ("-changed" if git(root, "diff-index", "--quiet", "HEAD").returncode else "")


def header(version_text, commit_text):
    return ("/* argus_version.h: written by tools/version_header.py */\n#ifndef ARGUS_VERSION_H\n#define ARGUS_VERSION_H\n"
            f'#define ARGUS_VERSION "{version_text}"\n#define ARGUS_COMMIT "{commit_text}"\n#endif\n')


def write_if_changed(path, text):
    try:
        with open(path, encoding="utf-8") as f:
            if f.read() == text:
                return
    except OSError:
        pass
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def main():
    p = argparse.ArgumentParser(description="writes argus_version.h")
    p.add_argument("--out", required=True)
    write_if_changed(p.parse_args().out, header(version(), commit()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
