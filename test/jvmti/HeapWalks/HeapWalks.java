/** Tags and walks over a small graph of objects with fields at every level of the class hierarchy. */
public class HeapWalks {
    static native void tag(Object o, long tag);
    static native long tagOf(Object o, boolean second);
    static native void withTags(long a, long b);
    static native int freed();
    static native long freedSum();
    static native void follow(Object from, Class<?> klass, int filter);
    static native void iterate(Class<?> klass, int filter);
    static native void old(Class<?> klass, Object from);

    interface I { int ONE = 1; Object TWO = new Object(); }
    interface J extends I { int THREE = 3; }
    static class Top implements I { int a = 10; Object ref; static int s = 20; static Object shared; boolean z = true; }
    static class Mid extends Top implements J { long b = 11; Object other; byte by = 3; short sh = -4; }
    static class Low extends Mid { double c = 1.5; Object[] array; String text; int[] ints; char ch = 'x'; float f = 2.5f; Low self; }
    static class Small { int v; }

    static Low low;

    public static void main(String[] args) {
        Low o = new Low();
        low = o;
        o.ref = new Top();
        o.other = new Mid();
        o.array = new Object[] { null, o.ref, new Small() };
        o.text = new String("h\u00e9llo");
        o.ints = new int[] { 42, 43 };
        o.self = o;
        System.out.println(tagOf(o, false));
        tag(o, 1); tag(o.ref, 2); tag(o.other, 3); tag(o.array, 4); tag(o.text, 5); tag(o.ints, 6); tag(o.array[2], 13);
        tag(Low.class, 101); tag(Mid.class, 102); tag(Top.class, 103); tag(Small.class, 104);
        System.out.println(tagOf(o, false) + " " + tagOf(o, true) + " " + tagOf(Low.class, false));
        tag(o.other, 0);
        System.out.println(tagOf(o.other, false));
        tag(o.other, 3);
        withTags(1, 2);
        withTags(77, 78);
        System.out.println("-- follow");
        follow(o, null, 0);
        System.out.println("-- follow, only Mid");
        follow(o, Mid.class, 0);
        System.out.println("-- follow, not tagged classes");
        follow(o, null, 0x10);
        System.out.println("-- iterate");
        iterate(Low.class, 0);
        iterate(Top.class, 0);
        iterate(I.class, 0);
        iterate(int.class, 0);
        iterate(Low.class, 4);
        iterate(Low.class, 8);
        iterate(null, 4 | 0x20);
        Small[] small = new Small[10];
        for (int i = 0; i < 10; i++) small[i] = new Small();
        iterate(null, 0x20);
        System.out.println(tagOf(small[3], false) + " " + tagOf(o, false));
        System.out.println("-- old");
        old(Top.class, o);
        System.out.println("-- free");
        int before = freed();
        for (int i = 0; i < 10; i++) tag(small[i], 0);
        Object[] gone = new Object[100];
        for (int i = 0; i < 100; i++) tag(gone[i] = new Small(), 100000 + i);
        gone = null;
        small = null;
        do {
            System.gc();
        } while (freed() - before < 95);
        System.out.println("enough freed");
    }
}
