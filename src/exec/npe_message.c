/* Helpful NullPointerException messages (JEP 358): says which expression of the source was null, from the bytecode
 * alone.
 *
 * A small data-flow analysis over the method's original bytecode: for each operand stack slot at each bci, the bci of
 * the instruction that pushed it (UNKNOWN where paths disagree), and which of the first 64 locals were written. From
 * the failing instruction the null operand's producer is described, and what that one consumed, five levels deep. All
 * numbers here are slots as the JVM counts them (long and double take two). */
#include "bytecode/bytecode.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "model/options.h"
#include <stdio.h>
#include <stdlib.h>

enum { UNKNOWN = 0xffff, MAX_DETAIL = 5, MAX_CODE = 65535 };

struct shape {   /* the stack before an instruction */
    u64 written; /* locals below 64 that were stored to on some path */
    u16 depth;
    u16 source[]; /* producer's bci by slot from the bottom */
};

struct analysis {
    struct method *m;
    struct constpool *cp;
    const u8 *code;
    u32 len;
    struct shape **at; /* by bci; NULL: not reached */
    u32 *todo, todo_count;
    u8 *queued;
};

/* Text that stops growing when it is full. */
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

/* ---- the opcodes' numbers used below (JVMS §6.5) ---- */
enum {
    OP_ACONST_NULL = 1,
    OP_ICONST_M1 = 2,
    OP_BIPUSH = 16,
    OP_SIPUSH = 17,
    OP_LDC = 18,
    OP_LDC_W = 19,
    OP_LDC2_W = 20,
    OP_ILOAD = 21,
    OP_ALOAD = 25,
    OP_ILOAD_0 = 26,
    OP_ALOAD_3 = 45,
    OP_IALOAD = 46,
    OP_SALOAD = 53,
    OP_ISTORE = 54,
    OP_ASTORE_3 = 78,
    OP_IASTORE = 79,
    OP_SASTORE = 86,
    OP_POP = 87,
    OP_DUP = 89,
    OP_DUP_X1,
    OP_DUP_X2,
    OP_DUP2,
    OP_DUP2_X1,
    OP_DUP2_X2,
    OP_SWAP,
    OP_IADD = 96,
    OP_INEG = 116,
    OP_ISHL = 120,
    OP_LXOR = 131,
    OP_IINC = 132,
    OP_I2L = 133,
    OP_I2S = 147,
    OP_LCMP = 148,
    OP_DCMPG = 152,
    OP_IFEQ = 153,
    OP_IF_ICMPEQ = 159,
    OP_IF_ACMPNE = 166,
    OP_GOTO = 167,
    OP_JSR = 168,
    OP_RET = 169,
    OP_TABLESWITCH = 170,
    OP_LOOKUPSWITCH = 171,
    OP_IRETURN = 172,
    OP_RETURN = 177,
    OP_GETSTATIC = 178,
    OP_PUTSTATIC,
    OP_GETFIELD,
    OP_PUTFIELD,
    OP_INVOKEVIRTUAL,
    OP_INVOKESPECIAL,
    OP_INVOKESTATIC,
    OP_INVOKEINTERFACE,
    OP_INVOKEDYNAMIC,
    OP_NEW,
    OP_NEWARRAY,
    OP_ANEWARRAY,
    OP_ARRAYLENGTH,
    OP_ATHROW,
    OP_CHECKCAST,
    OP_INSTANCEOF,
    OP_MONITORENTER,
    OP_MONITOREXIT,
    OP_WIDE,
    OP_MULTIANEWARRAY,
    OP_IFNULL,
    OP_IFNONNULL,
    OP_GOTO_W,
    OP_JSR_W,
};

static u32 slots_of_kind(char k) { return k == 'J' || k == 'D' ? 2 : k == 'V' ? 0 : 1; }

/* ---- the analysis ---- */
/* Joins a shape into the one before `bci`; queues it when that changed. */
static void flow_to(struct analysis *a, u32 bci, const struct shape *s)
{
    if (bci >= a->len) return;
    struct shape *old = a->at[bci];
    bool changed = false;
    if (!old) {
        size_t n = sizeof *s + s->depth * sizeof s->source[0];
        old = a->at[bci] = vm_malloc(n);
        memcpy(old, s, n);
        changed = true;
    } else {
        if ((old->written | s->written) != old->written) {
            old->written |= s->written;
            changed = true;
        }
        u32 n = old->depth < s->depth ? old->depth : s->depth;
        for (u32 i = 0; i < n; i++)
            if (old->source[i] != s->source[i] && old->source[i] != UNKNOWN) {
                old->source[i] = UNKNOWN;
                changed = true;
            }
    }
    if (changed && !a->queued[bci]) {
        a->queued[bci] = 1;
        a->todo[a->todo_count++] = bci;
    }
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
/* Copies the top `n` slots below the next `skip` slots: all of the dup family. */
static void sim_dup(struct sim *x, u32 n, u32 skip)
{
    struct shape *s = x->s;
    if (s->depth < n + skip || s->depth + n > x->cap) {
        x->bad = true;
        return;
    }
    u16 top[2];
    memcpy(top, &s->source[s->depth - n], n * sizeof top[0]);
    memmove(&s->source[s->depth - n - skip + n], &s->source[s->depth - n - skip], (n + skip) * sizeof s->source[0]);
    memcpy(&s->source[s->depth - n - skip], top, n * sizeof top[0]);
    s->depth = (u16)(s->depth + n);
}

static void write_local(struct shape *s, u32 slot, u32 n)
{
    for (; n--; slot++)
        if (slot < 64) s->written |= 1ULL << slot;
}

/* Slots by the letter order of the instruction families: i l f d a [b c s]. */
static u32 family_slots(u32 index) { return index == 1 || index == 3 ? 2 : 1; }

/* Runs one instruction on x->s and hands the result to its successors. */
static void step(struct analysis *a, u32 bci, struct sim *x)
{
    u32 len = 0;
    const u8 *p = a->code + bci;
    u8 op = *p;
    bool wide = op == OP_WIDE;
    u32 at = 1;
    if (wide) {
        op = p[1];
        at = 2;
    }
    len = bytecode_length(a->code, a->len, bci);
    if (!len) {
        x->bad = true;
        return;
    }
    struct shape *s = x->s;
    bool falls = true;
    u32 local = wide ? rd_u16be(p + at) : (bci + at < a->len ? p[at] : 0);

    if (op == 0) {
    } else if (op <= 8)
        sim_push(x, bci, 1); /* aconst_null, iconst */
    else if (op <= 10)
        sim_push(x, bci, 2); /* lconst */
    else if (op <= 13)
        sim_push(x, bci, 1); /* fconst */
    else if (op <= 15)
        sim_push(x, bci, 2); /* dconst */
    else if (op <= OP_LDC_W)
        sim_push(x, bci, 1);
    else if (op == OP_LDC2_W)
        sim_push(x, bci, 2);
    else if (op <= OP_ALOAD)
        sim_push(x, bci, family_slots(op - OP_ILOAD));
    else if (op <= OP_ALOAD_3)
        sim_push(x, bci, family_slots((op - OP_ILOAD_0) / 4));
    else if (op <= OP_SALOAD) {
        sim_pop(x, 2);
        sim_push(x, bci, family_slots(op - OP_IALOAD));
    } else if (op <= 58) {
        u32 n = family_slots(op - OP_ISTORE);
        sim_pop(x, n);
        write_local(s, local, n);
    } else if (op <= OP_ASTORE_3) {
        u32 n = family_slots((op - 59) / 4);
        sim_pop(x, n);
        write_local(s, (op - 59) % 4, n);
    } else if (op <= OP_SASTORE)
        sim_pop(x, 2 + family_slots(op - OP_IASTORE));
    else if (op == OP_POP)
        sim_pop(x, 1);
    else if (op == OP_POP + 1)
        sim_pop(x, 2);
    else if (op == OP_DUP)
        sim_dup(x, 1, 0);
    else if (op == OP_DUP_X1)
        sim_dup(x, 1, 1);
    else if (op == OP_DUP_X2)
        sim_dup(x, 1, 2);
    else if (op == OP_DUP2)
        sim_dup(x, 2, 0);
    else if (op == OP_DUP2_X1)
        sim_dup(x, 2, 1);
    else if (op == OP_DUP2_X2)
        sim_dup(x, 2, 2);
    else if (op == OP_SWAP) {
        if (s->depth < 2)
            x->bad = true;
        else {
            u16 t = s->source[s->depth - 1];
            s->source[s->depth - 1] = s->source[s->depth - 2];
            s->source[s->depth - 2] = t;
        }
    } else if (op < OP_INEG) {
        u32 n = (op - OP_IADD) % 4 == 1 || (op - OP_IADD) % 4 == 3 ? 2 : 1;
        sim_pop(x, 2 * n);
        sim_push(x, bci, n);
    } else if (op < OP_ISHL) {
        u32 n = (op & 1) ? 2 : 1;
        sim_pop(x, n);
        sim_push(x, bci, n);
    } /* neg: 117 lneg, 119 dneg */
    else if (op <= 125) {
        u32 n = (op & 1) ? 2 : 1;
        sim_pop(x, n + 1);
        sim_push(x, bci, n);
    } /* shifts: odd ones are long */
    else if (op <= OP_LXOR) {
        u32 n = (op & 1) ? 2 : 1;
        sim_pop(x, 2 * n);
        sim_push(x, bci, n);
    } else if (op == OP_IINC)
        write_local(s, local, 1);
    else if (op <= OP_I2S) {
        static const u8 from[] = { 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1 },
                        to[] = { 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 1, 1 };
        sim_pop(x, from[op - OP_I2L]);
        sim_push(x, bci, to[op - OP_I2L]);
    } else if (op <= OP_DCMPG) {
        sim_pop(x, op == 149 || op == 150 ? 2 : 4);
        sim_push(x, bci, 1);
    } else if (op < OP_IF_ICMPEQ || op == OP_IFNULL || op == OP_IFNONNULL) {
        sim_pop(x, 1);
        flow_to(a, (u32)((i32)bci + rd_i16be(p + 1)), s);
    } else if (op <= OP_IF_ACMPNE) {
        sim_pop(x, 2);
        flow_to(a, (u32)((i32)bci + rd_i16be(p + 1)), s);
    } else if (op == OP_GOTO) {
        falls = false;
        flow_to(a, (u32)((i32)bci + rd_i16be(p + 1)), s);
    } else if (op == OP_GOTO_W) {
        falls = false;
        flow_to(a, (u32)((i32)bci + rd_i32be(p + 1)), s);
    } else if (op == OP_JSR || op == OP_JSR_W) {
        /* the subroutine sees a return address; the code behind it is reached by its ret, with a stack as before */
        sim_push(x, bci, 1);
        flow_to(a, (u32)((i32)bci + (op == OP_JSR ? rd_i16be(p + 1) : rd_i32be(p + 1))), s);
        sim_pop(x, 1);
    } else if (op == OP_RET)
        falls = false;
    else if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
        falls = false;
        sim_pop(x, 1);
        const u8 *q = a->code + ((bci + 4) & ~3u);
        flow_to(a, (u32)((i32)bci + rd_i32be(q)), s);
        u32 n = op == OP_TABLESWITCH ? (u32)(rd_i32be(q + 8) - rd_i32be(q + 4) + 1) : rd_u32be(q + 4);
        const u8 *e = op == OP_TABLESWITCH ? q + 12 : q + 12;
        u32 stride = op == OP_TABLESWITCH ? 4 : 8;
        for (u32 i = 0; i < n; i++) flow_to(a, (u32)((i32)bci + rd_i32be(e + (size_t)i * stride)), s);
    } else if (op <= OP_RETURN)
        falls = false;
    else if (op <= OP_PUTFIELD) {
        struct symbol *c, *n, *d;
        cp_ref_names(a->cp, rd_u16be(p + 1), &c, &n, &d);
        u32 k = slots_of_kind(d->bytes[0]);
        if (op == OP_PUTSTATIC || op == OP_PUTFIELD) sim_pop(x, k);
        if (op == OP_GETFIELD || op == OP_PUTFIELD) sim_pop(x, 1);
        if (op == OP_GETSTATIC || op == OP_GETFIELD) sim_push(x, bci, k);
    } else if (op <= OP_INVOKEDYNAMIC) {
        struct symbol *c, *n, *d;
        cp_ref_names(a->cp, rd_u16be(p + 1), &c, &n, &d);
        sim_pop(x, desc_arg_slots(d) + (op == OP_INVOKESTATIC || op == OP_INVOKEDYNAMIC ? 0 : 1));
        sim_push(x, bci, slots_of_kind(desc_return_kind(d)));
    } else if (op == OP_NEW)
        sim_push(x, bci, 1);
    else if (op == OP_NEWARRAY || op == OP_ANEWARRAY || op == OP_ARRAYLENGTH || op == OP_INSTANCEOF) {
        sim_pop(x, 1);
        sim_push(x, bci, 1);
    } else if (op == OP_ATHROW)
        falls = false;
    else if (op == OP_CHECKCAST) {
    } else if (op == OP_MONITORENTER || op == OP_MONITOREXIT)
        sim_pop(x, 1);
    else if (op == OP_MULTIANEWARRAY) {
        sim_pop(x, p[3]);
        sim_push(x, bci, 1);
    } else
        x->bad = true;

    if (falls && !x->bad) flow_to(a, bci + len, s);
}

static void analyze(struct analysis *a)
{
    u32 cap = (u32)a->m->max_stack + 2;
    struct shape *work = vm_malloc(sizeof *work + (cap + 2) * sizeof work->source[0]);
    *work = (struct shape){ 0 };
    flow_to(a, 0, work);
    /* Handlers are entered with one value of unknown source, with the locals of anywhere in their range: as if nothing
     * more was written. */
    while (a->todo_count) {
        u32 bci = a->todo[--a->todo_count];
        a->queued[bci] = 0;
        struct shape *from = a->at[bci];
        memcpy(work, from, sizeof *work + from->depth * sizeof from->source[0]);
        for (u32 i = 0; i < a->m->handler_count; i++) {
            const struct handler *h = &a->m->handlers[i];
            if (bci < h->start || bci >= h->end) continue;
            u64 room[3];
            struct shape *entry = (struct shape *)room;
            entry->written = work->written;
            entry->depth = 1;
            entry->source[0] = UNKNOWN;
            flow_to(a, h->handler, entry);
        }
        struct sim x = { work, cap, false };
        step(a, bci, &x);
        if (x.bad) break; /* what is known so far still helps */
    }
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
    static const char *const names[] = { ['B' - 'B'] = "byte",  ['C' - 'B'] = "char",   ['D' - 'B'] = "double",
                                         ['F' - 'B'] = "float", ['I' - 'B'] = "int",    ['J' - 'B'] = "long",
                                         ['S' - 'B'] = "short", ['Z' - 'B'] = "boolean" };
    if (*p == 'L') {
        if (len == 18 && !memcmp(p, "Ljava/lang/Object;", 18))
            put(t, "Object");
        else if (len == 18 && !memcmp(p, "Ljava/lang/String;", 18))
            put(t, "String");
        else
            for (u32 i = 1; i + 1 < len; i++) put_char(t, p[i] == '/' ? '.' : p[i]);
    } else if (*p >= 'B' && *p <= 'Z' && names[*p - 'B'])
        put(t, names[*p - 'B']);
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
            put(t, l->name->bytes);
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

/* Describes what stands `slot` slots below the top before `bci`. false: nothing was printed. */
static bool put_source(struct text *t, struct analysis *a, u32 bci, u32 slot, int detail, bool inner,
                       const char *prefix)
{
    /* each round prints before it goes deeper, so this ends it, however deep the expression is */
    if (t->used + 1 >= t->size) return false;
    if (detail <= 0 || !a->at[bci] || slot >= a->at[bci]->depth) return false;
    u32 src = a->at[bci]->source[a->at[bci]->depth - 1 - slot];
    if (src == UNKNOWN) return false;
    const u8 *p = a->code + src;
    u8 op = *p;
    bool wide = op == OP_WIDE;
    if (wide) op = p[1];
    bool invoke = op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEINTERFACE;
    if (prefix && detail == MAX_DETAIL && !invoke) put(t, prefix);
    if (op == OP_ACONST_NULL) {
        put(t, "null");
        return true;
    }
    if (op >= OP_ICONST_M1 && op <= 8) {
        put_int(t, (i32)op - 3);
        return true;
    }
    if (op == OP_BIPUSH) {
        put_int(t, (i8)p[1]);
        return true;
    }
    if (op == OP_SIPUSH) {
        put_int(t, rd_i16be(p + 1));
        return true;
    }
    if (op == OP_ILOAD || op == OP_ALOAD) {
        put_local(t, a, src, wide ? rd_u16be(p + 2) : p[1]);
        return true;
    }
    if ((op >= OP_ILOAD_0 && op < OP_ILOAD_0 + 4) || (op > OP_ALOAD_3 - 4 && op <= OP_ALOAD_3)) {
        put_local(t, a, src, (op - OP_ILOAD_0) % 4);
        return true;
    }
    if (op == OP_GETSTATIC) {
        struct symbol *c, *n, *d;
        cp_ref_names(a->cp, rd_u16be(p + 1), &c, &n, &d);
        put_class_name(t, c);
        put(t, ".");
        put(t, n->bytes);
        return true;
    }
    if (op == OP_GETFIELD) {
        if (put_source(t, a, src, 0, detail - 1, inner, NULL)) put(t, ".");
        put_field_name(t, a, src);
        return true;
    }
    if (invoke) {
        if (detail == MAX_DETAIL && !inner) put(t, " because the return value of \"");
        put_method(t, a, src);
        return true;
    }
    if (op >= OP_IALOAD && op <= OP_SALOAD) {
        if (!put_source(t, a, src, 1, detail - 1, inner, NULL)) put(t, "<array>");
        put(t, "[");
        if (!put_source(t, a, src, 0, detail, true, NULL)) put(t, "...");
        put(t, "]");
        return true;
    }
    return false;
}

/* What the failing instruction wanted to do; the slot of the null operand below the top. -1: not an instruction that
 * fails so. */
static int put_action(struct text *t, struct analysis *a, u32 bci)
{
    static const char *const elements[] = {
        "int", "long", "float", "double", "object", "byte/boolean", "char", "short"
    };
    const u8 *p = a->code + bci;
    u8 op = *p;
    if (op >= OP_IALOAD && op <= OP_SALOAD) {
        put(t, "Cannot load from ");
        put(t, elements[op - OP_IALOAD]);
        put(t, " array");
        return 1;
    }
    if (op >= OP_IASTORE && op <= OP_SASTORE) {
        put(t, "Cannot store to ");
        put(t, elements[op - OP_IASTORE]);
        put(t, " array");
        return 1 + (int)family_slots(op - OP_IASTORE);
    }
    struct symbol *c, *n, *d;
    switch (op) {
    case OP_ARRAYLENGTH: put(t, "Cannot read the array length"); return 0;
    case OP_ATHROW: put(t, "Cannot throw exception"); return 0;
    case OP_MONITORENTER: put(t, "Cannot enter synchronized block"); return 0;
    case OP_MONITOREXIT: put(t, "Cannot exit synchronized block"); return 0;
    case OP_GETFIELD:
        put(t, "Cannot read field \"");
        put_field_name(t, a, bci);
        put(t, "\"");
        return 0;
    case OP_PUTFIELD:
        cp_ref_names(a->cp, rd_u16be(p + 1), &c, &n, &d);
        put(t, "Cannot assign field \"");
        put(t, n->bytes);
        put(t, "\"");
        return (int)slots_of_kind(d->bytes[0]);
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE:
        cp_ref_names(a->cp, rd_u16be(p + 1), &c, &n, &d);
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
    if (bci < 0 || !m->orig_code || (u32)bci >= m->code_len || (m->flags & MTH_HIDDEN)) return NULL;
    char buf[8192];
    struct text t = { buf, 0, sizeof buf };
    buf[0] = 0;
    struct analysis a = { .m = m, .cp = m->cp, .code = m->orig_code, .len = m->code_len };
    a.at = vm_calloc(a.len, sizeof *a.at);
    a.todo = vm_malloc((a.len + 1) * sizeof *a.todo);
    a.queued = vm_calloc(a.len, 1);
    int slot = put_action(&t, &a, (u32)bci);
    if (slot >= 0) {
        analyze(&a);
        if (put_source(&t, &a, (u32)bci, (u32)slot, MAX_DETAIL, false, " because \"")) put(&t, "\" is null");
    }
    for (u32 i = 0; i < a.len; i++) free(a.at[i]);
    free(a.at);
    free(a.todo);
    free(a.queued);
    if (slot < 0) return NULL;
    struct object *s = string_from_mutf8(self, buf);
    if (!s) self->pending = NULL;
    return s;
}
