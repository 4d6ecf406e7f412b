import java.lang.reflect.*;
import java.util.*;
import jdk.jfr.*;

/** The members that the VM gives to event classes, which reflection shows. */
public class Reflect {
    static class Plain extends Event {
        int x;
    }

    abstract static class Base extends Event {
        int b;
    }

    static class Sub extends Base {
        int c;
    }

    static class Own extends Event {
        private long startTime;

        void commit(int i) {
        }
    }

    @Registered(false)
    static class Unregistered extends Event {
    }

    static class Inherits extends Unregistered {
    }

    static class Initializes extends Event {
        static Object o = choose(3);

        static Object choose(int i) {
            System.out.println("initialized");
            switch (i) {
            case 1: return "a";
            case 3: return "c";
            case 5: return "e";
            default: return null;
            }
        }

        static {
            switch (o.hashCode() & 3) {
            case 0: o = 1; break;
            case 1: o = 2; break;
            case 2: o = 3; break;
            default: o = 4;
            }
        }
    }

    static void show(Class<?> c) {
        List<String> all = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) all.add(m + " " + Integer.toHexString(m.getModifiers()));
        for (Field f : c.getDeclaredFields()) all.add(f + " " + Integer.toHexString(f.getModifiers()));
        Collections.sort(all);
        System.out.println(c + " " + Modifier.toString(c.getModifiers()));
        for (String s : all) System.out.println("  " + s);
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] { Plain.class, Base.class, Sub.class, Own.class, Unregistered.class, Inherits.class, Initializes.class }) show(c);
        String[] names = { "jdk.internal.event.TLSHandshakeEvent", "jdk.internal.event.Event", "jdk.jfr.Event", "jdk.jfr.events.FileReadEvent" };
        for (String n : names) show(Class.forName(n, false, null));
        for (Event e : new Event[] { new Plain(), new Sub(), new Own(), new Unregistered(), new Inherits(), new Initializes() }) {
            e.begin();
            e.end();
            e.commit();
            System.out.println(e.getClass() + " " + e.isEnabled() + e.shouldCommit());
        }
        var types = FlightRecorder.getFlightRecorder().getEventTypes().stream().map(EventType::getName);
        types.filter(n -> !n.startsWith("jdk.")).sorted().forEach(System.out::println);
    }
}
