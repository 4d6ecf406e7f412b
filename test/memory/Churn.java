import java.util.Arrays;
import java.util.Random;

/** args: megabytes that live, replacements in thousands, smallest and largest array. Live data is replaced at random for a while. */
public class Churn {
    public static void main(String[] args) {
        int megabytes = Integer.parseInt(args[0]), least = Integer.parseInt(args[2]), most = Integer.parseInt(args[3]);
        Random random = new Random(1);
        byte[][][] live = new byte[megabytes][(1 << 20) / ((least + most) / 2 + 16)][];
        for (byte[][] part : live) for (int i = 0; i < part.length; i++) part[i] = make(random, least, most);
        for (long n = 1000L * Integer.parseInt(args[1]); n > 0; n--) {
            byte[][] part = live[random.nextInt(live.length)];
            int i = random.nextInt(part.length);
            if (part[i][0] != (byte) part[i].length) throw new AssertionError("lost");
            part[i] = make(random, least, most);
        }
        System.out.println("done");
    }

    static byte[] make(Random random, int least, int most) {
        byte[] b = new byte[least + random.nextInt(most - least + 1)];
        Arrays.fill(b, (byte) b.length); // pages that nobody writes take no memory
        return b;
    }
}
