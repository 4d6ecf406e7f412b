/* Versions of the classes of FieldsGrow. */
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.concurrent.CountDownLatch;

class Thing_0 implements Cloneable {
    int number;
    String text;
    Thing_0 copy() throws CloneNotSupportedException { return (Thing_0) clone(); }
}
class SubThing_0 extends Thing_0 {
    int own = 5;
    Object ref = "sub";
}
class Thing_1 implements Cloneable {
    long wide;
    int number;
    String name, text;
    byte small;
    double real;
    int[] array;
    volatile int count;
    float part;
    boolean flag;
    char letter;
    short tiny;
    volatile String link;
    Thing_1 copy() throws CloneNotSupportedException { return (Thing_1) clone(); }
}
class Thing_2 implements Cloneable {
    long wide, another;
    int number;
    String name, text, more;
    byte small;
    double real;
    int[] array;
    volatile int count;
    float part;
    boolean flag;
    char letter;
    short tiny;
    volatile String link;
    Thing_2 copy() throws CloneNotSupportedException { return (Thing_2) clone(); }
}
class Reader_0 {
    static String all(Thing_0 t) { return null; }
    static void put(Thing_0 t, int n) { }
}
class Reader_1 {
    static String all(Thing_1 t) {
        return t.wide + "L " + t.name + " " + t.small + " " + t.real + " " + (t.array == null ? "null" : "[" + t.array[0] + "]") + " " + t.count
            + " " + t.part + " " + t.flag + " " + (int) t.letter + " " + t.tiny + " " + t.link;
    }
    static void put(Thing_1 t, int n) {
        t.wide = n;
        t.name = "name" + n;
        t.small = (byte) n;
        t.real = n / 2.0;
        t.array = new int[] { n };
        t.count = n;
        t.part = n / 4f;
        t.flag = n % 2 != 0;
        t.letter = (char) -n;
        t.tiny = (short) -n;
        t.link = "link" + n;
    }
}
class Reader_2 {
    static String all(Thing_2 t) { return t.another + " " + t.more + " " + t.wide + "L " + t.name; }
    static void put(Thing_2 t, int n) {
        t.another = n;
        t.more = "more" + n;
    }
}
class Waited_0 {
    int number;
    boolean go;
    synchronized void await(CountDownLatch ready) {
        ready.countDown();
        try {
            while (!go) wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
    int added() { return 0; }
    void add(int n) { }
}
class Waited_1 {
    int number;
    boolean go;
    long added, other;
    Object ref;
    synchronized void await(CountDownLatch ready) { }
    int added() { return ref == null ? (int) added : ref.hashCode(); }
    void add(int n) {
        added = n;
        ref = Integer.valueOf(n);
    }
}
class OwnLoader_0 extends ClassLoader {
}
class OwnLoader_1 extends ClassLoader {
    int added;
    long[] more;
    long last;
}
class OwnReference_0 extends WeakReference<String> {
    OwnReference_0(String s) { super(s); }
}
class OwnReference_1 extends WeakReference<String> {
    int added;
    long[] more;
    long last;
    OwnReference_1(String s) { super(s); }
}
class OwnError_0 extends RuntimeException {
}
class OwnError_1 extends RuntimeException {
    int added;
    long[] more;
    long last;
}
class OwnThread_0 extends Thread {
    volatile boolean done;
    public void run() {
        while (!done) Thread.onSpinWait();
    }
}
class OwnThread_1 extends Thread {
    int added;
    long[] more;
    long last;
    volatile boolean done;
    public void run() {
        while (!done) Thread.onSpinWait();
    }
}
class OwnMap_0 extends HashMap<String, String> {
}
class OwnMap_1 extends HashMap<String, String> {
    int added;
    long[] more;
    long last;
}
class Heavy_0 {
    int number;
    int sum() { return 0; }
}
class Heavy_1 {
    int number;
    long a, b, c, d, e, f, g;
    int sum() { return number + (int) (a + b + c + d + e + f + g); }
}
class Busy_0 implements Cloneable {
    int number;
    long twice;
    String text;
    Busy_0 copy() {
        try {
            return (Busy_0) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_1 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    Busy_1 copy() {
        try {
            return (Busy_1) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_2 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    Busy_2 copy() {
        try {
            return (Busy_2) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_3 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    Busy_3 copy() {
        try {
            return (Busy_3) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_4 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    long more3;
    Busy_4 copy() {
        try {
            return (Busy_4) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_5 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    long more3;
    long more4;
    Busy_5 copy() {
        try {
            return (Busy_5) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_6 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    long more3;
    long more4;
    long more5;
    Busy_6 copy() {
        try {
            return (Busy_6) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_7 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    long more3;
    long more4;
    long more5;
    long more6;
    Busy_7 copy() {
        try {
            return (Busy_7) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_8 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    long more3;
    long more4;
    long more5;
    long more6;
    long more7;
    Busy_8 copy() {
        try {
            return (Busy_8) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
class Busy_9 implements Cloneable {
    int number;
    long twice;
    String text;
    long more0;
    long more1;
    long more2;
    long more3;
    long more4;
    long more5;
    long more6;
    long more7;
    long more8;
    Busy_9 copy() {
        try {
            return (Busy_9) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
