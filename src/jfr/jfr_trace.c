/* Stack traces: a table by what they hold, and how a thread walks its own stack. A trace is a constant like others; the
 * table remembers, for one epoch, which there are. */
#include "exec/stack/stack_async.h"
#include "jfr/jfr_int.h"
#include "model/wellknown.h"

enum { SKIPPED_MOST = 64, KNOWN_LINES = 2048 };
u32 jfr_stack_depth = 64;

struct trace_frame {
    u64 method;
    i32 bci;
    u32 type; /* enum async_tier */
    u32 version;
};
struct trace {
    struct trace *next;
    u64 id;
    u32 hash, count;
    bool truncated;
    struct trace_frame frames[];
};
enum { TABLE_FIRST = 256 };
static struct trace **table GUARDED_BY(jfr_lock);
static u32 table_size GUARDED_BY(jfr_lock), table_count GUARDED_BY(jfr_lock);
static u64 last_trace GUARDED_BY(jfr_lock);

static struct trace **old_table GUARDED_BY(jfr_lock); /* of the epoch before */
static u32 old_size GUARDED_BY(jfr_lock);

void jfr_free_old_traces_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    for (u32 i = 0; i < old_size; i++)
        for (struct trace *t = old_table[i], *next; t; t = next) {
            next = t->next;
            jfr_free(t);
        }
    jfr_free(old_table);
    old_table = NULL;
    old_size = 0;
}

void jfr_new_traces_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    jfr_free_old_traces_locked();
    old_table = table;
    old_size = table_size;
    table = NULL;
    table_size = table_count = 0;
}

static void grow_locked(void) WANTS_LOCK(&jfr_lock);
static void grow_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    u32 size = table_size ? table_size * 2 : TABLE_FIRST;
    struct trace **larger = jfr_calloc(size, sizeof *larger);
    for (u32 i = 0; i < table_size; i++)
        for (struct trace *t = table[i], *next; t; t = next) {
            next = t->next;
            t->next = larger[t->hash & (size - 1)];
            larger[t->hash & (size - 1)] = t;
        }
    jfr_free(table);
    table = larger;
    table_size = size;
}

struct jfr_walk {
    u32 depth, count;
    bool truncated;
    struct async_frame *walked; /* behind the frames: depth and those that are skipped, and one */
    struct named {
        struct method *method;
        struct trace_frame frame;
    } frames[];
};

static void name_frames(struct jfr_walk *w, const struct async_frame *from, u32 count)
{
    w->truncated = count > w->depth;
    w->count = w->truncated ? w->depth : count;
    for (u32 i = 0; i < w->count; i++) {
        struct method *m = from[i].method;
        w->frames[i].method = m;
        w->frames[i].frame = (struct trace_frame){
            .method = jfr_class_id(m->owner) << 16 | m->index,
            .bci = from[i].bci < 0 ? 0 : from[i].bci,
            .type = from[i].tier,
            .version = m->version,
        };
    }
}

static u32 hash_of(const struct jfr_walk *w)
{
    /* A polynomial: one multiplication a frame, where the frame before is waited for. */
    const u64 odd = 0x9e3779b97f4a7c15;
    u64 h = w->truncated;
    for (u32 i = 0; i < w->count; i++) {
        const struct trace_frame *f = &w->frames[i].frame;
        h = h * odd + (f->method ^ (u64)(u32)f->bci << 40 ^ (u64)f->type << 61);
    }
    return (u32)hash_u64(h);
}

static bool same(const struct trace *t, const struct jfr_walk *w)
{
    if (t->count != w->count || t->truncated != w->truncated) return false;
    for (u32 i = 0; i < t->count; i++) {
        const struct trace_frame *a = &t->frames[i], *b = &w->frames[i].frame;
        if (a->method != b->method || a->bci != b->bci || a->type != b->type || a->version != b->version) return false;
    }
    return true;
}

/* Lines of frames that were asked for of late: traces have most of their frames in common, and a search in a method's
 * table of lines misses the processor's caches. A serial number of a class is not used again, so nothing becomes
 * untrue. */
static struct known_line {
    u64 method; /* 0: none */
    i32 bci;
    u32 version;
    i32 line;
} known_lines[KNOWN_LINES] GUARDED_BY(jfr_lock);

static i32 line_locked(const struct named *n) WANTS_LOCK(&jfr_lock);
static i32 line_locked(const struct named *n)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    const struct trace_frame *f = &n->frame;
    if (f->type == ASYNC_NATIVE) return -1;
    struct known_line *k = &known_lines[hash_u64(f->method ^ (u64)(u32)f->bci << 40) % KNOWN_LINES];
    if (k->method != f->method || k->bci != f->bci || k->version != f->version)
        *k = (struct known_line){ f->method, f->bci, f->version, method_line(n->method, f->bci) };
    return k->line;
}

static u64 add_locked(const struct jfr_walk *w, u32 hash) WANTS_LOCK(&jfr_lock);
static u64 add_locked(const struct jfr_walk *w, u32 hash)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (table_count >= table_size) grow_locked();
    struct trace *t = jfr_malloc(sizeof *t + w->count * sizeof t->frames[0]);
    *t = (struct trace){ table[hash & (table_size - 1)], ++last_trace, hash, w->count, w->truncated };
    table[hash & (table_size - 1)] = t;
    table_count++;
    for (u32 i = 0; i < w->count; i++) {
        t->frames[i] = w->frames[i].frame;
        (void)jfr_use_method_locked(w->frames[i].method);
    }
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_TRACE, t->id);
    jfr_put_byte(o, t->truncated);
    jfr_put_number(o, t->count);
    for (u32 i = 0; i < t->count; i++) {
        const struct trace_frame *f = &t->frames[i];
        i32 line = line_locked(&w->frames[i]);
        jfr_put_number(o, f->method);
        jfr_put_number(o, (u32)(line < 0 ? -1 : line));
        jfr_put_number(o, (u32)f->bci);
        jfr_put_number(o, f->type);
    }
    return t->id;
}

static u64 find_or_add(const struct jfr_walk *w)
{
    u32 hash = hash_of(w);
    os_mutex_lock(&jfr_lock);
    struct trace *t = table_size ? table[hash & (table_size - 1)] : NULL;
    while (t && !(t->hash == hash && same(t, w))) t = t->next;
    u64 id = t ? t->id : add_locked(w, hash);
    os_mutex_unlock(&jfr_lock);
    return id;
}

static struct jfr_walk *walk_of(struct jfr_thread *t)
{
    if (t->walk) return t->walk;
    u32 depth = jfr_stack_depth;
    struct jfr_walk *w =
        jfr_malloc(sizeof *w + depth * sizeof w->frames[0] + (depth + SKIPPED_MOST + 1) * sizeof w->walked[0]);
    w->depth = depth;
    w->walked = (struct async_frame *)(w->frames + depth);
    return t->walk = w;
}

u64 jfr_trace(struct thread *self, u32 skip, bool even_empty)
{
    IN_STATE(self, VM);
    struct jfr_walk *w = walk_of(jfr_thread_of(self));
    if (skip > SKIPPED_MOST) skip = SKIPPED_MOST;
    u32 n = stack_async_walk(self, NULL, w->walked, w->depth + skip + 1);
    name_frames(w, w->walked + skip, n > skip ? n - skip : 0);
    return w->count || even_empty ? find_or_add(w) : 0;
}

u64 jfr_trace_of(struct jfr_thread *t, const struct async_frame *frames, u32 count)
{
    CALLER_IN_VM();
    struct jfr_walk *w = walk_of(t);
    name_frames(w, frames, count);
    return find_or_add(w);
}

/* ---- traces that are kept ---- */

bool jfr_walk_to_keep(struct thread *self, u32 *hash)
{
    IN_STATE(self, VM);
    struct jfr_walk *w = walk_of(jfr_thread_of(self));
    name_frames(w, w->walked, stack_async_walk(self, NULL, w->walked, w->depth + 1));
    *hash = hash_of(w);
    return w->count > 0;
}

bool jfr_walked_is(struct thread *self, const struct jfr_kept_trace *t)
{
    const struct jfr_walk *w = walk_of(jfr_thread_of(self));
    if (t->classes || t->count != w->count || t->truncated != w->truncated) return false;
    for (u32 i = 0; i < t->count; i++) {
        const struct jfr_kept_frame *a = &t->frames[i];
        const struct trace_frame *b = &w->frames[i].frame;
        if (a->method.id != b->method || a->bci != b->bci || a->type != b->type || a->version != b->version)
            return false;
    }
    return true;
}

struct jfr_kept_trace *jfr_keep_walked(struct thread *self, u32 hash)
{
    const struct jfr_walk *w = walk_of(jfr_thread_of(self));
    struct jfr_kept_trace *t = jfr_calloc(1, sizeof *t + w->count * sizeof t->frames[0]);
    t->hash = hash;
    t->count = w->count;
    t->truncated = w->truncated;
    for (u32 i = 0; i < w->count; i++) {
        const struct trace_frame *f = &w->frames[i].frame;
        struct method *m = w->frames[i].method;
        i32 line = f->type == ASYNC_NATIVE ? -1 : method_line(m, f->bci);
        t->frames[i] = (struct jfr_kept_frame){ jfr_method_of(m), f->bci, line < 0 ? -1 : line, f->type, f->version };
    }
    return t;
}

u64 jfr_use_kept_trace_locked(struct jfr_kept_trace *t)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (t->epoch == recorder_epoch) return t->id;
    if (!t->id) t->id = ++last_trace;
    t->epoch = recorder_epoch;
    if (t->classes) jfr_use_kept_locked(t->classes);
    for (u32 i = 0; i < t->count; i++) jfr_use_named_method_locked(&t->frames[i].method);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_TRACE, t->id);
    jfr_put_byte(o, t->truncated);
    jfr_put_number(o, t->count);
    for (u32 i = 0; i < t->count; i++) {
        const struct jfr_kept_frame *f = &t->frames[i];
        jfr_put_number(o, f->method.id);
        jfr_put_number(o, (u32)f->line);
        jfr_put_number(o, (u32)f->bci);
        jfr_put_number(o, f->type);
    }
    return t->id;
}
