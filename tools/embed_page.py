#!/usr/bin/env python3
"""Makes one document of a page and the files that it names, and a C header of that.

    embed_page.py --out HEADER PAGE         a line @page.css@ in PAGE becomes the text of that file beside it
    embed_page.py --document PAGE           prints the document
    embed_page.py --files PAGE              prints the names of the files that go into it

The header has `page_text`, `page_text_size` and `page_policy`: a Content-Security-Policy that allows this one script and this one style by their hashes,
requests to where the page came from, and nothing else.
"""
import argparse
import base64
import hashlib
import os
import re
import sys

PLACE = re.compile(r"^@([\w.]+)@\n", re.M)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def files(path):
    return [os.path.join(os.path.dirname(path), name) for name in PLACE.findall(read(path))]


def document(path):
    folder = os.path.dirname(path)
    return PLACE.sub(lambda m: read(os.path.join(folder, m.group(1))), read(path))


def allowed(text, tag):
    """The source of the policy that allows the one element <tag>."""
    found = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.S)
    if len(found) != 1 or text.count(f"</{tag}") != 1:
        raise SystemExit(f"the page has to have one <{tag}> without attributes, and nothing that looks like its end")
    return "'sha256-" + base64.b64encode(hashlib.sha256(found[0].encode()).digest()).decode() + "'"


def policy(text):
    return (f"default-src 'none'; script-src {allowed(text, 'script')}; style-src {allowed(text, 'style')}; connect-src 'self'; img-src data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def header(path):
    text = document(path)
    data = text.encode()
    if b"\0" in data:
        raise SystemExit(f"{path}: a NUL would end the text")
    numbers = [str(b) for b in data + b"\0"]
    lines = ",\n".join(",".join(numbers[i:i + 30]) for i in range(0, len(numbers), 30))
    return ("/* Made by tools/embed_page.py. */\n"
            f"static const unsigned char page_text_bytes[] = {{\n{lines}\n}};\n"
            "static const char *const page_text = (const char *)page_text_bytes;\n"
            f"enum {{ page_text_size = {len(data)} }};\n"
            f"static const char page_policy[] = \"{policy(text)}\";\n")


def main():
    p = argparse.ArgumentParser(description="one document of a page and its files, and a C header of it")
    p.add_argument("--out")
    p.add_argument("--document", action="store_true")
    p.add_argument("--files", action="store_true")
    p.add_argument("page")
    args = p.parse_args()
    if args.files:
        print("\n".join(files(args.page)))
    elif args.document:
        sys.stdout.write(document(args.page))
    else:
        with open(args.out, "w", encoding="ascii") as f:
            f.write(header(args.page))


if __name__ == "__main__":
    main()
