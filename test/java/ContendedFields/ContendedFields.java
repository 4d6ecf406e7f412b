import java.lang.reflect.Field;
import jdk.internal.vm.annotation.Contended;

/** Fields and classes with @Contended: what lies how far from what, in the class and in subclasses; values stay apart. */
public class ContendedFields {
    static class Plain { int a; int b; Object o; }
    static class Alone { int a; @Contended int b; int c; @Contended Object d; long e; }
    static class Groups { int a; @Contended("x") int b; @Contended("y") long c; @Contended("x") Object d; @Contended("y") byte e; @Contended short f; }
    @Contended static class Whole { int a; Object b; }
    static class UnderAlone extends Alone { int f; Object g; }
    static class UnderWhole extends Whole { byte c; @Contended byte d; }

    static final sun.misc.Unsafe unsafe = unsafe();

    static sun.misc.Unsafe unsafe() {
        try {
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            return (sun.misc.Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    static long at(Class<?> c, String field) {
        try {
            return unsafe.objectFieldOffset(c.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            return at(c.getSuperclass(), field);
        }
    }

    /** Are the two at least `padding` bytes from each other? */
    static void far(Class<?> c, String a, String b, int padding) {
        System.out.println(c.getSimpleName() + " " + a + " " + b + " " + (Math.abs(at(c, a) - at(c, b)) >= padding));
    }

    public static void main(String[] args) throws Exception {
        int padding = Integer.parseInt(args[0]);
        far(Plain.class, "a", "o", padding);
        for (String f : new String[] {"a", "c", "d", "e"}) far(Alone.class, "b", f, padding);
        far(Alone.class, "a", "c", padding);
        for (String f : new String[] {"a", "c", "d", "e", "f"}) far(Groups.class, "b", f, padding);
        far(Groups.class, "c", "e", padding);
        far(Groups.class, "f", "e", padding);
        far(Whole.class, "a", "b", padding);
        System.out.println(at(Whole.class, "a") >= padding);
        for (String f : new String[] {"a", "b", "d", "g"}) far(UnderAlone.class, "f", f, padding);
        for (String f : new String[] {"a", "b", "d"}) far(UnderWhole.class, "c", f, padding);
        far(Thread.class, "threadLocalRandomSeed", "target", padding);
        far(Thread.class, "threadLocalRandomSeed", "threadLocalRandomProbe", 128);

        UnderAlone[] many = new UnderAlone[2000];
        for (int i = 0; i < many.length; i++) {
            UnderAlone u = many[i] = new UnderAlone();
            u.a = i; u.b = -i; u.c = i + 1; u.d = "d" + i; u.e = Long.MAX_VALUE - i; u.f = i * 3; u.g = "g" + i;
        }
        System.gc();
        int wrong = 0;
        for (int i = 0; i < many.length; i++) {
            UnderAlone u = many[i];
            if (u.a != i || u.b != -i || u.c != i + 1 || !u.d.equals("d" + i) || u.e != Long.MAX_VALUE - i || u.f != i * 3 || !u.g.equals("g" + i)) wrong++;
        }
        System.out.println("wrong " + wrong);
    }
}
