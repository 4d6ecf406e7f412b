/* cf_annotation.c: finds the few annotations that the VM obeys in RuntimeVisibleAnnotations (JVMS §4.7.16). Malformed
 * contents end the scan without an error: the Java side reports them when a program asks for the annotations. */
#include "classfile/parse/cf_int.h"

static bool skip_annotation(struct rd *r, int depth);

static bool skip_value(struct rd *r, int depth)
{
    if (depth > 64 || CF_LEFT(r) < 1) return false;
    switch (rd_u1(r)) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z':
    case 's':
    case 'c':
        if (CF_LEFT(r) < 2) return false;
        r->p += 2;
        return true;
    case 'e':
        if (CF_LEFT(r) < 4) return false;
        r->p += 4;
        return true;
    case '@': return skip_annotation(r, depth + 1);
    case '[': {
        if (CF_LEFT(r) < 2) return false;
        for (u16 n = rd_u2(r); n; n--)
            if (!skip_value(r, depth + 1)) return false;
        return true;
    }
    default: return false;
    }
}

static bool skip_annotation(struct rd *r, int depth)
{
    if (CF_LEFT(r) < 4) return false;
    r->p += 2;
    for (u16 n = rd_u2(r); n; n--) {
        if (CF_LEFT(r) < 2) return false;
        r->p += 2;
        if (!skip_value(r, depth)) return false;
    }
    return true;
}

static const struct {
    const char *desc;
    u32 bit;
} known[] = {
#include "jdk_annotations.inc"
};

static u32 known_bit(const struct symbol *desc)
{
    for (u32 i = 0; i < ARRAY_LEN(known); i++)
        if (symbol_equals_cstr(desc, known[i].desc)) return known[i].bit;
    return 0;
}

u32 cf_scan_annotations(const struct cfp *c, struct bytes b)
{
    if (!b.at || b.len < 2 || !c->opt->allow_internal_annotations) return 0;
    struct rd r = { b.at, b.at + b.len };
    u32 found = 0;
    for (u16 n = rd_u2(&r); n && CF_LEFT(&r) >= 2; n--) {
        u16 type = rd_u16be(r.p);
        if (cf_tag(c, type) == CP_UTF8) {
            const struct symbol *s = cf_utf8(c, type);
            found |= known_bit(s);
        }
        if (!skip_annotation(&r, 0)) break;
    }
    return found;
}

/* The text of the only element of an annotation, with r after its type. NULL if it is empty or not text. */
static struct symbol *text_element(const struct cfp *c, struct rd r)
{
    if (CF_LEFT(&r) < 9 || rd_u16be(r.p + 2) != 1 || r.p[6] != 's') return NULL;
    u16 text = rd_u16be(r.p + 7);
    return cf_tag(c, text) == CP_UTF8 && cf_utf8(c, text)->len ? cf_utf8(c, text) : NULL;
}

bool cf_contended(const struct cfp *c, struct bytes b, struct symbol **group)
{
    if (!b.at || b.len < 2 || !c->opt->allow_contended) return false;
    struct rd r = { b.at, b.at + b.len };
    for (u16 n = rd_u2(&r); n && CF_LEFT(&r) >= 2; n--) {
        u16 type = rd_u16be(r.p);
        *group = text_element(c, r);
        if (cf_tag(c, type) == CP_UTF8 && known_bit(cf_utf8(c, type)) == CFA_CONTENDED) return true;
        if (!skip_annotation(&r, 0)) break;
    }
    return false;
}
