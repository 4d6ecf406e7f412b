/* cf_pool.c: the constant pool (JVMS §4.4): read in one pass, cross-checked in a second, names and descriptors in a third. */
#include "classfile/cf_int.h"
#include "util/mutf8.h"

static bool read_entries(struct cfp *c)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    for (u32 i = 1; i < cf->cp_count; i++) {
        struct cf_const *e = &cf->cp[i];
        CF_NEED(c, r, 1);
        u8 tag = rd_u1(r);
        e->tag = tag;
        switch (tag) {
        case CP_UTF8: {
            CF_NEED(c, r, 2);
            u16 n = rd_u2(r);
            CF_NEED(c, r, n);
            if (c->check && !mutf8_validate((const char *)r->p, n))
                return cf_fail(c, "Illegal UTF8 string in constant pool in class file %s", c->cname);
            e->u.utf8 = symbol_intern((const char *)r->p, n);
            r->p += n;
            break;
        }
        case CP_INTEGER: case CP_FLOAT:
            CF_NEED(c, r, 4);
            e->u.u4 = rd_u4(r);
            break;
        case CP_LONG: case CP_DOUBLE:
            CF_NEED(c, r, 8);
            e->u.u8_ = rd_u64be(r->p);
            r->p += 8;
            if (++i >= cf->cp_count) return cf_fail(c, "Invalid constant pool index %u in class file %s", i, c->cname);
            break;
        case CP_MODULE: case CP_PACKAGE:
            if (cf->major < 53) return cf_fail(c, "Unknown constant tag %u in class file %s", tag, c->cname);
            CF_NEED(c, r, 2);
            e->u.index = rd_u2(r);
            break;
        case CP_METHOD_TYPE:
            if (cf->major < 51) return cf_fail(c, "Class file version does not support constant tag %u in class file %s", tag, c->cname);
            __attribute__((fallthrough));
        case CP_CLASS: case CP_STRING:
            CF_NEED(c, r, 2);
            e->u.index = rd_u2(r);
            break;
        case CP_METHOD_HANDLE:
            if (cf->major < 51) return cf_fail(c, "Class file version does not support constant tag %u in class file %s", tag, c->cname);
            CF_NEED(c, r, 3);
            e->u.pair.a = rd_u1(r);
            e->u.pair.b = rd_u2(r);
            break;
        case CP_DYNAMIC: case CP_INDY:
            if (cf->major < (tag == CP_DYNAMIC ? 55 : 51))
                return cf_fail(c, "Class file version does not support constant tag %u in class file %s", tag, c->cname);
            __attribute__((fallthrough));
        case CP_FIELD: case CP_METHOD: case CP_IMETHOD: case CP_NAME_TYPE:
            CF_NEED(c, r, 4);
            e->u.pair.a = rd_u2(r);
            e->u.pair.b = rd_u2(r);
            break;
        default: return cf_fail(c, "Unknown constant tag %u in class file %s", tag, c->cname);
        }
    }
    return true;
}

#define CHECK_INDEX(i, want)                                                                                           \
    do {                                                                                                               \
        if (cf_tag(c, (i)) != (want)) return cf_fail(c, "Invalid constant pool index %u in class file %s", (unsigned)(i), c->cname); \
    } while (0)

static bool check_handle(struct cfp *c, u32 at, u16 kind, u16 ref)
{
    u8 tag = cf_tag(c, ref);
    if (tag == 0) return cf_fail(c, "Invalid constant pool index %u in class file %s", ref, c->cname);
    switch (kind) {
    case 1: case 2: case 3: case 4:
        if (tag != CP_FIELD) return cf_fail(c, "Invalid constant pool index %u in class file %s (not a field)", ref, c->cname);
        return true;
    case 5: case 8:
        if (tag != CP_METHOD) return cf_fail(c, "Invalid constant pool index %u in class file %s (not a method)", ref, c->cname);
        return true;
    case 6: case 7:
        if (tag != CP_METHOD && !(tag == CP_IMETHOD && c->cf->major >= 52))
            return cf_fail(c, "Invalid constant pool index %u in class file %s (not a method)", ref, c->cname);
        return true;
    case 9:
        if (tag != CP_IMETHOD) return cf_fail(c, "Invalid constant pool index %u in class file %s (not an interface method)", ref, c->cname);
        return true;
    default: return cf_fail(c, "Bad method handle kind at constant pool index %u in class file %s", at, c->cname);
    }
}

static bool check_references(struct cfp *c)
{
    struct classfile *cf = c->cf;
    for (u32 i = 1; i < cf->cp_count; i++) {
        struct cf_const *e = &cf->cp[i];
        switch (e->tag) {
        case CP_CLASS: case CP_STRING: case CP_METHOD_TYPE: case CP_MODULE: case CP_PACKAGE: CHECK_INDEX(e->u.index, CP_UTF8); break;
        case CP_FIELD: case CP_METHOD: case CP_IMETHOD:
            CHECK_INDEX(e->u.pair.a, CP_CLASS);
            CHECK_INDEX(e->u.pair.b, CP_NAME_TYPE);
            break;
        case CP_NAME_TYPE:
            CHECK_INDEX(e->u.pair.a, CP_UTF8);
            CHECK_INDEX(e->u.pair.b, CP_UTF8);
            break;
        case CP_DYNAMIC: case CP_INDY: CHECK_INDEX(e->u.pair.b, CP_NAME_TYPE); break;
        case CP_METHOD_HANDLE:
            if (!check_handle(c, i, e->u.pair.a, e->u.pair.b)) return false;
            break;
        default: break;
        }
    }
    return true;
}

/* Descriptors are always checked (the VM walks them without bounds), names only for loaders that are not trusted. */
static bool check_names(struct cfp *c)
{
    struct classfile *cf = c->cf;
    for (u32 i = 1; i < cf->cp_count; i++) {
        struct cf_const *e = &cf->cp[i];
        switch (e->tag) {
        case CP_CLASS: {
            struct symbol *s = cf_utf8(c, e->u.index);
            if ((c->check_names || s->bytes[0] == '[') && !cf_legal_class_name(s))
                return cf_fail(c, "Illegal class name \"%s\" in class file %s", s->bytes, c->cname);
            break;
        }
        case CP_FIELD: case CP_METHOD: case CP_IMETHOD: case CP_DYNAMIC: case CP_INDY: {
            struct cf_const *nt = &cf->cp[e->u.pair.b];
            struct symbol *name = cf_utf8(c, nt->u.pair.a), *desc = cf_utf8(c, nt->u.pair.b);
            bool field = e->tag == CP_FIELD || e->tag == CP_DYNAMIC;
            if (field) {
                if (c->check_names && !cf_legal_unqualified(name))
                    return cf_fail(c, "Illegal field name \"%s\" in class %s", name->bytes, c->cname);
                if (!cf_field_desc(desc)) return cf_bad_desc(c, "Field", name, desc);
            } else {
                bool special = e->tag == CP_METHOD && name->bytes[0] == '<';
                if (c->check_names && !special && !cf_legal_method_name(name))
                    return cf_fail(c, "Illegal method name \"%s\" in class %s", name->bytes, c->cname);
                if (!cf_method_desc(desc)) return cf_bad_desc(c, "Method", name, desc);
                if (c->check && special) {
                    if (!symbol_equals_cstr(name, "<init>"))
                        return cf_fail(c, "Bad method name at constant pool index %u in class file %s", nt->u.pair.a, c->cname);
                    if (desc_return_kind(desc) != 'V') return cf_bad_desc(c, "Method", name, desc);
                }
                if (desc_arg_slots(desc) > 255) return cf_fail(c, "Too many arguments in method signature in class file %s", c->cname);
            }
            break;
        }
        case CP_NAME_TYPE: {
            struct symbol *name = cf_utf8(c, e->u.pair.a), *desc = cf_utf8(c, e->u.pair.b);
            if (!c->check) break;
            if (desc->bytes[0] == '(') {
                if (!cf_method_desc(desc)) return cf_bad_desc(c, "Method", name, desc);
            } else {
                if (!cf_field_desc(desc)) return cf_bad_desc(c, "Field", name, desc);
            }
            break;
        }
        case CP_METHOD_TYPE: {
            struct symbol *desc = cf_utf8(c, e->u.index);
            if (!cf_method_desc(desc)) return cf_fail(c, "Method \"<MethodType>\" in class %s has illegal signature \"%s\"", c->cname, desc->bytes);
            break;
        }
        case CP_METHOD_HANDLE: {
            if (e->u.pair.a < 5) break;
            struct symbol *name = cf_utf8(c, cf->cp[cf->cp[e->u.pair.b].u.pair.b].u.pair.a);
            if (e->u.pair.a == 8 ? !symbol_equals_cstr(name, "<init>") : name->bytes[0] == '<')
                return cf_fail(c, "Bad method name at constant pool index %u in class file %s", cf->cp[cf->cp[e->u.pair.b].u.pair.b].u.pair.a, c->cname);
            break;
        }
        default: break;
        }
    }
    return true;
}

bool cf_parse_cp(struct cfp *c)
{
    CF_NEED(c, &c->r, 2);
    u16 n = rd_u2(&c->r);
    if (n < 1) return cf_fail(c, "Illegal constant pool size %u in class file %s", n, c->cname);
    c->cf->cp_count = n;
    c->cf->cp = ARENA_NEW_ARRAY(c->arena, struct cf_const, n);
    return read_entries(c) && check_references(c) && check_names(c);
}
