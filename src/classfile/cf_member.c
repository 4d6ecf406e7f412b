/* cf_member.c: fields and methods with their attributes (JVMS §4.5, §4.6, §4.7). */
#include "classfile/cf_int.h"
#include <stdlib.h>

static bool duplicate_attribute(struct cfp *c, const char *name)
{
    return cf_fail(c, "Multiple %s attributes in class file %s", name, c->cname);
}

static inline struct bytes whole(struct rd r) { return (struct bytes){ r.p, (u32)CF_LEFT(&r) }; }

/* ---- duplicates ---- */

/* Members are few in most classes: compare all pairs up to here, hash beyond. */
enum { PAIRWISE = 24 };

struct member_key { const struct symbol *name, *desc; };

static bool find_duplicate(struct cfp *c, const struct member_key *k, u32 n, u32 *at)
{
    if (n <= PAIRWISE) {
        for (u32 i = 1; i < n; i++)
            for (u32 j = 0; j < i; j++)
                if (k[i].name == k[j].name && k[i].desc == k[j].desc) return *at = i, true;
        return false;
    }
    u32 cap = 64;
    while (cap < n * 2) cap *= 2;
    u32 *table = vm_calloc(cap, sizeof *table);
    bool found = false;
    for (u32 i = 0; i < n && !found; i++) {
        u32 h = (k[i].name->hash * 31 + k[i].desc->hash) & (cap - 1);
        for (; table[h]; h = (h + 1) & (cap - 1))
            if (k[table[h] - 1].name == k[i].name && k[table[h] - 1].desc == k[i].desc) {
                *at = i;
                found = true;
                break;
            }
        table[h] = i + 1;
    }
    free(table);
    return found;
}

/* ---- fields ---- */

static bool legal_field_modifiers(const struct classfile *cf, u16 a)
{
    int visibility = !!(a & ACC_PUBLIC) + !!(a & ACC_PRIVATE) + !!(a & ACC_PROTECTED);
    if (cf->access & ACC_INTERFACE) {
        u16 must = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
        return (a & must) == must && !(a & (ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT | ACC_ENUM));
    }
    return visibility <= 1 && (a & (ACC_FINAL | ACC_VOLATILE)) != (ACC_FINAL | ACC_VOLATILE);
}

static bool constant_fits(struct cfp *c, const struct cf_field *f, u16 index)
{
    u8 tag = cf_tag(c, index);
    switch (f->desc->bytes[0]) {
    case 'J': return tag == CP_LONG;
    case 'F': return tag == CP_FLOAT;
    case 'D': return tag == CP_DOUBLE;
    case 'I': case 'S': case 'C': case 'B': case 'Z': return tag == CP_INTEGER;
    case 'L': return tag == CP_STRING && symbol_equals_cstr(f->desc, "Ljava/lang/String;");
    default: return false;
    }
}

static bool parse_field(struct cfp *c, struct cf_field *f)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 8);
    u16 access = rd_u2(r) & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT | ACC_SYNTHETIC | ACC_ENUM);
    if (c->check && !legal_field_modifiers(cf, access)) return cf_fail(c, "Illegal field modifiers in class %s: 0x%X", c->cname, access);
    u16 name = rd_u2(r), desc = rd_u2(r), attributes = rd_u2(r);
    if (cf_tag(c, name) != CP_UTF8) return cf_fail(c, "Invalid constant pool index %u for field name in class file %s", name, c->cname);
    if (cf_tag(c, desc) != CP_UTF8) return cf_fail(c, "Invalid constant pool index %u for field signature in class file %s", desc, c->cname);
    f->access = access;
    f->name = cf_utf8(c, name);
    f->desc = cf_utf8(c, desc);
    if (c->check && !cf_legal_unqualified(f->name)) return cf_fail(c, "Illegal field name \"%s\" in class %s", f->name->bytes, c->cname);
    if (!cf_field_desc(f->desc)) return cf_bad_desc(c, "Field", f->name, f->desc);
    for (; attributes; attributes--) {
        struct symbol *an;
        struct rd body;
        if (!cf_attribute(c, r, &an, &body, "Invalid field attribute index")) return false;
        if (an == CFSYM(ConstantValue)) {
            if (!(access & ACC_STATIC)) {
                if (!cf_attribute_end(c)) return false;
                continue;
            }
            if (f->const_index) return cf_fail(c, "Duplicate ConstantValue attribute in class file %s", c->cname);
            if (CF_LEFT(&body) != 2)
                return cf_fail(c, "Invalid ConstantValue field attribute length %u in class file %s", (u32)CF_LEFT(&body), c->cname);
            u16 index = rd_u2(&body);
            if (cf_tag(c, index) == 0) return cf_fail(c, "Bad initial value index %u in ConstantValue in class file %s", index, c->cname);
            if (!constant_fits(c, f, index)) return cf_fail(c, "Inconsistent constant value type in class file %s", c->cname);
            f->const_index = index;
        } else if (an == CFSYM(Signature)) {
            if (f->generic) return duplicate_attribute(c, "Signature");
            if (!cf_signature_attribute(c, body, &f->generic)) return false;
        } else if (an == CFSYM(RuntimeVisibleAnnotations)) {
            if (f->annotations.at) return duplicate_attribute(c, "RuntimeVisibleAnnotations");
            f->annotations = whole(body);
            u32 found = cf_scan_annotations(c, f->annotations);
            f->stable = found & CFA_STABLE;
            f->contended = found & CFA_CONTENDED;
        } else if (an == CFSYM(RuntimeVisibleTypeAnnotations)) {
            if (f->type_annotations.at) return duplicate_attribute(c, "RuntimeVisibleTypeAnnotations");
            f->type_annotations = whole(body);
        } else if (an == CFSYM(Synthetic)) {
            if (CF_LEFT(&body)) return cf_fail(c, "Invalid Synthetic field attribute length %u in class file %s", (u32)CF_LEFT(&body), c->cname);
            f->access |= ACC_SYNTHETIC;
        } else if (an == CFSYM(Deprecated)) {
            if (CF_LEFT(&body)) return cf_fail(c, "Invalid Deprecated field attribute length %u in class file %s", (u32)CF_LEFT(&body), c->cname);
            f->deprecated = true;
        }
        if (!cf_attribute_end(c)) return false;
    }
    return true;
}

bool cf_parse_fields(struct cfp *c)
{
    CF_NEED(c, &c->r, 2);
    u16 n = c->cf->field_count = rd_u2(&c->r);
    struct cf_field *f = c->cf->fields = ARENA_NEW_ARRAY(c->arena, struct cf_field, n);
    for (u32 i = 0; i < n; i++)
        if (!parse_field(c, &f[i])) return false;
    if (!c->check || n < 2) return true;
    struct member_key *keys = vm_malloc(n * sizeof *keys);
    for (u32 i = 0; i < n; i++) keys[i] = (struct member_key){ f[i].name, f[i].desc };
    u32 at;
    bool dup = find_duplicate(c, keys, n, &at);
    free(keys);
    return !dup || cf_fail(c, "Duplicate field name \"%s\" with signature \"%s\" in class file %s", f[at].name->bytes, f[at].desc->bytes, c->cname);
}

/* ---- code ---- */

static bool line_table(struct cfp *c, struct cf_method *m, struct rd body)
{
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    if (CF_LEFT(&body) != (size_t)n * 4) return cf_fail(c, "LineNumberTable attribute has wrong length in class file %s", c->cname);
    if (!n) return true;
    struct cf_line *lines = ARENA_NEW_ARRAY(c->arena, struct cf_line, m->line_count + n);
    if (m->line_count) memcpy(lines, m->lines, m->line_count * sizeof *lines); /* several tables add up */
    for (u32 i = m->line_count; i < m->line_count + n; i++) {
        lines[i].bci = rd_u2(&body);
        lines[i].line = rd_u2(&body);
        if (lines[i].bci >= m->code.len) return cf_fail(c, "Invalid pc in LineNumberTable in class file %s", c->cname);
    }
    m->lines = lines;
    m->line_count += n;
    return true;
}

static bool local_table_head(struct cfp *c, struct rd *body, const char *what, u16 *n)
{
    CF_NEED(c, body, 2);
    *n = rd_u2(body);
    if (CF_LEFT(body) != (size_t)*n * 10) return cf_fail(c, "%s has wrong length in class file %s", what, c->cname);
    return true;
}

static bool local_entry(struct cfp *c, const struct cf_method *m, struct rd *body, const char *what, struct cf_local *v)
{
    v->start = rd_u2(body);
    v->length = rd_u2(body);
    u16 name = rd_u2(body), desc = rd_u2(body);
    v->slot = rd_u2(body);
    if (v->start >= m->code.len) return cf_fail(c, "Invalid start_pc %u in %s in class file %s", v->start, what, c->cname);
    if ((u32)v->start + v->length > m->code.len) return cf_fail(c, "Invalid length %u in %s in class file %s", v->length, what, c->cname);
    if (cf_tag(c, name) != CP_UTF8) return cf_fail(c, "Name index %u in %s has bad constant type in class file %s", name, what, c->cname);
    if (cf_tag(c, desc) != CP_UTF8) return cf_fail(c, "Signature index %u in %s has bad constant type in class file %s", desc, what, c->cname);
    v->name = cf_utf8(c, name);
    v->desc = cf_utf8(c, desc);
    return true;
}

static bool local_table(struct cfp *c, struct cf_method *m, struct rd body)
{
    u16 n;
    if (!local_table_head(c, &body, "LocalVariableTable", &n)) return false;
    if (!n) return true;
    struct cf_local *v = ARENA_NEW_ARRAY(c->arena, struct cf_local, m->local_count + n);
    if (m->local_count) memcpy(v, m->locals, m->local_count * sizeof *v);
    for (u32 i = m->local_count; i < m->local_count + n; i++) {
        if (!local_entry(c, m, &body, "LocalVariableTable", &v[i])) return false;
        if (c->check && !cf_legal_unqualified(v[i].name)) return cf_fail(c, "Illegal field name \"%s\" in class %s", v[i].name->bytes, c->cname);
        if (!cf_field_desc(v[i].desc)) return cf_bad_desc(c, "Field", v[i].name, v[i].desc);
        u32 slots = v[i].desc->bytes[0] == 'J' || v[i].desc->bytes[0] == 'D' ? 2 : 1;
        if (v[i].slot + slots > m->max_locals)
            return cf_fail(c, "Invalid index %u in LocalVariableTable in class file %s", v[i].slot, c->cname);
    }
    m->locals = v;
    m->local_count += n;
    if (!c->check) return true;
    for (u32 i = 1; i < m->local_count; i++)
        for (u32 j = 0; j < i; j++)
            if (v[i].slot == v[j].slot && v[i].start == v[j].start && v[i].length == v[j].length && v[i].name == v[j].name)
                return cf_fail(c, "Duplicated LocalVariableTable attribute entry for '%s' in class file %s", v[i].name->bytes, c->cname);
    return true;
}

/* Signatures of local variables, joined to the entries of the table above. */
static bool local_types(struct cfp *c, struct cf_method *m, struct rd body)
{
    u16 n;
    if (!local_table_head(c, &body, "LocalVariableTypeTable", &n)) return false;
    for (; n; n--) {
        struct cf_local t;
        if (!local_entry(c, m, &body, "LocalVariableTypeTable", &t)) return false;
        if (t.slot >= m->max_locals) return cf_fail(c, "Invalid index %u in LocalVariableTypeTable in class file %s", t.slot, c->cname);
        struct cf_local *hit = NULL;
        for (u32 i = 0; i < m->local_count && !hit; i++) {
            struct cf_local *v = &m->locals[i];
            if (v->slot == t.slot && v->start == t.start && v->length == t.length && v->name == t.name) hit = v;
        }
        if (!hit) {
            if (!c->check) continue;
            return cf_fail(c, "LVTT entry for '%s' in class file %s does not match any LVT entry", t.name->bytes, c->cname);
        }
        if (hit->generic && c->check)
            return cf_fail(c, "Duplicated LocalVariableTypeTable attribute entry for '%s' in class file %s", t.name->bytes, c->cname);
        hit->generic = t.desc;
    }
    return true;
}

static bool handler_table(struct cfp *c, struct cf_method *m, struct rd *r)
{
    CF_NEED(c, r, 2);
    u16 n = m->handler_count = rd_u2(r);
    CF_NEED(c, r, (size_t)n * 8);
    if (!n) return true;
    m->handlers = ARENA_NEW_ARRAY(c->arena, struct cf_handler, n);
    for (u32 i = 0; i < n; i++) {
        struct cf_handler *h = &m->handlers[i];
        *h = (struct cf_handler){ rd_u16be(r->p), rd_u16be(r->p + 2), rd_u16be(r->p + 4), rd_u16be(r->p + 6) };
        r->p += 8;
        if (h->start >= h->end || h->end > m->code.len) return cf_fail(c, "Illegal exception table range in class file %s", c->cname);
        if (h->handler >= m->code.len) return cf_fail(c, "Illegal exception table handler in class file %s", c->cname);
        if (h->type && cf_tag(c, h->type) != CP_CLASS) return cf_fail(c, "Catch type in exception table has bad constant type in class file %s", c->cname);
    }
    return true;
}

/* Read up to the end of the file, not of the attribute: that both ends meet is the last thing to be judged, as on HotSpot. */
static bool parse_code(struct cfp *c, struct cf_method *m, struct rd body)
{
    struct rd r = { body.p, c->r.end };
    if (m->code.at) return duplicate_attribute(c, "Code");
    if (m->access & (ACC_NATIVE | ACC_ABSTRACT)) return cf_fail(c, "Code attribute in native or abstract methods in class file %s", c->cname);
    CF_NEED(c, &r, 8);
    m->max_stack = rd_u2(&r);
    m->max_locals = rd_u2(&r);
    u32 len = rd_u4(&r);
    if (len == 0 || len > 65535) return cf_fail(c, "Invalid method Code length %u in class file %s", len, c->cname);
    CF_NEED(c, &r, len);
    m->code = (struct bytes){ r.p, len };
    r.p += len;
    u32 args = desc_arg_slots(m->desc) + (m->access & ACC_STATIC ? 0 : 1);
    if (args > m->max_locals) return cf_fail(c, "Arguments can't fit into locals in class file %s", c->cname);
    if (!handler_table(c, m, &r)) return false;
    CF_NEED(c, &r, 2);
    u16 n = rd_u2(&r);
    struct rd types[8]; /* applied last: they refer to the variable table, which may come later */
    u32 type_count = 0;
    for (; n; n--) {
        struct symbol *an;
        struct rd part;
        if (!cf_attribute(c, &r, &an, &part, "Invalid code attribute name index")) return false;
        if (an == CFSYM(LineNumberTable)) {
            if (!line_table(c, m, part)) return false;
        } else if (an == CFSYM(LocalVariableTable)) {
            if (!local_table(c, m, part)) return false;
        } else if (an == CFSYM(LocalVariableTypeTable)) {
            struct rd head = part;
            u16 count;
            if (!local_table_head(c, &head, "LocalVariableTypeTable", &count)) return false;
            if (type_count < ARRAY_LEN(types)) types[type_count++] = part;
        } else if (an == CFSYM(StackMapTable) && c->cf->major >= 50) {
            if (m->stack_map.at) return duplicate_attribute(c, "StackMapTable");
            m->stack_map = whole(part);
        }
        if (!cf_attribute_end(c)) return false;
    }
    if (r.p != body.end) return cf_fail(c, "Code segment has wrong length in class file %s", c->cname);
    for (u32 i = 0; i < type_count; i++)
        if (!local_types(c, m, types[i])) return false;
    return true;
}

/* ---- methods ---- */

static bool legal_method_modifiers(const struct classfile *cf, u16 a, bool init)
{
    int visibility = !!(a & ACC_PUBLIC) + !!(a & ACC_PRIVATE) + !!(a & ACC_PROTECTED);
    bool strict_rule = cf->major >= 46 && cf->major <= 60;
    if (cf->access & ACC_INTERFACE) {
        if (cf->major >= 52) {
            if (visibility != 1 || (a & (ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE))) return false;
            return !(a & ACC_ABSTRACT) || !(a & (ACC_PRIVATE | ACC_STATIC | (strict_rule ? ACC_STRICT : 0)));
        }
        return (a & ACC_PUBLIC) && visibility == 1 && (a & ACC_ABSTRACT) &&
               !(a & (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | (cf->major >= 49 ? ACC_STRICT : 0)));
    }
    if (visibility > 1) return false;
    if (init) return !(a & (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT | (cf->major >= 49 ? ACC_BRIDGE : 0)));
    if (a & ACC_ABSTRACT) return !(a & (ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC | (cf->major >= 49 ? ACC_SYNCHRONIZED : 0) | (strict_rule ? ACC_STRICT : 0)));
    return true;
}

static bool exceptions_attribute(struct cfp *c, struct cf_method *m, struct rd body)
{
    if (m->exceptions) return duplicate_attribute(c, "Exceptions");
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    if (CF_LEFT(&body) != (size_t)n * 2) return cf_fail(c, "Exceptions attribute has wrong length in class file %s", c->cname);
    m->exception_count = n;
    m->exceptions = ARENA_NEW_ARRAY(c->arena, u16, n);
    for (u32 i = 0; i < n; i++) {
        m->exceptions[i] = rd_u2(&body);
        if (cf_tag(c, m->exceptions[i]) != CP_CLASS) return cf_fail(c, "Exception name has bad type in class file %s", c->cname);
    }
    return true;
}

static bool parameters_attribute(struct cfp *c, struct cf_method *m, struct rd body)
{
    if (m->parameter_count >= 0) return duplicate_attribute(c, "MethodParameters");
    CF_NEED(c, &body, 1);
    u8 n = rd_u1(&body);
    if (CF_LEFT(&body) != (size_t)n * 4) return cf_fail(c, "Invalid MethodParameters method attribute length %u in class file", (u32)CF_LEFT(&body) + 1);
    m->parameter_count = n;
    m->parameters = arena_alloc_array(c->arena, n, sizeof *m->parameters);
    for (u32 i = 0; i < n; i++) { /* names are judged when they are asked for: Executable.getParameters throws then */
        m->parameters[i].name = rd_u2(&body);
        m->parameters[i].access = rd_u2(&body);
    }
    return true;
}

static bool method_attribute(struct cfp *c, struct cf_method *m, struct symbol *an, struct rd body)
{
    if (an == CFSYM(Code)) return parse_code(c, m, body);
    if (an == CFSYM(Exceptions)) return exceptions_attribute(c, m, body);
    if (an == CFSYM(MethodParameters)) return parameters_attribute(c, m, body);
    if (an == CFSYM(Synthetic)) {
        if (CF_LEFT(&body)) return cf_fail(c, "Invalid Synthetic method attribute length %u in class file %s", (u32)CF_LEFT(&body), c->cname);
        m->access |= ACC_SYNTHETIC;
    } else if (an == CFSYM(Deprecated)) {
        if (CF_LEFT(&body)) return cf_fail(c, "Invalid Deprecated method attribute length %u in class file %s", (u32)CF_LEFT(&body), c->cname);
    } else if (an == CFSYM(Signature)) {
        if (m->generic) return duplicate_attribute(c, "Signature");
        return cf_signature_attribute(c, body, &m->generic);
    } else if (an == CFSYM(RuntimeVisibleAnnotations)) {
        if (m->annotations.at) return duplicate_attribute(c, "RuntimeVisibleAnnotations");
        m->annotations = whole(body);
        u32 found = cf_scan_annotations(c, m->annotations);
        m->caller_sensitive = found & CFA_CALLER_SENSITIVE;
        m->hidden = found & CFA_HIDDEN;
        m->force_inline = found & CFA_FORCE_INLINE;
        m->dont_inline = found & CFA_DONT_INLINE;
        m->lambda_compiled = found & CFA_COMPILED;
        m->intrinsic_candidate = found & CFA_INTRINSIC;
        m->scoped = found & CFA_SCOPED;
        m->reserved_stack = found & CFA_RESERVED_STACK;
    } else if (an == CFSYM(RuntimeVisibleParameterAnnotations)) {
        if (m->parameter_annotations.at) return duplicate_attribute(c, "RuntimeVisibleParameterAnnotations");
        m->parameter_annotations = whole(body);
    } else if (an == CFSYM(RuntimeVisibleTypeAnnotations)) {
        if (m->type_annotations.at) return duplicate_attribute(c, "RuntimeVisibleTypeAnnotations");
        m->type_annotations = whole(body);
    } else if (an == CFSYM(AnnotationDefault)) {
        if (m->annotation_default.at) return duplicate_attribute(c, "AnnotationDefault");
        m->annotation_default = whole(body);
    }
    return true;
}

static bool parse_method(struct cfp *c, struct cf_method *m)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 8);
    u16 access = rd_u2(r), name = rd_u2(r), desc = rd_u2(r), attributes = rd_u2(r);
    if (cf_tag(c, name) != CP_UTF8) return cf_fail(c, "Illegal constant pool index %u for method name in class file %s", name, c->cname);
    if (cf_tag(c, desc) != CP_UTF8) return cf_fail(c, "Illegal constant pool index %u for method signature in class file %s", desc, c->cname);
    m->name = cf_utf8(c, name);
    m->desc = cf_utf8(c, desc);
    m->parameter_count = -1;
    if (c->check && !cf_legal_method_name(m->name)) return cf_fail(c, "Illegal method name \"%s\" in class %s", m->name->bytes, c->cname);
    u16 raw = access;
    if (!cf_method_desc(m->desc)) goto bad_signature;
    access &= ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_BRIDGE | ACC_VARARGS | ACC_NATIVE | ACC_ABSTRACT |
              ACC_STRICT | ACC_SYNTHETIC;
    if (symbol_equals_cstr(m->name, "<clinit>")) {
        if (cf->major < 51) access = ACC_STATIC;
        else if (access & ACC_STATIC) access &= ACC_STATIC | (cf->major <= 60 ? ACC_STRICT : 0);
        else return cf_fail(c, "Method <clinit> is not static in class file %s", c->cname);
        if (c->check && !symbol_equals_cstr(m->desc, "()V")) goto bad_signature;
    } else {
        bool init = symbol_equals_cstr(m->name, "<init>");
        if (init && (cf->access & ACC_INTERFACE)) return cf_fail(c, "Interface cannot have a constructor in class file %s", c->cname);
        if (init && c->check && desc_return_kind(m->desc) != 'V') goto bad_signature;
        if (c->check && !legal_method_modifiers(cf, access, init))
            return cf_fail(c, "Method %s in class %s has illegal modifiers: 0x%X", m->name->bytes, c->cname, raw);
    }
    m->access = access;
    if (desc_arg_slots(m->desc) + (access & ACC_STATIC ? 0 : 1) > 255) return cf_fail(c, "Too many arguments in method signature in class file %s", c->cname);
    for (; attributes; attributes--) {
        struct symbol *an;
        struct rd body;
        if (!cf_attribute(c, r, &an, &body, "Invalid method attribute name index")) return false;
        bool overrun = c->overrun;
        if (!method_attribute(c, m, an, body)) return false;
        c->overrun = overrun;
        if (!cf_attribute_end(c)) return false;
    }
    if (!m->code.at && !(access & (ACC_NATIVE | ACC_ABSTRACT)))
        return cf_fail(c, "Absent Code attribute in method that is not native or abstract in class file %s", c->cname);
    return true;
bad_signature:
    return cf_bad_desc(c, "Method", m->name, m->desc);
}

bool cf_parse_methods(struct cfp *c)
{
    CF_NEED(c, &c->r, 2);
    u16 n = c->cf->method_count = rd_u2(&c->r);
    struct cf_method *m = c->cf->methods = ARENA_NEW_ARRAY(c->arena, struct cf_method, n);
    for (u32 i = 0; i < n; i++)
        if (!parse_method(c, &m[i])) return false;
    if (!c->check || n < 2) return true;
    struct member_key *keys = vm_malloc(n * sizeof *keys);
    for (u32 i = 0; i < n; i++) keys[i] = (struct member_key){ m[i].name, m[i].desc };
    u32 at;
    bool dup = find_duplicate(c, keys, n, &at);
    free(keys);
    return !dup || cf_fail(c, "Duplicate method name \"%s\" with signature \"%s\" in class file %s", m[at].name->bytes, m[at].desc->bytes, c->cname);
}
