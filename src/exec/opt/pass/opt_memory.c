#include "exec/opt/pass/opt_memory.h"
#include "base/hash.h"

static u32 class_of_field(struct opt_graph *g, const void *field)
{
    u32 first = (u32)(hash_u64((uintptr_t)field) % OPT_MEMORY_FIELDS);
    for (u32 i = 0; i < OPT_MEMORY_FIELDS; i++) {
        u32 at = (first + i) % OPT_MEMORY_FIELDS;
        if (!g->memory_fields[at]) g->memory_fields[at] = field;
        if (g->memory_fields[at] == field) return at;
    }
    return first;
}
u32 opt_memory_class(struct opt_graph *g, const struct opt_node *n)
{
    bool element = opt_ops[n->op].imm == OPT_IMM_AHEAD;
    /* StringUTF16 accesses chars in byte[] */
    u8 kind = n->kind == 'C' ? 'B' : n->kind;
    return element ? 1u + (kind & 31) : MEMORY_CLASSES - OPT_MEMORY_FIELDS + class_of_field(g, opt_field(n));
}

u64 opt_killed(struct opt_graph *g, const struct opt_node *n)
{
    if (opt_kills_memory(n)) return ~(u64)0;
    return opt_does(n, OPT_DOES_WRITES) ? (u64)1 << opt_memory_class(g, n) : 0;
}

u64 *opt_killed_by_loops(struct opt_graph *g)
{
    u64 *kills = ARENA_NEW_ARRAY(&g->arena, u64, g->block_count + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        u64 k = 0;
        for (u32 j = 0; j < b->count; j++) k |= opt_killed(g, opt_node(g, b->nodes[j]));
        for (u32 h = b->loop; k && h; h = g->blocks[h].parent) kills[h] |= k;
    }
    return kills;
}
