/* vm_log10 gives the bits of glibc's long double function. */
#include "base/base.h"
#include "jdk/log10.h"
#include "unit.h"
#include <math.h>
#include <stdlib.h>

static u64 state = 1;
static u64 next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static double of_bits(u64 b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}
static void compare(double x)
{
    double a = vm_log10(x), b = (double)log10l(x);
    if (memcmp(&a, &b, sizeof a) && !(isnan(a) && isnan(b))) fail_msg("%a: %a, not %a", x, a, b);
}

static void random_numbers_give_the_same_bits(UNUSED void **unused)
{
    const char *more = getenv("ARGUS_LOG10"); /* how many, for a long run */
    u64 count = more ? strtoull(more, NULL, 10) : 500000;
    for (u64 i = 0; i < count; i++) {
        u64 b = next();
        compare(of_bits(b));                                            /* all exponents */
        compare(of_bits((b >> 12) | (u64)(1020 + (b & 7)) << 52));      /* near 1 */
        compare(1 + of_bits((b >> 12) | (u64)(1023 - (b % 53)) << 52)); /* nearer */
        compare(1 - of_bits((b >> 12) | (u64)(1022 - (b % 53)) << 52));
        compare((double)(b >> (b & 63))); /* whole */
    }
}
static void powers_of_ten_are_exact(UNUSED void **unused)
{
    double x = 1;
    for (int i = 0; i <= 22; i++, x *= 10) assert_true(vm_log10(x) == i);
    for (int i = -320; i <= 308; i++) {
        x = pow(10, i);
        compare(x);
        compare(nextafter(x, 0));
        compare(nextafter(x, INFINITY));
    }
}
static void other_numbers(UNUSED void **unused)
{
    static const double all[] = { 0,
                                  -0.0,
                                  1,
                                  -1,
                                  INFINITY,
                                  -INFINITY,
                                  NAN,
                                  0x1p-1074,
                                  0x1p-1022,
                                  0x1p1023,
                                  0x1p-1023,
                                  2 - 0x1p-52,
                                  0x1.fffffffffffffp1023,
                                  0.5,
                                  0x1.6a09e667f3bcdp0 };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        compare(all[i]);
        compare(nextafter(all[i], 0));
        compare(nextafter(all[i], INFINITY));
    }
    /* each cell's ends */
    for (u64 i = 0; i < 1024; i++)
        for (i64 k = -3; k <= 3; k++) compare(of_bits((UINT64_C(1023) << 52) + (i << 42) + (u64)k));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_numbers_give_the_same_bits),
                                        cmocka_unit_test(powers_of_ten_are_exact), cmocka_unit_test(other_numbers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
