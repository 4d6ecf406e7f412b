/* versions.c: frees the old versions that redefinitions leave.
 *
 * The methods, the constant pool and the class file that a redefinition gives a class are one version; each has memory
 * of its own, a class holder (loader.h). A collection keeps a version if it is the class's newest, a frame runs it, or
 * a word of a C stack points into it. Everything else that refers to an old version's methods (constants, inline
 * caches, call sites, member names) would only reach the newest by a call, so it gets the newest when the old one is
 * freed; a stack trace gets its line numbers then. Memory that came with the class itself stays as long as the class.
 *
 * All but versions_made runs with the world stopped, at the end of a collection. */
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"

enum {
    VERSIONS_MAX = TINY(8 * MB, 64 * KB)
}; /* bytes of class space for redefinitions, after which one of them collects */

static _Atomic size_t made;

void versions_made(struct thread *self, size_t bytes)
{
    MAY_COLLECT(self);
    if (atomic_fetch_add(&made, bytes) + bytes < VERSIONS_MAX) return;
    atomic_store(&made, 0);
    vm_collect(self, HEAP_CAUSE_METADATA, false);
}

/* the newest version is alive */
static struct method *living(struct method *m) { return class_memory_is_dead(m) ? m->next_version : m; }

/* ---- references to them ---- */

static void refresh_pool(struct constpool *cp)
{
    for (u32 i = 1; i < cp->count; i++) {
        struct cp_entry *e = &cp->e[i];
        if ((e->tag == CP_METHOD || e->tag == CP_IMETHOD) &&
            atomic_load_explicit(&e->state, memory_order_relaxed) == CPS_RESOLVED)
            e->method = living(e->method);
    }
}

static void unlink_dead(struct class *c)
{
    for (struct constpool *p = c->cp; p; p = p->older)
        while (p->older && class_memory_is_dead(p->older)) p->older = p->older->older;
    for (u32 i = 0; i < c->method_count + c->deleted_count; i++) {
        struct method *newest = c->methods[i];
        if (method_has(newest, MTH_DELETED) && newest->id && class_memory_is_dead(newest->id->current))
            newest->id->current = NULL;
        for (struct method *m = newest; m; m = m->previous_version)
            while (m->previous_version && class_memory_is_dead(m->previous_version))
                m->previous_version = m->previous_version->previous_version;
    }
}

static void refresh_class(struct class *c, void *arg)
{
    (void)arg;
    for (struct constpool *p = c->cp; p; p = p->older)
        if (!class_memory_is_dead(p)) refresh_pool(p);
}

static void unlink_class(struct class *c, void *arg)
{
    (void)arg;
    if (c->flags & CLS_REDEFINED) unlink_dead(c);
}

/* Debug builds search always, and so check look_for_objects. */
#ifdef ARGUS_DEBUG
enum { SEARCHES_ALWAYS = true };
#else
enum { SEARCHES_ALWAYS = false };
#endif

/* Does an object have the address of one of c's methods that are about to be freed? */
static void look_for_objects(struct class *c, void *arg)
{
    bool *any = arg;
    if (*any || !(c->flags & CLS_REDEFINED)) return;
    for (u32 i = 0; i < c->method_count + c->deleted_count; i++)
        for (const struct method *m = c->methods[i]; m; m = m->previous_version)
            *any |= method_has(m, MTH_IN_HEAP) && class_memory_is_dead(m);
}

static bool refresh_object(struct object *o, void *arg)
{
    (void)arg;
    const struct class *c = object_class(o);
    if (c == WK(java_lang_invoke_ResolvedMethodName)) {
        struct method *m = (struct method *)(uintptr_t)obj_long(o, WKF(ResolvedMethodName_vmtarget));
        if (!m) return true;
        VM_ASSERT(method_has(m, MTH_IN_HEAP));
        method_goes_to_heap(living(m));
        obj_set_long(o, WKF(ResolvedMethodName_vmtarget), (i64)(uintptr_t)living(m));
    } else if (class_is_subclass(c, WK(java_lang_Throwable))) {
        throwable_forget_versions(o);
    }
    return true;
}

void versions_forget_dead(void)
{
    WORLD_STOPPED();
    atomic_store(&made, 0);
    loader_for_each_class(refresh_class, NULL);
    bool in_objects = false;
    loader_for_each_class(look_for_objects, &in_objects);
    if (in_objects) LOG(debug, redefine_class, "searches the heap for methods of freed versions");
    if (in_objects || SEARCHES_ALWAYS) heap_walk(refresh_object, NULL);
    loader_for_each_class(unlink_class, NULL); /* last, since the walk follows the chains */
}

/* Ids in h's memory were made for its methods. Those that name a newer version now belong to the class. */
void version_forget(struct class_holder *h)
{
    WORLD_STOPPED();
    struct class_holder *of = h->version_of->holder;
    bool class_lives = of->heap.marked;
    if (class_lives)
        LOG(info, redefine_class, "freed a version of %s, %zu bytes", h->version_of->name->bytes, h->space_bytes);
    for (struct method_id *id = h->ids, *next; id; id = next) {
        next = id->next;
        if (!class_lives || !id->current || class_space_holder(id->current) == h) {
            id->current = NULL;
        } else if (!of->permanent) {
            id->next = of->ids;
            of->ids = id;
        }
    }
}
