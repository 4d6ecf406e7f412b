import com.sun.jdi.*;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.function.Predicate;

/**
 * A debugger without a user: attaches to Work (args: port, class file of the changed Changed) and goes through what jdb has no
 * command for. Prints what it sees; the
 * program's own threads and classes only.
 */
public class Client {
    static VirtualMachine vm;
    static EventRequestManager requests;
    static ThreadReference main;

    static void say(String text) { System.out.println(text); }
    interface Answer { Object get() throws Exception; }
    static void ask(String what, Answer a) {
        String r;
        try {
            r = text(a.get());
        } catch (Exception | LinkageError | InternalError e) {
            r = e.getClass().getSimpleName() + (e instanceof InvocationException i ? " of " + i.exception().referenceType().name() : "");
        }
        say("  " + what + ": " + r);
    }
    static String text(Object o) {
        if (o instanceof StringReference s) return '"' + s.value() + '"';
        if (o instanceof ArrayReference a) return a.type().name() + a.length() + a.getValues().stream().map(Client::text).toList();
        if (o instanceof ThreadReference t) return "thread " + t.name();
        if (o instanceof ClassObjectReference c) return "class " + c.reflectedType().name();
        if (o instanceof ObjectReference r) return "a " + lambda(r.referenceType().name());
        if (o instanceof Location l) return l.declaringType().name() + "." + l.method().name() + ":" + l.lineNumber() + "@" + l.codeIndex();
        if (o instanceof Collection<?> c) return c.stream().map(Client::text).toList().toString();
        if (o instanceof MonitorInfo m) { try { return text(m.monitor()) + "@" + m.stackDepth(); } catch (Exception e) { return e.toString(); } }
        return String.valueOf(o);
    }

    static String lambda(String name) { return name.replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda"); }

    /** Resumes until an event that is wanted comes; others are printed if they are of the program. */
    static Event until(Predicate<Event> wanted) throws Exception {
        for (boolean resume = true;; ) {
            if (resume) vm.resume();
            EventSet set = vm.eventQueue().remove();
            Event last = null;
            for (Event e : set) {
                show(e);
                if (wanted.test(e)) last = e;
            }
            if (last != null) return last;
            if (set.stream().anyMatch(e -> e instanceof VMDisconnectEvent)) throw new VMDisconnectedException();
            resume = set.suspendPolicy() == EventRequest.SUSPEND_ALL;
            if (!resume) set.resume();
        }
    }
    static void show(Event e) {
        String kind = e.getClass().getInterfaces()[0].getSimpleName().replace("Event", "");
        String more = "";
        if (e instanceof LocatableEvent l) more = " " + text(l.location()) + " in " + l.thread().name();
        if (e instanceof MethodExitEvent x) more += " = " + text(x.returnValue());
        if (e instanceof ModificationWatchpointEvent m) more += " " + m.field().name() + " " + text(m.valueCurrent()) + " to " + text(m.valueToBe());
        else if (e instanceof WatchpointEvent w) more += " " + w.field().name() + " " + text(w.valueCurrent());
        if (e instanceof ExceptionEvent x) more += " " + text(x.exception()) + " to " + text(x.catchLocation());
        if (e instanceof ClassPrepareEvent c) more = " " + lambda(c.referenceType().name());
        if (e instanceof ThreadStartEvent t) {
            if (t.thread().threadGroup() == null || !t.thread().threadGroup().name().equals("main")) return;
            more = " " + t.thread().name();
        }
        if (e instanceof ThreadDeathEvent t) { String n = t.thread().name(); if (!n.equals("worker")) return; more = " " + n; }
        // Without the place: HotSpot shows the instruction after the monitorenter.
        if (e instanceof MonitorContendedEnterEvent m) more = " " + text(m.monitor()) + " in " + m.thread().name();
        if (e instanceof MonitorContendedEnteredEvent m) more = " " + text(m.monitor()) + " in " + m.thread().name();
        say(kind.replace("Impl", "").replaceAll("^EventSet.*", "") + more);
    }
    static BreakpointRequest breakAt(ReferenceType c, String method) {
        BreakpointRequest r = requests.createBreakpointRequest(c.methodsByName(method).get(0).location());
        r.enable();
        return r;
    }
    static Event stop(EventRequest r) throws Exception {
        Event e = until(x -> x.request() == r);
        if (e instanceof LocatableEvent l) main = l.thread();
        return e;
    }
    static StackFrame top() throws Exception { return main.frame(0); }
    static Value local(String name) throws Exception { return top().getValue(top().visibleVariableByName(name)); }

    static void capabilities() throws Exception {
        for (Method m : Arrays.stream(VirtualMachine.class.getMethods())
                        .filter(m -> m.getName().startsWith("can") && m.getParameterCount() == 0)
                        .sorted(Comparator.comparing(Method::getName))
                        .toList())
            say("  " + m.getName() + " " + m.invoke(vm));
    }

    static void describe(ReferenceType c) throws Exception {
        say("class " + c.name() + " " + c.signature() + " " + c.sourceName() + " prepared " + c.isPrepared() + " initialized "
                + c.isInitialized() + " " + c.modifiers() + " version " + c.majorVersion());
        for (Field f : c.fields()) say("  field " + f.signature() + " " + f.name() + " " + f.modifiers() + " " + f.isSynthetic());
        for (com.sun.jdi.Method m : c.methods()) {
            say("  method " + m.name().replaceAll("lambda.*", "lambda") + m.signature() + " " + m.modifiers() + " " + m.bytecodes().length + " bytes");
            if (!m.isAbstract() && !m.isNative()) {
                say("    lines " + text(m.allLineLocations().stream().map(Location::lineNumber).toList()));
                try {
                    say("    variables " + m.variables().stream().map(v -> v.typeName() + " " + v.name() + (v.isArgument() ? "*" : "")).toList());
                } catch (AbsentInformationException e) {
                    say("    no variables");
                }
            }
        }
        say("  constants " + c.constantPoolCount() + " " + c.constantPool().length + " bytes");
    }

    static List<String> stack(ThreadReference t) throws Exception {
        List<String> r = new ArrayList<>();
        for (StackFrame f : t.frames()) r.add(text(f.location()));
        return r;
    }

    public static void main(String[] args) throws Exception {
        AttachingConnector c = Bootstrap.virtualMachineManager()
                                       .attachingConnectors()
                                       .stream()
                                       .filter(x -> x.name().equals("com.sun.jdi.SocketAttach"))
                                       .findFirst()
                                       .get();
        var a = c.defaultArguments();
        a.get("hostname").setValue("127.0.0.1");
        a.get("port").setValue(args[0]);
        vm = c.attach(a);
        requests = vm.eventRequestManager();
        say("capabilities");
        capabilities();
        say("  java.vm.name = \"" + vm.name() + "\"");
        EventSet first = vm.eventQueue().remove();
        say("first " + (first.iterator().next() instanceof VMStartEvent) + " " + first.suspendPolicy());

        ClassPrepareRequest prepare = requests.createClassPrepareRequest();
        prepare.addClassFilter("Work*");
        prepare.enable();
        ThreadStartRequest starts = requests.createThreadStartRequest();
        starts.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD); // all threads stopped during an invocation would be for good
        starts.enable();
        ThreadDeathRequest deaths = requests.createThreadDeathRequest();
        deaths.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        deaths.enable();
        ReferenceType work = ((ClassPrepareEvent) until(e -> e.request() == prepare)).referenceType();
        describe(work);
        stop(breakAt(work, "all"));
        variables();
        invocations((ClassType) work);
        heap((ClassType) work);
        control((ClassType) work);
        watches(work);
        monitors(work);
        methods(work);
        stepping(work);
        redefinition(work, Path.of(args[1]));
        try {
            until(e -> e instanceof VMDeathEvent);
            until(e -> false);
        } catch (VMDisconnectedException e) {
            say("disconnected");
        }
    }

    static void variables() throws Exception {
        say("variables " + stack(main));
        StackFrame f = top();
        for (LocalVariable v : f.visibleVariables()) say("  " + v.name() + " " + v.typeName() + " " + text(f.getValue(v)));
        ask("arguments", () -> f.getArgumentValues());
        ask("this", () -> f.thisObject());
        for (String[] set : new String[][] { { "b", "7" }, { "j", "70" }, { "text", "set" } })
            f.setValue(f.visibleVariableByName(set[0]),
                    set[0].equals("text")        ? vm.mirrorOf(set[1])
                            : set[0].equals("b") ? vm.mirrorOf(Byte.parseByte(set[1]))
                                                 : vm.mirrorOf(Long.parseLong(set[1])));
        ask("wrong type", () -> { f.setValue(f.visibleVariableByName("text"), f.getValue(f.visibleVariableByName("o"))); return null; });
        ask("set",
                ()
                        -> List.of(f.getValue(f.visibleVariableByName("b")), f.getValue(f.visibleVariableByName("j")),
                                f.getValue(f.visibleVariableByName("text"))));
        ask("status", () -> main.status() + " " + main.isAtBreakpoint() + " " + main.isSuspended() + " " + main.suspendCount() + " " + main.frameCount());
    }

    static void invocations(ClassType work) throws Exception {
        say("invocations");
        ObjectReference o = (ObjectReference) local("o");
        ClassType square = (ClassType) ((List<ReferenceType>) vm.classesByName("Work$Square")).stream().findFirst().orElse(null);
        ask("static", () -> work.invokeMethod(main, work.methodsByName("factorial").get(0), List.of(vm.mirrorOf(5)), ClassType.INVOKE_SINGLE_THREADED));
        ask("instance", () -> o.invokeMethod(main, o.referenceType().methodsByName("toString").get(0), List.of(), 0) instanceof StringReference);
        ask("by exception", () -> work.invokeMethod(main, work.methodsByName("thrower").get(0), List.of(vm.mirrorOf("x")), 0));
        ask("new", () -> work.newInstance(main, work.methodsByName("<init>").get(0), List.of(), 0));
        ask("not loaded", () -> square);
        ask("array", () -> { ArrayReference x = ((ArrayType) vm.classesByName("int[]").get(0)).newInstance(3); x.setValue(1, vm.mirrorOf(9)); return x; });
        ask("wrong arguments", () -> work.invokeMethod(main, work.methodsByName("factorial").get(0), List.of(), 0));
        ask("still here", () -> stack(main));
        ask("field", () -> { o.setValue(work.fieldByName("level"), vm.mirrorOf(33)); return o.getValue(work.fieldByName("level")); });
        ask("static field", () -> { work.setValue(work.fieldByName("total"), vm.mirrorOf(3)); return work.getValue(work.fieldByName("total")); });
        ask("class object", () -> work.classObject());
        ask("loader", () -> work.classLoader());
        ask("nested", () -> work.nestedTypes().size() > 0);
        ask("super", () -> work.superclass().name() + " " + work.allInterfaces());
    }

    static void heap(ClassType work) throws Exception {
        say("heap");
        ask("instances", () -> work.instances(0).size());
        ask("counts", () -> Arrays.toString(vm.instanceCounts(List.of(work))));
        ObjectReference o = (ObjectReference) local("o");
        ask("referrers of next", () -> ((ObjectReference) o.getValue(work.fieldByName("next"))).referringObjects(0));
        ask("collected", () -> { o.disableCollection(); o.enableCollection(); return o.isCollected(); });
        ask("owner", () -> o.owningThread() + " " + o.entryCount() + " " + o.waitingThreads());
    }

    static void control(ClassType work) throws Exception {
        say("control");
        BreakpointRequest r = breakAt(work, "factorial");
        stop(r);
        stop(r);
        stop(r);
        ask("frames", () -> stack(main));
        ask("pop", () -> { main.popFrames(main.frame(1)); return stack(main); });
        stop(r);
        ask("popped and back", () -> stack(main) + " n " + local("n"));
        r.disable();
        StepRequest out = requests.createStepRequest(main, StepRequest.STEP_LINE, StepRequest.STEP_OUT);
        out.addCountFilter(1);
        out.enable();
        ask("force wrong", () -> { main.forceEarlyReturn(vm.mirrorOf("x")); return null; });
        ask("force", () -> { main.forceEarlyReturn(vm.mirrorOf(1000)); return null; });
        stop(out);
        requests.deleteEventRequest(out);
        ask("frames", () -> stack(main));
    }

    static void watches(ReferenceType work) throws Exception {
        say("watches");
        BreakpointRequest r = breakAt(work, "fields");
        stop(r);
        List<EventRequest> list = new ArrayList<>();
        for (String f : new String[] { "level", "name", "total", "array" }) {
            AccessWatchpointRequest x = requests.createAccessWatchpointRequest(work.fieldByName(f));
            ModificationWatchpointRequest y = requests.createModificationWatchpointRequest(work.fieldByName(f));
            if (f.equals("name")) y.addInstanceFilter(top().thisObject());
            for (EventRequest e : List.of(x, y)) { e.enable(); list.add(e); }
        }
        stop(breakAt(work, "catcher"));
        requests.deleteEventRequests(list);
        ExceptionRequest ex = requests.createExceptionRequest(vm.classesByName("java.lang.IllegalStateException").isEmpty()
                        ? null
                        : vm.classesByName("java.lang.IllegalStateException").get(0),
                true, true);
        ex.addClassFilter("Work");
        ex.enable();
        stop(ex);
        ask("at", () -> stack(main));
        ex.disable();
        requests.deleteEventRequests(List.copyOf(requests.breakpointRequests()));
    }

    static void monitors(ReferenceType work) throws Exception {
        say("monitors");
        MonitorContendedEnterRequest enter = requests.createMonitorContendedEnterRequest();
        enter.addClassFilter("Work");
        enter.enable();
        MonitorContendedEnteredRequest entered = requests.createMonitorContendedEnteredRequest();
        entered.addClassFilter("Work");
        entered.enable();
        stop(enter);
        ThreadReference worker = main;
        ask("contended", () -> worker.currentContendedMonitor());
        ask("owned", () -> worker.ownedMonitors());
        stop(entered);
        ask("owned now", () -> worker.ownedMonitors());
        enter.disable();
        entered.disable();
    }

    static void methods(ReferenceType work) throws Exception {
        say("methods");
        MethodEntryRequest in = requests.createMethodEntryRequest();
        MethodExitRequest out = requests.createMethodExitRequest();
        in.addClassFilter("Work");
        out.addClassFilter("Work");
        ThreadReference owner = vm.allThreads().stream().filter(t -> t.name().equals("main")).findFirst().get();
        in.addThreadFilter(owner);
        out.addThreadFilter(owner);
        in.enable();
        out.enable();
        until(e -> e instanceof MethodExitEvent x && x.method().name().equals("stepping"));
        in.disable();
        out.disable();
        main = owner;
    }

    static void stepping(ReferenceType work) throws Exception {
        say("stepping");
        for (int size : new int[] { StepRequest.STEP_LINE, StepRequest.STEP_MIN })
            for (int depth : new int[] { StepRequest.STEP_OVER, StepRequest.STEP_INTO }) {
                StepRequest s = requests.createStepRequest(main, size, depth);
                s.addClassExclusionFilter("java.*");
                s.addClassExclusionFilter("jdk.*");
                s.enable();
                stop(s);
                requests.deleteEventRequest(s);
            }
    }

    static void redefinition(ReferenceType work, Path file) throws Exception {
        say("redefinition");
        if (vm.classesByName("Changed").isEmpty()) {
            ClassPrepareRequest p = requests.createClassPrepareRequest();
            p.addClassFilter("Changed");
            p.enable();
            until(e -> e.request() == p);
        }
        ReferenceType changed = vm.classesByName("Changed").get(0);
        BreakpointRequest r = breakAt(changed, "value");
        stop(r);
        ask("redefine", () -> { vm.redefineClasses(Map.of(changed, Files.readAllBytes(file))); return null; });
        ask("obsolete", () -> top().location().method().isObsolete() + " " + stack(main).size());
        ask("bad bytes", () -> { vm.redefineClasses(Map.of(changed, new byte[10])); return null; });
        ask("another class", () -> { vm.redefineClasses(Map.of(work, Files.readAllBytes(file))); return null; });
        BreakpointRequest again = breakAt(changed, "value");
        stop(again);
        ask("obsolete", () -> top().location().method().isObsolete() + " " + changed.getValue(changed.fieldByName("calls")));
    }
}
