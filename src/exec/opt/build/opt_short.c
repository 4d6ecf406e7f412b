/* Accesses of fields that some instances lack: a redefinition has added them, and these instances stay short for a
 * while (heap/heap_short.c). Each access is a call of a leaf that asks the object; the rest of the code is as fast as
 * ever. The code goes when a field gets or loses such instances (exec/code/watched_field.c).
 *
 * An object that the code itself makes is as long as its class, so its fields need no leaf. */
#include "exec/interp/field_value.h"
#include "exec/native/leaf.h"
#include "exec/opt/build/opt_build.h"

static const struct field *field_of(slot s) { return (const struct field *)(uintptr_t)s; }

/* args: the object, the field, the value. The bodies never decline. */
LEAF_CALLS(short_get, true)
static ALWAYS_INLINE bool short_get_body(UNUSED struct thread *self, const slot *args, slot *result)
{
    const struct field *f = field_of(args[1]);
    struct heap_place at = field_place(f, slot_ref(args[0]));
    *result = field_load(f->kind, (const char *)at.base + at.offset);
    return true;
}
LEAF_CALLS(short_put, true)
static ALWAYS_INLINE bool short_put_body(UNUSED struct thread *self, const slot *args, UNUSED slot *result)
{
    const struct field *f = field_of(args[1]);
    field_store(f, field_place(f, slot_ref(args[0])), args[2]);
    return true;
}

void opt_build_short(struct builder *b, const struct field *f, bool put, u32 bci)
{
    u8 type = type_of_kind(f->kind);
    struct opt_state *state = opt_state_at(b, bci, OPT_RARE);
    opt_value *args = ARENA_NEW_ARRAY(b->a, opt_value, 3), value = put ? pop_kind(b, type) : 0, o = pop(b);
    opt_value named = constant(b, OPT_LONG, (i64)(uintptr_t)f);
    opt_value v = add(b, OPT_CALL_LEAF, put ? OPT_VOID : type, 0, 0);
    struct opt_node *n = node(b, v);
    args[0] = o;
    args[1] = named;
    args[2] = value;
    n->ptr = (void *)(uintptr_t)(put ? LEAF_BODY(short_put, 3) : LEAF_BODY(short_get, 2));
    n->args = args;
    n->argc = put ? 3 : 2;
    n->state = state;
    if (n->argc + 1u > b->g->leaf_slots) b->g->leaf_slots = n->argc + 1u;
    if (!put) push_type(b, v);
}
