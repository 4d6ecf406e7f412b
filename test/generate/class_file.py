"""Writes class files: constant pool, methods, code with labels, exception table, stack maps and line numbers (JVMS 4).

Types are descriptors ("I", "[J", "Ljava/lang/Object;"); besides there are NULL and ADDRESS, the return address of a subroutine.
"""
import struct

NULL, ADDRESS = "N", "R"
NAMES = """nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1
bipush sipush ldc ldc_w ldc2_w iload lload fload dload aload iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 fload_2 fload_3
dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3 iaload laload faload daload aaload baload caload saload istore lstore fstore dstore astore
istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3 fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3
astore_0 astore_1 astore_2 astore_3 iastore lastore fastore dastore aastore bastore castore sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap
iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr
iand land ior lor ixor lxor iinc i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg
ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne goto jsr ret tableswitch lookupswitch
ireturn lreturn freturn dreturn areturn return getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic invokeinterface invokedynamic
new newarray anewarray arraylength athrow checkcast instanceof monitorenter monitorexit wide multianewarray ifnull ifnonnull goto_w jsr_w""".split()
OPCODE = {name: number for number, name in enumerate(NAMES)}
TAGS = {"I": 1, "F": 2, "D": 3, "J": 4, NULL: 5}
STATIC, SYNCHRONIZED, SUPER = 8, 0x20, 0x20


def is_wide(kind):
    return kind in ("J", "D")


def size_of(kinds):
    return sum(2 if is_wide(k) else 1 for k in kinds)


def class_name(kind):
    """What a constant of a class says for a reference type."""
    return kind[1:-1] if kind[0] == "L" else kind


class Pool:
    def __init__(self):
        self.entries, self.index, self.next = [], {}, 1

    def add(self, tag, data, slots=1):
        key = (tag, data)
        if key not in self.index:
            self.index[key] = self.next
            self.next += slots
            self.entries.append(bytes([tag]) + data)
        return self.index[key]

    def utf8(self, text):
        data = text.encode("utf-8")
        return self.add(1, struct.pack(">H", len(data)) + data)

    def named(self, tag, text):
        return self.add(tag, struct.pack(">H", self.utf8(text)))

    def klass(self, kind):
        return self.named(7, class_name(kind))

    def text(self, text):
        return self.named(8, text)

    def method_type(self, descriptor):
        return self.named(16, descriptor)

    def number(self, kind, value):
        """`value` is an int for I and J, the raw bits for F and D."""
        if kind in "IF":
            return self.add(3 if kind == "I" else 4, struct.pack(">I", value & 0xffffffff))
        return self.add(5 if kind == "J" else 6, struct.pack(">Q", value & 0xffffffffffffffff), 2)

    def member(self, tag, owner, name, descriptor):
        """A field (9), a method (10) or an interface's method (11)."""
        pair = self.add(12, struct.pack(">HH", self.utf8(name), self.utf8(descriptor)))
        return self.add(tag, struct.pack(">HH", self.named(7, owner), pair))

    def bytes(self):
        return struct.pack(">H", self.next) + b"".join(self.entries)


class Label:
    """A place in the code; `frame` is (locals by slot, operand stack) when control arrives there by a jump or an exception."""

    def __init__(self, frame=None):
        self.at, self.frame = None, frame


class Code:
    """Bytes of one method. Jumps are patched by `finish`."""

    def __init__(self, pool):
        self.pool, self.bytes, self.starts = pool, bytearray(), []
        self.jumps, self.labels, self.handlers = [], [], []
        self.max_stack = self.max_locals = 0

    def op(self, name, *args):
        """`args` are pairs of a format of struct and a value."""
        self.starts.append(len(self.bytes))
        self.bytes.append(OPCODE[name])
        for form, value in args:
            self.bytes += struct.pack(">" + form, value)

    def local(self, name, slot, short=True, increment=None):
        """An instruction on a variable in the shortest form, or with the slot as a byte (`short` false); wide where it has to be."""
        wide = slot > 255 or (increment is not None and not -128 <= increment <= 127)
        if short and slot < 4 and increment is None and name != "ret":
            self.op(f"{name}_{slot}")
            return
        if wide:
            self.op("wide", ("B", OPCODE[name]), ("H", slot))
        else:
            self.op(name, ("B", slot))
        if increment is not None:
            self.bytes += struct.pack(">h" if wide else ">b", increment)

    def jump(self, name, label):
        at = len(self.bytes)
        form = "i" if name.endswith("_w") else "h"
        self.op(name, (form, 0))
        self.jumps.append((at, at + 1, form, label))

    def switch(self, default, low, table=None, pairs=None):
        """A tableswitch from `low` on to the labels of `table`, or a lookupswitch by `pairs` of key and label, in order."""
        at = len(self.bytes)
        self.op("tableswitch" if table else "lookupswitch")
        self.bytes += bytes(-len(self.bytes) % 4)
        self.target(at, default)
        if table:
            self.bytes += struct.pack(">ii", low, low + len(table) - 1)
            for label in table:
                self.target(at, label)
            return
        self.bytes += struct.pack(">I", len(pairs))
        for key, label in pairs:
            self.bytes += struct.pack(">i", key)
            self.target(at, label)

    def target(self, at, label):
        self.jumps.append((at, len(self.bytes), "i", label))
        self.bytes += bytes(4)

    def bind(self, label):
        label.at = len(self.bytes)
        self.labels.append(label)

    def finish(self):
        for at, where, form, label in self.jumps:
            struct.pack_into(">" + form, self.bytes, where, label.at - at)

    # ---- attributes ----
    def map_type(self, kind):
        if kind in TAGS:
            return bytes([TAGS[kind]])
        return b"\x07" + struct.pack(">H", self.pool.klass(kind))

    def map_locals(self, slots):
        out, count, at = b"", 0, 0
        end = max(slots, default=-1) + 1
        while at < end:
            kind = slots.get(at)
            out += b"\0" if kind is None else self.map_type(kind)
            count, at = count + 1, at + (2 if kind and is_wide(kind) else 1)
        return struct.pack(">H", count) + out

    def stack_map(self):
        """A full frame at each label. Of several labels at one place the last says least, and the code behind it needs no more."""
        frames, last = b"", -1
        known = {label.at: label.frame for label in self.labels}
        for at, (slots, stack) in known.items():
            frames += b"\xff" + struct.pack(">H", at - last - 1) + self.map_locals(slots)
            frames += struct.pack(">H", len(stack)) + b"".join(map(self.map_type, stack))
            last = at
        return struct.pack(">H", len(known)) + frames

    def lines(self):
        """Each instruction is a line of its own, so traces tell where an exception came from."""
        starts = [s for s in self.starts if s < 65535]
        return struct.pack(">H", len(starts)) + b"".join(struct.pack(">HH", s, s + 1) for s in starts)

    def attribute(self, with_map):
        self.finish()
        parts = [attribute(self.pool, "LineNumberTable", self.lines())]
        if with_map and self.labels:
            parts.append(attribute(self.pool, "StackMapTable", self.stack_map()))
        table = b"".join(struct.pack(">HHHH", start, end, handler.at, self.pool.klass(kind) if kind else 0) for start, end, handler, kind in self.handlers)
        return attribute(self.pool, "Code", struct.pack(">HHI", self.max_stack, self.max_locals, len(self.bytes)) + bytes(self.bytes)
                         + struct.pack(">H", len(self.handlers)) + table + struct.pack(">H", len(parts)) + b"".join(parts))


def attribute(pool, name, data):
    return struct.pack(">HI", pool.utf8(name), len(data)) + data


class ClassFile:
    """A class with static methods."""

    def __init__(self, name, version, with_map):
        self.name, self.version, self.with_map, self.pool, self.methods = name, version, with_map, Pool(), []

    def method(self, flags, name, descriptor, code):
        self.methods.append(struct.pack(">HHHH", STATIC | flags, self.pool.utf8(name), self.pool.utf8(descriptor), 1) + code.attribute(self.with_map))

    def bytes(self):
        this, above = self.pool.named(7, self.name), self.pool.named(7, "java/lang/Object")
        rest = struct.pack(">HHHHH", SUPER, this, above, 0, 0) + struct.pack(">H", len(self.methods)) + b"".join(self.methods)
        rest += struct.pack(">H", 1) + attribute(self.pool, "SourceFile", struct.pack(">H", self.pool.utf8(self.name + ".code")))
        return struct.pack(">IHH", 0xcafebabe, 0, self.version) + self.pool.bytes() + rest
