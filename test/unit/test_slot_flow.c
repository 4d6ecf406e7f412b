/* What slots hold before an instruction: joins, handlers, and code that nobody verified. */
#include "classfile/slot_flow.h"
#include "unit.h"

static struct slot_flow_memory memory;
static bool keep;
static struct cf_const pool[8];
static struct classfile file = { .cp_count = 8, .cp = pool };

/* "RV- R": locals 0 to 2, then the operands; "?": not known. */
static const char *state_at(const struct cf_method *m, u32 bci)
{
    static char text[200];
    u64 reference[4], value[4];
    struct slot_flow_state s = { 0, reference, value };
    assert_true(slot_flow_words(m) <= 4);
    if (!keep) memory.solved = NULL; /* tests change their methods */
    if (!slot_flow_at(&file, m, bci, &memory, &s)) return "?";
    u32 at = 0;
    for (u32 i = 0; i < m->max_locals + s.depth; i++) {
        if (i == m->max_locals) text[at++] = ' ';
        bool r = reference[i / 64] >> (i % 64) & 1, v = value[i / 64] >> (i % 64) & 1;
        text[at++] = r ? 'R' : v ? 'V' : '-';
        assert_false(r && v);
    }
    text[at] = 0;
    return text;
}
static struct cf_method method(const u8 *code, u32 len, u16 locals, u16 stack, const char *desc)
{
    return (struct cf_method){ .access = ACC_STATIC,
                               .desc = symbol_from_cstr(desc),
                               .code = { code, len },
                               .max_locals = locals,
                               .max_stack = stack };
}
#define METHOD(name, locals, stack, desc, ...) \
    static const u8 name##_code[] = { __VA_ARGS__ }; \
    struct cf_method name = method(name##_code, sizeof name##_code, locals, stack, desc)

static void arguments_and_straight_code(void **state)
{
    METHOD(m, 5, 4, "(JLjava/lang/Object;[I)V", 3 /* iconst_0 */, 9 /* lconst_0 */, 25, 2 /* aload 2 */, 58,
           4 /* astore 4 */, 63, /* lstore_0 */ 177);
    assert_string_equal(state_at(&m, 0), "VVRR-");
    assert_string_equal(state_at(&m, 2), "VVRR- VVV");
    assert_string_equal(state_at(&m, 4), "VVRR- VVVR");
    assert_string_equal(state_at(&m, 6), "VVRRR VVV");
    assert_string_equal(state_at(&m, 7), "VVRRR V");
    assert_string_equal(state_at(&m, 3), "?"); /* inside an instruction */
    assert_string_equal(state_at(&m, 8), "?");
    m.access = 0; /* now with a receiver */
    assert_string_equal(state_at(&m, 0), "RVVRR");
    m.max_locals = 4; /* not even room for the arguments */
    assert_string_equal(state_at(&m, 0), "?");
}

static void paths_that_disagree(void **state)
{
    /* if (x) { local 1 = null; local 2 = 0 } else { local 2 = null } */
    METHOD(m, 4, 1, "(I)V", 26, 153, 0, 10 /* ifeq 11 */, 1, 76 /* astore_1 */, 3, 61 /* istore_2 */, 167, 0,
           5 /* goto 13 */, 1, 77 /* astore_2 */, 177);
    assert_string_equal(state_at(&m, 8), "VRV-");
    assert_string_equal(state_at(&m, 11), "V---");
    assert_string_equal(state_at(&m, 13), "V---");
    /* a loop: what its body stores is nothing at its head */
    METHOD(l, 2, 1, "(I)V", 26, 153, 0, 8 /* ifeq 9 */, 1, 76 /* astore_1 */, 167, 255, 250 /* goto 0 */, 177);
    assert_string_equal(state_at(&l, 0), "V-");
    assert_string_equal(state_at(&l, 6), "VR");
    assert_string_equal(state_at(&l, 9), "V-");
    /* a switch to where both store a reference: lookupswitch { 5: 25, default: 20 } */
    METHOD(s, 2, 1, "(I)V", 26, 171, 0, 0, 0, 0, 0, 19, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 24, 1 /* not reached */, 177);
    assert_string_equal(state_at(&s, 0), "?"); /* goes out of the code */
    METHOD(t, 2, 1, "(I)V", 26, 170 /* tableswitch, default 27, 5: 20, 6: 24 */, 0, 0, 0, 0, 0, 26, 0, 0, 0, 5, 0, 0, 0,
           6, 0, 0, 0, 23, 0, 0, 0, 27, 1, 76, 0, 177, 1, 76, 177);
    for (keep = false;; keep = true) { /* what was found out of a method serves all its places */
        assert_string_equal(state_at(&t, 27), "V-");
        assert_string_equal(state_at(&t, 24), "V-");
        assert_string_equal(state_at(&t, 26), "VR");
        assert_string_equal(state_at(&t, 2), "?");
        if (keep) break;
    }
    keep = false;
}

static void handlers_see_what_throwing_instructions_see(void **state)
{
    struct cf_handler h = { 0, 8, 8, 0 };
    /* local 0 = 0; local 1 = null; local 2 = a.length | handler: local 4 = the exception */
    METHOD(m, 5, 1, "()V", 3, 59, 1, 76, 43 /* aload_1 */, 190 /* arraylength */, 61, 177, 58, 4, 177);
    m.handler_count = 1;
    m.handlers = &h;
    assert_string_equal(state_at(&m, 8), "VR--- R");
    assert_string_equal(state_at(&m, 10), "VR--R");
    h.end = 4; /* nothing in there throws */
    assert_string_equal(state_at(&m, 4), "VR---");
    /* a handler for everything hides the ones behind it */
    struct cf_handler two[2] = { { 0, 8, 8, 0 }, { 0, 8, 10, 0 } };
    m.handler_count = 2;
    m.handlers = two;
    assert_string_equal(state_at(&m, 10), "VR--R");
}

static void stack_instructions(void **state)
{
    METHOD(x, 0, 8, "()V", 9, 1, 91 /* dup_x2 */, 3, 95 /* swap */, 94 /* dup2_x2 */, 88, 87, 177);
    assert_string_equal(state_at(&x, 3), " RVVR");
    assert_string_equal(state_at(&x, 4), " RVVRV");
    assert_string_equal(state_at(&x, 5), " RVVVR");
    assert_string_equal(state_at(&x, 6), " RVRVVVR");
    assert_string_equal(state_at(&x, 7), " RVRVV");
    assert_string_equal(state_at(&x, 8), " RVRV");
}

static void what_is_not_known(void **state)
{
    METHOD(jsr, 2, 1, "()V", 168, 0, 4, 177, 75, 169, 0);
    assert_string_equal(state_at(&jsr, 0), "?");
    METHOD(wide_ret, 2, 1, "()V", 196, 169, 0, 0);
    assert_string_equal(state_at(&wide_ret, 0), "?");
    METHOD(dead, 1, 1, "()V", 177, 3, 59, 177);
    assert_string_equal(state_at(&dead, 0), "-");
    assert_string_equal(state_at(&dead, 1), "?");
}

static void broken_code(void **state)
{
    METHOD(out, 1, 1, "()V", 167, 0, 100);
    METHOD(back, 1, 1, "()V", 167, 255, 0);
    METHOD(under, 1, 1, "()V", 87, 177);
    METHOD(over, 1, 1, "()V", 3, 3, 177);
    METHOD(local, 1, 1, "()V", 3, 54, 9, 177);
    METHOD(last, 1, 2, "()V", 9, 63 + 0, 177); /* a long in the last local */
    METHOD(field, 1, 1, "()V", 178, 0, 1, 177);
    METHOD(beyond, 1, 1, "()V", 178, 255, 255, 177);
    METHOD(depth, 1, 2, "(I)V", 26, 153, 0, 4, 3, 0, 177); /* two depths at one place */
    METHOD(end, 1, 1, "()V", 3);
    METHOD(unknown, 1, 1, "()V", 203, 177);
    METHOD(inside, 1, 1, "()V", 16, 7, 167, 255, 255);
    const struct cf_method *all[] = { &out,   &back,   &under, &over, &local,   &last,
                                      &field, &beyond, &depth, &end,  &unknown, &inside };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) assert_string_equal(state_at(all[i], 0), "?");
}

/* Hostile code ends, and touches nothing but its memory (the asan build sees that). */
static void noise(void **state)
{
    u32 seed = 12345;
    u8 code[300];
    struct cf_handler h[3];
    for (u32 round = 0; round < 20000; round++) {
        u32 len = 1 + (seed >> 8) % sizeof code;
        for (u32 i = 0; i < len; i++) {
            seed = seed * 1664525u + 1013904223u;
            code[i] = (u8)(seed >> 24);
            if (code[i] > 201 || (seed >> 16 & 3)) code[i] = (u8)((seed >> 20) % 153);
        }
        struct cf_method m = method(code, len, (u16)(seed >> 10 & 7), (u16)(seed >> 14 & 15), "()V");
        for (u32 i = 0; i < 3; i++)
            h[i] =
                (struct cf_handler){ (u16)(seed >> i) % len, (u16)len, (u16)((seed >> (i + 4)) % len), (u16)(i < 2) };
        m.handler_count = 3;
        m.handlers = h;
        for (u32 bci = 0; bci < len; bci += 7) (void)state_at(&m, bci);
    }
}

static void takes_no_more_memory_than_it_may(void **state)
{
    enum { LEN = 60000 };
    u8 *code = calloc(1, LEN);
    for (u32 i = 0; i + 3 < LEN; i += 4) { /* iconst_0, ifeq the next one */
        code[i] = 3;
        code[i + 1] = 153;
        code[i + 3] = 3;
    }
    code[LEN - 1] = 177;
    struct cf_method m = method(code, LEN, 250, 1, "()V");
    m.code.len = LEN;
    assert_string_equal(state_at(&m, 4), state_at(&m, 8));
    assert_true(memory.bytes <= SLOT_FLOW_MEMORY_MAX);
    u64 reference[1025], value[1025];
    struct slot_flow_state s = { 0, reference, value };
    m.max_locals = 65500;
    memory.solved = NULL;
    assert_false(slot_flow_at(&file, &m, 4, &memory, &s)); /* 15,000 blocks of 16 KB */
    assert_true(memory.bytes <= SLOT_FLOW_MEMORY_MAX);
    m.max_locals = 1;
    m.code.len = 4;
    memory.solved = NULL;
    assert_true(slot_flow_at(&file, &m, 0, &memory, &s) || memory.bytes <= SLOT_FLOW_MEMORY_KEPT);
    assert_true(memory.bytes <= SLOT_FLOW_MEMORY_KEPT); /* nor does it keep much of it */
    free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_and_straight_code),
        cmocka_unit_test(paths_that_disagree),
        cmocka_unit_test(handlers_see_what_throwing_instructions_see),
        cmocka_unit_test(stack_instructions),
        cmocka_unit_test(what_is_not_known),
        cmocka_unit_test(broken_code),
        cmocka_unit_test(noise),
        cmocka_unit_test(takes_no_more_memory_than_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
