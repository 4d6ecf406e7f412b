/* Products of words: both forms against one of halves of words. */
#include "cpu/x86_64/product.h"
#include "unit.h"

enum { MOST = 70 };
static uint64_t words[MOST], old[MOST];

/* By 32 bits at a time, with no carry that could be lost. */
static uint64_t by_halves(uint64_t *to, size_t n, uint64_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t x = words[i], low = (uint32_t)x * (factor & UINT32_MAX), a = (x >> 32) * (factor & UINT32_MAX);
        uint64_t b = (uint32_t)x * (factor >> 32), high = (x >> 32) * (factor >> 32);
        uint64_t middle = (low >> 32) + (uint32_t)a + (uint32_t)b;
        high += (middle >> 32) + (a >> 32) + (b >> 32);
        low = middle << 32 | (uint32_t)low;
        low += carry;
        high += low < carry;
        to[i] = old[i] + low;
        carry = high + (to[i] < low);
    }
    return carry;
}
static uint64_t some_word(uint64_t random)
{
    return random >> 62 ? random * 0x9e3779b97f4a7c15 : random & 1 ? UINT64_MAX : random & 2 ? 0 : 1ull << 63;
}
static void rows_are_products(void **state)
{
    uint64_t random = 1;
    for (int turn = 0; turn < 4000; turn++) {
        size_t n = (size_t)turn % MOST;
        for (size_t i = 0; i < MOST; i++) {
            words[i] = some_word(random = random * 6364136223846793005 + 1442695040888963407);
            old[i] = some_word(random = random * 6364136223846793005 + 1442695040888963407);
            if (turn % 5 == 0) words[i] = old[i] = UINT64_MAX; /* the largest carries */
        }
        uint64_t factor = turn % 5 == 0 ? UINT64_MAX : some_word(random ^ random << 30);
        uint64_t sought[MOST], found[MOST];
        memcpy(sought, old, sizeof old);
        uint64_t carry = by_halves(sought, n, factor);
        memcpy(found, old, sizeof old);
        assert_true(cpu_add_product(found, words, n, factor) == carry);
        assert_memory_equal(found, sought, sizeof sought);
        if (!cpu_has_two_carries()) continue;
        memcpy(found, old, sizeof old);
        assert_true(cpu_add_product_2(found, words, n, factor) == carry);
        assert_memory_equal(found, sought, sizeof sought);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_are_products) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
