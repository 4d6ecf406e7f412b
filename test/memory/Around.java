/** Allocates inside objects that compiled code does not make: only where it leaves for want of memory does it make them. */
public class Around {
    public static void main(String[] args) {
        long s = 0;
        for (int k = 0; k < 300; k++) s += trimmed(100_000);
        System.out.println(s);
    }

    static long trimmed(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) s += "  abc ".trim().length() + "  abc ".strip().length();
        return s;
    }
}
