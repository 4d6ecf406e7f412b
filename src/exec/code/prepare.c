/* From class-file code to running code: same length, same bci; operands native-endian; some instructions replaced by
 * the form that this method needs. Quickening happens later, at the first run of an instruction. */
#include "exec/code/code_int.h"

#include "meta/loader.h"
#include "model/class_space.h"

static struct os_mutex prepare_lock = OS_MUTEX_INIT; /* leaf, but for class space's */

u32 bytecode_length(const u8 *code, u32 len, u32 bci)
{
    if (bci >= len) return 0;
    u8 op = code[bci];
    u32 n = 0;
    if (op <= OP_jsr_w) n = interp_jvms_info[op].length;
    if (n == 0) {
        u32 at = (bci + 4) & ~3u;
        switch (op) {
        case OP_wide:
            if (bci + 1 >= len) return 0;
            n = code[bci + 1] == OP_iinc ? 6 : 4;
            break;
        case OP_tableswitch: {
            if (at + 12 > len) return 0;
            i64 low = rd_i32be(code + at + 4), high = rd_i32be(code + at + 8);
            if (high < low || (high - low + 1) * 4 > (i64)len) return 0;
            n = at + 12 + (u32)(high - low + 1) * 4 - bci;
            break;
        }
        case OP_lookupswitch: {
            if (at + 8 > len) return 0;
            i64 pairs = rd_i32be(code + at + 4);
            if (pairs < 0 || pairs * 8 > (i64)len) return 0;
            n = at + 8 + (u32)pairs * 8 - bci;
            break;
        }
        default: return 0;
        }
    }
    return n <= len - bci ? n : 0;
}

const char *bytecode_name(u8 op)
{
    const char *name = op <= OP_breakpoint ? interp_jvms_info[op].name : interp_op_info[op].name;
    return name ? name : "illegal";
}

/* Copies one instruction, its operands in the machine's byte order. */
static void convert(u8 *to, const u8 *from, u32 bci, u32 n)
{
    u8 op = from[0];
    memcpy(to, from, n);
    if (op == OP_tableswitch || op == OP_lookupswitch) {
        for (u32 at = ((bci + 4) & ~3u) - bci; at + 4 <= n; at += 4) {
            u32 v = rd_u32be(from + at);
            memcpy(to + at, &v, 4);
        }
        return;
    }
    const char *shape = op == OP_wide ? (n == 6 ? "122" : "12") : interp_jvms_info[op].operands;
    u32 at = 1;
    for (; *shape; shape++) {
        if (*shape == '2') {
            u16 v = rd_u16be(from + at);
            memcpy(to + at, &v, 2);
        } else if (*shape == '4') {
            u32 v = rd_u32be(from + at);
            memcpy(to + at, &v, 4);
        }
        at += (u32)(*shape - '0');
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
        if (locks || (m->flags & MTH_EVENTS)) return OP_return_locked;
        if (op == OP_ireturn && m->return_kind != 'I') return OP_ireturn_narrow;
        if (op == OP_return && (m->flags & MTH_OBJECT_INIT)) return OP_return_init;
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
    for (u32 at = 0, n; at < m->code_len && (n = bytecode_length(m->orig_code, m->code_len, at)) != 0; at += n)
        if (m->orig_code[at] == OP_monitorenter) return true;
    return false;
}
u8 return_form(const struct method *m, u32 bci) { return replacement(m, m->orig_code + bci, method_locks(m)); }

/* The longest fused form for what stands at `at`, if `op` is there; or `op`. */
static u8 fused_form(const struct method *m, const u8 *code, u32 at, u8 op)
{
    u8 start = interp_fusion_start[op];
    if (!start) return op;
    u32 n = bytecode_length(m->orig_code, m->code_len, at);
    for (const struct interp_fusion *f = &interp_fusions[start - 1]; f->part[0] == op && f->count; f++) {
        u32 next = at + n;
        u8 k = 1;
        /* A later part may have become the start of a fused form, as the others can be jumped to. */
        for (; k < f->count && next < m->code_len && interp_op_info[code[next]].first == f->part[k]; k++)
            next += bytecode_length(m->orig_code, m->code_len, next);
        if (k == f->count) return f->op;
    }
    return op;
}
/* Forms that start before pc: known only now that its instruction is quick. Long methods are not worth the walk. */
static void fuse_before(const struct method *m, u32 bci)
{
    enum { BACK = 3, FAR = 4096 };
    u32 starts[BACK] = { bci, bci, bci }, n = 0;
    if (bci > FAR) return;
    for (u32 at = 0; at < bci; at += bytecode_length(m->orig_code, m->code_len, at)) starts[n++ % BACK] = at;
    for (u32 i = 0; i < BACK; i++) {
        u8 *at = m->code + starts[i];
        u8 op = *at, now = fused_form(m, m->code, starts[i], interp_op_info[op].first);
        if (now != op && interp_op_info[now].flags & OPF_FUSED) write_op(at, now);
    }
}
void write_fused_locked(const struct method *m, const u8 *pc, u8 op)
{
    u32 bci = (u32)(pc - m->code);
    write_op(pc, fused_form(m, m->code, bci, op));
    if (interp_fusion_later[op]) fuse_before(m, bci);
}

static enum code_prepared prepare_locked(struct method *m)
{
    const u8 *orig = m->orig_code;
    u32 len = m->code_len;
    for (u32 at = 0, n; at < len; at += n) {
        n = bytecode_length(orig, len, at);
        if (n == 0) return CODE_BAD;
    }
    bool locks = method_locks(m);
    /* Eight bytes more: handlers may read operands past a truncated end. They are impdep1's number, which no method
     * runs into. */
    u8 *code = class_holder_alloc(m->cp->holder, ALIGN_UP(len + 8, 8));
    if (!code) return CODE_NO_ROOM;
    for (u32 at = 0, n; at < len; at += n) {
        n = bytecode_length(orig, len, at);
        convert(code + at, orig + at, at, n);
        code[at] = replacement(m, orig + at, locks);
    }
    for (u32 at = 0; at < len; at += bytecode_length(orig, len, at)) code[at] = fused_form(m, code, at, code[at]);
    __atomic_store_n(&m->code, code, __ATOMIC_RELEASE);
    return CODE_PREPARED;
}

enum code_prepared code_prepare(struct method *m)
{
    if (__atomic_load_n(&m->code, __ATOMIC_ACQUIRE)) return CODE_PREPARED;
    if (!m->orig_code) return CODE_BAD;
    os_mutex_lock(&prepare_lock);
    enum code_prepared p = m->code ? CODE_PREPARED : prepare_locked(m);
    os_mutex_unlock(&prepare_lock);
    return p;
}
