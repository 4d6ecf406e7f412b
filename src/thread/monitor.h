/* Monitors: thin locks in the lock word, inflated on contention, on wait, or if the object has a hash (JVMS §2.11.10,
 * JLS §17). A collection deflates monitors that are not in use. If a lock word names its owner, only the owner, or a
 * thread that has stopped it, changes more than the collector's bits. A thread may reserve a monitor that it enters
 * often: then it enters and leaves without an atomic instruction, until another thread wants it. */
#ifndef ARGUS_THREAD_MONITOR_H
#define ARGUS_THREAD_MONITOR_H

#include "thread/thread.h"

/* Enters; may block. `frame` is the entering frame of a method, which the thread's lock stack records. */
void monitor_enter_slow(struct thread *self, struct object *o, struct frame *frame);
/* C code enters and leaves (JNI, the VM itself): a record without a frame, below those of all frames. So the last
 * records are the topmost frame's, also after a native method that it called has entered a monitor and kept it. */
void monitor_enter_by_c(struct thread *self, struct object *o);
/* Leaves a monitor that C code or a frame has entered. Returns false with IllegalMonitorStateException pending. */
WARN_UNUSED bool monitor_exit_by_c(struct thread *self, struct object *o);
/* The same without blocking. Returns false if another thread has it. Does not stop. */
WARN_UNUSED bool monitor_try_enter(struct thread *self, struct object *o, struct frame *frame);
/* Without a record of the owner. Until it exits, the thread neither stops nor calls, so no thread can ask which
 * monitors it holds. Otherwise monitor_note must come first, for outer monitors before inner ones. */
WARN_UNUSED bool monitor_try_enter_unnoted(struct thread *self, struct object *o);
void monitor_exit_unnoted(struct thread *self, struct object *o);
void monitor_note(struct thread *self, struct object *o, struct frame *frame);
/* Returns false with IllegalMonitorStateException pending. */
WARN_UNUSED bool monitor_exit_slow(struct thread *self, struct object *o);
/* ms 0: no limit. false: pending */
WARN_UNUSED bool monitor_wait(struct thread *self, struct object *o, i64 ms, bool interruptible);
WARN_UNUSED bool monitor_notify(struct thread *self, struct object *o, bool all);
bool monitor_owned_by(struct thread *t, struct object *o); /* Thread.holdsLock */

enum { MONITOR_RESERVE_EVERY = TINY(64, 2) }; /* of the locks that a thread's compiled code takes */

/* Is the word free and without a hash? It was never entered, or has been left. No hash is below LOCK_HASH_MIN. */
enum { LOCK_HASH_MIN = 16 };
static inline bool lock_word_is_free(u32 w) { return (w & ~(u32)(LOCK_GC_MASK | LOCK_THIN | LOCK_SHARED)) == 0; }
static inline u32 monitor_own_word(u32 index) { return index << LOCK_THIN_TID_SHIFT | LOCK_THIN; } /* entered once */
static inline u32 monitor_reserved_word(u32 index)
{
    return monitor_own_word(index) | LOCK_THIN_LEFT << LOCK_THIN_REC_SHIFT | LOCK_RESERVED;
}
/* The owner leaves a thin lock that it has entered once, or sets the number of its entries. No read-modify-write is
 * needed: while the word has a thread's index, no other thread writes these bytes, and the lowest byte, with the
 * collector's bits, is not touched. */
static inline void lock_word_leave(struct object *o)
{
#ifdef ARGUS_TSAN /* ThreadSanitizer identifies a word by its start */
    atomic_fetch_and_explicit(&o->lock, (1u << LOCK_THIN_TID_SHIFT) - 1, memory_order_release);
#else
    __atomic_store_n((u16 *)(void *)((char *)&o->lock + LOCK_THIN_TID_SHIFT / 8), (u16)0, __ATOMIC_RELEASE);
#endif
}
static inline void lock_word_count(struct object *o, u32 rec)
{
#ifdef ARGUS_TSAN
    u32 w = atomic_load(&o->lock), other = ~(u32)(LOCK_THIN_LEFT << LOCK_THIN_REC_SHIFT);
    while (!atomic_compare_exchange_weak(&o->lock, &w, (w & other) | rec << LOCK_THIN_REC_SHIFT)) continue;
#else
    __atomic_store_n((u8 *)&o->lock + LOCK_THIN_REC_SHIFT / 8, (u8)rec, __ATOMIC_RELEASE);
#endif
}

/* Fast paths for exec/: a thin enter or exit without a call. */
static inline bool monitor_enter_fast(struct thread *self, struct object *o, struct frame *frame)
{
    VM_ASSERT(frame);
    u32 w = atomic_load_explicit(&o->lock, memory_order_acquire);
    if (UNLIKELY(self->lock_top == self->lock_cap)) return false;
    if ((w & ~(u32)LOCK_GC_MASK) == self->reserved_word)
        lock_word_count(o, 0);
    else if (UNLIKELY(!lock_word_is_free(w)) ||
             !atomic_compare_exchange_strong_explicit(&o->lock, &w, w | monitor_own_word(self->index),
                                                      memory_order_acquire, memory_order_relaxed))
        return false;
    self->locks[self->lock_top++] = (struct lock_record){ o, frame };
    return true;
}
static inline bool monitor_exit_fast(struct thread *self, struct object *o)
{
    u32 w = atomic_load_explicit(&o->lock, memory_order_relaxed);
    if (UNLIKELY((w & ~(u32)(LOCK_GC_MASK | LOCK_RESERVED | LOCK_SHARED)) != monitor_own_word(self->index) ||
                 self->lock_top == 0 || self->locks[self->lock_top - 1].obj != o))
        return false;
    if (w & LOCK_RESERVED)
        lock_word_count(o, LOCK_THIN_LEFT);
    else
        lock_word_leave(o);
    self->lock_top--;
    return true;
}
static inline void monitor_enter(struct thread *self, struct object *o, struct frame *f)
{
    if (!monitor_enter_fast(self, o, f)) monitor_enter_slow(self, o, f);
}
WARN_UNUSED static inline bool monitor_exit(struct thread *self, struct object *o)
{
    return monitor_exit_fast(self, o) || monitor_exit_slow(self, o);
}

/* For compilers: the address of the monitor for a fat lock word, and its members. A thread that finds no owner takes
 * the monitor by compare-and-swap and writes 1 to `entries`. A thread that leaves it when `entries` is 1 and the queue
 * is empty writes 0 to `entries` and NULL to the owner, reads the queue again and, if a thread has joined it, calls
 * monitor_wake. There is no poll between reading the lock word and the last use. */
struct monitor_layout {
    const void *chunks; /* by index >> chunk_shift: arrays of monitors */
    u32 chunk_shift, size;
    i32 owner, entries /* 32 bits */, queue;
};
extern const struct monitor_layout monitor_layout;
/* o's monitor is fat and has just been left: wakes its first waiter. Does not stop. */
void monitor_wake(struct object *o);

/* The identity hash: 28 bits, unless object_set_hash gave another, and never 0. Stops another thread if that has the
 * monitor. */
i32 object_hash(struct object *o);
/* The owner at this moment; NULL: none. With threads_lock, so that it does not end. Does not stop. */
struct thread *monitor_owner_now(struct object *o);
/* Gives the object this identity hash, 31 bits; 0: one that is made on demand. May stop another thread, may collect. */
void object_set_hash(struct thread *self, struct object *o, u32 hash);
/* Returns false if another thread would have to be stopped. Does not stop. */
WARN_UNUSED bool object_hash_quick(struct thread *self, struct object *o, i32 *hash);

/* A monitor's state for tools: only a snapshot, unless its owner is stopped. */
struct monitor_usage {
    struct thread *owner;
    u32 entry_count;
    u32 waiter_count, notify_count;
    struct thread **waiters, **notify_waiters;
};
/* waiters: blocked on entry; arrays malloc'ed, the caller frees. World stopped. */
void monitor_usage_get(struct object *o, struct monitor_usage *u);

/* For the collector: deflates monitors and frees those of dead objects. Visits no objects, since owners keep them
 * alive. */
void monitors_sweep(heap_live_fn live);

#endif
