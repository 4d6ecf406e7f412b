// StackWalker: frames with methods and lines, options, caller class, reflection and lambda frames, walking partly, in recursion;
// Thread.getStackTrace, getAllStackTraces, Thread.dumpStack free; Reflection.getCallerClass users.
import java.lang.StackWalker.*;
import java.util.*;
import java.util.stream.*;

public class StackWalkers {
    static String f(StackFrame s) {
        return s.getDeclaringClass().getSimpleName().replaceAll("\\$\\$Lambda.*", "LAMBDA") + "."
            + s.getMethodName().replaceAll("\\d+$", "#");
    }
    static final StackWalker W = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE),
        HID = StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES)),
        REF = StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_REFLECT_FRAMES)),
        PLAIN = StackWalker.getInstance();
    static class In {
        static List<String> walk() { return W.walk(s -> s.map(StackWalkers::f).collect(Collectors.toList())); }
        static Class<?> caller() { return W.getCallerClass(); }
        Object viaCtor; In() { viaCtor = W.walk(s -> s.limit(2).map(StackWalkers::f).toList()); }
        static Object init; static { init = W.walk(s -> s.limit(2).map(StackWalkers::f).toList()); }
    }
    static class Other { static Class<?> ask() { return In.caller(); } }
    public static List<String> reflected() { return In.walk(); }
    public static List<String> reflectedRef() {
        return REF.walk(s -> s.map(x -> x.getMethodName()).filter(n -> n.startsWith("invoke")).distinct().toList());
    }
    static int deep(int n) {
        return n == 0 ? (int) (long) W.walk(s -> s.filter(x -> x.getMethodName().equals("deep")).count()) : deep(n - 1);
    }
    static int deepSome(int n) {
        return n == 0 ? W.walk(s -> s.skip(n + 20).limit(5).mapToInt(x -> x.getMethodName().length()).sum()) : deepSome(n - 1);
    }
    static long bci() { return W.walk(s -> s.findFirst().get().getByteCodeIndex()); }
    interface Body { Object run() throws Throwable; }
    static void t(Body b) { try { System.out.println(b.run()); } catch (Throwable e) { System.out.println(e); } }

    public static void main(String[] args) throws Exception {
        System.out.println(In.walk()); System.out.println(In.init); System.out.println(new In().viaCtor);
        System.out.println(Other.ask().getSimpleName() + " " + In.caller().getSimpleName());
        Runnable r = () -> System.out.println(In.walk()); r.run();
        System.out.println(StackWalkers.class.getMethod("reflected").invoke(null));
        System.out.println(StackWalkers.class.getMethod("reflectedRef").invoke(null));
        List.of(1).forEach(x -> System.out.println(In.walk()));
        PLAIN.walk(s -> { StackFrame x = s.findFirst().get(); System.out.println(x.getClassName() + " " + x.getMethodName() + " "
            + x.getFileName() + " " + (x.getLineNumber() > 15) + " " + x.isNativeMethod() + " " + x.getDescriptor() + " "
            + x.toStackTraceElement().getMethodName()); t(x::getDeclaringClass); t(x::getMethodType); return 0; });
        W.walk(s -> { StackFrame x = s.findFirst().get(); System.out.println(x.getMethodType() + " " + x.getDeclaringClass()); return 0; });
        System.out.println(deep(1000) + " " + deepSome(100) + " " + (bci() >= 0));
        t(() -> PLAIN.getCallerClass()); t(() -> W.walk(s -> s).count());
        t(() -> { W.forEach(x -> { throw new IllegalStateException("from walk"); }); return 0; });
        System.out.println((Object) W.walk(s -> s.limit(1).map(x -> W.walk(q -> q.filter(y -> y.getMethodName().equals("main")).count())).toList()));
        System.out.println((Object) HID.walk(s -> s.map(StackWalkers::f).filter(x -> x.startsWith("StackWalkers")).toList()));
        StackTraceElement[] st = Thread.currentThread().getStackTrace();
        System.out.println(st[0].getMethodName() + " " + st[1].getMethodName() + " " + st.length);
        Object lock = new Object();
        Thread blocked = new Thread(() -> { synchronized (lock) { lock.notify(); try { lock.wait(); } catch (InterruptedException e) { } } },
            "blocked");
        synchronized (lock) { blocked.start(); lock.wait(); } while (blocked.getState() != Thread.State.WAITING) Thread.yield();
        StackTraceElement[] bt = blocked.getStackTrace();
        System.out.println(Arrays.stream(bt).map(e -> e.getMethodName().replaceAll("\\d+$", "#")).toList());
        System.out.println(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(n -> n.equals("main")
            || n.equals("blocked") || n.equals("Finalizer")).sorted().toList());
        blocked.interrupt(); blocked.join();
        System.out.println(blocked.getStackTrace().length + " " + new Thread().getStackTrace().length);
        System.out.println(new Exception().getStackTrace()[0].getMethodName() + " " + Class.forName("StackWalkers$Other").getSimpleName()
            + " " + java.lang.invoke.MethodHandles.lookup().lookupClass().getSimpleName());
        Iterator<String> it = Stream.iterate(0, i -> i + 1).map(i -> W.walk(s -> s.findFirst().get().getMethodName())).limit(2).iterator();
        while (it.hasNext()) System.out.println(it.next().replaceAll("\\d+$", "#"));
    }
}
