/* The table of stencils: what tools/stencils.py has read of the compiler's code fits what copies it. */
#include "exec/stencil/stencil_code.h"
#include "interp_ops.h"
#include "unit.h"

static void check(const struct stencil *s)
{
    u32 end = 0;
    for (u32 i = 0; i < s->hole_count; i++) {
        const struct stencil_hole *h = &stencil_holes[s->holes + i];
        assert_true(h->offset >= end);
        end = h->offset + (h->form == STENCIL_FAR ? 8u : 4u);
        assert_true(end <= s->size || h->offset >= s->size);
        assert_true(end <= (u32)s->size + s->rest);
        if (h->kind == STENCIL_FUNCTION || h->kind == STENCIL_ADDRESS) assert_true(h->at < stencil_symbol_count);
        if (h->kind == STENCIL_INPUT || h->kind == STENCIL_HOME) assert_true(h->at < 3);
    }
    if (s->falls) {
        const struct stencil_hole *last = &stencil_holes[s->holes];
        while (last->offset != s->size - 4) last++;
        assert_int_equal(stencil_bytes[s->code + s->size - 5], 0xe9);
        assert_int_equal(last->kind, STENCIL_NEXT);
    }
}

static void holes_lie_within_their_code(void **state)
{
    for (u32 i = 0; i < STENCIL_SPECIALS; i++) {
        assert_true(stencil_special[i].size > 0);
        check(&stencil_special[i]);
    }
    for (u32 op = 0; op < 256; op++)
        for (u32 i = 0; i < stencil_ops[op].count; i++) check(&stencil_variants[stencil_ops[op].first + i]);
}

/* Whatever the state is, it can be brought to this variant: the last input in the register, the others in memory. */
static void all_can_be_brought_to_the_last_variant(void **state)
{
    for (u32 op = 0; op < 256; op++) {
        const struct stencil_op *o = &stencil_ops[op];
        if (!o->count) continue;
        u32 places = o->inputs ? (u32)STENCIL_IN_TOP << 2 * (o->inputs - 1) : 0;
        assert_int_equal(stencil_variants[o->first + o->count - 1].places, places);
    }
}

static void the_facts_of_some(void **state)
{
    const struct stencil_op *o = &stencil_ops[OP_lastore];
    assert_int_equal(o->inputs, 3);
    assert_int_equal(o->wide, 4);
    assert_int_equal(o->slots, 0);
    assert_int_equal(o->flags, 0);
    assert_int_equal(stencil_ops[OP_ladd].slots, 2);
    assert_int_equal(stencil_ops[OP_dup_x1].flags, STENCIL_SHUFFLES);
    assert_int_equal(stencil_ops[OP_ireturn].flags, STENCIL_LEAVES);
    assert_true(stencil_ops[OP_invokeinterface_q].flags & STENCIL_CALLS);
    assert_true(stencil_ops[OP_new_q].flags & STENCIL_LEAVES);
    assert_false(stencil_ops[OP_getfield_i].flags & STENCIL_LEAVES);
}

static void what_has_a_stencil(void **state)
{
    static const u8 some[] = {
        OP_iadd, OP_ireturn, OP_goto, OP_tableswitch, OP_getfield_i, OP_invokevirtual_q, OP_new_q
    };
    static const u8 none[] = { OP_getfield, OP_invokestatic, OP_new,        OP_newarray,      OP_wide,    OP_iload,
                               OP_jsr,      OP_impdep1,      OP_breakpoint, OP_return_locked, OP_CODE_PAD };
    for (u32 i = 0; i < ARRAY_LEN(some); i++) assert_true(stencil_ops[some[i]].count > 0);
    for (u32 i = 0; i < ARRAY_LEN(none); i++) assert_int_equal(stencil_ops[none[i]].count, 0);
    assert_null(interp_op_info[OP_CODE_PAD].name);
}

/* Counts of probes: no C is told, and a word is named. */
static void counts_tell_nothing(void **state)
{
    static const enum stencil_special counts[] = { STENCIL_PROBE_COUNT__M, STENCIL_RETURN_COUNTED__VOID,
                                                   STENCIL_RETURN_COUNTED__T, STENCIL_RETURN_COUNTED__WIDE };
    for (u32 i = 0; i < ARRAY_LEN(counts); i++) {
        const struct stencil *s = &stencil_special[counts[i]];
        u32 words = 0;
        for (u32 k = 0; k < s->hole_count; k++) {
            const struct stencil_hole *h = &stencil_holes[s->holes + k];
            const void *named =
                h->kind == STENCIL_FUNCTION || h->kind == STENCIL_ADDRESS ? stencil_symbols[h->at] : NULL;
            words += h->kind == STENCIL_INPUT;
            assert_true(named != (const void *)stencil_probe_code && named != (const void *)stencil_probe_return);
        }
        assert_int_equal(words, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_lie_within_their_code), cmocka_unit_test(all_can_be_brought_to_the_last_variant),
        cmocka_unit_test(the_facts_of_some),           cmocka_unit_test(what_has_a_stencil),
        cmocka_unit_test(counts_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
