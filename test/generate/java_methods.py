"""Random Java methods that end, whose results a program prints as one checksum for each method.

A program is one class with classes of its own for objects: fields of all types, virtual methods that override each other, an interface. Its static methods take
and return values of all types; each may call those before it. What can happen in them: arithmetic that overflows, shifts, narrowing, NaN and infinities, division
by 0, null, indexes out of bounds, wrong casts and stores, negative array sizes, handlers and finally, loops in loops with break and continue by label, switches,
allocation, lambdas, locks, recursion, concatenation; small objects that mostly stay in the method and get out of it on ways that are seldom taken; and what
java_shapes.py has.

An estimate of the steps that a method takes keeps all of it short. The same seed gives the same program.
"""
import random

import java_shapes

INT, LONG, FLOAT, DOUBLE, BOOL, BYTE, SHORT, CHAR = "int", "long", "float", "double", "boolean", "byte", "short", "char"
NUMBERS = (INT, LONG, FLOAT, DOUBLE)
SMALL = (BYTE, SHORT, CHAR)
PRIMITIVES = NUMBERS + SMALL + (BOOL,)
OBJECT, TEXT = "A", "String"
ARRAYS = ("int[]", "long[]", "double[]", "byte[]", "char[]", "float[]", "short[]", "boolean[]", "A[]", "Object[]", "int[][]")
MOST_STEPS = 3000
INTS = ("0", "1", "-1", "2", "3", "7", "8", "31", "32", "33", "63", "64", "100", "-128", "127", "255", "256", "65535", "65536", "1000003", "-2147483648", "2147483647")
LONGS = ("0L", "1L", "-1L", "2L", "10L", "63L", "4294967296L", "-4294967297L", "2147483648L", "-9223372036854775808L", "9223372036854775807L", "1234567890123L")
FLOATS = ("0f", "-0f", "1f", "-1.5f", "0.1f", "3e38f", "1e-45f", "Float.NaN", "Float.POSITIVE_INFINITY", "16777217f")
DOUBLES = ("0d", "-0d", "1d", "-2.5", "0.1", "1e308", "4.9e-324", "Double.NaN", "Double.NEGATIVE_INFINITY", "9007199254740993d")
FIELDS = {INT: "i", LONG: "j", FLOAT: "f", DOUBLE: "d", BOOL: "z", BYTE: "b", SHORT: "s", CHAR: "c", OBJECT: "next", "int[]": "ai", "Object[]": "ao"}
CLASSES = ("A", "B", "C", "D")
SMALL_ONE = "P"
LONG_ARRAYS = {INT: {"lai": 40, "lbi": 37}, LONG: {"laj": 33, "lbj": 40}, FLOAT: {"laf": 40, "lbf": 39}, DOUBLE: {"lad": 40, "lbd": 36},
               BYTE: {"lab": 90, "lbb": 80}, SHORT: {"las": 50, "lbs": 44}, CHAR: {"lac": 50, "lbc": 45}, BOOL: {"laz": 60, "lbz": 60}}
SMALL_FIELDS = {INT: "x", LONG: "y", FLOAT: "f", DOUBLE: "d", BOOL: "z", BYTE: "b", SHORT: "s", CHAR: "c", OBJECT: "a"}

HEAD = """
    interface Op { int op(int x, long y); long more(A a); }
    static final Object LOCK = new Object();
    static final class P {
        int x; long y; A a; byte b; short s; char c; boolean z; float f; double d; P p;
        P(int x, long y, A a) { this.x = x; this.y = y; this.a = a; b = (byte) x; f = x; }
        synchronized int add(int k) { x += k; return x - b; }
        synchronized int at(int i) { c += i; return sai[i] + c; }
        P swap() { P r = new P((int) y, x, a); r.p = this; return r; }
        boolean same(P o) { return this == o || p == o; }
        long sum() { return x + mix(y) * 3 + mix(f) * 5 + mix(d) * 7 + mix(z) + b + s + c + mix(a); }
    }
    static P sp;
    static P pair(int x, long y) { return new P(x, y, sl); }
    static long mix(P p) { long h = 3; for (int n = 0; p != null && n < 3; n++, p = p.p) h = h * 31 + p.sum(); return h; }
    static final int FINAL = @FINAL@;
    static final double FINAL_D = @FINAL@ * 0.37;
    static int si; static long sj; static float sf; static double sd; static boolean sz; static byte sb; static short ss; static char sc; static A sl;
    static volatile int sv;
    static int[] sai = new int[8]; static long[] saj = new long[5]; static double[] sad = new double[4]; static byte[] sab = new byte[9]; static char[] sac = new char[3];
    static float[] saf = new float[4]; static short[] sas = new short[6]; static boolean[] saz = new boolean[5]; static A[] sal = new A[4];
    static final int[] lai = new int[40], lbi = new int[37]; static final long[] laj = new long[33], lbj = new long[40];
    static final float[] laf = new float[40], lbf = new float[39]; static final double[] lad = new double[40], lbd = new double[36];
    static final byte[] lab = new byte[90], lbb = new byte[80]; static final short[] las = new short[50], lbs = new short[44]; static final char[] lac = new char[50], lbc = new char[45];
    static final boolean[] laz = new boolean[60], lbz = new boolean[60];
    static Object[] sao = new Object[3]; static int[][] saai = new int[3][4]; static String st = "t";
    static void reset(int k) {
        seed = k * 7919L + 17; si = k; sj = k * 31L; sf = k; sd = k; sz = false; sb = 1; ss = 2; sc = 'c'; sl = new B(k); sp = null; sv = 0; st = "t";
        for (int i = 0; i < 8; i++) sai[i] = i * k;
        for (int i = 0; i < 5; i++) { saj[i] = i - k; saz[i] = i > 2; }
        for (int i = 0; i < 4; i++) { sad[i] = i * 0.5; saf[i] = -i; sal[i] = i == 3 ? null : i == 1 ? new C(i) : new B(i); }
        for (int i = 0; i < 9; i++) sab[i] = (byte) (i * 37);
        for (int i = 0; i < 3; i++) { sac[i] = (char) (65500 + i * 20); sao[i] = i == 0 ? "x" : i == 1 ? new D(2) : null; for (int j = 0; j < 4; j++) saai[i][j] = i * j; }
        for (int i = 0; i < 6; i++) sas[i] = (short) (i * 7000);
        for (int i = 0; i < 90; i++) { lab[i] = (byte) (i * k); lbb[i % 80] = (byte) (i * 5 - k); laz[i % 60] = i % 3 == 0; lbz[i % 60] = (i & k) == 0; }
        for (int i = 0; i < 50; i++) { las[i] = (short) (i * 1500 + k); lbs[i % 44] = (short) (k - i); lac[i] = (char) (i * 1300); lbc[i % 45] = (char) (k * i); }
        for (int i = 0; i < 40; i++) {
            lai[i] = i * 107374182 - k; lbi[i % 37] = k * i; laj[i % 33] = i * 0x1234567890abL - k; lbj[i] = ~i; laf[i] = i * 0.3f; lbf[i % 39] = 7 - i; lad[i] = i / (k + 1.0); lbd[i % 36] = -i;
        }
    }
    static long seed;
    static int next() { seed = seed * 6364136223846793005L + 1442695040888963407L; return (int) (seed >>> 33); }
    static final int[] INTS = {0, 1, -1, 2, 5, 31, 32, 127, -128, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long[] LONGS = {0, 1, -1, 2, 63, 1L << 32, -(1L << 33), Long.MAX_VALUE, Long.MIN_VALUE};
    static final float[] FLOATS = {0, -0f, 1, -1.5f, 0.1f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, 3e38f, -7e9f};
    static final double[] DOUBLES = {0, -0d, 1, -2.5, 0.1, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 1e300, -3e18};
    static int gi() { int n = next(); return (n & 3) == 0 ? INTS[(n >>> 2) % INTS.length] : (n & 3) == 1 ? n >> 3 : (n >> 2) % 12; }
    static long gj() { int n = next(); return (n & 3) == 0 ? LONGS[(n >>> 2) % LONGS.length] : (n & 3) == 1 ? (long) n * next() : n % 12; }
    static float gf() { int n = next(); return (n & 3) == 0 ? FLOATS[(n >>> 2) % FLOATS.length] : n * 0.37f; }
    static double gd() { int n = next(); return (n & 3) == 0 ? DOUBLES[(n >>> 2) % DOUBLES.length] : n * 0.0037; }
    static boolean gz() { return (next() & 1) == 0; }
    static A gl() { int n = next() % 9; return n == 0 ? null : n < 4 ? new A(n) : n < 6 ? new B(n) : n < 8 ? new C(n) : new D(n); }
    static int[] gai() { int n = next() % 9; return n == 8 ? null : new int[n]; }
    static long mix(int x) { return x; } static long mix(long x) { return x ^ x >>> 29; } static long mix(boolean x) { return x ? 3 : 5; }
    static long mix(float x) { return Float.floatToIntBits(x); } static long mix(double x) { return Double.doubleToLongBits(x) * 31 >>> 3; }
    static long mix(String x) { return x == null ? 1 : x.hashCode(); }
    static long mix(A a) { long h = 7; for (int n = 0; a != null && n < 4; n++, a = a.next) h = h * 31 + a.sum(); return h; }
    static long mix(int[] a) { if (a == null) return 2; long h = a.length; for (int x : a) h = h * 31 + x; return h; }
    static long state() {
        long h = si + mix(sj) * 3 + mix(sf) * 5 + mix(sd) * 7 + mix(sz) + sb + ss + sc + mix(sl) + mix(sai) + sv + mix(st) + mix(sp);
        for (long x : saj) h = h * 31 + x; for (double x : sad) h = h * 31 + mix(x); for (byte x : sab) h = h * 31 + x; for (char x : sac) h = h * 31 + x;
        for (float x : saf) h = h * 31 + mix(x); for (short x : sas) h = h * 31 + x; for (boolean x : saz) h = h * 31 + mix(x); for (A x : sal) h = h * 31 + mix(x);
        
        h = h * 31 + mix(lai) * 3 + mix(lbi) * 5 + java.util.Arrays.hashCode(laj) * 7L + java.util.Arrays.hashCode(lbj) * 11L + java.util.Arrays.hashCode(laf) * 13L;
        h = h * 31 + java.util.Arrays.hashCode(lbf) * 3L + java.util.Arrays.hashCode(lad) * 5L + java.util.Arrays.hashCode(lbd) * 7L + java.util.Arrays.hashCode(lab) * 11L;
        h = h * 31 + java.util.Arrays.hashCode(lbb) * 3L + java.util.Arrays.hashCode(las) * 5L + java.util.Arrays.hashCode(lbs) * 7L + java.util.Arrays.hashCode(lac) * 11L;
        h = h * 31 + java.util.Arrays.hashCode(lbc) * 3L + java.util.Arrays.hashCode(laz) * 5L + java.util.Arrays.hashCode(lbz) * 7L;
        for (Object x : sao) h = h * 31 + (x instanceof A ? mix((A) x) : x == null ? 3 : x.getClass().getName().length()); for (int[] x : saai) h = h * 31 + mix(x);
        return h;
    }
    static long trace(Throwable e, int round) {
        long h = e.toString().hashCode();
        if ((round & 3) == 0) for (StackTraceElement s : e.getStackTrace()) h = h * 31 + s.getLineNumber() + s.getMethodName().hashCode();
        return h;
    }
"""


class Method:
    def __init__(self, name, kind, params, steps):
        self.name, self.kind, self.params, self.steps = name, kind, params, steps


class ArrayLoop:
    """A loop over arrays that works on their elements one by one; some can be done several elements at a time, some only look as if.

    What does not change in the loop is computed in front of it. Most loops stay in their arrays' bounds.
    """

    def __init__(self, writer):
        self.w, self.rnd, self.i = writer, writer.rnd, writer.name("i")
        self.own, self.lowest, self.highest, self.lengths, self.body = {}, 0, 0, {}, []

    def chance(self, p):
        return self.rnd.random() < p

    def pick(self, things):
        return self.rnd.choice(things)

    def array(self, kind):
        own = self.w.variables(kind + "[]")
        if own and self.chance(0.03):
            return self.pick(own)  # mostly too short
        if kind in self.own and self.chance(0.5):
            return self.pick(self.own[kind])
        name = self.pick(list(LONG_ARRAYS[kind]))
        if kind not in self.lengths or LONG_ARRAYS[kind][name] < LONG_ARRAYS[kind][self.lengths[kind]]:
            self.lengths[kind] = name
        if self.chance(0.6):
            return name
        local = self.w.name("a")
        self.w.line(f"{kind}[] {local} = {name};")
        self.own.setdefault(kind, []).append(local)
        return local

    def element(self, kind, near=0.7):
        offset = 0 if self.chance(near) else self.pick((-1, 1, -1, 1, 2, -2, 3, 4, -4))
        self.lowest, self.highest = min(self.lowest, offset), max(self.highest, offset)
        return f"{self.array(kind)}[{self.i}{f' {chr(43 if offset > 0 else 45)} {abs(offset)}' if offset else ''}]"

    def invariant(self, kind):
        r = self.rnd.random()
        if r < 0.4:
            return f"({self.w.literal(kind)})"
        place = self.w.place(kind, depth=0) if r < 0.7 else None
        if place:
            return place
        name = self.w.name("k")
        self.w.line(f"{kind} {name} = {self.w.expr(kind, 2)};")
        return name

    def leaf(self, kind):
        r = self.rnd.random()
        if r < 0.2:
            return self.invariant(kind)
        if r < 0.28 and kind in NUMBERS:
            return self.i
        if r < 0.5 and kind == INT:
            small = self.element(self.pick(SMALL))
            return f"({small} & 255)" if self.chance(0.2) else small
        return self.element(kind)

    def value(self, kind, depth):
        if kind in SMALL:
            return f"({kind}) ({self.value(INT, depth)})"
        if depth <= 0 or self.chance(0.2):
            return self.leaf(kind)
        if self.chance(0.12):
            return self.converted(kind, depth - 1)
        return self.logic(depth - 1) if kind == BOOL else self.whole(kind, depth - 1) if kind in (INT, LONG) else self.fraction(kind, depth - 1)

    def converted(self, kind, depth):
        if kind == BOOL:
            return f"({self.value(INT, depth)} < {self.value(INT, depth)})"
        if kind == INT and self.chance(0.6):
            return f"({self.pick(SMALL)}) ({self.value(INT, depth)})"
        return f"({kind}) ({self.value(self.pick([k for k in NUMBERS if k != kind]), depth)})"

    def logic(self, depth):
        if self.chance(0.2):
            return f"!({self.value(BOOL, depth)})"
        return f"({self.value(BOOL, depth)} {self.pick('&|^')} {self.value(BOOL, depth)})"

    def whole(self, kind, depth):
        r, x = self.rnd.random(), self.value(kind, depth)
        if r < 0.2:
            by = self.pick((0, 1, 3, 7, 8, 15, 16, 24, 31, 32, 33, 63, -1)) if self.chance(0.85) else self.invariant(INT)
            return f"({x} {self.pick(('<<', '>>', '>>>'))} {by})"
        if r < 0.3:
            return f"Math.{self.pick(('min', 'max'))}({x}, {self.value(kind, depth)})"
        if r < 0.4:
            return self.pick((f"-({x})", f"~({x})", f"Math.abs({x})"))
        if r < 0.44:
            return f"({x} {self.pick('/%')} {self.pick(('10', '7', '16', '-3', self.invariant(kind)))})"
        return f"({x} {self.pick('++--*&|^')} {self.value(kind, depth)})"

    def fraction(self, kind, depth):
        r, x = self.rnd.random(), self.value(kind, depth)
        if r < 0.12:
            return f"{'(float) ' if kind == FLOAT else ''}Math.sqrt({x})"
        if r < 0.22:
            return f"Math.{self.pick(('min', 'max'))}({x}, {self.value(kind, depth)})"
        if r < 0.32:
            return self.pick((f"-({x})", f"Math.abs({x})"))
        return f"({x} {self.pick('++--**/%')} {self.value(kind, depth)})"

    def store(self):
        kind = self.pick(PRIMITIVES)
        to = self.element(kind, 0.85)
        if kind != BOOL and self.chance(0.25):
            self.body.append(f"{to} {self.pick(('+=', '-=', '*=', '+='))} {self.value(INT if kind in SMALL else kind, 1)};")
        else:
            self.body.append(f"{to} = {self.value(kind, self.pick((0, 1, 1, 2, 2, 3)))};")

    def variable(self, kind):
        """A variable that lives on behind the loop."""
        name = self.w.name("s")
        self.w.line(f"{kind} {name} = {self.invariant(kind)};")
        self.w.locals[-1][name] = kind
        return name

    def reduction(self):
        kind = self.pick((INT, INT, LONG, FLOAT, DOUBLE))
        to = self.variable(kind) if self.chance(0.9) else {INT: "si", LONG: "sj", FLOAT: "sf", DOUBLE: "sd"}[kind]
        x = self.value(self.pick((INT, kind)), 1)
        if self.chance(0.2):
            self.body.append(f"{to} = Math.{self.pick(('min', 'max'))}({to}, {x});")
        else:
            self.body.append(f"{to} {self.pick(('+', '+', '+', '-', '*') + (('^', '|', '&') if kind in (INT, LONG) else ()))}= {x};")

    def last(self):
        """The last value loaded is there behind the loop."""
        kind = self.pick(NUMBERS)
        name = self.variable(kind)
        self.body += [f"{name} = {self.value(kind, 1)};", f"{self.element(kind, 0.9)} = {self.pick((name, f'{name} + {name}', f'-{name}'))};"]

    def head(self):
        shortest = min(self.lengths.items(), key=lambda e: LONG_ARRAYS[e[0]][e[1]], default=None)
        first, array = -self.lowest, shortest[1] if shortest else "sai"
        limit = (LONG_ARRAYS[shortest[0]][array] if shortest else 8) - self.highest
        first = self.pick((first,) * 7 + (first + self.rnd.randrange(8), f"{first} + (si & 7)", first - 1 if self.chance(0.3) else first))
        behind = f" - {self.highest}" if self.highest else ""
        most = self.pick((str(limit), str(self.rnd.randrange(limit // 2, limit + 1)), f"{array}.length{behind}", f"Math.min({limit}, {self.w.expr(INT, 1)} & 127)", "+"))
        if most == "+":
            most = self.w.name("n")
            self.w.line(f"int {most} = {self.pick((f'{array}.length{behind}', f'Math.min({limit}, {self.w.expr(INT, 1)} & 63)', f'{self.w.expr(INT, 1)} & 127'))};")
        return self.pick((f"int {self.i} = {first}; {self.i} < {most}; {self.i}++",) * 10 + (f"int {self.i} = {first}; {self.i} <= {most} - 1; {self.i}++",) * 2 +
                         (f"int {self.i} = {first}; {self.i} < {most}; {self.i} += 2", f"int {self.i} = {most} - 1; {self.i} >= {first}; {self.i}--"))

    def write(self):
        for _ in range(self.pick((1, 1, 1, 2, 2, 3))):
            self.pick((self.store, self.store, self.store, self.reduction, self.last))()
        self.w.line(f"for ({self.head()}) {{")
        for text in self.body:
            self.w.line("    " + text)
        self.w.line("}")


class Writer:
    """Writes the body of one method."""

    def __init__(self, rnd, methods, params, result, recursive=None, this=None):
        self.rnd, self.methods, self.result, self.recursive, self.this = rnd, methods, result, recursive, this
        self.lines, self.indent = [], 2
        self.locals = [dict(params)]  # scopes: name -> type
        self.fixed = set()  # not assigned: variables of loops
        self.labels, self.times, self.steps, self.names, self.in_lambda, self.calls_itself = [], 1, 0, 0, False, False

    # ---- helpers ----
    def chance(self, p):
        return self.rnd.random() < p

    def pick(self, things):
        return self.rnd.choice(things)

    def name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def cost(self, n=1):
        self.steps += n * self.times

    def room(self, n=1):
        return self.steps + n * self.times < MOST_STEPS

    def variables(self, kind, assigned=False):
        return [n for scope in self.locals for n, k in scope.items() if k == kind and not (assigned and (n in self.fixed or self.in_lambda))]

    # ---- expressions ----
    def place(self, kind, assigned=False, depth=2):
        """Something of the kind that can be read, or assigned to; None: there is none at hand."""
        ways = []
        own = self.variables(kind, assigned)
        if own and not (self.in_lambda and self.locals[-1].get("lambda") is None):
            ways += [lambda: self.pick(own)] * 4
        if kind in FIELDS and kind != "Object[]":
            ways.append(lambda: {INT: "si", LONG: "sj", FLOAT: "sf", DOUBLE: "sd", BOOL: "sz", BYTE: "sb", SHORT: "ss", CHAR: "sc", OBJECT: "sl", "int[]": "sai"}[kind])
        if kind == INT:
            ways.append(lambda: "sv")
        small = self.variables(SMALL_ONE) if kind in SMALL_FIELDS and not self.in_lambda else ()
        if small:
            ways += [lambda: f"{self.pick(small)}.{SMALL_FIELDS[kind]}"] * 3
        if kind in FIELDS and depth > 0:
            ways.append(lambda: f"{self.object(depth - 1)}.{FIELDS[kind]}")
            if self.this:
                ways += [lambda: FIELDS[kind]] * 2
        if kind + "[]" in ARRAYS and depth > 0:
            ways += [lambda: f"{self.array(kind + '[]', depth - 1)}[{self.index(depth - 1)}]"] * 2
        if kind == INT and depth > 0:
            ways.append(lambda: f"saai[{self.index(depth - 1)}][{self.index(depth - 1)}]")
        return self.pick(ways)() if ways else None

    def index(self, depth):
        e = self.expr(INT, depth)
        return self.pick((e, f"({e}) & 3", f"({e}) & 7", str(self.rnd.randrange(5)), f"({e}) & 1"))

    def array(self, kind, depth):
        own = self.variables(kind)
        static = {"int[]": "sai", "long[]": "saj", "double[]": "sad", "byte[]": "sab", "char[]": "sac", "float[]": "saf", "short[]": "sas", "boolean[]": "saz", "A[]": "sal",
                  "Object[]": "sao", "int[][]": "saai"}[kind]
        return self.pick(own) if own and self.chance(0.6) else static

    def object(self, depth):
        own = self.variables(OBJECT)
        if own and self.chance(0.7):
            return self.pick(own)
        if self.this and self.chance(0.4):
            return "this"
        if depth > 0 and self.chance(0.3):
            return f"(({self.pick(CLASSES)}) (A) {self.expr(OBJECT, depth - 1)})"
        return self.pick(("sl", "sal[0]", "sal[1]"))

    def literal(self, kind):
        if kind == INT:
            return self.pick(INTS) if self.chance(0.6) else str(self.rnd.randrange(-40, 40))
        if kind in SMALL:
            return f"({kind}) {self.rnd.randrange(-200, 70000)}"
        if kind == BOOL:
            return self.pick(("true", "false"))
        if kind == OBJECT:
            return "null" if self.chance(0.15) else f"new {self.pick(CLASSES)}({self.rnd.randrange(9)})"
        if kind == TEXT:
            return self.pick(('"a"', '"bc"', '""', '"\\u00e4\\u20ac"'))
        return self.pick({LONG: LONGS, FLOAT: FLOATS, DOUBLE: DOUBLES}[kind])

    def call(self, kind, depth):
        fits = [m for m in self.methods if m.kind == kind and self.room(m.steps)]
        if not fits or self.in_lambda:
            return None
        m = self.pick(fits)
        self.cost(m.steps)
        return f"{m.name}({', '.join(self.expr(p, depth - 1) for p in m.params)})"

    def special(self, kind, depth):
        """What only some kinds have; None: nothing."""
        r = self.rnd.random()
        if kind == INT:
            a = self.pick(ARRAYS)
            if r < 0.25:
                return f"{self.array(a, depth)}.length"
            if r < 0.55 and self.room(60) and not self.in_lambda and not self.this:
                self.cost(60)
                return f"{self.object(depth)}.{self.pick(('op', 'v0', 'v1'))}({self.expr(INT, depth - 1)}, {self.expr(LONG, depth - 1)})"
            if r < 0.65 and self.room(60) and not self.this:
                self.cost(60)
                return f"((Op) {self.object(depth)}).op({self.expr(INT, depth - 1)}, {self.expr(LONG, depth - 1)})"
            if r < 0.7:
                return "FINAL"
            if r < 0.8:
                return f"Math.{self.pick(('min', 'max'))}({self.expr(INT, depth - 1)}, {self.expr(INT, depth - 1)})"
            if r < 0.9:
                return f"Integer.{self.pick(('bitCount', 'numberOfLeadingZeros', 'reverse', 'numberOfTrailingZeros', 'highestOneBit'))}({self.expr(INT, depth - 1)})"
            return f"({self.expr(BOOL, depth - 1)} ? {self.expr(INT, depth - 1)} : {self.expr(INT, depth - 1)})"
        if kind == LONG:
            if r < 0.2 and self.room(60) and not self.this:
                self.cost(60)
                return f"((Op) {self.object(depth)}).more({self.expr(OBJECT, depth - 1)})"
            if r < 0.5:
                return f"Long.{self.pick(('bitCount', 'reverse', 'lowestOneBit', 'numberOfTrailingZeros'))}({self.expr(LONG, depth - 1)})"
            if r < 0.7:
                return f"mix((A) {self.expr(OBJECT, depth - 1)})"
            return f"Math.abs({self.expr(LONG, depth - 1)})"
        if kind == DOUBLE:
            return self.pick((f"Math.sqrt({self.expr(DOUBLE, depth - 1)})", "FINAL_D", f"Math.abs({self.expr(DOUBLE, depth - 1)})",
                              f"Math.{self.pick(('min', 'max'))}({self.expr(DOUBLE, depth - 1)}, {self.expr(DOUBLE, depth - 1)})"))
        if kind == FLOAT:
            return f"Math.max({self.expr(FLOAT, depth - 1)}, {self.expr(FLOAT, depth - 1)})"
        return None

    def expr(self, kind, depth):
        self.cost()
        if depth <= 0 or not self.room(4):
            p = self.place(kind, depth=0) if self.chance(0.6) else None
            return p or self.literal_of(kind)
        if self.chance(0.18):
            e = self.call(kind, depth) if self.chance(0.5) else self.special(kind, depth)
            if e:
                return e
        if self.chance(0.3):
            p = self.place(kind, depth=depth)
            if p:
                return p
        if kind in NUMBERS:
            return self.arithmetic(kind, depth)
        if kind in SMALL:
            return f"({kind}) ({self.expr(self.pick(NUMBERS), depth - 1)})"
        if kind == BOOL:
            return self.condition(depth)
        if kind == TEXT:
            if self.chance(0.5):
                self.cost(40)
                return f"({self.expr(self.pick((TEXT, INT, LONG, CHAR, BOOL)), 0)} + \"-\" + {self.expr(self.pick((INT, TEXT, CHAR, LONG)), depth - 1)})"
            return self.literal(TEXT)
        if kind == OBJECT:
            return self.pick((f"{self.object(depth)}.next", self.object(depth), self.literal(OBJECT), f"new {self.pick(CLASSES)}({self.expr(INT, depth - 1)})",
                              f"({self.expr(BOOL, depth - 1)} ? (A) {self.object(depth)} : {self.object(depth)})"))
        return self.literal_of(kind)

    def literal_of(self, kind):
        if kind in ARRAYS:
            return self.array(kind, 0)
        if kind == OBJECT and self.chance(0.5):
            return self.object(0)
        return self.literal(kind)

    def arithmetic(self, kind, depth):
        r = self.rnd.random()
        other = self.pick(NUMBERS + SMALL)
        if r < 0.15:
            return f"(({kind}) {self.wrapped(other, depth)})"
        if r < 0.22:
            return f"(-{self.wrapped(kind, depth)})"
        if kind in (INT, LONG) and r < 0.4:
            return f"({self.expr(kind, depth - 1)} {self.pick(('<<', '>>', '>>>'))} {self.expr(self.pick((INT, LONG)), depth - 1)})"
        if kind in (INT, LONG) and r < 0.45:
            return f"(~{self.wrapped(kind, depth)})"
        if kind in (INT, LONG) and r < 0.5:
            return self.folded(kind, depth)
        ops = ("+", "-", "*", "+", "-", "*", "/", "%") + (("&", "|", "^", "&", "^") if kind in (INT, LONG) else ())
        op = self.pick(ops)
        right = self.expr(kind, depth - 1)
        if op in "/%" and kind in (INT, LONG) and self.chance(0.7):
            right = f"({right} | 1)" if self.chance(0.6) else self.pick(("3", "7", "-1", "16", "10"))
        return f"({self.expr(kind, depth - 1)} {op} {right})"

    def folded(self, kind, depth):
        """What the optimizer sees through: sums that are undone, masks and conversions upon one another."""
        x, y = (self.place(kind, depth=0) or self.literal(kind) for _ in range(2))
        mask = self.pick(("255", "127", "0xffff", "510", "0xff00ff", "1", "-256", "-65281", "0x7fffffff") + (("0xffffffffL", "Long.MAX_VALUE") if kind == LONG else ()))
        by, small, other = self.rnd.randrange(64), self.pick(SMALL), self.pick(SMALL + (INT, LONG))
        return self.pick((f"(({x} + {y}) - {x})", f"({y} + ({x} - {y}))", f"({x} - ({x} - {y}))", f"(({x} + {self.literal(kind)}) - ({x} + {self.literal(kind)}))",
                          f"(({x} >>> {by}) & {mask})", f"(({kind}) ({small}) (({other}) {self.wrapped(kind, depth)} & {mask}))", f"((int) (((long) {x} >>> {by}) & 0xffffffffL))",
                          f"(({kind}) ({small}) ({other}) {self.wrapped(kind, depth)})"))

    def wrapped(self, kind, depth):
        return f"({self.expr(kind, depth - 1)})"

    def condition(self, depth):
        r = self.rnd.random()
        if depth <= 0:
            return f"{self.place(INT, depth=0) or 'si'} {self.pick(('<', '>', '==', '!='))} {self.literal(INT)}"
        if r < 0.15:
            return f"({self.condition(depth - 1)} {self.pick(('&&', '||', '^', '&', '|'))} {self.condition(depth - 1)})"
        if r < 0.2:
            return f"!({self.condition(depth - 1)})"
        if r < 0.3:
            return f"((A) {self.object(depth)} instanceof {self.pick(CLASSES + ('Op',))})"
        if r < 0.37:
            return f"((A) {self.object(depth)} {self.pick(('==', '!='))} {self.pick(('null', '(A) ' + self.object(depth)))})"
        if r < 0.4:
            return f"(sao[{self.index(depth - 1)}] instanceof {self.pick(('String', 'A', 'Op', 'Comparable', 'Object[]'))})"
        kind = self.pick(NUMBERS)
        return f"({self.expr(kind, depth - 1)} {self.pick(('<', '<=', '>', '>=', '==', '!='))} {self.expr(kind, depth - 1)})"

    # ---- statements ----
    def block(self, count, before=()):
        self.locals.append({})
        self.indent += 1
        for text in before:
            self.line(text)
        for _ in range(count):
            self.statement()
        self.indent -= 1
        self.locals.pop()

    def declare(self):
        kind = self.pick(NUMBERS * 3 + SMALL + (BOOL, OBJECT, OBJECT, TEXT) + ARRAYS[:9])
        n = self.name()
        if kind in ARRAYS:
            made = f"new {kind[:-2]}[{self.pick((str(self.rnd.randrange(1, 9)), '(' + self.expr(INT, 1) + ') & 7', self.expr(INT, 1) + ' % 9'))}]"
            self.cost(12)
            self.line(f"{kind} {n} = {made if self.chance(0.6) else self.array(kind, 1)};")
        else:
            self.line(f"{kind} {n} = {self.expr(kind, 3)};")
        self.locals[-1][n] = kind

    def assign(self):
        kind = self.pick(NUMBERS * 2 + SMALL + (BOOL, OBJECT))
        to = self.place(kind, assigned=True)
        if to is None or to == "this":
            return
        if kind in NUMBERS and self.chance(0.5):
            op = self.pick(("+", "-", "*", "+", "-") + (("&", "|", "^", "<<", ">>", ">>>") if kind in (INT, LONG) else ()))
            right = INT if op in ("<<", ">>", ">>>") else self.pick((kind, kind, INT)) if kind not in (INT,) else self.pick((INT, INT, DOUBLE)) if op in "+-*" else INT
            self.line(f"{to} {op}= {self.expr(right, 2)};")
        elif kind in SMALL and self.chance(0.5):
            self.line(f"{to} {self.pick(('+', '^', '*', '-'))}= {self.expr(INT, 2)};")
        elif kind in NUMBERS + SMALL and self.chance(0.3):
            self.line(f"{to}{self.pick(('++', '--'))};")
        else:
            self.line(f"{to} = {self.expr(kind, 3)};")

    def branch(self):
        self.line(f"if ({self.condition(2)}) {{")
        self.block(self.rnd.randrange(1, 4))
        if self.chance(0.5):
            self.line("} else {")
            self.block(self.rnd.randrange(1, 3))
        self.line("}")

    def loop(self):
        bound = self.rnd.randrange(2, 14)
        if not self.room(bound * 8):
            return
        i, was = self.name("i"), self.times
        label = self.name("L") if self.chance(0.4) else None
        head = (label + ": " if label else "")
        self.times *= bound
        self.labels.append(label)
        self.locals.append({i: INT})
        self.fixed.add(i)
        way = self.rnd.random()
        if way < 0.35:
            self.line(f"{head}for (int {i} = {self.rnd.randrange(-1, 3)}; {i} < {self.pick((str(bound), f'{bound} - (si & 1)', f'{bound}'))}; {i}++) {{")
        elif way < 0.55:
            a = self.array(self.pick(ARRAYS[:9]), 1)
            self.line(f"{head}for (int {i} = {self.pick(('0', '0', '1', '-1', 'sb & 1'))}; {i} < {a}.length; {i}++) {{")
        elif way < 0.75:
            self.line(f"{head}for (int {i} = {bound}; {i} {self.pick(('>=', '>'))} 0; {i}{self.pick(('--', ' -= 2', ' -= 3'))}) {{")
        elif way < 0.9:
            self.line(f"int {i} = 0;")
            self.line(f"{head}while ({i}++ < {bound} && {self.condition(1)}) {{")
        else:
            self.line(f"int {i} = 0;")
            self.line(f"{head}do {{")
        self.block(self.rnd.randrange(1, 5))
        self.line(f"}} while (++{i} < {bound} && {self.condition(1)});" if way >= 0.9 else "}")
        self.locals.pop()
        self.labels.pop()
        self.times = was

    # ---- loops over arrays, of the kind that can run in vectors, and next to it ----
    def in_turn(self, kind, i, depth, stays):
        """A value of one turn: elements, what stays, and operations between them."""
        if depth == 0 or self.chance(0.25):
            behind = self.pick(("", "", "", "", " + 1", " - 1", " + 2"))
            return self.pick((f"{self.long_array(kind)}[{i}{behind}]",) * 4 + (stays, self.constant(kind)))
        x, y = self.in_turn(kind, i, depth - 1, stays), self.in_turn(kind, i, depth - 1, stays)
        if kind in (FLOAT, DOUBLE):
            return self.pick((f"({x} {self.pick('+-*/')} {y})",) * 4 + (f"-({x})", f"({kind}) Math.sqrt({x})"))
        if kind == BOOL:
            return f"({x} {self.pick('&|^')} {y})"
        by = self.rnd.choice((0, 1, 2, 7, 15, 31, 33))
        calls = () if kind not in (INT, LONG) else (f"Math.{self.pick(('min', 'max'))}({x}, {y})", f"({x} {self.pick(('>>', '>>>'))} {by})")
        return self.pick((f"({x} {self.pick('+-*&|^')} {y})",) * 5 + (f"-({x})", f"({x} << {by})") + calls)

    def long_array(self, kind):
        letter = FIELDS[kind]
        return self.pick((f"la{letter}", f"lb{letter}"))

    def constant(self, kind):
        return {INT: self.pick(("3", "-1", "65537")), LONG: self.pick(("3L", "-5L", "4294967299L")), FLOAT: "1.5f", DOUBLE: "-0.25", BOOL: "true"}.get(kind, "7")

    def over_arrays(self):
        if not self.room(200):
            return
        self.cost(150)
        kind = self.pick((INT, INT, LONG, FLOAT, DOUBLE, BYTE, SHORT, CHAR, BOOL))
        i, k, s = self.name("i"), self.name("k"), self.name("s")
        self.line(f"final {kind} {k} = {self.expr(kind, 1)};")
        total = kind in (INT, LONG, FLOAT, DOUBLE) and self.chance(0.4)
        if total:
            self.line(f"{kind} {s} = {k};")
        a = self.long_array(kind)
        limit = self.pick((f"{a}.length", f"{a}.length - 2", f"({self.expr(INT, 1)} & 31)", "41") + ("30", "29", "25") * 2)
        self.line(f"for (int {i} = {self.pick(('0', '1', '1', '2', 'si & 7'))}; {i} {self.pick(('<', '<', '<', '<='))} {limit}; {i}{self.pick(('++', '++', '++', ' += 2'))}) {{")
        self.indent += 1
        if not total or self.chance(0.4):
            for _ in range(self.pick((1, 1, 2))):
                self.line(f"{self.long_array(kind)}[{i}{self.pick(('', '', '', '', ' + 1'))}] = ({kind}) {self.in_turn(kind, i, self.rnd.randrange(3), k)};")
        if total:
            x = self.in_turn(kind, i, self.rnd.randrange(2), k)
            ways = (f"{s} += {x};", f"{s} += {x};") + (() if kind in (FLOAT, DOUBLE) else (f"{s} ^= {x};", f"{s} = Math.{self.pick(('min', 'max'))}({s}, {x});", f"{s} &= {x};", f"{s} |= {x};"))
            self.line(self.pick(ways))
        self.indent -= 1
        self.line("}")
        if total:
            self.line(f"sj += mix({s});")

    def array_loop(self):
        if not self.room(250) or self.in_lambda:
            self.assign()
            return
        self.cost(150)
        ArrayLoop(self).write()

    def leave_loop(self):
        loops = [x for x in self.labels if x != "switch"]
        if not loops:
            return
        named = [x for x in loops if x]
        to = " " + self.pick(named) if named and self.chance(0.5) else ""
        self.line(f"if ({self.condition(2)}) {self.pick(('break', 'continue'))}{to};")

    def switch(self):
        sparse = self.chance(0.4)
        self.line(f"switch ({self.expr(INT, 2)}{'' if sparse else ' & 7'}) {{")
        keys = self.rnd.sample((-2147483648, -100, -1, 0, 1, 2, 3, 10, 1000, 65536, 2147483647) if sparse else range(8), self.rnd.randrange(2, 6))
        self.labels.append("switch")
        for k in keys:
            self.line(f"case {k}:")
            self.block(self.rnd.randrange(1, 3), ("{",))
            self.line("}" + (" break;" if self.chance(0.7) else ""))
        if self.chance(0.6):
            self.line("default: {")
            self.block(1)
            self.line("}")
        self.labels.pop()
        self.line("}")

    def handler(self):
        self.line("try {")
        self.block(self.rnd.randrange(1, 4))
        if self.chance(0.3):
            self.indent += 1
            self.line(f"if ({self.condition(1)}) throw new {self.pick(('IllegalStateException', 'RuntimeException', 'Error'))}(\"t\" + {self.expr(INT, 0)});")
            self.indent -= 1
        caught = self.chance(0.75)
        if caught:
            e = self.name("e")
            kinds = self.pick(("ArithmeticException", "RuntimeException", "NullPointerException | ArrayIndexOutOfBoundsException", "Throwable", "ClassCastException"))
            self.line(f"}} catch ({kinds} {e}) {{")
            self.block(self.rnd.randrange(1, 3), (f"si += {e}.toString().length();",))
        if not caught or self.chance(0.4):
            self.line("} finally {")
            self.block(self.rnd.randrange(1, 3))
        self.line("}")

    def locked(self):
        self.line(f"synchronized ({self.pick(('LOCK', 'sai', self.object(0)))}) {{")
        self.block(self.rnd.randrange(1, 3))
        self.line("}")

    def new_small(self):
        self.cost(8)
        own = self.variables(SMALL_ONE)
        made = f"new P({self.expr(INT, 2)}, {self.expr(LONG, 1)}, {self.expr(OBJECT, 1)})"
        return self.pick((made, made, f"pair({self.expr(INT, 1)}, {self.expr(LONG, 1)})", f"{self.pick(own) if own else 'sp'}.swap()"))

    def seldom(self):
        return self.pick((f"si == {self.rnd.randrange(100000, 900000)}", f"(si & 63) == {self.rnd.randrange(64)}", self.condition(2)))

    def small(self):
        if self.in_lambda:
            return
        own = self.variables(SMALL_ONE)
        if not own or self.chance(0.4):
            made, n = self.new_small(), self.name("o")
            self.line(f"P {n} = {made};")
            self.locals[-1][n] = SMALL_ONE
            return
        o, other, r = self.pick(own), self.pick(own), self.rnd.random()
        if r < 0.15:
            self.line(f"synchronized ({o}) {{")
            self.block(self.rnd.randrange(1, 3))
            self.line("}")
        elif r < 0.3:
            self.line(f"if ({self.seldom()}) {self.pick(('sp = ' + o, o + '.p = ' + other, o + ' = ' + other, 'st += ' + o + '.sum()'))};")
        elif r < 0.45:
            self.line(f"si += {o}.{self.pick(('add', 'at'))}({self.index(1)});")
        elif r < 0.55:
            self.line(f"{o}.p = {self.pick((other, 'null', 'sp'))};")
        elif r < 0.65:
            self.line(f"if ({o}{self.pick(('.same(' + other + ')', ' == ' + other, '.p == ' + other, ' != sp'))}) {o}.x += {self.expr(INT, 1)};")
        elif r < 0.75:
            self.line(f"{o} = {self.seldom()} ? {self.new_small()} : {other};")
        elif r < 0.85:
            b = self.name("b")
            self.line(f"Integer {b} = {self.expr(INT, 2)}; Object {b}o = {self.pick((b, b, o))};")
            self.line(f"if ({b}o instanceof Integer) si ^= (Integer) {b}o + {b}; else if ({self.seldom()}) sao[{self.index(1)}] = {b};")
        else:
            self.line(f"sj += {o}.sum();")

    def function(self):
        if self.in_lambda or not self.room(40):
            return
        c, f = self.name("c"), self.name("f")
        self.line(f"final int {c} = {self.expr(INT, 2)};")
        inner = Writer(self.rnd, [], {"p": INT, "q": INT, c: INT, "lambda": "-"}, INT)
        inner.in_lambda = True
        self.line(f"java.util.function.IntBinaryOperator {f} = (p, q) -> {inner.expr(INT, 2)};")
        self.cost(30)
        self.line(f"si ^= {f}.applyAsInt({self.expr(INT, 1)}, {self.expr(INT, 1)});")
        self.locals[-1][c] = INT
        self.fixed.add(c)

    def give(self):
        self.line(f"if ({self.condition(2)}) return{' ' + self.expr(self.result, 2) if self.result != 'void' else ''};")

    def again(self):
        if not self.recursive or self.calls_itself or self.times > 1 or not self.room(200):
            return
        self.calls_itself = True
        args = ", ".join(["d - 1"] + [self.expr(p, 1) for p in self.recursive.params[1:]])
        self.line(f"if (d > 0 && d < 9) si += (int) mix({self.recursive.name}({args}));")

    def statement(self):
        self.cost()
        if not self.room(10):
            self.line("si++;")
            return
        r = self.rnd.random()
        depth = self.indent
        if depth > 7:
            self.assign()
            return
        if self.chance(0.1):
            java_shapes.Shapes(self).write()
            return
        for limit, what in ((0.2, self.declare), (0.46, self.assign), (0.5, self.array_loop), (0.61, self.branch), (0.72, self.loop), (0.75, self.over_arrays), (0.79, self.leave_loop), (0.83, self.switch),
                            (0.88, self.handler), (0.89, self.locked), (0.905, self.function), (0.92, self.give), (0.93, self.again),
                            (0.985, self.small)):
            if r < limit:
                what()
                return
        to = self.place(INT, True) or "si"
        self.line(f"{to} += {self.special(INT, 2) or '1'};")

    def body(self, count):
        for _ in range(count):
            self.statement()
        if self.result != "void":
            self.line(f"return {self.expr(self.result, 3)};")
        return self.lines


def write_classes(rnd, out):
    for n, c in enumerate(CLASSES):
        heirs = {"A": "implements Op", "B": "extends A", "C": "extends A", "D": "extends C"}[c]
        out.append(f"    static {'final ' if c == 'D' else ''}class {c} {heirs} {{")
        if c == "A":
            out.append("        int i; long j; float f; double d; boolean z; byte b; short s; char c; A next; int[] ai = new int[3]; Object[] ao;")
            out.append("        long sum() { return i + mix(j) * 3 + mix(f) * 5 + mix(d) * 7 + mix(z) + b + s + c + mix(ai); }")
            out.append("        A(int x) { i = x; j = x * 3L; f = x; d = x * 0.5; if ((x & 3) == 1) next = new A(x >> 2 & 7); }")
        else:
            out.append(f"        int own{c} = {n};")
            out.append(f"        {c}(int x) {{ super(x + {n}); own{c} += x; {'' if c != 'B' else 'z = x > 2;'} }}")
        for name, params, kind in (("op", {"x": INT, "y": LONG}, INT), ("more", {"a": OBJECT}, LONG), ("v0", {"x": INT, "y": LONG}, INT), ("v1", {"x": INT, "y": LONG}, INT)):
            if c != "A" and rnd.random() < 0.4:
                continue
            w = Writer(rnd, [], params, kind, this=c)
            w.steps = MOST_STEPS - 60
            lock = "synchronized " if rnd.random() < 0.1 else ""
            out += [f"        public {lock}{kind} {name}({', '.join(k + ' ' + p for p, k in params.items())}) {{", *w.body(rnd.randrange(0, 3)), "        }"]
        out.append("    }")


def write_method(rnd, methods, number, out):
    kind = rnd.choice(NUMBERS * 3 + (BOOL, OBJECT, TEXT, BYTE, CHAR, "int[]"))
    params = {f"p{i}": rnd.choice(NUMBERS * 2 + (BOOL, BYTE, CHAR, OBJECT, OBJECT, "int[]")) for i in range(rnd.randrange(0, 6))}
    recursive = rnd.random() < 0.15
    if recursive:
        params = {"d": INT, **params}
    m = Method(f"m{number}", kind, list(params.values()), 0)
    nearby = methods[-40:]
    w = Writer(rnd, nearby, params, kind, recursive=m if recursive else None)
    if recursive:
        w.fixed.add("d")
    lock = "synchronized " if rnd.random() < 0.03 else ""
    lines = w.body(rnd.choice((1, 2, 3, 4, 6, 9)))
    m.steps = w.steps * (9 if w.calls_itself else 1) + 10
    methods.append(m)
    made = {INT: "gi()", LONG: "gj()", FLOAT: "gf()", DOUBLE: "gd()", BOOL: "gz()", OBJECT: "gl()", "int[]": "gai()", BYTE: "(byte) gi()", SHORT: "(short) gi()", CHAR: "(char) gi()"}
    out += [f"    static {lock}{kind} {m.name}({', '.join(k + ' ' + p for p, k in params.items())}) {{", *lines, "    }",
            f"    static long c{number}(int rounds) {{", "        long h = 0;", f"        reset({number}); {java_shapes.RESET}", "        for (int r = 0; r < rounds; r++) {",
            f"            try {{ h = h * 31 + mix({m.name}({', '.join(made[p] for p in params.values())})); }} catch (Throwable e) {{ h = h * 31 + trace(e, r); }}",
            "        }", "        return (h * 31 + state()) * 31 + kept();", "    }"]


def main_of(name, count):
    """main, which takes how often each method is called, and the end of the class."""
    out = ["    public static void main(String[] args) {", "        int rounds = Integer.parseInt(args[0]);"]
    parts = [range(a, min(a + 100, count)) for a in range(0, count, 100)]
    out += [f"        part{n}(rounds);" for n in range(len(parts))]
    out.append("    }")
    for n, part in enumerate(parts):
        out.append(f"    static void part{n}(int rounds) {{")
        out += [f'        System.out.println("{name}.m{k} " + Long.toHexString(c{k}(rounds)));' for k in part]
        out.append("    }")
    return out + ["}"]


def program(name, seed, count):
    """The text of the class `name`: `count` methods."""
    rnd = random.Random(seed)
    out, methods = [f"// seed {seed}, {count} methods", f"public class {name} {{", HEAD.replace("@FINAL@", str(rnd.randrange(1, 99))), java_shapes.HEAD], []
    write_classes(rnd, out)
    java_shapes.write_late_classes(rnd, out)
    for k in range(count):
        write_method(rnd, methods, k, out)
    return "\n".join(out + main_of(name, count)) + "\n"
