/* descriptor.c: names and descriptors of class files (JVMS §4.2, §4.3): whether they are well formed, and walks over
 * them.
 *
 * Whether a symbol is a legal name or descriptor never changes, so the answer "yes" is kept in symbol.flags. */
#include "classfile/parse/cf_int.h"

enum { SYM_FIELD_DESC = 1, SYM_METHOD_DESC = 2, SYM_CLASS_NAME = 4, SYM_UNQUALIFIED = 8 };

static inline bool flagged(const struct symbol *s, u8 f) { return __atomic_load_n(&s->flags, __ATOMIC_RELAXED) & f; }
static inline void flag(const struct symbol *s, u8 f) { __atomic_fetch_or((u8 *)&s->flags, f, __ATOMIC_RELAXED); }

/* Skips a run of characters of an unqualified name: none of . ; [ / and, for methods, none of < >. Returns the end of
 * the run. */
static const char *unqualified(const char *p, const char *end, bool method)
{
    for (; p < end; p++) {
        char ch = *p;
        if (ch == '.' || ch == ';' || ch == '[' || ch == '/') break;
        if (method && (ch == '<' || ch == '>')) break;
    }
    return p;
}

/* Skips names separated by '/', none empty. Ends at `end` or at the first character that cannot be part of a name. NULL
 * for an empty name. */
static const char *qualified(const char *p, const char *end)
{
    for (;;) {
        const char *q = unqualified(p, end, false);
        if (q == p) return NULL;
        if (q == end || *q != '/') return q;
        p = q + 1;
    }
}

enum fault { FORM, DIMENSIONS, CLASS_NAME }; /* faults that HotSpot distinguishes in a bad descriptor */

/* Parses one field descriptor. Returns the text after it, or NULL with the fault in *why. */
static const char *field_type_why(const char *p, const char *end, enum fault *why)
{
    *why = FORM;
    u32 dims = 0;
    while (p < end && *p == '[') {
        if (++dims > 255) return *why = DIMENSIONS, NULL;
        p++;
    }
    if (p == end) return NULL;
    switch (*p++) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z': return p;
    case 'L': {
        const char *semi = memchr(p, ';', (size_t)(end - p));
        if (!semi) return NULL;
        if (qualified(p, semi) != semi) return *why = CLASS_NAME, NULL;
        return semi + 1;
    }
    default: return NULL;
    }
}

static const char *field_type(const char *p, const char *end)
{
    enum fault why;
    return field_type_why(p, end, &why);
}

bool cf_field_desc(struct symbol *s)
{
    if (flagged(s, SYM_FIELD_DESC)) return true;
    const char *end = s->bytes + s->len;
    if (field_type(s->bytes, end) != end) return false;
    flag(s, SYM_FIELD_DESC);
    return true;
}

bool cf_method_desc(struct symbol *s)
{
    if (flagged(s, SYM_METHOD_DESC)) return true;
    const char *p = s->bytes, *end = p + s->len;
    if (p == end || *p++ != '(') return false;
    while (p < end && *p != ')')
        if (!(p = field_type(p, end))) return false;
    if (p == end) return false;
    p++;
    if (p + 1 == end && *p == 'V')
        p++;
    else
        p = field_type(p, end);
    if (p != end) return false;
    flag(s, SYM_METHOD_DESC);
    return true;
}

/* Before version 49 names are identifiers of the Java language. All characters beyond ASCII count as letters. */
static bool identifier(const struct symbol *s, bool class_name)
{
    bool start = true;
    for (u32 i = 0; i < s->len; i++) {
        char ch = s->bytes[i];
        bool letter = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || ch == '$' || (ch & 0x80);
        bool slash = class_name && ch == '/' && !start;
        if (!letter && !slash && (start || ch < '0' || ch > '9')) return false;
        start = slash;
    }
    return !start;
}

static bool old_names(const struct cfp *c) { return c->cf->major < 49; }

bool cf_legal_class_name(const struct cfp *c, struct symbol *s)
{
    bool array = s->len && s->bytes[0] == '[';
    if (old_names(c) && !array) return identifier(s, true);
    if (flagged(s, SYM_CLASS_NAME)) return true;
    const char *end = s->bytes + s->len;
    const char *q = array ? field_type(s->bytes, end) : qualified(s->bytes, end);
    if (q != end) return false;
    flag(s, SYM_CLASS_NAME);
    return true;
}

bool cf_legal_unqualified(const struct cfp *c, struct symbol *s)
{
    if (old_names(c)) return identifier(s, false);
    if (flagged(s, SYM_UNQUALIFIED)) return true;
    const char *end = s->bytes + s->len;
    if (s->len == 0 || unqualified(s->bytes, end, false) != end) return false;
    flag(s, SYM_UNQUALIFIED);
    return true;
}

bool cf_legal_method_name(const struct cfp *c, struct symbol *s)
{
    if (s->len == 0) return false;
    if (s->bytes[0] == '<') return symbol_equals_cstr(s, "<init>") || symbol_equals_cstr(s, "<clinit>");
    if (old_names(c)) return identifier(s, false);
    return unqualified(s->bytes, s->bytes + s->len, true) == s->bytes + s->len;
}

static bool bad_part(struct cfp *c, enum fault why)
{
    if (why == DIMENSIONS)
        return cf_fail(c, "Array type descriptor has more than 255 dimensions in class file %s", c->cname);
    if (why == CLASS_NAME)
        return cf_fail(c, "Class name is empty or contains illegal character in descriptor in class file %s", c->cname);
    return true;
}

bool cf_wrong_desc(struct cfp *c, const char *what, const struct symbol *name, const struct symbol *desc)
{
    return cf_fail(c, "%s \"%s\" in class %s has illegal signature \"%s\"", what, name->bytes, c->cname, desc->bytes);
}

bool cf_bad_desc(struct cfp *c, const char *what, const struct symbol *name, const struct symbol *desc)
{
    enum fault why = FORM;
    const char *p = desc->bytes, *end = p + desc->len;
    if (*what == 'M') { /* the parameters, then the return type */
        if (p < end && *p++ != '(') p = NULL;
        while (p && p < end && *p != ')') p = field_type_why(p, end, &why);
        if (p && p < end && why == FORM) field_type_why(p + 1, end, &why);
    } else
        field_type_why(p, end, &why);
    return bad_part(c, why) && cf_wrong_desc(c, what, name, desc);
}

bool cf_bad_class_name(struct cfp *c, const struct symbol *name)
{
    enum fault why = FORM;
    if (name->bytes[0] == '[') field_type_why(name->bytes, name->bytes + name->len, &why);
    return bad_part(c, why) && cf_fail(c, "Illegal class name \"%s\" in class file %s", name->bytes, c->cname);
}

bool cf_check_field_desc(struct cfp *c, const struct symbol *name, struct symbol *desc)
{
    return cf_field_desc(desc) || cf_bad_desc(c, "Field", name, desc);
}

/* <init> and <clinit> return nothing; since version 51 <clinit> takes nothing either. */
bool cf_check_method_desc(struct cfp *c, const struct symbol *name, struct symbol *desc)
{
    if (!cf_method_desc(desc)) return cf_bad_desc(c, "Method", name, desc);
    if (!c->check || name->bytes[0] != '<') return true;
    bool takes = c->cf->major >= 51 && symbol_equals_cstr(name, "<clinit>") && desc->bytes[1] != ')';
    return !(takes || desc_return_kind(desc) != 'V') || cf_wrong_desc(c, "Method", name, desc);
}

bool desc_is_field(const struct symbol *s) { return cf_field_desc((struct symbol *)s); }
bool desc_is_method(const struct symbol *s) { return cf_method_desc((struct symbol *)s); }

/* The functions below take well-formed descriptors only. */
char desc_next(const char **at, const char **start, u32 *len)
{
    const char *p = *at;
    char kind = *p;
    if (kind == ')') return 0;
    if (start) *start = p;
    while (*p == '[') p++;
    if (*p == 'L')
        while (*p != ';') p++;
    p++;
    if (len) *len = (u32)(p - *at);
    *at = p;
    return kind;
}

u32 desc_arg_slots(const struct symbol *d)
{
    const char *p = d->bytes + 1;
    u32 n = 0;
    for (char k; (k = desc_next(&p, NULL, NULL)) != 0;) n += k == 'J' || k == 'D' ? 2 : 1;
    return n;
}

u32 desc_arg_count(const struct symbol *d)
{
    const char *p = d->bytes + 1;
    u32 n = 0;
    while (desc_next(&p, NULL, NULL)) n++;
    return n;
}

const char *desc_return(const struct symbol *d) /* a class name may hold a ')' */
{
    const char *p = d->bytes + 1;
    while (desc_next(&p, NULL, NULL)) {}
    return p + 1;
}

char desc_return_kind(const struct symbol *d) { return *desc_return(d); }

const char *kind_name(char kind)
{
    static const char *const names[] = {
        ['B'] = "byte", ['C'] = "char",  ['D'] = "double", ['F'] = "float",  ['I'] = "int",
        ['J'] = "long", ['S'] = "short", ['V'] = "void",   ['Z'] = "boolean"
    };
    return kind > 0 && kind < (i32)ARRAY_LEN(names) ? names[(u8)kind] : NULL;
}
