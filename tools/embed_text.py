#!/usr/bin/env python3
"""Makes a C header of text files: each becomes a string that is named for the file.

    embed_text.py --out HEADER FILE...        page.css becomes `page_css`
"""
import argparse
import os
import re


def array(path):
    """The definition of the array that holds a file's text."""
    with open(path, "rb") as f:
        data = f.read()
    if b"\0" in data:
        raise SystemExit(f"{path}: a NUL would end the text")
    name = re.sub(r"\W", "_", os.path.basename(path))
    numbers = [str(b) for b in data + b"\0"]
    lines = [",".join(numbers[i:i + 30]) for i in range(0, len(numbers), 30)]
    return f"/* {os.path.basename(path)} */\nstatic const unsigned char {name}_bytes[] = {{\n" + ",\n".join(lines) + \
        f"\n}};\nstatic const char *const {name} = (const char *){name}_bytes;\n"


def main():
    p = argparse.ArgumentParser(description="a C header of text files")
    p.add_argument("--out", required=True)
    p.add_argument("files", nargs="+")
    args = p.parse_args()
    text = "/* Made by tools/embed_text.py. */\n" + "\n".join(array(path) for path in args.files)
    with open(args.out, "w", encoding="ascii") as f:
        f.write(text)


if __name__ == "__main__":
    main()
