"""check_members: members of the structs of src/ that nobody reads.

    check_members.py [--build DIR]     one line for each; exit 1 if there was any

clang prints the syntax tree of every file of the build (20 seconds of processor time): a member is read unless each expression that
names it stands on the left of an assignment. With more than one --build a member is read if one of them reads it. ALLOWED has
members that others read: layouts that the JDK, profilers and generated code know.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NODE = re.compile(r"^([ |`-]*)(\w+) (0x[0-9a-f]+)")
FIELD = re.compile(r"[:>] ?(?:line|col|\S+\.\w+)?:?[\d:]* (?:implicit )?(?:used |referenced )*(\w+) '")
MEMBER = re.compile(r"(?:->|\.)(\w+) (0x[0-9a-f]+)")
RECORD = re.compile(r"(?:struct|union) (\w+) definition$")

ALLOWED = {
    "array": "its address is the end of the header",
    "call_frame": "AsyncGetCallTrace", "call_trace": "AsyncGetCallTrace", "JavaVM_impl": "JNI",
    "jvm_exception_entry": "libverify", "prologue": "jvmstat", "entry": "jvmstat",
    "cf_field.contended": "the parser knows what layout does not use yet", "cf_method.intrinsic_candidate": "likewise",
    "cf_method.reserved_stack": "likewise", "cf_const.pad": "padding", "thread.pad": "padding",
    "frame.lock_base": "generated code stores it with its neighbour", "native_args.stack_count": "generated code",
    "thread.tool_table": "profilers know a thread by it",
}


class Reader:
    """Goes down a syntax tree as clang prints it."""

    def __init__(self):
        self.fields, self.read, self.path = {}, set(), []

    def line(self, text):
        match = NODE.match(text)
        if not match:
            return
        depth, kind, address = len(match.group(1)), match.group(2), match.group(3)
        while self.path and self.path[-1]["depth"] >= depth:
            self.path.pop()
        parent = self.path[-1] if self.path else {"kind": "", "text": "", "children": 0}
        if kind == "FieldDecl":
            name = FIELD.search(text)
            records = [node["record"] for node in self.path if node["record"]]
            if name and records and name.group(1) not in ("implicit", "referenced"): # an anonymous part has no name
                self.fields[address] = f"{records[-1]}.{name.group(1)}"
        elif kind == "MemberExpr" and not self.written_only(parent):
            self.read |= {found[1] for found in MEMBER.findall(text)}
        record = RECORD.search(text.rstrip()) if kind == "RecordDecl" else None
        parent["children"] += 1
        self.path.append({"depth": depth, "kind": kind, "text": text.rstrip(), "children": 0, "record": record.group(1) if record else None})

    def written_only(self, parent):
        if parent["kind"] == "UnaryOperator" and re.search(r"postfix '(\+\+|--)'$", parent["text"]):
            return len(self.path) > 1 and self.path[-2]["kind"] in ("CompoundStmt", "ForStmt", "IfStmt")
        return parent["children"] == 0 and (parent["kind"] == "CompoundAssignOperator" or
                                            (parent["kind"] == "BinaryOperator" and parent["text"].endswith("'='")))

    def result(self):
        """{member: is it read?}"""
        found = collections.defaultdict(bool)
        for address, name in self.fields.items():
            found[name] |= address in self.read
        return found


def tree_command(entry):
    """The compile command of an entry of compile_commands.json, made to print the tree."""
    words, out, skip = entry["command"].split(), [], False
    words = words[next(i for i, word in enumerate(words) if word.endswith("clang-19")):]
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MT"):
            skip = True
        elif word not in ("-c", "-MD"):
            out.append(word)
    return out + ["-fsyntax-only", "-w", "-Xclang", "-ast-dump", "-fno-color-diagnostics"]


def read_entry(entry):
    reader = Reader()
    with subprocess.Popen(tree_command(entry), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace",
                          cwd=entry["directory"]) as p:
        for line in p.stdout:
            reader.line(line)
    return reader.result()


def own_structs(root):
    """Names of structs that src/ defines."""
    found = set()
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in names:
            if name.endswith((".c", ".h")):
                with open(os.path.join(folder, name), encoding="utf-8") as f:
                    found |= set(re.findall(r"\bstruct (\w+)\s*\{", f.read()))
    return found


def faults(root, builds, jobs):
    read = collections.defaultdict(bool)
    for build in builds:
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
            entries = [entry for entry in json.load(f) if "/src/" in entry["file"] or "/gen/" in entry["file"]]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for found in pool.map(read_entry, entries):
                for name, yes in found.items():
                    read[name] |= yes
    own = own_structs(root)
    for name in sorted(name for name, yes in read.items() if not yes):
        struct = name.split(".")[0]
        if struct in own and name not in ALLOWED and struct not in ALLOWED and not struct.startswith("jmm_"):
            yield f"nobody reads struct {name}"


def main():
    p = argparse.ArgumentParser(description="members of structs that nobody reads")
    p.add_argument("--build", action="append", help="build folders; a member that one of them reads is read")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    args = p.parse_args()
    found = list(faults(ROOT, args.build or [os.path.join(ROOT, "build")], args.jobs))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
