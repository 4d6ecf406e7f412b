/* Private to jfr/.
 *
 * Locks: jfr_file_lock (whoever writes the chunk, rotates or changes settings; taken IN_NATIVE or BLOCKED, held over
 * stops) before jfr_lock (buffers and constants; a leaf: taken IN_VM or with the world stopped, and its holder does not
 * poll). */
#ifndef ARGUS_JFR_JFR_INT_H
#define ARGUS_JFR_JFR_INT_H

#include "jfr/jfr.h"
#include "log/log.h"
#include "model/class.h"
#include "model/loader.h"
#include "model/module.h"
#include "os/os_sync.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"
#include "thread/vmentry.h"

/* ==== jfr_state.c ==== */

extern struct os_mutex jfr_file_lock;
extern struct os_mutex jfr_lock;
extern _Atomic bool jfr_is_started, jfr_is_recording, jfr_has_chunk;
/* The recorder has been created. */
static inline bool jfr_started(void) { return atomic_load_explicit(&jfr_is_started, memory_order_acquire); }
static inline bool jfr_recording(void) { return atomic_load_explicit(&jfr_is_recording, memory_order_relaxed); }
extern u64 jfr_unloaded_event_classes;
struct jfr_setting { /* of an event of the VM, by its number */
    bool enabled, stack;
    i64 threshold, cutoff; /* ns */
    i64 throttle_count, throttle_ms;
};
extern struct jfr_setting jfr_settings[RECORDER_RESERVED_IDS];
extern bool jfr_may_retransform; /* FlightRecorderOptions=retransform */
/* Names of classes, fields and methods of the JDK's half, looked up when the recorder is created. */
struct jfr_names {
    struct class *writer;
    struct symbol *bootstrap; /* the boot loader's name */
    struct method *writer_init, *on_retransform, *eager, *create_thread;
    struct method *writer_end, *writer_asks; /* endEvent and isNotified; NULL: they have another form */
    i32 writer_asked, writer_ends; /* bcis of endEvent: behind the call of isNotified, and if that was false */
    u32 writer_start, writer_start_address, writer_current, writer_max, writer_valid, writer_notified;
};
extern struct jfr_names jfr_names;

/* ==== jfr_memory.c ====
 *
 * As vm_malloc and the others, for what is taken or given back while a lock of the recorder is held. What comes from
 * here goes back by jfr_free. */
WARN_UNUSED void *jfr_try_malloc(size_t n); /* NULL: no memory */
void *jfr_malloc(size_t n);
void *jfr_calloc(size_t count, size_t size);
void *jfr_realloc(void *old, size_t n);
char *jfr_strdup(const char *s);
void jfr_free(void *old);
/* In a child of the process that has crashed: from now on memory comes from fresh pages, and none is given back. */
void jfr_memory_apart(void);

/* A map of numbers, or of addresses, to numbers that are not 0, in this memory. All zero is an empty one. */
struct jfr_table {
    struct jfr_slot {
        u64 key, value; /* 0: the slot is free */
    } *slots;
    u32 count, capacity; /* a power of two or 0 */
};
u64 jfr_table_get(const struct jfr_table *t, u64 key);      /* 0: it is not there */
u64 jfr_table_put(struct jfr_table *t, u64 key, u64 value); /* returns the value that was there before, or 0 */
void jfr_table_free(struct jfr_table *t);                   /* it is empty then */
static inline u64 jfr_key(const void *at) { return (u64)(uintptr_t)at; }

/* ==== jfr_out.c: bytes that grow, in the encoding of a chunk ==== */

struct jfr_out {
    u8 *at;
    size_t len, cap;
};
void jfr_out_free(struct jfr_out *o);
void jfr_put(struct jfr_out *o, const void *bytes, size_t n);
void jfr_put_byte(struct jfr_out *o, u8 v);
void jfr_put_number(struct jfr_out *o, u64 v); /* seven bits a byte, the lowest first; the ninth has eight */
void jfr_put_float(struct jfr_out *o, float v);
void jfr_put_double(struct jfr_out *o, double v);
void jfr_put_utf8(struct jfr_out *o, const char *s); /* NULL: null. Modified UTF-8 */
void jfr_put_symbol(struct jfr_out *o, const struct symbol *s);
void jfr_put_object_string(struct jfr_out *o, struct object *s); /* a java.lang.String or NULL */
/* The size of an event is a number of four bytes: its place, and what is written there at the end. */
size_t jfr_begin_sized(struct jfr_out *o);
void jfr_end_sized(struct jfr_out *o, size_t begin);

/* ==== jfr_metadata.c: what the JDK's metadata.bin says ==== */

/* Reads it, once, and calls `bind` while jfr_event_text can be asked. false: it is not there or is damaged; *why says
 * so. */
bool jfr_metadata_read(void (*bind)(void), const char **why);
/* The number of a type or event, or -1. Any thread, after jfr_metadata_read. */
i64 jfr_type_id(const char *name);
bool jfr_is_event(i64 id);
/* While the file is read: the shape and fields of an event, as a row of spec/jdk17/jfr_events.tsv has them; malloc'ed,
 * NULL: there is no such event. */
char *jfr_event_text(const char *name);

/* Types whose constants the VM writes: the order of a checkpoint. Strings come last, since async-profiler's reader
 * loses its place behind them (HotSpot gives them a checkpoint of their own). */
/* clang-format off */
#define JFR_POOLS(X) \
    X(THREAD, "java.lang.Thread") X(GROUP, "jdk.types.ThreadGroup") X(CLASS, "java.lang.Class") \
    X(LOADER, "jdk.types.ClassLoader") X(PACKAGE, "jdk.types.Package") X(MODULE, "jdk.types.Module") \
    X(METHOD, "jdk.types.Method") X(SYMBOL, "jdk.types.Symbol") X(TRACE, "jdk.types.StackTrace") \
    X(NETWORK, "jdk.types.NetworkInterfaceName") \
    X(OPERATION, "jdk.types.VMOperationType") X(PHASE, "jdk.types.CompilerPhaseType") \
    X(OLD_OBJECT, "jdk.types.OldObject") X(OLD_REFERENCE, "jdk.types.Reference") \
    X(OLD_ARRAY, "jdk.types.OldObjectArray") X(OLD_FIELD, "jdk.types.OldObjectField") \
    X(OLD_ROOT, "jdk.types.OldObjectGcRoot") X(STRING, "java.lang.String")
/* clang-format on */
enum jfr_pool_id {
#define JFR_POOL_ID(name, text) JFR_POOL_##name,
    JFR_POOLS(JFR_POOL_ID)
#undef JFR_POOL_ID
        JFR_POOL_COUNT
};
extern i64 jfr_pool_types[JFR_POOL_COUNT];
extern i64 jfr_chunk_header_type;

/* ==== jfr_pool.c, jfr_thread.c, jfr_trace.c: constants ====
 *
 * A constant is written, in full, into the pools of the epoch in which it is first used; nothing refers to a class or a
 * thread afterwards. So unloading and the end of a thread have nothing to save. Ids are never used again for something
 * else: readers carry constants over from one chunk to the next.
 *
 * An epoch is what one chunk holds. It changes with the world stopped. An id that native code was given is good until
 * the next poll; Java code writes its event again when EventWriter.notified says that there was a change. */
enum { JFR_RESERVED_IDS = RECORDER_RESERVED_IDS };
static inline u64 jfr_class_id(const struct class *c) { return (u64)c->serial + JFR_RESERVED_IDS; }
u64 jfr_note_class(struct class *c);
/* The class's id (NULL: 0), and its constant is in this epoch. Until the caller's next poll. */
static inline u64 jfr_use_class(struct class *c)
{
    if (!c) return 0;
    if (LIKELY(__atomic_load_n(&c->recorder_epoch, __ATOMIC_ACQUIRE) == recorder_epoch)) return jfr_class_id(c);
    return jfr_note_class(c);
}
void jfr_class_unloaded(struct class *c); /* part of recorder.class_unloaded */
u64 jfr_use_class_locked(struct class *c) WANTS_LOCK(&jfr_lock);
u64 jfr_use_loader_locked(struct loader *l) WANTS_LOCK(&jfr_lock);
u64 jfr_use_method_locked(struct method *m) WANTS_LOCK(&jfr_lock);
/* The same without the lock; NULL: 0. */
u64 jfr_use_method(struct method *m);
u64 jfr_use_loader(struct loader *l);
u64 jfr_use_module(struct module *m);
u64 jfr_use_package(struct package *p);
/* A constant that is a name alone: a network interface, an operation of the VM. NULL: 0. */
u64 jfr_use_named(enum jfr_pool_id pool, const char *name);
/* A string's constant under the number that Java gave it. */
void jfr_add_string(u64 id, struct object *s);
/* The thread's number (0 for none), and its constant is in this epoch. `t` is the calling thread, or kept from
 * ending by the caller. IN_VM. */
u64 jfr_use_thread(struct thread *t);
void jfr_use_thread_locked(struct thread *t) WANTS_LOCK(&jfr_lock);
/* The stack of the calling thread without its newest `skip` frames; none: 0 unless `even_empty`. IN_VM. */
u64 jfr_trace(struct thread *self, u32 skip, bool even_empty);
/* The same of a stack that was walked before, by a thread that keeps its methods from going until now. Scratch memory
 * is `t`'s. IN_VM, or with the world stopped. */
struct async_frame;
struct jfr_thread;
u64 jfr_trace_of(struct jfr_thread *t, const struct async_frame *frames, u32 count);
extern u32 jfr_stack_depth;

/* Gives away the constants since the last call. */
struct jfr_taken;
void jfr_take_pools_locked(struct jfr_taken *to) WANTS_LOCK(&jfr_lock);
/* Writes them into `to`, as the pools of a checkpoint, and frees them. Returns the number of pools. No lock. */
u32 jfr_put_pools(struct jfr_taken *from, struct jfr_out *to);
/* A new epoch: nothing is known any more. World stopped. The tables of the old one are put aside, to be freed when the
 * world runs again. */
void jfr_new_epoch_locked(void) WANTS_LOCK(&jfr_lock);
void jfr_new_traces_locked(void) WANTS_LOCK(&jfr_lock);
void jfr_free_old_tables_locked(void) WANTS_LOCK(&jfr_lock);
void jfr_free_old_traces_locked(void) WANTS_LOCK(&jfr_lock);
struct jfr_out *jfr_pool_begin_locked(enum jfr_pool_id p, u64 key) WANTS_LOCK(&jfr_lock);

/* ---- what outlives its epoch, and perhaps its class or thread (OldObjectSample) ---- */

/* A method by what its constant says. */
struct jfr_method {
    struct class *owner; /* NULL: it is unloaded, and its constant is kept */
    u64 id;
    struct symbol *name, *desc;
    u32 access;
    bool hidden;
};
struct jfr_method jfr_method_of(const struct method *m);
void jfr_use_named_method_locked(const struct jfr_method *m) WANTS_LOCK(&jfr_lock);
/* Constants as bytes, for later epochs. */
struct jfr_kept {
    struct jfr_pool {
        struct jfr_out out;
        u32 count;
    } pools[JFR_POOL_COUNT];
};
/* Adds what `use` of `what` brings along. */
void jfr_keep_locked(struct jfr_kept *k, void (*use)(void *what), void *what) WANTS_LOCK(&jfr_lock);
void jfr_use_kept_locked(const struct jfr_kept *k) WANTS_LOCK(&jfr_lock); /* they are in this epoch now */
void jfr_kept_free(struct jfr_kept *k);
/* A stack trace that is kept. */
struct jfr_kept_trace {
    struct jfr_kept_trace *next;
    u32 users, hash, count;
    u32 epoch; /* it is in the pools of this one */
    u64 id;    /* 0: none yet */
    bool truncated;
    struct jfr_kept *classes; /* those that are unloaded */
    struct jfr_kept_frame {
        struct jfr_method method;
        i32 bci, line;
        u32 type, version;
    } frames[];
};
/* Walks the stack of the calling thread into its scratch memory; *hash is that of the trace. false: there is none.
 * IN_VM, and no poll until the last of the two below. */
bool jfr_walk_to_keep(struct thread *self, u32 *hash);
/* Is what was walked this trace, all of whose classes live? */
bool jfr_walked_is(struct thread *self, const struct jfr_kept_trace *t);
struct jfr_kept_trace *jfr_keep_walked(struct thread *self, u32 hash); /* newly kept */
u64 jfr_use_kept_trace_locked(struct jfr_kept_trace *t) WANTS_LOCK(&jfr_lock);

/* ==== jfr_buffer.c: where threads write events ==== */

struct jfr_block {
    struct jfr_block *next; /* of full ones */
    _Atomic(u8 *) top;      /* events up to here are whole; Java code stores it */
    u8 *taken;              /* up to here they are in a chunk */
    u8 *marked;             /* up to here they are to be taken; not below `taken` */
    u8 *end;
    u8 bytes[];
};
struct jfr_thread { /* thread.recorder */
    struct thread *thread;
    struct jfr_block *java, *native; /* NULL: none yet; jfr_lock */
    struct jfr_thread *next, *prev;  /* jfr_lock */
    bool excluded;
    struct jfr_out event;  /* the one that is being put together */
    struct jfr_walk *walk; /* its own traces; NULL: none yet */
};
struct jfr_thread *jfr_thread_of(struct thread *self);    /* made at the first question; on its own thread */
WARN_UNUSED struct jfr_block *jfr_new_block(size_t size); /* NULL: no memory */
static inline u8 *jfr_block_top(struct jfr_block *b) { return atomic_load_explicit(&b->top, memory_order_acquire); }
/* The thread's block for Java code is another one from now on; the old one waits to be written. true: very much does,
 * and the caller may write it (jfr_write_full). */
bool jfr_exchange_block(struct jfr_thread *t, struct jfr_block *fresh);
/* The blocks and tables that a chunk takes from threads and pools. */
struct jfr_taken {
    struct jfr_block *full; /* in order */
    struct jfr_out events;  /* of the blocks that threads go on with */
    struct jfr_pool pools[JFR_POOL_COUNT];
};
/* The full blocks are in *to then, and what is whole in all others is marked. */
void jfr_mark_events_locked(struct jfr_taken *to) WANTS_LOCK(&jfr_lock);
/* Copies the marked parts, behind a full block or not. */
void jfr_take_marked_locked(struct jfr_taken *to) WANTS_LOCK(&jfr_lock);
/* Appends the events of blocks that were given away, and frees these. */
void jfr_put_blocks(struct jfr_block *first, struct jfr_out *to);
/* Makes events known that Java code would make known without seeing that it is notified. World stopped. */
void jfr_finish_events_locked(void) WANTS_LOCK(&jfr_lock);
/* The same for one thread, if it is at such an event. Its event_writer and its block for Java code are not NULL. */
void jfr_finish_event(struct jfr_thread *t);
/* The bcis of EventWriter.endEvent are looked up; the names have its methods. */
void jfr_find_end_of_event(struct jfr_names *n);
/* Java code writes the event that it is at again. World stopped. */
void jfr_notify_writers_locked(void) WANTS_LOCK(&jfr_lock);
/* Threads with a writer are in the new epoch: their writers know no more than a number. */
void jfr_use_writers_locked(void) WANTS_LOCK(&jfr_lock);
/* jdk.DataLoss, if anything was lost since the last time; `bytes` of them are known to the caller alone. IN_VM. */
void jfr_tell_loss(struct thread *self, u64 bytes);
/* An event that is whole, from its size on, into the block of the calling thread, or of one whose block is the caller's
 * alone now. IN_VM, no poll since its first constant. */
void jfr_commit(struct jfr_thread *t, const struct jfr_out *event);
/* Gives the full blocks away. */
struct jfr_block *jfr_take_full_locked(void) WANTS_LOCK(&jfr_lock);
void jfr_thread_ended(struct thread *t); /* recorder.thread_ended */
extern u64 jfr_lost_bytes;               /* jfr_lock */
extern struct os_event jfr_much_is_full; /* what the recorder's thread waits for */
extern u64 jfr_thread_buffer_size, jfr_memory_size, jfr_global_buffer_size, jfr_global_buffer_count;

/* ==== jfr_chunk.c: the file ==== */

bool jfr_recording(void);
bool jfr_to_disk(void);                                     /* there is a chunk */
u32 jfr_static_pools(struct jfr_out *to);                   /* jfr_static.c: their number */
void jfr_set_output(struct thread *self, const char *path); /* NULL: memory. IN_NATIVE */
void jfr_begin_recording(struct thread *self);
void jfr_end_recording(struct thread *self);
void jfr_flush(struct thread *self);
void jfr_write_full(struct thread *self);     /* IN_NATIVE: blocks that are full go to the chunk */
void jfr_store_metadata(u8 *bytes, size_t n); /* malloc'ed, passes to the callee. IN_NATIVE */
void jfr_mark_final(void);
i64 jfr_chunk_start(void);
bool jfr_should_rotate(void);
extern _Atomic u64 jfr_chunk_limit;

/* ---- a crash (jfr_crash.c) ---- */
/* Without waiting for long: nobody else writes the chunk or changes constants from now on, ever. false: somebody does,
 * and perhaps always will. In a signal's handler. */
bool jfr_claim_all(void);
/* In a child of the process that has claimed: what is in memory goes to the chunk, or, if there is none, to a file. */
void jfr_write_last(const char *path_of_none);
void jfr_set_repository(const char *path);

/* ==== jfr_class.c, jfr_class_bytes.c: event classes ==== */

u8 *jfr_add_members(const struct class *c, const u8 *bytes, size_t len, size_t *new_len); /* recorder.event_class */
u8 *jfr_class_file(struct thread *self, struct class *c, const u8 *bytes, size_t len, size_t *new_len);
u8 *jfr_event_code(struct thread *self, struct object *super, u32 serial, const u8 *bytes, size_t len,
                   size_t *new_len);        /* recorder.event_code */
extern _Atomic bool jfr_force_code;         /* event classes record from the start, even without a recording */
bool jfr_find_upcalls(struct thread *self); /* in jfr.c: their names; false: they are not there, perhaps pending */
void jfr_retransform(JNIEnv *env, jobjectArray classes);
bool jfr_set_handler(struct class *c, struct object *handler); /* false: it has no such field */
struct object *jfr_get_handler(const struct class *c);
jobject jfr_event_classes(JNIEnv *env);

/* ==== jfr_setting.c: the VM's own events ==== */

void jfr_set_enabled(struct thread *self, i64 id, bool on); /* IN_VM; may stop the world */
void jfr_set_stack(i64 id, bool on);
/* These three: false when there is no such event. */
bool jfr_set_threshold(i64 id, i64 ns);
bool jfr_set_cutoff(i64 id, i64 ns);
bool jfr_set_throttle(struct thread *self, i64 id, i64 count, i64 period_ms); /* IN_VM; may stop the world */

/* ==== jfr_event.c ==== */

/* The JDK's metadata has been read, now or before, and events are bound to it. false: *why says why not. */
bool jfr_metadata_ready(const char **why);
void jfr_want_event(i64 id, bool on);
bool jfr_emit_asked(struct thread *self, i64 id); /* a periodic event; false: there is none of this number */
void jfr_thread_ends(struct thread *self);        /* part of recorder.thread_ends */
/* jfr_periodic.c: by the VM's number */
bool jfr_emit_periodic(struct thread *self, u32 event);
void jfr_emit(struct thread *self, u32 event, i64 began, i64 ended, struct thread *of,
              const union recorder_value *values); /* recorder.emit */

/* Writes an event into t's block. t belongs to the calling thread, or no other thread uses it now. `thread` and `trace`
 * are the recorder's numbers of the event's thread and stack; `duration` counts only for events that have one.
 * IN_VM. */
void jfr_emit_as(struct jfr_thread *t, u32 event, i64 at, i64 duration, u64 thread, u64 trace,
                 const union recorder_value *values);
/* Writes a sample, of one of the two events that have these fields, into t's block. No other thread uses t now.
 * IN_VM. */
void jfr_emit_sample(struct jfr_thread *t, u32 event, i64 at, u64 thread, u64 trace, u64 state);
i64 jfr_event_id(u32 event); /* the JDK's number of an event of ours; -1: it has none */

/* ==== jfr_allocation.c ==== */

void jfr_sampled_alloc(struct thread *self, struct class *c); /* recorder.sampled_alloc */
/* Call it when the settings of allocation events may have changed. IN_VM; stops the world. */
void jfr_update_allocation(struct thread *self);
/* So many bytes were allocated while objects are followed, and `room` of them are. Samples come less often then. World
 * stopped. */
void jfr_sample_old_less(u64 bytes, u32 room);

/* ==== jfr_old_object.c: OldObjectSample ==== */

enum { JFR_OLD_QUEUE_MOST = 100000 };
extern u32 jfr_old_queue_size; /* so many objects are followed at most; set before any is */
void jfr_sampled_object(struct thread *self, struct object *o, size_t bytes); /* recorder.sampled_object */
void jfr_old_forget(void); /* no object is followed any more. IN_VM */
/* An event for each object that lives; without `all` only for those that have outlived a collection. cutoff: how long
 * paths to the roots may be looked for, in nanoseconds; 0: not at all. IN_VM; stops the world. */
void jfr_old_emit(struct thread *self, i64 cutoff, bool all);
void jfr_old_class_unloaded(struct class *c); /* before it is unloaded. World stopped, jfr_lock is free */
/* Keeps the thread's constant for its samples. After Thread.exit, which clears the group, only a constant that was kept
 * before is used; samples of Thread.exit alone name no thread. */
void jfr_old_thread_ends(struct thread *self, bool has_group);
void jfr_old_collection_begins(void);

/* ==== jfr_path.c: what keeps an object ==== */

struct jfr_paths;
/* Kinds of roots, and where they are: numbers of constants (jfr_static.c). */
enum jfr_root_system {
    JFR_SYSTEM_UNKNOWN,
    JFR_SYSTEM_THREADS,
    JFR_SYSTEM_THREAD_OBJECTS,
    JFR_SYSTEM_JNI,
    JFR_SYSTEM_CLASSES,
    JFR_SYSTEM_VM
};
enum jfr_root_type { JFR_ROOT_UNKNOWN, JFR_ROOT_STACK, JFR_ROOT_LOCAL, JFR_ROOT_GLOBAL, JFR_ROOT_OBJECT };
/* Paths from the roots to these objects, as far as they are found until then (os_time_monotonic_ns). NULL: no memory.
 * World stopped. */
struct jfr_paths *jfr_paths_find(struct object **objects, u32 count, i64 until);
/* The constant of an object, with what refers to it, and that of the root of its path; 0: no path was found. `p` NULL:
 * none was looked for. World stopped. */
u64 jfr_use_path_locked(struct jfr_paths *p, struct object *o, u64 *root) WANTS_LOCK(&jfr_lock);
void jfr_paths_free(struct jfr_paths *p);

/* ==== jfr_sampler.c: ExecutionSample and NativeMethodSample ==== */

/* One of the two is wanted so often; 0: no longer. The sampling thread is made when it is first needed. false: it could
 * not be made. IN_VM. */
bool jfr_sample_every(struct thread *self, u32 event, i64 period_ns);
/* Samples that threads have taken become events. The sampling thread IN_VM, or with the world stopped. */
void jfr_take_samples(void);
void jfr_sampled_ended(struct thread *t); /* it is in the list of threads no longer; threads_lock held */

/* ==== jfr_log.c, jfr_writer.c: natives that stand beside what they work on ==== */

JNIEXPORT void JNICALL jfr_native_log(JNIEnv *env, jclass cls, jint tag, jint level, jstring message);
JNIEXPORT void JNICALL jfr_native_log_event(JNIEnv *env, jclass cls, jint level, jobjectArray lines, jboolean system);
JNIEXPORT void JNICALL jfr_native_subscribe_log(JNIEnv *env, jclass cls, jobject tag, jint id);
JNIEXPORT jobject JNICALL jfr_native_new_event_writer(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL jfr_native_flush_writer(JNIEnv *env, jclass cls, jobject writer, jint used, jint requested);

/* ==== jfr_recorder.c: the recorder's thread ==== */

WARN_UNUSED bool jfr_start_recorder(struct thread *self); /* false: perhaps pending */
void jfr_stop_recorder(void);

/* ==== jfr_thread.c ==== */

bool jfr_thread_excluded(struct thread *t, struct object *java);
void jfr_exclude(struct thread *self, struct object *java, bool exclude);

#endif
