/* The table of stencils: what tools/stencils.py has read of the compiler's code fits what copies it. */
#include "exec/stencil/stencil_code.h"
#include "interp_ops.h"
#include "unit.h"

static void check(const struct stencil *s)
{
    u32 end = 0;
    for (u32 i = 0; i < s->hole_count; i++) {
        const struct stencil_hole *h = &s->holes[i];
        assert_true(h->offset >= end);
        end = h->offset + 4u;
        assert_true(end <= s->size);
        if (h->kind == STENCIL_FUNCTION || h->kind == STENCIL_ADDRESS) assert_true(h->at < stencil_symbol_count);
    }
    if (s->falls) {
        assert_int_equal(s->code[s->size - 5], 0xe9);
        assert_int_equal(s->holes[s->hole_count - 1].kind, STENCIL_NEXT);
        assert_int_equal(s->holes[s->hole_count - 1].offset, s->size - 4);
    }
}

static void holes_lie_within_their_code(void **state)
{
    check(&stencil_for_entry);
    check(&stencil_for_none);
    assert_true(stencil_for_entry.code && stencil_for_none.code);
    for (u32 op = 0; op < 256; op++)
        if (stencil_table[op].code) check(&stencil_table[op]);
}

/* Where an instruction has its operands, seen from its first byte, and what is in them. */
static void holes_are_those_of_the_instruction(void **state)
{
    const struct stencil *s = &stencil_table[OP_bipush];
    assert_int_equal(s->hole_count, 2);
    assert_int_equal(s->holes[0].kind, STENCIL_VALUE_I8);
    assert_int_equal(s->holes[0].at, 1);
    assert_true(s->falls);
    u32 locals = 0;
    s = &stencil_table[OP_iload_iload];
    for (u32 i = 0; i < s->hole_count; i++)
        if (s->holes[i].kind == STENCIL_LOCAL) locals |= 1u << s->holes[i].at;
    assert_int_equal(locals, 1 << 1 | 1 << 3);
}

static void what_has_a_stencil(void **state)
{
    static const u8 some[] = {
        OP_iadd, OP_ireturn, OP_goto, OP_tableswitch, OP_getfield_i, OP_invokevirtual_q, OP_new_q
    };
    static const u8 none[] = { OP_getfield, OP_invokestatic, OP_new,           OP_newarray,   OP_wide,
                               OP_impdep1,  OP_breakpoint,   OP_return_locked, OP_STENCIL_PAD };
    for (u32 i = 0; i < ARRAY_LEN(some); i++) assert_non_null(stencil_table[some[i]].code);
    for (u32 i = 0; i < ARRAY_LEN(none); i++) assert_null(stencil_table[none[i]].code);
    assert_null(interp_op_info[OP_STENCIL_PAD].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_lie_within_their_code),
        cmocka_unit_test(holes_are_those_of_the_instruction),
        cmocka_unit_test(what_has_a_stencil),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
