/* Entries into stencil code, and exits from it.
 *
 * A method is counted at its calls and at the branches that the interpreter runs in it. At the threshold the counting
 * thread makes its code. The interpreter's branches look for code of their method. So a frame returns to the code soon
 * after it left, and a long loop gets into it for the first time. */
#include "exec/tier/stencil_tier.h"
#include "exec/code/code.h"
#include "exec/interp/entry.h"
#include "exec/interp/micro_ops.h"
#include "exec/interp/slow_int.h"
#include "exec/opt/opt.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/compile.h"
#include "exec/tier/profile.h"
#include "model/options.h"

enum {
    MISSED_LIMIT = 3000,
    MISSED_TIMES = 10,
    EXIT_LIMIT = 16 /* exits at instructions that have been linked since: then the code is made again */
};

static void *const *plain_table(void) { return (void *const *)interp_tables[MODE_PLAIN]; }

/* ---- counting ---- */
/* Has m reached the threshold now? Concurrent threads may lose a count, or make the code twice; then one piece is
 * published. */
static ALWAYS_INLINE bool counted(struct method *m, u32 weight)
{
    u32 before = __atomic_load_n(&m->java_calls, __ATOMIC_RELAXED);
    if (UNLIKELY(before == CODE_NOT_COUNTED)) return false;
    __atomic_store_n(&m->java_calls, before + weight, __ATOMIC_RELAXED);
    return before + weight >= CODE_CALL_WEIGHT * (u64)options.stencil_threshold;
}

#define GO_INTERPRETED() \
    do { \
        if (UNLIKELY(m->access & ACC_SYNCHRONIZED)) GO(entry_java_sync); \
        GO(entry_java); \
    } while (0)
static PRESERVE_NONE void entry_java_counted(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    if (m->calls_seen < COMPILE_FEW_CALLS) m->calls_seen++;
    if (LIKELY(!counted(m, CODE_CALL_WEIGHT))) GO_INTERPRETED();
    PUBLISH_CALLER();
    compile_wanted(self, m, COMPILE_FOR_CALL);
    RELOAD();
    tos = (u64)(uintptr_t)m;
    void *entry = code_entry_behind_probe(m); /* the call is counted already, if calls are */
    if (entry == (void *)entry_java_counted) GO_INTERPRETED();
    MUSTTAIL return ((interp_fn)entry)(INTERP_ARGS);
}
/* Code with loop entries has been called several times. From now on calls matter more than loop entries, and code
 * without these entries can be optimized better. */
static PRESERVE_NONE void entry_called_again(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    m->calls_seen = COMPILE_FEW_CALLS;
    PUBLISH_CALLER();
    compile_wanted(self, m, COMPILE_INSTEAD);
    RELOAD();
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)code_entry_behind_probe(m))(INTERP_ARGS);
}

/* m has code without an entry for this place. If that happens often, the code is made again: then a loop that had not
 * been reached is linked. */
static NOINLINE void count_missed(struct method *m)
{
    const u8 *start = stencil_start(m);
    if (start && ++stencil_of(start)->missed == (u32)MISSED_LIMIT << m->missed && m->missed < MISSED_TIMES) {
        m->missed++;
        if (!stencil_of(start)->optimized || !compile_again(m)) code_drop(m, code_calls_before(1));
    }
}

/* ---- ways in ---- */
/* In the plain table, for every branching instruction. */
static PRESERVE_NONE void counted_branch(INTERP_PARAMS)
{
    struct method *m = fp->method;
    if (LIKELY(dispatch == plain_table())) {
        const void *code = stencil_at(m, pc);
        if (code) {
            *sp = tos;
            MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
        }
        if (m->machine_entry) count_missed(m);
        if (UNLIKELY(counted(m, 1))) {
            PUBLISH();
            compile_wanted(self, m, COMPILE_FOR_LOOP);
            if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
            GO_IF_TOLD();
            RELOAD();
            tos = *sp;
        }
    }
    /* The breakpoint has been posted already, so the covered instruction runs. */
    u8 op = LIKELY(*pc != OP_breakpoint) ? *pc : interp_op_info[code_running_op(pc)].first;
    MUSTTAIL return ((interp_fn)interp_plain_table[op])(INTERP_ARGS);
}

PRESERVE_NONE void stencil_enter(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    if (LIKELY(dispatch == plain_table())) {
        const void *code = stencil_at(fp->method, pc);
        if (LIKELY(code != NULL)) {
            *sp = tos;
            MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
        }
    }
    DISPATCH();
}

/* ---- what stencils call ---- */
PRESERVE_NONE void stencil_icache_miss(INTERP_PARAMS)
{
    i32 at;
    memcpy(&at, pc + 1, sizeof at);
    struct icache *ic = (struct icache *)(uintptr_t)(u32)at;
    struct object *receiver = slot_ref(sp[1 - ic->nargs]);
    struct method *m = icache_select(ic, receiver);
    if (UNLIKELY(!m)) {
        tos = *sp;
        GO(slow_icache_miss);
    }
    fp->pc = pc;
    pc = (const u8 *)(uintptr_t)tos;
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}
__attribute__((preserve_most)) u64 stencil_assignable(const struct class *from, const struct class *to)
{
    return class_assignable_slow(from, to);
}
__attribute__((preserve_most)) u64 stencil_try_enter(struct thread *self, struct object *o, struct frame *f)
{
    return monitor_try_enter(self, o, f);
}

/* In the plain table, for OP_CODE_PAD. */
static PRESERVE_NONE void enter_by_pad(INTERP_PARAMS)
{
    if (UNLIKELY(dispatch != plain_table())) GO(stencil_leave_pad);
    const struct code_pad *pad = (const struct code_pad *)(const void *)pc;
    MUSTTAIL return ((interp_fn)__atomic_load_n(&pad->code, __ATOMIC_ACQUIRE))(INTERP_ARGS);
}

/* ---- exits ---- */
PRESERVE_NONE void stencil_leave(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    DISPATCH();
}
PRESERVE_NONE void stencil_hot(INTERP_PARAMS)
{
    struct method *m = fp->method;
    const u8 *start = stencil_start(m);
    if (LIKELY(self->dispatch == plain_table()) && start && stencil_of(start)->counts) {
        PUBLISH();
        compile_wanted(self, m, pc == m->code ? COMPILE_FOR_CALL : COMPILE_FOR_LOOP);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        GO_IF_TOLD();
        RELOAD();
        tos = *sp;
    }
    GO(stencil_enter);
}
PRESERVE_NONE void stencil_leave_pad(INTERP_PARAMS)
{
    frame_show_at(pc, fp);
    pc = ((const struct code_pad *)(const void *)pc)->pc;
    RELOAD();
    DISPATCH();
}
static PRESERVE_NONE void new_array(INTERP_PARAMS)
{
    PUBLISH();
    struct object *o = array_new_prim(self, newarray_kind(pc[1]), (i32)tos);
    if (UNLIKELY(!o)) GO(interp_throw);
    RELOAD();
    tos = slot_of_ref(o);
    RESUME(2);
}
/* Runs the instruction itself in any case, since another exit at this place would make no progress. */
PRESERVE_NONE void stencil_leave_unlinked(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    if (UNLIKELY(dispatch != plain_table())) DISPATCH();
    u8 op = *(volatile const u8 *)pc;
    if (LIKELY(op == OP_newarray)) GO(new_array);
    struct method *m = fp->method;
    const u8 *start = stencil_start(m);
    if (start && stencil_ops[interp_op_info[op].first].count && ++stencil_of(start)->exits == EXIT_LIMIT)
        code_drop(m, code_calls_before(1));
    MUSTTAIL return ((interp_fn)interp_plain_table[op])(INTERP_ARGS);
}

static bool branches(u8 op)
{
    const struct interp_op_info *info = &interp_op_info[op];
    u8 base = info->base;
    if (info->fused) {
        const struct interp_fusion *f = interp_fusions;
        while (f->op != op) f++;
        base = interp_op_info[f->part[f->count - 1]].base;
    }
    if (!info->name || base >= BYTECODE_OPS) return false;
    enum bytecode_flow flow = bytecode_info[base].flow;
    return flow == BC_BRANCH || flow == BC_JUMP;
}

void stencil_init(void)
{
    for (u32 op = 0; op < 256; op++)
        if (branches((u8)op)) interp_tables[MODE_PLAIN][op] = (void *)counted_branch;
    for (u32 mode = 0; mode < MODE_COUNT; mode++) interp_tables[mode][OP_CODE_PAD] = (void *)stencil_leave_pad;
    interp_tables[MODE_PLAIN][OP_CODE_PAD] = (void *)enter_by_pad;
    interp_resume = stencil_enter;
    code_entries[ENTRY_JAVA_COUNTED] = (void *)entry_java_counted;
    opt_called_again = (const void *)entry_called_again;
    opt_make_again = compile_again;
    interp_left_by_exception = opt_left_by_exception;
}
