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
#include "exec/tier/stencil_probe.h"
#include "exec/tier/told_tier.h"
#include "model/options.h"
#include "thread/events.h"
#include "thread/tell_method.h"

enum {
    MISSED_LIMIT = 3000,
    MISSED_TIMES = 10,
    COUNTED_AGAIN = 3, /* of these */
    EXIT_LIMIT = 16,   /* exits at instructions that have been linked since: then the code is made again */
    RUN_BEFORE = 16    /* code of frames that tell comes after so many entries if the method has other code */
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
    m->missed_before = m->missed;
    PUBLISH_CALLER();
    compile_wanted(self, m, COMPILE_INSTEAD);
    RELOAD();
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)code_entry_behind_probe(m))(INTERP_ARGS);
}

/* For frames that tell (below). */
static PRESERVE_NONE void told_branch(INTERP_PARAMS);
static PRESERVE_NONE void told_leave_unlinked(INTERP_PARAMS);

/* m has code without an entry for this place. If that happens often, the code is made again: then a loop that had not
 * been reached is linked. The first few times its branches and receivers are counted before, by the code that counts:
 * no other code counts, and without counts its calls would stay calls. */
static NOINLINE void count_missed(struct method *m)
{
    const u8 *start = stencil_start(m);
    if (start && ++stencil_of(start)->missed == (u32)MISSED_LIMIT << m->missed && m->missed < MISSED_TIMES) {
        m->missed++;
        bool again = m->missed > COUNTED_AGAIN || !profile_count_again(m);
        if (!again || !stencil_of(start)->optimized || !compile_again(m)) code_drop(m, code_calls_before(1));
    }
}

/* ---- ways in ---- */
/* Of code that the method has. */
static PRESERVE_NONE void branch_at_breakpoint(INTERP_PARAMS)
{
    const u8 *start = stencil_start(fp->method);
    const void *code = stencil_at(start, fp->method, pc);
    if (!stencil_enters_told(start, fp, pc))
        MUSTTAIL return ((interp_fn)interp_plain_table[interp_op_info[code_running_op(pc)].first])(INTERP_ARGS);
    *sp = tos;
    MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
}
/* In the plain table, for every branching instruction. */
static PRESERVE_NONE void counted_branch(INTERP_PARAMS)
{
    struct method *m = fp->method;
    if (LIKELY(dispatch == plain_table())) {
        const u8 *start = stencil_start(m);
        const void *code = stencil_at(start, m, pc);
        if (LIKELY(code != NULL)) {
            if (UNLIKELY(*pc == OP_breakpoint)) MUSTTAIL return branch_at_breakpoint(INTERP_ARGS);
            *sp = tos;
            MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
        }
        if (UNLIKELY(method_has(m, MTH_EVENTS))) GO(told_branch);
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
    const u8 *start = LIKELY(dispatch == plain_table()) ? stencil_start(fp->method) : NULL;
    if (UNLIKELY(!start)) start = told_start(fp->method, dispatch);
    const void *code = stencil_at(start, fp->method, pc);
    if (LIKELY(code != NULL) && (LIKELY(*pc != OP_breakpoint) || stencil_enters_at_probe(start, fp))) {
        *sp = tos;
        MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
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
__attribute__((preserve_most)) u64 stencil_lookup(const u8 *pc, u64 key)
{
    return (u64)(u32)lookup_switch(pc, (i32)key);
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
    tos = show_at_pad(pc, fp, sp, tos);
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
    if (UNLIKELY(dispatch != plain_table())) GO(told_leave_unlinked);
    u8 op = *(volatile const u8 *)pc;
    if (LIKELY(op == OP_newarray)) GO(new_array);
    struct method *m = fp->method;
    if (UNLIKELY(method_has(m, MTH_EVENTS))) GO(told_leave_unlinked);
    const u8 *start = stencil_start(m);
    u8 linked = UNLIKELY(op == OP_breakpoint) && code_is_only_probed(pc) ? code_running_op(pc) : op;
    if (start && stencil_ops[interp_op_info[linked].first].count && ++stencil_of(start)->exits == EXIT_LIMIT)
        code_drop(m, code_calls_before(1));
    MUSTTAIL return ((interp_fn)interp_plain_table[op])(INTERP_ARGS);
}

/* Out of the code of an instruction that probes know of. */
PRESERVE_NONE void stencil_leave_probed(INTERP_PARAMS)
{
    fp->flags |= FRM_PROBED;
    GO(stencil_leave);
}
PRESERVE_NONE void stencil_leave_unlinked_probed(INTERP_PARAMS)
{
    fp->flags |= FRM_PROBED;
    GO(stencil_leave_unlinked);
}
PRESERVE_NONE void stencil_hot_probed(INTERP_PARAMS)
{
    fp->flags |= FRM_PROBED;
    GO(stencil_hot);
}

/* ---- frames that tell (told_tier.h) ---- */
/* The table of method events without the branches that enter code. */
static void *events_table[256];

/* Has m reached the threshold now? As `counted`. */
static bool told_counted(struct method *m, u64 weight)
{
    u64 before = __atomic_load_n(&m->told_calls, __ATOMIC_RELAXED),
        limit = CODE_CALL_WEIGHT * (u64)options.stencil_threshold;
    if (before == CODE_NOT_COUNTED || method_has(m, MTH_PROBED)) return false;
    if (m->machine_entry) weight += limit / RUN_BEFORE;
    u64 now = before + weight;
    __atomic_store_n(&m->told_calls, now < limit ? (u32)now : (u32)limit, __ATOMIC_RELAXED);
    return now >= limit;
}

static PRESERVE_NONE void told_begin(INTERP_PARAMS)
{
    const void *code = told_start(fp->method, dispatch);
    if (LIKELY(code != NULL)) MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
    if (told_in_code(fp->method, dispatch) && told_counted(fp->method, CODE_CALL_WEIGHT)) {
        tos = 0;
        PUBLISH();
        compile_told(self, fp->method);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        RELOAD();
        tos = 0;
    }
    DISPATCH();
}

static PRESERVE_NONE void told_branch(INTERP_PARAMS)
{
    struct method *m = fp->method;
    const void *code = stencil_at(told_start(m, dispatch), m, pc);
    if (LIKELY(code != NULL) && LIKELY(*pc != OP_breakpoint) /* such code leaves at all of them */) {
        *sp = tos;
        MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
    }
    if (told_in_code(m, dispatch) && UNLIKELY(told_counted(m, 1))) {
        PUBLISH();
        compile_told(self, m);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        GO_IF_TOLD();
        RELOAD();
        tos = *sp;
    }
    /* The breakpoint has been posted already, so the covered instruction runs. */
    u8 op = LIKELY(*pc != OP_breakpoint) ? *pc : interp_op_info[code_running_op(pc)].first;
    MUSTTAIL return ((interp_fn)interp_plain_table[op])(INTERP_ARGS);
}

/* Runs the instruction itself, as stencil_leave_unlinked. */
static PRESERVE_NONE void told_leave_unlinked(INTERP_PARAMS)
{
    struct method *m = fp->method;
    if (UNLIKELY(!told_in_code(m, dispatch))) DISPATCH();
    u8 op = *(volatile const u8 *)pc;
    if (LIKELY(op == OP_newarray)) GO(new_array);
    const u8 *start = stencil_told_start(m);
    if (start && stencil_ops[interp_op_info[op].first].count && ++stencil_of(start)->exits == EXIT_LIMIT)
        code_drop_told(m);
    bool all = dispatch == (void *const *)interp_tables[MODE_EVENTS];
    MUSTTAIL return ((interp_fn)(all ? events_table[op] : interp_plain_table[op]))(INTERP_ARGS);
}

/* May control go on in the code of the pad? In the code of another kind it may not while the thread tells. */
static ALWAYS_INLINE bool may_enter(const u8 *pad, void *const *dispatch)
{
    if (dispatch == (void *const *)interp_tables[MODE_PLAIN]) return true;
    return dispatch == (void *const *)interp_tables[MODE_EVENTS] &&
           (((const struct code_pad *)(const void *)pad)->op & CODE_PAD_TOLD);
}
static PRESERVE_NONE void told_enter_by_pad(INTERP_PARAMS)
{
    if (UNLIKELY(!may_enter(pc, dispatch))) GO(stencil_leave_pad);
    const struct code_pad *pad = (const struct code_pad *)(const void *)pc;
    MUSTTAIL return ((interp_fn)__atomic_load_n(&pad->code, __ATOMIC_ACQUIRE))(INTERP_ARGS);
}

static ALWAYS_INLINE bool holds_monitor(const struct thread *self, const struct frame *f)
{
    return (f->flags & FRM_LOCKED) || (self->lock_top > 0 && self->locks[self->lock_top - 1].frame == f);
}
/* The events are posted: returns, where the caller does not wait at a pad that may be entered. */
static PRESERVE_NONE void told_return(INTERP_PARAMS)
{
    u8 kind = fp->method->return_kind;
    switch (kind) {
    case 'V':
        sp = locals - 1;
        tos = *sp;
        break;
    case 'J':
    case 'D': sp = locals + 1; break;
    default: sp = locals; break;
    }
    pc = fp->ret_pc;
    fp = fp->prev;
    locals = fp->locals;
    DISPATCH();
}
/* Nothing is posted: the interpreter runs the return, or polls first. */
static PRESERVE_NONE void told_dispatch(INTERP_PARAMS) { DISPATCH(); }

/* After the events of a return. */
static ALWAYS_INLINE interp_fn told_goes_on(struct thread *self, const struct frame *f)
{
    if (UNLIKELY(self->pending != NULL)) return interp_throw;
    if (UNLIKELY(f->flags & (FRM_POP | FRM_EARLY_RETURN))) return interp_forced_exit;
    const u8 *to = f->ret_pc; /* a callback may have had the caller's code replaced */
    return LIKELY(*to == OP_CODE_PAD) && LIKELY(may_enter(to, self->dispatch)) ? NULL : told_return;
}
/* Does the interpreter do more at its return than to return? */
static ALWAYS_INLINE bool returns_itself(const struct frame *f)
{
    if (LIKELY(!method_has(f->method, MTH_OBJECT_INIT | MTH_COUNTED_BODY))) return false;
    return method_has(f->method, MTH_COUNTED_BODY) || NEEDS_FINALIZER(f->locals[0]);
}
/* Does as return_events. */
static NOINLINE interp_fn tell_return(struct thread *self, struct frame *f, slot *sp)
{
    const struct method *m = f->method;
    if (UNLIKELY(!told_in_code(m, self->dispatch)) || UNLIKELY(f->flags & FRM_EXIT_POSTED) ||
        UNLIKELY(holds_monitor(self, f)) || UNLIKELY(returns_itself(f)))
        return told_dispatch;
    if ((event_on(EV_METHOD_EXIT) || method_has(m, MTH_EVENTS)) && hooks.method_exit) {
        f->flags |= FRM_EXIT_POSTED;
        tell_method_exit(self, f, m->return_kind == 'V' ? NULL : sp, false);
    }
    if (UNLIKELY(f->flags & FRM_NOTIFY_POP) && !self->pending) interp_post_frame_pop(self, f, false);
    return told_goes_on(self, f);
}
/* The usual return: all threads tell, nothing else is to be done. */
interp_fn stencil_tell_return(struct thread *self, struct frame *f, slot *sp, const u8 *pc)
{
    f->pc = pc;
    self->fp = f;
    self->jsp = sp;
    AFTER_MADE_KNOWN();
    bool locks = self->lock_top > 0 && self->locks[self->lock_top - 1].frame == f;
    if (UNLIKELY(self->dispatch != (void *const *)interp_tables[MODE_EVENTS]) || UNLIKELY(locks) ||
        UNLIKELY(f->flags & (FRM_LOCKED | FRM_EXIT_POSTED | FRM_NOTIFY_POP)) || UNLIKELY(returns_itself(f)))
        return tell_return(self, f, sp);
    __builtin_prefetch(f->ret_pc); /* a pad is read as data below, and is rarely near as such */
    f->flags |= FRM_EXIT_POSTED;
    if (UNLIKELY(!tell_exit_straight(self, f, sp, false, true))) {
        f->flags &= (u8)~FRM_EXIT_POSTED;
        return tell_return(self, f, sp);
    }
    if (UNLIKELY(f->flags & FRM_NOTIFY_POP) && !self->pending) interp_post_frame_pop(self, f, false);
    return told_goes_on(self, f);
}

/* The usual entry: what interp_entry_events does. */
interp_fn stencil_tell_entry(struct thread *self, struct frame *f, const u8 *pc)
{
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_EVENTS)) return interp_entry_events;
    f->pc = pc;
    self->fp = f;
    self->jsp = frame_operands(f);
    AFTER_MADE_KNOWN();
    if (UNLIKELY(!tell_entry_straight(self, f, true))) return interp_entry_events;
    if (UNLIKELY(self->pending != NULL)) return interp_throw;
    const u8 *code = told_start(f->method, self->dispatch);
    return LIKELY(code != NULL) ? (interp_fn)(uintptr_t)code : interp_begin;
}

static void told_init(void)
{
    memcpy(events_table, interp_tables[MODE_EVENTS], sizeof events_table);
    interp_begin = told_begin;
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
    told_init();
    for (u32 op = 0; op < 256; op++) {
        if (!branches((u8)op)) continue;
        interp_tables[MODE_PLAIN][op] = (void *)counted_branch;
        interp_tables[MODE_EVENTS][op] = (void *)told_branch;
    }
    for (u32 mode = 0; mode < MODE_COUNT; mode++) interp_tables[mode][OP_CODE_PAD] = (void *)stencil_leave_pad;
    interp_tables[MODE_PLAIN][OP_CODE_PAD] = (void *)enter_by_pad;
    interp_tables[MODE_EVENTS][OP_CODE_PAD] = (void *)told_enter_by_pad;
    interp_resume = stencil_enter;
    code_entries[ENTRY_JAVA_COUNTED] = (void *)entry_java_counted;
    opt_called_again = (const void *)entry_called_again;
    opt_make_again = compile_again;
    interp_left_by_exception = opt_left_by_exception;
}
