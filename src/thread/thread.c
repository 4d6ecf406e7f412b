/* Threads: the structure, the list, transitions and polls. core/thread_life.c makes and ends them; safepoint.c and
 * handshake.c stop them.
 *
 * Stopping is Dekker's protocol between two words of a thread, both sequentially consistent: the thread writes `state`
 * and then reads `poll`; the requester of a stop writes `poll` and then reads `state`. So either the thread sees the
 * request, or the requester sees a thread that is out of the way and will see the request on its way back.
 *
 * Locks: the list lock is first of all VM locks. It is recursive, because the owner of a safepoint holds it
 * throughout. */
#include "log/log_history.h"
#include "thread/refs.h"
#include "thread/thread_control.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/exec_binding.h"
#include "model/wellknown.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "thread/events.h"
#include "thread/monitor.h"
#include "thread/thread_contract.h"
#include "thread/transition.h"

struct thread *thread_main;
const struct JNINativeInterface_ *thread_jni_table;
void *const *thread_dispatch_tables[4];
_Atomic(struct thread *) thread_by_index[THREAD_INDEX_COUNT];
u32 cpu_count = 1;

static __thread struct thread *current;
struct thread *thread_self(void) { return current; }

void thread_forget_current(void) { current = NULL; }

/* ---- the list ---- */

static struct os_mutex list_lock = OS_MUTEX_INIT;
static _Atomic i32 list_owner; /* tid */
static u32 list_depth;
static struct thread *first, *last;
static struct thread *lingering; /* unlinked, but some listed thread has looked them up; linked by `next` */
static u32 count, daemons, live, live_daemons, peak, next_index = 1;
static u64 started;
static struct thread_totals ended;
static const void *const tool_table[4] = { "argus thread" };

bool threads_lock_held_by_me(void)
{
    return atomic_load_explicit(&list_owner, memory_order_relaxed) == os_thread_tid();
}

/* NOT_ANALYSED, this and the next: the lock is recursive. */
NOT_ANALYSED void threads_lock(struct thread *self)
{
    NOT_IN_SIGNAL_HANDLER();
    i32 me = os_thread_tid();
    if (atomic_load_explicit(&list_owner, memory_order_relaxed) == me) {
        list_depth++;
        return;
    }
    if (!os_mutex_trylock(&list_lock)) {
        u32 state = self ? atomic_load(&self->state) : THREAD_IN_NATIVE;
        if (state == THREAD_IN_VM || state == THREAD_IN_JAVA) {
            thread_to_blocked(self);
            os_mutex_lock(&list_lock);
            /* No safepoint can be in progress, since its owner would hold this lock. A handshake may be running for
             * this thread: waits for it. A suspension takes effect at the next poll. */
            for (;;) {
                atomic_store(&self->state, state);
                if (!(atomic_load(&self->poll) & POLL_HANDSHAKE)) break;
                atomic_store(&self->state, THREAD_BLOCKED);
                handshake_process(self);
            }
        } else
            os_mutex_lock(&list_lock);
    }
    atomic_store_explicit(&list_owner, me, memory_order_relaxed);
    list_depth = 1;
}

NOT_ANALYSED void threads_unlock(void)
{
    THREADS_LOCKED();
    if (--list_depth) return;
    atomic_store_explicit(&list_owner, 0, memory_order_relaxed);
    os_mutex_unlock(&list_lock);
}

void threads_lock_keep(void)
{
    THREADS_LOCKED();
    VM_DEBUG_ONLY(contract_lock_is_held(&list_lock); os_mutex_keep(&list_lock);)
}

struct thread *threads_first(void) { return first; }
u32 threads_count(void) { return count; }
u32 threads_daemon_count(void) { return daemons; }
u32 threads_live(void) { return live; }
u32 threads_live_daemons(void) { return live_daemons; }
u32 threads_peak(void) { return peak; }
u64 threads_started(void) { return started; }
struct thread_totals threads_ended_totals(void)
{
    THREADS_LOCKED();
    return ended;
}
void threads_reset_peak(void) { peak = live; }

bool thread_is_live(const struct thread *t)
{
    THREADS_LOCKED();
    return t->java && t->counted && thread_of_java(t->java) == t && !t->is_hidden &&
           atomic_load(&t->state) != THREAD_DEAD;
}

bool thread_listed(const struct thread *t)
{
    THREADS_LOCKED();
    for (struct thread *x = first; x; x = x->next)
        if (x == t) return true;
    return false;
}

void thread_link(struct thread *t)
{
    THREADS_LOCKED();
    /* again: sampling may have changed while the thread was in no list; it has not allocated yet */
    heap_local_init(&t->heap);
    t->prev_thread = last;
    t->next = NULL;
    if (last)
        last->next = t;
    else
        first = t;
    last = t;
    if (t->is_hidden) return;
    history_note(HISTORY_THREADS, "Thread added: %s", t->name);
    count++;
    daemons += t->is_daemon;
    t->counted = true;
    live++;
    live_daemons += t->is_daemon;
    started++;
    if (live > peak) peak = live;
}

void thread_uncount(struct thread *t)
{
    THREADS_LOCKED();
    if (!t->counted) return;
    t->counted = false;
    live--;
    live_daemons -= t->is_daemon;
}

static bool is_looked_up(const struct thread *t)
{
    for (struct thread *x = first; x; x = x->next)
        if (x->looked_up == t) return true;
    return false;
}

/* Frees structures of ended threads that no thread refers to any more. */
static void free_lingering(void)
{
    for (struct thread **p = &lingering; *p;) {
        struct thread *t = *p;
        if (!atomic_load(&t->left) || is_looked_up(t)) {
            p = &t->next;
            continue;
        }
        *p = t->next;
        free(t);
    }
}

/* A thread that another one has looked up lingers: thread_free frees everything but the structure, and sets `left`. */
void thread_unlink(struct thread *t)
{
    THREADS_LOCKED();
    if (t->prev_thread)
        t->prev_thread->next = t->next;
    else
        first = t->next;
    if (t->next)
        t->next->prev_thread = t->prev_thread;
    else
        last = t->prev_thread;
    thread_by_index[t->index] = NULL;
    ended.allocated += heap_allocated_by(&t->heap);
    ended.blocked += t->blocked_count;
    ended.thrown += t->thrown;
    if (!t->is_hidden) {
        thread_uncount(t);
        count--;
        daemons -= t->is_daemon;
    }
    if (lingering) free_lingering();
    if (!is_looked_up(t)) return;
    atomic_store(&t->lingers, true);
    t->next = lingering;
    lingering = t;
}

/* ---- the structure ---- */

struct thread *thread_new(const char *name)
{
    struct thread *t = aligned_alloc(64, ALIGN_UP(sizeof(struct thread), (size_t)64));
    if (!t) return NULL;
    memset(t, 0, sizeof *t);
    t->tool_table = (const void *const *)tool_table;
    t->itself = t;
    t->jni = thread_jni_table;
    atomic_init(&t->state, THREAD_NEW);
    snprintf(t->name, sizeof t->name, "%s", name ? name : "");
    heap_local_init(&t->heap);
    t->event = calloc(1, sizeof *t->event);
    t->park_event = calloc(1, sizeof *t->park_event);
    t->resume_event = calloc(1, sizeof *t->resume_event);
    t->os = calloc(1, sizeof *t->os);
    t->lock_cap = TINY(16, 1);
    t->locks = calloc(t->lock_cap, sizeof *t->locks);
    void *cells = os_mem_reserve(ref_locals_most * sizeof(struct object *), 0); /* cells never move */
    if (cells && os_mem_commit(cells, REF_LOCALS_STEP * sizeof(struct object *))) {
        t->locals_base = cells;
        t->locals_cap = REF_LOCALS_STEP;
        t->locals_top = t->locals_floor = 1; /* index 0 means none */
    }
    static _Atomic u64 last_number;
    t->recorder_id = atomic_fetch_add(&last_number, 1) + 1;
    u64 seed = hash_u64((u64)os_time_monotonic_ns() ^ (uintptr_t)t);
    t->random_state[0] = seed | 1;
    t->random_state[1] = hash_u64(seed);
    if (!t->event || !t->park_event || !t->resume_event || !t->os || !t->locks || !t->locals_base) {
        thread_free(t);
        return NULL;
    }
    threads_lock(current);
    u32 tries = 0;
    while (tries++ < THREAD_INDEX_COUNT && (next_index == 0 || thread_by_index[next_index]))
        next_index = (next_index + 1) % THREAD_INDEX_COUNT;
    bool ok = next_index != 0 && !thread_by_index[next_index];
    if (ok) {
        t->index = next_index;
        t->reserved_word = monitor_reserved_word(t->index);
        t->reserve_in = MONITOR_RESERVE_EVERY;
        thread_by_index[t->index] = t;
        next_index = (next_index + 1) % THREAD_INDEX_COUNT;
    }
    threads_unlock();
    if (!ok) {
        thread_free(t);
        return NULL;
    }
    thread_update_dispatch(t);
    return t;
}

void thread_free(struct thread *t)
{
    if (t->stack_base) {
        char *end = (char *)ALIGN_UP((uintptr_t)t->stack_end, os_page_size()) + os_page_size();
        os_mem_release(t->stack_base, (size_t)(end - (char *)t->stack_base));
    }
    if (t->locals_base) os_mem_release(t->locals_base, ref_locals_most * sizeof(struct object *));
    free(t->event);
    free(t->park_event);
    free(t->resume_event);
    free(t->os);
    free(t->locks);
    free(t->jni_marks);
    if (atomic_load(&t->lingers))
        atomic_store(&t->left, true);
    else
        free(t);
}

bool thread_stack_create(struct thread *t, size_t bytes)
{
    size_t page = os_page_size();
    bytes = ALIGN_UP(bytes, page);
    char *p = os_mem_reserve(bytes + page, 0);
    if (!p) return false;
    if (!os_mem_commit(p, bytes)) { /* the last page stays inaccessible: the guard */
        os_mem_release(p, bytes + page);
        return false;
    }
    t->stack_base = (slot *)p;
    t->stack_end = (slot *)(p + bytes);
    size_t reserve = bytes / 8 < 64 * KB ? bytes / 8 : 64 * KB;
    t->stack_limit = (slot *)(p + bytes - reserve);
    t->jsp = t->stack_base;
    return true;
}

void thread_adopt_current(struct thread *t)
{
    current = t;
    t->os_tid = os_thread_tid();
    *t->os = os_thread_current();
    t->start_ns = os_time_monotonic_ns();
    void *low, *high;
    VM_CHECK(os_thread_stack_bounds(&low, &high));
    t->c_stack_base = high;
#ifdef ARGUS_ASAN
    const size_t reserve = 256 * KB;
#else
    const size_t reserve = 96 * KB;
#endif
    t->c_stack_limit = (char *)low + reserve;
}

/* ---- polls and dispatch ---- */

enum { METHOD_EVENTS = 1 << EV_METHOD_ENTRY | 1 << EV_METHOD_EXIT };

static void *const *dispatch_for(u32 poll)
{
    u64 events = atomic_load_explicit(&events_everywhere, memory_order_relaxed);
    const u32 polling = POLL_STOP | POLL_ASYNC_EXCEPTION | POLL_EARLY_RETURN | POLL_ASK_AGAIN;
    if (poll & polling) return thread_dispatch_tables[1];
    if ((poll & POLL_STEP) || (events >> EV_SINGLE_STEP & 1)) return thread_dispatch_tables[3];
    if ((poll & (POLL_EVENTS | POLL_METHODS)) || (events & METHOD_EVENTS)) return thread_dispatch_tables[2];
    return thread_dispatch_tables[0];
}

void thread_update_dispatch(struct thread *t)
{
    /* Two threads that update at once may store in the wrong order. The one that changed `poll` last checks again after
     * its store. */
    u32 poll = atomic_load(&t->poll);
    for (;;) {
        __atomic_store_n(&t->dispatch, dispatch_for(poll), __ATOMIC_SEQ_CST);
        u32 now = atomic_load(&t->poll);
        if (now == poll) return;
        poll = now;
    }
}

void thread_set_poll(struct thread *t, u32 bits)
{
    atomic_fetch_or(&t->poll, bits);
    thread_update_dispatch(t);
}

void thread_clear_poll(struct thread *t, u32 bits)
{
    atomic_fetch_and(&t->poll, ~bits);
    thread_update_dispatch(t);
}

/* ---- transitions ---- */

/* Each saves the caller's registers in the thread's context, for the collector. */
#define SAVING_CONTEXT(name, then) \
    CPU_SAVING_REGISTERS(name, struct thread *self, offsetof(struct thread, context), then)

SAVING_CONTEXT(thread_to_native, CPU_GO_ON_IN(thread_to_native_saved))
SAVING_CONTEXT(thread_to_blocked, CPU_GO_ON_IN(thread_to_blocked_saved))
SAVING_CONTEXT(thread_poll_slow, CPU_GO_ON_IN(thread_poll_saved))
SAVING_CONTEXT(thread_capture, CPU_RETURN)

#define FROM_ASM __attribute__((used, noinline)) void
FROM_ASM thread_to_native_saved(struct thread *self);
FROM_ASM thread_to_blocked_saved(struct thread *self);
FROM_ASM thread_poll_saved(struct thread *self);

bool thread_fences;
void thread_transitions_init(void)
{
#ifdef ARGUS_TSAN
    thread_fences = true; /* the sanitizer does not know the barrier in the other thread */
#else
    thread_fences = !os_thread_can_barrier();
#endif
}
void thread_barrier(void)
{
    if (!thread_fences) os_thread_barrier();
}

void thread_to_native_saved(struct thread *self)
{
    IN_STATE(self, VM);
    thread_become(self, THREAD_IN_NATIVE);
    if (thread_asked_to_stop(self)) stop_notify();
}
void thread_to_blocked_saved(struct thread *self)
{
    IN_STATE(self, VM);
    atomic_store(&self->state, THREAD_BLOCKED);
    if (UNLIKELY(atomic_load(&self->poll) & POLL_STOP)) stop_notify();
}

void thread_left_java(struct thread *self) { stop_notify(); }

void thread_return_to_native(struct thread *self, const struct saved_registers *outer)
{
    self->context = *outer;
    thread_to_native_saved(self);
}

void thread_from_native(struct thread *self)
{
    ON_OWN_THREAD(self);
    VM_ASSERTF(self->state == THREAD_IN_NATIVE || self->state == THREAD_NEW, "state %u", self->state);
    WORLD_RUNS();
    AFTER_MADE_KNOWN();
    thread_become(self, THREAD_IN_VM);
    if (thread_asked_to_stop(self)) (void)thread_stop_slow(self, false);
}
void thread_from_blocked(struct thread *self)
{
    IN_STATE(self, BLOCKED);
    WORLD_RUNS();
    atomic_store(&self->state, THREAD_IN_VM);
    if (UNLIKELY(atomic_load(&self->poll) & POLL_STOP)) (void)thread_stop_slow(self, false);
}

bool thread_from_blocked_unless_suspended(struct thread *self)
{
    IN_STATE(self, BLOCKED);
    WORLD_RUNS();
    atomic_store(&self->state, THREAD_IN_VM);
    if (LIKELY(!(atomic_load(&self->poll) & POLL_STOP))) return true;
    return thread_stop_slow(self, true);
}

void thread_poll_saved(struct thread *self)
{
    u32 state = atomic_load(&self->state);
    MAY_COLLECT(self);
    if (atomic_load(&self->poll) & POLL_STOP) {
        (void)thread_stop_slow(self, false);
        atomic_store(&self->state, state);
    }
}

_Atomic bool thread_contention_timing;
enum { STATUS_BIT_WAITING = 0x80, STATUS_BIT_BLOCKED = 0x400 };

/* Counts blocking and waiting that begins, and times what ends. Called by the thread itself or, for a notified waiter,
 * by the notifier that owns the monitor. */
static void note_contention(struct thread *t, u32 old, u32 status)
{
    u32 begun = status & ~old, ended = old & ~status;
    if (!((begun | ended) & (STATUS_BIT_WAITING | STATUS_BIT_BLOCKED))) return;
    i64 now = atomic_load_explicit(&thread_contention_timing, memory_order_relaxed) ? os_time_monotonic_ns() : 0;
    if (now && t->contended_since && (ended & STATUS_BIT_BLOCKED)) t->blocked_ns += now - t->contended_since;
    if (now && t->contended_since && (ended & STATUS_BIT_WAITING)) t->waited_ns += now - t->contended_since;
    t->contended_since = now;
    t->blocked_count += (begun & STATUS_BIT_BLOCKED) != 0;
    t->waited_count += (begun & STATUS_BIT_WAITING) != 0;
}

void thread_set_status(struct thread *t, u32 status)
{
    u32 old = atomic_exchange_explicit(&t->java_status, status, memory_order_relaxed);
    if (old != status) note_contention(t, old, status);
    if (t->java) __atomic_store_n((u32 *)((char *)t->java + WKF(Thread_threadStatus)), status, __ATOMIC_RELEASE);
}

struct thread *thread_of_java(struct object *java)
{
    return (struct thread *)(uintptr_t)__atomic_load_n((u64 *)((char *)java + WKF(Thread_eetop)), __ATOMIC_ACQUIRE);
}

bool thread_cpu_ns(const struct thread *t, i64 *ns)
{
    THREADS_LOCKED();
    *ns = 0;
    return !t->os_tid || os_time_thread_cpu_ns_of(t->os->handle, ns);
}

struct thread *thread_look_up(struct thread *self, struct object *java)
{
    IS_OBJECT(java);
    threads_lock(self);
    struct thread *t = self->looked_up = thread_of_java(java);
    threads_unlock();
    return t;
}

/* ---- contracts ---- */

#ifdef ARGUS_DEBUG
const char *contract_obstacle(struct thread *self)
{
    return self != thread_self()         ? "on another thread"
           : self->state != THREAD_IN_VM ? "not in state VM"
           : safepoint_mine()            ? "it has stopped the world"
           : !safepoint_may_call_out()   ? "it holds the list of threads"
           : os_mutexes_held()           ? "it holds a lock"
           : self->no_collection         ? "a caller relies on that no collection happens"
           : os_in_signal_handler()      ? "in a signal handler"
                                         : NULL;
}
#endif
