/* The chunk file (version 2.1): header, events, checkpoints, metadata; rotation and flush.
 *
 *     0 "FLR\0"   4 major, minor   8 size   16 last checkpoint   24 metadata   32 start (ns since 1970)
 *     40 duration (ns)   48 start (ticks)   56 ticks a second   64 state   65 two free bytes   67 flags
 *
 * All numbers of the header are big-endian; those of events are of seven bits a byte. State: 0 the chunk is finished;
 * 255 the header changes just now; else it was flushed so often. A reader in another process looks at the state before
 * and after it reads the rest, and waits while it is 255. Flags: 1 integers are compressed, 2 no chunk follows.
 *
 * A checkpoint says where the one before it is (0: none). A rotation stops the world only to give the recording a new
 * epoch and to take what threads have written; everything is written outside. A flush stops nobody. When the disk is
 * full or the file cannot be made, a line says so, what was flushed before stays readable, and events are lost until
 * the next rotation. */
#include "jfr/jfr_int.h"
#include "os/os_file.h"
#include "os/os_time.h"
#include "thread/safepoint.h"
#include <errno.h>

enum { HEADER = 68, STATE_AT = 64, STATE_CHANGES = 255, FLAG_COMPRESSED = 1, FLAG_FINAL = 2 };
enum { EVENT_METADATA = 0, EVENT_CHECKPOINT = 1 };
enum { CHECKPOINT_FLUSH = 1, CHECKPOINT_HEADER = 2, CHECKPOINT_STATICS = 4 };

static struct chunk {
    int fd; /* -1: none, events stay in memory */
    char *path;
    i64 start_ns, start_ticks;
    u64 last_checkpoint, metadata_at, metadata_id;
    u8 generation;
    bool failed;
} chunk GUARDED_BY(jfr_file_lock) = { .fd = -1 };
static _Atomic u64 chunk_size;
static bool final GUARDED_BY(jfr_file_lock);
static char *wanted_path GUARDED_BY(jfr_file_lock); /* of setOutput before the recording begins */
static u8 *metadata GUARDED_BY(jfr_file_lock);
static size_t metadata_size GUARDED_BY(jfr_file_lock);
static u64 metadata_id GUARDED_BY(jfr_file_lock);
/* When the epoch began: of events that have not been written, if they are in memory. */
static i64 epoch_ns GUARDED_BY(jfr_file_lock), epoch_ticks GUARDED_BY(jfr_file_lock);
static _Atomic i64 reported_start;
_Atomic u64 jfr_chunk_limit = 12 * MB;

i64 jfr_chunk_start(void) { return atomic_load(&reported_start); }
bool jfr_should_rotate(void) { return atomic_load(&chunk_size) > atomic_load(&jfr_chunk_limit); }

/* Two chunks never begin at the same nanosecond. */
static i64 start_of_chunk(void)
{
    i64 now = os_time_wall_ns(), last = atomic_load(&reported_start);
    if (now <= last) now = last + 1;
    atomic_store(&reported_start, now);
    return now;
}

static void failed_locked(const char *what) WANTS_LOCK(&jfr_file_lock);
static void failed_locked(const char *what)
{
    LOCK_HELD(&jfr_file_lock);
    if (!chunk.failed)
        LOG(error, jfr_system, "%s %s: %s; what was flushed before stays readable", what, chunk.path, strerror(errno));
    chunk.failed = true;
}

static void put_bytes_locked(const struct jfr_out *o) WANTS_LOCK(&jfr_file_lock);
static void put_bytes_locked(const struct jfr_out *o)
{
    LOCK_HELD(&jfr_file_lock);
    if (!o->len || chunk.failed || chunk.fd < 0) return;
    if (!os_file_write_at(chunk.fd, o->at, o->len, atomic_load(&chunk_size)))
        failed_locked("Could not write to");
    else
        atomic_fetch_add(&chunk_size, o->len);
}

/* Readers look for the next chunk where this one ends: a chunk that is over ends where the next one begins. */
static i64 end_of_chunk_locked(void) WANTS_LOCK(&jfr_file_lock);
static i64 end_of_chunk_locked(void)
{
    LOCK_HELD(&jfr_file_lock);
    i64 end = epoch_ns > chunk.start_ns ? epoch_ns : os_time_wall_ns();
    return end > chunk.start_ns ? end : chunk.start_ns;
}

static void make_header_locked(u8 *h, u8 state, u64 size) WANTS_LOCK(&jfr_file_lock);
static void make_header_locked(u8 *h, u8 state, u64 size)
{
    LOCK_HELD(&jfr_file_lock);
    memcpy(h, "FLR", 4);
    wr_u16be(h + 4, 2);
    wr_u16be(h + 6, 1);
    wr_u64be(h + 8, size);
    wr_u64be(h + 16, chunk.last_checkpoint);
    wr_u64be(h + 24, chunk.metadata_at);
    wr_u64be(h + 32, (u64)chunk.start_ns);
    wr_u64be(h + 40, (u64)(end_of_chunk_locked() - chunk.start_ns));
    wr_u64be(h + 48, (u64)chunk.start_ticks);
    wr_u64be(h + 56, (u64)OS_NS_PER_SEC);
    h[STATE_AT] = state;
    h[65] = h[66] = 0;
    h[67] = (u8)(FLAG_COMPRESSED | (final ? FLAG_FINAL : 0));
}

static void write_header_locked(bool finished) WANTS_LOCK(&jfr_file_lock);
static void write_header_locked(bool finished)
{
    LOCK_HELD(&jfr_file_lock);
    if (chunk.failed || chunk.fd < 0) return;
    u8 h[HEADER], state = finished ? 0 : chunk.generation;
    make_header_locked(h, STATE_CHANGES, atomic_load(&chunk_size));
    bool good = os_file_write_at(chunk.fd, h + STATE_AT, 1, STATE_AT) && os_file_write_at(chunk.fd, h, sizeof h, 0) &&
                os_file_write_at(chunk.fd, &state, 1, STATE_AT);
    if (!good) failed_locked("Could not write the header of");
    if (++chunk.generation == STATE_CHANGES) chunk.generation = 1;
}

/* ---- checkpoints and metadata ---- */

static size_t begin_checkpoint_locked(struct jfr_out *o, u8 mask, u32 pools) WANTS_LOCK(&jfr_file_lock);
static size_t begin_checkpoint_locked(struct jfr_out *o, u8 mask, u32 pools)
{
    LOCK_HELD(&jfr_file_lock);
    u64 at = atomic_load(&chunk_size) + o->len;
    size_t begin = jfr_begin_sized(o);
    jfr_put_number(o, EVENT_CHECKPOINT);
    jfr_put_number(o, (u64)os_time_monotonic_ns());
    jfr_put_number(o, 0);
    jfr_put_number(o, chunk.last_checkpoint ? chunk.last_checkpoint - at : 0);
    jfr_put_byte(o, mask);
    jfr_put_number(o, pools);
    chunk.last_checkpoint = at;
    return begin;
}

/* Writes the constants that never change, which each chunk begins with. */
static void put_statics_locked(void) WANTS_LOCK(&jfr_file_lock);
static void put_statics_locked(void)
{
    LOCK_HELD(&jfr_file_lock);
    struct jfr_out o = { 0 }, pools = { 0 };
    u32 n = jfr_static_pools(&pools);
    size_t begin = begin_checkpoint_locked(&o, CHECKPOINT_STATICS, n);
    jfr_put(&o, pools.at, pools.len);
    jfr_end_sized(&o, begin);
    put_bytes_locked(&o);
    jfr_out_free(&pools);
    jfr_out_free(&o);
}

static void put_metadata_locked(struct jfr_out *o) WANTS_LOCK(&jfr_file_lock);
static void put_metadata_locked(struct jfr_out *o)
{
    LOCK_HELD(&jfr_file_lock);
    if (!metadata || (chunk.metadata_at && chunk.metadata_id == metadata_id)) return;
    u64 at = atomic_load(&chunk_size) + o->len;
    size_t begin = jfr_begin_sized(o);
    jfr_put_number(o, EVENT_METADATA);
    jfr_put_number(o, (u64)os_time_monotonic_ns());
    jfr_put_number(o, 0);
    jfr_put_number(o, metadata_id);
    jfr_put(o, metadata, metadata_size);
    jfr_end_sized(o, begin);
    chunk.metadata_at = at;
    chunk.metadata_id = metadata_id;
}

static void take_all_locked(struct jfr_taken *t) WANTS_LOCK(&jfr_lock);
static void take_all_locked(struct jfr_taken *t)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    jfr_mark_events_locked(t);
    jfr_take_marked_locked(t);
    jfr_take_pools_locked(t); /* behind the events, so that they have all of their constants */
}

static void drop_taken(struct jfr_taken *t)
{
    struct jfr_out o = { 0 };
    jfr_put_blocks(t->full, &o);
    (void)jfr_put_pools(t, &o);
    jfr_out_free(&o);
    jfr_out_free(&t->events);
}

/* The header that makes all of it known, as it will be: a reader of pieces puts it in place then. */
static void put_header_checkpoint_locked(struct jfr_out *o, u8 mask, u8 state) WANTS_LOCK(&jfr_file_lock);
static void put_header_checkpoint_locked(struct jfr_out *o, u8 mask, u8 state)
{
    LOCK_HELD(&jfr_file_lock);
    u8 header[HEADER] = { 0 };
    size_t begin = begin_checkpoint_locked(o, CHECKPOINT_HEADER | mask, 1);
    jfr_put_number(o, (u64)jfr_chunk_header_type);
    jfr_put_number(o, 1);
    jfr_put_number(o, chunk.generation); /* of each flush another one */
    jfr_put_number(o, sizeof header);
    jfr_put(o, header, sizeof header);
    jfr_end_sized(o, begin);
    make_header_locked(o->at + o->len - sizeof header, state, atomic_load(&chunk_size) + o->len);
}

/* They go into the chunk, and then the header is renewed. Returns the number of pools. */
static u32 put_taken_locked(struct jfr_taken *t, bool finished) WANTS_LOCK(&jfr_file_lock);
static u32 put_taken_locked(struct jfr_taken *t, bool finished)
{
    LOCK_HELD(&jfr_file_lock);
    struct jfr_out o = { 0 }, pools = { 0 };
    jfr_put_blocks(t->full, &o);
    t->full = NULL;
    put_bytes_locked(&o);
    put_bytes_locked(&t->events);
    o.len = 0;
    u32 count = jfr_put_pools(t, &pools);
    u8 mask = finished ? 0 : CHECKPOINT_FLUSH;
    put_metadata_locked(&o);
    if (count) {
        size_t begin = begin_checkpoint_locked(&o, mask, count);
        jfr_put(&o, pools.at, pools.len);
        jfr_end_sized(&o, begin);
    }
    put_header_checkpoint_locked(&o, mask, finished ? 0 : chunk.generation);
    put_bytes_locked(&o);
    jfr_out_free(&o);
    jfr_out_free(&t->events);
    jfr_out_free(&pools);
    write_header_locked(finished);
    return count;
}

/* ---- opening and closing ---- */

static void open_locked(const char *path, i64 start_ns, i64 start_ticks) WANTS_LOCK(&jfr_file_lock);
static void open_locked(const char *path, i64 start_ns, i64 start_ticks)
{
    LOCK_HELD(&jfr_file_lock);
    chunk = (struct chunk){ .fd = os_file_create(path, OS_FILE_REPLACE, 0600),
                            .path = jfr_strdup(path),
                            .start_ns = start_ns,
                            .start_ticks = start_ticks,
                            .generation = 1 };
    atomic_store(&chunk_size, HEADER);
    if (chunk.fd < 0) {
        failed_locked("Could not create");
        jfr_free(chunk.path);
        chunk.path = NULL;
        return;
    }
    atomic_store(&jfr_has_chunk, true);
    write_header_locked(false);
    put_statics_locked();
}

static void close_locked(void) WANTS_LOCK(&jfr_file_lock);
static void close_locked(void)
{
    LOCK_HELD(&jfr_file_lock);
    if (chunk.fd >= 0) os_file_close(chunk.fd);
    jfr_free(chunk.path);
    chunk = (struct chunk){ .fd = -1 };
    atomic_store(&jfr_has_chunk, false);
    atomic_store(&chunk_size, 0);
}

/* The holder of the file's lock may wait for the world, which stands still forever if a thread of it has crashed.
 * Meanwhile it has nothing in hand, and a crash may take its place. */
static _Atomic enum rest { AT_WORK, AT_REST, NO_MORE } rest;

static void enter_vm_locked(struct thread *self, const char *stop) WANTS_LOCK(&jfr_file_lock);
static void enter_vm_locked(struct thread *self, const char *stop)
{
    LOCK_HELD(&jfr_file_lock);
    atomic_store(&rest, AT_REST);
    thread_from_native(self);
    if (stop) safepoint_begin(self, stop);
    enum rest was = AT_REST;
    if (atomic_compare_exchange_strong(&rest, &was, AT_WORK)) return;
    while (true) os_time_pause_ns(OS_NS_PER_SEC); /* the VM ends */
}

/* A new epoch begins; what the old one holds is in *old. With the world stopped things only change hands: the copying
 * is done when it runs again. */
static void change_epoch_locked(struct thread *self, struct jfr_taken *old, bool samples) WANTS_LOCK(&jfr_file_lock);
static void change_epoch_locked(struct thread *self, struct jfr_taken *old, bool samples)
{
    LOCK_HELD(&jfr_file_lock);
    enter_vm_locked(self, "JFRCheckpoint");
    if (samples) jfr_take_samples();
    os_mutex_lock(&jfr_lock);
    jfr_finish_events_locked();
    jfr_mark_events_locked(old);
    jfr_take_pools_locked(old);
    jfr_new_epoch_locked();
    jfr_new_traces_locked();
    jfr_notify_writers_locked();
    os_mutex_unlock(&jfr_lock);
    epoch_ns = start_of_chunk();
    epoch_ticks = os_time_monotonic_ns();
    safepoint_end(self);
    os_mutex_lock(&jfr_lock);
    jfr_take_marked_locked(old);
    jfr_use_writers_locked();
    jfr_free_old_tables_locked();
    jfr_free_old_traces_locked();
    os_mutex_unlock(&jfr_lock);
    thread_to_native(self);
}

void jfr_set_output(struct thread *self, const char *path)
{
    IN_STATE(self, NATIVE);
    os_mutex_lock(&jfr_file_lock);
    if (!jfr_recording()) {
        jfr_free(wanted_path);
        wanted_path = path ? jfr_strdup(path) : NULL;
    } else if (chunk.fd >= 0 || chunk.failed) {
        struct jfr_taken old = { 0 };
        change_epoch_locked(self, &old, true);
        (void)put_taken_locked(&old, true);
        close_locked();
        if (path) open_locked(path, epoch_ns, epoch_ticks);
    } else if (path) { /* what is in memory belongs to this file */
        open_locked(path, epoch_ns, epoch_ticks);
        (void)start_of_chunk();
    }
    os_mutex_unlock(&jfr_file_lock);
}

void jfr_begin_recording(struct thread *self)
{
    IN_STATE(self, NATIVE);
    os_mutex_lock(&jfr_file_lock);
    if (!jfr_recording()) {
        LOG(debug, jfr_system, "Starting a recording");
        struct jfr_taken before = { 0 };
        change_epoch_locked(self, &before, false);
        drop_taken(&before);
        if (wanted_path) open_locked(wanted_path, epoch_ns, epoch_ticks);
        jfr_free(wanted_path);
        wanted_path = NULL;
        atomic_store(&jfr_is_recording, true);
    }
    os_mutex_unlock(&jfr_file_lock);
}

void jfr_end_recording(struct thread *self)
{
    IN_STATE(self, NATIVE);
    os_mutex_lock(&jfr_file_lock);
    if (jfr_recording()) {
        LOG(debug, jfr_system, "Stopping a recording");
        atomic_store(&jfr_is_recording, false);
        struct jfr_taken old = { 0 };
        change_epoch_locked(self, &old, true);
        if (chunk.fd >= 0)
            (void)put_taken_locked(&old, true);
        else
            drop_taken(&old);
        close_locked();
    }
    os_mutex_unlock(&jfr_file_lock);
}

void jfr_flush(struct thread *self)
{
    IN_STATE(self, NATIVE);
    os_mutex_lock(&jfr_file_lock);
    if (jfr_recording() && chunk.fd >= 0) {
        struct jfr_taken t = { 0 };
        enter_vm_locked(self, NULL);
        jfr_tell_loss(self, 0);
        os_mutex_lock(&jfr_lock);
        take_all_locked(&t);
        os_mutex_unlock(&jfr_lock);
        thread_to_native(self);
        static i64 flushes;
        i64 began = os_time_monotonic_ns(), before = (i64)atomic_load(&chunk_size);
        i64 pools = put_taken_locked(&t, false);
        i64 size = (i64)atomic_load(&chunk_size) - before;
        enter_vm_locked(self, NULL);
        if (RECORDER_WANTS(Flush)) recorder_flush(self, began, ++flushes, pools, size);
        thread_to_native(self);
    }
    os_mutex_unlock(&jfr_file_lock);
}

void jfr_write_full(struct thread *self)
{
    IN_STATE(self, NATIVE);
    os_mutex_lock(&jfr_file_lock);
    if (jfr_recording() && chunk.fd >= 0) {
        struct jfr_out events = { 0 };
        enter_vm_locked(self, NULL);
        os_mutex_lock(&jfr_lock);
        struct jfr_block *full = jfr_take_full_locked();
        os_mutex_unlock(&jfr_lock);
        thread_to_native(self);
        jfr_put_blocks(full, &events);
        put_bytes_locked(&events);
        jfr_out_free(&events);
    }
    os_mutex_unlock(&jfr_file_lock);
}

/* ---- a crash ---- */

enum { CLAIM_TRIES = 5000 }; /* of a millisecond */

static bool claim(struct os_mutex *m, _Atomic enum rest *r) __attribute__((no_thread_safety_analysis));
static bool claim(struct os_mutex *m, _Atomic enum rest *r)
{
    for (int i = 0; i < CLAIM_TRIES; i++) {
        enum rest was = AT_REST;
        if (os_mutex_trylock(m) || (r && atomic_compare_exchange_strong(r, &was, NO_MORE))) return true;
        os_time_pause_ns(OS_NS_PER_MS);
    }
    return false; /* perhaps this very thread was at it */
}

bool jfr_claim_all(void) { return claim(&jfr_file_lock, &rest) && claim(&jfr_lock, NULL); }

__attribute__((no_thread_safety_analysis)) void jfr_write_last(const char *path_of_none)
{
    struct jfr_taken t = { 0 };
    take_all_locked(&t);
    if (chunk.fd < 0) open_locked(path_of_none, epoch_ns, epoch_ticks);
    (void)put_taken_locked(&t, true);
}

void jfr_store_metadata(u8 *bytes, size_t n)
{
    os_mutex_lock(&jfr_file_lock);
    u8 *old = metadata;
    metadata = bytes;
    metadata_size = n;
    metadata_id++;
    os_mutex_unlock(&jfr_file_lock);
    vm_free(old);
}

void jfr_mark_final(void)
{
    os_mutex_lock(&jfr_file_lock);
    final = true;
    os_mutex_unlock(&jfr_file_lock);
}
