// jvm: -esa
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Methods that are found for invokespecial stay so, whatever overrides them: the class library asserts that (-esa). */
public class InvokeDefault {
    public interface Speaks {
        default String say(String s) { return "default " + s + " " + more(); }
        default String more() { return "more"; }
        private String own() { return "private"; }
        static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }
    }
    public interface Louder extends Speaks {
        @Override default String more() { return Speaks.super.more() + "!"; }
        static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }
    }
    static class Base {
        String name() { return "base"; }
        @Override public String toString() { return "a base"; }
    }
    static class Derived extends Base implements Louder {
        @Override String name() { return "derived"; }
        @Override public String toString() { return "a derived one"; }
        @Override public String say(String s) { return "derived " + s; }

        static void ofClasses() throws Throwable {
            MethodHandles.Lookup l = MethodHandles.lookup();
            MethodType text = MethodType.methodType(String.class);
            Derived d = new Derived();
            System.out.println(l.findSpecial(Base.class, "name", text, Derived.class).invoke(d));
            System.out.println(l.findSpecial(Base.class, "toString", text, Derived.class).invoke(d));
            System.out.println(l.findSpecial(Derived.class, "name", text, Derived.class).invoke(d));
            System.out.println(l.findSpecial(Louder.class, "more", text, Derived.class).invoke(d));
            System.out.println(l.findSpecial(Louder.class, "say", MethodType.methodType(String.class, String.class), Derived.class).invoke(d, "x"));
            System.out.println(l.unreflectSpecial(Base.class.getDeclaredMethod("name"), Derived.class).invoke(d));
            System.out.println(l.findVirtual(Base.class, "name", text).invoke(d));
            MethodHandle special = l.findSpecial(Base.class, "name", text, Derived.class);
            System.out.println(l.revealDirect(special));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodType text = MethodType.methodType(String.class), one = MethodType.methodType(String.class, String.class);
        for (Class<?> c : new Class<?>[] { Speaks.class, Louder.class }) {
            Speaks p = (Speaks) Proxy.newProxyInstance(c.getClassLoader(), new Class<?>[] { c }, (o, m, v) -> InvocationHandler.invokeDefault(o, m, v));
            System.out.println(p.say("x") + ", " + p.more());
        }
        Speaks s = new Derived();
        System.out.println(Speaks.lookup().findSpecial(Speaks.class, "say", one, Speaks.class).invoke(s, "y"));
        System.out.println(Speaks.lookup().findSpecial(Speaks.class, "own", text, Speaks.class).invoke(s));
        System.out.println(Louder.lookup().findSpecial(Louder.class, "more", text, Louder.class).invoke((Louder) s));
        System.out.println(Louder.lookup().revealDirect(Louder.lookup().findSpecial(Louder.class, "more", text, Louder.class)));
        Derived.ofClasses();
    }
}
