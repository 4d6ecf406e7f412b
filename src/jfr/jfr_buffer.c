/* Where threads write events. Each thread has a block for what Java code writes and one for the VM's own events: an
 * event of the second kind can come in the middle of one of the first. A full block is exchanged for a fresh one and
 * waits, in order, until it is written to the chunk; what a thread's current block holds is taken out at each flush. */
#include "core/alloc.h"
#include "jfr/jfr_int.h"

u64 jfr_thread_buffer_size = 8 * KB, jfr_memory_size = 10 * MB;
u64 jfr_global_buffer_size = 512 * KB, jfr_global_buffer_count = 20;

static struct jfr_thread *threads GUARDED_BY(jfr_lock);
static struct jfr_block *full_first GUARDED_BY(jfr_lock), **full_last GUARDED_BY(jfr_lock);
static size_t full_bytes GUARDED_BY(jfr_lock);
static u64 lost_bytes GUARDED_BY(jfr_lock);
struct os_event jfr_much_is_full = OS_EVENT_INIT;

struct jfr_block *jfr_new_block(size_t size)
{
    struct jfr_block *b = jfr_try_malloc(sizeof *b + size);
    if (!b) return NULL;
    b->next = NULL;
    atomic_store_explicit(&b->top, b->bytes, memory_order_relaxed);
    b->taken = b->marked = b->bytes;
    b->end = b->bytes + size;
    return b;
}

struct jfr_thread *jfr_thread_of(struct thread *self)
{
    ON_OWN_THREAD(self);
    struct jfr_thread *t = self->recorder;
    if (LIKELY(t != NULL)) return t;
    t = jfr_calloc(1, sizeof *t);
    t->thread = self;
    t->excluded = jfr_thread_excluded(self, self->java);
    os_mutex_lock(&jfr_lock);
    t->next = threads;
    if (threads) threads->prev = t;
    threads = t;
    os_mutex_unlock(&jfr_lock);
    self->recorder = t;
    return t;
}

static void lose_locked(struct jfr_block *b) WANTS_LOCK(&jfr_lock);
static void lose_locked(struct jfr_block *b)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    full_bytes -= (size_t)(jfr_block_top(b) - b->taken);
    jfr_free(b);
}

/* The block belongs to no thread any more. The oldest data goes when there is more of it than memory is given for. */
static void retire_locked(struct jfr_block *b) WANTS_LOCK(&jfr_lock);
static void retire_locked(struct jfr_block *b)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (!b) return;
    if (jfr_block_top(b) == b->taken) {
        jfr_free(b);
        return;
    }
    if (!full_first) full_last = &full_first;
    b->next = NULL;
    *full_last = b;
    full_last = &b->next;
    full_bytes += (size_t)(jfr_block_top(b) - b->taken);
    while (full_bytes > jfr_memory_size && full_first != b) {
        struct jfr_block *oldest = full_first;
        full_first = oldest->next;
        lost_bytes += (u64)(jfr_block_top(oldest) - oldest->taken);
        lose_locked(oldest);
    }
    if (full_bytes >= jfr_global_buffer_size && atomic_load(&jfr_has_chunk)) os_event_set(&jfr_much_is_full);
}

void jfr_thread_ended(struct thread *t)
{
    struct jfr_thread *j = t->recorder;
    jfr_sampled_ended(t);
    if (!j) return;
    t->recorder = NULL;
    os_mutex_lock(&jfr_lock);
    retire_locked(j->java);
    retire_locked(j->native);
    if (j->prev)
        j->prev->next = j->next;
    else
        threads = j->next;
    if (j->next) j->next->prev = j->prev;
    os_mutex_unlock(&jfr_lock);
    jfr_free(j->walk);
    jfr_out_free(&j->event);
    jfr_free(j);
}

static void mark_block_locked(struct jfr_block *b) WANTS_LOCK(&jfr_lock);
static void mark_block_locked(struct jfr_block *b)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (b) b->marked = jfr_block_top(b);
}

struct jfr_block *jfr_take_full_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    struct jfr_block *first = full_first;
    full_first = NULL;
    full_bytes = 0;
    return first;
}

void jfr_mark_events_locked(struct jfr_taken *to)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    to->full = jfr_take_full_locked();
    for (struct jfr_thread *t = threads; t; t = t->next) {
        mark_block_locked(t->java);
        mark_block_locked(t->native);
    }
}

/* Returns the number of bytes. */
static size_t take_block_locked(struct jfr_block *b, struct jfr_out *to) WANTS_LOCK(&jfr_lock);
static size_t take_block_locked(struct jfr_block *b, struct jfr_out *to)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (!b || b->marked <= b->taken) return 0;
    size_t n = (size_t)(b->marked - b->taken);
    jfr_put(to, b->taken, n);
    b->taken = b->marked;
    return n;
}

void jfr_take_marked_locked(struct jfr_taken *to)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    /* some of them have become full since they were marked */
    for (struct jfr_block *b = full_first; b; b = b->next) full_bytes -= take_block_locked(b, &to->events);
    for (struct jfr_thread *t = threads; t; t = t->next) {
        (void)take_block_locked(t->java, &to->events);
        (void)take_block_locked(t->native, &to->events);
    }
}

void jfr_put_blocks(struct jfr_block *first, struct jfr_out *to)
{
    for (struct jfr_block *b = first, *next; b; b = next) {
        next = b->next;
        jfr_put(to, b->taken, (size_t)(jfr_block_top(b) - b->taken));
        jfr_free(b);
    }
}

/* ---- the VM's own events ---- */

void jfr_commit(struct jfr_thread *t, const struct jfr_out *event)
{
    CALLER_IN_VM();
    size_t n = event->len;
    struct jfr_block *b = t->native;
    if (!b || (size_t)(b->end - jfr_block_top(b)) < n) {
        struct jfr_block *fresh = jfr_new_block(n > jfr_thread_buffer_size ? n : jfr_thread_buffer_size);
        os_mutex_lock(&jfr_lock);
        if (fresh) {
            retire_locked(b);
            t->native = b = fresh;
        } else {
            lost_bytes += n;
            b = NULL;
        }
        os_mutex_unlock(&jfr_lock);
        if (!b) return;
    }
    u8 *top = jfr_block_top(b);
    memcpy(top, event->at, n);
    atomic_store_explicit(&b->top, top + n, memory_order_release);
}

/* jdk.DataLoss: how many bytes of events were lost, now and in all. */
void jfr_tell_loss(struct thread *self, u64 bytes)
{
    IN_STATE(self, VM);
    static u64 told;
    os_mutex_lock(&jfr_lock);
    u64 now = lost_bytes += bytes, more = now - told;
    told = now;
    os_mutex_unlock(&jfr_lock);
    if (more && RECORDER_WANTS(DataLoss)) recorder_data_loss(self, (i64)more, (i64)now);
}

bool jfr_exchange_block(struct jfr_thread *t, struct jfr_block *fresh)
{
    os_mutex_lock(&jfr_lock);
    retire_locked(t->java);
    t->java = fresh;
    bool much = full_bytes > jfr_memory_size / 2;
    os_mutex_unlock(&jfr_lock);
    return much;
}

void jfr_finish_events_locked(void)
{
    WORLD_STOPPED();
    for (struct jfr_thread *t = threads; t; t = t->next)
        if (t->thread->event_writer && t->java) jfr_finish_event(t);
}

void jfr_notify_writers_locked(void)
{
    WORLD_STOPPED();
    for (struct jfr_thread *t = threads; t; t = t->next)
        if (t->thread->event_writer) obj_set_byte(t->thread->event_writer, jfr_names.writer_notified, 1);
}

void jfr_use_writers_locked(void)
{
    LOCK_HELD(&jfr_lock);
    for (struct jfr_thread *t = threads; t; t = t->next)
        if (t->thread->event_writer) jfr_use_thread_locked(t->thread);
}
