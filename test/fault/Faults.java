import java.io.File;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Operations of the VM one after the other, each until it succeeds, at most twice: a call of the system that fails once may fail one try, with an error that
 * says so, and leaves nothing behind that makes the second try fail. Prints one line for an operation. Arguments: operations; none: all.
 */
public class Faults {
    interface Operation { Object call() throws Throwable; }

    interface Shape { double area(); }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Note { String text() default "none"; int[] numbers() default {}; }

    @Note(text = "two", numbers = {1, 2, 3})
    static class Square implements Shape {
        private final double side;
        public Square(double side) { this.side = side; }
        @Note public double area() { return side * side; }
        synchronized int locked(int depth) { return depth == 0 ? 1 : 1 + new Square(depth).locked(depth - 1); }
    }

    static class Small { static int counter; int a; String b; int add(int x) { return a += x; } static int next() { return ++counter; } }

    static class Loader extends ClassLoader {
        Loader() { super(Faults.class.getClassLoader()); }
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    static byte[] bytes(String name) throws Exception {
        try (InputStream in = Faults.class.getResourceAsStream(name + ".class")) { return in.readAllBytes(); }
    }

    static final String[] TOOL_OPERATIONS = {"ti-environments", "ti-tags", "ti-walks", "ti-classes", "ti-threads", "ti-raw-monitors", "ti-stops", "ti-redefine",
                                             "ti-agent-thread", "jni"};

    /** JVMTI_ERROR_OUT_OF_MEMORY. */
    static class ToolsOutOfMemoryError extends Exception { }

    /** An operation of agent.c: the JVM TI error, 0, or -1 when a result was wrong. */
    static native int tool(String operation, Object[] objects, Class<?> redefined, byte[] bytes);

    static void check(boolean ok, String what) { if (!ok) throw new IllegalStateException(what); }

    static Map<String, Operation> operations() {
        Map<String, Operation> all = new LinkedHashMap<>();
        all.put("define", () -> {
            for (int i = 0; i < 3; i++) {
                Class<?> c = new Loader().define(bytes("Faults$Small"));
                check(c != Small.class && c.getDeclaredMethods().length == 2, "methods");
                c.getDeclaredConstructor().setAccessible(true);
            }
            return null;
        });
        all.put("none", () -> null);
        all.put("unloading", () -> {
            WeakReference<Class<?>> w = new WeakReference<>(new Loader().define(bytes("Faults$Small")));
            for (int i = 0; i < 20 && w.get() != null; i++) System.gc();
            return null;
        });
        all.put("reflect", () -> {
            Class<?> c = Class.forName("Faults$Square");
            Object square = c.getConstructor(double.class).newInstance(3.0);
            check((Double) c.getMethod("area").invoke(square) == 9.0, "area");
            check(c.getAnnotation(Note.class).numbers().length == 3, "annotation");
            check(c.getMethod("area").getAnnotation(Note.class).text().equals("none"), "annotation of a method");
            check(c.getDeclaredFields().length == 1 && c.getInterfaces()[0] == Shape.class && c.getNestHost() == Faults.class, "members");
            check(Class.forName("[[LFaults$Square;").getComponentType() == Square[].class, "array");
            return null;
        });
        all.put("proxy", () -> {
            Shape s = (Shape) Proxy.newProxyInstance(Faults.class.getClassLoader(), new Class<?>[] {Shape.class}, (p, m, a) -> 4.0);
            check(s.area() == 4.0, "proxy");
            return null;
        });
        all.put("lambda", () -> {
            int x = "abc".length();
            Shape s = () -> x + 1;
            check((s.area() + "," + x).equals("4.0,3"), "concatenation");
            return null;
        });
        all.put("handles", () -> {
            MethodHandles.Lookup l = MethodHandles.lookup();
            MethodHandle h = l.findVirtual(Small.class, "add", MethodType.methodType(int.class, int.class));
            VarHandle v = l.findVarHandle(Small.class, "a", int.class);
            Small s = new Small();
            check((int) h.invokeExact(s, 2) == 2 && (int) v.getAndAdd(s, 3) == 2 && s.a == 5, "handles");
            check((int) h.bindTo(s).invoke(1) == 6, "bound");
            return null;
        });
        all.put("hidden", () -> {
            MethodHandles.Lookup l = MethodHandles.lookup().defineHiddenClass(bytes("Faults$Small"), true);
            check(l.lookupClass().isHidden(), "hidden");
            return null;
        });
        all.put("messages", () -> {
            Small[] none = new Small[1];
            try {
                none[0].add(1);
            } catch (NullPointerException e) {
                String text = e.getMessage();
                check(text.contains("none[0]") || text.contains("local"), text);
            }
            try {
                Object o = none;
                check(((String) o).isEmpty(), "");
            } catch (ClassCastException e) {
                check(e.getMessage().contains("java.lang.String"), e.getMessage());
            }
            return new Throwable().getStackTrace().length;
        });
        all.put("monitors", () -> {
            check(new Square(1).locked(100) == 101, "locked");
            Object[] many = new Object[300];
            for (int i = 0; i < many.length; i++) {
                many[i] = new Object();
                synchronized (many[i]) { if (i < 3) many[i].wait(0, 1); }
            }
            for (int i = 0; i < many.length; i++) System.identityHashCode(many[i]);
            return null;
        });
        all.put("threads", () -> {
            int[] done = new int[1];
            for (int i = 0; i < 3; i++) {
                Thread t = new Thread(() -> { synchronized (done) { done[0]++; } }, "worker " + i);
                t.start();
                t.join();
            }
            check(done[0] == 3 && Thread.getAllStackTraces().size() > 1, "threads");
            return null;
        });
        all.put("strings", () -> {
            String s = "x".repeat(700) + System.nanoTime();
            check(s.intern() == new String(s.toCharArray()).intern(), "intern");
            return null;
        });
        all.put("walker", () -> StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(f -> f.count()));
        all.put("unsafe", () -> {
            ByteBuffer b = ByteBuffer.allocateDirect(10000);
            check(b.putInt(0, 5).getInt(0) == 5, "direct");
            return null;
        });
        all.put("collect", () -> {
            WeakReference<Object> w = new WeakReference<>(new Object());
            byte[][] keep = new byte[40][];
            for (int i = 0; i < 200; i++) keep[i % 40] = new byte[100000];
            System.gc();
            return w.get();
        });
        all.put("files", () -> {
            Path p = Files.createTempFile("faults", ".txt");
            try {
                Files.writeString(p, "text");
                check(Files.readString(p).equals("text") && new File(p.toString()).length() == 4, "file");
            } finally { Files.delete(p); }
            return null;
        });
        all.put("modules", () -> ModuleLayer.boot().modules().size() + Object.class.getModule().getPackages().size() + Package.getPackages().length);
        all.put("beans", () -> {
            check(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true).length > 1, "threads");
            check(ManagementFactory.getThreadMXBean().findDeadlockedThreads() == null, "deadlock");
            check(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() > 0, "heap");
            return ManagementFactory.getRuntimeMXBean().getInputArguments();
        });
        all.put("dump", () -> {
            Path folder = Files.createTempDirectory("faults");
            Path p = folder.resolve("heap.hprof");
            try {
                Class<?> c = Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
                Object bean = ManagementFactory.getPlatformMXBean(c.asSubclass(java.lang.management.PlatformManagedObject.class));
                c.getMethod("dumpHeap", String.class, boolean.class).invoke(bean, p.toString(), true);
                check(Files.size(p) > 100000, "size");
            } finally {
                Files.deleteIfExists(p);
                Files.deleteIfExists(folder);
            }
            return null;
        });
        all.put("attach", () -> {
            try {
                com.sun.tools.attach.VirtualMachine vm = com.sun.tools.attach.VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid()));
                check(vm.getSystemProperties().containsKey("java.vm.name"), "properties");
                for (String command : new String[] {"Thread.print", "VM.flags", "GC.class_histogram"}) {
                    try (InputStream in = ((sun.tools.attach.HotSpotVirtualMachine) vm).executeJCmd(command)) {
                        check(in.readAllBytes().length > 200, command);
                    }
                }
                vm.detach();
            } catch (java.io.IOException | com.sun.tools.attach.AttachNotSupportedException e) {
                if (System.getenv("FAULTS_TRACE") != null) e.printStackTrace();
                String says = String.valueOf(e.getMessage());
                int at = says.indexOf("Could not initialize class ");
                if (at >= 0) throw new NoClassDefFoundError(says.substring(at).strip()).initCause(new ExceptionInInitializerError());
                throw new ToolsOutOfMemoryError(); /* all that this side is told */
            }
            return null;
        });
        for (String tool : TOOL_OPERATIONS)
            all.put(tool, () -> {
                Small[] objects = new Small[2000];
                for (int i = 0; i < objects.length; i++) objects[i] = new Small();
                int error = tool(tool, objects, Small.class, bytes("Faults$Small"));
                if (error == 110) throw new ToolsOutOfMemoryError();
                check(error == 0, "error " + error);
                return null;
            });
        return all;
    }

    /** The causes' simple names, each once. */
    static String names(Throwable t) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; t != null && i < 8; i++, t = t.getCause()) {
            if (i > 0) b.append('/');
            b.append(t.getClass().getSimpleName());
            if (t.getMessage() != null && t.getMessage().startsWith("Exception java.lang.OutOfMemoryError")) b.append("(OutOfMemoryError)");
            if (t instanceof NoClassDefFoundError || t instanceof IllegalStateException) b.append('(').append(t.getMessage()).append(')');
            if (t instanceof InternalError) b.append('(').append(t.getMessage()).append(')');
        }
        return b.toString();
    }

    public static void main(String[] args) throws Exception {
        Map<String, Operation> all = operations();
        if (args.length == 0) all.remove("attach"); /* wants options */
        /* a list that stays empty when making it failed */
        if (java.util.Arrays.asList(args).contains("attach")) com.sun.tools.attach.spi.AttachProvider.providers();
        if (System.getProperty("agent") != null) System.load(System.getProperty("agent"));
        else for (String tool : TOOL_OPERATIONS) all.remove(tool);
        try { /* what tells of an error is loaded and linked before one can happen */
            throw new IllegalStateException("warm", new NoClassDefFoundError("up"));
        } catch (Throwable t) {
            check(("warm:" + " " + names(t)).length() > 10, "warm");
        }
        for (String name : args.length > 0 ? java.util.Arrays.asList(args) : all.keySet()) {
            String line = name + ":";
            for (int i = 0; i < 2; i++) {
                try {
                    all.get(name).call();
                    line += " ok";
                    break;
                } catch (Throwable t) {
                    line += " " + names(t);
                    if (System.getenv("FAULTS_TRACE") != null) t.printStackTrace();
                }
            }
            System.out.println(line);
        }
        System.out.println("done");
    }
}
