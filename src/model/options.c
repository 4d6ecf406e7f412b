/* Options: what JavaVMInitArgs, JAVA_TOOL_OPTIONS, _JAVA_OPTIONS and option files ask for, with HotSpot's names,
 * messages and errors.
 *
 * Runs once, on the creating thread, before anything else of the VM exists. Nothing here may use the Java heap. */
#include "model/options.h"
#include "log/log.h"
#include "model/class_space.h"
#include "model/vm.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

struct vm_options options = {
    .verify_remote = true,
    .max_trace_depth = 1024,
    .metaspace_max = SIZE_MAX,
    .metaspace_size = 21 * MB,
    .class_space_max = GB,
    .code_cache_max = TINY(240 * MB, 128 * KB),
    .code_details_in_npe = true,
    .perf_data = true,
    .class_unloading = true,
    .generational = true,
    .stencil_threshold = 64,
#ifdef ARGUS_DEBUG
    .verify_heap = true,
#endif
};

enum flag_group { GROUP_product, GROUP_diagnostic, GROUP_experimental, GROUP_manageable };
static const struct known_flag {
    const char *name;
    u8 kind, group;
} known_flags[] = {
#include "jdk_vm_flags.inc"
};

static bool print_warnings = true, module_property_ignored;
/* The gcstress build collects by itself; the others when asked. */
#ifdef ARGUS_GCSTRESS
static i64 gc_stress = ARGUS_GCSTRESS;
#else
static i64 gc_stress;
#endif
static i64 stack_kb, max_trace = 1024, gc_stress_backoff;
static u64 max_ram = (u64)128 << 30;
static double max_ram_percentage = 25, min_ram_percentage = 50, initial_ram_percentage = 1.5625;
static size_t code_cache_initial = TINY(2496 * KB, 64 * KB);
static i64 active_processors = -1, parallel_gc_threads;
static bool use_serial, use_parallel, use_g1, use_z, use_shenandoah, use_epsilon;

/* The flags that do something here. */
static const struct vm_flag our_flags[] = {
    /* largest size of the Java heap (-Xmx) */
    { "MaxHeapSize", FLAG_SIZE, &options.heap_max, false },
    /* first size of the Java heap (-Xms) */
    { "InitialHeapSize", FLAG_SIZE, &options.heap_initial, false },
    /* limit of the memory of classes outside the boot loader */
    { "MaxMetaspaceSize", FLAG_SIZE, &options.metaspace_max, false },
    /* so much memory of classes asks for the first collection */
    { "MetaspaceSize", FLAG_SIZE, &options.metaspace_size, false },
    /* of it, the limit of the classes themselves and their tables */
    { "CompressedClassSpaceSize", FLAG_SIZE, &options.class_space_max, false },
    /* what machine code may take */
    { "ReservedCodeCacheSize", FLAG_SIZE, &options.code_cache_max, false },
    /* of that, what HotSpot takes at once; here a lower limit for it */
    { "InitialCodeCacheSize", FLAG_SIZE, &code_cache_initial, false },
    /* size of a thread's Java stack in KiB (-Xss) */
    { "ThreadStackSize", FLAG_INT, &stack_kb, false },
    /* bytecode runs as machine code (experimental, docs/stencils.md) … (Argus) */
    { "ArgusStencils", FLAG_BOOL, &options.stencils, false },
    /* … of methods that have been called so often (Argus) */
    { "ArgusStencilThreshold", FLAG_INT, &options.stencil_threshold, false },
    /* collect at every nth allocation once the VM is live (Argus) */
    { "GCStress", FLAG_INT, &gc_stress, false },
    /* every collection moves all objects that nothing pins (Argus) */
    { "GCStressMoving", FLAG_BOOL, &options.gc_stress_moving, false },
    /* double the interval of GCStress after this many collections, 0: never (Argus) */
    { "GCStressBackoff", FLAG_INT, &gc_stress_backoff, false },
    /* collections look at young objects alone as long as that gains enough (Argus) */
    { "Generational", FLAG_BOOL, &options.generational, false },
    /* check every edge of the heap around each collection (Argus) */
    { "VerifyHeap", FLAG_BOOL, &options.verify_heap, false },
    /* classes of class loaders that nothing refers to go away */
    { "ClassUnloading", FLAG_BOOL, &options.class_unloading, false },
    /* verify classes outside the boot loader */
    { "BytecodeVerificationRemote", FLAG_BOOL, &options.verify_remote, false },
    /* verify the boot loader's classes too */
    { "BytecodeVerificationLocal", FLAG_BOOL, &options.verify_local, false },
    /* frames kept in a Throwable, 0: all */
    { "MaxJavaStackTraceDepth", FLAG_INT, &max_trace, false },
    /* show frames of lambda forms in stack traces */
    { "ShowHiddenFrames", FLAG_BOOL, &options.show_hidden_frames, false },
    /* helpful NullPointerException messages */
    { "ShowCodeDetailsInExceptionMessages", FLAG_BOOL, &options.code_details_in_npe, true },
    /* redefinitions may add and delete private methods that are static or final */
    { "AllowRedefinitionToAddDeleteMethods", FLAG_BOOL, &options.add_delete_methods, false },
    /* write a heap dump at the first OutOfMemoryError */
    { "HeapDumpOnOutOfMemoryError", FLAG_BOOL, &options.heap_dump_on_oom, true },
    /* end the process at the first OutOfMemoryError */
    { "ExitOnOutOfMemoryError", FLAG_BOOL, &options.exit_on_oom, false },
    /* abort the process at the first OutOfMemoryError */
    { "CrashOnOutOfMemoryError", FLAG_BOOL, &options.crash_on_oom, false },
    /* refuse tools that attach */
    { "DisableAttachMechanism", FLAG_BOOL, &options.disable_attach, false },
    /* listen for tools from the start */
    { "StartAttachListener", FLAG_BOOL, &options.start_attach, false },
    /* leave SIGHUP, SIGINT, SIGTERM and SIGQUIT to the program (-Xrs) */
    { "ReduceSignalUsage", FLAG_BOOL, &options.reduce_signals, false },
    /* keep signal handlers that were there before the VM */
    { "AllowUserSignalHandlers", FLAG_BOOL, &options.user_handlers, false },
    /* keep the file by which jps and others find this VM */
    { "UsePerfData", FLAG_BOOL, &options.perf_data, false },
    /* what -Xlog:jvmti shows: [-]function:, [-]event:, [-]thread: pattern, [-]env: number (Argus) */
    { "JVMTITraceFilter", FLAG_STRING, &options.ti_trace_filter, false },
    /* -Xcheck:jni */
    { "CheckJNICalls", FLAG_BOOL, &options.check_jni, false },
    /* print all flags of the VM */
    { "PrintFlagsFinal", FLAG_BOOL, &options.print_flags, false },
    /* allow diagnostic flags */
    { "UnlockDiagnosticVMOptions", FLAG_BOOL, &options.unlock_diagnostic, false },
    /* allow experimental flags */
    { "UnlockExperimentalVMOptions", FLAG_BOOL, &options.unlock_experimental, false },
    /* pass over unknown options */
    { "IgnoreUnrecognizedVMOptions", FLAG_BOOL, &options.ignore_unrecognized, false },
    /* limit of direct buffers */
    { "MaxDirectMemorySize", FLAG_SIZE, &options.direct_max, false },
    /* commands at the first OutOfMemoryError */
    { "OnOutOfMemoryError", FLAG_STRING, &options.on_oom, false },
    /* file or folder of the dump that HeapDumpOnOutOfMemoryError asks for */
    { "HeapDumpPath", FLAG_STRING, &options.heap_dump_path, true },
    /* memory that sizes count from, if the machine has more */
    { "MaxRAM", FLAG_SIZE, &max_ram, false },
    /* share of the memory that the heap may take */
    { "MaxRAMPercentage", FLAG_DOUBLE, &max_ram_percentage, false },
    /* the same where there is little memory */
    { "MinRAMPercentage", FLAG_DOUBLE, &min_ram_percentage, false },
    /* share of the memory that the heap starts with */
    { "InitialRAMPercentage", FLAG_DOUBLE, &initial_ram_percentage, false },
    /* threads that collect */
    { "ParallelGCThreads", FLAG_INT, &parallel_gc_threads, false },
    /* processors, instead of those that are there */
    { "ActiveProcessorCount", FLAG_INT, &active_processors, false },
    /* print warnings of the VM about its options */
    { "PrintWarnings", FLAG_BOOL, &print_warnings, false },
    /* choices of HotSpot's collectors are accepted and have no effect */
    { "UseSerialGC", FLAG_BOOL, &use_serial, false },
    { "UseParallelGC", FLAG_BOOL, &use_parallel, false },
    { "UseG1GC", FLAG_BOOL, &use_g1, false },
    { "UseZGC", FLAG_BOOL, &use_z, false },
    { "UseShenandoahGC", FLAG_BOOL, &use_shenandoah, false },
    { "UseEpsilonGC", FLAG_BOOL, &use_epsilon, false },
};

const struct vm_flag *vm_flags(u32 *count)
{
    *count = ARRAY_LEN(our_flags);
    return our_flags;
}

/* ---- printing ---- */
static void say(FILE *f, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    if (options.vfprintf_hook)
        options.vfprintf_hook(f, fmt, va);
    else
        vfprintf(f, fmt, va);
    va_end(va);
}

static void warn(const char *text)
{
    if (print_warnings) say(stderr, "OpenJDK 64-Bit Server VM warning: %s\n", text);
}

/* As HotSpot of the release warns. */
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
        warn(text);
    }
}

/* ---- properties ---- */
static struct property *property_find(const char *key)
{
    for (struct property *p = options.properties; p; p = p->next)
        if (!strcmp(p->key, key)) return p;
    return NULL;
}

const char *property_get(const char *key)
{
    struct property *p = property_find(key);
    return p ? p->value : NULL;
}

void property_set(const char *key, const char *value)
{
    struct property *p = property_find(key);
    if (p) {
        free(p->value);
        p->value = vm_strdup(value);
        return;
    }
    p = vm_calloc(1, sizeof *p);
    p->key = vm_strdup(key);
    p->value = vm_strdup(value);
    p->writeable = true;
    struct property **at = &options.properties;
    while (*at) at = &(*at)->next;
    *at = p;
}

/* What only the boot layer reads. No agent may change it. */
void property_set_internal(const char *key, const char *value)
{
    property_set(key, value);
    struct property *p = property_find(key);
    p->internal = true;
    p->writeable = false;
}

static void property_append_path(const char *key, const char *value)
{
    const char *old = property_get(key);
    if (!old || !*old) {
        property_set_internal(key, value);
        return;
    }
    char *joined = vm_malloc(strlen(old) + strlen(value) + 2);
    sprintf(joined, "%s:%s", old, value);
    property_set_internal(key, joined);
    free(joined);
}

/* "jdk.module.addexports.0", .1, … : the Java side reads them until one is missing. */
static void property_numbered(const char *base, const char *value)
{
    static struct {
        char base[48];
        int n;
    } counters[8];
    for (size_t i = 0; i < ARRAY_LEN(counters); i++) {
        if (!counters[i].base[0]) snprintf(counters[i].base, sizeof counters[i].base, "%s", base);
        if (strcmp(counters[i].base, base)) continue;
        char key[64];
        snprintf(key, sizeof key, "%s.%d", base, counters[i].n++);
        property_set_internal(key, value);
        return;
    }
}

/* ---- numbers ---- */
/* "512m": bytes; false when it is not a number with an optional k, m, g or t. */
static bool parse_size(const char *s, u64 *out)
{
    if (!isdigit((unsigned char)*s)) return false;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(s, &end, s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? 16 : 10);
    if (errno || end == s) return false;
    int shift = 0;
    switch (*end) {
    case 't':
    case 'T':
        shift = 40;
        end++;
        break;
    case 'g':
    case 'G':
        shift = 30;
        end++;
        break;
    case 'm':
    case 'M':
        shift = 20;
        end++;
        break;
    case 'k':
    case 'K':
        shift = 10;
        end++;
        break;
    default: break;
    }
    if (*end || (shift && v > (~0ULL >> shift))) return false;
    *out = (u64)v << shift;
    return true;
}

static bool starts(const char *s, const char *prefix, const char **rest)
{
    size_t n = strlen(prefix);
    if (strncmp(s, prefix, n)) return false;
    *rest = s + n;
    return true;
}

/* ---- -XX ---- */
static const struct vm_flag *our_flag(const char *name, size_t n)
{
    for (size_t i = 0; i < ARRAY_LEN(our_flags); i++)
        if (strlen(our_flags[i].name) == n && !memcmp(our_flags[i].name, name, n)) return &our_flags[i];
    return NULL;
}

static const struct known_flag *known_flag(const char *name, size_t n)
{
    for (size_t i = 0; i < ARRAY_LEN(known_flags); i++)
        if (strlen(known_flags[i].name) == n && !memcmp(known_flags[i].name, name, n)) return &known_flags[i];
    return NULL;
}

/* How alike two names are, 0 to 1: twice the common bigrams over all bigrams. For "Did you mean". */
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
    const struct known_flag *best = NULL;
    double best_score = 0;
    for (size_t i = 0; i < ARRAY_LEN(known_flags); i++) {
        double s = similarity(known_flags[i].name, strlen(known_flags[i].name), name, n);
        if (s > best_score) {
            best_score = s;
            best = &known_flags[i];
        }
    }
    say(stderr, "Unrecognized VM option '%s'\n", name);
    if (best && best_score >= 0.7) {
        if (best->kind == FLAG_BOOL)
            say(stderr, "Did you mean '(+/-)%s'? ", best->name);
        else
            say(stderr, "Did you mean '%s=<value>'? ", best->name);
        say(stderr, "\n");
    }
    return JNI_EINVAL;
}

/* The keys themselves are in the groups that they open. */
static bool is_locked(const struct known_flag *k)
{
    if (!strncmp(k->name, "Unlock", 6)) return false;
    return (k->group == GROUP_diagnostic && !options.unlock_diagnostic) ||
           (k->group == GROUP_experimental && !options.unlock_experimental);
}

static jint flag_locked(const struct known_flag *k)
{
    const char *word = k->group == GROUP_diagnostic ? "diagnostic" : "experimental";
    const char *unlock = k->group == GROUP_diagnostic ? "UnlockDiagnosticVMOptions" : "UnlockExperimentalVMOptions";
    say(stderr, "Error: VM option '%s' is %s and must be enabled via -XX:+%s.\n", k->name, word, unlock);
    say(stderr, "Error: The unlock option must precede '%s'.\n", k->name);
    return JNI_EINVAL;
}

/* All flags of this kind are percentages. */
static jint parse_percentage(const struct vm_flag *f, const char *value, const char *text)
{
    char *end;
    double v = strtod(value, &end);
    bool good = end != value && !*end;
    if (good && !(v >= 0 && v <= 100)) {
        say(stderr, "double %s=%f is outside the allowed range [ 0.000000 ... 100.000000 ]\n", f->name, v);
        good = false;
    }
    if (!good) {
        say(stderr, "Improperly specified VM option '%s'\n", text);
        return JNI_EINVAL;
    }
    *(double *)f->value = v;
    return JNI_OK;
}

/* Text behind "-XX:". */
static jint parse_xx(const char *text)
{
    const char *name = text;
    int on = -1;
    if (*name == '+' || *name == '-') on = *name++ == '+';
    size_t n = strcspn(name, "=");
    const char *value = name[n] == '=' ? name + n + 1 : NULL;
    const struct vm_flag *f = our_flag(name, n);
    const struct known_flag *k = known_flag(name, n);
    if (!f && !k) return options.ignore_unrecognized ? JNI_OK : unknown_flag(name, n);
    if (k) warn_deprecated(k->name);
    if (n == 20 && !memcmp(name, "StartFlightRecording", n)) {
        warn("-XX:StartFlightRecording is ignored: this VM has no flight recorder");
        return JNI_OK;
    }
    u8 kind = f ? f->kind : k->kind;
    if (k && is_locked(k)) return flag_locked(k);
    if (kind == FLAG_BOOL) {
        if (on < 0 && value && (!strcmp(value, "true") || !strcmp(value, "false"))) on = !strcmp(value, "true");
        if (on < 0) {
            say(stderr, "Missing +/- setting for VM option '%s'\n", name);
            return JNI_EINVAL;
        }
        if (f) *(bool *)f->value = on;
        return JNI_OK;
    }
    if (on >= 0) {
        say(stderr, "Unexpected +/- setting in VM option '%.*s'\n", (int)n, name);
        return JNI_EINVAL;
    }
    if (!value) {
        say(stderr, "Improperly specified VM option '%s'\n", text);
        return JNI_EINVAL;
    }
    if (!f) return JNI_OK;
    u64 size;
    switch (kind) {
    case FLAG_STRING: *(char **)f->value = vm_strdup(value); return JNI_OK;
    case FLAG_SIZE:
    case FLAG_INT:
        if (!parse_size(value, &size)) {
            say(stderr, "Improperly specified VM option '%s'\n", text);
            return JNI_EINVAL;
        }
        if (f->value == &options.class_space_max && (size < MB || size > 3 * GB)) {
            say(stderr,
                "size_t %s=%llu is outside the allowed range [ %llu ... %llu ]\nImproperly specified VM option '%s'\n",
                f->name, (unsigned long long)size, (unsigned long long)MB, (unsigned long long)(3 * GB), text);
            return JNI_EINVAL;
        }
        *(u64 *)f->value = size;
        return JNI_OK;
    case FLAG_DOUBLE: return parse_percentage(f, value, text);
    default: return JNI_OK;
    }
}

/* ---- one option ---- */
static void add_agent(const char *spec, bool is_path)
{
    struct agent_option *a = vm_calloc(1, sizeof *a), **at = &options.agents;
    const char *eq = strchr(spec, '=');
    a->name = eq ? vm_strndup(spec, (size_t)(eq - spec)) : vm_strdup(spec);
    a->options = eq ? vm_strdup(eq + 1) : NULL;
    a->is_path = is_path;
    while (*at) at = &(*at)->next;
    *at = a;
}

static void add_assertion(const char *spec, bool enable)
{
    struct assertion_option *a = vm_calloc(1, sizeof *a), **at = &options.assertions;
    a->name = spec ? vm_strdup(spec) : NULL;
    a->enable = enable;
    while (*at) at = &(*at)->next;
    *at = a;
}

static jint size_option(const char *option, const char *text, const char *what, size_t *out)
{
    u64 v;
    if (!parse_size(text, &v)) {
        say(stderr, "Invalid %s: %s\n", what, option);
        return JNI_EINVAL;
    }
    *out = (size_t)v;
    return JNI_OK;
}

static jint parse_log(const char *opt)
{
    char err[512] = "";
    switch (log_configure(opt, err, sizeof err)) {
    case LOG_CONFIGURED: return JNI_OK;
    case LOG_HELP: exit(0);
    default: say(stderr, "Invalid -Xlog option '%s', see error log for details.\n", opt); return JNI_EINVAL;
    }
}

/* Options that HotSpot knows and that have nothing to steer here. */
static bool accepted_without_effect(const char *o)
{
    static const char *const exact[] = {
        "-Xmixed",  "-Xcomp",    "-Xbatch", "-Xfuture", "-Xinternalversion", "-Xconcurrentio",   "-Xincgc", "-Xprof",
        "-Xdebug",  "-Xnoagent", "-Xint",   "-server",  "-client",           "-XX:+UseSerialGC", "-green",  "-native",
        "-classic", "-esa",      "-dsa"
    };
    static const char *const prefix[] = { "-Xshare:",         "-Xmn",          "-Xloggc:", "-Xeprof",
                                          "-Xmaxjitcodesize", "-Dnothing-else" };
    for (size_t i = 0; i < ARRAY_LEN(exact); i++)
        if (!strcmp(o, exact[i])) return true;
    const char *rest;
    for (size_t i = 0; i < ARRAY_LEN(prefix); i++)
        if (starts(o, prefix[i], &rest)) return true;
    return false;
}

static jint parse_file(const char *path, bool flags);
static jint parse_xpatch(const char *v)
{
    if (!strchr(v, '=')) {
        say(stderr, "Missing '=' in --patch-module specification\n");
        return JNI_EINVAL;
    }
    property_numbered("jdk.module.patch", v);
    return JNI_OK;
}

/* The options of the module system reach the class library as properties. Only those options may set them: -D would go
 * past what they check and say. */
static bool is_module_option(const char *key)
{
    static const char *const names[] = { "addexports", "addreads",     "addopens",
                                         "patch",      "addmods",      "limitmods",
                                         "path",       "upgrade.path", "enable.native.access" };
    const char *name, *end;
    if (!starts(key, "jdk.module.", &name)) return false;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (starts(name, names[i], &end) && (!*end || *end == '.')) return true;
    return false;
}

static jint set_user_property(const char *key, const char *value)
{
    if (is_module_option(key))
        module_property_ignored = true;
    else if (!strcmp(key, "jdk.boot.class.path.append") || !strcmp(key, "sun.java.launcher.is_altjvm"))
        return JNI_OK; /* the first comes from -Xbootclasspath/a, the second tells the VM something, not the program */
    else if (!strcmp(key, "sun.boot.library.path")) {
        free(options.boot_library_append);
        options.boot_library_append = vm_strdup(value);
    } else
        property_set(key, value);
    if (!strcmp(key, "sun.java.command")) {
        free(options.java_command);
        options.java_command = vm_strdup(value);
    }
    return JNI_OK;
}

/* Text behind "-D". */
static jint parse_property(const char *text)
{
    const char *v;
    if (starts(text, "java.endorsed.dirs=", &v)) {
        say(stdout,
            "-Djava.endorsed.dirs=%s is not supported. Endorsed standards and standalone APIs\nin modular form will be "
            "supported via the concept of upgradeable modules.\n",
            v);
        return JNI_EINVAL;
    }
    if (starts(text, "java.ext.dirs=", &v)) {
        say(stdout, "-Djava.ext.dirs=%s is not supported.  Use -classpath instead.\n", v);
        return JNI_EINVAL;
    }
    const char *eq = strchr(text, '=');
    char *key = eq ? vm_strndup(text, (size_t)(eq - text)) : vm_strdup(text);
    jint r = set_user_property(key, eq ? eq + 1 : "");
    free(key);
    return r;
}

static jint parse_one(const char *o, void *extra)
{
    const char *v;
    if (starts(o, "-Dcom.sun.management", &v) && !options.management_agent) {
        options.management_agent = true;
        property_numbered("jdk.module.addmods", "jdk.management.agent");
    }
    if (starts(o, "-D", &v)) return parse_property(v);
    if (starts(o, "-XX:", &v)) {
        if (starts(v, "Flags=", &v)) return parse_file(v, true);
        return parse_xx(v);
    }
    if (!strcmp(o, "-Xlog")) return parse_log(o);
    if (starts(o, "-Xlog:", &v)) return parse_log(o);
    if (starts(o, "-Xmx", &v) || starts(o, "-XX:MaxHeapSize=", &v)) {
        jint r = size_option(o, v, "maximum heap size", &options.heap_max);
        if (r == JNI_OK && !options.heap_max) {
            say(stderr, "Invalid maximum heap size: %s\n", o);
            return JNI_EINVAL;
        }
        return r;
    }
    if (starts(o, "-Xms", &v)) return size_option(o, v, "initial heap size", &options.heap_initial);
    if (starts(o, "-Xss", &v)) {
        jint r = size_option(o, v, "thread stack size", &options.java_stack);
        if (r == JNI_OK && options.java_stack > GB) {
            say(stderr, "Invalid thread stack size: %s\nThe specified size exceeds the maximum representable size.\n",
                o);
            return JNI_EINVAL;
        }
        return r;
    }
    if (starts(o, "-agentlib:", &v)) {
        add_agent(v, false);
        return JNI_OK;
    }
    if (starts(o, "-agentpath:", &v)) {
        add_agent(v, true);
        return JNI_OK;
    }
    if (starts(o, "-Xrun", &v)) {
        /* the old spelling: name:options */
        char *copy = vm_strdup(v), *colon = strchr(copy, ':');
        if (colon) *colon = '=';
        add_agent(copy, false);
        free(copy);
        return JNI_OK;
    }
    if (starts(o, "-javaagent:", &v)) {
        char *spec = vm_malloc(strlen(v) + 16);
        sprintf(spec, "instrument=%s", v);
        add_agent(spec, false);
        free(spec);
        property_numbered("jdk.module.addmods", "java.instrument");
        return JNI_OK;
    }
    if (!strcmp(o, "-verbose:class") || !strcmp(o, "-verbose")) return parse_log("class+load=info,class+unload=info");
    if (!strcmp(o, "-Xrs")) {
        options.reduce_signals = true;
        return JNI_OK;
    }
    if (!strcmp(o, "-Xnoclassgc")) {
        options.class_unloading = false;
        return JNI_OK;
    }
    if (!strcmp(o, "-verbose:gc")) return parse_log("gc=info");
    if (!strcmp(o, "-verbose:jni")) return parse_log("jni+resolve=debug");
    if (!strcmp(o, "-verbose:module")) return parse_log("module+load=info");
    if (starts(o, "-verbose:", &v)) return JNI_OK;
    if (starts(o, "-Xbootclasspath/a:", &v)) {
        size_t old = options.boot_append ? strlen(options.boot_append) + 1 : 0;
        char *j = vm_malloc(old + strlen(v) + 1);
        sprintf(j, "%s%s%s", options.boot_append ? options.boot_append : "", options.boot_append ? ":" : "", v);
        free(options.boot_append);
        options.boot_append = j;
        property_set_internal("jdk.boot.class.path.append", j); /* the class library looks for resources there */
        return JNI_OK;
    }
    if (starts(o, "-Xbootclasspath/p:", &v) || starts(o, "-Xbootclasspath:", &v)) {
        say(stderr, "%.*s is no longer a supported option.\n", (int)(v - o - 1), o);
        return JNI_EINVAL;
    }
    if (starts(o, "-enableassertions", &v) || starts(o, "-ea", &v) || starts(o, "-disableassertions", &v) ||
        starts(o, "-da", &v)) {
        if (*v == 0 || *v == ':') {
            add_assertion(*v ? v + 1 : NULL, o[1] == 'e');
            return JNI_OK;
        }
    }
    if (!strcmp(o, "-enablesystemassertions") || !strcmp(o, "-esa")) {
        options.system_assertions = true;
        return JNI_OK;
    }
    if (!strcmp(o, "-disablesystemassertions") || !strcmp(o, "-dsa")) {
        options.system_assertions = false;
        return JNI_OK;
    }
    if (!strcmp(o, "-Xverify:none") || !strcmp(o, "-noverify")) {
        options.verify_local = options.verify_remote = false;
        warn("Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a future "
             "release.");
        return JNI_OK;
    }
    if (!strcmp(o, "-Xverify") || !strcmp(o, "-Xverify:all")) {
        options.verify_local = options.verify_remote = true;
        return JNI_OK;
    }
    if (!strcmp(o, "-Xverify:remote")) {
        options.verify_local = false;
        options.verify_remote = true;
        return JNI_OK;
    }
    if (starts(o, "-Xverify:", &v)) {
        say(stderr, "Unrecognized verification option: %s\n", o);
        return JNI_EINVAL;
    }
    if (starts(o, "-Xcheck:jni", &v)) {
        options.check_jni = true;
        return JNI_OK;
    }
    if (!strcmp(o, "-Xcheck:jvmti")) {
        options.check_jvmti = true;
        return JNI_OK;
    }
    if (starts(o, "--add-reads=", &v)) {
        property_numbered("jdk.module.addreads", v);
        return JNI_OK;
    }
    if (starts(o, "--add-exports=", &v)) {
        property_numbered("jdk.module.addexports", v);
        return JNI_OK;
    }
    if (starts(o, "--add-opens=", &v)) {
        property_numbered("jdk.module.addopens", v);
        return JNI_OK;
    }
    if (starts(o, "--add-modules=", &v)) {
        property_numbered("jdk.module.addmods", v);
        return JNI_OK;
    }
    if (starts(o, "--enable-native-access=", &v)) {
        property_numbered("jdk.module.enable.native.access", v);
        return JNI_OK;
    }
    if (starts(o, "--limit-modules=", &v)) {
        property_set_internal("jdk.module.limitmods", v);
        return JNI_OK;
    }
    if (starts(o, "--module-path=", &v)) {
        property_append_path("jdk.module.path", v);
        return JNI_OK;
    }
    if (starts(o, "--upgrade-module-path=", &v)) {
        property_set_internal("jdk.module.upgrade.path", v);
        return JNI_OK;
    }
    if (starts(o, "--patch-module=", &v)) return parse_xpatch(v);
    if (starts(o, "--illegal-access=", &v)) {
        say(stderr,
            "OpenJDK 64-Bit Server VM warning: Ignoring option --illegal-access=%s; support was removed in 17.0\n", v);
        return JNI_OK;
    }
    if (!strcmp(o, "--enable-preview")) {
        options.enable_preview = true;
        property_set_internal("jdk.internal.enable.preview", "true");
        return JNI_OK;
    }
    if (!strcmp(o, "vfprintf")) {
        options.vfprintf_hook = (jint(*)(FILE *, const char *, va_list))extra;
        return JNI_OK;
    }
    if (!strcmp(o, "exit")) {
        options.exit_hook = (void (*)(jint))extra;
        return JNI_OK;
    }
    if (!strcmp(o, "abort")) {
        options.abort_hook = (void (*)(void))extra;
        return JNI_OK;
    }
    if (accepted_without_effect(o)) {
        if (!strcmp(o, "-Xint")) options.int_only = true;
        return JNI_OK;
    }
    if (options.ignore_unrecognized && o[0] == '-') return JNI_OK;
    say(stderr, "Unrecognized option: %s\n", o);
    return JNI_ERR;
}

/* The options as the program may ask for them (RuntimeMXBean, jps, jcmd), whatever brought them. */
static void note_argument(const char *o)
{
    const char *rest;
    if (*o != '-' || starts(o, "-Dsun.java.command=", &rest) || starts(o, "-Djava.class.path=", &rest) ||
        starts(o, "-Dsun.java.launcher", &rest))
        return;
    options.jvm_arg = vm_realloc(options.jvm_arg, ((size_t)options.jvm_args + 1) * sizeof *options.jvm_arg);
    options.jvm_arg[options.jvm_args++] = vm_strdup(o);
}

/* Where options are read from now, and the options file that was named there: one for each place, and none names
 * another. */
static char container[64] = "cmd_line_args";
static char *options_file;
static bool in_options_file;

static void enter_container(const char *variable)
{
    snprintf(container, sizeof container, variable ? "env_var='%s'" : "cmd_line_args", variable);
    free(options_file);
    options_file = NULL;
}

static jint parse_options_file(const char *option, const char *path)
{
    if (in_options_file) {
        say(stderr,
            "A VM options file may not refer to a VM options file. Specification of '-XX:VMOptionsFile=<file-name>' in "
            "the options file '%s' in options container '%s' is "
            "an error.\n",
            options_file, container);
        return JNI_EINVAL;
    }
    if (options_file) {
        say(stderr,
            "The option '%s' is already specified in the options container '%s' so the specification of '%s' in the "
            "same options container is an error.\n",
            options_file, container, option);
        return JNI_EINVAL;
    }
    options_file = vm_strdup(option);
    in_options_file = true;
    jint r = parse_file(path, false);
    in_options_file = false;
    return r;
}

static jint parse_argument(const char *o, void *extra)
{
    const char *path;
    if (starts(o, "-XX:VMOptionsFile=", &path)) return parse_options_file(o, path);
    note_argument(o);
    return parse_one(o, extra);
}

static jint parse_option_word(const char *word) { return parse_argument(word, NULL); }

/* A word of a file of flags: as behind -XX:, nothing else. */
static jint parse_flag_word(const char *word)
{
    size_t old = options.jvm_flags ? strlen(options.jvm_flags) + 1 : 0;
    options.jvm_flags = vm_realloc(options.jvm_flags, old + strlen(word) + 1);
    if (old) options.jvm_flags[old - 1] = ' ';
    strcpy(options.jvm_flags + old, word);
    return parse_xx(word);
}

/* Splits at white space; quotes of both kinds group, as in the environment variables. Calls `each` for each word until
 * one fails. */
static jint parse_words(const char *text, const char *origin, jint (*each)(const char *word))
{
    char *word = vm_malloc(strlen(text) + 1);
    jint r = JNI_OK;
    const char *p = text;
    while (r == JNI_OK) {
        while (isspace((unsigned char)*p)) p++;
        if (!*p) break;
        char *w = word;
        while (*p && !isspace((unsigned char)*p)) {
            if (*p == '"' || *p == '\'') {
                char q = *p++;
                while (*p && *p != q) *w++ = *p++;
                if (!*p) {
                    say(stderr, "Unmatched quote in %s\n", origin);
                    free(word);
                    return JNI_ERR;
                }
                p++;
            } else
                *w++ = *p++;
        }
        *w = 0;
        r = each(word);
    }
    free(word);
    return r;
}

static jint parse_environment(const char *variable)
{
    const char *text = getenv(variable);
    if (!text || os_has_raised_rights()) return JNI_OK;
    say(stderr, "Picked up %s: %s\n", variable, text);
    enter_container(variable);
    return parse_words(text, variable, parse_option_word);
}

/* -XX:Flags= (`flags`) or -XX:VMOptionsFile=. */
static jint parse_file(const char *path, bool flags)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        say(stderr, flags ? "Could not open settings file %s\n" : "Could not open options file '%s'\n", path);
        return JNI_ERR;
    }
    char *text = NULL;
    size_t n = 0, got;
    do {
        text = vm_realloc(text, n + 4097);
        got = fread(text + n, 1, 4096, f);
        n += got;
    } while (got == 4096 && n < 1 << 20);
    bool broken = ferror(f);
    fclose(f);
    text[n] = 0;
    for (char *p = text; *p; p++)
        if (*p == '#')
            while (*p && *p != '\n') *p++ = ' ';
    jint r = JNI_ERR;
    if (broken && !flags)
        say(stderr, "Could not read options file '%s'\n", path);
    else
        r = parse_words(text, path, flags ? parse_flag_word : parse_option_word);
    free(text);
    return r;
}

/* As HotSpot: a quarter of the memory, or where that would be less than an ordinary small heap, up to half of it. */
static size_t default_heap_max(size_t memory)
{
    const size_t small = 96 * MB / 10 * 13;
    size_t most = (size_t)((double)memory * max_ram_percentage / 100),
           least = (size_t)((double)memory * min_ram_percentage / 100);
    return least < small ? least : most > small ? most : small;
}

/* HotSpot's arithmetic: the classes themselves get at most four fifths of a limit for all. */
static void check_metaspace(void)
{
    if (options.metaspace_max < 256 * KB) vm_exit_during_init("OutOfMemoryError: Metaspace");
    if (options.metaspace_max < SIZE_MAX) {
        size_t most = ALIGN_UP(options.metaspace_max / 5 * 4, 16 * MB);
        if (options.class_space_max > most) options.class_space_max = most;
    }
    if (options.metaspace_size > options.metaspace_max) options.metaspace_size = options.metaspace_max;
}

/* HotSpot's limits and words. */
static bool check_code_cache(void)
{
    const size_t least = TINY(400 * KB, 64 * KB), most = 2 * GB, size = options.code_cache_max;
    if (size < code_cache_initial)
        say(stderr, "Invalid ReservedCodeCacheSize: %zuK. Must be at least InitialCodeCacheSize=%zuK.\n", size / KB,
            code_cache_initial / KB);
    else if (size < least)
        say(stderr, "Invalid ReservedCodeCacheSize=%zuK. Must be at least %zuK.\n", size / KB, least / KB);
    else if (size > most)
        say(stderr, "Invalid ReservedCodeCacheSize=%zuM. Must be at most %zuM.\n", size / MB, most / MB);
    return size >= code_cache_initial && size >= least && size <= most;
}

/* HotSpot's numbers: all processors up to eight, of the others five eighths. */
static void check_gc_threads(void)
{
    i64 n = os_cpu_count();
    if (parallel_gc_threads <= 0) parallel_gc_threads = use_serial ? 1 : n <= 8 ? n : 8 + (n - 8) * 5 / 8;
    options.gc_threads = (u32)parallel_gc_threads;
}

static jint check_sizes(void)
{
    size_t physical = os_physical_memory();
    if (max_ram < physical) physical = max_ram;
    if ((int)use_serial + use_parallel + use_g1 + use_z + use_shenandoah + use_epsilon > 1)
        vm_exit_during_init("Multiple garbage collectors selected");
    if (active_processors > 0) os_cpu_count_set((int)active_processors);
    if (!options.heap_max) {
        options.heap_max = default_heap_max(physical);
        /* what narrow references reach, with the room that the heap wants beside */
        const size_t largest = (size_t)30 * GB;
        if (options.heap_max > largest) options.heap_max = largest;
        if (options.heap_max > os_mem_limit() / 2) options.heap_max = os_mem_limit() / 2;
        if (options.heap_initial > options.heap_max) options.heap_max = options.heap_initial;
    }
    if (options.heap_max < 2 * MB) vm_exit_during_init("Too small maximum heap");
    if (options.heap_max < 8 * MB) options.heap_max = 8 * MB;
    if (options.heap_initial > options.heap_max)
        vm_exit_during_init("Initial heap size set to a larger value than the maximum heap size");
    if (stack_kb) options.java_stack = (size_t)stack_kb * KB;
    if (options.java_stack && options.java_stack < 136 * KB) {
        say(stdout, "\nThe Java thread stack size specified is too small. Specify at least 136k\n");
        return JNI_ENOMEM;
    }
    options.max_trace_depth = max_trace ? (u32)max_trace : UINT32_MAX;
    options.gc_stress = (u32)gc_stress;
    options.gc_stress_backoff = (u32)gc_stress_backoff;
    check_gc_threads();
    return check_code_cache() ? JNI_OK : JNI_EINVAL;
}

static void print_flags(void)
{
    printf("[Global flags]\n");
    for (size_t i = 0; i < ARRAY_LEN(our_flags); i++) {
        const struct vm_flag *f = &our_flags[i];
        switch (f->kind) {
        case FLAG_BOOL: printf("     bool %-40s = %s\n", f->name, *(bool *)f->value ? "true" : "false"); break;
        case FLAG_STRING:
            printf("    ccstr %-40s = %s\n", f->name, *(char **)f->value ? *(char **)f->value : "");
            break;
        default: printf("   size_t %-40s = %llu\n", f->name, (unsigned long long)*(u64 *)f->value); break;
        }
    }
}

jint options_parse(const JavaVMInitArgs *args)
{
    if (args->ignoreUnrecognized) options.ignore_unrecognized = true;
    /* These two steer how the others are read, wherever they stand. */
    for (jint i = 0; i < args->nOptions; i++) {
        if (!strcmp(args->options[i].optionString, "vfprintf"))
            options.vfprintf_hook = (jint(*)(FILE *, const char *, va_list))args->options[i].extraInfo;
        if (!strcmp(args->options[i].optionString, "-XX:+IgnoreUnrecognizedVMOptions"))
            options.ignore_unrecognized = true;
    }
    property_set("java.class.path", ".");
    property_set_internal("jdk.boot.class.path.append", "");
    jint r = parse_environment("JAVA_TOOL_OPTIONS");
    enter_container(NULL);
    for (jint i = 0; i < args->nOptions && r == JNI_OK; i++)
        r = parse_argument(args->options[i].optionString, args->options[i].extraInfo);
    if (r == JNI_OK) r = parse_environment("_JAVA_OPTIONS");
    if (module_property_ignored)
        warn("Ignoring system property options whose names match the '-Djdk.module.*'. names that are reserved for "
             "internal use.");
    if (options.verify_local) options.verify_remote = true; /* to verify only what is trusted makes no sense */
    if (r == JNI_OK) r = check_sizes();
    if (r == JNI_OK) check_metaspace();
    if (r == JNI_OK && options.print_flags) print_flags();
    return r;
}
