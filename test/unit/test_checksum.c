/* Checksums by instructions against the definitions, bit by bit. */
#include "cpu/x86_64/checksum.h"
#include "unit.h"

static uint8_t bytes[20000];

static uint32_t crc(uint32_t polynomial, uint32_t crc, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
    }
    return crc;
}
static uint32_t adler(uint32_t s, const uint8_t *p, size_t n)
{
    uint32_t a = s & 0xffff, b = s >> 16;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
/* All short lengths and some long ones, aligned in four ways. */
static void each_length(void (*check)(const uint8_t *p, size_t n))
{
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)((random = random * 1103515245 + 12345) >> 16);
    for (size_t n = 0; n + 4 < sizeof bytes; n = n < 900 ? n + 1 : n * 3 / 2 + 5)
        for (size_t at = 0; at < 4; at++) check(bytes + at, n);
}

static bool wide;
static void check_crc32(const uint8_t *p, size_t n)
{
    assert_int_equal(cpu_crc32(0xffffffff, p, n, wide), crc(0xedb88320, 0xffffffff, p, n));
    assert_int_equal(cpu_crc32(0x12345678, p, n, wide), crc(0xedb88320, 0x12345678, p, n));
}
static void crc32_is_that_of_gzip(void **state)
{
    if (!cpu_has_checksums()) skip();
    wide = false;
    each_length(check_crc32);
    if ((wide = cpu_has_wide_checksums())) each_length(check_crc32);
}
static void check_crc32c(const uint8_t *p, size_t n)
{
    assert_int_equal(cpu_crc32c(0xffffffff, p, n, wide), crc(0x82f63b78, 0xffffffff, p, n));
}
static void crc32c_is_castagnolis(void **state)
{
    if (!cpu_has_checksums()) skip();
    wide = false;
    each_length(check_crc32c);
    if ((wide = cpu_has_wide_checksums())) each_length(check_crc32c);
}
static void check_adler(const uint8_t *p, size_t n)
{
    assert_int_equal(cpu_adler32(1, p, n), adler(1, p, n));
    assert_int_equal(cpu_adler32(0xfff0fff0, p, n), adler(0xfff0fff0, p, n));
}
static void adler_is_that_of_zlib(void **state)
{
    if (!cpu_has_checksums()) skip();
    each_length(check_adler);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = 255; /* the largest sums */
    check_adler(bytes, sizeof bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(crc32_is_that_of_gzip),
                                        cmocka_unit_test(crc32c_is_castagnolis),
                                        cmocka_unit_test(adler_is_that_of_zlib) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
