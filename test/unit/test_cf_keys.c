/* Sets of pairs, as the parser finds duplicates with them. */
#include "classfile/parse/cf_int.h"
#include "unit.h"

/* Each pair but the first differs in one word from the one before. */
static void numbers_are_those_of_the_first(void **state)
{
    static const u32 sizes[] = { 0, 1, 24, 25, 31, 32, 33, 47, 48, 49, 64, 100, 1000, 65535 };
    for (u32 k = 0; k < ARRAY_LEN(sizes); k++) {
        struct cf_keys s;
        cf_keys_init(&s, sizes[k] * 2);
        for (u32 i = 0; i < sizes[k]; i++) assert_true(cf_keys_add(&s, i / 2, (i + 1) / 2));
        for (u32 i = 0; i < sizes[k]; i++) assert_false(cf_keys_add(&s, i / 2, (i + 1) / 2));
        for (u32 i = 0; i < sizes[k]; i++) assert_int_equal(cf_keys_find(&s, i / 2, (i + 1) / 2), i);
        assert_int_equal(cf_keys_find(&s, 1, 0), CF_NO_KEY);
        cf_keys_free(&s);
    }
}

/* Every number of pairs that a table can have room for, up to a few growths of it: a set that is as full as it gets
 * still ends its searches. */
static void full_sets_end_their_searches(void **state)
{
    for (u32 room = 1; room < 600; room++) {
        struct cf_keys s;
        cf_keys_init(&s, room);
        for (u32 i = 0; i < room; i++) assert_true(cf_keys_add(&s, i, room));
        assert_int_equal(cf_keys_find(&s, room, room), CF_NO_KEY);
        cf_keys_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_first),
        cmocka_unit_test(full_sets_end_their_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
