/* Growing text: from the caller's memory into its own; JSON strings of anything. */
#include "base/text.h"
#include "unit.h"

static void grows_out_of_the_callers_memory(void **state)
{
    char room[8];
    struct text t;
    text_init(&t, room, sizeof room);
    text_add(&t, "1234567");
    assert_ptr_equal(t.p, room);
    assert_string_equal(text_string(&t), "1234567");
    for (int i = 0; i < 1000; i++) text_printf(&t, "%d", i % 10);
    assert_int_equal(t.len, 1007);
    assert_memory_equal(text_string(&t), "12345670123456789", 17);
    text_free(&t);
    assert_null(t.p);
    text_init(&t, NULL, 0);
    assert_string_equal(text_string(&t), "");
    text_free(&t);
}

static void check_json(const char *s, size_t n, const char *expected)
{
    struct text t;
    text_init(&t, NULL, 0);
    text_json(&t, s, n);
    assert_string_equal(text_string(&t), expected);
    text_free(&t);
}

static void json_strings(void **state)
{
    check_json("a\"b\\c\n\t\x01\x7f", 9, "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\"");
    check_json("\xc3\xa9\xe2\x82\xac", 5, "\"\\u00e9\\u20ac\"");
    /* modified UTF-8: surrogates, NUL */
    check_json("\xed\xa0\xbd\xed\xb8\x80\xc0\x80", 8, "\"\\ud83d\\ude00\\u0000\"");
    /* malformed: bytes stand for themselves */
    check_json("\xff\xe2\x82", 3, "\"\\u00ff\\u00e2\\u0082\"");
    check_json("", 0, "\"\"");
}

static void quoted_for_people(void **state)
{
    struct text t;
    text_init(&t, NULL, 0);
    text_quote(&t, "a\"\n\x02\xc3\xa9", 6);
    assert_string_equal(text_string(&t), "\"a\\\"\\n\\x02\xc3\xa9\"");
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_out_of_the_callers_memory),
        cmocka_unit_test(json_strings),
        cmocka_unit_test(quoted_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
