import static net.bytebuddy.matcher.ElementMatchers.*;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** Three agents of Byte Buddy: one changes a class of the program, one counts calls of java.util, one changes Throwable. */
public class Agents {
    static class Bracketing {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) String result) { result = "[" + result + "]"; }
    }
    static class Covering {
        @Advice.OnMethodEnter
        static void enter() { beside.boot.Hits.collection(); }
    }
    static class Making {
        @Advice.OnMethodExit
        static void exit() { beside.boot.Hits.throwable(); }
    }
    static class Telling {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) String result) {
            if (result != null) result = result.concat(" (told)");
        }
    }

    static AgentBuilder builder() {
        return new AgentBuilder.Default().ignore(none()).disableClassFormatChanges().with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
    }

    public static void premain(String which, Instrumentation inst) throws Exception {
        switch (which) {
        case "buddy" ->
            builder().type(named("Beside$Greeter")).transform((b, t, l, m, d) -> b.visit(Advice.to(Bracketing.class).on(named("greet")))).installOn(inst);
        case "coverage" -> {
            inst.appendToBootstrapClassLoaderSearch(new JarFile("hits.jar"));
            Module of = Class.forName("beside.boot.Hits", true, null).getModule();
            inst.redefineModule(Object.class.getModule(), Set.of(of), Map.of(), Map.of(), Set.of(), Map.of());
            builder()
                .type(nameStartsWith("java.util.").and(not(nameStartsWith("java.util.concurrent."))).and(not(isInterface())))
                .transform((b, t, l, m, d) -> b.visit(Advice.to(Covering.class).on(isMethod().and(not(isAbstract())).and(not(isNative())))))
                .installOn(inst);
        }
        case "throwable" ->
            builder()
                .type(is(Throwable.class))
                .transform((b, t, l, m, d) -> b.visit(Advice.to(Making.class).on(isConstructor()))
                                                  .visit(Advice.to(Telling.class).on(named("getLocalizedMessage"))))
                .installOn(inst);
        }
    }
}
