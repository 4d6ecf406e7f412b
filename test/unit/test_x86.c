/* The instructions that cpu/x86_64/x86_*.h encode, each with all registers, read back by LLVM's disassembler. */
#include "cpu/x86_64/x86_avx.h"
#include "unit.h"

enum { MOST = 80000 };
static char *wanted[MOST];
static uint32_t starts[MOST + 1], count;
static uint8_t bytes[1 << 21];
static struct emit emitted = { .at = bytes, .size = sizeof bytes };

static const char *const r64[] = { "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                   "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15" };
static const char *const r32[] = { "eax", "ecx", "edx",  "ebx",  "esp",  "ebp",  "esi",  "edi",
                                   "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d" };
static const char *const r16[] = { "ax",  "cx",  "dx",   "bx",   "sp",   "bp",   "si",   "di",
                                   "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w" };
static const char *const r8[] = { "al",  "cl",  "dl",   "bl",   "spl",  "bpl",  "sil",  "dil",
                                  "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b" };
static const char *gp(bool wide, int r) { return wide ? r64[r] : r32[r]; }

/* What has been emitted since the last one is to be read as this text. */
__attribute__((format(printf, 1, 2))) static void is(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    assert_true(count < MOST && vasprintf(&wanted[count], format, args) > 0);
    va_end(args);
    starts[++count] = emitted.n;
}

/* ---- operands ---- */
static const int32_t disps[] = { 0, 8, -128, 0x12345 };
static const char *address(char *to, const char *size, int base, int index, int scale, int32_t disp)
{
    int n = sprintf(to, "%s ptr [%s", size, r64[base]);
    if (index >= 0 && scale) n += sprintf(to + n, " + %d*%s", 1 << scale, r64[index]);
    if (index >= 0 && !scale) n += sprintf(to + n, " + %s", r64[index]);
    if (disp) n += sprintf(to + n, " %c %d", disp < 0 ? '-' : '+', abs(disp));
    sprintf(to + n, "]");
    return to;
}
/* fn for addresses with each base, and each index but rsp. */
static void each_address(void (*fn)(int base, int index, int scale, int32_t disp))
{
    for (int base = 0; base < 16; base++)
        for (int index = -1; index < 16; index += 5) /* -1, 4 (none), 9, 14 */
            if (index != RSP) fn(base, index, index < 0 ? 0 : base & 3, disps[base & 3]);
}

static void memory(int base, int index, int scale, int32_t disp)
{
    static const struct {
        enum x_as as;
        const char *name, *size;
    } loads[] = { { X_U8, "movzx", "byte" },
                  { X_S8, "movsx", "byte" },
                  { X_U16, "movzx", "word" },
                  { X_S16, "movsx", "word" },
                  { X_32, "mov", "dword" } };
    static const char *const sizes[] = { "byte", "word", "dword", "qword" };
    struct emit *e = &emitted;
    char m[80];
    int reg = (base * 7 + 3) & 15;
    for (unsigned i = 0; i < 5; i++) {
        x_load_as(e, loads[i].as, false, reg, base, index, scale, disp);
        is("%s %s, %s", loads[i].name, r32[reg], address(m, loads[i].size, base, index, scale, disp));
        x_load_as(e, loads[i].as, true, reg, base, index, scale, disp);
        is("%s %s, %s", loads[i].name, r64[reg],
           address(m, loads[i].as == X_32 ? "qword" : loads[i].size, base, index, scale, disp));
    }
    x_load_as(e, X_S32, true, reg, base, index, scale, disp);
    is("movsxd %s, %s", r64[reg], address(m, "dword", base, index, scale, disp));
    for (int log = 0; log < 4; log++) {
        const char *const *names[] = { r8, r16, r32, r64 };
        x_store_as(e, log, reg, base, index, scale, disp);
        is("mov %s, %s", address(m, sizes[log], base, index, scale, disp), names[log][reg]);
        x_store_imm_as(e, log, base, index, scale, disp, 77);
        is("mov %s, 77", address(m, sizes[log], base, index, scale, disp));
    }
    x_alu_index(e, true, X_SUB, reg, base, index, scale, disp);
    is("sub %s, %s", r64[reg], address(m, "qword", base, index, scale, disp));
    x_multiply_index(e, false, reg, base, index, scale, disp);
    is("imul %s, %s", r32[reg], address(m, "dword", base, index, scale, disp));
    x_float_index(e, true, X_FMUL, reg, base, index, scale, disp);
    is("mulsd xmm%d, %s", reg, address(m, "qword", base, index, scale, disp));
    x_float_index(e, false, X_FSTORE, reg, base, index, scale, disp);
    is("movss %s, xmm%d", address(m, "dword", base, index, scale, disp), reg);
    x_vector_load(e, reg, base, index, scale, disp);
    is("movups xmm%d, %s", reg, address(m, "xmmword", base, index, scale, disp));
    x_vector_store(e, reg, base, index, scale, disp);
    is("movups %s, xmm%d", address(m, "xmmword", base, index, scale, disp), reg);
    x_avx_load(e, reg, base, index, scale, disp);
    is("vmovups ymm%d, %s", reg, address(m, "ymmword", base, index, scale, disp));
    x_avx_store(e, reg, base, index, scale, disp);
    is("vmovups %s, ymm%d", address(m, "ymmword", base, index, scale, disp), reg);
    if (scale) return;
    x_lock_compare_exchange(e, true, reg, base, index, disp);
    is("lock cmpxchg %s, %s", address(m, "qword", base, index, 0, disp), r64[reg]);
    x_lock_exchange_add(e, false, reg, base, index, disp);
    is("lock xadd %s, %s", address(m, "dword", base, index, 0, disp), r32[reg]);
    x_exchange(e, true, reg, base, index, disp);
    is("xchg %s, %s", address(m, "qword", base, index, 0, disp), r64[reg]);
    if (index >= 0) return;
    x_alu_mem_byte(e, X_CMP, base, disp, 9);
    is("cmp %s, 9", address(m, "byte", base, index, 0, disp));
    x_test_mem_byte(e, base, disp, 9);
    is("test %s, 9", address(m, "byte", base, index, 0, disp));
    x_prefetch(e, base, disp);
    is("prefetcht0 %s", address(m, "byte", base, index, 0, disp));
    x_test_mem_by(e, base, disp, 1000);
    is("test %s, 1000", address(m, "dword", base, index, 0, disp));
    x_compare_mem_imm32(e, base, disp, 5);
    is("cmp %s, 5", address(m, "dword", base, index, 0, disp));
    x_alu_mem_by(e, true, X_ADD, base, disp, 1000);
    is("add %s, 1000", address(m, "qword", base, index, 0, disp));
    x_stack_load(e, true, base, disp);
    is("fld %s", address(m, "qword", base, index, 0, disp));
    x_stack_load(e, false, base, disp);
    is("fld %s", address(m, "dword", base, index, 0, disp));
    x_stack_store(e, true, base, disp);
    is("fstp %s", address(m, "qword", base, index, 0, disp));
    x_stack_store(e, false, base, disp);
    is("fstp %s", address(m, "dword", base, index, 0, disp));
    x_jump_mem(e, base, disp);
    is("jmp %s", address(m, "qword", base, index, 0, disp));
    x_call_mem(e, base, disp);
    is("call %s", address(m, "qword", base, index, 0, disp));
    x_push_mem(e, base, disp);
    is("push %s", address(m, "qword", base, index, 0, disp));
}

static void registers(int a, int b, bool wide)
{
    static const char *const group[] = { "add", "or", "", "", "and", "sub", "xor", "cmp" };
    static const char *const conditions[] = { "o", "no", "b", "ae", "e", "ne", "be", "a",
                                              "s", "ns", "p", "np", "l", "ge", "le", "g" };
    struct emit *e = &emitted;
    for (int op = 0; op < 8; op++)
        if (group[op][0]) x_alu(e, wide, op, a, b), is("%s %s, %s", group[op], gp(wide, a), gp(wide, b));
    x_alu_by(e, wide, X_SUB, a, 100), is("sub %s, 100", gp(wide, a));
    if (a)
        x_alu_by(e, wide, X_AND, a, 1000), is("and %s, 1000", gp(wide, a)); /* of eax LLVM reads a shorter form too */
    x_test(e, wide, a, b), is("test %s, %s", gp(wide, a), gp(wide, b));
    x_multiply(e, wide, a, b), is("imul %s, %s", gp(wide, a), gp(wide, b));
    x_multiply_by(e, wide, a, b, 1000), is("imul %s, %s, 1000", gp(wide, a), gp(wide, b));
    x_multiply_long(e, wide, a), is("imul %s", gp(wide, a));
    x_divide(e, wide, a), is("idiv %s", gp(wide, a));
    x_negate(e, wide, a), is("neg %s", gp(wide, a));
    x_move_if(e, wide, b, a, b), is("cmov%s %s, %s", conditions[b], gp(wide, a), gp(wide, b));
    x_extend(e, X_U8, wide, a, b), is("movzx %s, %s", gp(wide, a), r8[b]);
    x_extend(e, X_S8, wide, a, b), is("movsx %s, %s", gp(wide, a), r8[b]);
    x_extend(e, X_U16, wide, a, b), is("movzx %s, %s", gp(wide, a), r16[b]);
    x_extend(e, X_S16, wide, a, b), is("movsx %s, %s", gp(wide, a), r16[b]);
    x_shift_by(e, wide, X_SAR, a, 7), is("sar %s, 7", gp(wide, a));
    x_shift_cl(e, wide, X_SHL, a), is("shl %s, cl", gp(wide, a));
    x_swap_bytes(e, wide, a), is("bswap %s", gp(wide, a));
    x_count_bits(e, wide, a, b), is("popcnt %s, %s", gp(wide, a), gp(wide, b));
    x_highest_bit(e, wide, a, b), is("bsr %s, %s", gp(wide, a), gp(wide, b));
    x_lowest_bit(e, wide, a, b), is("bsf %s, %s", gp(wide, a), gp(wide, b));
    x_change_bit(e, wide, a, 31), is("btc %s, 31", gp(wide, a));
    x_float_from(e, wide, a, b), is("mov%c xmm%d, %s", wide ? 'q' : 'd', a, gp(wide, b));
    x_float_to(e, wide, a, b), is("mov%c %s, xmm%d", wide ? 'q' : 'd', gp(wide, a), b);
    x_avx_from(e, wide, a, b), is("vmov%c xmm%d, %s", wide ? 'q' : 'd', a, gp(wide, b));
    x_avx_to(e, wide, a, b), is("vmov%c %s, xmm%d", wide ? 'q' : 'd', gp(wide, a), b);
    x_float_of_int(e, true, wide, a, b), is("cvtsi2sd xmm%d, %s", a, gp(wide, b));
    x_float_of_int(e, false, wide, a, b), is("cvtsi2ss xmm%d, %s", a, gp(wide, b));
    x_int_of_float(e, true, wide, a, b), is("cvttsd2si %s, xmm%d", gp(wide, a), b);
    x_int_of_float(e, false, wide, a, b), is("cvttss2si %s, xmm%d", gp(wide, a), b);
}
static const struct {
    enum x_packed_op op;
    const char *name;
} packed[] = { { X_PADDB, "paddb" },
               { X_PADDW, "paddw" },
               { X_PADDD, "paddd" },
               { X_PADDQ, "paddq" },
               { X_PSUBB, "psubb" },
               { X_PSUBW, "psubw" },
               { X_PSUBD, "psubd" },
               { X_PSUBQ, "psubq" },
               { X_PMULLW, "pmullw" },
               { X_PMULLD, "pmulld" },
               { X_PMINSD, "pminsd" },
               { X_PCMPEQB, "pcmpeqb" },
               { X_PCMPEQW, "pcmpeqw" },
               { X_PCMPEQD, "pcmpeqd" },
               { X_PCMPEQQ, "pcmpeqq" },
               { X_PCMPGTB, "pcmpgtb" },
               { X_PCMPGTW, "pcmpgtw" },
               { X_PCMPGTD, "pcmpgtd" },
               { X_PCMPGTQ, "pcmpgtq" },
               { X_PMAXSD, "pmaxsd" },
               { X_PAND, "pand" },
               { X_POR, "por" },
               { X_PXOR, "pxor" },
               { X_PUNPCKLBW, "punpcklbw" },
               { X_PUNPCKLQDQ, "punpcklqdq" } };
static const struct {
    int op;
    const char *name;
} floats[] = { { X_FADD, "add" }, { X_FSUB, "sub" }, { X_FMUL, "mul" }, { X_FDIV, "div" }, { X_FSQRT, "sqrt" } };
static void three_operands(enum x_width width, int a, int b)
{
    static const struct {
        enum x_broadcast lane;
        const char *name;
    } broadcasts[] = { { X_BROADCAST_B, "b" }, { X_BROADCAST_W, "w" }, { X_BROADCAST_D, "d" }, { X_BROADCAST_Q, "q" } };
    struct emit *e = &emitted;
    char x = width == X_WHOLE ? 'y' : 'x';
    int c = (a * 5 + b) & 15;
    for (unsigned i = 0; i < sizeof packed / sizeof packed[0]; i++)
        x_avx(e, width, packed[i].op, a, b, c), is("v%s %cmm%d, %cmm%d, %cmm%d", packed[i].name, x, a, x, b, x, c);
    for (unsigned i = 0; i < 4; i++) {
        x_avx_float(e, width, true, floats[i].op, a, b, c);
        is("v%spd %cmm%d, %cmm%d, %cmm%d", floats[i].name, x, a, x, b, x, c);
        x_avx_float(e, width, false, floats[i].op, a, b, c);
        is("v%sps %cmm%d, %cmm%d, %cmm%d", floats[i].name, x, a, x, b, x, c);
        x_avx_broadcast(e, width, broadcasts[i].lane, a, b);
        is("vpbroadcast%s %cmm%d, xmm%d", broadcasts[i].name, x, a, b);
    }
    x_avx_float(e, width, true, X_FXOR, a, b, c), is("vxorpd %cmm%d, %cmm%d, %cmm%d", x, a, x, b, x, c);
    x_avx_sqrt(e, width, true, a, b), is("vsqrtpd %cmm%d, %cmm%d", x, a, x, b);
    x_avx_sqrt(e, width, false, a, b), is("vsqrtps %cmm%d, %cmm%d", x, a, x, b);
    x_avx_shift(e, width, X_PSLL, X_WORDS, a, b, 3), is("vpsllw %cmm%d, %cmm%d, 3", x, a, x, b);
    x_avx_shift(e, width, X_PSRA, X_DWORDS, a, b, 3), is("vpsrad %cmm%d, %cmm%d, 3", x, a, x, b);
    x_avx_shift(e, width, X_PSRL, X_QWORDS, a, b, 3), is("vpsrlq %cmm%d, %cmm%d, 3", x, a, x, b);
    x_avx_shuffle(e, width, a, b, 0x4e), is("vpshufd %cmm%d, %cmm%d, 78", x, a, x, b);
    x_avx_move(e, width, a, b), is("vmovaps %cmm%d, %cmm%d", x, a, x, b);
}
static void one_width(int a, int b)
{
    struct emit *e = &emitted;
    for (unsigned i = 0; i < sizeof packed / sizeof packed[0]; i++)
        x_packed(e, packed[i].op, a, b), is("%s xmm%d, xmm%d", packed[i].name, a, b);
    for (unsigned i = 0; i < 5; i++) {
        x_float(e, true, floats[i].op, a, b), is("%ssd xmm%d, xmm%d", floats[i].name, a, b);
        x_float(e, false, floats[i].op, a, b), is("%sss xmm%d, xmm%d", floats[i].name, a, b);
        x_packed_float(e, true, floats[i].op, a, b), is("%spd xmm%d, xmm%d", floats[i].name, a, b);
        x_packed_float(e, false, floats[i].op, a, b), is("%sps xmm%d, xmm%d", floats[i].name, a, b);
    }
    x_packed_float(e, true, X_FXOR, a, b), is("xorpd xmm%d, xmm%d", a, b);
    x_packed_float(e, true, X_FAND, a, b), is("andpd xmm%d, xmm%d", a, b);
    x_packed_float(e, false, X_FOR, a, b), is("orps xmm%d, xmm%d", a, b);
    x_float(e, true, X_FMIN, a, b), is("minsd xmm%d, xmm%d", a, b);
    x_float(e, false, X_FMAX, a, b), is("maxss xmm%d, xmm%d", a, b);
    x_float(e, true, X_FCONVERT, a, b), is("cvtsd2ss xmm%d, xmm%d", a, b);
    x_float(e, false, X_FCONVERT, a, b), is("cvtss2sd xmm%d, xmm%d", a, b);
    x_float_move(e, a, b), is("movaps xmm%d, xmm%d", a, b);
    x_float_compare(e, true, a, b), is("ucomisd xmm%d, xmm%d", a, b);
    x_float_compare(e, false, a, b), is("ucomiss xmm%d, xmm%d", a, b);
    three_operands(X_HALF, a, b);
    three_operands(X_WHOLE, a, b);
    x_avx_upper(e, a, b), is("vextracti128 xmm%d, ymm%d, 1", a, b);
    x_fma(e, true, a, b, a), is("vfmadd231sd xmm%d, xmm%d, xmm%d", a, b, a);
    x_fma(e, false, a, a, b), is("vfmadd231ss xmm%d, xmm%d, xmm%d", a, a, b);
    x_fma_stack(e, true, a, b, -16), is("vfmadd231sd xmm%d, xmm%d, qword ptr [rsp - 16]", a, b);
    x_stack_remainder(e), is("fprem");
    x_stack_status(e), is("fnstsw ax");
    x_stack_drop_second(e), is("fstp st(1)");
    x_round(e, a, b, X_DOWN), is("roundsd xmm%d, xmm%d, 9", a, b);
    x_byte_signs(e, a, b), is("pmovmskb %s, xmm%d", r32[a], b);
    x_shuffle(e, a, b, 0x4e), is("pshufd xmm%d, xmm%d, 78", a, b);
    x_shuffle_low_words(e, a, b, 1), is("pshuflw xmm%d, xmm%d, 1", a, b);
    x_extend(e, X_S32, true, a, b), is("movsxd %s, %s", r64[a], r32[b]);
    x_move(e, a, b), is("mov %s, %s", r64[a], r64[b]);
    x_move32(e, a, b), is("mov %s, %s", r32[a], r32[b]);
    x_set_bit(e, a, b), is("bts %s, %s", r32[a], r32[b]);
    x_test_byte(e, a, a), is("test %s, %s", r8[a], r8[a]);
    if (b) return;
    x_imm32(e, a, 0x12345678), is("mov %s, 305419896", r32[a]);
    x_imm_signed(e, a, -5), is("mov %s, -5", r64[a]);
    (void)x_imm64_later(e, a), is("movabs %s, 0", r64[a]);
    x_imm64(e, a, 0x123456789abcull), is("movabs %s, 20015998343868", r64[a]);
    x_push(e, a), is("push %s", r64[a]);
    x_pop(e, a), is("pop %s", r64[a]);
    x_call_reg(e, a), is("call %s", r64[a]);
    x_jump_reg(e, a), is("jmp %s", r64[a]);
    x_set_if(e, CC_NE, a), is("setne %s", r8[a]);
    x_packed_shift(e, X_PSLL, X_WORDS, a, 3), is("psllw xmm%d, 3", a);
    x_packed_shift(e, X_PSRA, X_DWORDS, a, 3), is("psrad xmm%d, 3", a);
    x_packed_shift(e, X_PSRL, X_QWORDS, a, 3), is("psrlq xmm%d, 3", a);
    if (a) x_test_by(e, a, 1000), is("test %s, 1000", r32[a]);
    if (a) x_and_imm32(e, a, 5), is("and %s, 5", r32[a]);
    (void)x_lea_rip(e, a), is("lea %s, [rip]", r64[a]);
    (void)x_float_rip(e, true, X_FLOAD, a), is("movsd xmm%d, qword ptr [rip]", a);
}
static void emit_all(void)
{
    struct emit *e = &emitted;
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) {
            registers(a, b, false);
            registers(a, b, true);
            one_width(a, b);
        }
    each_address(memory);
    x_sign_to_rdx(e, false), is("cdq");
    x_sign_to_rdx(e, true), is("cqo");
    x_jump_mem_index(e, RSI, RAX, 3), is("jmp qword ptr [rsi + 8*rax]");
    x_lea32(e, false, RCX, RCX, 1), is("lea ecx, [rcx + 1]");
    x_lea_index(e, true, R10, R10, RCX, 3, 0), is("lea r10, [r10 + 8*rcx]");
    x_trap(e), is("ud2");
    x_fence(e), is("lock or dword ptr [rsp], 0");
    x_avx_end(e), is("vzeroupper");
    x_return(e), is("ret");
}

/* ---- what LLVM reads ---- */
static void normalize(char *s)
{
    char *to = s;
    bool blank = true;
    for (; *s && *s != '\n' && *s != '#'; s++) {
        bool b = *s == ' ' || *s == '\t';
        if (!b || !blank) *to++ = b ? ' ' : *s;
        blank = b;
    }
    while (to[-1] == ' ') to--;
    *to = 0;
}
static void llvm_reads_what_was_meant(void **state)
{
    char path[] = "/tmp/argus-x86-XXXXXX", line[1024], command[256];
    emit_all();
    assert_false(emitted.full);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    for (uint32_t i = 0; i < count; i++, fputc('\n', f))
        for (uint32_t k = starts[i]; k < starts[i + 1]; k++) fprintf(f, "0x%02x ", bytes[k]);
    fclose(f);
    snprintf(command, sizeof command, "llvm-mc-19 --disassemble --triple=x86_64 --output-asm-variant=1 %s 2>&1", path);
    f = popen(command, "r");
    assert_non_null(f);
    uint32_t n = 0, wrong = 0;
    char whole[256] = "";
    while (fgets(line, sizeof line, f)) {
        normalize(line);
        if (!line[0] || line[0] == '.') continue;
        if (!strcmp(line, "lock")) { /* a prefix has a line of its own */
            strcpy(whole, "lock ");
            continue;
        }
        strncat(whole, line, sizeof whole - 1 - strlen(whole));
        if (n < count && strcmp(whole, wanted[n]) && wrong++ < 20)
            print_message("%s is read as %s\n", wanted[n], whole);
        n++;
        whole[0] = 0;
    }
    pclose(f);
    remove(path);
    print_message("%u instructions\n", count);
    assert_int_equal(n, count);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(llvm_reads_what_was_meant) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
