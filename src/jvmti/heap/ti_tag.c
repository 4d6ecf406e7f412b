/* Tags (D6): the functions, and the work in a collection. ti_tag.h explains the table and its locks. */
#include "jvmti/heap/ti_tag.h"
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_parts.h"
#include "jvmti/heap/ti_tag_fast.h"
#include "ti_functions.h"
#include "tool/tool_heap.h"

#include "os/os_thread.h"
#include "os/os_time.h"
#include "thread/thread_contract.h"

/* ---- stripes, and exclusive ownership ---- */

static _Atomic u32 stripes[TI_STRIPES]; /* odd: a writer is at work */
enum { REPORT_NS = 10000000 };          /* a walk waits so long for callbacks of ObjectFree */
static _Atomic u32 reports;             /* such callbacks that run */
static _Atomic u32 stop_epoch;          /* odd: the thread that stopped the world owns all tags */

static _Atomic u32 *stripe_of(const struct ti_tags *t, uintptr_t a)
{
    return &stripes[((a >> TI_BLOCK_SHIFT) + ((uintptr_t)t >> 6)) % TI_STRIPES];
}

static inline void lock(_Atomic u32 *stripe)
{
    for (u32 spins = 0;; spins++) {
        u32 s = atomic_load_explicit(stripe, memory_order_relaxed);
        if (!(s & 1) && atomic_compare_exchange_weak(stripe, &s, s + 1)) return;
        if (spins < 64)
            cpu_pause();
        else
            os_thread_yield();
    }
}
static inline void unlock(_Atomic u32 *stripe)
{
    atomic_store_explicit(stripe, atomic_load_explicit(stripe, memory_order_relaxed) + 1, memory_order_release);
}

/* A writer outside of the VM takes its stripe first and then reads the epoch; here the order is reversed, so one of the
 * two sees the other. */
void ti_tags_stop(void)
{
    VM_ASSERT(tool_world_stands() && !(atomic_load(&stop_epoch) & 1));
    atomic_fetch_add(&stop_epoch, 1);
    for (u32 i = 0; i < TI_STRIPES; i++)
        while (atomic_load(&stripes[i]) & 1) os_thread_yield();
}
void ti_tags_go(void) { atomic_fetch_add(&stop_epoch, 1); }

/* ---- one tag ---- */

static inline struct ti_tags *tags_of(const struct ti_env *env)
{
    return __atomic_load_n(&env->tags, __ATOMIC_ACQUIRE);
}

/* Returns false if another thread has written meanwhile. */
__attribute__((no_sanitize("thread"))) static inline bool try_find(const struct ti_tags *t, const struct object *o,
                                                                   jlong *tag)
{
    const _Atomic u32 *stripe = stripe_of(t, (uintptr_t)o);
    u32 s = atomic_load_explicit(stripe, memory_order_acquire);
    if (UNLIKELY(s & 1)) return false;
    const volatile struct ti_tag_group *g = ti_tag_group(t, (uintptr_t)o);
    u32 bit = ti_group_bit((uintptr_t)o);
    u64 bits = g->bits;
    *tag = bits >> bit & 1 ? *(const volatile jlong *)&t->pool[g->at + ti_popcount(bits & (((u64)1 << bit) - 1))] : 0;
    atomic_thread_fence(memory_order_acquire);
    return LIKELY(atomic_load_explicit(stripe, memory_order_relaxed) == s);
}

jlong ti_tag_get(const struct ti_env *env, const struct object *o)
{
    const struct ti_tags *t = tags_of(env);
    jlong tag = 0;
    if (!t) return 0;
    while (!try_find(t, o, &tag)) os_thread_yield();
    return tag;
}

static COLD struct ti_tags *make(struct ti_env *env)
{
    os_mutex_lock(&ti_lock);
    struct ti_tags *t = env->tags ? env->tags : ti_tags_make();
    __atomic_store_n(&env->tags, t, __ATOMIC_RELEASE);
    os_mutex_unlock(&ti_lock);
    return t;
}

bool ti_tag_set(struct ti_env *env, struct object *o, jlong tag)
{
    struct ti_tags *t = tags_of(env);
    if (UNLIKELY(!t)) {
        if (tag == 0) return true;
        if (!(t = make(env))) return false;
    }
    _Atomic u32 *stripe = stripe_of(t, (uintptr_t)o);
    lock(stripe);
    bool ok = ti_tags_put(t, o, tag);
    unlock(stripe);
    return ok;
}

bool ti_tag_set_stopped(struct ti_env *env, struct object *o, jlong tag)
{
    WORLD_STOPPED();
    struct ti_tags *t = env->tags;
    if (UNLIKELY(!t) && (tag == 0 || !(t = make(env)))) return tag == 0;
    return ti_tags_put(t, o, tag);
}

/* The quick functions below run IN_NATIVE, while the world may be stopped. A read counts if no thread owned all tags
 * from before it to after it, since objects move only then. A writer holds its stripe, so no thread can own all tags
 * while it works; before it had the stripe the object may have moved, so it reads the reference again. */
bool ti_quick_get_tag(const struct ti_env *env, struct thread *self, jobject object, jlong *tag_ptr)
{
    u32 epoch = atomic_load_explicit(&stop_epoch, memory_order_acquire);
    const struct ti_tags *t = tags_of(env);
    const struct object *o = tool_ref_peek(self, object);
    jlong tag;
    if (UNLIKELY(epoch & 1 || !t || !o || !tag_ptr || !try_find(t, o, &tag))) return false;
    if (UNLIKELY(atomic_load_explicit(&stop_epoch, memory_order_relaxed) != epoch)) return false;
    *tag_ptr = tag;
    return true;
}

bool ti_quick_set_tag(struct ti_env *env, struct thread *self, jobject object, jlong tag)
{
    struct ti_tags *t = tags_of(env);
    struct object *o = tool_ref_peek(self, object);
    if (UNLIKELY(!t || !o)) return false;
    _Atomic u32 *stripe = stripe_of(t, (uintptr_t)o);
    lock(stripe);
    bool ok = !(atomic_load(&stop_epoch) & 1) && tags_of(env) == t && tool_ref_peek(self, object) == o &&
              ti_tags_put(t, o, tag);
    unlock(stripe);
    return ok;
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

/* ---- objects with tags ---- */

struct wanted {
    const jlong *tags;
    u32 tag_count; /* ascending */
    struct object **objects;
    jlong *found;
    u32 n, cap;
    bool no_memory;
};

static int by_tag(const void *a, const void *b)
{
    jlong x = *(const jlong *)a, y = *(const jlong *)b;
    return (x > y) - (x < y);
}

/* The number of n ascending tags that are less than (or_equal: at most) `tag`. */
static u32 tags_below(const jlong *tags, u32 n, jlong tag, bool or_equal)
{
    u32 from = 0;
    while (n) {
        u32 half = n / 2;
        if (tags[from + half] < tag || (or_equal && tags[from + half] == tag)) {
            from += half + 1;
            n -= half + 1;
        } else
            n = half;
    }
    return from;
}

static void take_hit(struct wanted *w, uintptr_t a, jlong tag)
{
    if (w->n == w->cap) {
        u32 cap = w->cap ? w->cap * 2 : TINY(64, 1);
        struct object **o = realloc(w->objects, cap * sizeof *o);
        if (o) w->objects = o;
        jlong *f = realloc(w->found, cap * sizeof *f);
        if (f) w->found = f;
        if (!o || !f) {
            w->no_memory = true;
            return;
        }
        w->cap = cap;
    }
    w->objects[w->n] = (struct object *)a;
    w->found[w->n++] = tag;
}

/* Searches only blocks whose bounds include a wanted tag, and makes the bounds exact again (removed tags have not
 * narrowed them). */
static void search_block(struct ti_tags *t, u32 block, void *arg)
{
    struct wanted *w = arg;
    struct ti_tag_block *b = &t->blocks[block];
    uintptr_t base = t->low + ((uintptr_t)block << TI_BLOCK_SHIFT);
    _Atomic u32 *stripe = stripe_of(t, base);
    lock(stripe);
    u32 first = tags_below(w->tags, w->tag_count, b->low, false),
        last = tags_below(w->tags, w->tag_count, b->high, true);
    if (b->count && first < last && !w->no_memory) {
        const jlong *tags = w->tags + first;
        u32 n = last - first;
        jlong least = tags[0], low = INT64_MAX, high = INT64_MIN;
        u64 span = (u64)tags[n - 1] - (u64)least;
        const struct ti_tag_group *g = ti_tag_group(t, base);
        for (u32 i = 0; i < TI_GROUPS_PER_BLOCK; i++, g++, base += (uintptr_t)1 << TI_GROUP_SHIFT) {
            const jlong *tag = &t->pool[g->at];
            for (u64 bits = g->bits; bits; bits &= bits - 1, tag++) {
                low = *tag < low ? *tag : low;
                high = *tag > high ? *tag : high;
                if (LIKELY((u64)*tag - (u64)least > span)) continue;
                u32 at = tags_below(tags, n, *tag, false);
                for (; at < n && tags[at] == *tag; at++)
                    take_hit(w, base + ((uintptr_t)__builtin_ctzll(bits) << 3), *tag);
            }
        }
        b->low = low;
        b->high = high;
    }
    unlock(stripe);
}

static jvmtiError hits_out(struct thread *self, struct wanted *w, jint *count_ptr, jobject **object_result_ptr,
                           jlong **tag_result_ptr)
{
    jobject *refs = NULL;
    if (object_result_ptr) {
        if (!tool_ensure_refs(self, w->n) || !(refs = ti_alloc(w->n * sizeof *refs))) return JVMTI_ERROR_OUT_OF_MEMORY;
        for (u32 i = 0; i < w->n; i++) refs[i] = tool_ref(self, w->objects[i]);
        *object_result_ptr = refs;
    }
    if (tag_result_ptr) {
        *tag_result_ptr = w->found;
        w->found = NULL;
    }
    *count_ptr = (jint)w->n;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_get_objects_with_tags(struct ti_env *env, struct thread *self, jint tag_count, const jlong *tags,
                                    jint *count_ptr, jobject **object_result_ptr, jlong **tag_result_ptr)
{
    for (jint i = 0; i < tag_count; i++)
        if (tags[i] == 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    jlong *sorted = ti_alloc((size_t)tag_count * sizeof *sorted);
    if (!sorted) return JVMTI_ERROR_OUT_OF_MEMORY;
    memcpy(sorted, tags, (size_t)tag_count * sizeof *sorted);
    qsort(sorted, (size_t)tag_count, sizeof *sorted, by_tag);
    struct wanted w = { .tags = sorted, .tag_count = (u32)tag_count, .found = ti_alloc(0) };
    /* no poll in there: no collection */
    if (tags_of(env) && tag_count) ti_tags_for_each_block(env->tags, search_block, &w);
    jvmtiError err = w.no_memory || !w.found ? JVMTI_ERROR_OUT_OF_MEMORY
                                             : hits_out(self, &w, count_ptr, object_result_ptr, tag_result_ptr);
    free(sorted);
    free(w.objects);
    free(w.found);
    return err;
}

/* ---- collections ---- */

static void note_freed(struct ti_tags *t, jlong tag)
{
    if (t->freed_count == t->freed_cap) {
        t->freed_cap = t->freed_cap ? t->freed_cap * 2 : TINY(256, 1);
        t->freed = vm_realloc(t->freed, t->freed_cap * sizeof *t->freed);
    }
    t->freed[t->freed_count++] = tag;
}

static void sweep_block(struct ti_tags *t, u32 block, void *report)
{
    uintptr_t base = t->low + ((uintptr_t)block << TI_BLOCK_SHIFT);
    if (!tool_may_have_died(base)) return;
    const struct ti_tag_group *g = ti_tag_group(t, base);
    for (u32 i = 0; i < TI_GROUPS_PER_BLOCK; i++, g++, base += (uintptr_t)1 << TI_GROUP_SHIFT) {
        u64 dead = g->bits ? g->bits & ~tool_live_objects(base) : 0;
        if (dead) ti_tags_drop(t, base, dead, *(const bool *)report ? note_freed : NULL);
    }
}

static bool collector_has_tags; /* since moving began */

static bool moving(bool on)
{
    collector_has_tags = on;
    if (on)
        ti_tags_stop();
    else
        ti_tags_go();
    bool any = false;
    for (struct ti_env *env = atomic_load(&ti_envs); env && !any; env = env->next) any = env->tags != NULL;
    return any;
}

/* On failure nothing has changed. */
static bool moved(const struct object *from, struct object *to)
{
    struct ti_env *env = atomic_load(&ti_envs), *failed = NULL;
    for (; env && !failed; env = env->next) {
        jlong tag = ti_tags_find(env->tags, from);
        if (tag && !ti_tags_put(env->tags, to, tag)) failed = env;
    }
    const struct object *stale = failed ? to : from;
    for (env = atomic_load(&ti_envs); env && env != failed; env = env->next)
        if (ti_tags_find(env->tags, stale) && !ti_tags_put(env->tags, (struct object *)stale, 0)) VM_UNREACHABLE();
    return !failed;
}

static void clear_dead(void)
{
    if (!collector_has_tags) ti_tags_stop();
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        struct ti_tags *t = env->tags;
        if (!t) continue;
        if (t->dead) {
            __atomic_store_n(&env->tags, NULL, __ATOMIC_RELEASE);
            ti_tags_recycle(t);
            continue;
        }
        bool report = (atomic_load(&env->on) & TI_BIT(JVMTI_EVENT_OBJECT_FREE)) != 0;
        ti_tags_for_each_block(t, sweep_block, &report);
    }
    if (!collector_has_tags) ti_tags_go();
}

void ti_tags_let_reports_end(void)
{
    VM_ASSERT(tool_world_stands());
    i64 end = os_time_monotonic_ns() + REPORT_NS;
    while (atomic_load(&reports) && os_time_monotonic_ns() < end) os_time_pause_ns(REPORT_NS / 1000);
}

/* After a collection, on the thread that did it: no stopped thread can hold a lock that an agent needs. */
void ti_post_object_free(struct thread *self)
{
    bool any = false;
    for (struct ti_env *env = atomic_load(&ti_envs); env && !any; env = env->next)
        any = env->tags && env->tags->freed_count;
    struct ti_delivery d;
    if (!any || !ti_begin(&d, self)) return;
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        if (!env->tags) continue;
        os_mutex_lock(&ti_lock);         /* two collections may have come before this */
        jlong *freed = env->tags->freed; /* the next collection starts a new list */
        u32 n = env->tags->freed_count;
        env->tags->freed = NULL;
        env->tags->freed_count = env->tags->freed_cap = 0;
        os_mutex_unlock(&ti_lock);
        for (u32 i = 0; i < n; i++) {
            jvmtiEventObjectFree cb = TI_CALLBACK(env, ObjectFree);
            if (!cb || !(atomic_load(&env->on) & TI_BIT(JVMTI_EVENT_OBJECT_FREE))) continue;
            atomic_fetch_add(&reports, 1);
            tool_to_native(self);
            cb(ti_jvmti(env), freed[i]);
            atomic_fetch_sub(&reports, 1);
            tool_from_native(self); /* here the rest waits while the world is stopped, say for a walk of the heap */
        }
        free(freed);
    }
    ti_end(&d);
}

/* The table is freed in the next collection. */
static void env_disposed(struct thread *self, struct ti_env *env)
{
    os_mutex_lock(&ti_lock);
    if (env->tags) env->tags->dead = true;
    os_mutex_unlock(&ti_lock);
}

/* For probes. */
static bool tag_of(const struct object *o, u32 number, i64 *tag)
{
    u32 n = 1;
    *tag = 0;
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next, n++) {
        if (number && n != number) continue;
        *tag = ti_tag_get(env, o);
        if (number || *tag) return true;
    }
    return !number;
}

static void init(void)
{
    ti_has_popcnt = cpu_has_popcnt();
    hooks.gc_weak = clear_dead;
    hooks.tag_of = tag_of;
    hooks.gc_moving = moving;
    hooks.gc_moved = moved;
}

const struct ti_part ti_part_tags = { .init = init, .env_disposed = env_disposed };
