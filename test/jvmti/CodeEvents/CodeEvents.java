/** What a debugger does: stop at places, step, watch fields, look at and change variables, make frames go. */
public class CodeEvents {
    static native void breakpoint(String method, long at, boolean set, boolean second);
    static native void step(boolean on);
    static native void notifyPop(Thread t, int depth, boolean second);
    static native void watch(String field, String sig, boolean isStatic, boolean on);
    static native void jniFields(CodeEvents o);
    static native void locals(Thread t, int depth, int count);
    static native void setLocals(Thread t, int depth, Object good, Object bad);
    static native void suspend(Thread t);
    static native void resume(Thread t);
    static native void force(Thread t, Object o);
    static native void popFrame(Thread t);
    static native void stopThread(Thread t, Throwable ex);

    static int twice(int x) { int y = x + x; return y; }
    static int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += twice(i); return s; }
    static int recursive(int n) { return n == 0 ? 0 : 1 + recursive(n - 1); }
    static int throwing(int n) { if (n > 1) throw new IllegalStateException(); return n; }
    static int catching() { try { return throwing(2); } catch (IllegalStateException e) { return twice(4); } }

    int i; long l; double d; String s; static byte b; static boolean z; static int[] array; char c; float f; short h;
    void fields() {
        i = 5; i++; l = i + 1L; d = 2.5; s = "text"; b = 7; z = true; array = new int[2]; c = 'c'; f = 1.5f; h = -3;
        System.out.println(i + l + d + s + b + z + array.length + c + f + h);
    }

    static void popHere(int depth, boolean exception) {
        notifyPop(null, depth, false);
        notifyPop(null, depth, true);
        notifyPop(null, depth, false);
        if (exception) throw new IllegalArgumentException();
    }
    static void popCaller(boolean exception) { popHere(2, exception); }

    int variables(int a, long b, float c, double d, String e) {
        { int gone = 1; a += gone; }
        int late;
        locals(null, 1, 10);
        setLocals(null, 1, "changed", new Object());
        late = a;
        locals(null, 1, 10);
        return late + (int) (b >> 48) + (int) c + (int) d + e.length();
    }

    static volatile boolean inside, go, ended;
    static int spin() { inside = true; int n = 3; while (!go) n ^= 1; return n; }
    static int popped(int arg) { int n = 0; arg++; calls++; inside = true; while (!go) n ^= 1; return arg; }
    static int calls, result;
    static void spinning() { try { for (;;) { inside = true; } } catch (ThreadDeath e) { System.out.println("  stopped"); } }

    public static void main(String[] args) throws Exception {
        System.out.println("-- breakpoints");
        loop(1);
        breakpoint("twice", 0, true, false);
        breakpoint("twice", 0, true, false);
        breakpoint("twice", 3, true, false);
        breakpoint("twice", 1000, true, false);
        breakpoint("twice", -1, true, false);
        breakpoint("step", 0, true, false);
        breakpoint("recursive", 0, true, false);
        System.out.println(loop(3) + " " + recursive(2));
        breakpoint("twice", 3, false, false);
        breakpoint("twice", 3, false, false);
        System.out.println(loop(2));
        breakpoint("twice", 0, false, false);
        breakpoint("recursive", 0, false, false);
        System.out.println(loop(2) + " " + recursive(2));

        System.out.println("-- steps");
        step(true);
        int x = loop(2) + catching();
        step(false);
        System.out.println(x + loop(2));

        System.out.println("-- pops");
        popHere(1, false);
        popCaller(false);
        try { popCaller(true); } catch (IllegalArgumentException e) { System.out.println("caught"); }
        notifyPop(null, 0, false);
        notifyPop(null, 1000, false);

        System.out.println("-- fields");
        CodeEvents o = new CodeEvents();
        String[][] watched = { {"i", "I"}, {"l", "J"}, {"d", "D"}, {"s", "Ljava/lang/String;"}, {"c", "C"}, {"f", "F"}, {"h", "S"} };
        o.fields();
        for (String[] w : watched) watch(w[0], w[1], false, true);
        watch("b", "B", true, true); watch("z", "Z", true, true); watch("array", "[I", true, true);
        watch("i", "I", false, true);
        o.fields();
        jniFields(o);
        for (String[] w : watched) watch(w[0], w[1], false, false);
        watch("b", "B", true, false); watch("z", "Z", true, false); watch("array", "[I", true, false);
        watch("i", "I", false, false);
        o.fields();
        jniFields(o);

        System.out.println("-- locals");
        System.out.println(o.variables(1, 2L, 3f, 4.0, "five"));

        System.out.println("-- force");
        Thread t = new Thread(() -> result = spin());
        t.start();
        while (!inside) Thread.onSpinWait();
        force(t, o);
        t.join();
        System.out.println("  returned " + result);

        System.out.println("-- pop frame");
        inside = false;
        t = new Thread(() -> result = popped(5));
        t.start();
        while (!inside) Thread.onSpinWait();
        inside = false;
        suspend(t);
        locals(t, 0, 1);
        resume(t);
        popFrame(t);
        while (!inside) Thread.onSpinWait();
        go = true;
        t.join();
        System.out.println("  calls " + calls + " result " + result);

        System.out.println("-- stop");
        inside = false;
        t = new Thread(CodeEvents::spinning);
        t.start();
        while (!inside) Thread.onSpinWait();
        stopThread(t, new ThreadDeath());
        t.join();
    }
}
