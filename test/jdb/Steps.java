import com.sun.jdi.*;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

/** A debugger that steps through a whole program, by lines and by instructions, into, over and out. Argument: options of the program. */
public class Steps {
    /** The program. */
    public static class Subject {
        static int field;
        static void start() {}
        static void down(int n) { if (n-- > 1) { down(n); } }
        static int up(int n) { return n == 0 ? 0 : up(n - 1) + 1; }
        static void thrower(int n) {
            if (n == 0)
                throw new IllegalStateException();
            thrower(n - 1);
        }
        static int catcher(int n) {
            int r = 0;
            try {
                thrower(n);
                r++;
            } catch (IllegalStateException e) {
                r = 2;
            }
            return r;
        }
        static int onOneLine() { try { thrower(0); return 1; } catch (IllegalStateException e) { return 2; } }
        static int cleaner(int n) {
            try {
                thrower(n);
                return 1;
            } catch (ArithmeticException e) {
                return 2;
            } finally {
                field++;
            }
        }
        static int loops(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) sum += i;
            while (n-- > 0)
                sum += up(n);
            do { sum--; } while (sum > 4);
            return sum;
        }
        static int choose(String s) {
            switch (s) {
                case "a": return 1;
                case "b":
                    field = 2;
                default: field++;
            }
            return field;
        }
        static class Late {
            static int value = up(1);
        }
        interface Shape { default int area() { return 3; } }
        static synchronized int calls(Shape s) {
            Runnable r = () -> { field += s.area(); };
            r.run();
            List.of(3, 1, 2).forEach(x -> field += x);
            return new Object() { int twice() { return 2 * field; } }.twice();
        }
        public static void main(String[] args) {
            start();
            down(4);
            up(3);
            catcher(0);
            catcher(2);
            onOneLine();
            try { cleaner(1); } catch (IllegalStateException e) { field = 0; }
            try {
                cleaner(0);
            } catch (RuntimeException e) {
                field = 1;
            }
            loops(3);
            choose("b"); choose("a");
            int x = Late.value + Late.value;
            calls(new Shape() {});
            Object[] array = new Object[1];
            array[0] = "" + x;
        }
    }

    static final List<String> OUT_OF = List.of("start", "down", "up", "thrower", "loops", "choose", "twice");

    static void walk(String options, int size, int depth) throws Exception {
        LaunchingConnector c = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> words = c.defaultArguments();
        words.get("options").setValue(options);
        words.get("main").setValue("Steps$Subject");
        VirtualMachine vm = c.launch(words);
        System.out.println("java.vm.name = \"" + vm.name() + "\"");
        EventRequestManager requests = vm.eventRequestManager();
        ClassPrepareRequest prepare = requests.createClassPrepareRequest();
        prepare.addClassFilter("Steps$Subject");
        prepare.enable();
        StringBuilder seen = new StringBuilder();
        StepRequest step = null;
        try {
            for (;;) {
                EventSet set = vm.eventQueue().remove();
                for (Event e : set) {
                    if (e instanceof ClassPrepareEvent p)
                        for (String m : depth == StepRequest.STEP_OUT ? OUT_OF : List.of("start"))
                            for (Method method : p.referenceType().methodsByName(m))
                                requests.createBreakpointRequest(method.location()).enable();
                    if (!(e instanceof LocatableEvent l)) continue;
                    Location at = l.location();
                    seen.append(e instanceof BreakpointEvent ? " *" : " ").append(at.method().name().replaceAll("lambda.*", "lambda")).append(':');
                    seen.append(size == StepRequest.STEP_MIN ? at.codeIndex() : at.lineNumber()).append('^').append(l.thread().frameCount());
                    if (step == null) {
                        step = requests.createStepRequest(l.thread(), size, depth);
                        step.addClassFilter("Steps$Subject*");
                        step.enable();
                    }
                }
                set.resume();
            }
        } catch (VMDisconnectedException e) {
            System.out.println("size " + size + ", depth " + depth);
            for (String stop : seen.toString().trim().split(" ")) System.out.println("  " + stop);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("steps");
        for (int size : new int[] { StepRequest.STEP_LINE, StepRequest.STEP_MIN })
            for (int depth : new int[] { StepRequest.STEP_INTO, StepRequest.STEP_OVER, StepRequest.STEP_OUT }) walk(args[0], size, depth);
        System.out.println("The application exited");
    }
}
