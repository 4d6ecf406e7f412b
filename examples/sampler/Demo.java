/** Most of the time goes into one method. */
public class Demo {
    static long mix(long x) {
        for (int i = 0; i < 1000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    public static void main(String[] args) {
        long x = 1;
        for (int i = 0; i < 500_000; i++) x = mix(x);
        System.out.println("mixed " + (x != 0));
    }
}
