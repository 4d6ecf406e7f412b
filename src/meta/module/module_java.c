/* Module operations that only Java code can do: jdk.internal.module.Modules. */
#include "meta/meta_int.h"
#include "model/vm.h"

bool modules_call(struct thread *self, const char *name, const char *desc, const slot *args)
{
    struct class *modules = loader_load_class(self, &boot_loader, symbol_from_cstr("jdk/internal/module/Modules"));
    if (!modules || !class_init(self, modules)) return false;
    struct method *m = class_find_method_here(modules, symbol_from_cstr(name), symbol_from_cstr(desc));
    VM_CHECKF(m != NULL, "jdk.internal.module.Modules.%s%s", name, desc);
    java_call(self, m, args);
    return !self->pending;
}

void module_transformed(struct thread *self, struct module *m)
{
    VM_ASSERT(!self->pending);
    if (!m || !m->name || !m->java || atomic_exchange(&m->transformed, true)) return;
    /* java.lang.Module does not work yet; module_can_read gives the answer */
    if (atomic_load(&vm_phase) < VM_START) return;
    slot args[1] = { slot_of_ref(m->java) };
    bool hidden = steps_hide(self);
    if (!modules_call(self, "transformedByAgent", "(Ljava/lang/Module;)V", args)) self->pending = NULL;
    steps_show(self, hidden);
}
