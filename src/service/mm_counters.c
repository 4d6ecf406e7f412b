/* The counters that jstat and other readers of performance data know by name: collections, pools, classes, threads. The
 * table is spec/jdk17/counters.tsv.
 *
 * Readers only map a file. So a thread of the system, which is no thread of the VM, writes the counters every 50 ms as
 * long as there is a file; collections write them too, and compilations their own. Each value is one word: readers see
 * the old or the new one.
 * Survivor spaces do not exist here; their counters are 0. */
#include "exec/code/code_report.h"
#include "jdk/perf_data.h"
#include "meta/loader.h"
#include "model/class_space.h"
#include "model/options.h"
#include "os/os_signal.h"
#include "os/os_sync.h"
#include "os/os_thread.h"
#include "os/os_time.h"
#include "service/management_int.h"
#include "thread/thread_contract.h"
#include <stdio.h>

enum { INTERVAL_MS = 50, TEXT_LENGTH = 256 };

static i64 nothing(void) { return 0; }
static i64 one(void) { return 1; }
static i64 two(void) { return 2; }
static i64 three(void) { return 3; }
static i64 least(void) { return 8; } /* size of a space that does not exist: readers divide by it */

static i64 classes_loaded(void) { return (i64)(classes_count().loaded + classes_count().unloaded); }
static i64 classes_unloaded(void) { return (i64)classes_count().unloaded; }
static i64 class_bytes(void)
{
    size_t used, committed;
    mm_class_space(&used, &committed);
    return (i64)used;
}
static i64 live(void) { return threads_live(); }
static i64 peak(void) { return threads_peak(); }
static i64 daemons(void) { return threads_live_daemons(); }
static i64 started(void) { return (i64)threads_started(); }

static i64 used(u32 pool)
{
    size_t u, c;
    mm_pool_usage(pool, &u, &c);
    return (i64)u;
}
static i64 committed(u32 pool)
{
    size_t u, c;
    mm_pool_usage(pool, &u, &c);
    return (i64)c;
}
static i64 eden_used(void) { return used(MM_POOL_EDEN); }
static i64 eden_committed(void) { return committed(MM_POOL_EDEN); }
static i64 old_used(void) { return used(MM_POOL_OLD); }
static i64 old_committed(void) { return committed(MM_POOL_OLD) ? committed(MM_POOL_OLD) : least(); }
static i64 heap_most(void) { return (i64)heap_max(); }
static i64 heap_first(void) { return (i64)options.heap_initial; }
static i64 metadata_used(void) { return used(MM_POOL_METADATA); }
static i64 metadata_committed(void) { return committed(MM_POOL_METADATA); }
static i64 metadata_most(void)
{
    return options.metaspace_max > INT64_MAX ? (i64)options.class_space_max + metadata_committed()
                                             : (i64)options.metaspace_max;
}
static i64 space_used(void) { return used(MM_POOL_CLASSES); }
static i64 space_committed(void) { return committed(MM_POOL_CLASSES); }
static i64 space_most(void) { return (i64)options.class_space_max; }

static i64 young_count(void) { return mm_gc_count(MM_YOUNG); }
static i64 full_count(void) { return mm_gc_count(MM_OLD); }
static i64 young_ticks(void) { return (i64)heap_young_ns(); }
static i64 full_ticks(void) { return (i64)(heap_collection_ns() - heap_young_ns()); }
static i64 ticks(void) { return os_time_monotonic_ns(); }

/* as of the last call of write_compiled */
static struct os_mutex compiled_lock = OS_MUTEX_INIT; /* around a leaf */
static u64 compiled_count, failed_count;
static u32 last_bytes;
static i64 compiles(void) { return (i64)compiled_count; }
static i64 compiles_failed(void) { return (i64)failed_count; }
static i64 compiled_bytes(void) { return last_bytes; }
static i64 compiled_any(void) { return compiled_count > 0; } /* 1: a method */
static i64 compile_ticks(void) { return code_compile_ns(); }

static struct counter {
    const char *name;
    i64 (*read)(void);
    u8 units, variability;
    i64 *value; /* in the area */
    bool of_compilers;
} counters[] = {
#define COUNTER(name, read, units, variability) { name, read, units, variability, NULL, false },
#define COUNTER_TEXT(name, text)
#define COUNTER_CHANGING(name, where)
#include "jdk_counters.inc"
#undef COUNTER
#undef COUNTER_TEXT
#undef COUNTER_CHANGING
};

static char *cause, *last_cause, *last_method; /* TEXT_LENGTH each */

static void write_those(bool of_compilers)
{
    for (size_t i = 0; i < ARRAY_LEN(counters); i++)
        if (counters[i].value && counters[i].variability != PERF_CONSTANT && counters[i].of_compilers == of_compilers)
            __atomic_store_n(counters[i].value, counters[i].read(), __ATOMIC_RELAXED);
}
/* After each compilation. */
static void write_compiled(void)
{
    os_mutex_lock(&compiled_lock);
    compiled_count = code_compiled(&failed_count, last_method, TEXT_LENGTH, &last_bytes);
    write_those(true);
    os_mutex_unlock(&compiled_lock);
}
static void write_counters(void) { write_those(false); }

static void count_collection(const char *why, bool done)
{
    if (!cause || !last_cause) return;
    snprintf(cause, TEXT_LENGTH, "%s", done ? "No GC" : why);
    if (!done) return;
    snprintf(last_cause, TEXT_LENGTH, "%s", why);
    write_counters();
}

void mm_count_collection(const char *why, bool done)
{
    WORLD_STOPPED();
    count_collection(why, done);
}

static void keep_writing(void *unused)
{
    static struct os_event never;
    os_signal_enter_thread(true); /* only faults; other signals go to other threads */
    os_event_init(&never);
    for (;;) {
        threads_lock(NULL); /* no stop begins, so no loader is freed while its classes are counted */
        write_counters();
        threads_unlock();
        (void)os_event_wait_until(&never, os_time_monotonic_ns() + INTERVAL_MS * OS_NS_PER_MS);
    }
}

static void add_text(const char *name, const char *text)
{
    char *value = perf_data_new(name, strlen(text) + 1, PERF_STRING, PERF_CONSTANT);
    if (value) strcpy(value, text);
}

void mm_start_counters(void)
{
    for (size_t i = 0; i < ARRAY_LEN(counters); i++) {
        struct counter *c = &counters[i];
        i64 *value = perf_data_new(c->name, 0, (enum perf_units)c->units, (enum perf_variability)c->variability);
        if (value) *value = c->read();
        c->value = value;
        c->of_compilers = strstr(c->name, ".ci.") != NULL;
    }
#define COUNTER(name, read, units, variability)
#define COUNTER_TEXT(name, text) add_text(name, text);
#define COUNTER_CHANGING(name, where) where = perf_data_new(name, TEXT_LENGTH, PERF_STRING, PERF_VARIABLE);
#include "jdk_counters.inc"
    count_collection("No GC", true);
    if (last_method) code_tell_of_compiled(write_compiled);
    /* without the thread readers see the values of the last collection */
    if (perf_data_is_shared()) (void)os_thread_create(NULL, 128 * KB, "VM Periodic", true, keep_writing, NULL);
}
