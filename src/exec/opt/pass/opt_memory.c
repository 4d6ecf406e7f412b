#include "exec/opt/pass/opt_memory.h"
#include "base/hash.h"
#include "model/class.h"

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
/* StringUTF16 accesses chars in byte[]. */
static u32 class_of_elements(u8 kind) { return 1u + ((kind == 'C' ? 'B' : kind) & 31); }
u32 opt_memory_class(struct opt_graph *g, const struct opt_node *n)
{
    VM_ASSERT(opt_does(n, OPT_DOES_READS) || opt_does(n, OPT_DOES_WRITES));
    bool element = opt_ops[n->op].imm == OPT_IMM_AHEAD;
    if (opt_ops[n->op].imm == OPT_IMM_ELEMENTS) return class_of_elements((u8)opt_elements(n));
    return element ? class_of_elements(n->kind) : MEMORY_CLASSES - OPT_MEMORY_FIELDS + class_of_field(g, opt_field(n));
}

u8 opt_elements_of(const char *type)
{
    if (type[0] != '[' || type[1] == '[' || type[1] == 'L') return 0;
    return type[1] == 'Z' || type[1] == 'C' ? 'B' : (u8)type[1];
}
u8 opt_primitive_array(const struct opt_graph *g, opt_value v)
{
    const struct opt_node *n = &g->nodes[v];
    const struct class *c = opt_made_class(g, v);
    bool param = n->op == OPT_PARAM && n->block == 1; /* not the value that a loop is entered with */
    const char *desc = n->op == OPT_LOAD ? opt_field(n)->desc->bytes
                       : param           ? opt_descriptor_of_local(g->m, (u32)opt_local(n))
                                         : NULL;
    return opt_elements_of(desc ? desc : c ? c->name->bytes : "");
}
const struct field *opt_field_at(const struct class *c, i64 offset, u8 kind)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) {
            const struct field *f = class_field(c, i);
            if (f->access & ACC_STATIC || f->offset != offset || f->flags & FLD_DELETED) continue;
            return kind != 'Z' && !f->late && (f->kind == '[' ? 'L' : f->kind) == kind ? f : NULL;
        }
    return NULL;
}
void opt_access_field(struct opt_node *n, const struct field *f)
{
    bool load = n->op == OPT_RAW_LOAD;
    opt_value o = n->in[0], value = n->in[2], dep = n->dep;
    u8 order = n->cc;
    opt_become(n, load ? OPT_LOAD : OPT_STORE, n->type);
    n->in[0] = o;
    n->in[1] = value;
    n->imm = f->offset;
    n->ptr = (void *)(uintptr_t)f;
    n->kind = f->kind;
    n->cc = order;
    n->dep = dep;
}
/* The classes of memory that a store by base and offset may change, as bits. An offset lies in the object that it is
 * given with; memory without an object is no field and no element, and loads of it (RAW_LOAD) never move. */
static u64 killed_by_offset(struct opt_graph *g, const struct opt_node *n)
{
    const struct opt_node *base = opt_node(g, n->in[0]);
    if (base->op == OPT_CONST && !base->imm) return 0;
    return opt_elements(n) ? (u64)1 << class_of_elements((u8)opt_elements(n)) : ~(u64)0;
}
u64 opt_killed(struct opt_graph *g, const struct opt_node *n)
{
    if (n->op == OPT_RAW_STORE && !opt_is_volatile(n)) return killed_by_offset(g, n);
    if (opt_kills_memory(n)) return ~(u64)0;
    return opt_does(n, OPT_DOES_WRITES) ? (u64)1 << opt_memory_class(g, n) : 0;
}

struct opt_cell opt_cell_of(struct opt_graph *g, const struct opt_node *n)
{
    bool element = opt_ops[n->op].imm == OPT_IMM_AHEAD;
    return (struct opt_cell){ .base = n->in[0],
                              .index = element ? n->in[1] : 0,
                              .field = element ? NULL : opt_field(n),
                              .offset = element ? opt_ahead(n) : opt_offset(n),
                              .kind = n->kind,
                              .memory = (u64)1 << opt_memory_class(g, n) };
}
bool opt_same_cell(const struct opt_cell *a, const struct opt_cell *b)
{
    return a->base == b->base && a->index == b->index && a->field == b->field && a->offset == b->offset &&
           a->kind == b->kind;
}

u64 *opt_killed_by_loops(struct opt_graph *g)
{
    u64 *kills = ARENA_NEW_ARRAY(&g->scratch, u64, g->block_count + 1);
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        u64 k = 0;
        for (u32 j = 0; j < b->count; j++) k |= opt_killed(g, opt_node(g, b->nodes[j]));
        for (u32 h = b->loop; k && h; h = g->blocks[h].parent) kills[h] |= k;
    }
    return kills;
}
