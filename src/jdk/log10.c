/* x is 2^e m. A cell of m, of log10_table.h, gives a number c of few bits so that c m = 1 + r is exact in two doubles,
 * and r is small. Then log10(x) = e log10(2) - log10(c) + log10(1 + r), a sum of two doubles with an error below 2^-60
 * of the result.
 *
 * log10l errs by less than 2^-62. So where both ends of a margin of 2^-59 on each side are rounded to the same double,
 * this is log10l's answer, rounded; elsewhere, for one argument in thirty, log10l is asked. */
#include "jdk/log10.h"
#include "log10_table.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MANTISSA = 52, BIAS = 1023 };

static uint64_t bits_of(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}
static double of_bits(uint64_t b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}
/* x without its last n bits. */
static double cut(double x, unsigned n) { return of_bits(bits_of(x) >> n << n); }

double vm_log10(double x)
{
    uint64_t b = bits_of(x);
    if (b >> MANTISSA == 0 || b >> MANTISSA >= 2 * BIAS + 1) return (double)log10l(x); /* no normal number above 0 */
    double m = of_bits((b & ((UINT64_C(1) << MANTISSA) - 1)) | (uint64_t)BIAS << MANTISSA);
    unsigned at = (unsigned)(b >> (MANTISSA - LOG10_CELL_BITS)) & ((1u << LOG10_CELL_BITS) - 1);
    const struct log10_cell *c = &log10_cells[at];
    double e = (double)((int)(b >> MANTISSA) - BIAS + (at >= LOG10_ROOT));
    /* r = high + low; c has at most 11 bits, the upper part of m 40 */
    double m_upper = cut(m, 13), first = m_upper * c->reciprocal - 1, second = (m - m_upper) * c->reciprocal;
    double r = first + second, low = second - (r - first);
    /* r log10(e), the upper part exactly: 26 bits times 27 */
    double r_upper = cut(r, 27), r_lower = (r - r_upper) + low;
    double product = r_upper * LOG10_E_UPPER;
    double rest = r_upper * LOG10_E_LOWER + r_lower * LOG10_E_1;
    double series =
        r * r * (r * (LOG10_E_3 + r * (r * (LOG10_E_5 + r * (r * LOG10_E_7 - LOG10_E_6)) - LOG10_E_4)) - LOG10_E_2);
    /* both are multiples of 2^-43 */
    double whole = e * LOG10_TWO_UPPER + c->upper;
    double high = whole + product, back = high - whole;
    double lost = (whole - (high - back)) + (product - back);
    double tail = lost + (rest + (series + (e * LOG10_TWO_LOWER + c->lower)));
    double margin = fabs(high) * 0x1p-59, less = high + (tail - margin), more = high + (tail + margin);
    return less == more ? less : (double)log10l(x);
}
