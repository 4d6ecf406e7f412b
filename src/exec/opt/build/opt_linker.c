/* Calls of methods that the VM implements or knows. invokeBasic and linkTo… go directly to their target if it is known.
 * Unsafe.allocateInstance of a known class becomes an allocation. */
#include "exec/invoke/invoke.h"
#include "exec/opt/build/opt_build.h"
#include "model/wellknown.h"

static opt_value argument(struct builder *b, u32 nargs, u32 i) { return stack_of(b)[b->sp - nargs + i]; }

/* Do m's arguments have the types of the target's parameters? java.lang.invoke sees to that, but others can call a
 * linker method too. */
static bool takes_arguments(struct builder *b, const struct method *m, const struct method *target)
{
    const char *p = target->desc->bytes + 1, *start;
    u32 len, at = !method_is_static(target);
    if (at && node(b, argument(b, m->nargs, 0))->type != OPT_REF) return false;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; at++) {
        at += k == 'J' || k == 'D';
        opt_value v = argument(b, m->nargs, at);
        if (!v || node(b, v)->type != type_of_kind((u8)k)) return false;
    }
    return true;
}

static struct method *basic(struct builder *b, const struct method *m)
{
    struct method *target = opt_basic_target(b, argument(b, m->nargs, 0));
    bool fits = target && target->nargs == m->nargs && method_is_static(target);
    return fits && takes_arguments(b, m, target) ? target : NULL;
}

/* The method that a call of `target` runs for the receiver; NULL: not known. */
static struct method *selected(struct builder *b, u8 intrinsic, struct method *target, i64 index, opt_value receiver)
{
    struct class *c = exact_class(b, receiver);
    if (intrinsic == INTRINSIC_LINK_SPECIAL || (intrinsic == INTRINSIC_LINK_VIRTUAL && index < 0)) return target;
    bool fits = c && class_assignable(c, target->owner); /* false after a cast that always fails */
    struct method *m = fits ? class_select_method(c, target) : NULL;
    return m && !method_is_abstract(m) && (m->access & ACC_PUBLIC) ? m : NULL;
}

/* The target of m. The callee does not get the MemberName; PopFrame makes a new one if it needs one. */
static struct method *linked(struct builder *b, const struct method *m, u32 bci)
{
    i64 index;
    struct method *target = opt_linked_target(b, argument(b, m->nargs, m->nargs - 1u), &index);
    if (!target || target->nargs + 1u != m->nargs || method_has(target, MTH_CONFLICT)) return NULL;
    if (!takes_arguments(b, m, target)) return NULL;
    if (m->intrinsic != INTRINSIC_LINK_STATIC) {
        if (method_is_static(target)) return NULL;
        opt_value receiver = argument(b, m->nargs, 0);
        target = selected(b, m->intrinsic, target, index, receiver);
        if (!target) return NULL;
        (void)check_null(b, receiver, bci);
    } else if (!method_is_static(target))
        return NULL;
    /* an exit before its monitor is entered would have to repeat the linker call */
    return target->access & ACC_SYNCHRONIZED ? NULL : target;
}

/* Unsafe.allocateInstance of a known class. */
static bool allocate(struct builder *b, struct method *m, u32 bci)
{
    struct class *c = opt_known_mirror(b, argument(b, m->nargs, 1));
    opt_note_method(b, m);
    if (!c || method_has(m, MTH_TELLS | MTH_COUNTED_BODY) || class_is_array(c) || class_is_primitive(c) ||
        (c->access & (ACC_ABSTRACT | ACC_INTERFACE)) || c == WK(java_lang_Class) || c->type.finalizable ||
        !opt_can_name_class(b, c) || atomic_load_explicit(&c->state, memory_order_acquire) != CLASS_INITIALIZED)
        return false;
    (void)check_null(b, argument(b, m->nargs, 0), bci);
    opt_value v = add(b, OPT_NEW, OPT_REF, 0, 0);
    node(b, v)->ptr = c;
    node(b, v)->imm = 1; /* opt_is_part */
    node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
    b->sp -= m->nargs;
    push(b, v);
    opt_tally(b, m);
    opt_probe_entered(b, m);
    return true;
}

struct method *opt_linker_target(struct builder *b, const struct method *m, u32 bci, u32 *dropped)
{
    *dropped = 0;
    switch (m->intrinsic) {
    case INTRINSIC_INVOKE_BASIC: return basic(b, m);
    case INTRINSIC_LINK_STATIC:
    case INTRINSIC_LINK_SPECIAL:
    case INTRINSIC_LINK_VIRTUAL:
    case INTRINSIC_LINK_INTERFACE: *dropped = 1; return linked(b, m, bci);
    default: return NULL;
    }
}

bool opt_build_own(struct builder *b, struct method *m, u32 bci)
{
    if (m->intrinsic == INTRINSIC_MATH) return opt_build_math(b, m, bci);
    return m->intrinsic == INTRINSIC_NONE && m->owner == WK(jdk_internal_misc_Unsafe) &&
           symbol_equals_cstr(m->name, "allocateInstance") && allocate(b, m, bci);
}
