package org.app;
import java.io.InputStream;
import java.lang.module.*;
import java.lang.reflect.*;
import java.util.*;

public class Main {
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e); } }
    static String names(Collection<? extends Object> c) {
        List<String> l = new ArrayList<>(); for (Object o : c) l.add(o.toString()); Collections.sort(l); return l.toString();
    }

    public static void main(String[] args) throws Exception {
        System.out.println("class path [" + System.getProperty("java.class.path") + "]");
        Module m = Main.class.getModule(), lib = org.lib.api.Service.class.getModule(), base = Object.class.getModule();
        System.out.println(m + " " + m.isNamed() + " " + m.getName() + " " + lib + " " + base + " "
            + m.getLayer().equals(ModuleLayer.boot()) + " " + names(m.getPackages()) + " " + m.getClassLoader().getName() + " "
            + base.getClassLoader() + " " + Main.class.getProtectionDomain().getCodeSource().getLocation().getProtocol() + " "
            + Arrays.toString(args));
        ModuleDescriptor d = m.getDescriptor();
        System.out.println(names(d.requires()).replaceAll("@[^\\],)]*", "") + " " + names(lib.getDescriptor().exports()) + " "
            + names(lib.getDescriptor().opens()) + " " + d.isOpen() + d.isAutomatic() + " " + lib.getDescriptor().uses() + " "
            + m.getAnnotations().length);
        System.out.println(m.canRead(lib) + " " + lib.canRead(m) + " " + m.canRead(base) + " " + lib.isExported("org.lib.api")
            + lib.isExported("org.lib.internal") + lib.isExported("org.lib.internal", m) + " " + lib.isOpen("org.lib.internal", m)
            + lib.isOpen("org.lib.api", m) + " " + base.isExported("jdk.internal.misc") + base.isExported("java.util")
            + base.isOpen("java.util", m));
        Optional<Module> prov = ModuleLayer.boot().findModule("org.prov");
        System.out.println("prov " + prov.isPresent() + " sql " + ModuleLayer.boot().findModule("java.sql").isPresent() + " compiler "
            + ModuleLayer.boot().findModule("java.compiler").isPresent() + " logging "
            + ModuleLayer.boot().findModule("java.logging").isPresent() + " services " + org.lib.api.Service.all());
        Class<?> sec = Class.forName("org.lib.internal.Secret");
        t("not exported", () -> sec.getMethod("tell").invoke(null));
        t("opened deep", () -> { Method x = sec.getDeclaredMethod("whisper"); x.setAccessible(true); return x.invoke(null); });
        t("private of exported",
            () -> { Field f = Class.forName("java.util.ArrayList").getDeclaredField("size"); f.setAccessible(true); return f.getInt(new ArrayList<>(List.of(1,
            2))); });
        t("internal", () -> Class.forName("jdk.internal.misc.VM").getMethod("isBooted").invoke(null));
        t("addReads", () -> m.addReads(lib) == m);
        t("addExports foreign", () -> lib.addExports("org.lib.internal", m));
        t("addOpens own", () -> m.addOpens("org.app", lib).isOpen("org.app", lib));
        t("forName in module", () -> Class.forName(lib, "org.lib.internal.Secret") == sec);
        t("forName wrong module", () -> Class.forName(base, "org.lib.api.Service"));
        try (InputStream in = m.getResourceAsStream("module-info.class")) { System.out.println(ModuleDescriptor.read(in).name()); }
        t("resource in package", () -> lib.getResourceAsStream("org/lib/internal/none.txt"));
        System.out.println(new Throwable().getStackTrace()[0]);
        System.out.println(ModuleLayer.boot().modules().stream().map(Module::getName).filter(n -> n.startsWith("org.")).sorted().toList()
            + " "
            + ModuleLayer.boot().configuration().findModule("org.app").get().reads().stream().map(ResolvedModule::name).sorted().toList());
        t("unnamed", () -> { Module u = m.getClassLoader().getUnnamedModule(); return u.isNamed() + " " + m.canRead(u) + u.canRead(m) + " "
            + u.getPackages() + u.getDescriptor() + u.getLayer(); });
        t("new layer", () -> {
            ModuleFinder f = ModuleFinder.of(java.nio.file.Path.of(System.getProperty("jdk.module.path").split(":")[0]));
            Configuration c = ModuleLayer.boot().configuration().resolve(f, ModuleFinder.of(), Set.of("org.lib"));
            ModuleLayer l = ModuleLayer.boot().defineModulesWithOneLoader(c, ClassLoader.getSystemClassLoader());
            Class<?> k = l.findLoader("org.lib").loadClass("org.lib.api.Service");
            return (k == org.lib.api.Service.class) + " " + k.getModule() + " " + (k.getModule().getLayer() == l) + " " + names(l.modules())
                    + " " + l.parents().size();
        });
        t("findModule missing", () -> ModuleFinder.ofSystem().find("no.such"));
        t("duplicate packages", () -> { Configuration.empty().resolve(ModuleFinder.ofSystem(), ModuleFinder.of(),
            Set.of("no.such")); return 0; });
    }
}
