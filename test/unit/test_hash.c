/* hash_bytes: SipHash-1-3 with a secret key. */
#include "base/hash.h"
#include "unit.h"

static void equal_bytes_hash_alike(void **state)
{
    char text[64] = "....java/lang/Object and more than one word of it";
    for (size_t n = 0; n < 40; n++) {
        char copy[64];
        for (size_t shift = 0; shift < 8; shift++) { /* wherever they lie */
            memcpy(copy + shift, text, n);
            assert_true(hash_bytes(copy + shift, n) == hash_bytes(text, n));
        }
    }
}

static void length_counts(void **state)
{
    static const char zeros[40];
    for (size_t n = 1; n < sizeof zeros; n++) assert_true(hash_bytes(zeros, n) != hash_bytes(zeros, n - 1));
}

/* Names that differ in a few letters, as generated ones do, spread over a table like random numbers. */
static void similar_names_spread(void **state)
{
    enum { NAMES = 1 << 14 };
    static unsigned char taken[NAMES];
    unsigned worst = 0;
    for (int i = 0; i < NAMES; i++) {
        char name[16];
        int n = snprintf(name, sizeof name, "f%d", i);
        unsigned char *t = &taken[hash_bytes(name, (size_t)n) & (NAMES - 1)];
        if (++*t > worst) worst = *t;
    }
    assert_true(worst < 14); /* as many balls as boxes: 7 or 8 */
}

/* Made for the hash that the symbol table had before: its first word was mixed without a secret, so a second word could
 * undo the difference. */
static void made_up_collisions_do_not_collide(void **state)
{
    enum { NAMES = 1000 };
    static u64 seen[NAMES];
    for (u64 i = 0; i < NAMES; i++) {
        u64 w[2] = { i + 1, 0 }, h = (16 * 0x9e3779b97f4a7c15ull ^ w[0]) * 0xff51afd7ed558ccdull;
        h ^= h >> 32;
        w[1] = h ^ 42;
        seen[i] = hash_bytes(w, sizeof w);
        for (u64 k = 0; k < i; k++) assert_true(seen[k] != seen[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_bytes_hash_alike),
        cmocka_unit_test(length_counts),
        cmocka_unit_test(similar_names_spread),
        cmocka_unit_test(made_up_collisions_do_not_collide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
