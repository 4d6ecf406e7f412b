/* slot_map.c: see slot_map.h. Maps are cached by place (method version and instruction) while the method exists: stacks
 * are similar from one collection to the next, and deep ones repeat themselves. */
#include "core/slot_map.h"

#include <stdlib.h>

#include "classfile/slot_flow.h"
#include "classfile/verify.h"
#include "heap/heap.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

enum { BUCKETS = TINY(1024, 2), WAYS = TINY(4, 1), INLINE_WORDS = 1 };

struct place {
    const struct method *m;
    u32 bci;
    u32 serial, version; /* of the class and the method, since another method may get the address */
    u16 index;
    bool known;
    u32 depth;
    u64 reference[INLINE_WORDS], dead[INLINE_WORDS];
    u64 *more; /* both maps, if they are longer; malloc'ed */
};
static struct place *places;
static struct slot_flow_memory memory;

static bool is_for(const struct place *p, const struct method *m, u32 bci)
{
    return p->m == m && p->bci == bci && p->serial == m->owner->serial && p->version == m->version &&
           p->index == m->index;
}

/* Computes p's map. */
static bool find_out(struct place *p, const struct method *m, u32 bci)
{
    u32 words = slot_flow_words(m->cf);
    u64 *reference = p->reference, *dead = p->dead;
    if (words > INLINE_WORDS) {
        p->more = malloc(2 * words * sizeof(u64));
        if (!p->more) return false;
        reference = p->more;
        dead = p->more + words;
    }
    struct slot_flow_state s = { 0, reference, dead };
    if (!slot_flow_at(m->cp->cf, m->cf, bci, &memory, &s)) return false;
    p->depth = s.depth;
    for (u32 i = 0; i < words; i++) dead[i] = ~(reference[i] | dead[i]);
    return true;
}

/* A slot that is an object by verification must be a reference in the map. */
static UNUSED bool agrees_with_verification(const struct place *p, const struct method *m, u32 bci)
{
    if (!p->known || !m->max_locals) return true;
    struct local_type *types = calloc(m->max_locals, sizeof *types);
    struct arena a;
    arena_init(&a, 0);
    bool agrees = true;
    const u64 *reference = p->more ? p->more : p->reference;
    if (types && classfile_local_types(&a, m->cp->cf, m->cf, bci, types))
        for (u32 i = 0; i < m->max_locals && agrees; i++)
            agrees = types[i].kind != 'L' || (reference[i / 64] >> (i % 64) & 1);
    arena_destroy(&a);
    free(types);
    return agrees;
}

static void fill(struct place *p, const struct method *m, u32 bci)
{
    static struct place solved; /* the place whose flow is in `memory` */
    if (!is_for(&solved, m, solved.bci)) memory.solved = NULL;
    solved = (struct place){ .m = m, .bci = bci, .serial = m->owner->serial, .version = m->version, .index = m->index };
    free(p->more);
    *p = solved;
    p->known = find_out(p, m, bci);
    VM_ASSERTF(agrees_with_verification(p, m, bci), "%s.%s%s at %u", m->owner->name->bytes, m->name->bytes,
               m->desc->bytes, bci);
}

static struct place *place_of(const struct method *m, u32 bci)
{
    static struct place *last; /* recursion repeats them */
    static u32 turn;
    if (last && is_for(last, m, bci)) return last;
    struct place *bucket = &places[hash_u64((uintptr_t)m ^ (u64)bci << 32) % BUCKETS * WAYS];
    for (u32 i = 0; i < WAYS; i++)
        if (is_for(&bucket[i], m, bci)) return last = &bucket[i];
    last = &bucket[turn++ % WAYS];
    fill(last, m, bci);
    return last;
}

bool slot_map_at(const struct method *m, u32 bci, struct slot_map *out)
{
    WORLD_STOPPED();
    if (!m->cf) return false;
    if (UNLIKELY(!places) && !(places = calloc(BUCKETS * WAYS, sizeof *places))) return false;
    const struct place *p = place_of(m, bci);
    *out = (struct slot_map){ p->depth, p->more ? p->more : p->reference,
                              p->more ? p->more + slot_flow_words(m->cf) : p->dead };
    return p->known;
}

/* ---- frames ---- */

/* Calls fn for runs among `n` slots. The first slot is bit `first` of the map. */
static void visit_runs(slot *slots, u32 n, const u64 *bits, u32 first, void (*fn)(void *arg, slot *from, slot *to),
                       void *arg)
{
    for (u32 i = 0; i < n;) {
        u64 word = bits[(first + i) / 64] >> ((first + i) % 64);
        u32 left = 64 - (first + i) % 64;
        if (!word) {
            i += left;
            continue;
        }
        u32 skip = (u32)__builtin_ctzll(word), run = ~(word >> skip) ? (u32)__builtin_ctzll(~(word >> skip)) : 64;
        if (i + skip >= n) return;
        if (run > left - skip) run = left - skip;
        if (run > n - i - skip) run = n - i - skip;
        fn(arg, slots + i + skip, slots + i + skip + run);
        i += skip + run;
    }
}

/* Clears dead variables, so that their objects may be freed and no tool finds them by the slot. */
static void forget_dead(slot *locals, u32 n, const u64 *dead)
{
    for (u32 i = 0; i < n; i += 64) {
        u64 bits = n - i < 64 ? dead[i / 64] & (((u64)1 << (n - i)) - 1) : dead[i / 64];
        for (; bits; bits &= bits - 1) {
            slot *s = &locals[i + (u32)__builtin_ctzll(bits)];
            if (*s && heap_is_object(slot_ref(*s))) *s = 0;
        }
    }
}

static void visit_gap(const struct frame *f, u32 gap, void (*fn)(void *arg, slot *from, slot *to), void *arg)
{
    u32 map = (u32)(uintptr_t)f->ret;
    for (u32 i = 0; i < gap; i++) {
        slot *s = (slot *)(uintptr_t)f - 1 - i;
        if (i >= FRAME_GAP_MAPPED || (map >> i & 1)) fn(arg, s, s + 1);
    }
}

/* The arguments of a native method, by its descriptor. (A word that is no reference may hold an old one, as the lower
 * slot of a long.) */
static void visit_arguments(const struct frame *f, void (*fn)(void *arg, slot *from, slot *to), void *arg)
{
    slot *s = f->locals;
    if (!method_is_static(f->method)) {
        fn(arg, s, s + 1);
        s++;
    }
    const char *p = f->method->desc->bytes + 1, *start;
    u32 len;
    for (char kind; (kind = desc_next(&p, &start, &len)); s += kind == 'J' || kind == 'D' ? 2 : 1)
        if (kind == 'L' || kind == '[') fn(arg, s, s + 1);
}

void frame_visit_slots(struct frame *f, slot *end, const struct frame *callee, bool forget,
                       void (*fn)(void *arg, slot *from, slot *to), void *arg)
{
    WORLD_STOPPED();
    struct slot_map map;
    bool known = f->kind == FRAME_JAVA && slot_map_at(f->method, (u32)frame_bci(f), &map);
    slot *operands = frame_operands(f) + 1;
    u32 locals = f->locals < (slot *)f ? (u32)((slot *)f - f->locals) : 0;
    if (!known) {
        if (f->kind == FRAME_NATIVE)
            visit_arguments(f, fn, arg);
        else if (locals)
            fn(arg, f->locals, f->locals + locals);
        if (operands < end) fn(arg, operands, end);
        return;
    }
    VM_ASSERT(locals >= f->method->max_locals);
    if (locals > f->method->max_locals) visit_gap(f, locals - f->method->max_locals, fn, arg);
    locals = f->method->max_locals;
    visit_runs(f->locals, locals, map.reference, 0, fn, arg);
    if (forget) forget_dead(f->locals, locals, map.dead);
    if (operands >= end) return;
    u32 n = (u32)(end - operands);
    bool in_call = callee && callee->kind != FRAME_ENTRY;
    VM_ASSERT(!in_call || n <= map.depth);
    if (in_call && n <= map.depth)
        visit_runs(operands, n, map.reference, locals, fn, arg);
    else
        fn(arg, operands, end);
}
