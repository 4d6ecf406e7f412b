/* Values that stay what they are, loops included: a variable that begins a loop as 0 or as an array is supposed to be
 * that in each turn until a way is found by which it becomes something else, and a branch is supposed not to go where
 * no number that is known so far sends it. A supposition that still holds at the end is true (Wegman and Zadeck,
 * Constant propagation with conditional branches, 1991). opt_number.c sees each value once, in order, so it knows
 * nothing of what comes round. */
#include "exec/opt/pass/opt_names.h"
#include "exec/opt/pass/opt_pass.h"
#include "model/class.h"

enum level { UNSEEN, NUMBER, ANOTHER, ITSELF }; /* a value goes upwards only, from NUMBER and ANOTHER to ITSELF */
/* UNSEEN: on no way that is known so far. NUMBER: an int or long. ANOTHER: a merge that is always that value. */
struct supposed {
    u8 level;
    i64 is; /* the number, or the other value */
};
struct supposing {
    struct opt_graph *g;
    struct supposed *of; /* by value */
    u8 *reached;         /* by block */
    bool changed;
};

static bool is_integer(const struct opt_node *n) { return n->type == OPT_INT || n->type == OPT_LONG; }
/* Is there a loop with a variable? */
static bool has_candidates(const struct opt_graph *g)
{
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        if (b->loop == g->order[i] && b->count > 1) return true;
    }
    return false;
}

/* ---- suppositions ---- */
/* A value that is itself reads as ANOTHER, so that equal values compare equal. */
static struct supposed read(const struct supposing *s, opt_value v)
{
    const struct opt_node *n = &s->g->nodes[v];
    if (n->op == OPT_CONST && is_integer(n)) return (struct supposed){ NUMBER, n->imm };
    return s->of[v].level == ITSELF ? (struct supposed){ ANOTHER, v } : s->of[v];
}
/* Does control, as far as it is known, go from block `from` to block `to`? */
static bool goes(const struct supposing *s, u32 from, u32 to)
{
    const struct opt_block *b = &s->g->blocks[from];
    if (!s->reached[from]) return false;
    const struct opt_node *n = &s->g->nodes[b->nodes[b->count - 1]];
    if (n->op != OPT_IF) return true;
    struct supposed x = read(s, n->in[0]), y = read(s, n->in[1]);
    if (x.level == UNSEEN || y.level == UNSEEN) return false;
    if (x.level != NUMBER || y.level != NUMBER) return true;
    return b->succ[opt_compares(n->cc, x.is, y.is) ? 0 : 1] == to;
}
static struct supposed merged(const struct supposing *s, const struct opt_node *n)
{
    const struct opt_block *b = &s->g->blocks[n->block];
    struct supposed all = { UNSEEN, 0 };
    for (u32 a = 0; a < n->argc; a++) {
        if (!goes(s, b->preds[a], n->block)) continue;
        struct supposed one = read(s, n->args[a]);
        if (one.level == UNSEEN) continue;
        if (all.level != UNSEEN && (all.level != one.level || all.is != one.is)) return (struct supposed){ ITSELF, 0 };
        all = one;
    }
    return all;
}
static struct supposed computed(const struct supposing *s, const struct opt_node *n)
{
    struct supposed x = read(s, n->in[0]), y = n->in[1] ? read(s, n->in[1]) : (struct supposed){ NUMBER, 0 };
    struct supposed r = { NUMBER, 0 };
    if (x.level == UNSEEN || y.level == UNSEEN) return (struct supposed){ UNSEEN, 0 };
    bool nothing = (x.level == NUMBER && x.is == 0) || (y.level == NUMBER && y.is == 0); /* whatever the other one is */
    if (nothing && (n->op == OPT_AND || n->op == OPT_MUL)) return r;
    if (x.level != NUMBER || y.level != NUMBER || !opt_fold_numbers(n, x.is, y.is, &r.is)) r.level = ITSELF;
    return r;
}
static struct supposed length_of(const struct supposing *s, opt_value array)
{
    struct supposed x = read(s, array);
    if (x.level != ANOTHER) return x;
    const struct opt_node *made = &s->g->nodes[x.is];
    struct supposed length = made->op == OPT_NEW_ARRAY ? read(s, made->in[0]) : (struct supposed){ ITSELF, 0 };
    return length.level == NUMBER ? length : (struct supposed){ ITSELF, 0 };
}
static bool takes_numbers(const struct opt_graph *g, const struct opt_node *n)
{
    if (!is_integer(n)) return false;
    if (n->op == OPT_CONV || n->op == OPT_TEST) return is_integer(&g->nodes[n->in[0]]);
    return n->op == OPT_NEG || opt_does(n, OPT_DOES_BINARY);
}
static void suppose(struct supposing *s, opt_value v)
{
    const struct opt_node *n = &s->g->nodes[v];
    struct supposed old = s->of[v];
    if (n->dead || n->type == OPT_VOID || old.level == ITSELF) return;
    struct supposed now = n->op == OPT_PHI            ? merged(s, n)
                          : n->op == OPT_ARRAY_LENGTH ? length_of(s, n->in[0])
                          : takes_numbers(s->g, n)    ? computed(s, n)
                                                      : (struct supposed){ ITSELF, 0 };
    if (now.level == old.level && now.is == old.is) return;
    s->of[v] = old.level == UNSEEN ? now : (struct supposed){ ITSELF, 0 };
    s->changed = true;
}
static void suppose_block(struct supposing *s, u32 at)
{
    const struct opt_block *b = &s->g->blocks[at];
    for (u32 p = 0; p < b->pred_count && !s->reached[at]; p++)
        if (goes(s, b->preds[p], at)) s->reached[at] = s->changed = true;
    if (!s->reached[at]) return;
    for (u32 k = 0; k < b->count; k++) suppose(s, b->nodes[k]);
}
/* Each round but the last one raises a value or reaches a block. Returns false if the compilation is given up. */
static bool settle(struct supposing *s)
{
    do {
        s->changed = false;
        for (u32 i = 0; i < s->g->order_count; i++) {
            u32 at = s->g->order[i];
            if (!opt_work(s->g, s->g->blocks[at].count)) return false;
            suppose_block(s, at);
        }
    } while (s->changed);
    return true;
}

/* ---- results ---- */
static bool is_number(const struct supposing *s, opt_value v)
{
    const struct opt_node *n = &s->g->nodes[v];
    return !n->dead && n->op != OPT_CONST && s->of[v].level == NUMBER;
}
/* A merge that is always another value becomes that one, unless ways that will be found not to be taken lead around
 * it. */
static bool is_another(const struct supposing *s, opt_value v)
{
    const struct opt_node *n = &s->g->nodes[v];
    if (n->dead || n->op != OPT_PHI || s->of[v].level != ANOTHER) return false;
    const struct opt_node *other = &s->g->nodes[s->of[v].is];
    return other->op == OPT_CONST || (other->block != n->block && opt_dominates(s->g, other->block, n->block));
}
bool opt_suppose(struct opt_graph *g)
{
    if (!has_candidates(g)) return false;
    struct supposing s = { .g = g };
    u32 count = g->count, numbers = 0;
    s.of = ARENA_NEW_ARRAY(&g->scratch, struct supposed, count);
    s.reached = ARENA_NEW_ARRAY(&g->scratch, u8, g->block_count + 1);
    s.reached[1] = true;
    if (!settle(&s)) return false;
    for (opt_value v = 1; v < count; v++) numbers += is_number(&s, v);
    struct opt_names names;
    opt_names_begin(&names, g, numbers);
    for (opt_value v = 1; v < count; v++) {
        if (is_another(&s, v)) opt_replace(&names, v, (opt_value)s.of[v].is);
        if (!is_number(&s, v)) continue;
        opt_value c = opt_new_node(g, OPT_CONST, g->nodes[v].type);
        g->nodes[c].imm = s.of[v].is;
        opt_insert_before_end(g, 1, c);
        opt_replace(&names, v, c);
    }
    if (names.changed) opt_rename_all(&names);
    return names.changed;
}
