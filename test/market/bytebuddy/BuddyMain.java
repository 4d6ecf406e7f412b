import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.SuperCall;

/** Byte Buddy's agent attaches to its own VM and changes application and JDK classes: loaded ones by redefinition and
 * retransformation, new ones while they load; then takes everything back. */
public class BuddyMain {
    public static class Greeter {
        public String greet(String name) { return "hello " + name; }
        public int twice(int n) { return helper(n) * 2; }
        private int helper(int n) { return n; }
    }
    static class Late {
        String work(int n) { if (n < 0) throw new IllegalStateException("negative"); return "worked " + n; }
    }

    /** Inlined into methods; must not call what application class loaders alone can see when it lands in a JDK class. */
    public static class Doubling {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) int result) { result *= 10; }
    }
    public static class Tracing {
        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#m#s") String method, @Advice.AllArguments Object[] args) {
            log.add("> " + method + java.util.Arrays.toString(args));
        }
        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Origin("#m") String method, @Advice.Thrown Throwable thrown) {
            log.add("< " + method + (thrown == null ? "" : " " + thrown));
        }
    }
    public static class Bracketing {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) String result) { result = "[" + result + "]"; }
    }
    public static class Timing {
        @RuntimeType
        public static Object around(@SuperCall Callable<?> original) throws Exception { return "around(" + original.call() + ")"; }
    }
    public static final List<String> log = new ArrayList<>();

    static void show(String what, Object value) { System.out.println(what + ": " + value); }

    public static void main(String[] args) throws Exception {
        Instrumentation inst = ByteBuddyAgent.install();
        show("redefine", inst.isRedefineClassesSupported());
        show("retransform", inst.isRetransformClassesSupported());
        show("prefix", inst.isNativeMethodPrefixSupported());

        Greeter greeter = new Greeter();
        show("before", greeter.greet("world"));
        ClassReloadingStrategy reload = ClassReloadingStrategy.fromInstalledAgent();
        new ByteBuddy().redefine(Greeter.class).method(named("greet")).intercept(FixedValue.value("redefined")).make()
            .load(Greeter.class.getClassLoader(), reload);
        show("redefined", greeter.greet("world"));
        reload.reset(Greeter.class);
        show("reset", greeter.greet("world"));

        ResettableClassFileTransformer t = new AgentBuilder.Default()
            .disableClassFormatChanges()
            .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
            .with(AgentBuilder.InstallationListener.StreamWriting.toSystemError())
            .type(nameStartsWith("BuddyMain$Greeter").or(named("BuddyMain$Late")))
            .transform((b, type, loader, module, domain) -> b
                .visit(Advice.to(Tracing.class).on(named("greet").or(named("work"))))
                .visit(Advice.to(Doubling.class).on(named("twice").and(takesArguments(1)))))
            .installOn(inst);
        show("advised", greeter.greet("you") + " " + greeter.twice(4));
        try {
            new Late().work(3);
            new Late().work(-1);
        } catch (IllegalStateException e) {
            show("thrown", e.getMessage() + " at " + e.getStackTrace()[0].getMethodName());
        }
        show("log", log);
        show("removed", t.reset(inst, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION));
        log.clear();
        show("plain", greeter.greet("me") + " " + greeter.twice(4) + " " + log);

        ResettableClassFileTransformer jdk = new AgentBuilder.Default()
            .disableClassFormatChanges()
            .ignore(none())
            .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
            .with(AgentBuilder.InitializationStrategy.NoOp.INSTANCE)
            .with(AgentBuilder.TypeStrategy.Default.REDEFINE)
            .type(named("java.util.StringJoiner").or(named("java.util.UUID")))
            .transform((b, type, loader, module, domain) -> b.visit(Advice.to(Bracketing.class).on(named("toString").and(takesArguments(0)))))
            .installOn(inst);
        show("joiner", new StringJoiner("-").add("a").add("b"));
        show("uuid", new java.util.UUID(1, 2));
        show("removed", jdk.reset(inst, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION));
        show("joiner", new StringJoiner("-").add("a").add("b"));

        Object sub = new ByteBuddy().subclass(Greeter.class).name("Sub").method(named("greet")).intercept(MethodDelegation.to(Timing.class)).make()
            .load(BuddyMain.class.getClassLoader()).getLoaded().getDeclaredConstructor().newInstance();
        show("subclass", ((Greeter) sub).greet("sub"));

        TreeMap<String, Integer> sizes = new TreeMap<>();
        for (Class<?> c : inst.getAllLoadedClasses())
            if (c == Greeter.class || c == Late.class || c == BuddyMain.class) sizes.put(c.getName(), c.getDeclaredMethods().length);
        show("loaded", sizes);
    }
}
