import java.io.IOException;
import java.io.InputStream;
import java.lang.module.*;
import java.net.URI;
import java.util.*;
import java.util.stream.Stream;

/** A module reads the unnamed modules of the boot and the application loader once a class file hook has changed a class of it. */
public class TransformedModules {
    /* What the environments' hooks do with class files of tm.*: see the agent. */
    static final int NOTHING = 0, PLAIN = 1, CAPABLE = 2, GARBAGE = 3, MODIFIERS = 4, LOOK = 5, OFF = 6;
    static native void mode(int m);
    static native String redefine(Class<?> c, byte[] bytes);
    static native String retransform(Class<?> c);

    static byte[] bytes(String name) throws IOException { return TransformedModules.class.getResourceAsStream("/" + name).readAllBytes(); }

    static class Reference extends ModuleReference {
        Reference() { super(ModuleDescriptor.newModule("dyn").requires("java.base").exports("tm").packages(Set.of("tm")).build(), URI.create("dyn:tm")); }

        @Override public ModuleReader open() {
            return new ModuleReader() {
                @Override public Optional<URI> find(String name) { return Optional.empty(); }
                @Override
                public Optional<InputStream> open(String name) {
                    return Optional.ofNullable(TransformedModules.class.getResourceAsStream("/" + name));
                }
                @Override public Stream<String> list() { return Stream.empty(); }
                @Override public void close() { }
            };
        }
    }

    /** A new module `dyn` with a loader of its own. */
    static ClassLoader layer() {
        ModuleFinder finder = new ModuleFinder() {
            @Override public Optional<ModuleReference> find(String name) { return name.equals("dyn") ? Optional.of(new Reference()) : Optional.empty(); }
            @Override public Set<ModuleReference> findAll() { return Set.of(new Reference()); }
        };
        Configuration cf = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of("dyn"));
        return ModuleLayer.defineModulesWithOneLoader(cf, List.of(ModuleLayer.boot()), TransformedModules.class.getClassLoader()).layer().findLoader("dyn");
    }

    static void show(String what, Class<?> c) throws Exception {
        Module m = c.getModule(), app = TransformedModules.class.getModule();
        String called;
        try {
            called = (String) c.getMethod("call").invoke(null);
        } catch (NoSuchMethodException e) {
            called = "";
        } catch (java.lang.reflect.InvocationTargetException e) {
            called = e.getCause().toString().replaceAll("@(0x)?[0-9a-f]+", "@#");
        }
        System.out.println(what + ": " + m.getName() + " boot " + m.canRead(boot) + " app " + m.canRead(app) + " other "
            + m.canRead(new ClassLoader(null) { }.getUnnamedModule()) + " " + called);
    }
    static final Module boot = bootModule();
    static native Module bootModule();

    interface Step { void on(Class<?> c) throws Exception; }
    static void t(String what, int loadMode, Step step) throws Exception {
        mode(loadMode);
        Class<?> c;
        try {
            c = layer().loadClass("tm.Work");
        } catch (LinkageError e) {
            System.out.println(what + ": " + e.getClass().getName());
            return;
        } finally {
            mode(NOTHING);
        }
        step.on(c);
        mode(NOTHING);
        show(what, c);
    }
    static Step asked(int m, String how) {
        return c -> {
            mode(m);
            System.out.println("  " + how + " " + (how.equals("redefine") ? redefine(c, bytes("tm/Work.class")) : retransform(c)));
        };
    }

    public static void main(String[] args) throws Exception {
        Step nothing = c -> { };
        t("loaded, nobody asks", NOTHING, nothing);
        t("loaded, hooks look", LOOK, nothing);
        t("loaded, changed by a plain environment", PLAIN, nothing);
        t("loaded, changed by one that can retransform", CAPABLE, nothing);
        t("loading fails", GARBAGE, nothing);
        t("retransformed, hooks look", NOTHING, asked(LOOK, "retransform"));
        t("retransformed, plain", NOTHING, asked(PLAIN, "retransform"));
        t("retransformed, capable", NOTHING, asked(CAPABLE, "retransform"));
        t("retransformed, garbage", NOTHING, asked(GARBAGE, "retransform"));
        t("retransformed, modifiers", NOTHING, asked(MODIFIERS, "retransform"));
        t("redefined, nobody asks", NOTHING, asked(NOTHING, "redefine"));
        t("redefined, hooks look", NOTHING, asked(LOOK, "redefine"));
        t("redefined, plain", NOTHING, asked(PLAIN, "redefine"));
        t("redefined, capable", NOTHING, asked(CAPABLE, "redefine"));
        t("redefined, events are off", NOTHING, asked(OFF, "redefine"));
        t("retransformed, events are off", NOTHING, asked(OFF, "retransform"));
        t("redefined, garbage", NOTHING, asked(GARBAGE, "redefine"));
        t("another class of the module", NOTHING, c -> { mode(CAPABLE); c.getClassLoader().loadClass("tm.Work$Late"); });
        t("after the error", NOTHING, c -> { show("  before", c); mode(CAPABLE); System.out.println("  " + retransform(c)); });
        show("a module of the JDK, before", java.util.Vector.class);
        mode(CAPABLE);
        System.out.println(retransform(java.util.Vector.class));
        mode(NOTHING);
        show("a module of the JDK, after", java.util.Vector.class);
        mode(CAPABLE);
        System.out.println(retransform(tmhelp.Helper.class));
        show("a class of no module", tmhelp.Helper.class);
    }
}
