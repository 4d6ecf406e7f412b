"""draw_rooms: the picture docs/rooms.svg of the rooms of src/, from tools/layers.tsv.

    draw_rooms.py            does the picture in the tree show the table? exit 1 if not
    draw_rooms.py --write    writes it
"""
import argparse
import os
import sys
from xml.sax.saxutils import escape

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE, PICTURE = os.path.join("tools", "layers.tsv"), os.path.join("docs", "rooms.svg")
WIDTH, ROW, NAME = 1120, 24, 110

# The bands of the picture, from the top: a title, the room that begins the band from below, its color.
BANDS = [
    ("in and out", "launcher boot service", "#7b5ea7"),
    ("what tools reach", "jfr jvmti", "#b5532a"),
    ("what the class library reaches", "jdk jni", "#9a7b1f"),
    ("the doors of tools", "tool probe", "#b5532a"),
    ("running", "exec", "#2f7d4f"),
    ("classes, threads", "meta core thread model", "#2a6fb5"),
    ("objects", "heap", "#2a8f9a"),
    ("below", "classfile bytecode log base os cpu", "#5f6672"),
]


def rooms():
    """{room: what it is for}, from low to high."""
    with open(os.path.join(ROOT, TABLE), encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")][1:]
    return {row[0]: row[3] for row in rows}


def draw(about):
    """The picture as text. Raises ValueError if bands and table do not name the same rooms in the same order."""
    shown = [room for _, names, _ in BANDS for room in names.split()]
    if shown != list(about)[::-1]:
        raise ValueError(f"BANDS has {' '.join(shown)}, the table from high to low {' '.join(list(about)[::-1])}")
    height = 20 + ROW * len(shown) + 6 * len(BANDS)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
           "<style>text { fill: #1c2026 } .band { fill: #fff; font-weight: bold } .box { fill: #f3f4f6 }"
           " @media (prefers-color-scheme: dark) { text { fill: #e6e8eb } .box { fill: #262b33 } }</style>",
           "<title>The rooms of Argus: each uses those below it</title>"]
    y = 10
    for title, names, color in BANDS:
        names = names.split()
        tall = ROW * len(names)
        out.append(f'<rect class="box" x="10" y="{y}" width="{WIDTH - 20}" height="{tall}" rx="4"/>')
        out.append(f'<rect x="10" y="{y}" width="{NAME}" height="{tall}" rx="4" fill="{color}"/>')
        for n, name in enumerate(names):
            line = y + ROW * n + 16
            out.append(f'<text class="band" x="20" y="{line}">{name}/</text>')
            out.append(f'<text x="{NAME + 24}" y="{line}">{escape(about[name])}</text>')
        out.append(f'<text x="{WIDTH - 20}" y="{y + 16}" text-anchor="end" fill-opacity="0.6">{escape(title)}</text>')
        y += tall + 6
    return "\n".join(out + ["</svg>"]) + "\n"


def faults():
    """Yields a line if the picture in the tree is not that of the table."""
    with open(os.path.join(ROOT, PICTURE), encoding="utf-8") as f:
        if f.read() != draw(rooms()):
            yield f"{PICTURE} does not show {TABLE}: tools/draw_rooms.py --write"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--write", action="store_true")
    args = p.parse_args()
    if args.write:
        with open(os.path.join(ROOT, PICTURE), "w", encoding="utf-8") as f:
            f.write(draw(rooms()))
        return 0
    for fault in faults():
        print(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
