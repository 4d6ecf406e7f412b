"""check_contracts: a function that states a contract asserts it.

    check_contracts.py            one line for each that does not; exit 1 if there was any
    check_contracts.py --print    all that do, with the words

A contract is stated by the end of the name (_locked), or by the comment right above the function or its declaration:
"World stopped", "the world is stopped", "the caller holds", "lock is held", "IN_VM", "may collect", "calls agents", "with nothing
pending". The body must then contain one of the words of base/contract.h, heap/heap_contract.h or thread/thread_contract.h, or an
assertion. tools/contracts.tsv lists the functions where none can be, and why.
"""
import argparse
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join("tools", "contracts.tsv")

NAME = re.compile(r"_locked$")
STATES = re.compile(r"\b(?:[Ww]orld (?:is )?stopped|world stands|[Cc]aller holds|lock(?: is)? held|IN_VM|[Mm]ay collect|[Tt]hreads_lock held|[Uu]nder threads_lock)\b|^Collects\b")
# What a comment says of others, or of what does not happen.
DENIES = re.compile(r"(?:not|never|nothing|no|cannot) (?:may )?collect|may not collect")
ASSERTS = re.compile(r"\b(?:VM_ASSERTF?|VM_CHECKF?|CONTRACT(?:_UNLESS)?|LOCK_HELD\w*|LOCK_NOT_HELD|NO_LOCK_HELD\w*|NOT_IN_SIGNAL_HANDLER|IN_STATE|CALLER_IN_VM|ON_OWN_THREAD"
                     r"|WORLD_STOPPED\w*|WORLD_RUNS|THREADS_LOCKED|MAY_CALL_OUT|MAY_COLLECT|NOTHING_PENDING|SOMETHING_PENDING|IS_OBJECT\w*|HEAP_STANDS\w*|HEAP_LOCKED_OR_STANDS"
                     r"|VM_ENTRY(?:_SELF)?)\(")
COMMENT = r"/\*(?:[^*]|\*(?!/))*\*/"
# A function's head starts a line with a word, has one pair of brackets that ends in ); or in a body.
HEAD = re.compile(r"^(?P<head>[A-Za-z_][\w \t*]*?[ \t*](?P<name>[a-z_]\w*)\((?P<args>[^;{}]*?)\)(?P<more>(?:\s*[A-Z_]+(?:\([^;{}]*?\))?)*))(?P<end>;|\s*\{)", re.M)


def comment_above(text, at):
    """The comment that ends on the line before, or right where a line of code begins."""
    before = text[:at].rstrip(" \t")
    if not before.endswith("*/\n"):
        return ""
    start = before.rfind("/*")
    line = before.rfind("\n", 0, start) + 1
    # A comment at the end of another declaration's line is that one's.
    return before[start:] if not before[line:start].strip() else ""


def comment_behind(text, end):
    """The comment on the rest of a declaration's line."""
    match = re.match(r"[ \t]*(" + COMMENT + ")", text[end:text.find("\n", end) + 1 or None])
    return match[1] if match else ""


def body_of(text, at):
    """From the bracket at `at` to its partner."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return text[at:i + 1]
    return text[at:]


def heads(text):
    """(name, where the head starts, comments, body or None) of each declaration and definition of a function."""
    for match in HEAD.finditer(text):
        if match["head"].startswith(("return", "else", "typedef", "if", "for", "while", "switch", "case")):
            continue
        declared = match["end"] == ";"
        comment = comment_above(text, match.start()) + (comment_behind(text, match.end()) if declared else "")
        yield match["name"], comment, None if declared else body_of(text, match.end() - 1), match["head"].startswith(("static", "PRESERVE_NONE static"))


def plain(comment):
    return re.sub(r"\s+", " ", re.sub(r"^\s*/?\*+/?", " ", comment, flags=re.M).replace("*/", ""))


def stated(name, comment):
    """What the name or the comment states; None: nothing."""
    if NAME.search(name):
        return NAME.search(name)[0]
    match = STATES.search(DENIES.sub("", plain(comment)).strip())
    return match[0] if match else None


def read(root):
    """{(file, name): (what is stated, does the body assert)} for the functions of src/ that state something."""
    declared, found = {}, []
    for path in sorted(glob.glob(os.path.join(root, "src", "**", "*.[ch]"), recursive=True)):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for name, comment, body, local in heads(text):
            if body is None:
                if stated(name, comment) and path.endswith(".h"):
                    declared[name] = stated(name, comment)
            else:
                found.append((os.path.relpath(path, root), name, comment, body, local))
    table = {}
    for path, name, comment, body, local in found:
        what = stated(name, comment) or (None if local else declared.get(name))
        if what:
            table[path, name] = (what, bool(ASSERTS.search(body)))
    return table


def read_excuses(text):
    """{(file, name): why} of contracts.tsv."""
    rows = [line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {(row[0], row[1]): row[2] if len(row) > 2 else "" for row in rows[1:]}


def compare(table, excuses):
    for (path, name), (what, asserts) in sorted(table.items()):
        if not asserts and (path, name) not in excuses:
            yield f"{path}: {name} states a contract ({what}) and asserts nothing"
    for (path, name), why in sorted(excuses.items()):
        if not why:
            yield f"{TABLE}: {path} {name}: no reason given"
        if (path, name) not in table:
            yield f"{TABLE}: {path} {name}: no such function states a contract"
        elif table[path, name][1]:
            yield f"{TABLE}: {path} {name} does assert"


def faults(root):
    with open(os.path.join(root, TABLE), encoding="utf-8") as f:
        yield from compare(read(root), read_excuses(f.read()))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--print", action="store_true", help="what each states")
    args = p.parse_args()
    if args.print:
        for (path, name), (what, asserts) in sorted(read(ROOT).items()):
            print(f"{path}\t{name}\t{what}\t{'asserts' if asserts else '-'}")
        return 0
    found = list(faults(ROOT))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
