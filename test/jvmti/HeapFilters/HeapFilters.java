/** What filters, class arguments, answers of callbacks and aborts make of a walk: each of the sixteen filters, over a known set of objects. */
public class HeapFilters {
    static native void tag(Object o, long tag);
    static native void iterate(int filter, Class<?> klass);
    static native void follow(int filter, Class<?> klass, Object from, int control);
    static native void abortAfter(int callback, int n, Class<?> klass, Object from);
    static native void retag(Class<?> klass, Object from);
    static native void nothing(Class<?> klass, Object from);

    interface Shape {}
    static class A implements Shape { int v = 1; A next; B other; A(A next, B other) { this.next = next; this.other = other; } }
    static class B implements Shape {
        long w = 2;
        A next;
        String text;
        int[] numbers;
        B(A next, String text, int[] numbers) {
            this.next = next;
            this.text = text;
            this.numbers = numbers;
        }
    }
    static class Sub extends A { Sub() { super(null, null); } }
    static abstract class Never { int v; }

    static A[] as = new A[10];
    static B[] bs = new B[10];
    static Sub sub = new Sub();
    static Object[] head;
    static A[][] grid = { { null, null }, null, {} };

    public static void main(String[] args) {
        A a = null;
        for (int i = 0; i < 10; i++) {
            bs[i] = new B(a, new String("text" + i), new int[i]);
            as[i] = a = new A(a, bs[i]);
        }
        head = new Object[] { a, sub, null, grid };
        for (int i = 0; i < 10; i += 2) {
            tag(as[i], 100 + i);
            tag(bs[i], 200 + i);
            tag(bs[i].text, 300 + i);
            tag(bs[i].numbers, 400 + i);
        }
        tag(head, 1);
        tag(A.class, 10);
        tag(int[].class, 11);
        Class<?>[] classes = { A.class, B.class, Sub.class, Never.class, Shape.class, A[].class, A[][].class, int.class, void.class };
        for (Class<?> c : classes) {
            System.out.println("-- " + c.getSimpleName());
            for (int f = 0; f < 16; f++) iterate((f & 3) << 2 | (f >> 2) << 4, c);
        }
        System.out.println("-- any class");
        for (int f = 0; f < 16; f++) iterate((f & 3) << 2 | (f >> 2) << 4, null);
        for (Class<?> c : new Class<?>[] { null, A.class, B.class, int[].class, String.class, Shape.class, int.class, A[][].class }) {
            System.out.println("-- follow " + (c == null ? "any" : c.getSimpleName()));
            for (int f = 0; f < 16; f++) follow((f & 3) << 2 | (f >> 2) << 4, c, head, -1);
        }
        System.out.println("-- not into objects of a tag");
        follow(0, null, head, 108);
        follow(0, null, head, 1);
        follow(0, A.class, head, 108);
        follow(0, null, as[0], 0);
        System.out.println("-- abort");
        for (int callback = 0; callback < 6; callback++)
            for (int n = 1; n <= 4; n += 3) abortAfter(callback, n, callback == 2 ? int[].class : callback == 3 ? String.class : A.class, head);
        System.out.println("-- new tags on the way");
        retag(A.class, head);
        System.out.println("-- no callbacks");
        nothing(A.class, head);
    }
}
