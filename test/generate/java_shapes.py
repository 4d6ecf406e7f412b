"""Shapes of Java code in which compilers went wrong, for the methods that java_methods.py writes.

Loops with more values alive than there are registers, which store references to static and instance fields and to arrays, with switches in inner loops and with
allocations in methods that are taken in; loops with several ways out; blocks that nothing reaches once something is folded, at once or only when an object is not
made; strings beyond Latin-1; boxes, records, lambdas, streams; nested finally; monitors in monitors that are left by break and by exceptions; classes that are
linked in the middle and override what was called without a question.
"""

LATE_CLASSES, LONG = 24, "long"

HEAD = """
    static int[] kept = new int[3];
    static final int[][] KEPT = new int[4][];
    static A root, other; static Object any;
    static int[] make(int n, int unused) { int[] a = new int[n & 15]; return a; }
    static A node(int k, A next) { A a = new A(k); a.next = next; return a; }
    static P linked(P p, int k) { P r = new P(k, k * 3L, null); r.p = p; return r; }
    static Object[] both(Object a, Object b) { return new Object[] {a, b}; }
    static Integer boxed(int k) { return k; }
    static boolean always(int k) { return k == k; }
    static int three() { return 3; }
    static final class Walk {
        final int[] a; int at;
        Walk(int[] a) { this.a = a; }
        boolean more(int n) { return at < n; }
        int next() { return a[at++ & 7]; }
        void back() { at -= at > 2 ? 2 : 0; }
    }
    static final class Flag { int v; Flag(int v) { this.v = v; } boolean is(int k) { return v == k; } }
    record R(int x, long y, String t, double d) {
        R { if (x == 12345) throw new IllegalArgumentException("R " + y); }
        R with(int k) { return new R(x + k, y ^ k, t, d * k); }
        static R of(int k) { return new R(k, k * 5L, k % 2 == 0 ? "even" : "\\u4e2d" + k, k * 0.25); }
    }
    interface Shape { default int area(int k) { return k * sides(); } int sides(); }
    record Square(int s) implements Shape { public int sides() { return 4 + s; } }
    enum Tri implements Shape { ONE, TWO { public int area(int k) { return k; } }; public int sides() { return 3 + ordinal(); } }
    static long mix(R r) { return r == null ? 3 : r.hashCode() * 31L + r.toString().hashCode(); }
    static long mix(Object o) { return o == null ? 1 : o instanceof A ? mix((A) o) : o instanceof P ? mix((P) o) : o instanceof int[] ? mix((int[]) o) : o instanceof Object[] ? 9 : o.hashCode(); }
    static final String[] TEXTS = {"", "x", "latin1 text", "\\u00e9\\u00ff\\u0080", "\\u0416abcdefgh\\uffff\\u1234 and more", "\\ud83d\\ude00x\\ude00\\ud83d", "\\uffff\\0\\uffff", "aaaaaaaaaaaaaaaaaaaaaab"};
    static final java.lang.invoke.VarHandle VI = java.lang.invoke.MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
    static final java.lang.invoke.VarHandle VJ = java.lang.invoke.MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.BIG_ENDIAN);
    static final byte[] BYTES = new byte[40];
    static final java.nio.ByteBuffer BUFFER = java.nio.ByteBuffer.wrap(BYTES);
    static long kept() { long h = mix(kept) + 3 * mix(root) + 5 * mix(other) + 7 * mix(any) + 11 * java.util.Arrays.hashCode(BYTES); for (int[] a : KEPT) h = h * 31 + mix(a); return h; }
"""
RESET = "kept = new int[3]; root = null; other = null; any = null; java.util.Arrays.fill(KEPT, null); java.util.Arrays.fill(BYTES, (byte) 0); BUFFER.clear();"
TEXT_INTS = ("'x'", "'\\u0416'", "0xffff", "-1", "-65536 | 0x416", "0x1f600", "'a'", "0x10ffff + 1")


def write_late_classes(rnd, out):
    """Classes that are linked when the first one asks for them: they change what a call of a virtual method may run."""
    for n in range(LATE_CLASSES):
        base = rnd.choice(("A", "B", "C", "A"))
        out.append(f"    static class Late{n} extends {base} {{")
        out.append(f"        static int made = {rnd.randrange(9)}; static {{ si += made; {rnd.choice(('', 'sl = null;', 'sv++;', 'kept = new int[1];'))} }}")
        out.append(f"        Late{n}(int k) {{ super(k + ++made); }}")
        for name, params, kind in (("op", "int x, long y", "int"), ("more", "A a", "long"), ("v0", "int x, long y", "int"), ("v1", "int x, long y", "int")):
            if rnd.random() < 0.5:
                out.append(f"        public {rnd.choice(('', '', 'synchronized '))}{kind} {name}({params}) {{ i += {rnd.randrange(9)}; return {rnd.choice(('i', 'made', '7', 'i ^ made'))}; }}")
        out.append("    }")
        out.append(f"    static class Maker{n} {{ static A make(int k) {{ return new Late{n}(k & 7); }} }}")


class Shapes:
    """Writes one statement, or a few, with a java_methods.Writer."""

    def __init__(self, writer):
        self.w, self.rnd = writer, writer.rnd

    def chance(self, p):
        return self.rnd.random() < p

    def pick(self, things):
        return self.rnd.choice(things)

    def new(self, prefix):
        return self.w.name(prefix)

    def line(self, text):
        self.w.line(text)

    def open(self, text):
        self.w.line(text)
        self.w.indent += 1
        self.w.locals.append({})

    def close(self, text="}"):
        self.w.locals.pop()
        self.w.indent -= 1
        self.w.line(text)

    def expr(self, kind="int", depth=1):
        return self.w.expr(kind, depth)

    def inside(self, count, times=1, label="switch"):
        """Statements of the writer's own, that run so many times."""
        was = self.w.times
        self.w.times *= times
        self.w.labels.append(label)
        for _ in range(count):
            self.w.statement()
        self.w.labels.pop()
        self.w.times = was

    def function(self, params):
        """The body of a lambda with int parameters, one of which is a captured variable's name."""
        inner = type(self.w)(self.rnd, [], {**{p: "int" for p in params}, "lambda": "-"}, "int")
        inner.in_lambda = True
        return inner.expr("int", 2)

    # ---- references are stored, with many values alive ----
    def reference(self):
        k = self.expr()
        return self.pick((f"node({k}, root)", f"node({k}, null)", "root", "other", f"new A({k})", f"new D({k} & 7)", "sl", "null", f"Maker{self.rnd.randrange(LATE_CLASSES)}.make({k})"))

    def store(self, i):
        return self.pick((f"root = {self.reference()};", f"other = {self.reference()};", f"sl = {self.reference()};", f"kept = make({self.expr()}, {i});", f"KEPT[{i} & 3] = kept;",
                          f"KEPT[{self.expr()} & 3] = make({i}, 0);", f"if (root != null) root.next = {self.reference()};", f"any = both(root, {self.reference()});",
                          f"any = boxed({self.expr()});", f"sal[{i} & 3] = {self.reference()};", f"sp = linked(null, {i});", f"if (sp != null) sp.a = {self.reference()};",
                          "if (other != null) other.ai = kept;", f"sao[{i} % 3] = {self.pick(('any', 'kept', 'root'))};"))

    def turn(self, values, i):
        """Every value depends on others, so all of them stay alive."""
        n = len(values)
        for k, (v, kind) in enumerate(values):
            x, y = values[(k + 1) % n][0], values[(k + self.rnd.randrange(n)) % n][0]
            cast = "(int) " if kind == "int" else ""
            self.line(self.pick((f"{v} += {x} ^ {i};", f"{v} = {cast}({v} * 3 + {x});", f"{v} ^= {cast}({x} + {y});", f"{v} -= {x} >>> 3;", f"{v} = {cast}({x} - {y});", f"{v} += {y} << 1;")))

    def busy(self):
        values = [(self.new("q"), self.pick(("int", "int", "int", "long"))) for _ in range(self.rnd.randrange(6, 15))]
        for v, kind in values:
            self.line(f"{kind} {v} = {self.expr(kind, 1)};")
        i, j, inner = self.new("i"), self.new("j"), self.chance(0.5)
        self.open(f"for (int {i} = 0; {i} < {self.rnd.randrange(3, 9)}; {i}++) {{")
        if inner:
            self.open(f"for (int {j} = {self.pick(('0', '1', '4'))}; {j} < {self.rnd.randrange(5, 12)}; {j}++) {{")
        at = j if inner else i
        self.turn(values, at)
        for _ in range(self.rnd.randrange(1, 4)):
            v = self.pick([v for v, kind in values if kind == "int"] or ["si"])
            way = self.rnd.random()
            if way < 0.4:
                self.open(f"switch ({self.pick((f'(({v} + {at} >>> 1) % 4) * 5 + 95', f'{v} & 7', f'{v}', f'{v} >>> 28'))}) {{")
                for key in self.rnd.sample((95, 100, 105, 110, 0, 1, 2, 3, -1, 7), self.rnd.randrange(1, 5)):
                    self.line(f"case {key}: {self.store(at)}{self.pick((' break;', ' break;', ''))}")
                if self.chance(0.4):
                    self.line(f"default: {self.pick((self.store(at), 'si++;'))}")
                self.close()
            elif way < 0.8:
                self.line(f"if (({v} & {self.pick((1, 7, 31, 63))}) == {self.rnd.randrange(8)}) {self.store(at)}")
            else:
                self.line(self.store(at))
        if inner:
            self.close()
        self.close()
        self.line("sj += " + " + ".join(v for v, _ in values) + ";")

    # ---- ways out ----
    def ways_out(self):
        i, out, v, n = self.new("i"), self.new("L"), self.new("q"), self.rnd.randrange(4, 14)
        self.line(f"int {v} = {self.expr()}; P {v}p = linked(sp, {v});")
        self.open(f"{out}: for (int {i} = {self.pick(('0', '-2', '3'))}; ; {i}++) {{")
        self.line(f"if ({i} > {n}) break;")
        for _ in range(self.rnd.randrange(2, 6)):
            c = self.w.condition(1)
            result = "" if self.w.result == "void" else " " + self.expr(self.w.result, 1)
            self.line(self.pick((f"if ({c}) break {out};", f"if ({c}) continue;", f"if (({v} & 31) == {i}) return{result};", f"if ({v} == {self.expr()}) throw new IllegalStateException(\"{out} \" + {i});",
                                 f"if ({i} == {self.rnd.randrange(n)}) {{ {v}p = linked({v}p, {i}); continue {out}; }}", f"{v} += sai[{i} & {self.pick((7, 7, 15))}];", f"{v} = {v} * 31 + {v}p.x;",
                                 f"if ({v}p.y > {self.expr('long', 1)}) {{ sp = {v}p; break {out}; }}", f"do {{ if (++{v} % 5 == 0) continue {out}; if ({c}) break {out}; }} while (({v} & 3) != 0);")))
        if self.chance(0.6):
            self.inside(1, n, out)
        self.close()
        self.line(f"si += {v} + (int) {v}p.sum();")

    # ---- what folding makes unreachable ----
    def known(self, f):
        return self.pick((f"{f}.v == 3", f"{f}.is(3)", f"{f}.v > 2", f"{f}.v != 4", "three() == 3", f"always({f}.v)", f"{f} != null", f"!({f}.v < {f}.v)"))

    def unreachable(self):
        f, w, v, i = self.new("f"), self.new("w"), self.new("q"), self.new("i")
        self.line(f"int {v} = {self.expr()}; Flag {f} = new Flag({self.pick(('3', 'three()', '3'))});")
        if self.chance(0.7):
            self.line(self.pick((f"sv = {v};", "sv++;", f"any = boxed({v});", f"kept = make(3, {v});")))
        self.open(f"if ({self.known(f)}) {{")
        n = self.pick((f"({v} & 7)", str(self.rnd.randrange(9)), f"{f}.v"))
        self.line(f"Walk {w} = new Walk({self.pick(('sai', 'sai', 'kept.length > 7 ? kept : sai'))});")
        if self.chance(0.5):
            self.open(f"if ({self.known(f)}) {{")
            self.line(f"while ({w}.more({n})) {v} += {w}.next();")
            self.close("} else {" if self.chance(0.5) else "}")
            if self.w.lines[-1].endswith("{"):
                self.w.indent += 1
                self.w.locals.append({})
                self.line(f"for (int {i} = 0; {i} < 5; {i}++) {{ {self.store(i)} {v} += {w}.a[{i}]; }}")
                self.close()
        else:
            self.open(f"for (int {i} = 0; {w}.more({n}); {i}++) {{")
            self.line(self.pick((f"{v} += {w}.next();", f"{v} ^= {w}.next() + {i}; if ({i} > 20) break;", f"{v} += {w}.next(); if ({v} == {self.expr()}) sp = linked(sp, {w}.at);",
                                 f"if ({self.known(f)}) {v} += {w}.next(); else {w}.back();")))
            if self.chance(0.4):
                self.inside(1, 6)
            self.close()
        self.line(f"si += {w}.at;")
        if self.chance(0.3):
            self.line(f"any = {self.pick((w + '.a', f, 'both(' + f + ', null)'))}; any = null;")
        self.close("} else {")
        self.w.indent += 1
        self.w.locals.append({})
        self.line(self.pick((f"while (true) {{ {v}++; if ({v} == 0) break; {self.store(v)} }}", f"{v} /= {v} - {v};", f"for (A a = root; a != null; a = a.next) {v} += a.i;", self.store(v))))
        self.close()
        if self.chance(0.4):
            self.line(f"switch ({f}.v) {{ case 3: {v}++; break; case 4: {self.store(v)} default: {v} = {self.expr()}; }}")
        self.line(f"si ^= {v};")

    # ---- texts ----
    def text(self):
        s, t, v, i = self.new("s"), self.new("t"), self.new("q"), self.new("i")
        self.line(f"String {s} = TEXTS[{self.expr()} & 7], {t} = {self.pick((f'TEXTS[{self.expr()} & 7]', 'st', f'{s} + ' + self.pick(('si', 'sc', 'sj', 'sz', 'TEXTS[4]')), self.expr('String', 1)))};")
        c = self.pick(TEXT_INTS + ("si", "(int) sc", self.expr()))
        self.line(f"int {v} = {s}.indexOf({c}) * 3 + {t}.lastIndexOf({c}) + {s}.indexOf({c}, {self.expr()}) + {s}.indexOf({t}, {self.expr()} & 3);")
        for _ in range(self.rnd.randrange(1, 5)):
            self.line(self.pick((f"for (int {i} = 0; {i} < {s}.length(); {i}++) {v} = {v} * 31 + {s}.charAt({i});",
                                 f"{v} += {s}.compareTo({t}) + ({s}.equals({t}) ? 1 : 0);", f"{v} += ({s} + {t} + {self.pick(('sc', 'si', 'sd', 'null', '(char) ' + v))}).hashCode();",
                                 f"{v} += new StringBuilder({s}).append((char) {v}).append({t}).reverse().indexOf({s});", f"{v} += {s}.toCharArray().length + {s}.codePointAt({v} & 7);",
                                 f"switch ({s}) {{ case \"x\": {v} += 5; break; case \"\\u0416abcdefgh\\uffff\\u1234 and more\": {v} ^= 77; default: {v}--; }}",
                                 f"{v} += {s}.replace('a', {self.pick(('(char) si', chr(39) + chr(92) + 'u0416' + chr(39)))}).hashCode();", f"{v} += {s}.substring({v} & 3).hashCode();",
                                 f"{v} += {s}.regionMatches({self.expr()}, {t}, 0, 2) ? 3 : 4;", f"{v} += String.valueOf({self.expr(self.pick(('long', 'boolean', 'char')), 1)}).concat({t}).hashCode();",
                                 f"st = {self.pick((s, t))};", f"{v} += (int) {s}.chars().filter(c -> c > 255).count();")))
        self.line(f"si += {v};")

    # ---- boxes, records ----
    def boxes(self):
        b, o, v = self.new("b"), self.new("o"), self.new("q")
        kind, box, short = self.pick((("int", "Integer", "intValue"), ("long", "Long", "longValue"), ("double", "Double", "doubleValue"), ("char", "Character", "charValue"), ("boolean", "Boolean", "booleanValue")))
        self.line(f"{box} {b} = ({kind}) ({self.expr(kind, 2)}); Object {o} = {self.pick((b, b, 'any', 'root', f'boxed({self.expr()})'))}; int {v} = {self.expr()};")
        i = self.new("i")
        add = f"{b}++;" if kind != "boolean" else f"{b} = !{b};"
        self.open(f"for (int {i} = 0; {i} < {self.rnd.randrange(2, 7)}; {i}++) {{")
        for _ in range(self.rnd.randrange(1, 4)):
            self.line(self.pick((add, f"if ({o} instanceof {box}) {v} += (({box}) {o}).hashCode();", f"{o} = {b};", f"{v} += {o} == {b} ? 1 : 2;", f"{v} += {b}.equals({o}) ? 5 : 7;", f"any = {b};",
                                 f"{v} += {b}.hashCode();", f"{o} = boxed({v});", f"if ((Object) {b} == {o}) {v} ^= {i};", f"{o} = {self.pick(('null', 'root', 'kept'))};",
                                 f"{v} += mix({b}.{short}());", f"if ({self.w.condition(1)}) {o} = both({b}, {o})[{i} & 1];")))
        self.close()
        self.line(f"si += {v} + ({o} == null ? 3 : {o} instanceof {box} ? 4 : 5);")
        if self.chance(0.4):
            m = self.new("m")
            self.line(f"java.util.HashMap<{box}, Integer> {m} = new java.util.HashMap<>(); {m}.put({b}, {v}); {m}.merge({b}, 5, Integer::sum); si += {m}.get({b}) + {m}.size();")

    def box_families(self):
        """Boxes that merge with each other, seldom kept, compared as numbers and as objects."""
        a, b, c, v, i = self.new("b"), self.new("b"), self.new("b"), self.new("q"), self.new("i")
        kind, box = self.pick((("int", "Integer"), ("int", "Integer"), ("long", "Long"), ("short", "Short"), ("byte", "Byte"), ("char", "Character")))
        number = lambda: f"({kind}) ({self.expr('long' if kind == 'long' else 'int', 2)}{self.pick(('', ' & 127', ' & 255'))})"  # noqa: E731
        self.line(f"{box} {a} = {number()}, {b} = {number()}, {c} = {self.pick((a, b, number(), 'null'))}; int {v} = {self.expr()};")
        for _ in range(self.rnd.randrange(1, 3)):
            n = self.rnd.randrange(2, 9)
            self.open(f"for (int {i} = 0; {i} < {n}; {i}++) {{")
            for _ in range(self.rnd.randrange(2, 6)):
                self.line(self.pick((f"{a} = ({kind}) ({a} + {i});", f"{a}++;", f"if ({self.w.condition(1)}) {a} = {b};", f"{b} = {a} > {b} ? {a} : {b};", f"if ({a} == {b}) {v} += 3;",
                                     f"if ({a}.equals({b})) {v}++;", f"if (({v} & 31) == {i}) any = {self.pick((a, b))};", f"{c} = {self.pick((a, b))};", f"if ({c} != null) {v} += {c}; else {v}--;",
                                     f"try {{ {v} += 10 / ({v} & 3); }} catch (ArithmeticException e) {{ {b} = {a}; }}", f"{v} += mix((long) {a});", self.store(i), f"{b} = {number()};",
                                     f"if (any == {a}) {v} ^= 9;", f"if (({a} & 63) == 5) break;", f"if (({v} & 15) == 3) continue;", f"{v} += ((Object) {b}).getClass() == Integer.class ? 1 : {b}.hashCode();")))
            if self.chance(0.4):
                self.inside(1, n, "")
            self.close()
        self.line(f"si += {v} + {a} + ({a} == {b} ? 1 : 2) + ({c} == null ? 3 : {c} == {a} ? 4 : {c}.hashCode());")

    # ---- questions about classes, views of bytes ----
    def class_questions(self):
        o, p, v, i = self.new("o"), self.new("o"), self.new("q"), self.new("i")
        ways = ("any", "root", "sl", "kept", "KEPT", f"boxed({self.expr()})", "new A(3)", "new B(4)", "st", "sal", "TEXTS[si & 7]")
        self.line(f"Object {o} = {self.pick(ways)}, {p} = {self.pick(ways)}; int {v} = {self.expr()};")
        of = lambda: self.pick(("A", "B", "P", "Number", "Integer", "Object", "int[]", "Object[]", "String", "Comparable"))  # noqa: E731
        self.open(f"for (int {i} = 0; {i} < {self.rnd.randrange(2, 6)}; {i}++) {{")
        for _ in range(self.rnd.randrange(2, 5)):
            x = self.pick((o, p))
            c, d = of(), of()
            self.line(self.pick((f"if ({o} != null && {p} != null && {o}.getClass() == {p}.getClass()) {v} += 3;", f"if ({x} != null && (Object) {x}.getClass() == {c}.class) {v} ^= mix({x});",
                                 f"if ({c}.class.isInstance({x})) {v} += 5;", f"if ({x} != null && {c}.class.isAssignableFrom({x}.getClass())) {v}--;",
                                 f"if ({c}.class.isAssignableFrom({d}.class)) {v} += 7;", f"try {{ {c} c = {c}.class.cast({x}); {v} += c == null ? 1 : 2; }} catch (ClassCastException e) {{ {v} += 4; }}",
                                 f"if ((Object) {c}.class.getSuperclass() == {d}.class) {v} *= 3;", f"if ((Object) {c}.class.getComponentType() == {self.pick(('int', 'Object', d))}.class) {v} += 8;",
                                 f"if ({x} != null && (Object) {x}.getClass().getSuperclass() == {d}.class) {v} += 9;", f"if ({x} != null && {x}.getClass().isArray() && (Object) {x}.getClass().getComponentType() == int.class) {v} += ((int[]) {x}).length;",
                                 f"{x} = {self.pick(ways)};", self.store(i))))
        self.close()
        self.line(f"si += {v};")

    def views(self):
        a, v, i, n = self.new("a"), self.new("q"), self.new("i"), self.rnd.randrange(2, 12)
        self.line(f"byte[] {a} = {self.pick(('BYTES', 'new byte[24]', f'new byte[{self.expr()} & 31]', '(si & 1) == 0 ? BYTES : new byte[9]'))}; int {v} = {self.expr()};")
        at = lambda: self.pick((f"{self.new('x')}", i, f"{i} * 2", f"{v} & 31", f"{v} & 63", f"{i} + 3", f"{a}.length - 4", f"{a}.length - 8 - {i}", self.expr() if self.chance(0.2) else i))  # noqa: E731
        self.open(f"try {{ for (int {i} = {self.pick(('0', '0', '-1'))}; {i} < {n}; {i}++) {{")
        for _ in range(self.rnd.randrange(2, 5)):
            k = at()
            if k.startswith("x"):
                self.line(f"int {k} = {v} & 15;")
            self.line(self.pick((f"{v} += (int) VI.get({a}, {k});", f"VI.set({a}, {k}, {v});", f"sj ^= (long) VJ.get({a}, {k});", f"VJ.set({a}, {k}, sj + {v});", f"{v} += {a}[{k}];", f"{a}[{k}] = (byte) {v};",
                                 f"{v} += BUFFER.getInt({k});", f"BUFFER.putLong({k}, sj);", f"{v} += BUFFER.getShort({k});", f"if (BUFFER.remaining() >= 8) {v} += BUFFER.getInt(); else BUFFER.clear();",
                                 f"if (({k}) >= 0 && ({k}) <= {a}.length - 4) {v} ^= (int) VI.get({a}, {k});", self.store(i))))
        self.close("} } catch (IndexOutOfBoundsException e) { si += 77; }")
        self.line(f"si += {v} + {a}.length;")

    def records(self):
        r, q, s = self.new("r"), self.new("r"), self.new("h")
        self.line(f"R {r} = {self.pick((f'R.of({self.expr()})', f'new R({self.expr()}, {self.expr(LONG)}, st, sd)'))}, {q} = {self.pick((f'{r}.with({self.expr()})', f'R.of({self.expr()} & 3)', r))};")
        self.line(f"Shape {s} = {self.pick((f'new Square({self.expr()})', 'Tri.ONE', 'Tri.TWO', f'({self.w.condition(1)}) ? Tri.TWO : new Square(si)', f'{self.expr()} > 5 ? Tri.ONE : Tri.TWO'))};")
        for _ in range(self.rnd.randrange(1, 4)):
            self.line(self.pick((f"si += {r}.hashCode() + ({r}.equals({q}) ? 1 : 2);", f"sj += mix({q});", f"si += {s}.area({self.expr()});", f"any = {self.pick((r, q))};", f"sj += {r}.x() + {q}.y();",
                                 f"for (int i = 0; i < 4; i++) {{ R {r}z = {q}.with(i); if ({r}z.x() > {r}.x()) sj ^= {r}z.y(); if (({r}z.x() & 63) == 9) any = {r}z; }}",
                                 f"if ({s} instanceof Square {s}z && {s}z.s() > {self.expr()}) si -= {s}z.s();", f"switch (Tri.values()[{r}.x() & 1]) {{ case ONE: si += 2; break; default: si += 5; }}",
                                 f"st = {r}.t();")))

    # ---- lambdas, streams ----
    def streams(self):
        k, n = self.new("k"), self.rnd.randrange(2, 9)
        self.line(f"final int {k} = {self.expr()};")
        f, g = self.function(["x", k]), self.function(["x", k])
        self.line(self.pick((
            f"si += java.util.stream.IntStream.range({self.pick(('0', '-3', k + ' & 3'))}, {n}).map(x -> {f}).filter(x -> ({g}) > 0).sum();",
            f"sj += java.util.Arrays.stream(lai, 0, {n}).mapToLong(x -> {f}).reduce(1, (x, y) -> x * 31 + y);",
            f"si += java.util.stream.Stream.of(TEXTS).filter(s -> s.length() > ({k} & 7)).map(s -> s + {k}).collect(java.util.stream.Collectors.joining(\"-\")).hashCode();",
            f"{{ java.util.function.IntUnaryOperator {k}f = x -> {f}, {k}g = {k}f.andThen(x -> {g}); for (int i = 0; i < {n}; i++) si += {k}g.applyAsInt(i); }}",
            f"{{ java.util.List<Integer> l = new java.util.ArrayList<>(); for (int i = 0; i < {n}; i++) l.add(boxed(i * {k})); l.sort((x, y) -> y.compareTo(x)); for (int x : l) si = si * 31 + x; l.removeIf(x -> (x & 1) == 0); si += l.size(); }}",
            f"{{ java.util.function.Supplier<P> o = () -> linked(null, {k}); P p = null; for (int i = 0; i < {n}; i++) {{ P q = o.get(); if ((q.x & 15) == i) p = q; }} sj += mix(p); }}",
            f"{{ java.util.function.Function<Integer, R> o = R::of; si += java.util.stream.Stream.of(1, {k}, 3).map(o).mapToInt(R::x).max().getAsInt(); }}",
            f"{{ Runnable o = () -> {{ si += {k}; if (si % 3 == 0) throw new IllegalStateException(\"o\" + {k}); }}; try {{ o.run(); }} catch (IllegalStateException e) {{ si ^= e.getMessage().hashCode(); }} }}")))

    # ---- finally in finally, monitors in monitors ----
    def finallies(self):
        v, out, i = self.new("q"), self.new("L"), self.new("i")
        self.line(f"int {v} = {self.expr()};")
        self.open(f"{out}: for (int {i} = 0; {i} < {self.rnd.randrange(1, 5)}; {i}++) {{")
        depth = self.rnd.randrange(2, 4)
        for _ in range(depth):
            self.open("try {")
        self.tries(v, out, i)
        self.inside(1, 4, out)
        for k in range(depth):
            if self.chance(0.5):
                e, caught = self.new("e"), self.pick(("RuntimeException", "ArithmeticException", "IllegalStateException", "Throwable"))
                self.close(f"}} catch ({caught} {e}) {{")
                self.w.indent += 1
                self.w.locals.append({})
                self.line(f"{v} = {v} * 31 + {e}.toString().length();")
                if self.chance(0.4):
                    self.line(f"if (({v} & 3) == 0) throw {'new Error(' + e + '.toString())' if caught == 'Throwable' else e};")
            self.close("} finally {")
            self.w.indent += 1
            self.w.locals.append({})
            self.line(f"{v} += {k + 1};")
            if self.chance(0.5):
                self.tries(v, out, i)
            self.close()
        self.close()
        self.line(f"si += {v};")

    def tries(self, v, out, i):
        result = "" if self.w.result == "void" else " " + self.expr(self.w.result, 1)
        self.line(self.pick((f"if (({v} & 7) == 1) continue {out};", f"if (({v} & 7) == 2) break {out};", f"if (({v} & 15) == 3) throw new IllegalStateException(\"f\" + {i});", f"{v} += 10 / ({v} & 3);",
                             f"if (({v} & 31) == 7) return{result};", f"{v} += sai[{v} & 15];", f"try {{ {v} += ((B) root).i; }} finally {{ {v} ^= 5; }}", self.store(i))))

    def monitors(self):
        v, out, i, p = self.new("q"), self.new("L"), self.new("i"), self.new("o")
        self.line(f"int {v} = {self.expr()}; P {p} = linked(null, {v});")
        self.open(f"{out}: for (int {i} = 0; {i} < {self.rnd.randrange(2, 6)}; {i}++) {{")
        depth = self.rnd.randrange(1, 4)
        for _ in range(depth):
            self.open(f"synchronized ({self.pick(('LOCK', p, p, 'sai', 'KEPT', 'sal', self.pick(('root', 'sl')) if self.chance(0.3) else p))}) {{")
            self.line(self.pick((f"if (({v} & 7) == {i}) continue {out};", f"if (({v} & 15) == {i}) break {out};", f"{v} += {p}.add({i});", f"{v} += 7 / ({v} & 7);", self.store(i),
                                 f"if (({v} & 31) == 5) sp = {p};", f"{p} = linked({p}.p, {v});" if self.chance(0.5) else f"{v}++;", f"if (!Thread.holdsLock({p})) {v} += 2;")))
        self.inside(1, 5, out)
        for _ in range(depth):
            self.close()
        self.line(f"{v} = {v} * 31 + {i};")
        self.close()
        self.line(f"si += {v} + (Thread.holdsLock({p}) ? 1 : 0) + {p}.x;")

    # ---- classes that come late ----
    def late(self):
        a, v, i, n = self.new("a"), self.new("q"), self.new("i"), self.rnd.randrange(LATE_CLASSES)
        self.line(f"A {a} = {self.pick(('sl', 'root', 'new A(5)', 'new B(3)', 'sal[1]'))}; int {v} = {self.expr()};")
        self.line(f"if ({self.pick((f'(si & 15) == {self.rnd.randrange(16)}', f'({v} & 63) == {self.rnd.randrange(64)}', self.w.condition(1)))}) {a} = Maker{n}.make({v});")
        self.line(f"if ({a} == null) {a} = new D({v} & 3);")
        self.open(f"for (int {i} = 0; {i} < {self.rnd.randrange(2, 6)}; {i}++) {{")
        self.w.cost(120)
        self.line(self.pick((f"{v} += {a}.v0({i}, {v});", f"{v} += {a}.v1({v}, {i}) + {a}.op({i}, 3L);", f"sj += {a}.more({a});", f"{v} += ((Op) {a}).op({v}, sj);")))
        self.line(self.pick((f"if (({v} & 15) == {i}) {a} = Maker{self.rnd.randrange(LATE_CLASSES)}.make({i});", f"if ({a} instanceof {self.pick(('B', 'D', f'Late{n}', 'C'))}) {v}++;", self.store(i),
                             f"if ({a}.getClass() == {self.pick(('A', 'B', f'Late{n}'))}.class) {v} ^= 3;")))
        self.close()
        if self.chance(0.3):
            self.line(f"try {{ {v} += Class.forName(A.class.getName().replace(\"$A\", \"$Late{self.rnd.randrange(LATE_CLASSES)}\")).getModifiers(); }} catch (ClassNotFoundException e) {{ {v} = 1; }}")
        self.line(f"si += {v};")

    def write(self):
        if self.w.in_lambda or self.w.this or not self.w.room(400):
            self.w.assign()
            return
        self.w.cost(250)
        self.open("{")
        self.pick((self.busy, self.busy, self.busy, self.ways_out, self.ways_out, self.unreachable, self.unreachable, self.unreachable, self.text, self.boxes, self.box_families, self.box_families, self.class_questions, self.views, self.views, self.records, self.streams, self.finallies,
                   self.finallies, self.monitors, self.late, self.late))()
        self.close()
