import java.util.ArrayList;
import java.util.List;

/**
 * Probes at each instruction of methods and at their returns, while the methods leave their code for the interpreter in between and come back: for
 * objects that find no room, requests of other threads, exceptions and monitors. No hit counts twice or never.
 */
public class InStencils extends Client {
    static Object kept;
    static final Object[] some = new Object[4];
    static volatile boolean over;
    static long turns, calls, thrown, longs, bytes, sum;

    static int straight(int n, String s) {
        byte[] room = new byte[n & 4095];
        Object o = new Object[] {s, room};
        some[n & 3] = o;
        kept = (Object) (s + n);
        Object[] lock = some;
        synchronized (lock) {
            return room.length + ((Object[]) o).length * (n ^ s.length());
        }
    }

    /** Its loop ends in a branch back. */
    static int loop(int n) {
        int i = 0, s = 0;
        do {
            s += new int[n + 1].length ^ i;
        } while (++i < n);
        return s;
    }

    /** Its loop ends in a jump back, behind what may be slow. */
    static void jump(int n) {
        int i = 0;
        while (i < n) {
            i++;
            some[i & 3] = new byte[2048];
        }
    }

    static int thrower(int[] a, int i) {
        try {
            return a[i] + 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    static synchronized long locked(long n) {
        longs += n * 3;
        return n * 3;
    }

    static byte narrow(int n) {
        return (byte) n;
    }

    static long work(int n) {
        int[] a = new int[8];
        long s = 0;
        for (int i = 0; i < n; i++) {
            s += straight(i, "text") + loop(8) + thrower(a, i & 15) + locked(i) + narrow(i);
            bytes += (byte) i;
            jump(4);
            if ((i & 15) >= 8) thrown++;
            calls++;
        }
        return s;
    }

    /** Of all instructions, or of those at each third index. */
    static String each(String method, int part) {
        StringBuilder text = new StringBuilder();
        for (int i = part < 0 ? 0 : part; i < 64; i += part < 0 ? 1 : 3)
            text.append("later bci:InStencils.").append(method).append(':').append(i).append(" { @[").append(i).append("] = count() } ");
        return text.toString();
    }
    /** How many instructions there are is the compiler's affair: no other counts are there. */
    static void check(String what, String id, Long... own) throws Exception {
        var wanted = new java.util.TreeSet<>(List.of(own));
        var got = new java.util.TreeSet<Long>();
        if (there)
            for (String l : read(id)) got.add(Long.parseLong(l.substring(l.indexOf(' ') + 1)));
        else
            got.addAll(wanted);
        System.out.println(what + " " + wanted + (!got.isEmpty() && wanted.containsAll(got) ? "" : " otherwise: " + got));
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        String returns = add("method:InStencils.locked:return { @locked = sum(retval) } method:InStencils.narrow:return { @bytes = sum(retval) } "
            + "method:InStencils.straight:return, method:InStencils.loop:return, method:InStencils.jump:return { @all[method] = count() } "
            + "method:InStencils.thrower:return /retval < 0/ { @thrown = count() }");
        Thread busy = new Thread(() -> {
            while (!over) {
                System.gc();
                for (int i = 0; i < 1000; i++)
                    synchronized (some) {
                        kept = some;
                    }
            }
        });
        busy.setDaemon(true);
        busy.start();
        for (int part = -1; part < 3; part++) {
            long before = calls, left = thrown;
            List<String> ids = new ArrayList<>();
            for (String m : List.of("straight", "loop", "jump", "thrower")) ids.add(add(each(m, part)));
            for (int i = 0; i < 4; i++) sum += work(n);
            long each = calls - before, out = thrown - left;
            check("straight " + part, ids.get(0), each);
            check("loop " + part, ids.get(1), each, 8 * each);
            check("jump " + part, ids.get(2), each, 4 * each, 5 * each);
            check("thrower " + part, ids.get(3), each, each - out);
            for (String id : ids) remove(id);
        }
        over = true;
        busy.join();
        check("returns", returns, List.of("@locked: " + longs, "@bytes: " + bytes, "@all[InStencils.straight(ILjava/lang/String;)I]: " + calls,
            "@all[InStencils.loop(I)I]: " + calls, "@all[InStencils.jump(I)V]: " + calls, "@thrown: " + thrown));
        remove(returns);
        close();
    }
}
