/* Functions of java.lang.Math that may differ from StrictMath's. The specification allows an error of one ulp (half an
 * ulp and a little for `exp` and similar ones), and HotSpot uses that freedom in all its tiers. So a model that was
 * trained there gives the same answers here only if the last bits agree. glibc's functions are nearly always correctly
 * rounded, as HotSpot's are: 99.5 to 99.9 percent of random arguments give the same bits (bench/history.md). Its log10
 * is the exception; there the long double function is rounded (jdk/log10.c).
 *
 * These leaves never decline, so the result is the same in every tier and under every tool. They have no frames
 * (exec/invoke/math_call.h). */
#include "jdk/jvm_leaf.h"
#include "jdk/jvm_leaf_int.h"
#include "jdk/log10.h"
#include <math.h>

#define MATH_LEAF(name, nargs, value) \
    LEAF_ENTRY(name, nargs, LEAF_WIDE, true, true) \
    { \
        *result = slot_of_double(value); \
        return true; \
    }
#define X slot_double(args[1])
#define Y slot_double(args[3])

/* C and Java differ where C returns 1 whatever the other argument is: Java's result is NaN (Math.pow). A square is
 * exact as a product, a square root as the instruction's result. */
static double power(double x, double y)
{
    if (y == 2) return x * x;
    if (y == 0.5 && x > 0) return sqrt(x);
    if (isnan(y) || (isinf(y) && fabs(x) == 1)) return (double)NAN;
    return pow(x, y);
}

MATH_LEAF(math_sin, 2, sin(X))
MATH_LEAF(math_cos, 2, cos(X))
MATH_LEAF(math_tan, 2, tan(X))
MATH_LEAF(math_exp, 2, exp(X))
MATH_LEAF(math_log, 2, log(X))
MATH_LEAF(math_log10, 2, vm_log10(X))
MATH_LEAF(math_pow, 4, power(X, Y))

#define STRICT "java/lang/StrictMath"
const struct leaf leaves_math[] = {
    { STRICT, "sin", "(D)D", LEAF_IN_TABLE(math_sin) },  { STRICT, "cos", "(D)D", LEAF_IN_TABLE(math_cos) },
    { STRICT, "tan", "(D)D", LEAF_IN_TABLE(math_tan) },  { STRICT, "exp", "(D)D", LEAF_IN_TABLE(math_exp) },
    { STRICT, "log", "(D)D", LEAF_IN_TABLE(math_log) },  { STRICT, "log10", "(D)D", LEAF_IN_TABLE(math_log10) },
    { STRICT, "pow", "(DD)D", LEAF_IN_TABLE(math_pow) },
};
const size_t leaves_math_count = ARRAY_LEN(leaves_math);

/* ---- Math.fma, whose bytecode makes numbers of BigDecimal: C rounds once too ---- */
#define FMA_LEAF(name, nargs, shape, value) \
    LEAF_ENTRY_OR(name, nargs, shape, dispatch == code_leaf_dispatch, leaf_of_bytecode_declined, false) \
    { \
        *result = value; \
        return true; \
    }
FMA_LEAF(math_fma, 6, LEAF_WIDE, slot_of_double(fma(X, Y, slot_double(args[5]))))
FMA_LEAF(math_fma_float, 3, LEAF_ONE,
         slot_of_float(fmaf(slot_float(args[0]), slot_float(args[1]), slot_float(args[2]))))

const struct leaf leaves_bytecode[] = {
    { "java/lang/Math", "fma", "(DDD)D", LEAF_IN_TABLE(math_fma) },
    { "java/lang/Math", "fma", "(FFF)F", LEAF_IN_TABLE(math_fma_float) },
};
const size_t leaves_bytecode_count = ARRAY_LEN(leaves_bytecode);
