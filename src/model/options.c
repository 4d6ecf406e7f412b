/* Options: reads JavaVMInitArgs, JAVA_TOOL_OPTIONS, _JAVA_OPTIONS and option files, with HotSpot's names, messages and
 * errors.
 *
 * Runs once, on the creating thread, before anything else of the VM exists. Nothing here may use the Java heap. */
#include "base/text.h"
#include "cpu/x86_64/instructions.h"
#include "log/log.h"
#include "model/class_space.h"
#include "model/options_int.h"
#include "model/vm.h"
#include "os/os_file.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>

enum { USUAL_THRESHOLD = 1500 }; /* of ArgusStencilThreshold */

struct vm_options options = {
    .verify_remote = true,
    .max_trace_depth = 1024,
    .contended = true,
    .contended_restricted = true,
    .contended_padding = 128,
    .redefinition_room = 4,
    .metaspace_max = SIZE_MAX,
    .metaspace_size = 21 * MB,
    .class_space_max = GB,
    .code_cache_max = TINY(240 * MB, 128 * KB),
    .code_details_in_npe = true,
    .perf_data = true,
    .class_unloading = true,
    .probing = true,
    .probe_share = 1,
    .generational = true,
    .stencils = true,
    .optimizer = true,
    .escape_analysis = true,
    .fast_throw = true,
    .avx = 3,
    .vectors = true,
    .loop_unroll = 60,
    .stencil_threshold = USUAL_THRESHOLD,
    .opt_to = INT64_MAX,
    .background_compilation = true,
    .opt_work = 60 * 1000 * 1000,
    .profile_enough = 5000,
    .traces = true,
    .core_dump = true,
#ifdef ARGUS_DEBUG
    .verify_heap = true,
#endif
};

#define NO_PAUSE_GOAL (UINT64_MAX - 1) /* the flag's default */

static bool module_property_ignored;
struct options_given options_given = {
    .tiered_stop = 4,
#ifdef ARGUS_GCSTRESS
    .gc_stress = ARGUS_GCSTRESS, /* this build collects under stress by default; others when an option requests it */
#endif
    .print_warnings = true,
    .max_trace = 1024,
    .stack_kb = 1024,
    .max_ram = (u64)128 << 30,
    .max_gc_pause = NO_PAUSE_GOAL,
    .max_ram_percentage = 25,
    .min_ram_percentage = 50,
    .initial_ram_percentage = 1.5625,
    .active_processors = -1,
    .code_cache_initial = TINY(2496 * KB, 64 * KB),
};

/* ---- printing ---- */
void options_say(FILE *f, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    if (options.vfprintf_hook)
        options.vfprintf_hook(f, fmt, va);
    else
        vfprintf(f, fmt, va);
    va_end(va);
}

void options_warn(const char *text)
{
    if (options_given.print_warnings) options_say(stderr, "OpenJDK 64-Bit Server VM warning: %s\n", text);
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

bool property_at(u32 i, const char **key, const char **value)
{
    struct property *p = options.properties;
    while (p && i--) p = p->next;
    if (!p) return false;
    *key = p->key;
    *value = p->value;
    return true;
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

/* A property that only the boot layer reads. Agents may not change it. */
void property_set_internal(const char *key, const char *value)
{
    property_set(key, value);
    struct property *p = property_find(key);
    p->internal = true;
    p->writeable = false;
}

bool property_is_internal(const char *key)
{
    const struct property *p = property_find(key);
    return p && p->internal;
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

static bool starts(const char *s, const char *prefix, const char **rest)
{
    size_t n = strlen(prefix);
    if (strncmp(s, prefix, n)) return false;
    *rest = s + n;
    return true;
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
    if (!text_parse_size(text, &v)) {
        options_say(stderr, "Invalid %s: %s\n", what, option);
        return JNI_EINVAL;
    }
    *out = (size_t)v;
    return JNI_OK;
}

jint options_parse_log(const char *opt)
{
    char err[512] = "";
    switch (log_configure(opt, err, sizeof err)) {
    case LOG_CONFIGURED: return JNI_OK;
    case LOG_HELP: exit(0);
    default: options_say(stderr, "Invalid -Xlog option '%s', see error log for details.\n", opt); return JNI_EINVAL;
    }
}

/* Options that HotSpot accepts and that need no warning, since they ask for what is done anyway, or for nothing. */
static bool accepted_silently(const char *o)
{
    static const char *const exact[] = { "-Xmixed",   "-Xint",   "-Xcomp",  "-Xbatch",     "-Xfuture",    "-Xdebug",
                                         "-Xnoagent", "-server", "-client", "-Xshare:off", "-Xshare:auto" };
    for (size_t i = 0; i < ARRAY_LEN(exact); i++)
        if (!strcmp(o, exact[i])) return true;
    return false;
}

/* Options that HotSpot obeys and that have no effect here. */
static bool accepted_without_effect(const char *o)
{
    const char *rest;
    if (strcmp(o, "-Xshare:on") && !starts(o, "-Xmn", &rest) && !starts(o, "-Xmaxjitcodesize", &rest)) return false;
    flags_note_without_effect(o);
    return true;
}

/* -Xint, -Xcomp, -Xmixed: the last of them counts. With -Xcomp a method becomes machine code before its first call. */
static void take_mode(const char *o)
{
    bool comp = !strcmp(o, "-Xcomp");
    if (!comp && strcmp(o, "-Xint") && strcmp(o, "-Xmixed")) return;
    options.int_only = !strcmp(o, "-Xint");
    if (comp == options.compiled_only) return;
    options.compiled_only = comp;
    options.stencil_threshold = comp ? 1 : USUAL_THRESHOLD;
    options.background_compilation = !comp;
}

/* Options that make HotSpot do something else than starting. */
static void end_after(const char *o)
{
    if (!strcmp(o, "-Xinternalversion")) {
        options_say(stdout, "%s (%s) for linux-amd64 JRE (%s)\n", vm_name(), vm_version_string(), vm_version_string());
        exit(0);
    }
    if (strcmp(o, "-Xshare:dump")) return;
    options_warn("-Xshare:dump: this VM has no class data sharing, nothing is written");
    exit(0);
}

static jint parse_gc_log_file(const char *path)
{
    LOG(warning, gc, "-Xloggc is deprecated. Will use -Xlog:gc:%s instead.", path);
    char *text = vm_malloc(strlen(path) + 4);
    sprintf(text, "gc:%s", path);
    jint r = options_parse_log(text);
    free(text);
    return r;
}

static jint parse_file(const char *path, bool flags);
static jint parse_xpatch(const char *v)
{
    if (!strchr(v, '=')) {
        options_say(stderr, "Missing '=' in --patch-module specification\n");
        return JNI_EINVAL;
    }
    property_numbered("jdk.module.patch", v);
    return JNI_OK;
}

/* The options of the module system reach the class library as properties. Only those options may set them, since -D
 * would bypass their checks and messages. */
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
        return JNI_OK; /* the first comes from -Xbootclasspath/a, the second is for the VM, not the program */
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

/* Parses the text after "-D". */
static jint parse_property(const char *text)
{
    const char *v;
    if (starts(text, "java.endorsed.dirs=", &v)) {
        options_say(
            stdout,
            "-Djava.endorsed.dirs=%s is not supported. Endorsed standards and standalone APIs\nin modular form will be "
            "supported via the concept of upgradeable modules.\n",
            v);
        return JNI_EINVAL;
    }
    if (starts(text, "java.ext.dirs=", &v)) {
        options_say(stdout, "-Djava.ext.dirs=%s is not supported.  Use -classpath instead.\n", v);
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
        return flags_parse(v, FLAG_COMMAND_LINE);
    }
    if (!strcmp(o, "-Xlog")) return options_parse_log(o);
    if (starts(o, "-Xlog:", &v)) return options_parse_log(o);
    if (starts(o, "-Xmx", &v) || starts(o, "-XX:MaxHeapSize=", &v)) {
        jint r = size_option(o, v, "maximum heap size", &options.heap_max);
        if (r == JNI_OK && !options.heap_max) {
            options_say(stderr, "Invalid maximum heap size: %s\n", o);
            return JNI_EINVAL;
        }
        flags_note("MaxHeapSize");
        return r;
    }
    if (starts(o, "-Xms", &v)) {
        flags_note("InitialHeapSize");
        return size_option(o, v, "initial heap size", &options.heap_initial);
    }
    if (starts(o, "-Xss", &v)) {
        size_t bytes = 0;
        jint r = size_option(o, v, "thread stack size", &bytes);
        options_given.stack_kb = (i64)(ALIGN_UP(bytes, KB) / KB);
        flags_note("ThreadStackSize");
        if (r == JNI_OK && bytes > GB) {
            options_say(stderr,
                        "Invalid thread stack size: %s\nThe specified size exceeds the maximum representable size.\n",
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
    if (!strcmp(o, "-verbose:class") || !strcmp(o, "-verbose"))
        return options_parse_log("class+load=info,class+unload=info");
    if (!strcmp(o, "-Xrs")) {
        options.reduce_signals = true;
        flags_note("ReduceSignalUsage");
        return JNI_OK;
    }
    if (!strcmp(o, "-Xnoclassgc")) {
        options.class_unloading = false;
        flags_note("ClassUnloading");
        return JNI_OK;
    }
    if (!strcmp(o, "-verbose:gc")) return options_parse_log("gc=info");
    if (!strcmp(o, "-verbose:jni")) return options_parse_log("jni+resolve=debug");
    if (!strcmp(o, "-verbose:module")) return options_parse_log("module+load=info");
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
        options_say(stderr, "%.*s is no longer a supported option.\n", (int)(v - o - 1), o);
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
        options_warn(
            "Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a future "
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
        options_say(stderr, "Unrecognized verification option: %s\n", o);
        return JNI_EINVAL;
    }
    if (starts(o, "-Xcheck:jni", &v)) {
        options.check_jni = true;
        flags_note("CheckJNICalls");
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
        options_say(
            stderr,
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
    if (starts(o, "-Xloggc:", &v)) return parse_gc_log_file(v);
    if (!strcmp(o, "-Xprof")) {
        options_warn("Ignoring option -Xprof; support was removed in 10.0");
        return JNI_OK;
    }
    end_after(o);
    take_mode(o);
    if (!strcmp(o, "-Xbatch")) options.background_compilation = false;
    if (accepted_silently(o) || accepted_without_effect(o)) return JNI_OK;
    if (options.ignore_unrecognized && o[0] == '-') return JNI_OK;
    options_say(stderr, "Unrecognized option: %s\n", o);
    return JNI_ERR;
}

/* Records an option, from any source, as the program may ask for it (RuntimeMXBean, jps, jcmd). */
static void note_argument(const char *o)
{
    const char *rest;
    if (*o != '-' || starts(o, "-Dsun.java.command=", &rest) || starts(o, "-Djava.class.path=", &rest) ||
        starts(o, "-Dsun.java.launcher", &rest))
        return;
    options.jvm_arg = vm_realloc(options.jvm_arg, ((size_t)options.jvm_args + 1) * sizeof *options.jvm_arg);
    options.jvm_arg[options.jvm_args++] = vm_strdup(o);
}

void options_put_argument_first(const char *o)
{
    options.jvm_arg = vm_realloc(options.jvm_arg, ((size_t)options.jvm_args + 1) * sizeof *options.jvm_arg);
    memmove(options.jvm_arg + 1, options.jvm_arg, (size_t)options.jvm_args++ * sizeof *options.jvm_arg);
    options.jvm_arg[0] = vm_strdup(o);
}

/* The source that options are read from now, and the options file that it named: one for each source, and such a file
 * cannot name another. */
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
        options_say(
            stderr,
            "A VM options file may not refer to a VM options file. Specification of '-XX:VMOptionsFile=<file-name>' in "
            "the options file '%s' in options container '%s' is "
            "an error.\n",
            options_file, container);
        return JNI_EINVAL;
    }
    if (options_file) {
        options_say(
            stderr,
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

static bool flag_word_refused;

/* A word of a file of flags: the text after -XX:. All words are read, and each wrong one is reported. */
static jint parse_flag_word(const char *word)
{
    size_t old = options.jvm_flags ? strlen(options.jvm_flags) + 1 : 0;
    options.jvm_flags = vm_realloc(options.jvm_flags, old + strlen(word) + 1);
    if (old) options.jvm_flags[old - 1] = ' ';
    strcpy(options.jvm_flags + old, word);
    options.jvm_flag_word =
        vm_realloc(options.jvm_flag_word, ((size_t)options.jvm_flag_words + 1) * sizeof *options.jvm_flag_word);
    options.jvm_flag_word[options.jvm_flag_words++] = vm_strdup(word);
    if (flags_parse(word, FLAG_CONFIG_FILE) != JNI_OK) flag_word_refused = true;
    return JNI_OK;
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
                    options_say(stderr, "Unmatched quote in %s\n", origin);
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
    options_say(stderr, "Picked up %s: %s\n", variable, text);
    enter_container(variable);
    return parse_words(text, variable, parse_option_word);
}

/* -XX:Flags= (`flags`) or -XX:VMOptionsFile=. */
static jint parse_file(const char *path, bool flags)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        options_say(stderr, flags ? "Could not open settings file %s\n" : "Could not open options file '%s'\n", path);
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
        options_say(stderr, "Could not read options file '%s'\n", path);
    else
        r = parse_words(text, path, flags ? parse_flag_word : parse_option_word);
    if (flags && flag_word_refused) r = JNI_EINVAL;
    free(text);
    return r;
}

/* Like HotSpot: a quarter of the memory; if that is less than an ordinary small heap, up to half of it. */
static size_t default_heap_max(size_t memory)
{
    const size_t small = 96 * MB / 10 * 13;
    size_t most = (size_t)((double)memory * options_given.max_ram_percentage / 100),
           least = (size_t)((double)memory * options_given.min_ram_percentage / 100);
    return least < small ? least : most > small ? most : small;
}

/* HotSpot's rule: the classes themselves get at most four fifths of a limit for all metadata. */
static void check_metaspace(void)
{
    if (options.metaspace_max < 256 * KB) vm_exit_during_init("OutOfMemoryError: Metaspace");
    if (options.metaspace_max < SIZE_MAX) {
        size_t most = ALIGN_UP(options.metaspace_max / 5 * 4, 16 * MB);
        if (options.class_space_max > most) options.class_space_max = most;
    }
    if (options.metaspace_size > options.metaspace_max) options.metaspace_size = options.metaspace_max;
}

/* HotSpot's limits and messages. */
static bool check_code_cache(void)
{
    const size_t least = TINY(400 * KB, 64 * KB), most = 2 * GB, size = options.code_cache_max;
    if (size < options_given.code_cache_initial)
        options_say(stderr, "Invalid ReservedCodeCacheSize: %zuK. Must be at least InitialCodeCacheSize=%zuK.\n",
                    size / KB, options_given.code_cache_initial / KB);
    else if (size < least)
        options_say(stderr, "Invalid ReservedCodeCacheSize=%zuK. Must be at least %zuK.\n", size / KB, least / KB);
    else if (size > most)
        options_say(stderr, "Invalid ReservedCodeCacheSize=%zuM. Must be at most %zuM.\n", size / MB, most / MB);
    return size >= options_given.code_cache_initial && size >= least && size <= most;
}

/* HotSpot's numbers: all processors up to eight, five eighths of the others. */
static void check_gc_threads(void)
{
    i64 n = os_cpu_count();
    if (options_given.parallel_gc_threads <= 0)
        options_given.parallel_gc_threads = options_given.use_serial ? 1 : n <= 8 ? n : 8 + (n - 8) * 5 / 8;
    options.gc_threads = (u32)options_given.parallel_gc_threads;
}

static bool flag_is(const char *name, const char *value)
{
    char room[FLAG_TEXT];
    return !strcmp(vm_flag_text(vm_flag_find(name), room), value);
}

/* Does HotSpot have only one compiler with these flags? */
static bool one_compiler(void)
{
    return !options.optimizer || flag_is("TieredCompilation", "false") || flag_is("CompilationMode", "quick-only") ||
           flag_is("CompilationMode", "high-only") || flag_is("NeverActAsServerClassMachine", "true");
}

/* HotSpot's number of compiler threads of both kinds, and the part for the upper compiler: the counting threads are the
 * lower one. If HotSpot has only one compiler, it is the upper one here. */
static bool check_compilers(void)
{
    u32 log = 31u - (u32)__builtin_clz((u32)os_cpu_count()), log_log = log ? 31u - (u32)__builtin_clz(log) : 0;
    i64 usual = log * log_log * 3 / 2, least = options.int_only || !options.stencils ? 0 : one_compiler() ? 1 : 2;
    struct vm_flag *f = vm_flag_find("CICompilerCount");
    if (!f->origin) options_given.compilers = usual > 2 ? usual : 2;
    if (options_given.compilers < least)
        options_say(stderr, "CICompilerCount (%lld) must be at least %lld \n", (long long)options_given.compilers,
                    (long long)least);
    i64 lower = one_compiler() ? 0 : options_given.compilers < 3 ? 1 : options_given.compilers / 3;
    enum { MOST = 64 };
    options.compile_threads = options_given.compilers - lower > MOST ? MOST : (u32)(options_given.compilers - lower);
    return options_given.compilers >= least;
}

static void check_pause_goal(void)
{
    enum { USUAL = 30, MOST = 1000000 };
    u64 goal = options_given.max_gc_pause;
    options.gc_pause_ms = goal == NO_PAUSE_GOAL ? USUAL : goal < MOST ? (u32)goal : MOST;
}

static jint check_sizes(void)
{
    size_t physical = os_physical_memory();
    if (options_given.max_ram < physical) physical = options_given.max_ram;
    if ((int)options_given.use_serial + options_given.use_parallel + options_given.use_g1 + options_given.use_z +
            options_given.use_shenandoah + options_given.use_epsilon >
        1)
        vm_exit_during_init("Multiple garbage collectors selected");
    if (options_given.active_processors > 0) os_cpu_count_set((int)options_given.active_processors);
    if (!options.heap_max) {
        options.heap_max = default_heap_max(physical);
        /* the range of narrow references, with the heap's extra address space */
        const size_t largest = (size_t)30 * GB;
        if (options.heap_max > largest) options.heap_max = largest;
        if (options.heap_max > os_mem_limit() / 2) options.heap_max = os_mem_limit() / 2;
        if (options.heap_initial > options.heap_max) options.heap_max = options.heap_initial;
    }
    if (vm_flag_origin(vm_flag_find("InitialRAMPercentage")) == FLAG_COMMAND_LINE && !options.heap_initial)
        options.heap_initial = (size_t)((double)physical * options_given.initial_ram_percentage / 100);
    if (options.heap_max < 2 * MB) vm_exit_during_init("Too small maximum heap");
    if (options.heap_max < 8 * MB) options.heap_max = 8 * MB;
    if (options.heap_initial > options.heap_max)
        vm_exit_during_init("Initial heap size set to a larger value than the maximum heap size");
    options.optimizer &= options_given.tiered_stop >= 4;
    options.stencils &= options_given.tiered_stop > 0;
    if (options.avx > cpu_avx_level()) options.avx = cpu_avx_level();
    if (options.avx < 0) options.avx = 0;
    options.java_stack = (size_t)options_given.stack_kb * KB;
    if (options.java_stack && options.java_stack < 136 * KB) {
        options_say(stdout, "\nThe Java thread stack size specified is too small. Specify at least 136k\n");
        return JNI_ENOMEM;
    }
    options.max_trace_depth = options_given.max_trace ? (u32)options_given.max_trace : UINT32_MAX;
    options.gc_stress = (u32)options_given.gc_stress;
    options.gc_stress_backoff = (u32)options_given.gc_stress_backoff;
    check_gc_threads();
    check_pause_goal();
    if (!check_compilers()) return JNI_EINVAL;
    return check_code_cache() ? JNI_OK : JNI_EINVAL;
}

jint options_add_hotswap_agent(void)
{
    static const char *const opened[] = { "java.base/java.lang",
                                          "java.base/java.io",
                                          "java.base/jdk.internal.loader",
                                          "java.base/sun.security.action",
                                          "java.desktop/java.beans",
                                          "java.desktop/com.sun.beans",
                                          "java.desktop/com.sun.beans.introspect",
                                          "java.desktop/com.sun.beans.util" };
    const char *mode = options.hotswap;
    if (!mode || !*mode || !strcmp(mode, "disabled")) return JNI_OK;
    bool core = !strcmp(mode, "core"), whole = !strcmp(mode, "fatjar");
    if (!core && !whole && strcmp(mode, "external")) {
        options_say(stderr, "Invalid HotswapAgent option '%s', one of disabled, external, core, fatjar is expected\n",
                    mode);
        return JNI_EINVAL;
    }
    for (size_t i = 0; i < ARRAY_LEN(opened); i++) {
        char value[80];
        snprintf(value, sizeof value, "%s=ALL-UNNAMED", opened[i]);
        property_numbered("jdk.module.addopens", value);
    }
    if (!core && !whole) return JNI_OK;
    const char *jar = core ? "hotswap-agent-core.jar" : "hotswap-agent.jar";
    char *spec = vm_malloc(strlen(options.java_home) + 64);
    sprintf(spec, "instrument=%s/lib/hotswap/%s", options.java_home, jar);
    if (os_file_exists(strchr(spec, '=') + 1)) {
        add_agent(spec, false);
        property_numbered("jdk.module.addmods", "java.instrument");
    } else {
        char text[PATH_MAX + 64];
        snprintf(text, sizeof text, "HotswapAgent not found on path: '%s'", strchr(spec, '=') + 1);
        options_warn(text);
    }
    free(spec);
    return JNI_OK;
}

jint options_parse(const JavaVMInitArgs *args)
{
    if (args->ignoreUnrecognized) options.ignore_unrecognized = true;
    /* These two affect how the others are read, wherever they are. */
    for (jint i = 0; i < args->nOptions; i++) {
        if (!strcmp(args->options[i].optionString, "vfprintf"))
            options.vfprintf_hook = (jint(*)(FILE *, const char *, va_list))args->options[i].extraInfo;
        if (!strcmp(args->options[i].optionString, "-XX:+IgnoreUnrecognizedVMOptions"))
            options.ignore_unrecognized = true;
    }
    flags_init();
    property_set("java.class.path", ""); /* the launcher says "." where it means it */
    property_set_internal("jdk.boot.class.path.append", "");
    jint r = parse_environment("JAVA_TOOL_OPTIONS");
    enter_container(NULL);
    for (jint i = 0; i < args->nOptions && r == JNI_OK; i++)
        r = parse_argument(args->options[i].optionString, args->options[i].extraInfo);
    if (r == JNI_OK) r = parse_environment("_JAVA_OPTIONS");
    if (module_property_ignored)
        options_warn(
            "Ignoring system property options whose names match the '-Djdk.module.*'. names that are reserved for "
            "internal use.");
    if (options.verify_local) options.verify_remote = true; /* verifying only the trusted classes makes no sense */
    if (r == JNI_OK) r = check_sizes();
    if (r == JNI_OK) check_metaspace();
    if (r == JNI_OK) r = flags_check();
    return r;
}
