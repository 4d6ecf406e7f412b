/* Class loaders and their tables: the list of loaders, and the classes that each of them knows (JVMS §5.3).
 *
 * Locks: a loader's lock guards its tables and its arena, loaders_lock the list of loaders. Both are leaves and never
 * held over a safepoint. */
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "model/wellknown.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

static struct os_mutex loaders_lock = OS_MUTEX_INIT;

void loader_setup(struct loader *l)
{
    bool permanent = l->is_boot || l->is_platform || l->is_app || !options.class_unloading;
    holder_init(&l->holder, l, permanent, l->is_boot ? 64 * KB : 4 * KB);
    l->lock = vm_calloc(1, sizeof *l->lock);
    os_mutex_init(l->lock);
    l->classes = vm_calloc(1, sizeof *l->classes);
    l->packages = vm_calloc(1, sizeof *l->packages);
}

struct loader *loader_of(struct object *java)
{
    if (!java) return &boot_loader;
    struct loader **word = (struct loader **)((char *)java + WKF(ClassLoader_vmloader));
    struct loader *l = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (l) return l;
    struct object *name = obj_ref(java, WKF(ClassLoader_name)); /* these never change; set first */
    struct symbol *name_symbol = name ? string_to_symbol(name, false) : NULL;
    os_mutex_lock(&loaders_lock);
    l = *word;
    if (!l) {
        l = class_space_new_holder(sizeof *l, 2 * KB, false);
        if (!l) {
            os_mutex_unlock(&loaders_lock);
            return NULL;
        }
        l->java = java;
        l->type = object_class(java);
        l->name = name_symbol;
        static u32 last_number = 1;
        l->number = ++last_number;
        holder_stores(&l->holder);
        l->is_platform = object_class(java) == WK(jdk_internal_loader_PlatformClassLoader);
        l->is_app = object_class(java) == WK(jdk_internal_loader_AppClassLoader);
        loader_setup(l);
        l->next = boot_loader.next;
        __atomic_store_n(&boot_loader.next, l, __ATOMIC_RELEASE);
        __atomic_store_n(word, l, __ATOMIC_RELEASE);
    }
    os_mutex_unlock(&loaders_lock);
    return l;
}

struct loader *loader_require(struct thread *self, struct object *java)
{
    MAY_CALL_OUT(self);
    bool fresh =
        java && !__atomic_load_n((struct loader **)((char *)java + WKF(ClassLoader_vmloader)), __ATOMIC_ACQUIRE);
    if (fresh && options.class_unloading && class_space_wants_collection())
        vm_collect(self, HEAP_CAUSE_METADATA, false);
    struct loader *l = loader_of(java);
    if (l) return l;
    if (options.class_unloading) {
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        l = loader_of(java);
    }
    if (!l) throw_out_of_metadata(self, "Metaspace");
    return l;
}

struct class *loader_enter(struct loader *l, struct class *c, struct symbol *name)
{
    os_mutex_lock(l->lock);
    struct class *there = hashmap_get(l->classes, name);
    if (!there) hashmap_put(l->classes, name, c);
    os_mutex_unlock(l->lock);
    return there;
}

struct class *loader_lookup(struct loader *l, const struct symbol *name)
{
    os_mutex_lock(l->lock);
    struct class *c = hashmap_get(l->classes, name);
    os_mutex_unlock(l->lock);
    return c;
}

struct class *loader_loaded_class(struct loader *l, struct symbol *name)
{
    struct class_wanted w;
    if (!name->len || name->bytes[0] != '[' || !class_name_parse_array(name, &w)) return loader_lookup(l, name);
    struct class *c = w.name ? loader_lookup(l, w.name) : w.prim;
    while (c && w.dims--) c = atomic_load_explicit(&c->array, memory_order_acquire);
    return c;
}

static void for_each_primitive_array(void (*fn)(struct class *c, void *arg), void *arg)
{
    for (u32 i = 0; i < ARRAY_LEN(class_primitive); i++)
        if (class_primitive[i])
            for (struct class *a = class_primitive[i];
                 (a = atomic_load_explicit(&a->array, memory_order_acquire)) != NULL;)
                fn(a, arg);
}

struct loader *loader_parent(const struct loader *l)
{
    struct object *p = l->java ? obj_ref(l->java, WKF(ClassLoader_parent)) : NULL;
    if (!p) return l->java ? &boot_loader : NULL;
    for (struct loader *x = loader_first(); x; x = x->next)
        if (x->java == p) return x;
    return &boot_loader; /* it was never asked for a class */
}

static void for_each_class(void (*fn)(struct class *c, void *arg), void *arg, bool built)
{
    for (struct loader *l = &boot_loader; l; l = __atomic_load_n(&l->next, __ATOMIC_ACQUIRE))
        for (struct class *c = __atomic_load_n(&l->first_class, __ATOMIC_ACQUIRE); c;
             c = __atomic_load_n(&c->next_in_loader, __ATOMIC_ACQUIRE)) {
            /* its definition has failed or has not ended */
            if (!atomic_load_explicit(&c->state, memory_order_acquire) && !built) continue;
            for (struct class *a = c; a; a = atomic_load_explicit(&a->array, memory_order_acquire)) fn(a, arg);
        }
    for_each_primitive_array(fn, arg);
}
void loader_for_each_class(void (*fn)(struct class *c, void *arg), void *arg) { for_each_class(fn, arg, false); }
void loader_for_each_built_class(void (*fn)(struct class *c, void *arg), void *arg) { for_each_class(fn, arg, true); }

void loader_for_each_new_class(struct class_walk *w, bool (*fn)(struct class *c, void *arg), void *arg)
{
    for (struct loader *l = &boot_loader; l; l = __atomic_load_n(&l->next, __ATOMIC_ACQUIRE)) {
        struct class *last = hashmap_get(&w->last, l);
        struct class *c = __atomic_load_n(last ? &last->next_in_loader : &l->first_class, __ATOMIC_ACQUIRE);
        for (; c; c = __atomic_load_n(&c->next_in_loader, __ATOMIC_ACQUIRE)) {
            if (!fn(c, arg)) return;
            last = c;
        }
        if (last) hashmap_put(&w->last, l, last);
    }
}

void loader_initiating_classes(struct loader *l, void (*fn)(struct class *c, void *arg), void *arg)
{
    os_mutex_lock(l->lock);
    u32 n = 0;
    struct class **all = vm_malloc((hashmap_count(l->classes) + 1) * sizeof *all);
    u32 cursor = 0;
    void *value;
    while (hashmap_next(l->classes, &cursor, NULL, &value)) all[n++] = value;
    os_mutex_unlock(l->lock);
    for (u32 i = 0; i < n; i++)
        for (struct class *a = all[i]; a; a = atomic_load_explicit(&a->array, memory_order_acquire)) fn(a, arg);
    free(all);
    for_each_primitive_array(fn, arg);
}
