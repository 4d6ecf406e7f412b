"""Which JDK release this tree is for, and the tables of its pack: spec/jdkN (docs/releases.md).

    release.py     prints the release: ARGUS_RELEASE of the environment, or RELEASE
"""
import os

RELEASE = "17"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def release():
    return os.environ.get("ARGUS_RELEASE") or RELEASE


def pack():
    """The folder of the release's tables."""
    return os.path.join(ROOT, "spec", "jdk" + release())


def read(name, folder=None):
    """The rows of a table as dictionaries. A line that starts with # is a remark; each row has a cell for each column."""
    path = os.path.join(folder or pack(), name + ".tsv")
    with open(path, encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    head, rows = lines[0], lines[1:]
    for row in rows:
        if len(row) != len(head):
            raise SystemExit(f"{path}: {' '.join(row)}: {len(row)} cells, {len(head)} columns")
    return [dict(zip(head, row)) for row in rows]


def facts(folder=None):
    """release.tsv as {name: value}"""
    return {row["name"]: row["value"] for row in read("release", folder)}


if __name__ == "__main__":
    print(release())
