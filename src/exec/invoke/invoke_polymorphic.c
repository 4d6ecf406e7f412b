/* Signature-polymorphic methods (JVMS §2.9.3) that the VM implements itself: invokeBasic and the linkTo… linkers.
 *
 * The class library declares a placeholder for each, with (Object[])Object. For every descriptor that a call names, the
 * VM has a method of its own. Its `entry` (linker_entry.c) takes the target from the arguments and jumps there, so
 * these methods never have a frame. They are never freed. */
#include "exec/code/code.h"
#include "exec/invoke/invoke_int.h"
#include "model/class_space.h"

#include "base/hashmap.h"
#include "core/call.h"
#include "core/exception.h"
#include "meta/loader.h"
#include "model/wellknown.h"

struct os_mutex invoke_lock = OS_MUTEX_INIT;
static struct hashmap instances GUARDED_BY(invoke_lock); /* descriptor and intrinsic -> struct method * */

enum method_intrinsic invoke_intrinsic_of(const struct class *holder, const struct symbol *name)
{
    if (holder != WK(java_lang_invoke_MethodHandle) && holder != WK(java_lang_invoke_VarHandle)) return INTRINSIC_NONE;
    const struct method *m = class_find_method_here(holder, name, SYM(object_array_varargs_sig));
    if (!m && holder == WK(java_lang_invoke_VarHandle)) {
        /* compareAndSet and its kind give a boolean, the setters nothing */
        m = class_find_method_here(holder, name, symbol_from_cstr("([Ljava/lang/Object;)Z"));
        if (!m) m = class_find_method_here(holder, name, symbol_from_cstr("([Ljava/lang/Object;)V"));
    }
    enum { NEED = ACC_NATIVE | ACC_VARARGS };
    if (!m || (m->access & NEED) != NEED) return INTRINSIC_NONE;
    if (holder == WK(java_lang_invoke_VarHandle)) return INTRINSIC_INVOKE_GENERIC;
    if (name == SYM(invokeBasic)) return INTRINSIC_INVOKE_BASIC;
    if (name == SYM(linkToVirtual)) return INTRINSIC_LINK_VIRTUAL;
    if (name == SYM(linkToStatic)) return INTRINSIC_LINK_STATIC;
    if (name == SYM(linkToSpecial)) return INTRINSIC_LINK_SPECIAL;
    if (name == SYM(linkToInterface)) return INTRINSIC_LINK_INTERFACE;
    if (name == SYM(linkToNative)) return INTRINSIC_LINK_NATIVE;
    return INTRINSIC_INVOKE_GENERIC;
}

struct method *invoke_polymorphic_method(struct thread *self, struct class *holder, enum method_intrinsic which,
                                         struct symbol *name, struct symbol *desc)
{
    VM_CHECK(which >= INTRINSIC_INVOKE_BASIC);
    u64 key = (u64)(uintptr_t)desc << 3 | which; /* user space addresses leave room for the kind */
    os_mutex_lock(&invoke_lock);
    struct method *m = hashmap_get_u64(&instances, key);
    if (!m && (m = class_holder_alloc(holder->holder, sizeof *m)) != NULL) {
        bool is_static = which != INTRINSIC_INVOKE_BASIC;
        m->owner = holder;
        m->name = name;
        m->desc = desc;
        m->access = ACC_NATIVE | ACC_FINAL | ACC_SYNTHETIC | (is_static ? ACC_STATIC : 0);
        m->flags = MTH_SIG_POLY | MTH_HIDDEN;
        m->intrinsic = (u8)which;
        m->index = UINT16_MAX;
        m->vtable_index = VTABLE_NONE;
        m->cp = holder->cp;
        while (m->cp->older) m->cp = m->cp->older; /* the oldest pool, which is never freed */
        m->nargs = (u16)(desc_arg_slots(desc) + !is_static);
        m->max_locals = m->nargs;
        m->return_kind = (u8)desc_return_kind(desc);
        code_method_created(m);
        hashmap_put_u64(&instances, key, m);
    }
    os_mutex_unlock(&invoke_lock);
    if (!m) throw_out_of_metadata(self, "Metaspace");
    return m;
}
