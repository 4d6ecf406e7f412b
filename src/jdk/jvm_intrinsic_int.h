/* Private to the intrinsics' files. */
#ifndef ARGUS_JDK_JVM_INTRINSIC_INT_H
#define ARGUS_JDK_JVM_INTRINSIC_INT_H

#include "core/alloc.h"
#include "exec/native/leaf.h"

struct intrinsic {
    const char *class_name, *name, *desc;
    leaf_body body;
    u32 nargs; /* slots */
};
extern const struct intrinsic intrinsics_cipher[], intrinsics_base64[], intrinsics_big[], intrinsics_two_carries[],
    intrinsics_math[];
extern const size_t intrinsics_cipher_count, intrinsics_base64_count, intrinsics_big_count,
    intrinsics_two_carries_count, intrinsics_math_count;

/* nargs: slots of all arguments */
#define INTRINSIC(name, nargs) \
    enum { name##_nargs = (nargs) }; \
    LEAF_CALLS(name, true) \
    static ALWAYS_INLINE bool name##_body(UNUSED struct thread *self, UNUSED const slot *args, UNUSED slot *result)
#define INTRINSIC_IN_TABLE(name) LEAF_BODY(name, name##_nargs), name##_nargs

struct span { /* of an array; elements NULL: there is none */
    u8 *elements;
    i32 length; /* in elements of the array */
};
static inline struct span span_of_array(struct object *a)
{
    return a ? (struct span){ array_data(a), array_length(a) } : (struct span){ NULL, 0 };
}
/* For an array with elements of up to four bytes. */
static inline struct span span_of(slot s)
{
    struct object *a = slot_ref(s);
    VM_ASSERT(!a || array_data(a) == (u8 *)a + ARRAY_BASE);
    return a ? (struct span){ (u8 *)a + ARRAY_BASE, array_length(a) } : (struct span){ NULL, 0 };
}
/* Are `count` elements from `at` on within it? */
static inline bool has(const struct span *s, i32 at, i32 count)
{
    return s->elements && (at | count) >= 0 && (i64)at + count <= s->length;
}

/* The offset of the field with this name and descriptor in o's class or a superclass; 0: there is none. */
u32 intrinsic_field(const struct object *o, const char *name, const char *desc);

#endif
