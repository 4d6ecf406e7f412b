/* cf_member.c: fields and methods with their attributes (JVMS §4.5, §4.6, §4.7). */
#include "classfile/parse/cf_int.h"

static bool duplicate_attribute(struct cfp *c, const char *name)
{
    return cf_fail(c, "Multiple %s attributes in class file %s", name, c->cname);
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

static bool check_constant(struct cfp *c, const struct cf_field *f, u16 index)
{
    if (!index || index >= c->cf->cp_count)
        return cf_fail(c, "Bad initial value index %u in ConstantValue attribute in class file %s", index, c->cname);
    u8 tag = cf_tag(c, index), want;
    switch (f->desc->bytes[0]) {
    case 'J': want = CP_LONG; break;
    case 'F': want = CP_FLOAT; break;
    case 'D': want = CP_DOUBLE; break;
    case 'I':
    case 'S':
    case 'C':
    case 'B':
    case 'Z': want = CP_INTEGER; break;
    case 'L':
        if (tag == CP_STRING && symbol_equals_cstr(f->desc, "Ljava/lang/String;")) return true;
        return cf_fail(c, "Bad string initial value in class file %s", c->cname);
    default: return cf_fail(c, "Unable to set initial value %u in class file %s", index, c->cname);
    }
    return tag == want || cf_fail(c, "Inconsistent constant value type in class file %s", c->cname);
}

/* The attributes of class files from version 49 on. */
static bool newer_field_attribute(struct cfp *c, struct cf_field *f, const struct cf_attribute *a, u32 *seen)
{
    const struct cf_raw raw = { .annotations = &f->annotations, .type_annotations = &f->type_annotations };
    bool known;
    if (a->name == CFSYM(Signature)) return cf_signature_attribute(c, a, &f->generic, " for field");
    if (!cf_raw_attribute(c, a, &raw, " for field", seen, &known)) return false;
    if (a->name != CFSYM(RuntimeVisibleAnnotations)) return true;
    u32 found = cf_scan_annotations(c, f->annotations);
    f->stable = found & CFA_STABLE;
    f->contended = cf_contended(c, f->annotations, &f->contended_group);
    return true;
}

static bool field_attribute(struct cfp *c, struct cf_field *f, const struct cf_attribute *a, u32 *seen)
{
    if (a->name == CFSYM(ConstantValue) && (f->access & ACC_STATIC)) {
        if (f->const_index) return cf_fail(c, "Duplicate ConstantValue attribute in class file %s", c->cname);
        if (a->len != 2)
            return cf_fail(c, "Invalid ConstantValue field attribute length %u in class file %s", a->len, c->cname);
        struct rd body = a->body;
        CF_NEED(c, &body, 2);
        u16 index = rd_u2(&body);
        if (!check_constant(c, f, index)) return false;
        f->const_index = index;
    } else if (a->name == CFSYM(Synthetic)) {
        if (a->len) return cf_fail(c, "Invalid Synthetic field attribute length %u in class file %s", a->len, c->cname);
        f->access |= ACC_SYNTHETIC;
    } else if (a->name == CFSYM(Deprecated)) {
        if (a->len)
            return cf_fail(c, "Invalid Deprecated field attribute length %u in class file %s", a->len, c->cname);
    } else if (c->cf->major >= 49) {
        return newer_field_attribute(c, f, a, seen);
    }
    return true;
}

static bool parse_field(struct cfp *c, struct cf_field *f)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 8);
    u16 access = rd_u2(r) & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_VOLATILE |
                             ACC_TRANSIENT | ACC_SYNTHETIC | ACC_ENUM);
    if (c->check && !legal_field_modifiers(cf, access))
        return cf_fail(c, "Illegal field modifiers in class %s: 0x%X", c->cname, access);
    u16 name = rd_u2(r), desc = rd_u2(r), attributes = rd_u2(r);
    if (cf_tag(c, name) != CP_UTF8)
        return cf_fail(c, "Invalid constant pool index %u for field name in class file %s", name, c->cname);
    f->access = access;
    f->name = cf_utf8(c, name);
    if (c->check_names && !cf_legal_unqualified(c, f->name))
        return cf_fail(c, "Illegal field name \"%s\" in class %s", f->name->bytes, c->cname);
    if (cf_tag(c, desc) != CP_UTF8)
        return cf_fail(c, "Invalid constant pool index %u for field signature in class file %s", desc, c->cname);
    f->desc = cf_utf8(c, desc);
    if (!cf_check_field_desc(c, f->name, f->desc)) return false;
    for (u32 seen = 0; attributes; attributes--) {
        struct cf_attribute a;
        if (!cf_attribute(c, r, &a, "Invalid field attribute index") || !field_attribute(c, f, &a, &seen) ||
            !cf_attribute_end(c))
            return false;
    }
    return true;
}

/* "Multiple X", with the descriptor as HotSpot shows it. */
static bool duplicate_member(struct cfp *c, const char *what, const struct symbol *name, const struct symbol *desc)
{
    char *d = arena_strndup(c->arena, desc->bytes, desc->len);
    for (char *p = d; *p; p++)
        if (*p == '/') *p = '.';
    return cf_fail(c, "Duplicate %s name \"%s\" with signature \"%s\" in class file %s", what, name->bytes, d,
                   c->cname);
}

bool cf_parse_fields(struct cfp *c)
{
    CF_NEED(c, &c->r, 2);
    u16 n = c->cf->field_count = rd_u2(&c->r);
    struct cf_field *f = c->cf->fields = ARENA_NEW_ARRAY(c->arena, struct cf_field, n);
    for (u32 i = 0; i < n; i++)
        if (!parse_field(c, &f[i])) return false;
    if (!c->check || n < 2) return true;
    struct cf_keys seen;
    cf_keys_init(&seen, n);
    u32 at = 0;
    while (at < n && cf_keys_add(&seen, (uintptr_t)f[at].name, (uintptr_t)f[at].desc)) at++;
    cf_keys_free(&seen);
    return at == n || duplicate_member(c, "field", f[at].name, f[at].desc);
}

/* ---- code ---- */

/* A method may have many tables of a kind, which add up. Each is checked when it is met and read when the total size is
 * known. */
struct part {
    struct rd entries;
    u32 count;
    struct part *next;
};
struct parts {
    struct part *first, **end;
    u32 total;
};

static void add_part(struct cfp *c, struct parts *to, struct rd entries, u32 count)
{
    if (!count) return;
    struct part *p = ARENA_NEW(c->arena, struct part);
    *p = (struct part){ entries, count, NULL };
    *to->end = p;
    to->end = &p->next;
    to->total += count;
}

static bool line_table(struct cfp *c, const struct cf_method *m, const struct cf_attribute *a, struct parts *to)
{
    struct rd body = a->body;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    if (a->len != 2u + n * 4u)
        return cf_fail(c, "LineNumberTable attribute has wrong length in class file %s", c->cname);
    CF_NEED(c, &body, (size_t)n * 4);
    for (u32 i = 0; i < n; i++)
        if (rd_u16be(body.p + i * 4) >= m->code.len)
            return cf_fail(c, "Invalid pc in LineNumberTable in class file %s", c->cname);
    add_part(c, to, body, n);
    return true;
}

static void read_lines(struct cfp *c, struct cf_method *m, const struct parts *tables)
{
    if (!tables->total) return;
    struct cf_line *line = m->lines = ARENA_NEW_ARRAY(c->arena, struct cf_line, tables->total);
    m->line_count = tables->total;
    for (const struct part *p = tables->first; p; p = p->next) {
        struct rd r = p->entries;
        for (u32 i = 0; i < p->count; i++, line++) {
            line->bci = rd_u2(&r);
            line->line = rd_u2(&r);
        }
    }
    m->lines_sorted = true;
    for (u32 i = 1; i < m->line_count; i++) m->lines_sorted &= m->lines[i - 1].bci <= m->lines[i].bci;
}

/* An entry of a LocalVariableTable or, with a signature for the descriptor, of a LocalVariableTypeTable. */
struct variable {
    u16 start, length, name, desc, slot;
};

static struct variable rd_variable(struct rd *r)
{
    struct variable v = { rd_u16be(r->p), rd_u16be(r->p + 2), rd_u16be(r->p + 4), rd_u16be(r->p + 6),
                          rd_u16be(r->p + 8) };
    r->p += 10;
    return v;
}

/* Two entries are for one variable if all except the type is the same, the index of the name too. */
static u64 variable_key(const struct variable *v)
{
    return (u64)v->start << 48 | (u64)v->length << 32 | (u64)v->name << 16 | v->slot;
}

static bool check_variable(struct cfp *c, const struct cf_method *m, const struct variable *v, const char *what,
                           bool types)
{
    if (v->start >= m->code.len)
        return cf_fail(c, "Invalid start_pc %u in %s in class file %s", v->start, what, c->cname);
    if ((u32)v->start + v->length > m->code.len)
        return cf_fail(c, "Invalid length %u in %s in class file %s", v->length, what, c->cname);
    if (cf_tag(c, v->name) != CP_UTF8)
        return cf_fail(c, "Name index %u in %s has bad constant type in class file %s", v->name, what, c->cname);
    if (cf_tag(c, v->desc) != CP_UTF8)
        return cf_fail(c, "Signature index %u in %s has bad constant type in class file %s", v->desc, what, c->cname);
    struct symbol *name = cf_utf8(c, v->name), *desc = cf_utf8(c, v->desc);
    if (c->check_names && !cf_legal_unqualified(c, name))
        return cf_fail(c, "Illegal field name \"%s\" in class %s", name->bytes, c->cname);
    if (!types && !cf_check_field_desc(c, name, desc)) return false;
    u32 slots = !types && (desc->bytes[0] == 'J' || desc->bytes[0] == 'D') ? 2 : 1;
    return v->slot + slots <= m->max_locals ||
           cf_fail(c, "Invalid index %u in %s in class file %s", v->slot, what, c->cname);
}

static bool variable_table(struct cfp *c, const struct cf_method *m, const struct cf_attribute *a, struct parts *to)
{
    const char *what = a->name->bytes;
    bool types = a->name == CFSYM(LocalVariableTypeTable);
    struct rd body = a->body;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    if (a->len != 2u + n * 10u) return cf_fail(c, "%s has wrong length in class file %s", what, c->cname);
    CF_NEED(c, &body, (size_t)n * 10);
    struct rd r = body;
    for (u32 i = 0; i < n; i++) {
        struct variable v = rd_variable(&r);
        if (!check_variable(c, m, &v, what, types)) return false;
    }
    add_part(c, to, body, n);
    return true;
}

static bool read_variables(struct cfp *c, struct cf_method *m, const struct parts *tables, struct cf_keys *known)
{
    struct cf_local *l = m->locals = ARENA_NEW_ARRAY(c->arena, struct cf_local, tables->total);
    m->local_count = tables->total;
    for (const struct part *p = tables->first; p; p = p->next) {
        struct rd r = p->entries;
        for (u32 i = 0; i < p->count; i++, l++) {
            struct variable v = rd_variable(&r);
            *l = (struct cf_local){
                .start = v.start, .length = v.length, .slot = v.slot, .name = v.name, .desc = v.desc
            };
            if (!cf_keys_add(known, variable_key(&v), 0) && c->check && c->cf->major >= 49)
                return cf_fail(c, "Duplicated LocalVariableTable attribute entry for '%s' in class file %s",
                               cf_utf8(c, l->name)->bytes, c->cname);
        }
    }
    return true;
}

/* Signatures of local variables, joined to the entries of the other table. */
static bool read_variable_types(struct cfp *c, struct cf_method *m, const struct parts *tables,
                                const struct cf_keys *known)
{
    for (const struct part *p = tables->first; p; p = p->next) {
        struct rd r = p->entries;
        for (u32 i = 0; i < p->count; i++) {
            struct variable v = rd_variable(&r);
            u32 at = cf_keys_find(known, variable_key(&v), 0);
            struct cf_local *l = at == CF_NO_KEY ? NULL : &m->locals[at];
            if (c->check && !l)
                return cf_fail(c, "LVTT entry for '%s' in class file %s does not match any LVT entry",
                               cf_utf8(c, v.name)->bytes, c->cname);
            if (c->check && l->generic)
                return cf_fail(c, "Duplicated LocalVariableTypeTable attribute entry for '%s' in class file %s",
                               cf_utf8(c, l->name)->bytes, c->cname);
            if (l) l->generic = v.desc;
        }
    }
    return true;
}

/* Without a LocalVariableTable the signatures are not matched to variables, as on HotSpot. */
static bool join_variables(struct cfp *c, struct cf_method *m, const struct parts *variables, const struct parts *types)
{
    if (!variables->total) return true;
    struct cf_keys known;
    cf_keys_init(&known, variables->total);
    bool ok = read_variables(c, m, variables, &known) && read_variable_types(c, m, types, &known);
    cf_keys_free(&known);
    return ok;
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
        if (h->start >= h->end || h->end > m->code.len)
            return cf_fail(c, "Illegal exception table range in class file %s", c->cname);
        if (h->handler >= m->code.len) return cf_fail(c, "Illegal exception table handler in class file %s", c->cname);
        if (h->type && cf_tag(c, h->type) != CP_CLASS)
            return cf_fail(c, "Catch type in exception table has bad constant type in class file %s", c->cname);
    }
    return true;
}

struct code_tables {
    struct parts lines, variables, types;
};

static bool code_attribute(struct cfp *c, struct cf_method *m, const struct cf_attribute *a, struct code_tables *t)
{
    if (a->name == CFSYM(LineNumberTable)) return line_table(c, m, a, &t->lines);
    if (a->name == CFSYM(LocalVariableTable)) return variable_table(c, m, a, &t->variables);
    if (a->name == CFSYM(LocalVariableTypeTable) && c->cf->major >= 49) return variable_table(c, m, a, &t->types);
    if (a->name == CFSYM(StackMapTable) && c->cf->major >= 50) {
        if (m->stack_map.at) return duplicate_attribute(c, "StackMapTable");
        if (!cf_attribute_end(c)) return false;
        m->stack_map = (struct bytes){ a->body.p, a->len };
    }
    return true;
}

/* The length of the attribute is checked last, as on HotSpot. */
static bool parse_code(struct cfp *c, struct cf_method *m, const struct cf_attribute *code)
{
    struct rd r = code->body;
    if (m->code.at) return duplicate_attribute(c, "Code");
    if (m->access & (ACC_NATIVE | ACC_ABSTRACT))
        return cf_fail(c, "Code attribute in native or abstract methods in class file %s", c->cname);
    CF_NEED(c, &r, 8);
    m->max_stack = rd_u2(&r);
    m->max_locals = rd_u2(&r);
    u32 len = rd_u4(&r), args = desc_arg_slots(m->desc) + (m->access & ACC_STATIC ? 0 : 1);
    if (args > m->max_locals) return cf_fail(c, "Arguments can't fit into locals in class file %s", c->cname);
    if (len == 0 || len > 65535) return cf_fail(c, "Invalid method Code length %u in class file %s", len, c->cname);
    CF_NEED(c, &r, len);
    m->code = (struct bytes){ r.p, len };
    r.p += len;
    if (!handler_table(c, m, &r)) return false;
    CF_NEED(c, &r, 2);
    struct code_tables t = { 0 };
    t.lines.end = &t.lines.first;
    t.variables.end = &t.variables.first;
    t.types.end = &t.types.first;
    for (u16 n = rd_u2(&r); n; n--) {
        struct cf_attribute a;
        if (!cf_attribute(c, &r, &a, "Invalid code attribute name index") || !code_attribute(c, m, &a, &t) ||
            !cf_attribute_end(c))
            return false;
    }
    if ((size_t)(r.p - code->body.p) != code->len)
        return cf_fail(c, "Code segment has wrong length in class file %s", c->cname);
    c->overrun = false;
    read_lines(c, m, &t.lines);
    return join_variables(c, m, &t.variables, &t.types);
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
    if (init)
        return !(a & (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT |
                      (cf->major >= 49 ? ACC_BRIDGE : 0)));
    if (a & ACC_ABSTRACT)
        return !(a & (ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC | (cf->major >= 49 ? ACC_SYNCHRONIZED : 0) |
                      (strict_rule ? ACC_STRICT : 0)));
    return true;
}

static const struct cf_method_extra no_extra = { .parameter_count = -1 };

/* Returns an `extra` of m's own, which may be written. */
static struct cf_method_extra *extra_of(struct cfp *c, struct cf_method *m)
{
    if (m->extra == &no_extra) m->extra = arena_memdup(c->arena, &no_extra, sizeof no_extra);
    return (struct cf_method_extra *)m->extra;
}

static bool exceptions_attribute(struct cfp *c, struct cf_method *m, const struct cf_attribute *a)
{
    struct cf_method_extra *x = extra_of(c, m);
    if (x->exceptions) return duplicate_attribute(c, "Exceptions");
    struct rd body = a->body;
    CF_NEED(c, &body, 2);
    u16 n = rd_u2(&body);
    CF_NEED(c, &body, (size_t)n * 2);
    x->exception_count = n;
    x->exceptions = ARENA_NEW_ARRAY(c->arena, u16, n);
    for (u32 i = 0; i < n; i++) {
        x->exceptions[i] = rd_u2(&body);
        if (cf_tag(c, x->exceptions[i]) != CP_CLASS)
            return cf_fail(c, "Exception name has bad type at constant pool %u in class file %s", x->exceptions[i],
                           c->cname);
    }
    return a->len == 2u + n * 2u || cf_fail(c, "Exceptions attribute has wrong length in class file %s", c->cname);
}

static bool parameters_attribute(struct cfp *c, struct cf_method *m, const struct cf_attribute *a)
{
    struct cf_method_extra *x = extra_of(c, m);
    if (x->parameter_count >= 0) return duplicate_attribute(c, "MethodParameters");
    struct rd body = a->body;
    CF_NEED(c, &body, 1);
    u8 n = rd_u1(&body);
    if (a->len != 1u + n * 4u)
        return cf_fail(c, "Invalid MethodParameters method attribute length %u in class file", a->len);
    CF_NEED(c, &body, (size_t)n * 4);
    x->parameter_count = n;
    x->parameters = arena_alloc_array(c->arena, n, sizeof *x->parameters);
    for (u32 i = 0; i < n; i++) { /* names are checked on use: Executable.getParameters throws then */
        x->parameters[i].name = rd_u2(&body);
        x->parameters[i].access = rd_u2(&body);
    }
    return true;
}

static void obey_annotations(struct cfp *c, struct cf_method *m)
{
    u32 found = cf_scan_annotations(c, m->extra->annotations);
    m->caller_sensitive = found & CFA_CALLER_SENSITIVE;
    m->hidden = found & CFA_HIDDEN;
    m->force_inline = found & CFA_FORCE_INLINE;
    m->dont_inline = found & CFA_DONT_INLINE;
    m->lambda_compiled = found & CFA_COMPILED;
    m->intrinsic_candidate = found & CFA_INTRINSIC;
    m->scoped = found & CFA_SCOPED;
    m->reserved_stack = found & CFA_RESERVED_STACK;
}

static bool method_attribute(struct cfp *c, struct cf_method *m, const struct cf_attribute *a, u32 *seen)
{
    if (a->name == CFSYM(Code)) return parse_code(c, m, a);
    if (a->name == CFSYM(Exceptions)) return exceptions_attribute(c, m, a);
    if (a->name == CFSYM(MethodParameters)) return parameters_attribute(c, m, a);
    if (a->name == CFSYM(Synthetic)) {
        if (a->len)
            return cf_fail(c, "Invalid Synthetic method attribute length %u in class file %s", a->len, c->cname);
        m->access |= ACC_SYNTHETIC;
        return true;
    }
    if (a->name == CFSYM(Deprecated))
        return !a->len ||
               cf_fail(c, "Invalid Deprecated method attribute length %u in class file %s", a->len, c->cname);
    if (c->cf->major < 49) return true;
    if (a->name == CFSYM(Signature)) return cf_signature_attribute(c, a, &extra_of(c, m)->generic, " for method");
    struct cf_method_extra x = *m->extra;
    const struct cf_raw raw = { &x.annotations, &x.type_annotations, &x.parameter_annotations, &x.annotation_default };
    bool known;
    if (!cf_raw_attribute(c, a, &raw, " for method", seen, &known)) return false;
    if (memcmp(&x, m->extra, sizeof x) != 0) *extra_of(c, m) = x;
    if (a->name == CFSYM(RuntimeVisibleAnnotations)) obey_annotations(c, m);
    return true;
}

static bool parse_method(struct cfp *c, struct cf_method *m)
{
    struct classfile *cf = c->cf;
    struct rd *r = &c->r;
    CF_NEED(c, r, 8);
    u16 access = rd_u2(r), name = rd_u2(r), desc = rd_u2(r), attributes = rd_u2(r);
    if (cf_tag(c, name) != CP_UTF8)
        return cf_fail(c, "Illegal constant pool index %u for method name in class file %s", name, c->cname);
    m->name = cf_utf8(c, name);
    m->extra = &no_extra;
    if (c->check_names && !cf_legal_method_name(c, m->name))
        return cf_fail(c, "Illegal method name \"%s\" in class %s", m->name->bytes, c->cname);
    if (cf_tag(c, desc) != CP_UTF8)
        return cf_fail(c, "Illegal constant pool index %u for method signature in class file %s", desc, c->cname);
    m->desc = cf_utf8(c, desc);
    u16 raw = access;
    access &= ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_BRIDGE |
              ACC_VARARGS | ACC_NATIVE | ACC_ABSTRACT | ACC_STRICT | ACC_SYNTHETIC;
    if (symbol_equals_cstr(m->name, "<clinit>")) {
        if (cf->major < 51)
            access = ACC_STATIC;
        else if (access & ACC_STATIC)
            access &= ACC_STATIC | (cf->major <= 60 ? ACC_STRICT : 0);
        else
            return cf_fail(c, "Method <clinit> is not static in class file %s", c->cname);
    } else {
        bool init = symbol_equals_cstr(m->name, "<init>");
        if (init && (cf->access & ACC_INTERFACE))
            return cf_fail(c, "Interface cannot have a constructor in class file %s", c->cname);
        if (c->check && !legal_method_modifiers(cf, access, init))
            return cf_fail(c, "Method %s in class %s has illegal modifiers: 0x%X", m->name->bytes, c->cname, raw);
    }
    m->access = access;
    if (!cf_check_method_desc(c, m->name, m->desc)) return false;
    if (desc_arg_slots(m->desc) + (access & ACC_STATIC ? 0 : 1) > 255)
        return cf_fail(c, "Too many arguments in method signature in class file %s", c->cname);
    for (u32 seen = 0; attributes; attributes--) {
        struct cf_attribute a;
        if (!cf_attribute(c, r, &a, "Invalid method attribute name index")) return false;
        bool overrun = c->overrun;
        if (!method_attribute(c, m, &a, &seen)) return false;
        c->overrun = overrun;
        if (!cf_attribute_end(c)) return false;
    }
    if (!m->code.at && !(access & (ACC_NATIVE | ACC_ABSTRACT)))
        return cf_fail(c, "Absent Code attribute in method that is not native or abstract in class file %s", c->cname);
    return true;
}

bool cf_parse_methods(struct cfp *c)
{
    CF_NEED(c, &c->r, 2);
    u16 n = c->cf->method_count = rd_u2(&c->r);
    struct cf_method *m = c->cf->methods = ARENA_NEW_ARRAY(c->arena, struct cf_method, n);
    for (u32 i = 0; i < n; i++)
        if (!parse_method(c, &m[i])) return false;
    if (!c->check || n < 2) return true;
    struct cf_keys seen;
    cf_keys_init(&seen, n);
    u32 at = 0;
    while (at < n && cf_keys_add(&seen, (uintptr_t)m[at].name, (uintptr_t)m[at].desc)) at++;
    cf_keys_free(&seen);
    return at == n || duplicate_member(c, "method", m[at].name, m[at].desc);
}
