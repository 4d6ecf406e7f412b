import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/** An agent by Byte Buddy that counts calls of methods of the application, edited ones too. */
public class Buddy {
    public static final AtomicLong calls = new AtomicLong();

    public static class Counting {
        @Advice.OnMethodEnter
        static void enter() { Buddy.calls.incrementAndGet(); }
    }

    public static void premain(String args, Instrumentation inst) {
        new AgentBuilder.Default().disableClassFormatChanges().with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
            // without this it writes the superclass of before into edited classes
            .with(AgentBuilder.DescriptionStrategy.Default.POOL_ONLY)
            // where jdb stops, advice would hide `this` from it
            .type(ElementMatchers.nameStartsWith("shop.").and(ElementMatchers.not(ElementMatchers.named("shop.Item"))))
            .transform((b, t, l, m, d) ->
                b.visit(Advice.to(Counting.class).on(ElementMatchers.isMethod().and(ElementMatchers.not(ElementMatchers.isAbstract())))))
            .installOn(inst);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("advised calls: " + (calls.get() > 100 ? "many" : calls))));
    }
}
