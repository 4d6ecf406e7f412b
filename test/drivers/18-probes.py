#!/usr/bin/env python3
"""The verb `argus probe`: each line of docs/probes-gallery.md is run against test/probes/com/acme/Cart.java; how a visit ends, what it leaves, what is
refused, and the formats, of which pprof's is read by a reader of its own.

Each gallery line is a case "line-N"; the page and the table ANSWERS have to agree.
"""
import argparse
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "probes-gallery.md")
SECONDS = "2"
HEAD = r"\Aprobe \d+ at \d+ ns, wall clock \d+ ns: hits \d+"
# What the lines of the page print, in their order.
ANSWERS = [
    [r"^@\[com\.acme\.Cart\.add\(Ljava/lang/String;I\)V\]: [1-9]", r"^@\[com\.acme\.Cart\.total\(\)J\]: [1-9]"],
    [r"^@ns:\n(\[\d+, \d+\) +\d+ \| *\|\n)*\[\d+, \d+\) +\d+ \|@+"],
    [r"^@\[worker-[01], com\.acme\.Cart\.hold:\d+;com\.acme\.Cart\.step:\d+;com\.acme\.Cart\.lambda\$main\$\d:\d+;com\.acme\.Cart\$\$Lambda\S+\.run\]: [1-9]"],
    [r"^@calls\[book3\]: [1-9]", r"^@pieces\[book3\]: [1-9]"],
    [r"^@missing: [1-9]"],
    [r"^@n: [1-9]\d*\n(@n: \d+\n)?"],
    [r"^@ns: \d+ \([1-9]\d* values, sum \d+\)"],
    [r"^@\[java\.util\.HashMap\.resize:\d+;java\.util\.HashMap\.(computeIfAbsent|putVal)"],
    [r"^@\[book1\]: [1-9]"],
    [r"^@by\[com\.acme\.Cart\.add:24\]: [1-9]", r"^@to:\n"],
    [r"^tom logs in with <redacted>$", r" redacted [1-9]"],
    [r"^@\[java\.lang\.IllegalStateException, com\.acme\.Cart\.step:\d+;com",
     r"^@\[java\.lang\.NumberFormatException, java\.lang\.Integer\.parseInt:\d+;"],
    [r"^@\[com\.acme\.Cart\.price\(Ljava/lang/String;\)I, java\.lang\.NumberFormatException\]: [1-9]"],
    [r"^@\[com\.acme\.Cart\.parse\(Ljava/lang/String;\)I, java\.lang\.NumberFormatException\]: [1-9]"],
    [r"^step \d+$", r"^com\.acme\.Cart\.step:\d+;"],
    [r"^@bytes\[java\.lang\.String\]: [1-9]"],
    None,
    [r"^@full:\n\[\d+, "],
    [r"^(com\.sun\.proxy|jdk\.proxy\d+|com\.acme\.Cart\$\$Lambda)\S+$"],
    [r"^@us\[java\.lang\.Object, com\.acme\.Cart\.(hold|step):\d+;com\.acme\.Cart\.\S+:\d+\]: [1-9]"],
    [r"^@wait\[java\.lang\.Object\]:\n", r"^@park\[.*;com\.acme\.Cart\.step:\d+.*\]: [1-9]"],
    [r"^@begun\[short\]: [1-9]", r"^@ended\[short\]: [1-9]"],
]


class Failure(Exception):
    """The differences from the expected lines."""


def has(text, *patterns):
    for p in patterns:
        if not re.search(p, text, re.M):
            raise Failure(f"no {p!r} in {text[:3000]!r}")


def equal(want, got, what):
    if want != got:
        raise Failure(f"{what}: expected {want!r}, got {got!r}")


def lines_of_page():
    with open(PAGE, encoding="utf-8") as f:
        return [line.strip() for line in f if line.startswith("    argus probe ")]


# ---- pprof ----


def varints(data):
    at = 0
    while at < len(data):
        v = shift = 0
        while True:
            v |= (data[at] & 0x7F) << shift
            shift += 7
            at += 1
            if not data[at - 1] & 0x80:
                break
        yield v, at


def fields(data):
    """(field, value) of a message: numbers and bytes."""
    at = 0
    while at < len(data):
        key, n = next(varints(data[at:]))
        at += n
        value, n = next(varints(data[at:]))
        at += n
        if key & 7 == 2:
            if at + value > len(data):
                raise Failure("pprof: a field is longer than its message")
            value, at = data[at:at + value], at + value
        elif key & 7:
            raise Failure(f"pprof: wire type {key & 7}")
        yield key >> 3, value


def profile(data):
    """{value type: {(frame, ..., innermost first): value}}; a frame is (function, line)."""
    all_fields = list(fields(data))
    strings = [v.decode() for f, v in all_fields if f == 6]
    equal("", strings[0], "pprof: the first string")
    functions = {dict(fields(v))[1]: strings[dict(fields(v))[2]] for f, v in all_fields if f == 5}
    locations = {}
    for f, v in all_fields:
        if f == 4:
            location = dict(fields(v))
            line = dict(fields(location[4]))
            locations[location[1]] = (functions[line[1]], line.get(2, 0))
    types = [strings[dict(fields(v))[1]] for f, v in all_fields if f == 1]
    result = {t: {} for t in types}
    for f, v in all_fields:
        if f == 2:
            sample = dict(fields(v))
            stack = tuple(locations[i] for i, _ in varints(sample[1]))
            for t, (value, _) in zip(types, varints(sample[2]), strict=True):
                if value:
                    result[t][stack] = result[t].get(stack, 0) + value
    has(str(dict((f, v) for f, v in all_fields if f in (9, 10, 12))), r"9: 1\d{18}, 10: \d+, 12: 1")
    return result


# ---- JSON ----

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int}


def is_of(value, name):
    return isinstance(value, TYPES[name]) and not (name == "integer" and isinstance(value, bool))


def misfits(schema, value, at="reading"):
    """Where and how the value does not fit the schema."""
    words = {"type", "enum", "minimum", "required", "properties", "additionalProperties", "items", "maxItems"}
    if not words >= set(schema):
        raise Failure(f"the schema has {set(schema) - words}")
    names = schema.get("type", [])
    if names and not any(is_of(value, n) for n in ([names] if isinstance(names, str) else names)):
        yield f"{at}: {value!r} is no {names}"
        return
    if "enum" in schema and not any(value == e and isinstance(value, type(e)) for e in schema["enum"]):
        yield f"{at}: {value!r} is none of {schema['enum']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{at}: {value} is less than {schema['minimum']}"
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            yield f"{at}: {len(value)} items"
        for i, item in enumerate(value):
            yield from misfits(schema.get("items", {}), item, f"{at}[{i}]")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        yield from (f"{at}: no {n}" for n in schema.get("required", []) if n not in value)
        for n, v in value.items():
            if n in properties:
                yield from misfits(properties[n], v, f"{at}.{n}")
            elif not schema.get("additionalProperties", True):
                yield f"{at}: {n} is not in the schema"


def schema_of_page():
    with open(os.path.join(ROOT, "docs", "probes-output.md"), encoding="utf-8") as f:
        block = re.search(r'^    \{"type".*\n(?:     .*\n)+', f.read(), re.M)
    return json.loads(block[0])


# ---- the subject ----


class Setup:
    """The program that the probes look into, and the command."""

    def __init__(self, args):
        self.build, self.timeout, self.jdk = args.build, args.timeout, vmrun.find_jdk()
        self.top = os.path.join(args.build, "test-probes")
        self.argus, self.vm = os.path.join(args.build, "bin", "argus"), os.path.join(args.build, "argus")
        shutil.rmtree(self.top, ignore_errors=True)
        os.makedirs(self.top)
        sources = [os.path.join(ROOT, "test", "probes", "com", "acme", name) for name in ("Cart.java", "Calls.java")]
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), "-g", "-d", self.top, *sources], check=True)
        self.pid = None

    @contextlib.contextmanager
    def subject(self, argus=True, options=(), name="com.acme.Cart"):
        command = [os.path.join(self.jdk, "bin", "java"), *(["-XXaltjvm=" + self.vm] if argus else []), *options, "-cp", self.top, name]
        p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=argus), cwd=self.top)
        try:
            line = p.stdout.readline()
            if line != b"up\n":
                raise Failure(f"the subject did not come up: {line!r}")
            yield p
        finally:
            p.kill()
            p.wait()
            p.stdin.close()
            p.stdout.close()

    def run(self, *words, pid=None):
        """(code, stdout as bytes, stderr as text) of argus probe."""
        r = vmrun.run([self.argus, "probe", str(pid or self.pid), *words], cwd=self.top, env=vmrun.clean_env(argus=True), timeout=self.timeout)
        if r.timed_out:
            raise Failure(f"{words}: no end after {self.timeout} s")
        return r.code, r.out, r.err.decode()

    def done(self, *words, pid=None):
        code, out, err = self.run(*words, pid=pid)
        equal((0, ""), (code, err), str(words))
        return out

    def start(self, *words, pid):
        return subprocess.Popen([self.argus, "probe", str(pid), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.top,
                                env=vmrun.clean_env(argus=True))

    def jcmd(self, pid, command):
        r = vmrun.run([os.path.join(self.jdk, "bin", "jcmd"), str(pid), command], env=vmrun.clean_env(argus=False), timeout=self.timeout)
        return r.out.decode()

    def list(self, pid):
        return self.jcmd(pid, "Probe.list")

    def wait_for_list(self, pid, pattern):
        end = time.monotonic() + self.timeout
        while not re.search(pattern, self.list(pid)):
            if time.monotonic() > end:
                raise Failure(f"no {pattern!r} in {self.list(pid)!r}")


def run_line(s, number):
    words = shlex.split(lines_of_page()[number])
    equal(["argus", "probe", "4711"], words[:3], "how the line begins")
    words = words[3:]
    if "-d" in words:
        words[words.index("-d") + 1] = SECONDS
    out = s.done(*words)
    if ANSWERS[number] is not None:
        has(out.decode(), *ANSWERS[number])
        return
    kinds = profile(out)
    equal(["@bytes", "@objects"], sorted(kinds), "value types")
    ways = [stack for stack in kinds["@objects"] if any(f == "com.acme.Cart$Item.<init>" or f == "com.acme.Cart.lambda$step$0" for f, _ in stack)]
    equal(True, bool(ways), f"a stack of {list(kinds['@objects'])[:3]}")
    equal(set(kinds["@objects"]), set(kinds["@bytes"]), "stacks of both values")


# ---- other cases ----


def case_interrupted(s):
    """Ctrl-C, SIGTERM, a reader that goes away: what was counted is printed where somebody reads, and the probe goes."""
    with s.subject() as p:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            visit = s.start("method:com.acme.Cart.add:entry { @n = count() }", pid=p.pid)
            s.wait_for_list(p.pid, "Cart.add:entry")
            visit.send_signal(number)
            out, err = visit.communicate(timeout=s.timeout)
            equal((0, b""), (visit.returncode, err), number.name)
            has(out.decode(), HEAD, r"^@n: \d+$")
            has(s.list(p.pid), "No probe is set")
        visit = s.start("interval:ms:100 { print(nsecs) }", pid=p.pid)
        visit.stdout.readline()
        visit.stdout.close()
        equal(1, visit.wait(timeout=s.timeout), "nobody reads")
        has(visit.stderr.read().decode(), "argus: standard output: Broken pipe")
        visit.stderr.close()
        has(s.list(p.pid), "No probe is set")


def case_killed(s):
    """The VM takes the probe of a command away that was killed; until then it stays."""
    with s.subject() as p:
        visit = s.start("begin { print(\"set\") }", pid=p.pid)
        equal(b"set\n", visit.stdout.readline(), "what begin prints")
        visit.kill()
        visit.communicate()
        has(s.list(p.pid), "begin")
        began = time.monotonic()
        s.wait_for_list(p.pid, "No probe is set")
        if time.monotonic() - began < 5:
            raise Failure("the probe was taken away at once")


def case_ends(s):
    with s.subject() as p:
        out = s.done('thread:end /thread == "short"/ { @n = count(); print("one"); exit() }', pid=p.pid).decode()
        has(out, r"\Aone\nprobe \d+ at ", r"^@n: 1$")
        visit = s.start("-o", "json", "method:com.acme.Cart.add:entry { @n = count() }", pid=p.pid)
        visit.stdout.readline()
        p.kill()
        _, err = visit.communicate(timeout=s.timeout)
        equal(1, visit.returncode, "the program is killed")
        equal(1, len(err.decode().splitlines()), f"lines of {err}")
        has(err.decode(), rf"^argus: .*{p.pid}")


def case_refused(s):
    def refused(words, *patterns, code=1, pid=None):
        got, out, err = s.run(*words, pid=pid)
        equal((code, b"", 1), (got, out, len(err.splitlines())), f"{words} {err}")
        has(err, "^argus: ", *patterns)

    refused(["method:com.acme.Cart.totl:entry { exit() }"], "refused: line 1, column 1: com.acme.Cart has no method totl; the nearest name is total")
    refused(["method:com.acme.Cart.total:entry { exit( }"], "refused: line 1, column 4")
    refused(["method:com.acme.Cart.total:entry"], "a text has actions in braces, and a file")
    refused(["gc:full { @ = count() } " + "# " + "x" * 30000], "no argument of more than 20000 bytes")
    refused(["-f", "nowhere"], "nowhere: No such file")
    refused([], "the text of the probe, or -f FILE", code=2)
    refused(["-f", "x", "begin { exit() }"], "the text of the probe, or -f FILE", code=2)
    refused(["-d", "0", "begin { exit() }"], "-d 0", code=2)
    refused(["-o", "xml", "begin { exit() }"], "-o xml: text, json, folded or pprof", code=2)
    with s.subject(argus=False) as p:
        refused(["begin { exit() }"], "runs HotSpot, which has no probes", pid=p.pid)


def case_long_text(s):
    """A text of more than 1 KB, from a file: by the verb, and by jcmd, which gives the name of the file."""
    path = os.path.join(s.top, "long.probe")
    with open(path, "w", encoding="utf-8") as f:
        for i in range(40):
            f.write(f"# rule {i}\nmethod:com.acme.Cart.add:entry /arg1 == {i % 3}/ {{ @[{i % 3}] = count() }}\n")
        f.write("begin { print(\"set\") }\n")
    with s.subject() as p:
        out = s.done("-f", path, "-d", "1", pid=p.pid).decode()
        has(out, r"\Aset\n", r"^@\[1\]: [1-9]")
        has(s.jcmd(p.pid, "Probe.add " + path), r"^probe \d+$")
        has(s.list(p.pid), r"(method:com\.acme\.Cart\.add:entry /arg1 == \d/ \{ @\[\d\] = count\(\) \}\s+){40}begin")


def case_json(s):
    """Deltas are numbered, and add up to what a second probe has counted in all: both see the same hits of a thread that ends."""
    with s.subject() as p:
        out = s.done("-o", "json", "-d", "4", 'thread:end /thread == "short"/ { @n[thread] = count(); @s = sum(1) }', pid=p.pid).decode()
        reads = [json.loads(line) for line in out.splitlines()]
        equal(list(range(1, len(reads) + 1)), [r["sequence"] for r in reads], "numbers of the deltas")
        by_key = sum(row["value"] for r in reads for m in r["maps"] if m["name"] == "n" for row in m["rows"])
        all_sums = sum(row["value"] for r in reads for m in r["maps"] if m["name"] == "s" for row in m["rows"])
        equal(by_key, all_sums, "sums of two names")
        if len(reads) < 4 or by_key < 1:
            raise Failure(out)


def case_schema(s):
    """Each line fits the schema of docs/probes-output.md, whatever it counts and by what; what is changed in it does not."""
    schema, kinds, types = schema_of_page(), set(), set()
    text = ("method:com.acme.Cart.add:entry { @a = count(); @b[arg0] = sum(arg1); @c[arg1, method, class] = avg(arg1); @d[stack(3)] = count() }"
            " method:com.acme.Cart.add:entry { @e = hist(arg1); @f[this.count & 1] = lhist(arg1, 0, 2, 1); @g = min(arg1); @h = max(arg1); @t = nsecs }"
            " method:com.acme.Cart.find:return { @i[retval] = count() } interval:ms:300 { print(@a) }"
            " method:com.acme.Cart.login:entry { @j[arg1] = count() }")
    lines = s.done("-o", "json", "-d", "3", text).decode().splitlines()
    for line in lines:
        reading = json.loads(line)
        equal([], list(misfits(schema, reading)), line)
        for m in reading["maps"]:
            kinds |= {m["kind"]} if m["rows"] else set()
            for row in m["rows"]:
                shape = {"avg": {"keys", "count", "sum"}, "hist": {"keys", "buckets"}, "lhist": {"keys", "buckets"}}.get(m["kind"], {"keys", "value"})
                equal(shape, set(row), f"members of a row of {m['kind']}")
                types |= {k["type"] for k in row["keys"]}
    equal({"count", "sum", "min", "max", "avg", "hist", "lhist"}, kinds, "kinds")
    equal({"int", "string", "class", "method", "stack", "null"}, types, "types of keys")
    for change in {"hits": -1}, {"hits": "1"}, {"stopped": 0}, {"more": 1}, {"maps": [{"name": "a", "kind": "mode", "rows": []}]}:
        equal(1, len(list(misfits(schema, json.loads(lines[0]) | change))), f"misfits with {change}")


def case_like_lens(s):
    """Entries counted by thread and stack, as folded lines, are the calls of lens's nodes."""
    report = os.path.join(s.top, "lens.jsonl")
    agent = os.path.join(s.build, "agents", "liblens.so")
    options = ["-XX:ArgusProbeShare=0", "-XX:ArgusProbes=later method:com.acme.Calls.*:entry { @[thread, stack(64)] = count() }",
               f"-agentpath:{agent}=table=off,times=exact,tree=on,min=0,json={report}"]
    with s.subject(options=options, name="com.acme.Calls") as p:
        folded = s.jcmd(p.pid, "Probe.read 1 -format=folded")
        p.stdin.close()
        equal(0, p.wait(timeout=s.timeout), "the program's exit code")
    probe, lens = {}, {}
    for line in folded.splitlines():
        if not line.startswith("@;"):
            continue
        path, _, n = line[2:].rpartition(" ")
        path = re.sub(r":\d+(?=;|$)", "", path)
        probe[path] = probe.get(path, 0) + int(n)
    with open(report, encoding="utf-8") as f:
        nodes = {r["id"]: r for r in map(json.loads, f) if r["type"] == "node"}

    def path_of(node):
        name = node["name"] if node["class"] is None else f"{node['class']}.{node['name']}"
        return f"{path_of(nodes[node['parent']])};{name}" if node["parent"] else name

    for node in nodes.values():
        if node["class"] == "com.acme.Calls":
            lens[path_of(node)] = lens.get(path_of(node), 0) + node["calls"]
    equal(lens, probe, "calls by stack: lens, a probe")
    equal(3000, probe["one;com.acme.Calls.run;com.acme.Calls.caught"], "calls of `caught`")


def case_folded(s):
    text = "method:com.acme.Cart.hold:return { @ms[stack(3)] = sum(elapsed / 1000000); @n[thread, stack(1)] = count() }"
    out = s.done("-o", "folded", "-d", SECONDS, text).decode()
    has(out, r"^@ms;com\.acme\.Cart\.lambda\$main\$\d:\d+;com\.acme\.Cart\.step:\d+;com\.acme\.Cart\.hold:\d+ [1-9]\d*$",
        r"^@n;worker-[01];com\.acme\.Cart\.hold:\d+ [1-9]\d*$")


CASES = {k[5:].replace("_", "-"): f for k, f in sorted(globals().items()) if k.startswith("case_")}


def main():
    p = argparse.ArgumentParser(description="the verb `argus probe`, and the lines of docs/probes-gallery.md")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, default=180, help="seconds for each command")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    cases = {f"line-{i + 1}": lambda s, i=i: run_line(s, i) for i in range(max(len(lines_of_page()), len(ANSWERS)))} | CASES
    names = [n for n in cases if re.search(args.filter, "probes/" + n)]
    if not names:
        print("0 passed, 0 failed")
        return 0
    setup = Setup(args)

    def run_case(name):
        try:
            cases[name](setup)
        except (Failure, OSError, LookupError, ValueError, subprocess.SubprocessError) as e:
            return f"{type(e).__name__}: {e}"
        return None

    with setup.subject() as subject:
        setup.pid = subject.pid
        return vmrun.run_cases("probes", names, run_case, args.jobs)


if __name__ == "__main__":
    sys.exit(main())
