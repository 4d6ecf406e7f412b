import java.lang.instrument.*;
public class JavaAgentMain {
    public static void main(String[] a) throws Exception {
        System.out.println(Tg.f());
        TheAgent.inst.retransformClasses(Tg.class);
        System.out.println(Tg.f());
        byte[] b = JavaAgentMain.class.getResourceAsStream("Tg.class").readAllBytes();
        TheAgent.inst.redefineClasses(new ClassDefinition(Tg.class, new String(b, "ISO-8859-1").replace("plain", "redef").getBytes("ISO-8859-1")));
        System.out.println(Tg.f());
        TheAgent.inst.retransformClasses(Tg.class, String.class, java.util.HashMap.class);
        System.out.println(TheAgent.inst.getObjectSize(new int[10]) + " " + (TheAgent.inst.getAllLoadedClasses().length > 300) + " "
                + TheAgent.inst.isModifiableClass(int[].class));
        try { TheAgent.inst.redefineClasses(new ClassDefinition(Tg.class, new byte[4])); } catch (Throwable t) { System.out.println(t); }
        try { TheAgent.inst.retransformClasses(int[].class); } catch (Throwable t) { System.out.println(t); }
    }
}
class Tg { static String f() { return "plain" + " never"; } }
