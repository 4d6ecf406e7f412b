/* Tags (D6): one table per environment, indexed by address, mapped on demand. A tag is one load or one store; a tagged object costs 8 bytes beside it.
 *
 * The table mirrors the heap's addresses: the tag of the object at heap_low + x lies at table + x. A byte for each piece of the table says whether it is
 * mapped. Pieces are mapped under ti_lock and never unmapped while the environment lives. The collector clears the tags of dead objects with the world
 * stopped; ObjectFree is sent when it goes on. */
#include "jvmti/ti_tag.h"
#include "jvmti/ti_post.h"
#include "ti_functions.h"

#include "os/os_mem.h"

enum { PIECE = 64 * 1024 };

struct ti_tags {
    uintptr_t low;
    size_t size;
    char *table;
    _Atomic u8 *mapped; /* by piece */
    bool dead;
    jlong *freed;       /* tags of objects that the last collections freed, not sent yet */
    u32 freed_count, freed_cap;
};

static jlong *entry(const struct ti_tags *t, const struct object *o) { return (jlong *)(t->table + ((uintptr_t)o - t->low)); }
static size_t piece_of(const struct ti_tags *t, const struct object *o) { return ((uintptr_t)o - t->low) / PIECE; }

jlong ti_tag_get(const struct ti_env *env, const struct object *o)
{
    const struct ti_tags *t = __atomic_load_n(&env->tags, __ATOMIC_ACQUIRE);
    if (!t || !atomic_load_explicit(&t->mapped[piece_of(t, o)], memory_order_acquire)) return 0;
    return __atomic_load_n(entry(t, o), __ATOMIC_RELAXED);
}

static struct ti_tags *make_locked(struct ti_env *env)
{
    struct ti_tags *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    uintptr_t high;
    heap_range(&t->low, &high);
    t->size = ALIGN_UP(high - t->low, (size_t)PIECE);
    t->table = os_mem_reserve(t->size, PIECE);
    t->mapped = calloc(t->size / PIECE, 1);
    if (!t->table || !t->mapped) {
        if (t->table) os_mem_release(t->table, t->size);
        free((void *)t->mapped);
        free(t);
        return NULL;
    }
    __atomic_store_n(&env->tags, t, __ATOMIC_RELEASE);
    return t;
}

bool ti_tag_set(struct ti_env *env, struct object *o, jlong tag)
{
    struct ti_tags *t = __atomic_load_n(&env->tags, __ATOMIC_ACQUIRE);
    if (UNLIKELY(!t || !atomic_load_explicit(&t->mapped[piece_of(t, o)], memory_order_acquire))) {
        if (tag == 0) return true;
        os_mutex_lock(&ti_lock);
        t = env->tags ? env->tags : make_locked(env);
        bool ok = t != NULL;
        size_t p = ok ? piece_of(t, o) : 0;
        if (ok && !atomic_load(&t->mapped[p])) {
            ok = os_mem_commit(t->table + p * PIECE, PIECE);
            if (ok) atomic_store_explicit(&t->mapped[p], 1, memory_order_release);
        }
        os_mutex_unlock(&ti_lock);
        if (!ok) return false;
    }
    __atomic_store_n(entry(t, o), tag, __ATOMIC_RELAXED);
    return true;
}

jvmtiError ti_get_tag(struct ti_env *env, struct thread *self, struct object *object, jlong *tag_ptr)
{
    *tag_ptr = ti_tag_get(env, object);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_set_tag(struct ti_env *env, struct thread *self, struct object *object, jlong tag)
{
    return ti_tag_set(env, object, tag) ? JVMTI_ERROR_NONE : JVMTI_ERROR_OUT_OF_MEMORY;
}

/* ---- every tagged object ---- */

static void for_each_tagged(const struct ti_tags *t, void (*fn)(struct object *o, jlong *tag, void *arg), void *arg)
{
    for (size_t p = 0; p < t->size / PIECE; p++) {
        if (!atomic_load(&t->mapped[p])) continue;
        jlong *tags = (jlong *)(t->table + p * PIECE);
        for (size_t i = 0; i < PIECE / sizeof *tags; i++)
            if (tags[i]) fn((struct object *)(t->low + p * PIECE + i * sizeof *tags), &tags[i], arg);
    }
}

struct wanted { const jlong *tags; jint tag_count; jobject *refs; jlong *found; u32 n, cap; struct thread *self; bool no_memory; };
static void take_wanted(struct object *o, jlong *tag, void *arg)
{
    struct wanted *w = arg;
    bool match = false;
    for (jint i = 0; i < w->tag_count && !match; i++) match = w->tags[i] == *tag;
    if (!match || w->no_memory) return;
    if (w->n == w->cap) {
        w->cap = w->cap ? w->cap * 2 : 64;
        jobject *r = realloc(w->refs, w->cap * sizeof *r);
        if (r) w->refs = r;
        jlong *f = realloc(w->found, w->cap * sizeof *f);
        if (f) w->found = f;
        if (!r || !f) {
            w->no_memory = true;
            return;
        }
    }
    w->refs[w->n] = ref_local(w->self, o);
    w->found[w->n++] = *tag;
}

jvmtiError ti_get_objects_with_tags(struct ti_env *env, struct thread *self, jint tag_count, const jlong *tags, jint *count_ptr, jobject **object_result_ptr,
                                    jlong **tag_result_ptr)
{
    for (jint i = 0; i < tag_count; i++)
        if (tags[i] == 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    struct wanted w = { .tags = tags, .tag_count = tag_count, .self = self, .refs = ti_alloc(0), .found = ti_alloc(0) };
    w.no_memory = !w.refs || !w.found;
    if (env->tags && !w.no_memory) for_each_tagged(env->tags, take_wanted, &w); /* no poll in there: no collection */
    if (w.no_memory) {
        free(w.refs);
        free(w.found);
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    *count_ptr = (jint)w.n;
    if (object_result_ptr) *object_result_ptr = w.refs;
    else {
        for (u32 i = 0; i < w.n; i++) ref_delete_local(self, w.refs[i]);
        free(w.refs);
    }
    if (tag_result_ptr) *tag_result_ptr = w.found;
    else free(w.found);
    return JVMTI_ERROR_NONE;
}

/* ---- collections ---- */

struct sweep { struct ti_env *env; bool (*is_live)(const struct object *o); bool report; };
static void sweep_tag(struct object *o, jlong *tag, void *arg)
{
    struct sweep *s = arg;
    if (s->is_live(o)) return;
    struct ti_tags *t = s->env->tags;
    if (s->report) {
        if (t->freed_count == t->freed_cap) {
            t->freed_cap = t->freed_cap ? t->freed_cap * 2 : 256;
            t->freed = vm_realloc(t->freed, t->freed_cap * sizeof *t->freed);
        }
        t->freed[t->freed_count++] = *tag;
    }
    *tag = 0;
}

static void clear_dead(bool (*is_live)(const struct object *o))
{
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        struct ti_tags *t = env->tags;
        if (!t) continue;
        if (t->dead) {
            env->tags = NULL;
            os_mem_release(t->table, t->size);
            free((void *)t->mapped);
            free(t->freed);
            free(t);
            continue;
        }
        struct sweep s = { env, is_live, (atomic_load(&env->on) & TI_BIT(JVMTI_EVENT_OBJECT_FREE)) != 0 };
        for_each_tagged(t, sweep_tag, &s);
    }
}

/* After a collection, on the thread that did it: no lock of a stopped thread can be in an agent's way now. */
void ti_post_object_free(struct thread *self)
{
    bool any = false;
    for (struct ti_env *env = atomic_load(&ti_envs); env && !any; env = env->next) any = env->tags && env->tags->freed_count;
    struct ti_delivery d;
    if (!any || !ti_begin(&d, self)) return;
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        if (!env->tags) continue;
        os_mutex_lock(&ti_lock); /* two threads may have collected one after the other */
        jlong *freed = env->tags->freed; /* the next collection starts a list of its own */
        u32 n = env->tags->freed_count;
        env->tags->freed = NULL;
        env->tags->freed_count = env->tags->freed_cap = 0;
        os_mutex_unlock(&ti_lock);
        thread_to_native(self);
        for (u32 i = 0; i < n; i++) {
            jvmtiEventObjectFree cb = env->callbacks.ObjectFree;
            if (cb && (atomic_load(&env->on) & TI_BIT(JVMTI_EVENT_OBJECT_FREE))) cb(ti_jvmti(env), freed[i]);
        }
        thread_from_native(self);
        free(freed);
    }
    ti_end(&d);
}

void ti_tags_dispose(struct ti_env *env)
{
    os_mutex_lock(&ti_lock);
    if (env->tags) env->tags->dead = true;
    os_mutex_unlock(&ti_lock);
}

void ti_tags_init(void)
{
    hooks.gc_weak = clear_dead;
    hooks.gc_done = ti_post_object_free;
}
