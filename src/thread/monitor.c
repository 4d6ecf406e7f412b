/* Monitors (JLS §17.1, §17.2). The lock word's states are in heap/object.h.
 *
 *     FREE ──enter──▶ THIN (owner, count) ──contention, wait, hash, deep recursion──▶ FAT (index of a struct monitor)
 *     FREE with hash ──enter──▶ FAT, a class: THIN         FAT ──collection, not in use──▶ FREE
 *     FREE ──enter, now and then──▶ RESERVED (owner, count or none) ──another thread──▶ THIN or FAT
 *
 * A thread takes a thin lock by compare-and-swap and leaves it by a plain store to the word's upper half: THIN of
 * thread 0 is equivalent to FREE. So while a thread owns a thin lock, no other thread changes that half. A thread that
 * wants it inflated stops the owner (handshake.c), which never polls between reading the word and that store. Words
 * without an owner, and the thread's own, are inflated by compare-and-swap. Deflation happens only while the world is
 * stopped. So a thread that is IN_VM may use an index that it has read until it reaches a poll; to use it longer it
 * pins the monitor.
 *
 * Of the locks that compiled code takes by compare-and-swap, each thread reserves every nth: it stays the thread's when
 * it is left, and is entered by a plain store, or by none (exec/opt/pass/opt_unnoted.c). The first other thread that
 * wants it stops the owner and removes the reservation. That object gets no other one before it is deflated; after
 * GIVEN_UP_MOST such stops no object of its class gets one. The reservations of an ended thread go to the next thread
 * with its index, or to the first thread that wants one, under the lock of the threads.
 *
 * A fat monitor has an owner word, a queue of threads that want to enter and one of threads that wait. The owner word
 * changes by compare-and-swap. A thread that leaves clears it and then wakes the head of the queue, which competes with
 * newly arriving threads. A thread joins the queue and then tries once more, so no wake-up is lost. Notify moves a
 * thread from the waiting to the entering queue; it wakes when the owner leaves. A thread that finds itself suspended
 * leaves the queue until it is resumed, so that it neither takes a monitor nor consumes a wake-up.
 *
 * Locks: table_lock and each monitor's lock are leaves, held for a few instructions, never over a poll. */
#include "thread/monitor.h"
#include "thread/contention.h"

#include <stdlib.h>

#include "cpu/x86_64/instructions.h"
#include "log/log.h"
#include "model/core_binding.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

enum queue { Q_NONE, Q_ENTER, Q_WAIT };

/* A thread in a queue; lies on its C stack. */
/* A thread named by an event that is posted later, when the thread may have ended. */
struct noted_thread {
    u64 number; /* 0: none */
    u32 epoch;
};
struct node {
    struct thread *thread;
    struct node *prev, *next;
    enum queue queue;
    bool notified;
    struct noted_thread notifier; /* for the flight recorder */
};

struct list {
    struct node *_Atomic head;
    struct node *tail;
};

struct monitor {
    struct object *obj; /* weak */
    bool on_its_way;    /* taken from the free list, but not an object's yet */
    bool is_recent;     /* its index is in `recent` */
    struct thread *_Atomic owner;
    u32 entries; /* of the owner */
    _Atomic u32 hash;
    _Atomic u32 pins;     /* number of threads that hold a pointer to this over a poll */
    struct os_mutex lock; /* the queues */
    struct list enter, wait;
    u32 index, next_free;
};

/* ---- the table ---- */

enum { CHUNK_SHIFT = TINY(8, 1), CHUNK = 1 << CHUNK_SHIFT, CHUNKS = TINY(65536, 1 << 20) };
static struct monitor *chunks[CHUNKS];
const struct monitor_layout monitor_layout = { .chunks = chunks,
                                               .chunk_shift = CHUNK_SHIFT,
                                               .size = sizeof(struct monitor),
                                               .owner = offsetof(struct monitor, owner),
                                               .entries = offsetof(struct monitor, entries),
                                               .queue = offsetof(struct monitor, enter.head) };
static struct os_mutex table_lock = OS_MUTEX_INIT;
static u32 chunk_count GUARDED_BY(table_lock), free_head GUARDED_BY(table_lock); /* index 0 is never used */
/* Indexes of monitors that were taken since the last collection, or had no object then; each once. */
static u32 *recent GUARDED_BY(table_lock), recent_count GUARDED_BY(table_lock), recent_capacity GUARDED_BY(table_lock);

static inline struct monitor *monitor_at(u32 index) { return &chunks[index / CHUNK][index % CHUNK]; }
static inline struct monitor *monitor_of(u32 word) { return monitor_at(word >> LOCK_FAT_SHIFT); }

static void free_monitor_locked(struct monitor *m) WANTS_LOCK(table_lock)
{
    LOCK_HELD_OR_WORLD_STOPPED(&table_lock);
    m->obj = NULL;
    m->on_its_way = false;
    m->next_free = free_head;
    free_head = m->index;
}

/* A monitor that was taken and given back may be taken again before the next collection, and is there already. */
static void note_recent_locked(struct monitor *m) WANTS_LOCK(table_lock)
{
    LOCK_HELD_OR_WORLD_STOPPED(&table_lock);
    if (m->is_recent) return;
    if (recent_count == recent_capacity) {
        recent_capacity = recent_capacity ? recent_capacity * 2 : 64;
        recent = vm_realloc(recent, recent_capacity * sizeof *recent);
    }
    recent[recent_count++] = m->index;
    m->is_recent = true;
}

static struct monitor *new_monitor(void)
{
    os_mutex_lock(&table_lock);
    if (!free_head) {
        VM_CHECK(chunk_count < CHUNKS);
        struct monitor *c = vm_calloc(CHUNK, sizeof *c);
        u32 first = chunk_count * CHUNK;
        chunks[chunk_count++] = c;
        for (u32 i = CHUNK; i-- > 0;) {
            c[i].index = first + i;
            os_mutex_init(&c[i].lock);
            if (c[i].index) free_monitor_locked(&c[i]);
        }
    }
    struct monitor *m = monitor_at(free_head);
    free_head = m->next_free;
    m->on_its_way = true;
    note_recent_locked(m);
    os_mutex_unlock(&table_lock);
    m->entries = 0;
    atomic_store_explicit(&m->hash, 0, memory_order_relaxed);
    atomic_store_explicit(&m->owner, NULL, memory_order_relaxed);
    return m;
}

static void drop_monitor(struct monitor *m)
{
    os_mutex_lock(&table_lock);
    free_monitor_locked(m);
    os_mutex_unlock(&table_lock);
}

/* ---- lock words with a thread's index ---- */

static u32 thin_index(u32 w) { return (w & LOCK_STATE_MASK) == LOCK_THIN ? w >> LOCK_THIN_TID_SHIFT : 0; }
static u32 thin_rec(u32 w) { return w >> LOCK_THIN_REC_SHIFT & LOCK_THIN_LEFT; }
static bool is_held_thin(u32 w) { return thin_index(w) && thin_rec(w) != LOCK_THIN_LEFT; }
/* Is it reserved, and not entered? */
static bool is_kept(u32 w) { return thin_index(w) && thin_rec(w) == LOCK_THIN_LEFT; }
/* May t, or a thread that has stopped t, change the word? t NULL: for the word of an ended thread. */
static bool is_open_to(const struct thread *t, u32 w) { return !thin_index(w) || thread_by_index[thin_index(w)] == t; }

/* Calls fn(t, arg) while t, the thread whose index is in o's word, is stopped; NULL: t has ended, and no thread starts
 * meanwhile. May do nothing, so the caller reads the word again. */
static void with_owner_stopped(struct thread *self, struct object *o, handshake_fn fn, void *arg)
{
    u32 index = thin_index(atomic_load_explicit(&o->lock, memory_order_acquire));
    struct thread *owner = thread_by_index[index];
    if (!index) return;
    if (safepoint_caller_stopped())
        fn(owner, arg);
    else if (owner)
        (void)handshake_run(self, owner, fn, arg); /* false: it has ended, or has not started */
    else {
        threads_lock(self);
        if (!thread_by_index[index]) fn(NULL, arg);
        threads_unlock();
    }
}

/* The number of removed reservations by class; classes with the same hash share one. */
enum { GIVEN_UP_MOST = TINY(50, 3) };
static _Atomic u8 given_up[256];
static _Atomic u8 *given_up_of(const struct object *o)
{
    return &given_up[hash_u64(o->class_ref) % ARRAY_LEN(given_up)];
}
/* Does the thread reserve o, whose word is w, when it enters? */
static bool reserves(struct thread *self, const struct object *o, u32 w)
{
    if (LIKELY(self->reserve_in > 0)) return false;
    self->reserve_in = MONITOR_RESERVE_EVERY;
    return !(w & LOCK_SHARED) && atomic_load_explicit(given_up_of(o), memory_order_relaxed) < GIVEN_UP_MOST;
}
static void take_away_stopped(struct thread *owner, void *arg)
{
    struct object *o = arg;
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    while (is_kept(w) && is_open_to(owner, w))
        if (atomic_compare_exchange_strong(&o->lock, &w, (w & LOCK_GC_MASK) | LOCK_THIN | LOCK_SHARED)) {
            _Atomic u8 *n = given_up_of(o);
            if (atomic_load_explicit(n, memory_order_relaxed) < GIVEN_UP_MOST) atomic_fetch_add(n, 1);
            return;
        }
}
/* o's lock is reserved for a thread, and not entered. Afterwards it is free, or some thread has entered it. */
static void take_away(struct thread *self, struct object *o) { with_owner_stopped(self, o, take_away_stopped, o); }

/* ---- inflation ---- */

/* Makes m the monitor of o, in the state of the word w. Returns false if o has another word now. */
static bool become_fat(struct object *o, u32 w, struct monitor *m)
{
    bool thin = (w & LOCK_STATE_MASK) == LOCK_THIN, held = is_held_thin(w);
    m->entries = held ? thin_rec(w) + 1 : 0;
    atomic_store_explicit(&m->owner, held ? thread_by_index[thin_index(w)] : NULL, memory_order_relaxed);
    atomic_store_explicit(&m->hash, thin ? 0 : w >> LOCK_HASH_SHIFT, memory_order_relaxed);
    m->obj = o;
    if (atomic_compare_exchange_strong(&o->lock, &w, (w & LOCK_GC_MASK) | m->index << LOCK_FAT_SHIFT | LOCK_FAT)) {
        m->on_its_way = false; /* no collection can come in between, since the caller does not poll */
        return true;
    }
    m->obj = NULL;
    return false;
}

/* The state of an inflation. */
struct inflation {
    struct object *o;
    struct monitor *fresh; /* NULL: none yet, or used */
    bool done;             /* used */
    i64 began;             /* for the flight recorder */
};
/* The cause, by the recorder's constants. */
enum inflate_cause { INFLATE_ENTER = 1, INFLATE_WAIT, INFLATE_NOTIFY, INFLATE_HASH };
/* Returns o's monitor, or NULL if its word has the index of another thread than t. Runs on t, or while t is stopped. */
static struct monitor *inflate_of(struct thread *t, struct inflation *in)
{
    for (;;) {
        u32 w = atomic_load_explicit(&in->o->lock, memory_order_acquire);
        if ((w & LOCK_STATE_MASK) == LOCK_FAT) return monitor_of(w);
        if (!is_open_to(t, w)) return NULL;
        if (!in->fresh) in->fresh = new_monitor();
        struct monitor *m = in->fresh;
        if (!become_fat(in->o, w, m)) continue;
        in->fresh = NULL;
        in->done = true;
        return m;
    }
}
static void inflate_stopped(struct thread *owner, void *in) { (void)inflate_of(owner, in); }
static struct inflation begin_inflation(struct object *o)
{
    return (struct inflation){ .o = o, .began = RECORDER_WANTS(JavaMonitorInflate) ? os_time_monotonic_ns() : 0 };
}
static void end_inflation(struct thread *self, const struct inflation *in, enum inflate_cause cause)
{
    if (in->fresh) drop_monitor(in->fresh);
    if (in->done && in->began && RECORDER_WANTS(JavaMonitorInflate))
        recorder_java_monitor_inflate(self, in->began, object_class(in->o), (i64)(uintptr_t)in->o, cause);
}

/* Returns NULL if the word has another thread's index. Does not stop. */
static struct monitor *inflate_quick(struct thread *self, struct object *o, enum inflate_cause cause)
{
    struct inflation in = begin_inflation(o);
    struct monitor *m = inflate_of(self, &in);
    end_inflation(self, &in, cause);
    return m;
}
/* May collect if the word has another thread's index. */
static struct monitor *inflate(struct thread *self, struct object *o, enum inflate_cause cause)
{
    IS_OBJECT(o);
    NO_LOCK_HELD_BUT_THREADS();
    struct inflation in = begin_inflation(o);
    struct monitor *m;
    while (!(m = inflate_of(self, &in))) {
        if (!in.fresh) in.fresh = new_monitor(); /* a stopped thread may hold a lock that comes before table_lock */
        with_owner_stopped(self, o, inflate_stopped, &in);
    }
    end_inflation(self, &in, cause);
    return m;
}

/* ---- lock records ---- */

/* The number of records without a frame, which come first. */
static u32 records_of_c(const struct thread *self)
{
    u32 n = 0;
    while (n < self->lock_top && !self->locks[n].frame) n++;
    return n;
}

static void push_record(struct thread *self, struct object *o, struct frame *frame)
{
    if (self->lock_top == self->lock_cap) {
        self->lock_cap *= 2;
        self->locks = vm_realloc(self->locks, self->lock_cap * sizeof *self->locks);
    }
    u32 at = frame ? self->lock_top : records_of_c(self);
    memmove(&self->locks[at + 1], &self->locks[at], (self->lock_top - at) * sizeof *self->locks);
    self->locks[at] = (struct lock_record){ o, frame };
    self->lock_top++;
}

/* Removes the last of the first `end` records if it is o's, or else the nearest one below that is. */
static bool pop_record(struct thread *self, struct object *o, u32 end)
{
    for (u32 i = end; i-- > 0;) {
        if (self->locks[i].obj != o) continue;
        memmove(&self->locks[i], &self->locks[i + 1], (self->lock_top - i - 1) * sizeof *self->locks);
        self->lock_top--;
        return true;
    }
    return false;
}

/* ---- queues (m->lock held) ---- */

static void append_locked(struct monitor *m, struct node *n, enum queue q) WANTS_LOCK(m->lock)
{
    LOCK_HELD(&m->lock);
    struct list *l = q == Q_ENTER ? &m->enter : &m->wait;
    n->queue = q;
    n->next = NULL;
    n->prev = l->tail;
    if (l->tail)
        l->tail->next = n;
    else
        atomic_store(&l->head, n);
    l->tail = n;
}

static void remove_locked(struct monitor *m, struct node *n) WANTS_LOCK(m->lock)
{
    LOCK_HELD(&m->lock);
    if (n->queue == Q_NONE) return;
    struct list *l = n->queue == Q_ENTER ? &m->enter : &m->wait;
    if (n->prev)
        n->prev->next = n->next;
    else
        atomic_store(&l->head, n->next);
    if (n->next)
        n->next->prev = n->prev;
    else
        l->tail = n->prev;
    n->queue = Q_NONE;
}

static void wake_next_locked(struct monitor *m) WANTS_LOCK(m->lock)
{
    LOCK_HELD(&m->lock);
    struct node *n = atomic_load(&m->enter.head);
    if (n && !atomic_load(&m->owner)) os_event_set(n->thread->event);
}

static void wake_next(struct monitor *m)
{
    os_mutex_lock(&m->lock);
    wake_next_locked(m);
    os_mutex_unlock(&m->lock);
}

static bool try_take(struct thread *self, struct monitor *m)
{
    struct thread *nobody = NULL;
    return atomic_compare_exchange_strong(&m->owner, &nobody, self);
}

static void leave_queue(struct monitor *m, struct node *n)
{
    os_mutex_lock(&m->lock);
    remove_locked(m, n);
    os_mutex_unlock(&m->lock);
}

/* Sleeps until the event, or the deadline (returns false). Returns IN_VM. A suspended thread is not in the entering
 * queue meanwhile. */
static bool sleep_queued(struct thread *self, struct monitor *m, struct node *n, i64 deadline)
{
    IN_STATE(self, VM);
    thread_to_blocked(self);
    bool woken = os_event_wait_until(self->event, deadline);
    if (thread_from_blocked_unless_suspended(self)) return woken;
    os_mutex_lock(&m->lock);
    bool entering = n->queue == Q_ENTER;
    if (entering) {
        remove_locked(m, n);
        wake_next_locked(m);
    }
    os_mutex_unlock(&m->lock);
    thread_from_blocked(self);
    if (entering) {
        os_mutex_lock(&m->lock);
        append_locked(m, n, Q_ENTER);
        os_mutex_unlock(&m->lock);
    }
    return woken;
}

/* Waits in the queue until this thread has the monitor. The caller has pinned m. */
static void take_queued(struct thread *self, struct monitor *m)
{
    struct node n = { .thread = self };
    os_mutex_lock(&m->lock);
    append_locked(m, &n, Q_ENTER);
    os_mutex_unlock(&m->lock);
    while (!try_take(self, m)) (void)sleep_queued(self, m, &n, OS_FOREVER);
    leave_queue(m, &n);
}

static void fat_exit(struct monitor *m)
{
    m->entries = 0;
    atomic_store(&m->owner, NULL);
    if (atomic_load(&m->enter.head)) wake_next(m);
}

void monitor_wake(struct object *o)
{
    IS_OBJECT(o);
    wake_next(monitor_of(atomic_load_explicit(&o->lock, memory_order_acquire)));
}

/* ---- entering ---- */

/* `record`: a new entry by `frame`; after a wait the old records are still there. */
static struct noted_thread note_thread(struct thread *t)
{
    return (struct noted_thread){ t ? recorder.use_thread(t) : 0, recorder_epoch };
}
/* The owner cannot end meanwhile, since it releases its monitors before it leaves the list. */
static struct noted_thread note_owner(struct thread *self, struct monitor *m)
{
    threads_lock(self);
    struct noted_thread n = note_thread(atomic_load(&m->owner));
    threads_unlock();
    return n;
}
/* The thread's number in the present epoch; 0 if it has ended and the epoch does not know it. */
static u64 number_now(struct noted_thread n)
{
    THREADS_LOCKED();
    if (n.epoch == recorder_epoch || !n.number) return n.number;
    struct thread *t = threads_first();
    while (t && t->recorder_id != n.number) t = t->next;
    return t ? recorder.use_thread(t) : 0;
}
static void record_enter(struct thread *self, i64 began, struct object *o, struct noted_thread owner)
{
    threads_lock(self);
    recorder_java_monitor_enter(self, began, object_class(o), number_now(owner), (i64)(uintptr_t)o);
    threads_unlock();
}
static void record_wait(struct thread *self, i64 began, struct object *o, const struct node *n, i64 ms, bool timed_out)
{
    threads_lock(self);
    recorder_java_monitor_wait(self, began, object_class(o), number_now(n->notifier), ms, timed_out, (i64)(uintptr_t)o);
    threads_unlock();
}

static void enter_contended(struct thread *self, struct monitor *m, struct object *o, struct frame *frame, bool record)
{
    atomic_fetch_add(&m->pins, 1);
    atomic_store(&self->blocked_on, o);
    u32 status = atomic_load_explicit(&self->java_status, memory_order_relaxed);
    thread_set_status(self, STATUS_BLOCKED);
    if (event_on(EV_MONITOR_CONTENDED_ENTER) && hooks.contended_enter) hooks.contended_enter(self, o);
    i64 began = 0, probed = probe_began(PROBE_CONTENDED);
    i64 counted = atomic_load_explicit(&contention_counted, memory_order_relaxed) ? os_time_monotonic_ns() : 0;
    struct noted_thread owner = { 0, 0 };
    if (RECORDER_WANTS(JavaMonitorEnter)) {
        owner = note_owner(self, m);
        began = os_time_monotonic_ns();
    }
    take_queued(self, m);
    if (began) record_enter(self, began, o, owner);
    if (counted) contention_note(object_class(o), os_time_monotonic_ns() - counted);
    m->entries = 1;
    atomic_store(&self->blocked_on, NULL);
    atomic_store(&self->waiting_on, NULL);
    if (record) push_record(self, o, frame); /* first, so that callbacks find it among the owned ones */
    thread_set_status(self, status);
    probe_tell_since(self, PROBE_CONTENDED, o, probed);
    if (event_on(EV_MONITOR_CONTENDED_ENTERED) && hooks.contended_entered) hooks.contended_entered(self, o);
    atomic_fetch_sub(&m->pins, 1);
}

static void fat_enter(struct thread *self, struct monitor *m, struct object *o, struct frame *frame)
{
    struct thread *owner = atomic_load_explicit(&m->owner, memory_order_relaxed);
    if (owner == self) {
        m->entries++;
        push_record(self, o, frame);
        return;
    }
    for (u32 spin = cpu_count > 1 ? 60 : 1; spin-- > 0;) {
        if (!atomic_load_explicit(&m->owner, memory_order_relaxed) && try_take(self, m)) {
            m->entries = 1;
            push_record(self, o, frame);
            return;
        }
        cpu_pause();
    }
    enter_contended(self, m, o, frame, true);
}

/* The hash of a java.lang.Class object is in its struct class, so its monitor stays thin: many classes have
 * synchronized methods, and are keys of maps. The word of one that was never locked has a copy, for compiled code.
 * NULL: o is no such object. */
static _Atomic u32 *hash_of_class(const struct object *o)
{
    return object_class(o)->type.kind == HEAP_MIRROR ? &class_of_mirror(o)->mirror_hash : NULL;
}
/* Returns the word without the copy. */
static u32 without_copy(const struct object *o, u32 w)
{
    bool copy = (w & LOCK_STATE_MASK) == LOCK_FREE && w >> LOCK_HASH_SHIFT && hash_of_class(o);
    return copy ? w & LOCK_GC_MASK : w;
}

enum thin { TAKEN, HELD /* by another thread */, NOT_THIN };
/* Makes no record. */
static enum thin enter_thin(struct thread *self, struct object *o)
{
    for (;;) {
        u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
        if (lock_word_is_free(without_copy(o, w))) {
            u32 to = without_copy(o, w) | monitor_own_word(self->index) | (reserves(self, o, w) ? LOCK_RESERVED : 0);
            if (atomic_compare_exchange_strong(&o->lock, &w, to)) return TAKEN;
            continue;
        }
        if ((w & LOCK_STATE_MASK) != LOCK_THIN) return NOT_THIN;
        if (thin_index(w) != self->index) return HELD;
        if (thin_rec(w) == LOCK_THIN_REC_MAX) return NOT_THIN;
        lock_word_count(o, (thin_rec(w) + 1) & LOCK_THIN_LEFT);
        return TAKEN;
    }
}
/* Like enter_thin, but spins, and removes a reservation. */
static enum thin enter_patiently(struct thread *self, struct object *o)
{
    enum thin t;
    u32 spin = cpu_count > 1 ? 60 : 0;
    while ((t = enter_thin(self, o)) == HELD) {
        if (is_kept(atomic_load_explicit(&o->lock, memory_order_relaxed)))
            take_away(self, o);
        else if (spin-- == 0)
            break;
        else
            cpu_pause();
    }
    return t;
}

void monitor_enter_slow(struct thread *self, struct object *o, struct frame *frame)
{
    MAY_COLLECT(self);
    IS_OBJECT(o);
    if (enter_patiently(self, o) == TAKEN)
        push_record(self, o, frame);
    else
        fat_enter(self, inflate(self, o, INFLATE_ENTER), o, frame);
}

bool monitor_try_enter_unnoted(struct thread *self, struct object *o)
{
    IS_OBJECT(o);
    enum thin t = enter_thin(self, o);
    if (t != NOT_THIN) return t == TAKEN;
    struct monitor *m = inflate_quick(self, o, INFLATE_ENTER);
    if (!m) return false;
    if (atomic_load_explicit(&m->owner, memory_order_relaxed) == self)
        m->entries++;
    else if (try_take(self, m))
        m->entries = 1;
    else
        return false;
    return true;
}
void monitor_note(struct thread *self, struct object *o, struct frame *frame)
{
    push_record(self, o, frame);
    u32 w = atomic_load_explicit(&o->lock, memory_order_relaxed), records = 0;
    if (thin_index(w) != self->index || !(w & LOCK_RESERVED)) return;
    for (u32 i = 0; i < self->lock_top; i++) records += self->locks[i].obj == o;
    if (((thin_rec(w) + 1) & LOCK_THIN_LEFT) < records) lock_word_count(o, records - 1); /* entered without a record */
}
bool monitor_try_enter(struct thread *self, struct object *o, struct frame *frame)
{
    if (!monitor_try_enter_unnoted(self, o)) return false;
    push_record(self, o, frame);
    return true;
}

static bool not_owner(struct thread *self)
{
    THREAD_THROW(self, IllegalMonitorStateException, "current thread is not owner");
    return false;
}

/* Returns false if this thread is not the owner. */
static bool leave(struct thread *self, struct object *o)
{
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    if ((w & LOCK_STATE_MASK) == LOCK_THIN) {
        if (thin_index(w) != self->index || is_kept(w)) return false;
        if (thin_rec(w) == 0 && !(w & LOCK_RESERVED))
            lock_word_leave(o);
        else
            lock_word_count(o, (thin_rec(w) - 1) & LOCK_THIN_LEFT);
        return true;
    }
    if ((w & LOCK_STATE_MASK) != LOCK_FAT) return false;
    struct monitor *m = monitor_of(w);
    if (atomic_load_explicit(&m->owner, memory_order_relaxed) != self) return false;
    if (--m->entries == 0) fat_exit(m);
    return true;
}
void monitor_exit_unnoted(struct thread *self, struct object *o)
{
    IS_OBJECT(o);
    VM_CHECK(leave(self, o));
}
bool monitor_exit_slow(struct thread *self, struct object *o)
{
    IN_STATE(self, VM);
    NO_LOCK_HELD();
    IS_OBJECT(o);
    if (!leave(self, o)) return not_owner(self);
    (void)pop_record(self, o, self->lock_top);
    return true;
}

void monitor_enter_by_c(struct thread *self, struct object *o) { monitor_enter_slow(self, o, NULL); }
bool monitor_exit_by_c(struct thread *self, struct object *o)
{
    IN_STATE(self, VM);
    NO_LOCK_HELD();
    IS_OBJECT(o);
    if (!leave(self, o)) return not_owner(self);
    if (!pop_record(self, o, records_of_c(self))) (void)pop_record(self, o, self->lock_top);
    return true;
}

void monitors_release_all(struct thread *self)
{
    IN_STATE(self, VM);
    while (self->lock_top) {
        struct object *o = self->locks[self->lock_top - 1].obj;
        if (!monitor_exit_slow(self, o)) {
            self->pending = NULL;
            self->lock_top--;
        }
    }
}

bool monitor_owned_by(struct thread *t, struct object *o)
{
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    if ((w & LOCK_STATE_MASK) == LOCK_THIN) return is_held_thin(w) && thin_index(w) == t->index;
    return (w & LOCK_STATE_MASK) == LOCK_FAT && atomic_load(&monitor_of(w)->owner) == t;
}

struct thread *monitor_owner_now(struct object *o)
{
    THREADS_LOCKED();
    CALLER_IN_VM();
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    if ((w & LOCK_STATE_MASK) == LOCK_THIN)
        return is_held_thin(w) ? atomic_load(&thread_by_index[thin_index(w)]) : NULL;
    return (w & LOCK_STATE_MASK) == LOCK_FAT ? atomic_load(&monitor_of(w)->owner) : NULL;
}

/* ---- waiting ---- */

bool monitor_wait(struct thread *self, struct object *o, i64 ms, bool interruptible)
{
    MAY_COLLECT(self);
    IS_OBJECT(o);
    if (!monitor_owned_by(self, o)) return not_owner(self);
    struct monitor *m = inflate_quick(self, o, INFLATE_WAIT); /* the thread owns it, so there is one */
    atomic_fetch_add(&m->pins, 1);
    if (event_on(EV_MONITOR_WAIT) && hooks.monitor_wait) hooks.monitor_wait(self, o, ms);
    /* tools get events of a wait that ends at once, as on HotSpot */
    if (interruptible && thread_is_interrupted(self, true)) {
        if (event_on(EV_MONITOR_WAITED) && hooks.monitor_waited) hooks.monitor_waited(self, o, false);
        atomic_fetch_sub(&m->pins, 1);
        THREAD_THROW(self, InterruptedException, NULL);
        return false;
    }

    i64 deadline = OS_FOREVER;
    if (ms > 0 && ms < INT64_MAX / OS_NS_PER_MS) deadline = os_time_deadline(os_time_monotonic_ns(), ms * OS_NS_PER_MS);
    struct node n = { .thread = self };
    u32 entries = m->entries, status = atomic_load_explicit(&self->java_status, memory_order_relaxed);
    atomic_store(&self->waiting_on, o);
    thread_set_status(self, ms ? STATUS_IN_OBJECT_WAIT_TIMED : STATUS_IN_OBJECT_WAIT);
    i64 began = RECORDER_WANTS(JavaMonitorWait) ? os_time_monotonic_ns() : 0, probed = probe_began(PROBE_WAITED);
    os_mutex_lock(&m->lock);
    append_locked(m, &n, Q_WAIT);
    os_mutex_unlock(&m->lock);
    fat_exit(m);

    bool timed_out = false, interrupted = false;
    for (;;) {
        os_mutex_lock(&m->lock);
        bool notified = n.notified;
        /* From here on no thread notifies this one: the first cause decides. */
        if (notified || interrupted || timed_out) remove_locked(m, &n);
        os_mutex_unlock(&m->lock);
        if (notified || interrupted || timed_out) break;
        timed_out = !sleep_queued(self, m, &n, deadline);
        /* an asynchronous exception ends it too */
        interrupted = interruptible && (thread_is_interrupted(self, false) || thread_has_async(self));
    }
    timed_out = timed_out && !n.notified;

    if (event_on(EV_MONITOR_WAITED) && hooks.monitor_waited) hooks.monitor_waited(self, o, timed_out);
    if (began) record_wait(self, began, o, &n, ms, timed_out);
    /* until it has the monitor again, waiting_on excludes the monitor from those it owns, whatever its records say */
    if (!try_take(self, m)) {
        thread_set_status(self, STATUS_BLOCKED);
        if (n.notified)
            take_queued(self, m);
        else
            enter_contended(self, m, o, NULL, false);
    }
    atomic_store(&self->blocked_on, NULL);
    atomic_store(&self->waiting_on, NULL);
    atomic_store(&self->notified, false);
    m->entries = entries;
    thread_set_status(self, status);
    atomic_fetch_sub(&m->pins, 1);
    probe_tell_since(self, PROBE_WAITED, o, probed);
    interrupted = !n.notified && interruptible && thread_is_interrupted(self, true);
    if (interruptible && thread_take_async(self)) return false;
    if (interrupted) {
        THREAD_THROW(self, InterruptedException, NULL);
        return false;
    }
    return !self->pending; /* exited by an agent that got the wait event */
}

bool monitor_notify(struct thread *self, struct object *o, bool all)
{
    IN_STATE(self, VM);
    NO_LOCK_HELD();
    IS_OBJECT(o);
    if (!monitor_owned_by(self, o)) return not_owner(self);
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    if ((w & LOCK_STATE_MASK) != LOCK_FAT) return true; /* a waiting thread has inflated it */
    struct monitor *m = monitor_of(w);
    os_mutex_lock(&m->lock);
    struct node *n;
    while ((n = atomic_load(&m->wait.head)) != NULL) {
        remove_locked(m, n);
        n->notified = true;
        if (RECORDER_WANTS(JavaMonitorWait)) n->notifier = note_thread(self);
        append_locked(m, n, Q_ENTER);
        thread_set_status(n->thread, STATUS_BLOCKED);
        atomic_store(&n->thread->notified, true);
        atomic_store(&n->thread->blocked_on, o);
        if (!all) break;
    }
    os_mutex_unlock(&m->lock);
    return true;
}

/* ---- identity hash ---- */

static u32 next_hash(void)
{
    static u64 shared[2] = { 0x2545f4914f6cdd1d, 1 };
    struct thread *self = thread_self();
    u64 *s = self ? self->random_state : shared;
    u32 h;
    do { /* xorshift128+ (Vigna) */
        u64 a = s[0], b = s[1];
        s[0] = b;
        a ^= a << 23;
        s[1] = a ^ b ^ (a >> 18) ^ (b >> 5);
        h = (u32)((s[1] + b) >> 20) & 0x0fffffff;
    } while (h < LOCK_HASH_MIN);
    return h;
}

/* Does the hash fit into a lock word? */
static bool fits_in_word(u32 hash) { return !hash || (hash >= LOCK_HASH_MIN && hash >> (32 - LOCK_HASH_SHIFT) == 0); }

void object_set_hash(struct thread *self, struct object *o, u32 hash)
{
    MAY_COLLECT(self);
    IS_OBJECT(o);
    _Atomic u32 *kept = hash_of_class(o);
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    if (kept) {
        atomic_store(kept, hash);
        while (without_copy(o, w) != w && !atomic_compare_exchange_strong(&o->lock, &w, without_copy(o, w))) continue;
        return;
    }
    while (fits_in_word(hash) && (w & LOCK_STATE_MASK) == LOCK_FREE)
        if (atomic_compare_exchange_strong(&o->lock, &w, (w & LOCK_GC_MASK) | hash << LOCK_HASH_SHIFT)) return;
    atomic_store(&inflate(self, o, INFLATE_HASH)->hash,
                 hash); /* a collection may deflate it, and puts the hash back into the word if it fits */
}

/* The hash that is there, or a new one. */
static u32 hash_at(_Atomic u32 *at)
{
    u32 h = atomic_load(at);
    if (h) return h;
    u32 fresh = next_hash();
    return atomic_compare_exchange_strong(at, &h, fresh) ? fresh : h;
}
static i32 hash_of_monitor(struct monitor *m) { return (i32)hash_at(&m->hash); }
static u32 hash_and_copy(struct object *o, _Atomic u32 *kept)
{
    u32 h = hash_at(kept), w = atomic_load_explicit(&o->lock, memory_order_acquire);
    bool untouched = (w & ~(u32)LOCK_GC_MASK) == LOCK_FREE;
    if (untouched && fits_in_word(h))
        atomic_compare_exchange_strong(&o->lock, &w, w | h << LOCK_HASH_SHIFT); /* else it has one, or is locked */
    return h;
}
bool object_hash_quick(struct thread *self, struct object *o, i32 *hash)
{
    IS_OBJECT(o);
    _Atomic u32 *kept = hash_of_class(o);
    if (kept) {
        *hash = (i32)hash_and_copy(o, kept);
        return true;
    }
    for (;;) {
        u32 w = atomic_load_explicit(&o->lock, memory_order_acquire), h = w >> LOCK_HASH_SHIFT;
        bool none = lock_word_is_free(w) || (is_kept(w) && thin_index(w) == self->index);
        if (!none && (w & LOCK_STATE_MASK) != LOCK_FREE) break;
        if (none) {
            h = next_hash();
            if (!atomic_compare_exchange_strong(&o->lock, &w, (w & LOCK_GC_MASK) | h << LOCK_HASH_SHIFT)) continue;
        }
        *hash = (i32)h;
        return true;
    }
    struct monitor *m = inflate_quick(self, o, INFLATE_HASH);
    if (m) *hash = hash_of_monitor(m);
    return m != NULL;
}
i32 object_hash(struct object *o)
{
    struct thread *self = thread_self();
    i32 hash;
    if (object_hash_quick(self, o, &hash)) return hash;
    if (is_kept(atomic_load(&o->lock))) take_away(self, o);
    if (object_hash_quick(self, o, &hash)) return hash;
    return hash_of_monitor(inflate(self, o, INFLATE_HASH));
}

/* ---- for tools and the collector ---- */

static struct thread **threads_of(struct list *l, u32 *count)
{
    u32 n = 0;
    for (struct node *x = atomic_load(&l->head); x; x = x->next) n++;
    *count = n;
    if (!n) return NULL;
    struct thread **a = vm_malloc(n * sizeof *a);
    n = 0;
    for (struct node *x = atomic_load(&l->head); x; x = x->next) a[n++] = x->thread;
    return a;
}

void monitor_usage_get(struct object *o, struct monitor_usage *u)
{
    WORLD_STOPPED();
    IS_OBJECT(o);
    *u = (struct monitor_usage){ 0 };
    u32 w = atomic_load(&o->lock);
    if (is_held_thin(w)) {
        u->owner = thread_by_index[thin_index(w)];
        u->entry_count = thin_rec(w) + 1;
    } else if ((w & LOCK_STATE_MASK) == LOCK_FAT) {
        struct monitor *m = monitor_of(w);
        u->owner = atomic_load(&m->owner);
        u->entry_count = u->owner ? m->entries : 0;
        u->waiters = threads_of(&m->enter, &u->waiter_count);
        u->notify_waiters = threads_of(&m->wait, &u->notify_count);
    }
}

/* Returns false if the monitor stays. */
static bool sweep_monitor(struct monitor *m, heap_live_fn live) WANTS_LOCK(table_lock)
{
    if (!m->obj) return false;
    struct object *now = live(m->obj);
    if (now) {
        m->obj = now;
        if (atomic_load(&m->owner) || atomic_load(&m->pins) || atomic_load(&m->enter.head) ||
            atomic_load(&m->wait.head) || !fits_in_word(atomic_load(&m->hash)))
            return false;
        u32 w = atomic_load(&m->obj->lock);
        atomic_store(&m->obj->lock, (w & LOCK_GC_MASK) | atomic_load(&m->hash) << LOCK_HASH_SHIFT);
    }
    free_monitor_locked(m);
    return true;
}

#ifdef ARGUS_DEBUG
/* No monitor may name an object that is dead, has moved, or has another monitor in its word. */
static void sweep_was_whole(heap_live_fn live) WANTS_LOCK(table_lock)
{
    for (u32 i = 1; i < chunk_count * CHUNK; i++) {
        struct object *o = monitor_at(i)->obj;
        if (!o) continue;
        VM_ASSERT(live(o) == o);
        u32 w = atomic_load(&o->lock);
        VM_ASSERT((w & LOCK_STATE_MASK) == LOCK_FAT && monitor_of(w)->index == i);
    }
}
#endif

/* In a young collection only those of `recent` can have a young object. A thread in `inflate` may wait for another one
 * to stop while it has a monitor without an object. That monitor stays in `recent`, since its object may be young. */
void monitors_sweep(heap_live_fn live)
{
    WORLD_STOPPED_FOR(&table_lock);
    u32 freed = 0, kept = 0;
    bool young = heap_young();
    for (u32 i = 0; i < recent_count; i++) {
        struct monitor *m = monitor_at(recent[i]);
        m->is_recent = m->on_its_way;
        if (m->is_recent)
            recent[kept++] = m->index;
        else if (young)
            freed += sweep_monitor(m, live);
    }
    recent_count = kept;
    for (u32 i = 1; !young && i < chunk_count * CHUNK; i++) freed += sweep_monitor(monitor_at(i), live);
    VM_DEBUG_ONLY(sweep_was_whole(live));
    LOG(debug, monitorinflation, "%u monitors deflated or dropped", freed);
}
