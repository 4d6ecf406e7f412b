#!/usr/bin/env python3
"""Options and diagnostic commands, HotSpot's and ours: each -XX: flag of the release is obeyed, or a line on standard error says that it has no effect.

Makes docs/options.md (--write) and checks that it is what this test makes. HotSpot says which flags and commands there are.
"""
# Runs beside other drivers, about 23 s.
import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "options.md")
UNLOCK = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+UnlockExperimentalVMOptions"]
PROGRAM = """
import java.lang.management.*;
import com.sun.management.HotSpotDiagnosticMXBean;
public class OptionsSubject {
    static String hex(Object o) { return Integer.toHexString(o.hashCode()); }
    public static void main(String[] args) throws Exception {
        if (args.length == 0) { System.out.println("ready"); System.in.read(); return; }
        var flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        switch (args[0]) {
            case "gc" -> {
                var young = ManagementFactory.getGarbageCollectorMXBeans();
                long before = young.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
                System.gc();
                System.out.println(young.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum() == before ? "nothing" : "collected");
            }
            case "trace" -> System.out.println("frames " + new Exception().getStackTrace().length);
            case "deep" -> System.out.println("frames " + deep(2000).getStackTrace().length);
            case "lambda" -> { Runnable r = () -> System.out.println("frames " + new Exception().getStackTrace().length); r.run(); }
            case "null" -> { try { ((String) null).length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
            case "full" -> { Object[] n = null; try { while (true) { Object[] o = new Object[10000]; o[0] = n; n = o; } } catch (OutOfMemoryError e) { n = null; }
                System.out.println("recovered"); }
            case "crash" -> { var f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); f.setAccessible(true);
                ((sun.misc.Unsafe) f.get(null)).putAddress(8, 1); }
            case "perf" -> System.out.println(new java.io.File("/tmp/hsperfdata_" + System.getProperty("user.name"), "" + ProcessHandle.current().pid()).exists());
            case "listed" -> System.out.println(com.sun.tools.attach.VirtualMachine.list().stream().anyMatch(v -> v.id().equals("" + ProcessHandle.current().pid())));
            case "listening" -> System.out.println(new java.io.File("/tmp/.java_pid" + ProcessHandle.current().pid()).exists());
            case "processors" -> System.out.println(Runtime.getRuntime().availableProcessors());
            case "direct" -> { try { java.nio.ByteBuffer.allocateDirect(2 << 20); } catch (OutOfMemoryError e) { System.out.println("refused"); } }
            case "mode" -> System.out.println(System.getProperty("java.vm.info"));
            case "heap" -> System.out.println(Runtime.getRuntime().maxMemory() >> 20);
            case "foreign" -> {
                try {
                    // by reflection: the module is an incubating one
                    Module m = ModuleLayer.boot().findModule("jdk.incubator.foreign").get();
                    Class<?> linker = Class.forName(m, "jdk.incubator.foreign.CLinker"), address = Class.forName(m, "jdk.incubator.foreign.Addressable");
                    Class<?> function = Class.forName(m, "jdk.incubator.foreign.FunctionDescriptor"), layout = Class.forName(m, "jdk.incubator.foreign.MemoryLayout");
                    Object library = linker.getMethod("systemLookup").invoke(null);
                    Class<?> lookup = Class.forName(m, "jdk.incubator.foreign.SymbolLookup");
                    Object getpid = ((java.util.Optional<?>) lookup.getMethod("lookup", String.class).invoke(library, "getpid")).get();
                    Object[] none = (Object[]) java.lang.reflect.Array.newInstance(layout, 0);
                    Object descriptor = function.getMethod("of", layout, none.getClass()).invoke(null, linker.getField("C_INT").get(null), none);
                    linker.getMethod("downcallHandle", address, java.lang.invoke.MethodType.class, function).invoke(linker.getMethod("getInstance").invoke(null), getpid,
                        java.lang.invoke.MethodType.methodType(int.class), descriptor);
                    System.out.println("linked");
                } catch (java.lang.reflect.InvocationTargetException e) { System.out.println(e.getCause()); }
            }
            case "resident" -> System.out.println(java.nio.file.Files.lines(java.nio.file.Path.of("/proc/self/status")).filter(l -> l.startsWith("VmRSS:"))
                .anyMatch(l -> Long.parseLong(l.replaceAll("[^0-9]", "")) >= 200 << 10));
            case "huge" -> System.out.println(java.nio.file.Files.lines(java.nio.file.Path.of("/proc/self/smaps")).anyMatch(l -> l.startsWith("VmFlags:") && l.contains(" hg")));
            case "churn" -> {
                java.util.List<byte[]> kept = new java.util.ArrayList<>();
                for (int i = 0; i < 20_000; i++) { kept.add(new byte[16 << 10]); if (kept.size() > 2000) kept.subList(0, 1000).clear(); }
                System.out.println(kept.size() > 0);
            }
            case "compiler" -> System.out.println(Compiler.compileClass(String.class) + " " + Compiler.command("x"));
            case "option" -> { if (args.length > 2) flags.getDiagnosticOptions().stream().map(Object::toString).sorted().forEach(System.out::println); for (int i = 1; i < args.length; i++) { var o = flags.getVMOption(args[i]);
                System.out.println(o.getName() + " " + o.getValue() + " " + o.isWriteable() + " " + o.getOrigin()); } }
        }
    }
    static Exception deep(int n) { return n == 0 ? new Exception() : deep(n - 1); }
}
"""

# Flags that Argus obeys: what it does; options and the program's argument; what has to come out (standard output, then error). No options: where the test is.
# {dir} is an empty folder.
OBEYED = {
    "ActiveProcessorCount": ("processors that the program sees and that threads are counted for", "-XX:ActiveProcessorCount=3 processors", r"^3$"),
    "AllowEnhancedClassRedefinition": ("redefinitions may change members ([redefinition.md](redefinition.md))", None, "`jvmti/MembersComeAndGo`"),
    "AllowRedefinitionToAddDeleteMethods": ("as HotSpot", None, "`jvmti/RedefineAddDelete`"),
    "ArgusRedefinitionRoom": ("with `AllowEnhancedClassRedefinition`: free bytes in instances of each class of an application, 0 to 256, in steps of 4 (4)", None, "`jvmti/FieldsComeAndGo`"),
    "AlwaysPreTouch": ("the heap's memory is there when it is committed, the first size from the start", "-Xms200m -XX:+AlwaysPreTouch resident", r"^true$"),
    "AllowUserSignalHandlers": ("as HotSpot", None, "`46-signals.py`"),
    "BytecodeVerificationLocal": ("as HotSpot", None, "`java/ModuleProperties`"),
    "BytecodeVerificationRemote": ("as HotSpot", None, "`java/TrustedLoaders`"),
    "BackgroundCompilation": ("by threads of their own; `-`: who counted compiles, and waits", None, "`27-optimizer.py`"),
    "CICompilerCount": ("a third, at least one, are the threads that count; the others are threads that compile, at most so many", "-XX:CICompilerCount=1 heap",
                        r"^CICompilerCount \(1\) must be at least 2 $"),
    "CITime": ("times of the compilers when the VM ends: `Stencils` and `Optimizer`", "-XX:+CITime -XX:ArgusStencilThreshold=1 heap",
               r"^  Stencils \{speed: [1-9][\d.]* bytes/s; standard:  *[\d.]+ s, [1-9]\d* bytes, [1-9]\d* methods; nmethods_code_size: [1-9]\d* bytes\}$"),
    "CheckJNICalls": ("`-Xcheck:jni`", None, "`29-check-jni.py`"),
    "ClassUnloading": ("`-`: classes stay", None, "`java/Unloading`"),
    "CompressedClassSpaceSize": ("limit of classes and their tables", None, "`java/MetaspaceLimits`"),
    "ContendedPaddingWidth": ("bytes that `@Contended` pads", None, "`java/ContendedFields`"),
    "CrashOnOutOfMemoryError": ("a crash report at the first OutOfMemoryError", "-Xmx16m -XX:ErrorFile={dir}/e -XX:+CrashOnOutOfMemoryError full",
                                r"OutOfMemory encountered: Java heap space"),
    "CreateCoredumpOnCrash": ("`-`: no core dump, exit code 1", "-XX:ErrorFile={dir}/e -XX:-CreateCoredumpOnCrash crash", r"CreateCoredumpOnCrash turned off"),
    "DisableAttachMechanism": ("no tool can attach", "-XX:+DisableAttachMechanism listed", r"^false$"),
    "DisableExplicitGC": ("System.gc() does nothing", "-XX:+DisableExplicitGC gc", r"^nothing$"),
    "DoEscapeAnalysis": ("`-`: the optimizer makes every object", None, "`java/ObjectsPutOff`"),
    "DumpPerfMapAtExit": ("what `jcmd Compiler.perfmap` writes, when the VM ends", None, "test of the commands below"),
    "EnableContended": ("`-`: `@Contended` pads nothing", None, "`java/ContendedFields`"),
    "ErrorFile": ("where a crash report goes", "-XX:ErrorFile={dir}/report crash", r"saved as:\n# \S+/report\n"),
    "ErrorFileToStderr": ("a crash report goes to standard error", "-XX:+ErrorFileToStderr crash", r"END\."),
    "ErrorFileToStdout": ("a crash report goes to standard output", "-XX:+ErrorFileToStdout crash", r"END\."),
    "ExitOnOutOfMemoryError": ("exit code 3 at the first OutOfMemoryError", "-Xmx16m -XX:+ExitOnOutOfMemoryError full", r"Terminating due to java.lang.OutOfMemoryError: Java heap space"),
    "HeapDumpAfterFullGC": ("a dump after each full collection", "-XX:+HeapDumpAfterFullGC -XX:HeapDumpPath={dir}/d gc", r"Dumping heap to \S+/d \.\.\.\nHeap dump file created"),
    "HeapDumpBeforeFullGC": ("a dump before each full collection, also one that the heap decides on", "-Xmx64m -XX:+HeapDumpBeforeFullGC -XX:HeapDumpPath={dir}/d churn", r"Dumping heap to \S+/d \.\.\.\nHeap dump file created"),
    "HeapDumpOnOutOfMemoryError": ("a dump at the first OutOfMemoryError", "-Xmx16m -XX:+HeapDumpOnOutOfMemoryError -XX:HeapDumpPath={dir} full",
                                   r"Dumping heap to \S+/java_pid\d+\.hprof \.\.\.\nHeap dump file created"),
    "HeapDumpPath": ("file or folder of these dumps", None, "HeapDumpOnOutOfMemoryError, HeapDumpAfterFullGC"),
    "HotswapAgent": ("with `AllowEnhancedClassRedefinition`: `fatjar` and `core` load HotswapAgent out of the JDK's `lib/hotswap`, or warn if it is not there; `external` "
                     "opens the packages that it needs to an agent of the command line (`disabled`)",
                     "-XX:HotswapAgent=fatjar heap", r"HotswapAgent not found on path: '\S+/lib/hotswap/hotswap-agent\.jar'"),
    "IgnoreUnrecognizedVMOptions": ("unknown flags are passed over", "-XX:+IgnoreUnrecognizedVMOptions -XX:NoSuchFlag=1 heap", r"^\d+$"),
    "InitialCodeCacheSize": ("least ReservedCodeCacheSize", "-XX:InitialCodeCacheSize=4m -XX:ReservedCodeCacheSize=3m heap", r"Invalid ReservedCodeCacheSize: 3072K"),
    "InitialHeapSize": ("first size of the heap (`-Xms`)", "-Xms32m option InitialHeapSize", r"^InitialHeapSize 33554432 false VM_CREATION$"),
    "InitialRAMPercentage": ("the same as a share of the memory", "-XX:MaxRAM=1g -XX:InitialRAMPercentage=25 option InitialHeapSize", r"^InitialHeapSize 268435456 "),
    "LoopUnrollLimit": ("nodes of a loop's body that the optimizer repeats, at most; 0: of none", None, "`java/LoopsUnrolled`"),
    "MaxDirectMemorySize": ("limit of direct buffers", "-XX:MaxDirectMemorySize=1m direct", r"^refused$"),
    "MaxGCPauseMillis": ("what a young collection should take at most (30): less is allocated between two", "-XX:MaxGCPauseMillis=5 -Xlog:gc+init heap", r"Young Pause Goal: 5ms"),
    "MaxHeapSize": ("largest size of the heap (`-Xmx`)", "-XX:MaxHeapSize=64m heap", r"^64$"),
    "MaxJavaStackTraceDepth": ("frames of an exception", "-XX:MaxJavaStackTraceDepth=7 deep", r"^frames 7$"),
    "MaxMetaspaceSize": ("limit of classes outside the boot loader", None, "`java/MetaspaceLimits`"),
    "MaxRAM": ("memory that shares are of", "-XX:MaxRAM=1g heap", r"^256$"),
    "MaxRAMPercentage": ("share of the memory that the heap may take", "-XX:MaxRAM=1g -XX:MaxRAMPercentage=50 heap", r"^512$"),
    "MetaspaceSize": ("so much metadata asks for the first collection", None, "`java/MetaspaceLimits`"),
    "MinRAMPercentage": ("the same where there is little memory", "-XX:MaxRAM=100m -XX:MinRAMPercentage=40 heap", r"^40$"),
    "NativeMemoryTracking": ("`jcmd VM.native_memory` answers with the VM's own accounts; nothing is tracked that is not known anyway",
                             "-XX:NativeMemoryTracking=some heap", r"Syntax error, expecting -XX:NativeMemoryTracking=\[off\|summary\|detail\]"),
    "OnError": ("commands at a crash", "'-XX:OnError=echo of %p' -XX:ErrorFile={dir}/e crash", r"Executing /bin/sh -c \"echo of \d+\" \.\.\.\nof \d+"),
    "OmitStackTraceInFastThrow": ("`-`: what instructions throw again and again in compiled code has a trace too", None, "`java/FastThrows`"),
    "OnOutOfMemoryError": ("commands at the first OutOfMemoryError", "-Xmx16m '-XX:OnOutOfMemoryError=echo of %p' full", r"Executing /bin/sh -c \"echo of \d+\"\.\.\.\nof \d+"),
    "ParallelGCThreads": ("threads that collect", "-XX:ParallelGCThreads=3 -Xlog:gc+init heap", r"Parallel Workers: 3"),
    "PerfDisableSharedMem": ("the counters are in no file", "-XX:+PerfDisableSharedMem perf", r"^false$"),
    "PrintCommandLineFlags": ("as HotSpot", "-XX:+PrintCommandLineFlags heap", r"-XX:MaxHeapSize=\d+ .*-XX:\+PrintCommandLineFlags"),
    "PrintCompilation": ("a line for each method that is compiled; levels as `Compiler.codelist`", "-XX:+PrintCompilation -XX:ArgusStencilThreshold=1 heap",
                         r"^ +\d+ +\d+       [14]       java\.\S+::\S+ \(\d+ bytes\)$"),
    "PrintConcurrentLocks": ("thread dumps on SIGQUIT have locks of java.util.concurrent", None, "test of the commands below"),
    "PrintFlagsFinal": ("as HotSpot", None, "`options/final`"),
    "PrintFlagsInitial": ("as HotSpot", None, "`options/initial`"),
    "PrintFlagsRanges": ("flags with a range only", None, "`options/ranges`"),
    "PrintGC": ("`-Xlog:gc`", "-XX:+PrintGC gc", r"-XX:\+PrintGC is deprecated. Will use -Xlog:gc instead(.|\n)*Pause Full"),
    "PrintGCDetails": ("`-Xlog:gc*`", "-XX:+PrintGCDetails gc", r"-XX:\+PrintGCDetails is deprecated. Will use -Xlog:gc\* instead(.|\n)*gc,init"),
    "PrintWarnings": ("`-`: warnings about options are kept back", "-XX:-PrintWarnings -XX:MaxInlineLevel=5 heap", r"\A\d+\n\Z"),
    "ReduceSignalUsage": ("`-Xrs`", None, "`46-signals.py`"),
    "ReservedCodeCacheSize": ("what machine code may take", "-XX:ReservedCodeCacheSize=32k heap", r"Invalid ReservedCodeCacheSize"),
    "RestrictContended": ("`-`: `@Contended` pads in all classes, not in the JDK's alone", None, "`java/ContendedFields`"),
    "ShowCodeDetailsInExceptionMessages": ("`-`: NullPointerException without an explanation", "-XX:-ShowCodeDetailsInExceptionMessages null", r"^null$"),
    "ShowHiddenFrames": ("frames of lambda forms are shown", "-XX:+UnlockDiagnosticVMOptions -XX:+ShowHiddenFrames lambda", r"^frames 3$"),
    "StackTraceInThrowable": ("`-`: exceptions have no trace", "-XX:-StackTraceInThrowable trace", r"^frames 0$"),
    "StartAttachListener": ("listens for tools from the start", "-XX:+StartAttachListener listening", r"^true$"),
    "TLABSize": ("the flight recorder samples allocations of a thread at least once in so many bytes", "-XX:TLABSize=32k option TLABSize", r"^TLABSize 32768 false VM_CREATION$"),
    "ThreadStackSize": ("Java stack of a thread (`-Xss`)", "-Xss512k option ThreadStackSize", r"^ThreadStackSize 512 false VM_CREATION$"),
    "TieredStopAtLevel": ("less than 4: no optimizer; 0: bytecode is interpreted",
                          "-XX:TieredStopAtLevel=3 -XX:ArgusStencilThreshold=1 -XX:ArgusProfileEnough=1 -Xlog:jit+compilation=debug heap",
                          r"\A(?![\s\S]* optimized )[\s\S]*jit,compilation"),
    "UnlockDiagnosticVMOptions": ("as HotSpot", None, "`java/ModuleProperties`"),
    "UnlockExperimentalVMOptions": ("as HotSpot", None, "`java/ModuleProperties`"),
    "UseG1GC": ("refused beside another collector, else without effect", "-XX:+UseG1GC -XX:+UseZGC heap", r"Multiple garbage collectors selected"),
    "UseEpsilonGC": ("the same", "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC heap", r"Options without effect in this VM: -XX:\+UseEpsilonGC"),
    "UseParallelGC": ("several threads collect, which is so anyway", "-XX:+UseParallelGC -XX:ActiveProcessorCount=3 -Xlog:gc+init heap", r"Parallel Workers: 3"),
    "UsePerfData": ("`-`: no file of counters", "-XX:-UsePerfData perf", r"^false$"),
    "UseSerialGC": ("one thread collects", "-XX:+UseSerialGC -Xlog:gc+init heap", r"Parallel Workers: 1"),
    "UseShenandoahGC": ("as UseG1GC", "-XX:+UseShenandoahGC heap", r"Options without effect in this VM: -XX:\+UseShenandoahGC"),
    "UseAVX": ("below 2: loops over arrays run in vectors of 16 bytes, not of 32", None, "`java/VectorLoops`"),
    "UseSuperWord": ("`-`: loops over arrays compute one element at a time", None, "`java/VectorLoops`"),
    "UseTransparentHugePages": ("the heap asks for them", "-XX:+UseTransparentHugePages huge", r"^true$"),
    "UseZGC": ("as UseG1GC", "-XX:+UseZGC heap", r"Options without effect in this VM: -XX:\+UseZGC"),
}
# What is so here whatever is asked for, and HotSpot's first value is something else: asking for it says nothing, for the opposite there is the line.
FACTS = {"UseCompressedOops": "true", "UseCompressedClassPointers": "true", "UseSharedSpaces": "false", "UseBiasedLocking": "false"}
# Flags that must not be given another value in the test of all, as it would end the VM on HotSpot too or start something.
SPOKEN = {"FlightRecorder": "as HotSpot (`59-jfr.py`)", "FlightRecorderOptions": "as HotSpot (`59-jfr.py`)", "StartFlightRecording": "as HotSpot (`59-jfr.py`)"}

# Options of another form: what Argus does; the same fields as above.
OTHERS = {
    "-Xint": ("as HotSpot: no machine code for bytecode, and `java.vm.info` says so", "-Xint heap", r"\A\d+\n\Z"),
    "-Xmixed, -server, -client, -Xshare:auto, -Xshare:off, -Xfuture, -Xdebug, -Xnoagent": ("taken: it is so, or HotSpot does nothing either", "-Xmixed -server -Xshare:auto heap", r"\A\d+\n\Z"),
    "-Xcomp": ("as HotSpot: machine code before the first call (`-XX:ArgusStencilThreshold=1`), `-Xbatch`, and `java.vm.info` says so",
               "-Xint -Xcomp mode", r"\Acompiled mode\n\Z"),
    "-Xmn, -Xmaxjitcodesize, -Xshare:on": ("named in the line about options without effect", "-Xmn4m -Xmaxjitcodesize9m -Xshare:on heap",
                                           r"Options without effect in this VM: -Xmn4m -Xmaxjitcodesize9m -Xshare:on"),
    "-Xbatch": ("`-XX:-BackgroundCompilation`", "-Xbatch heap", r"\A\d+\n\Z"),
    "-Xshare:dump": ("a line says that there is no archive, exit code 0", "-Xshare:dump heap", r"nothing is written"),
    "-Xinternalversion": ("as HotSpot", "-Xinternalversion heap", r"^Argus 64-Bit VM \("),
    "-Xloggc:": ("as HotSpot", "-Xloggc:{dir}/l gc", r"-Xloggc is deprecated. Will use -Xlog:gc:\S+/l instead\."),
    "-Xprof": ("as HotSpot", "-Xprof heap", r"Ignoring option -Xprof; support was removed in 10\.0"),
    "-XX:StartFlightRecording, -XX:FlightRecorderOptions (also with a colon)": ("as HotSpot", None, "`59-jfr.py`"),
    "-XX:Flags=": ("as HotSpot", None, "`java/Options`"),
    "-XX:ArgusPage=": ("the live page from the start: `unix:PATH`, or `127.0.0.1:PORT` (port 0: any), whose URL goes to standard error ([page.md](page.md))",
                       "-XX:ArgusPage=127.0.0.1:0 heap", r"^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}$"),
    "-XX:ArgusProbes=": ("probes from the start, read to standard error at the end: their text, or the file that has it ([probes.md](probes.md))",
                         "'-XX:ArgusProbes=gc:full {{ @full = count() }} end {{ print(@full) }}' gc", r"^probe 1 at [\s\S]*^@full: 1$"),
    "-XX:ArgusProbeRedact=": ("parts of names whose values probes do not show either, with commas; `-NAME` takes a name out of the list", "-XX:ArgusProbeRedact=shoe,-salt,max-mem "
                              "'-XX:ArgusProbes=method:java.lang.Runtime.maxMemory:return {{ print(retval) }}' heap", r"^<redacted>$"),
    "-XX:ArgusProbeShare=": ("percent of a processor that a probe may use for stacks and texts (1; 0: no limit); beyond it, it leaves hits out",
                             "-XX:ArgusProbeShare=0 -XX:+PrintFlagsFinal heap", r"intx ArgusProbeShare += 0 "),
    "-XX:-ArgusProbing": ("nobody sets probes", "-XX:-ArgusProbing '-XX:ArgusProbes=begin {{ exit() }}' heap", r"-XX:ArgusProbes: this VM takes no probes"),
    "-XX:VMOptionsFile=": ("as HotSpot", None, "`java/Options`"),
}

# Parts of the class library that need what this VM has not.
NOT_THERE = {
    "foreign linker (jdk.incubator.foreign)": ("refused with the reason where a call is linked; memory segments and scopes work",
                                               "--add-modules=jdk.incubator.foreign --enable-native-access=ALL-UNNAMED foreign",
                                               r"^java\.lang\.UnsupportedOperationException: The foreign linker is not supported by this VM$"),
    "java.lang.Compiler": ("as HotSpot: false and null", "compiler", r"^false null$"),
}

# Wrong options: both VMs say the same and end alike.
REFUSED = ["-XX:MaxHeapFreeRatio=200", "-XX:MaxHeapFreeRatio=x", "-XX:TieredStopAtLevel=9", "-XX:UseG1GC=x", "-XX:UseG1GC", "-XX:NewSize=-1", "-XX:SurvivorRatio=0",
           "-XX:MaxRAMPercentage=101", "-XX:MaxRAMPercentage=x", "-XX:ConcGCThreads=-1", "-XX:HeapDumpPath", "-XX:InitialHeapSize=1x", "-XX:StackShadowPages=99999",
           "-XX:+MaxHeapSize", "-XX:NoSuchFlagAtAll", "-XX:+UseParallelOldGC", "-XX:NoSuchHeapSize=3", "-XX:+hashCode", "-XX:+LogCompilation", "-Xincgc", "-Xconcurrentio", "-XX:+UseConcMarkSweepGC", "-Xmx1x",
           "-XX:CompressedClassSpaceSize=1k", "-XX:Flags={dir}/wrong.flags", "-XX:ThreadStackSize=9999999", "-XX:ContendedPaddingWidth=9000", "-XX:CICompilerCount=0", "-XX:CICompilerCount=-1", "-XX:CICompilerCount=x"]

# How many compilers a command line may ask for depends on which ones HotSpot has with the other flags: both VMs take the line or say the same.
COMPILERS = [f"{mode} -XX:CICompilerCount={n}" for mode in ("-Xint", "-Xcomp", "-client", "-XX:-TieredCompilation", "-XX:TieredStopAtLevel=0", "-XX:TieredStopAtLevel=3",
                                                            "-XX:CompilationMode=quick-only", "-XX:CompilationMode=high-only", "-XX:+NeverActAsServerClassMachine",
                                                            "-XX:-TieredCompilation -Xint") for n in range(3)]

# Diagnostic commands of HotSpot: what Argus does (None: as HotSpot), the command's arguments, and what both have to print.
COMMANDS = {
    "Compiler.codecache": ("one cache, no segments", "", [r"size=\d+Kb used=\d+Kb max_used=\d+Kb free=\d+Kb\n bounds \[0x[0-9a-f]{16}, ", r"total_blobs=\d+ nmethods=\d+ adapters=\d+\n compilation: enabled"]),
    "Compiler.codelist": ("level 4: the optimizer, 1: stencils, 0: wrappers of natives", "", [r"^\d+ [0-4] \d \S+\(\S*\)\S+ \[0x[0-9a-f]{16}, 0x[0-9a-f]{16} - 0x[0-9a-f]{16}\]$"]),
    "Compiler.perfmap": (None, "", [r"Command executed successfully"]),
    "Compiler.queue": ("the lower compiler's is always empty: threads make stencils at once", "", [r"Current compiles: \n\nC1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty"]),
    "GC.class_histogram": (None, "-all", [r"num +#instances +#bytes +class name \(module\)", r"java\.lang\.String \(java\.base", r"Total +\d+ +\d+"]),
    "GC.finalizer_info": (None, "", [r"No instances waiting for finalization found"]),
    "GC.heap_dump": (None, "-gz=1 -overwrite {dir}/dump.gz", [r"Dumping heap to \S+/dump\.gz \.\.\.", r"Heap dump file created \[\d+ bytes in \d+\.\d+ secs\]"]),
    "GC.heap_info": ("the same in other words", "", [r"heap +total \d+K, used \d+K"]),
    "GC.run": (None, "", [r"Command executed successfully"]),
    "GC.run_finalization": (None, "", [r"Command executed successfully"]),
    "JFR.check": (None, "", [r"No available recordings\.\n\nUse jcmd \d+ JFR\.start to start a recording"]),
    "JFR.configure": ("help in its own words", "", [r"Stack depth: 64\nGlobal buffer count: 20\n"]),
    "JFR.dump": (None, "name=none", [r"Could not find none\.|No recordings to dump from\. Use JFR\.start to start a recording\."]),
    "JFR.start": (None, "name=5", [r"Name of recording can't be numeric"]),
    "JFR.stop": (None, "", [r"The argument 'name' is mandatory"]),
    "JVMTI.agent_load": (None, "", [r"The argument 'library path' is mandatory"]),
    "JVMTI.data_dump": (None, "", [r"Command executed successfully"]),
    "ManagementAgent.start": (None, "bogus=1", [r"Unknown argument 'bogus' in diagnostic command"]),
    "ManagementAgent.start_local": (None, "", [r"Command executed successfully"]),
    "ManagementAgent.status": (None, "", [r"Agent: enabled"]),
    "ManagementAgent.stop": (None, "", [r"Command executed successfully"]),
    "System.trim_native_heap": (None, "", [r"Trim native heap: RSS\+Swap: \d+K->\d+K"]),
    "Thread.print": (None, "-l -e", [r"Full thread dump", r'"main" #1 prio=5 .* allocated=\d+[BK] .*tid=0x', r"Locked ownable synchronizers:\n\t- None", r"JNI global refs: \d+"]),
    "VM.class_hierarchy": (None, "-i java.lang.Integer", [r"^java\.lang\.Object/null\n\|--java\.lang\.Number/null\n\|  implements java\.io\.Serializable/null \(declared intf\)\n"
                                                        r"\|  \|--java\.lang\.Integer/null"]),
    "VM.classloader_stats": ("BlockSz: the classes themselves and their tables", "", [r"ClassLoader +Parent +CLD\* +Classes +ChunkSz +BlockSz +Type", r"<boot class loader>", r"Total = \d+"]),
    "VM.classloaders": (None, "", [r"^\+-- <bootstrap>", r'\+-- "platform", jdk\.internal\.loader\.ClassLoaders\$PlatformClassLoader', r'\+-- "app", jdk\.internal']),
    "VM.command_line": (None, "", [r"jvm_args: .*-Xmx64m", r"java_command: OptionsSubject", r"java_class_path \(initial\): "]),
    "VM.dynlibs": (None, "", [r"Dynamic libraries:", r"libjvm\.so"]),
    "VM.events": ("what there is to tell, in its own words", "", [r"Compilation events \(\d+ events\):\n", r"GC Heap History \(\d+ events\):", r"Dll operation events \(\d+ events\):\nEvent: .*libjava\.so",
                                                                r"Deoptimization events \(\d+ events\):", r"Classes loaded \(\d+ events\):\nEvent: .* Loading class \S+", r"Classes unloaded \(0 events\):\nNo events",
                                                                r"Classes redefined \(\d+ events\):\n(No events|Event: )", r"Internal exceptions \(\d+ events\):", r"Events \(\d+ events\):\nEvent: "]),
    "VM.flags": (None, "", [r"-XX:MaxHeapSize=67108864", r"-XX:\+UseCompressedOops"]),
    "VM.info": ("the parts that there are", "", [r"libjvm\.so", r"END\."]),
    "VM.log": (None, "list", [r"Available log levels: off, trace, debug, info, warning, error", r"#0: stdout all=warning uptime,level,tags\n #1: stderr all=off uptime,level,tags"]),
    "VM.metaspace": ("totals and loaders; no chunks", "", [r"Total Usage - \d+ loaders, \d+ classes", r"committed", r"MaxMetaspaceSize: unlimited"]),
    "VM.native_memory": ("the VM's own accounts, and what malloc gave out; no call sites", "", [r"Native memory tracking is not enabled"]),
    "VM.set_flag": (None, "MinHeapFreeRatio 1000", [r"MinHeapFreeRatio error: must have value in range \[0\.\.\.100\]"]),
    "VM.stringtable": (None, "", [r"StringTable statistics:", r"Number of entries +: +\d+"]),
    "VM.symboltable": (None, "", [r"SymbolTable statistics:", r"Number of entries +: +\d+"]),
    "VM.system_properties": (None, "", [r"java\.vm\.name="]),
    "VM.systemdictionary": (None, "", [r"System Dictionary for '", r"class loader statistics:", r"Number of entries +: +\d+"]),
    "VM.uptime": (None, "-date", [r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}: \d+\.\d{3} s"]),
    "VM.version": (None, "", [r"VM version ", r"^JDK 17"]),
    "help": (None, "GC.run", [r"GC\.run\nCall java\.lang\.System\.gc\(\)\.\n\nImpact: Medium: Depends on Java heap size and content\.\n\nSyntax: GC\.run"]),
}
ABSENT = {"Compiler.CodeHeap_Analytics": "the cache has no heaps", "Compiler.directives_": "no directives are read", "VM.cds": "there is no class data sharing",
          "VM.print_touched_methods": "methods are not recorded"}


def output(java, arguments, cwd=None, argus=True):
    return vmrun.run([*java, *arguments], cwd=cwd, env=vmrun.clean_env(argus=argus))


def flag_lines(text):
    """{name: (type, value, category, origin, where the last two begin)} of what PrintFlagsFinal printed."""
    found = {}
    for line in text.splitlines():
        m = re.match(r" *(\w+) (\w+) += (.*?) *(\{[^}]*\}) (\{[^}]*\})$", line)
        if m:
            found[m[2]] = (m[1], m[3], m[4], m[5], m.start(5))
    return found


def another_value(flag, spec):
    """An option that gives the flag a value it does not have."""
    row = spec[flag]
    if row["type"] == "bool":
        return f"-XX:{'-' if row['default'] == 'true' else '+'}{flag}"
    if row["type"].startswith("ccstr"):
        return f"-XX:{flag}=other"
    if row["type"] == "double":
        return f"-XX:{flag}={float(row['low'] or 1) + 0.25}"
    value = int(row["low"] or 1)
    return f"-XX:{flag}={value + 1 if str(value) == row['default'] else value}"


def spec_rows():
    with open(os.path.join(ROOT, "spec", "jdk17", "vm_flags.tsv"), encoding="utf-8") as f:
        head, *rows = [line.rstrip("\n").split("\t") for line in f]
    return {r[0]: dict(zip(head, r)) for r in rows}


def own_flags():
    """[(flag, first value, what it does)] of the flags that HotSpot does not have, from the table in src/model/flags.c. A row without a comment shares the one before."""
    with open(os.path.join(ROOT, "src", "model", "flags.c"), encoding="utf-8") as f:
        text = f.read()
    initial, about, last = dict(re.findall(r'OWN(?:_RANGE)?\("(\w+)", "\w+", \w+, "([^"]*)"', text)), {}, ""
    for comment, flag in re.findall(r'^    (?:/\* ((?:[^*]|\*(?!/))*) \*/\n    )?\{ "(\w+)", &options', text, re.M):
        last = re.sub(r"\s*\n +\* ", " ", comment) or last
        if last.startswith("ours: "):
            about[flag] = re.sub(r"\(docs/(\w+\.md)\)", r"([\1](\1))", last.removeprefix("ours: "))
    if set(initial) != set(about):
        raise ValueError(f"flags of our own without a comment that begins with `ours:`, or the other way round: {sorted(set(initial) ^ set(about))}")
    return [(flag, initial[flag], about[flag]) for flag in sorted(about)]


class Test:
    def __init__(self, jdk, build, folder):
        self.bin, self.folder = os.path.join(jdk, "bin"), folder
        self.hotspot = [os.path.join(self.bin, "java")]
        self.argus = [*self.hotspot, f"-XXaltjvm={build}/argus"]
        self.spec = spec_rows()
        source = os.path.join(folder, "OptionsSubject.java")
        with open(source, "w", encoding="utf-8") as f:
            f.write(PROGRAM)
        subprocess.run([os.path.join(self.bin, "javac"), "-XDignore.symbol.file", "-d", folder, source], check=True, stderr=subprocess.DEVNULL)
        with open(os.path.join(folder, "wrong.flags"), "w", encoding="utf-8") as f:
            f.write("# several are wrong, all are told\nNoSuchOne=1 +NoSuchTwo\n-UseSerialGC MaxHeapFreeRatio=500\n+UseSerialGC\n")

    # ---- flags ----

    def printed(self, which, of):
        return output(of, [*UNLOCK, f"-XX:+PrintFlags{which}", "-version"]).out.decode()

    def initial(self):
        theirs, ours = self.printed("Initial", self.hotspot), self.printed("Initial", self.argus)
        return vmrun.first_difference("flags", theirs.encode(), "".join(x for x in ours.splitlines(True) if "{Argus product}" not in x).encode())

    def final(self):
        theirs, ours = flag_lines(self.printed("Final", self.hotspot)), flag_lines(self.printed("Final", self.argus))
        for name, (kind, _, category, _, at) in theirs.items():
            if name not in ours:
                return f"{name} is missing"
            if (kind, category, at) != (ours[name][0], ours[name][2], ours[name][4]):
                return f"{name}: {ours[name]}, want {theirs[name]}"
        unknown = set(theirs) ^ set(self.spec)
        return f"spec/jdk17/vm_flags.tsv and HotSpot differ in {unknown}" if unknown else None

    def ranges(self):
        theirs, ours = self.printed("Ranges", self.hotspot).splitlines(), self.printed("Ranges", self.argus).splitlines()
        shape = lambda lines: {x.split("]")[0] for x in lines if " [ " in x and " [  " not in x and "{Argus product}" not in x}  # noqa: E731
        different = shape(theirs) ^ shape(ours)
        return f"different: {sorted(different)[:4]}" if different else None

    def untold(self):
        return set(OBEYED) | set(SPOKEN)

    def without_effect(self):
        """All flags that are not obeyed, at once: the line names each."""
        options = {n: another_value(n, self.spec) for n in self.spec if n not in self.untold()}
        options.update({n: f"-XX:{'-' if v == 'true' else '+'}{n}" for n, v in FACTS.items()})
        result = output(self.argus, [*UNLOCK, *options.values(), "-cp", self.folder, "OptionsSubject", "heap"])
        if result.code != 0:
            return f"exit {result.code}\n" + vmrun.tail(result.err)
        line = re.search(r"^OpenJDK 64-Bit Server VM warning: Options without effect in this VM: (.*)$", result.err.decode(), re.M)
        told = set(line[1].split(" ")) if line else set()
        lost = sorted(set(options.values()) - told)
        return f"{len(lost)} flags are taken and not named: {' '.join(lost[:20])}" if lost else None

    def first_values(self):
        """Asking for what is so anyway: nothing is said."""
        rows = [r for r in self.spec.values() if r["name"] not in self.untold() and r["kind"].endswith("product") and "default" in r and r["default"]]
        options = [f"-XX:{'+' if r['default'] == 'true' else '-'}{r['name']}" if r["type"] == "bool" else f"-XX:{r['name']}={r['default']}" for r in rows
                   if r["name"] not in FACTS]
        options += [f"-XX:{'+' if v == 'true' else '-'}{n}" for n, v in FACTS.items()]
        result = output(self.argus, [*options, "-cp", self.folder, "OptionsSubject", "heap"])
        said = [x for x in result.err.decode().splitlines() if " was deprecated in version " not in x]
        return f"exit {result.code}: {said[:5]}" if said or result.code else None

    def shown(self, row):
        _, command, want = row
        with tempfile.TemporaryDirectory(prefix="argus-option-") as folder:
            *options, argument = shlex.split(command.format(dir=folder))
            split = next((i for i, x in enumerate(options) if not x.startswith("-")), len(options))
            result = output(self.argus, [*options[:split], "-cp", self.folder, "OptionsSubject", *options[split:], argument], cwd=folder)
            return vmrun.mismatch((result.out + result.err).decode(errors="replace"), [want])

    def refused(self, option):
        answers = [output(java, [option.format(dir=self.folder), "-version"]) for java in (self.hotspot, self.argus)]
        texts = [(a.out + a.err).decode() for a in answers]
        if answers[0].code != answers[1].code:
            return f"exit {answers[1].code}, want {answers[0].code}:\n{texts[1]}"
        return vmrun.first_difference("output", texts[0].encode(), texts[1].encode())

    def compilers(self, line):
        """Taken by both, or refused with the same words; a line that is taken also says what is without effect, and runs something."""
        theirs, ours = (output(java, [*line.split(), "-cp", self.folder, "OptionsSubject", "processors"]) for java in (self.hotspot, self.argus))
        if theirs.code != ours.code:
            return f"exit {ours.code}, want {theirs.code}:\n{(ours.out + ours.err).decode()}"
        return vmrun.first_difference("output", theirs.out, ours.out)

    def read_by_programs(self):
        """What tools read through HotSpotDiagnosticMXBean and jinfo has HotSpot's names, values and origins."""
        names = ["MaxHeapSize", "UseCompressedOops", "UseCompressedClassPointers", "ObjectAlignmentInBytes", "MaxDirectMemorySize", "HeapDumpOnOutOfMemoryError", "ThreadStackSize",
                 "MaxGCPauseMillis", "MaxRAMPercentage", "OnOutOfMemoryError", "HeapDumpPath", "PrintWarnings", "MaxTenuringThreshold", "UseSerialGC", "UseZGC"]
        options = ["-Xmx64m", "-XX:+UseSerialGC", "-XX:MaxGCPauseMillis=77", "-XX:HeapDumpPath=/tmp/x", "-cp", self.folder, "OptionsSubject", "option", *names]
        theirs, ours = (vmrun.run([*java, *options], env={**vmrun.clean_env(argus=True), "JAVA_TOOL_OPTIONS": "-XX:MaxTenuringThreshold=3"}) for java in (self.hotspot, self.argus))
        return vmrun.first_difference("options", theirs.out, ours.out)

    # ---- commands ----

    def start(self, java):
        child = subprocess.Popen([*java, "-Xmx64m", "-cp", self.folder, "OptionsSubject"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 env=vmrun.clean_env(argus=True), start_new_session=True)
        child.stdout.readline()
        return child

    def jcmd(self, child, line):
        result = vmrun.run([os.path.join(self.bin, "jcmd"), str(child.pid), *shlex.split(line)], env=vmrun.clean_env())
        return (result.out + result.err).decode(errors="replace").replace(f"{child.pid}:\n", "", 1)

    def command(self, name, both):
        _, arguments, patterns = COMMANDS[name]
        line = f"{name} {arguments.format(dir=self.folder)}"
        for vm, child in zip(("HotSpot", "Argus"), both):
            reason = vmrun.mismatch(self.jcmd(child, line), patterns)
            if reason:
                return f"{vm}: {reason}"
        return None

    def perf_maps(self, both):
        """By the command, and when the VM ends."""
        ending = subprocess.Popen([*self.argus, *UNLOCK, "-XX:+DumpPerfMapAtExit", "-XX:ArgusStencilThreshold=1", "-cp", self.folder, "OptionsSubject", "heap"], stdout=subprocess.DEVNULL)
        ending.wait()
        for vm, pid in (("HotSpot", both[0].pid), ("Argus", both[1].pid), ("at the end", ending.pid)):
            path = f"/tmp/perf-{pid}.map"
            with open(path, encoding="utf-8") as f:
                reason = vmrun.mismatch(f.read(), [r"^0x[0-9a-f]{16} 0x[0-9a-f]{16} \S+ java\.\S+\(.*\)$"])
            os.remove(path)
            if reason:
                return f"{vm}: {reason}"
        return None

    def all_commands(self, both):
        theirs, ours = ({x for x in self.jcmd(child, "help").splitlines() if re.fullmatch(r"\w+\.\w+|help", x)} for child in both)
        absent = {x for x in theirs if any(x.startswith(a) for a in ABSENT)}
        own = {x for x in ours if x.startswith(("Probe.", "Page.")) or x == "VM.redefinition"}  # test/java/Probes asks them, 43-livepage.py, 45-attach.py
        ours -= own
        lost, new = theirs - ours - absent, (ours | set(COMMANDS)) - theirs
        if lost or new or ours != set(COMMANDS) or len(own) != 9:
            return f"not here: {sorted(lost)}; HotSpot has not: {sorted(new)}; no case: {sorted(ours ^ set(COMMANDS))}"
        return None

    # ---- the page ----

    def page(self):
        lines = [HEAD, "## Obeyed\n", "| option | Argus | shown by |", "| --- | --- | --- |"]
        for name in sorted(OBEYED):
            what, command, where = OBEYED[name]
            lines.append(f"| `{name}` | {what} | {where if command is None else '`options/' + name + '`'} |")
        lines += ["", "## Other forms\n", "| option | Argus | shown by |", "| --- | --- | --- |"]
        for name, (what, command, where) in OTHERS.items():
            shown = where if command is None else "`options/" + name.split(",")[0] + "`"
            lines.append(f"| {', '.join('`' + n + '`' for n in name.split(', '))} | {what} | {shown} |")
        lines += ["", "## Flags of Argus\n", "A number or a text, or the state when the flag is on.\n", "| flag | first value | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{name}` | {value} | {what} |" for name, value, what in own_flags()]
        lines += ["", "## Parts of the class library\n", "| what | Argus | shown by |", "| --- | --- | --- |"]
        for name, (what, _, _) in NOT_THERE.items():
            lines.append(f"| {name} | {what} | `options/{name}` |")
        lines += ["", "## Always so\n", textwrap.fill("Asking for these values says nothing; for the opposite there is the line. " +
                                                     ", ".join(f"`{n}` {v}" for n, v in sorted(FACTS.items())) + ".", 120), "", "## Named in the line\n"]
        for kind in ("product", "manageable", "diagnostic", "experimental"):
            names = [n for n, r in self.spec.items() if n not in self.untold() and n not in FACTS and r["kind"].split(" ")[-1].replace("lp64_", "") == kind]
            lines += [textwrap.fill(f"{kind.capitalize()}: " + ", ".join(sorted(names)) + ".", 120, break_long_words=False, break_on_hyphens=False), ""]
        lines += ["## Diagnostic commands\n", "| command | Argus |", "| --- | --- |"]
        for name in sorted(COMMANDS):
            lines.append(f"| `{name}` | {COMMANDS[name][0] or 'as HotSpot'} |")
        for name, why in ABSENT.items():
            lines.append(f"| `{name}{'*' if name[-1] in '._' else ''}` | not there: {why} |")
        return "\n".join(lines) + "\n"

    def page_is_true(self):
        with open(PAGE, encoding="utf-8") as f:
            return vmrun.first_difference("docs/options.md (python3 test/drivers/48-options.py --write)", self.page().encode(), f.read().encode())


HEAD = """# Options and diagnostic commands

Made by `test/drivers/48-options.py --write`, which also tests what it says, on both VMs.

HotSpot 17 has the flags that `java -XX:+UnlockDiagnosticVMOptions -XX:+UnlockExperimentalVMOptions -XX:+PrintFlagsFinal` prints. Argus takes and prints
all of them, with HotSpot's types, ranges, groups and origins, and refuses wrong values in HotSpot's words. What it does not obey is named in one line:

    OpenJDK 64-Bit Server VM warning: Options without effect in this VM: -XX:MaxInlineLevel=20 -XX:+UseG1GC

`-XX:-PrintWarnings` keeps that line back, as HotSpot's own warnings.
"""


def main():
    p = argparse.ArgumentParser(description="options and diagnostic commands")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--write", action="store_true", help="make docs/options.md anew")
    args = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="argus-options-") as folder:
        test = Test(vmrun.find_jdk(), os.path.abspath(args.build), folder)
        if args.write:
            with open(PAGE, "w", encoding="utf-8") as f:
                f.write(test.page())
            return 0
        cases = {"initial": test.initial, "final": test.final, "ranges": test.ranges, "without-effect": test.without_effect, "first-values": test.first_values,
                 "read-by-programs": test.read_by_programs, "page": test.page_is_true}
        for table in (OBEYED, OTHERS, NOT_THERE):
            cases.update({n.split(",")[0]: lambda r=row: test.shown(r) for n, row in table.items() if row[1] is not None})
        cases.update({"refused " + o: lambda o=o: test.refused(o) for o in REFUSED})
        cases.update({"compilers " + line: lambda line=line: test.compilers(line) for line in COMPILERS})
        both = []
        cases["all-commands"] = lambda: test.all_commands(both)
        # these three follow each other
        agent = [n for n in ("ManagementAgent.start_local", "ManagementAgent.status", "ManagementAgent.stop")]
        cases.update({n: lambda n=n: test.command(n, both) for n in COMMANDS if n not in agent})
        cases["Compiler.perfmap"] = lambda: test.command("Compiler.perfmap", both) or test.perf_maps(both)
        cases["ManagementAgent"] = lambda: next(filter(None, (test.command(n, both) for n in agent)), None)
        names = [n for n in cases if re.search(args.filter, "options/" + n)]
        try:
            if any(n in COMMANDS or n in ("all-commands", "ManagementAgent") for n in names):
                both += [test.start(test.hotspot), test.start(test.argus)]
            return vmrun.run_cases("options", names, lambda n: cases[n](), vmrun.jobs())
        finally:
            for child in both:
                vmrun.signal_group(child.pid, signal.SIGKILL)
                child.wait()


if __name__ == "__main__":
    sys.exit(main())
