/* JNI references (refs.h).
 *
 * Each thread has one array of local cells that never moves. A cell holds an object (low bits 000), is free (010, with
 * the next free cell of the same frame), or starts a frame (001, with the outer frame's floor and free list). Index 0
 * holds no object: it is the header of the outermost frame.
 *
 *     0 | cells of the outermost frame | header | cells of the next frame … locals_top
 *
 * If a reference of an outer frame is deleted from an inner one, only its object is cleared: the cell becomes free with
 * its frame.
 *
 * Global and weak cells lie in one range of addresses each, so that a reference can be recognised without a lock. The
 * memory of cells is never freed; a deleted cell holds a poison with the next free cell. Lock (taking and freeing
 * cells): table lock, a leaf. */
#include "thread/refs.h"

#include "base/vec.h"
#include "os/os_mem.h"
#include "os/os_sync.h"
#include "thread/thread_contract.h"

enum { CELL_FREE = 2, CELL_MASK = REF_CELL_MASK, CELL_MARKED = 8 /* of a header */ };

static inline u64 cell(struct thread *t, u32 i) { return (u64)(uintptr_t)t->locals_base[i]; }
static inline void set_cell(struct thread *t, u32 i, u64 v) { t->locals_base[i] = (struct object *)(uintptr_t)v; }

u32 ref_locals_most = 1 << 25;

/* ---- local ---- */

static COLD bool commit(struct thread *self, u32 count)
{
    u32 cap = (u32)ALIGN_UP((u64)self->locals_top + count, REF_LOCALS_STEP);
    size_t bytes = (cap - self->locals_cap) * sizeof(struct object *);
    if (!os_mem_commit(self->locals_base + self->locals_cap, bytes)) return false;
    self->locals_cap = cap;
    return true;
}

bool ref_ensure(struct thread *self, u32 count)
{
    ON_OWN_THREAD(self);
    if (count > ref_locals_most - self->locals_top) return false;
    return LIKELY(count <= self->locals_cap - self->locals_top) || commit(self, count);
}

COLD void ref_grow(struct thread *self)
{
    if (!ref_ensure(self, 1)) /* the callers cannot return an error */
        vm_out_of_memory("mmap", REF_LOCALS_STEP * sizeof(struct object *), "local references of one thread");
}

jobject ref_local(struct thread *self, struct object *o)
{
    IS_OBJECT_OR_NULL(o);
    ON_OWN_THREAD(self);
    if (!o) return NULL;
    u32 i = self->locals_free;
    if (i)
        self->locals_free = (u32)(cell(self, i) >> 4);
    else {
        if (UNLIKELY(self->locals_top == self->locals_cap)) ref_grow(self);
        i = self->locals_top++;
    }
    self->locals_base[i] = o;
    return (jobject)&self->locals_base[i];
}

static bool local_index(struct thread *t, jobject r, u32 *index)
{
    uintptr_t at = (uintptr_t)r - (uintptr_t)t->locals_base;
    *index = (u32)(at / sizeof(struct object *));
    return at % sizeof(struct object *) == 0 && at / sizeof(struct object *) - 1 < t->locals_top - 1u &&
           (cell(t, *index) & CELL_MASK) == 0;
}

void ref_delete_local(struct thread *self, jobject r)
{
    ON_OWN_THREAD(self);
    u32 i;
    if (!r || !local_index(self, r, &i)) return;
    if (i < self->locals_floor) {
        self->locals_base[i] = NULL;
        return;
    }
    if (i + 1 == self->locals_top) {
        self->locals_top--;
        return;
    }
    set_cell(self, i, (u64)self->locals_free << 4 | CELL_FREE);
    self->locals_free = i;
}

bool ref_frame_marked(struct thread *self) { return (cell(self, self->locals_floor - 1) & CELL_MARKED) != 0; }

void ref_frame_mark(struct thread *self, bool marked)
{
    u32 header = self->locals_floor - 1;
    u64 h = cell(self, header);
    set_cell(self, header, marked ? h | CELL_MARKED : h & ~(u64)CELL_MARKED);
}

void refs_visit_locals(struct thread *t, struct heap_visitor *v)
{
    WORLD_STOPPED();
    for (u32 i = 1; i < t->locals_top; i++)
        if (t->locals_base[i] && (cell(t, i) & CELL_MASK) == 0) v->exact(v, &t->locals_base[i]);
}

/* ---- global and weak ---- */

enum { TABLE_STEP = TINY(8192, 512) };
static u32 table_cells = 1 << 27;
struct table {
    struct object **base;
    _Atomic u32 used;
    /* under lock */
    u32 committed;
    struct object **free;
    u64 count;
};

static struct os_mutex lock = OS_MUTEX_INIT;
static struct table globals, weaks;
static struct vec young_weaks; /* cells of weak references that were made since the last collection */

/* NULL: no room. */
static struct object **take_cell_locked(struct table *t) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    struct object **c = t->free;
    if (c) {
        t->free = (struct object **)((uintptr_t)*c & ~(uintptr_t)CELL_MASK);
        t->count++;
        return c;
    }
    u32 used = atomic_load_explicit(&t->used, memory_order_relaxed);
    if (used == t->committed) {
        if (!t->base) t->base = os_mem_reserve(table_cells * sizeof *c, 0);
        if (!t->base || used == table_cells || !os_mem_commit(t->base + used, TABLE_STEP * sizeof *c)) return NULL;
        t->committed += TABLE_STEP;
    }
    t->count++;
    atomic_store_explicit(&t->used, used + 1, memory_order_release);
    return &t->base[used];
}

static u32 share(u32 most, u32 step, unsigned part)
{
    size_t cell = sizeof(struct object *);
    return (u32)ALIGN_DOWN(os_mem_share(most * cell, step * cell, part) / cell, (size_t)step);
}

void refs_init(void)
{
    ref_locals_most = share(ref_locals_most, REF_LOCALS_STEP, 2048);
    table_cells = share(table_cells, TABLE_STEP, 64);
}

static jobject add(struct table *t, struct object *o, uintptr_t tag)
{
    CALLER_IN_VM();
    IS_OBJECT_OR_NULL(o);
    if (!o) return NULL;
    os_mutex_lock(&lock);
    struct object **c = take_cell_locked(t);
    if (c) *c = o;
    /* If it has more entries than there are cells, many are duplicates: then all cells are visited. */
    if (c && t == &weaks && young_weaks.count <= t->used) vec_push(&young_weaks, c);
    os_mutex_unlock(&lock);
    return !c ? NULL : (jobject)((uintptr_t)c | tag);
}

static inline bool owns(struct table *t, struct object **c)
{
    u32 used = atomic_load_explicit(&t->used, memory_order_acquire);
    uintptr_t at = (uintptr_t)c - (uintptr_t)t->base;
    return used && at % sizeof *c == 0 && at / sizeof *c < used &&
           ((uintptr_t)__atomic_load_n(c, __ATOMIC_RELAXED) & CELL_MASK) == 0;
}

static void delete(struct table *t, jobject r, uintptr_t tag)
{
    if (!r || ((uintptr_t)r & REF_TAG_MASK) != tag) return;
    struct object **c = (struct object **)((uintptr_t)r & ~(uintptr_t)REF_TAG_MASK);
    os_mutex_lock(&lock);
    if (owns(t, c)) {
        *c = (struct object *)((uintptr_t)t->free | CELL_FREE);
        t->free = c;
        t->count--;
    }
    os_mutex_unlock(&lock);
}

jobject ref_global_or_null(struct object *o) { return add(&globals, o, REF_TAG_GLOBAL); }
jweak ref_weak_or_null(struct object *o) { return add(&weaks, o, REF_TAG_WEAK); }

jobject ref_global(struct object *o)
{
    jobject r = ref_global_or_null(o);
    if (o && !r) vm_out_of_memory("mmap", TABLE_STEP * sizeof o, "global references of the VM");
    return r;
}

void ref_delete_global(jobject r) { delete (&globals, r, REF_TAG_GLOBAL); }
void ref_delete_weak(jweak r) { delete (&weaks, r, REF_TAG_WEAK); }

static void each(struct table *t, void (*fn)(struct object **c, void *arg), void *arg)
{
    for (u32 i = 0, n = atomic_load(&t->used); i < n; i++)
        if (t->base[i] && ((uintptr_t)t->base[i] & CELL_MASK) == 0) fn(&t->base[i], arg);
}

static void visit_cell(struct object **c, void *v) { ((struct heap_visitor *)v)->exact(v, c); }
void refs_visit_globals(struct heap_visitor *v)
{
    WORLD_STOPPED();
    each(&globals, visit_cell, v);
}

static void clear_cell(struct object **c, void *arg)
{
    heap_live_fn live = *(heap_live_fn *)arg;
    *c = live(*c);
}
void refs_clear_weak(heap_live_fn live)
{
    WORLD_STOPPED();
    if (!heap_young() || young_weaks.count > weaks.used)
        each(&weaks, clear_cell, &live);
    else
        for (u32 i = 0; i < young_weaks.count; i++) {
            struct object **c = vec_get(&young_weaks, i);
            if (*c && ((uintptr_t)*c & CELL_MASK) == 0) clear_cell(c, &live);
        }
    vec_clear(&young_weaks);
}

struct call {
    void (*fn)(struct object *o, void *arg);
    void *arg;
};
static void call_cell(struct object **c, void *arg) { ((struct call *)arg)->fn(*c, ((struct call *)arg)->arg); }
void refs_for_each_global(void (*fn)(struct object *o, void *arg), void *arg)
{
    each(&globals, call_cell, &(struct call){ fn, arg });
}

void refs_counts(u64 *global, u64 *weak)
{
    *global = globals.count;
    *weak = weaks.count;
}

/* ---- questions ---- */

jobjectRefType ref_type(struct thread *self, jobject r)
{
    if (!r) return JNIInvalidRefType;
    uintptr_t tag = (uintptr_t)r & REF_TAG_MASK;
    struct object **c = (struct object **)((uintptr_t)r & ~(uintptr_t)REF_TAG_MASK);
    if (tag == REF_TAG_LOCAL) {
        u32 i;
        return local_index(self, r, &i) && self->locals_base[i] ? JNILocalRefType : JNIInvalidRefType;
    }
    if (tag == REF_TAG_MASK) return JNIInvalidRefType;
    return !owns(tag == REF_TAG_GLOBAL ? &globals : &weaks, c) ? JNIInvalidRefType
           : tag == REF_TAG_GLOBAL ? JNIGlobalRefType
                                   : JNIWeakGlobalRefType;
}

struct object *ref_peek(struct thread *self, jobject r)
{
    uintptr_t tag = (uintptr_t)r & REF_TAG_MASK;
    struct object **c = (struct object **)((uintptr_t)r & ~(uintptr_t)REF_TAG_MASK);
    u32 i;
    return tag == REF_TAG_LOCAL                         ? (local_index(self, r, &i) ? *c : NULL)
           : tag == REF_TAG_GLOBAL && owns(&globals, c) ? *c
                                                        : NULL;
}

bool ref_check(struct thread *self, jobject r, struct object **out)
{
    if (!r || ref_type(self, r) == JNIInvalidRefType) return false;
    *out = ref_get(r);
    return true;
}
