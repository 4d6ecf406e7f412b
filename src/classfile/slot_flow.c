/* slot_flow.c: see slot_flow.h.
 *
 * States are kept where paths can meet: at branch targets and handlers ("blocks"). From a block the flow runs straight
 * on and joins its state into the blocks that it reaches; a block whose state changed runs again. A state has two bits
 * for each slot (reference, value; neither: nothing) and a join is an `and`. So states only lose bits, and the flow
 * ends. The class file may be unverified, so each step checks its bounds. */
#include "classfile/slot_flow.h"

#include "bytecode/bytecode.h"
#include <stdlib.h>

enum { MAX_STEPS = 1 << 20, UNREACHED = UINT32_MAX };

struct flow {
    const struct classfile *cf;
    const struct cf_method *m;
    const u8 *code;
    u32 len, words, steps;
    /* blocks */
    u64 *starts; /* bit for each bci */
    u32 *ranks;  /* by word of starts: how many blocks begin before it */
    u32 *depths; /* UNREACHED: no path has got there yet */
    u64 *states; /* 2 * words for each */
    u32 *todo, todo_count;
    u64 *queued;
    /* the current state */
    u64 *reference, *value;
    u32 depth;
    bool joins; /* false: only the current path is followed */
    bool failed;
};

/* ---- bits ---- */
static bool get(const u64 *bits, u32 i) { return bits[i / 64] >> (i % 64) & 1; }
static void put(u64 *bits, u32 i, bool on)
{
    u64 bit = (u64)1 << (i % 64);
    if (on)
        bits[i / 64] |= bit;
    else
        bits[i / 64] &= ~bit;
}

/* ---- slots ---- */
struct kind {
    bool reference, value;
};
static const struct kind A_REFERENCE = { true, false }, A_VALUE = { false, true };

static struct kind kind_at(const struct flow *f, u32 slot)
{
    return (struct kind){ get(f->reference, slot), get(f->value, slot) };
}
static void set_kind(struct flow *f, u32 slot, struct kind k)
{
    put(f->reference, slot, k.reference);
    put(f->value, slot, k.value);
}
static void push(struct flow *f, struct kind k)
{
    if (f->depth >= f->m->max_stack)
        f->failed = true;
    else
        set_kind(f, f->m->max_locals + f->depth++, k);
}
static struct kind pop(struct flow *f)
{
    if (!f->depth) {
        f->failed = true;
        return (struct kind){ false, false };
    }
    u32 slot = f->m->max_locals + --f->depth;
    struct kind k = kind_at(f, slot);
    set_kind(f, slot, (struct kind){ false, false }); /* empty slots compare equal */
    return k;
}
static void pop_many(struct flow *f, u32 n)
{
    while (n-- && !f->failed) (void)pop(f);
}
static void push_kind(struct flow *f, char k) /* of a descriptor */
{
    if (k == 'V') return;
    push(f, k == 'L' || k == '[' ? A_REFERENCE : A_VALUE);
    if (k == 'J' || k == 'D') push(f, A_VALUE);
}
static void store(struct flow *f, u32 slot, u32 width)
{
    struct kind k = pop(f);
    if (width == 2) (void)pop(f);
    for (u32 i = 0; i < width && !f->failed; i++) {
        if (slot + i >= f->m->max_locals)
            f->failed = true;
        else
            set_kind(f, slot + i, k);
    }
}

/* ---- instructions ---- */
static const struct cf_const *constant(struct flow *f, u32 index)
{
    static const struct cf_const none;
    if (index && index < f->cf->cp_count) return &f->cf->cp[index];
    f->failed = true;
    return &none;
}
/* The descriptor in a member reference or dynamic constant; NULL if there is none. */
static const struct symbol *descriptor(struct flow *f, u32 index)
{
    const struct cf_const *c = constant(f, index);
    bool named = (c->tag >= CP_FIELD && c->tag <= CP_IMETHOD) || c->tag == CP_DYNAMIC || c->tag == CP_INDY;
    if (named) return f->cf->cp[f->cf->cp[c->u.pair.b].u.pair.b].u.utf8; /* checked by the parser */
    f->failed = true;
    return NULL;
}

static void load_constant(struct flow *f, u32 index)
{
    u8 tag = constant(f, index)->tag;
    if (tag == CP_DYNAMIC) {
        const struct symbol *d = descriptor(f, index);
        if (d) push_kind(f, d->bytes[0]);
    } else
        push(f, tag == CP_INTEGER || tag == CP_FLOAT ? A_VALUE : A_REFERENCE);
}

static void member(struct flow *f, const struct bytecode *b)
{
    const struct symbol *d = descriptor(f, bytecode_constant(b));
    bool is_call = (b->info->does & BC_CALLS) != 0;
    if (!d || (d->bytes[0] == '(') != is_call) {
        f->failed = true;
        return;
    }
    char kind = is_call ? desc_return_kind(d) : d->bytes[0];
    bool receiver = b->info->pops[0] == 'A', is_put = !is_call && !*b->info->pushes;
    u32 taken = is_call ? desc_arg_slots(d) : !is_put ? 0 : kind == 'J' || kind == 'D' ? 2 : 1;
    pop_many(f, taken + receiver);
    if (!is_put) push_kind(f, kind);
}

/* dup … swap: pops n values and pushes them in the order of `moved`. */
static void shuffle(struct flow *f, u32 n, const char *moved)
{
    struct kind k[4];
    if (f->depth < n) {
        f->failed = true;
        return;
    }
    for (u32 i = n; i--;) k[i] = pop(f); /* k[0] was the deepest */
    for (; *moved; moved++) push(f, k[*moved - 'a']);
}

/* Instructions whose effect depends on the constant pool or on the value in a variable or on the stack. */
static void apply(struct flow *f, const struct bytecode *b)
{
    const struct bytecode_info *info = b->info;
    if (info->flow == BC_SUBROUTINE || info->flow == BC_RET)
        f->failed = true;
    else if (b->op == OP_ldc || b->op == OP_ldc_w)
        load_constant(f, bytecode_constant(b));
    else if (b->op == OP_ldc2_w) {
        push(f, A_VALUE);
        push(f, A_VALUE);
    } else if (b->op == OP_multianewarray) {
        pop_many(f, b->at[3]);
        push(f, A_REFERENCE);
    } else if (info->pop_slots < 0 || info->push_slots < 0)
        member(f, b);
    else if (info->local_access == BC_WRITTEN)
        store(f, bytecode_local(b), (u32)info->pop_slots);
    else if (*info->pushes >= 'a')
        shuffle(f, (u32)info->pop_slots, info->pushes);
    else {
        pop_many(f, (u32)info->pop_slots);
        for (const char *k = info->pushes; *k; k++) push_kind(f, *k == 'A' || *k == 'N' ? 'L' : *k);
    }
}

/* Does it throw by itself? (Returns and monitorexit do where monitors are not left as they were entered.) */
static bool can_throw(const struct bytecode *b)
{
    return b->info->throws && b->info->flow != BC_RETURN && b->op != OP_monitorexit;
}

/* ---- blocks ---- */
static u32 block_at(const struct flow *f, u32 bci)
{
    return f->ranks[bci / 64] + (u32)__builtin_popcountll(f->starts[bci / 64] & (((u64)1 << (bci % 64)) - 1));
}

/* Joins the current state into the block at bci. For a handler, `depth` is 1: the exception. */
static void join(struct flow *f, u32 bci, u32 depth)
{
    if (!f->joins || f->failed) return;
    if (bci >= f->len || !get(f->starts, bci)) {
        f->failed = true;
        return;
    }
    u32 b = block_at(f, bci), w = f->words;
    u64 *reference = f->states + (size_t)b * 2 * w, *value = reference + w, lost = 0;
    if (f->depths[b] == UNREACHED) {
        memcpy(reference, f->reference, w * sizeof *reference);
        memcpy(value, f->value, w * sizeof *value);
        f->depths[b] = depth;
        lost = 1;
    } else if (f->depths[b] != depth) {
        f->failed = true;
        return;
    } else {
        for (u32 i = 0; i < w; i++) {
            lost |= (reference[i] & ~f->reference[i]) | (value[i] & ~f->value[i]);
            reference[i] &= f->reference[i];
            value[i] &= f->value[i];
        }
    }
    if (!lost || get(f->queued, b)) return;
    put(f->queued, b, true);
    f->todo[f->todo_count++] = bci;
}

static void join_handlers(struct flow *f, u32 bci)
{
    u64 *reference = f->reference, *value = f->value;
    u64 *locals_reference = value + f->words, *locals_value = locals_reference + f->words; /* room for a second state */
    bool ready = false;
    for (u32 i = 0; i < f->m->handler_count && !f->failed; i++) {
        const struct cf_handler *h = &f->m->handlers[i];
        f->steps++;
        if (bci < h->start || bci >= h->end) continue;
        u32 depth = f->depth;
        if (!ready) { /* the same locals, and only the exception on the stack */
            memcpy(locals_reference, reference, f->words * sizeof *reference);
            memcpy(locals_value, value, f->words * sizeof *value);
            f->reference = locals_reference;
            f->value = locals_value;
            pop_many(f, depth);
            push(f, A_REFERENCE);
            f->reference = reference;
            f->value = value;
            f->depth = depth;
            ready = true;
        }
        f->reference = locals_reference;
        f->value = locals_value;
        join(f, h->handler, 1);
        f->reference = reference;
        f->value = value;
        if (!h->type) return; /* catches everything, so later handlers are not reached */
    }
}

static void mark_start(struct flow *f, u32 bci)
{
    if (bci < f->len)
        put(f->starts, bci, true);
    else
        f->failed = true;
}
static void join_target(void *flow, u32 target)
{
    struct flow *f = flow;
    join(f, target, f->depth);
}
static void mark_target(void *flow, u32 target) { mark_start(flow, target); }
/* Runs from bci to the end of the path, to the next block, or to `until`. Returns true if it has reached `until`,
 * before the effect of that instruction. */
static bool run(struct flow *f, u32 bci, u32 until)
{
    for (u32 first = bci, n; !f->failed; bci += n) {
        if (bci == until) return true;
        if (bci >= f->len) break;
        if (bci != first && get(f->starts, bci)) {
            join(f, bci, f->depth);
            return false;
        }
        struct bytecode b;
        if (!bytecode_read(&b, f->code, f->len, bci) || ++f->steps > MAX_STEPS) break;
        n = b.length;
        if (f->joins && f->m->handler_count && can_throw(&b)) join_handlers(f, bci);
        apply(f, &b);
        if (f->joins) f->steps += bytecode_each_target(&b, join_target, f);
        if (b.info->flow != BC_NEXT && b.info->flow != BC_BRANCH) return false;
    }
    f->failed = true;
    return false;
}

/* ---- the whole ---- */
static void enter(struct flow *f)
{
    u32 slot = 0, receiver = !(f->m->access & ACC_STATIC);
    f->failed = desc_arg_slots(f->m->desc) + receiver > f->m->max_locals;
    if (f->failed) return;
    if (receiver) set_kind(f, slot++, A_REFERENCE);
    const char *p = f->m->desc->bytes + 1;
    for (char k; (k = desc_next(&p, NULL, NULL)) != 0; slot++) {
        set_kind(f, slot, k == 'L' || k == '[' ? A_REFERENCE : A_VALUE);
        if (k == 'J' || k == 'D') set_kind(f, ++slot, A_VALUE);
    }
}

static void load_block(struct flow *f, u32 bci)
{
    u32 b = block_at(f, bci);
    const u64 *s = f->states + (size_t)b * 2 * f->words;
    memcpy(f->reference, s, f->words * sizeof *s);
    memcpy(f->value, s + f->words, f->words * sizeof *s);
    f->depth = f->depths[b];
}

static bool reserve(struct slot_flow_memory *memory, size_t bytes)
{
    /* one large method must not keep the memory forever */
    bool too_much = memory->bytes > SLOT_FLOW_MEMORY_KEPT && bytes <= SLOT_FLOW_MEMORY_KEPT;
    if (bytes <= memory->bytes && !too_much) return true;
    if (bytes > SLOT_FLOW_MEMORY_MAX) return false;
    free(memory->at);
    bytes = ALIGN_UP(bytes, (size_t)4096);
    memory->at = malloc(bytes);
    memory->bytes = memory->at ? bytes : 0;
    return memory->at != NULL;
}

static bool find_blocks(struct flow *f)
{
    f->failed = false;
    mark_start(f, 0);
    for (u32 i = 0; i < f->m->handler_count; i++) mark_start(f, f->m->handlers[i].handler);
    struct bytecode b;
    u32 end = 0;
    BYTECODE_EACH (b, f->code, f->len) {
        (void)bytecode_each_target(&b, mark_target, f);
        end = b.bci + b.length;
    }
    return !f->failed && end == f->len;
}

/* Lays out the arrays in the memory. Called twice, because the number of blocks is known only after they are marked. */
static bool lay_out(struct flow *f, struct slot_flow_memory *memory)
{
    size_t code_words = (f->len + 63) / 64, before = code_words + (code_words + 1) / 2 + 4 * (size_t)f->words;
    if (!reserve(memory, before * sizeof(u64))) return false;
    f->starts = memory->at;
    memset(f->starts, 0, code_words * sizeof(u64));
    if (!find_blocks(f)) return false;
    u32 blocks = 0;
    for (size_t i = 0; i < code_words; i++) blocks += (u32)__builtin_popcountll(f->starts[i]);
    size_t queued_words = (blocks + 63) / 64,
           all = before + queued_words + blocks /* depths, todo */ + (size_t)blocks * 2 * f->words;
    if (all * sizeof(u64) > memory->bytes) {
        if (!reserve(memory, all * sizeof(u64))) return false;
        f->starts = memory->at;
        memset(f->starts, 0, code_words * sizeof(u64));
        if (!find_blocks(f)) return false;
    }
    u64 *at = f->starts + code_words;
    f->ranks = (u32 *)at;
    for (u32 i = 0, n = 0; i < code_words; n += (u32)__builtin_popcountll(f->starts[i++])) f->ranks[i] = n;
    at += (code_words + 1) / 2;
    f->reference = at;
    f->value = at + f->words;
    memset(at, 0, 4 * (size_t)f->words * sizeof *at); /* and the second state of join_handlers */
    at += 4 * (size_t)f->words;
    f->queued = at;
    memset(at, 0, queued_words * sizeof *at);
    at += queued_words;
    f->depths = (u32 *)at;
    memset(f->depths, 0xff, blocks * sizeof *f->depths);
    f->todo = f->depths + blocks;
    f->states = at + blocks;
    return true;
}

static void flow(struct flow *f)
{
    f->joins = true;
    enter(f);
    join(f, 0, 0);
    while (f->todo_count && !f->failed) {
        u32 bci = f->todo[--f->todo_count];
        put(f->queued, block_at(f, bci), false);
        load_block(f, bci);
        (void)run(f, bci, UINT32_MAX);
    }
}

static bool solve(struct flow *f, struct slot_flow_memory *memory)
{
    if (!f->code || !lay_out(f, memory)) return false;
    flow(f);
    if (f->failed) return false;
    memory->ranks = f->ranks;
    memory->depths = f->depths;
    memory->states = f->states;
    memory->moving = f->reference;
    return true;
}

bool slot_flow_at(const struct classfile *cf, const struct cf_method *m, u32 bci, struct slot_flow_memory *memory,
                  struct slot_flow_state *out)
{
    struct flow f = { .cf = cf, .m = m, .code = m->code.at, .len = m->code.len, .words = slot_flow_words(m) };
    if (memory->solved != m) {
        struct flow fresh = f;
        memory->known = solve(&fresh, memory);
        memory->solved = m;
    }
    if (!memory->known || bci >= f.len) return false;
    f.starts = memory->at;
    f.ranks = memory->ranks;
    f.depths = memory->depths;
    f.states = memory->states;
    f.reference = memory->moving;
    f.value = f.reference + f.words;
    u32 start = bci;
    while (!get(f.starts, start)) start--; /* 0 is one */
    if (f.depths[block_at(&f, start)] == UNREACHED) return false;
    load_block(&f, start);
    if (!run(&f, start, bci)) return false;
    memcpy(out->reference, f.reference, f.words * sizeof *f.reference);
    memcpy(out->value, f.value, f.words * sizeof *f.value);
    out->depth = f.depth;
    return true;
}
