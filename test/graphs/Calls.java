/** Each form of a call: after it has run, code has it and does not leave for the interpreter there. */
public class Calls {
    interface Base {
        default int inherited(int x) { return x * 3; }
        int declared(int x);
        static int ofInterface(int x) { return x * 5; }
    }
    interface Middle extends Base {
        default int inherited(int x) { return Base.super.inherited(x) + 1; }
        default int toItself(int x) { return hidden(x); }
        private int hidden(int x) { return x ^ 77; }
    }
    static abstract class Part implements Middle {
        int overridden(int x) { return x + 11; }
        int mostly(int x) { return x + 13; }
        final int last(int x) { return x + 17; }
        private int own(int x) { return x + 19; }
    }
    static final class Whole extends Part {
        public int declared(int x) { return x - 1; }
        int overridden(int x) { return super.overridden(x) * 2; }
        public int inherited(int x) { return super.inherited(x) * 7; }
    }
    static final class Other extends Part {
        public int declared(int x) { return x - 2; }
        int mostly(int x) { return x - 3; }
    }
    static int inInterface(Middle m, int x) { return m.inherited(x); }
    static int privateInInterface(Middle m, int x) { return m.toItself(x); }
    static int superOfClass(Whole w, int x) { return w.overridden(x); }
    static int superFromInterface(Whole w, int x) { return w.inherited(x); }
    static int fromInterface(Part p, int x) { return p.declared(x); }
    static int byTable(Part p, int x) { return p.mostly(x); }
    static int ofFinal(Part p, int x) { return p.last(x); }
    static int ofPrivate(Part p, int x) { return p.own(x); }
    static int ofStatic(int x) { return Base.ofInterface(x) + superOfClass(WHOLE, x); }
    static int ofObject(Middle m) { return m.hashCode(); }
    static int cloned(int[] a) { return a.clone().length; }
    static int bySite(int x) {
        java.util.function.IntUnaryOperator f = y -> y + x;
        return f.applyAsInt(x);
    }
    /** The methods run while the class is being initialized, so the calls have no quick form. */
    static class Works {
        static int sum;
        static Works last;
        static int own(int x) { return sum += x; }
        static int inInitializer(int x) {
            last = new Works();
            return own(x) + own(sum) ^ last.hashCode();
        }
        static {
            for (int i = 0; i < 30_000; i++) sum ^= inInitializer(i);
        }
    }
    static final Whole WHOLE = new Whole();
    static final Other OTHER = new Other();

    public static void main(String[] args) {
        int s = 0;
        int[] a = new int[5];
        for (int i = 0; i < 30_000; i++) {
            Part p = i % 3 == 0 ? WHOLE : OTHER;
            s += inInterface(OTHER, i) + privateInInterface(p, i) + superOfClass(WHOLE, i) + superFromInterface(WHOLE, i) + fromInterface(p, i) + byTable(p, i)
                + ofFinal(p, i) + ofPrivate(p, i) + ofStatic(i) + cloned(a) + bySite(i) + (ofObject(p) & 0);
        }
        System.out.println(s + Works.sum);
    }
}
