/* Method and field ids from outside: any word is allowed; only an id that the VM has given out is followed.
 *
 * An id is the address of a cell in class space that points at a method which points back; a field id is the address of
 * the record of a field, which its owner finds by its index. Both can be tested with loads that stay inside class
 * space, whose committed part is readable and never shrinks. */
#include "model/class_space.h"
#include "tool/tool_class.h"

static bool in_space(const void *p, size_t bytes) { return IS_ALIGNED(p, 8) && class_space_contains(p, bytes); }

struct method *tool_method_of_id(const void *id)
{
    if (!in_space(id, sizeof(struct method_id))) return NULL;
    struct method *m = ((const struct method_id *)id)->current;
    return in_space(m, sizeof *m) && m->id == id ? m : NULL;
}

struct field *tool_field_of_id(const void *id)
{
    struct field *f = tool_field_once_of_id(id);
    return f && !(f->flags & FLD_DELETED) ? f : NULL;
}

struct field *tool_field_once_of_id(const void *id)
{
    const struct field *f = id;
    if (!in_space(f, sizeof *f)) return NULL;
    const struct class *c = f->owner;
    if (!in_space(c, sizeof *c)) return NULL;
    const struct class_fields *x = class_fields_of(c);
    if (!x) return f->index < c->field_count && &c->fields[f->index] == f ? (struct field *)f : NULL;
    if (!in_space(x, sizeof *x) || f->index >= x->count || !in_space(x->all + f->index, sizeof *x->all)) return NULL;
    return x->all[f->index] == f ? (struct field *)f : NULL;
}
