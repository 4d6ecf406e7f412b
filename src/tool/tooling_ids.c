/* Method and field ids that come from outside: any word may come; only an id that the VM gave out is followed.
 *
 * An id is the address of a cell in class space that points at a method which points back; a field id is the address of
 * an element of its owner's array. Both can be tested with loads that stay inside class space, whose committed part is
 * readable and never shrinks. */
#include "model/class_space.h"
#include "tool/tooling.h"

static bool in_space(const void *p, size_t bytes) { return IS_ALIGNED(p, 8) && class_space_contains(p, bytes); }

struct method *tool_method_of_id(const void *id)
{
    if (!in_space(id, sizeof(struct method_id))) return NULL;
    struct method *m = ((const struct method_id *)id)->current;
    return in_space(m, sizeof *m) && m->id == id ? m : NULL;
}

struct field *tool_field_of_id(const void *id)
{
    const struct field *f = id;
    if (!in_space(f, sizeof *f)) return NULL;
    struct class *c = f->owner;
    if (!in_space(c, sizeof *c) || f->index >= c->field_count || &c->fields[f->index] != f) return NULL;
    return (struct field *)f;
}

struct object *tool_constant_object(const struct constpool *cp, u16 index)
{
    const struct cp_entry *e = &cp->e[index];
    bool resolved = atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED;
    if (e->tag == CP_CLASS) return resolved && e->cls ? e->cls->mirror : NULL;
    bool object = e->tag == CP_STRING ||
                  (resolved && (e->tag == CP_METHOD_HANDLE || e->tag == CP_METHOD_TYPE || e->tag == CP_DYNAMIC));
    if (!object || !cp->resolved) return NULL;
    return array_ref(ref_decode(cp->resolved), (i32)e->aux); /* NULL until it is resolved */
}
