// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -XX:HotswapAgent=external
import java.util.*;

/** With HotswapAgent, which runs initializers itself, the VM does not; the packages that the agent needs are open. */
public class EnumsWithAgent extends Redefining {
    public static void main(String[] args) throws Throwable {
        is("before", Arrays.toString(Color_0.values()), "[RED, GREEN]");
        is("put", put(Color_0.class, 1), 0);
        is("after", Arrays.toString(Color_0.values()), "[RED, GREEN]");
        is("added", of(() -> Color_0.class.getField("BLUE").get(null)), null);
        is("ordinal", Color_0.GREEN.ordinal(), 1);
        Module base = Object.class.getModule(), mine = EnumsWithAgent.class.getModule();
        is("lang", base.isOpen("java.lang", mine) && base.isOpen("jdk.internal.loader", mine), true);
        is("util", base.isOpen("java.util", mine), false);
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
