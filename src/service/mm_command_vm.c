/* Diagnostic commands about the VM itself: version, options, logs, threads, memory outside the heap, agents. */
#include "classfile/symbol.h"
#include "core/exception.h"
#include "exec/code/code_cache.h"
#include "jdk_release.h"
#include "jfr/jfr.h"
#include "jvmti/core/ti.h"
#include "log/log.h"
#include "log/log_history.h"
#include "meta/module.h"
#include "model/class_space.h"
#include "model/flags.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_dl.h"
#include "os/os_file.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "os/os_signal.h"
#include "os/os_time.h"
#include "service/management_int.h"
#include "service/mm_command.h"
#include "thread/events.h"
#include "thread/vmentry.h"
#include "tool/threads_dump.h"
#include <limits.h>
#include <stdlib.h>

void mm_vm_version(JNIEnv *env, const struct command_call *call, FILE *out)
{
    fprintf(out, "%s version %s\nJDK %s\n", vm_name(), vm_version_string(), vm_jdk_version());
}

void mm_vm_uptime(JNIEnv *env, const struct command_call *call, FILE *out)
{
    i64 ms = log_uptime_ns() / OS_NS_PER_MS;
    if (command_is_set(call, 0)) {
        char date[32], zone[8];
        i64 now = os_time_wall_ms();
        os_time_format(date, sizeof date, now / 1000, "%Y-%m-%dT%H:%M:%S", false);
        os_time_format(zone, sizeof zone, now / 1000, "%z", false);
        fprintf(out, "%s.%03d%s: ", date, (int)(now % 1000), zone);
    }
    fprintf(out, "%lld.%03lld s\n", (long long)(ms / 1000), (long long)(ms % 1000));
}

void mm_vm_command_line(JNIEnv *env, const struct command_call *call, FILE *out)
{
    const char *path = property_get("java.class.path");
    fputs("VM Arguments:\n", out);
    if (options.jvm_flags) fprintf(out, "jvm_flags: %s \n", options.jvm_flags);
    fputs("jvm_args:", out);
    for (int i = 0; i < options.jvm_args; i++) fprintf(out, " %s", options.jvm_arg[i]);
    fprintf(out, "\njava_command: %s\njava_class_path (initial): %s\nLauncher Type: SUN_STANDARD\n",
            options.java_command ? options.java_command : "<unknown>", path ? path : "");
}

/* ---- flags ---- */

void mm_vm_flags(JNIEnv *env, const struct command_call *call, FILE *out)
{
    if (command_is_set(call, 0))
        vm_flags_print(out, false, false);
    else
        vm_flags_print_changed(out);
}

void mm_vm_set_flag(JNIEnv *env, const struct command_call *call, FILE *out)
{
    const char *name = call->values[0], *value = call->values[1], *problem;
    struct vm_flag *f = vm_flag_find(name);
    char why[FLAG_WHY];
    if (!f)
        fprintf(out, "flag %s does not exist\n", name);
    else if (!vm_flag_is_manageable(f))
        fputs("only 'writeable' flags can be set\n", out);
    else if (!value)
        fputs("flag value is missing\n", out);
    else if ((problem = mm_change_flag(f, value, FLAG_MANAGEMENT, why)))
        fprintf(out, "%s\n", problem);
}

/* ---- properties ---- */

void mm_print_properties(JNIEnv *env, const char *method, FILE *out)
{
    jclass c = (*env)->FindClass(env, "jdk/internal/vm/VMSupport");
    jmethodID m = c ? (*env)->GetStaticMethodID(env, c, method, "()[B") : NULL;
    jbyteArray a = m ? (*env)->CallStaticObjectMethod(env, c, m) : NULL;
    if ((*env)->ExceptionCheck(env) || !a) return;
    jbyte part[1024];
    for (jsize n = (*env)->GetArrayLength(env, a), at = 0; at < n; at += (jsize)sizeof part) {
        jsize now = n - at < (jsize)sizeof part ? n - at : (jsize)sizeof part;
        (*env)->GetByteArrayRegion(env, a, at, now, part);
        fwrite(part, 1, (size_t)now, out);
    }
}
void mm_vm_properties(JNIEnv *env, const struct command_call *call, FILE *out)
{
    mm_print_properties(env, "serializePropertiesToByteArray", out);
}

/* ---- threads and agents ---- */

void mm_thread_print(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    threads_print(self, out, command_is_set(call, 0), command_is_set(call, 1));
    VM_RETURN_VOID();
}

void mm_data_dump(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    if (event_on(EV_DATA_DUMP)) hooks.data_dump(self);
    VM_RETURN_VOID();
}

/* JVMTI.agent_load LIBRARY [OPTIONS]: the rest of the line belongs to the agent, including '=' and ','; surrounding
 * quotes do not. A jar is loaded by libinstrument. */
void mm_agent_load(JNIEnv *env, const struct command_call *call, FILE *out)
{
    const char *args = call->text;
    size_t n = strcspn(args, " ");
    if (n == 0) {
        fputs("java.lang.IllegalArgumentException: The argument 'library path' is mandatory.\n", out);
        return;
    }
    char *path = vm_strdup(args), *text = path + n;
    if (*text) *text++ = 0;
    while (*text == ' ') text++;
    size_t len = strlen(text);
    if (len >= 2 && (*text == '"' || *text == '\'') && text[len - 1] == *text) {
        text[len - 1] = 0;
        text++;
    }
    if (n >= 4 && !strcmp(path + n - 4, ".jar")) {
        size_t size = strlen(path) + strlen(text) + 2;
        char *jar = vm_malloc(size);
        snprintf(jar, size, "%s%s%s", path, *text ? "=" : "", text);
        attach_load_agent(env, "instrument", false, jar, out);
        free(jar);
    } else
        attach_load_agent(env, path, true, *text ? text : NULL, out);
    free(path);
}

/* VM.start_java_debugging: for libjdwp's option onjcmd=y; the function is a part of libjdwp's interface to the VM. */
typedef const char *(*start_debugging_fn)(JNIEnv *env, jobject thread, const char **transport, const char **address,
                                          jboolean *first);
static jobject calling_thread(JNIEnv *env)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, self->java));
}
void mm_start_debugging(JNIEnv *env, const struct command_call *call, FILE *out)
{
    start_debugging_fn start = (start_debugging_fn)ti_agent_function("jdwp", "debugInit_startDebuggingViaCommand");
    const char *transport = NULL, *address = NULL, *error = "Could not find jdwp agent.";
    jboolean first = JNI_FALSE;
    if (start) error = start(env, calling_thread(env), &transport, &address, &first);
    if (error) {
        fprintf(out, "Debugging has not been started: %s\n", error);
        return;
    }
    fprintf(out, "%s\nTransport : %s\nAddress : %s\n",
            first ? "Debugging has been started." : "Debugging is already active.", transport ? transport : "#unknown",
            address ? address : "#unknown");
}

/* ---- the log ---- */

void mm_vm_log(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum { OUTPUT, OUTPUT_OPTIONS, WHAT, DECORATORS, DISABLE, LIST, ROTATE };
    const char *const *v = call->values;
    bool configure = v[OUTPUT] || v[OUTPUT_OPTIONS] || v[WHAT] || v[DECORATORS];
    if (command_is_set(call, DISABLE)) log_disable();
    if (configure) {
        /* by number: an output that is there */
        const char *output = v[OUTPUT] ? v[OUTPUT] : "stdout";
        if (!strcmp(output, "#0")) output = "stdout";
        if (!strcmp(output, "#1")) output = "stderr";
        char text[2048], error[512];
        snprintf(text, sizeof text, "%s:%s:%s:%s", v[WHAT] ? v[WHAT] : "all", output,
                 v[DECORATORS] ? v[DECORATORS] : "", v[OUTPUT_OPTIONS] ? v[OUTPUT_OPTIONS] : "");
        if (log_configure(text, error, sizeof error) != LOG_CONFIGURED) fprintf(out, "%s\n", error);
    }
    jfr_log_changed(env);
    if (command_is_set(call, LIST)) log_list(out);
    if (command_is_set(call, ROTATE)) log_rotate();
    if (!configure && !v[DISABLE] && !v[LIST] && !v[ROTATE]) mm_run_command(env, "help VM.log", out);
}

/* ---- the process ---- */

void mm_vm_dynlibs(JNIEnv *env, const struct command_call *call, FILE *out)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    fputs("Dynamic libraries:\n", out);
    while (maps && fgets(line, sizeof line, maps)) fputs(line, out);
    if (maps) fclose(maps);
}

void mm_vm_events(JNIEnv *env, const struct command_call *call, FILE *out)
{
    const char *log = call->values[0];
    u32 most = call->values[1] ? (u32)strtoul(call->values[1], NULL, 10) : UINT32_MAX;
    bool collections = !log || !strcmp(log, "gc");
    enum log_history only = log ? history_named(log) : HISTORY_COUNT;
    if (!collections && only == HISTORY_COUNT) {
        fprintf(out, "Invalid log name '%s'; there are: gc", log);
        for (u32 i = 0; i < HISTORY_COUNT; i++) fprintf(out, ", %s", history_name(i));
        fputs("\n", out);
        return;
    }
    for (u32 i = 0; i < HISTORY_COUNT; i++) {
        if (collections && i == HISTORY_LIBRARIES) { /* as on HotSpot */
            if (!log) fputc('\n', out);
            mm_print_collections(out, most);
        }
        if (log && i != only) continue;
        if (!log) fputc('\n', out);
        history_print(i, most, out);
    }
}

/* In HotSpot's form, which scripts parse: handler and its library, the first 32 signals of its mask, flags, and whether
 * the calling thread blocks the signal. */
static void print_signals(FILE *out)
{
    static const char *const names[] = { "SEGV", "BUS", "FPE", "PIPE", "XFSZ", "ILL",
                                         "USR2", "HUP", "INT", "TERM", "QUIT", "TRAP" };
    fputs("\nSignal Handlers:\n", out);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct os_signal_state s;
        if (!os_signal_look(os_signal_number(names[i]), &s)) continue;
        char function[256] = "", library[PATH_MAX], mask[33] = "";
        size_t offset, in_library;
        char name[16];
        snprintf(name, sizeof name, "SIG%s", names[i]);
        fprintf(out, "%10s: ", name);
        if (!s.handler)
            fputs(s.ignored ? "SIG_IGN" : "SIG_DFL", out);
        else if (os_dl_place(s.handler, function, sizeof function, &offset, library, sizeof library, &in_library))
            fprintf(out, "%s in %s", *function ? function : "(no name)", library);
        else
            fprintf(out, "%p", s.handler);
        for (u32 bit = 0; bit < 32; bit++) mask[bit] = s.mask >> bit & 1 ? '1' : '0';
        fprintf(out, ", mask=%s, flags=%s, %s\n", mask, s.flags, s.blocked ? "blocked" : "unblocked");
    }
}

void mm_vm_info(JNIEnv *env, const struct command_call *call, FILE *out)
{
    static command_fn *const sections[] = { mm_vm_version, mm_vm_command_line, mm_vm_uptime, mm_heap_info,
                                            mm_metaspace };
    fputs("#\n# ", out);
    for (size_t i = 0; i < ARRAY_LEN(sections); i++) {
        sections[i](env, call, out);
        fputc('\n', out);
    }
    fprintf(out, "Threads: %u\n\n", threads_count());
    mm_print_collections(out, 10);
    fputc('\n', out);
    mm_vm_dynlibs(env, call, out);
    fputs("\n[Global flags]\n", out);
    vm_flags_print_changed(out);
    print_signals(out);
    fprintf(out, "\nCPUs: %d\nMemory: %lluK physical, %lluK resident\n\nEND.\n", os_cpu_count(),
            (unsigned long long)os_physical_memory() / KB, (unsigned long long)os_resident_memory() / KB);
}

/* ---- memory outside of the heap: known to the VM's own accounts, not every call of malloc ---- */

enum { MEMORY_KINDS = 6 };
struct native_account {
    const char *name;
    size_t reserved, committed;
};

static void add_code(const struct code *c, void *sum) { *(size_t *)sum += c->room; }

static void native_accounts(struct native_account *a)
{
    uintptr_t low, high;
    heap_range(&low, &high);
    struct metadata_usage u = class_space_usage();
    size_t file_used, file_committed, symbols, symbol_bytes, code = 0;
    classes_file_bytes(&file_used, &file_committed);
    symbol_statistics(&symbols, &symbol_bytes);
    code_for_each(add_code, &code);
    size_t stacks = (size_t)threads_count() * 2 * options.java_stack, heap = os_malloc_in_use();
    a[0] = (struct native_account){ "Java Heap", high - low, heap_committed() };
    a[1] = (struct native_account){ "Class", u.committed + file_committed, u.committed + file_committed };
    a[2] = (struct native_account){ "Thread", stacks, stacks };
    a[3] = (struct native_account){ "Code", options.code_cache_max, code };
    a[4] = (struct native_account){ "Symbol", symbol_bytes, symbol_bytes };
    a[5] = (struct native_account){ "Malloc", heap, heap };
}

struct memory_scale {
    size_t unit;
    const char *name;
    bool diff;
};
/* "reserved=9KB +1KB, committed=9KB": the difference to the baseline, if it is requested and not 0. */
static void print_bytes(FILE *out, const char *what, size_t now, size_t before, const struct memory_scale *s)
{
    fprintf(out, "%s=%zu%s", what, now / s->unit, s->name);
    long long added = ((long long)now - (long long)before) / (long long)s->unit;
    if (s->diff && added) fprintf(out, " %+lld%s", added, s->name);
}
static void print_account(FILE *out, const struct native_account *now, const struct native_account *before,
                          const struct memory_scale *s)
{
    print_bytes(out, "reserved", now->reserved, before->reserved, s);
    fputs(", ", out);
    print_bytes(out, "committed", now->committed, before->committed, s);
}

void mm_native_memory(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum { SUMMARY, DETAIL, BASELINE, SUMMARY_DIFF, DETAIL_DIFF, SHUTDOWN, STATISTICS, SCALE };
    static struct native_account base[MEMORY_KINDS];
    if (!options.native_tracking || !strcmp(options.native_tracking, "off")) {
        fputs("Native memory tracking is not enabled\n", out);
        return;
    }
    if (command_is_set(call, SHUTDOWN) || command_is_set(call, STATISTICS)) {
        fputs("Not supported: there is nothing to shut down and there are no call sites\n", out);
        return;
    }
    const char *scale = call->values[SCALE];
    size_t unit = !strcmp(scale, "GB") ? GB : !strcmp(scale, "MB") ? MB : KB;
    struct native_account now[MEMORY_KINDS];
    native_accounts(now);
    if (command_is_set(call, BASELINE)) {
        memcpy(base, now, sizeof base);
        fputs("Baseline taken\n", out);
        return;
    }
    bool diff = command_is_set(call, SUMMARY_DIFF) || command_is_set(call, DETAIL_DIFF);
    if (diff && !base[0].name) {
        fputs("No baseline for comparison\n", out);
        return;
    }
    struct native_account total = { "Total", 0, 0 }, before = { "Total", 0, 0 };
    for (u32 i = 0; i < MEMORY_KINDS; i++) {
        total.reserved += now[i].reserved, total.committed += now[i].committed;
        before.reserved += base[i].reserved, before.committed += base[i].committed;
    }
    const struct memory_scale s = { unit, scale, diff };
    fputs("\nNative Memory Tracking:\n\nTotal: ", out);
    print_account(out, &total, &before, &s);
    fputs("\n\n", out);
    for (u32 i = 0; i < MEMORY_KINDS; i++) {
        fprintf(out, "-%26s (", now[i].name);
        print_account(out, &now[i], &base[i], &s);
        fputs(")\n", out);
    }
    fprintf(out, "\nResident: %llu%s\n", (unsigned long long)(os_resident_memory() / unit), scale);
}

void mm_trim_native_heap(JNIEnv *env, const struct command_call *call, FILE *out)
{
    u64 before = os_resident_memory();
    os_malloc_trim();
    u64 after = os_resident_memory();
    fprintf(out, "Trim native heap: RSS+Swap: %lluK->%lluK (%lldB)\n", (unsigned long long)(before / KB),
            (unsigned long long)(after / KB), (long long)after - (long long)before);
}
