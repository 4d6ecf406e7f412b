import java.lang.invoke.*;
import java.lang.reflect.*;

/** An interface method is selected that is not public: IllegalAccessError, however it is called. */
public class Main {
    interface Asked { Object get() throws Throwable; }
    static void tell(String what, Asked a) {
        Object answer = null;
        for (int i = 0; i < 2000; i++) {
            Object now;
            try {
                now = a.get();
            } catch (Throwable t) {
                Throwable cause = t instanceof InvocationTargetException ? t.getCause() : t;
                now = cause.getClass().getName();
            }
            if (i > 0 && !now.equals(answer)) System.out.println(what + ": " + answer + ", then " + now);
            answer = now;
        }
        System.out.println(what + ": " + answer);
    }
    static final MethodHandle AREA = handle();
    static MethodHandle handle() {
        try {
            return MethodHandles.lookup().findVirtual(Shape.class, "area", MethodType.methodType(int.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static int direct(Shape s) { return s.area(); }

    public static void main(String[] args) throws Exception {
        Method m = Shape.class.getMethod("area");
        MethodHandle local = handle();
        for (Class<?> c : new Class<?>[] { Class.forName("Circle"), Class.forName("Square"), Class.forName("Line"), Class.forName("Point") }) {
            Constructor<?> k = c.getDeclaredConstructor();
            k.setAccessible(true);
            Shape s = (Shape) k.newInstance();
            String name = c.getName();
            tell(name + " by a constant handle", () -> (int) AREA.invokeExact(s));
            tell(name + " by a handle", () -> (int) local.invokeExact(s));
            tell(name + " by a bound handle", () -> (int) local.bindTo(s).invokeExact());
            tell(name + " by a call", () -> direct(s));
            try {
                System.out.println(m.invoke(s));
            } catch (InvocationTargetException e) {
                System.out.println(e.getCause());
            }
            tell(name + " by reflection", () -> m.invoke(s));
        }
    }
}
