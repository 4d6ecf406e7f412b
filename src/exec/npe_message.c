/* Helpful NullPointerException messages (JEP 358): says which expression of the source was null, from the bytecode
 * alone.
 *
 * A small data-flow analysis over the method's original bytecode finds for each operand stack slot at each bci the bci
 * of the instruction that pushed it (UNKNOWN where paths disagree), and which of the first 64 locals were written. The
 * message describes the instruction that produced the null operand of the failing one, and that one's inputs, five
 * levels deep. All numbers here are slots as the JVM counts them (long and double take two). */
#include "bytecode/bytecode.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "model/options.h"
#include <stdio.h>
#include <stdlib.h>

enum { UNKNOWN = 0xffff, MAX_DETAIL = 5, MAX_CODE = 65535 };

struct shape {   /* the stack before an instruction */
    u64 written; /* locals below 64 that some path has stored to */
    u16 depth;
    u16 source[]; /* by slot from the bottom: bci of the producer */
};

struct analysis {
    struct method *m;
    struct constpool *cp;
    const u8 *code;
    u32 len;
    struct shape **at; /* by bci; NULL: not reached */
    bool added;        /* an instruction was reached for the first time */
};

/* A text buffer; text beyond its end is dropped. */
struct text {
    char *at;
    size_t used, size;
};
static void put(struct text *t, const char *s)
{
    size_t n = strlen(s);
    if (t->used + n >= t->size) n = t->size - t->used - 1;
    memcpy(t->at + t->used, s, n);
    t->used += n;
    t->at[t->used] = 0;
}
static void put_char(struct text *t, char c)
{
    char s[2] = { c, 0 };
    put(t, s);
}
static void put_int(struct text *t, i32 v)
{
    char s[16];
    snprintf(s, sizeof s, "%d", v);
    put(t, s);
}

static u32 slots_of_kind(char k) { return k == 'J' || k == 'D' ? 2 : k == 'V' ? 0 : 1; }

/* ---- the analysis ---- */
/* Merges a shape into the one before `bci`. */
static void flow_to(struct analysis *a, u32 bci, const struct shape *s)
{
    if (bci >= a->len) return;
    struct shape *old = a->at[bci];
    if (!old) {
        size_t n = sizeof *s + s->depth * sizeof s->source[0];
        old = a->at[bci] = vm_malloc(n);
        memcpy(old, s, n);
        a->added = true;
        return;
    }
    old->written |= s->written;
    u32 n = old->depth < s->depth ? old->depth : s->depth;
    for (u32 i = 0; i < n; i++)
        if (old->source[i] != s->source[i]) old->source[i] = UNKNOWN;
}

struct sim {
    struct shape *s;
    u32 cap;
    bool bad;
};
static void sim_pop(struct sim *x, u32 n)
{
    if (x->s->depth < n) {
        x->bad = true;
        x->s->depth = 0;
    } else
        x->s->depth = (u16)(x->s->depth - n);
}
static void sim_push(struct sim *x, u32 source, u32 n)
{
    while (n--) {
        if (x->s->depth >= x->cap) {
            x->bad = true;
            return;
        }
        x->s->source[x->s->depth++] = (u16)source;
    }
}
/* dup … swap: pushes the popped slots again, in the order of `moved`. */
static void sim_move(struct sim *x, u32 n, const char *moved)
{
    struct shape *s = x->s;
    u16 was[4];
    if (s->depth < n) {
        x->bad = true;
        return;
    }
    memcpy(was, &s->source[s->depth - n], n * sizeof was[0]);
    s->depth = (u16)(s->depth - n);
    for (; *moved; moved++) sim_push(x, was[*moved - 'a'], 1);
}

static void write_local(struct shape *s, u32 slot, u32 n)
{
    for (; n--; slot++)
        if (slot < 64) s->written |= 1ULL << slot;
}

/* Pops and pushes the slots of the field, or of the method's arguments and result. */
static void sim_member(struct analysis *a, const struct bytecode *b, struct sim *x)
{
    struct symbol *c, *n, *d;
    cp_ref_names(a->cp, bytecode_constant(b), &c, &n, &d);
    bool call = (b->info->does & BC_CALLS) != 0, receiver = b->info->pops[0] == 'A';
    u32 value = slots_of_kind(call ? desc_return_kind(d) : d->bytes[0]);
    bool gives = *b->info->pushes != 0;
    sim_pop(x, (call ? desc_arg_slots(d) : gives ? 0 : value) + receiver);
    if (gives) sim_push(x, b->bci, value);
}

static void sim_stack(struct analysis *a, const struct bytecode *b, struct sim *x)
{
    const struct bytecode_info *info = b->info;
    if (b->op == OP_checkcast) return; /* the slot keeps its producer */
    if (b->op == OP_multianewarray) {
        sim_pop(x, b->at[3]);
        sim_push(x, b->bci, 1);
    } else if (b->op == OP_ldc || b->op == OP_ldc_w)
        sim_push(x, b->bci, 1);
    else if (b->op == OP_ldc2_w)
        sim_push(x, b->bci, 2);
    else if (info->pop_slots < 0 || info->push_slots < 0)
        sim_member(a, b, x);
    else if (*info->pushes >= 'a')
        sim_move(x, (u32)info->pop_slots, info->pushes);
    else {
        sim_pop(x, (u32)info->pop_slots);
        sim_push(x, b->bci, (u32)info->push_slots);
    }
}

struct reach {
    struct analysis *a;
    const struct shape *s;
};
static void reach_target(void *reach, u32 bci)
{
    struct reach *r = reach;
    flow_to(r->a, bci, r->s);
}

/* Runs one instruction on x->s and hands the result to its successors. */
static void step(struct analysis *a, u32 bci, struct sim *x)
{
    struct bytecode b;
    if (!bytecode_read(&b, a->code, a->len, bci)) {
        x->bad = true;
        return;
    }
    const struct bytecode_info *info = b.info;
    if (info->flow == BC_RETURN || info->flow == BC_THROW) return;
    sim_stack(a, &b, x);
    /* an increment does not count, as on HotSpot */
    if ((info->local_access & BC_WRITTEN) && b.op != OP_iinc)
        write_local(x->s, bytecode_local(&b), info->local_kind == 'J' || info->local_kind == 'D' ? 2 : 1);
    struct reach r = { a, x->s };
    (void)bytecode_each_target(&b, reach_target, &r);
    /* The code after a jsr is reached by its ret, with the stack as before. */
    if (info->flow == BC_SUBROUTINE) sim_pop(x, 1);
    bool behind = info->flow == BC_NEXT || info->flow == BC_BRANCH || info->flow == BC_SUBROUTINE;
    if (behind && !x->bad) flow_to(a, bci + b.length, x->s);
}

/* A handler is entered with one value of unknown source. Locals written before do not count, as on HotSpot. */
static void enter_handlers(struct analysis *a)
{
    u64 room[3];
    struct shape *entry = (struct shape *)room;
    entry->written = 0;
    entry->depth = 1;
    entry->source[0] = UNKNOWN;
    for (u32 i = 0; i < a->m->handler_count; i++) flow_to(a, a->m->handlers[i].handler, entry);
}

/* One pass over the bytecode, in its order. Returns whether another pass is needed: an instruction had not been
 * reached, and one has been reached since. Ends when the shape before `wanted` is known. */
static bool pass(struct analysis *a, u32 wanted, struct sim *x)
{
    struct bytecode b;
    bool missed = false;
    a->added = false;
    for (u32 bci = 0; bci < a->len && bytecode_read(&b, a->code, a->len, bci); bci += b.length) {
        struct shape *from = a->at[bci];
        if (from && bci == wanted && bci > 0) return false;
        missed |= !from;
        if (!from) continue;
        memcpy(x->s, from, sizeof *from + from->depth * sizeof from->source[0]);
        step(a, bci, x);
        if (x->bad) return false; /* the present results are still useful */
    }
    return missed && a->added;
}

/* The names depend on where the analysis ends: like HotSpot it follows nothing after `wanted`. */
static void analyze(struct analysis *a, u32 wanted)
{
    u32 cap = (u32)a->m->max_stack + 2;
    struct shape *work = vm_malloc(sizeof *work + (cap + 2) * sizeof work->source[0]);
    *work = (struct shape){ 0 };
    flow_to(a, 0, work);
    enter_handlers(a);
    struct sim x = { work, cap, false };
    while (pass(a, wanted, &x)) {}
    free(work);
}

/* ---- describing ---- */
static void put_class_name(struct text *t, const struct symbol *name)
{
    if (!strcmp(name->bytes, "java/lang/Object")) {
        put(t, "Object");
        return;
    }
    if (!strcmp(name->bytes, "java/lang/String")) {
        put(t, "String");
        return;
    }
    for (const char *p = name->bytes; *p; p++) put_char(t, *p == '/' ? '.' : *p);
}

static void put_type(struct text *t, const char *p, u32 len)
{
    u32 dims = 0;
    while (len && *p == '[') {
        p++;
        len--;
        dims++;
    }
    if (*p == 'L') {
        if (len == 18 && !memcmp(p, "Ljava/lang/Object;", 18))
            put(t, "Object");
        else if (len == 18 && !memcmp(p, "Ljava/lang/String;", 18))
            put(t, "String");
        else
            for (u32 i = 1; i + 1 < len; i++) put_char(t, p[i] == '/' ? '.' : p[i]);
    } else if (kind_name(*p))
        put(t, kind_name(*p));
    while (dims--) put(t, "[]");
}

static void put_method(struct text *t, struct analysis *a, u32 bci)
{
    struct symbol *c, *n, *d;
    cp_ref_names(a->cp, rd_u16be(a->code + bci + 1), &c, &n, &d);
    if (c) {
        put_class_name(t, c);
        put(t, ".");
    }
    put(t, n->bytes);
    put(t, "(");
    const char *p = d->bytes + 1, *start;
    u32 len;
    for (bool first = true; desc_next(&p, &start, &len); first = false) {
        if (!first) put(t, ", ");
        put_type(t, start, len);
    }
    put(t, ")");
}

static void put_field_name(struct text *t, struct analysis *a, u32 bci)
{
    struct symbol *c, *n, *d;
    cp_ref_names(a->cp, rd_u16be(a->code + bci + 1), &c, &n, &d);
    put(t, n->bytes);
}

static void put_local(struct text *t, struct analysis *a, u32 bci, u32 slot)
{
    const struct cf_method *cf = a->m->cf;
    for (u32 i = 0; cf && i < cf->local_count; i++) {
        const struct cf_local *l = &cf->locals[i];
        if (l->slot == slot && bci >= l->start && bci < (u32)l->start + l->length) {
            put(t, a->m->cp->file[l->name].u.utf8->bytes);
            return;
        }
    }
    bool is_static = method_is_static(a->m);
    if (!is_static && slot == 0) {
        put(t, "this");
        return;
    }
    u32 at = is_static ? 0 : 1, index = 1;
    const char *p = a->m->desc->bytes + 1, *start;
    u32 len;
    bool found = false;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; index++) {
        u32 n = slots_of_kind(k);
        if (slot >= at && slot < at + n) {
            found = true;
            break;
        }
        at += n;
    }
    bool was_written = slot >= 64 || (a->at[bci] && (a->at[bci]->written >> slot & 1));
    if (found && !was_written) {
        put(t, "<parameter");
        put_int(t, (i32)index);
    } else {
        put(t, "<local");
        put_int(t, (i32)slot);
    }
    put(t, ">");
}

/* Describes the value that is `slot` slots below the top before `bci`. Returns false if nothing was printed. */
static bool put_source(struct text *t, struct analysis *a, u32 bci, u32 slot, int detail, bool inner,
                       const char *prefix)
{
    /* each level prints before it recurses, so this ends the recursion for any expression */
    if (t->used + 1 >= t->size) return false;
    if (detail <= 0 || !a->at[bci] || slot >= a->at[bci]->depth) return false;
    u32 src = a->at[bci]->source[a->at[bci]->depth - 1 - slot];
    if (src == UNKNOWN) return false;
    struct bytecode b;
    if (!bytecode_read(&b, a->code, a->len, src)) return false;
    bool invoke = (b.info->does & BC_CALLS) && b.op != OP_invokedynamic;
    if (prefix && detail == MAX_DETAIL && !invoke) put(t, prefix);
    if (invoke) {
        if (detail == MAX_DETAIL && !inner) put(t, " because the return value of \"");
        put_method(t, a, src);
        return true;
    }
    if (b.info->local_access == BC_READ && (b.info->local_kind == 'A' || b.info->local_kind == 'I')) {
        put_local(t, a, src, bytecode_local(&b));
        return true;
    }
    if (b.info->pops[0] == '[' && b.op != OP_arraylength && *b.info->pushes) {
        if (!put_source(t, a, src, 1, detail - 1, inner, NULL)) put(t, "<array>");
        put(t, "[");
        if (!put_source(t, a, src, 0, detail, true, NULL)) put(t, "...");
        put(t, "]");
        return true;
    }
    struct symbol *c, *n, *d;
    switch (b.op) {
    case OP_aconst_null: put(t, "null"); return true;
    case OP_iconst_m1 ... OP_iconst_5: put_int(t, (i32)b.op - OP_iconst_0); return true;
    case OP_bipush: put_int(t, (i8)b.at[1]); return true;
    case OP_sipush: put_int(t, rd_i16be(b.at + 1)); return true;
    case OP_getstatic:
        cp_ref_names(a->cp, bytecode_constant(&b), &c, &n, &d);
        put_class_name(t, c);
        put(t, ".");
        put(t, n->bytes);
        return true;
    case OP_getfield:
        if (put_source(t, a, src, 0, detail - 1, inner, NULL)) put(t, ".");
        put_field_name(t, a, src);
        return true;
    default: return false;
    }
}

static const char *element_name(char kind)
{
    switch (kind) {
    case 'I': return "int";
    case 'J': return "long";
    case 'F': return "float";
    case 'D': return "double";
    case 'A': return "object";
    case 'B': return "byte/boolean";
    case 'C': return "char";
    default: return "short";
    }
}

/* Prints the action of the failing instruction. Returns the position of the null operand, in slots below the top; -1:
 * the instruction does not fail like this. */
static int put_action(struct text *t, struct analysis *a, u32 bci)
{
    struct bytecode b;
    if (!bytecode_read(&b, a->code, a->len, bci)) return -1;
    if (b.info->pops[0] == '[' && b.op != OP_arraylength) {
        put(t, *b.info->pushes ? "Cannot load from " : "Cannot store to ");
        put(t, element_name(b.info->pops[1]));
        put(t, " array");
        return b.info->pop_slots - 1;
    }
    struct symbol *c, *n, *d;
    switch (b.op) {
    case OP_arraylength: put(t, "Cannot read the array length"); return 0;
    case OP_athrow: put(t, "Cannot throw exception"); return 0;
    case OP_monitorenter: put(t, "Cannot enter synchronized block"); return 0;
    case OP_monitorexit: put(t, "Cannot exit synchronized block"); return 0;
    case OP_getfield:
        put(t, "Cannot read field \"");
        put_field_name(t, a, bci);
        put(t, "\"");
        return 0;
    case OP_putfield:
        cp_ref_names(a->cp, bytecode_constant(&b), &c, &n, &d);
        put(t, "Cannot assign field \"");
        put(t, n->bytes);
        put(t, "\"");
        return (int)slots_of_kind(d->bytes[0]);
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokeinterface:
        cp_ref_names(a->cp, bytecode_constant(&b), &c, &n, &d);
        if (n == SYM(init)) return -1; /* an explicit throw: the trace starts at the constructor call */
        put(t, "Cannot invoke \"");
        put_method(t, a, bci);
        put(t, "\"");
        return (int)desc_arg_slots(d);
    default: return -1;
    }
}

struct object *npe_message(struct thread *self, struct object *npe)
{
    struct method *m;
    i32 bci;
    if (!options.code_details_in_npe || throwable_hidden_top(npe) || !throwable_frame(npe, 0, &m, &bci)) return NULL;
    if (bci < 0 || !m->orig_code || (u32)bci >= m->code_len || method_has(m, MTH_HIDDEN)) return NULL;
    char buf[8192];
    struct text t = { buf, 0, sizeof buf };
    buf[0] = 0;
    struct analysis a = { .m = m, .cp = m->cp, .code = m->orig_code, .len = m->code_len };
    a.at = vm_calloc(a.len, sizeof *a.at);
    int slot = put_action(&t, &a, (u32)bci);
    if (slot >= 0) {
        analyze(&a, (u32)bci);
        if (put_source(&t, &a, (u32)bci, (u32)slot, MAX_DETAIL, false, " because \"")) put(&t, "\" is null");
    }
    for (u32 i = 0; i < a.len; i++) free(a.at[i]);
    free(a.at);
    if (slot < 0) return NULL;
    struct object *s = string_from_mutf8(self, buf);
    if (!s) self->pending = NULL;
    return s;
}
