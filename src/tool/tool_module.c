/* Modules for tools (tool_module.h). */
#include "tool/tool_module.h"

#include "core/jstring.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "model/wellknown.h"
#include "thread/thread_contract.h"

struct each {
    void (*fn)(struct object *module, void *arg);
    void *arg;
};
static void one(struct module *m, void *arg)
{
    const struct each *e = arg;
    if (m->java) e->fn(m->java, e->arg);
}
void tool_each_module(void (*fn)(struct object *module, void *arg), void *arg)
{
    CALLER_IN_VM();
    struct each e = { fn, arg };
    modules_for_each(one, &e);
}

enum tool_status tool_named_module(struct object *loader, const char *package, struct object **out)
{
    struct loader *l = loader ? loader_of(loader) : &boot_loader;
    if (!l) return TOOL_NO_MEMORY;
    struct symbol *name = symbol_lookup(package, strlen(package));
    struct package *p = name ? package_of(l, name, false) : NULL;
    *out = p && p->module && p->module->name ? p->module->java : NULL;
    return TOOL_OK;
}

enum tool_status tool_change_module(struct thread *self, const char *name, const char *desc, struct object *module,
                                    const char *text, struct object *second, struct object *third)
{
    if (text) {
        third = second;
        second = string_from_mutf8(self, text); /* java.lang.Module's names of packages have dots */
        self->pending = second ? self->pending : NULL;
        if (!second) return TOOL_NO_MEMORY;
    }
    slot args[3] = { slot_of_ref(module), slot_of_ref(second), slot_of_ref(third) };
    if (modules_call(self, name, desc, args)) return TOOL_OK;
    bool argument = object_instance_of(self->pending, WK(IllegalArgumentException));
    self->pending = NULL;
    return argument ? TOOL_INVALID : TOOL_FAILED;
}

void tool_module_transformed(struct thread *self, const struct class *c) { module_transformed(self, c->module); }
