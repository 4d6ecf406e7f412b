"""check_doors: does a room that may use only some of the rooms below it name anything of the others?

    check_doors.py                    one line for each fault; exit 1 if there was any
    check_doors.py --list ROOM        what the room names of the rooms that are closed to it

The column `uses` of tools/layers.tsv names the rooms (and single headers) that are open to a room. Such a room includes no other header, and
names no function, variable, macro, constant or member of a structure that a header of a closed room declares; the tags of structures may be named:
to the room they are handles. A name that an open header declares too, or the room itself, is nobody's fault.
"""
import argparse
import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_layers  # noqa: E402

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M)
WORD = re.compile(r"[A-Za-z_]\w*")
KEYWORDS = set("if for while switch return sizeof do else case static inline const struct union enum extern void typedef volatile unsigned signed int char long short "
               "float double bool _Atomic __attribute__ _Static_assert offsetof typeof __typeof__ NULL true false default break continue goto".split())


def clean(text):
    return STRING.sub('""', COMMENT.sub(" ", text))


def blocks(text):
    """(head, body) of every brace block, outer ones before inner ones, and the text that stands outside all of them."""
    found, stack, outside, last = [], [], [], 0
    for i, c in enumerate(text):
        if c == "{":
            if not stack:
                outside.append(text[last:i])
            start = max(text.rfind(";", 0, i), text.rfind("}", 0, i), text.rfind("{", 0, i)) + 1
            stack.append((text[start:i], i + 1))
        elif c == "}" and stack:
            head, at = stack.pop()
            found.append((head, text[at:i]))
            if not stack:
                last = i + 1
    outside.append(text[last:])
    return found, "\n".join(outside)


def without_blocks(body):
    """A block's own text: nested ones become an empty pair."""
    while True:
        shorter = re.sub(r"\{[^{}]*\}", " ", body)
        if shorter == body:
            return body
        body = shorter


def declared(text):
    """(names that stand for themselves, functions, members, types) of a file."""
    text = clean(text)
    names = set(DEFINE.findall(text))
    text = PREPROCESSOR.sub(" ", text)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|\bPRINTF_LIKE\([^)]*\)", " ", text)
    found, outside = blocks(text)
    functions, members, types = set(), set(), set(re.findall(r"\btypedef\b[^;{}]*?\b(\w+)\s*;", text))
    for head, body in found:
        if re.search(r"\benum\b[^()=;]*$", head):
            names |= {m.group(1) for m in re.finditer(r"(?:^|,)\s*([A-Za-z_]\w*)", without_blocks(body))}
        elif re.search(r"\b(struct|union)\b[^()=;]*$", head):
            for statement in without_blocks(body).split(";"):
                pointers = re.findall(r"\(\s*\*\s*(?:const\s+)?(\w+)\s*\)\s*\(", statement)
                if pointers:
                    members |= set(pointers)
                    continue
                statement = re.sub(r"_Atomic\s*\([^()]*\)", "int", statement)
                for part in statement.split(","):
                    words = WORD.findall(re.sub(r"\[[^\]]*\]|:\s*\d+\s*$", " ", part))
                    if words:
                        members.add(words[-1])
        elif re.search(r"\)\s*$", head):
            functions |= set(re.findall(r"(\w+)\s*\(", head)[:1])
    for statement in outside.split(";"):
        call = re.search(r"([A-Za-z_]\w*)\s*\(", statement)
        if call and "typedef" not in statement:
            functions.add(call.group(1))
        elif "extern" in statement:
            for part in statement.split(","):
                words = WORD.findall(re.sub(r"\[[^\]]*\]", " ", part))
                if words:
                    names.add(words[-1])
    return names - KEYWORDS, functions - KEYWORDS, members - KEYWORDS, types


class Doors:
    """What a room may not name: {name: header} of each kind. A private header (…_int.h) counts only where it is open: nobody else can include it."""

    def __init__(self, files, is_open):
        """files: {path: text} of the headers, and of the room itself; is_open: does the room have it?"""
        self.names, self.functions, self.members = {}, {}, {}
        mine = [set(), set(), set(), set()]
        for path, text in sorted(files.items()):
            kinds = declared(text)
            if is_open(path):
                # What a source file defines for itself hides nothing from its neighbours, but for members: those are told by no type here.
                for known, kind in zip(mine, kinds if path.endswith((".h", ">")) else ((), (), kinds[2], ())):
                    known |= set(kind)
            elif not path.endswith("_int.h"):
                for table, kind in zip((self.names, self.functions, self.members), kinds):
                    for name in kind:
                        table.setdefault(name, path)
        for table, known in ((self.names, mine[0] | mine[1]), (self.functions, mine[0] | mine[1] | mine[3]), (self.members, mine[2])):
            for name in known:
                table.pop(name, None)

    def uses_in(self, text):
        """(line, name, header) for everything of theirs that the text names."""
        own = declared(text)
        for number, line in enumerate(self.blank(text).split("\n"), 1):
            for m in WORD.finditer(line):
                where = self.who_has(m.group(), line[:m.start()].rstrip(" "), line[m.end():].lstrip(" ")[:1], own)
                if where:
                    yield number, m.group(), where

    def who_has(self, name, before, after, own):
        if before.endswith(("->", ".")):
            return self.members.get(name)
        if re.search(r"\b(struct|union|enum)$", before):
            return None
        if name in self.names and name not in own[0]:
            return self.names[name]
        # A function: called, or its address taken.
        named = after == "(" or re.search(r"[=(,&?:]$", before) and after in list(",);?:")
        return self.functions.get(name) if named and name not in own[1] else None

    @staticmethod
    def blank(text):
        """Without comments, strings and includes, with the same lines."""
        keep = lambda m: re.sub(r"[^\n]", " ", m.group())
        text = COMMENT.sub(keep, text)
        text = re.sub(r"^[ \t]*#[ \t]*include[^\n]*", keep, text, flags=re.M)
        return STRING.sub(keep, text)


def read_files(root, suffixes, wanted=lambda path: True):
    found = {}
    for path in check_layers.sources(root, suffixes):
        if wanted(path):
            with open(os.path.join(root, "src", path), encoding="utf-8", errors="replace") as f:
                found[path] = f.read()
    return found


def read_generated(root, build, room):
    """The generated files of the room, as "gen/NAME"."""
    prefixes = [p for p, owner in check_layers.read_generated(os.path.join(root, "tools", "layers.tsv")).items() if owner == room]
    found = {}
    for name in sorted(os.listdir(os.path.join(build, "gen"))) if os.path.isdir(os.path.join(build, "gen")) else []:
        if name.startswith(tuple(prefixes)) and name.endswith((".c", ".h")):
            with open(os.path.join(build, "gen", name), encoding="utf-8") as f:
                found["gen/" + name] = f.read()
    return found


def read_jdk(build):
    """The JDK's own headers: open to everybody."""
    found = {}
    for flag in check_layers.jdk_includes(build)[:1]:
        for name in ("jni.h", "jvmti.h"):
            with open(os.path.join(flag[2:], name), encoding="utf-8", errors="replace") as f:
                found[f"<{name}>"] = f.read()
    return found


def uses_of(root, build, room, is_open_to):
    layers = check_layers.read_layers(os.path.join(root, "tools", "layers.tsv"))
    of = lambda path: check_layers.layer_of(path, layers)
    own = read_files(root, (".c", ".h"), lambda path: of(path) == room)
    generated = read_generated(root, build, room)
    below = read_files(root, (".h",), lambda path: layers.get(of(path), 0) < layers[room])
    doors = Doors({**below, **own, **generated, **read_jdk(build)},
                  lambda path: path.startswith("<") or path in generated or path in is_open_to or of(path) in is_open_to or of(path) == room)
    for path, text in {**own, **generated}.items():
        for line, name, header in doors.uses_in(text):
            yield path, line, name, header


def faults(root, build):
    for room, is_open_to in check_layers.read_uses(os.path.join(root, "tools", "layers.tsv")).items():
        for path, line, name, header in uses_of(root, build, room, is_open_to):
            yield f"{path if path.startswith('gen/') else 'src/' + path}:{line}: {name} is of {header}, which is closed to {room}"


def main():
    p = argparse.ArgumentParser(description="what a room names of rooms that are closed to it")
    p.add_argument("--root", default=ROOT)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--list", metavar="ROOM")
    args = p.parse_args()
    if args.list:
        counts = collections.Counter((header, name) for _, _, name, header in
                                     uses_of(args.root, args.build, args.list, check_layers.read_uses(os.path.join(args.root, "tools", "layers.tsv"))[args.list]))
        for (header, name), n in sorted(counts.items()):
            print(f"{header}\t{name}\t{n}")
        print(f"{len(counts)} names, {sum(counts.values())} places")
        return 0
    found = list(faults(args.root, args.build))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
