// jvm: -Xint

import java.io.InputStream;

/** Variables of methods whose class has no table of them, and of the same methods with one, where no variable is in scope: what may be read and set. */
public class LocalsWithoutTable {
    /** Answers of the five kinds of access to each slot of the frame at `depth` below the native. */
    public static native void read(int depth, int slots);
    public static native String set(int depth, int slot, char kind, Object value);

    public static class Frames implements Runnable {
        int answer = 42;
        public void run() {
            System.out.println("all kinds: " + kinds(1, 2, 3, 4, "five", new int[6]));
            System.out.println("scopes: " + scopes(3));
            System.out.println("set: " + sets(1, 2L, 3f, 4d, "five", this));
            System.out.println("last: " + last(7));
            System.out.println("merged: " + merged(true) + " " + merged(false));
            loop(2);
            caught();
        }
        String kinds(int i, long j, float f, double d, String s, int[] a) {
            read(1, 10);
            return i + " " + j + " " + f + " " + d + " " + s + " " + a.length;
        }
        static String scopes(int n) {
            System.out.println("nothing yet");
            read(1, 4);
            {
                String inner = "inner";
                int number = n + 1;
                System.out.println("in scope");
                read(1, 4);
                n += inner.length() + number;
            }
            System.out.println("out of scope");
            read(1, 4);
            {
                long other = 5;
                System.out.println("taken again");
                read(1, 4);
                n += other;
            }
            return "" + n;
        }
        /** The variable's range ends with the last instruction that can see it. */
        static int last(int n) {
            if (n > 0) {
                String inner = "inner";
                read(1, 2);
            }
            read(1, 2);
            return n;
        }
        static String merged(boolean which) {
            Object o = null;
            if (which) o = "one";
            read(1, 3);
            return o + "";
        }
        static void loop(int n) {
            for (int i = 0; i < n; i++) {
                Object o = i == 0 ? "zero" : Integer.valueOf(i);
                read(1, 3);
            }
            System.out.println("behind the loop");
            read(1, 3);
        }
        static void caught() {
            try {
                int length = "x".length();
                if (length == 1) throw new IllegalStateException("thrown");
            } catch (IllegalStateException e) {
                System.out.println("in the handler");
                read(1, 2);
            }
        }
        String sets(int i, long j, float f, double d, String s, Frames me) {
            System.out.println("int to 5 kinds: " + set(1, 1, 'I', "x") + " " + set(1, 1, 'F', "x") + " " + set(1, 1, 'J', "x") + " "
                    + set(1, 1, 'D', "x") + " " + set(1, 1, 'L', "x"));
            System.out.println("long: " + set(1, 2, 'I', "x") + " " + set(1, 2, 'F', "x") + " " + set(1, 2, 'L', "x") + " "
                    + set(1, 2, 'D', "x") + " " + set(1, 2, 'J', "x"));
            System.out.println("float: " + set(1, 4, 'I', "x") + " " + set(1, 4, 'L', "x") + " " + set(1, 4, 'F', "x"));
            System.out.println("double: " + set(1, 5, 'I', "x") + " " + set(1, 5, 'L', "x") + " " + set(1, 5, 'J', "x") + " " + set(1, 5, 'D', "x"));
            System.out.println("String: " + set(1, 7, 'I', "x") + " " + set(1, 7, 'F', "x") + " " + set(1, 7, 'J', "x") + " "
                    + set(1, 7, 'D', "x") + " " + set(1, 7, 'L', "x") + " " + set(1, 7, 'L', null) + " " + set(1, 7, 'L', "set"));
            System.out.println("class: " + set(1, 8, 'L', "x") + " " + set(1, 8, 'L', null) + " " + set(1, 8, 'L', this) + " " + set(1, 0, 'L', this));
            System.out.println("none: " + set(1, 9, 'L', "x") + " " + set(1, -1, 'I', "x") + " " + set(1, 8, 'J', "x") + " " + set(1, 70000, 'I', "x"));
            set(1, 1, 'I', null);
            set(1, 2, 'J', null);
            return i + " " + j + " " + f + " " + d + " " + s + " " + me.answer;
        }
    }

    /** Frames again, without its tables of variables. */
    static class Without extends ClassLoader {
        Class<?> made() throws Exception {
            byte[] bytes;
            try (InputStream in = LocalsWithoutTable.class.getResourceAsStream("LocalsWithoutTable$Frames.class")) {
                bytes = new String(in.readAllBytes(), "ISO-8859-1").replace("LocalVariableTable", "SomethingElseTable").getBytes("ISO-8859-1");
            }
            return defineClass("LocalsWithoutTable$Frames", bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("with tables");
        new Frames().run();
        System.out.println("without tables");
        ((Runnable) new Without().made().getConstructor().newInstance()).run();
    }
}
