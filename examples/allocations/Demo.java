
/** Two methods that allocate: one a lot, one little. */
public class Demo {
    static Object last;
    static int large() { return ((long[]) (last = new long[1000])).length; }
    static int small() { return ((int[]) (last = new int[100])).length; }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 20_000; i++) sum += large() + small();
        System.out.println("sum " + sum);
    }
}
