/* The -XX: flags: the list, their values and origins, and printing.
 *
 * Written by the creating thread while options are read, later only by functions that change manageable flags (attach,
 * jcmd, management). A concurrent reader gets the old or the new value. */
#include "model/flags.h"
#include "base/text.h"
#include "log/log.h"
#include "model/options_int.h"
#include "model/vm.h"
#include "os/os_mem.h"
#include <errno.h>
#include <stdlib.h>

static struct vm_flag flags[] = {
#include "jdk_vm_flags.inc"
/* Our own flags. */
#define OWN_RANGE(name, type, kind, initial, low, high) \
    { name, type, "Argus product", initial, low, high, kind, GROUP_product, 0, NULL, NULL }
#define OWN(name, type, kind, initial) OWN_RANGE(name, type, kind, initial, "", "")
    OWN("AllowEnhancedClassRedefinition", "bool", FLAG_BOOL, "false"),
    OWN("ArgusCompileAll", "ccstr", FLAG_STRING, ""),
    OWN("ArgusConcurrentMarking", "bool", FLAG_BOOL, "false"),
    OWN("ArgusOptimizeFrom", "intx", FLAG_INT, "0"),
    OWN("ArgusCompilePause", "intx", FLAG_INT, "0"),
    OWN("ArgusLeaveEvery", "intx", FLAG_INT, "0"),
    OWN("ArgusOptimizeTo", "intx", FLAG_INT, "9223372036854775807"),
    OWN("ArgusOptimizeWork", "intx", FLAG_INT, "60000000"),
    OWN("ArgusOptimizer", "bool", FLAG_BOOL, "true"),
    OWN("ArgusPage", "ccstr", FLAG_STRING, ""),
    OWN("ArgusPrintAfter", "ccstr", FLAG_STRING, ""),
    OWN("ArgusPrintGraphs", "bool", FLAG_BOOL, "false"),
    OWN("ArgusProbes", "ccstr", FLAG_STRING, ""),
    OWN("ArgusProbeRedact", "ccstr", FLAG_STRING, ""),
    OWN("ArgusProbeShare", "intx", FLAG_INT, "1"),
    OWN("ArgusProbing", "bool", FLAG_BOOL, "true"),
    OWN("ArgusProfile", "ccstr", FLAG_STRING, ""),
    OWN("ArgusVMName", "ccstr", FLAG_STRING, ""),
    OWN("ArgusProfileEnough", "intx", FLAG_INT, "5000"),
    OWN_RANGE("ArgusRedefinitionRoom", "intx", FLAG_INT, "4", "0", "256"),
    OWN("ArgusStencilThreshold", "intx", FLAG_INT, "1500"),
    OWN("ArgusStencils", "bool", FLAG_BOOL, "true"),
    OWN("ArgusVerifyGraphs", "bool", FLAG_BOOL, "false"),
    OWN("ArgusVerifyLast", "bool", FLAG_BOOL, "false"),
    OWN("GCStress", "intx", FLAG_INT, "0"),
    OWN("GCStressBackoff", "intx", FLAG_INT, "0"),
    OWN("GCStressConcurrent", "bool", FLAG_BOOL, "false"),
    OWN("GCStressMoving", "bool", FLAG_BOOL, "false"),
    OWN("Generational", "bool", FLAG_BOOL, "true"),
    OWN("HotswapAgent", "ccstr", FLAG_STRING, ""),
    OWN("JVMTITraceFilter", "ccstr", FLAG_STRING, ""),
    OWN("VerifyHeap", "bool", FLAG_BOOL, "false"),
#undef OWN
#undef OWN_RANGE
};

/* The flags with an effect, each with the variable that gets its value. A comment describes a number or a text, or the
 * state when a bool is on. "ours": HotSpot does not have the flag. options.c computes the value that the VM uses from
 * the variables of `options_given`. */
static const struct {
    const char *name;
    void *value;
} obeyed[] = {
    /* -- memory -- */
    /* the largest size of the Java heap (-Xmx) */
    { "MaxHeapSize", &options.heap_max },
    /* the first size of the Java heap (-Xms) */
    { "InitialHeapSize", &options.heap_initial },
    /* the limit of class metadata, boot loader excluded */
    { "MaxMetaspaceSize", &options.metaspace_max },
    /* the amount of class metadata that requests the first collection */
    { "MetaspaceSize", &options.metaspace_size },
    /* the limit of the classes themselves with their tables, which are a part of the metadata */
    { "CompressedClassSpaceSize", &options.class_space_max },
    /* the size of the code cache */
    { "ReservedCodeCacheSize", &options.code_cache_max },
    /* a lower limit for ReservedCodeCacheSize; HotSpot commits this size at the start */
    { "InitialCodeCacheSize", &options_given.code_cache_initial },
    /* the size of a thread's Java stack in KiB (-Xss) */
    { "ThreadStackSize", &options_given.stack_kb },
    /* the limit of direct buffers */
    { "MaxDirectMemorySize", &options.direct_max },
    /* an upper limit of the bytes that a thread allocates between two samples of the flight recorder; 0: the recorder's
     * own interval */
    { "TLABSize", &options.tlab_size },
    /* the memory of which the percentages below are shares; ignored if the machine has less */
    { "MaxRAM", &options_given.max_ram },
    /* the share of the memory that is the heap's largest size */
    { "MaxRAMPercentage", &options_given.max_ram_percentage },
    /* the same share on machines with little memory */
    { "MinRAMPercentage", &options_given.min_ram_percentage },
    /* the share of the memory that is the heap's first size */
    { "InitialRAMPercentage", &options_given.initial_ram_percentage },
    /* the heap's memory is touched when it is committed */
    { "AlwaysPreTouch", &options.pre_touch },
    /* the heap asks the system for huge pages */
    { "UseTransparentHugePages", &options.huge_pages },
    /* fields and classes annotated with @Contended are padded */
    { "EnableContended", &options.contended },
    /* they are padded only in classes of the JDK */
    { "RestrictContended", &options.contended_restricted },
    /* the number of bytes of padding */
    { "ContendedPaddingWidth", &options.contended_padding },

    /* -- collection -- */
    /* One thread collects (UseSerialGC), or several. At most one of the six may be on. flags_check reports the last
     * four as options without effect. */
    { "UseSerialGC", &options_given.use_serial },
    { "UseParallelGC", &options_given.use_parallel },
    { "UseG1GC", &options_given.use_g1 },
    { "UseZGC", &options_given.use_z },
    { "UseShenandoahGC", &options_given.use_shenandoah },
    { "UseEpsilonGC", &options_given.use_epsilon },
    /* the number of threads that collect */
    { "ParallelGCThreads", &options_given.parallel_gc_threads },
    /* the goal for the length of a young collection, in milliseconds */
    { "MaxGCPauseMillis", &options_given.max_gc_pause },
    /* System.gc() and its relatives do nothing */
    { "DisableExplicitGC", &options.disable_explicit_gc },
    /* ours: young collections visit only young objects, as long as they free enough */
    { "Generational", &options.generational },
    /* ours: when a full collection is near, old objects are marked while the program runs */
    { "ArgusConcurrentMarking", &options.concurrent_marking },
    /* a full collection unloads classes whose loader is unreachable */
    { "ClassUnloading", &options.class_unloading },
    /* a heap dump is written before each full collection */
    { "HeapDumpBeforeFullGC", &options.heap_dump_before_full },
    /* a heap dump is written after each full collection */
    { "HeapDumpAfterFullGC", &options.heap_dump_after_full },
    /* ours: every edge of the heap is checked before and after each collection */
    { "VerifyHeap", &options.verify_heap },
    /* ours: in the live phase every nth allocation collects */
    { "GCStress", &options_given.gc_stress },
    /* ours: the interval of GCStress doubles after this number of collections; 0: never */
    { "GCStressBackoff", &options_given.gc_stress_backoff },
    /* ours: every collection moves all objects that are not pinned */
    { "GCStressMoving", &options.gc_stress_moving },
    /* ours: every young collection starts concurrent marking */
    { "GCStressConcurrent", &options.gc_stress_concurrent },

    /* -- compilers -- */
    /* ours: the stencil compiler is on (docs/stencils.md) */
    { "ArgusStencils", &options.stencils },
    /* ours: the number of calls after which the stencil compiler compiles a method */
    { "ArgusStencilThreshold", &options.stencil_threshold },
    /* ours: the number of calls and loop iterations that a method's first code counts for its profile */
    { "ArgusProfileEnough", &options.profile_enough },
    /* ours: the optimizer is on (docs/optimizer.md) */
    { "ArgusOptimizer", &options.optimizer },
    /* 1 to 3: the optimizer is off; 0: the stencil compiler is off too */
    { "TieredStopAtLevel", &options_given.tiered_stop },
    /* compiler threads compile; if off, the thread that counted a method compiles it and waits */
    { "BackgroundCompilation", &options.background_compilation },
    /* the number of compiler threads that HotSpot would have; check_compilers derives ours from it */
    { "CICompilerCount", &options_given.compilers },
    /* the optimizer omits objects that only the compiled code would see */
    { "DoEscapeAnalysis", &options.escape_analysis },
    /* an instruction of compiled code that throws again and again throws a preallocated exception without a trace */
    { "OmitStackTraceInFastThrow", &options.fast_throw },
    /* 2 and more: vectors have 32 bytes if the processor has AVX2; 0 and 1: 16 bytes */
    { "UseAVX", &options.avx },
    /* the optimizer turns loops over arrays into vector instructions */
    { "UseSuperWord", &options.vectors },
    /* the largest body of a loop, in nodes, that the optimizer unrolls */
    { "LoopUnrollLimit", &options.loop_unroll },
    /* ours: the bound on the work of the optimizer's passes for one method; above it the method is given up */
    { "ArgusOptimizeWork", &options.opt_work },
    /* ours: the optimizer numbers the methods that it could compile, and compiles those with numbers in this range */
    { "ArgusOptimizeFrom", &options.opt_from },
    { "ArgusOptimizeTo", &options.opt_to },
    /* ours: a compiler thread waits this number of microseconds at each of its polls for a safepoint */
    { "ArgusCompilePause", &options.compile_pause },
    /* ours: optimized code is left at every nth of the checks at which it could leave; 0: never */
    { "ArgusLeaveEvery", &options.leave_every },
    /* ours: every graph is verified after every pass */
    { "ArgusVerifyGraphs", &options.opt_verify },
    /* ours: every graph is verified once, after the last pass; debug builds do so instead of after every pass */
    { "ArgusVerifyLast", &options.opt_verify_last },
    /* ours: the optimizer prints its graphs */
    { "ArgusPrintGraphs", &options.opt_print },
    /* ours: the passes, by name, after which graphs are printed */
    { "ArgusPrintAfter", &options.opt_print_after },
    /* ours: the classes, by name, all of whose methods are compiled when the VM ends; for a test */
    { "ArgusCompileAll", &options.compile_all },
    /* ours: the file of profiles, read at the start and written at the end */
    { "ArgusProfile", &options.profile_file },
    /* a line is printed for each method that is compiled */
    { "PrintCompilation", &options.print_compilation },
    /* when the VM ends, the times of the compilers are printed */
    { "CITime", &options.print_compile_times },
    /* when the VM ends, a map of the code is written for perf */
    { "DumpPerfMapAtExit", &options.perf_map },

    /* -- classes and exceptions -- */
    /* classes outside the boot loader are verified */
    { "BytecodeVerificationRemote", &options.verify_remote },
    /* classes of the boot loader are verified */
    { "BytecodeVerificationLocal", &options.verify_local },
    /* redefinitions may add and delete private methods that are static or final */
    { "AllowRedefinitionToAddDeleteMethods", &options.add_delete_methods },
    /* ours: redefinitions may add, delete and change members (docs/redefinition.md) */
    { "AllowEnhancedClassRedefinition", &options.enhanced_redefinition },
    /* ours: HotswapAgent is loaded out of lib/hotswap, or helped if the command line loads it */
    { "HotswapAgent", &options.hotswap },
    /* ours: the number of free bytes in instances of each class, for fields that redefinitions add */
    { "ArgusRedefinitionRoom", &options.redefinition_room },
    /* exceptions have a trace */
    { "StackTraceInThrowable", &options.traces },
    /* the largest number of frames that a trace keeps; 0: all */
    { "MaxJavaStackTraceDepth", &options_given.max_trace },
    /* traces show frames of lambda forms */
    { "ShowHiddenFrames", &options.show_hidden_frames },
    /* NullPointerException has a helpful message */
    { "ShowCodeDetailsInExceptionMessages", &options.code_details_in_npe },

    /* -- errors and crashes -- */
    /* the first OutOfMemoryError writes a heap dump */
    { "HeapDumpOnOutOfMemoryError", &options.heap_dump_on_oom },
    /* the file of heap dumps, or their folder */
    { "HeapDumpPath", &options.heap_dump_path },
    /* the first OutOfMemoryError ends the process */
    { "ExitOnOutOfMemoryError", &options.exit_on_oom },
    /* the first OutOfMemoryError aborts the process */
    { "CrashOnOutOfMemoryError", &options.crash_on_oom },
    /* the commands that the first OutOfMemoryError runs */
    { "OnOutOfMemoryError", &options.on_oom },
    /* the commands that a crash runs */
    { "OnError", &options.on_error },
    /* the file of a crash report; %p stands for the process */
    { "ErrorFile", &options.error_file },
    /* crash reports go to standard output */
    { "ErrorFileToStdout", &options.error_to_stdout },
    /* crash reports go to standard error */
    { "ErrorFileToStderr", &options.error_to_stderr },
    /* a crash leaves a core dump if the system allows it */
    { "CreateCoredumpOnCrash", &options.core_dump },

    /* -- tools -- */
    /* tools cannot attach */
    { "DisableAttachMechanism", &options.disable_attach },
    /* the VM listens for tools from the start */
    { "StartAttachListener", &options.start_attach },
    /* ours: the live page listens there from the start: unix:PATH or 127.0.0.1:PORT, port 0 is any that is free
     * (docs/page.md) */
    { "ArgusPage", &options.page },
    /* ours: parts of names, separated by commas, besides the usual ones; probes do not show values with such a name.
     * After a minus: one of the usual ones, which is shown. */
    { "ArgusProbeRedact", &options.probe_redact },
    /* ours: the text of probes, or the file that has it. They are set at the start and read to standard error at the
     * end. */
    { "ArgusProbes", &options.probes },
    /* ours: the percentage of a processor that stacks and texts of a probe may take; 0: no limit */
    { "ArgusProbeShare", &options.probe_share },
    /* ours: probes can be set */
    { "ArgusProbing", &options.probing },
    /* ours: the VM's name for the program and for tools, in place of Argus */
    { "ArgusVMName", &options.vm_name },
    /* ours: the functions, events, threads and environments that -Xlog:jvmti shows (docs/tracing.md) */
    { "JVMTITraceFilter", &options.ti_trace_filter },
    /* JNI calls are checked (-Xcheck:jni) */
    { "CheckJNICalls", &options.check_jni },
    /* flight recordings may start */
    { "FlightRecorder", &options.flight_recorder },
    /* the settings of the flight recorder's buffers and files */
    { "FlightRecorderOptions", &options.recorder_options },
    /* a recording that starts with the VM; may be given several times */
    { "StartFlightRecording", &options.start_flight_recording },
    /* the VM's counters are in a file, by which jps and others find it */
    { "UsePerfData", &options.perf_data },
    /* the VM's counters are in memory of the process alone */
    { "PerfDisableSharedMem", &options.perf_private },
    /* jcmd VM.native_memory answers */
    { "NativeMemoryTracking", &options.native_tracking },
    /* the thread dump at SIGQUIT lists the locks of java.util.concurrent */
    { "PrintConcurrentLocks", &options.print_concurrent_locks },

    /* -- signals and processors -- */
    /* SIGHUP, SIGINT, SIGTERM and SIGQUIT are left to the program (-Xrs) */
    { "ReduceSignalUsage", &options.reduce_signals },
    /* signal handlers that were installed before the VM stay */
    { "AllowUserSignalHandlers", &options.user_handlers },
    /* the number of processors, whatever the machine has */
    { "ActiveProcessorCount", &options_given.active_processors },

    /* -- the options themselves -- */
    /* diagnostic flags are accepted */
    { "UnlockDiagnosticVMOptions", &options.unlock_diagnostic },
    /* experimental flags are accepted */
    { "UnlockExperimentalVMOptions", &options.unlock_experimental },
    /* unknown options are ignored */
    { "IgnoreUnrecognizedVMOptions", &options.ignore_unrecognized },
    /* warnings about options are printed */
    { "PrintWarnings", &options_given.print_warnings },
    /* the values of all flags are printed */
    { "PrintFlagsFinal", &options.print_flags },
    /* the default values of all flags are printed */
    { "PrintFlagsInitial", &options.print_flags_initial },
    /* the ranges of all flags that have one are printed */
    { "PrintFlagsRanges", &options.print_flags_ranges },
    /* the flags whose value is not the default are printed */
    { "PrintCommandLineFlags", &options.print_command_line },
    /* as -Xlog:gc */
    { "PrintGC", &options_given.print_gc },
    /* as -Xlog:gc* */
    { "PrintGCDetails", &options_given.print_gc_details },
};

/* Flags with a fixed value here that differs from HotSpot's default. */
static const struct {
    const char *name, *text;
} facts[] = {
    { "UseCompressedOops", "true" },
    { "UseCompressedClassPointers", "true" },
    { "UseSharedSpaces", "false" },
    { "UseBiasedLocking", "false" },
};

/* Options that were given but have no effect, for a line about them. */
static char *without_effect;

/* ---- finding ---- */
struct vm_flag *vm_flag_at(u32 i) { return i < ARRAY_LEN(flags) ? &flags[i] : NULL; }
u32 vm_flag_count(void) { return ARRAY_LEN(flags); }

static struct vm_flag *find(const char *name, size_t n)
{
    for (size_t i = 0; i < ARRAY_LEN(flags); i++)
        if (!strncmp(flags[i].name, name, n) && !flags[i].name[n]) return &flags[i];
    return NULL;
}

/* The flags that unlock a group belong to it. */
static bool is_behind_lock(const struct vm_flag *f)
{
    if (!strncmp(f->name, "Unlock", 6)) return false;
    return (f->group == GROUP_diagnostic && !options.unlock_diagnostic) ||
           (f->group == GROUP_experimental && !options.unlock_experimental);
}

struct vm_flag *vm_flag_find(const char *name)
{
    struct vm_flag *f = find(name, strlen(name));
    return f && !is_behind_lock(f) ? f : NULL;
}

void flags_init(void)
{
    for (size_t i = 0; i < ARRAY_LEN(obeyed); i++)
        find(obeyed[i].name, strlen(obeyed[i].name))->value = obeyed[i].value;
    for (size_t i = 0; i < ARRAY_LEN(facts); i++)
        find(facts[i].name, strlen(facts[i].name))->text = vm_strdup(facts[i].text);
}

/* ---- values ---- */
const char *vm_flag_text(const struct vm_flag *f, char *text)
{
    if (!f->value) return f->text ? f->text : f->initial;
    switch (f->kind) {
    case FLAG_BOOL: return *(bool *)f->value ? "true" : "false";
    case FLAG_STRING: return *(char **)f->value ? *(char **)f->value : "";
    case FLAG_INT: snprintf(text, FLAG_TEXT, "%lld", (long long)*(i64 *)f->value); break;
    case FLAG_SIZE: snprintf(text, FLAG_TEXT, "%zu", *(size_t *)f->value); break;
    case FLAG_DOUBLE: snprintf(text, FLAG_TEXT, "%f", *(double *)f->value); break;
    }
    return text;
}

static bool has_initial_value(const struct vm_flag *f)
{
    char text[FLAG_TEXT];
    return !strcmp(vm_flag_text(f, text), f->initial);
}

enum vm_flag_origin vm_flag_origin(const struct vm_flag *f)
{
    if (f->origin) return f->origin;
    return has_initial_value(f) ? FLAG_DEFAULT : FLAG_ERGONOMIC;
}

static bool is_signed(const struct vm_flag *f) { return !strcmp(f->type, "intx") || !strcmp(f->type, "int"); }

/* Parses a number for the flag's type. Returns false if it is none. */
static bool parse_number(const struct vm_flag *f, const char *text, u64 *out)
{
    bool minus = *text == '-' && is_signed(f);
    if (!text_parse_size(text + minus, out)) return false;
    if (minus) *out = -*out;
    return true;
}

static u64 bound(const struct vm_flag *f, const char *text)
{
    return is_signed(f) ? (u64)strtoll(text, NULL, 10) : strtoull(text, NULL, 10);
}

static bool number_in_range(const struct vm_flag *f, u64 v)
{
    if (!*f->low) return true;
    u64 low = bound(f, f->low), high = bound(f, f->high);
    return is_signed(f) ? (i64)v >= (i64)low && (i64)v <= (i64)high : v >= low && v <= high;
}

enum outcome { TAKEN, NO_VALUE, OUT_OF_RANGE };

static void keep_text(struct vm_flag *f, const char *text)
{
    char *old = f->text;
    f->text = vm_strdup(text);
    if (atomic_load(&vm_phase) == VM_NONE) free(old); /* else it may be in use */
}

/* Stores the value. `number`: the number that was read, for a message about the range. */
static enum outcome store_number(struct vm_flag *f, const char *value, char *number)
{
    u64 v;
    if (!parse_number(f, value, &v)) return NO_VALUE;
    snprintf(number, FLAG_TEXT, is_signed(f) ? "%lld" : "%llu", (long long)v);
    if (!number_in_range(f, v)) return OUT_OF_RANGE;
    if (f->value)
        *(u64 *)f->value = v;
    else
        keep_text(f, number);
    return TAKEN;
}

static enum outcome store_double(struct vm_flag *f, const char *value, char *number)
{
    char *end;
    double v = strtod(value, &end);
    if (end == value || *end) return NO_VALUE;
    snprintf(number, FLAG_TEXT, "%f", v);
    if (*f->low && !(v >= strtod(f->low, NULL) && v <= strtod(f->high, NULL))) return OUT_OF_RANGE;
    if (f->value)
        *(double *)f->value = v;
    else
        keep_text(f, number);
    return TAKEN;
}

static enum outcome store_bool(struct vm_flag *f, bool v)
{
    if (f->value)
        *(bool *)f->value = v;
    else
        keep_text(f, v ? "true" : "false");
    return TAKEN;
}

/* A list gets a line each time that it is given. */
static enum outcome store_string(struct vm_flag *f, const char *value, bool append)
{
    char text[FLAG_TEXT];
    const char *old = append && f->origin ? vm_flag_text(f, text) : "";
    size_t n = strlen(old) + strlen(value) + 2;
    char *joined = vm_malloc(n);
    snprintf(joined, n, "%s%s%s", old, *old ? "\n" : "", value);
    if (f->value)
        *(char **)f->value = joined; /* the old one may be in use */
    else {
        keep_text(f, joined);
        free(joined);
    }
    return TAKEN;
}

static const char *kind_words(const struct vm_flag *f)
{
    if (f->kind == FLAG_BOOL) return "a boolean (1/0 or true/false)";
    if (f->kind == FLAG_DOUBLE) return "a double";
    return is_signed(f) ? "an integer" : "an unsigned integer";
}

const char *vm_flag_change(struct vm_flag *f, const char *value, enum vm_flag_origin origin, char *why)
{
    char number[FLAG_TEXT];
    enum outcome outcome = NO_VALUE;
    bool yes = !strcmp(value, "1") || !strcmp(value, "true"), no = !strcmp(value, "0") || !strcmp(value, "false");
    switch (f->kind) {
    case FLAG_BOOL: outcome = yes || no ? store_bool(f, yes) : NO_VALUE; break;
    case FLAG_STRING: outcome = store_string(f, value, false); break;
    case FLAG_DOUBLE: outcome = store_double(f, value, number); break;
    default: outcome = store_number(f, value, number);
    }
    if (outcome == TAKEN) {
        f->origin = (u8)origin;
        if (!f->value) LOG(warning, arguments, "%s has no effect in this VM", f->name);
        return NULL;
    }
    if (outcome == OUT_OF_RANGE)
        snprintf(why, FLAG_WHY, "%s error: must have value in range [%s...%s]", f->name, f->low, f->high);
    else
        snprintf(why, FLAG_WHY, "flag value must be %s", kind_words(f));
    return why;
}

/* ---- reading ---- */

/* Warns as this release of HotSpot does. */
static void warn_deprecated(const char *flag)
{
    static const struct {
        const char *flag;
        int version;
    } deprecated[] = {
#include "jdk_deprecated_flags.inc"
    };
    char text[200];
    for (size_t i = 0; i < ARRAY_LEN(deprecated); i++) {
        if (strcmp(deprecated[i].flag, flag)) continue;
        snprintf(text, sizeof text,
                 "Option %s was deprecated in version %d.0 and will likely be removed in a future release.", flag,
                 deprecated[i].version);
        options_warn(text);
    }
}

/* The similarity of two names, 0 to 1: twice the common bigrams over all bigrams. For "Did you mean". */
static double similarity(const char *a, size_t an, const char *b, size_t bn)
{
    int hits = 0;
    for (size_t i = 0; i + 1 < an; i++)
        for (size_t j = 0; j + 1 < bn; j++)
            if (a[i] == b[j] && a[i + 1] == b[j + 1]) {
                hits++;
                break;
            }
    return an + bn ? 2.0 * hits / (double)(an + bn) : 0;
}

static jint unknown_flag(const char *name, size_t n)
{
    const struct vm_flag *best = NULL;
    double best_score = 0;
    for (size_t i = 0; i < ARRAY_LEN(flags); i++) {
        double s = similarity(flags[i].name, strlen(flags[i].name), name, n);
        if (s > best_score) {
            best_score = s;
            best = &flags[i];
        }
    }
    options_say(stderr, "Unrecognized VM option '%s'\n", name);
    if (best && best_score >= 0.7) {
        if (best->kind == FLAG_BOOL)
            options_say(stderr, "Did you mean '(+/-)%s'? ", best->name);
        else
            options_say(stderr, "Did you mean '%s=<value>'? ", best->name);
    }
    return JNI_EINVAL;
}

static jint refuse_behind_lock(const struct vm_flag *f)
{
    const char *word = f->group == GROUP_diagnostic ? "diagnostic" : "experimental";
    const char *unlock = f->group == GROUP_diagnostic ? "UnlockDiagnosticVMOptions" : "UnlockExperimentalVMOptions";
    options_say(stderr, "Error: VM option '%s' is %s and must be enabled via -XX:+%s.\n", f->name, word, unlock);
    options_say(stderr, "Error: The unlock option must precede '%s'.\n", f->name);
    return JNI_EINVAL;
}

static jint improper(const char *text)
{
    options_say(stderr, "Improperly specified VM option '%s'\n", text);
    return JNI_EINVAL;
}

static void add_word(char **line, const char *prefix, const char *word)
{
    size_t old = *line ? strlen(*line) : 0, n = old + strlen(prefix) + strlen(word) + 2;
    *line = vm_realloc(*line, n);
    snprintf(*line + old, n - old, "%s%s%s", old ? " " : "", prefix, word);
}

void flags_note_without_effect(const char *option) { add_word(&without_effect, "", option); }

/* A value was given explicitly and has been stored. */
static void given(struct vm_flag *f, enum vm_flag_origin origin, const char *text, const char *before)
{
    f->origin = (u8)origin;
    char now[FLAG_TEXT];
    if (!f->value && strcmp(before, vm_flag_text(f, now))) add_word(&without_effect, "-XX:", text);
}

static jint parse_bool(struct vm_flag *f, int on, const char *value, const char *name)
{
    if (on < 0 && value && (!strcmp(value, "true") || !strcmp(value, "false"))) on = !strcmp(value, "true");
    if (on >= 0) {
        (void)store_bool(f, on);
        return JNI_OK;
    }
    options_say(stderr, "Missing +/- setting for VM option '%s'\n", name);
    return JNI_EINVAL;
}

static jint parse_value(struct vm_flag *f, const char *value, const char *text)
{
    char number[FLAG_TEXT];
    if (f->kind == FLAG_STRING) {
        /* our own strings must not be empty; HotSpot accepts empty ones */
        if (!*value && !strcmp(f->category, "Argus product")) return improper(text);
        (void)store_string(f, value, !strcmp(f->type, "ccstrlist"));
        return JNI_OK;
    }
    enum outcome outcome = f->kind == FLAG_DOUBLE ? store_double(f, value, number) : store_number(f, value, number);
    if (outcome == OUT_OF_RANGE) {
        bool d = f->kind == FLAG_DOUBLE;
        options_say(stderr, "%s %s=%s is outside the allowed range [ %s%s ... %s%s ]\n", f->type, f->name, number,
                    f->low, d ? "000" : "", f->high, d ? "000" : "");
    }
    return outcome == TAKEN ? JNI_OK : improper(text);
}

/* Like HotSpot: the old flags of its log are translated to -Xlog. */
static jint print_gc(const struct vm_flag *f, bool on)
{
    const char *what = !strcmp(f->name, "PrintGC") ? "gc" : !strcmp(f->name, "PrintGCDetails") ? "gc*" : NULL;
    if (!what || !on) return JNI_OK;
    LOG(warning, gc, "-XX:+%s is deprecated. Will use -Xlog:%s instead.", f->name, what);
    return options_parse_log(what);
}

/* The flight recorder's flags may have a colon before their value; the first one needs no value. */
static bool is_recorders(const char *name, size_t n)
{
    return (n == 20 && !strncmp(name, "StartFlightRecording", n)) ||
           (n == 21 && !strncmp(name, "FlightRecorderOptions", n));
}
static void start_recording(const char *how)
{
    options.recordings = vm_realloc(options.recordings, (options.recording_count + 1) * sizeof *options.recordings);
    options.recordings[options.recording_count++] = vm_strdup(how);
}

jint flags_parse(const char *text, enum vm_flag_origin origin)
{
    const char *name = text;
    int on = -1;
    if (*name == '+' || *name == '-') on = *name++ == '+';
    size_t n = strcspn(name, "=:");
    if (name[n] == ':' && !is_recorders(name, n)) n = strcspn(name, "=");
    const char *value = name[n] ? name + n + 1 : NULL;
    if (!value && n == 20 && is_recorders(name, n)) value = "";
    struct vm_flag *f = find(name, n);
    if (!f) return options.ignore_unrecognized ? JNI_OK : unknown_flag(name, n);
    warn_deprecated(f->name);
    if (!strcmp(f->name, "StartFlightRecording")) start_recording(value ? value : "");
    if (!strcmp(f->name, "FlightRecorder")) options.no_flight_recorder = on == 0;
    if (is_behind_lock(f)) return refuse_behind_lock(f);
    char buffer[FLAG_TEXT], *before = vm_strdup(vm_flag_text(f, buffer));
    jint r;
    if (f->kind == FLAG_BOOL)
        r = parse_bool(f, on, value, name);
    else if (on >= 0) {
        options_say(stderr, "Unexpected +/- setting in VM option '%.*s'\n", (int)n, name);
        r = JNI_EINVAL;
    } else
        r = value ? parse_value(f, value, text) : improper(text);
    if (r == JNI_OK) given(f, origin, text, before);
    free(before);
    return r == JNI_OK ? print_gc(f, on > 0) : r;
}

void flags_note(const char *name) { find(name, strlen(name))->origin = FLAG_COMMAND_LINE; }

/* ---- printing ---- */
void vm_flag_print(const struct vm_flag *f, FILE *out)
{
    char text[FLAG_TEXT];
    const char *value = vm_flag_text(f, text);
    if (f->kind == FLAG_BOOL)
        fprintf(out, "-XX:%c%s", *value == 't' ? '+' : '-', f->name);
    else
        fprintf(out, "-XX:%s=%s", f->name, value);
}

/* Prints in columns. An entry that is too wide shifts the next column. */
static void print_line(const struct vm_flag *f, FILE *out, const char *value, bool ranges, const char *origin)
{
    char group[48];
    snprintf(group, sizeof group, "{%s}", f->category);
    int name_width = ranges ? 50 : 40;
    int at = fprintf(out, "%9s %-*s%s", f->type, name_width, f->name, (int)strlen(f->name) > name_width ? " " : "");
    if (ranges) {
        fprintf(out, " [ %-25s ... %25s ] %36s {%s}\n", f->low, f->high, group, origin);
        return;
    }
    at += fprintf(out, " = %s", value);
    fprintf(out, "%*s %20s {%s}\n", at < 83 ? 83 - at : 0, "", group, origin);
}

void vm_flags_print(FILE *out, bool initial, bool ranges)
{
    static const char *const origins[] = {
        [FLAG_DEFAULT] = "default",         [FLAG_COMMAND_LINE] = "command line", [FLAG_MANAGEMENT] = "management",
        [FLAG_CONFIG_FILE] = "config file", [FLAG_ERGONOMIC] = "ergonomic",       [FLAG_ATTACH] = "attach"
    };
    fputs(ranges ? "[Global flags ranges]\n" : "[Global flags]\n", out);
    for (size_t i = 0; i < ARRAY_LEN(flags); i++) {
        const struct vm_flag *f = &flags[i];
        char text[FLAG_TEXT];
        /* initial values are printed before any group is unlocked */
        if (is_behind_lock(f) || (initial && f->group != GROUP_product && f->group != GROUP_manageable)) continue;
        if (ranges && !*f->low) continue;
        print_line(f, out, initial ? f->initial : vm_flag_text(f, text), ranges,
                   initial ? "default" : origins[vm_flag_origin(f)]);
    }
}

void vm_flags_print_changed(FILE *out)
{
    for (size_t i = 0; i < ARRAY_LEN(flags); i++) {
        if (is_behind_lock(&flags[i]) || vm_flag_origin(&flags[i]) == FLAG_DEFAULT) continue;
        vm_flag_print(&flags[i], out);
        fputc(' ', out);
    }
    fputc('\n', out);
}

/* Only stop-the-world collectors, with one thread or several, exist here. */
static void check_collectors(void)
{
    static const struct {
        bool *wanted;
        const char *option;
    } others[] = {
        { &options_given.use_g1, "-XX:+UseG1GC" },
        { &options_given.use_z, "-XX:+UseZGC" },
        { &options_given.use_shenandoah, "-XX:+UseShenandoahGC" },
        { &options_given.use_epsilon, "-XX:+UseEpsilonGC" },
    };
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (*others[i].wanted) flags_note_without_effect(others[i].option);
}

static bool check_native_tracking(void)
{
    const char *v = options.native_tracking;
    if (!v || !strcmp(v, "off") || !strcmp(v, "summary") || !strcmp(v, "detail")) return true;
    options_say(stderr, "Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]\n");
    return false;
}

jint flags_check(void)
{
    if (!check_native_tracking()) return JNI_EINVAL;
    check_collectors();
    if (without_effect) {
        size_t n = strlen(without_effect) + 64;
        char *line = vm_malloc(n);
        snprintf(line, n, "Options without effect in this VM: %s", without_effect);
        options_warn(line);
        free(line);
    }
    char text[FLAG_TEXT];
    struct vm_flag *soft = vm_flag_find("SoftMaxHeapSize");
    snprintf(text, sizeof text, "%zu", options.heap_max);
    if (!soft->origin) keep_text(soft, text);
    if (options.print_flags_initial) vm_flags_print(stdout, true, false);
    if (options.print_flags_ranges) vm_flags_print(stdout, false, true);
    if (options.print_command_line) vm_flags_print_changed(stdout);
    if (options.print_flags) vm_flags_print(stdout, false, false);
    return JNI_OK;
}
