/* Entries of the methods of java.lang.invoke.MethodHandle that the VM implements: invokeBasic and linkTo…. They take
 * the target from the arguments and jump there, so these methods never have a frame. */
#include "core/exception.h"
#include "exec/interp/entry.h"

static ALWAYS_INLINE struct method *target_of(struct object *member_name)
{
    struct object *resolved = obj_ref(member_name, WKF(MemberName_method));
    return resolved ? (struct method *)(uintptr_t)obj_long(resolved, WKF(ResolvedMethodName_vmtarget)) : NULL;
}
static PRESERVE_NONE void throw_null_from_caller(INTERP_PARAMS)
{
    PUBLISH_CALLER();
    throw_new(self, WK(NullPointerException), NULL);
    THROW_FROM_CALLER();
}
static PRESERVE_NONE void throw_linker(INTERP_PARAMS)
{
    PUBLISH_CALLER();
    throw_new(self, WK(InternalError), "a MemberName without a target was invoked");
    THROW_FROM_CALLER();
}
#define GO_TO(m) \
    do { \
        tos = (u64)(uintptr_t)(m); \
        MUSTTAIL return ((interp_fn)(m)->entry)(INTERP_ARGS); \
    } while (0)

PRESERVE_NONE void entry_invoke_basic(INTERP_PARAMS)
{
    struct object *handle = slot_ref(sp[1 - CALLEE()->nargs]);
    if (UNLIKELY(!handle)) GO(throw_null_from_caller);
    struct object *form = obj_ref(handle, WKF(MethodHandle_form));
    if (UNLIKELY(!form)) GO(throw_null_from_caller);
    struct object *entry = obj_ref(form, WKF(LambdaForm_vmentry));
    if (UNLIKELY(!entry)) GO(throw_null_from_caller);
    struct method *m = target_of(entry);
    if (UNLIKELY(!m)) GO(throw_linker);
    GO_TO(m);
}
/* The linkTo… methods: the last argument is the MemberName, which the target does not get; its slot belongs to the
 * target from now on. If the call has to be repeated (PopFrame), interp_forced_exit makes a new MemberName. */
#define POP_MEMBER(member, m) \
    struct object *member = slot_ref(*sp); \
    if (UNLIKELY(!member)) GO(throw_null_from_caller); \
    struct method *m = target_of(member); \
    if (UNLIKELY(!m)) GO(throw_linker); \
    sp--
PRESERVE_NONE void entry_link_static(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    GO_TO(m);
}
PRESERVE_NONE void entry_link_special(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    if (UNLIKELY(!sp[1 - m->nargs])) GO(throw_null_from_caller);
    GO_TO(m);
}
PRESERVE_NONE void entry_link_virtual(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    struct object *receiver = slot_ref(sp[1 - m->nargs]);
    if (UNLIKELY(!receiver)) GO(throw_null_from_caller);
    i64 index = obj_long(member, WKF(MemberName_vmindex));
    struct method *selected = index >= 0 ? object_class(receiver)->vtable[index] : m;
    GO_TO(selected);
}
static NOINLINE struct method *select_linked_interface(struct thread *self, struct object *receiver, struct method *m)
{
    struct method *s = class_is_interface(m->owner) && !(m->access & ACC_PRIVATE)
                           ? class_itable_lookup(object_class(receiver), m)
                           : class_select_method(object_class(receiver), m);
    if (s && method_selection_is_hidden(m, s)) {
        throw_new(self, WK(IllegalAccessError), NULL);
        return NULL;
    }
    if (s) return s;
    char a[512], b[512];
    throw_new(self, WK(IncompatibleClassChangeError), "Class %s does not implement the requested interface %s",
              class_external_name(object_class(receiver), a, sizeof a), class_external_name(m->owner, b, sizeof b));
    return NULL;
}
PRESERVE_NONE void entry_link_interface(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    struct object *receiver = slot_ref(sp[1 - m->nargs]);
    if (UNLIKELY(!receiver)) GO(throw_null_from_caller);
    PUBLISH_CALLER();
    struct method *selected = select_linked_interface(self, receiver, m);
    if (UNLIKELY(!selected)) THROW_FROM_CALLER();
    RELOAD();
    GO_TO(selected);
}
