// Reflection: members of every kind, access checks, boxing and widening, exceptions wrapped, varargs, constructors, many calls (past
// any inflation threshold), modifiers, arrays, Class predicates.
import java.lang.reflect.*;
import java.util.*;

public class ReflectionBasic {
    public static class Base {
        public int pub = 1; protected int prot = 2; int pkg = 3; private int priv = 4;
        public static final String CONST = "c"; public void inherited() { }
        protected void over() { }
        public static String stat(int x) { return "stat" + x; }
    }
    public static abstract class T extends Base implements Comparable<T>, Runnable {
        public byte b = 1; public short s = 2; public char c = '3'; public int i = 4; public long l = 5;
        public float f = 6; public double d = 7; public boolean z = true; public Object o = "o";
        public int[] a = {1}; volatile transient int vt; static long sl = 9; final int fin = 10;
        protected void over() { }
        public int compareTo(T t) { return 0; }
        public abstract void abs(); synchronized native void nat();
        private String p(String x, int... r) { return x + Arrays.toString(r); }
    }
    public static class C extends T { public void abs() { } public void run() { } public C() { } private C(int x,
        String y) { i = x; o = y; } C(Object... v) throws java.io.IOException { i = v.length; }
        public byte rb(byte x) { return (byte) (x + 1); }
        public short rs(short x) { return (short) (x + 1); }
        public char rc(char x) { return (char) (x + 1); }
        public int ri(int x) { return x + 1; }
        public long rl(long x) { return x + 1; }
        public float rf(float x) { return x + 1; }
        public double rd(double x) { return x + 1; }
        public boolean rz(boolean x) { return !x; }
        public void rv() { }
        public Object ro(Object x) { return x; }
        public static double mix(int a, long b, float c, double d, byte e, short f, char g, boolean h, String s, int[] arr) {
            return a + b + c + d + e + f + g + (h ? 1 : 0) + s.length() + arr.length;
        }
        public void thrower(int k) throws Exception {
            if (k == 0) throw new Exception("checked");
            if (k == 1) throw new IllegalStateException("unchecked"); throw new AssertionError("error");
        }
        }
    interface Body { Object run() throws Throwable; }
    static void t(Body b) {
        try {
            System.out.println(b.run());
        } catch (Throwable e) {
            String s = e + (e.getCause() == null ? "" : " <- " + e.getCause());
            System.out.println(s.replaceAll("@[0-9a-f]+", "@#"));
        }
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> k : new Class<?>[] {T.class, C.class, Base.class}) {
            System.out.println(k + " extends " + k.getSuperclass() + " implements " + Arrays.toString(k.getInterfaces()) + " "
                + Modifier.toString(k.getModifiers()));
            List<String> m = new ArrayList<>();
            for (Method x : k.getDeclaredMethods()) m.add(x + (x.isBridge() ? " bridge" : "") + (x.isSynthetic() ? " synthetic" : ""));
            for (Field x : k.getDeclaredFields()) m.add(x.toString());
            for (Constructor<?> x : k.getDeclaredConstructors()) m.add(x.toString() + (x.isVarArgs() ? " varargs" : ""));
            Collections.sort(m); m.forEach(x -> System.out.println("  " + x));
        }
        System.out.println(Arrays.stream(C.class.getMethods()).filter(m -> m.getDeclaringClass() != Object.class).map(m -> m.getDeclaringClass().getSimpleName()
            + "." + m.getName()).distinct().sorted().toList());
        System.out.println(Arrays.stream(C.class.getFields()).map(Field::getName).sorted().toList());
        C x = new C();
        Object[][] calls = {{"rb", byte.class, (byte) 127}, {"rs", short.class, (short) 5}, {"rc", char.class, 'a'}, {"ri", int.class, 41},
            {"rl", long.class, 1L << 40}, {"rf", float.class, 1.5f}, {"rd", double.class, 2.5}, {"rz", boolean.class, true},
            {"ro", Object.class, "obj"}};
        for (Object[] c : calls) {
            Method m = C.class.getMethod((String) c[0], (Class<?>) c[1]); Object r = m.invoke(x, c[2]);
            System.out.print(r.getClass().getSimpleName() + ":" + r + " ");
        }
        System.out.println(C.class.getMethod("rv").invoke(x));
        System.out.println(C.class.getMethod("mix", int.class, long.class, float.class, double.class, byte.class, short.class, char.class,
            boolean.class, String.class, int[].class).invoke(null, 1, 2L, 3f, 4.0, (byte) 5, (short) 6, 'a', true, "str", new int[2]));
        System.out.println(C.class.getMethod("rl", long.class).invoke(x, 5) + " " + C.class.getMethod("rd", double.class).invoke(x, 'a')
            + " " + C.class.getMethod("rf", float.class).invoke(x, 3L));
        t(() -> C.class.getMethod("ri", int.class).invoke(x, 5L));
        t(() -> C.class.getMethod("ri", int.class).invoke(x, "5"));
        t(() -> C.class.getMethod("ri", int.class).invoke(x));
        t(() -> C.class.getMethod("ri", int.class).invoke(null, 1));
        t(() -> C.class.getMethod("ri", int.class).invoke("wrong", 1));
        t(() -> C.class.getMethod("ri", int.class).invoke(x, (Object) null));
        t(() -> C.class.getMethod("rb", byte.class).invoke(x, 5));
        for (int k = 0; k < 3; k++) { int kk = k; t(() -> C.class.getMethod("thrower", int.class).invoke(x, kk)); }
        t(() -> C.class.getMethod("nope")); t(() -> C.class.getField("vt"));
        t(() -> C.class.getDeclaredConstructor(long.class));
        t(() -> C.class.getMethod("stat", int.class).invoke("ignored", 3));
        t(() -> T.class.getDeclaredConstructor().newInstance());
        t(() -> T.class.getDeclaredMethod("nat").invoke(x));
        t(() -> Runnable.class.getMethod("run").invoke(x));
        t(() -> Base.class.getDeclaredMethod("over").invoke(x));
        Method p = T.class.getDeclaredMethod("p", String.class, int[].class);
        System.out.println(p.isVarArgs() + " " + p.invoke(x, "v", new int[] {1, 2}));
        Constructor<C> pc = C.class.getDeclaredConstructor(int.class, String.class);
        System.out.println(pc.newInstance(77, "cc").i);
        System.out.println(C.class.getDeclaredConstructor(Object[].class).newInstance((Object) new Object[] {1, 2, 3}).i + " "
            + Arrays.toString(C.class.getDeclaredConstructor(Object[].class).getExceptionTypes()));
        for (Field f : T.class.getFields()) {
            if (f.getDeclaringClass() != T.class) continue; Object v = f.get(x);
            System.out.print(f.getName() + "=" + (f.getType().isArray() ? "arr" : v) + " ");
        }
        System.out.println();
        Field fi = T.class.getField("i"), fl = T.class.getField("l"), fd = T.class.getField("d"), fb = T.class.getField("b"),
            fz = T.class.getField("z"), fo = T.class.getField("o");
        fi.setInt(x, 100); fl.setInt(x, 101); fd.setFloat(x, 1.25f); fb.setByte(x, (byte) -1);
        fz.set(x, false); fo.set(x, null);
        System.out.println(x.i + " " + x.l + " " + x.d + " " + x.b + " " + x.z + " " + x.o + " " + fi.getLong(x) + " " + fi.getDouble(x));
        t(() -> { fi.setLong(x, 1L); return 0; }); t(() -> fl.getInt(x));
        t(() -> { fi.set(x, "s"); return 0; }); t(() -> { fi.set(x, null); return 0; });
        t(() -> fi.get(null)); t(() -> fi.get("s"));
        t(() -> { Base.class.getField("CONST").set(null, "d"); return 0; });
        t(() -> { Field f = T.class.getDeclaredField("fin"); f.set(x, 1); return 0; });
        Field ff = T.class.getDeclaredField("fin"); ff.setAccessible(true); ff.setInt(x, 11);
        System.out.println(ff.getInt(x) + " " + Modifier.toString(T.class.getDeclaredField("vt").getModifiers()));
        Field sl = T.class.getDeclaredField("sl"); sl.setLong(null, 5); System.out.println(T.sl + " " + sl.get("ignored"));
        Method ri = C.class.getMethod("ri", int.class); int sum = 0;
        for (int k = 0; k < 100; k++) sum += (Integer) ri.invoke(x, k); System.out.println(sum);
        Constructor<C> cc = C.class.getConstructor(); for (int k = 0; k < 50; k++) cc.newInstance();
        for (Class<?> k : new Class<?>[] {int.class, void.class, int[].class, Integer.class, Runnable.class, Override.class,
            Thread.State.class, Map.Entry.class, String[][].class}) System.out.println(k.getName() + " " + k.getSimpleName() + " "
            + k.getTypeName() + " " + k.getCanonicalName() + " " + k.isPrimitive() + k.isArray() + k.isInterface() + k.isAnnotation()
            + k.isEnum() + k.isMemberClass() + " [" + k.getPackageName() + "] " + Modifier.toString(k.getModifiers()) + " "
            + k.descriptorString() + " " + k.componentType());
        System.out.println(Class.forName("java.lang.Thread$State").getEnumConstants().length + " " + int.class.arrayType() + " "
            + Integer.TYPE + " " + ri.equals(C.class.getMethod("ri", int.class)) + " "
            + (ri.hashCode() == C.class.getMethod("ri", int.class).hashCode()) + " " + (ri == C.class.getMethod("ri", int.class)));
        t(() -> Class.forName("java.lang.String").getDeclaredField("value").get("s"));
        t(() -> { Field f = String.class.getDeclaredField("value"); f.setAccessible(true); return 0; });
    }
}
