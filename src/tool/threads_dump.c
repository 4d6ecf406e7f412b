/* The thread dump of SIGQUIT, jstack and Thread.print: every thread with its stack and monitors, in HotSpot's layout,
 * which tools parse. */

#include "tool/threads_dump.h"
#include "os/os_file.h"
#include "os/os_time.h"
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "core/jstring.h"
#include "exec/tier/compile_queue.h"
#include "meta/module.h"
#include "model/options.h"
#include "model/vm.h"
#include "model/wellknown.h"
#include "os/os_mem.h"
#include "thread/monitor.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include "tool/synchronizers.h"

/* "locked <0x…> (a java.lang.Object)"; of a Class: "(a java.lang.Class for Foo)". */
static void monitor_line(FILE *f, const char *what, struct object *o)
{
    char name[1024];
    struct class *c = object_class(o);
    if (c == WK(java_lang_Class) && class_of_mirror(o))
        fprintf(f, "\t- %s <0x%016llx> (a java.lang.Class for %s)\n", what, (unsigned long long)(uintptr_t)o,
                class_external_name(class_of_mirror(o), name, sizeof name));
    else
        fprintf(f, "\t- %s <0x%016llx> (a %s)\n", what, (unsigned long long)(uintptr_t)o,
                class_external_name(c, name, sizeof name));
}

static const char *java_state(u32 status)
{
    switch (status) {
    case STATUS_NEW: return "NEW";
    case STATUS_RUNNABLE: return "RUNNABLE";
    case STATUS_SLEEPING: return "TIMED_WAITING (sleeping)";
    case STATUS_IN_OBJECT_WAIT: return "WAITING (on object monitor)";
    case STATUS_IN_OBJECT_WAIT_TIMED: return "TIMED_WAITING (on object monitor)";
    case STATUS_PARKED: return "WAITING (parking)";
    case STATUS_PARKED_TIMED: return "TIMED_WAITING (parking)";
    case STATUS_BLOCKED: return "BLOCKED (on object monitor)";
    case STATUS_TERMINATED: return "TERMINATED";
    default: return "UNKNOWN";
    }
}

/* The text after nid in a thread's head line. */
static const char *os_state(u32 status)
{
    switch (status) {
    case STATUS_SLEEPING:
    case STATUS_PARKED:
    case STATUS_PARKED_TIMED: return "waiting on condition";
    case STATUS_IN_OBJECT_WAIT:
    case STATUS_IN_OBJECT_WAIT_TIMED: return "in Object.wait()";
    case STATUS_BLOCKED: return "waiting for monitor entry";
    default: return "runnable";
    }
}

static void frame_line(FILE *f, struct frame *fr)
{
    char name[1024];
    struct method *m = fr->method;
    struct class *c = m->owner;
    fprintf(f, "\tat %s.%s(", class_external_name(c, name, sizeof name), m->name->bytes);
    if (c->module && c->module->name) {
        fprintf(f, "%s", c->module->name->bytes);
        if (c->module->version) fprintf(f, "@%s", c->module->version->bytes);
        fputc('/', f);
    }
    i32 line = method_line(m, frame_bci(fr));
    if (method_is_native(m))
        fprintf(f, "Native Method)\n");
    else if (!c->source_file)
        fprintf(f, "Unknown Source)\n");
    else if (line < 0)
        fprintf(f, "%s)\n", c->source_file->bytes);
    else
        fprintf(f, "%s:%d)\n", c->source_file->bytes, line);
}

static void dump_stack(FILE *f, struct thread *t)
{
    u32 depth = 0;
    for (struct frame *fr = frame_java(t->fp); fr && depth < options.max_trace_depth; fr = frame_caller(fr), depth++) {
        frame_line(f, fr);
        struct object *blocked = atomic_load(&t->blocked_on), *waiting = atomic_load(&t->waiting_on);
        if (depth == 0) {
            if (waiting)
                monitor_line(f, blocked ? "waiting to re-lock in wait()" : "waiting on", waiting);
            else if (blocked)
                monitor_line(f, "waiting to lock", blocked);
            else if (t->java && (t->java_status == STATUS_PARKED || t->java_status == STATUS_PARKED_TIMED)) {
                struct object *blocker = obj_ref(t->java, WKF(Thread_parkBlocker));
                if (blocker) monitor_line(f, "parking to wait for ", blocker);
            }
        }
        for (u32 i = t->lock_top; i-- > 0;)
            if (t->locks[i].frame == fr &&
                (waiting ? depth > 0 || t->locks[i].obj != waiting : t->locks[i].obj != blocked))
                monitor_line(f, "locked", t->locks[i].obj);
    }
}

void thread_print_stack(struct thread *self) { dump_stack(stdout, self); }

/* ---- locks of java.util.concurrent ---- */

struct owned_locks {
    struct owned_lock {
        struct object *lock, *owner;
    } *all;
    u32 count, room;
};

static void note_lock(struct object *o, struct object *owner, void *arg)
{
    struct owned_locks *l = arg;
    if (l->count == l->room) l->all = vm_realloc(l->all, (l->room = l->room * 2 + 16) * sizeof *l->all);
    l->all[l->count++] = (struct owned_lock){ o, owner };
}

static void dump_locks(FILE *f, const struct owned_locks *l, const struct object *owner)
{
    bool any = false;
    fputs("\n   Locked ownable synchronizers:\n", f);
    for (u32 i = 0; i < l->count; i++) {
        if (l->all[i].owner != owner) continue;
        char name[1024];
        fprintf(f, "\t- <0x%016lx> (a %s)\n", (uintptr_t)l->all[i].lock,
                class_external_name(object_class(l->all[i].lock), name, sizeof name));
        any = true;
    }
    if (!any) fputs("\t- None\n", f);
}

/* In HotSpot's units. */
static void dump_allocated(FILE *f, u64 bytes)
{
    if (bytes >= 100 * MB)
        fprintf(f, "allocated=%lluM ", (unsigned long long)(bytes / MB));
    else if (bytes >= 100 * KB)
        fprintf(f, "allocated=%lluK ", (unsigned long long)(bytes / KB));
    else
        fprintf(f, "allocated=%lluB ", (unsigned long long)bytes);
}

static double cpu_ms(const struct thread *t)
{
    i64 cpu = 0;
    (void)thread_cpu_ns(t, &cpu);
    return (double)cpu / 1e6;
}
static double age_s(const struct thread *t) { return (double)(os_time_monotonic_ns() - t->start_ns) / 1e9; }

/* A compiler thread: as on HotSpot, but without a number, since it has no Java object unless agents get events of
 * code. */
static void dump_compiler(FILE *f, const struct thread *t, bool extended)
{
    fprintf(f, "\"%s\" daemon prio=9 os_prio=0 cpu=%.2fms elapsed=%.2fs ", t->name, cpu_ms(t), age_s(t));
    if (extended) dump_allocated(f, heap_allocated_by(&t->heap));
    fprintf(f, "tid=0x%016llx nid=0x%x waiting on condition  [0x0000000000000000]\n", (unsigned long long)(uintptr_t)t,
            t->os_tid);
    fputs("   java.lang.Thread.State: RUNNABLE\n", f);
    (void)compile_thread_print(t, f);
    fputc('\n', f);
}

static void dump_thread(FILE *f, struct thread *t, const struct owned_locks *locks, bool extended)
{
    struct object *s = t->java ? obj_ref(t->java, WKF(Thread_name)) : NULL;
    char *name = s ? string_to_mutf8(s) : NULL;
    u32 status = atomic_load(&t->java_status);
    fprintf(f, "\"%s\"", name ? name : t->name);
    free(name);
    if (t->java) {
        fprintf(f, " #%lld%s prio=%d", (long long)obj_long(t->java, WKF(Thread_tid)),
                obj_byte(t->java, WKF(Thread_daemon)) ? " daemon" : "", obj_int(t->java, WKF(Thread_priority)));
    }
    fprintf(f, " os_prio=0 cpu=%.2fms elapsed=%.2fs ", cpu_ms(t), age_s(t));
    if (extended) dump_allocated(f, heap_allocated_by(&t->heap));
    fprintf(f, "tid=0x%016llx nid=0x%x %s  [0x%016llx]\n", (unsigned long long)(uintptr_t)t, t->os_tid,
            os_state(t->notified ? STATUS_IN_OBJECT_WAIT : status),
            (unsigned long long)(uintptr_t)t->context.sp & ~0xfffull);
    if (t->java) fprintf(f, "   java.lang.Thread.State: %s\n", java_state(status));
    dump_stack(f, t);
    if (locks && t->java) dump_locks(f, locks, t->java);
    fputc('\n', f);
}

/* ---- deadlocks: cycles of threads that wait for each other's monitors or locks ---- */

/* The lock that t waits for and that a thread can own; *monitor: it is a monitor. NULL: none. */
static struct object *wanted_lock(const struct thread *t, bool *monitor)
{
    struct object *o = atomic_load(&t->blocked_on);
    *monitor = o != NULL;
    if (o) return o;
    u32 status = atomic_load(&t->java_status);
    return t->java && (status == STATUS_PARKED || status == STATUS_PARKED_TIMED)
               ? obj_ref(t->java, WKF(Thread_parkBlocker))
               : NULL;
}

static struct thread *owner_of_wanted(const struct thread *t)
{
    bool monitor;
    struct object *o = wanted_lock(t, &monitor), *owner = o && !monitor ? synchronizer_owner(o) : NULL;
    if (!o || (!monitor && !owner)) return NULL;
    for (struct thread *x = threads_first(); x; x = x->next)
        if (monitor ? monitor_owned_by(x, o) : x->java == owner) return x;
    return NULL;
}

/* Is t in a cycle, and the first thread of the list in it? Then it represents the cycle. */
static bool stands_for_cycle(struct thread *t)
{
    u32 steps = 0, n = threads_count() + 16;
    struct thread *x = owner_of_wanted(t);
    for (; x && x != t && steps++ < n; x = owner_of_wanted(x))
        if (x->index < t->index) return false;
    return x == t;
}

static void dump_wish(FILE *f, struct thread *t)
{
    char name[1024];
    bool monitor;
    struct object *o = wanted_lock(t, &monitor);
    class_external_name(object_class(o), name, sizeof name);
    fprintf(f, "\"%s\":\n", t->name);
    if (monitor)
        fprintf(f, "  waiting to lock monitor 0x%016lx (object 0x%016lx, a %s),\n", (uintptr_t)o, (uintptr_t)o, name);
    else
        fprintf(f, "  waiting for ownable synchronizer 0x%016lx, (a %s),\n", (uintptr_t)o, name);
    fprintf(f, "  which is held by \"%s\"\n\n", owner_of_wanted(t)->name);
}

static void dump_cycle(FILE *f, struct thread *t)
{
    fputs("Found one Java-level deadlock:\n=============================\n", f);
    struct thread *x = t;
    do dump_wish(f, x);
    while ((x = owner_of_wanted(x)) != t);
    fputs("Java stack information for the threads listed above:\n"
          "===================================================\n",
          f);
    do {
        fprintf(f, "\"%s\":\n", x->name);
        dump_stack(f, x);
    } while ((x = owner_of_wanted(x)) != t);
}

static void dump_deadlocks(FILE *f)
{
    u32 cycles = 0;
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (!stands_for_cycle(t)) continue;
        if (cycles++ == 0) fputc('\n', f);
        dump_cycle(f, t);
    }
    if (cycles) fprintf(f, "\nFound %u deadlock%s.\n\n", cycles, cycles == 1 ? "" : "s");
}

void threads_print(struct thread *self, FILE *f, bool locks, bool extended)
{
    IN_STATE(self, VM);
    safepoint_begin(self, "thread dump");
    char stamp[64];
    os_time_format(stamp, sizeof stamp, os_time_wall_ms() / 1000, "%Y-%m-%d %H:%M:%S", false);
    fprintf(f, "%s\nFull thread dump %s (%s %s):\n\n", stamp, vm_name(), vm_version_string(), vm_mode());
    struct owned_locks owned = { 0 };
    if (locks) synchronizers_each_owned(note_lock, &owned);
    for (struct thread *t = threads_first(); t; t = t->next)
        if (!t->is_hidden)
            dump_thread(f, t, locks ? &owned : NULL, extended);
        else
            dump_compiler(f, t, extended);
    free(owned.all);
    u64 globals, weaks;
    refs_counts(&globals, &weaks);
    fprintf(f, "JNI global refs: %llu, weak refs: %llu\n\n", (unsigned long long)globals, (unsigned long long)weaks);
    dump_deadlocks(f);
    safepoint_end(self);
}

void threads_dump(struct thread *self, int fd)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) return;
    threads_print(self, f, options.print_concurrent_locks, false);
    fclose(f);
    if (!text) return;
    (void)os_file_write(fd, text, size);
    free(text);
}
