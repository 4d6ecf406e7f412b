/* cf_pool.c: the constant pool (JVMS §4.4): read in one pass, cross-checked in a second, names and descriptors in a
 * third. */
#include "base/mutf8.h"
#include "classfile/parse/cf_int.h"

/* From version 48 on a character has one form only (JVMS §4.4.7), and zero takes two bytes. The text is well formed. */
static bool shortest_forms(const struct cfp *c, const u8 *s, u32 n)
{
    if (c->cf->major <= 47) return true;
    for (u32 i = 0; i < n; i++) {
        if (s[i] < 0xc0) continue;
        u32 low = s[i + 1] & 0x3f;
        if (s[i] < 0xe0) {
            u32 unit = (s[i] & 0x1fu) << 6 | low;
            if (unit && unit < 0x80) return false;
        } else if (!(s[i] & 0xf) && low < 0x20)
            return false;
        i += s[i] < 0xe0 ? 1 : 2;
    }
    return true;
}

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
            if (c->check && !(mutf8_validate((const char *)r->p, n) && shortest_forms(c, r->p, n)))
                return cf_fail(c, "Illegal UTF8 string in constant pool in class file %s", c->cname);
            e->u.utf8 = symbol_intern((const char *)r->p, n);
            r->p += n;
            break;
        }
        case CP_INTEGER:
        case CP_FLOAT:
            CF_NEED(c, r, 4);
            e->u.u4 = rd_u4(r);
            break;
        case CP_LONG:
        case CP_DOUBLE:
            CF_NEED(c, r, 8);
            e->u.u8_ = rd_u64be(r->p);
            r->p += 8;
            if (i + 1 >= cf->cp_count)
                return cf_fail(c, "Invalid constant pool entry %u in class file %s", i, c->cname);
            i++;
            break;
        case CP_MODULE:
        case CP_PACKAGE:
            if (cf->major < 53) return cf_fail(c, "Unknown constant tag %u in class file %s", tag, c->cname);
            CF_NEED(c, r, 3);
            r->p += 2;
            e->tag = 0;
            c->bad_tag = tag;
            break;
        case CP_METHOD_TYPE:
            if (cf->major < 51)
                return cf_fail(c, "Class file version does not support constant tag %u in class file %s", tag,
                               c->cname);
            __attribute__((fallthrough));
        case CP_CLASS:
        case CP_STRING:
            CF_NEED(c, r, 2);
            e->u.index = rd_u2(r);
            break;
        case CP_METHOD_HANDLE:
            if (cf->major < 51)
                return cf_fail(c, "Class file version does not support constant tag %u in class file %s", tag,
                               c->cname);
            CF_NEED(c, r, 3);
            e->u.pair.a = rd_u1(r);
            e->u.pair.b = rd_u2(r);
            break;
        case CP_DYNAMIC:
        case CP_INDY:
            if (cf->major < (tag == CP_DYNAMIC ? 55 : 51))
                return cf_fail(c, "Class file version does not support constant tag %u in class file %s", tag,
                               c->cname);
            __attribute__((fallthrough));
        case CP_FIELD:
        case CP_METHOD:
        case CP_IMETHOD:
        case CP_NAME_TYPE:
            CF_NEED(c, r, 4);
            e->u.pair.a = rd_u2(r);
            e->u.pair.b = rd_u2(r);
            break;
        default: return cf_fail(c, "Unknown constant tag %u in class file %s", tag, c->cname);
        }
    }
    return true;
}

#define CHECK_INDEX(i, want) \
    do { \
        if (cf_tag(c, (i)) != (want)) \
            return cf_fail(c, "Invalid constant pool index %u in class file %s", (unsigned)(i), c->cname); \
    } while (0)

static bool check_handle(struct cfp *c, u32 at, u16 kind, u16 ref)
{
    u8 tag = cf_tag(c, ref);
    if (tag == 0) return cf_fail(c, "Invalid constant pool index %u in class file %s", ref, c->cname);
    switch (kind) {
    case 1:
    case 2:
    case 3:
    case 4:
        if (tag != CP_FIELD)
            return cf_fail(c, "Invalid constant pool index %u in class file %s (not a field)", ref, c->cname);
        return true;
    case 5:
    case 8:
        if (tag != CP_METHOD)
            return cf_fail(c, "Invalid constant pool index %u in class file %s (not a method)", ref, c->cname);
        return true;
    case 6:
    case 7:
        if (tag != CP_METHOD && !(tag == CP_IMETHOD && c->cf->major >= 52))
            return cf_fail(c, "Invalid constant pool index %u in class file %s (not a method)", ref, c->cname);
        return true;
    case 9:
        if (tag != CP_IMETHOD)
            return cf_fail(c, "Invalid constant pool index %u in class file %s (not an interface method)", ref,
                           c->cname);
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
        case CP_CLASS:
        case CP_STRING:
        case CP_METHOD_TYPE: CHECK_INDEX(e->u.index, CP_UTF8); break;
        case CP_FIELD:
        case CP_METHOD:
        case CP_IMETHOD:
            CHECK_INDEX(e->u.pair.a, CP_CLASS);
            CHECK_INDEX(e->u.pair.b, CP_NAME_TYPE);
            break;
        case CP_NAME_TYPE:
            CHECK_INDEX(e->u.pair.a, CP_UTF8);
            CHECK_INDEX(e->u.pair.b, CP_UTF8);
            break;
        case CP_DYNAMIC:
        case CP_INDY: CHECK_INDEX(e->u.pair.b, CP_NAME_TYPE); break;
        case CP_METHOD_HANDLE:
            if (!check_handle(c, i, e->u.pair.a, e->u.pair.b)) return false;
            break;
        default: break;
        }
    }
    return true;
}

/* Checks a name and type by itself: it is a method's if its descriptor begins with '('. */
static bool check_name_type(struct cfp *c, const struct cf_const *e)
{
    struct symbol *name = cf_utf8(c, e->u.pair.a), *desc = cf_utf8(c, e->u.pair.b);
    if (!c->check) return true;
    if (!desc->len)
        return cf_fail(c, "Illegal zero length constant pool entry at %u in class %s", e->u.pair.b, c->cname);
    if (!name->len)
        return cf_fail(c, "Illegal zero length constant pool entry at %u in class %s", e->u.pair.a, c->cname);
    if (desc->bytes[0] == '(') {
        if (c->check_names && !cf_legal_method_name(c, name))
            return cf_fail(c, "Illegal method name \"%s\" in class %s", name->bytes, c->cname);
        return cf_check_method_desc(c, name, desc);
    }
    if (c->check_names && !cf_legal_unqualified(c, name))
        return cf_fail(c, "Illegal field name \"%s\" in class %s", name->bytes, c->cname);
    return cf_check_field_desc(c, name, desc);
}

/* Checks only that the name and type of a reference is of the right kind; check_name_type checks the rest. The VM
 * relies on the kind, so it is checked for every loader. */
static bool check_reference(struct cfp *c, const struct cf_const *e)
{
    const struct cf_const *nt = &c->cf->cp[e->u.pair.b];
    struct symbol *name = cf_utf8(c, nt->u.pair.a), *desc = cf_utf8(c, nt->u.pair.b);
    bool method = desc->bytes[0] == '(', well_formed = !c->check;
    if (e->tag == CP_FIELD || e->tag == CP_DYNAMIC) {
        const char *what = e->tag == CP_FIELD ? "Field" : "CONSTANT_Dynamic";
        if (method || (well_formed && !cf_field_desc(desc))) return cf_wrong_desc(c, what, name, desc);
        return true;
    }
    if (!method || (well_formed && !cf_method_desc(desc))) return cf_wrong_desc(c, "Method", name, desc);
    if (e->tag == CP_METHOD && name->bytes[0] == '<' && !symbol_equals_cstr(name, "<init>"))
        return cf_fail(c, "Bad method name at constant pool index %u in class file %s", nt->u.pair.a, c->cname);
    return true;
}

static bool check_handle_name(struct cfp *c, const struct cf_const *e)
{
    if (e->u.pair.a < 5) return true;
    u16 at = c->cf->cp[c->cf->cp[e->u.pair.b].u.pair.b].u.pair.a;
    const struct symbol *name = cf_utf8(c, at);
    if (e->u.pair.a == 8)
        return symbol_equals_cstr(name, "<init>") ||
               cf_fail(c, "Bad constructor name at constant pool index %u in class file %s", at, c->cname);
    return name->bytes[0] != '<' ||
           cf_fail(c, "Bad method name at constant pool index %u in class file %s", at, c->cname);
}

static bool check_names(struct cfp *c)
{
    struct classfile *cf = c->cf;
    struct symbol *place_holder = symbol_from_cstr("type");
    for (u32 i = 1; i < cf->cp_count; i++) {
        struct cf_const *e = &cf->cp[i];
        bool ok = true;
        switch (e->tag) {
        case CP_CLASS: {
            struct symbol *s = cf_utf8(c, e->u.index);
            if ((c->check_names || s->bytes[0] == '[') && !cf_legal_class_name(c, s)) ok = cf_bad_class_name(c, s);
            break;
        }
        case CP_NAME_TYPE: ok = check_name_type(c, e); break;
        case CP_FIELD:
        case CP_METHOD:
        case CP_IMETHOD:
        case CP_DYNAMIC:
        case CP_INDY: ok = check_reference(c, e); break;
        case CP_METHOD_TYPE: ok = cf_check_method_desc(c, place_holder, cf_utf8(c, e->u.index)); break;
        case CP_METHOD_HANDLE: ok = check_handle_name(c, e); break;
        default: break;
        }
        if (!ok) return false;
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
    if (!read_entries(c)) return false;
    /* with such a constant only the access flags are checked further */
    return c->bad_tag || (check_references(c) && check_names(c));
}
