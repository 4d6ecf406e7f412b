/* Hashes and searches by vectors against the definitions, byte by byte. */
#include "cpu/x86_64/instructions.h"
#include "cpu/x86_64/latin.h"
#include "unit.h"

enum { MOST = 300 };
static uint8_t text[MOST];

static void fill(uint32_t kinds)
{
    static uint32_t random = 1;
    for (size_t i = 0; i < MOST; i++) text[i] = (uint8_t)(255 - ((random = random * 1103515245 + 12345) >> 16) % kinds);
}

static void hash_is_that_of_strings(void **state)
{
    if (cpu_avx_level() < 2) skip();
    fill(256);
    for (size_t at = 0; at < 4; at++)
        for (size_t n = 0; at + n <= MOST; n += CPU_LATIN) {
            uint32_t h = 0;
            for (size_t i = 0; i < n; i++) h = 31 * h + text[at + i];
            assert_int_equal(cpu_hash_latin(text + at, n), h);
        }
}

static size_t find(size_t from, size_t places, size_t distance)
{
    while (from < places && !(text[from] == 255 && text[from + distance] == 254)) from++;
    return from;
}
/* Few different bytes, so that most places have one of the two. */
static void search_finds_the_first_place(void **state)
{
    if (cpu_avx_level() < 2) skip();
    for (uint32_t kinds = 2; kinds < 20; kinds += 4) {
        fill(kinds);
        for (size_t distance = 0; distance < 40; distance += 13)
            for (size_t places = CPU_LATIN; places + distance <= MOST; places++)
                for (size_t from = 0; from <= places; from++)
                    assert_int_equal(cpu_find_latin(text, from, places, 255, 254, distance),
                                     find(from, places, distance));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hash_is_that_of_strings),
                                        cmocka_unit_test(search_finds_the_first_place) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
