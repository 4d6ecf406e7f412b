/* unload_verify.c: with -XX:+VerifyHeap, checks after an unloading that nothing live refers to freed metadata. */
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"

#include <stdio.h>

static u32 errors;

/* Checks that p is NULL, or in live class space. */
static void check(const struct class *c, const void *p, const char *what)
{
    if (!p || class_space_holder(p) || errors++ >= 10) return;
    fprintf(stderr, "classes_verify: class %s (loader %p%s): %s %p is gone\n", c->name ? c->name->bytes : "?",
            (void *)c->loader, c->holder->hidden ? ", weak hidden" : "", what, p);
}

static void check_method(const struct class *c, const struct method *m, const char *what)
{
    if (!m) return;
    check(c, m, what);
    if (!class_space_holder(m)) return;
    check(c, m->owner, what);
    check(c, m->next_version, "newer version");
    check(c, m->previous_version, "older version");
}

static void check_pool(const struct class *c, const struct constpool *cp)
{
    for (u32 i = 1; i < cp->count; i++) {
        const struct cp_entry *e = &cp->e[i];
        if (atomic_load(&e->state) != CPS_RESOLVED) continue;
        switch (e->tag) {
        case CP_CLASS: check(c, e->cls, "class constant"); break;
        case CP_FIELD: check(c, e->field, "field constant"); break;
        case CP_METHOD:
        case CP_IMETHOD:
        case CP_INDY: check(c, e->ptr, "method or call site constant"); break;
        default: break;
        }
    }
}

static void check_class(struct class *c, void *arg)
{
    (void)arg;
    check(c, c->holder->permanent ? NULL : c->holder, "holder");
    check(c, c->super, "superclass");
    check(c, c->element, "component class");
    check(c, c->nest_host, "nest host");
    for (u32 i = 0; i < CLASS_DISPLAY; i++) check(c, c->display[i], "ancestor");
    for (u32 i = 0; i < c->interface_count; i++) check(c, c->interfaces[i], "interface");
    for (u32 i = 0; i < c->all_interface_count; i++) check(c, c->all_interfaces[i], "inherited interface");
    for (u32 i = 0; i < c->method_count; i++) check_method(c, c->methods[i], "method");
    for (u32 i = 0; i < c->vtable_len; i++) check_method(c, c->vtable[i], "vtable entry");
    for (u32 i = 0; i < c->itable_count; i++) {
        check(c, c->itable[i].iface, "itable");
        for (u32 k = 0; k < c->itable[i].iface->itable_len; k++)
            check_method(c, c->itable[i].methods[k], "itable entry");
    }
    for (const struct constpool *cp = c->cp; cp; cp = cp->older) {
        check(c, cp, "constant pool");
        if (class_space_holder(cp)) check_pool(c, cp);
    }
}

void classes_verify(void)
{
    WORLD_STOPPED();
    loader_for_each_class(check_class, NULL);
    for (struct loader *l = loader_first(); l; l = l->next) {
        u32 cursor = 0;
        void *value;
        while (hashmap_next(l->classes, &cursor, NULL, &value))
            if (!class_space_holder(value) && errors++ < 10)
                fprintf(stderr, "classes_verify: a class in the table of loader %p is gone\n", (void *)l);
    }
    if (errors) VM_FATAL("classes_verify: %u errors", errors);
}
