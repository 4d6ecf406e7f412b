/* /api/now: the figures of the whole process at one moment, or nearly: no thread is stopped for them. */
#include "core/alloc.h"
#include "exec/code/code_report.h"
#include "jdk_release.h"
#include "log/log.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "service/management_int.h"
#include "service/page/page_int.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

enum {
    AT_ONCE = TINY(128, 4), /* threads that are looked at before the lock of the list is given back */
    MANY = TINY(1000, 8)    /* so many threads are not walked for /api/now if /api/threads has just done so */
};
static const i64 fresh_ns = 1500 * OS_NS_PER_MS;

/* The newest sums, and when they were taken; the server's thread alone. */
static struct thread_totals newest;
static i64 newest_at;

/* A thread that ends during a walk may be missing this time, so sums are not let go back. */
static void note_totals(const struct thread_totals *sum)
{
    if (sum->allocated > newest.allocated) newest.allocated = sum->allocated;
    if (sum->blocked > newest.blocked) newest.blocked = sum->blocked;
    if (sum->thrown > newest.thrown) newest.thrown = sum->thrown;
    newest_at = os_time_monotonic_ns();
}
static void add_totals(struct thread_totals *sum, const struct thread *t)
{
    THREADS_LOCKED();
    sum->allocated += heap_allocated_by(&t->heap);
    sum->blocked += t->blocked_count;
    sum->thrown += t->thrown;
}
void page_walk_threads(struct thread *self, void (*fn)(void *arg, struct thread *t), void *arg)
{
    threads_lock(self);
    struct thread_totals sum = threads_ended_totals();
    threads_unlock();
    for (u32 i = 1; i < THREAD_INDEX_COUNT;) {
        threads_lock(self);
        for (u32 n = 0; i < THREAD_INDEX_COUNT && n < AT_ONCE; i++) {
            struct thread *t = atomic_load_explicit(&thread_by_index[i], memory_order_relaxed);
            if (!t) continue;
            page_fetch_threads(i);
            n++;
            add_totals(&sum, t);
            if (fn) fn(arg, t);
        }
        threads_unlock();
        thread_poll(self);
    }
    note_totals(&sum);
}

/* The sums over all threads, ended ones too. */
static struct thread_totals read_totals(struct thread *self)
{
    if (threads_live() < MANY || os_time_monotonic_ns() - newest_at >= fresh_ns) page_walk_threads(self, NULL, NULL);
    return newest;
}

static void put_process(struct text *t)
{
    i64 wall = os_time_wall_ms(), time = log_uptime_ns();
    char version[256];
    const char *java = vm_jdk_version(), *command = options.java_command ? options.java_command : "";
    snprintf(version, sizeof version, "%s %s", vm_name(), vm_version_string());
    page_put_number(t, "time", time);
    page_put_number(t, "wall", wall);
    page_put_number(t, "pid", os_pid());
    page_put_named(t, "vm", version, strlen(version));
    page_put_named(t, "java", java, strlen(java));
    page_put_named(t, "command", command, strlen(command));
    page_put_number(t, "start", log_start_wall_ms());
    page_put_number(t, "processors", os_cpu_count());
    page_put_number(t, "cpu", os_time_process_cpu_ns());
    page_put_number(t, "page_cpu", page_cpu_ns());
    page_put_number(t, "rss", (i64)os_resident_memory());
}

static void put_memory(struct text *t)
{
    size_t used = heap_used(), committed = heap_committed();
    text_printf(t, ",\"heap\":{\"used\":%zu,\"committed\":%zu,\"max\":%zu}", used, committed > used ? committed : used,
                heap_max());
    mm_pool_usage(MM_POOL_METADATA, &used, &committed);
    text_printf(t, ",\"metaspace\":{\"used\":%zu,\"committed\":%zu}", used, committed);
    struct code_space space;
    u32 methods, others;
    code_space_get(&space);
    code_count(&methods, &others);
    text_printf(t, ",\"code\":{\"used\":%zu,\"max\":%zu,\"methods\":%u}", space.used, space.size, methods);
}

static void put_collections(struct text *t)
{
    text_add(t, ",\"gc\":[");
    for (u32 i = 0; i < MM_COLLECTORS; i++) {
        const char *name = mm_collector_name(i);
        text_add(t, i ? ",{\"name\":" : "{\"name\":");
        text_json(t, name, strlen(name));
        page_put_number(t, "count", mm_gc_count(i));
        page_put_number(t, "time", mm_gc_time_ms(i));
        text_add(t, "}");
    }
    u64 stops, ns;
    safepoint_totals(&stops, &ns);
    text_printf(t, "],\"stops\":{\"count\":%llu,\"time\":%llu}", (unsigned long long)stops, (unsigned long long)ns);
}

void page_now(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    static u64 number;
    struct text *t = &a->body;
    struct thread_totals sum = read_totals(self);
    text_printf(t, "{\"seq\":%llu", (unsigned long long)++number);
    put_process(t);
    put_memory(t);
    put_collections(t);
    page_put_number(t, "allocated", (i64)sum.allocated);
    text_printf(t, ",\"threads\":{\"live\":%u,\"daemon\":%u,\"started\":%llu,\"peak\":%u}", threads_live(),
                threads_live_daemons(), (unsigned long long)threads_started(), threads_peak());
    struct class_counts classes = classes_count();
    text_printf(t, ",\"classes\":{\"loaded\":%u,\"unloaded\":%llu}", classes.loaded,
                (unsigned long long)classes.unloaded);
    page_put_number(t, "exceptions", (i64)sum.thrown);
    page_put_number(t, "contended", (i64)sum.blocked);
    u64 failed;
    char last[1];
    u32 bytes;
    page_put_number(t, "compiled", (i64)code_compiled(&failed, last, sizeof last, &bytes));
    text_add(t, "}");
}
