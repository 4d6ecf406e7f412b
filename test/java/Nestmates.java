// Nestmates: private access between nested classes with no bridges, reflection's view of the nest, invoke of private methods through virtual and special calls.
import java.lang.reflect.*;
import java.util.*;

public class Nestmates {
    private int secret = 1; private static String sfield = "sf";
    private int call(int x) { return secret + x; }
    private static int scall() { return 7; }
    private Nestmates() { }
    private Nestmates(int s) { secret = s; }
    private String who() { return "Nestmates"; }
    static class Inner {
        private int in = 5; private String who() { return "Inner"; }
        int use(Nestmates n) { n.secret += 10; return n.call(in) + scall(); }
        static class Deep { private long d = 9; int reach(Inner i, Nestmates n) { return i.in + n.secret + (int) d; } }
    }
    static class Sub extends Nestmates {
        private Sub() { super(50); }
        private String who() { return "Sub"; }
        String both() { return who() + ((Nestmates) this).who() + super.who(); }
    }
    interface PI { private int p() { return 11; } static int via(PI x) { return x.p(); } }
    enum E { A { private int z = 3; int get() { return z + base; } }; int base = 4; abstract int get(); }
    record R(int v) { private static int count; R { count++; } }

    public static void main(String[] args) throws Exception {
        Nestmates n = new Nestmates(); Inner i = new Inner();
        System.out.println(i.use(n) + " " + n.secret + " " + new Inner.Deep().reach(i, n) + " " + new Sub().both() + " "
            + PI.via(new PI() { }) + " " + E.A.get() + " " + i.who() + sfield);
        new R(1); new R(2); System.out.println(R.count);
        Runnable lam = () -> System.out.println(n.secret + i.in + n.call(1)); lam.run();
        new Object() { private void m() { n.secret++; System.out.println(n.secret); } }.m();
        System.out.println(Nestmates.class.getNestHost().getName() + " " + Inner.Deep.class.getNestHost().getName() + " "
            + Inner.class.isNestmateOf(Sub.class) + " " + Inner.class.isNestmateOf(String.class) + " " + int.class.getNestHost() + " "
            + int[].class.getNestHost());
        List<String> m = new ArrayList<>();
        for (Class<?> c : Nestmates.class.getNestMembers()) m.add(c.getName());
        Collections.sort(m.subList(1, m.size())); System.out.println(m);
        for (Method me : Nestmates.class.getDeclaredMethods()) if (me.isSynthetic()
            && !me.getName().startsWith("lambda")) System.out.println("bridge " + me);
        // no setAccessible: same nest
        Field f = Inner.class.getDeclaredField("in"); System.out.println(f.getInt(i)); f.setInt(i, 6); System.out.println(i.in);
        Method pm = Nestmates.class.getDeclaredMethod("call", int.class);
        System.out.println(pm.invoke(n, 100));
        Constructor<Nestmates> c = Nestmates.class.getDeclaredConstructor(int.class);
        System.out.println(c.newInstance(77).secret);
        System.out.println(Inner.class.getDeclaringClass().getSimpleName() + " " + Inner.class.getEnclosingClass().getSimpleName() + " "
            + Modifier.toString(Inner.class.getModifiers()) + " "
            + Arrays.stream(Nestmates.class.getDeclaredClasses()).map(Class::getSimpleName).sorted().toList());
        Object local = new Object() { }; class Loc { }
        System.out.println(local.getClass().isAnonymousClass() + " " + Loc.class.isLocalClass() + " " + Loc.class.getEnclosingMethod() + " "
            + local.getClass().getEnclosingMethod().getName() + " [" + local.getClass().getSimpleName() + "] " + Loc.class.getName() + " "
            + Inner.class.isMemberClass());
        try { String.class.getDeclaredField("value").get("x"); } catch (IllegalAccessException e) { System.out.println(e.getMessage()); }
    }
}
