// The JMX agent that properties com.sun.management… ask for: it is there, or a wrong property ends the VM.
// gcstress: off RMI's connections time out
public class Main {
    public static void main(String[] args) throws Exception {
        Class<?> agent = Class.forName("jdk.internal.agent.Agent");
        java.lang.reflect.Method status = agent.getDeclaredMethod("getManagementAgentStatus");
        status.setAccessible(true);
        String text = (String) status.invoke(null);
        for (String line : text.split("\n")) if (line.startsWith("Agent") || line.startsWith("Connection")) System.out.println(line);
    }
}
