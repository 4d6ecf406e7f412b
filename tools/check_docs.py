"""check_docs: does every file, folder and identifier that a page names in backticks exist, every page that it links to, and every file that a comment in src/
names?

    check_docs.py            one line for each that does not; exit 1 if there was any

A word in backticks is taken for a path of the tree when it ends like a source file, or when it has a slash and begins with a folder of the tree or of
src/. It may be cut off in front (`life/redefine.c`) and may hold wildcards. Files that generators write count as there. Placeholders do not count as
paths: a part that is `x`, `NAME`, `NN`, `A` or stands in angle brackets, and what lies in the build folder (`B/…`, `build/…`).
An identifier with an underscore in it has to occur somewhere in the sources, tables, tools or tests.
A page has at most 200 lines, and lines of at most 120 columns; rows of tables and blocks of code, which show what is
typed and printed, may be wider. Pages that a tool writes are left out.
tools/docs_paths.tsv lists the other words that only look like one, with the pages (a pattern) and the reason.
"""
import fnmatch
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join("tools", "docs_paths.tsv")
SKIPPED = {".git", "__pycache__"}
COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/|^#(?!\w).*|//.*", re.M)
IN_COMMENT = re.compile(r"(?<![\w/.<>*-])(?:[a-z_0-9]+/)*[a-z_0-9]+\.(?:c|h|py|tsv|def|md)\b(?![\w(])")
ENDS = re.compile(r"\.(c|h|py|tsv|def|md|java|map|sh|supp)$")
IDENTIFIER = re.compile(r"(?<![\w./-])[A-Za-z]\w*_\w+(?![\w./-])")
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PLACEHOLDER = re.compile(r"(?:^|[/._-])(?:x|[A-Z]|NAME|NN|BUILD|DIR|FILES?)(?=$|[/._-])|[<>…]")


LINES, COLUMNS = 200, 120
WRITTEN_BY_TOOLS = {"docs/agents/costs.md", "docs/conformance.md", "docs/options.md"}


def too_large(page, text):
    lines, fenced = text.splitlines(), False
    if len(lines) > LINES:
        yield f"{page}: {len(lines)} lines, {LINES} are allowed"
    for n, line in enumerate(lines, 1):
        fenced ^= line.startswith("```")
        if len(line) > COLUMNS and not fenced and not line.startswith(("|", "    ")):
            yield f"{page}:{n}: {len(line)} columns, {COLUMNS} are allowed"


def paths_of(root):
    """All files and folders, relative to root, with slashes in front so that ends can be compared whole."""
    found = set()
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in SKIPPED and not (folder == root and f == "build")]
        found |= {"/" + os.path.relpath(os.path.join(folder, f), root) for f in folders + files}
    return found


def generated(root):
    names = set()
    for tool in glob.glob(os.path.join(root, "tools", "gen_*.py")):
        names |= set(subprocess.run([sys.executable, "-B", tool, "--outputs"], cwd=root, check=True, capture_output=True, text=True).stdout.split())
    return names


def names_a_path(word, firsts):
    if word.startswith(("/", "-", "$", "build/")) or PLACEHOLDER.search(word) or not re.fullmatch(r"[\w./*\[\]-]+", word):
        return False
    return bool(ENDS.search(word) and not ENDS.fullmatch(word)) or ("/" in word and word.split("/")[0] in firsts)


def exists(word, paths):
    end = "/" + word.strip("/")
    if "*" not in end and "[" not in end:
        return end in paths or any(p.endswith(end) for p in paths)
    return any(fnmatch.fnmatchcase(p, "*" + end.replace("**/", "*")) for p in paths)


def faults_of_source(path, text, paths, excepted=lambda page, word: False):
    for comment in COMMENT.finditer(text):
        for word in IN_COMMENT.finditer(comment.group()):
            if not exists(word.group(), paths) and not PLACEHOLDER.search(word.group()) and not excepted(path, word.group()):
                yield f"{path}:{text.count(chr(10), 0, comment.start() + word.start()) + 1}: there is no {word.group()}"


def identifiers_of(root, paths):
    """All words of sources, tables, tools and tests."""
    words = set()
    for path in paths:
        if re.search(r"\.(c|h|def|py|tsv|java|map)$|/(CMakeLists.txt|x)$", path) and not path.startswith("/tools/docs_paths"):
            with open(root + path, encoding="utf-8", errors="replace") as f:
                words |= set(re.findall(r"\w+", f.read()))
    return words


def unknown_identifiers(page, text, words, excepted=lambda page, word: False):
    for n, line in enumerate(text.splitlines(), 1):
        for span in SPAN.findall(line):
            for word in IDENTIFIER.findall(span):
                if word not in words and not excepted(page, word):
                    yield f"{page}:{n}: there is no {word}"


def read_exceptions(root):
    """[(pattern of pages, pattern of words, line)]"""
    with open(os.path.join(root, TABLE), encoding="utf-8") as f:
        return [(*line.rstrip("\n").split("\t")[:2], n) for n, line in enumerate(f, 1) if n > 1 and line.strip()]


def faults_of(page, text, paths, firsts, excepted=lambda page, word: False):
    here = os.path.dirname(page)
    for n, line in enumerate(text.splitlines(), 1):
        for span in SPAN.findall(line):
            for word in span.split():
                word = word.rstrip(",;:")
                if names_a_path(word, firsts) and not exists(word, paths) and not excepted(page, word):
                    yield f"{page}:{n}: there is no {word}"
        for target in LINK.findall(SPAN.sub("", line)):
            if ":" not in target and "/" + os.path.normpath(os.path.join(here, target)) not in paths:
                yield f"{page}:{n}: the link leads nowhere: {target}"


def faults(root):
    paths = paths_of(root)
    firsts = {p.split("/")[1] for p in paths if p.count("/") > 1} | {p.split("/")[2] for p in paths if p.startswith("/src/") and p.count("/") > 2}
    known = paths | {"/" + g for g in generated(root)}
    words = identifiers_of(root, paths)
    exceptions, used, found = read_exceptions(root), set(), []

    def excepted(page, word):
        hits = [n for where, pattern, n in exceptions if fnmatch.fnmatchcase(page, where) and fnmatch.fnmatchcase(word, pattern)]
        used.update(hits)
        return bool(hits)

    for page in sorted(p[1:] for p in paths if p.endswith(".md")):
        with open(os.path.join(root, page), encoding="utf-8") as f:
            text = f.read()
        found += faults_of(page, text, known, firsts, excepted)
        found += unknown_identifiers(page, text, words, excepted)
        if page not in WRITTEN_BY_TOOLS:
            found += too_large(page, text)
    for source in sorted(p[1:] for p in paths if p.startswith("/src/") and p.endswith((".c", ".h", ".def"))):
        with open(os.path.join(root, source), encoding="utf-8") as f:
            found += faults_of_source(source, f.read(), known, excepted)
    return found + [f"{TABLE}:{n}: not needed: {pattern} in {page}" for page, pattern, n in exceptions if n not in used]


def main():
    found = faults(ROOT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
