/* Dispatch tables beside the plain one, and what their entries do: polls, method events, single steps, breakpoints (D2).
 *
 *   [0] plain          a thread that nobody asked anything of
 *   [1] polling        every entry stops the thread in thread_poll_slow, then runs the instruction
 *   [2] method events  returns post MethodExit and FramePop first (entries of methods look at the table themselves)
 *   [3] single step    every entry posts SingleStep, then runs one unfused instruction
 *
 * Tables [1] and [3] hand the instruction to table [2]'s handler when anybody wants method events, else to the plain one. */
#include "exec/interp/slow_int.h"
#include "os/os_sync.h"
#include "runtime/events.h"
#include "util/hashmap.h"

void *interp_tables[4][256];
const u8 interp_exit_code[8] = { OP_impdep1, OP_impdep1 };

static struct os_mutex patch_lock = OS_MUTEX_INIT; /* breakpoints' side table and opcode bytes; leaf */
static struct hashmap covered;                      /* pc -> opcode below the breakpoint + 1 */

static ALWAYS_INLINE void **base_table(void)
{
    return event_on(EV_METHOD_EXIT) || event_on(EV_METHOD_ENTRY) || event_on(EV_FRAME_POP) ? interp_tables[2] : interp_tables[0];
}

/* ---- polling ---- */
static PRESERVE_NONE void poll_entry(INTERP_PARAMS)
{
    PUBLISH();
    thread_poll_slow(self);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    if (UNLIKELY(fp->flags & (FRM_POP | FRM_EARLY_RETURN))) GO(interp_forced_exit);
    RELOAD();
    tos = *sp;
    void *next = dispatch[*pc];
    if (next == (void *)poll_entry) next = base_table()[*pc];
    MUSTTAIL return ((interp_fn)next)(INTERP_ARGS);
}
/* PopFrame and ForceEarlyReturn. TODO(exec): carry them out. */
PRESERVE_NONE void interp_forced_exit(INTERP_PARAMS)
{
    fp->flags &= (u8)~(FRM_POP | FRM_EARLY_RETURN);
    RELOAD();
    tos = *sp;
    DISPATCH();
}

/* ---- method events ---- */
static PRESERVE_NONE void return_events(INTERP_PARAMS)
{
    u8 op = *pc == OP_breakpoint ? interp_covered_op(pc) : *pc;
    bool is_void = interp_op_info[op].base == OP_return && fp->method->return_kind == 'V';
    PUBLISH();
    if (event_on(EV_METHOD_EXIT) && hooks.method_exit) hooks.method_exit(self, fp, is_void ? NULL : sp, false);
    if (!self->pending && (fp->flags & FRM_NOTIFY_POP) && hooks.frame_pop) hooks.frame_pop(self, fp, false);
    fp->flags &= (u8)~FRM_NOTIFY_POP;
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    RELOAD();
    tos = *sp;
    MUSTTAIL return ((interp_fn)interp_plain_table[op])(INTERP_ARGS);
}

/* ---- single step ---- */
static PRESERVE_NONE void step_entry(INTERP_PARAMS)
{
    if (LIKELY(event_on(EV_SINGLE_STEP) && hooks.single_step)) {
        PUBLISH();
        hooks.single_step(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        RELOAD();
        tos = *sp;
        if (UNLIKELY(fp->flags & (FRM_POP | FRM_EARLY_RETURN))) GO(interp_forced_exit);
    }
    u8 op = interp_op_info[*(volatile const u8 *)pc].first;
    MUSTTAIL return ((interp_fn)base_table()[op])(INTERP_ARGS);
}

/* ---- breakpoints ---- */
u8 interp_covered_op(const u8 *pc)
{
    os_mutex_lock(&patch_lock);
    u8 op = *pc;
    if (op == OP_breakpoint) op = (u8)((uintptr_t)hashmap_get(&covered, pc) - 1);
    os_mutex_unlock(&patch_lock);
    return op;
}
PRESERVE_NONE void interp_breakpoint(INTERP_PARAMS)
{
    PUBLISH();
    if (event_on(EV_BREAKPOINT) && hooks.breakpoint) {
        hooks.breakpoint(self, fp);
        if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
        if (UNLIKELY(fp->flags & (FRM_POP | FRM_EARLY_RETURN))) GO(interp_forced_exit);
    }
    RELOAD();
    tos = *sp;
    u8 op = interp_op_info[interp_covered_op(pc)].first;
    MUSTTAIL return ((interp_fn)base_table()[op])(INTERP_ARGS);
}

static void write_op(const u8 *pc, u8 op) { __atomic_store_n((u8 *)pc, op, __ATOMIC_RELEASE); }

void interp_patch(struct method *m, const u8 *pc, u8 op)
{
    (void)m;
    os_mutex_lock(&patch_lock);
    if (UNLIKELY(*pc == OP_breakpoint)) hashmap_put(&covered, pc, (void *)(uintptr_t)(op + 1));
    else write_op(pc, op);
    os_mutex_unlock(&patch_lock);
}

/* A fused form that starts before `bci` and covers it must go back to its first part. Fused forms have at most four parts of at most three bytes. */
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
    if (!m->code && !interp_prepare_code(m)) return false;
    if (bci < 0 || (u32)bci >= m->code_len) return false;
    u8 *pc = m->code + bci;
    os_mutex_lock(&patch_lock);
    if (*pc != OP_breakpoint) {
        split_fused(m, bci);
        hashmap_put(&covered, pc, (void *)(uintptr_t)(*pc + 1));
        write_op(pc, OP_breakpoint);
    }
    os_mutex_unlock(&patch_lock);
    return true;
}
void interp_clear_breakpoint(struct method *m, i32 bci)
{
    if (!m->code || bci < 0 || (u32)bci >= m->code_len) return;
    u8 *pc = m->code + bci;
    os_mutex_lock(&patch_lock);
    if (*pc == OP_breakpoint) {
        u8 op = (u8)((uintptr_t)hashmap_remove(&covered, pc) - 1);
        write_op(pc, op);
    }
    os_mutex_unlock(&patch_lock);
}

/* aload_0 in front of a getfield: fuses once the getfield is quick, gives up when it is of another kind. */
void interp_fuse_field(u8 *pc)
{
    u8 op;
    switch (pc[1]) {
    case OP_getfield: case OP_breakpoint: return;
    case OP_getfield_i: op = OP_aload_0_getfield_i; break;
    case OP_getfield_a: op = OP_aload_0_getfield_a; break;
    default: op = OP_aload_0; break;
    }
    os_mutex_lock(&patch_lock);
    if (*pc == OP_aload_0_field && pc[1] != OP_breakpoint) write_op(pc, op);
    os_mutex_unlock(&patch_lock);
}

void interp_tables_init(void)
{
    for (u32 i = 0; i < 256; i++) {
        u8 op = (u8)i;
        const struct interp_op_info *info = &interp_op_info[op];
        bool is_return = info->base >= OP_ireturn && info->base <= OP_return && info->name && info->first == op;
        interp_tables[0][i] = interp_plain_table[i];
        interp_tables[1][i] = (void *)poll_entry;
        interp_tables[2][i] = is_return ? (void *)return_events : interp_plain_table[info->name ? info->first : op];
        interp_tables[3][i] = op == OP_impdep1 ? interp_plain_table[i] : (void *)step_entry;
    }
}
