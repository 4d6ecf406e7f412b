/* Boxes. The result of `valueOf` holds its argument, whether it comes from a cache or is new. So a read of the box is
 * the argument itself. */
#include "exec/opt/build/opt_build.h"
#include "model/loader.h"
#include "model/wellknown.h"

static bool is_boxing(const struct method *m)
{
    if (!method_is_static(m) || !symbol_equals_cstr(m->name, "valueOf") || m->desc->bytes[2] != ')') return false;
    const struct class *c = m->owner;
    return c == WK(java_lang_Integer) || c == WK(java_lang_Long) || c == WK(java_lang_Character) ||
           c == WK(java_lang_Boolean) || c == WK(java_lang_Byte) || c == WK(java_lang_Short);
}

opt_value opt_to_be_boxed(struct builder *b, const struct method *m)
{
    return is_boxing(m) ? stack_of(b)[b->sp - 1] : 0;
}
void opt_know_box(struct builder *b, opt_value box, const struct method *m, opt_value number)
{
    struct opt_node *n = node(b, box);
    if (is_const(b, box)) return; /* a constant is not what one call has made */
    n->boxed = number;
    n->box = m->owner;
}
opt_value opt_unboxed(struct builder *b, opt_value o, const struct field *f)
{
    const struct opt_node *n = node(b, o);
    bool its = n->boxed && f->owner == n->box && !(f->access & ACC_STATIC);
    return its && type_of_kind(f->kind) == node(b, n->boxed)->type ? n->boxed : 0;
}
