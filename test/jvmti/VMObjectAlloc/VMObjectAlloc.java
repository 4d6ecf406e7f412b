// jvm: -XX:+IgnoreUnrecognizedVMOptions -Xbatch -XX:ArgusStencilThreshold=20 -XX:ArgusProfileEnough=200
import java.lang.reflect.Array;
import java.util.concurrent.Callable;

/** Which allocations of the VM's own are told: those that no bytecode and no JNI function shows. */
public class VMObjectAlloc {
    static native void watch(boolean on);
    static native Object jni(Class<?> c);

    static class Plain implements Cloneable, Comparable<Plain> {
        int a;
        public Plain() {}
        static int number() { return 1000000; }
        static Object object() { return "x"; }
        static void nothing() {}
        Plain copy() throws CloneNotSupportedException { return (Plain) clone(); }
        @Override public int compareTo(Plain o) { return 0; }
    }

    /* Often enough for Argus to compile it, with the copies in line, and not for HotSpot's C2, which tells of none then. */
    static int hot(Plain p, int[] numbers) throws CloneNotSupportedException {
        return p.copy().a + numbers.clone().length;
    }

    static void run(String what, Callable<?> c) throws Exception {
        System.out.println("-- " + what);
        watch(true);
        Object r;
        try {
            r = c.call();
        } catch (RuntimeException | Error e) {
            r = e;
        } finally {
            watch(false);
        }
    }

    public static void main(String[] args) throws Exception {
        var constructor = Plain.class.getConstructor();
        var number = Plain.class.getDeclaredMethod("number");
        var object = Plain.class.getDeclaredMethod("object");
        var nothing = Plain.class.getDeclaredMethod("nothing");
        Plain p = new Plain();
        Plain[] array = new Plain[2];
        int[] numbers = new int[3];
        int[][] deep = new int[2][3];
        int sum = 0;
        for (int i = 0; i < 1500; i++) sum += hot(p, numbers);
        System.out.println(sum);
        run("clones in hot code", () -> hot(p, numbers));
        run("and again", () -> hot(p, numbers));
        for (int i = 0; i < 1500; i++) sum += hot(p, numbers);
        System.out.println(sum);
        run("new", () -> new Plain());
        run("newarray", () -> new Plain[3]);
        run("Constructor.newInstance", () -> constructor.newInstance());
        run("Method.invoke int", () -> number.invoke(null));
        run("Method.invoke Object", () -> object.invoke(null));
        run("Method.invoke void", () -> nothing.invoke(null));
        run("clone of an object", () -> p.copy());
        run("clone of an array", () -> array.clone());
        run("clone of an int array", () -> numbers.clone());
        run("clone of an array of arrays", () -> deep.clone());
        run("Array.newInstance", () -> Array.newInstance(Plain.class, 3));
        run("Array.newInstance int", () -> Array.newInstance(int.class, 3));
        run("Array.newInstance, two dimensions", () -> Array.newInstance(Plain.class, 2, 2));
        run("JNI", () -> jni(Plain.class));
        run("getInterfaces", () -> Plain.class.getInterfaces());
        run("Array.get", () -> Array.get(numbers, 1));
        run("getDeclaredFields", () -> Plain.class.getDeclaredFields());
        run("NullPointerException", () -> ((Plain) null).copy());
        run("ArithmeticException", () -> 1 / (args.length));
        run("holdsLock", () -> Thread.holdsLock(p));
    }
}
