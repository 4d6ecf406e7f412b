import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** What native methods get as arguments is a local reference on Argus and none on HotSpot: it comes in arrays here.
 *  Every kind of reference and root that a walk can report, with what it says of where it is. */
public class HeapReferenceKinds {
    static native void tag(Object o, long tag);
    static native void follow(Object from);
    static native void followAll();
    static native void old(Object from);
    static native void locals(Object[] box);
    static native void global(Object o, boolean make);
    static native void reachable(Object[] box);
    static native int jniCall(Object[] box, Runnable r);

    interface Face { Object CONSTANT = new Object(); int ONE = 1; }
    interface Other extends Face { Object SECOND = new Object(); }
    static class Base implements Face { Object b1; static Object s1; long l; private Object b2; }
    static class Middle extends Base implements Other { Object m1; static int i; static Object s2; }
    static class Leaf extends Middle implements Cloneable { Object l1; Base[] array; static Object s3; Leaf[][] deep; }

    static class Maker extends ClassLoader {
        Maker() { super(HeapReferenceKinds.class.getClassLoader()); }
        Class<?> make(ProtectionDomain d) throws Exception {
            byte[] b;
            try (var in = HeapReferenceKinds.class.getResourceAsStream("HeapReferenceKinds$Made.class")) { b = in.readAllBytes(); }
            Class<?> c = defineClass(null, b, 0, b.length, d);
            resolveClass(c);
            return c;
        }
        void sign(Class<?> c, Object[] signers) { setSigners(c, signers); }
    }
    public static class Made { public Made() {} static Object one = "made"; Object two; }

    static Leaf graph() {
        Leaf o = new Leaf();
        tag(o, 101);
        tag(o.b1 = new Base(), 102);
        tag(((Base) o).b2 = new Base(), 103);
        tag(o.m1 = new Middle(), 104);
        tag(o.l1 = o, 101);
        tag(o.array = new Base[] { null, o, new Leaf() }, 105);
        tag(o.array[2], 106);
        tag(o.deep = new Leaf[][] { { o, null }, {} }, 107);
        tag(o.deep[0], 108);
        tag(o.deep[1], 109);
        tag(Base.s1 = new Object(), 110);
        tag(Middle.s2 = new int[3], 111);
        tag(Leaf.s3 = new Object[] { Base.s1 }, 112);
        tag(Face.CONSTANT, 113);
        tag(Other.SECOND, 114);
        return o;
    }

    static void tagClasses() {
        tag(Base.class, 201);
        tag(Middle.class, 202);
        tag(Leaf.class, 203);
        tag(Face.class, 204);
        tag(Other.class, 205);
        tag(Base[].class, 206);
        tag(Leaf[][].class, 207);
        tag(Leaf[].class, 208);
        tag(int[].class, 209);
        tag(Object.class, 210);
        tag(Cloneable.class, 211);
    }

    static Object held;

    static void madeClass() throws Exception {
        Maker loader = new Maker();
        ProtectionDomain d = new ProtectionDomain(new CodeSource(null, (java.security.cert.Certificate[]) null), null);
        Class<?> c = loader.make(d);
        Class.forName(c.getName(), true, loader);
        Object[] signers = { "me" };
        loader.sign(c, signers);
        Object o = c.getDeclaredConstructor().newInstance();
        tag(o, 301);
        tag(c, 302);
        tag(loader, 303);
        tag(d, 304);
        tag(signers, 305);
        held = o;
        follow(o);
        old(o);
        tag(o, 0); tag(c, 0); tag(loader, 0); tag(d, 0); tag(signers, 0);
    }

    /* Roots of the stack: each variable is alive at the call that walks. */
    static Object deep(int n, Object first, long wide, Object last) {
        Object mine = new Base();
        tag(mine, 400 + n);
        Object r = n == 0 ? walkNow(first) : deep(n - 1, last, wide + 1, first);
        if (mine == r) throw new AssertionError();
        use(first, last, mine);
        return r;
    }
    static Object walkNow(Object o) {
        int pad = 5;
        Object kept = o;
        followAll();
        use(kept, o, pad);
        return new Object();
    }
    static void operands(int one, long two, Object o) {
        use(join(one, new Base(), fresh(460), two, two + 1, fresh(461), walkNow(o)), o);
    }
    static Object fresh(long tag) {
        Object o = new Object();
        tag(o, tag);
        return o;
    }
    static Object join(int a, Object b, Object c, long d, double e, Object f, Object g) { return b == c || f == g ? null : b; }
    static Object sink;
    static void use(Object... o) { sink = o.length; }

    static class Waiter extends Thread {
        final CountDownLatch ready = new CountDownLatch(1);
        volatile boolean done;
        Waiter() { super("waiter"); }
        @Override public void run() {
            Object mine = new Middle();
            tag(mine, 420);
            synchronized (mine) { park(mine); }
            use(mine);
        }
        void park(Object seen) {
            ready.countDown();
            while (!done) LockSupport.park(this);
            use(seen);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("-- graph");
        Leaf o = graph();
        tagClasses();
        held = o;
        follow(o);
        System.out.println("-- graph, old");
        old(o);
        System.out.println("-- a class of its own loader");
        madeClass();
        System.out.println("-- stacks");
        Waiter w = new Waiter();
        tag(w, 430);
        tag(Thread.currentThread(), 431);
        w.start();
        w.ready.await();
        while (w.getState() != Thread.State.WAITING) Thread.yield();
        Object a = new Object(), b = new Object();
        tag(a, 440);
        tag(b, 441);
        deep(2, a, 7L << 40, b);
        use(a, b);
        System.out.println("-- operands");
        operands(4, 6L, b);
        System.out.println("-- native frames");
        locals(new Object[] { a, b });
        System.out.println("-- under a native frame: " + jniCall(new Object[] { b }, () -> followAll()));
        System.out.println("-- global references");
        Object g = new Object();
        tag(g, 450);
        global(g, true);
        g = null;
        followAll();
        global(null, false);
        System.out.println("-- old roots");
        reachable(new Object[] { a });
        w.done = true;
        LockSupport.unpark(w);
        w.join();
    }
}
