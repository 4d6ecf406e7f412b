/* Events that the JDK's half asks for: at the beginning or end of a chunk, or once in a period. */
#include "base/text.h"
#include "core/alloc.h"
#include "core/histogram.h"
#include "core/jstring.h"
#include "exec/code/code_report.h"
#include "jfr/jfr_int.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "model/flags.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_dl.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_process.h"
#include "os/os_statistics.h"
#include "os/os_time.h"
#include "thread/safepoint.h"
#include "tool/threads_dump.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- the VM and the system ---- */

static void jvm_information(struct thread *self)
{
    struct text args;
    text_init(&args, NULL, 0);
    for (int i = 0; i < options.jvm_args; i++) text_printf(&args, "%s%s", i ? " " : "", options.jvm_arg[i]);
    /* JDK Mission Control looks for the JDK's version behind "JRE (" */
    struct text version;
    text_init(&version, NULL, 0);
    text_printf(&version, "%s (%s) for linux-amd64 JRE (%s)", vm_name(), vm_version_string(), vm_jdk_build());
    recorder_jvm_information(self, vm_name(), text_string(&version), args.len ? text_string(&args) : NULL,
                             options.jvm_flags, options.java_command, log_start_wall_ms(), os_pid());
    text_free(&version);
    text_free(&args);
}

static void os_information(struct thread *self)
{
    char text[2048];
    os_version_text(text, sizeof text);
    recorder_os_information(self, text);
}

static void virtualization(struct thread *self)
{
    const char *name = os_hypervisor();
    recorder_virtualization_information(self, name ? name : "No virtualization detected");
}

static void cpu_information(struct thread *self)
{
    struct os_cpu_model m;
    os_cpu_model(&m);
    char text[300];
    snprintf(text, sizeof text, "Brand: %s, Vendor: %s", m.name, m.vendor);
    recorder_cpu_information(self, m.name, text, m.sockets, m.cores, m.threads);
}

/* The clock of events is the system's, not the processor's counter. */
static void time_stamp_counter(struct thread *self)
{
    recorder_cpu_time_stamp_counter(self, false, false, OS_NS_PER_SEC, OS_NS_PER_SEC);
}

static void system_properties(struct thread *self)
{
    const char *key, *value;
    for (u32 i = 0; property_at(i, &key, &value); i++)
        if (!property_is_internal(key)) recorder_initial_system_property(self, key, value);
}

static void environment(struct thread *self)
{
    const char *entry;
    for (u32 i = 0; (entry = os_env_at(i)) != NULL; i++) {
        const char *equals = strchr(entry, '=');
        if (!equals) continue;
        char *name = vm_strndup(entry, (size_t)(equals - entry));
        recorder_initial_environment_variable(self, name, equals + 1);
        free(name);
    }
}

static bool one_process(void *arg, int pid)
{
    char number[16], command[1024];
    snprintf(number, sizeof number, "%d", pid);
    if (!os_process_command(pid, command, sizeof command)) os_process_name(pid, command, sizeof command);
    recorder_system_process(arg, number, command);
    return true;
}
static void processes(struct thread *self) { os_process_each(one_process, self); }

static void memory(struct thread *self)
{
    recorder_physical_memory(self, (i64)os_physical_memory(), (i64)os_used_memory());
}

/* ---- rates: what has changed since the last time ---- */

static double share(u64 part, u64 whole) { return !whole ? 0 : part > whole ? 1 : (double)part / (double)whole; }

static void cpu_load(struct thread *self)
{
    static struct os_cpu_ticks last;
    struct os_cpu_ticks now;
    if (!os_cpu_ticks(&now)) return;
    u64 all = now.all - last.all, user = now.user - last.user, system = now.system - last.system;
    u64 busy = now.busy - last.busy;
    if (busy < user + system) busy = user + system;
    if (last.all && all) recorder_cpu_load(self, share(user, all), share(system, all), share(busy, all));
    last = now;
}

static void context_switches(struct thread *self)
{
    static u64 last;
    static i64 last_ns;
    u64 now;
    i64 ns = os_time_monotonic_ns();
    if (!os_context_switches(&now)) return;
    if (last_ns && ns > last_ns)
        recorder_thread_context_switch_rate(self, (double)(now - last) * 1e9 / (double)(ns - last_ns));
    last = now;
    last_ns = ns;
}

/* Bytes of an interface at the last time: those that are there and those that were. */
struct network {
    const struct symbol *name;
    u64 received, sent;
    struct network *next;
};
struct networks {
    struct thread *self;
    i64 span_ns; /* since the last time; 0: there was none */
};

static i64 bits_in_second(u64 now, u64 last, i64 span_ns)
{
    return now <= last ? 0 : (i64)((double)(now - last) * 8 * OS_NS_PER_SEC / (double)span_ns);
}

/* An interface that sent and received nothing has no event; one that is new has none either. */
static void one_network(void *arg, const char *name, u64 received, u64 sent)
{
    static struct network *all;
    struct networks *w = arg;
    const struct symbol *s = symbol_from_cstr(name);
    struct network *n = all;
    while (n && n->name != s) n = n->next;
    if (n && w->span_ns > 0) {
        i64 in = bits_in_second(received, n->received, w->span_ns), out = bits_in_second(sent, n->sent, w->span_ns);
        if (in || out) recorder_network_utilization(w->self, (u32)jfr_use_named(JFR_POOL_NETWORK, name), in, out);
    }
    if (!n) {
        n = vm_calloc(1, sizeof *n);
        n->name = s;
        n->next = all;
        all = n;
    }
    n->received = received;
    n->sent = sent;
}

static void network(struct thread *self)
{
    static i64 last_ns;
    i64 now = os_time_monotonic_ns();
    struct networks w = { self, last_ns ? now - last_ns : 0 };
    os_network_each(one_network, &w);
    last_ns = now;
}

/* Of each thread that has used the processor since the last time, or since it began, the share of all processors. */
static _Atomic i64 loads_ns; /* the last time, 0: never */
static void one_load(struct thread *self, struct thread *t, i64 now, i64 least)
{
    i64 cpu = 0, last = atomic_load(&loads_ns);
    if (!t->java || t->is_hidden || !thread_cpu_ns(t, &cpu)) return;
    i64 since = last > t->start_ns ? last : t->start_ns;
    i64 used = cpu - t->recorder_cpu_ns, span = (now - since) * os_cpu_count();
    t->recorder_cpu_ns = cpu;
    if (used < least || span <= 0) return;
    i64 user = os_time_thread_user_ns_of(t->os_tid);
    double of_user = user > 0 && cpu > 0 ? share((u64)user, (u64)cpu) : 1, load = share((u64)used, (u64)span);
    recorder_thread_cpu_load(self, t, load * of_user, load * (1 - of_user));
}

static void thread_loads(struct thread *self)
{
    i64 now = os_time_monotonic_ns();
    threads_lock(self);
    for (struct thread *t = threads_first(); t; t = t->next) one_load(self, t, now, OS_NS_PER_MS);
    threads_unlock();
    atomic_store(&loads_ns, now);
}

void jfr_thread_ends(struct thread *self)
{
    IN_STATE(self, VM);
    if (!RECORDER_WANTS(ThreadCPULoad)) return;
    threads_lock(self);
    one_load(self, self, os_time_monotonic_ns(), 0);
    threads_unlock();
}

/* ---- threads, classes, modules ---- */

static void thread_statistics(struct thread *self)
{
    recorder_java_thread_statistics(self, threads_live(), threads_live_daemons(), (i64)threads_started(),
                                    threads_peak());
}

static void thread_allocation(struct thread *self)
{
    threads_lock(self);
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (!t->java || t->is_hidden) continue;
        recorder_thread_allocation_statistics(self, (i64)heap_allocated_by(&t->heap), t);
    }
    threads_unlock();
}

static void thread_dump(struct thread *self)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) return;
    threads_print(self, f, false, false);
    if (!fclose(f)) recorder_thread_dump(self, text);
    free(text);
}

static void class_statistics(struct thread *self)
{
    struct class_counts n = classes_count();
    recorder_class_loading_statistics(self, n.loaded + (i64)n.unloaded, (i64)n.unloaded);
}

struct pair {
    struct thread *self;
    struct module *of;
};
static void one_requirement(struct module *to, void *arg)
{
    struct pair *p = arg;
    recorder_module_require(p->self, p->of, to);
}
static void one_module(struct module *m, void *arg)
{
    struct pair p = { arg, m };
    if (m->name) module_each_read(m, one_requirement, &p);
}
static void requirements(struct thread *self) { modules_for_each(one_module, self); }

static void one_export(struct package *p, struct module *to, void *self) { recorder_module_export(self, p, to); }
static void exports(struct thread *self) { modules_each_export(one_export, self); }

/* Threads that define classes, with the classes that they alone keep and those that need no keeper. */
static void loader_statistics(struct thread *self)
{
    safepoint_begin(self, "ClassLoaderStats");
    for (struct loader *l = loader_first(); l; l = l->next) {
        i64 classes = 0, hidden = 0, hidden_used = 0, hidden_space = 0;
        for (struct class *c = l->first_class; c; c = c->next_in_loader) {
            bool own = c->holder != &l->holder;
            i64 n = 1; /* with the classes of arrays of it */
            for (struct class *a = atomic_load(&c->array); a; a = atomic_load(&a->array)) n++;
            classes += own ? 0 : n;
            hidden += own ? n : 0;
            hidden_used += own ? (i64)c->holder->class_bytes : 0;
            hidden_space += own ? (i64)c->holder->space_bytes : 0;
        }
        recorder_class_loader_statistics(self, l->java ? l : NULL, loader_parent(l), (i64)(uintptr_t)l, classes,
                                         (i64)l->holder.space_bytes, (i64)l->holder.class_bytes, hidden, hidden_space,
                                         hidden_used);
    }
    safepoint_end(self);
}

static void one_library(const char *name, const void *start, size_t size, void *self)
{
    i64 base = (i64)(uintptr_t)start;
    recorder_native_library(self, name, base, base + (i64)size);
}
static void libraries(struct thread *self) { os_dl_each(one_library, self); }

/* ---- tables ---- */

/* Tables of Argus have no buckets. What was removed since the last time and what was added meanwhile are not told
 * apart. */
struct table_rates {
    i64 count, at_ns; /* the last time; 0: there was none */
};
static void rates(struct table_rates *r, size_t count, double *added, double *removed)
{
    i64 now = os_time_monotonic_ns(), change = (i64)count - r->count;
    double seconds = (double)(now - r->at_ns) / OS_NS_PER_SEC;
    bool known = r->at_ns && seconds > 0;
    *added = known && change > 0 ? (double)change / seconds : 0;
    *removed = known && change < 0 ? (double)-change / seconds : 0;
    *r = (struct table_rates){ (i64)count, now };
}

static void symbol_table(struct thread *self)
{
    static struct table_rates r;
    size_t count, bytes;
    double added, removed;
    symbol_statistics(&count, &bytes);
    rates(&r, count, &added, &removed);
    recorder_symbol_table_statistics(self, 0, (i64)count, (i64)bytes, 0, 0, 0, 0, added, removed);
}

static void string_table(struct thread *self)
{
    static struct table_rates r;
    size_t count, bytes;
    double added, removed;
    safepoint_begin(self, "StringTable");
    strings_statistics(&count, &bytes);
    safepoint_end(self);
    rates(&r, count, &added, &removed);
    recorder_string_table_statistics(self, 0, (i64)count, (i64)bytes, 0, 0, 0, 0, added, removed);
}

/* ---- compilers ---- */

static void compiler_configuration(struct thread *self)
{
    recorder_compiler_configuration(self, options.compile_threads, options.optimizer);
}

static void compiler_statistics(struct thread *self)
{
    struct code_totals t;
    code_totals_get(&t);
    recorder_compiler_statistics(self, (i64)t.methods, (i64)t.failed, 0, 0, (i64)t.methods, 0, (i64)t.bytes,
                                 (i64)t.code_bytes, (i64)t.code_bytes, t.longest_ns / OS_NS_PER_MS,
                                 t.ns / OS_NS_PER_MS);
}

static void code_configuration(struct thread *self)
{
    struct code_space s;
    code_space_get(&s);
    i64 start = (i64)(uintptr_t)s.start, size = (i64)s.size;
    recorder_code_cache_configuration(self, size, size, 0, 0, size, 0, 0, start, start + size);
}

static void code_statistics(struct thread *self)
{
    struct code_space s;
    u32 methods = 0, others = 0;
    code_space_get(&s);
    code_count(&methods, &others);
    i64 start = (i64)(uintptr_t)s.start, size = (i64)s.size;
    recorder_code_cache_statistics(self, 0, start, start + size, methods + others, methods, others, size - (i64)s.used,
                                   code_cache_is_full());
}

/* ---- flags ---- */

static u32 origin_of(const struct vm_flag *f)
{
    static const u8 numbers[] = { [FLAG_DEFAULT] = 0,    [FLAG_COMMAND_LINE] = 1, [FLAG_CONFIG_FILE] = 3,
                                  [FLAG_MANAGEMENT] = 4, [FLAG_ERGONOMIC] = 5,    [FLAG_ATTACH] = 6 };
    return numbers[vm_flag_origin(f)];
}

static bool is_type(const struct vm_flag *f, const char *a, const char *b)
{
    return !strcmp(f->type, a) || !strcmp(f->type, b);
}

static void flags(struct thread *self, u32 event)
{
    for (u32 i = 0; i < vm_flag_count(); i++) {
        const struct vm_flag *f = vm_flag_at(i);
        char room[FLAG_TEXT];
        const char *text = vm_flag_text(f, room);
        u32 origin = origin_of(f);
        if (event == RECORDER_BooleanFlag && is_type(f, "bool", ""))
            recorder_boolean_flag(self, f->name, *text == 't', origin);
        if (event == RECORDER_IntFlag && is_type(f, "int", ""))
            recorder_int_flag(self, f->name, strtoll(text, NULL, 0), origin);
        if (event == RECORDER_UnsignedIntFlag && is_type(f, "uint", ""))
            recorder_unsigned_int_flag(self, f->name, strtoll(text, NULL, 0), origin);
        if (event == RECORDER_LongFlag && is_type(f, "intx", ""))
            recorder_long_flag(self, f->name, strtoll(text, NULL, 0), origin);
        if (event == RECORDER_UnsignedLongFlag && (is_type(f, "uintx", "size_t") || is_type(f, "uint64_t", "")))
            recorder_unsigned_long_flag(self, f->name, (i64)strtoull(text, NULL, 0), origin);
        if (event == RECORDER_DoubleFlag && is_type(f, "double", ""))
            recorder_double_flag(self, f->name, strtod(text, NULL), origin);
        if (event == RECORDER_StringFlag && is_type(f, "ccstr", "ccstrlist"))
            recorder_string_flag(self, f->name, text, origin);
    }
}

/* ---- the heap ---- */

static void heap_configuration(struct thread *self)
{
    recorder_gc_heap_configuration(self, (i64)options.heap_initial, (i64)heap_max(), (i64)options.heap_initial, true, 1,
                                   8, 32);
}

static void collector_configuration(struct thread *self)
{
    recorder_gc_configuration(self, 0, 1, options.gc_threads, options.concurrent_marking, false, false,
                              options.disable_explicit_gc, INT64_MIN, 0);
}

static void span_configuration(struct thread *self) { recorder_gctlab_configuration(self, true, HEAP_LINE_SIZE, 0); }

/* Live objects alone. */
static void object_counts(struct thread *self)
{
    vm_collect(self, HEAP_CAUSE_TOOL, false);
    safepoint_begin(self, "ObjectCount");
    histogram_record(self, false, (i64)heap_collections());
    safepoint_end(self);
}

bool jfr_emit_periodic(struct thread *self, u32 event)
{
    switch (event) {
    case RECORDER_JVMInformation: jvm_information(self); return true;
    case RECORDER_OSInformation: os_information(self); return true;
    case RECORDER_VirtualizationInformation: virtualization(self); return true;
    case RECORDER_CPUInformation: cpu_information(self); return true;
    case RECORDER_CPUTimeStampCounter: time_stamp_counter(self); return true;
    case RECORDER_InitialSystemProperty: system_properties(self); return true;
    case RECORDER_InitialEnvironmentVariable: environment(self); return true;
    case RECORDER_SystemProcess: processes(self); return true;
    case RECORDER_PhysicalMemory: memory(self); return true;
    case RECORDER_CPULoad: cpu_load(self); return true;
    case RECORDER_ThreadContextSwitchRate: context_switches(self); return true;
    case RECORDER_NetworkUtilization: network(self); return true;
    case RECORDER_ThreadCPULoad: thread_loads(self); return true;
    case RECORDER_JavaThreadStatistics: thread_statistics(self); return true;
    case RECORDER_ThreadAllocationStatistics: thread_allocation(self); return true;
    case RECORDER_ThreadDump: thread_dump(self); return true;
    case RECORDER_ClassLoadingStatistics: class_statistics(self); return true;
    case RECORDER_ModuleRequire: requirements(self); return true;
    case RECORDER_GCHeapConfiguration: heap_configuration(self); return true;
    case RECORDER_GCConfiguration: collector_configuration(self); return true;
    case RECORDER_GCTLABConfiguration: span_configuration(self); return true;
    case RECORDER_ObjectCount: object_counts(self); return true;
    case RECORDER_ModuleExport: exports(self); return true;
    case RECORDER_ClassLoaderStatistics: loader_statistics(self); return true;
    case RECORDER_SymbolTableStatistics: symbol_table(self); return true;
    case RECORDER_StringTableStatistics: string_table(self); return true;
    /* Three tables that Argus does without. */
    case RECORDER_PlaceholderTableStatistics:
        recorder_placeholder_table_statistics(self, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return true;
    case RECORDER_LoaderConstraintsTableStatistics:
        recorder_loader_constraints_table_statistics(self, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return true;
    case RECORDER_ProtectionDomainCacheTableStatistics:
        recorder_protection_domain_cache_table_statistics(self, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return true;
    case RECORDER_NativeLibrary: libraries(self); return true;
    case RECORDER_CompilerConfiguration: compiler_configuration(self); return true;
    case RECORDER_CompilerStatistics: compiler_statistics(self); return true;
    case RECORDER_CodeCacheConfiguration: code_configuration(self); return true;
    case RECORDER_CodeCacheStatistics: code_statistics(self); return true;
    case RECORDER_BooleanFlag:
    case RECORDER_IntFlag:
    case RECORDER_UnsignedIntFlag:
    case RECORDER_LongFlag:
    case RECORDER_UnsignedLongFlag:
    case RECORDER_DoubleFlag:
    case RECORDER_StringFlag: flags(self, event); return true;
    default: return false;
    }
}
