// jvm: -Xmx256m -XX:-OmitStackTraceInFastThrow --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// compile: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// Each method that optimized code does in C or in one instruction, with arguments from the whole range of their types.
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import jdk.internal.misc.Unsafe;

public class IntrinsicsWholeRange {
    static final Random random = new Random(23);
    static final int[] INTS = {0, 1, -1, 2, -2, 3, 7, 8, 'a', 'z', 127, 128, -128, -129, 0xe9, 255, 256, -256, -257,
        0x416, 0x4e2d, 32767, 32768, -32768, -32769, 0xd83d, 0xde00,
        0xfffe, 0xffff, 0x10000, 0x10000 | 'a', 0x20416, -0x10000 | 'a', -0x10000 | 0x416, -0x10000 | 0xffff, 0x1f600,
            0x10ffff, 0x110000, 0x1000000 | 'a', 0x7fff0061,
        Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE, Integer.MIN_VALUE + 1, Integer.MIN_VALUE | 'a',
            Integer.MIN_VALUE | 0x416, 0x55555555, 0xaaaaaaaa};
    static long sum;

    static void add(long v) { sum = sum * 31 + v; }
    static void add(Object o) { add(o == null ? 5 : o.hashCode()); }
    static void say(String what) {
        System.out.println(what + " " + Long.toHexString(sum));
        sum = 0;
    }
    interface Case { long of() throws Throwable; }
    /** The result, or the exception with its message. */
    static void call(Case c) {
        try {
            add(c.of());
        } catch (Throwable t) {
            add(t.getClass().getName());
            add(t.getMessage());
        }
    }
    static int anInt() {
        int k = random.nextInt(3);
        return k == 0 ? random.nextInt() : k == 1 ? random.nextInt(40) - 4 : INTS[random.nextInt(INTS.length)];
    }
    static long aLong() {
        int k = random.nextInt(3);
        return k == 0 ? random.nextLong() : k == 1 ? (long) anInt() << random.nextInt(64) : anInt();
    }
    static double aDouble() {
        switch (random.nextInt(6)) {
        case 0: return Double.longBitsToDouble(random.nextLong());
        case 1: return anInt() + random.nextInt(4) * 0.25;
        case 2: return aLong();
        case 3: return Double.longBitsToDouble(0x7ff0000000000000L | aLong());
        case 4: return Double.longBitsToDouble((random.nextBoolean() ? 1L << 63 : 0) | random.nextInt(3));
        default: return Math.scalb(random.nextDouble() - 0.5, random.nextInt(120) - 50);
        }
    }

    /* ---- one instruction ---- */
    static void numbers() {
        for (int i = 0; i < 8000; i++) {
            int x = anInt(), y = anInt();
            add(Integer.bitCount(x) + 100L * Integer.numberOfLeadingZeros(x)
                + 10000L * Integer.numberOfTrailingZeros(x));
            add(Integer.reverseBytes(x) + (long) Math.min(x, y) * 3 + (long) Math.max(x, y) * 5);
            add(Short.reverseBytes((short) x) + Character.reverseBytes((char) x));
        }
        say("ints");
        for (int i = 0; i < 8000; i++) {
            long x = aLong(), y = aLong();
            add(Long.bitCount(x) + 100L * Long.numberOfLeadingZeros(x) + 10000L * Long.numberOfTrailingZeros(x));
            add(Long.reverseBytes(x) + Math.min(x, y) * 3 + Math.max(x, y) * 5);
        }
        say("longs");
        for (int i = 0; i < 8000; i++) {
            double d = aDouble();
            add(Double.doubleToLongBits(Math.floor(d)) + 3 * Double.doubleToLongBits(Math.ceil(d))
                + 5 * Double.doubleToLongBits(Math.rint(d)));
            add(Double.doubleToLongBits(StrictMath.floor(d)) + 3 * Double.doubleToLongBits(StrictMath.ceil(d))
                + 5 * Double.doubleToLongBits(StrictMath.rint(d)));
            double other = aDouble();
            float f = (float) d, g = (float) other;
            add(Double.doubleToLongBits(Math.min(d, other)) + 3 * Double.doubleToLongBits(Math.max(d, other))
                + 5 * Double.doubleToLongBits(Math.max(d * 0, -0.0)) + 7 * Double.doubleToLongBits(Math.min(0.0, d * 0)));
            add(Float.floatToIntBits(Math.min(f, g)) + 3L * Float.floatToIntBits(Math.max(f, g))
                + 5L * Float.floatToIntBits(Math.max(f * 0, -0F)) + 7L * Float.floatToIntBits(Float.min(0F, g * 0)));
            add(Double.doubleToLongBits(Math.sqrt(d)) + 3 * Double.doubleToLongBits(StrictMath.sqrt(d)));
            add(Math.round(d) + (int) d + (long) d + (int) (float) d + (long) (float) d + (char) d + (byte) d
                + Math.round((float) d));
        }
        say("doubles");
        for (int i = 0; i < 8000; i++) {
            int x = anInt();
            long y = aLong();
            add(Float.floatToRawIntBits(Float.intBitsToFloat(x))
                + Double.doubleToRawLongBits(Double.longBitsToDouble(y)));
            add(Float.floatToIntBits(Float.intBitsToFloat(x)) + Double.doubleToLongBits(Double.longBitsToDouble(y)));
            add(Float.floatToRawIntBits((float) x) + Float.floatToRawIntBits((float) y)
                + Double.doubleToRawLongBits((double) x) + Double.doubleToRawLongBits((double) y));
        }
        say("bits");
    }

    /* ---- strings ---- */
    static final String[] STRINGS = {"", "a", "abcabcabcz", "\u00e9\u00ffz\u0080a",
        "\u0416abcdefgh\uffff\u1234 and more", "\ud83d\ude00x\ude00\ud83d", "\uffff",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
        "\u0416".repeat(19) + "z",
        "a\0b", "\0", "\u4e2d\0\u4e2d", "0123456789abcdef\u0100", "\u0061\u4e61"};

    static void search() {
        for (int i = 0; i < 12000; i++) {
            String s = STRINGS[i % STRINGS.length];
            int c = anInt(), from = anInt();
            add(s.indexOf(c));
            add(s.indexOf(c, from));
            add(s.lastIndexOf(c));
            add(s.lastIndexOf(c, from));
        }
        say("indexOf a character");
        for (int i = 0; i < 12000; i++) {
            String s = STRINGS[i % STRINGS.length], t = STRINGS[random.nextInt(STRINGS.length)];
            int from = anInt(), at = anInt(), n = anInt();
            t = t.substring(0, random.nextInt(t.length() + 1));
            add(s.indexOf(t));
            add(s.indexOf(t, from));
            add(s.lastIndexOf(t, from));
            add(s.contains(t) ? 1 : 0);
            add(s.regionMatches(from, t, at, n) ? 1 : 0);
            add(s.regionMatches(true, from, t, at, n) ? 1 : 0);
            add(s.startsWith(t, from) ? 1 : 0);
            add(s.compareTo(t) + s.compareToIgnoreCase(t) + (s.equals(t) ? 1 : 0) + s.concat(t).hashCode());
            StringBuilder b = new StringBuilder(s);
            add(b.indexOf(t, from) + b.lastIndexOf(t, from) + b.compareTo(new StringBuilder(t)));
        }
        say("indexOf a string");
        for (int i = 0; i < 8000; i++) {
            String s = STRINGS[i % STRINGS.length];
            int c = anInt(), at = anInt();
            call(() -> s.codePointAt(at));
            call(() -> s.charAt(at));
            call(() -> s.offsetByCodePoints(at & 31, c));
            call(() -> s.replace((char) c, (char) at).hashCode());
            call(() -> new StringBuilder(s).appendCodePoint(c).toString().hashCode());
            call(() -> Character.toString(c).hashCode());
            call(() -> s.substring(at).hashCode());
            call(() -> s.substring(at, c).hashCode());
            call(() -> s.subSequence(at & 7, c & 31).hashCode());
            call(() -> s.split(String.valueOf((char) c)).length);
        }
        say("parts of strings");
    }

    /* ---- from one form of characters to another ---- */
    static void coding() throws Exception {
        Charset[] sets = {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII,
            StandardCharsets.UTF_16LE};
        for (int i = 0; i < 5000; i++) {
            String s = STRINGS[i % STRINGS.length];
            int at = anInt(), n = anInt(), to = anInt();
            Charset set = sets[random.nextInt(sets.length)];
            byte[] bytes = s.getBytes(set);
            add(Arrays.hashCode(bytes));
            call(() -> new String(bytes, at, n, set).hashCode());
            char[] chars = s.toCharArray(), room = new char[40];
            call(() -> String.valueOf(chars, at, n).hashCode());
            call(() -> {
                s.getChars(at, n, room, to);
                return Arrays.hashCode(room);
            });
            call(() -> {
                byte[] b = new byte[60];
                s.getBytes(at, n, b, to);
                return Arrays.hashCode(b);
            });
            call(() -> new StringBuilder("x\u00e9").insert(at, chars, to, n).toString().hashCode());
            call(() -> new StringBuilder(s).append(s, at, n).toString().hashCode());
            call(() -> new StringBuilder(s).delete(at, n).reverse().toString().hashCode());
            call(() -> new StringBuilder(s).replace(at, n, "\u0416").toString().hashCode());
            call(() -> new String(new int[] {'a', at, n}, to & 3, 2).hashCode());
            call(() -> new String(new byte[] {(byte) at, 2, (byte) n}, at, to & 3, n).hashCode());
            call(() -> {
                ByteBuffer out = ByteBuffer.allocate(to & 31);
                var end = set.newEncoder().onUnmappableCharacter((n & 1) == 0 ? CodingErrorAction.REPORT
                    : CodingErrorAction.REPLACE).encode(CharBuffer.wrap(s), out, true);
                return out.position() * 31L + end.toString().hashCode() + Arrays.hashCode(out.array());
            });
            call(() -> {
                CharBuffer out = CharBuffer.allocate(to & 31);
                var end = set.newDecoder().decode(ByteBuffer.wrap(bytes), out, true);
                return out.position() * 31L + end.toString().hashCode() + Arrays.hashCode(out.array());
            });
        }
        say("coding");
    }

    /* ---- arrays ---- */
    static Object array(int kind, int n) {
        switch (kind) {
        case 0: return new boolean[n];
        case 1: {
            byte[] a = new byte[n];
            random.nextBytes(a);
            return a;
        }
        case 2: return new char[n];
        case 3: return new short[n];
        case 4: return random.ints(n).toArray();
        case 5: return random.longs(n).toArray();
        case 6: return new float[n];
        case 7: return random.doubles(n).toArray();
        case 8: return new String[n];
        case 9: return new Object[n];
        case 10: return null;
        default: return "no array";
        }
    }
    static long hash(Object a) {
        long h = 7;
        for (int i = 0; a != null && a.getClass().isArray() && i < Array.getLength(a); i++) {
            Object x = Array.get(a, i);
            h = h * 31 + (x == null ? 3 : x.hashCode());
        }
        return h;
    }
    static void arrays() {
        for (int i = 0; i < 12000; i++) {
            int kind = random.nextInt(12), n = random.nextInt(30), at = anInt(), to = anInt(), count = anInt();
            Object a = array(kind, n), b = random.nextInt(3) == 0 ? a : random.nextInt(8) == 0
                ? array(random.nextInt(12), n) : array(kind, n);
            if (kind == 9 && n > 3) ((Object[]) a)[3] = random.nextBoolean() ? "s" : i;
            call(() -> {
                System.arraycopy(a, at, b, to, count);
                return hash(b);
            });
        }
        say("arraycopy");
        for (int i = 0; i < 8000; i++) {
            int n = random.nextInt(40), f = anInt(), t = anInt(), g = anInt(), u = anInt();
            byte[] a = (byte[]) array(1, n), b = a.clone();
            double[] d = new double[n], e = new double[n];
            float[] p = new float[n], q = new float[n];
            for (int k = 0; k < n; k++) {
                e[k] = d[k] = aDouble();
                q[k] = p[k] = (float) d[k];
            }
            if (n > 0) {
                b[n / 2] ^= (byte) random.nextInt(4);
                if (random.nextBoolean()) e[n / 3] = aDouble();
                if (random.nextBoolean()) q[n / 3] = Float.intBitsToFloat(anInt());
            }
            add(Arrays.mismatch(a, b) + 3 * Arrays.mismatch(d, e) + 5 * Arrays.mismatch(p, q));
            add((Arrays.equals(a, b) ? 1 : 0) + (Arrays.equals(d, e) ? 2 : 0)
                + Integer.signum(Arrays.compareUnsigned(a, b)) + Integer.signum(Arrays.compare(d, e)));
            call(() -> Arrays.mismatch(a, f, t, b, g, u));
            call(() -> Arrays.mismatch(d, f, t, e, g, u));
            call(() -> Arrays.equals(p, f, t, q, g, u) ? 1 : 2);
            call(() -> Arrays.copyOfRange(a, f & 63, t & 127).length);
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(64), other = ByteBuffer.allocateDirect(64);
        for (int i = 0; i < 8000; i++) {
            direct.clear().position(random.nextInt(30)).limit(30 + random.nextInt(34));
            other.clear().position(random.nextInt(30)).limit(30 + random.nextInt(34));
            direct.put(random.nextInt(64) % direct.limit(), (byte) random.nextInt(2));
            add(direct.mismatch(other) + 3 * direct.compareTo(other) + (direct.equals(other) ? 1 : 0));
        }
        say("mismatch");
        Class<?>[] all = {int.class, void.class, Object.class, String.class, Runnable.class, int[].class,
            String[].class, Runnable[][].class, Override.class, Thread.State.class, Map1.class,
            IntrinsicsWholeRange.class, Case.class};
        for (int i = 0; i < 8000; i++) {
            Class<?> c = all[random.nextInt(all.length)];
            Class<?> d = random.nextInt(9) == 0 ? null : all[random.nextInt(all.length)];
            Object o = array(random.nextInt(12), 2);
            call(() -> c.isAssignableFrom(d) ? 1 : 2);
            call(() -> c.isInstance(o) ? 1 : 2);
            call(() -> (c.isInterface() ? 1 : 0) + (c.isArray() ? 2 : 0) + (c.isPrimitive() ? 4 : 0) + (c.isHidden()
                ? 8 : 0) + 16L * c.getModifiers());
            call(() -> c.getSuperclass() == null ? 3 : c.getSuperclass().getName().hashCode());
            call(() -> d.isArray() ? 1 : 2);
            call(() -> Array.getLength(o));
            call(() -> System.identityHashCode(random.nextInt(3) == 0 ? null : o) == 0 ? 1 : 2);
            call(() -> Thread.holdsLock(o) ? 1 : 2);
            call(() -> o.getClass().getName().hashCode());
            WeakReference<Object> w = new WeakReference<>(o);
            PhantomReference<Object> p = new PhantomReference<>(o, new ReferenceQueue<>());
            add((w.refersTo(o) ? 1 : 0) + (w.refersTo(null) ? 2 : 0) + (p.refersTo(o) ? 4 : 0) + (w.refersTo("x") ? 8
                : 0));
            w.clear();
            add(w.refersTo(null) ? 1 : 2);
        }
        say("objects");
    }
    static class Map1<T> implements Cloneable { }

    /* ---- large numbers, digests, ciphers ---- */
    static BigInteger big() {
        int[] words = new int[1 + random.nextInt(90)];
        for (int i = 0; i < words.length; i++) words[i] = random.nextInt(3) == 0 ? random.nextInt()
            : random.nextInt(3) - 1;
        ByteBuffer b = ByteBuffer.allocate(4 * words.length);
        b.asIntBuffer().put(words);
        return new BigInteger(b.array());
    }
    /** A number of so many ints whose words are random, all ones, zeros, or one bit: the longest carries. */
    static BigInteger number(int ints, int kind) {
        BigInteger all = BigInteger.ONE.shiftLeft(32 * ints).subtract(BigInteger.ONE);
        switch (kind) {
        case 0: return new BigInteger(32 * ints, random);
        case 1: return all;
        case 2: return all.clearBit(random.nextInt(32 * ints)).setBit(0);
        case 3: return BigInteger.ONE.shiftLeft(32 * ints - 1 - random.nextInt(32)).setBit(0);
        default:
            int[] words = new int[ints];
            byte[] bytes = new byte[4 * ints];
            for (int i = 0; i < ints; i++) words[i] = random.nextInt(3) == 0 ? random.nextInt() : -random.nextInt(2);
            ByteBuffer.wrap(bytes).asIntBuffer().put(words);
            return new BigInteger(1, bytes);
        }
    }
    static void longNumbers() {
        int[] lengths = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 20, 24, 33, 64, 79, 80, 127, 510, 511, 512, 513, 514};
        for (int n : lengths) {
            for (int i = 0; i < 25; i++) {
                BigInteger a = number(n, i % 5), b = number(lengths[random.nextInt(17)], i / 5);
                BigInteger m = number(n, i / 5).setBit(0);
                add(a.multiply(b));
                add(a.multiply(a).equals(a.multiply(a.add(BigInteger.ONE)).subtract(a)) ? 1 : 2);
                add(a.multiply(a));
                if (n < 500 || i < 5) add(a.modPow(BigInteger.valueOf(random.nextInt(1 << 17)), m));
                if (n < 10) add(a.modPow(b, m));
                add(m.subtract(BigInteger.ONE).modPow(BigInteger.TWO, m));
            }
        }
        say("long numbers");
    }

    static void large() throws Exception {
        for (int i = 0; i < 800; i++) {
            BigInteger a = big(), b = big(), c = big().abs().setBit(0);
            add(a.multiply(b).hashCode() + a.multiply(BigInteger.valueOf(anInt())).hashCode()
                + b.multiply(b).hashCode());
            add(a.subtract(b).multiply(a.add(b)).equals(a.multiply(a).subtract(b.multiply(b))) ? 1 : 2);
            if (i % 50 == 0) add(a.modPow(b.abs(), c).hashCode() + a.pow(5).hashCode());
        }
        say("large numbers");
        longNumbers();
        for (String name : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256"}) {
            MessageDigest d = MessageDigest.getInstance(name);
            byte[] bytes = (byte[]) array(1, 600);
            for (int i = 0; i < 800; i++) {
                int at = anInt(), n = anInt();
                call(() -> {
                    d.update(bytes, at, n);
                    return 1;
                });
                d.update(bytes, i % 100, i % 500);
                if (i % 7 == 0) add(Arrays.hashCode(d.digest()));
            }
        }
        say("digests");
        for (int size = 16; size <= 32; size += 8) {
            byte[] key = Arrays.copyOf((byte[]) array(1, 32), size);
            for (String name : new String[] {"AES/ECB/NoPadding", "AES/CBC/PKCS5Padding", "AES/CTR/NoPadding",
                "AES/GCM/NoPadding"}) {
                byte[] iv = (byte[]) array(1, 16);
                Arrays.fill(iv, 4, 16, (byte) -1); /* the counter goes over its end */
                for (int i = 0; i < 100; i++) {
                    Cipher c = Cipher.getInstance(name), d = Cipher.getInstance(name);
                    var spec = name.contains("ECB") ? null : name.contains("GCM") ? new GCMParameterSpec(128,
                        Arrays.copyOf(iv, 1 + i % 40)) : new IvParameterSpec(iv);
                    c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), spec);
                    d.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), spec);
                    byte[] text = (byte[]) array(1, name.contains("ECB") ? i % 20 * 16 : i);
                    if (name.contains("GCM")) {
                        c.updateAAD(text, 0, text.length / 3);
                        d.updateAAD(text, 0, text.length / 3);
                    }
                    int at = anInt(), n = anInt();
                    call(() -> {
                        Cipher e = Cipher.getInstance("AES/CTR/NoPadding");
                        e.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
                        return Arrays.hashCode(e.update(text, at, n));
                    });
                    byte[] coded = c.doFinal(text);
                    add(Arrays.hashCode(coded) + (Arrays.equals(d.doFinal(coded), text) ? 1 : 2));
                    if (text.length > 40) { /* in place, in parts */
                        c.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), spec);
                        if (name.contains("GCM")) c.updateAAD(text, 0, text.length / 3);
                        int k = c.update(coded, 0, 33, coded, 0);
                        k += c.doFinal(coded, 33, coded.length - 33, coded, k);
                        add(Arrays.hashCode(Arrays.copyOf(coded, k)));
                    }
                }
            }
        }
        say("ciphers");
    }

    /* ---- memory ---- */
    static class Fields {
        boolean z;
        byte b;
        char c;
        short s;
        int i;
        long j;
        float f;
        double d;
        Object l = "l";
    }
    static void memory() throws Exception {
        Unsafe u = Unsafe.getUnsafe();
        Fields o = new Fields();
        long z = u.objectFieldOffset(Fields.class, "z"), b = u.objectFieldOffset(Fields.class, "b"),
            c = u.objectFieldOffset(Fields.class, "c"), s = u.objectFieldOffset(Fields.class, "s");
        long in = u.objectFieldOffset(Fields.class, "i"), j = u.objectFieldOffset(Fields.class, "j"),
            f = u.objectFieldOffset(Fields.class, "f"), d = u.objectFieldOffset(Fields.class, "d");
        long l = u.objectFieldOffset(Fields.class, "l"), raw = u.allocateMemory(65536),
            base = u.arrayBaseOffset(byte[].class);
        u.setMemory(raw, 65536, (byte) 0);
        byte[] bytes = new byte[64];
        Object[] objects = {"a", o, null, bytes, 7};
        for (int i = 0; i < 8000; i++) {
            int x = anInt(), y = anInt();
            long v = aLong(), w = aLong(), at = raw + random.nextInt(64) * 8;
            u.putByte(null, at, (byte) x);
            add(u.getBoolean(null, at) ? 1 : 2); /* any byte */
            u.putBoolean(o, z, (x & 1) != 0);
            u.putByte(o, b, (byte) x);
            u.putChar(o, c, (char) x);
            u.putShort(o, s, (short) x);
            u.putInt(o, in, x);
            u.putLong(o, j, v);
            u.putFloat(o, f, Float.intBitsToFloat(x));
            u.putDouble(o, d, Double.longBitsToDouble(v));
            add((o.z ? 1 : 0) + o.b + 3 * o.c + 5 * o.s + 7L * o.i + 11 * o.j + Float.floatToIntBits(o.f)
                + Double.doubleToLongBits(o.d));
            add(u.getByte(o, b) + 3 * u.getChar(o, c) + 5 * u.getShort(o, s) + 7L * u.getInt(o, in) + 11 * u.getLong(o,
                j) + Float.floatToIntBits(u.getFloat(o, f)) + (u.getBoolean(o, z) ? 1 : 0));
            u.putByteVolatile(o, b, (byte) y);
            u.putCharVolatile(o, c, (char) y);
            u.putShortVolatile(o, s, (short) y);
            u.putIntVolatile(o, in, y);
            u.putLongVolatile(o, j, w);
            u.putDoubleVolatile(o, d, Double.longBitsToDouble(w));
            add(u.getByteVolatile(o, b) + 3 * u.getCharVolatile(o, c) + 5 * u.getShortVolatile(o, s)
                + 7L * u.getIntVolatile(o, in) + 11 * u.getLongVolatile(o, j));
            add((u.compareAndSetInt(o, in, (i & 1) == 0 ? y : x, x) ? 1 : 2) + 3L * u.compareAndExchangeInt(o, in, y,
                x) + 5L * o.i);
            add((u.compareAndSetLong(o, j, (i & 1) == 0 ? w : v, v) ? 1 : 2) + 3 * u.compareAndExchangeLong(o, j, w,
                v) + 5 * o.j);
            add((u.compareAndSetByte(o, b, (byte) y, (byte) x) ? 1 : 2) + (u.compareAndSetShort(o, s, (short) x,
                (short) y) ? 4 : 8) + o.b + o.s);
            Object was = objects[i % 5], next = objects[(x & 7) % 5];
            u.putReference(o, l, was);
            add((u.compareAndSetReference(o, l, (i & 2) == 0 ? was : next, next) ? 1 : 2) + (u.getReference(o,
                l) == next ? 4 : 8) + (u.compareAndExchangeReference(o, l, next, was) == next ? 16 : 32));
            u.putReferenceVolatile(o, l, null);
            add((u.getReferenceVolatile(o, l) == null ? 1 : 2) + u.getAndAddInt(o, in, x) + u.getAndSetLong(o, j, w));
            u.putLongUnaligned(bytes, base + (x & 31), v);
            u.putIntUnaligned(bytes, base + (y & 31), x, (i & 1) == 0);
            add(u.getLongUnaligned(bytes, base + (y & 31)) + u.getCharUnaligned(bytes, base + (x & 31))
                + Arrays.hashCode(bytes));
        }
        say("fields");
        for (int i = 0; i < 3000; i++) {
            int from = random.nextInt(2000), to = random.nextInt(2000);
            long n = i % 50 == 0 ? aLong() | Long.MIN_VALUE : i % 60 == 0 ? 16 * 1024 - 2 + random.nextInt(5)
                : random.nextInt(100);
            byte v = (byte) anInt();
            call(() -> {
                u.setMemory(raw + to, n, v);
                return 1;
            });
            call(() -> {
                u.copyMemory(raw + from, raw + to, n);
                return u.getLong(raw + to);
            });
            call(() -> {
                u.copyMemory(null, raw + from, bytes, base + (to & 31), n < 0 ? n : n & 31);
                return Arrays.hashCode(bytes);
            });
            call(() -> {
                u.copyMemory(bytes, base + (from & 31), bytes, base + (to & 31), n < 0 ? n : n & 31);
                return Arrays.hashCode(bytes);
            });
        }
        u.freeMemory(raw);
        say("blocks of memory");
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            numbers();
            search();
            coding();
            arrays();
            large();
            memory();
        }
    }
}
