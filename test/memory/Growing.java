/** A list of so many MB that lives, and what it sums up to. */
final class Growing {
    private final Growing next;
    private final long value;

    private Growing(Growing next, long value) {
        this.next = next;
        this.value = value;
    }

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]) * (1 << 20) / 32;
        Growing list = null;
        for (int i = 0; i < count; i++) list = new Growing(list, i);
        long sum = 0;
        for (Growing g = list; g != null; g = g.next) sum += g.value;
        System.out.println(sum);
    }
}
