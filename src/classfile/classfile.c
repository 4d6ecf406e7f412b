/* classfile.c: the parse as a whole: head, version, this and super, interfaces, class attributes (JVMS §4.1, §4.7). */
#include "classfile/parse/cf_int.h"
#include "jdk_release.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct symbol *cf_symbols[CF_SYMBOL_COUNT];

static void symbols_init(void)
{
    static _Atomic bool done;
    if (atomic_load_explicit(&done, memory_order_acquire)) return;
#define CF_SYMBOL_TEXT(n) #n,
    static const char *const text[] = { CF_SYMBOLS(CF_SYMBOL_TEXT) };
    /* all threads store the same pointers */
    for (u32 i = 0; i < CF_SYMBOL_COUNT; i++) cf_symbols[i] = symbol_from_cstr(text[i]);
    atomic_store_explicit(&done, true, memory_order_release);
}

static bool fail_va(struct cfp *c, enum cf_error e, const char *fmt, va_list ap)
{
    if (c->err != CF_OK) return false;
    c->err = e;
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *s = arena_alloc(c->arena, (size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, fmt, again);
    va_end(again);
    c->msg = s;
    return false;
}

bool cf_fail(struct cfp *c, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fail_va(c, CF_FORMAT, fmt, ap);
    va_end(ap);
    return false;
}

bool cf_fail_as(struct cfp *c, enum cf_error e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fail_va(c, e, fmt, ap);
    va_end(ap);
    return false;
}

bool cf_attribute(struct cfp *c, struct rd *r, struct cf_attribute *a, const char *where)
{
    CF_NEED(c, r, 6);
    u16 index = rd_u2(r);
    u32 len = rd_u4(r);
    if (cf_tag(c, index) != CP_UTF8) return cf_fail(c, "%s %u in class file %s", where, index, c->cname);
    *a = (struct cf_attribute){ cf_utf8(c, index), *r, len };
    c->overrun = len > CF_LEFT(r);
    r->p = c->overrun ? r->end : r->p + len;
    return true;
}

bool cf_signature_attribute(struct cfp *c, const struct cf_attribute *a, struct symbol **out, const char *on)
{
    if (*out) return cf_fail(c, "Multiple Signature attributes%s in class file %s", on, c->cname);
    bool of_class = !*on, of_field = strcmp(on, " for field") == 0;
    if (a->len != 2 && of_class)
        return cf_fail(c, "Wrong Signature attribute length %u in class file %s", a->len, c->cname);
    if (a->len != 2 && of_field)
        return cf_fail(c, "Wrong size %u for field's Signature attribute in class file %s", a->len, c->cname);
    const char *part = strcmp(on, " for Record component") == 0 ? " in Record component" : "";
    if (a->len != 2)
        return cf_fail(c, "Invalid Signature attribute length %u%s in class file %s", a->len, part, c->cname);
    struct rd body = a->body;
    CF_NEED(c, &body, 2);
    u16 index = rd_u2(&body);
    if (cf_tag(c, index) != CP_UTF8)
        return of_class ? cf_fail(c, "Invalid constant pool index %u in Signature attribute in class file %s", index,
                                  c->cname)
                        : cf_fail(c, "Invalid Signature attribute at constant pool index %u in class file %s", index,
                                  c->cname);
    *out = cf_utf8(c, index);
    return true;
}

/* Invisible annotations are read too, as on HotSpot, to find duplicates. */
bool cf_raw_attribute(struct cfp *c, const struct cf_attribute *a, const struct cf_raw *to, const char *on, u32 *seen,
                      bool *known)
{
    const struct {
        struct symbol *name;
        struct bytes *to;
        bool here;
    } kinds[] = {
        { CFSYM(RuntimeVisibleAnnotations), to->annotations, true },
        { CFSYM(RuntimeInvisibleAnnotations), NULL, true },
        { CFSYM(RuntimeVisibleTypeAnnotations), to->type_annotations, true },
        { CFSYM(RuntimeInvisibleTypeAnnotations), NULL, true },
        { CFSYM(RuntimeVisibleParameterAnnotations), to->parameter_annotations, to->parameter_annotations },
        { CFSYM(RuntimeInvisibleParameterAnnotations), NULL, to->parameter_annotations },
        { CFSYM(AnnotationDefault), to->annotation_default, to->annotation_default },
    };
    *known = false;
    for (u32 i = 0; i < ARRAY_LEN(kinds); i++) {
        if (!kinds[i].here || a->name != kinds[i].name) continue;
        *known = true;
        if (*seen & 1u << i)
            return cf_fail(c, "Multiple %s attributes%s in class file %s", a->name->bytes, on, c->cname);
        *seen |= 1u << i;
        if (!cf_attribute_end(c)) return false;
        bool none = !a->len && to->annotation_default; /* an empty attribute of a method counts as none */
        if (kinds[i].to && !none) *kinds[i].to = (struct bytes){ a->body.p, a->len };
        return true;
    }
    return true;
}

/* ---- head ---- */

enum { MAJOR_MIN = 45, MAJOR_MAX = JDK_CLASS_FILE_MAJOR };
enum {
    CLASS_FLAGS =
        ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_INTERFACE | ACC_ABSTRACT | ACC_SYNTHETIC | ACC_ANNOTATION | ACC_ENUM
};

static bool check_version(struct cfp *c)
{
    struct classfile *cf = c->cf;
    u16 major = cf->major, minor = cf->minor;
    if (major < MAJOR_MIN)
        return cf_fail_as(c, CF_VERSION, "%s (class file version %u.%u) was compiled with an invalid major version",
                          c->cname, major, minor);
    if (major > MAJOR_MAX)
        return cf_fail_as(c, CF_VERSION,
                          "%s has been compiled by a more recent version of the Java Runtime (class file version "
                          "%u.%u), this version of the Java Runtime only "
                          "recognizes class file versions up to %u.0",
                          c->cname, major, minor, MAJOR_MAX);
    if (major < 56 || minor == 0) return true;
    if (minor != 65535)
        return cf_fail_as(c, CF_VERSION,
                          "%s (class file version %u.%u) was compiled with an invalid non-zero minor version", c->cname,
                          major, minor);
    if (major != MAJOR_MAX)
        return cf_fail_as(c, CF_VERSION,
                          "%s (class file version %u.%u) was compiled with preview features that are unsupported. This "
                          "version of the Java Runtime only "
                          "recognizes preview features for class file version %u.65535",
                          c->cname, major, minor, MAJOR_MAX);
    if (!c->opt->enable_preview)
        return cf_fail_as(
            c, CF_VERSION,
            "Preview features are not enabled for %s (class file version %u.%u). Try running with '--enable-preview'",
            c->cname, major, minor);
    return true;
}

static bool legal_class_modifiers(const struct classfile *cf, u16 a)
{
    if (cf->major >= 53 && (a & ACC_MODULE)) return true;
    bool super = a & ACC_SUPER, major15 = cf->major >= 49;
    if ((a & ACC_ABSTRACT) && (a & ACC_FINAL)) return false;
    if ((a & ACC_INTERFACE) && !(a & ACC_ABSTRACT)) return false;
    if ((a & ACC_INTERFACE) && major15 && (super || (a & ACC_ENUM))) return false;
    if (!(a & ACC_INTERFACE) && major15 && (a & ACC_ANNOTATION)) return false;
    return true;
}

static bool parse_head(struct cfp *c)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 8);
    u32 magic = rd_u4(r);
    if (magic != 0xCAFEBABE) return cf_fail(c, "Incompatible magic value %u in class file %s", magic, c->cname);
    cf->minor = rd_u2(r);
    cf->major = rd_u2(r);
    return check_version(c);
}

static bool parse_identity(struct cfp *c)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 6);
    u16 access = rd_u2(r) & (CLASS_FLAGS | (cf->major >= 53 ? ACC_MODULE : 0));
    if ((access & ACC_INTERFACE) && cf->major < 50) access |= ACC_ABSTRACT; /* old compilers forgot it */
    cf->access = access;
    if (access & ACC_MODULE)
        return cf_fail_as(c, CF_NO_CLASS_DEF, "%s is not a class because access_flag ACC_MODULE is set", c->cname);
    if (c->check && !legal_class_modifiers(cf, access))
        return cf_fail(c, "Illegal class modifiers in class %s: 0x%X", c->cname, access);
    if (c->bad_tag) return cf_fail(c, "Unknown constant tag %u in class file %s", c->bad_tag, c->cname);
    cf->this_index = rd_u2(r);
    cf->super_index = rd_u2(r);
    if (cf_tag(c, cf->this_index) != CP_CLASS)
        return cf_fail(c, "Invalid this class index %u in constant pool in class file %s", cf->this_index, c->cname);
    cf->this_name = cf_class_name(c, cf->this_index);
    if (cf->this_name->len && cf->this_name->bytes[0] == '[')
        return cf_fail(c, "Bad class name in class file %s", c->cname);
    if (c->opt->expected_name && c->opt->expected_name != cf->this_name)
        return cf_fail_as(c, CF_NO_CLASS_DEF, "%s (wrong name: %s)", c->opt->expected_name->bytes,
                          cf->this_name->bytes);
    c->cname = cf->this_name->bytes;
    bool object = symbol_equals_cstr(cf->this_name, "java/lang/Object");
    if (cf->super_index == 0) {
        if (!object) return cf_fail(c, "Invalid superclass index 0 in class file %s", c->cname);
    } else {
        if (cf_tag(c, cf->super_index) != CP_CLASS)
            return cf_fail(c, "Invalid superclass index %u in class file %s", cf->super_index, c->cname);
        cf->super_name = cf_class_name(c, cf->super_index);
        if (cf->super_name->len && cf->super_name->bytes[0] == '[')
            return cf_fail(c, "Bad superclass name in class file %s", c->cname);
    }
    return true;
}

static bool parse_interfaces(struct cfp *c)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 2);
    u16 n = rd_u2(r);
    cf->interfaces = n ? ARENA_NEW_ARRAY(c->arena, u16, n) : NULL;
    for (u32 i = 0; i < n; i++) {
        CF_NEED(c, r, 2);
        u16 index = cf->interfaces[i] = rd_u2(r);
        if (cf_tag(c, index) != CP_CLASS)
            return cf_fail(c, "Interface name has bad constant pool index %u in class file %s", index, c->cname);
        const struct symbol *name = cf_class_name(c, index);
        if (name->len && name->bytes[0] == '[') return cf_fail(c, "Bad interface name in class file %s", c->cname);
    }
    cf->interface_count = n; /* set only now, so that a later failure leaves a usable list */
    if (!c->check) return true;
    struct cf_keys seen;
    cf_keys_init(&seen, n);
    u32 at = 0;
    while (at < n && cf_keys_add(&seen, (uintptr_t)cf_class_name(c, cf->interfaces[at]), 0)) at++;
    cf_keys_free(&seen);
    return at == n || cf_fail(c, "Duplicate interface name \"%s\" in class file %s",
                              cf_class_name(c, cf->interfaces[at])->bytes, c->cname);
}

/* ---- class attributes ---- */

/* Attributes that are parsed after all headers were read, as on HotSpot. `at` is where the contents begin. */
struct late {
    struct rd at;
    u32 len;
    bool there;
};
struct class_attributes {
    struct late inner, nest_members, record, permitted;
    bool source_file, source_debug, enclosing, bootstraps, nest_host;
    u32 raw;
};

static bool once(struct cfp *c, bool *seen, const char *what)
{
    if (*seen) return cf_fail(c, "Multiple %s attributes in class file %s", what, c->cname);
    return *seen = true;
}

static bool keep(struct cfp *c, struct late *l, const struct cf_attribute *a)
{
    if (!once(c, &l->there, a->name->bytes)) return false;
    l->at = a->body;
    l->len = a->len;
    return cf_attribute_end(c);
}

static bool class_list(struct cfp *c, const struct late *l, const char *what, const char *one, u16 *count, u16 **out)
{
    struct rd body = l->at;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    CF_NEED(c, &body, (size_t)n * 2);
    *count = n;
    *out = ARENA_NEW_ARRAY(c->arena, u16, n);
    for (u32 i = 0; i < n; i++) {
        (*out)[i] = rd_u2(&body);
        if (cf_tag(c, (*out)[i]) != CP_CLASS)
            return cf_fail(c, "%s class_info_index %u has bad constant type in class file %s", one, (*out)[i],
                           c->cname);
    }
    return l->len == 2u + n * 2u || cf_fail(c, "Wrong %s attribute length in class file %s", what, c->cname);
}

static bool inner_class(struct cfp *c, struct rd *body, struct cf_inner *e)
{
    struct classfile *cf = c->cf;
    *e = (struct cf_inner){ rd_u16be(body->p), rd_u16be(body->p + 2), rd_u16be(body->p + 4), rd_u16be(body->p + 6) };
    body->p += 8;
    if (cf_tag(c, e->inner) != CP_CLASS)
        return cf_fail(c, "inner_class_info_index %u has bad constant type in class file %s", e->inner, c->cname);
    if (e->outer && cf_tag(c, e->outer) != CP_CLASS)
        return cf_fail(c, "outer_class_info_index %u has bad constant type in class file %s", e->outer, c->cname);
    if (e->outer && cf_class_name(c, e->outer)->bytes[0] == '[')
        return cf_fail(c, "Outer class is an array class in class file %s", c->cname);
    if (e->name && cf_tag(c, e->name) != CP_UTF8)
        return cf_fail(c, "inner_name_index %u has bad constant type in class file %s", e->name, c->cname);
    if (c->check && e->inner == e->outer)
        return cf_fail(c, "Class is both outer and inner class in class file %s", c->cname);
    u16 flags =
        e->access & (CLASS_FLAGS | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | (cf->major >= 53 ? ACC_MODULE : 0));
    if ((flags & ACC_INTERFACE) && cf->major < 50) flags |= ACC_ABSTRACT;
    e->access = flags;
    if (flags & ACC_MODULE)
        return cf_fail_as(c, CF_NO_CLASS_DEF, "%s is not a class because access_flag ACC_MODULE is set", c->cname);
    return !c->check || legal_class_modifiers(cf, flags) ||
           cf_fail(c, "Illegal class modifiers in class %s: 0x%X", c->cname, flags);
}

enum { NONE = UINT32_MAX };

/* The first entry for the class that entry i names as its outer class; i itself if it names its own class, under any
 * index. */
static u32 outer_entry(struct cfp *c, const struct cf_keys *by_name, u32 i)
{
    const struct cf_inner *e = &c->cf->inner[i];
    if (!e->outer) return NONE;
    const struct symbol *outer = cf_class_name(c, e->outer);
    return outer == cf_class_name(c, e->inner) ? i : cf_keys_find(by_name, (uintptr_t)outer, 0);
}

/* The first entry whose outer classes form a cycle, or NONE. `state` of an entry: 0 at first, 1 on the current path, 2
 * its chain ends. */
static u32 first_circle(struct cfp *c, const struct cf_keys *by_name, u8 *state)
{
    for (u32 i = 0; i < c->cf->inner_count; i++) {
        u32 k = i;
        for (; k != NONE && !state[k]; k = outer_entry(c, by_name, k)) state[k] = 1;
        if (k != NONE && state[k] == 1) return i;
        for (k = i; k != NONE && state[k] == 1; k = outer_entry(c, by_name, k)) state[k] = 2;
    }
    return NONE;
}

static bool same_entry(const struct cf_inner *a, const struct cf_inner *b)
{
    return a->inner == b->inner && a->outer == b->outer && a->name == b->name && a->access == b->access;
}

/* Returns the first entry whose constant a later entry repeats; NONE: there is none. *equal: the first repetition
 * equals the entry in all members. */
static u32 first_repeated(struct cfp *c, u8 *met, bool *equal)
{
    struct classfile *cf = c->cf;
    struct cf_keys by_index;
    cf_keys_init(&by_index, cf->inner_count);
    u32 found = NONE;
    for (u32 i = 0; i < cf->inner_count; i++) {
        if (cf_keys_add(&by_index, cf->inner[i].inner, 0)) continue;
        u32 first = cf_keys_find(&by_index, cf->inner[i].inner, 0);
        if (!met[first] && first < found) {
            found = first;
            *equal = same_entry(&cf->inner[first], &cf->inner[i]);
        }
        met[first] = 1;
    }
    cf_keys_free(&by_index);
    return found;
}

/* Entries are judged in order. A repeated entry is an error. A cycle of outer classes, or two entries for one class,
 * makes the VM ignore the whole attribute. */
static bool judge_inner(struct cfp *c, bool *ignore)
{
    struct classfile *cf = c->cf;
    struct cf_keys by_name;
    bool equal = false;
    u8 *marks = vm_calloc(cf->inner_count + 1u, 2);
    cf_keys_init(&by_name, cf->inner_count);
    for (u32 i = 0; i < cf->inner_count; i++) cf_keys_add(&by_name, (uintptr_t)cf_class_name(c, cf->inner[i].inner), 0);
    u32 circle = first_circle(c, &by_name, marks), repeated = first_repeated(c, marks + cf->inner_count, &equal);
    free(marks);
    cf_keys_free(&by_name);
    *ignore = circle != NONE || repeated != NONE;
    bool twice = equal && repeated < circle && cf->major >= 49;
    return !twice || cf_fail(c, "Duplicate entry in InnerClasses attribute in class file %s", c->cname);
}

static bool inner_classes(struct cfp *c, const struct late *l)
{
    struct classfile *cf = c->cf;
    struct rd body = l->at;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    CF_NEED(c, &body, (size_t)n * 8);
    cf->inner_count = n;
    cf->inner = ARENA_NEW_ARRAY(c->arena, struct cf_inner, n);
    for (u32 i = 0; i < n; i++)
        if (!inner_class(c, &body, &cf->inner[i])) return false;
    if (!c->check) return true;
    bool ignore;
    if (!judge_inner(c, &ignore)) return false;
    if (ignore) cf->inner_count = 0;
    if (cf->major >= 49 && l->len != 2u + n * 8u)
        return cf_fail(c, "Wrong InnerClasses attribute length in class file %s", c->cname);
    return true;
}

static u32 needed_bootstraps(const struct classfile *cf)
{
    u32 needed = 0;
    for (u32 i = 1; i < cf->cp_count; i++)
        if ((cf->cp[i].tag == CP_INDY || cf->cp[i].tag == CP_DYNAMIC) && cf->cp[i].u.pair.a >= needed)
            needed = cf->cp[i].u.pair.a + 1u;
    return needed;
}

static bool is_argument(u8 tag)
{
    switch (tag) {
    case CP_INTEGER:
    case CP_FLOAT:
    case CP_LONG:
    case CP_DOUBLE:
    case CP_CLASS:
    case CP_STRING:
    case CP_METHOD_HANDLE:
    case CP_METHOD_TYPE:
    case CP_DYNAMIC: return true;
    default: return false;
    }
}

static bool bootstrap_methods(struct cfp *c, const struct cf_attribute *a)
{
    struct classfile *cf = c->cf;
    if (a->len < 2)
        return cf_fail(c, "Invalid BootstrapMethods attribute length %u in class file %s", a->len, c->cname);
    if (!cf_attribute_end(c)) return false;
    struct rd body = a->body;
    u16 n = rd_u2(&body);
    if (needed_bootstraps(cf) > n) return cf_fail(c, "Short length on BootstrapMethods in class file %s", c->cname);
    u32 left = (a->len - 2) / 2; /* the attribute has room for this many numbers */
    cf->bootstraps = ARENA_NEW_ARRAY(c->arena, struct cf_bootstrap, n);
    for (u32 i = 0; i < n; i++) {
        struct cf_bootstrap *b = &cf->bootstraps[i];
        CF_NEED(c, &body, 4);
        b->handle = rd_u2(&body);
        b->argc = rd_u2(&body);
        if (cf_tag(c, b->handle) != CP_METHOD_HANDLE)
            return cf_fail(c, "bootstrap_method_index %u has bad constant type in class file %s", b->handle, c->cname);
        if (left < 2u + b->argc)
            return cf_fail(
                c, "Invalid BootstrapMethods num_bootstrap_methods or num_bootstrap_arguments value in class file %s",
                c->cname);
        left -= 2u + b->argc;
        b->args = b->argc ? ARENA_NEW_ARRAY(c->arena, u16, b->argc) : NULL;
        for (u32 j = 0; j < b->argc; j++) {
            u16 arg = b->args[j] = rd_u2(&body);
            if (!is_argument(cf_tag(c, arg)))
                return cf_fail(c, "argument_index %u has bad constant type in class file %s", arg, c->cname);
        }
    }
    return body.p == a->body.p + a->len || cf_fail(c, "Bad length on BootstrapMethods in class file %s", c->cname);
}

static bool component(struct cfp *c, struct rd *body, struct cf_record_component *rc)
{
    CF_NEED(c, body, 2);
    u16 name = rd_u2(body);
    if (cf_tag(c, name) != CP_UTF8)
        return cf_fail(c, "Invalid constant pool index %u for name in Record attribute in class file %s", name,
                       c->cname);
    rc->name = cf_utf8(c, name);
    if (c->check_names && !cf_legal_unqualified(c, rc->name))
        return cf_fail(c, "Illegal field name \"%s\" in class %s", rc->name->bytes, c->cname);
    CF_NEED(c, body, 2);
    u16 desc = rd_u2(body);
    if (cf_tag(c, desc) != CP_UTF8)
        return cf_fail(c, "Invalid constant pool index %u for descriptor in Record attribute in class file %s", desc,
                       c->cname);
    rc->desc = cf_utf8(c, desc);
    if (!cf_check_field_desc(c, rc->name, rc->desc)) return false;
    CF_NEED(c, body, 2);
    const struct cf_raw raw = { .annotations = &rc->annotations, .type_annotations = &rc->type_annotations };
    u32 seen = 0;
    for (u16 n = rd_u2(body); n; n--) {
        struct cf_attribute a;
        bool known;
        if (!cf_attribute(c, body, &a, "Invalid Record attribute name index")) return false;
        if (!cf_raw_attribute(c, &a, &raw, " for Record component", &seen, &known)) return false;
        if (a.name == CFSYM(Signature) && !cf_signature_attribute(c, &a, &rc->generic, " for Record component"))
            return false;
        if (!cf_attribute_end(c)) return false;
    }
    return true;
}

/* Checked in every class, not only in records; class_is_record checks more. */
static bool record_attribute(struct cfp *c, const struct late *l)
{
    struct classfile *cf = c->cf;
    struct rd body = l->at;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    size_t room = CF_LEFT(&body) / 6; /* the least size of each component */
    cf->components = ARENA_NEW_ARRAY(c->arena, struct cf_record_component, n < room ? n : room + 1);
    for (u32 i = 0; i < n; i++)
        if (!component(c, &body, &cf->components[i])) return false;
    if ((size_t)(body.p - l->at.p) != l->len)
        return cf_fail(c, "Record attribute has wrong length in class file %s", c->cname);
    cf->component_count = n;
    cf->is_record = true;
    return true;
}

static bool source_file(struct cfp *c, const struct cf_attribute *a, struct class_attributes *seen)
{
    if (a->len != 2) return cf_fail(c, "Wrong SourceFile attribute length in class file %s", c->cname);
    if (!once(c, &seen->source_file, "SourceFile")) return false;
    struct rd body = a->body;
    CF_NEED(c, &body, 2);
    u16 index = rd_u2(&body);
    if (cf_tag(c, index) != CP_UTF8)
        return cf_fail(c, "Invalid SourceFile attribute at constant pool index %u in class file %s", index, c->cname);
    c->cf->source_file = cf_utf8(c, index);
    return true;
}

static bool enclosing_method(struct cfp *c, const struct cf_attribute *a, struct class_attributes *seen)
{
    struct classfile *cf = c->cf;
    if (!once(c, &seen->enclosing, "EnclosingMethod")) return false;
    if (a->len != 4) return cf_fail(c, "Wrong EnclosingMethod attribute length %u in class file %s", a->len, c->cname);
    struct rd body = a->body;
    CF_NEED(c, &body, 4);
    u16 cls = rd_u2(&body), method = rd_u2(&body);
    if (cls == 0) return cf_fail(c, "Invalid class index in EnclosingMethod attribute in class file %s", c->cname);
    if (cf_tag(c, cls) != CP_CLASS)
        return cf_fail(c, "Invalid or out-of-bounds class index in EnclosingMethod attribute in class file %s",
                       c->cname);
    if (method && cf_tag(c, method) != CP_NAME_TYPE)
        return cf_fail(c, "Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s",
                       c->cname);
    cf->enclosing_class = cls;
    cf->enclosing_method = method;
    return true;
}

static bool nest_host(struct cfp *c, const struct cf_attribute *a, struct class_attributes *seen)
{
    if (!once(c, &seen->nest_host, "NestHost")) return false;
    if (seen->nest_members.there)
        return cf_fail(c, "Conflicting NestMembers and NestHost attributes in class file %s", c->cname);
    if (a->len != 2) return cf_fail(c, "Wrong NestHost attribute length in class file %s", c->cname);
    struct rd body = a->body;
    CF_NEED(c, &body, 2);
    u16 host = rd_u2(&body);
    if (cf_tag(c, host) != CP_CLASS)
        return cf_fail(c, "Nest-host class_info_index %u has bad constant type in class file %s", host, c->cname);
    c->cf->nest_host = host;
    return true;
}

/* Class files from version 49 on. */
static bool newer_attribute(struct cfp *c, const struct cf_attribute *a, struct class_attributes *seen)
{
    struct classfile *cf = c->cf;
    bool known;
    if (!cf_raw_attribute(
            c, a, &(struct cf_raw){ .annotations = &cf->annotations, .type_annotations = &cf->type_annotations }, "",
            &seen->raw, &known))
        return false;
    if (known) return true;
    if (a->name == CFSYM(Signature)) return cf_signature_attribute(c, a, &cf->generic, "");
    if (a->name == CFSYM(EnclosingMethod)) return enclosing_method(c, a, seen);
    if (a->name == CFSYM(BootstrapMethods) && cf->major >= 51)
        return once(c, &seen->bootstraps, "BootstrapMethods") && bootstrap_methods(c, a);
    if (a->name == CFSYM(NestMembers) && cf->major >= 55) {
        if (!seen->nest_members.there && seen->nest_host)
            return cf_fail(c, "Conflicting NestHost and NestMembers attributes in class file %s", c->cname);
        return keep(c, &seen->nest_members, a);
    }
    if (a->name == CFSYM(NestHost) && cf->major >= 55) return nest_host(c, a, seen);
    if (a->name == CFSYM(Record) && cf->major >= 60) return keep(c, &seen->record, a);
    if (a->name == CFSYM(PermittedSubclasses) && cf->major >= 61) {
        if (!seen->permitted.there && (cf->access & ACC_FINAL))
            return cf_fail(c, "PermittedSubclasses attribute in final class file %s", c->cname);
        return keep(c, &seen->permitted, a);
    }
    return true;
}

static bool class_attribute(struct cfp *c, const struct cf_attribute *a, struct class_attributes *seen)
{
    struct classfile *cf = c->cf;
    if (a->name == CFSYM(SourceFile)) return source_file(c, a, seen);
    if (a->name == CFSYM(SourceDebugExtension)) {
        if (!once(c, &seen->source_debug, "SourceDebugExtension") || !cf_attribute_end(c)) return false;
        cf->source_debug = (struct bytes){ a->body.p, a->len };
    } else if (a->name == CFSYM(InnerClasses)) {
        return keep(c, &seen->inner, a);
    } else if (a->name == CFSYM(Synthetic)) {
        if (a->len)
            return cf_fail(c, "Invalid Synthetic classfile attribute length %u in class file %s", a->len, c->cname);
        cf->access |= ACC_SYNTHETIC;
    } else if (a->name == CFSYM(Deprecated)) {
        if (a->len)
            return cf_fail(c, "Invalid Deprecated classfile attribute length %u in class file %s", a->len, c->cname);
    } else if (cf->major >= 49) {
        return newer_attribute(c, a, seen);
    }
    return true;
}

static bool late_attributes(struct cfp *c, const struct class_attributes *seen)
{
    struct classfile *cf = c->cf;
    if (seen->inner.there && !inner_classes(c, &seen->inner)) return false;
    cf->has_enclosing = seen->enclosing && seen->inner.there; /* HotSpot ignores it alone */
    if (!cf->has_enclosing) cf->enclosing_class = cf->enclosing_method = 0;
    struct symbol *group;
    cf->contended = cf_contended(c, cf->annotations, &group);
    cf->has_nest_members = seen->nest_members.there;
    if (seen->nest_members.there &&
        !class_list(c, &seen->nest_members, "NestMembers", "Nest member", &cf->nest_member_count, &cf->nest_members))
        return false;
    if (seen->record.there && !record_attribute(c, &seen->record)) return false;
    if (seen->permitted.there) {
        cf->is_sealed = true;
        if (!class_list(c, &seen->permitted, "PermittedSubclasses", "Permitted subclass", &cf->permitted_count,
                        &cf->permitted))
            return false;
    }
    if (!seen->bootstraps && needed_bootstraps(cf))
        return cf_fail(c, "Missing BootstrapMethods attribute in class file %s", c->cname);
    return true;
}

static bool parse_class_attributes(struct cfp *c)
{
    CF_NEED(c, &c->r, 2);
    struct class_attributes seen = { 0 };
    for (u16 n = rd_u2(&c->r); n; n--) {
        struct cf_attribute a;
        if (!cf_attribute(c, &c->r, &a, "Attribute name has bad constant pool index") ||
            !class_attribute(c, &a, &seen) || !cf_attribute_end(c))
            return false;
    }
    return late_attributes(c, &seen);
}

/* Copies the part of the file after the constant pool, and parses the copy. */
static void keep_rest(struct cfp *c)
{
    size_t n = CF_LEFT(&c->r);
    const u8 *at = arena_memdup(c->arena, c->r.p, n);
    c->r = (struct rd){ at, at + n };
    c->cf->rest = (struct bytes){ at, (u32)n };
}

static bool parse(struct cfp *c)
{
    if (!parse_head(c) || !cf_parse_cp(c)) return false;
    keep_rest(c);
    if (!parse_identity(c) || !parse_interfaces(c) || !cf_parse_fields(c) || !cf_parse_methods(c) ||
        !parse_class_attributes(c))
        return false;
    if (CF_LEFT(&c->r)) return cf_fail(c, "Extra bytes at the end of class file %s", c->cname);
    if (c->cf->interface_count && symbol_equals_cstr(c->cf->this_name, "java/lang/Object"))
        return cf_fail(c, "java.lang.Object cannot implement an interface in class file %s", c->cname);
    if ((c->cf->access & ACC_INTERFACE) && c->cf->super_name &&
        !symbol_equals_cstr(c->cf->super_name, "java/lang/Object"))
        return cf_fail(c, "Interfaces must have java.lang.Object as superclass in class file %s", c->cname);
    return true;
}

enum cf_error classfile_parse(struct arena *arena, const u8 *bytes, size_t len, const struct cf_options *opt,
                              struct classfile **out, const char **msg)
{
    symbols_init();
    struct cfp c = { .arena = arena,
                     .opt = opt,
                     .r = { bytes, bytes + len },
                     .check = !opt->relaxed,
                     .check_names = !opt->relaxed && !opt->any_names };
    c.cname = opt->expected_name ? opt->expected_name->bytes : "<Unknown>";
    c.cf = ARENA_NEW(arena, struct classfile);
    *out = c.cf;
    if (!parse(&c)) {
        *msg = c.msg;
        return c.err;
    }
    return CF_OK;
}
