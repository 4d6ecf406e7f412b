/** Class bytes that an agent hands over in memory which is not from Allocate, but from functions that use malloc too. */
public class HookMemory {
    public static class Before { public String toString() { return "before"; } }
    static byte[] instead;
    static final int WAYS = 3;
    static native void way(int how);

    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (var in = HookMemory.class.getResourceAsStream("HookMemory$Before.class")) { bytes = in.readAllBytes(); }
        instead = bytes.clone();
        for (int i = 0; i + 6 <= bytes.length; i++)
            if (new String(bytes, i, 6, "ISO-8859-1").equals("before")) System.arraycopy("after!".getBytes("ISO-8859-1"), 0, instead, i, 6);
        for (int how = 0; how < WAYS; how++) {
            for (int i = 0; i < 50; i++) {
                way(how);
                String s = new Loader().define(bytes).getDeclaredConstructor().newInstance().toString();
                if (i % 25 == 0) System.out.println(how + " " + s);
            }
        }
        System.gc();
        System.out.println("done");
    }
}
