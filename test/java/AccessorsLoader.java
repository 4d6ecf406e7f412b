import java.lang.reflect.*;
import java.util.*;

/**
 * Members that are used by reflection so often that core reflection generates accessors, of classes whose loader defines a class each time it is asked: a
 * loader that core reflection makes for an accessor means what that loader has, and asks it nothing.
 */
public class AccessorsLoader {
    public static class Target {
        public int value;

        public Target() {
        }

        public int twice(int n) {
            return 2 * n;
        }

        public static String name() {
            return "target";
        }
    }

    static class Loader extends ClassLoader {
        final List<String> asked = new ArrayList<>();

        Loader() {
            super(AccessorsLoader.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            if (!name.equals("AccessorsLoader$Target")) return super.loadClass(name, resolve);
            try (var in = AccessorsLoader.class.getResourceAsStream("AccessorsLoader$Target.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Loader l = new Loader();
        Class<?> c = l.loadClass("AccessorsLoader$Target");
        Constructor<?> k = c.getConstructor();
        Method twice = c.getMethod("twice", int.class), name = c.getMethod("name");
        Field value = c.getField("value");
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            Object o = k.newInstance();
            value.setInt(o, i);
            sum += (int) twice.invoke(o, value.getInt(o)) + ((String) name.invoke(null)).length();
        }
        System.out.println(sum + " " + (k.newInstance().getClass() == c));
        System.out.println(Collections.frequency(l.asked, "AccessorsLoader$Target") + " requests for the class");
        System.out.println("of the accessors' own world: " + l.asked.stream().filter(n -> n.startsWith("jdk.internal.reflect.")).distinct().sorted().toList());
    }
}
