/* Intrinsics of java.lang.FdLibm: functions that StrictMath specifies bit by bit as those of fdlibm 5.3. So these make
 * the same operations in the same order, each rounded to a double. */
#include "jdk/jvm_intrinsic_int.h"
#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

static u64 bits_of(double x)
{
    u64 b;
    memcpy(&b, &x, sizeof b);
    return b;
}
static double of_bits(u64 b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}
enum { HALF_WORD = 32 };

/* fdlibm's cbrt: a third of the exponent is right to 5 bits, a quotient of polynomials to 23, a step of Newton's method
 * to 53. */
static double cube_root(double x)
{
    enum { NORMAL = 715094163, SUBNORMAL = 696219795 /* what a third of the upper half lacks */ };
    const double root_of_scale = 0x1p54, least_normal = 0x1p-1022;
    double size = fabs(x), t;
    if (size == 0 || !isfinite(x)) return x;
    if (size < least_normal) {
        u64 scaled = bits_of(root_of_scale * size), third = (u32)(scaled >> HALF_WORD) / 3 + SUBNORMAL;
        t = of_bits(third << HALF_WORD | (u32)scaled);
    } else
        t = of_bits((u64)((u32)(bits_of(size) >> HALF_WORD) / 3 + NORMAL) << HALF_WORD);
    double r = t * t / size, s = 19.0 / 35 + r * t;
    t *= 5.0 / 14 + 45.0 / 28 / (s + 99.0 / 70 + -864.0 / 1225 / s);
    t = of_bits(((bits_of(t) >> HALF_WORD) + 1) << HALF_WORD); /* 20 bits, above the root */
    s = t * t;
    r = size / s;
    t += t * ((r - t) / (t + t + r));
    return x < 0 ? -t : t;
}
INTRINSIC(cbrt, 2)
{
    *result = slot_of_double(cube_root(slot_double(args[1])));
    return true;
}

const struct intrinsic intrinsics_math[] = { { "java/lang/FdLibm$Cbrt", "compute", "(D)D", INTRINSIC_IN_TABLE(cbrt) } };
const size_t intrinsics_math_count = ARRAY_LEN(intrinsics_math);
