#!/usr/bin/env python3
"""Reads a recording of the flight recorder by itself, without the JDK's classes, and says what is wrong with it.

    jfr_check.py FILE...          problems, one a line; exit code 1 if there are any
    jfr_check.py --counts FILE... also how many events of each type there are
    jfr_check.py --sizes FILE...  also how many bytes events and pools of constants take, by type

For each chunk: the header is whole and its offsets point at what they name; the events fill the chunk without a gap; each
event has the length that its fields give; each id of a constant is 0 or is in a pool of the same chunk; each constant's
own ids likewise; times lie inside the chunk, and so do ends; checkpoints lead to the first one, and no other exists; a
string or an array is not longer than its event.
"""
import argparse
import collections
import struct
import sys

HEADER = 68
METADATA, CHECKPOINT = 0, 1
NUMBERS = {"int", "long", "short", "char"}
SLACK_NS = 5_000_000_000  # of an event that was asked for before the chunk began


class Damaged(Exception):
    """What the chunk holds cannot be read any further."""


class Reader:
    def __init__(self, data, at, end):
        self.data, self.at, self.end = data, at, end

    def take(self, n):
        if n < 0 or self.at + n > self.end:
            raise Damaged(f"{n} bytes at {self.at} go over the end at {self.end}")
        self.at += n
        return self.data[self.at - n : self.at]

    def byte(self):
        return self.take(1)[0]

    def number(self):
        """Seven bits a byte, the lowest first; the ninth byte has eight."""
        value = 0
        for i in range(8):
            b = self.byte()
            value |= (b & 0x7F) << (7 * i)
            if not b & 0x80:
                return value
        return value | self.byte() << 56

    def signed(self):
        v = self.number()
        return v - (1 << 64) if v >> 63 else v

    def count(self):
        n = self.number()
        if n > self.end - self.at:
            raise Damaged(f"{n} elements at {self.at} go over the end at {self.end}")
        return n


class Field:
    def __init__(self, name, type_id, array, pooled):
        self.name, self.type_id, self.array, self.pooled = name, type_id, array, pooled


class Type:
    def __init__(self, name, number, super_name):
        self.name, self.id, self.super, self.fields = name, number, super_name, []


class Chunk:
    def __init__(self, data, start):
        self.data, self.start = data, start
        self.problems, self.counts = [], collections.Counter()
        self.bytes = collections.Counter()  # of events by type, of pools by type, of the metadata
        self.types = {}
        self.differing = []  # constants that come twice and are not the same
        self.pools = collections.defaultdict(dict)  # type id: {key: values}
        self.wanted = collections.defaultdict(dict)  # type id: {key: the first that asks for it}
        if len(data) - start < HEADER:
            raise Damaged("no room for a header")
        (magic, self.major, self.minor, self.size, self.checkpoint, self.metadata, self.start_ns, self.duration_ns,
         self.start_ticks, self.hz, self.state) = struct.unpack_from(">4sHHqqqqqqqB", data, start)
        self.flags = data[start + HEADER - 1]
        if magic != b"FLR\0" or self.major != 2:
            raise Damaged("no chunk of version 2")
        if not HEADER <= self.size <= len(data) - start:
            raise Damaged(f"size {self.size} of {len(data) - start} bytes")
        self.end = start + self.size
        if not self.flags & 1:
            raise Damaged("integers are not compressed")

    def say(self, text):
        if len(self.problems) < 50:
            self.problems.append(f"chunk at {self.start}: {text}")

    # ---- metadata ----

    def read_metadata(self):
        at = self.start + self.metadata
        if not HEADER <= self.metadata < self.size:
            raise Damaged(f"metadata at {self.metadata}")
        r = Reader(self.data, at, self.end)
        r.end = at + r.number()
        if r.number() != METADATA:
            raise Damaged("the header's metadata is another event")
        for _ in range(3):
            r.number()
        strings = [self.read_string(r) for _ in range(r.count())]
        self.types = {}

        def element(parent):
            name = strings[r.number()]
            attributes = {}
            for _ in range(r.count()):
                key = strings[r.number()]
                attributes[key] = strings[r.number()]
            made = parent
            if name == "class":
                made = Type(attributes["name"], int(attributes["id"]), attributes.get("superType"))
                if made.id in self.types:
                    self.say(f"two types have the number {made.id}")
                self.types[made.id] = made
            elif name == "field" and isinstance(parent, Type):
                parent.fields.append(Field(attributes["name"], int(attributes["class"]), attributes.get("dimension") == "1",
                                           attributes.get("constantPool") == "true"))
            for _ in range(r.count()):
                element(made)

        element(None)
        if r.at != r.end:
            self.say(f"metadata ends at {r.at}, its event at {r.end}")
        self.string_type = next((t.id for t in self.types.values() if t.name == "java.lang.String"), None)
        for t in self.types.values():
            for f in t.fields:
                if f.type_id not in self.types:
                    raise Damaged(f"field {t.name}.{f.name} has type {f.type_id}, which is not there")

    # ---- values ----

    def read_string(self, r, where=None):
        kind = r.byte()
        if kind == 0:
            return None
        if kind == 1:
            return ""
        if kind == 2:
            key = r.number()
            self.wanted[self.string_type].setdefault(key, where)
            return ("id", key)
        if kind == 3:
            return r.take(r.count()).decode("utf-8")
        if kind == 4:
            return "".join(chr(r.number()) for _ in range(r.count()))
        if kind == 5:
            return r.take(r.count()).decode("latin-1")
        raise Damaged(f"string of kind {kind} at {r.at - 1}")

    def read_one(self, r, type_id, where):
        t = self.types[type_id]
        if t.name in NUMBERS:
            return r.signed()
        if t.name in ("boolean", "byte"):
            return r.byte()
        if t.name == "float":
            return struct.unpack(">f", r.take(4))[0]
        if t.name == "double":
            return struct.unpack(">d", r.take(8))[0]
        if t.name == "java.lang.String":
            return self.read_string(r, where)
        return {f.name: self.read_field(r, f, f"{where}.{f.name}") for f in t.fields}

    def read_field(self, r, f, where):
        if f.array:
            return [self.read_value(r, f, where) for _ in range(r.count())]
        return self.read_value(r, f, where)

    def read_value(self, r, f, where):
        if f.pooled and self.types[f.type_id].name != "java.lang.String":
            key = r.number()
            self.wanted[f.type_id].setdefault(key, where)
            return key
        return self.read_one(r, f.type_id, where)

    # ---- events ----

    def read_checkpoint(self, r, at, chain):
        for _ in range(2):
            r.number()
        delta = r.signed()
        r.byte()
        chain[at - self.start] = delta
        for _ in range(r.count()):
            begin, type_id = r.at, r.number()
            if type_id not in self.types:
                raise Damaged(f"checkpoint at {at}: a pool of type {type_id}")
            name = self.types[type_id].name
            n = r.count()
            if n == 0:
                self.say(f"checkpoint at {at}: the pool of {name} is empty")
            for _ in range(n):
                key = r.number()
                value = self.read_one(r, type_id, f"{name} {key}")
                known = self.pools[type_id].setdefault(key, value)
                if known != value and name not in ("java.lang.Thread", "java.lang.ThreadGroup"):
                    self.differing.append((at, type_id, key, value, known))
            self.bytes["pool " + name] += r.at - begin

    def read_event(self, r, type_id, at):
        t = self.types.get(type_id)
        if t is None or t.super != "jdk.jfr.Event":
            self.say(f"event at {at} has type {type_id}, which is none")
            r.at = r.end
            return
        self.counts[t.name] += 1
        values = {f.name: self.read_field(r, f, f"{t.name}.{f.name} at {at}") for f in t.fields}
        ns = lambda ticks: ticks * 1_000_000_000 // self.hz
        start, duration = values.get("startTime"), values.get("duration", 0)
        if start is None or self.state:  # the header of a chunk that goes on is older than its last events
            return
        # An event may have begun chunks ago, but it ends in its own. The JDK's half writes each jdk.ActiveRecording with one object, which keeps the time of the first.
        first, last = -(1 << 62) if t.name == "jdk.ActiveRecording" else -SLACK_NS, self.duration_ns
        begin, end = ns(start - self.start_ticks), ns(start + duration - self.start_ticks)
        if duration < 0 or end < first or begin > last + SLACK_NS // 100:
            self.say(f"{t.name} at {at} begins {begin} ns after the chunk, which takes {last}, and takes {duration} ticks")
        elif end > last + SLACK_NS // 100:
            self.say(f"{t.name} at {at} takes {duration} ticks and ends after the chunk")

    def read(self):
        self.read_metadata()
        chain = {}
        at = self.start + HEADER
        while at < self.end:
            r = Reader(self.data, at, self.end)
            size = r.number()
            if size == 0 or at + size > self.end:
                raise Damaged(f"event at {at} has {size} bytes, the chunk ends at {self.end}")
            r.end = at + size
            type_id = r.number()
            if type_id == METADATA:
                r.at = r.end
            elif type_id == CHECKPOINT:
                self.read_checkpoint(r, at, chain)
            else:
                self.read_event(r, type_id, at)
                self.bytes[self.types[type_id].name if type_id in self.types else "none"] += size
            self.bytes["metadata"] += size if type_id == METADATA else 0
            if r.at != r.end:
                name = self.types[type_id].name if type_id in self.types else "checkpoint"
                self.say(f"{name} at {at}: its fields take {r.at - at} bytes, it has {size}")
            at += size
        self.check_chain(chain)
        self.check_constants()

    def check_chain(self, chain):
        at, seen = self.checkpoint, set()
        while True:
            if at not in chain:
                self.say(f"the chain of checkpoints comes to {at}, where there is none")
                return
            seen.add(at)
            if chain[at] == 0:
                break
            if chain[at] > 0:
                self.say(f"the checkpoint at {at} leads forward")
                return
            at += chain[at]
        for at in sorted(set(chain) - seen):
            self.say(f"the checkpoint at {at} is not in the chain")

    def deep(self, type_id, value, depth=0):
        """A constant with what it refers to in place of ids, which may be different ones for the same."""
        if depth == 4 or not isinstance(value, dict):
            return None if depth == 4 else value
        return {f.name: self.deep(f.type_id, self.pools[f.type_id].get(value[f.name]), depth + 1) if f.pooled and not f.array else value[f.name]
                for f in self.types[type_id].fields}

    def check_constants(self):
        for at, type_id, key, value, known in self.differing:
            if self.deep(type_id, value) != self.deep(type_id, known):
                self.say(f"checkpoint at {at}: {self.types[type_id].name} {key} is {value} and {known}")
        for type_id, keys in self.wanted.items():
            for key, where in keys.items():
                if key and key not in self.pools[type_id]:
                    name = self.types[type_id].name if type_id in self.types else type_id
                    self.say(f"{where}: {name} {key} is in no pool of the chunk")


def check(data):
    """The chunks of a file, each with its problems and counts; what cannot be read is a problem of the last one."""
    chunks, at = [], 0
    while at < len(data):
        try:
            c = Chunk(data, at)
        except Damaged as e:
            return chunks, [f"chunk at {at}: {e}"]
        chunks.append(c)
        try:
            c.read()
        except (Damaged, KeyError, IndexError, UnicodeDecodeError, RecursionError) as e:
            c.say(str(e) if isinstance(e, Damaged) else repr(e))
        at = c.end
    return chunks, [] if chunks else ["the file is empty"]


def problems(path):
    with open(path, "rb") as f:
        chunks, lost = check(f.read())
    return [p for c in chunks for p in c.problems] + lost


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--counts", action="store_true")
    p.add_argument("--sizes", action="store_true")
    p.add_argument("files", nargs="+")
    a = p.parse_args()
    bad = 0
    for path in a.files:
        with open(path, "rb") as f:
            chunks, lost = check(f.read())
        if a.counts:
            total = sum((c.counts for c in chunks), collections.Counter())
            for name in sorted(total):
                print(f"{total[name]:8} {name}")
        if a.sizes:
            total, counts = sum((c.bytes for c in chunks), collections.Counter()), sum((c.counts for c in chunks), collections.Counter())
            for name, n in total.most_common():
                print(f"{n:9} bytes {counts.get(name, ''):8} {name}")
        for text in [p for c in chunks for p in c.problems] + lost:
            print(f"{path}: {text}")
            bad += 1
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
