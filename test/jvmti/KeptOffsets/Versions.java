import java.io.*;
import java.util.concurrent.atomic.*;

/* Superclasses: each of Kept_0's takes more places than the one before. */
class First_0 implements KeptOffsets.Under {
    public int x;
    public Object y;
    public String base() { return x + " " + y; }
}
class First_1 extends First_0 { }
class Second_0 implements KeptOffsets.Under {
    public Object p, q, r, s, t;
    public long u;
    public String base() { return p + " " + q + " " + r + " " + s + " " + t + " " + u; }
}
class Second_2 extends Second_0 { }
class Third_0 implements KeptOffsets.Under {
    public long a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12;
    public Object b1, b2;
    public String base() { return a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12 + " " + b1 + " " + b2; }
}
class Third_3 extends Third_0 { }

class Kept_0 implements Serializable {
    private static final long serialVersionUID = 1;
    int a;
    long b;
    Object c;
    volatile int n;
    volatile long l;
    volatile Object r;
    short s;
    boolean z;
    static Object[] updaters() {
        return new Object[] { AtomicIntegerFieldUpdater.newUpdater(Kept_0.class, "n"), AtomicLongFieldUpdater.newUpdater(Kept_0.class, "l"),
            AtomicReferenceFieldUpdater.newUpdater(Kept_0.class, Object.class, "r") };
    }
    private void writeObject(ObjectOutputStream out) throws IOException {
        KeptOffsets.between.run();
        out.defaultWriteObject();
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        KeptOffsets.between.run();
        in.defaultReadObject();
    }
    public String toString() { return a + " " + b + " " + c + " " + n + " " + l + " " + r + " " + s + " " + z; }
}
class KeptHeir_0 extends Kept_0 {
    private static final long serialVersionUID = 1;
    int own;
    Object other;
    public String toString() { return super.toString() + " " + own + " " + other; }
}
class Kept_1 extends First_1 implements Serializable {
    private static final long serialVersionUID = 1;
    int a;
    long b;
    Object c;
    volatile int n;
    volatile long l;
    volatile Object r;
    short s;
    boolean z;
    static Object[] updaters() { return null; }
    private void writeObject(ObjectOutputStream out) throws IOException {
        KeptOffsets.between.run();
        out.defaultWriteObject();
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        KeptOffsets.between.run();
        in.defaultReadObject();
    }
    public String toString() { return a + " " + b + " " + c + " " + n + " " + l + " " + r + " " + s + " " + z; }
}
class Kept_2 extends Second_2 implements Serializable {
    private static final long serialVersionUID = 1;
    int a;
    long b;
    Object c;
    volatile int n;
    volatile long l;
    volatile Object r;
    short s;
    boolean z;
    static Object[] updaters() { return null; }
    private void writeObject(ObjectOutputStream out) throws IOException {
        KeptOffsets.between.run();
        out.defaultWriteObject();
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        KeptOffsets.between.run();
        in.defaultReadObject();
    }
    public String toString() { return a + " " + b + " " + c + " " + n + " " + l + " " + r + " " + s + " " + z; }
}
class Kept_3 extends Third_3 implements Serializable {
    private static final long serialVersionUID = 1;
    int a;
    long b;
    Object c;
    volatile int n;
    volatile long l;
    volatile Object r;
    short s;
    boolean z;
    static Object[] updaters() { return null; }
    private void writeObject(ObjectOutputStream out) throws IOException {
        KeptOffsets.between.run();
        out.defaultWriteObject();
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        KeptOffsets.between.run();
        in.defaultReadObject();
    }
    public String toString() { return a + " " + b + " " + c + " " + n + " " + l + " " + r + " " + s + " " + z; }
}

/* Its reference goes, and then a number of a superclass lies there. It may come back in the same call. */
class Going_0 implements Serializable {
    private static final long serialVersionUID = 1;
    Object gone;
    int stays;
    public String toString() { return stays + " " + gone; }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        KeptOffsets.between.run();
        in.defaultReadObject();
    }
}
class Going_1 implements Serializable {
    private static final long serialVersionUID = 1;
    int stays;
    public String toString() { return stays + ""; }
}
class Going_2 extends Numbers_2 implements Serializable {
    private static final long serialVersionUID = 1;
    int stays;
    public String toString() { return stays + " " + sum(); }
}
class Going_3 extends Numbers_3 implements Serializable {
    private static final long serialVersionUID = 1;
    Object gone;
    int stays;
    public String toString() { return stays + " " + gone + " " + sum(); }
}
class Numbers_0 {
    int m1, m2, m3, m4, m5, m6, m7, m8;
    String sum() { return m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8 + ""; }
}
class Numbers_2 extends Numbers_0 { }
class Numbers_3 extends Numbers_0 { }

class Outside_0 {
    int given;
    int more;
}
class Outside_1 extends First_1 {
    int given;
    int more;
}
class OutsideGone_0 {
    Object given;
    int more;
}
class OutsideGone_1 {
    int more;
}
class OutsideGone_2 extends Numbers_2 {
    int more;
}
