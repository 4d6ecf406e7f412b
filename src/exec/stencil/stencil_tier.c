/* Ways into stencil code and out of it.
 *
 * A method is counted at its calls and at the branches that the interpreter runs in it; at the threshold its code is
 * made by the thread that counted. The interpreter's branches look for code of their method, so a frame gets back into
 * it soon after it left, and a loop that runs for long gets into it for the first time. */
#include "exec/stencil/stencil_tier.h"
#include "exec/code/code.h"
#include "exec/code/profile.h"
#include "exec/interp/entry.h"
#include "exec/interp/slow_int.h"
#include "exec/stencil/stencil_emit.h"
#include "model/options.h"

enum {
    CALL_WEIGHT = 16, /* of a call; a branch counts 1 */
    EXIT_LIMIT = 16   /* by instructions that have been linked since: then the code is made again */
};

static void *const *plain_table(void) { return (void *const *)interp_tables[MODE_PLAIN]; }

/* ---- counting ---- */
/* Did m pass the threshold now? Threads that count at once may lose a count, or both make the code: one is
 * published. */
static ALWAYS_INLINE bool counted(struct method *m, u32 weight)
{
    u32 before = __atomic_load_n(&m->java_calls, __ATOMIC_RELAXED);
    if (UNLIKELY(before == CODE_NOT_COUNTED)) return false;
    __atomic_store_n(&m->java_calls, before + weight, __ATOMIC_RELAXED);
    return before + weight >= CALL_WEIGHT * (u64)options.stencil_threshold;
}

/* Synchronized methods enter and leave by the interpreter. The frame is published: agents hear of the code. */
static NOINLINE void make_code(struct thread *self, struct method *m)
{
    const void *entry;
    __atomic_store_n(&m->java_calls, CODE_NOT_COUNTED, __ATOMIC_RELAXED);
    code_make_room(self);
    bool able = !(m->access & ACC_SYNCHRONIZED) && !m->next_version && !m->machine_entry;
    if (able) (void)profile_of(m); /* what runs from now on is recorded there */
    struct code *c = able ? stencil_emit(m, &entry) : NULL;
    if (c && code_publish_bytecode(m, entry))
        code_announce(self, c);
    else if (c) {
        c->told = true; /* nobody ever heard of it */
        code_retire(c);
    } else
        code_drop(m, CODE_NOT_COUNTED); /* it is entered as any other */
}

static PRESERVE_NONE void entry_java_counted(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    if (LIKELY(!counted(m, CALL_WEIGHT))) GO(entry_java);
    self->fp = fp;
    self->jsp = sp;
    make_code(self, m);
    RELOAD();
    tos = (u64)(uintptr_t)m;
    if (m->entry == (void *)entry_java_counted) GO(entry_java);
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}

/* ---- ways in ---- */
/* In the plain table, for every instruction that branches. */
static PRESERVE_NONE void counted_branch(INTERP_PARAMS)
{
    struct method *m = fp->method;
    if (LIKELY(dispatch == plain_table())) {
        const void *code = stencil_at(m, pc);
        if (code) MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
        if (UNLIKELY(counted(m, 1))) {
            PUBLISH();
            make_code(self, m);
            if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
            GO_IF_TOLD();
            RELOAD();
            tos = *sp;
        }
    }
    MUSTTAIL return ((interp_fn)interp_plain_table[*pc])(INTERP_ARGS);
}

PRESERVE_NONE void stencil_enter(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    if (LIKELY(dispatch == plain_table())) {
        const void *code = stencil_at(fp->method, pc);
        if (LIKELY(code != NULL)) MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
    }
    DISPATCH();
}

/* In the plain table, for OP_STENCIL_PAD. */
static PRESERVE_NONE void enter_by_pad(INTERP_PARAMS)
{
    if (UNLIKELY(dispatch != plain_table())) GO(stencil_leave_pad);
    const struct code_pad *pad = (const struct code_pad *)(const void *)pc;
    MUSTTAIL return ((interp_fn)__atomic_load_n(&pad->code, __ATOMIC_ACQUIRE))(INTERP_ARGS);
}

/* ---- ways out ---- */
PRESERVE_NONE void stencil_leave(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    DISPATCH();
}
PRESERVE_NONE void stencil_leave_pad(INTERP_PARAMS)
{
    pc = ((const struct code_pad *)(const void *)pc)->pc;
    dispatch = self->dispatch;
    DISPATCH();
}
/* The instruction itself is run here, whatever it is: coming back to this place would be no progress. */
PRESERVE_NONE void stencil_leave_unlinked(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    if (UNLIKELY(dispatch != plain_table())) DISPATCH();
    u8 op = *(volatile const u8 *)pc;
    struct method *m = fp->method;
    const u8 *start = stencil_start(m);
    if (start && stencil_table[interp_op_info[op].first].code && ++stencil_of(start)->exits == EXIT_LIMIT)
        code_drop(m, CALL_WEIGHT * (u32)options.stencil_threshold - 1);
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
    enum bytecode_flow flow = bytecode_info[base].flow;
    return info->name && base < BYTECODE_OPS && (flow == BC_BRANCH || flow == BC_JUMP);
}

void stencil_init(void)
{
    for (u32 op = 0; op < 256; op++)
        if (branches((u8)op)) interp_tables[MODE_PLAIN][op] = (void *)counted_branch;
    for (u32 mode = 0; mode < MODE_COUNT; mode++) interp_tables[mode][OP_STENCIL_PAD] = (void *)stencil_leave_pad;
    interp_tables[MODE_PLAIN][OP_STENCIL_PAD] = (void *)enter_by_pad;
    code_entries[ENTRY_JAVA_COUNTED] = (void *)entry_java_counted;
}
