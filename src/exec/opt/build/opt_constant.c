/* Objects that are known while code is made: those of call sites, and those in constant fields of known objects. They
 * decide which methods are called. The code does not contain them, because objects move; it loads them again where it
 * needs them. */
#include "core/alloc.h"
#include "exec/code/call_site_token.h"
#include "exec/invoke/member_name.h"
#include "exec/opt/build/opt_build.h"
#include "meta/loader.h"
#include "model/wellknown.h"

/* String.hash and hashIsZero: hashCode writes one of them once, with what the string's chars give. */
static bool keeps_hash(const struct field *f)
{
    return f->owner == WK(java_lang_String) && (f->offset == WKF(String_hash) || f->offset == WKF(String_hashIsZero)) &&
           !(f->access & ACC_STATIC);
}
/* Does it matter only to which method a value of the field leads? */
static bool only_calls(const struct field *f) { return symbol_equals_cstr(f->desc, "Ljava/lang/invoke/MemberName;"); }
/* Can the field no longer change, if it holds `bits`? The class library writes some @Stable fields again, say
 * MethodHandleImpl.AsVarargsCollector.asCollectorCache, where another object serves as well. Code that loads an object
 * again must not meet another one than it was made for; code that contains a number keeps it. */
static bool is_constant(const struct field *f, i64 bits)
{
    if (f->access & ACC_VOLATILE || f->late) return false;
    if (keeps_hash(f)) return bits != 0;
    if (f->flags & FLD_CONSTANT) return true;
    bool same = f->access & ACC_FINAL || type_of_kind(f->kind) != OPT_REF || only_calls(f);
    return (f->flags & FLD_STABLE) && bits != 0 && same;
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
    if (!known || !object_instance_of(known, f->owner)) return false; /* after a cast that always fails */
    if (f->owner == WK(java_lang_invoke_CallSite) && f->offset == WKF(CallSite_target)) {
        /* final, but setTarget changes it: the code depends on the token and goes then */
        struct method *token = code_site_token(node(b, o)->known);
        if (!token) return false;
        opt_note_method(b, token);
    }
    *bits = read_field(known, f);
    return is_constant(f, *bits);
}

bool opt_is_stable_array(const struct field *f) { return (f->flags & FLD_STABLE) && f->desc->bytes[0] == '['; }
i64 opt_known_length(struct builder *b, opt_value array)
{
    struct object *known = node(b, array)->known;
    return known && class_is_array(object_class(known)) ? array_length(known) : -1;
}
bool opt_stable_element(const struct opt_node *array, i64 index, u8 kind, i64 *bits)
{
    if (!array->stable || !array->known || !class_is_array(object_class(array->known))) return false;
    if (index < 0 || index >= array_length(array->known)) return false;
    const struct class *c = object_class(array->known);
    u8 has = c->element->prim_kind ? c->element->prim_kind : 'L';
    if (has != (kind == '[' ? 'L' : kind) && !(has == 'Z' && kind == 'B')) return false; /* after a cast that fails */
    const char *at = (const char *)array_data(array->known) + (index << c->type.elem_shift);
    switch (kind) {
    case 'B': *bits = *(const i8 *)at; break;
    case 'C': *bits = *(const u16 *)at; break;
    case 'S': *bits = *(const i16 *)at; break;
    case 'I': *bits = *(const i32 *)at; break;
    case 'F': *bits = *(const u32 *)at; break;
    case 'L': *bits = (i64)(uintptr_t)ref_decode(*(const nref *)at); break;
    default: *bits = *(const i64 *)at; break;
    }
    return *bits != 0;
}
bool opt_constant_element(struct builder *b, opt_value array, opt_value index, u8 kind, i64 *bits)
{
    const struct opt_node *i = node(b, index);
    return i->op == OPT_CONST && opt_stable_element(node(b, array), i->imm, kind, bits);
}

static bool is_settled(const struct field *f)
{
    return (f->flags & FLD_TRUSTED_FINAL) && !f->late &&
           atomic_load_explicit(&f->owner->state, memory_order_acquire) == CLASS_INITIALIZED;
}
bool opt_constant_static(const struct field *f, i64 *bits)
{
    if (!is_settled(f) || type_of_kind(f->kind) == OPT_REF || (f->access & ACC_VOLATILE)) return false;
    *bits = read_field(field_static_base(f), f);
    return true;
}

struct object *opt_known_static(const struct field *f)
{
    if (!is_settled(f) || type_of_kind(f->kind) != OPT_REF) return NULL;
    struct object *o = obj_ref(field_static_base(f), f->offset);
    /* What is known of an object must hold for what the code loads. Programs overwrite finals of their own by Unsafe,
     * and System.setOut and its like those of System. */
    if (!o || f->owner == WK(java_lang_System)) return NULL;
    if (f->owner->loader->is_boot) return o;
    bool handle = WK(java_lang_invoke_MethodHandle) && object_instance_of(o, WK(java_lang_invoke_MethodHandle));
    bool variable = WK(java_lang_invoke_VarHandle) && object_instance_of(o, WK(java_lang_invoke_VarHandle));
    return handle || variable ? o : NULL;
}

i64 opt_likely_length(struct builder *b, opt_value array)
{
    const struct opt_node *n = node(b, array);
    const struct field *f = n->op == OPT_LOAD ? opt_field(n) : NULL;
    if (!f || !(f->access & ACC_STATIC) || !is_settled(f) || type_of_kind(f->kind) != OPT_REF) return -1;
    const struct object *o = obj_ref(field_static_base(f), f->offset);
    return o && class_is_array(object_class(o)) ? array_length(o) : -1;
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

/* ---- fields of objects that this code has made ---- */
enum { FIELDS_DEEP = 12, LOOKED_AT = 1000 /* nodes behind an allocation: its constructor and some more */ };
/* The only value that is stored in the field of the object that `made` allocates, as far as the graph is built. 0:
 * there is none, or there are several. */
static opt_value only_stored(struct builder *b, opt_value made, const struct field *f)
{
    opt_value stored = 0;
    u32 end = b->g->count - made > LOOKED_AT ? made + LOOKED_AT : b->g->count;
    for (opt_value v = made + 1; v < end; v++) {
        const struct opt_node *n = node(b, v);
        if (n->op != OPT_STORE || n->in[0] != made || opt_field(n) != f) continue;
        if (stored && stored != n->in[1]) return 0;
        stored = n->in[1];
    }
    return stored;
}
/* Is what the field was given in this code likely to be in it? Code that the graph does not have may write a field that
 * is not final: after a few wrong guesses the profile alone is believed. */
static bool keeps_its_value(const struct builder *b, const struct field *f)
{
    if (f->access & ACC_STATIC) return false;
    return (f->access & ACC_FINAL) || b->g->m->given_up < OPT_MADE_AGAIN / 2;
}
static opt_value likely_value(struct builder *b, opt_value v, u32 deep)
{
    const struct opt_node *n = node(b, v);
    const struct field *f = n->op == OPT_LOAD ? opt_field(n) : NULL;
    if (!f || !keeps_its_value(b, f) || deep == FIELDS_DEEP) return v;
    opt_value made = likely_value(b, n->in[0], deep + 1);
    opt_value stored = node(b, made)->op == OPT_NEW ? only_stored(b, made, f) : 0;
    return stored ? likely_value(b, stored, deep + 1) : v;
}
opt_value opt_likely_value(struct builder *b, opt_value v) { return likely_value(b, v, 0); }

/* The descriptor of what gives v, and the loader of its names; NULL: there is none. */
static const char *descriptor_of(struct builder *b, opt_value v, struct loader **loader)
{
    const struct opt_node *n = node(b, v);
    const struct method *m = n->op == OPT_CALL ? opt_callee(n) : b->g->m;
    *loader = n->op == OPT_LOAD ? opt_field(n)->owner->loader : m->owner->loader;
    switch (n->op) {
    case OPT_LOAD: return opt_field(n)->desc->bytes;
    case OPT_PARAM: return n->block == 1 ? opt_descriptor_of_local(m, (u32)n->imm) : NULL; /* no variable of an entry */
    case OPT_CALL: return strchr(m->desc->bytes, ')') + 1;
    default: return NULL;
    }
}
struct class *opt_declared_class(struct builder *b, opt_value v)
{
    struct loader *loader;
    struct class *c = exact_class(b, v);
    u32 dims = 0;
    while (!c && node(b, v)->op == OPT_LOAD_ELEMENT) {
        v = node(b, v)->in[0];
        dims++;
        if (exact_class(b, v)) return NULL; /* seldom */
    }
    if (c) return c;
    if (node(b, v)->op == OPT_PARAM && node(b, v)->kind == 't') return b->g->m->owner;
    const char *desc = descriptor_of(b, v, &loader);
    for (; desc && dims; dims--) desc = *desc == '[' ? desc + 1 : NULL;
    if (!desc || (*desc != 'L' && *desc != '[')) return NULL;
    const char *name = *desc == 'L' ? desc + 1 : desc;
    size_t length = *desc == 'L' ? strcspn(name, ";") : strspn(name, "[");
    if (*desc == '[') length += name[length] == 'L' ? strcspn(name + length, ";") + 1 : 1;
    struct symbol *s = symbol_lookup(name, (u32)length);
    c = s ? loader_loaded_class(loader, s) : NULL;
    const struct class *innermost = c;
    while (innermost && class_is_array(innermost)) innermost = innermost->element;
    return innermost && !class_is_interface(innermost) ? c : NULL;
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
