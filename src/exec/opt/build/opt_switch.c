/* Switches. The keys are ranges with one target each, and a binary search among the ranges finds that of the key; each
 * comparison parts them so that both sides are as frequent as possible.
 *
 * The profile says where a switch went. A target that it never went to leaves for the interpreter, so such ranges are
 * one where they meet, and a switch that always went one way is one comparison. A key with a target of its own that
 * most runs go to is compared first. */
#include "exec/opt/build/opt_build.h"

enum { MOST_KEYS = 400, NEVER = 0xffffffff /* a target: leaves */, FIRST_COMPARED = 2, WORTH_COMPARING = 4 };
static const float OFTEN = 0.5F;

struct range {
    i32 from; /* up to the next range's, the last one to INT32_MAX */
    u32 target;
    float weight; /* the share of the runs; where ranges have one target, each has the same part of its share */
};
struct choice {
    struct builder *b;
    opt_value key;
    u32 bci, other /* the target of all keys that are not in the table */, count;
    struct opt_chosen chosen;
    struct range *range;
    const u64 *live; /* before the instruction */
};

/* A loop may still be in its first round. */
static u32 target_of(const struct choice *c, u32 target)
{
    return opt_never_chosen(&c->chosen, target) && !opt_loop_left(c->b->s, c->bci, target) ? NEVER : target;
}
static void add_range(struct choice *c, i64 from, u32 target)
{
    if (from > INT32_MAX) return;
    if (c->count && c->range[c->count - 1].from == (i32)from) c->count--;
    if (!c->count || c->range[c->count - 1].target != target)
        c->range[c->count++] = (struct range){ (i32)from, target, 0 };
}
static u32 known_target(struct choice *c, u32 target)
{
    if (!part_at(c->b, target)) (void)fail(c->b, "damaged code");
    return target_of(c, target);
}
static void add_key(void *ctx, i32 key, u32 target)
{
    struct choice *c = ctx;
    add_range(c, key, known_target(c, target));
    add_range(c, (i64)key + 1, c->other);
}
static void count_key(void *ctx, UNUSED i32 key, UNUSED u32 target) { ++*(u32 *)ctx; }

static void go_to(struct choice *c, u32 target)
{
    struct builder *b = c->b;
    b->live = c->live; /* opt_go_to changes it at a loop's start */
    if (target != NEVER) {
        opt_go_to(b, part_at(b, target));
        return;
    }
    stack_of(b)[b->sp++] = c->key;
    opt_leave_from(b, c->bci, OPT_NEVER);
    b->sp--;
}
/* As go_on_if, for the key and a number. */
static u32 compare(struct choice *c, u8 cc, i32 with)
{
    return go_on_if(c->b, c->key, cc, constant(c->b, OPT_INT, with));
}
static opt_value *save_frame(struct builder *b, u32 n)
{
    opt_value *saved = ARENA_NEW_ARRAY(b->a, opt_value, n + 1);
    memcpy(saved, b->cur, n * sizeof *saved);
    return saved;
}
static u32 frame_size(const struct builder *b) { return b->s->m->max_locals + b->sp; }

static bool is_one_key(const struct choice *c, u32 k)
{
    return k + 1 < c->count ? (i64)c->range[k].from + 1 == c->range[k + 1].from : c->range[k].from == INT32_MAX;
}
static void find_weights(struct choice *c)
{
    for (u32 k = 0; c->chosen.all > 0 && k < c->count; k++) {
        u32 target = c->range[k].target, same = 0;
        for (u32 i = 0; i < c->count; i++) same += c->range[i].target == target;
        c->range[k].weight = target == NEVER ? 0 : opt_share_of_target(&c->chosen, target) / (float)same;
    }
}
/* The range with which the second half of [low, high) begins. */
static u32 middle_of(const struct choice *c, u32 low, u32 high)
{
    float all = 0, below = c->range[low].weight;
    for (u32 k = low; k < high; k++) all += c->range[k].weight;
    if (all == 0) return low + (high - low) / 2;
    u32 k = low + 1;
    while (k + 1 < high && below + c->range[k].weight / 2 < all / 2) below += c->range[k++].weight;
    return k;
}
/* Goes to the target of the key, which lies in the ranges [low, high). */
static void search(struct choice *c, u32 low, u32 high)
{
    struct builder *b = c->b;
    if (!b->block) return;
    if (high - low == 1) {
        go_to(c, c->range[low].target);
        return;
    }
    u32 n = frame_size(b), middle = middle_of(c, low, high);
    opt_value *saved = save_frame(b, n);
    if (high - low == 3 && c->range[low].target == c->range[low + 2].target && is_one_key(c, low + 1)) {
        u32 otherwise = compare(c, OPT_EQ, c->range[low + 1].from);
        go_to(c, c->range[low + 1].target);
        memcpy(b->cur, saved, n * sizeof *saved);
        b->block = otherwise;
        go_to(c, c->range[low].target);
        return;
    }
    u32 above = compare(c, OPT_LT, c->range[middle].from);
    search(c, low, middle);
    memcpy(b->cur, saved, n * sizeof *saved);
    b->block = above;
    search(c, middle, high);
}

/* A range of one key that most of the runs have that are left; c->count: there is none. */
static u32 frequent_key(const struct choice *c, float left)
{
    for (u32 k = 0; !c->chosen.seen.others && k < c->count; k++)
        if (is_one_key(c, k) && c->range[k].weight > OFTEN * left) return k;
    return c->count;
}
/* The key is not in the range any more: it may go where the range before it goes or, if it is the first, the one after
 * it. */
static void remove_range(struct choice *c, u32 k)
{
    if (k == 0) c->range[1].from = c->range[0].from;
    u32 gone = k && k + 1 < c->count && c->range[k - 1].target == c->range[k + 1].target ? 2 : 1;
    memmove(&c->range[k], &c->range[k + gone], (c->count - k - gone) * sizeof *c->range);
    c->count -= gone;
}
static void compare_frequent(struct choice *c)
{
    struct builder *b = c->b;
    float left = 1;
    for (u32 i = 0; i < FIRST_COMPARED && c->count > WORTH_COMPARING; i++) {
        u32 k = frequent_key(c, left), n = frame_size(b);
        if (k == c->count) return;
        opt_value *saved = save_frame(b, n);
        left -= c->range[k].weight;
        u32 otherwise = compare(c, OPT_EQ, c->range[k].from);
        go_to(c, c->range[k].target);
        memcpy(b->cur, saved, n * sizeof *saved);
        b->block = otherwise;
        remove_range(c, k);
    }
}

void opt_switch_on(struct builder *b, const struct bytecode *i)
{
    u32 n = 0, others = bytecode_each_key(i, count_key, &n);
    if (n > MOST_KEYS) {
        (void)fail(b, "a large switch");
        return;
    }
    struct choice c = { .b = b, .bci = i->bci, .live = b->live, .chosen = opt_chosen_at(b, b->s->m, i->bci) };
    c.key = pop(b);
    c.range = ARENA_NEW_ARRAY(b->a, struct range, 2 * n + 2);
    c.other = known_target(&c, others);
    add_range(&c, INT32_MIN, c.other);
    (void)bytecode_each_key(i, add_key, &c);
    if (b->failed) return;
    find_weights(&c);
    compare_frequent(&c);
    search(&c, 0, c.count);
}
