/* unload.c: finds the classes that live, and unloads the others (JLS §12.7; docs/classes.md, "Unloading").
 *
 * Classes live and die with their struct class_holder. The collector marks a holder when it marks the first instance,
 * mirror or class loader object of it, and when a frame, a word of a C stack or a VM structure refers to its memory. A
 * marked holder marks everything that its classes need. So everything that a live class refers to is alive. References
 * to classes from outside that do not keep them (caches, tables by address, tools' lists) are swept here.
 *
 * TODO(classes): symbols are never freed, so class names that occur once add up.
 *
 * All but posting events runs with the world stopped. */
#include "base/vec.h"
#include "core/call.h"
#include "log/log_history.h"
#include "meta/meta_int.h"
#include "meta/watch.h"
#include "model/annotation_pool.h"
#include "model/class_space.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

static struct os_mutex untold_lock = OS_MUTEX_INIT; /* a leaf */
static _Atomic u32 holds;
static u64 unloaded;
static struct vec untold GUARDED_BY(untold_lock); /* names of unloaded classes, for events */

void classes_hold(void) { atomic_fetch_add(&holds, 1); }
void classes_release(void) { atomic_fetch_sub(&holds, 1); }

struct class_counts classes_count(void)
{
    LOADERS_STAY();
    struct class_counts n = { 0, __atomic_load_n(&unloaded, __ATOMIC_RELAXED) };
    for (struct loader *l = &boot_loader; l; l = __atomic_load_n(&l->next, __ATOMIC_ACQUIRE))
        n.loaded += l->class_count;
    return n;
}

/* ---- marking ---- */

static inline void keep(struct heap_visitor *v, struct class_holder *h)
{
    if (v->holder && !h->permanent) v->holder(v, &h->heap);
}

static void visit_class(struct heap_visitor *v, struct class *c)
{
    for (struct class *a = c; a; a = atomic_load_explicit(&a->array, memory_order_relaxed)) {
        v->exact(v, &a->mirror);
        const struct class_fields *x = class_fields_of(a);
        for (u32 i = 0; x && i < x->statics_count; i++) v->exact(v, &x->statics[i]->mirror);
        for (struct constpool *p = a->cp; p; p = p->older)
            if (p->holder == a->holder || !v->holder) v->narrow(v, &p->resolved); /* other versions visit their own */
        v->narrow(v, &a->init_error);
        v->exact(v, &a->lookup_host);
    }
    if (c->cp && c->cp->holder != c->holder) keep(v, c->cp->holder);
    if (c->holder->permanent) return;
    if (c->super) keep(v, c->super->holder);
    for (u32 i = 0; c->interfaces && i < c->interface_count; i++)
        if (c->interfaces[i]) keep(v, c->interfaces[i]->holder); /* NULL: it is being loaded */
    if (c->nest_host) keep(v, c->nest_host->holder);
}

/* A loader keeps the classes that it has found through other loaders, because constants of its classes, resolved or
 * not, must always mean the same classes. */
static void visit_found(struct heap_visitor *v, struct loader *l)
{
    u32 cursor = 0;
    void *value;
    while (hashmap_next(l->classes, &cursor, NULL, &value)) {
        struct class *c = value;
        if (c->loader != l) keep(v, c->holder);
    }
}

static void visit_holder(struct heap_visitor *v, struct class_holder *h)
{
    struct loader *l = h->loader;
    link_errors_visit(v, h);
    if (exec.visit_holder) exec.visit_holder(v, h);
    if (h->version_of) {
        if (h->pool) v->narrow(v, &h->pool->resolved);
        keep(v, h->version_of->holder);
        return;
    }
    if (h->hidden) {
        visit_class(v, h->hidden);
        keep(v, &l->holder);
        return;
    }
    if (l->java) v->exact(v, &l->java);
    for (struct class *c = l->first_class; c; c = c->next_in_loader)
        if (c->holder == h) visit_class(v, c);
    modules_visit_loader(v, l);
    if (l != &boot_loader) visit_found(v, l);
}

void classes_visit_holder(struct heap_visitor *v, struct heap_holder *h)
{
    WORLD_STOPPED();
    visit_holder(v, (struct class_holder *)h);
}

void classes_begin_marking(void)
{
    WORLD_STOPPED();
    for (struct class_holder *h = holders_first(); h; h = h->next) h->heap.marked = false;
}

#ifdef ARGUS_DEBUG
static void exact_is_old(struct heap_visitor *v, struct object **slot)
{
    (void)v;
    VM_ASSERT(!*slot || heap_is_old(*slot));
}
static void narrow_is_old(struct heap_visitor *v, nref *slot)
{
    (void)v;
    VM_ASSERT(!*slot || heap_is_old(ref_decode(*slot)));
}
static void any_holder(struct heap_visitor *v, struct heap_holder *h) { (void)v, (void)h; }
static void nothing_young(struct class_holder *h)
{
    struct heap_visitor v = { .exact = exact_is_old, .narrow = narrow_is_old, .holder = any_holder };
    visit_holder(&v, h);
}
#else
static void nothing_young(struct class_holder *h) { (void)h; }
#endif
/* young: visits only objects that were made since the last collection. Afterwards all are old. */
static void visit_stored(struct heap_visitor *v, struct class_holder *h, bool young)
{
    if (!young || atomic_exchange_explicit(&h->fresh, false, memory_order_relaxed))
        visit_holder(v, h);
    else
        nothing_young(h);
}

void classes_visit_roots(struct heap_visitor *v)
{
    WORLD_STOPPED();
    /* In a young collection, skips holders into which no object was stored since. */
    bool every = v->holder && heap_classes_stay(), young = v->holder && heap_young();
    for (struct loader *l = &boot_loader; l; l = l->next)
        if (l->holder.permanent) visit_stored(v, &l->holder, young);
    for (u32 i = 0; i < ARRAY_LEN(class_primitive); i++)
        for (struct class *a = class_primitive[i]; a; a = atomic_load_explicit(&a->array, memory_order_relaxed))
            v->exact(v, &a->mirror);
    bool all = atomic_load(&holds) != 0;
    for (struct class_holder *h = holders_first(); h; h = h->next)
        if (every)
            visit_stored(v, h, young);
        else if (all || h->pinned)
            keep(v, h);
}

/* Reads words of a stack, which belong to no C object. */
__attribute__((no_sanitize("address", "thread"))) void classes_visit_words(struct heap_visitor *v, const void *from,
                                                                           const void *to)
{
    for (const uintptr_t *p = (const uintptr_t *)ALIGN_UP((uintptr_t)from, sizeof(uintptr_t));
         p + 1 <= (const uintptr_t *)to; p++) {
        struct class_holder *h = class_space_holder((const void *)*p);
        if (h) keep(v, h);
    }
}

/* ---- unloading ---- */

static void for_each_class(struct class_holder *h, void (*fn)(struct class *c))
{
    if (h->version_of) return;
    if (h->hidden) {
        fn(h->hidden);
        return;
    }
    for (struct class *c = h->loader->first_class; c; c = c->next_in_loader)
        if (c->holder == h) fn(c);
}

static struct vec going; /* classes of the holder, which are being reported */
static void note_going(struct class *c) { vec_push(&going, c); }

static void announce(struct class *c)
{
    if (!atomic_load(&c->state)) return; /* was never defined */
    unloaded++;
    history_note(HISTORY_CLASSES_UNLOADED, "Unloading class %s", c->name->bytes);
    watch_class_unloading(c);
    exec.class_unloading(c);
    if (probe_point_on(POINT_CLASS)) probe_points.class_unloading(c);
    if (hooks.class_unloading) hooks.class_unloading(c);
    if (RECORDER_WANTS(ClassUnload)) recorder_class_unload(thread_self(), c, c->loader);
    if (recorder.class_unloaded) recorder.class_unloaded(c);
    if (event_on(EV_CLASS_UNLOAD)) vec_push(&untold, vm_strdup(c->name->bytes));
    if (!LOG_ENABLED(info, class_unload)) return;
    char name[600];
    LOG(info, class_unload, "unloading class %s 0x%016llx", class_external_name(c, name, sizeof name),
        (unsigned long long)(uintptr_t)c);
}

static void free_class(struct class *c)
{
    free((void *)c->original.at);
    annotation_pool_free(c);
}

/* Removes unloaded hidden classes from the list of their loader, which lives on. */
static void drop_lost_classes(struct loader *l)
{
    l->lost_classes = false;
    l->last_class = NULL;
    for (struct class **at = &l->first_class, *c; (c = *at) != NULL;) {
        if (!class_memory_is_dead(c)) {
            l->last_class = c;
            at = &c->next_in_loader;
            continue;
        }
        *at = c->next_in_loader;
        l->class_count--;
    }
}

static void drop_loaders(void)
{
    for (struct loader **at = &boot_loader.next, *l; (l = *at) != NULL;) {
        if (class_memory_is_dead(l)) {
            *at = l->next;
            continue;
        }
        if (l->lost_classes) drop_lost_classes(l);
        at = &l->next;
    }
    if (boot_loader.lost_classes) drop_lost_classes(&boot_loader);
}

static void free_holder(struct class_holder *h)
{
    struct loader *l = h->loader;
    if (h->version_of)
        version_forget(h);
    else
        for (struct method_id *id = h->ids; id; id = id->next) id->current = NULL;
    for_each_class(h, free_class);
    if (!h->hidden && !h->version_of) {
        modules_free_loader(l);
        hashmap_destroy(l->classes);
        free(l->classes);
        free(l->lock);
    }
    holder_free(h);
}

void classes_unload_dead(void)
{
    WORLD_STOPPED();
    struct class_holder *dead = holders_take_unmarked();
    if (!dead) {
        class_space_collected();
        return;
    }
    bool versions = false;
    for (struct class_holder *h = dead; h; h = h->next) {
        versions |= h->version_of && h->version_of->holder->heap.marked;
        vec_clear(&going);
        for_each_class(h, note_going);
        while (going.count) announce(vec_pop(&going)); /* the youngest first, as on HotSpot */
        if (h->hidden && h->loader->holder.heap.marked) h->loader->lost_classes = true;
    }
    if (exec.forget_dead) exec.forget_dead();
    if (probe_point_on(POINT_CLASS)) probe_points.forget_dead();
    constraints_forget_dead();
    modules_forget_dead();
    drop_loaders();
    if (versions) versions_forget_dead();
    /* A loader's hidden classes refer to it until the end, and are in its list, so they are freed first. So are
     * versions of its classes. */
    for (int own = 0; own < 2; own++)
        for (struct class_holder **at = &dead, *h; (h = *at) != NULL;) {
            if (!h->hidden && !h->version_of && !own) {
                at = &h->next;
                continue;
            }
            *at = h->next;
            free_holder(h);
        }
    class_space_collected();
    if (options.verify_heap) classes_verify();
}

void classes_tell_unloaded(struct thread *self)
{
    MAY_CALL_OUT(self);
    exec.code_changed(self);
    if (LIKELY(!__atomic_load_n(&untold.count, __ATOMIC_RELAXED))) return;
    os_mutex_lock(&untold_lock);
    struct vec names = untold;
    vec_init(&untold);
    os_mutex_unlock(&untold_lock);
    for (u32 i = 0; i < names.count; i++) {
        char *name = vec_get(&names, i);
        if (event_on(EV_CLASS_UNLOAD) && hooks.class_unload) hooks.class_unload(self, name);
        free(name);
    }
    vec_destroy(&names);
}
