// jvm: -XX:+AllowRedefinitionToAddDeleteMethods
import java.io.InputStream;
import java.util.concurrent.CyclicBarrier;

/** Threads redefine one class at once, each with other private methods: every redefinition is checked against what another one has replaced meanwhile. */
public class RedefineAddDeleteRace {
    static native int redefine0(Class<?>[] classes, byte[][] files);

    static byte[] file(String name) throws Exception {
        try (InputStream in = RedefineAddDeleteRace.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replaceAll("Many_[1-9]", "Many_0").getBytes("ISO-8859-1");
        }
    }

    public static void main(String[] args) throws Throwable {
        byte[][] files = { file("Many_0"), file("Many_1"), file("Many_2") };
        CyclicBarrier together = new CyclicBarrier(3);
        Thread[] threads = new Thread[3];
        int[] failed = new int[3];
        for (int t = 0; t < 3; t++) {
            int me = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < 60; i++) {
                        together.await();
                        if (redefine0(new Class<?>[] { Many_0.class }, new byte[][] { files[(i + me) % 3] }) != 0) failed[me]++;
                    }
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("failed: " + (failed[0] + failed[1] + failed[2]));
        for (int v : new int[] { 1, 2, 0, 2 }) {
            int error = redefine0(new Class<?>[] { Many_0.class }, new byte[][] { files[v] });
            System.out.println(error + " " + Many_0.call() + " " + Many_0.class.getDeclaredMethods().length);
        }
    }
}
class Many_0 {
    static int call() { return -1; }
}
class Many_1 {
    static int call() { return p0() + p7() + p14() + p21() + p28() + p35(); }
    private static int p0() { return 0; } private static int p1() { return 1; } private static int p2() { return 2; }
    private static int p3() { return 3; } private static int p4() { return 4; } private static int p5() { return 5; }
    private static int p6() { return 6; } private static int p7() { return 7; } private static int p8() { return 8; }
    private static int p9() { return 9; } private static int p10() { return 10; } private static int p11() { return 11; }
    private static int p12() { return 12; } private static int p13() { return 13; } private static int p14() { return 14; }
    private static int p15() { return 15; } private static int p16() { return 16; } private static int p17() { return 17; }
    private static int p18() { return 18; } private static int p19() { return 19; } private static int p20() { return 20; }
    private static int p21() { return 21; } private static int p22() { return 22; } private static int p23() { return 23; }
    private static int p24() { return 24; } private static int p25() { return 25; } private static int p26() { return 26; }
    private static int p27() { return 27; } private static int p28() { return 28; } private static int p29() { return 29; }
    private static int p30() { return 30; } private static int p31() { return 31; } private static int p32() { return 32; }
    private static int p33() { return 33; } private static int p34() { return 34; } private static int p35() { return 35; }
    private static int p36() { return 36; } private static int p37() { return 37; } private static int p38() { return 38; }
    private static int p39() { return 39; }
}
class Many_2 {
    static int call() { return -(q0() + q7() + q14() + q21() + q28() + q35()); }
    private static int q0() { return 0; } private static int q1() { return 1; } private static int q2() { return 2; }
    private static int q3() { return 3; } private static int q4() { return 4; } private static int q5() { return 5; }
    private static int q6() { return 6; } private static int q7() { return 7; } private static int q8() { return 8; }
    private static int q9() { return 9; } private static int q10() { return 10; } private static int q11() { return 11; }
    private static int q12() { return 12; } private static int q13() { return 13; } private static int q14() { return 14; }
    private static int q15() { return 15; } private static int q16() { return 16; } private static int q17() { return 17; }
    private static int q18() { return 18; } private static int q19() { return 19; } private static int q20() { return 20; }
    private static int q21() { return 21; } private static int q22() { return 22; } private static int q23() { return 23; }
    private static int q24() { return 24; } private static int q25() { return 25; } private static int q26() { return 26; }
    private static int q27() { return 27; } private static int q28() { return 28; } private static int q29() { return 29; }
    private static int q30() { return 30; } private static int q31() { return 31; } private static int q32() { return 32; }
    private static int q33() { return 33; } private static int q34() { return 34; } private static int q35() { return 35; }
    private static int q36() { return 36; } private static int q37() { return 37; } private static int q38() { return 38; }
    private static int q39() { return 39; }
}
