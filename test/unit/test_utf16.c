/* Hashes, searches, comparisons and narrowing of chars by vectors against the definitions, char by char. */
#include "cpu/x86_64/instructions.h"
#include "cpu/x86_64/utf16.h"
#include "unit.h"

enum { MOST = 200 };
static uint8_t text[2 * MOST + 2], other[2 * MOST + 2], narrow[MOST];
static uint32_t number = 1;

static uint32_t any(uint32_t kinds) { return ((number = number * 1103515245 + 12345) >> 16) % kinds; }
static uint16_t char_at(const uint8_t *chars, size_t i) { return (uint16_t)(chars[2 * i] | chars[2 * i + 1] << 8); }
static void put(uint8_t *chars, size_t i, uint32_t c)
{
    chars[2 * i] = (uint8_t)c;
    chars[2 * i + 1] = (uint8_t)(c >> 8);
}

static void hash_is_that_of_strings(void **state)
{
    if (cpu_avx_level() < 2) skip();
    for (size_t byte = 0; byte < 2; byte++)
        for (size_t n = 0; n <= MOST; n += CPU_UTF16) {
            uint32_t h = 0;
            for (size_t i = 0; i < n; i++) {
                put(text + byte, i, any(65536));
                h = 31 * h + char_at(text + byte, i);
            }
            assert_int_equal(cpu_hash_utf16(text + byte, n), h);
        }
}

/* Chars of which one byte is a byte of the sought one are there, and those across two chars. */
static void search_finds_the_first_char(void **state)
{
    static const uint16_t like[] = { 0x0500, 0x0400, 0x0005, 0x0505, 0x0000, 0xff05 };
    if (cpu_avx_level() < 2) skip();
    for (size_t n = CPU_UTF16; n <= MOST; n++)
        for (size_t at = 0; at <= n; at++) {
            for (size_t i = 0; i < n; i++) put(text, i, like[1 + any(5)]);
            if (at < n) put(text, at, like[0]);
            if (at + 3 < n) put(text, at + 3, like[0]);
            assert_int_equal(cpu_find_utf16(text, n, like[0]), at);
        }
}

static void the_first_difference_is_told(void **state)
{
    if (cpu_avx_level() < 2) skip();
    for (size_t n = 2 * CPU_UTF16; n <= 2 * MOST; n += 3)
        for (size_t at = 0; at <= n; at++) {
            for (size_t i = 0; i < n; i++) text[i] = other[i] = (uint8_t)any(256);
            if (at < n) other[at] ^= (uint8_t)(1 << any(8));
            if (at + 5 < n) other[at + 5] ^= 1;
            assert_int_equal(cpu_same_bytes(text, other, n), at);
        }
}

static void narrowing_stops_before_the_piece_with_a_long_char(void **state)
{
    static const uint16_t most[] = { 0xff, 0x7f };
    if (cpu_avx_level() < 2) skip();
    for (size_t k = 0; k < 2; k++)
        for (size_t at = 0; at <= MOST; at++) {
            for (size_t i = 0; i < MOST; i++) put(text, i, any(most[k] + 1u));
            if (at < MOST) put(text, at, any(2) ? most[k] + 1u : 0x8000);
            size_t done = cpu_narrow_utf16(text, narrow, MOST, most[k]);
            assert_int_equal(done, (at < MOST ? at : MOST) / CPU_UTF16 * CPU_UTF16);
            for (size_t i = 0; i < done; i++) assert_int_equal(narrow[i], char_at(text, i));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hash_is_that_of_strings),
                                        cmocka_unit_test(search_finds_the_first_char),
                                        cmocka_unit_test(the_first_difference_is_told),
                                        cmocka_unit_test(narrowing_stops_before_the_piece_with_a_long_char) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
