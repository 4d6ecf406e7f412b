import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Tools of tests write the identity hash of fresh objects where HotSpot has it, an int one byte into the object (Lincheck): the hash is then that
 * one, in every tier and after collections, and the object is what it was. Other writes by Unsafe go where they go.
 */
public class HashInHeader {
    static final sun.misc.Unsafe UNSAFE = unsafe();
    static final long HASH = 1;

    static sun.misc.Unsafe unsafe() {
        try {
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            return (sun.misc.Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static class Holder {
        int a = 1;
        long b = 2;
        Object c = "three";
    }

    static <T> T marked(T o, int hash) {
        UNSAFE.putInt(o, HASH, hash);
        return o;
    }
    /** The offset is not known where it is compiled. */
    static <T> T markedAt(T o, long offset, int hash) {
        UNSAFE.putInt(o, offset, hash);
        return o;
    }

    static Object fresh(int i) {
        return switch (i % 4) {
            case 0 -> new Holder();
            case 1 -> new int[i % 7];
            case 2 -> new String[i % 5];
            default -> new Object();
        };
    }

    static boolean sound(Object o, int i) {
        if (System.identityHashCode(o) != i) return false;
        return switch (i % 4) {
            case 0 -> o instanceof Holder h && h.a == 1 && h.b == 2 && h.c.equals("three");
            case 1 -> o instanceof int[] a && a.length == i % 7;
            case 2 -> o instanceof String[] s && s.length == i % 5;
            default -> o.getClass() == Object.class && o.hashCode() == i;
        };
    }

    static int wrong(List<Object> all, int from) {
        int n = 0;
        for (int i = 0; i < all.size(); i++) n += sound(all.get(i), from + i) ? 0 : 1;
        return n;
    }

    public static void main(String[] args) throws Exception {
        for (int hash : new int[] { 1, 2, 15, 16, 17, 255, 0x0fffffff, 0x10000000, 0x7fffffff }) {
            Object o = marked(new Object(), hash);
            System.out.println(hash + " " + (System.identityHashCode(o) == hash) + " " + (o.hashCode() == hash) + " " + o.getClass().getName());
        }
        List<Object> low = new ArrayList<>(), high = new ArrayList<>();
        for (int i = 0; i < 40000; i++) {
            low.add(i % 2 == 0 ? marked(fresh(i + 1), i + 1) : markedAt(fresh(i + 1), HASH, i + 1));
            high.add(marked(fresh(i + 1_000_000), i + 1_000_000));
        }
        System.out.println(wrong(low, 1) + " " + wrong(high, 1_000_000));
        for (int i = 0; i < 200; i++) Object.class.cast(new byte[1 << 20]);
        System.gc();
        System.out.println(wrong(low, 1) + " " + wrong(high, 1_000_000));
        int held = 0;
        for (Object o : low.subList(0, 1000))
            synchronized (o) {
                held += Thread.holdsLock(o) ? 1 : 0;
            }
        Object waited = low.get(0);
        Thread t = new Thread(() -> {
            synchronized (waited) {
                waited.notifyAll();
            }
        });
        synchronized (waited) {
            t.start();
            waited.wait();
        }
        t.join();
        System.gc();
        System.out.println(held + " " + wrong(low, 1) + " " + wrong(high, 1_000_000));
        Object shared = marked(new Object(), 5);
        IdentityHashMap<Object, String> map = new IdentityHashMap<>();
        map.put(shared, "found");
        System.out.println(map.get(shared) + " " + shared.equals(marked(new Object(), 5)));

        // ordinary places of all kinds, offsets known and not
        Holder h = new Holder();
        long at = UNSAFE.objectFieldOffset(Holder.class.getDeclaredField("a")), wide = UNSAFE.objectFieldOffset(Holder.class.getDeclaredField("b"));
        byte[] bytes = new byte[64];
        long sum = 0;
        for (int i = 0; i < 60000; i++) {
            markedAt(h, at, i);
            UNSAFE.putLong(h, wide, i * 3L);
            UNSAFE.putShort(bytes, UNSAFE.arrayBaseOffset(byte[].class) + i % 31 * 2L, (short) i);
            sum += h.a + h.b + UNSAFE.getShort(bytes, UNSAFE.arrayBaseOffset(byte[].class) + i % 31 * 2L);
        }
        System.out.println(sum + " " + h.c);
        long memory = UNSAFE.allocateMemory(64);
        for (int i = 0; i < 60000; i++) {
            UNSAFE.putInt(memory + i % 16 * 4, i);
            sum += UNSAFE.getInt(null, memory + i % 16 * 4);
            UNSAFE.putInt(null, memory, 7);
        }
        System.out.println(sum + " " + UNSAFE.getInt(memory));
        UNSAFE.freeMemory(memory);
    }
}
