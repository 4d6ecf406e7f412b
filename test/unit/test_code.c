/* Generated machine code: what the emitter writes, and the code cache. The expected bytes are an assembler's. */
#include "cpu/x86_64/x86_emit.h"
#include "exec/code/code_cache.h"
#include "model/options.h"
#include "thread/safepoint.h"
#include "unit.h"

static u8 buffer[256];
static struct emit fresh(void) { return (struct emit){ .at = buffer, .size = sizeof buffer }; }

#define EXPECT(emitted, ...) \
    do { \
        static const u8 want[] = { __VA_ARGS__ }; \
        struct emit e_ = fresh(), *e = &e_; \
        emitted; \
        assert_int_equal(e_.n, sizeof want); \
        assert_memory_equal(buffer, want, sizeof want); \
    } while (0)

static void loads_and_stores(void **state)
{
    EXPECT(x_load(e, RAX, R12, 16), 0x49, 0x8b, 0x44, 0x24, 0x10);
    EXPECT(x_load(e, RCX, RSP, 8), 0x48, 0x8b, 0x4c, 0x24, 0x08);
    EXPECT(x_store(e, R13, 0x12345, R15), 0x4d, 0x89, 0xbd, 0x45, 0x23, 0x01, 0x00);
    EXPECT(x_store32(e, RBX, 16, R8), 0x44, 0x89, 0x43, 0x10);
    EXPECT(x_lea(e, RBX, R14, 8), 0x49, 0x8d, 0x5e, 0x08);
    EXPECT(x_move(e, RSI, R10), 0x4c, 0x89, 0xd6);
    EXPECT(x_store_imm32(e, true, RSP, 8, 0), 0x48, 0xc7, 0x44, 0x24, 0x08, 0x00, 0x00, 0x00, 0x00);
    EXPECT(x_store_imm32(e, false, RBX, 64, 1), 0xc7, 0x43, 0x40, 0x01, 0x00, 0x00, 0x00);
    EXPECT(x_mem(e, 0, true, 0x63, R9, R14, -8), 0x4d, 0x63, 0x4e, 0xf8);
    EXPECT(x_mem(e, 0xf3, false, 0x0f10, 7, R14, 8), 0xf3, 0x41, 0x0f, 0x10, 0x7e, 0x08);
    EXPECT(x_mem(e, 0xf2, false, 0x0f10, 1, R12, 16), 0xf2, 0x41, 0x0f, 0x10, 0x4c, 0x24, 0x10);
}

static void constants_and_arithmetic(void **state)
{
    EXPECT(x_imm64(e, RAX, 7), 0xb8, 0x07, 0x00, 0x00, 0x00);
    EXPECT(x_imm64(e, R11, 0x7f0011223344), 0x49, 0xbb, 0x44, 0x33, 0x22, 0x11, 0x00, 0x7f, 0x00, 0x00);
    EXPECT(x_shift(e, false, RCX, 34), 0x48, 0xc1, 0xe9, 0x22);
    EXPECT(x_alu_imm(e, 0, RSP, 24), 0x48, 0x83, 0xc4, 0x18);
    EXPECT(x_alu_imm(e, 5, RSP, 0x1234), 0x48, 0x81, 0xec, 0x34, 0x12, 0x00, 0x00);
    EXPECT(x_alu_imm(e, 4, RAX, -4), 0x48, 0x83, 0xe0, 0xfc);
    EXPECT(x_mem(e, 0, true, 0x3b, R11, R12, 8), 0x4d, 0x3b, 0x5c, 0x24, 0x08);
    EXPECT(x_call_reg(e, RAX), 0xff, 0xd0);
    EXPECT(x_jump_reg(e, R11), 0x41, 0xff, 0xe3);
}

static void jumps_reach_their_targets(void **state)
{
    struct emit e = fresh();
    u32 forward = x_jump_if(&e, CC_NE);
    x_byte(&e, 0x90);
    x_here(&e, forward);
    assert_int_equal(buffer[2], 1);
    u32 back = e.n;
    x_patch(&e, x_jump(&e), back);
    assert_int_equal((i8)buffer[back + 1], -5);
    assert_false(e.full);
}

static void a_full_buffer_is_told(void **state)
{
    u8 small[4];
    struct emit e = { .at = small, .size = sizeof small };
    x_imm64(&e, R11, 1ull << 40);
    assert_true(e.full);
    assert_int_equal(e.n, sizeof small);
}

static int run(const struct code *c) { return ((int (*)(void))(uintptr_t)c->start)(); }

static struct code *returning(int value, u32 size)
{
    static u8 bytes[4096];
    memset(bytes, 0xcc, sizeof bytes);
    struct emit e = { .at = bytes, .size = sizeof bytes };
    x_imm64(&e, RAX, (u32)value);
    x_byte(&e, 0xc3);
    return code_install(bytes, size > e.n ? size : e.n, NULL, "test");
}

static void code_runs_and_is_found(void **state)
{
    struct code *a = returning(17, 0), *b = returning(18, 500);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(run(a), 17);
    assert_int_equal(run(b), 18);
    assert_ptr_equal(code_find(a->start), a);
    assert_ptr_equal(code_find(b->start + 499), b);
    assert_null(code_find(b->start + 500));
    assert_null(code_find(&a));
}

static void reclaim(void)
{
    safepoint_begin(NULL, "test");
    code_reclaim();
    safepoint_end(NULL);
}

static void retire(struct code *c)
{
    c->told = true;
    code_retire(c);
}

static void retired_code_is_used_again(void **state)
{
    struct code *a = returning(1, 200);
    const u8 *at = a->start;
    reclaim();
    assert_int_equal(run(a), 1);
    retire(a);
    reclaim();
    assert_null(code_find(at));
    struct code *b = returning(2, 150);
    assert_ptr_equal(b->start, at);
    assert_int_equal(run(b), 2);
}

/* More than any list would bear, of different sizes: each is found from its first byte to its last, and nothing behind
 * it. What lay side by side is one space again when it is free. */
static void thousands_of_pieces_are_found(void **state)
{
    enum { COUNT = 30000 };
    static struct code *pieces[COUNT];
    for (int i = 0; i < COUNT; i++) {
        pieces[i] = returning(i, 8 + (u32)i % 300);
        assert_non_null(pieces[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        const struct code *c = pieces[i];
        assert_ptr_equal(code_find(c->start), c);
        assert_ptr_equal(code_find(c->start + c->size - 1), c);
        assert_ptr_not_equal(code_find(c->start + c->size), c);
        assert_ptr_not_equal(code_find(c->start - 1), c);
    }
    assert_int_equal(run(pieces[COUNT - 1]), COUNT - 1);
    for (int i = 1; i < COUNT; i += 2) retire(pieces[i]);
    reclaim();
    for (int i = 0; i < COUNT; i++) assert_ptr_equal(code_find(pieces[i]->start + 7), i % 2 ? NULL : pieces[i]);
    const u8 *lowest = pieces[0]->start;
    for (int i = 0; i < COUNT; i += 2) retire(pieces[i]);
    reclaim();
    assert_null(code_find(lowest));
    assert_ptr_equal(returning(1, 4096)->start, lowest);
}

int main(void)
{
    options.code_cache_max = 64 * MB; /* a tiny build has less */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_and_stores),
        cmocka_unit_test(constants_and_arithmetic),
        cmocka_unit_test(jumps_reach_their_targets),
        cmocka_unit_test(a_full_buffer_is_told),
        cmocka_unit_test(code_runs_and_is_found),
        cmocka_unit_test(retired_code_is_used_again),
        cmocka_unit_test(thousands_of_pieces_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
