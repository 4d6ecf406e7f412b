/** A server of sorts: says something every tenth of a second until a line comes on standard input. */
public class Demo {
    static String answer() { return "slow"; }

    public static void main(String[] args) throws Exception {
        String last = "";
        while (System.in.available() == 0) {
            if (!answer().equals(last)) System.out.println("the answer is " + (last = answer()));
            Thread.sleep(100);
        }
        System.out.println("done");
    }
}
