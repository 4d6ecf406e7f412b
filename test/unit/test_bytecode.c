/* Reading and printing instructions, within bounds, and what the table says of some. */
#include "bytecode/bytecode.h"
#include "unit.h"

static const u8 loop_code[] = { OP_iconst_0, OP_istore_1, OP_iinc,     2, 1,       OP_goto, 0xff, 0xfd,
                                OP_wide,     OP_iload,    1,           0, OP_wide, OP_iinc, 1,    0,
                                0xff,        0xff,        OP_getfield, 0, 7,       OP_ldc,  9,    OP_ireturn };

static void lengths_stay_inside_the_code(void **state)
{
    static const u8 cut[] = { OP_tableswitch, 0, 0, 0, 0, 0, 0, 0 }, wide[] = { OP_wide }, bad[] = { 250 };
    static const u8 huge[] = { OP_tableswitch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff };
    static const u8 down[] = { OP_tableswitch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0 };
    static const u8 wide_nop[] = { OP_wide, OP_nop, 0, 0 }, reserved[] = { OP_breakpoint };
    assert_int_equal(bytecode_length(cut, sizeof cut, 0), 0);
    assert_int_equal(bytecode_length(wide, sizeof wide, 0), 0);
    assert_int_equal(bytecode_length(bad, sizeof bad, 0), 0);
    assert_int_equal(bytecode_length(huge, sizeof huge, 0), 0);
    assert_int_equal(bytecode_length(down, sizeof down, 0), 0);
    assert_int_equal(bytecode_length(wide_nop, sizeof wide_nop, 0), 0);
    assert_int_equal(bytecode_length(reserved, sizeof reserved, 0), 0);
    assert_int_equal(bytecode_length(loop_code, sizeof loop_code, sizeof loop_code), 0);
    for (u32 op = 0; op < 256; op++) { /* nothing is read past the end, whatever it is */
        u8 *one = malloc(1);
        *one = (u8)op;
        assert_in_range(bytecode_length(one, 1, 0), 0, 1);
        free(one);
    }
}

static void each_instruction_in_turn(void **state)
{
    static const u32 starts[] = { 0, 1, 2, 5, 8, 12, 18, 21, 23 };
    struct bytecode b;
    u32 n = 0;
    BYTECODE_EACH (b, loop_code, sizeof loop_code) assert_int_equal(b.bci, starts[n++]);
    assert_int_equal(n, ARRAY_LEN(starts));
    n = 0;
    BYTECODE_EACH (b, loop_code, 20) n++; /* ends before what is cut off */
    assert_int_equal(n, 6);
}

static void operands(void **state)
{
    struct bytecode b;
    assert_true(bytecode_read(&b, loop_code, sizeof loop_code, 1));
    assert_int_equal(bytecode_local(&b), 1);
    assert_int_equal(b.info->local_access, BC_WRITTEN);
    assert_true(bytecode_read(&b, loop_code, sizeof loop_code, 2));
    assert_int_equal(bytecode_local(&b), 2);
    assert_int_equal(bytecode_constant(&b), 0);
    assert_true(bytecode_read(&b, loop_code, sizeof loop_code, 5));
    assert_int_equal(bytecode_target(&b), 2);
    assert_true(bytecode_read(&b, loop_code, sizeof loop_code, 8));
    assert_true(b.wide);
    assert_int_equal(b.op, OP_iload);
    assert_int_equal(bytecode_local(&b), 256);
    assert_true(bytecode_read(&b, loop_code, sizeof loop_code, 18));
    assert_int_equal(bytecode_constant(&b), 7);
    assert_true(bytecode_read(&b, loop_code, sizeof loop_code, 21));
    assert_int_equal(bytecode_constant(&b), 9);
}

static u32 targets[8], target_count;
static void note_target(void *ctx, u32 target) { targets[target_count++] = target; }
static void targets_of_switches(void **state)
{
    static const u8 code[] = {
        OP_nop, OP_tableswitch,  0, 0, 0, 0, 0, 100, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0,  0, 0, 5, 0, 0, 0,
        6,      OP_lookupswitch, 0, 0, 0, 0, 0, 0,   7,    0,    0,    0,    1, 0, 0, 0, 40, 0, 0, 0, 8
    };
    struct bytecode b;
    target_count = 0;
    assert_true(bytecode_read(&b, code, sizeof code, 1));
    assert_int_equal(b.length, 23);
    assert_int_equal(bytecode_each_target(&b, note_target, NULL), 3);
    assert_int_equal(targets[0], 101);
    assert_int_equal(targets[1], 6);
    assert_int_equal(targets[2], 7);
    target_count = 0;
    assert_true(bytecode_read(&b, code, sizeof code, 24));
    assert_int_equal(b.length, 20);
    assert_int_equal(bytecode_each_target(&b, note_target, NULL), 2);
    assert_int_equal(targets[1], 32);
    char text[100];
    assert_int_equal(bytecode_print(text, sizeof text, code, sizeof code, 1, NULL, NULL), 23);
    assert_string_equal(text, "1 tableswitch -1:6 0:7 default:101");
    assert_int_equal(bytecode_print(text, sizeof text, code, sizeof code, 24, NULL, NULL), 20);
    assert_string_equal(text, "24 lookupswitch 40:32 default:31");
}

static i32 keys[8];
static u32 key_targets[8], key_count;
static void note_key(void *ctx, i32 key, u32 target)
{
    keys[key_count] = key;
    key_targets[key_count++] = target;
}
static void keys_of_switches(void **state)
{
    static const u8 code[] = {
        OP_lookupswitch, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xfe, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0, 7,
        OP_tableswitch,  0, 0, 0, 0, 0, 0, 3,  0, 0, 0, 5, 0,    0,    0,    6,    0, 0, 0, 1, 0, 0, 0, 2
    };
    struct bytecode b;
    key_count = 0;
    assert_true(bytecode_read(&b, code, sizeof code, 0));
    assert_int_equal(bytecode_each_key(&b, note_key, NULL), 40);
    assert_int_equal(key_count, 2);
    assert_int_equal(keys[0], -2);
    assert_int_equal(key_targets[0], 9);
    assert_int_equal(keys[1], 5);
    assert_int_equal(bytecode_target_of_key(&b, 5), 7);
    assert_int_equal(bytecode_target_of_key(&b, 4), 40);
    key_count = 0;
    assert_true(bytecode_read(&b, code, sizeof code, 28));
    assert_int_equal(bytecode_each_key(&b, note_key, NULL), 31);
    assert_int_equal(key_count, 2);
    assert_int_equal(keys[1], 6);
    assert_int_equal(bytecode_target_of_key(&b, 6), 30);
    assert_int_equal(bytecode_target_of_key(&b, 7), 31);
}

static void constant_text(void *ctx, u16 index, char *to, size_t size)
{
    snprintf(to, size, "%s%u", (char *)ctx, index);
}
static void printed(void **state)
{
    static const char *const texts[] = { "0 iconst_0",
                                         "1 istore_1",
                                         "2 iinc 2 1",
                                         "5 goto 2",
                                         "8 wide iload 256",
                                         "12 wide iinc 256 -1",
                                         "18 getfield #7 pool 7",
                                         "21 ldc #9 pool 9",
                                         "23 ireturn" };
    char text[60];
    u32 at = 0;
    for (u32 i = 0; i < ARRAY_LEN(texts); i++) {
        at += bytecode_print(text, sizeof text, loop_code, sizeof loop_code, at, constant_text, "pool ");
        assert_string_equal(text, texts[i]);
    }
    assert_int_equal(bytecode_print(text, 8, loop_code, sizeof loop_code, 18, constant_text, ""), 3);
    assert_string_equal(text, "18 getf");
    assert_int_equal(bytecode_print(text, sizeof text, loop_code, sizeof loop_code, 24, NULL, NULL), 0);
    assert_string_equal(text, "24 <end>");
    static const u8 bad[] = { 250, OP_newarray, 10, OP_newarray, 3 };
    assert_int_equal(bytecode_print(text, sizeof text, bad, sizeof bad, 0, NULL, NULL), 0);
    assert_string_equal(text, "0 <illegal>");
    assert_int_equal(bytecode_print(text, sizeof text, bad, sizeof bad, 1, NULL, NULL), 2);
    assert_string_equal(text, "1 newarray int");
    assert_int_equal(bytecode_print(text, sizeof text, bad, sizeof bad, 3, NULL, NULL), 2);
    assert_string_equal(text, "3 newarray ?");
}

static void facts(void **state)
{
    assert_string_equal(bytecode_info[OP_lshl].pops, "JI");
    assert_string_equal(bytecode_info[OP_dup2_x1].pushes, "bcabc");
    assert_string_equal(bytecode_info[OP_baload].pops, "[BI");
    assert_int_equal(bytecode_info[OP_dastore].pop_slots, 4);
    assert_int_equal(bytecode_info[OP_invokevirtual].pop_slots, -1);
    assert_int_equal(bytecode_info[OP_ret].local_kind, 'R');
    assert_int_equal(bytecode_info[OP_jsr].flow, BC_SUBROUTINE);
    assert_int_equal(bytecode_info[OP_athrow].flow, BC_THROW);
    assert_int_equal(bytecode_info[OP_aastore].throws,
                     BC_THROWS_NULL_POINTER | BC_THROWS_ARRAY_INDEX | BC_THROWS_ARRAY_STORE);
    assert_int_equal(bytecode_info[OP_new].does, BC_RESOLVES | BC_COLLECTS);
    assert_true(bytecode_info[OP_invokestatic].does & BC_CALLS);
    assert_string_equal(bytecode_name(OP_lookupswitch), "lookupswitch");
    assert_string_equal(bytecode_name(OP_breakpoint), "<illegal>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_stay_inside_the_code),
        cmocka_unit_test(each_instruction_in_turn),
        cmocka_unit_test(operands),
        cmocka_unit_test(targets_of_switches),
        cmocka_unit_test(keys_of_switches),
        cmocka_unit_test(printed),
        cmocka_unit_test(facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
