/* Dispatch tables beside the plain one, and what their entries do: polls, method events, single steps, breakpoints
 * (D2).
 *
 *   [0] plain          a thread that nobody asked anything of
 *   [1] polling        every entry stops the thread in thread_poll_slow, then runs the instruction
 *   [2] method events  returns post MethodExit and FramePop first (entries of methods look at the table themselves);
 *                      fused forms that end in one are split
 *   [3] single step    every entry posts SingleStep, then runs one unfused instruction
 *
 * Tables [1] and [3] hand the instruction to table [2]'s handler when anybody wants method events, else to the plain
 * one. */
#include "base/hashmap.h"
#include "base/vec.h"
#include "exec/exec_thread.h"
#include "exec/interp/slow_int.h"
#include "meta/loader.h"
#include "os/os_sync.h"
#include "thread/events.h"
#include <stdlib.h>

void *interp_tables[4][256];
const u8 interp_exit_code[8] = { OP_impdep1, OP_impdep1 };

static struct os_mutex patch_lock = OS_MUTEX_INIT; /* breakpoints' side table and opcode bytes; leaf */
/* pc -> a byte: the opcode below the breakpoint. Breakpoints come and go while the world stands, so running threads
 * look without the lock; only the byte changes under them. */
static struct hashmap covered;
static u8 *covered_op(const u8 *pc) { return hashmap_get(&covered, pc); }

static ALWAYS_INLINE void **base_table(struct thread *self)
{
    const u64 methods = 1 << EV_METHOD_ENTRY | 1 << EV_METHOD_EXIT;
    bool events = (atomic_load_explicit(&events_everywhere, memory_order_relaxed) & methods) ||
                  (atomic_load_explicit(&self->poll, memory_order_relaxed) & (POLL_EVENTS | POLL_METHODS));
    return events ? interp_tables[2] : interp_tables[0];
}

/* ---- polling ---- */
static PRESERVE_NONE void poll_entry(INTERP_PARAMS)
{
    PUBLISH();
    thread_poll_slow(self);
    /* Thread.stop, StopThread: here is Java code */
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_ASYNC_EXCEPTION)) {
        thread_clear_poll(self, POLL_ASYNC_EXCEPTION);
        if (self->async_exception) self->pending = self->async_exception;
        self->async_exception = NULL;
    }
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD();
    /* The frame that was told to go went by an exception. */
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_EARLY_RETURN))
        thread_clear_poll(self, POLL_EARLY_RETURN);
    RELOAD();
    tos = *sp;
    void *const *table = dispatch == (void *const *)interp_tables[1] ? (void *const *)base_table(self) : dispatch;
    MUSTTAIL return ((interp_fn)table[*pc])(INTERP_ARGS);
}
/* The frame that an awaited one comes back to has another pc (await.c): it polls at its next instruction. */
static PRESERVE_NONE void poll_exit(INTERP_PARAMS)
{
    if (fp->kind == FRAME_JAVA) GO(interp_back_in_awaited);
    GO(poll_entry);
}
/* Slots of the arguments that the call at pc pushed. */
static NOINLINE u32 call_arguments(const struct frame *f, const u8 *pc)
{
    const u8 *insn = orig_insn(f, pc);
    struct symbol *cls, *name, *desc;
    cp_ref_names(f->method->cp, rd_u16be(insn + 1), &cls, &name, &desc);
    return desc_arg_slots(desc) + (insn[0] != OP_invokestatic && insn[0] != OP_invokedynamic);
}
i32 interp_arguments_taken(const struct frame *f)
{
    return (i32)call_arguments(f->prev, f->prev->pc) - f->method->nargs;
}

/* The frame on top has been told to go (JVM TI PopFrame, ForceEarlyReturn…): its monitors are left; popped, its caller
 * calls again with the arguments that are still there; otherwise it returns the tool's value, with the events of a
 * return. */
PRESERVE_NONE void interp_forced_exit(INTERP_PARAMS)
{
    bool pop = (fp->flags & FRM_POP) != 0;
    fp->flags &= (u8) ~(FRM_POP | FRM_EARLY_RETURN);
    thread_clear_poll(self, POLL_EARLY_RETURN);
    interp_release_monitors(self, fp);
    if (pop) {
        if (fp->flags & FRM_NOTIFY_POP) interp_notified(self, fp);
        i32 taken = interp_arguments_taken(fp);
        sp = locals - 1 + fp->method->nargs + taken;
        fp = fp->prev;
        pc = fp->pc;
        if (taken > 0) *sp = slot_of_ref(ref_decode(fp->linked)); /* tool_pop_frame has seen to it that there is one */
        tos = *sp;
        if (fp->flags & FRM_NOTIFY_POP) thread_set_poll(self, POLL_EVENTS);
        RELOAD();
        DISPATCH();
    }
    struct exec_thread *et = exec_thread(self);
    u8 kind = fp->method->return_kind;
    slot *value = frame_operands(fp) + 1;
    *value = kind == 'L' || kind == '[' ? slot_of_ref(et->early_object) : et->early_value;
    et->early_object = NULL;
    tos = *value;
    sp = value;
    PUBLISH();
    if ((event_on(EV_METHOD_EXIT) || (fp->method->flags & MTH_EVENTS)) && hooks.method_exit)
        hooks.method_exit(self, fp, kind == 'V' ? NULL : value, false);
    if (!self->pending && (fp->flags & FRM_NOTIFY_POP)) interp_post_frame_pop(self, fp, false);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD(); /* again, by an agent that heard of it */
    tos = *value;
    RELOAD();
    switch (kind) {
    case 'V':
        sp = locals - 1;
        tos = *sp;
        break;
    case 'J':
    case 'D': sp = locals + 1; break;
    default: sp = locals; break;
    }
    RETURN();
}

/* ---- method events ---- */
static PRESERVE_NONE void return_events(INTERP_PARAMS)
{
    u8 op = *pc == OP_breakpoint ? interp_covered_op(pc) : *pc;
    bool is_void = interp_op_info[op].base == OP_return && fp->method->return_kind == 'V';
    PUBLISH();
    if ((event_on(EV_METHOD_EXIT) || (fp->method->flags & MTH_EVENTS)) && hooks.method_exit) {
        fp->flags |= FRM_EXIT_POSTED;
        hooks.method_exit(self, fp, is_void ? NULL : sp, false);
    }
    if (!self->pending && (fp->flags & FRM_NOTIFY_POP)) interp_post_frame_pop(self, fp, false);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD();
    RELOAD();
    tos = *sp;
    MUSTTAIL return ((interp_fn)interp_plain_table[op])(INTERP_ARGS);
}

/* ---- single step ---- */
static PRESERVE_NONE void step_entry(INTERP_PARAMS)
{
    if (LIKELY(hooks.single_step != NULL && !self->hide_steps)) { /* for one thread or for all: the hook knows */
        PUBLISH();
        hooks.single_step(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        RELOAD();
        tos = *sp;
        GO_IF_TOLD();
    }
    u8 op = interp_op_info[*(volatile const u8 *)pc].first;
    MUSTTAIL return ((interp_fn)base_table(self)[op])(INTERP_ARGS);
}

/* ---- breakpoints ---- */
u8 interp_covered_op(const u8 *pc)
{
    u8 op = *(volatile const u8 *)pc; /* the tool may have cleared it meanwhile */
    return op == OP_breakpoint ? __atomic_load_n(covered_op(pc), __ATOMIC_ACQUIRE) : op;
}
PRESERVE_NONE void interp_breakpoint(INTERP_PARAMS)
{
    PUBLISH();
    if (event_on(EV_BREAKPOINT) && hooks.breakpoint) {
        hooks.breakpoint(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        GO_IF_TOLD();
    }
    RELOAD();
    tos = *sp;
    u8 op = interp_op_info[interp_covered_op(pc)].first;
    MUSTTAIL return ((interp_fn)base_table(self)[op])(INTERP_ARGS);
}

static void write_op(const u8 *pc, u8 op) { __atomic_store_n((u8 *)pc, op, __ATOMIC_RELEASE); }

void interp_patch(struct method *m, const u8 *pc, u8 op)
{
    os_mutex_lock(&patch_lock);
    if (UNLIKELY(*pc == OP_breakpoint))
        write_op(covered_op(pc), op);
    else
        interp_fuse_quick(m, (u8 *)pc, op);
    os_mutex_unlock(&patch_lock);
}

void interp_patch_wide(const u8 *pc, u8 op, u32 operand)
{
    os_mutex_lock(&patch_lock);
    const u8 *at = *pc == OP_breakpoint ? covered_op(pc) : pc;
    if (*at != op) {
        memcpy((u8 *)pc + 1, &operand, sizeof operand);
        write_op(at, op);
    }
    os_mutex_unlock(&patch_lock);
}

/* A fused form that starts before `bci` and covers it must go back to its first part. */
static void split_fused(struct method *m, i32 bci)
{
    for (u32 at = 0; at <= (u32)bci;) {
        u8 op = m->code[at];
        if (interp_op_info[op].first != op) write_op(m->code + at, interp_op_info[op].first);
        u32 n = bytecode_length(m->orig_code, m->code_len, at);
        if (n == 0) return;
        at += n;
    }
}
bool interp_set_breakpoint(struct method *m, i32 bci)
{
    if (!m->code || bci < 0 || (u32)bci >= m->code_len) return false;
    u8 *pc = m->code + bci;
    os_mutex_lock(&patch_lock);
    bool changed = *pc != OP_breakpoint;
    if (changed) {
        split_fused(m, bci);
        u8 *op = vm_malloc(1);
        *op = *pc;
        hashmap_put(&covered, pc, op);
        write_op(pc, OP_breakpoint);
    }
    os_mutex_unlock(&patch_lock);
    return changed;
}
bool interp_clear_breakpoint(struct method *m, i32 bci)
{
    if (!m->code || bci < 0 || (u32)bci >= m->code_len) return false;
    u8 *pc = m->code + bci;
    os_mutex_lock(&patch_lock);
    bool changed = *pc == OP_breakpoint;
    if (changed) {
        u8 *op = hashmap_remove(&covered, pc);
        write_op(pc, *op);
        free(op);
    }
    os_mutex_unlock(&patch_lock);
    return changed;
}

/* ---- methods with events of their own ---- */
void interp_method_events_changed(struct method *m)
{
    os_mutex_lock(&patch_lock);
    for (u32 at = 0, n; m->code && at < m->code_len && (n = bytecode_length(m->orig_code, m->code_len, at)) != 0;
         at += n) {
        if (m->orig_code[at] < OP_ireturn || m->orig_code[at] > OP_return) continue;
        u8 *pc = m->code + at;
        u8 now = interp_return_form(m, at);
        split_fused(m, (i32)at);
        if (*pc == OP_breakpoint)
            write_op(covered_op(pc), now);
        else
            interp_fuse_quick(m, pc, now);
    }
    os_mutex_unlock(&patch_lock);
}

/* ---- unloading ---- */
/* The receiver seen last and its method need not outlive the cache. */
static void clear_icaches(struct class_holder *h, void *arg)
{
    (void)arg;
    if (!h->heap.marked) return;
    for (struct icache *ic = atomic_load_explicit(&h->icaches, memory_order_relaxed); ic; ic = ic->next) {
        u64 pair = atomic_load_explicit(&ic->pair, memory_order_relaxed);
        if (class_memory_is_dead((const void *)(uintptr_t)(pair >> 32)) ||
            class_memory_is_dead((const void *)(uintptr_t)(u32)pair))
            atomic_store_explicit(&ic->pair, 0, memory_order_relaxed);
        /* a version of an interface that lives */
        if (class_memory_is_dead(ic->imethod)) ic->imethod = ic->imethod->next_version;
    }
}
void interp_forget_dead(void)
{
    classes_for_each_holder(clear_icaches, NULL);
    struct vec dead = VEC_INIT;
    u32 cursor = 0;
    u64 pc;
    while (hashmap_next(&covered, &cursor, &pc, NULL))
        if (class_memory_is_dead((const void *)(uintptr_t)pc)) vec_push(&dead, (void *)(uintptr_t)pc);
    for (u32 i = 0; i < dead.count; i++) free(hashmap_remove(&covered, vec_get(&dead, i)));
    vec_destroy(&dead);
}

/* ---- watched fields ---- */
static u8 unwatched_op(u8 op)
{
    switch (op) {
    case OP_getfield_any: return OP_getfield;
    case OP_putfield_any: return OP_putfield;
    case OP_getstatic_any: return OP_getstatic;
    case OP_putstatic_any: return OP_putstatic;
    default: return op;
    }
}
static u8 general_op(u8 base)
{
    switch (base) {
    case OP_getfield: return OP_getfield_any;
    case OP_putfield: return OP_putfield_any;
    case OP_getstatic: return OP_getstatic_any;
    default: return OP_putstatic_any;
    }
}
/* Every quick access of f in m goes back to a form that looks at the watch flags; without a watch the general forms may
 * quicken again. */
static void rewatch_method(struct method *m, const struct field *f, bool watched)
{
    for (u32 at = 0, n; at < m->code_len && (n = bytecode_length(m->orig_code, m->code_len, at)) != 0; at += n) {
        u8 base = m->orig_code[at];
        if (base < OP_getstatic || base > OP_putfield) continue;
        struct cp_entry *e = &m->cp->e[rd_u16be(m->orig_code + at + 1)];
        if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED || e->field != f) continue;
        u8 *pc = m->code + at;
        u8 op = *pc == OP_breakpoint ? *covered_op(pc) : *pc;
        u8 now = watched ? (op == base ? op : general_op(base)) : unwatched_op(op);
        if (now == op) continue;
        split_fused(m, (i32)at);
        write_op(*pc == OP_breakpoint ? covered_op(pc) : pc, now);
    }
}
struct rewatch {
    const struct field *f;
    bool watched;
};
static void rewatch_class(struct class *c, void *arg)
{
    struct rewatch *r = arg;
    for (u32 i = 0; i < c->method_count + c->deleted_count; i++)
        for (struct method *m = c->methods[i]; m; m = m->previous_version) /* frames may still run the older ones */
            if (m->code) rewatch_method(m, r->f, r->watched);
}
void interp_field_watch_changed(struct field *f)
{
    struct rewatch r = { f, (f->flags & (FLD_WATCH_READ | FLD_WATCH_WRITE)) != 0 };
    os_mutex_lock(&patch_lock);
    loader_for_each_class(rewatch_class, &r);
    os_mutex_unlock(&patch_lock);
}

static bool fused_with_return(u8 op)
{
    for (const struct interp_fusion *f = interp_fusions; f->count; f++) {
        u8 last = interp_op_info[f->part[f->count - 1]].base;
        if (f->op == op && last >= OP_ireturn && last <= OP_return) return true;
    }
    return false;
}

void interp_tables_init(void)
{
    for (u32 i = 0; i < 256; i++) {
        u8 op = (u8)i;
        const struct interp_op_info *info = &interp_op_info[op];
        bool is_return = info->base >= OP_ireturn && info->base <= OP_return && info->name && info->first == op;
        interp_tables[0][i] = interp_plain_table[i];
        interp_tables[1][i] = op == OP_impdep1 ? (void *)poll_exit : (void *)poll_entry;
        interp_tables[2][i] =
            is_return ? (void *)return_events : interp_plain_table[fused_with_return(op) ? info->first : op];
        interp_tables[3][i] = op == OP_impdep1 ? interp_plain_table[i] : (void *)step_entry;
    }
}
