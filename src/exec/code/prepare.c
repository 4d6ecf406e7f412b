/* From class-file code to running code: same length, same bci; operands native-endian; some instructions replaced by
 * the form that this method needs. Quickening happens later, at the first run of an instruction. */
#include "exec/code/code_int.h"

#include "base/contract.h"
#include "meta/loader.h"
#include "model/class_space.h"

struct os_mutex patch_lock = OS_MUTEX_INIT;

static struct os_mutex prepare_lock = OS_MUTEX_INIT; /* a leaf, apart from class space's lock */

static void swap2(u8 *to, const u8 *from)
{
    u16 v = rd_u16be(from);
    memcpy(to, &v, sizeof v);
}
static void swap4(u8 *to, const u8 *from)
{
    u32 v = rd_u32be(from);
    memcpy(to, &v, sizeof v);
}
/* Copies one instruction, its operands in the machine's byte order. */
static void convert(u8 *to, const struct bytecode *b)
{
    memcpy(to, b->at, b->length);
    if (b->info->flow == BC_SWITCH)
        for (u32 at = ((b->bci + 4) & ~3u) - b->bci; at + 4 <= b->length; at += 4) swap4(to + at, b->at + at);
    if (b->wide)
        for (u32 at = 2; at < b->length; at += 2) swap2(to + at, b->at + at);
    u32 at = 1;
    for (const char *kind = b->wide ? "" : b->info->operands; *kind; kind++) {
        if (*kind == 'G') {
            swap4(to + at, b->at + at);
            at += 4;
        } else if (*kind == 'S' || *kind == 'U' || *kind == 'B' || *kind == 'C') {
            swap2(to + at, b->at + at);
            at += 2;
        } else
            at++;
    }
}

/* The opcode that this method runs for the instruction at `at`. */
static u8 replacement(const struct method *m, const u8 *insn, bool locks)
{
    u8 op = insn[0];
    switch (op) {
    case OP_ireturn:
    case OP_lreturn:
    case OP_freturn:
    case OP_dreturn:
    case OP_areturn:
    case OP_return:
        if (locks || method_has(m, MTH_TELLS | MTH_COUNTED_BODY)) return OP_return_locked;
        if (op == OP_ireturn && m->return_kind != 'I') return OP_ireturn_narrow;
        if (op == OP_return && method_has(m, MTH_OBJECT_INIT)) return OP_return_init;
        break;
    case OP_ldc2_w:
        if (m->cp->e[rd_u16be(insn + 1)].tag != CP_DYNAMIC) return OP_ldc2_w_num;
        break;
    }
    return interp_running_op[op];
}

/* Does m leave monitors when it returns? */
static bool method_locks(const struct method *m)
{
    if (m->access & ACC_SYNCHRONIZED) return true;
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len)
        if (b.op == OP_monitorenter) return true;
    return false;
}
u8 return_form(const struct method *m, u32 bci) { return replacement(m, m->orig_code + bci, method_locks(m)); }

/* The longest fused form for the instructions from `at` on, where the opcode is `op`; else `op`. */
static u8 fused_form(const struct method *m, const u8 *code, u32 at, u8 op)
{
    u8 start = interp_fusion_start[op];
    if (!start) return op;
    u32 n = bytecode_length(m->orig_code, m->code_len, at);
    for (const struct interp_fusion *f = &interp_fusions[start - 1]; f->part[0] == op && f->count; f++) {
        u32 next = at + n;
        u8 k = 1;
        /* A later part may have become the start of a fused form, since other parts can be jumped to. */
        for (; k < f->count && next < m->code_len && interp_op_info[code[next]].first == f->part[k]; k++)
            next += bytecode_length(m->orig_code, m->code_len, next);
        if (k == f->count) return f->op;
    }
    return op;
}
/* Fuses forms that start before pc, now that its instruction is quick. Skips long methods, where the walk would cost
 * too much. */
static void fuse_before(const struct method *m, u32 bci)
{
    enum { BACK = 3, FAR = 4096 };
    u32 starts[BACK] = { bci, bci, bci }, n = 0;
    if (bci > FAR) return;
    for (u32 at = 0; at < bci; at += bytecode_length(m->orig_code, m->code_len, at)) starts[n++ % BACK] = at;
    for (u32 i = 0; i < BACK; i++) {
        u8 *at = m->code + starts[i];
        u8 op = *at, now = fused_form(m, m->code, starts[i], interp_op_info[op].first);
        if (now != op && interp_op_info[now].fused) write_op(at, now);
    }
}
void write_fused_locked(const struct method *m, const u8 *pc, u8 op)
{
    LOCK_HELD(&patch_lock);
    u32 bci = (u32)(pc - m->code);
    write_op(pc, fused_form(m, m->code, bci, op));
    if (interp_fusion_later[op]) fuse_before(m, bci);
}

static enum code_prepared prepare_locked(struct method *m) WANTS_LOCK(prepare_lock)
{
    LOCK_HELD(&prepare_lock);
    const u8 *orig = m->orig_code;
    u32 len = m->code_len;
    struct bytecode b;
    u32 end = 0;
    BYTECODE_EACH (b, orig, len) end = b.bci + b.length;
    if (end != len) return CODE_BAD;
    bool locks = method_locks(m);
    /* 8 bytes more, because handlers may read operands past a truncated end. They are impdep1, which no method
     * reaches. */
    u8 *code = class_holder_alloc(m->cp->holder, ALIGN_UP(len + 8, 8));
    if (!code) return CODE_NO_ROOM;
    BYTECODE_EACH (b, orig, len) {
        convert(code + b.bci, &b);
        code[b.bci] = replacement(m, b.at, locks);
    }
    for (u32 at = 0; at < len; at += bytecode_length(orig, len, at)) code[at] = fused_form(m, code, at, code[at]);
    MADE_KNOWN();
    __atomic_store_n(&m->code, code, __ATOMIC_RELEASE);
    return CODE_PREPARED;
}

enum code_prepared code_prepare(struct method *m)
{
    if (__atomic_load_n(&m->code, __ATOMIC_ACQUIRE)) return CODE_PREPARED;
    if (!m->orig_code) return CODE_BAD;
    os_mutex_lock(&prepare_lock);
    bool mine = !m->code;
    enum code_prepared p = mine ? prepare_locked(m) : CODE_PREPARED;
    os_mutex_unlock(&prepare_lock);
    if (mine) log_code(m);
    return p;
}
