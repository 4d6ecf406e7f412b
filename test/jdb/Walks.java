import com.sun.jdi.*;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

/**
 * A debugger walks from object to object into those that the VM fills: who refers to a class, what a throwable remembers
 * of its stack. Argument: options of the program.
 */
public class Walks {
    /** The program. */
    public static class Subject {
        static class Plain {}
        static class Own extends ClassLoader {
            Class<?> define(String name) throws Exception {
                byte[] b = Walks.class.getResourceAsStream(name + ".class").readAllBytes();
                return Class.forName(defineClass(name, b, 0, b.length).getName(), true, this);
            }
        }
        static Object kept;

        static void here(Object plain, Throwable shallow, Throwable deep) {}
        static Throwable deep(int n) { return n == 0 ? new IllegalStateException() : deep(n - 1); }
        static Throwable shallow;
        public static void main(String[] args) throws Exception {
            Class<?> other = new Own().define("Walks$Subject$Plain");
            Object hidden = (Runnable)() -> here(null, null, null);
            new Thread(() -> shallow = new Exception()) {{ start(); join(); }};
            kept = List.of(other, hidden);
            here(new Plain(), shallow, deep(50));
        }
    }

    static String kind(ObjectReference o) {
        if (o instanceof ClassObjectReference c) return "class " + c.reflectedType().name();
        if (o instanceof ArrayReference a) return a.type().name();
        return o.referenceType().name().replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda");
    }
    static void referrers(VirtualMachine vm, String name) {
        List<ReferenceType> types = new ArrayList<>(vm.classesByName(name));
        types.sort(Comparator.comparing(t -> kind(t.classLoader())));
        for (ReferenceType t : types) {
            ClassLoaderReference loader = t.classLoader();
            List<String> from = new ArrayList<>();
            for (ObjectReference o : t.classObject().referringObjects(0))
                if (!o.equals(t.classObject())) from.add(kind(o));
            Collections.sort(from);
            System.out.println(name + " of " + kind(loader) + ": " + from);
            ObjectReference list = (ObjectReference)loader.getValue(field(loader.referenceType(), "classes"));
            ArrayReference elements = (ArrayReference)list.getValue(list.referenceType().fieldByName("elementData"));
            List<String> names = new ArrayList<>();
            for (Value v : elements.getValues())
                if (v instanceof ClassObjectReference c) names.add(c.reflectedType().name());
            System.out.println("its loader's classes: " + names);
        }
    }
    static Field field(ReferenceType t, String name) {
        return t.allFields().stream().filter(f -> f.name().equals(name)).findFirst().get();
    }
    static void backtrace(String what, ObjectReference throwable) {
        ArrayReference parts = (ArrayReference)throwable.getValue(field(throwable.referenceType(), "backtrace"));
        System.out.println(what + ": " + parts.type().name());
        for (int i = 0; i < 4; i++) {
            ArrayReference part = (ArrayReference)parts.getValue(i);
            System.out.println("  " + part.type().name() + (part.length() > 0 ? "" : ", empty"));
            if (part.getValue(0) instanceof ClassObjectReference c) System.out.println("  first: " + c.reflectedType().name());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("walks");
        LaunchingConnector c = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> words = c.defaultArguments();
        words.get("options").setValue(args[0]);
        words.get("main").setValue("Walks$Subject");
        VirtualMachine vm = c.launch(words);
        System.out.println("java.vm.name = \"" + vm.name() + "\"");
        ClassPrepareRequest prepare = vm.eventRequestManager().createClassPrepareRequest();
        prepare.addClassFilter("Walks$Subject");
        prepare.enable();
        try {
            for (;;) {
                EventSet set = vm.eventQueue().remove();
                for (Event e : set) {
                    if (e instanceof ClassPrepareEvent p)
                        vm.eventRequestManager().createBreakpointRequest(p.referenceType().methodsByName("here").get(0).location()).enable();
                    if (!(e instanceof BreakpointEvent b)) continue;
                    referrers(vm, "Walks$Subject$Plain");
                    referrers(vm, "Walks$Subject$Own");
                    List<Value> a = b.thread().frame(0).getArgumentValues();
                    backtrace("shallow", (ObjectReference)a.get(1));
                    backtrace("deep", (ObjectReference)a.get(2));
                }
                set.resume();
            }
        } catch (VMDisconnectedException e) {
            System.out.println("The application exited");
        }
    }
}
