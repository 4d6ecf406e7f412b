#include "exec/tier/profile_invent.h"
#include "bytecode/bytecode.h"
#include "exec/tier/profile.h"

enum { MOST_UNDER = 40, COUNTED = 1000, ANY_CLASS = 16 /* one in so many */ };

/* xorshift */
static u32 below(struct inventor *v, u32 n)
{
    v->state ^= v->state << 13;
    v->state ^= v->state >> 7;
    v->state ^= v->state << 17;
    return (u32)(v->state >> 32) % n;
}

/* ---- classes ---- */
static void note_under(struct inventor *v, const struct class *above, struct class *c)
{
    struct vec *under = hashmap_get(&v->under, above);
    if (!under) {
        under = vm_calloc(1, sizeof *under);
        (void)hashmap_put(&v->under, above, under);
    }
    if (under->count < MOST_UNDER) vec_push(under, c);
}
static void note_class(struct inventor *v, struct class *c)
{
    if (c->access & (ACC_ABSTRACT | ACC_INTERFACE)) return;
    for (const struct class *above = c; above; above = above->super) note_under(v, above, c);
    for (u32 i = 0; i < c->all_interface_count; i++) note_under(v, c->all_interfaces[i], c);
}
void inventor_begin(struct inventor *v, const struct vec *classes)
{
    *v = (struct inventor){ classes, HASHMAP_INIT, 0x9e3779b97f4a7c15 };
    for (u32 i = 0; i < classes->count; i++) note_class(v, vec_get(classes, i));
}
void inventor_end(struct inventor *v)
{
    u32 cursor = 0;
    void *under;
    while (hashmap_next(&v->under, &cursor, NULL, &under)) {
        vec_destroy(under);
        free(under);
    }
    hashmap_destroy(&v->under);
}

/* ---- places ---- */
/* The class that the instruction expects of a receiver or a cast object; NULL: not known. */
static const struct class *expected_at(const struct method *m, u32 bci)
{
    struct bytecode b;
    if (!bytecode_read(&b, m->orig_code, m->code_len, bci)) return NULL;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(&b)];
    if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) return NULL;
    if (b.op == OP_checkcast || b.op == OP_instanceof) return e->cls;
    return e->tag == CP_METHOD || e->tag == CP_IMETHOD ? e->method->owner : NULL;
}
static struct class *some_class(struct inventor *v, const struct vec *under)
{
    const struct vec *from = !under || !below(v, ANY_CLASS) ? v->classes : under;
    struct class *c = vec_get(from, below(v, from->count));
    return c->access & (ACC_ABSTRACT | ACC_INTERFACE) ? NULL : c;
}
static void fill_classes(struct inventor *v, const struct method *m, struct profile_site *s)
{
    const struct class *expected = expected_at(m, s->bci);
    const struct vec *under = expected ? hashmap_get(&v->under, expected) : NULL;
    u32 n = below(v, PROFILE_CLASSES + 1);
    for (u32 i = 0; i < n; i++) {
        s->class_ref[i] = (u32)(uintptr_t)some_class(v, under);
        s->count[i] = s->class_ref[i] ? COUNTED / (1 + below(v, 2) * i) : 0;
    }
    s->others = below(v, 2) * COUNTED / 10;
}
static void fill_branch(struct inventor *v, struct profile_site *s)
{
    u32 ways = below(v, 4);
    s->branch = (struct profile_branch){ ways & 1 ? COUNTED : 0, ways & 2 ? COUNTED : 0 };
}

static void add_target(void *ctx, u32 target)
{
    struct vec *targets = ctx;
    vec_push(targets, (void *)(uintptr_t)(target + 1)); /* NOLINT(performance-no-int-to-ptr) */
}
static void fill_switch(struct inventor *v, const struct method *m, struct profile_site *s)
{
    struct bytecode b;
    struct vec targets = VEC_INIT;
    if (bytecode_read(&b, m->orig_code, m->code_len, s->bci)) (void)bytecode_each_target(&b, add_target, &targets);
    for (u32 ways = below(v, PROFILE_CLASSES + 1); ways && targets.count; ways--)
        for (u32 times = COUNTED / (1 + below(v, 3) * 9), to = below(v, targets.count); times; times--)
            profile_note(s, (uintptr_t)vec_get(&targets, to));
    vec_destroy(&targets);
}

void inventor_fill(struct inventor *v, struct method *m)
{
    struct profile *p = profile_of(m);
    for (u32 i = 0; p && i < p->count; i++)
        if (bytecode_info[m->orig_code[p->site[i].bci]].flow == BC_BRANCH)
            fill_branch(v, &p->site[i]);
        else if (bytecode_info[m->orig_code[p->site[i].bci]].flow == BC_SWITCH)
            fill_switch(v, m, &p->site[i]);
        else
            fill_classes(v, m, &p->site[i]);
}
