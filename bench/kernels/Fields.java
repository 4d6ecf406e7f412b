/** Field reads and writes of every width, instance and static, through a linked structure. */
final class Fields {
    byte b;
    short s;
    char c;
    int i;
    long l;
    float f;
    double d;
    boolean z;
    Fields next;
    static int count;
    static long total;

    static long run() {
        Fields first = new Fields();
        Fields p = first;
        for (int k = 0; k < 15; k++) p = p.next = new Fields();
        p.next = first;
        count = 0;
        total = 0;
        for (int k = 0; k < 5_000_000; k++) {
            p.i += k;
            p.l ^= p.i;
            p.b++;
            p.s = (short) (p.b * 3);
            p.c = (char) p.s;
            p.z = !p.z;
            if (p.z) count++;
            total += p.c;
            p.d += p.b;
            p = p.next;
        }
        long sum = total + count;
        for (int k = 0; k < 16; k++, p = p.next) sum += p.i + p.l + (long) p.d;
        return sum;
    }
}
