/** Calls on objects whose class is known and is not what the call wants, behind casts that never succeed for them. */
public class ImpossibleReceivers {
    static class One {
        int kind(long a, long b, long c) { return (int) (a + b + c); }
    }

    static class Other {
        int size() { return 7; }
    }

    static class OtherHeir extends Other {
        @Override
        int size() { return 8; }
    }

    static int size(Object o) {
        if (o instanceof Other) return ((Other) o).size();
        return -1;
    }

    static int ofNew(int i) {
        return size(new One()) + i;
    }

    static int cast(Object o, boolean really) {
        return really ? ((Other) o).size() : 1;
    }

    static int failing(boolean really) {
        try {
            return cast(new One(), really);
        } catch (ClassCastException e) {
            return 2;
        }
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += size(i % 2 == 0 ? new Other() : new OtherHeir()) + ofNew(i) + new One().kind(i, 1, 2);
            sum += cast(new Other(), true) + failing(i % 100 == 99);
        }
        System.out.println(sum);
    }
}
