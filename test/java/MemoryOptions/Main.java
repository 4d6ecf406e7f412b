import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What options about memory and processors lead to. */
public class Main {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "sizes":
            System.out.println("most " + Runtime.getRuntime().maxMemory() + ", processors " + Runtime.getRuntime().availableProcessors());
            break;
        case "exhaust": {
            List<byte[]> all = new ArrayList<>();
            try {
                while (true) all.add(new byte[1 << 20]);
            } catch (OutOfMemoryError e) {
                boolean many = all.size() > 10;
                all = null;
                System.out.println("caught " + e.getMessage() + " " + many);
            }
            break;
        }
        case "dumped": {
            java.io.File dump = new java.io.File(args[1]);
            main(new String[] { "exhaust" });
            System.out.println("dump " + (dump.length() > 1_000_000));
            dump.delete();
            break;
        }
        case "small": {
            Map<Object, Object> all = new HashMap<>();
            try {
                for (int i = 0;; i++) all.put(i, "x" + i);
            } catch (OutOfMemoryError e) {
                all = null;
                StackTraceElement[] trace = e.getStackTrace();
                System.out.println(e + ", from main: " + (trace.length > 0 && trace[trace.length - 1].getMethodName().equals("main")));
            }
            break;
        }
        default:
            System.out.println("started");
        }
    }
}
