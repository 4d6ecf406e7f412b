#include "exec/code/inline_cache.h"

#include "meta/loader.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"

struct method *icache_method_for(const struct icache *ic, const struct class *c)
{
    struct method *m = ic->imethod;
    if (UNLIKELY(!class_assignable(c, ic->interface))) return NULL;
    if (m->access & ACC_PRIVATE) return m;
    m = class_is_interface(m->owner) ? class_itable_lookup(c, m) : class_select_method(c, m);
    return m && m->access & ACC_PUBLIC ? m : NULL;
}
struct method *icache_select(struct icache *ic, const struct object *receiver)
{
    AFTER_MADE_KNOWN();
    struct method *m = icache_method_for(ic, object_class(receiver));
    if (m) icache_set(ic, receiver->class_ref, m);
    return m;
}

/* While a class is moved, other threads may miss it; then they come here. */
static _Atomic u64 *place_for(struct icache *ic, u32 class_ref)
{
    _Atomic u64 *first = &ic->wide[icache_place(class_ref)], *other = &ic->wide[icache_other_place(class_ref)];
    u64 there = atomic_load_explicit(first, memory_order_relaxed);
    if (!there) return first;
    if (!atomic_load_explicit(other, memory_order_relaxed)) return other;
    u32 moves = (u32)(there >> 32);
    bool is_at_first = icache_place(moves) == icache_place(class_ref);
    _Atomic u64 *to = &ic->wide[is_at_first ? icache_other_place(moves) : icache_place(moves)];
    if (!atomic_load_explicit(to, memory_order_relaxed)) atomic_store_explicit(to, there, memory_order_relaxed);
    return first;
}
struct method *icache_select_wide(struct icache *ic, const struct object *receiver)
{
    struct method *m = icache_select(ic, receiver);
    if (!m) return NULL;
    u64 pair = (u64)receiver->class_ref << 32 | (u64)(uintptr_t)m;
    atomic_store_explicit(place_for(ic, receiver->class_ref), pair, memory_order_relaxed);
    return m;
}

_Atomic u64 *icache_widen(struct class_holder *h, struct icache *ic)
{
    _Atomic u64 *wide = atomic_load_explicit(&ic->wide, memory_order_acquire), *mine;
    if (wide || !(mine = class_holder_alloc(h, ICACHE_WIDE * sizeof *mine))) return wide;
    return atomic_compare_exchange_strong(&ic->wide, &wide, mine) ? mine : wide;
}

struct icache *icache_new(struct class_holder *h, struct class *interface, struct method *imethod)
{
    struct icache *ic = class_holder_alloc(h, sizeof *ic);
    if (!ic) return NULL;
    ic->interface = interface;
    ic->imethod = imethod;
    ic->nargs = imethod->nargs;
    MADE_KNOWN();
    ic->next = atomic_load_explicit(&h->icaches, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&h->icaches, &ic->next, ic, memory_order_release,
                                                  memory_order_relaxed)) {}
    return ic;
}

/* A cache does not keep its receivers' classes or methods alive. */
static void clear_dead_pair(_Atomic u64 *pair)
{
    u64 p = atomic_load_explicit(pair, memory_order_relaxed);
    if (class_memory_is_dead((const void *)(uintptr_t)(p >> 32)) ||
        class_memory_is_dead((const void *)(uintptr_t)(u32)p))
        atomic_store_explicit(pair, 0, memory_order_relaxed);
}
static void clear_dead(struct class_holder *h, void *arg)
{
    (void)arg;
    if (!h->heap.marked) return;
    for (struct icache *ic = atomic_load_explicit(&h->icaches, memory_order_relaxed); ic; ic = ic->next) {
        clear_dead_pair(&ic->pair);
        for (u32 i = 0; ic->wide && i < ICACHE_WIDE; i++) clear_dead_pair(&ic->wide[i]);
        /* the interface lives, but this version of its method does not */
        if (class_memory_is_dead(ic->imethod)) ic->imethod = ic->imethod->next_version;
    }
}

static void clear_family_pair(_Atomic u64 *pair)
{
    u64 p = atomic_load_explicit(pair, memory_order_relaxed);
    if (p && ((const struct class *)(uintptr_t)(p >> 32))->flags & CLS_FAMILY)
        atomic_store_explicit(pair, 0, memory_order_relaxed);
}
static void clear_family(struct class_holder *h, void *arg)
{
    (void)arg;
    for (struct icache *ic = atomic_load_explicit(&h->icaches, memory_order_relaxed); ic; ic = ic->next) {
        clear_family_pair(&ic->pair);
        for (u32 i = 0; ic->wide && i < ICACHE_WIDE; i++) clear_family_pair(&ic->wide[i]);
    }
}
void icaches_forget_family(void)
{
    WORLD_STOPPED();
    classes_for_each_holder(clear_family, NULL);
}

void icaches_forget_dead(void)
{
    WORLD_STOPPED();
    classes_for_each_holder(clear_dead, NULL);
}
