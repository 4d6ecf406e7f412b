#include "exec/code/inline_cache.h"

#include "meta/loader.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"

struct method *icache_select(struct icache *ic, const struct object *receiver)
{
    struct class *c = object_class(receiver);
    struct method *m = ic->imethod;
    bool by_table = class_is_interface(m->owner) && !(m->access & ACC_PRIVATE);
    m = by_table ? class_itable_lookup(c, m) : class_select_method(c, m);
    if (UNLIKELY(!m || !(m->access & ACC_PUBLIC))) return NULL;
    icache_set(ic, receiver->class_ref, m);
    return m;
}

struct icache *icache_new(struct class_holder *h, struct method *imethod, u32 class_ref, const struct method *selected)
{
    struct icache *ic = class_holder_alloc(h, sizeof *ic);
    if (!ic) return NULL;
    ic->imethod = imethod;
    ic->nargs = imethod->nargs;
    icache_set(ic, class_ref, selected);
    ic->next = atomic_load_explicit(&h->icaches, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&h->icaches, &ic->next, ic, memory_order_release,
                                                  memory_order_relaxed)) {}
    return ic;
}

/* The receiver seen last and its method need not outlive the cache. */
static void clear_dead(struct class_holder *h, void *arg)
{
    (void)arg;
    if (!h->heap.marked) return;
    for (struct icache *ic = atomic_load_explicit(&h->icaches, memory_order_relaxed); ic; ic = ic->next) {
        u64 pair = atomic_load_explicit(&ic->pair, memory_order_relaxed);
        if (class_memory_is_dead((const void *)(uintptr_t)(pair >> 32)) ||
            class_memory_is_dead((const void *)(uintptr_t)(u32)pair))
            atomic_store_explicit(&ic->pair, 0, memory_order_relaxed);
        /* a version of an interface that lives */
        if (class_memory_is_dead(ic->imethod)) ic->imethod = ic->imethod->next_version;
    }
}
void icaches_forget_dead(void)
{
    WORLD_STOPPED();
    classes_for_each_holder(clear_dead, NULL);
}
