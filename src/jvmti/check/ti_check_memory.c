/* -Xcheck:jvmti: memory that the interface has handed out, and that agents must free with Deallocate: which function
 * allocated it, and for which caller.
 *
 * Blocks are all results of successful calls: arrays, strings, and the strings inside structures. Lock: blocks_lock, a
 * leaf. Recently freed blocks are remembered too, to tell a second Deallocate from one of a foreign pointer. */
#include "jvmti/trace/ti_observe.h"
#include "ti_tables.h"

#include "base/contract.h"
#include "base/hashmap.h"
#include "base/vec.h"

enum { FREED_MAX = TINY(1024, 4) };

struct block {
    const struct ti_shape *from;
    const void *caller;
    const struct ti_env *env;
    u64 size; /* size for Allocate; 0: not known */
    bool reported;
};
struct freed {
    const void *block, *by;
};

static struct os_mutex blocks_lock = OS_MUTEX_INIT;
static struct hashmap blocks GUARDED_BY(blocks_lock) = HASHMAP_INIT;
static struct freed freed[FREED_MAX] GUARDED_BY(blocks_lock);
static u32 freed_at GUARDED_BY(blocks_lock);

static void add_locked(const struct ti_observed *o, const void *p, u64 size) WANTS_LOCK(blocks_lock)
{
    LOCK_HELD(&blocks_lock);
    if (!p) return;
    struct block *b = vm_malloc(sizeof *b);
    *b = (struct block){ o->shape, o->caller, o->env, size, false };
    free(hashmap_put(&blocks, p, b));
    for (u32 i = 0; i < FREED_MAX; i++)
        if (freed[i].block == p) freed[i].block = NULL; /* the same memory, allocated again */
}

static void add_parts_locked(const struct ti_observed *o, enum ti_kind kind, const void *base, u32 n)
    WANTS_LOCK(blocks_lock)
{
    LOCK_HELD(&blocks_lock);
    switch (kind) {
    case TI_K_THREAD_INFO: add_locked(o, ((const jvmtiThreadInfo *)base)->name, 0); break;
    case TI_K_GROUP_INFO: add_locked(o, ((const jvmtiThreadGroupInfo *)base)->name, 0); break;
    case TI_K_MONITOR_USAGE: {
        const jvmtiMonitorUsage *m = base;
        add_locked(o, m->waiters, 0);
        add_locked(o, m->notify_waiters, 0);
        break;
    }
    case TI_K_VARIABLE:
        for (const jvmtiLocalVariableEntry *v = base; n-- > 0; v++) {
            add_locked(o, v->name, 0);
            add_locked(o, v->signature, 0);
            add_locked(o, v->generic_signature, 0);
        }
        break;
    case TI_K_EXTENSION_FUNCTION:
        for (const jvmtiExtensionFunctionInfo *f = base; n-- > 0; f++) {
            add_locked(o, f->id, 0);
            add_locked(o, f->short_description, 0);
            add_locked(o, f->params, 0);
            add_locked(o, f->errors, 0);
            for (jint i = 0; i < f->param_count; i++) add_locked(o, f->params[i].name, 0);
        }
        break;
    case TI_K_EXTENSION_EVENT:
        for (const jvmtiExtensionEventInfo *e = base; n-- > 0; e++) {
            add_locked(o, e->id, 0);
            add_locked(o, e->short_description, 0);
            add_locked(o, e->params, 0);
            for (jint i = 0; i < e->param_count; i++) add_locked(o, e->params[i].name, 0);
        }
        break;
    default: break;
    }
}

void ti_blocks_add(const struct ti_observed *o)
{
    os_mutex_lock(&blocks_lock);
    for (u32 i = 0; i < o->shape->count; i++) {
        const struct ti_parameter *p = &o->shape->parameters[i];
        if (p->way < TI_W_OUT || !o->args[i]) continue;
        const void *base = (const void *)(uintptr_t)o->args[i];
        u32 n = ti_value_count(o->shape, o->args, i);
        if (p->way >= TI_W_ALLOCATED) {
            base = *(const void *const *)base;
            add_locked(o, base, o->shape->num == TI_FN_ALLOCATE ? o->args[0] : 0);
        }
        if (!base) continue;
        add_parts_locked(o, (enum ti_kind)p->kind, base, n);
        for (u32 k = 0; p->way == TI_W_ALLOCATED2 && k < n; k++) add_locked(o, ((void *const *)base)[k], 0);
    }
    os_mutex_unlock(&blocks_lock);
}

void ti_blocks_add_one(const struct ti_observed *o, const void *block)
{
    os_mutex_lock(&blocks_lock);
    add_locked(o, block, 0);
    os_mutex_unlock(&blocks_lock);
}

bool ti_blocks_remove(const void *block, const void *by, const void **freed_by)
{
    *freed_by = NULL;
    os_mutex_lock(&blocks_lock);
    struct block *b = hashmap_remove(&blocks, block);
    if (b) {
        freed[freed_at] = (struct freed){ block, by };
        freed_at = (freed_at + 1) % FREED_MAX;
        free(b);
    }
    for (u32 i = 0; !b && i < FREED_MAX; i++)
        if (freed[i].block == block) *freed_by = freed[i].by;
    os_mutex_unlock(&blocks_lock);
    return b != NULL;
}

/* The blocks of one environment, function and caller. */
struct group {
    struct block b;
    u64 count, size;
};

static int by_count(const void *a, const void *b)
{
    const struct group *x = *(struct group *const *)a, *y = *(struct group *const *)b;
    return x->count != y->count        ? (x->count < y->count ? 1 : -1)
           : x->b.caller < y->b.caller ? -1
                                       : x->b.caller > y->b.caller;
}

void ti_blocks_report(const struct ti_observed *o, const struct ti_env *env, const char *when)
{
    struct vec groups = VEC_INIT;
    u32 at = 0;
    u64 key;
    void *value;
    os_mutex_lock(&blocks_lock);
    while (hashmap_next(&blocks, &at, &key, &value)) {
        struct block *b = value;
        struct group *g = NULL;
        if ((env && b->env != env) || b->reported) continue;
        b->reported = true; /* once; another environment may still free it */
        for (u32 i = 0; i < groups.count && !g; i++) {
            struct group *x = vec_get(&groups, i);
            if (x->b.from == b->from && x->b.caller == b->caller && x->b.env == b->env) g = x;
        }
        if (!g) {
            g = vm_calloc(1, sizeof *g);
            g->b = *b;
            vec_push(&groups, g);
        }
        g->count++;
        g->size += b->size;
    }
    os_mutex_unlock(&blocks_lock);
    if (groups.count) qsort(groups.items, groups.count, sizeof *groups.items, by_count);
    for (u32 i = 0; i < groups.count; i++) {
        struct group *g = vec_get(&groups, i);
        char size[48] = "";
        if (g->size) snprintf(size, sizeof size, " (%llu bytes)", (unsigned long long)g->size);
        ti_misuse(o, "allocated from", g->b.caller,
                  "at %s environment %u has %llu block%s of %s%s that %s not been deallocated", when,
                  g->b.env ? g->b.env->index : 0, (unsigned long long)g->count, g->count == 1 ? "" : "s",
                  g->b.from->name, size, g->count == 1 ? "has" : "have");
        free(g);
    }
    vec_destroy(&groups);
}
