/** Compiled without variable tables: what a variable holds has to be found out. The chain of Probe.outer, with a method of some length at depth 3. */
final class Bare {
    static volatile boolean spinning;
    static int[] data = new int[16];

    static int outer(int value) {
        int sum = 0;
        long wide = value;
        String text = "text";
        for (int i = 0; i < data.length; i++) {
            int a = data[i], b = a + value;
            if (a > b) sum += a * 3;
            else if (a == b) sum -= b;
            else
                switch (a & 3) {
                    case 0: sum += b; break;
                    case 1: sum ^= b; wide += sum; break;
                    default: sum = sum * 31 + text.length(); break;
                }
            wide ^= (long) sum << i;
        }
        int r = middle(value + 1);
        return r + value + sum + (int) wide + text.length();
    }
    static int middle(int value) { int r = inner(value + 1); return r + value; }
    static int inner(int value) { int r = hold(value + 1); return r + value; }
    static int hold(int value) {
        int n = value;
        for (;;) {
            spinning = true;
            n++;
        }
    }
}
