/* Objects that are known while code is made: what call sites keep, and what constants fields of known objects hold.
 * Nothing of them is in the code, which loads what it needs again: objects move. They decide what is called. */
#include "core/alloc.h"
#include "exec/invoke/member_name.h"
#include "exec/opt/opt_build.h"
#include "model/wellknown.h"

/* What a field that never changes any more holds. */
static bool is_constant(const struct field *f, i64 bits)
{
    if (f->access & ACC_VOLATILE) return false;
    /* final only by its word: setTarget is the VM's */
    if (f->owner == WK(java_lang_invoke_CallSite) && f->offset == WKF(CallSite_target)) return false;
    return (f->flags & FLD_CONSTANT) || ((f->flags & FLD_STABLE) && bits != 0);
}
static i64 read_field(const struct object *o, const struct field *f)
{
    const char *at = (const char *)o + f->offset;
    switch (f->kind) {
    case 'Z':
    case 'B': return *(const i8 *)at;
    case 'C': return *(const u16 *)at;
    case 'S': return *(const i16 *)at;
    case 'I': return *(const i32 *)at;
    case 'F': return *(const u32 *)at;
    case 'L':
    case '[': return (i64)(uintptr_t)obj_ref(o, f->offset);
    default: return *(const i64 *)at;
    }
}

bool opt_constant_field(struct builder *b, opt_value o, const struct field *f, i64 *bits)
{
    const struct object *known = node(b, o)->known;
    if (!known || !object_instance_of(known, f->owner)) return false; /* behind a cast that never succeeds */
    *bits = read_field(known, f);
    return is_constant(f, *bits);
}

static bool is_settled(const struct field *f)
{
    return (f->flags & FLD_TRUSTED_FINAL) &&
           atomic_load_explicit(&f->owner->state, memory_order_acquire) == CLASS_INITIALIZED;
}
bool opt_constant_static(const struct field *f, i64 *bits)
{
    if (!is_settled(f) || type_of_kind(f->kind) == OPT_REF || (f->access & ACC_VOLATILE)) return false;
    *bits = read_field(f->owner->mirror, f);
    return true;
}

struct object *opt_known_static(const struct field *f)
{
    if (!is_settled(f) || type_of_kind(f->kind) != OPT_REF) return NULL;
    struct object *o = obj_ref(f->owner->mirror, f->offset);
    bool handle = o && WK(java_lang_invoke_MethodHandle) && object_instance_of(o, WK(java_lang_invoke_MethodHandle));
    bool variable = o && WK(java_lang_invoke_VarHandle) && object_instance_of(o, WK(java_lang_invoke_VarHandle));
    return handle || variable ? o : NULL;
}

bool opt_same_known(struct builder *b, opt_value x, opt_value y, bool *same)
{
    const struct opt_node *p = node(b, x), *q = node(b, y);
    const struct object *a = p->known, *c = q->known;
    if (p->op == OPT_CONST) a = (const struct object *)(uintptr_t)p->imm;
    if (q->op == OPT_CONST) c = (const struct object *)(uintptr_t)q->imm;
    if ((!a && p->op != OPT_CONST) || (!c && q->op != OPT_CONST)) return false;
    *same = a == c;
    return true;
}

struct method *opt_basic_target(struct builder *b, opt_value handle)
{
    const struct object *h = node(b, handle)->known;
    if (!h || !object_instance_of(h, WK(java_lang_invoke_MethodHandle))) return NULL;
    const struct object *form = obj_ref(h, WKF(MethodHandle_form));
    return form ? member_name_target(obj_ref(form, WKF(LambdaForm_vmentry))) : NULL;
}

struct method *opt_linked_target(struct builder *b, opt_value member, i64 *index)
{
    struct object *o = node(b, member)->known;
    if (!o || object_class(o) != WK(java_lang_invoke_MemberName)) return NULL;
    *index = member_name_index(o);
    return member_name_target(o);
}

struct class *opt_known_mirror(struct builder *b, opt_value v)
{
    const struct opt_node *n = node(b, v);
    const struct object *o = n->op == OPT_CONST ? (const struct object *)(uintptr_t)n->imm : n->known;
    return o && object_class(o) == WK(java_lang_Class) ? class_of_mirror(o) : NULL;
}
