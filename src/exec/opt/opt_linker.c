/* Calls of methods that the VM implements or knows: invokeBasic and linkTo… of what is known go to their target at
 * once; an instance of a known class is allocated. */
#include "exec/invoke/invoke.h"
#include "exec/opt/opt_build.h"
#include "model/wellknown.h"

static opt_value argument(struct builder *b, u32 nargs, u32 i) { return stack_of(b)[b->sp - nargs + i]; }

static bool call_basic(struct builder *b, const struct method *m, u32 bci)
{
    struct method *target = opt_basic_target(b, argument(b, m->nargs, 0));
    return target && target->nargs == m->nargs && method_is_static(target) && opt_take_in(b, target, bci);
}

/* What a call of `target` runs on the receiver; NULL: not known. */
static struct method *selected(struct builder *b, u8 intrinsic, struct method *target, i64 index, opt_value receiver)
{
    struct class *c = exact_class(b, receiver);
    if (intrinsic == INTRINSIC_LINK_SPECIAL || (intrinsic == INTRINSIC_LINK_VIRTUAL && index < 0)) return target;
    bool fits = c && class_assignable(c, target->owner); /* not so behind a cast that never succeeds */
    struct method *m = fits ? class_select_method(c, target) : NULL;
    return m && !method_is_abstract(m) && (m->access & ACC_PUBLIC) ? m : NULL;
}

/* The callee does not get the MemberName; PopFrame makes another one where it is wanted. */
static bool call_linked(struct builder *b, const struct method *m, u32 bci)
{
    i64 index;
    struct method *target = opt_linked_target(b, argument(b, m->nargs, m->nargs - 1u), &index);
    if (!target || target->nargs + 1u != m->nargs || method_has(target, MTH_CONFLICT)) return false;
    if (m->intrinsic != INTRINSIC_LINK_STATIC) {
        if (method_is_static(target)) return false;
        opt_value receiver = argument(b, m->nargs, 0);
        target = selected(b, m->intrinsic, target, index, receiver);
        if (!target) return false;
        (void)check_null(b, receiver, bci);
    } else if (!method_is_static(target))
        return false;
    if (target->access & ACC_SYNCHRONIZED) return false; /* to enter the monitor it would go back to before the call */
    b->sp--;
    if (opt_take_in(b, target, bci)) return true;
    b->sp++;
    return false;
}

/* Unsafe.allocateInstance of a class that is known. */
static bool allocate(struct builder *b, const struct method *m, u32 bci)
{
    struct class *c = opt_known_mirror(b, argument(b, m->nargs, 1));
    if (!c || class_is_array(c) || class_is_primitive(c) || (c->access & (ACC_ABSTRACT | ACC_INTERFACE)) ||
        c == WK(java_lang_Class) || c->type.finalizable || !opt_can_name_class(b, c) ||
        atomic_load_explicit(&c->state, memory_order_acquire) != CLASS_INITIALIZED)
        return false;
    (void)check_null(b, argument(b, m->nargs, 0), bci);
    opt_value v = add(b, OPT_NEW, OPT_REF, 0, 0);
    node(b, v)->ptr = c;
    b->sp -= m->nargs;
    node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
    push(b, v);
    return true;
}

bool opt_build_linked(struct builder *b, struct method *m, u32 bci)
{
    switch (m->intrinsic) {
    case INTRINSIC_NONE: break;
    case INTRINSIC_INVOKE_BASIC: return call_basic(b, m, bci);
    case INTRINSIC_LINK_STATIC:
    case INTRINSIC_LINK_SPECIAL:
    case INTRINSIC_LINK_VIRTUAL:
    case INTRINSIC_LINK_INTERFACE: return call_linked(b, m, bci);
    default: return false;
    }
    if (m->owner == WK(jdk_internal_misc_Unsafe) && symbol_equals_cstr(m->name, "allocateInstance"))
        return allocate(b, m, bci);
    return false;
}
