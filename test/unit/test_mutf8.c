/* Conversions between modified UTF-8, UTF-16, Latin-1 and UTF-8. */
#include "base/mutf8.h"
#include "unit.h"

#define VALID(s) mutf8_validate(s, sizeof(s) - 1)

static void validation_follows_jvms_4_4_7(void **state)
{
    assert_true(VALID(""));
    assert_true(VALID("java/lang/Object"));
    assert_true(VALID("\xc0\x80"));
    assert_true(VALID("\xed\xa0\x80\xed\xb0\x80"));
    assert_false(VALID("a\0b"));
    assert_false(VALID("\xf0\x9f\x98\x80"));
    assert_false(VALID("\x80"));
    assert_false(VALID("\xc3"));
    assert_false(VALID("\xc3"
                       "a"));
    assert_false(VALID("\xe2\x82"));
    assert_false(VALID("\xff"));
}

static void every_unit_survives_a_round_trip(void **state)
{
    for (u32 c = 0; c < 0x10000; c++) {
        u16 unit = (u16)c, back;
        char bytes[3];
        size_t n = mutf8_from_utf16(&unit, 1, bytes);
        assert_int_equal(n, mutf8_length_of_utf16(&unit, 1));
        assert_true(mutf8_validate(bytes, n));
        bool latin1;
        assert_int_equal(mutf8_utf16_length(bytes, n, &latin1), 1);
        assert_int_equal(latin1, c < 0x100);
        mutf8_to_utf16(bytes, n, &back);
        assert_int_equal(back, unit);
        if (latin1) {
            u8 byte, again;
            mutf8_to_latin1(bytes, n, &byte);
            assert_int_equal(byte, c);
            char other[2];
            assert_int_equal(mutf8_from_latin1(&byte, 1, other), n);
            assert_int_equal(mutf8_length_of_latin1(&byte, 1), n);
            assert_memory_equal(other, bytes, n);
            (void)again;
        }
    }
}

static void malformed_bytes_stand_for_themselves(void **state)
{
    const char text[] = { 'a', (char)0xe2, (char)0x82, 'b', (char)0xc3 };
    u16 out[5];
    assert_int_equal(mutf8_utf16_length(text, sizeof text, NULL), 5);
    mutf8_to_utf16(text, sizeof text, out);
    const u16 expected[] = { 'a', 0xe2, 0x82, 'b', 0xc3 };
    assert_memory_equal(out, expected, sizeof expected);
}

static void utf8_in(void **state)
{
    u16 out[8];
    assert_int_equal(utf8_to_utf16("\xf0\x9f\x98\x80z", 5, out, 8), 3);
    assert_int_equal(out[0], 0xd83d);
    assert_int_equal(out[1], 0xde00);
    assert_int_equal(out[2], 'z');
    /* Overlong, surrogate, too large, cut off: one replacement for each byte. */
    assert_int_equal(utf8_to_utf16("\xc0\x80", 2, out, 8), 2);
    assert_int_equal(out[0], 0xfffd);
    assert_int_equal(utf8_to_utf16("\xed\xa0\x80", 3, out, 8), 3);
    assert_int_equal(utf8_to_utf16("\xf4\x90\x80\x80", 4, out, 8), 4);
    assert_int_equal(utf8_to_utf16("\xe2\x82", 2, out, 8), 2);
    /* The count is whole even if the room is not. */
    assert_int_equal(utf8_to_utf16("abc", 3, out, 1), 3);
    assert_int_equal(utf8_to_utf16("abc", 3, NULL, 0), 3);
}

static void utf8_out(void **state)
{
    const u16 text[] = { 'a', 0xe9, 0x20ac, 0xd83d, 0xde00, 0xd83d, 'b' };
    char out[32];
    size_t n = utf8_from_utf16(text, 7, out, sizeof out);
    assert_int_equal(n, 1 + 2 + 3 + 4 + 1 + 1);
    assert_memory_equal(out, "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80?b", n);
    /* Whole characters only. */
    memset(out, 'x', sizeof out);
    assert_int_equal(utf8_from_utf16(text, 7, out, 5), n);
    assert_memory_equal(out, "a\xc3\xa9xx", 5);
}

static void modified_to_standard(void **state)
{
    char out[32];
    assert_int_equal(mutf8_to_utf8("\xed\xa0\xbd\xed\xb8\x80", 6, out, sizeof out), 4);
    assert_string_equal(out, "\xf0\x9f\x98\x80");
    assert_int_equal(mutf8_to_utf8("abc", 3, out, 3), 3);
    assert_string_equal(out, "ab");
    assert_int_equal(mutf8_to_utf8("abc", 3, NULL, 0), 3);
    assert_int_equal(mutf8_to_utf8("\xed\xa0\xbd"
                                   "x",
                                   4, out, sizeof out),
                     2);
    assert_string_equal(out, "?x");
}

/* Letters of ASCII are taken several at a time: another one, of one byte that means nothing or of two or three, at each
 * place of texts of all short lengths. */
static void other_letters_stand_anywhere_between_ascii(void **state)
{
    static const struct {
        const char *bytes;
        u16 unit;
        bool latin1;
    } others[] = { { "z", 'z', true }, { "\xc3\xa9", 0xe9, true }, { "\xe2\x82\xac", 0x20ac, false } };
    for (u32 k = 0; k < ARRAY_LEN(others); k++)
        for (u32 length = 1; length < 40; length++)
            for (u32 at = 0; at < length; at++) {
                size_t size = strlen(others[k].bytes), bytes = length - 1 + size;
                char *text = malloc(bytes), out[64]; /* nothing is read behind its end */
                u8 narrow[64];
                memset(text, 'a', bytes);
                memcpy(text + at, others[k].bytes, size);
                bool latin1;
                assert_int_equal(mutf8_utf16_length(text, bytes, &latin1), length);
                assert_int_equal(latin1, others[k].latin1);
                memset(narrow, 1, sizeof narrow);
                mutf8_to_latin1(text, bytes, narrow);
                for (u32 i = 0; i < length; i++) assert_int_equal(narrow[i], i == at ? (u8)others[k].unit : 'a');
                assert_int_equal(narrow[length], 1);
                for (size_t room = 0; room < bytes + 3; room++) {
                    memset(out, 'x', sizeof out);
                    assert_int_equal(mutf8_to_utf8(text, bytes, out, room), bytes);
                    size_t want = room > bytes ? bytes : room ? room - 1 : 0;
                    if (want > at && want < at + size) want = at; /* whole characters only */
                    assert_memory_equal(out, text, want);
                    if (room) assert_int_equal(out[want], 0);
                    assert_int_equal(out[room ? room : 0], 'x');
                }
                free(text);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(validation_follows_jvms_4_4_7),
        cmocka_unit_test(every_unit_survives_a_round_trip),
        cmocka_unit_test(malformed_bytes_stand_for_themselves),
        cmocka_unit_test(utf8_in),
        cmocka_unit_test(utf8_out),
        cmocka_unit_test(modified_to_standard),
        cmocka_unit_test(other_letters_stand_anywhere_between_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
