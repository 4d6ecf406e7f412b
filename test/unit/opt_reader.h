/* opt_reader.h: graphs from the text that opt_text.c writes, over classes, fields and methods that stand for real ones.
 * Fails the test with the line for what it does not understand.
 *
 * Lines before the graph:   class A [super B] [final]     field A.x I 16 [volatile]     box A T.cache -128 127     wide
 * A class whose name is [ and a letter is the array of that primitive type. A method is there when it is named. */
#ifndef ARGUS_TEST_OPT_READER_H
#define ARGUS_TEST_OPT_READER_H

#include "exec/opt/opt_ir.h"
#include "model/class.h"
#include "unit.h"
#include <ctype.h>

enum { READER_MOST = 64 };
struct reader {
    struct opt_graph *g;
    struct class *classes[READER_MOST];
    struct method *methods[READER_MOST];
    u32 class_count, method_count;
    const char *at; /* in the line */
    char line[2048];
    u32 line_number;
    opt_value numbered[4096]; /* value by its number in the text */
};

static NORETURN void reader_fails(const struct reader *r, const char *why)
{
    fail_msg("line %u: %s, at \"%s\" of \"%s\"", r->line_number, why, r->at, r->line);
    abort();
}
static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == ',') r->at++;
}
static bool comes(struct reader *r, const char *word)
{
    skip_blanks(r);
    size_t n = strlen(word);
    if (strncmp(r->at, word, n)) return false;
    if (isalnum((u8)word[n - 1]) && (isalnum((u8)r->at[n]) || r->at[n] == '_')) return false;
    r->at += n;
    return true;
}
static void wants(struct reader *r, const char *word)
{
    if (!comes(r, word)) reader_fails(r, word);
}
static bool number_comes(struct reader *r, i64 *n)
{
    skip_blanks(r);
    char *end;
    if (!isdigit((u8)*r->at) && *r->at != '-') return false;
    *n = (i64)strtoull(r->at, &end, *r->at == '0' && r->at[1] == 'x' ? 16 : 10);
    if (end == r->at) return false;
    r->at = end;
    return true;
}
static i64 read_number(struct reader *r)
{
    i64 n;
    if (!number_comes(r, &n)) reader_fails(r, "no number");
    return n;
}
/* Letters, digits and what names have. */
static const char *read_word(struct reader *r, char *to, size_t size, const char *also)
{
    size_t n = 0;
    skip_blanks(r);
    while (*r->at && (isalnum((u8)*r->at) || *r->at == '_' || strchr(also, *r->at))) {
        if (n + 1 < size) to[n++] = *r->at;
        r->at++;
    }
    to[n] = 0;
    if (!n) reader_fails(r, "no name");
    return to;
}

/* ---- classes ---- */
static struct class *find_class(struct reader *r, const char *name)
{
    for (u32 i = 0; i < r->class_count; i++)
        if (!strcmp(r->classes[i]->name->bytes, name)) return r->classes[i];
    reader_fails(r, "no such class");
}
/* Lets c, which has the name of an array of a primitive type, be that. */
static void make_array(struct class *c)
{
    struct class *element = calloc(1, sizeof *element);
    element->prim_kind = (u8)c->name->bytes[1];
    element->name = symbol_from_cstr(c->name->bytes + 1);
    c->element = element;
    c->type.kind = HEAP_PRIM_ARRAY;
    class_primitive[element->prim_kind] = element;
    atomic_store(&element->array, c);
}
static void read_class(struct reader *r)
{
    char name[64];
    struct class *c = calloc(1, sizeof *c);
    assert_true(r->class_count < READER_MOST);
    c->name = symbol_from_cstr(read_word(r, name, sizeof name, "/$["));
    c->type.kind = HEAP_INSTANCE;
    c->type.instance_size = 64;
    c->fields = calloc(16, sizeof *c->fields);
    if (comes(r, "super")) {
        c->super = find_class(r, read_word(r, name, sizeof name, "/$"));
        c->depth = c->super->depth + 1;
        memcpy(c->display, c->super->display, sizeof c->display);
    }
    if (comes(r, "final")) c->access |= ACC_FINAL;
    c->display[c->depth] = c;
    if (c->name->bytes[0] == '[') make_array(c);
    r->classes[r->class_count++] = c;
}
static struct field *find_field(struct reader *r, struct class *c, const char *name)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (!strcmp(c->fields[i].name->bytes, name)) return &c->fields[i];
    return NULL;
}
static void read_field(struct reader *r)
{
    char name[64];
    struct class *c = find_class(r, read_word(r, name, sizeof name, "/$"));
    wants(r, ".");
    struct field *f = &c->fields[c->field_count++];
    f->owner = c;
    f->name = symbol_from_cstr(read_word(r, name, sizeof name, ""));
    f->desc = symbol_from_cstr(read_word(r, name, sizeof name, "/;["));
    f->kind = (u8)name[0];
    f->offset = (u32)read_number(r);
    if (comes(r, "volatile")) f->access |= ACC_VOLATILE;
}
/* A class of boxes: of its first field, with the static field for those of the numbers from one to another. */
static void read_box(struct reader *r)
{
    char name[64];
    assert_true(r->g->box_classes < OPT_BOX_CLASSES);
    struct opt_box_class *b = &r->g->boxes[r->g->box_classes++];
    b->cls = find_class(r, read_word(r, name, sizeof name, "/$"));
    b->value = &b->cls->fields[0];
    struct class *owner = find_class(r, read_word(r, name, sizeof name, "/$"));
    wants(r, ".");
    b->cache = find_field(r, owner, read_word(r, name, sizeof name, ""));
    if (!b->cache) reader_fails(r, "no such field");
    b->least = read_number(r);
    b->most = read_number(r);
}
/* With so many locals; methods of one name that have others are others. */
static struct method *method_named(struct reader *r, const char *owner, const char *name, u32 locals)
{
    for (u32 i = 0; i < r->method_count; i++)
        if (!strcmp(r->methods[i]->name->bytes, name) && r->methods[i]->max_locals == locals) return r->methods[i];
    struct method *m = calloc(1, sizeof *m);
    assert_true(r->method_count < READER_MOST);
    m->name = symbol_from_cstr(name);
    m->desc = symbol_from_cstr("()V");
    m->owner = owner ? find_class(r, owner) : r->g->m ? r->g->m->owner : NULL;
    m->max_locals = (u16)locals;
    m->max_stack = 8;
    return r->methods[r->method_count++] = m;
}

/* ---- frames ---- */
static opt_value value_of(struct reader *r, i64 number)
{
    if (!number) return 0;
    assert_true(number > 0 && number < (i64)ARRAY_LEN(r->numbered));
    if (!r->numbered[number]) {
        while (r->g->count <= (u32)number) (void)opt_new_node(r->g, OPT_OPS - 1, OPT_VOID);
        r->numbered[number] = (opt_value)number;
        r->g->nodes[number].dead = true; /* until its line comes */
    }
    return r->numbered[number];
}
static opt_value read_value(struct reader *r) { return value_of(r, read_number(r)); }

static struct opt_state *read_frame(struct reader *r)
{
    char name[64];
    i64 n;
    opt_value slots[64];
    u32 count = 0, locals = 0;
    bool bar = false;
    struct opt_state s = { .bci = 0 };
    (void)read_word(r, name, sizeof name, "<>$");
    wants(r, "@");
    s.bci = (u32)read_number(r);
    if (number_comes(r, &n)) s.reason = (u8)n;
    wants(r, ":");
    while (!comes(r, "}")) {
        if (comes(r, "|"))
            bar = true;
        else if (comes(r, "#"))
            s.lock = read_value(r);
        else {
            assert_true(count < ARRAY_LEN(slots));
            slots[count++] = read_value(r);
            locals += !bar;
        }
    }
    s.m = method_named(r, NULL, name, locals);
    s.nlocals = (u16)locals;
    s.nstack = (u16)(count - locals);
    struct opt_state *made = arena_alloc(&r->g->arena, sizeof s + (count + 1) * sizeof s.slots[0]);
    memcpy(made, &s, sizeof s);
    memcpy(made->slots, slots, count * sizeof *slots);
    made->live = ARENA_NEW_ARRAY(&r->g->arena, u64, 1);
    return made;
}
static void read_virtual(struct reader *r, struct opt_state *s)
{
    s->virtuals = opt_grown(&r->g->arena, s->virtuals, s->virtual_count, &s->virtual_room, sizeof *s->virtuals);
    struct opt_virtual *o = &s->virtuals[s->virtual_count++];
    opt_value *values = ARENA_NEW_ARRAY(&r->g->arena, opt_value, 17);
    struct opt_fields *f = arena_alloc(&r->g->arena, sizeof *f + 16 * sizeof f->all[0]);
    *o = (struct opt_virtual){ read_value(r), f, values, { 0 } };
    wants(r, ":");
    while (!comes(r, "]"))
        if (comes(r, "@"))
            o->held.headers[o->held.count++] = (i32)read_number(r);
        else
            values[f->count++] = read_value(r);
}
static void read_unrecorded(struct reader *r, struct opt_state *s)
{
    if (!s->unrecorded) s->unrecorded = ARENA_NEW_ARRAY(&r->g->arena, struct opt_unrecorded, 8);
    assert_true(s->unrecorded_count < 8);
    struct opt_unrecorded *u = &s->unrecorded[s->unrecorded_count++];
    u->object = read_value(r);
    wants(r, "@");
    u->header = (i32)read_number(r);
    wants(r, ">");
}
static struct opt_state *read_state(struct reader *r)
{
    struct opt_state *first = NULL, **at = &first;
    while (comes(r, "{")) {
        *at = read_frame(r);
        at = &(*at)->caller;
    }
    while (first && comes(r, "<")) read_unrecorded(r, first);
    while (first && comes(r, "[")) read_virtual(r, first);
    return first;
}

/* ---- nodes ---- */
static u8 op_named(struct reader *r, const char *name)
{
    for (u32 op = 0; op < OPT_OPS; op++)
        if (!strcmp(opt_ops[op].name, name)) return (u8)op;
    reader_fails(r, "no such node");
}
static void read_imm(struct reader *r, struct opt_node *n)
{
    char name[64];
    switch (opt_ops[n->op].imm) {
    case OPT_IMM_CONV:
        (void)read_word(r, name, sizeof name, "");
        while (strcmp(opt_conversions[n->imm].name, name))
            if (++n->imm == OPT_CONVERSIONS) reader_fails(r, "no such conversion");
        break;
    case OPT_IMM_LANE_OP:
        n->imm = op_named(r, read_word(r, name, sizeof name, ""));
        if (comes(r, "<<")) n->imm |= read_number(r) << 8;
        break;
    default: n->imm = read_number(r);
    }
}
static void read_ptr(struct reader *r, struct opt_node *n)
{
    char owner[64], name[64];
    u8 means = opt_ops[n->op].ptr;
    if (means == OPT_PTR_CATCHES) {
        struct opt_catches *c = arena_alloc(&r->g->arena, sizeof *c + 8 * sizeof c->all[0]);
        c->count = 0;
        do {
            (void)read_word(r, owner, sizeof owner, "/$[");
            wants(r, ":");
            assert_true(c->count < 8);
            c->all[c->count].type = strcmp(owner, "any") ? find_class(r, owner) : NULL;
            c->all[c->count++].number = (i32)read_number(r);
        } while (*r->at == ',');
        n->ptr = c;
        return;
    }
    if (means != OPT_PTR_CLASS && means != OPT_PTR_FIELD && means != OPT_PTR_METHOD) {
        n->ptr = (void *)(uintptr_t)read_number(r);
        return;
    }
    (void)read_word(r, owner, sizeof owner, "/$[");
    if (means == OPT_PTR_CLASS) {
        n->ptr = find_class(r, owner);
        return;
    }
    wants(r, ".");
    (void)read_word(r, name, sizeof name, "<>$");
    n->ptr =
        means == OPT_PTR_FIELD ? (void *)find_field(r, find_class(r, owner), name) : method_named(r, owner, name, 0);
    if (!n->ptr) reader_fails(r, "no such field");
}
static bool read_member(struct reader *r, struct opt_node *n)
{
    static const char *const imms[] = {
        NULL,
#define IMM(name, accessor) #accessor "=",
#include "exec/opt/opt_ir.def"
    };
    static const char *const ptrs[] = {
        NULL,
#define PTR(name, accessor, type) #accessor "=",
#include "exec/opt/opt_ir.def"
    };
    static const char *const kinds[] = {
        NULL,
#define KIND(name, accessor) #accessor "=",
#include "exec/opt/opt_ir.def"
    };
    static const char *const ccs[] = {
        NULL,
#define CC(name, accessor) #accessor "=",
#include "exec/opt/opt_ir.def"
    };
    static const struct {
        const char *name;
        u8 cc;
    } conds[] = { { "eq", OPT_EQ }, { "ne", OPT_NE }, { "lt", OPT_LT },
                  { "ge", OPT_GE }, { "le", OPT_LE }, { "gt", OPT_GT } };
    const struct opt_op_info *row = &opt_ops[n->op];
    static struct object some;
    if (comes(r, "dep="))
        n->dep = read_value(r);
    else if (comes(r, "known"))
        n->known = &some;
    else if (row->imm && comes(r, imms[row->imm]))
        read_imm(r, n);
    else if (row->ptr && comes(r, ptrs[row->ptr]))
        read_ptr(r, n);
    else if (row->kind == OPT_KIND_TYPE && comes(r, kinds[row->kind]))
        n->kind = (u8)*r->at++;
    else if (row->kind && comes(r, kinds[row->kind]))
        n->kind = (u8)read_number(r);
    else if (row->cc == OPT_CC_COND && comes(r, ccs[row->cc])) {
        for (u32 i = 0; i < ARRAY_LEN(conds) && !n->cc; i++)
            if (comes(r, conds[i].name)) n->cc = conds[i].cc;
        if (!n->cc) reader_fails(r, "no such condition");
    } else if (row->cc && comes(r, ccs[row->cc]))
        n->cc = (u8)read_number(r);
    else
        return false;
    return true;
}
static void read_node(struct reader *r, u32 block)
{
    static const char letters[] = "vilfdaxy";
    char name[32];
    i64 in;
    const char *type = strchr(letters, *r->at);
    if (!type || !*type) reader_fails(r, "no type");
    r->at++;
    i64 number = read_number(r);
    opt_value v = value_of(r, number);
    wants(r, "=");
    struct opt_node n = { .type = (u8)(type - letters), .reg = -1, .shadow = -1, .home = OPT_NO_HOME };
    n.op = op_named(r, read_word(r, name, sizeof name, ""));
    for (u32 i = 0; number_comes(r, &in); i++) {
        assert_true(i < ARRAY_LEN(n.in));
        n.in[i] = value_of(r, in);
    }
    if (comes(r, "(")) {
        n.args = ARENA_NEW_ARRAY(&r->g->arena, opt_value, 64);
        while (!comes(r, ")")) n.args[n.argc++] = read_value(r);
    }
    while (read_member(r, &n)) {}
    n.state = read_state(r);
    skip_blanks(r);
    if (*r->at) reader_fails(r, "something is left");
    r->g->nodes[v] = n;
    if (!opt_does(&n, OPT_DOES_NOWHERE)) opt_append(r->g, block, v);
}
static void read_block(struct reader *r, u32 *block)
{
    i64 n;
    u32 b = (u32)read_number(r);
    while (r->g->block_count <= b) (void)opt_new_block(r->g);
    *block = b;
    if (comes(r, "<-"))
        while (number_comes(r, &n)) {
            struct opt_block *x = &r->g->blocks[b];
            x->preds = opt_grown(&r->g->arena, x->preds, x->pred_count, &x->pred_room, sizeof *x->preds);
            x->preds[x->pred_count++] = (u32)n;
        }
    if (comes(r, "->"))
        while (number_comes(r, &n)) {
            assert_true(r->g->blocks[b].succ_count < 2);
            r->g->blocks[b].succ[r->g->blocks[b].succ_count++] = (u32)n;
            while (r->g->block_count <= (u32)n) (void)opt_new_block(r->g);
        }
    r->g->blocks[b].rare = comes(r, "rare");
    if (comes(r, "heat")) r->g->blocks[b].heat = (u32)read_number(r);
    if (comes(r, "loop")) r->g->blocks[b].entry = read_state(r);
}

/* ---- the whole ---- */
/* Begins an empty graph of a method f in a class T. */
static void reader_begin(struct reader *r, struct opt_graph *g)
{
    memset(r, 0, sizeof *r);
    memset(g, 0, sizeof *g);
    r->g = g;
    arena_init(&g->arena, 64 * KB);
    arena_init(&g->scratch, 64 * KB);
    (void)opt_new_block(g);
    struct class *c = calloc(1, sizeof *c);
    c->name = symbol_from_cstr("T");
    c->type.kind = HEAP_INSTANCE;
    c->fields = calloc(16, sizeof *c->fields);
    c->display[0] = c;
    r->classes[r->class_count++] = c;
    g->m = method_named(r, "T", "f", 0);
}
/* One line of a graph or before it. block: that is being read. */
static void reader_line(struct reader *r, const char *line, u32 *block)
{
    snprintf(r->line, sizeof r->line, "%s", line);
    r->at = r->line;
    if (comes(r, "class"))
        read_class(r);
    else if (comes(r, "field"))
        read_field(r);
    else if (comes(r, "wide"))
        r->g->wide = true;
    else if (comes(r, "box"))
        read_box(r);
    else if (comes(r, "block"))
        read_block(r, block);
    else
        read_node(r, *block);
}

#endif
