/* Chooses the stencils for a method's code.
 *
 * One pass over the running copy, with a model of the operand stack. Each value is in memory at its home, in the
 * register of the cached top, or not loaded yet, because it is a local or a constant. An instruction takes the variant
 * that fits the places of its inputs; values are moved only if no variant fits. At branches, branch targets and calls
 * everything is in memory. The depth of the stack is known at each instruction.
 *
 * If the interpreter continues here, it loads the values that are not loaded yet: it starts at the instruction that
 * names the first of them, as long as nothing else has happened since (`fresh`). */
#include "classfile/classfile.h"
#include "exec/code/code.h"
#include "exec/interp/interp_int.h"
#include "exec/stencil/stencil_emit.h"
#include "thread/probe_points.h"
#include <stdlib.h>

enum { CODE_LIMIT = 16000 /* bytes of bytecode */, VALUES = 8 };

struct value {
    u8 place, width; /* enum stencil_place; in slots */
    bool fresh;
    i32 what; /* a local's offset, or the constant */
    u32 bci;  /* the instruction that named it */
};
struct chooser {
    struct stencil_plan *plan;
    struct method *m;
    struct bytecode b; /* the instruction */
    u8 *targets;       /* by bci: is it a branch target? */
    u16 *depth;        /* by bci: 1 + depth of the operand stack in slots; 0: not reached */
    u32 *work, work_count;
    bool probed;                 /* its probe has been told */
    u32 *counted, counted_count; /* the pieces that are counted branches */
    u32 *later, later_count;     /* backward branches whose targets need another form for entries */
    u32 raw;                     /* slots in memory below the values */
    struct value v[VALUES];
    u32 count;
};

/* ---- depths ---- */
static u32 slots_of(char kind) { return kind == 'V' ? 0 : kind == 'J' || kind == 'D' ? 2 : 1; }
static struct symbol *descriptor(const struct chooser *c, const struct bytecode *b)
{
    struct symbol *cls, *name, *desc;
    cp_ref_names(c->m->cp, bytecode_constant(b), &cls, &name, &desc);
    return desc;
}
static u32 call_arguments(const struct chooser *c, const struct bytecode *b)
{
    return desc_arg_slots(descriptor(c, b)) + (b->op != OP_invokestatic && b->op != OP_invokedynamic);
}
/* The change of the depth by the instruction, in slots. */
static i32 growth(const struct chooser *c, const struct bytecode *b)
{
    switch (b->op) {
    case OP_getstatic: return (i32)slots_of((char)descriptor(c, b)->bytes[0]);
    case OP_putstatic: return -(i32)slots_of((char)descriptor(c, b)->bytes[0]);
    case OP_getfield: return (i32)slots_of((char)descriptor(c, b)->bytes[0]) - 1;
    case OP_putfield: return -(i32)slots_of((char)descriptor(c, b)->bytes[0]) - 1;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface:
    case OP_invokedynamic: return (i32)slots_of(desc_return_kind(descriptor(c, b))) - (i32)call_arguments(c, b);
    case OP_ldc:
    case OP_ldc_w: return 1;
    case OP_ldc2_w: return 2;
    case OP_multianewarray: return 1 - b->at[3];
    default: return b->info->push_slots - b->info->pop_slots;
    }
}
static bool goes_on(const struct bytecode *b) { return b->info->flow == BC_NEXT || b->info->flow == BC_BRANCH; }

static void reach(struct chooser *c, u32 bci, u32 depth)
{
    if (bci >= c->m->code_len || c->depth[bci]) return;
    c->depth[bci] = (u16)(depth + 1);
    c->work[c->work_count++] = bci;
}
struct reached {
    struct chooser *c;
    u32 depth;
};
static void reach_target(void *arg, u32 target)
{
    struct reached *r = arg;
    if (target < r->c->m->code_len) r->c->targets[target] = 1;
    reach(r->c, target, r->depth);
}
/* Returns NULL, or the reason why the method cannot have stencils. */
static const char *find_depths(struct chooser *c)
{
    static const char damaged[] = "damaged code"; /* the verifier has not seen this code */
    struct method *m = c->m;
    reach(c, 0, 0);
    for (u32 i = 0; i < m->handler_count; i++) {
        u32 at = m->handlers[i].handler;
        if (at < m->code_len) c->targets[at] = 1;
        reach(c, at, 1);
    }
    while (c->work_count) {
        struct bytecode b;
        u32 bci = c->work[--c->work_count];
        if (!bytecode_read(&b, m->orig_code, m->code_len, bci)) return damaged;
        if (b.info->flow == BC_SUBROUTINE || b.info->flow == BC_RET) return "subroutines";
        i32 depth = c->depth[bci] - 1 + growth(c, &b);
        if (depth < 0 || depth > m->max_stack) return damaged;
        struct reached r = { c, (u32)depth };
        bytecode_each_target(&b, reach_target, &r);
        if (goes_on(&b)) reach(c, bci + b.length, (u32)depth);
    }
    return NULL;
}

/* ---- the operand stack ---- */
static u32 slots_below(const struct chooser *c, u32 i)
{
    u32 n = c->raw;
    for (u32 k = 0; k < i; k++) n += c->v[k].width;
    return n;
}
static bool deferred(const struct value *v) { return v->place == STENCIL_IN_LOCAL || v->place == STENCIL_IS_CONSTANT; }

static struct piece *add(struct chooser *c, const struct stencil *s)
{
    struct stencil_plan *plan = c->plan;
    if (plan->count == plan->room) {
        plan->room = 2 * plan->room + 64;
        plan->piece = vm_realloc(plan->piece, plan->room * sizeof *plan->piece);
    }
    struct piece *p = &plan->piece[plan->count++];
    *p = (struct piece){ .stencil = s, .bci = c->b.bci, .leave = c->b.bci, .depth = slots_below(c, c->count) };
    p->probed = c->probed;
    return p;
}
static void move(struct chooser *c, u32 i, enum stencil_special how, u8 to)
{
    struct piece *p = add(c, &stencil_special[how]);
    p->input[0] = c->v[i].what;
    p->home[0] = (i32)slots_below(c, i + 1) - 1;
    c->v[i].place = to;
}
static void move_to_memory(struct chooser *c, u32 i)
{
    static const u8 how[] = { [STENCIL_IN_TOP] = STENCIL_MOVE__TM,
                              [STENCIL_IN_LOCAL] = STENCIL_MOVE__LM,
                              [STENCIL_IS_CONSTANT] = STENCIL_MOVE__CM };
    if (c->v[i].place != STENCIL_IN_MEMORY) move(c, i, how[c->v[i].place], STENCIL_IN_MEMORY);
}
/* Loads value i into the register. */
static void load(struct chooser *c, u32 i)
{
    static const u8 how[] = { [STENCIL_IN_MEMORY] = STENCIL_MOVE__MT,
                              [STENCIL_IN_LOCAL] = STENCIL_MOVE__LT,
                              [STENCIL_IS_CONSTANT] = STENCIL_MOVE__CT };
    if (c->v[i].place == STENCIL_IN_TOP) return;
    for (u32 k = 0; k < c->count; k++)
        if (c->v[k].place == STENCIL_IN_TOP) move_to_memory(c, k);
    move(c, i, how[c->v[i].place], STENCIL_IN_TOP);
}
static void settle_below(struct chooser *c, u32 end)
{
    for (u32 i = 0; i < end; i++) move_to_memory(c, i);
}
/* Moves all values to memory. */
static void settle(struct chooser *c)
{
    settle_below(c, c->count);
    c->raw = slots_below(c, c->count);
    c->count = 0;
}
static void push(struct chooser *c, u8 place, u32 width, i32 what)
{
    if (c->count == VALUES) {
        move_to_memory(c, 0);
        c->raw += c->v[0].width;
        memmove(c->v, c->v + 1, --c->count * sizeof c->v[0]);
    }
    c->v[c->count++] = (struct value){ place, (u8)width, true, what, c->b.bci };
}
/* Makes the top slots below the values a value. */
static void pull(struct chooser *c, u32 width)
{
    memmove(c->v + 1, c->v, c->count++ * sizeof c->v[0]);
    c->raw -= width;
    c->v[0] = (struct value){ STENCIL_IN_MEMORY, (u8)width, false, 0, c->b.bci };
}
static void drop(struct chooser *c, u32 slots)
{
    while (slots && c->count && c->v[c->count - 1].width <= slots) slots -= c->v[--c->count].width;
    if (!slots) return;
    settle(c);
    c->raw -= slots;
}

/* ---- one instruction ---- */
static u32 width_of(const struct stencil_op *o, u32 input) { return o->wide >> input & 1 ? 2 : 1; }
static bool widths_fit(const struct chooser *c, const struct stencil_op *o)
{
    for (u32 i = 0; i < o->inputs && i < c->count; i++)
        if (c->v[c->count - 1 - i].width != width_of(o, o->inputs - 1 - i)) return false;
    return true;
}
/* Removes the inputs, which are the topmost values. */
static void take_inputs(struct chooser *c, const struct stencil_op *o)
{
    if (o->flags & STENCIL_SHUFFLES || !widths_fit(c, o) || c->count + o->inputs > VALUES) settle(c);
    while (c->count < o->inputs) pull(c, width_of(o, o->inputs - 1 - c->count));
}

static const struct stencil *variant(const struct chooser *c, const struct stencil_op *o)
{
    u32 places = 0;
    for (u32 i = 0; i < o->inputs; i++) places |= (u32)c->v[c->count - o->inputs + i].place << 2 * i;
    for (u32 i = 0; i < o->count; i++)
        if (stencil_variants[o->first + i].places == places) return &stencil_variants[o->first + i];
    return NULL;
}

/* The number of values that are loaded if the instruction leaves. The interpreter loads the others itself. */
static u32 values_at_exit(const struct chooser *c)
{
    u32 n = c->count;
    while (n && c->v[n - 1].fresh && deferred(&c->v[n - 1])) n--;
    return n;
}
/* Moves those values to their homes. Returns false if a value had to be moved. */
static bool ready_to_leave(struct chooser *c)
{
    u32 n = values_at_exit(c), pieces = c->plan->count;
    if (n) settle_below(c, c->v[n - 1].place == STENCIL_IN_TOP ? n - 1 : n);
    return c->plan->count == pieces;
}
/* Moves inputs until a variant fits. */
static const struct stencil *arrange(struct chooser *c, const struct stencil_op *o, bool leaves)
{
    const struct stencil *s;
    u32 first = c->count - o->inputs;
    do {
        while (!(s = variant(c, o))) {
            u32 i = first;
            while (i + 1 < c->count && !deferred(&c->v[i])) i++;
            if (c->v[c->count - 1].place == STENCIL_IN_TOP)
                move_to_memory(c, i);
            else
                load(c, c->count - 1);
        }
    } while (leaves && !ready_to_leave(c));
    for (u32 i = 0; i < first; i++)
        if (c->v[i].place == STENCIL_IN_TOP) move_to_memory(c, i);
    return s;
}
static void set_exit(const struct chooser *c, struct piece *p)
{
    u32 n = values_at_exit(c);
    p->depth = slots_below(c, n);
    p->leave = n < c->count ? c->v[n].bci : c->b.bci;
}
static bool in_register(const struct chooser *c)
{
    for (u32 i = 0; i < c->count; i++)
        if (c->v[i].place == STENCIL_IN_TOP) return true;
    return false;
}
static void add_poll(struct chooser *c)
{
    if (c->plan->profile) set_exit(c, add(c, &stencil_special[in_register(c) ? STENCIL_HEAT__T : STENCIL_HEAT__M]));
    set_exit(c, add(c, &stencil_special[in_register(c) ? STENCIL_POLL__T : STENCIL_POLL__M]));
}
static struct piece *add_instruction(struct chooser *c, const struct stencil_op *o, const struct stencil *s)
{
    struct piece *p = add(c, s);
    u32 first = c->count - o->inputs;
    for (u32 i = 0; i < o->inputs && i < ARRAY_LEN(p->input); i++) {
        p->input[i] = c->v[first + i].what;
        p->home[i] = (i32)slots_below(c, first + i + 1) - 1;
    }
    set_exit(c, p);
    if (c->b.info->local != BC_NO_LOCAL) p->local = bytecode_local(&c->b);
    return p;
}
static void take_away(struct chooser *c, const struct stencil_op *o)
{
    c->count -= o->inputs;
    for (u32 i = 0; i < c->count; i++) c->v[i].fresh = false;
}

static void plain(struct chooser *c, u8 op)
{
    const struct stencil_op *o = &stencil_ops[op];
    take_inputs(c, o);
    const struct stencil *s = arrange(c, o, o->flags & STENCIL_LEAVES);
    (void)add_instruction(c, o, s);
    take_away(c, o);
    if (o->flags & STENCIL_SHUFFLES) c->raw += o->slots - 1u;
    if (o->slots) push(c, STENCIL_IN_TOP, o->flags & STENCIL_SHUFFLES ? 1 : o->slots, 0);
}

static void conditional(struct chooser *c, u8 op)
{
    const struct stencil_op *o = &stencil_ops[op];
    bool back = bytecode_target(&c->b) <= c->b.bci;
    take_inputs(c, o);
    settle_below(c, c->count - o->inputs);
    const struct stencil *s = arrange(c, o, back);
    if (back) add_poll(c);
    struct piece *p = add_instruction(c, o, s);
    p->target = bytecode_target(&c->b);
    take_away(c, o);
    settle(c);
    if (c->plan->profile) {
        c->counted[c->counted_count++] = c->plan->count - 1;
        (void)add(c, &stencil_special[STENCIL_COUNT__BEHIND]);
    }
}
/* Adds the targets of counted branches. */
static void add_stubs(struct chooser *c)
{
    struct stencil_plan *plan = c->plan;
    for (u32 i = 0; i < c->counted_count; i++) {
        u32 branch = c->counted[i];
        plan->piece[branch].stub = plan->count;
        c->b.bci = plan->piece[branch].bci;
        struct piece *stub = add(c, &stencil_special[STENCIL_COUNT__TAKEN]);
        stub->next_at = plan->piece[branch].target + 1;
    }
}
/* Profiles the class of the object in slot `at`. */
static void see(struct chooser *c, u32 at)
{
    if (c->plan->profile) add(c, &stencil_special[STENCIL_SEEN__M])->home[0] = (i32)at;
}
/* Profiles the value on top. first: the stencil for a value in memory, then in the register, then in a local. */
static void profile_top(struct chooser *c, u32 first)
{
    if (!c->plan->profile) return;
    if (!c->count) pull(c, 1);
    struct value *v = &c->v[c->count - 1];
    if (v->place == STENCIL_IS_CONSTANT) return;
    struct piece *p = add(c, &stencil_special[first + (v->place == STENCIL_IN_TOP     ? 1u
                                                       : v->place == STENCIL_IN_LOCAL ? 2u
                                                                                      : 0u)]);
    p->input[0] = v->what;
    p->home[0] = (i32)slots_below(c, c->count) - 1;
}
static void jump(struct chooser *c)
{
    settle(c);
    if (bytecode_target(&c->b) <= c->b.bci) add_poll(c);
    add(c, &stencil_variants[stencil_ops[OP_goto].first])->target = bytecode_target(&c->b);
}
static void call(struct chooser *c, u8 op)
{
    settle(c);
    u32 arguments = call_arguments(c, &c->b);
    if (op == OP_invokevirtual_q || op == OP_invokevirtual_cp || op == OP_invokeinterface_q) see(c, c->raw - arguments);
    struct piece *p = add(c, &stencil_variants[stencil_ops[op].first]);
    p->nargs = arguments;
    u32 result = slots_of(desc_return_kind(descriptor(c, &c->b)));
    c->raw -= p->nargs;
    if (result) push(c, STENCIL_IN_TOP, result, 0);
}
/* Leaves the instruction to the interpreter. */
static void leave(struct chooser *c)
{
    settle(c);
    (void)add(c, &stencil_special[STENCIL_NONE__M]);
    c->raw = (u32)((i32)c->raw + growth(c, &c->b));
}

/* ---- instructions without code of their own ---- */
static void name_local(struct chooser *c)
{
    bool wide = c->b.info->local_kind == 'J' || c->b.info->local_kind == 'D';
    push(c, STENCIL_IN_LOCAL, wide ? 2 : 1, 8 * ((i32)bytecode_local(&c->b) + wide));
}
/* The local at that offset changes: first loads the values that name it. */
static void local_changes(struct chooser *c, i32 at, u32 values)
{
    for (u32 i = 0; i < values; i++)
        if (c->v[i].place == STENCIL_IN_LOCAL && c->v[i].what == at) move_to_memory(c, i);
}
static void store(struct chooser *c)
{
    bool wide = c->b.info->local_kind == 'J' || c->b.info->local_kind == 'D';
    if (c->count) local_changes(c, 8 * ((i32)bytecode_local(&c->b) + wide), c->count - 1);
    plain(c, wide ? OP_lstore : OP_istore);
}
static void increment(struct chooser *c)
{
    local_changes(c, 8 * (i32)bytecode_local(&c->b), c->count);
    plain(c, OP_iinc);
}
static void duplicate(struct chooser *c, u32 width)
{
    struct value top = c->v[c->count - 1];
    if (deferred(&top)) {
        push(c, top.place, width, top.what);
        return;
    }
    if (top.place == STENCIL_IN_MEMORY)
        load(c, c->count - 1);
    else
        move_to_memory(c, c->count - 1);
    c->v[c->count - 1].place = STENCIL_IN_MEMORY; /* also in the register, like the other one */
    push(c, STENCIL_IN_TOP, width, 0);
}
static void dup(struct chooser *c)
{
    if (!c->count) pull(c, 1);
    duplicate(c, 1);
}
static void dup2(struct chooser *c)
{
    const struct value *top = c->v + c->count - 1;
    if (c->count && top->width == 2)
        duplicate(c, 2);
    else if (c->count >= 2 && c->count <= VALUES - 2 && deferred(top) && deferred(top - 1) && top[-1].width == 1) {
        push(c, top[-1].place, 1, top[-1].what);
        push(c, top->place, 1, top->what);
    } else
        plain(c, OP_dup2);
}
/* Narrows the result of a return of boolean, byte, char or short. */
static void narrow(struct chooser *c, char kind)
{
    struct value *top = c->count ? &c->v[c->count - 1] : NULL;
    if (top && top->place == STENCIL_IS_CONSTANT)
        top->what = (i32)narrow_int((u8)kind, top->what);
    else if (kind == 'Z') {
        push(c, STENCIL_IS_CONSTANT, 1, 1);
        plain(c, OP_iand);
    } else
        plain(c, kind == 'B' ? OP_i2b : kind == 'C' ? OP_i2c : OP_i2s);
}
/* Is all that it does to count one word? */
static bool only_counts(const struct probe_light *l) { return !l->condition && !l->sum_count; }
/* The piece that ends the method where probes look, as if it returned nothing. *word: what it counts, if it does. */
static enum stencil_special probed_return(const struct method *m, u32 *word)
{
    const struct probe_light *l = probe_points.light(m, PROBE_RETURNS, 0);
    if (probe_points.heavy(m, PROBE_RETURNS) || probe_points.timed(m)) return STENCIL_RETURN_PROBED__VOID;
    if (!l) return STENCIL_RETURN_LOCKED__VOID;
    if (!only_counts(l) || probe_points.light(m, PROBE_RETURNS, 1)) return STENCIL_RETURN_PROBED__VOID;
    *word = l->passed;
    return STENCIL_RETURN_COUNTED__VOID;
}
static void leave_method(struct chooser *c, u8 op)
{
    const bool told = c->plan->told, probed = !told && method_has(c->m, MTH_COUNTED_BODY);
    u32 word = 0;
    if (probed && method_has(c->m, MTH_OBJECT_INIT)) {
        leave(c);
        return;
    }
    if (op == OP_ireturn_narrow || (op == OP_return_locked && c->b.op == OP_ireturn && c->m->return_kind != 'I'))
        narrow(c, (char)c->m->return_kind);
    if (!told && !probed && op != OP_return_locked) {
        plain(c, op == OP_ireturn_narrow ? OP_ireturn : op);
        return;
    }
    u32 width = slots_of((char)c->m->return_kind);
    if (width && !c->count) pull(c, width);
    if (width) load(c, c->count - 1);
    settle_below(c, width ? c->count - 1 : c->count);
    u32 form = told ? STENCIL_RETURN_TOLD__VOID : probed ? probed_return(c->m, &word) : STENCIL_RETURN_LOCKED__VOID;
    add(c, &stencil_special[form + width])->input[0] = (i32)(8 * word);
}

static bool constant(struct chooser *c, u8 op)
{
    static const i32 floats[] = { 0, 0x3f800000, 0x40000000 };
    u8 o = c->b.op;
    if (o >= OP_iconst_m1 && o <= OP_iconst_5)
        push(c, STENCIL_IS_CONSTANT, 1, o - OP_iconst_0);
    else if (o == OP_aconst_null)
        push(c, STENCIL_IS_CONSTANT, 1, 0);
    else if (o == OP_lconst_0 || o == OP_lconst_1 || o == OP_dconst_0)
        push(c, STENCIL_IS_CONSTANT, 2, o == OP_lconst_1);
    else if (o >= OP_fconst_0 && o <= OP_fconst_2)
        push(c, STENCIL_IS_CONSTANT, 1, floats[o - OP_fconst_0]);
    else if (o == OP_bipush)
        push(c, STENCIL_IS_CONSTANT, 1, (i8)c->b.at[1]);
    else if (o == OP_sipush)
        push(c, STENCIL_IS_CONSTANT, 1, rd_i16be(c->b.at + 1));
    else if (op == OP_ldc_num || op == OP_ldc_w_num)
        push(c, STENCIL_IS_CONSTANT, 1, c->m->cp->e[bytecode_constant(&c->b)].i);
    else
        return false;
    return true;
}

/* The opcode that runs. */
static u8 first_form(const struct chooser *c)
{
    return interp_op_info[__atomic_load_n(c->m->code + c->b.bci, __ATOMIC_ACQUIRE)].first;
}
/* Is there a probe at the instruction, and no tool's breakpoint? */
static bool has_probe(const struct chooser *c)
{
    return first_form(c) == OP_breakpoint && !c->plan->told && code_is_only_probed(c->m->code + c->b.bci);
}
static void choose(struct chooser *c)
{
    u8 op = c->probed ? interp_op_info[code_running_op(c->m->code + c->b.bci)].first : first_form(c);
    u8 flow = c->b.info->flow, access = c->b.info->local_access;
    bool wide = op == OP_wide; /* b is the instruction after `wide` */
    if (op == OP_breakpoint)
        leave(c);
    else if (access == BC_READ)
        name_local(c);
    else if (access == BC_WRITTEN)
        store(c);
    else if (c->b.op == OP_iinc)
        increment(c);
    else if (constant(c, op) || op == OP_nop)
        return;
    else if (op == OP_pop || op == OP_pop2)
        drop(c, op == OP_pop ? 1 : 2);
    else if (op == OP_dup)
        dup(c);
    else if (op == OP_dup2)
        dup2(c);
    else if (flow == BC_RETURN)
        leave_method(c, op);
    else if (op == OP_goto || op == OP_goto_w)
        jump(c);
    else if (wide || !stencil_ops[op].count)
        leave(c);
    else if (flow == BC_BRANCH) {
        if (bytecode_target(&c->b) <= c->b.bci) c->later[c->later_count++] = c->b.bci;
        conditional(c, op);
    } else if (stencil_ops[op].flags & STENCIL_CALLS)
        call(c, op);
    else {
        if (op == OP_checkcast_q || op == OP_instanceof_q) profile_top(c, STENCIL_SEEN__M);
        if (flow == BC_SWITCH && c->count) settle_below(c, c->count - 1);
        if (flow == BC_SWITCH)
            profile_top(c, op == OP_tableswitch ? STENCIL_CHOSEN_TABLE__M : STENCIL_CHOSEN_LOOKUP__M);
        plain(c, op);
    }
}

/* ---- a method ---- */
static void add_entry(struct chooser *c)
{
    const struct method *m = c->m;
    if (c->plan->told) { /* the frame is there */
        add(c, &stencil_special[STENCIL_POLL__M]);
        return;
    }
    u32 others = m->max_locals - m->nargs;
    u8 which = others <= 3 ? (u8)(STENCIL_ENTRY_0 + others) : STENCIL_ENTRY_ALL;
    if (m->access & ACC_SYNCHRONIZED)
        which = method_is_static(m) ? STENCIL_ENTRY_LOCK_CLASS : STENCIL_ENTRY_LOCK_RECEIVER;
    add(c, &stencil_special[which])->entry = true;
    if (c->plan->profile) (void)add(c, &stencil_special[STENCIL_HEAT__M]);
}
/* Is all that probes do at the instruction to count? */
static bool only_counts_at(const u8 *pc)
{
    const struct probe_light *l;
    if (probe_points.heavy_code(pc)) return false;
    for (u32 i = 0; (l = probe_points.light_code(pc, i)) != NULL; i++)
        if (!only_counts(l)) return false;
    return true;
}
/* Before an instruction with a probe, and with all in memory. The interpreter never goes back before it. */
static void tell_probe(struct chooser *c)
{
    const u8 *pc = c->m->code + c->b.bci;
    const struct probe_light *l;
    bool counts = only_counts_at(pc);
    for (u32 i = 0; counts && (l = probe_points.light_code(pc, i)) != NULL; i++)
        add(c, &stencil_special[STENCIL_PROBE_COUNT__M])->input[0] = (i32)(8 * l->passed);
    (void)add(c, &stencil_special[counts ? STENCIL_PROBE_COUNTED__M : STENCIL_PROBE__M]);
    c->probed = true;
}
static void is_told(struct chooser *c)
{
    for (u32 i = 0; i < c->count; i++) c->v[i].fresh = false;
    c->probed = false;
}
static void start_at(struct chooser *c, u32 depth)
{
    c->raw = depth;
    c->count = 0;
}
static void choose_all(struct chooser *c)
{
    const struct method *m = c->m;
    bool falls = true;
    add_entry(c);
    BYTECODE_EACH (c->b, m->orig_code, m->code_len) {
        u32 bci = c->b.bci;
        if (!c->depth[bci]) {
            falls = false;
            continue;
        }
        if (!falls) start_at(c, c->depth[bci] - 1u);
        bool probe = UNLIKELY(has_probe(c));
        if (c->targets[bci] || probe) settle(c);
        c->plan->first[bci] = c->plan->count;
        if (!c->count) c->plan->at[bci] = c->plan->count;
        if (probe) tell_probe(c);
        choose(c);
        if (probe) is_told(c);
        falls = goes_on(&c->b);
    }
    /* Targets of backward branches that expect a value in the register, or one that is not loaded, get a second copy
     * for code that enters from outside. */
    for (u32 i = 0; i < c->later_count; i++) {
        u32 bci = c->later[i];
        if (c->plan->at[bci] || !bytecode_read(&c->b, m->orig_code, m->code_len, bci)) continue;
        start_at(c, c->depth[bci] - 1u);
        c->plan->at[bci] = c->plan->count;
        conditional(c, interp_op_info[m->code[bci]].first);
        c->plan->piece[c->plan->count - 1].next_at = bci + c->b.length + 1;
    }
    add_stubs(c);
}

struct stencil_plan *stencil_plan(struct method *m, const struct stencil_wish *wish, const char **why)
{
    *why = "too large";
    if (m->code_len > CODE_LIMIT || m->max_locals < m->nargs) return NULL;
    struct stencil_plan *plan = vm_calloc(1, sizeof *plan);
    plan->m = m;
    plan->profile = wish->counting;
    plan->told = wish->told;
    plan->first = vm_calloc(m->code_len, sizeof *plan->first);
    plan->at = vm_calloc(m->code_len, sizeof *plan->at);
    struct chooser c = { .plan = plan, .m = m };
    c.targets = vm_calloc(m->code_len, 1);
    c.depth = vm_calloc(m->code_len, sizeof *c.depth);
    c.work = vm_calloc(4 * m->code_len, sizeof *c.work);
    c.later = c.work + m->code_len;
    c.counted = c.later + m->code_len;
    *why = find_depths(&c);
    if (!*why) choose_all(&c);
    free(c.targets);
    free(c.depth);
    free(c.work);
    if (!*why) return plan;
    stencil_plan_free(plan);
    return NULL;
}

void stencil_plan_free(struct stencil_plan *plan)
{
    free(plan->piece);
    free(plan->first);
    free(plan->at);
    free(plan);
}
