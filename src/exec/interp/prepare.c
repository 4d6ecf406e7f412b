/* From class-file code to running code: same length, same bci; operands native-endian; some instructions replaced by the
 * form that this method needs. Quickening happens later, at the first run of an instruction. */
#include "exec/interp/interp_int.h"
#include "os/os_sync.h"
#include "runtime/loader.h"

static struct os_mutex prepare_lock = OS_MUTEX_INIT; /* leaf, but for class space's */

u32 bytecode_length(const u8 *code, u32 len, u32 bci)
{
    if (bci >= len) return 0;
    u8 op = code[bci];
    u32 n = 0;
    if (op <= OP_jsr_w) n = interp_op_info[op].length;
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

u32 interp_insn_length(const struct method *m, const u8 *pc) { return bytecode_length(m->orig_code, m->code_len, (u32)(pc - m->code)); }
const char *bytecode_name(u8 op)
{
    const char *name = interp_op_info[op].name;
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
    const char *shape = op == OP_wide ? (n == 6 ? "122" : "12") : interp_op_info[op].operands;
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

/* The opcode that this method runs in place of `op`. */
static u8 replacement(const struct method *m, u8 op, u8 next, bool locks)
{
    if (op >= OP_ireturn && op <= OP_return) {
        if (locks) return OP_return_locked;
        if (op == OP_ireturn && m->return_kind != 'I') return OP_ireturn_narrow;
        if (op == OP_return && (m->flags & MTH_OBJECT_INIT)) return OP_return_init;
    }
    if (op == OP_aload_0 && next == OP_getfield) return OP_aload_0_field;
    return op;
}

/* Replaces sequences that have a fused form made of plain instructions. */
static void fuse(const struct method *m, u8 *code)
{
    for (u32 at = 0, n; at < m->code_len; at += n) {
        n = bytecode_length(m->orig_code, m->code_len, at);
        for (u32 i = 0; i < interp_fusion_count; i++) {
            const struct interp_fusion *f = &interp_fusions[i];
            u32 next = at;
            u8 k = 0;
            for (; k < f->count && next < m->code_len && code[next] == f->part[k]; k++) next += bytecode_length(m->orig_code, m->code_len, next);
            if (k == f->count) {
                code[at] = f->op;
                break;
            }
        }
    }
}

static bool prepare_locked(struct method *m)
{
    const u8 *orig = m->orig_code;
    u32 len = m->code_len;
    bool locks = (m->access & ACC_SYNCHRONIZED) != 0;
    for (u32 at = 0, n; at < len; at += n) {
        n = bytecode_length(orig, len, at);
        if (n == 0) return false;
        if (orig[at] == OP_monitorenter) locks = true;
    }
    /* Eight bytes more: handlers may read operands past a truncated end. They are impdep1's number, which no method runs into. */
    u8 *code = class_space_alloc(m->owner->loader, ALIGN_UP(len + 8, 8));
    for (u32 at = 0, n; at < len; at += n) {
        n = bytecode_length(orig, len, at);
        convert(code + at, orig + at, at, n);
        code[at] = replacement(m, orig[at], at + n < len ? orig[at + n] : 0, locks);
    }
    fuse(m, code);
    __atomic_store_n(&m->code, code, __ATOMIC_RELEASE);
    return true;
}

bool interp_prepare_code(struct method *m)
{
    if (__atomic_load_n(&m->code, __ATOMIC_ACQUIRE)) return true;
    if (!m->orig_code) return false;
    os_mutex_lock(&prepare_lock);
    bool ok = m->code || prepare_locked(m);
    os_mutex_unlock(&prepare_lock);
    return ok;
}
