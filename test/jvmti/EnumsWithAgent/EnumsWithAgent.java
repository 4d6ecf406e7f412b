// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -XX:HotswapAgent=external
// also: -Xint
import java.util.*;

/** HotswapAgent copies initializers into methods of its own and calls these after a redefinition. They set static finals
 * that were added, and do nothing in an enum, where the VM has made the constants. The packages that the agent needs are
 * open. */
public class EnumsWithAgent extends Redefining {
    static void agent(Class<?> c) throws Throwable {
        var m = c.getDeclaredMethod("$$ha$clinit");
        m.setAccessible(true);
        try {
            m.invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }
    /** The second version, with an initializer under that name. */
    static byte[] renamed() throws Exception {
        return new String(file("Statics_1"), "ISO-8859-1").replace("\u0001\0\u0008<clinit>", "\u0001\0\u000b$$ha$clinit").getBytes("ISO-8859-1");
    }
    public static void main(String[] args) throws Throwable {
        is("before", Arrays.toString(Color_0.values()), "[RED, GREEN]");
        is("put", put(Color_0.class, 1), 0);
        Object blue = Color_0.valueOf("BLUE");
        is("agent", of(() -> { agent(Color_0.class); return 1; }), 1);
        is("after", Arrays.toString(Color_0.values()), "[RED, BLUE, GREEN]");
        is("added", of(() -> Color_0.class.getField("BLUE").get(null)), blue);
        is("ordinal", Color_0.GREEN.ordinal(), 2);
        is("old", Statics_0.added(), null);
        is("statics", redefine0(new Class<?>[] { Statics_0.class }, new byte[][] { renamed() }), 0);
        is("zero", Statics_0.added(), null);
        is("agent", of(() -> { agent(Statics_0.class); return 1; }), 1);
        is("set", Statics_0.added(), "added");
        Module base = Object.class.getModule(), mine = EnumsWithAgent.class.getModule();
        is("lang", base.isOpen("java.lang", mine) && base.isOpen("jdk.internal.loader", mine), true);
        is("util", base.isOpen("java.util", mine), false);
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
