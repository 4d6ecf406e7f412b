import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;

/** java.lang and java.lang.ref: classes, objects, threads, wrappers, system. */
final class LangThings {
    static class Base { }

    static class Derived extends Base implements Comparable<Derived>, Cloneable {
        int x;

        public int compareTo(Derived o) { return Integer.compare(x, o.x); }

        @Override
        public Derived clone() {
            try {
                return (Derived) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);

    static void register() {
        Object[] some = { "a", 5, 5L, new Derived(), new Base(), 'c', 1.5, new int[3] };
        Class<?>[] classes = { String.class, Integer.class, int.class, Derived.class, Base.class, int[].class, Comparable.class, Object.class };
        Derived derived = new Derived();
        Things.add("class/getClass", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (some[i & 7].getClass() == Derived.class) s++;
            return s;
        });
        Things.add("class/isInstance", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].isInstance(some[i + 3 & 7])) s++;
            return s;
        });
        Things.add("class/isInstance-constant", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Base.class.isInstance(some[i & 7])) s++;
            return s;
        });
        Things.add("class/cast", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Comparable.class.cast(some[i & 3]) != null) s++;
            return s;
        });
        Things.add("class/isAssignableFrom", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].isAssignableFrom(classes[i + 1 & 7])) s++;
            return s;
        });
        Things.add("class/getSuperclass", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].getSuperclass() == Object.class) s++;
            return s;
        });
        Things.add("class/isArray", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].isArray()) s++;
            return s;
        });
        Things.add("class/isInterface", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].isInterface()) s++;
            return s;
        });
        Things.add("class/isPrimitive", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].isPrimitive()) s++;
            return s;
        });
        Things.add("class/getModifiers", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += classes[i & 7].getModifiers();
            return s;
        });
        Things.add("class/getComponentType", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (classes[i & 7].getComponentType() != null) s++;
            return s;
        });
        Things.add("class/getName", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += classes[i & 7].getName().length();
            return s;
        });
        Things.add("class/getSimpleName", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += classes[i & 7].getSimpleName().length();
            return s;
        });
        Things.add("object/new-and-drop", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Derived d = new Derived(); d.x = i; s += d.x; }
            return s;
        });
        Things.addUnchecked("object/identityHashCode", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += System.identityHashCode(derived);
            return s;
        });
        Things.addUnchecked("object/hashCode-default", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += derived.hashCode();
            return s;
        });
        Things.addUnchecked("object/hashCode-of-new", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += new Base().hashCode();
            return s;
        });
        Things.add("object/clone", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { derived.x = i; s += derived.clone().x; }
            return s;
        });
        int[] ints = new int[16];
        Things.add("array/clone-16", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { ints[3] = i; s += ints.clone()[3]; }
            return s;
        });
        Things.add("array/copyOf-16", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { ints[3] = i; s += Arrays.copyOf(ints, 17)[3]; }
            return s;
        });
        Object[] objects = new Object[16];
        Things.add("array/copyOf-objects-16", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Arrays.copyOf(objects, 16).length;
            return s;
        });
        int[] other = new int[16];
        Things.add("array/arraycopy-8-ints", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { ints[2] = i; System.arraycopy(ints, 0, other, 2, 8); s += other[4]; }
            return s;
        });
        byte[] bytes = new byte[64], more = new byte[64];
        Things.add("array/arraycopy-5-bytes", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { System.arraycopy(bytes, 1, more, 3, 5); s += more[4]; }
            return s;
        });
        Object[] targets = new Object[16];
        Things.add("array/arraycopy-8-objects", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { System.arraycopy(some, 0, targets, 2, 8); s += targets.length; }
            return s;
        });
        Things.add("array/fill-64", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Arrays.fill(more, (byte) i); s += more[5]; }
            return s;
        });
        Things.add("array/equals-16", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Arrays.equals(ints, other)) s++;
            return 0;
        });
        Things.add("array/hashCode-16", n -> {
            long s = 0;
            Arrays.fill(ints, 9);
            for (int i = 0; i < n; i++) s += Arrays.hashCode(ints);
            return s;
        });
        Things.add("array/reflective-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Array.getLength(ints) + Array.getInt(ints, 1);
            return 0;
        });
        Things.add("array/reflective-new", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ((String[]) Array.newInstance(String.class, 4)).length;
            return s;
        });
        Things.addUnchecked("thread/currentThread", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Thread.currentThread().isDaemon()) s++;
            return s;
        });
        Things.add("thread/local-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += local.get()[0]++ & 1;
            local.get()[0] = 0;
            return s > 0 ? 1 : 0;
        });
        Things.add("thread/interrupted", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Thread.interrupted()) s++;
            return s;
        });
        Things.add("reference/weak-get", n -> {
            long s = 0;
            WeakReference<Object> w = new WeakReference<>(derived);
            for (int i = 0; i < n; i++) if (w.get() == derived) s++;
            return s;
        });
        Things.add("reference/weak-refersTo", n -> {
            long s = 0;
            WeakReference<Object> w = new WeakReference<>(derived);
            for (int i = 0; i < n; i++) if (w.refersTo(derived)) s++;
            return s;
        });
        Things.add("integer/toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Integer.toString(i).length();
            return s;
        });
        Things.add("integer/parseInt", n -> {
            long s = 0;
            String[] t = { "1", "-23", "456", "78901" };
            for (int i = 0; i < n; i++) s += Integer.parseInt(t[i & 3]);
            return s;
        });
        Things.add("integer/toHexString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Integer.toHexString(i * 77).length();
            return s;
        });
        Things.add("integer/bit-tricks", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += Integer.bitCount(i) + Integer.numberOfTrailingZeros(i) + Integer.highestOneBit(i) + Integer.rotateLeft(i, 5);
            }
            return s;
        });
        Things.add("integer/reverse", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Integer.reverse(i) ^ Integer.reverseBytes(i);
            return s;
        });
        Things.add("integer/compareUnsigned", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Integer.compareUnsigned(i * 0x9e3779b9, i);
            return s;
        });
        Things.add("integer/divideUnsigned", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += Integer.divideUnsigned(i * 0x9e3779b9, 77) + Integer.remainderUnsigned(-i, 13);
            }
            return s;
        });
        Things.add("long/divideUnsigned", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Long.divideUnsigned(i * 0x9e3779b97f4a7c15L, 77);
            return s;
        });
        Things.add("long/toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Long.toString(i * 100_000_000_007L).length();
            return s;
        });
        Things.add("long/parseLong", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Long.parseLong("1234567890123");
            return s;
        });
        Things.add("double/toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Double.toString((i & 1023) * 0.37).length();
            return s;
        });
        Things.add("double/parseDouble", n -> {
            double s = 0;
            String[] t = { "1.5", "3.14159", "-2e10", "0.001" };
            for (int i = 0; i < n; i++) s += Double.parseDouble(t[i & 3]);
            return (long) s;
        });
        Things.add("double/bits", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Double.doubleToLongBits(i * 0.5) ^ Float.floatToIntBits(i);
            return s;
        });
        Things.add("double/compare", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Double.compare(i * 0.5, 100.0);
            return s;
        });
        Things.add("double/isNaN", n -> {
            long s = 0;
            double[] d = { 1, Double.NaN, 3, 1 / 0.0 };
            for (int i = 0; i < n; i++) if (Double.isNaN(d[i & 3]) || Double.isInfinite(d[i + 1 & 3])) s++;
            return s;
        });
        Things.add("character/isLetterOrDigit", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Character.isLetterOrDigit((char) (i & 127))) s++;
            return s;
        });
        Things.add("character/unicode", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Character.isLetter((char) (i & 0xfff))) s++;
            return s;
        });
        Things.add("character/digit", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Character.digit((char) ('0' + (i & 15)), 10);
            return s;
        });
        Things.add("character/case", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += Character.toLowerCase((char) (i & 127)) + Character.toUpperCase((char) (i & 127));
            }
            return s;
        });
        Things.add("character/isWhitespace", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Character.isWhitespace((char) (i & 127))) s++;
            return s;
        });
        Things.add("boolean/parse", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Boolean.parseBoolean((i & 1) == 0 ? "true" : "no")) s++;
            return s;
        });
        Things.add("objects/requireNonNull", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Objects.requireNonNull(some[i & 7]) == some[0] ? 1 : 0;
            return s;
        });
        Things.add("objects/equals-hash", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Objects.equals(some[i & 1], some[i + 1 & 1])) s++;
            else s += Objects.hash("a", i & 15);
            return s;
        });
        Things.add("objects/checkIndex", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Objects.checkIndex(i & 15, 16);
            return s;
        });
        Things.addUnchecked("system/nanoTime", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += System.nanoTime();
            return s;
        });
        Things.addUnchecked("system/currentTimeMillis", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += System.currentTimeMillis();
            return s;
        });
        Things.add("system/getProperty", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += System.getProperty("file.separator").length();
            return s;
        });
        Things.add("throwable/getMessage", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += new IllegalArgumentException("abc").getMessage().length();
            return s;
        });
        Things.add("stack/walker", n -> {
            long s = 0;
            StackWalker w = StackWalker.getInstance();
            for (int i = 0; i < n; i++) s += w.walk(f -> f.limit(2).count());
            return s;
        });
    }
}
