// argus-only: on HotSpot memory grows with the number of redefinitions
// jvm: -Xmx32m
// args: 6000 10
// timeout: 300
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;

/** Thousands of redefinitions: old versions go when nothing runs them, and whatever knew them goes on working. args: rounds, megabytes that may be added.
 *  What is resident outside the heap is measured while the other thread makes no garbage; metadata is counted to the byte. */
public class RedefineMemory {
    static native boolean redefine(Class<?> c, byte[] file);

    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = RedefineMemory.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, as).getBytes("ISO-8859-1");
        }
    }
    /** What is resident, without the heap, which is as large as its own rules want it. */
    static long megabytes(Deep deep) throws Exception {
        deep.rest();
        System.gc();
        System.gc();
        long resident = Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
        deep.goOn();
        return (resident - Runtime.getRuntime().totalMemory()) >> 20;
    }

    static int wrong;
    static void expect(Object got, Object wanted) {
        if (!got.equals(wanted) && wrong++ < 20) System.out.println("wanted " + wanted + " got " + got);
    }

    static MethodHandle virtual, statics, special;
    static Supplier<String> lambda, bound;
    static Face face;
    static VerA object;

    /** Bytes of metadata outside the boot loader. */
    static long metadata() {
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans())
            if (p.getName().equals("Metaspace")) return p.getUsage().getUsed();
        throw new AssertionError();
    }

    /** What makes a class of its own for each version, which stays as long as the loader does. */
    static void useLambda(String v) { expect(object.lambda().get(), "lambda " + v); }
    static void use(String v) throws Throwable {
        expect(object.text(), v);
        expect(VerA.number(), v.equals("a") ? 1 : 2);
        expect(face.face(), "face " + v);
        expect(face.other(), "other " + v);
        expect((String) virtual.invokeExact(object), v);
        expect((String) statics.invokeExact(), "s" + v);
        expect(lambda.get(), v);
        expect(bound.get(), v);
        expect(new Sub().text(), v);
        expect(VerA.class.getDeclaredMethod("text").invoke(object), v);
        expect(object.constant(), "constant " + v + 17);
        expect(FaceA.stat(), v);
    }

    /** A frame that stays in its version while many others come and go above it. */
    static class Deep extends Thread {
        volatile boolean stop, in, awaited;
        final CyclicBarrier barrier = new CyclicBarrier(2);
        String result;
        public void run() { result = new VerA().stay(this); }

        /** Returns when the thread waits, which it does until {@link #goOn}. */
        void rest() throws Exception {
            awaited = true;
            barrier.await();
        }
        void goOn() throws Exception { barrier.await(); }
        /** In the thread itself: waits where somebody measures. */
        void restIfAwaited() {
            if (!awaited) return;
            awaited = false;
            try {
                barrier.await();
                barrier.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1500, more = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        byte[][] files = { file("VerA", "VerA"), file("VerB", "VerA") }, faces = { file("FaceA", "FaceA"), file("FaceB", "FaceA") };
        object = new VerA();
        face = new FaceI();
        MethodHandles.Lookup l = MethodHandles.lookup();
        virtual = l.findVirtual(VerA.class, "text", MethodType.methodType(String.class));
        statics = l.findStatic(VerA.class, "stat", MethodType.methodType(String.class));
        lambda = object::text;
        bound = () -> new VerA().text();
        use("a");
        Deep deep = new Deep();
        deep.start();
        while (!deep.in) Thread.onSpinWait();
        List<StackWalker.StackFrame> walked = new ArrayList<>();
        ArrayDeque<Throwable> kept = new ArrayDeque<>();
        ArrayDeque<Integer> lines = new ArrayDeque<>();
        long start = 0, startData = 0;
        for (int i = 1; i <= rounds; i++) {
            if (!redefine(VerA.class, files[i & 1]) || !redefine(FaceA.class, faces[i & 1])) wrong++;
            if (i % 7 == 0 || i < 20) use((i & 1) == 0 ? "a" : "b");
            if (i < 20 || (i < rounds / 2 && i % 100 == 0)) useLambda((i & 1) == 0 ? "a" : "b");
            Throwable t = object.thrown();
            kept.add(t);
            lines.add((i & 1) == 0 ? LINE_A : LINE_B);
            if (kept.size() > 500) {
                kept.remove().hashCode();
                lines.remove();
            }
            if (i < rounds / 2 && i % 100 == 3) walked.add(object.frame());
            if (i == rounds / 2) {
                start = megabytes(deep);
                startData = metadata();
            }
        }
        long end = megabytes(deep), data = metadata() - startData;
        use((rounds & 1) == 0 ? "a" : "b");
        int right = 0, none = 0;
        for (Throwable t : kept) {
            StackTraceElement e = t.getStackTrace()[0];
            expect(e.getMethodName(), "thrown");
            int line = lines.remove();
            if (e.getLineNumber() == line) right++;
            else if (e.getLineNumber() < 0) none++;
        }
        for (StackWalker.StackFrame f : walked)
            expect(f.getMethodName() + f.toStackTraceElement().getMethodName() + f.toStackTraceElement().getClassName(), "frameframeVerA");
        System.out.println("lines right or forgotten: " + (right + none == kept.size()));
        deep.stop = true;
        deep.join();
        System.out.println(deep.result);
        System.out.println("wrong " + wrong + ", flat " + (end - start <= more));
        if (end - start > more) System.out.println(start + " MB after half, " + end + " MB at the end");
        if (data > 40 * rounds) System.out.println(data + " bytes of metadata in " + rounds / 2 + " rounds");
        System.out.println(wrong == 0 && right == kept.size() && end - start <= more && data <= 40 * rounds ? "PASS" : "FAIL " + right + " " + none);
    }
    static final int LINE_A = VerA.line(), LINE_B = VerB.line();
}

interface Face { String face(); String other(); }
interface FaceA extends Face { default String other() { return "other a"; } static String stat() { return "a"; } }
interface FaceB extends Face { default String other() { return "other b"; } static String stat() { return "b"; } }
class FaceI implements FaceA { public String face() { return "face " + RedefineMemory.object.text(); } }
class Sub extends VerA { }

class VerA {
    String text() { return "a"; }
    static String stat() { return "sa"; }
    static int number() { return 1; }
    Supplier<String> lambda() { return () -> "lambda " + text(); }
    String constant() { Object o = text(); return "constant " + o + 17; }
    StackWalker.StackFrame frame() { return StackWalker.getInstance().walk(s -> s.findFirst().get()); }
    Throwable thrown() { return new Throwable(); }
    static int line() { return new Throwable().getStackTrace()[0].getLineNumber() - 1; }
    String stay(RedefineMemory.Deep d) {
        String r = "old ";
        d.in = true;
        long n = 0;
        while (!d.stop) {
            d.restIfAwaited();
            n += ("x" + n).length();
            Face f = RedefineMemory.face;
            n += f.face().length();
        }
        return r + (n > 0) + new Throwable().getStackTrace()[0].getMethodName();
    }
}
class VerB {
    String text() { return "b"; }
    static String stat() { return "sb"; }
    static int number() { String s = "bb"; return s.length(); }
    Supplier<String> lambda() { return () -> { StringBuilder b = new StringBuilder("lambda "); return b.append(text()).toString(); }; }
    String constant() { StringBuilder b = new StringBuilder("constant "); return b.append(text()).append(17).toString(); }

    StackWalker.StackFrame frame() { return StackWalker.getInstance().walk(s -> s.findFirst().get()); }
    Throwable thrown() { return new Throwable(); }
    static int line() { return new Throwable().getStackTrace()[0].getLineNumber() - 1; }
    String stay(RedefineMemory.Deep d) { return "never"; }
}
