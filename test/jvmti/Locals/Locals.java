import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/** Variables of all types at several depths, with a variable table and without one; the checks of slots and types; receivers. */
public class Locals {
    static native String get(Thread t, int depth, int slot, char kind);
    static native String set(Thread t, int depth, int slot, char kind, long bits, Object object);
    static native String instance(Thread t, int depth);
    static native String staticNative();
    native String instanceNative();

    static final String KINDS = "IJFDL";

    /** Every kind of access to every slot of the frame at `depth`, but those of which the two VMs may think differently. */
    static void matrix(String where, int depth, int slots, String skip) {
        System.out.println(where);
        for (int slot = -1; slot <= slots; slot++) {
            StringBuilder line = new StringBuilder("  " + slot);
            for (char kind : KINDS.toCharArray())
                if (!skip.contains(" " + slot + kind + " ")) line.append(' ').append(kind).append(' ').append(get(null, depth + 2, slot, kind));
            System.out.println(line);
        }
    }

    interface Shape { }
    static class Base implements Shape { public String toString() { return getClass().getSimpleName(); } }
    static class Derived extends Base { }

    int base = 5;
    long all(boolean z, byte b, char c, short s, int i, long j, float f, double d, String text, int[] a, Shape shape, Base thing) {
        matrix("arguments", 0, 14, " 6L 6D 7L 8D 8J 10L 10J 10D 9L 11J 11D 11L 12J 12D 13J 13D 14L 14J 14D 14I 14F ");
        change(1);
        System.out.println(z + " " + b + " " + (int) c + " " + s + " " + i + " " + j + " " + f + " " + d + " " + text + " " + a.length + " "
                + shape + " " + thing);
        if (i > 0) {
            long inner = j;
            System.out.println("in scope " + get(null, 1, 15, 'J') + " " + get(null, 1, 15, 'I') + " " + get(null, 1, 15, 'D'));
        }
        System.out.println("out of scope " + get(null, 1, 15, 'J') + " " + get(null, 1, 15, 'I') + " " + set(null, 1, 15, 'J', 1, null));
        return i + j;
    }

    /** Sets every variable of the frame at `depth` above this one, and some to what they cannot hold. */
    static void change(int depth) {
        int d = depth + 1;
        System.out.println("set " + set(null, d, 1, 'I', 0, null) + " " + set(null, d, 2, 'I', -7, null) + " "
                + set(null, d, 3, 'I', 'q', null) + " " + set(null, d, 4, 'I', -700, null) + " "
                + set(null, d, 5, 'I', Integer.MIN_VALUE, null) + " " + set(null, d, 6, 'J', Long.MIN_VALUE + 1, null) + " "
                + set(null, d, 8, 'F', Float.floatToIntBits(-0.5f), null) + " "
                + set(null, d, 9, 'D', Double.doubleToLongBits(1e300), null));
        System.out.println("objects " + set(null, d, 11, 'L', 0, "changed") + " " + set(null, d, 12, 'L', 0, new int[9]) + " "
                + set(null, d, 13, 'L', 0, new Derived()) + " " + set(null, d, 14, 'L', 0, new Derived()));
        System.out.println("wrong " + set(null, d, 11, 'L', 0, 5) + " " + set(null, d, 12, 'L', 0, new long[1]) + " "
                + set(null, d, 12, 'L', 0, "x") + " " + set(null, d, 13, 'L', 0, new Object()) + " " + set(null, d, 14, 'L', 0, "x") + " "
                + set(null, d, 5, 'F', 0, null) + " " + set(null, d, 5, 'L', 0, "x") + " " + set(null, d, 11, 'I', 0, null) + " "
                + set(null, d, 0, 'L', 0, "x") + " " + set(null, d, 99, 'I', 0, null) + " " + set(null, d, -1, 'I', 0, null));
        System.out.println("null " + set(null, d, 14, 'L', 0, null) + " " + get(null, d, 14, 'L') + " " + set(null, d, 14, 'L', 0, new Base()));
    }

    static int recurse(int n, long twice, String text) {
        if (n > 0) return recurse(n - 1, twice * 2, text + n) + 1;
        for (int depth = 1; depth <= 5; depth++)
            System.out.println("depth " + depth + " " + get(null, depth, 0, 'I') + " " + get(null, depth, 1, 'J') + " " + get(null, depth, 3, 'L') + " "
                    + set(null, depth, 0, 'I', 10 + depth, null));
        System.out.println("depth errors " + get(null, 0, 0, 'I') + " " + get(null, -1, 0, 'I') + " " + get(null, 1000, 0, 'I') + " "
                + set(null, 1000, 0, 'I', 0, null) + " " + set(null, 0, 0, 'I', 0, null) + " " + set(null, -1, 0, 'I', 0, null));
        return n;
    }

    static int nothing() { return Integer.parseInt(get(null, 1, 0, 'I').length() > 0 ? "1" : "2"); }
    static int reused(int n) {
        int r = 0;
        { int first = n; System.out.println("first " + get(null, 1, 2, 'I') + " " + get(null, 1, 2, 'D')); r += first; }
        { String second = "s" + n; System.out.println("second " + get(null, 1, 2, 'L') + " " + get(null, 1, 2, 'I')); r += second.length(); }
        { double third = n; System.out.println("third " + get(null, 1, 2, 'D') + " " + get(null, 1, 2, 'J')); r += (int) third; }
        return r;
    }

    // ---- other threads ----
    static volatile boolean stop, there;
    static void standing(int n, Object o) {
        there = true;
        while (!stop) n++;
        System.out.println("stood, o is " + o);
    }
    static volatile Thread seen;

    // ---- a class without variable tables, made by javac -g:none of
    // public class NoTable {
    //     int base = 5;
    //     long all(int a, long b, float c, double d, Object e, int[] f, Consumer<String> probe) {
    //         probe.accept("before");
    //         int i = a + 1; long j = b + 1; float k = c + 1; double l = d + 1; String m = "m" + e;
    //         probe.accept("after");
    //         if (a > 0) { int scoped = 3; probe.accept("scope"); i += scoped; }
    //         else { String other = "x"; probe.accept("other"); m = other; }
    //         probe.accept("merged");
    //         return i + j + (long) k + (long) l + m.length() + f.length + base;
    //     }
    // }
    static final String NO_TABLE = ""
            + "yv66vgAAAD0ARAoAAgADBwAEDAAFAAYBABBqYXZhL2xhbmcvT2JqZWN0AQAGPGluaXQ+"
              + "AQADKClWCQAIAAkHAAoMAAsADAEAB05vVGFibGUBAARiYXNlAQABSQgADgEABmJlZm9yZQsAEAARBwASDA"
            + "ATABQBABtqYXZhL3V0aWwvZnVuY3Rpb24vQ29uc3VtZXIBAAZhY2NlcHQBABUoTGphdmEvbGFuZy9PYmplY3Q7KVYKABYAFwcAGAwAGQAaAQAQamF2YS9sYW5nL1"
              + "N0cmluZwEAB3ZhbHVlT2YBACYo"
            + "TGphdmEvbGFuZy9PYmplY3Q7KUxqYXZhL2xhbmcvU3RyaW5nOxIAAAAcDAAdAB4BABdtYWtlQ29uY2F0V2l0aENvbnN0YW50cwEAJihMamF2YS9sYW5nL1N0cmlu"
              + "ZzspTGphdmEvbGFuZy9TdHJpbm"
            + "c7CAAgAQAFYWZ0ZXIIACIBAAVzY29wZQgAJAEAAXgIACYBAAVvdGhlcggAKAEABm1lcmdlZAoAFgAqDAArACwBAAZsZW5ndGgBAAMoKUkBAARDb2RlAQADYWxsAQ"
              + "A4KElKRkRMamF2YS9sYW5nL09i"
            + "amVjdDtbSUxqYXZhL3V0aWwvZnVuY3Rpb24vQ29uc3VtZXI7KUoBAA1TdGFja01hcFRhYmxlBwAyAQACW0kBAAlTaWduYXR1cmUBAEwoSUpGRExqYXZhL2xhbmcv"
              + "T2JqZWN0O1tJTGphdmEvdXRpbC"
            + "9mdW5jdGlvbi9Db25zdW1lcjxMamF2YS9sYW5nL1N0cmluZzs+"
              + "OylKAQAQQm9vdHN0cmFwTWV0aG9kcw8GADcKADgAOQcAOgwAHQA7AQAkamF2YS9sYW5nL2ludm9rZS9TdHJpbmdDb25jYXRGYWN0"
            + "b3J5AQCYKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xhbmcvaW52b2tlL01ldGhvZFR5cGU7"
              + "TGphdmEvbGFuZy9TdHJpbmc7W0"
            + "xqYXZhL2xhbmcvT2JqZWN0OylMamF2YS9sYW5nL2ludm9rZS9DYWxsU2l0ZTsIAD0BAAJtAQEADElubmVyQ2xhc3NlcwcAQAEAJWphdmEvbGFuZy9pbnZva2UvTW"
              + "V0aG9kSGFuZGxlcyRMb29rdXAH"
            + "AEIBAB5qYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMBAAZMb29rdXAAIQAIAAIAAAABAAAACwAMAAAAAgABAAUABgABAC0AAAAWAAIAAQAAAAoqtwABKgi1"
              + "AAexAAAAAAAAAC4ALwACAC0AAA"
            + "C8AAQAEgAAAIkZCRINuQAPAgAbBGA2CiAKYTcLFwQMYjgNGAUPYzkOGQe4ABW6ABsAADoQGQkSH7kADwIAG54AGQY2ERkJEiG5AA8CABUKFRFgNgqnABQSIzoRGQ"
              + "kSJbkADwIAGRE6EBkJEie5AA8C"
            + "ABUKhRYLYRcNjGEYDo9hGRC2ACmFYRkIvoVhKrQAB4VhrQAAAAEAMAAAACEAAv8ATgANBwAIAQQCAwcAAgcAMQcAEAEEAgMHABYAABAAMwAAAAIANAACADUAAAAI"
              + "AAEANgABADwAPgAAAAoAAQA/AE"
            + "EAQwAZ";

    static class Probe implements Consumer<Object> { // of objects, so that no bridge stands between
        public void accept(Object where) {
            StringBuilder s = new StringBuilder(where + ":");
            for (String right : new String[] { "0L", "1I", "2J", "4F", "5D", "7L", "8L", "9L" }) one(s, right);
            if (!where.equals("before"))
                for (String right : new String[] { "10I", "11J", "13F", "14D", "16L" }) one(s, right);
            else for (String none : new String[] { "10I", "13F", "14D" }) one(s, none);
            if (where.equals("scope")) one(s, "17I");
            if (where.equals("other")) one(s, "17L");
            for (String wrong : new String[] { "1L", "7I", "7F", "4L", "18I", "17J", "99L", "-1I" }) one(s, wrong);
            System.out.println(s);
            if (where.equals("after"))
                System.out.println("  set " + set(null, 2, 10, 'I', 100, null) + " " + set(null, 2, 11, 'J', 1000, null) + " "
                        + set(null, 2, 13, 'F', Float.floatToIntBits(1e4f), null) + " "
                        + set(null, 2, 14, 'D', Double.doubleToLongBits(1e5), null) + " " + set(null, 2, 16, 'L', 0, "1234567") + " "
                        + set(null, 2, 10, 'L', 0, "x") + " " + set(null, 2, 16, 'I', 0, null));
            System.out.println("  receiver " + instance(null, 2).startsWith("NoTable@") + " " + instance(null, 1).startsWith("Locals$Probe@"));
        }
        private void one(StringBuilder s, String what) {
            int n = what.length() - 1;
            String r = get(null, 3, Integer.parseInt(what.substring(0, n)), what.charAt(n));
            s.append(' ').append(what).append(' ').append(r.contains("@") ? r.substring(0, r.indexOf('@')) : r);
        }
    }

    static void withoutTable() throws Exception {
        Class<?> c = MethodHandles.lookup().defineClass(Base64.getDecoder().decode(NO_TABLE));
        var m = c.getDeclaredMethod("all", int.class, long.class, float.class, double.class, Object.class, int[].class, Consumer.class);
        var o = c.getDeclaredConstructor().newInstance();
        m.setAccessible(true);
        for (int a : new int[] { 1, -1 }) System.out.println("  result " + m.invoke(o, a, 20L, 3.5f, 4.5, "five", new int[6], new Probe()));
    }

    @Override public String toString() { return "a Locals"; }
    static void receivers() {
        System.out.println("static " + instance(null, 1));
        System.out.println("native static " + staticNative());
        System.out.println("native " + new Locals().instanceNative());
        List<String> list = new ArrayList<>(List.of("x"));
        list.forEach(new Consumer<String>() {
            @Override public String toString() { return "a consumer"; }
            public void accept(String s) {
                System.out.println("library " + instance(null, 2) + " " + get(null, 2, 0, 'L') + " " + get(null, 2, 0, 'I'));
            }
        });
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new Locals().all(true, (byte) -3, 'x', (short) -300, 123456789, 1L << 40, 1.5f, 2.25, "text", new int[3], new Base(), new Base()));
        System.out.println(recurse(3, 3, "t"));
        System.out.println(nothing() + " " + reused(4));
        Thread t = new Thread(() -> standing(5, "object"), "standing");
        System.out.println("fresh " + get(t, 0, 0, 'I') + " " + instance(t, 0));
        t.start();
        while (!there) Thread.onSpinWait();
        System.out.println("running " + get(t, 0, 1, 'L') + " " + (Integer.parseInt(get(t, 0, 0, 'I')) >= 5) + " " + get(t, 0, 0, 'F') + " "
                + set(t, 0, 1, 'L', 0, "other object"));
        stop = true;
        t.join();
        System.out.println("ended " + get(t, 0, 0, 'I') + " " + set(t, 0, 0, 'I', 1, null));
        receivers();
        withoutTable();
    }
}
