/* Threads: making, ending and merging their states, and holding all of them out when the report is written. The list of
   states and all merged numbers are guarded by LENS_LOCK_THREADS. See lens_thread.h. */
#include "lens_thread.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lens_clock.h"
#include "lens_lock.h"
#include "lens_sample.h"
#include "lens_table.h"

#define PATIENCE_NS 5000000000u /* a thread may have been suspended for good in the middle of a callback */
#define RECORD_MAX 4096         /* threads with a row of their own */

_Thread_local struct lens_thread *lens_thread_here;
/* Events of this thread do not count. After ThreadEnd HotSpot still sends events of the thread's own monitor, which
 * somebody who joins it can hold. A thread that detaches and attaches again counts again. */
static _Thread_local bool ignored;
bool lens_thread_needs_fence;

static struct lens_thread *threads; /* doubly linked */
static struct lens_thread_record *records[RECORD_MAX];
static size_t record_count;
static uint64_t record_omitted;
static struct lens_thread_totals ended; /* of threads that are gone */

static long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

void lens_thread_init(void) { lens_thread_needs_fence = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) != 0; }

/* Name and kind of THREAD; only in the live phase. */
static void read_info(JNIEnv *jni, jthread thread, struct lens_thread_record *record)
{
    jvmtiThreadInfo info = { 0 };
    if ((*lens.ti)->GetThreadInfo(lens.ti, thread, &info) != JVMTI_ERROR_NONE) return;
    if (info.name != NULL) record->name = lens_text_intern(info.name);
    record->daemon = info.is_daemon;
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)info.name);
    if (info.thread_group != NULL) (*jni)->DeleteLocalRef(jni, info.thread_group);
    if (info.context_class_loader != NULL) (*jni)->DeleteLocalRef(jni, info.context_class_loader);
}

struct lens_thread *lens_thread_adopt(JNIEnv *jni, jthread thread, bool started)
{
    if (started) ignored = false;
    if (ignored || atomic_load(&lens.closed)) return NULL;
    struct lens_thread *t = calloc(1, sizeof *t);
    struct lens_thread_record *record = calloc(1, sizeof *record);
    if (t == NULL || record == NULL || (t->root = lens_tree_new_node(&t->arena)) == NULL) {
        free(t);
        free(record);
        atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
        return NULL;
    }
    t->record = record;
    t->at = t->root;
    t->top = &t->outside;
    lens_calls_start_clock(t);
    record->name = "(unnamed)";
    record->started = started;
    record->start_ns = lens_clock_wall_ns();
    if (atomic_load(&lens.live))
        read_info(jni, thread, record);
    else if (jni != NULL && thread != NULL)
        t->unnamed = (*jni)->NewGlobalRef(jni, thread);

    lens_lock(LENS_LOCK_THREADS);
    bool closed = atomic_load(&lens.closed);
    if (!closed) {
        t->next = threads;
        if (threads != NULL) threads->previous = t;
        threads = t;
        record->listed = record_count < RECORD_MAX;
        if (record->listed)
            records[record_count++] = record;
        else
            record_omitted++;
        ended.threads_started += started;
    }
    lens_unlock(LENS_LOCK_THREADS);
    if (closed) {
        lens_tree_free(&t->arena);
        free(t);
        free(record);
        return NULL;
    }
    lens_sample_thread(t, thread);
    lens_thread_here = t;
    return t;
}

void lens_thread_ignore(void) { ignored = true; }

void lens_thread_note_start(struct lens_thread *t)
{
    if (t->record->started) return;
    t->record->started = true;
    lens_lock(LENS_LOCK_THREADS);
    ended.threads_started++;
    lens_unlock(LENS_LOCK_THREADS);
}

void lens_thread_live(JNIEnv *jni)
{
    /* Naming asks the VM, so it is done on copies outside the lock; a thread that ends meanwhile keeps its record. */
    struct {
        jthread thread;
        struct lens_thread_record *record;
    } todo[64];
    size_t count;
    do {
        count = 0;
        lens_lock(LENS_LOCK_THREADS);
        for (struct lens_thread *t = threads; t != NULL && count < 64; t = t->next)
            if (t->unnamed != NULL && t->record->listed) {
                todo[count].thread = t->unnamed;
                todo[count++].record = t->record;
                t->unnamed = NULL;
            }
        lens_unlock(LENS_LOCK_THREADS);
        for (size_t i = 0; i < count; i++) {
            read_info(jni, todo[i].thread, todo[i].record);
            (*jni)->DeleteGlobalRef(jni, todo[i].thread);
        }
    } while (count == 64);
}

/* Adds tree and counts to the merged ones. */
static void merge_locked(struct lens_thread *t)
{
    lens_tree_merge_locked(t);
    for (size_t i = 0; t->slots != NULL && i <= t->slot_mask; i++) {
        const struct lens_stats *s = t->slots[i];
        if (s == NULL) continue;
        s->method->entered += s->entered;
        s->method->left += s->left;
        s->method->threw += s->threw;
        s->method->self += s->self;
        s->method->inclusive += s->inclusive;
    }
}

static void free_thread(struct lens_thread *t)
{
    for (size_t i = 0; t->slots != NULL && i <= t->slot_mask; i++) free(t->slots[i]);
    free(t->slots);
    free(t->over);
    free(t->frames);
    lens_tree_free(&t->arena);
    free(t);
}

/* The calling thread is in a callback, so lens_thread_close_all waits for us and nobody else writes T. */
void lens_thread_end(struct lens_thread *t)
{
    struct lens_thread_record *record = t->record;
    lens_sample_thread_end(t);
    if (lens_sampled)
        lens_sample_resolve(t);
    else
        lens_calls_settle(t);
    record->ended = true;
    record->end_ns = lens_clock_wall_ns();
    lens_lock(LENS_LOCK_THREADS);
    merge_locked(t);
    ended.entered += atomic_load_explicit(&record->entered, memory_order_relaxed);
    ended.left += atomic_load_explicit(&record->left, memory_order_relaxed);
    if (t->previous != NULL)
        t->previous->next = t->next;
    else
        threads = t->next;
    if (t->next != NULL) t->next->previous = t->previous;
    lens_unlock(LENS_LOCK_THREADS);
    lens_thread_here = NULL;
    ignored = true;
    if (!record->listed) free(record);
    free_thread(t);
}

static bool is_busy(const struct lens_thread *t)
{
    return t != lens_thread_here && atomic_load_explicit(&t->busy, memory_order_acquire);
}

void lens_thread_close_all(void)
{
    lens_lock(LENS_LOCK_THREADS);
    atomic_store(&lens.closed, true);
    lens_unlock(LENS_LOCK_THREADS);
    /* From here on a callback that begins either sees CLOSED or shows BUSY to the loop below; see lens_thread_begin. */
    if (!lens_thread_needs_fence) membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    atomic_thread_fence(memory_order_seq_cst);
    uint64_t patience_ends = lens_clock_wall_ns() + PATIENCE_NS;
    for (bool busy = true; busy && lens_clock_wall_ns() < patience_ends;) {
        busy = false;
        lens_lock(LENS_LOCK_THREADS);
        for (struct lens_thread *t = threads; t != NULL; t = t->next) busy |= is_busy(t);
        lens_unlock(LENS_LOCK_THREADS);
        if (busy) sched_yield();
    }
    lens_lock(LENS_LOCK_THREADS);
    for (struct lens_thread *t = threads; t != NULL; t = t->next) {
        if (is_busy(t)) { /* what it has recorded cannot be read */
            atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
            continue;
        }
        if (lens_sampled)
            lens_sample_resolve(t);
        else
            lens_calls_settle(t);
        merge_locked(t);
    }
    lens_unlock(LENS_LOCK_THREADS);
}

struct lens_thread_totals lens_thread_totals(void)
{
    lens_lock(LENS_LOCK_THREADS);
    struct lens_thread_totals sum = ended;
    for (struct lens_thread *t = threads; t != NULL; t = t->next) {
        sum.threads_running++;
        sum.entered += atomic_load_explicit(&t->record->entered, memory_order_relaxed);
        sum.left += atomic_load_explicit(&t->record->left, memory_order_relaxed);
    }
    lens_unlock(LENS_LOCK_THREADS);
    if (lens_sampled) sum.entered = lens_sample_calls(&sum.left);
    return sum;
}

struct lens_thread_record **lens_thread_records(size_t *count, uint64_t *omitted)
{
    *count = record_count;
    *omitted = record_omitted;
    return records;
}
