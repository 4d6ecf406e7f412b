// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Sealed classes and interfaces: permitted subclasses by reflection, and a class defined behind the compiler's back is refused.
import java.util.*;
import jdk.internal.org.objectweb.asm.*;

public class Main {
    sealed interface Shape permits Circle, Square, Poly { }
    record Circle(double r) implements Shape { }
    static final class Square implements Shape { double s = 2; }
    static non-sealed class Poly implements Shape { int n = 3; }
    static class Hexa extends Poly { }
    sealed static abstract class Base { static final class One extends Base { } static final class Two extends Base { } }
    static final class Fin { }
    static double area(Shape s) {
        if (s instanceof Circle c) return 3 * c.r(); if (s instanceof Square q) return q.s * q.s;
        if (s instanceof Poly p) return p.n; throw new Error();
    }

    static class Def extends ClassLoader {
        Def() { super(Main.class.getClassLoader()); }
        Class<?> make(String name, String sup, String... itfs) {
            ClassWriter w = new ClassWriter(0);
            w.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, sup, itfs); w.visitEnd();
            byte[] b = w.toByteArray(); return defineClass(null, b, 0, b.length);
        }
    }
    static void t(Runnable r) {
        try {
            r.run();
            System.out.println("ok");
        } catch (Throwable e) { System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@#")); }
    }

    public static void main(String[] args) throws Throwable {
        for (Shape s : new Shape[] {new Circle(1.5), new Square(), new Poly(), new Hexa()}) System.out.print(area(s) + " "); System.out.println();
        for (Class<?> c : new Class<?>[] {Shape.class, Base.class, Circle.class, Poly.class, Object.class, int[].class, int.class}) {
            Class<?>[] p = c.getPermittedSubclasses();
            System.out.println(c.getName() + " sealed " + c.isSealed() + " "
                + (p == null ? null : Arrays.stream(p).map(Class::getName).toList()));
        }
        Def d = new Def();
        t(() -> d.make("Evil1", "java/lang/Object", "Main$Shape")); t(() -> d.make("Evil2", "Main$Base"));
        t(() -> d.make("Evil3", "Main$Fin")); t(() -> d.make("Fine", "Main$Poly"));
        var l = java.lang.invoke.MethodHandles.lookup();
        t(() -> { ClassWriter w = new ClassWriter(0); w.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, "Main$Extra", null,
            "Main$Base",
            null); w.visitEnd(); try { l.defineClass(w.toByteArray()); } catch (IllegalAccessException e) { throw new Error(e); } });
    }
}
