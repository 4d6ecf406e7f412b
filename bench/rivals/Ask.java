import static org.openjdk.btrace.core.BTraceUtils.println;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.btrace.core.BTraceUtils;
import org.openjdk.btrace.core.annotations.BTrace;
import org.openjdk.btrace.core.annotations.OnMethod;
import org.openjdk.btrace.core.annotations.OnTimer;

/** BTrace's form of the question: how often is Job.METHOD called? The driver puts the name in. */
@BTrace
public class Ask {
    private static AtomicLong calls = BTraceUtils.newAtomicLong(0);

    @OnMethod(clazz = "Job", method = "METHOD")
    public static void entered() {
        BTraceUtils.getAndIncrement(calls);
    }

    @OnTimer(200)
    public static void tell() {
        println("answer " + BTraceUtils.get(calls));
    }
}
