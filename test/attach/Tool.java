import com.sun.tools.attach.*;

public class Tool {
    public static void main(String[] args) throws Exception {
        VirtualMachine vm = VirtualMachine.attach(args[0]);
        System.out.println("name " + vm.getSystemProperties().getProperty("java.vm.name"));
        System.out.println("command " + vm.getAgentProperties().getProperty("sun.java.command"));
        vm.loadAgent(args[1], "ok");
        try {
            vm.loadAgentPath("/no-such.so", "x");
        } catch (AgentLoadException | AgentInitializationException e) {
            System.out.println("no library: " + e);
        }
        try {
            vm.loadAgentLibrary("java", "x");
        } catch (AgentLoadException | AgentInitializationException e) {
            System.out.println("bad agent: " + e);
        }
        vm.detach();
        System.out.println("detached");
    }
}
