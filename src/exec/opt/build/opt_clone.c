/* Object.clone in line: a new object of the same class, and copies of the contents. Fields and few elements are copied
 * by loads and stores, so that opt_escape.c can remove a copy that does not escape. Larger arrays are copied by one
 * node. java.lang.reflect.Array.newArray of a known class becomes an allocation, too. */
#include "core/alloc.h"
#include "exec/code/code_users.h"
#include "exec/native/native_binding.h"
#include "exec/opt/build/opt_build.h"
#include "model/loader.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/events.h"

enum { MOST_FIELDS = 16, MOST_ELEMENTS = 8 };

/* args[1] is a new object of the class and size of args[0]. The body never declines. */
LEAF_CALLS(copy_to_new, true)
static ALWAYS_INLINE bool copy_to_new_body(UNUSED struct thread *self, const slot *args, UNUSED slot *result)
{
    heap_copy(slot_ref(args[1]), slot_ref(args[0]));
    return true;
}

bool opt_can_clone(const struct class *c)
{
    if (class_is_array(c)) return true;
    return c->type.kind == HEAP_INSTANCE && (c->flags & CLS_CLONEABLE) && !(c->flags & CLS_HAS_FINALIZER) &&
           !(c->access & (ACC_ABSTRACT | ACC_INTERFACE)) && c->state >= CLASS_INITIALIZING;
}
bool opt_is_clone(struct builder *b, struct method *m)
{
    if (m->owner != WK(java_lang_Object) || !method_is_native(m) || !symbol_equals_cstr(m->name, "clone")) return false;
    opt_note_method(b, m); /* before it is looked at: it may be bound again meanwhile */
    if (m->next_version || method_has(m, MTH_TELLS | MTH_COUNTED_BODY | MTH_OBSOLETE)) return false;
    return !event_on(EV_VM_ALLOC) && native_binding.leaf_body(m);
}

static void copy_at_once(struct builder *b, opt_value from, opt_value to, opt_value length, u8 quick, u32 bci)
{
    opt_value *args = ARENA_NEW_ARRAY(b->a, opt_value, 3), v = add(b, OPT_CALL_LEAF, OPT_VOID, 0, 0);
    struct opt_node *n = node(b, v);
    args[0] = from;
    args[1] = to;
    args[2] = length;
    n->ptr = (void *)(uintptr_t)LEAF_BODY(copy_to_new, 3);
    n->args = args;
    n->argc = length ? 3 : 2;
    n->state = opt_state_at(b, bci, OPT_RARE);
    n->kind = quick;
    if (n->argc + 1u > b->g->leaf_slots) b->g->leaf_slots = n->argc + 1u;
}
static u32 count_fields(const struct class *c)
{
    u32 n = 0;
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) n += !(class_field(c, i)->access & ACC_STATIC);
    return n;
}
static bool some_lack_fields(const struct class *c)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (class_field(c, i)->shorts) return true;
    return false;
}
/* Redefinitions may add fields to c and its superclasses. Then the code has to go: it goes with any method of them,
 * since all get new versions. Returns false if that does not work. */
static bool note_fields(struct builder *b, const struct class *c)
{
    for (; options.enhanced_redefinition && c != WK(java_lang_Object); c = c->super) {
        if (!c->method_count) return false;
        opt_note_method(b, c->methods[0]);
    }
    return true;
}
static void copy_field(struct builder *b, opt_value from, opt_value to, struct field *f, opt_value checked)
{
    opt_value x = add(b, OPT_LOAD, type_of_kind(f->kind), from, 0), v = add(b, OPT_STORE, OPT_VOID, to, x);
    node(b, x)->dep = checked;
    for (u32 i = 0; i < 2; i++) {
        struct opt_node *n = node(b, i ? v : x);
        n->kind = f->kind;
        n->imm = f->offset;
        n->ptr = f;
    }
}
static void copy_fields(struct builder *b, const struct class *c, opt_value from, opt_value to, opt_value checked)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (!(class_field(c, i)->access & ACC_STATIC)) copy_field(b, from, to, class_field(c, i), checked);
}
static void copy_elements(struct builder *b, u8 kind, opt_value from, opt_value to, u32 count, opt_value checked)
{
    for (u32 i = 0; i < count; i++) {
        opt_value at = constant(b, OPT_INT, i), x = add(b, OPT_LOAD_ELEMENT, type_of_kind(kind), from, at);
        opt_value v = add(b, OPT_STORE_ELEMENT, OPT_VOID, to, at);
        node(b, v)->in[2] = x;
        node(b, x)->dep = checked;
        node(b, x)->kind = node(b, v)->kind = kind;
        node(b, x)->imm = node(b, v)->imm = kind == 'B'; /* the array is no boolean[] */
    }
}

/* Allocates as a part of an instruction that does more (opt_is_part). */
static opt_value allocate(struct builder *b, u8 op, struct class *c, opt_value length, u32 bci)
{
    opt_value v = add(b, op, OPT_REF, length, 0);
    struct opt_node *n = node(b, v);
    n->ptr = c;
    n->imm = 1; /* opt_is_part */
    n->state = opt_state_at(b, bci, OPT_RARE);
    return v;
}
static opt_value clone_array(struct builder *b, struct class *c, opt_value from, opt_value checked, u32 bci)
{
    const struct opt_node *n = node(b, from);
    i64 known = opt_known_length(b, from);
    if (n->op == OPT_NEW_ARRAY && is_const(b, n->in[0])) known = node(b, n->in[0])->imm;
    u8 kind = c->element->prim_kind ? c->element->prim_kind : 'L';
    opt_value length = known >= 0 ? constant(b, OPT_INT, known) : add(b, OPT_ARRAY_LENGTH, OPT_INT, from, 0);
    if (known < 0) node(b, length)->dep = checked;
    i64 likely = known < 0 ? opt_likely_length(b, from) : -1; /* guesses the length of an enum's array of values */
    if (likely >= 0 && likely <= MOST_ELEMENTS && b->g->m->given_up + 1 < OPT_MADE_AGAIN) {
        checked = check(b, OPT_CHECK_ORDER, length, constant(b, OPT_INT, likely), bci);
        node(b, checked)->cc = OPT_EQ;
        length = constant(b, OPT_INT, known = likely);
    }
    opt_value to = allocate(b, OPT_NEW_ARRAY, c, length, bci);
    if (known >= 0 && known <= MOST_ELEMENTS && kind != 'Z')
        copy_elements(b, kind, from, to, (u32)known, checked);
    else
        copy_at_once(b, from, to, length, (u8)(OPT_QUICK_TO_NEW + c->type.elem_shift), bci);
    return to;
}
/* The allocation is reported in the native method: code leaves while somebody wants that. */
static void check_untold(struct builder *b, u32 bci)
{
    opt_value quiet = add(b, OPT_CHECK_UNTOLD, OPT_VOID, 0, 0);
    node(b, quiet)->imm = EV_OF_CLONES;
    node(b, quiet)->state = opt_state_at(b, bci, OPT_TOLD);
}
/* Then the native allocates: a probe finds its frame there. */
bool opt_tells_allocation(struct builder *b, const struct class *c)
{
    code_user_allocates(b->g->user, c);
    return c->type.told;
}
bool opt_is_new_array(const struct method *m)
{
    return m->nargs == 2 && symbol_equals_cstr(m->name, "newArray") &&
           symbol_equals_cstr(m->owner->name, "java/lang/reflect/Array");
}
bool opt_build_new_array(struct builder *b, struct method *m, u32 bci)
{
    VM_ASSERT(opt_is_new_array(m));
    const struct class *c = opt_known_mirror(b, stack_of(b)[b->sp - 2]);
    struct class *array = c ? atomic_load_explicit(&c->array, memory_order_acquire) : NULL;
    opt_value length = stack_of(b)[b->sp - 1], least = constant(b, OPT_INT, 0);
    bool known = is_const(b, length) && node(b, length)->imm >= 0;
    if (!array || !opt_can_name_class(b, array) || opt_tells_allocation(b, array) ||
        (!known && b->g->m->given_up + 1 >= OPT_MADE_AGAIN))
        return false;
    check_untold(b, bci);
    /* the exception's trace begins with the native method, so the interpreter calls it */
    if (!known) node(b, check(b, OPT_CHECK_ORDER, length, least, bci))->cc = OPT_GE;
    opt_value a = allocate(b, OPT_NEW_ARRAY, array, length, bci);
    b->sp -= 2;
    push(b, a);
    return true;
}
void opt_build_clone(struct builder *b, struct class *c, struct method *m, u32 bci)
{
    VM_ASSERT(opt_can_clone(c));
    opt_value from = stack_of(b)[b->sp - 1], checked = check_null(b, from, bci), to;
    check_untold(b, bci);
    if (class_is_array(c)) {
        to = clone_array(b, c, from, checked, bci);
    } else {
        to = allocate(b, OPT_NEW, c, 0, bci);
        if (note_fields(b, c) && count_fields(c) <= MOST_FIELDS && !(c->flags & CLS_INJECTED) && !some_lack_fields(c))
            copy_fields(b, c, from, to, checked);
        else
            copy_at_once(b, from, to, 0, 0, bci);
    }
    (void)pop(b);
    push(b, to);
    opt_tally(b, m);
    opt_probe_entered(b, m);
}
