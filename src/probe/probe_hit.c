/* A hit evaluates a rule's condition and keys, and acts. It never stops, collects, throws or runs Java: a
 * value that is not there (null on the way, an index outside, a type that does not fit) ends the rule and is
 * counted. */
#include "base/hash.h"
#include "core/alloc.h"
#include "core/jstring.h"
#include "model/wellknown.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/events.h"
#include "thread/monitor.h"
#include "thread/thread_contract.h"
#include <math.h>
#include <stdlib.h>

enum { SCRATCH = 1024 };
struct evaluation {
    const struct probe_hit *h;
    struct probe *p;
    struct probe_local *local;
    struct probe_datum at[PROBE_NODES_MAX];
    u32 used;
    char scratch[SCRATCH]; /* texts of this expression */
};

#define MISSING ((struct probe_datum){ .type = PROBE_ANY })
static struct probe_datum whole(i64 n) { return (struct probe_datum){ .type = PROBE_INT, .n = n }; }
static struct probe_datum real(double d) { return (struct probe_datum){ .type = PROBE_DOUBLE, .d = d }; }
static struct probe_datum object(const struct object *o)
{
    return (struct probe_datum){ .type = o ? PROBE_OBJECT : PROBE_NULL, .p = o };
}
static struct probe_datum text(const char *s, size_t n)
{
    return (struct probe_datum){ .type = PROBE_TEXT, .p = s, .n = (i64)n };
}

/* Room for n bytes of text, or fewer. */
static char *scratch(struct evaluation *e, u32 *n)
{
    char *at = e->scratch + e->used;
    if (*n > SCRATCH - e->used) *n = SCRATCH - e->used;
    e->used += *n;
    return at;
}
static struct probe_datum keep_text(struct evaluation *e, const char *s, u32 n)
{
    char *to = scratch(e, &n);
    memcpy(to, s, n);
    return text(to, n);
}
static struct probe_datum string_of(struct evaluation *e, struct object *s, u32 limit)
{
    if (!string_is_made(s)) return text("", 0);
    char buf[PROBE_STRING_MAX + 4];
    string_to_mutf8_buf(s, buf, limit < PROBE_STRING_MAX ? limit + 1 : PROBE_STRING_MAX + 1);
    return keep_text(e, buf, (u32)strlen(buf));
}

/* ---- values ---- */

/* A value that is not shown. That there is none may be known. */
static struct probe_datum hide(struct evaluation *e, struct probe_datum d)
{
    if (d.type == PROBE_ANY || d.type == PROBE_NULL) return d;
    probe_count(e->local, PROBE_REDACTED);
    return (struct probe_datum){ .type = PROBE_SECRET };
}
static struct probe_datum hide_if(bool secret, struct evaluation *e, struct probe_datum d)
{
    return secret ? hide(e, d) : d;
}
/* Is that one of the spot's method or field? */
static bool is_secret(const struct evaluation *e, u64 bits) { return e->h->spot && e->h->spot->secrets & bits; }

static struct probe_datum argument(const struct probe_hit *h, i64 n)
{
    if (!h->frame) return MISSING;
    const struct method *m = h->method;
    const char *p = m->desc->bytes + 1, *start;
    u32 at = !method_is_static(m), len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--) {
        u32 width = k == 'J' || k == 'D' ? 2 : 1;
        if (n == 0) return probe_of_slot(k, h->frame->locals[at + width - 1]);
        at += width;
    }
    return MISSING;
}
static struct probe_datum thread_name(struct evaluation *e)
{
    const struct thread *t = e->h->self;
    struct object *s = t->java ? obj_ref(t->java, WKF(Thread_name)) : NULL;
    return s ? string_of(e, s, PROBE_STRING_MAX) : keep_text(e, t->name, (u32)strnlen(t->name, sizeof t->name));
}

static struct probe_datum in_field(const struct probe_hit *h)
{
    const struct field *f = h->field;
    return probe_load_field(f->access & ACC_STATIC ? field_static_base(f) : h->obj, f);
}

static struct probe_datum value(struct evaluation *e, enum probe_value v)
{
    const struct probe_hit *h = e->h;
    switch (v) {
    case PROBE_V_THIS: return probe_this(h);
    case PROBE_V_RETVAL:
        if (!h->value) return MISSING;
        return hide_if(is_secret(e, PROBE_SECRET_RESULT), e, probe_of_slot((char)h->method->return_kind, *h->value));
    case PROBE_V_EX: return h->ex ? object(h->ex) : MISSING;
    case PROBE_V_ELAPSED: return h->elapsed >= 0 ? whole(h->elapsed) : MISSING;
    case PROBE_V_OBJ: return object(h->obj);
    case PROBE_V_VALUE:
        return hide_if(is_secret(e, 1), e, h->written ? probe_of_slot((char)h->field->kind, *h->written) : in_field(h));
    case PROBE_V_OLD: return hide_if(is_secret(e, 1), e, in_field(h));
    case PROBE_V_SIZE: return whole(h->size);
    case PROBE_V_TID: return whole(probe_thread_number(h->self));
    case PROBE_V_THREAD: return thread_name(e);
    case PROBE_V_CLASS: return h->cls ? (struct probe_datum){ .type = PROBE_CLASS, .p = h->cls } : MISSING;
    case PROBE_V_METHOD: return h->method ? (struct probe_datum){ .type = PROBE_METHOD, .p = h->method } : MISSING;
    case PROBE_V_LINE: {
        i32 line = h->frame && h->frame->kind == FRAME_JAVA ? method_line(h->method, frame_bci(h->frame)) : -1;
        return line > 0 ? whole(line) : MISSING;
    }
    case PROBE_V_NSECS: return whole(os_time_monotonic_ns());
    default: return MISSING;
    }
}

static struct probe_datum field(const struct probe_datum *a, const char *name)
{
    if (a->type == PROBE_SECRET) return *a;
    if (a->type != PROBE_OBJECT) return MISSING;
    const struct object *o = a->p;
    const struct class *c = object_class(o);
    if (class_is_array(c)) return strcmp(name, "length") ? MISSING : whole(array_length(o));
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) {
            const struct field *f = class_field(c, i);
            if (!symbol_equals_cstr(f->name, name)) continue;
            return probe_load_field(f->access & ACC_STATIC ? field_static_base(f) : o, f);
        }
    return MISSING;
}
static struct probe_datum element(const struct probe_datum *a, const struct probe_datum *index)
{
    if (a->type == PROBE_SECRET) return *a;
    if (a->type != PROBE_OBJECT || index->type != PROBE_INT) return MISSING;
    const struct object *o = a->p;
    const struct class *c = object_class(o);
    if (!class_is_array(c) || index->n < 0 || index->n >= array_length(o)) return MISSING;
    char kind = c->name->bytes[1];
    if (kind == 'C' || kind == 'B') return MISSING; /* contents of texts and keys never leave */
    return probe_load_element(o, index->n, kind);
}

static struct probe_datum call(struct evaluation *e, const struct probe_node *n, const struct probe_datum *a)
{
    u32 limit = n->b == PROBE_NONE ? PROBE_STRING_MAX : (u32)e->p->program->nodes[n->b].number;
    i32 hash;
    switch ((enum probe_function)n->number) {
    case PROBE_F_CLASS:
        return a->type == PROBE_OBJECT ? (struct probe_datum){ .type = PROBE_CLASS, .p = object_class(a->p) } : MISSING;
    case PROBE_F_STR: {
        if (a->type == PROBE_OBJECT && object_class(a->p) == WK(java_lang_String))
            return string_of(e, (struct object *)(uintptr_t)a->p, limit);
        if (a->type == PROBE_ANY || a->type == PROBE_SECRET) return *a;
        struct text t;
        char room[512];
        text_init(&t, room, sizeof room);
        probe_datum_text(a, 0, &t);
        struct probe_datum d = keep_text(e, t.p, (u32)(t.len < limit ? t.len : limit));
        text_free(&t);
        return d;
    }
    case PROBE_F_HASH:
        if (a->type == PROBE_TEXT) return whole((i64)(hash_bytes(a->p, (size_t)a->n) >> 1));
        if (a->type != PROBE_OBJECT || !object_hash_quick(e->h->self, (struct object *)(uintptr_t)a->p, &hash))
            return MISSING;
        return whole(hash);
    case PROBE_F_TAG: {
        i64 tag;
        u32 env = n->b == PROBE_NONE ? 0 : limit;
        if (a->type != PROBE_OBJECT || !hooks.tag_of || !hooks.tag_of(a->p, env, &tag)) return MISSING;
        return whole(tag);
    }
    case PROBE_F_STACK:
        return e->h->frame ? (struct probe_datum){ .type = PROBE_STACK,
                                                   .p = e->h->frame,
                                                   .n = e->p->program->nodes[n->b].number }
                           : MISSING;
    case PROBE_FUNCTIONS: break;
    }
    return MISSING;
}

/* ---- operators ---- */

static bool name_equals(const struct probe_datum *a, const struct probe_datum *b)
{
    if (a->type == b->type && a->type != PROBE_TEXT) return a->p == b->p;
    struct text s, t;
    char one[512], other[512];
    text_init(&s, one, sizeof one);
    text_init(&t, other, sizeof other);
    probe_datum_text(a, 0, &s);
    probe_datum_text(b, 0, &t);
    bool equal = s.len == t.len && !memcmp(s.p, t.p, s.len);
    text_free(&s);
    text_free(&t);
    return equal;
}
static bool is_string(const struct probe_datum *d)
{
    return d->type == PROBE_TEXT || (d->type == PROBE_OBJECT && object_class(d->p) == WK(java_lang_String));
}
static bool is_reference(const struct probe_datum *d) { return d->type == PROBE_OBJECT || d->type == PROBE_NULL; }
static bool is_number(const struct probe_datum *d) { return d->type == PROBE_INT || d->type == PROBE_DOUBLE; }
static double as_real(const struct probe_datum *d) { return d->type == PROBE_INT ? (double)d->n : d->d; }

static struct probe_datum equal(struct evaluation *e, const struct probe_datum *a, const struct probe_datum *b,
                                bool wanted)
{
    bool null = a->type == PROBE_NULL || b->type == PROBE_NULL;
    if (a->type == PROBE_ANY || b->type == PROBE_ANY) return MISSING;
    if (!null && (a->type == PROBE_SECRET || b->type == PROBE_SECRET)) return MISSING;
    if (a->type == PROBE_INT && b->type == PROBE_INT) return whole((a->n == b->n) == wanted);
    if (is_number(a) && is_number(b)) return whole((as_real(a) == as_real(b)) == wanted);
    if (is_reference(a) && is_reference(b)) return whole((a->p == b->p) == wanted);
    if (is_number(a) || is_number(b)) return MISSING;
    if (null) return whole(!wanted);
    struct probe_datum x = *a, y = *b;
    if (is_reference(a) && is_string(a)) x = string_of(e, (struct object *)(uintptr_t)a->p, PROBE_STRING_MAX);
    if (is_reference(b) && is_string(b)) y = string_of(e, (struct object *)(uintptr_t)b->p, PROBE_STRING_MAX);
    if (is_reference(&x) || is_reference(&y)) return MISSING;
    return whole(name_equals(&x, &y) == wanted);
}

static struct probe_datum of_reals(enum probe_operator o, double a, double b)
{
    switch (o) {
    case PROBE_O_LT: return whole(a < b);
    case PROBE_O_LE: return whole(a <= b);
    case PROBE_O_GT: return whole(a > b);
    case PROBE_O_GE: return whole(a >= b);
    case PROBE_O_ADD: return real(a + b);
    case PROBE_O_SUB: return real(a - b);
    case PROBE_O_MUL: return real(a * b);
    case PROBE_O_DIV: return real(a / b);
    default: return MISSING;
    }
}
static struct probe_datum of_wholes(enum probe_operator o, i64 a, i64 b)
{
    switch (o) {
    case PROBE_O_BIT_OR: return whole(a | b);
    case PROBE_O_BIT_XOR: return whole(a ^ b);
    case PROBE_O_BIT_AND: return whole(a & b);
    case PROBE_O_LT: return whole(a < b);
    case PROBE_O_LE: return whole(a <= b);
    case PROBE_O_GT: return whole(a > b);
    case PROBE_O_GE: return whole(a >= b);
    case PROBE_O_SHL: return whole((i64)((u64)a << (b & 63)));
    case PROBE_O_SHR: return whole(a >> (b & 63));
    case PROBE_O_USHR: return whole((i64)((u64)a >> (b & 63)));
    case PROBE_O_ADD: return whole((i64)((u64)a + (u64)b));
    case PROBE_O_SUB: return whole((i64)((u64)a - (u64)b));
    case PROBE_O_MUL: return whole((i64)((u64)a * (u64)b));
    case PROBE_O_DIV: return !b ? MISSING : whole(b == -1 ? (i64)(0 - (u64)a) : a / b);
    case PROBE_O_REM: return !b ? MISSING : whole(b == -1 ? 0 : a % b);
    default: return MISSING;
    }
}
/* A missing operand makes the result missing, but for a second one where the first decides. */
static struct probe_datum logical(bool is_or, const struct probe_datum *a, const struct probe_datum *b)
{
    if (a->type == PROBE_INT && (a->n != 0) == is_or) return whole(is_or);
    if (a->type != PROBE_INT || b->type != PROBE_INT) return MISSING;
    return whole(b->n != 0);
}
static struct probe_datum binary(struct evaluation *e, enum probe_operator o, const struct probe_datum *a,
                                 const struct probe_datum *b)
{
    if (o == PROBE_O_OR || o == PROBE_O_AND) return logical(o == PROBE_O_OR, a, b);
    if (o == PROBE_O_EQ || o == PROBE_O_NE) return equal(e, a, b, o == PROBE_O_EQ);
    if (a->type == PROBE_INT && b->type == PROBE_INT) return of_wholes(o, a->n, b->n);
    if (is_number(a) && is_number(b)) return of_reals(o, as_real(a), as_real(b));
    return MISSING;
}
static struct probe_datum unary(enum probe_operator o, const struct probe_datum *a)
{
    if (o == PROBE_O_NEG && a->type == PROBE_DOUBLE) return real(-a->d);
    if (a->type != PROBE_INT) return MISSING;
    return whole(o == PROBE_O_NEG ? (i64)(0 - (u64)a->n) : o == PROBE_O_NOT ? !a->n : ~a->n);
}

/* Operands stand before their users, so one pass does it. */
static struct probe_datum evaluate(struct evaluation *e, u16 root)
{
    const struct probe_node *nodes = e->p->program->nodes;
    u32 first = nodes[root].first;
    VM_CHECK(root - first < PROBE_NODES_MAX);
    for (u32 i = first; i <= root; i++) {
        const struct probe_node *n = &nodes[i];
        struct probe_datum *to = &e->at[i - first];
        const struct probe_datum *a = n->a == PROBE_NONE ? NULL : &e->at[n->a - first];
        const struct probe_datum *b = n->b == PROBE_NONE ? NULL : &e->at[n->b - first];
        switch ((enum probe_node_kind)n->kind) {
        case PROBE_N_INT: *to = whole(n->number); break;
        case PROBE_N_DOUBLE: *to = real(n->real); break;
        case PROBE_N_TEXT: *to = text(n->text, strlen(n->text)); break;
        case PROBE_N_NULL: *to = object(NULL); break;
        case PROBE_N_VALUE: *to = value(e, (enum probe_value)n->number); break;
        case PROBE_N_ARG: *to = hide_if(is_secret(e, probe_secret_bit(n->number)), e, argument(e->h, n->number)); break;
        case PROBE_N_LOCAL:
            *to = e->h->frame ? probe_variable(e->h, n) : MISSING;
            *to = hide_if(n->secret || to->type == PROBE_SECRET, e, *to);
            break;
        case PROBE_N_VARIABLE:
            *to = e->local->variables_set >> n->number & 1 ? whole(e->local->variables[n->number]) : MISSING;
            break;
        case PROBE_N_FIELD: *to = hide_if(n->secret, e, field(a, n->text)); break;
        case PROBE_N_ELEMENT: *to = element(a, b); break;
        case PROBE_N_CALL: *to = call(e, n, a); break;
        case PROBE_N_UNARY: *to = unary((enum probe_operator)n->number, a); break;
        case PROBE_N_BINARY: *to = binary(e, (enum probe_operator)n->number, a, b); break;
        }
    }
    return e->at[root - first];
}

/* ---- keys ---- */

/* An object as a key: the text of a string, the class of any other object. */
static struct probe_datum as_key(struct evaluation *e, struct probe_datum d)
{
    if (d.type == PROBE_SECRET) return keep_text(e, "<redacted>", 10);
    if (d.type != PROBE_OBJECT) return d;
    if (object_class(d.p) == WK(java_lang_String))
        return string_of(e, (struct object *)(uintptr_t)d.p, PROBE_STRING_MAX);
    return (struct probe_datum){ .type = PROBE_CLASS, .p = object_class(d.p) };
}

/* ---- actions ---- */

static void add_word(_Atomic u64 *w, u64 n)
{
    atomic_store_explicit(w, atomic_load_explicit(w, memory_order_relaxed) + n, memory_order_relaxed);
}
static u32 lhist_word(const struct probe_map *m, i64 v)
{
    if (v < m->low) return 0;
    u32 last = probe_map_words(m) - 1;
    return v >= m->high ? last : (u32)((v - m->low) / m->step) + 1;
}

static void aggregate(const struct probe_map *m, _Atomic u64 *words, i64 v)
{
    i64 now = (i64)atomic_load_explicit(words, memory_order_relaxed);
    switch (m->kind) {
    case PROBE_A_COUNT: add_word(words, 1); break;
    case PROBE_A_SUM: add_word(words, (u64)v); break;
    case PROBE_A_AVG:
        add_word(words, 1);
        add_word(words + 1, (u64)v);
        break;
    case PROBE_A_MIN:
        if (v < now) atomic_store_explicit(words, (u64)v, memory_order_relaxed);
        break;
    case PROBE_A_MAX:
        if (v > now) atomic_store_explicit(words, (u64)v, memory_order_relaxed);
        break;
    case PROBE_A_HIST: add_word(words + probe_hist_word(v), 1); break;
    case PROBE_A_LHIST: add_word(words + lhist_word(m, v), 1); break;
    default: break;
    }
}

/* Of a double that is no whole number, or too large. */
static bool to_whole(const struct probe_datum *d, i64 *v)
{
    if (d->type == PROBE_INT) {
        *v = d->n;
        return true;
    }
    if (d->type != PROBE_DOUBLE || isnan(d->d)) return false;
    *v = probe_whole_of(d->d);
    return true;
}

static bool run_map(struct evaluation *e, const struct probe_action *a)
{
    const struct probe_map *m = &e->p->program->maps[a->map];
    u8 types[PROBE_KEYS_MAX] = { 0 };
    u64 keys[PROBE_KEYS_MAX] = { 0 };
    i64 v = 0;
    if (a->value_count) {
        struct probe_datum d = evaluate(e, a->values[0]);
        if (!to_whole(&d, &v)) return false;
    }
    if (m->kind == PROBE_A_SET) {
        e->local->variables[a->map] = v;
        e->local->variables_set |= 1u << a->map;
        return true;
    }
    struct probe_datum data[PROBE_KEYS_MAX];
    for (u32 i = 0; i < a->key_count; i++) {
        data[i] = as_key(e, evaluate(e, a->keys[i]));
        if (data[i].type == PROBE_ANY || data[i].type == PROBE_DOUBLE) return false;
        types[i] = data[i].type;
        keys[i] = probe_datum_key(&data[i], (u32)data[i].n);
    }
    bool fresh = false;
    _Atomic u64 *words = probe_find(e->p, e->local, a->map, types, keys, &fresh);
    if (!words) return true;
    aggregate(m, words, v);
    for (u32 i = 0; fresh && i < a->key_count; i++) {
        if (types[i] == PROBE_INT || types[i] == PROBE_NULL) continue;
        struct text t;
        char room[1024];
        text_init(&t, room, sizeof room);
        probe_datum_text(&data[i], (u32)data[i].n, &t);
        probe_name_put(types[i], keys[i], t.p, t.len);
        text_free(&t);
    }
    return true;
}

enum { RECORD_MAX = 1024 };
static void print_record(struct evaluation *e, const struct probe_action *a, const struct text *t)
{
    if (t->len > RECORD_MAX) probe_count(e->local, PROBE_CUT);
    bool stack = false;
    for (u32 i = 0; i < a->value_count; i++) stack |= e->p->program->nodes[a->values[i]].type == PROBE_STACK;
    probe_record(e->h->self, e->p, e->local, stack, t->p, t->len < RECORD_MAX ? t->len : RECORD_MAX);
}
static bool run_print(struct evaluation *e, const struct probe_action *a)
{
    struct text t;
    char room[1024];
    bool ok = true;
    text_init(&t, room, sizeof room);
    for (u32 i = 0; i < a->value_count && ok; i++) {
        e->used = 0;
        struct probe_datum d = evaluate(e, a->values[i]);
        if (i) text_add(&t, " ");
        ok = d.type != PROBE_ANY;
        if (ok) probe_datum_text(&d, d.type == PROBE_STACK ? (u32)d.n : 0, &t);
    }
    text_add(&t, "\n");
    if (ok) print_record(e, a, &t);
    text_free(&t);
    return ok;
}

/* One conversion: from its % to behind its letter. */
static bool run_conversion(struct evaluation *e, const char *from, const char *to, u16 root, struct text *out)
{
    char spec[16];
    u32 n = 0;
    i64 v = 0;
    for (const char *s = from; s < to && n < 8; s++)
        if (*s != 'l') spec[n++] = *s;
    char k = spec[n - 1];
    e->used = 0;
    struct probe_datum d = evaluate(e, root);
    if (d.type == PROBE_ANY) return false;
    if (k == 's') {
        struct text t;
        char room[512];
        text_init(&t, room, sizeof room);
        probe_datum_text(&d, d.type == PROBE_STACK ? (u32)d.n : 0, &t);
        spec[n] = 0;
        text_printf(out, spec, text_string(&t)); /* checked: flags, two digits, two digits, s */
        text_free(&t);
        return true;
    }
    if (k == 'f') {
        if (!is_number(&d)) return false;
        spec[n] = 0;
        text_printf(out, spec, as_real(&d));
        return true;
    }
    if (!to_whole(&d, &v)) return false;
    spec[n - 1] = 'l';
    spec[n++] = k;
    spec[n] = 0;
    text_printf(out, spec, v);
    return true;
}
static bool run_printf(struct evaluation *e, const struct probe_action *a)
{
    struct text t;
    char room[1024];
    bool ok = true;
    u32 at = 0;
    text_init(&t, room, sizeof room);
    for (const char *f = a->format; *f && ok;) {
        const char *from = f;
        if (*f++ != '%') {
            text_put(&t, from, 1);
            continue;
        }
        while (!strchr("dxsfu%", *f)) f++;
        if (*f++ == '%')
            text_add(&t, "%");
        else
            ok = run_conversion(e, from, f, a->values[at++], &t);
    }
    if (ok) print_record(e, a, &t);
    text_free(&t);
    return ok;
}

/* false: a value was missing. */
static bool run_action(struct evaluation *e, const struct probe_action *a)
{
    e->used = 0;
    switch ((enum probe_action_kind)a->kind) {
    case PROBE_A_PRINT: return run_print(e, a);
    case PROBE_A_PRINTF: return run_printf(e, a);
    case PROBE_A_PRINT_MAP: probe_print_map(e->h->self, e->p, e->local, a->map); return true;
    case PROBE_A_CLEAR: atomic_fetch_add(&e->p->epochs[a->map], 1); return true;
    case PROBE_A_EXIT: probe_stop(e->p, PROBE_BY_EXIT); return true;
    default: return run_map(e, a);
    }
}

static void run_rule(struct evaluation *e, const struct probe_rule *r)
{
    if (r->condition != PROBE_NONE) {
        struct probe_datum d = evaluate(e, r->condition);
        if (d.type != PROBE_INT) probe_count(e->local, PROBE_SKIPPED);
        if (d.type != PROBE_INT || !d.n) return;
    }
    for (u32 i = 0; i < r->action_count; i++)
        if (!run_action(e, &r->actions[i])) probe_count(e->local, PROBE_SKIPPED);
}
void probe_run(struct probe *p, const struct probe_rule *r, const struct probe_hit *h)
{
    struct evaluation e;
    if (UNLIKELY(atomic_load_explicit(&p->stopped, memory_order_relaxed))) return;
    if (UNLIKELY(!atomic_load_explicit(&p->armed, memory_order_relaxed))) return;
    e.h = h;
    e.p = p;
    e.local = probe_local_of(h->self, p);
    e.used = 0;
    if (!e.local) return;
    probe_count(e.local, PROBE_HITS);
    bool bounded = r->heavy && h->frame;
    if (bounded && probe_leaves_out(p, e.local)) return;
    i64 began = bounded ? probe_measure(e.local) : 0;
    run_rule(&e, r);
    if (began) probe_measured(p, began);
}

/* ---- methods ---- */

static void run_sites(const struct probe_spot *spot, u32 list, const struct probe_hit *h)
{
    for (struct probe_site *s = atomic_load_explicit(&spot->at[list], memory_order_acquire); s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        probe_run(s->probe, s->rule, h);
}
/* The time is not known because too many frames were timed when this one began. */
static void lose_depth(struct thread *self, const struct probe_spot *spot, enum probe_exit how)
{
    for (struct probe_site *s = atomic_load(&spot->at[how]); s; s = atomic_load(&s->next)) {
        struct probe_local *l = probe_local_of(self, s->probe);
        if (l) probe_count(l, PROBE_LOST_DEPTH);
    }
}
static struct probe_hit hit_in(struct thread *self, struct frame *f)
{
    struct probe_hit h = { .self = self, .frame = f, .elapsed = -1, .size = -1 };
    if (f) {
        h.method = f->method;
        h.cls = f->method->owner;
    }
    return h;
}

void probe_hit_method(struct thread *self, struct frame *f, enum probe_exit how, const slot *result, struct object *ex)
{
    struct probe_spot *m = probe_method_of(f->method);
    if (!m) return;
    struct probe_hit h = hit_in(self, f);
    h.spot = m;
    h.value = result;
    h.ex = ex;
    bool timed = atomic_load_explicit(&m->timed, memory_order_relaxed);
    if (timed && how != PROBE_ENTERED) {
        h.elapsed = probe_timer_end(self, f->locals, f->method);
        if (h.elapsed < 0 && probe_timers_full(self)) lose_depth(self, m, how);
    }
    run_sites(m, how, &h);
    if (timed && how == PROBE_ENTERED) probe_timer_begin(self, f->locals, f->method);
}

void probe_hit_code(struct thread *self, struct frame *f)
{
    struct probe_spot *spot = probe_spot_of(f->pc);
    if (!spot) return; /* a tool's breakpoint */
    struct probe_hit h = hit_in(self, f);
    h.spot = spot;
    run_sites(spot, 0, &h);
}
void probe_hit_field(struct thread *self, const struct field *f, struct object *o, const slot *value)
{
    struct probe_spot *spot = probe_spot_of(f);
    if (!spot) return;
    struct probe_hit h = hit_in(self, frame_java(self->fp));
    h.spot = spot;
    h.field = f;
    h.obj = o;
    h.written = value;
    run_sites(spot, value != NULL, &h);
}
