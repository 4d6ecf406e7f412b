"""Random methods in bytecode that no compiler of Java writes, but that verify and end; a program in Java around them prints one checksum for each method.

A method is a set of blocks, each with a frame of its own (variables and operands that it begins with). From everywhere one may jump everywhere: what the frame lacks is
pushed or stored before. So loops have several entries, values stay on the operand stack over branches and loops, and a variable has other types in other blocks. In a block there
are structures too: two ways that join, loops with a counter, switches, handlers, locks, subroutines (version 49). Over it all lie ranges with handlers, from any instruction to
any other, also over themselves. The first parameter is fuel: each block and each loop that might not end burns some, and without any the method returns.

A variable is stable (one type in the whole method, so a handler may use it) or free. Classes are of versions 49 (jsr and ret), 50 without stack maps (verified by inference), 50 to 61.
Each instruction has its own line, so traces tell where an exception came from; of exceptions the text counts too, but for what was null, which in code like this differs in rare cases. The same seed gives the same program.
"""
import random
import struct

import java_methods
from class_file import ADDRESS, NULL, SYNCHRONIZED, ClassFile, Code, Label, is_wide, size_of

OBJECT, TEXT, THROWABLE, CLASS = "Ljava/lang/Object;", "Ljava/lang/String;", "Ljava/lang/Throwable;", "Ljava/lang/Class;"
NUMBERS = ("I", "J", "F", "D")
LETTER = {"I": "i", "J": "l", "F": "f", "D": "d"}
THROWN = tuple(f"Ljava/lang/{n};" for n in ("RuntimeException", "ArithmeticException", "NullPointerException", "ArrayIndexOutOfBoundsException", "ClassCastException",
                                           "ArrayStoreException", "NegativeArraySizeException", "IllegalStateException", "Error"))
INTS = (0, 1, -1, 2, 3, 5, 7, 8, 31, 32, 33, 63, 64, 100, -128, 127, 128, 255, 256, 32767, -32768, 65535, 65536, 1000003, -2**31, 2**31 - 1)
LONGS = (0, 1, -1, 2, 10, 63, 64, 2**32, -2**32 - 1, 2**31, -2**31, -2**63, 2**63 - 1, 1234567890123)
FLOATS = (0.0, -0.0, 1.0, 2.0, -1.5, 0.1, 3e38, 1e-45, float("nan"), float("inf"), float("-inf"), 16777217.0, 2147483648.0)
DOUBLES = (0.0, -0.0, 1.0, -2.5, 0.1, 1e308, 4.9e-324, float("nan"), float("inf"), float("-inf"), 9007199254740993.0, 9.3e18, -2147483649.0)
BINARY = {"I": "add sub mul and or xor add sub mul div rem shl shr ushr".split(), "J": "add sub mul and or xor add sub mul div rem shl shr ushr".split(),
          "F": "add sub mul div rem".split(), "D": "add sub mul div rem".split()}
UNARY = {"I": (("ineg", "I"), ("i2l", "J"), ("i2f", "F"), ("i2d", "D"), ("i2b", "I"), ("i2c", "I"), ("i2s", "I")), "J": (("lneg", "J"), ("l2i", "I"), ("l2f", "F"), ("l2d", "D")),
         "F": (("fneg", "F"), ("f2i", "I"), ("f2l", "J"), ("f2d", "D")), "D": (("dneg", "D"), ("d2i", "I"), ("d2l", "J"), ("d2f", "F"))}
COMPARE = {"J": ("lcmp",), "F": ("fcmpl", "fcmpg"), "D": ("dcmpl", "dcmpg")}
# Array -> (load, store, newarray's number, what an element is on the stack)
ARRAYS = {"[I": ("iaload", "iastore", 10, "I"), "[J": ("laload", "lastore", 11, "J"), "[F": ("faload", "fastore", 6, "F"), "[D": ("daload", "dastore", 7, "D"),
          "[B": ("baload", "bastore", 8, "I"), "[C": ("caload", "castore", 5, "I"), "[S": ("saload", "sastore", 9, "I"), "[Z": ("baload", "bastore", 4, "I")}
LIBRARY = [("java/lang/Math", n, d) for n, d in (
    ("abs", "(I)I"), ("abs", "(J)J"), ("abs", "(F)F"), ("abs", "(D)D"), ("max", "(II)I"), ("min", "(II)I"), ("max", "(JJ)J"), ("min", "(JJ)J"), ("max", "(FF)F"), ("min", "(FF)F"),
    ("max", "(DD)D"), ("min", "(DD)D"), ("sqrt", "(D)D"), ("rint", "(D)D"), ("floor", "(D)D"), ("ceil", "(D)D"), ("floorMod", "(II)I"), ("floorDiv", "(JJ)J"),
    ("multiplyHigh", "(JJ)J"), ("addExact", "(II)I"), ("multiplyExact", "(JJ)J"), ("fma", "(DDD)D"), ("round", "(F)I"), ("round", "(D)J"), ("signum", "(D)D"))] + [
    ("java/lang/Integer", n, "(I)I") for n in ("bitCount", "reverse", "numberOfLeadingZeros", "numberOfTrailingZeros", "highestOneBit", "reverseBytes")] + [
    ("java/lang/Long", n, d) for n, d in (("bitCount", "(J)I"), ("reverse", "(J)J"), ("numberOfTrailingZeros", "(J)I"), ("rotateLeft", "(JI)J"), ("compare", "(JJ)I"), ("hashCode", "(J)I"))] + [
    ("java/lang/Integer", "rotateRight", "(II)I"), ("java/lang/Integer", "compareUnsigned", "(II)I"), ("java/lang/Integer", "divideUnsigned", "(II)I"),
    ("java/lang/Float", "floatToIntBits", "(F)I"), ("java/lang/Double", "doubleToLongBits", "(D)J"), ("java/lang/Float", "compare", "(FF)I"), ("java/lang/Double", "compare", "(DD)I"),
    ("java/lang/String", "valueOf", "(I)" + TEXT), ("java/lang/System", "arraycopy", f"({OBJECT}I{OBJECT}II)V")]
MOST_BYTES = 5000
LOCKS, SUBROUTINES = 2, 2


def on_stack(kind):
    return "I" if kind in ("Z", "B", "S", "C") else kind


def letter(kind):
    return LETTER.get(kind, "a")


def parse(descriptor):
    """Kinds of the parameters, and of the result."""
    kinds, at = [], 1
    while descriptor[at] != ")":
        start = at
        while descriptor[at] == "[":
            at += 1
        at = descriptor.index(";", at) + 1 if descriptor[at] == "L" else at + 1
        kinds.append(descriptor[start:at])
    return kinds, descriptor[at + 1:]


class Program:
    """What the methods of one program can name: the class around them, its classes of objects, and the methods made so far."""

    def __init__(self, name, rnd):
        self.name, self.rnd, self.methods = name, rnd, []
        self.a, self.b, self.c, self.d = (f"L{name}${x};" for x in java_methods.CLASSES)
        self.op = f"L{name}$Op;"
        self.objects = (self.a, self.b, self.c, self.d)
        self.above = {self.b: self.a, self.c: self.a, self.d: self.c}
        self.fields = {"i": "I", "j": "J", "f": "F", "d": "D", "z": "Z", "b": "B", "s": "S", "c": "C", "next": self.a, "ai": "[I", "ao": "[" + OBJECT}
        self.statics = {"si": "I", "sj": "J", "sf": "F", "sd": "D", "sz": "Z", "sb": "B", "ss": "S", "sc": "C", "sl": self.a, "sv": "I", "st": TEXT, "sai": "[I", "saj": "[J",
                        "sad": "[D", "sab": "[B", "sac": "[C", "saf": "[F", "sas": "[S", "saz": "[Z", "sal": "[" + self.a, "sao": "[" + OBJECT, "saai": "[[I"}
        self.arrays = dict(ARRAYS)
        for element in (self.a, OBJECT, "[I"):
            self.arrays["[" + element] = ("aaload", "aastore", None, element)
        self.kept = NUMBERS * 3 + (self.a, self.a, OBJECT, TEXT, "[I", "[J", "[D", "[B", "[C", "[Z", "[" + OBJECT, "[" + self.a, "[[I")

    def assignable(self, kind, to):
        if kind == to:
            return True
        if kind in NUMBERS + (ADDRESS, "U", "V") or to in NUMBERS + (ADDRESS, "U", NULL):
            return False
        if kind == NULL or to == OBJECT:
            return True
        if kind[0] == "[" and to[0] == "[":
            return kind[1] in "L[" and to[1] in "L[" and self.assignable(kind[1:], to[1:])
        if kind in THROWN:
            return to == THROWABLE
        while kind in self.above:
            kind = self.above[kind]
            if kind == to:
                return True
        return False


class Method:
    def __init__(self, owner, name, params, kind):
        self.owner, self.name, self.params, self.kind = owner, name, params, kind
        self.descriptor = f"({''.join(params)}){kind}"


class Loop:
    def __init__(self, again, out, locks):
        self.again, self.out, self.locks = again, out, locks


class Subroutine:
    def __init__(self, slot, frame, after):
        self.slot, self.after = slot, after
        self.label = Label((frame[0], frame[1] + [ADDRESS]))
        self.frame = frame


class Writer:
    """Writes the code of one method. `slots` and `stack` are what the verifier knows at this instruction; `stack` is None behind a jump."""

    def __init__(self, program, out, method, with_subroutines):
        self.program, self.rnd, self.pool, self.method = program, program.rnd, out.pool, method
        self.newest = out.version >= 51
        self.code = Code(out.pool)
        self.slots, self.stack = {}, []
        self.pinned, self.frozen = {}, {0}  # slots that keep their type here; slots that only their owner stores into
        self.loops, self.held, self.sub, self.depth, self.counted = [], 0, None, 0, 0
        self.small = self.chance(0.25)  # a few instructions, to be taken in by others
        self.inner = []  # ranges of handlers, inner ones first
        self.lay_out(with_subroutines)

    # ---- helpers ----
    def chance(self, p):
        return self.rnd.random() < p

    def pick(self, things):
        return self.rnd.choice(things)

    def lay_out(self, with_subroutines):
        """Slots: parameters, other stable ones, those of locks and subroutines, free ones."""
        slot, self.stable = 0, {}
        extra = [self.pick(self.program.kept) for _ in range(self.rnd.randrange(4))]
        for n, kind in enumerate(self.method.params + extra):
            if n == len(self.method.params) and self.chance(0.06):
                slot += 300
            self.stable[slot] = kind
            slot += 2 if is_wide(kind) else 1
        self.extra = list(self.stable)[len(self.method.params):]
        self.lock_slots = range(slot, slot + LOCKS)
        slot += LOCKS
        self.subs, self.nested = [], self.chance(0.5)
        if with_subroutines:
            for _ in range(SUBROUTINES):
                frame = (dict(self.stable), [self.pick(self.program.kept) for _ in range(self.rnd.randrange(3))])
                self.subs.append(Subroutine(slot, frame, [self.pick(self.program.kept) for _ in range(self.rnd.randrange(3))]))
                slot += 1
        self.free = range(slot, slot + self.rnd.randrange(1, 8))
        self.code.max_locals = slot + len(self.free) + 1

    def push(self, kind):
        self.stack.append(kind)
        self.code.max_stack = max(self.code.max_stack, size_of(self.stack))

    def ins(self, name, pops, pushes, *args):
        """An instruction that takes so many operands and pushes these kinds."""
        if pops:
            del self.stack[-pops:]
        self.code.op(name, *args)
        for kind in pushes:
            self.push(kind)

    def set_slot(self, slot, kind):
        """What a store does to the variables around."""
        if is_wide(self.slots.get(slot - 1, "I")):
            del self.slots[slot - 1]
        if is_wide(kind):
            self.slots.pop(slot + 1, None)
        self.slots[slot] = kind

    def may_store(self, slot, kind):
        if slot in self.frozen or (slot in self.pinned and not self.program.assignable(kind, self.pinned[slot])):
            return False
        if slot - 1 in self.pinned and is_wide(self.pinned[slot - 1]):
            return False
        return not (is_wide(kind) and slot + 1 in self.pinned)

    def store(self, slot):
        kind = self.stack.pop()
        self.code.local(letter(kind) + "store", slot, self.chance(0.9))
        self.set_slot(slot, kind)

    def load(self, slot):
        kind = self.slots[slot]
        self.code.local(letter(kind) + "load", slot, self.chance(0.9))
        self.push(kind)

    def stores(self, kind):
        """Slots that a value of the kind may be stored into."""
        free = () if self.sub else [s for s in self.free if s + is_wide(kind) <= self.free[-1]]
        return [s for s in [*self.pinned, *free] if self.may_store(s, kind)]

    # ---- frames ----
    def frame_here(self, drop=0):
        """The frame at this instruction without so many operands; stable variables with the type they have everywhere."""
        slots = dict(self.slots)
        slots.update(self.pinned)
        return (slots, self.stack[:len(self.stack) - drop])

    def join_frame(self):
        """A frame to go on with: without some of the free variables and operands, with some more operands."""
        slots, stack = self.frame_here()
        slots = {s: k for s, k in slots.items() if s in self.pinned or self.chance(0.8)}
        if self.chance(0.3):
            stack = stack[:self.rnd.randrange(len(stack) + 1)]
        return (slots, stack + [self.pick(self.program.kept) for _ in range(self.pick((0, 0, 1, 2)) if len(stack) < 6 else 0)])

    def fits(self, frame):
        slots, stack = frame
        return len(stack) == len(self.stack) and all(map(self.program.assignable, self.stack, stack)) and \
            all(s in self.slots and self.program.assignable(self.slots[s], k) for s, k in slots.items())

    def conform(self, frame):
        """Pops, pushes and stores until the state is one of the frame."""
        slots, stack = frame
        for slot, kind in slots.items():
            if slot not in self.slots or not self.program.assignable(self.slots[slot], kind):
                self.value(kind, 0)
                self.store(slot)
        same = 0
        while same < min(len(stack), len(self.stack)) and self.program.assignable(self.stack[same], stack[same]):
            same += 1
        while len(self.stack) > same:
            self.drop()
        for kind in stack[same:]:
            self.value(kind, 1)
        # A store of a wide variable may have ended another one of the frame.
        if not self.fits(frame):
            self.conform(frame)

    def drop(self):
        top = self.stack[-1]
        if top in NUMBERS and self.chance(0.4):
            self.fold()
        else:
            self.ins("pop2" if is_wide(top) else "pop", 1, ())

    def fold(self):
        """The number on top goes into what the program prints."""
        top = self.stack[-1]
        if top in "FD":
            owner, name, kind = ("Float", "floatToIntBits", "I") if top == "F" else ("Double", "doubleToLongBits", "J")
            self.ins("invokestatic", 1, kind, ("H", self.pool.member(10, "java/lang/" + owner, name, f"({top}){kind}")))
            top = kind
        field, prefix = ("si", "i") if top == "I" else ("sj", "l")
        self.member("getstatic", self.program.name, field, top, 0)
        if top == "I":
            self.int_constant(31)
        else:
            self.ins("ldc2_w", 0, "J", ("H", self.pool.number("J", 31)))
        self.ins(prefix + "mul", 2, top)
        self.ins(prefix + "xor", 2, top)
        self.member("putstatic", self.program.name, field, top, 1)

    def bind(self, label):
        assert self.stack is None or self.fits(label.frame), (self.slots, self.stack, label.frame)
        self.code.bind(label)
        self.slots, self.stack = dict(label.frame[0]), list(label.frame[1])

    def goto(self, label):
        assert self.fits(label.frame), (self.slots, self.stack, label.frame)
        self.code.jump("goto_w" if self.chance(0.05) else "goto", label)
        self.stack = None

    def jump(self, name, label):
        """A conditional jump; its operands are on the stack."""
        del self.stack[-operands(name):]
        assert self.fits(label.frame), (self.slots, self.stack, label.frame)
        self.code.jump(name, label)

    # ---- values ----
    def number(self, kind):
        if kind == "I":
            self.int_constant(self.pick(INTS) if self.chance(0.6) else self.rnd.randrange(-40, 40))
        elif kind == "J":
            value = self.pick(LONGS)
            if value in (0, 1) and self.chance(0.7):
                self.ins(f"lconst_{value}", 0, "J")
            else:
                self.ins("ldc2_w", 0, "J", ("H", self.pool.number("J", value)))
        elif kind == "F":
            value = self.pick(FLOATS)
            if value in (1.0, 2.0) and self.chance(0.7):
                self.ins(f"fconst_{int(value)}", 0, "F")
            else:
                self.ldc("F", self.pool.number("F", struct.unpack(">I", struct.pack(">f", value))[0]))
        else:
            self.ins("ldc2_w", 0, "D", ("H", self.pool.number("D", struct.unpack(">Q", struct.pack(">d", self.pick(DOUBLES)))[0])))

    def int_constant(self, value):
        if -1 <= value <= 5 and self.chance(0.9):
            self.ins("iconst_m1" if value < 0 else f"iconst_{value}", 0, "I")
        elif -128 <= value <= 127:
            self.ins("bipush", 0, "I", ("b", value))
        elif -32768 <= value <= 32767 and self.chance(0.9):
            self.ins("sipush", 0, "I", ("h", value))
        else:
            self.ldc("I", self.pool.number("I", value))

    def ldc(self, kind, index):
        if index < 256 and self.chance(0.8):
            self.ins("ldc", 0, [kind], ("B", index))
        else:
            self.ins("ldc_w", 0, [kind], ("H", index))

    def value(self, kind, depth):
        """Pushes a value of the kind; leaves all variables as they are, and jumps nowhere."""
        own = [s for s, k in self.slots.items() if self.program.assignable(k, kind)]
        if own and self.chance(0.5):
            self.load(self.pick(own))
        elif kind == NULL:
            self.ins("aconst_null", 0, [NULL])
        elif kind in NUMBERS:
            self.number_value(kind, depth)
        else:
            self.reference(kind, depth)

    def number_value(self, kind, depth):
        r = self.rnd.random()
        if depth <= 0 or len(self.code.bytes) > MOST_BYTES:
            if r < 0.3:
                self.static(kind)
            else:
                self.number(kind)
        elif r < 0.2:
            self.number(kind)
        elif r < 0.3:
            self.static(kind)
        elif r < 0.42:
            self.field(kind, depth - 1)
        elif r < 0.56:
            self.element(kind, depth - 1)
        elif r < 0.66:
            self.call(kind, depth - 1)
        elif r < 0.76:
            name, source = self.pick([(n, k) for k, forms in UNARY.items() for n, to in forms if to == kind])
            self.value(source, depth - 1)
            self.ins(name, 1, kind)
        elif r < 0.8 and kind == "I":
            self.question(depth - 1)
        else:
            self.value(kind, depth - 1)
            self.binary(kind, depth - 1)

    def binary(self, kind, depth):
        """The operand below is there."""
        name = self.pick(BINARY[kind])
        if name in ("shl", "shr", "ushr"):
            self.value("I", depth)
        else:
            self.value(kind, depth)
        if name in ("div", "rem") and kind in "IJ" and self.chance(0.7):
            self.ins("iconst_1" if kind == "I" else "lconst_1", 0, kind)
            self.ins(LETTER[kind] + "or", 2, kind)
        self.ins(LETTER[kind] + name, 2, kind)

    def question(self, depth):
        """An int by comparison, instanceof, length."""
        r = self.rnd.random()
        if r < 0.5:
            kind = self.pick("JFD")
            self.value(kind, depth)
            self.value(kind, depth)
            self.ins(self.pick(COMPARE[kind]), 2, "I")
        elif r < 0.75:
            self.value(self.pick((OBJECT, self.program.a)), depth)
            self.instance_of()
        else:
            self.array(self.pick(list(self.program.arrays)), depth)
            self.ins("arraylength", 1, "I")

    def some_class(self):
        return self.pick(self.program.objects + (self.program.op, TEXT, OBJECT, "[I", "[[I", "[" + OBJECT, "[" + self.program.a, "Ljava/lang/Comparable;", "[J"))

    def instance_of(self):
        self.ins("instanceof", 1, "I", ("H", self.pool.klass(self.some_class())))

    def static(self, kind):
        """A static field of the kind, if there is one; else a constant or null."""
        names = [n for n, k in self.program.statics.items() if self.program.assignable(on_stack(k), kind)]
        if not names:
            self.ins("aconst_null", 0, [NULL])
            return
        name = self.pick(names)
        self.member("getstatic", self.program.name, name, self.program.statics[name], 0)

    def member(self, name, owner, member, descriptor, pops):
        """getstatic, getfield, putstatic, putfield."""
        self.ins(name, pops, [on_stack(descriptor)] if name.startswith("get") else (), ("H", self.pool.member(9, owner, member, descriptor)))

    def field(self, kind, depth):
        names = [n for n, k in self.program.fields.items() if self.program.assignable(on_stack(k), kind)]
        if not names:
            self.static(kind)
            return
        name = self.pick(names)
        self.value(self.program.a, depth)
        self.member("getfield", self.program.name + "$A", name, self.program.fields[name], 1)

    def array(self, kind, depth):
        """An array that is mostly there."""
        own = [s for s, k in self.slots.items() if k == kind]
        r = self.rnd.random()
        if own and r < 0.45:
            self.load(self.pick(own))
        elif r < 0.97:
            self.static(kind)
        else:
            self.value(kind, depth)

    def index(self, depth):
        ints = [s for s in self.frozen if s and self.slots.get(s) == "I"]
        if ints and self.chance(0.6):
            self.load(self.pick(ints))
            return
        if self.chance(0.4):
            self.int_constant(self.rnd.randrange(5))
            return
        self.value("I", depth)
        if self.chance(0.85):
            self.int_constant(self.pick((1, 3, 3, 7)))
            self.ins("iand", 2, "I")

    def element(self, kind, depth):
        arrays = [a for a, how in self.program.arrays.items() if self.program.assignable(how[3], kind)]
        if not arrays:
            self.static(kind)
            return
        array = self.pick(arrays)
        self.array(array, depth)
        known = self.stack[-1]  # may be more exact than what was asked for, and the verifier knows it
        self.index(depth)
        how = self.program.arrays[array]
        loaded = how[3] if how[0] != "aaload" else NULL if known == NULL else known[1:]
        self.ins(how[0], 2, [loaded])

    def count(self, depth):
        """A length for an array, seldom negative."""
        self.value("I", depth)
        if self.chance(0.9):
            self.int_constant(self.pick((3, 7)))
            self.ins("iand", 2, "I")
        else:
            self.int_constant(11)
            self.ins("irem", 2, "I")

    def new_array(self, kind, depth):
        if kind == "[[I" and self.chance(0.7):
            dimensions = self.pick((1, 2))
            for _ in range(dimensions):
                self.count(depth)
            self.ins("multianewarray", dimensions, [kind], ("H", self.pool.klass(kind)), ("B", dimensions))
            return
        self.count(depth)
        number = self.program.arrays[kind][2]
        if number:
            self.ins("newarray", 1, [kind], ("B", number))
        else:
            self.ins("anewarray", 1, [kind], ("H", self.pool.klass(kind[1:])))

    def new_object(self, kind, depth):
        name, make = kind[1:-1], lambda: self.ins("new", 0, "U", ("H", self.pool.klass(kind)))
        if self.chance(0.3):
            self.value("I", depth)
            make()
            self.ins("dup_x1", 2, ["U", "I", "U"])
            self.ins("swap", 2, ["U", "I"])
        else:
            make()
            self.ins("dup", 0, "U")
            self.value("I", depth)
        self.int_constant(15)
        self.ins("iand", 2, "I")
        self.ins("invokespecial", 3, [kind], ("H", self.pool.member(10, name, "<init>", "(I)V")))

    def new_thrown(self):
        kind = self.pick(THROWN)
        self.ins("new", 0, "U", ("H", self.pool.klass(kind)))
        self.ins("dup", 0, "U")
        self.ins("invokespecial", 2, [kind], ("H", self.pool.member(10, kind[1:-1], "<init>", "()V")))

    def reference(self, kind, depth):
        r = self.rnd.random()
        if r < 0.06:
            self.ins("aconst_null", 0, [NULL])
        elif r < 0.13 and depth > 0:
            self.value(self.pick((OBJECT, self.program.a)), depth - 1)
            self.ins("checkcast", 1, [kind], ("H", self.pool.klass(kind)))
        elif r < 0.25 and depth > 0:
            self.call(kind, depth - 1)
        elif kind == THROWABLE:
            self.new_thrown()
        elif kind in self.program.arrays and r < 0.5:
            self.new_array(kind, depth - 1)
        elif kind == TEXT and r < 0.7:
            self.ldc(TEXT, self.pool.text(self.pick(("", "a", "bc", "\u00e4\u20ac"))))
        elif kind == OBJECT and r < 0.4:
            self.constant_object()
        elif kind in self.program.objects and r < 0.5 or self.program.above.get(kind):
            self.new_object(kind if self.chance(0.6) else self.pick([k for k in self.program.objects if self.program.assignable(k, kind)]), depth - 1)
        elif r < 0.6 and depth > 0:
            self.field(kind, depth - 1)
        elif r < 0.7 and depth > 0:
            self.element(kind, depth - 1)
        else:
            self.static(kind)

    def constant_object(self):
        if self.newest and self.chance(0.3):
            self.ldc("Ljava/lang/invoke/MethodType;", self.pool.method_type("(IJ)D"))
        else:
            self.ldc(CLASS, self.pool.klass(self.pick((self.program.a, "[I", TEXT))))

    def arguments(self, kinds, depth):
        for kind in kinds:
            self.value(kind, depth)

    def call(self, kind, depth):
        """A value by a call: of what was generated before, of this method, of the library, of a virtual method."""
        r = self.rnd.random()
        made = [m for m in [*self.program.methods[-40:], *([] if self.small else [self.method])] if self.program.assignable(on_stack(m.kind), kind)]
        library = [f for f in LIBRARY if self.program.assignable(on_stack(parse(f[2])[1]), kind)]
        if r < 0.45 and made and self.counted < 2:
            self.call_made(self.pick(made), depth)
        elif r < 0.7 and library:
            self.call_library(self.pick(library), depth)
        elif kind == "I":
            self.call_virtual(self.pick(("op", "v0", "v1")), "(IJ)I", depth)
        elif kind == "J":
            self.call_virtual("more", f"({self.program.a})J", depth)
        else:
            self.static(kind) if kind not in ("F", "D") else self.number(kind)

    def call_made(self, m, depth):
        """With an eighth of the fuel, so recursion ends."""
        self.load(0)
        self.ins("iconst_3", 0, "I")
        self.ins("ishr", 2, "I")
        self.arguments(m.params[1:], depth)
        self.ins("invokestatic", len(m.params), [on_stack(m.kind)], ("H", self.pool.member(10, m.owner, m.name, m.descriptor)))

    def call_library(self, function, depth):
        owner, name, descriptor = function
        kinds, result = parse(descriptor)
        self.arguments(kinds, depth)
        self.ins("invokestatic", len(kinds), [result] if result != "V" else (), ("H", self.pool.member(10, owner, name, descriptor)))

    def call_virtual(self, name, descriptor, depth):
        """Through the class or through the interface; that takes any object, and asks when it is called."""
        kinds, result = parse(descriptor)
        by_interface = name in ("op", "more") and self.chance(0.4)
        self.value(self.pick((OBJECT, TEXT)) if by_interface and self.chance(0.1) else self.pick(self.program.objects), depth)
        if self.stack[-1][0] == "[":
            self.ins("checkcast", 1, [self.program.a], ("H", self.pool.klass(self.program.a)))
        self.arguments(kinds, depth)
        if by_interface:
            self.ins("invokeinterface", len(kinds) + 1, [result], ("H", self.pool.member(11, self.program.op[1:-1], name, descriptor)), ("B", 1 + size_of(kinds)), ("B", 0))
        else:
            self.ins("invokevirtual", len(kinds) + 1, [result], ("H", self.pool.member(10, self.program.a[1:-1], name, descriptor)))

    # ---- what is done with operands ----
    def consume(self):
        """Something with the value on top."""
        top, r = self.stack[-1], self.rnd.random()
        stores = self.stores(top)
        if r < 0.4 and stores:
            self.store(self.pick(stores))
        elif top in NUMBERS:
            self.consume_number(top, self.rnd.random())
        else:
            self.consume_reference(top, self.rnd.random())

    def consume_number(self, top, r):
        if r < 0.25:
            name, to = self.pick(UNARY[top])
            self.ins(name, 1, to)
        elif r < 0.45:
            self.put_static(top)
        elif r < 0.55:
            self.put_field_below(top)
        elif r < 0.8 and len(self.stack) > 1 and self.stack[-2] == top:
            self.binary_of_two(top)
        else:
            self.binary(top, 1)

    def binary_of_two(self, kind):
        name = self.pick([n for n in BINARY[kind] if kind == "I" or n not in ("shl", "shr", "ushr")])
        self.ins(LETTER[kind] + name, 2, kind)

    def put_static(self, kind):
        names = [n for n, k in self.program.statics.items() if self.program.assignable(kind, on_stack(k))]
        # The arrays stay what they are.
        names = [n for n in names if self.program.statics[n][0] != "["]
        if names:
            name = self.pick(names)
            self.member("putstatic", self.program.name, name, self.program.statics[name], 1)
        else:
            self.drop()

    def put_field_below(self, kind):
        """The value is there before the object."""
        names = [n for n, k in self.program.fields.items() if self.program.assignable(kind, on_stack(k))]
        if not names:
            self.drop()
            return
        name = self.pick(names)
        self.value(self.program.a, 1)
        above = self.stack[-1]
        if is_wide(kind):
            self.ins("dup_x2", 2, [above, kind, above])
            self.ins("pop", 1, ())
        else:
            self.ins("swap", 2, [above, kind])
        self.member("putfield", self.program.name + "$A", name, self.program.fields[name], 2)

    def consume_reference(self, top, r):
        if r < 0.2:
            self.instance_of()
        elif r < 0.3:
            to = self.some_class()
            self.ins("checkcast", 1, [to], ("H", self.pool.klass(to)))
        elif r < 0.4:
            self.put_static(top)
        elif r < 0.5:
            self.put_field_below(top)
        elif top in self.program.arrays and r < 0.75:
            self.index(1)
            self.ins(self.program.arrays[top][0], 2, [self.program.arrays[top][3]])
        elif top in self.program.arrays:
            self.ins("arraylength", 1, "I")
        elif self.program.assignable(top, self.program.a):
            name = self.pick(list(self.program.fields))
            self.member("getfield", self.program.name + "$A", name, self.program.fields[name], 1)
        elif top == TEXT:
            self.ins("invokevirtual", 1, "I", ("H", self.pool.member(10, "java/lang/String", self.pick(("length", "hashCode")), "()I")))
        else:
            self.drop()

    def group(self, below, words):
        """How many operands under so many others make up these words; None: a long or double would be cut."""
        count = 0
        while words > 0 and below + count < len(self.stack):
            words -= 2 if is_wide(self.stack[-1 - below - count]) else 1
            count += 1
        return count if words == 0 else None

    def shuffle(self):
        """One of the forms of dup, pop and swap that the operands allow."""
        forms = []
        for words in (1, 2):
            top = self.group(0, words)
            if not top:
                continue
            for under in (0, 1, 2):
                below = self.group(top, under)
                if below is not None and (under == 0 or below):
                    forms.append((("dup" if words == 1 else "dup2") + (f"_x{under}" if under else ""), top, below))
            forms.append(("pop" if words == 1 else "pop2", top, None))
        if self.group(0, 1) and self.group(1, 1):
            forms.append(("swap", 2, None))
        if not forms:
            return
        name, top, below = self.pick(forms)
        if name == "swap":
            self.ins(name, 2, [self.stack[-1], self.stack[-2]])
        elif below is None:
            self.ins(name, top, ())
        else:
            moved, under = self.stack[len(self.stack) - top:], self.stack[len(self.stack) - top - below:len(self.stack) - top]
            self.ins(name, top + below, moved + under + moved)

    def store_element(self):
        array = self.pick(list(self.program.arrays))
        how = self.program.arrays[array]
        self.array(array, 1)
        self.index(1)
        self.value(self.pick((OBJECT, self.program.a, TEXT)) if how[3] in (OBJECT, self.program.a) and self.chance(0.4) else how[3], 2)
        self.ins(how[1], 3, ())

    def put_field(self):
        name = self.pick(list(self.program.fields))
        self.value(self.program.a, 1)
        self.value(on_stack(self.program.fields[name]), 2)
        self.member("putfield", self.program.name + "$A", name, self.program.fields[name], 2)

    def increment(self):
        own = [s for s, k in self.slots.items() if k == "I" and s not in self.frozen]
        if own:
            self.code.local("iinc", self.pick(own), increment=self.pick((1, -1, 2, 7, -128, 127, 128, -129, 32767, -32768)))

    def library(self):
        self.call_library(self.pick(LIBRARY), 1)

    # ---- structures ----
    def condition(self):
        """The operands of a conditional jump, whose name is returned; some are taken from the stack as it is."""
        r, top = self.rnd.random(), self.stack[-1] if self.stack else None
        order = self.pick(("eq", "ne", "lt", "ge", "gt", "le"))
        if r < 0.3:
            if top != "I" or self.chance(0.5):
                self.value("I", 1)
            return "if" + order
        if r < 0.6:
            if top != "I" or self.chance(0.5):
                self.value("I", 1)
            self.value("I", 1)
            return "if_icmp" + order
        if r < 0.8:
            kind = self.pick("JFD")
            if top != kind:
                self.value(kind, 1)
            self.value(kind, 1)
            self.ins(self.pick(COMPARE[kind]), 2, "I")
            return "if" + order
        self.value(self.pick((OBJECT, self.program.a, TEXT)), 1)
        if r < 0.9:
            return self.pick(("ifnull", "ifnonnull"))
        self.value(self.pick((OBJECT, self.program.a)), 1)
        return self.pick(("if_acmpeq", "if_acmpne"))

    def unless(self, name):
        """Jumps over what comes by the condition; the label is where to go on."""
        label = Label(self.frame_here(operands(name)))
        self.jump(name, label)
        return label

    def two_ways(self):
        other = self.unless(self.condition())
        join = Label(self.join_frame())
        self.some(3)
        self.conform(join.frame)
        if self.chance(0.7):
            self.goto(join)
            self.bind(other)
            self.some(3)
        else:  # both ways meet in the middle of the second
            middle = Label((dict(other.frame[0]), list(other.frame[1])))
            self.conform(middle.frame)
            self.goto(middle)
            self.bind(other)
            self.some(2)
            self.conform(middle.frame)
            self.bind(middle)
        self.conform(join.frame)
        self.bind(join)

    def burn(self, out):
        """Goes to `out` when there is no fuel."""
        if self.chance(0.7):
            self.code.local("iinc", 0, increment=self.pick((-1, -1, -2)))
            self.load(0)
        else:
            self.load(0)
            self.ins("iconst_m1", 0, "I")
            self.ins("iadd", 2, "I")
            self.ins("dup", 0, "I")
            self.code.local("istore", 0)
            self.stack.pop()
        self.jump("ifle", out)

    def loop(self):
        """A loop with a counter; where its end is not sure, it burns fuel."""
        slots = [s for s in self.stores("I") if s]
        if not slots or self.depth > 2:
            return
        slot, sure, down = self.pick(slots), self.chance(0.6), self.chance(0.3)
        bound = self.rnd.randrange(1, 9)
        if sure:
            self.int_constant(bound if down else self.rnd.randrange(-1, 3))
        else:
            self.value("I", 1)
        self.store(slot)
        head = Label(self.frame_here())
        was = self.pinned, self.frozen, self.counted
        self.pinned, self.frozen, self.counted = dict(head.frame[0]), self.frozen | {slot}, self.counted + 1
        out, again = Label(head.frame), Label(head.frame)
        self.loops.append(Loop(again, out, self.held))
        at_end = self.chance(0.4)
        self.bind(head)
        if not at_end:
            self.loop_test(slot, sure, down, bound, out, True)
        self.some(4)
        self.conform(head.frame)
        self.bind(again)
        self.code.local("iinc", slot, increment=-1 if down and sure else self.pick((1, 1, 1, 2, 3)) if sure else self.pick((1, 1, 2, -1, -3, 127, 1000, 30000)))
        if at_end:
            self.loop_test(slot, sure, down, bound, head, False)
        else:
            self.goto(head)
        self.loops.pop()
        self.pinned, self.frozen, self.counted = was
        self.bind(out)

    def loop_test(self, slot, sure, down, bound, target, leaves):
        """Leaves the loop by a jump to its end, or goes on by one to its head."""
        out = self.loops[-1].out
        if not sure:
            self.burn(out)
        if sure and down:
            self.load(slot)
            self.jump("iflt" if leaves else "ifge", target)
        elif sure and self.chance(0.5):
            self.load(slot)
            self.array(self.pick(("[I", "[J", "[B", "[D", "[" + OBJECT)), 0)
            self.ins("arraylength", 1, "I")
            self.jump("if_icmpge" if leaves else "if_icmplt", target)
        elif sure:
            self.load(slot)
            self.int_constant(bound)
            self.jump("if_icmpge" if leaves else "if_icmplt", target)
        else:
            self.load(slot)
            self.value("I", 1)
            self.jump(self.pick(("if_icmpeq", "if_icmpne", "if_icmplt", "if_icmpge", "if_icmpgt", "if_icmple")), target)

    def leave_loop(self):
        loops = [x for x in self.loops if x.locks == self.held]
        if not loops:
            return
        over = self.unless(self.condition())
        loop = self.pick(loops)
        label = self.pick((loop.again, loop.out))
        self.conform(label.frame)
        self.goto(label)
        self.bind(over)

    def keys(self, count, sparse):
        if sparse:
            return sorted(self.rnd.sample((-2**31, -2**31 + 1, -65536, -100, -1, 0, 1, 2, 3, 10, 1000, 65536, 2**31 - 2, 2**31 - 1), count))
        low = self.pick((0, 0, -2, 1, 2**31 - 9, -2**31))
        return list(range(low, low + count))

    def switch_on(self, labels, default):
        """On the int on the stack, whose operand it takes."""
        sparse = self.chance(0.5)
        keys = self.keys(self.rnd.randrange(1, 7), sparse)
        self.stack.pop()
        if sparse:
            self.code.switch(default, 0, pairs=[(k, self.pick(labels)) for k in keys])
        else:
            self.code.switch(default, keys[0], table=[self.pick(labels) for _ in keys])

    def key(self):
        if not self.stack or self.stack[-1] != "I" or self.chance(0.5):
            self.value("I", 1)
            if self.chance(0.7):
                self.int_constant(7)
                self.ins("iand", 2, "I")

    def switch(self):
        self.key()
        frame = self.frame_here(1)
        labels = [Label(frame) for _ in range(self.rnd.randrange(2, 5))]
        self.switch_on(labels, labels[-1])
        join = Label(self.join_frame())
        self.stack = None
        for n, label in enumerate(labels):
            self.bind(label)
            self.some(2)
            if n + 1 < len(labels) and self.chance(0.3):
                self.conform(frame)
            else:
                self.conform(join.frame)
                if n + 1 < len(labels):
                    self.goto(join)
        self.bind(join)

    def give(self):
        if self.held or self.sub:
            return
        over = self.unless(self.condition())
        self.back(2)
        self.bind(over)

    def give_up(self):
        """Returns by instructions that throw nothing, else a handler that has no fuel either might be entered for ever."""
        kind = on_stack(self.method.kind)
        if kind in NUMBERS:
            self.number(kind)
        else:
            self.static(kind)
        self.ins(letter(kind) + "return", 1, ())
        self.stack = None

    def back(self, depth):
        kind = on_stack(self.method.kind)
        for slot in [s for s, k in self.slots.items() if k in NUMBERS and self.chance(0.4)] if depth else ():
            self.load(slot)
            self.fold()
        if not self.stack or not self.program.assignable(self.stack[-1], kind):
            self.value(kind, depth)
        self.ins(letter(kind) + "return", 1, ())
        self.stack = None

    def throw(self):
        over = self.unless(self.condition())
        self.value(THROWABLE, 1)
        self.ins("athrow", 1, ())
        self.stack = None
        self.bind(over)

    def cover(self, start, end, handler, kind):
        if end > start:
            self.inner.append((start, end, handler, kind))

    def guard(self):
        """A handler for the next instructions. It has the variables that these leave as they are."""
        if self.sub:
            return
        start = len(self.code.bytes)
        handler = Label((dict(self.pinned), [THROWABLE]))
        join = Label(self.join_frame())
        self.some(4)
        end = len(self.code.bytes)
        if end == start:
            self.ins("nop", 0, ())
            end += 1
        self.cover(start, end, handler, self.pick((None, THROWABLE) + THROWN))
        self.conform(join.frame)
        self.goto(join)
        self.bind(handler)
        self.some(2)
        self.conform(join.frame)
        self.bind(join)

    def lock(self):
        """A monitor that is left on all ways, as compilers do it, but with anything on the operand stack."""
        if self.sub or self.held >= LOCKS:
            return
        if self.chance(0.5):
            self.member("getstatic", self.program.name, "LOCK", OBJECT, 0)
        else:
            self.value(self.program.a, 1)
        slot, kind = self.lock_slots[self.held], self.stack[-1]
        self.ins("dup", 0, [kind])
        self.store(slot)
        self.ins("monitorenter", 1, ())
        was = self.pinned, self.frozen
        self.pinned, self.frozen, self.held = dict(self.pinned), self.frozen | {slot}, self.held + 1
        self.pinned[slot] = OBJECT
        start = len(self.code.bytes)
        self.some(4)
        handler = Label((dict(self.pinned), [THROWABLE]))
        self.load(slot)
        self.ins("monitorexit", 1, ())
        end = len(self.code.bytes)
        self.pinned, self.frozen, self.held = was[0], was[1], self.held - 1
        del self.slots[slot]
        join = Label(self.frame_here())
        self.goto(join)
        again = len(self.code.bytes)
        self.bind(handler)
        self.load(slot)
        self.ins("monitorexit", 1, ())
        after = len(self.code.bytes)
        self.ins("athrow", 1, ())
        self.cover(start, end, handler, None)
        self.cover(again, after, handler, None)
        self.stack = None
        self.bind(join)

    def callable_subroutine(self):
        """In half of the methods the first calls the second, which then nobody else may: inference could not tell where that returns to."""
        if not self.subs or self.sub is self.subs[-1] or (self.sub and not self.nested):
            return None
        return self.subs[1] if self.sub else self.subs[0] if self.nested else self.pick(self.subs)

    def subroutine(self):
        if self.held or any(s in self.stable for s in self.frozen if s):
            return  # what it throws would leave the monitor locked; it may store into the counter of a loop
        sub = self.callable_subroutine()
        if not sub:
            return
        self.conform(sub.frame)
        self.code.jump("jsr_w" if self.chance(0.2) else "jsr", sub.label)
        self.code.max_stack = max(self.code.max_stack, size_of(self.stack) + 1)
        self.slots.update(self.stable)
        self.stack = []
        for kind in sub.after:
            self.push(kind)

    STATEMENTS = ((0.24, "produce"), (0.5, "consume_some"), (0.62, "shuffle"), (0.66, "increment"), (0.71, "store_element"), (0.75, "put_field"), (0.76, "library"), (0.82, "two_ways"),
                  (0.88, "loop"), (0.9, "leave_loop"), (0.92, "switch"), (0.94, "guard"), (0.955, "lock"), (0.965, "give"), (0.972, "throw"), (1, "subroutine"))

    def produce(self):
        if len(self.stack) > 8:
            self.consume()
        else:
            self.value(self.pick(self.program.kept), 2)

    def consume_some(self):
        if self.stack:
            self.consume()
        else:
            self.produce()

    def statement(self):
        r = self.rnd.random()
        what = next(name for limit, name in self.STATEMENTS if r < limit)
        if len(self.code.bytes) > MOST_BYTES or (self.depth > 3 and what in ("two_ways", "loop", "switch", "guard", "lock")):
            what = "consume_some"
        getattr(self, what)()

    def some(self, most):
        self.depth += 1
        for _ in range(self.rnd.randrange(1, most + 1)):
            self.statement()
        self.depth -= 1

    # ---- the whole ----
    def random_frame(self):
        slots = dict(self.stable)
        at = self.free[0]
        while at <= self.free[-1]:
            kind = self.pick(self.program.kept)
            if self.chance(0.5) and at + is_wide(kind) <= self.free[-1]:
                slots[at] = kind
                at += is_wide(kind)
            at += 1
        return (slots, [self.pick(self.program.kept) for _ in range(self.pick((0, 0, 0, 1, 1, 2, 3)))])

    def begin(self):
        """The parameters are there; the other stable variables get their first values."""
        for slot, kind in self.stable.items():
            if slot in self.extra:
                self.value(kind, 0)
                self.store(slot)
            else:
                self.slots[slot] = kind
        self.pinned = dict(self.stable)

    def block(self, label, following):
        self.bind(label)
        out = Label(self.frame_here())
        on = Label(self.frame_here())
        self.burn(out)
        self.goto(on)
        self.bind(out)
        self.give_up()
        self.bind(on)
        for _ in range(self.rnd.randrange(1, 6)):
            self.statement()
        self.end_block(following)

    def end_block(self, following):
        r = self.rnd.random()
        target = self.pick(self.blocks)
        if r < 0.1:
            self.back(2)
            return
        if r < 0.13:
            self.value(THROWABLE, 1)
            self.ins("athrow", 1, ())
            self.stack = None
            return
        self.conform(target.frame)
        if r < 0.7:
            name = self.condition_on_top()
            self.jump(name, target)
        elif r < 0.8:
            self.key_on_top()
            stub = Label(self.frame_here(1))
            self.switch_on([target, stub], stub)
            self.stack = None
            self.bind(stub)
        else:
            self.goto(target)
            return
        following = following if following and self.chance(0.7) else None
        other = following or self.pick(self.blocks)
        self.conform(other.frame)
        if not following:
            self.goto(other)

    def condition_on_top(self):
        """A condition that leaves all operands that are there."""
        if self.chance(0.5):
            self.value("I", 2)
            return "if" + self.pick(("eq", "ne", "lt", "ge", "gt", "le"))
        self.value("I", 1)
        self.value("I", 1)
        return "if_icmp" + self.pick(("eq", "ne", "lt", "ge", "gt", "le"))

    def key_on_top(self):
        self.value("I", 1)
        self.int_constant(3)
        self.ins("iand", 2, "I")

    def write_subroutines(self):
        for sub in self.subs:
            self.sub = sub
            self.stack = None
            self.bind(sub.label)
            self.frozen = {0} | {s.slot for s in self.subs}
            self.code.local("astore", sub.slot)
            self.stack.pop()
            self.slots[sub.slot] = ADDRESS
            self.pinned = dict(self.stable)
            self.pinned[sub.slot] = ADDRESS
            self.some(4)
            self.conform((self.stable, sub.after))
            self.code.local("ret", sub.slot)

    def ranges(self, begin, end, handlers):
        """Over everything that is no subroutine, from any instruction to any other."""
        starts = [s for s in self.code.starts if begin <= s < end] + [end]
        for _ in range(self.rnd.randrange(5) if handlers else 0):
            start, stop = sorted(self.rnd.sample(starts, 2))
            self.inner.append((start, stop, self.pick(handlers), self.pick((None, THROWABLE) + THROWN)))

    def write(self):
        if self.small:
            return self.write_small()
        self.blocks = [Label(self.random_frame()) for _ in range(self.pick((1, 2, 3, 4, 6, 9)))]
        handlers = [Label((dict(self.stable), [THROWABLE])) for _ in range(self.pick((0, 1, 1, 2)))]
        self.blocks += handlers
        self.rnd.shuffle(self.blocks)
        self.counted = 2  # before fuel is burnt nothing generated is called
        self.begin()
        first = self.pick(self.blocks) if self.chance(0.3) else self.blocks[0]
        self.conform(first.frame)
        self.counted = 0
        begin = len(self.code.bytes)
        if first is not self.blocks[0]:
            self.goto(first)
        for label, following in zip(self.blocks, [*self.blocks[1:], None]):
            self.block(label, following)
        end = len(self.code.bytes)
        self.write_subroutines()
        self.ranges(begin, end, handlers)
        self.code.handlers = self.inner
        return self.code


    def write_small(self):
        """Calls nothing in loops, and not itself."""
        self.subs, self.counted = [], 1
        self.begin()
        self.some(3)
        self.back(1)
        self.code.handlers = self.inner
        return self.code


def operands(name):
    return 2 if "cmp" in name else 1


# Version, stack maps: two classes in eight are verified by inference.
VERSIONS = ((49, False), (50, False), (50, True), (52, True), (55, True), (61, True), (61, True), (61, True))
IN_CLASS = 25

TAIL = """
    static void renew(int k) {
        sai = new int[8]; saj = new long[5]; sad = new double[4]; sab = new byte[9]; sac = new char[3]; saf = new float[4]; sas = new short[6]; saz = new boolean[5];
        sal = new A[4]; sao = new Object[3]; saai = new int[3][4];
        reset(k);
    }
    static final boolean LOUD = Boolean.getBoolean("loud");
    static long told(int round, long h) { if (LOUD) System.out.println(round + " " + Long.toHexString(h)); return h; }
    static long seen(Throwable e, int round) {
        if (LOUD) e.printStackTrace(System.out);
        if (e instanceof LinkageError && e.getClass() != IncompatibleClassChangeError.class) { e.printStackTrace(); System.exit(3); }
        long h = e.getClass().getName().hashCode();
        StackTraceElement[] t = e.getStackTrace();
        if (!(e instanceof NullPointerException)) h = h * 31 + String.valueOf(e.getMessage()).hashCode();
        if ((round & 3) == 0) for (StackTraceElement s : t) h = h * 31 + s.getLineNumber() + s.getMethodName().hashCode();
        return h;
    }
"""
RESULTS = NUMBERS * 3 + ("Z", "B", "S", "C")


def new_method(program, owner, number):
    rnd = program.rnd
    params = ["I"] + [rnd.choice(NUMBERS * 2 + (program.a, program.a, "[I", OBJECT)) for _ in range(rnd.randrange(6))]
    return Method(owner, f"m{number}", params, rnd.choice(RESULTS + (program.a, TEXT, "[I")))


def write_classes(program, count):
    """The class files of `count` methods: bytes by name."""
    files = {}
    for first in range(0, count, IN_CLASS):
        version, with_map = program.rnd.choice(VERSIONS)
        out = ClassFile(f"{program.name}Code{first}", version, with_map)
        for number in range(first, min(first + IN_CLASS, count)):
            m = new_method(program, out.name, number)
            code = Writer(program, out, m, version == 49 and program.rnd.random() < 0.7).write()
            out.method(SYNCHRONIZED if program.rnd.random() < 0.04 else 0, m.name, m.descriptor, code)
            program.methods.append(m)
        files[out.name] = out.bytes()
    return files


def caller(program, number, method):
    """The Java method that calls a generated one and adds up what came of it."""
    made = {"I": "gi()", "J": "gj()", "F": "gf()", "D": "gd()", program.a: "gl()", "[I": "gai()", OBJECT: "gl()"}
    args = ", ".join(["next() % 24 + 1"] + [made[p] for p in method.params[1:]])
    return [f"    static long c{number}(int rounds) {{", "        long h = 0;", f"        renew({number});", "        for (int r = 0; r < rounds; r++) {",
            f"            try {{ h = h * 31 + mix({method.owner}.{method.name}({args})); }} catch (Throwable e) {{ h = h * 31 + seen(e, r); }}", "            told(r, h);",
            "        }", "        return h * 31 + state();", "    }"]


def program(name, seed, count):
    """The text of the class `name`, and class files by name: `count` methods; main takes how often each is called, and which (all)."""
    rnd = random.Random(seed)
    p = Program(name, rnd)
    out = [f"// seed {seed}, {count} methods in bytecode", f"public class {name} {{", java_methods.HEAD.replace("@FINAL@", str(rnd.randrange(1, 99))), TAIL]
    java_methods.write_classes(rnd, out)
    files = write_classes(p, count)
    for number, method in enumerate(p.methods):
        out += caller(p, number, method)
    out += java_methods.main_of(name, count)
    return "\n".join(out) + "\n", files
