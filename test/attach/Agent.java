import java.lang.instrument.Instrumentation;

public class Agent {
    public static void agentmain(String text, Instrumentation inst) {
        int n = 0;
        for (Class<?> c : inst.getAllLoadedClasses()) if (c.getName().equals("Subject")) n++;
        if (text.equals("fail")) throw new IllegalStateException("as asked");
        System.out.println("agentmain told: " + text + ", " + n + " subject class");
    }
}
