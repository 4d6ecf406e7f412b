/* Private to the leaf natives' files. */
#ifndef ARGUS_JDK_JVM_LEAF_INT_H
#define ARGUS_JDK_JVM_LEAF_INT_H

#include "exec/native/leaf.h"

struct leaf {
    const char *class_name, *name, *sig;
    interp_fn entry;
    leaf_body body;
    int shape;
};
#define LEAF_IN_TABLE(name) name, LEAF_BODY(name, name##_shape >> 2), name##_shape

/* In place of bytecode, in every tier, for work that takes long. The bytecode, which runs where the leaf declines, gets
 * no machine code: a leaf may decline only what is rare. */
#define LEAF_OF_BYTECODE(name, nargs, shape) \
    LEAF_ENTRY_OR(name, nargs, shape, dispatch == code_leaf_dispatch, leaf_of_bytecode_declined, true)

extern const struct leaf leaves_unsafe[], leaves_math[], leaves_bytecode[], leaves_sum[], leaves_sum_bytecode[],
    leaves_digest[], leaves_cipher[];
extern const size_t leaves_unsafe_count, leaves_math_count, leaves_bytecode_count, leaves_sum_count,
    leaves_sum_bytecode_count, leaves_digest_count, leaves_cipher_count;

#endif
