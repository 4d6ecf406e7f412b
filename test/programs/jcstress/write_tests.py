#!/usr/bin/env python3
"""write_tests FOLDER: tests for jcstress, one class for each shape, way to access and type, in the package `shapes`.

Shapes: Passing (what was written before the guard is seen by who sees the guard), Buffering (both write, then read the other's: one must see it), Coherence (two reads of one
variable; each value is whole), Adding and Bits (updates of two threads are both there), Claiming (each exchange has one winner). Ways: fields, elements of arrays, and views of
byte arrays and of direct buffers, all through VarHandle.
"""
import os
import sys

# Default value, another one (in which all bytes are set), kinds of update that VarHandle has.
TYPES = {
    "boolean": ("false", "true", "cas bits"),
    "byte": ("(byte) 0", "(byte) -1", "cas add bits"),
    "short": ("(short) 0", "(short) -1", "cas add bits"),
    "char": ("'\\0'", "'\\uffff'", "cas add bits"),
    "int": ("0", "-1", "cas add bits"),
    "long": ("0L", "-1L", "cas add bits"),
    "float": ("0f", "Float.intBitsToFloat(0x7f7e7d7c)", "cas add"),
    "double": ("0d", "Double.longBitsToDouble(0x7f7e7d7c7b7a7978L)", "cas add"),
    "String": ("null", "\"text\"", "cas"),
}
SIZES = {"short": 2, "char": 2, "int": 4, "long": 8, "float": 4, "double": 8}
WAYS = ("Field", "Element", "View", "Direct")
# How the guard is written and read, in words of `Access.call`; {z} and {o} stand for the default value and the other.
PASSING = {
    "Released": ("setRelease {o}", "getAcquire"),
    "Volatile": ("setVolatile {o}", "getVolatile"),
    "Fenced": ("releaseFence; setOpaque {o}", "getOpaque; acquireFence"),
    "Updated": ("compareAndSet {z}, {o}", "compareAndExchangeAcquire {z}, {z}"),
    "Exchanged": ("getAndSetRelease {o}", "getAcquire"),
}
BUFFERING = {
    "Volatile": ("setVolatile {o}", "getVolatile"),
    "Fenced": ("setOpaque {o}; fullFence", "getOpaque"),
    "Updated": ("compareAndSet {z}, {o}", "compareAndExchange {z}, {z}"),
    "Exchanged": ("getAndSet {o}", "getVolatile"),
}
UPDATES = {"Updated", "Exchanged"}
HEAD = """package shapes;

import java.lang.invoke.*;
import java.nio.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

"""


class Access:
    """Variables of a type, reached in one way."""

    def __init__(self, way, kind, name):
        self.way, self.kind, self.name = way, kind, name
        self.zero, self.one, _ = TYPES[kind]

    def can(self, update):
        """VarHandle has this kind of update (cas, add, bits) here."""
        if self.way in ("Field", "Element"):
            return update in TYPES[self.kind][2].split()
        return self.kind in ("int", "long") or update == "cas" and self.kind in ("float", "double")

    def declare(self, count):
        """`count` variables."""
        kind, order = self.kind, "ByteOrder.nativeOrder()"
        if self.way == "Field":
            finds = "".join(f" V{i} = l.findVarHandle({self.name}.class, \"v{i}\", {kind}.class);" for i in range(count))
            return f"    {kind} {', '.join(f'v{i}' for i in range(count))};\n" \
                   f"    static final VarHandle {', '.join(f'V{i}' for i in range(count))};\n    static {{\n        try {{\n" \
                   f"            MethodHandles.Lookup l = MethodHandles.lookup();{finds}\n        }} catch (ReflectiveOperationException e) {{ throw new Error(e); }}\n    }}\n"
        if self.way == "Element":
            return f"    final {kind}[] v = new {kind}[{count}];\n    static final VarHandle V = MethodHandles.arrayElementVarHandle({kind}[].class);\n"
        if self.way == "View":
            # Which indices are aligned is left open by byteArrayViewVarHandle.
            return f"    final byte[] v = new byte[{8 * count + 8}];\n    static final int AT = (8 - ByteBuffer.wrap(new byte[8]).alignmentOffset(0, 8)) % 8;\n" \
                   f"    static final VarHandle V = MethodHandles.byteArrayViewVarHandle({kind}[].class, {order});\n"
        # Direct memory is dear: states share one buffer. jcstress has 10,000 of them alive at most, made in turn.
        return f"    static final ByteBuffer ALL = ByteBuffer.allocateDirect({8 * count} << 16).order({order});\n    static final AtomicInteger NEXT = new AtomicInteger();\n" \
               f"    static final VarHandle V = MethodHandles.byteBufferViewVarHandle({kind}[].class, {order});\n" \
               f"    final int at = (NEXT.getAndIncrement() & 0xffff) * {8 * count};\n    {{ for (int i = 0; i < {count}; i++) ALL.putLong(at + 8 * i, 0); }}\n"

    def call(self, i, words, result=True):
        """A call of VarHandle on variable i: "getAndAdd 1"."""
        method, _, arguments = words.partition(" ")
        place = {"Field": f"V{i}.{method}(this", "Element": f"V.{method}(v, {i}", "View": f"V.{method}(v, AT + {8 * i}", "Direct": f"V.{method}(ALL, at + {8 * i}"}[self.way]
        text = place + (", " + arguments if arguments else "") + ")"
        gives = "boolean" if "ompareAndSet" in method else self.kind
        return f"({gives}) {text}" if result and not method.startswith("set") else text

    def value(self, text):
        return f"({self.kind}) ({text})"

    def sequence(self, i, words, into=None):
        """Calls and fences in turn; the value of the first that gives one is put into a new variable."""
        lines = []
        for step in words.format(z=self.zero, o=self.one).split("; "):
            if step.endswith("Fence"):
                lines.append(f"VarHandle.{step}();")
            elif into:
                lines.append(f"{self.kind} {into} = {self.call(i, step)};")
            elif step.startswith("compareAndSet"):
                lines.append(f"boolean done{i} = {self.call(i, step)};")
            elif step.startswith("getAnd"):
                lines.append(f"{self.kind} before{i} = {self.call(i, step)};")
            else:
                lines.append(self.call(i, step) + ";")
        return " ".join(lines)


def test(name, ids, body):
    """A class of jcstress; outcomes that are not among `ids` are forbidden."""
    accepted = ", ".join(f'"{i}"' for i in ids)
    return f"@JCStressTest @State @Outcome(id = {{{accepted}}}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)\npublic class {name} {{\n{body}}}\n"


def passing(a, write, read):
    return test(a.name, (0, 2), a.declare(1) + f"""    int x; double d; byte b; Object o;
    @Actor public void writer() {{ x = 1; d = 2.5; b = 3; o = this; {a.sequence(0, write)} }}
    @Actor public void reader(I_Result r) {{
        {a.sequence(0, read, "seen")}
        int x = this.x; double d = this.d; byte b = this.b; Object o = this.o;
        r.r1 = seen == {a.zero} ? 0 : x == 1 && d == 2.5 && b == 3 && o == this ? 2 : 1;
    }}
""")


def buffering(a, write, read):
    actors = "".join(f"    @Actor public void actor{n}(II_Result r) {{ {a.sequence(mine, write)} {a.sequence(other, read, 'seen')} r.r{n} = seen == {a.zero} ? 0 : 1; }}\n"
                     for n, mine, other in ((1, 0, 1), (2, 1, 0)))
    return test(a.name, ("0, 1", "1, 0", "1, 1"), a.declare(2) + actors)


def coherence(a):
    return test(a.name, ("0, 0", "0, 1", "1, 1"), a.declare(1) + f"""    static int code({a.kind} v) {{ return v == {a.zero} ? 0 : v == {a.one} ? 1 : 9; }}
    @Actor public void writer() {{ {a.call(0, "setOpaque " + a.one)}; }}
    @Actor public void reader(II_Result r) {{
        {a.kind} first = {a.call(0, "getOpaque")}; {a.kind} second = {a.call(0, "getOpaque")};
        r.r1 = code(first); r.r2 = code(second);
    }}
""")


def loop(a, i, method, amount):
    """`amount` is added by exchanges until one succeeds."""
    new = a.value(f"old{i} + {amount}")
    tried = a.call(i, f"{method} old{i}, {new}")
    again = f"({tried}) != old{i}" if method.startswith("compareAndExchange") else f"!({tried})"
    return f"{a.kind} old{i}; do old{i} = {a.call(i, 'getOpaque')}; while ({again});"


ADDS = ("getAndAdd", "getAndAddAcquire", "getAndAddRelease")
LOOPS = ("compareAndSet", "weakCompareAndSetPlain", "weakCompareAndSet", "weakCompareAndSetAcquire", "weakCompareAndSetRelease",
         "compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease")


def adding(a):
    def actor(amount):
        adds = [f"{a.kind} b{i} = {a.call(i, f'{m} {a.value(amount)}')};" for i, m in enumerate(ADDS)]
        return "\n        ".join(adds + [loop(a, i, m, amount) for i, m in enumerate(LOOPS, len(ADDS))])
    count = len(ADDS) + len(LOOPS)
    all_right = "".join(f"        if ({a.call(i, 'get')} != 3) r.r1 += 1 << {i};\n" for i in range(count))
    return test(a.name, (0,), a.declare(count) + "".join(f"    @Actor public void actor{n}() {{\n        {actor(n)}\n    }}\n" for n in (1, 2)) +
                f"    @Arbiter public void sum(I_Result r) {{\n{all_right}    }}\n")


BITS = [f"getAndBitwise{op}{order}" for op in ("Or", "Xor", "And") for order in ("", "Acquire", "Release")]


def bits(a):
    def mask(n, op):
        if a.kind == "boolean":
            return "true" if op != "And" or n == 1 else "false"
        return a.value(f"~{n}" if op == "And" else n)

    def end(op):
        if a.kind == "boolean":
            return {"Or": "true", "Xor": "false", "And": "false"}[op]
        return "4" if op == "And" else "3"
    ops = [m[len("getAndBitwise"):].replace("Acquire", "").replace("Release", "") for m in BITS]
    start = "".join(a.call(i, "set " + ("true" if a.kind == "boolean" else a.value(7))) + "; " for i, op in enumerate(ops) if op == "And")
    actors = "".join(f"    @Actor public void actor{n}() {{ " + " ".join(f"{a.kind} b{i} = {a.call(i, f'{m} {mask(n, op)}')};" for i, (m, op) in enumerate(zip(BITS, ops))) + " }\n"
                     for n in (1, 2))
    all_right = "".join(f"        if ({a.call(i, 'get')} != {end(op)}) r.r1 += 1 << {i};\n" for i, op in enumerate(ops))
    return test(a.name, (0,), a.declare(len(BITS)) + f"    public {a.name}() {{ {start}}}\n" + actors + f"    @Arbiter public void end(I_Result r) {{\n{all_right}    }}\n")


CLAIMS = ("compareAndSet", "compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease", "getAndSet", "getAndSetAcquire", "getAndSetRelease")


def claiming(a):
    """Bit i of an actor's result: it was the one that found the default value in variable i."""
    def step(i, method):
        if method == "compareAndSet":
            return f"if ({a.call(i, f'{method} {a.zero}, {a.one}')}) r.r%d += {1 << i};"
        arguments = a.one if method.startswith("getAnd") else f"{a.zero}, {a.one}"
        return f"if (({a.call(i, f'{method} {arguments}')}) == {a.zero}) r.r%d += {1 << i};"
    steps = [step(i, m) for i, m in enumerate(CLAIMS)]
    every = (1 << len(CLAIMS)) - 1
    actors = "".join(f"    @Actor public void actor{n}(II_Result r) {{\n        " + "\n        ".join(s % n for s in order) + "\n    }\n" for n, order in ((1, steps), (2, steps[::-1])))
    return test(a.name, [f"{n}, {every - n}" for n in range(every + 1)], a.declare(len(CLAIMS)) + actors)


def write(folder, name, text):
    with open(os.path.join(folder, name + ".java"), "w", encoding="utf-8") as f:
        f.write(HEAD + text)


def tests():
    """(name, maker) of all."""
    for way in WAYS:
        for kind in TYPES if way in ("Field", "Element") else SIZES:
            def name(shape, more=""):
                return f"{shape}{more}_{way}_{kind}"
            can = Access(way, kind, "").can
            for shape, ways, make in (("Passing", PASSING, passing), ("Buffering", BUFFERING, buffering)):
                for more, words in ways.items():
                    if more not in UPDATES or can("cas"):
                        yield name(shape, more), lambda n, make=make, words=words: make(Access(way, kind, n), *words)
            for shape, update, make in (("Coherence", None, coherence), ("Adding", "add", adding), ("Bits", "bits", bits), ("Claiming", "cas", claiming)):
                if not update or can(update):
                    yield name(shape), lambda n, make=make: make(Access(way, kind, n))


def main():
    folder = os.path.join(sys.argv[1], "shapes")
    os.makedirs(folder, exist_ok=True)
    for name, make in tests():
        write(folder, name, make(name))


if __name__ == "__main__":
    main()
