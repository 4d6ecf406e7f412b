// argus-only: HotSpot gives a late agent 26 of the 44 capabilities, and breakpoints, watches and sampling to one environment only
// jvm: -Djdk.attach.allowAttachSelf=true -Dlate.agent=path
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.VirtualMachine;

/** An agent attached to a running VM opens three environments that all take every capability that makes sense by then, and use them in the
 * same places; one after the other gives them back. At the start the agent only leaves its path in a system property. */
public class LateCapabilities {
    static final int ROUNDS = 10;
    static int field;
    static final Object lock = new Object();

    static native String judge(int environments, int rounds);
    static native void relinquish(int env);

    static int target(int n) {
        field = n;
        int got = field;
        if (n % 2 == 0) {
            try {
                thrower(n);
            } catch (IllegalStateException e) {
                got++;
            }
        }
        return got;
    }

    static void thrower(int n) { throw new IllegalStateException(); }

    static void work() {
        for (int i = 0; i < ROUNDS; i++) target(i);
    }

    static boolean good = true;

    static void expect(String what, String answer) {
        System.out.println(what + ": " + answer);
        good &= answer.equals("right");
    }

    public static void main(String[] args) throws Exception {
        work(); // nobody looks
        String agent = System.getProperty("late.agent");
        VirtualMachine vm = VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        try {
            vm.loadAgentPath(agent, "wrong");
            expect("bad options", "accepted");
        } catch (AgentInitializationException e) {
            expect("bad options", e.returnValue() == 7 ? "right" : "code " + e.returnValue());
        }
        vm.loadAgentPath(agent, "3");
        vm.detach();
        System.load(agent);
        work();
        expect("three environments", judge(3, ROUNDS));
        relinquish(0);
        work();
        expect("two environments", judge(2, ROUNDS));
        relinquish(2);
        work();
        expect("one environment", judge(1, ROUNDS));
        relinquish(1);
        work();
        expect("no environment", judge(0, ROUNDS));
        System.out.println(good ? "PASS" : "FAIL");
    }
}
