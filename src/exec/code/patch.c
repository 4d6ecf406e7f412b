/* The opcode bytes of running copies: quick forms, breakpoints and the fused forms that must make way for them. */
#include "exec/code/code_int.h"

#include "base/vec.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

/* pc -> the opcode under the breakpoint. Breakpoints change only while the world is stopped, so running threads read
 * the table without the lock; only `op` changes under them. */
enum cover_user { COVER_TOOLS = 1, COVER_PROBES = 2 };
struct cover {
    u8 op;
    u8 users; /* enum cover_user */
};
static struct hashmap covered;
static u8 *covered_op(const u8 *pc) { return &((struct cover *)hashmap_get(&covered, pc))->op; }

u8 code_running_op(const u8 *pc)
{
    u8 op = __atomic_load_n(pc, __ATOMIC_RELAXED); /* the tool may have cleared the breakpoint meanwhile */
    return UNLIKELY(op == OP_breakpoint) ? __atomic_load_n(covered_op(pc), __ATOMIC_ACQUIRE) : op;
}

/* ---- quick forms ---- */
void put_op_locked(const struct method *m, const u8 *pc, u8 op)
{
    LOCK_HELD(&patch_lock);
    if (UNLIKELY(*pc == OP_breakpoint))
        write_op(covered_op(pc), op);
    else
        write_fused_locked(m, pc, op);
}

void code_patch(struct method *m, const u8 *pc, u8 op)
{
    os_mutex_lock(&patch_lock);
    put_op_locked(m, pc, op);
    os_mutex_unlock(&patch_lock);
}

void code_patch_operand(struct method *m, const u8 *pc, u8 op, u16 operand)
{
    os_mutex_lock(&patch_lock);
    memcpy((u8 *)pc + 1, &operand, sizeof operand);
    put_op_locked(m, pc, op);
    os_mutex_unlock(&patch_lock);
}

void code_patch_wide(const u8 *pc, u8 op, u32 operand)
{
    os_mutex_lock(&patch_lock);
    const u8 *at = *pc == OP_breakpoint ? covered_op(pc) : pc;
    if (*at != op) {
        memcpy((u8 *)pc + 1, &operand, sizeof operand);
        write_op(at, op);
    }
    os_mutex_unlock(&patch_lock);
}

void split_fused_locked(const struct method *m, i32 bci)
{
    LOCK_HELD(&patch_lock);
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        if (b.bci > (u32)bci) return;
        u8 op = m->code[b.bci];
        if (interp_op_info[op].first != op) write_op(m->code + b.bci, interp_op_info[op].first);
    }
}

/* ---- breakpoints ---- */
bool code_is_instruction(const struct method *m, i32 bci)
{
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len)
        if ((i32)b.bci == bci) return true;
    return false;
}

static bool cover(struct method *m, i32 bci, enum cover_user user)
{
    WORLD_STOPPED();
    if (!code_is_instruction(m, bci) || code_prepare(m) != CODE_PREPARED) return false;
    u8 *pc = m->code + bci;
    os_mutex_lock(&patch_lock);
    struct cover *c = *pc == OP_breakpoint ? hashmap_get(&covered, pc) : NULL;
    if (!c) {
        split_fused_locked(m, bci);
        c = vm_calloc(1, sizeof *c);
        c->op = *pc;
        hashmap_put(&covered, pc, c);
        write_op(pc, OP_breakpoint);
        drop_bytecode_code(m);
    }
    bool changed = !(c->users & user);
    if (changed && c->users) drop_bytecode_code(m); /* code may tell probes itself, but not tools */
    c->users |= user;
    os_mutex_unlock(&patch_lock);
    return changed;
}
static bool uncover(struct method *m, i32 bci, enum cover_user user)
{
    WORLD_STOPPED();
    if (!m->code || !code_is_instruction(m, bci)) return false;
    u8 *pc = m->code + bci;
    os_mutex_lock(&patch_lock);
    struct cover *c = *pc == OP_breakpoint ? hashmap_get(&covered, pc) : NULL;
    bool changed = c && c->users & user;
    if (changed) c->users &= (u8)~user;
    if (changed && c->users) drop_bytecode_code(m);
    if (changed && !c->users) {
        hashmap_remove(&covered, pc);
        write_op(pc, c->op);
        free(c);
        drop_bytecode_code(m);
    }
    os_mutex_unlock(&patch_lock);
    return changed;
}
bool code_set_breakpoint(struct method *m, i32 bci)
{
    WORLD_STOPPED();
    return cover(m, bci, COVER_TOOLS);
}
bool code_clear_breakpoint(struct method *m, i32 bci)
{
    WORLD_STOPPED();
    return uncover(m, bci, COVER_TOOLS);
}
bool code_set_probe(struct method *m, i32 bci)
{
    (void)cover(m, bci, COVER_PROBES);
    return m->code && code_is_instruction(m, bci) && m->code[bci] == OP_breakpoint;
}
bool code_is_only_probed(const u8 *pc)
{
    const struct cover *c = hashmap_get(&covered, pc);
    return c && c->users == COVER_PROBES;
}
void code_clear_probe(struct method *m, i32 bci) { (void)uncover(m, bci, COVER_PROBES); }
void code_probes_changed(struct method *m)
{
    WORLD_STOPPED();
    os_mutex_lock(&patch_lock);
    drop_bytecode_code(m);
    os_mutex_unlock(&patch_lock);
}

void breakpoints_forget_dead(void)
{
    WORLD_STOPPED_FOR(&patch_lock);
    struct vec dead = VEC_INIT;
    u32 cursor = 0;
    u64 pc;
    while (hashmap_next(&covered, &cursor, &pc, NULL))
        if (class_memory_is_dead((const void *)(uintptr_t)pc)) vec_push(&dead, (void *)(uintptr_t)pc);
    for (u32 i = 0; i < dead.count; i++) free(hashmap_remove(&covered, vec_get(&dead, i)));
    vec_destroy(&dead);
}
