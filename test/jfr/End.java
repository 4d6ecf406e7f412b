import java.util.*;
import jdk.jfr.*;

/** Ends in many ways while events are recorded. args: how */
public class End {
    @Name("Mark")
    static class Mark extends Event {
        int number;
    }

    static void fault() throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        var f = unsafe.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        unsafe.getMethod("putInt", long.class, int.class).invoke(f.get(null), 0L, 0);
    }

    /** Crashes in malloc while it holds the lock of this thread's arena: walks a list of free blocks that leads nowhere. */
    static void malloc() throws Exception {
        var f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        sun.misc.Unsafe u = (sun.misc.Unsafe)f.get(null);
        long[] blocks = new long[64];
        for (int i = 0; i < blocks.length; i++) blocks[i] = u.allocateMemory(4000);
        for (int i = 0; i < blocks.length; i += 2) u.freeMemory(blocks[i]);
        for (int i = 0; i < blocks.length; i += 2) u.putLong(blocks[i] + 8, 8); // the next block of the list
        for (int i = 0; i < 64; i++) u.allocateMemory(5000);
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 1000; i++) {
            Mark m = new Mark();
            m.number = i;
            m.commit();
            if (i == 500 && args.length > 1) { // a second chunk
                Recording r = new Recording();
                r.start();
                r.stop();
            }
        }
        switch (args[0]) {
        case "exit" -> System.exit(3);
        case "halt" -> Runtime.getRuntime().halt(4);
        case "fault" -> fault();
        case "malloc" -> malloc();
        case "memory" -> {
            List<byte[]> l = new ArrayList<>();
            while (true) l.add(new byte[1 << 20]);
        }
        }
    }
}
