/* classfile.c: the parse as a whole: head, version, this and super, interfaces, class attributes (JVMS §4.1, §4.7). */
#include "classfile/cf_int.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

struct symbol *cf_symbols[CF_SYMBOL_COUNT];

static void symbols_init(void)
{
    static _Atomic bool done;
    if (atomic_load_explicit(&done, memory_order_acquire)) return;
#define CF_SYMBOL_TEXT(n) #n,
    static const char *const text[] = { CF_SYMBOLS(CF_SYMBOL_TEXT) };
    for (u32 i = 0; i < CF_SYMBOL_COUNT; i++) cf_symbols[i] = symbol_from_cstr(text[i]); /* the same pointers, whoever comes first */
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

bool cf_attribute(struct cfp *c, struct rd *r, struct symbol **name, struct rd *body, const char *where)
{
    CF_NEED(c, r, 6);
    u16 index = rd_u2(r);
    u32 len = rd_u4(r);
    if (cf_tag(c, index) != CP_UTF8) return cf_fail(c, "%s %u in class file %s", where, index, c->cname);
    *name = cf_utf8(c, index);
    c->overrun = len > CF_LEFT(r);
    const u8 *end = c->overrun ? r->end : r->p + len;
    *body = (struct rd){ r->p, end };
    r->p = end;
    return true;
}

bool cf_signature_attribute(struct cfp *c, struct rd body, struct symbol **out)
{
    if (CF_LEFT(&body) != 2) return cf_fail(c, "Wrong size %u for Signature attribute in class file %s", (u32)CF_LEFT(&body), c->cname);
    u16 index = rd_u2(&body);
    if (cf_tag(c, index) != CP_UTF8)
        return cf_fail(c, "Invalid Signature attribute at constant pool index %u in class file %s", index, c->cname);
    if (c->cf->major >= 49) *out = cf_utf8(c, index);
    return true;
}

/* ---- head ---- */

enum { MAJOR_MIN = 45, MAJOR_MAX = 61 };
enum { CLASS_FLAGS = ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_INTERFACE | ACC_ABSTRACT | ACC_SYNTHETIC | ACC_ANNOTATION | ACC_ENUM };

static bool check_version(struct cfp *c)
{
    struct classfile *cf = c->cf;
    u16 major = cf->major, minor = cf->minor;
    if (major < MAJOR_MIN)
        return cf_fail_as(c, CF_VERSION, "%s (class file version %u.%u) was compiled with an invalid major version", c->cname, major, minor);
    if (major > MAJOR_MAX)
        return cf_fail_as(c, CF_VERSION,
                          "%s has been compiled by a more recent version of the Java Runtime (class file version %u.%u), this version of the Java Runtime only "
                          "recognizes class file versions up to %u.0", c->cname, major, minor, MAJOR_MAX);
    if (major < 56 || minor == 0) return true;
    if (minor != 65535)
        return cf_fail_as(c, CF_VERSION, "%s (class file version %u.%u) was compiled with an invalid non-zero minor version", c->cname, major, minor);
    if (major != MAJOR_MAX)
        return cf_fail_as(c, CF_VERSION,
                          "%s (class file version %u.%u) was compiled with preview features that are unsupported. This version of the Java Runtime only "
                          "recognizes preview features for class file version %u.65535", c->cname, major, minor, MAJOR_MAX);
    if (!c->opt->enable_preview)
        return cf_fail_as(c, CF_VERSION,
                          "Preview features are not enabled for %s (class file version %u.%u). Try running with '--enable-preview'", c->cname, major, minor);
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
    if (access & ACC_MODULE) return cf_fail_as(c, CF_NO_CLASS_DEF, "%s is not a class because access_flag ACC_MODULE is set", c->cname);
    if (c->check && !legal_class_modifiers(cf, access)) return cf_fail(c, "Illegal class modifiers in class %s: 0x%X", c->cname, access);
    cf->this_index = rd_u2(r);
    cf->super_index = rd_u2(r);
    if (cf_tag(c, cf->this_index) != CP_CLASS) return cf_fail(c, "Invalid this class index %u in constant pool in class file %s", cf->this_index, c->cname);
    cf->this_name = cf_class_name(c, cf->this_index);
    if (cf->this_name->len && cf->this_name->bytes[0] == '[') return cf_fail(c, "Bad class name in class file %s", c->cname);
    if (c->opt->expected_name && c->opt->expected_name != cf->this_name)
        return cf_fail_as(c, CF_NO_CLASS_DEF, "%s (wrong name: %s)", c->opt->expected_name->bytes, cf->this_name->bytes);
    c->cname = cf->this_name->bytes;
    bool object = symbol_equals_cstr(cf->this_name, "java/lang/Object");
    if (cf->super_index == 0) {
        if (!object) return cf_fail(c, "Invalid superclass index 0 in class file %s", c->cname);
    } else {
        if (cf_tag(c, cf->super_index) != CP_CLASS) return cf_fail(c, "Invalid superclass index %u in class file %s", cf->super_index, c->cname);
        cf->super_name = cf_class_name(c, cf->super_index);
        if (cf->super_name->len && cf->super_name->bytes[0] == '[') return cf_fail(c, "Bad superclass name in class file %s", c->cname);
        if (object) return cf_fail(c, "Invalid superclass index %u in class file %s", cf->super_index, c->cname);
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
        if (cf_tag(c, index) != CP_CLASS) return cf_fail(c, "Interface name has bad constant pool index %u in class file %s", index, c->cname);
        const struct symbol *name = cf_class_name(c, index);
        if (name->len && name->bytes[0] == '[') return cf_fail(c, "Bad interface name in class file %s", c->cname);
    }
    cf->interface_count = n; /* only now: a failure that comes later leaves a list that can be used */
    if (!c->check) return true;
    struct cf_keys seen;
    cf_keys_init(&seen, n);
    u32 at = 0;
    while (at < n && cf_keys_add(&seen, (uintptr_t)cf_class_name(c, cf->interfaces[at]), 0)) at++;
    cf_keys_free(&seen);
    return at == n || cf_fail(c, "Duplicate interface name \"%s\" in class file %s", cf_class_name(c, cf->interfaces[at])->bytes, c->cname);
}

/* ---- class attributes ---- */

static bool once(struct cfp *c, u32 *seen, u32 bit, const char *what)
{
    if (*seen & bit) return cf_fail(c, "Multiple %s attributes in class file %s", what, c->cname);
    *seen |= bit;
    return true;
}

static bool class_list(struct cfp *c, struct rd body, const char *what, const char *one, u16 *count, u16 **out)
{
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    bool exact = CF_LEFT(&body) == (size_t)n * 2;
    body.end = c->r.end;
    *count = n;
    *out = ARENA_NEW_ARRAY(c->arena, u16, n);
    for (u32 i = 0; i < n; i++) {
        CF_NEED(c, &body, 2);
        (*out)[i] = rd_u2(&body);
        if (cf_tag(c, (*out)[i]) != CP_CLASS) return cf_fail(c, "%s class_info_index %u has bad constant type in class file %s", one, (*out)[i], c->cname);
    }
    if (!exact) return cf_fail(c, "Wrong %s attribute length in class file %s", what, c->cname);
    return true;
}

static bool inner_classes(struct cfp *c, struct rd body)
{
    struct classfile *cf = c->cf;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    struct rd file = { body.p, c->r.end }; /* HotSpot reads entries first and looks at the length afterwards */
    CF_NEED(c, &file, (size_t)n * 8);
    if (CF_LEFT(&body) != (size_t)n * 8) return cf_fail(c, "Wrong InnerClasses attribute length in class file %s", c->cname);
    cf->inner_count = n;
    cf->inner = ARENA_NEW_ARRAY(c->arena, struct cf_inner, n);
    for (u32 i = 0; i < n; i++) {
        struct cf_inner *e = &cf->inner[i];
        *e = (struct cf_inner){ rd_u16be(body.p), rd_u16be(body.p + 2), rd_u16be(body.p + 4), rd_u16be(body.p + 6) };
        body.p += 8;
        if (cf_tag(c, e->inner) != CP_CLASS) return cf_fail(c, "inner_class_info_index %u has bad constant type in class file %s", e->inner, c->cname);
        if (e->outer && cf_tag(c, e->outer) != CP_CLASS) return cf_fail(c, "outer_class_info_index %u has bad constant type in class file %s", e->outer, c->cname);
        if (e->name && cf_tag(c, e->name) != CP_UTF8) return cf_fail(c, "inner_name_index %u has bad constant type in class file %s", e->name, c->cname);
        if (c->check && e->inner == e->outer) return cf_fail(c, "Class is both outer and inner class in class file %s", c->cname);
        u16 flags = e->access & (CLASS_FLAGS | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | (cf->major >= 53 ? ACC_MODULE : 0));
        if ((flags & ACC_INTERFACE) && cf->major < 50) flags |= ACC_ABSTRACT;
        e->access = flags;
        if (flags & ACC_MODULE) return cf_fail_as(c, CF_NO_CLASS_DEF, "%s is not a class because access_flag ACC_MODULE is set", c->cname);
        if (c->check && !legal_class_modifiers(cf, flags)) return cf_fail(c, "Illegal class modifiers in class %s: 0x%X", c->cname, flags);
    }
    if (!c->check) return true;
    struct cf_keys seen;
    cf_keys_init(&seen, n);
    u32 at = 0;
    for (bool fresh = true; at < n && fresh; at += fresh) {
        const struct cf_inner *e = &cf->inner[at];
        fresh = cf_keys_add(&seen, (u64)e->inner << 48 | (u64)e->outer << 32 | (u64)e->name << 16 | e->access, 0);
    }
    cf_keys_free(&seen);
    return at == n || cf_fail(c, "Duplicate entry in InnerClasses attribute in class file %s", c->cname);
}

static bool bootstrap_methods(struct cfp *c, struct rd body)
{
    struct classfile *cf = c->cf;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    if (CF_LEFT(&body) < (size_t)n * 4) return cf_fail(c, "Short length on BootstrapMethods in class file %s", c->cname);
    cf->bootstrap_count = n;
    cf->bootstraps = ARENA_NEW_ARRAY(c->arena, struct cf_bootstrap, n);
    for (u32 i = 0; i < n; i++) {
        if (CF_LEFT(&body) < 4) return cf_fail(c, "Short length on BootstrapMethods in class file %s", c->cname);
        struct cf_bootstrap *b = &cf->bootstraps[i];
        b->handle = rd_u2(&body);
        b->argc = rd_u2(&body);
        if (cf_tag(c, b->handle) != CP_METHOD_HANDLE) return cf_fail(c, "bootstrap_method_index %u has bad constant type in class file %s", b->handle, c->cname);
        if (CF_LEFT(&body) < (size_t)b->argc * 2) return cf_fail(c, "Short length on BootstrapMethods in class file %s", c->cname);
        b->args = b->argc ? ARENA_NEW_ARRAY(c->arena, u16, b->argc) : NULL;
        for (u32 j = 0; j < b->argc; j++) {
            u16 arg = b->args[j] = rd_u2(&body);
            switch (cf_tag(c, arg)) {
            case CP_INTEGER: case CP_FLOAT: case CP_LONG: case CP_DOUBLE: case CP_CLASS: case CP_STRING: case CP_METHOD_HANDLE: case CP_METHOD_TYPE:
            case CP_DYNAMIC: break;
            default: return cf_fail(c, "argument_index %u has bad constant type in class file %s", arg, c->cname);
            }
        }
    }
    if (CF_LEFT(&body)) return cf_fail(c, "Bad length on BootstrapMethods in class file %s", c->cname);
    return true;
}

static bool record_attribute(struct cfp *c, struct rd body)
{
    struct classfile *cf = c->cf;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    if (CF_LEFT(&body) < (size_t)n * 6) return cf_fail(c, "Truncated class file");
    cf->component_count = n;
    cf->components = ARENA_NEW_ARRAY(c->arena, struct cf_record_component, n);
    for (u32 i = 0; i < n; i++) {
        struct cf_record_component *rc = &cf->components[i];
        CF_NEED(c, &body, 6);
        u16 name = rd_u2(&body), desc = rd_u2(&body), attributes = rd_u2(&body);
        if (cf_tag(c, name) != CP_UTF8) return cf_fail(c, "Invalid constant pool index %u for name in Record attribute in class file %s", name, c->cname);
        if (cf_tag(c, desc) != CP_UTF8) return cf_fail(c, "Invalid constant pool index %u for descriptor in Record attribute in class file %s", desc, c->cname);
        rc->name = cf_utf8(c, name);
        rc->desc = cf_utf8(c, desc);
        if (c->check_names && !cf_legal_unqualified(rc->name)) return cf_fail(c, "Illegal field name \"%s\" in class %s", rc->name->bytes, c->cname);
        if (!cf_field_desc(rc->desc)) return cf_bad_desc(c, "Field", rc->name, rc->desc);
        for (; attributes; attributes--) {
            struct symbol *an;
            struct rd b;
            if (!cf_attribute(c, &body, &an, &b, "Invalid attribute name index") || !cf_attribute_end(c)) return false;
            if (an == CFSYM(Signature)) {
                if (!cf_signature_attribute(c, b, &rc->generic)) return false;
            } else if (an == CFSYM(RuntimeVisibleAnnotations)) rc->annotations = (struct bytes){ b.p, (u32)CF_LEFT(&b) };
            else if (an == CFSYM(RuntimeVisibleTypeAnnotations)) rc->type_annotations = (struct bytes){ b.p, (u32)CF_LEFT(&b) };
        }
    }
    if (CF_LEFT(&body)) return cf_fail(c, "Record attribute has wrong length in class file %s", c->cname);
    return true;
}

static bool utf8_index(struct cfp *c, struct rd body, const char *what, struct symbol **out)
{
    if (CF_LEFT(&body) != 2) return cf_fail(c, "Wrong %s attribute length in class file %s", what, c->cname);
    u16 index = rd_u2(&body);
    if (cf_tag(c, index) != CP_UTF8) return cf_fail(c, "Invalid %s attribute at constant pool index %u in class file %s", what, index, c->cname);
    *out = cf_utf8(c, index);
    return true;
}

static bool enclosing_method(struct cfp *c, struct rd body)
{
    struct classfile *cf = c->cf;
    if (CF_LEFT(&body) != 4) return cf_fail(c, "Wrong EnclosingMethod attribute length in class file %s", c->cname);
    cf->enclosing_class = rd_u2(&body);
    cf->enclosing_method = rd_u2(&body);
    cf->has_enclosing = true;
    if (cf_tag(c, cf->enclosing_class) != CP_CLASS) return cf_fail(c, "Invalid or out-of-bounds class index in EnclosingMethod attribute in class file %s", c->cname);
    if (cf->enclosing_method && cf_tag(c, cf->enclosing_method) != CP_NAME_TYPE)
        return cf_fail(c, "Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s", c->cname);
    if (cf->enclosing_method && !cf_method_desc(cf_utf8(c, cf->cp[cf->enclosing_method].u.pair.b)))
        return cf_fail(c, "Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s", c->cname);
    return true;
}

static bool class_attribute(struct cfp *c, struct symbol *an, struct rd body, u32 *seen)
{
    struct classfile *cf = c->cf;
    u32 len = (u32)CF_LEFT(&body);
    if (an == CFSYM(SourceFile)) return once(c, seen, 1, "SourceFile") && utf8_index(c, body, "SourceFile", &cf->source_file);
    if (an == CFSYM(SourceDebugExtension)) {
        if (!once(c, seen, 2, "SourceDebugExtension")) return false;
        cf->source_debug = (struct bytes){ body.p, len };
    } else if (an == CFSYM(InnerClasses)) {
        return once(c, seen, 4, "InnerClasses") && inner_classes(c, body);
    } else if (an == CFSYM(Synthetic)) {
        if (len) return cf_fail(c, "Invalid Synthetic classfile attribute length %u in class file %s", len, c->cname);
        cf->access |= ACC_SYNTHETIC;
    } else if (an == CFSYM(Deprecated)) {
        if (len) return cf_fail(c, "Invalid Deprecated classfile attribute length %u in class file %s", len, c->cname);
    } else if (cf->major < 49) {
        return true;
    } else if (an == CFSYM(Signature)) {
        return once(c, seen, 8, "Signature") && cf_signature_attribute(c, body, &cf->generic);
    } else if (an == CFSYM(RuntimeVisibleAnnotations)) {
        if (!once(c, seen, 16, "RuntimeVisibleAnnotations")) return false;
        cf->annotations = (struct bytes){ body.p, len };
    } else if (an == CFSYM(RuntimeVisibleTypeAnnotations)) {
        if (!once(c, seen, 32, "RuntimeVisibleTypeAnnotations")) return false;
        cf->type_annotations = (struct bytes){ body.p, len };
    } else if (an == CFSYM(EnclosingMethod)) {
        return once(c, seen, 64, "EnclosingMethod") && enclosing_method(c, body);
    } else if (an == CFSYM(BootstrapMethods) && cf->major >= 51) {
        return once(c, seen, 128, "BootstrapMethods") && bootstrap_methods(c, body);
    } else if (an == CFSYM(NestMembers) && cf->major >= 55) {
        if (!once(c, seen, 256, "NestMembers")) return false;
        if (*seen & 512) return cf_fail(c, "Conflicting NestHost and NestMembers attributes in class file %s", c->cname);
        return class_list(c, body, "NestMembers", "Nest member", &cf->nest_member_count, &cf->nest_members);
    } else if (an == CFSYM(NestHost) && cf->major >= 55) {
        if (!once(c, seen, 512, "NestHost")) return false;
        if (*seen & 256) return cf_fail(c, "Conflicting NestMembers and NestHost attributes in class file %s", c->cname);
        if (len != 2) return cf_fail(c, "Wrong NestHost attribute length in class file %s", c->cname);
        cf->nest_host = rd_u2(&body);
        if (cf_tag(c, cf->nest_host) != CP_CLASS) return cf_fail(c, "Nest-host class_info_index %u has bad constant type in class file %s", cf->nest_host, c->cname);
    } else if (an == CFSYM(Record) && cf->major >= 60) {
        if (!once(c, seen, 1024, "Record")) return false;
        if (!cf->super_name || !symbol_equals_cstr(cf->super_name, "java/lang/Record") || !(cf->access & ACC_FINAL) || (cf->access & ACC_ABSTRACT))
            return true; /* not a record then: HotSpot ignores the attribute */
        cf->is_record = true;
        return record_attribute(c, body);
    } else if (an == CFSYM(PermittedSubclasses) && cf->major >= 61) {
        if (!once(c, seen, 2048, "PermittedSubclasses")) return false;
        if (cf->access & ACC_FINAL) return cf_fail(c, "PermittedSubclasses attribute in final class file %s", c->cname);
        cf->is_sealed = true;
        return class_list(c, body, "PermittedSubclasses", "Permitted subclass", &cf->permitted_count, &cf->permitted);
    }
    return true;
}

static bool parse_class_attributes(struct cfp *c)
{
    struct classfile *cf = c->cf;
    CF_NEED(c, &c->r, 2);
    u32 seen = 0;
    for (u16 n = rd_u2(&c->r); n; n--) {
        struct symbol *an;
        struct rd body;
        if (!cf_attribute(c, &c->r, &an, &body, "Attribute name has bad constant pool index")) return false;
        bool overrun = c->overrun;
        if (!class_attribute(c, an, body, &seen)) return false;
        c->overrun = overrun;
        if (!cf_attribute_end(c)) return false;
    }
    u32 needed = 0;
    for (u32 i = 1; i < cf->cp_count; i++)
        if ((cf->cp[i].tag == CP_INDY || cf->cp[i].tag == CP_DYNAMIC) && cf->cp[i].u.pair.a >= needed) needed = cf->cp[i].u.pair.a + 1u;
    if (needed && !(seen & 128)) return cf_fail(c, "Missing BootstrapMethods attribute in class file %s", c->cname);
    if (needed > cf->bootstrap_count) return cf_fail(c, "Short length on BootstrapMethods in class file %s", c->cname);
    return true;
}

static bool parse(struct cfp *c)
{
    if (!parse_head(c) || !cf_parse_cp(c) || !parse_identity(c) || !parse_interfaces(c) || !cf_parse_fields(c) || !cf_parse_methods(c) ||
        !parse_class_attributes(c))
        return false;
    if (CF_LEFT(&c->r)) return cf_fail(c, "Extra bytes at the end of class file %s", c->cname);
    if ((c->cf->access & ACC_INTERFACE) && c->cf->super_name && !symbol_equals_cstr(c->cf->super_name, "java/lang/Object"))
        return cf_fail(c, "Interfaces must have java.lang.Object as superclass in class file %s", c->cname);
    return true;
}

enum cf_error classfile_parse(struct arena *arena, const u8 *bytes, size_t len, const struct cf_options *opt, struct classfile **out, const char **msg)
{
    symbols_init();
    struct cfp c = { .arena = arena, .opt = opt, .r = { bytes, bytes + len }, .check = !opt->relaxed, .check_names = !opt->relaxed && !opt->any_names };
    c.cname = opt->expected_name ? opt->expected_name->bytes : "<Unknown>";
    c.cf = ARENA_NEW(arena, struct classfile);
    *out = c.cf;
    if (!parse(&c)) {
        *msg = c.msg;
        return c.err;
    }
    return CF_OK;
}
