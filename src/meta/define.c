/* define.c: from a parsed class file to a struct class with supertypes, members, layout, tables and mirror (JVMS
 * §5.3.5).
 *
 * The defining thread works alone until the class enters its loader's table; a class that failed stays behind with
 * state 0: it is in the loader's list (so that its mirror is a root) and nowhere else. */
#include "base/mutf8.h"
#include "meta/meta_int.h"
#include "meta/reflect.h"
#include "model/class_space.h"
#include "model/vm.h"

#include <stdio.h>
#include <stdlib.h>

static _Atomic u32 next_serial = 1;

static struct class *class_new(struct class_stage *s)
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

static void class_set_display(struct class *c)
{
    c->depth = c->super ? c->super->depth + 1 : 0;
    if (c->super) memcpy(c->display, c->super->display, sizeof c->display);
    if (c->depth < CLASS_DISPLAY) c->display[c->depth] = c;
}

/* ---- mirrors ---- */

static void mirror_fill(struct class *c, struct object *m, struct object *protection_domain)
{
    *(struct class **)((char *)m + mirror_class_offset) = c;
    if (c->loader->java) heap_store_ref(m, WKF(Class_classLoader), c->loader->java);
    if (c->module && c->module->java) heap_store_ref(m, WKF(Class_module), c->module->java);
    if (class_is_array(c)) heap_store_ref(m, WKF(Class_componentType), c->element->mirror);
    if (protection_domain) heap_store_ref(m, WKF(Class_protection_domain), protection_domain);
    c->mirror = m;
}

bool class_make_mirror(struct thread *self, struct class *c, struct object *protection_domain)
{
    struct class *jlc = WK(java_lang_Class);
    if (!jlc) return true; /* classes_make_missing_mirrors */
    if (!c->type.mirror_size) layout_statics(c);
    struct object *m = object_alloc_slow(self, jlc, c->type.mirror_size, true);
    if (!m) return false;
    mirror_fill(c, m, protection_domain);
    return true;
}

static void count_missing(struct class *c, void *arg)
{
    struct {
        struct thread *self;
        bool ok;
    } *a = arg;
    if (a->ok && !c->mirror) a->ok = class_make_mirror(a->self, c, NULL);
}

bool classes_make_missing_mirrors(struct thread *self)
{
    struct {
        struct thread *self;
        bool ok;
    } a = { self, true };
    loader_for_each_class(count_missing, &a);
    for (u32 i = 0; i < ARRAY_LEN(class_primitive); i++)
        if (class_primitive[i]) count_missing(class_primitive[i], &a);
    return a.ok;
}

/* ---- primitives and arrays ---- */

void primitives_init(void)
{
    static const struct {
        char kind;
        const char *name;
        u8 shift;
    } prims[] = {
        { 'Z', "boolean", 0 }, { 'B', "byte", 0 },  { 'C', "char", 1 },   { 'S', "short", 1 }, { 'I', "int", 2 },
        { 'J', "long", 3 },    { 'F', "float", 2 }, { 'D', "double", 3 }, { 'V', "void", 0 },
    };
    struct class_stage s;
    class_stage_begin(&s, &boot_loader.holder);
    for (u32 i = 0; i < ARRAY_LEN(prims); i++) {
        struct class *c = class_new(&s);
        c->name = symbol_from_cstr(prims[i].name);
        c->flags = CLS_PRIMITIVE | CLS_TRUSTED;
        c->access = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
        c->prim_kind = (u8)prims[i].kind;
        c->module = module_java_base;
        c->display[0] = c;
        c->stage = NULL;
        atomic_store(&c->state, CLASS_INITIALIZED);
        class_primitive[(u8)prims[i].kind] = c;
    }
    if (s.full) vm_exit_during_init("java.lang.OutOfMemoryError: %s", s.full);
    class_stage_end(&s);
}

/* Cloneable and Serializable, the superinterfaces of every array class. */
static struct class **array_interfaces(void)
{
    static struct class *_Atomic both[2];
    /* the same each time, whoever comes */
    atomic_store_explicit(&both[0], WK(java_lang_Cloneable), memory_order_relaxed);
    atomic_store_explicit(&both[1], WK(java_io_Serializable), memory_order_relaxed);
    return (struct class **)both;
}

static struct symbol *array_name(struct thread *self, const struct class *element)
{
    char *text = vm_malloc(element->name->len + 4u);
    if (class_is_primitive(element))
        sprintf(text, "[%c", element->prim_kind);
    else if (class_is_array(element))
        sprintf(text, "[%s", element->name->bytes);
    else
        sprintf(text, "[L%s;", element->name->bytes);
    struct symbol *name = symbol_from_cstr(text);
    free(text);
    if (!name) THROW(self, ClassNotFoundException, "%s", element->name->bytes); /* longer than a symbol can be */
    return name;
}

/* Memory for an array class: collects, and tries again, when there is no room. NULL: pending. */
static struct class *new_array_class(struct thread *self, struct class_holder *h)
{
    for (bool again = false;; again = true) {
        if (!class_space_prepare(self, h, 0)) return NULL;
        struct class_stage s;
        class_stage_begin(&s, h);
        struct class *c = class_new(&s);
        if (!s.full) {
            c->stage = NULL;
            class_stage_end(&s);
            return c;
        }
        class_stage_abandon(&s);
        if (again || !options.class_unloading) {
            throw_out_of_metadata(self, s.full);
            return NULL;
        }
        vm_collect(self, HEAP_CAUSE_METADATA, true);
    }
}

struct class *class_new_array(struct thread *self, struct class *element)
{
    static const u8 shifts[128] = {
        ['Z'] = 0, ['B'] = 0, ['C'] = 1, ['S'] = 1, ['I'] = 2, ['F'] = 2, ['J'] = 3, ['D'] = 3
    };
    struct class *object = WK(java_lang_Object);
    struct symbol *name = array_name(self, element);
    struct class *c = name ? new_array_class(self, element->holder) : NULL;
    if (!c) return NULL;
    c->name = name;
    bool prim = class_is_primitive(element);
    c->flags = CLS_ARRAY | CLS_CLONEABLE | (element->flags & CLS_TRUSTED);
    c->access =
        (u16)((class_is_array(element) ? element->access : (element->access & ACC_PUBLIC)) | ACC_FINAL | ACC_ABSTRACT);
    c->super = object;
    class_note_heir(object);
    c->element = element;
    c->innermost = class_is_array(element) ? element->innermost : element;
    c->dims = (u16)(class_is_array(element) ? element->dims + 1 : 1);
    c->module = c->innermost->module;
    c->vtable = object->vtable;
    c->vtable_len = object->vtable_len;
    c->interfaces = c->all_interfaces = array_interfaces();
    c->interface_count = c->all_interface_count = 2;
    class_set_display(c);
    c->type.kind = prim ? HEAP_PRIM_ARRAY : HEAP_REF_ARRAY;
    c->type.elem_shift = prim ? shifts[element->prim_kind] : 2;
    if (!class_make_mirror(self, c, NULL)) return NULL;
    atomic_store_explicit(&c->state, CLASS_INITIALIZED, memory_order_release);
    return c;
}

/* ---- members ---- */

static bool sig_poly(const struct class *c, const struct method *m)
{
    if (!(c->flags & CLS_TRUSTED) ||
        (c->name != SYM(java_lang_invoke_MethodHandle) && c->name != SYM(java_lang_invoke_VarHandle)))
        return false;
    return (m->access & (ACC_NATIVE | ACC_VARARGS)) == (ACC_NATIVE | ACC_VARARGS) &&
           symbol_starts_with(m->desc, "([Ljava/lang/Object;)");
}

static void method_flags(struct class *c, struct method *m)
{
    const struct cf_method *cf = m->cf;
    u32 f = 0;
    if (cf->caller_sensitive) f |= MTH_CALLER_SENSITIVE;
    if (cf->hidden || (c->flags & CLS_HIDDEN)) f |= MTH_HIDDEN; /* frames of hidden classes are not shown */
    if (cf->force_inline) f |= MTH_FORCE_INLINE;
    if (cf->dont_inline) f |= MTH_DONT_INLINE;
    if (cf->lambda_compiled) f |= MTH_LAMBDA_FORM;
    if (cf->scoped) f |= MTH_SCOPED;
    if (sig_poly(c, m)) f |= MTH_SIG_POLY;
    if (m->name == SYM(clinit)) {
        f |= MTH_CLINIT;
        if (m->desc == SYM(void_sig)) {
            c->clinit = m;
            c->flags |= CLS_HAS_CLINIT;
        }
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
    m->generic = s->generic;
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

static void make_methods(struct class *c)
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

static void make_fields(struct class *c)
{
    const struct classfile *cf = c->cf;
    u32 n = cf->field_count;
    c->field_count = (u16)n;
    c->fields = n ? CLASS_SPACE_ARRAY(c, struct field, n) : NULL;
    for (u32 i = 0; i < n; i++) {
        const struct cf_field *s = &cf->fields[i];
        struct field *f = &c->fields[i];
        f->owner = c;
        f->name = s->name;
        f->desc = s->desc;
        f->generic = s->generic;
        f->access = s->access;
        f->index = (u16)i;
        f->const_index = s->const_index;
        f->kind = (u8)s->desc->bytes[0];
        f->annotations = s->annotations;
        f->type_annotations = s->type_annotations;
        if (s->stable) f->flags |= FLD_STABLE;
        if ((s->access & ACC_FINAL) && ((s->access & ACC_STATIC) || (c->flags & CLS_HIDDEN) || class_is_record(c)))
            f->flags |= FLD_TRUSTED_FINAL;
    }
}

/* The entries that need no resolution are final at once; those that become objects get their place in the array of
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
        case CP_UTF8: e->sym = k->u.utf8; break;
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
        case CP_CLASS: e->sym = cf->cp[k->u.index].u.utf8; break;
        case CP_STRING:
        case CP_METHOD_TYPE:
            e->sym = cf->cp[k->u.index].u.utf8;
            e->aux = cp->resolved_count++;
            break;
        case CP_METHOD_HANDLE:
        case CP_DYNAMIC: e->aux = cp->resolved_count++; __attribute__((fallthrough));
        case CP_FIELD:
        case CP_METHOD:
        case CP_IMETHOD:
        case CP_NAME_TYPE:
        case CP_INDY:
            e->pair.a = k->u.pair.a;
            e->pair.b = k->u.pair.b;
            break;
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

/* ---- supertypes ---- */

static bool refuse(struct thread *self, struct class *kind, const struct class *c, const struct class *s,
                   const char *what, bool joint)
{ /* joint: says where both classes are */
    char a[600], b[600], place[2400];
    class_external_name(c, a, sizeof a);
    class_external_name(s, b, sizeof b);
    if (joint)
        throw_new(self, kind, "class %s %s %s (%s)", a, what, b,
                  classes_in_module_of_loader(c, s, place, sizeof place));
    else
        throw_new(self, kind, "class %s %s %s as super class", a, what, b);
    return false;
}

static bool permitted(const struct class *s, const struct class *c)
{
    const struct classfile *cf = s->cf;
    if (!cf || !cf->is_sealed) return true;
    if (s->module != c->module) return false;
    if (!(c->access & ACC_PUBLIC) && !class_same_package(s, c)) return false;
    for (u32 i = 0; i < cf->permitted_count; i++)
        if (cf->cp[cf->cp[cf->permitted[i]].u.index].u.utf8 == c->name) return true;
    return false;
}

static bool prohibited_package(struct thread *self, struct loader *l, const struct symbol *name)
{
    if (!l->java || l->is_platform || !symbol_starts_with(name, "java/")) return false;
    char package[600], loader[600];
    const struct symbol *p = class_package_symbol(name);
    mutf8_to_utf8(p->bytes, p->len, package, sizeof package);
    for (char *s = package; *s; s++)
        if (*s == '/') *s = '.';
    THROW(self, SecurityException, "Class loader (instance of): %s tried to load prohibited package name: %s",
          loader_name_and_id(l, loader, sizeof loader), package);
    return true;
}

static struct class *load_interface(struct thread *self, struct class *c, struct symbol *of, const struct classfile *cf,
                                    u32 i)
{
    struct class *s = loader_load_super(self, c->loader, of, cf->cp[cf->cp[cf->interfaces[i]].u.index].u.utf8);
    if (!s || class_is_interface(s)) return s;
    char a[600], b[600], place[2400], text[256]; /* HotSpot's room for it too */
    snprintf(text, sizeof text, "class %s can not implement %s, because it is not an interface (%s)",
             class_external_name(c, a, sizeof a), class_external_name(s, b, sizeof b),
             class_in_module_of_loader(s, false, false, place, sizeof place));
    THROW(self, IncompatibleClassChangeError, "%s", text);
    return NULL;
}

/* Interfaces first, as HotSpot does: what is loaded when can be seen by loaders and tools. */
static bool load_supers(struct thread *self, struct class *c, const struct define_options *o)
{
    const struct classfile *cf = c->cf;
    struct symbol *of = o->hidden ? NULL : c->name;
    c->interface_count = cf->interface_count;
    c->interfaces = cf->interface_count ? CLASS_SPACE_ARRAY(c, struct class *, cf->interface_count) : NULL;
    for (u32 i = 0; i < cf->interface_count; i++) {
        struct class *s = c->interfaces[i] = load_interface(self, c, of, cf, i);
        if (!s) return false;
        class_note_heir(s);
    }
    if (cf->super_name) {
        struct class *s = loader_load_super(self, c->loader, of, cf->super_name);
        if (!s) return false;
        c->super = s;
        class_note_heir(s);
        __atomic_fetch_or(&s->name->flags, SYMBOL_NAMES_SUPER, __ATOMIC_RELAXED);
        if (prohibited_package(self, c->loader, c->name)) return false;
        if (class_is_interface(s)) return refuse(self, WK(IncompatibleClassChangeError), c, s, "has interface", false);
        if (s->access & ACC_FINAL) {
            char a[600], b[600];
            THROW(self, IncompatibleClassChangeError, "class %s cannot inherit from final class %s",
                  class_external_name(c, a, sizeof a), class_external_name(s, b, sizeof b));
            return false;
        }
    }
    return true;
}

/* A hidden class that may go before its loader is not quite the loader's. */
static bool is_the_loaders(const struct class *c) { return !(c->flags & CLS_HIDDEN) || (c->flags & CLS_STRONG_HIDDEN); }

/* Heirs of the accessors of core reflection are not verified and access what they please, so only the boot loader and
 * the loaders that core reflection makes for generated accessors may define them. As HotSpot does, before the access
 * check: that check grants everything to such an heir. */
static bool may_extend_accessors(struct thread *self, const struct class *c, const struct class *super)
{
    if (!super->package || !symbol_equals_cstr(super->package->name, "jdk/internal/reflect")) return true;
    if (c->loader == &boot_loader ? is_the_loaders(c)
                                  : object_instance_of(c->loader->java, WK(jdk_internal_reflect_DelegatingClassLoader)))
        return true;
    char name[600], loader[600], s[600];
    THROW(self, IllegalAccessError, "class %s loaded by %s cannot access jdk/internal/reflect superclass %s",
          class_external_name(c, name, sizeof name), loader_name_and_id(c->loader, loader, sizeof loader),
          class_external_name(super, s, sizeof s));
    return false;
}

/* After the module is known: access and sealing. */
static bool check_supers(struct thread *self, struct class *c)
{
    /* the super class, then the last interface first, as HotSpot does */
    for (i32 i = c->interface_count; i >= 0; i--) {
        bool super = i == c->interface_count;
        struct class *s = super ? c->super : c->interfaces[i];
        if (!s) continue;
        if (!permitted(s, c)) {
            char a[600], b[600];
            THROW(self, IncompatibleClassChangeError, "class %s cannot %s sealed %s %s",
                  class_external_name(c, a, sizeof a),
                  super || class_is_interface(c) ? (super ? "inherit from" : "extend") : "implement",
                  super ? "class" : "interface", class_external_name(s, b, sizeof b));
            return false;
        }
        if (super && !may_extend_accessors(self, c, s)) return false;
        char reason[2600];
        if (access_class(c, s)) continue;
        if (resolve_module_reason(c, s, reason, sizeof reason)) {
            THROW(self, IllegalAccessError, "%s check failed: %s", super ? "superclass access" : "superinterface",
                  reason);
            return false;
        }
        return refuse(self, WK(IllegalAccessError), c, s,
                      !super                     ? "cannot access its superinterface"
                      : s->access & ACC_ABSTRACT ? "cannot access its abstract superclass"
                                                 : "cannot access its superclass",
                      true);
    }
    return true;
}

static void inherit(struct class *c)
{
    const struct class *super = c->super;
    if (super) {
        c->flags |= super->flags & (CLS_HAS_FINALIZER | CLS_CLONEABLE);
        c->finalizer = super->finalizer;
    }
    for (u32 i = 0; i < c->interface_count; i++) c->flags |= c->interfaces[i]->flags & CLS_CLONEABLE;
    if ((c->flags & CLS_TRUSTED) && symbol_equals_cstr(c->name, "java/lang/Cloneable")) c->flags |= CLS_CLONEABLE;
}

/* ---- the whole ---- */

static struct symbol *hidden_name(struct class *c, struct symbol *base)
{
    char *text = vm_malloc(base->len + 40u);
    sprintf(text, "%s+0x%016llx", base->bytes, (unsigned long long)(uintptr_t)c);
    struct symbol *s = symbol_from_cstr(text);
    free(text);
    return s;
}

struct cf_options class_parse_options(const struct loader *l, struct symbol *name)
{
    bool trusted = l == &boot_loader || l->is_platform;
    bool names = options.verify_remote && (options.verify_local || !trusted);
    return (struct cf_options){ .expected_name = name,
                                .relaxed = !class_verification_wanted(l),
                                .any_names = !names,
                                .allow_internal_annotations = trusted,
                                .enable_preview = options.enable_preview };
}

/* A definition on its way: what is given back when it fails. */
struct definition {
    struct class_stage stage;
    struct arena_mark before;
    size_t after; /* of the arena, when the class file was parsed */
};

/* The class file goes too, unless another one came behind it. */
static void forget_parsed(struct class_holder *h, const struct definition *d)
{
    struct loader *l = h->loader;
    os_mutex_lock(l->lock);
    struct arena *a = h->arena;
    if (a->used == d->after) {
        class_arena_changed(h, (i64)d->before.reserved - (i64)a->reserved);
        arena_reset(a, &d->before);
    }
    os_mutex_unlock(l->lock);
}

static bool parse(struct thread *self, struct loader *l, const u8 *bytes, size_t len, const struct define_options *o,
                  struct class *c, struct definition *d)
{
    /* A hidden class is called what the caller says, whatever stands in the bytes (MethodHandleImpl.BindCaller relies
     * on it). */
    struct cf_options opt = class_parse_options(l, o->hidden ? NULL : o->name);
    opt.allow_internal_annotations |= o->hidden_access_vm;
    struct classfile *cf = NULL;
    const char *msg = NULL;
    if (len > INT32_MAX) len = INT32_MAX;
    os_mutex_lock(l->lock);
    struct arena *arena = c->holder->arena;
    d->before = arena_mark(arena);
    u8 *copy = arena_memdup(arena, bytes, len);
    enum cf_error e = classfile_parse(arena, copy, len, &opt, &cf, &msg);
    d->after = arena->used;
    class_arena_changed(c->holder, (i64)arena->reserved - (i64)d->before.reserved);
    os_mutex_unlock(l->lock);
    /* HotSpot resolves interfaces while it parses: what fails there comes before what is wrong further on */
    if (e == CF_FORMAT) {
        c->name = cf->this_name;
        for (u32 i = 0; i < cf->interface_count; i++)
            if (!load_interface(self, c, o->hidden ? NULL : c->name, cf, i)) return false;
    }
    switch (e) {
    case CF_OK: break;
    case CF_FORMAT: THROW(self, ClassFormatError, "%s", msg); return false;
    case CF_VERSION: THROW(self, UnsupportedClassVersionError, "%s", msg); return false;
    case CF_NO_CLASS_DEF: THROW(self, NoClassDefFoundError, "%s", msg); return false;
    case CF_INCOMPATIBLE: THROW(self, IncompatibleClassChangeError, "%s", msg); return false;
    }
    c->cf = cf;
    c->file = (struct bytes){ copy, (u32)len };
    c->name = cf->this_name;
    c->access = cf->access;
    c->major = cf->major;
    c->minor = cf->minor;
    c->source_file = cf->source_file;
    c->generic = cf->generic;
    if (l == &boot_loader) c->flags |= CLS_TRUSTED;
    return true;
}

static void log_load(const struct class *c, const struct define_options *o)
{
    if (!LOG_ENABLED(info, class_load)) return;
    char name[600], text[700];
    class_external_name(c, name, sizeof name);
    const char *from = o->source;
    if (!from && o->lookup_host) /* classes of lambdas are said to come from where the lambda is */
        from = strstr(name, "$$Lambda$") ? class_external_name(o->lookup_host, text, sizeof text)
                                         : "__JVM_LookupDefineClass__";
    if (!from && c->loader->java) {
        class_external_name(object_class(c->loader->java), text, sizeof text);
        from = text;
    }
    LOG(info, class_load, "%s source: %s", name, from ? from : "__JVM_DefineClass__");
}

static bool duplicate_definition(struct thread *self, const struct class *c)
{
    char loader[600], name[600], place[1400];
    THROW(self, LinkageError, "loader %s attempted duplicate %s definition for %s. (%s)",
          loader_name_and_id(c->loader, loader, sizeof loader), class_is_interface(c) ? "interface" : "class",
          class_external_name(c, name, sizeof name), class_in_module_of_loader(c, false, true, place, sizeof place));
    return false;
}

/* Is c refused, by a class of its name or a constraint? Then true, pending. */
static bool refused(struct thread *self, struct loader *l, struct class *c,
                    struct class *(*ask)(struct loader *l, struct class *c, struct class **conflict))
{
    struct class *conflict = NULL, *there = ask(l, c, &conflict);
    if (conflict)
        loader_throw_conflict(self, l, c, conflict);
    else if (there)
        duplicate_definition(self, c);
    return conflict || there;
}

/* In the loader's list the mirror is a root; the table and state CLASS_LOADED make it a class that others see. */
static void enter_list(struct loader *l, struct class *c)
{
    os_mutex_lock(l->lock);
    if (c->super) c->flags |= c->super->flags & CLS_WATCHED; /* whoever changes it from now on finds c in the list */
    if (l->last_class)
        __atomic_store_n(&l->last_class->next_in_loader, c, __ATOMIC_RELEASE);
    else
        __atomic_store_n(&l->first_class, c, __ATOMIC_RELEASE);
    l->last_class = c;
    l->class_count++;
    os_mutex_unlock(l->lock);
}

/* Everything that can fail before others see c. false: pending. */
static bool build(struct thread *self, struct loader *l, struct class *c, const u8 *bytes, size_t len,
                  const struct define_options *o, struct definition *d)
{
    if (!parse(self, l, bytes, len, o, c, d)) return false;
    if (o->hidden) {
        c->flags |= CLS_HIDDEN | (o->hidden_strong ? CLS_STRONG_HIDDEN : 0);
        c->name = hidden_name(c, o->name ? o->name : c->name);
    }
    if (!load_supers(self, c, o)) return false;
    class_set_display(c);
    c->package = package_of(l, class_package_symbol(o->hidden ? c->name : c->cf->this_name), true);
    c->module = c->package->module;
    if (!check_supers(self, c)) return false;
    inherit(c);
    c->cp = class_make_constpool(c, c->cf, c->stage);
    c->cp->e[c->cf->this_index].cls = c;
    atomic_store_explicit(&c->cp->e[c->cf->this_index].state, CPS_RESOLVED, memory_order_relaxed);
    make_fields(c);
    make_methods(c);
    if (exec.method_created)
        for (u32 i = 0; i < c->method_count; i++) exec.method_created(c->methods[i]);
    layout_instance(c);
    c->type.finalizable = (c->flags & CLS_HAS_FINALIZER) != 0;
    layout_statics(c);
    if (o->hidden) {
        c->lookup_host = o->lookup_host ? o->lookup_host->mirror : NULL;
        if (o->hidden_nestmate) c->nest_host = class_nest_host(self, o->lookup_host);
    }
    if (!vtable_build(self, c)) return false; /* no redefinition between this and the list: it has to see the tables */
    return o->hidden || !refused(self, l, c, constraint_peek);
}

/* From here on c stays, whatever happens: the collector and walks over classes see it. */
static bool publish(struct thread *self, struct loader *l, struct class *c, const struct define_options *o)
{
    if (c->type.kind == HEAP_MIRROR && !WK(java_lang_Class)) {
        wellknown_resolve_class_fields(c);
        wk_classes[wk_java_lang_Class] = c;
    }
    enter_list(l, c);
    if (!class_make_mirror(self, c, o->protection_domain)) return false;
    if (o->class_data) heap_store_ref(c->mirror, WKF(Class_classData), o->class_data);
    atomic_store_explicit(&c->state, CLASS_LOADED, memory_order_release);
    if (o->hidden || !refused(self, l, c, loader_add_class)) return true;
    atomic_store_explicit(&c->state, 0, memory_order_release);
    return false;
}

/* NULL: pending, or *full says which memory is full. */
static struct class *define(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                            const struct define_options *o, const char **full)
{
    bool own = o->hidden && !o->hidden_strong && options.class_unloading;
    struct class_holder *h = own ? holder_new_hidden(l) : &l->holder;
    *full = h ? NULL : "Metaspace";
    if (!h) return NULL;
    struct definition d = { .after = 0 };
    class_stage_begin(&d.stage, h);
    struct class *c = class_new(&d.stage);
    if (own) h->hidden = c;
    if (d.stage.full || !build(self, l, c, bytes, len, o, &d) || d.stage.full) {
        if (!self->pending) *full = d.stage.full;
        if (!own && d.after) forget_parsed(h, &d);
        class_stage_abandon(&d.stage);
        if (own) holder_drop(h);
        return NULL;
    }
    c->stage = NULL;
    class_stage_end(&d.stage);
    if (!publish(self, l, c, o)) return NULL;
    log_load(c, o);
    return c;
}

/* A definition that finds a memory full collects and begins anew, once. */
static struct class *define_or_collect(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                       const struct define_options *o)
{
    const char *full;
    struct class *c = define(self, l, bytes, len, o, &full);
    if (!full) return c;
    if (options.class_unloading) {
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        c = define(self, l, bytes, len, o, &full);
    }
    if (full) throw_out_of_metadata(self, full);
    return c;
}

struct class *loader_define_class(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                  const struct define_options *o)
{
    const u8 *use = bytes;
    bool replaced = false;
    struct bytes original = { NULL, 0 };
    /* its supertypes are loaded from here */
    if (!stack_check(self) || throw_if_memory_short(self) || !class_space_prepare(self, &l->holder, len)) return NULL;
    if (!o->no_hook && !o->hidden && event_on(EV_CLASS_FILE_LOAD) && hooks.class_file_load)
        replaced = hooks.class_file_load(self, NULL, l, o->name, o->protection_domain, &use, &len, &original);
    struct class *c = self->pending ? NULL : define_or_collect(self, l, use, len, o); /* pending: an agent left it */
    if (c)
        c->original = original;
    else
        free((void *)original.at);
    if (replaced) free((void *)use);
    if (c && replaced) module_transformed(self, c->module);
    if (c && o->hidden && !class_link(self, c)) return NULL; /* agents hear ClassPrepare first, as on HotSpot */
    if (c && event_on(EV_CLASS_LOAD) && hooks.class_load) hooks.class_load(self, c);
    return self->pending ? NULL : c;
}

struct class *class_publish_array(struct thread *self, struct class *element)
{
    if (class_is_array(element) && element->dims == 255) {
        THROW(self, IllegalArgumentException, "array dimensions exceed 255");
        return NULL;
    }
    struct class *a = class_new_array(self, element);
    if (!a) return NULL;
    struct class *none = NULL;
    /* another thread was first; ours is forgotten */
    if (!atomic_compare_exchange_strong(&element->array, &none, a)) return none;
    return a;
}
