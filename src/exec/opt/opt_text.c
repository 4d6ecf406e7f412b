/* Graphs as text. -XX:ArgusPrintAfter and -XX:+ArgusPrintGraphs print it, the files of test/opt are written in it, and
 * test/unit/opt_reader.h reads it.
 *
 *   block 2 <- 1 5 -> 3 4 rare loop {…}     predecessors and successors; the frames at the start of a loop
 *     i7 = ADD 5 6                          the type's letter and the node's number, its kind, its operands
 *     a8 = LOAD 3 offset=16 field=A.next kind=L dep=4
 *     i9 = PHI (5, 7)                       further operands
 *     v10 = EXIT {g@4: 1 0 | 7 #3} {f@9: 2}   frames, the innermost first: method, bci, reason if not 0, locals,
 *                                           operands after the bar, the locked object after #; 0 is none
 *     … <3 @13>                             a monitor that is held without a record, by the frame with this header
 *     … [12: 5 6 @0]                        the fields of the virtual object 12; headers of frames that hold it
 *
 * Members have the names of their accessors (opt_ir.def). Members that are 0 are left out. */
#include "exec/opt/opt_ir.h"
#include "model/class.h"
#include <stdio.h>

static const char type_letters[OPT_TYPES] = { 'v', 'i', 'l', 'f', 'd', 'a', 'x', 'y' };
static const char *const imm_names[] = {
    NULL,
#define IMM(name, accessor) #accessor,
#include "exec/opt/opt_ir.def"
};
static const char *const ptr_names[] = {
    NULL,
#define PTR(name, accessor, type) #accessor,
#include "exec/opt/opt_ir.def"
};
static const char *const kind_names[] = {
    NULL,
#define KIND(name, accessor) #accessor,
#include "exec/opt/opt_ir.def"
};
static const char *const cc_names[] = {
    NULL,
#define CC(name, accessor) #accessor,
#include "exec/opt/opt_ir.def"
};
static const char *cond_name(u8 cc)
{
    static const char *const names[] = {
        [OPT_EQ] = "eq", [OPT_NE] = "ne", [OPT_LT] = "lt", [OPT_GE] = "ge", [OPT_LE] = "le", [OPT_GT] = "gt"
    };
    return cc < ARRAY_LEN(names) && names[cc] ? names[cc] : "?";
}

static void write_ptr(const struct opt_node *n, FILE *out)
{
    u8 means = opt_ops[n->op].ptr;
    fprintf(out, " %s=", ptr_names[means]);
    switch (means) {
    case OPT_PTR_CLASS: fputs(opt_cls(n)->name->bytes, out); break;
    case OPT_PTR_FIELD: fprintf(out, "%s.%s", opt_field(n)->owner->name->bytes, opt_field(n)->name->bytes); break;
    case OPT_PTR_CATCHES:
        for (u32 i = 0; i < opt_catches(n)->count; i++) {
            const struct frame_catch *c = &opt_catches(n)->all[i];
            fprintf(out, "%s%s:%d", i ? "," : "", c->type ? c->type->name->bytes : "any", c->number);
        }
        break;
    case OPT_PTR_METHOD: fprintf(out, "%s.%s", opt_callee(n)->owner->name->bytes, opt_callee(n)->name->bytes); break;
    default: fprintf(out, "0x%llx", (unsigned long long)(uintptr_t)n->ptr);
    }
}
static void write_imm(const struct opt_node *n, FILE *out)
{
    u8 means = opt_ops[n->op].imm;
    fprintf(out, " %s=", imm_names[means]);
    if (means == OPT_IMM_CONV)
        fputs(opt_conversions[n->imm].name, out);
    else if (means == OPT_IMM_LANE_OP && n->imm >> 8)
        fprintf(out, "%s<<%lld", opt_ops[n->imm & 0xff].name, (long long)n->imm >> 8);
    else if (means == OPT_IMM_LANE_OP)
        fputs(opt_ops[n->imm].name, out);
    else
        fprintf(out, "%lld", (long long)n->imm);
}
static void write_members(const struct opt_node *n, FILE *out)
{
    const struct opt_op_info *row = &opt_ops[n->op];
    if (row->imm && (n->imm || row->imm == OPT_IMM_BITS || row->imm == OPT_IMM_CONV)) write_imm(n, out);
    if (row->ptr && n->ptr) write_ptr(n, out);
    if (row->kind && n->kind && row->kind == OPT_KIND_TYPE) fprintf(out, " kind=%c", n->kind);
    if (row->kind && n->kind && row->kind != OPT_KIND_TYPE) fprintf(out, " %s=%u", kind_names[row->kind], n->kind);
    if (row->cc == OPT_CC_COND)
        fprintf(out, " cond=%s", cond_name(n->cc));
    else if (row->cc && n->cc)
        fprintf(out, " %s=%u", cc_names[row->cc], n->cc);
    if (n->known) fputs(" known", out);
}
static void write_state(const struct opt_state *state, FILE *out)
{
    for (const struct opt_state *s = state; s; s = s->caller) {
        fprintf(out, " {%s@%u", s->m->name->bytes, s->bci);
        if (s->reason) fprintf(out, " %u", s->reason);
        putc(':', out);
        for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++)
            fprintf(out, "%s %u", i == s->nlocals ? " |" : "", s->slots[i]);
        if (s->lock) fprintf(out, " #%u", s->lock);
        putc('}', out);
    }
    for (u32 i = 0; state && i < state->unrecorded_count; i++)
        fprintf(out, " <%u @%d>", state->unrecorded[i].object, state->unrecorded[i].header);
    for (u32 i = 0; state && i < state->virtual_count; i++) {
        fprintf(out, " [%u:", state->virtuals[i].object);
        for (u32 f = 0; f < state->virtuals[i].fields->count; f++) fprintf(out, " %u", state->virtuals[i].values[f]);
        const struct opt_held *held = &state->virtuals[i].held;
        for (u32 h = 0; h < held->count; h++) fprintf(out, " @%d", held->headers[h]);
        putc(']', out);
    }
}
static void write_node(const struct opt_graph *g, opt_value v, FILE *out)
{
    const struct opt_node *n = &g->nodes[v];
    fprintf(out, "  %c%u = %s", type_letters[n->type], v, opt_ops[n->op].name);
    for (u32 i = 0; i < ARRAY_LEN(n->in); i++)
        if (n->in[i]) fprintf(out, " %u", n->in[i]);
    for (u32 i = 0; i < n->argc; i++) fprintf(out, "%s%u", i ? ", " : " (", n->args[i]);
    if (n->argc) putc(')', out);
    write_members(n, out);
    if (n->dep) fprintf(out, " dep=%u", n->dep);
    if (n->reg >= 0) fprintf(out, " r%d", n->reg);
    if (n->home != OPT_NO_HOME) fprintf(out, " at %d", n->home);
    if (n->at) fprintf(out, " @%u %u-%u", n->at, n->from, n->to);
    write_state(n->state, out);
    putc('\n', out);
}
void opt_write(const struct opt_graph *g, FILE *out)
{
    for (u32 i = 0; i < g->order_count; i++) {
        const struct opt_block *b = &g->blocks[g->order[i]];
        fprintf(out, "block %u", g->order[i]);
        for (u32 k = 0; k < b->pred_count; k++) fprintf(out, "%s %u", k ? "" : " <-", b->preds[k]);
        for (u32 k = 0; k < b->succ_count; k++) fprintf(out, "%s %u", k ? "" : " ->", b->succ[k]);
        if (b->rare) fputs(" rare", out);
        if (b->heat) fprintf(out, " heat %u", b->heat);
        if (b->entry) fputs(" loop", out);
        write_state(b->entry, out);
        putc('\n', out);
        for (u32 k = 0; k < b->count; k++)
            if (!g->nodes[b->nodes[k]].dead) write_node(g, b->nodes[k], out);
    }
    for (u32 v = 1; v < g->count; v++) /* nodes that only states name */
        if (opt_does(&g->nodes[v], OPT_DOES_NOWHERE) && !g->nodes[v].dead) write_node(g, v, out);
}

void opt_print(const struct opt_graph *g, const char *pass)
{
    printf("after %s: %s.%s%s: gap %u extent %d\n", pass, g->m->owner->name->bytes, g->m->name->bytes,
           g->m->desc->bytes, g->gap, g->extent);
    opt_write(g, stdout);
    fflush(stdout);
}
