/* Makes the parts of a class from its class file: the struct itself, constant pool, methods and fields (JVMS §4.4 to
 * §4.7). All memory comes from the present definition's stage, so nothing here fails. */
#include "meta/meta_int.h"
#include "model/class_space.h"

static _Atomic u32 next_serial = 1;

struct class *class_new(struct class_stage *s)
{
    struct class *c = class_stage_alloc_part(s, sizeof *c);
    struct class_holder *h = s->h;
    c->stage = s;
    c->loader = h->loader;
    c->holder = h;
    c->type.holder = h->permanent ? 0 : (u32)(uintptr_t)h;
    c->serial = atomic_fetch_add_explicit(&next_serial, 1, memory_order_relaxed);
    return c;
}

void class_set_display(struct class *c)
{
    c->depth = c->super ? c->super->depth + 1 : 0;
    if (c->super) memcpy(c->display, c->super->display, sizeof c->display);
    if (c->depth < CLASS_DISPLAY) c->display[c->depth] = c;
}

bool class_verification_wanted(const struct loader *l)
{
    return l == &boot_loader ? options.verify_local : options.verify_remote;
}

struct cf_options class_parse_options(const struct loader *l, struct symbol *name)
{
    bool trusted = l == &boot_loader || l->is_platform;
    bool names = options.verify_remote && (options.verify_local || !trusted);
    return (struct cf_options){ .expected_name = name,
                                .relaxed = !class_verification_wanted(l),
                                .any_names = !names,
                                .allow_internal_annotations = trusted,
                                .allow_contended = options.contended && (trusted || !options.contended_restricted),
                                .enable_preview = options.enable_preview };
}

static bool sig_poly(const struct class *c, const struct method *m)
{
    if (!(c->flags & CLS_TRUSTED) ||
        (c->name != SYM(java_lang_invoke_MethodHandle) && c->name != SYM(java_lang_invoke_VarHandle)))
        return false;
    return (m->access & (ACC_NATIVE | ACC_VARARGS)) == (ACC_NATIVE | ACC_VARARGS) &&
           symbol_starts_with(m->desc, "([Ljava/lang/Object;)");
}

u32 method_file_flags(const struct cf_method *cf)
{
    return (cf->caller_sensitive ? MTH_CALLER_SENSITIVE : 0u) | (cf->hidden ? MTH_HIDDEN : 0u) |
           (cf->force_inline ? MTH_FORCE_INLINE : 0u) | (cf->dont_inline ? MTH_DONT_INLINE : 0u) |
           (cf->lambda_compiled ? MTH_LAMBDA_FORM : 0u) | (cf->scoped ? MTH_SCOPED : 0u);
}

static void method_flags(struct class *c, struct method *m)
{
    u32 f = method_file_flags(m->cf);
    if (c->flags & CLS_HIDDEN) f |= MTH_HIDDEN; /* frames of hidden classes are not shown */
    if (sig_poly(c, m)) f |= MTH_SIG_POLY;
    if (m->name == SYM(clinit)) {
        f |= MTH_CLINIT;
        if (m->desc == SYM(void_sig)) c->clinit = m;
    } else if (m->name == SYM(init)) {
        f |= MTH_INIT;
        if (!c->super) f |= MTH_OBJECT_INIT;
    } else if (m->name == SYM(finalize) && m->desc == SYM(void_sig) && c->super && !(m->access & ACC_STATIC) &&
               !class_is_interface(c)) {
        c->finalizer = m->code_len == 1 ? NULL : m; /* an empty body needs no finalization */
        if (c->finalizer)
            c->flags |= CLS_HAS_FINALIZER;
        else
            c->flags &= ~(u32)CLS_HAS_FINALIZER;
    }
    m->flags = f;
}

void class_fill_method(struct class *c, struct method *m, const struct cf_method *s, struct constpool *cp)
{
    m->owner = c;
    m->cp = cp;
    m->access = s->access;
    m->name = s->name;
    m->desc = s->desc;
    m->generic = s->extra->generic;
    m->max_locals = s->max_locals;
    m->max_stack = s->max_stack;
    m->nargs = (u16)(desc_arg_slots(s->desc) + (s->access & ACC_STATIC ? 0 : 1));
    m->return_kind = (u8)desc_return_kind(s->desc);
    m->orig_code = s->code.at;
    m->code_len = s->code.len;
    m->vtable_index = VTABLE_NONE;
    m->handler_count = s->handler_count;
    _Static_assert(sizeof(struct handler) == sizeof(struct cf_handler), "handlers are shared with the description");
    m->handlers = (struct handler *)s->handlers;
    m->cf = s;
    if (!s->code.at) m->max_locals = m->nargs;
}

void class_make_methods(struct class *c)
{
    const struct classfile *cf = c->cf;
    u32 n = cf->method_count;
    c->method_count = (u16)n;
    c->methods = CLASS_SPACE_ARRAY(c, struct method *, n);
    struct method *all = CLASS_SPACE_ARRAY(c, struct method, n);
    for (u32 i = 0; i < n; i++) {
        const struct cf_method *s = &cf->methods[i];
        struct method *m = c->methods[i] = &all[i];
        m->index = (u16)i;
        class_fill_method(c, m, s, c->cp);
        method_flags(c, m);
    }
    class_index_methods(c);
}

/* The final fields of strings and of the library's method handles never change in place; a class that replaces such a
 * field keeps to that. */
static bool keeps_finals(const struct class *c)
{
    bool named = symbol_equals_cstr(c->name, "java/lang/String") || symbol_starts_with(c->name, "java/lang/invoke/");
    return (c->flags & CLS_TRUSTED) && named;
}
void class_fill_field(struct class *c, struct field *f, const struct cf_field *s)
{
    f->owner = c;
    f->name = s->name;
    f->desc = s->desc;
    f->generic = s->generic;
    f->access = s->access;
    f->const_index = s->const_index;
    f->kind = (u8)s->desc->bytes[0];
    f->annotations = s->annotations;
    f->type_annotations = s->type_annotations;
    bool is_final = s->access & ACC_FINAL, is_static = s->access & ACC_STATIC;
    bool trusted = (c->flags & CLS_HIDDEN) || class_is_record(c);
    f->flags &= (u8) ~(FLD_STABLE | FLD_TRUSTED_FINAL | FLD_CONSTANT);
    if (s->stable) f->flags |= FLD_STABLE;
    if (is_final && (is_static || trusted)) f->flags |= FLD_TRUSTED_FINAL;
    if (is_final && !is_static && (trusted || keeps_finals(c))) f->flags |= FLD_CONSTANT;
}

void class_make_fields(struct class *c)
{
    u32 n = c->cf->field_count;
    c->field_count = (u16)n;
    c->fields = n ? CLASS_SPACE_ARRAY(c, struct field, n) : NULL;
    for (u32 i = 0; i < n; i++) {
        c->fields[i].index = (u16)i;
        class_fill_field(c, &c->fields[i], &c->cf->fields[i]);
    }
}

/* Entries that need no resolution are final at once. Entries that will be objects get their index in the array of
 * resolved references. */
struct constpool *class_make_constpool(struct class *c, const struct classfile *cf, struct class_stage *s)
{
    struct constpool *cp = class_stage_alloc(s, sizeof *cp);
    cp->owner = c;
    cp->holder = s->h;
    cp->count = cf->cp_count;
    cp->file = cf->cp;
    cp->cf = cf;
    cp->e = class_stage_alloc(s, sizeof *cp->e * cp->count);
    for (u32 i = 1; i < cp->count; i++) {
        const struct cf_const *k = &cf->cp[i];
        struct cp_entry *e = &cp->e[i];
        e->tag = k->tag;
        switch (k->tag) {
        case CP_INTEGER:
        case CP_FLOAT:
            e->bits = k->u.u4;
            atomic_init(&e->state, CPS_RESOLVED);
            break;
        case CP_LONG:
        case CP_DOUBLE:
            e->bits = k->u.u8_;
            atomic_init(&e->state, CPS_RESOLVED);
            break;
        case CP_STRING:
        case CP_METHOD_TYPE:
        case CP_METHOD_HANDLE:
        case CP_DYNAMIC: e->aux = cp->resolved_count++; break;
        default: break;
        }
    }
    return cp;
}

struct method *method_new_filler(struct class *owner, const struct method *like, u32 flag)
{
    struct method *m = class_stage_alloc(owner->stage, sizeof *m);
    m->owner = owner;
    m->cp = owner->cp;
    m->access = ACC_PUBLIC | ACC_SYNTHETIC;
    m->flags = flag;
    m->name = like->name;
    m->desc = like->desc;
    m->nargs = m->max_locals = like->nargs;
    m->return_kind = like->return_kind;
    m->vtable_index = VTABLE_NONE;
    m->index = UINT16_MAX;
    if (exec.method_created) exec.method_created(m);
    return m;
}
