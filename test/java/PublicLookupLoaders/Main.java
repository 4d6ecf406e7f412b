import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * Methods, fields and constructors of classes of one name in two loaders, found through lookups. A public lookup speaks for no class, so no loader
 * has to agree with another one on what the types of a signature are; other lookups speak for theirs.
 */
public class Main {
    static class Loader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.matches("Type|Holder")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            try (InputStream in = Main.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    interface Body {
        Object run() throws Throwable;
    }

    static void show(String what, Body body) {
        String text;
        try {
            text = String.valueOf(body.run());
        } catch (Throwable t) {
            text = t.toString();
        }
        System.out.println("  " + what + ": " + text.replaceAll("@[0-9a-f]+", "@#"));
    }

    static void all(String what, MethodHandles.Lookup lookup, Class<?> holder, Class<?> type) {
        System.out.println(what);
        show("virtual", () -> lookup.findVirtual(holder, "method", MethodType.methodType(type, type)));
        show("static", () -> lookup.findStatic(holder, "fixed", MethodType.methodType(type, type)));
        show("constructor", () -> lookup.findConstructor(holder, MethodType.methodType(void.class, type)));
        show("getter", () -> lookup.findGetter(holder, "field", type));
        show("static setter", () -> lookup.findStaticSetter(holder, "shared", type));
        show("bind", () -> lookup.bind(holder.getDeclaredConstructor().newInstance(), "method", MethodType.methodType(type, type)));
        show("unreflect", () -> lookup.unreflect(holder.getMethod("method", type)));
        show("call", () -> lookup.findVirtual(holder, "method", MethodType.methodType(type, type))
            .invoke(holder.getDeclaredConstructor().newInstance(), type.getDeclaredConstructor().newInstance()) != null);
    }

    /** With a loader its constraints go, so the second round depends on the first one's loader being there. */
    static final List<Loader> KEPT = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            Loader l = new Loader();
            KEPT.add(l);
            Class<?> holder = l.loadClass("Holder"), type = l.loadClass("Type");
            all("public " + i, MethodHandles.publicLookup(), holder, type);
            all("public in " + i, MethodHandles.publicLookup().in(String.class), holder, type);
            all("of the program " + i, MethodHandles.lookup(), holder, type);
            all("of the class " + i, MethodHandles.lookup().in(holder), holder, type);
            all("dropped to public " + i, MethodHandles.lookup().dropLookupMode(MethodHandles.Lookup.MODULE), holder, type);
        }
    }
}
