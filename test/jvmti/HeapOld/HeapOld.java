/** Heap (1.0): filters, answers of the callbacks, subclasses, tags that callbacks change. */
public class HeapOld {
    static native void tag(Object o, long tag);
    static native long tagOf(Object o);
    static native void instances(Class<?> c);
    static native void all();
    static native void stop(Class<?> c, Object from);
    static native void ignore(Object from, long tag);
    static native void roots();
    static native void retag(Class<?> c);

    interface Thing {}
    static class Base implements Thing { Object next; Base(Object next) { this.next = next; } }
    static class Sub extends Base { int more; Sub(Object next) { super(next); } }
    static abstract class Never implements Thing {}

    static Object head;

    public static void main(String[] args) {
        Object o = null;
        for (int i = 0; i < 20; i++) {
            o = i % 4 == 0 ? new Sub(o) : new Base(o);
            if (i % 5 == 0) tag(o, 10 + i);
        }
        head = new Object[] { o, new Base[] { new Base(null) }, new Sub[2], new Base[0][0] };
        tag(head, 1);
        tag(Base.class, 100);
        for (Class<?> c : new Class<?>[] { Base.class, Sub.class, Thing.class, Never.class, Base[].class, Sub[].class, int.class })
            instances(c);
        all();
        System.out.println("-- abort");
        stop(Base.class, head);
        System.out.println("-- ignore");
        ignore(head, 20);
        ignore(head, 1);
        ignore(head, 25);
        System.out.println("-- roots");
        roots();
        System.out.println("-- new tags");
        retag(Base.class);
        System.out.println(tagOf(head) + " " + tagOf(o));
    }
}
