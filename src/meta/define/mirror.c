/* java.lang.Class objects: made with their class, or later for classes that were defined before java.lang.Class. */
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

static void mirror_fill(struct class *c, struct object *m, struct object *protection_domain)
{
    *(struct class **)((char *)m + mirror_class_offset) = c;
    if (c->loader->java) heap_store_ref(m, WKF(Class_classLoader), c->loader->java);
    if (c->module && c->module->java) heap_store_ref(m, WKF(Class_module), c->module->java);
    if (class_is_array(c)) heap_store_ref(m, WKF(Class_componentType), c->element->mirror);
    if (protection_domain) heap_store_ref(m, WKF(Class_protection_domain), protection_domain);
    bool interface = !class_is_array(c) && !class_is_primitive(c) && class_is_interface(c);
    c->facts = class_modifiers(c) | (class_is_array(c) ? FACT_ARRAY : 0) | (interface ? FACT_INTERFACE : 0) |
               (class_is_primitive(c) ? FACT_PRIMITIVE : 0) | (c->flags & CLS_HIDDEN ? FACT_HIDDEN : 0);
    c->mirror = m;
    holder_stores(c->holder);
}

bool class_make_mirror(struct thread *self, struct class *c, struct object *protection_domain)
{
    MAY_COLLECT(self);
    struct class *jlc = WK(java_lang_Class);
    if (!jlc) return true; /* classes_make_missing_mirrors makes them later */
    if (!c->type.mirror_size) layout_statics(c);
    struct object *m = object_alloc_slow(self, jlc, c->type.mirror_size, true);
    if (!m) return false;
    mirror_fill(c, m, protection_domain);
    return true;
}

static void count_missing(struct class *c, void *arg)
{
    struct {
        struct thread *self;
        bool ok;
    } *a = arg;
    if (a->ok && !c->mirror) a->ok = class_make_mirror(a->self, c, NULL);
}

bool classes_make_missing_mirrors(struct thread *self)
{
    struct {
        struct thread *self;
        bool ok;
    } a = { self, true };
    loader_for_each_class(count_missing, &a);
    for (u32 i = 0; i < ARRAY_LEN(class_primitive); i++)
        if (class_primitive[i]) count_missing(class_primitive[i], &a);
    return a.ok;
}
