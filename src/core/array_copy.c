/* System.arraycopy: checks in HotSpot's order, with its messages, then a move. */
#include "core/alloc.h"
#include "core/exception.h"
#include "thread/thread_contract.h"

static const char *prim_name(const struct class *array) { return kind_name((char)array->element->prim_kind); }

static bool is_ref_array(const struct class *c) { return class_is_array(c) && !class_is_primitive(c->element); }

/* The array's name in messages: "int" or "object array" in "… out of bounds for int[5]". */
static const char *array_kind(const struct class *c) { return is_ref_array(c) ? "object array" : prim_name(c); }

static COLD bool mismatch(struct thread *self, struct class *s, struct class *d)
{
    char name[1024];
    if (!class_is_array(s))
        THROW(self, ArrayStoreException, "arraycopy: source type %s is not an array",
              class_external_name(s, name, sizeof name));
    else if (!class_is_array(d))
        THROW(self, ArrayStoreException, "arraycopy: destination type %s is not an array",
              class_external_name(d, name, sizeof name));
    else if (is_ref_array(s))
        THROW(self, ArrayStoreException, "arraycopy: type mismatch: can not copy object array[] into %s[]",
              prim_name(d));
    else if (is_ref_array(d))
        THROW(self, ArrayStoreException, "arraycopy: type mismatch: can not copy %s[] into object array[]",
              prim_name(s));
    else
        THROW(self, ArrayStoreException, "arraycopy: type mismatch: can not copy %s[] into %s[]", prim_name(s),
              prim_name(d));
    return false;
}

static COLD bool bad_range(struct thread *self, struct object *src, i32 sp, struct object *dst, i32 dp, i32 n)
{
    struct class *s = object_class(src), *d = object_class(dst);
    if (sp < 0)
        THROW(self, ArrayIndexOutOfBoundsException, "arraycopy: source index %d out of bounds for %s[%d]", sp,
              array_kind(s), array_length(src));
    else if (dp < 0)
        THROW(self, ArrayIndexOutOfBoundsException, "arraycopy: destination index %d out of bounds for %s[%d]", dp,
              array_kind(d), array_length(dst));
    else if (n < 0)
        THROW(self, ArrayIndexOutOfBoundsException, "arraycopy: length %d is negative", n);
    else if ((u32)sp + (u32)n > (u32)array_length(src))
        THROW(self, ArrayIndexOutOfBoundsException, "arraycopy: last source index %u out of bounds for %s[%d]",
              (u32)sp + (u32)n, array_kind(s), array_length(src));
    else
        THROW(self, ArrayIndexOutOfBoundsException, "arraycopy: last destination index %u out of bounds for %s[%d]",
              (u32)dp + (u32)n, array_kind(d), array_length(dst));
    return false;
}

static COLD bool bad_element(struct thread *self, struct class *from, struct class *to)
{
    char a[1024], b[1024];
    class_external_name(from, a, sizeof a);
    class_external_name(to, b, sizeof b);
    if (!class_assignable(to, from))
        THROW(self, ArrayStoreException, "arraycopy: type mismatch: can not copy %s[] into %s[]", a, b);
    else
        THROW(self, ArrayStoreException,
              "arraycopy: element type mismatch: can not cast one of the elements of %s[] to the type of the "
              "destination array, %s",
              a, b);
    return false;
}

bool array_copy(struct thread *self, struct object *src, i32 sp, struct object *dst, i32 dp, i32 n)
{
    IN_STATE(self, VM);
    IS_OBJECT_OR_NULL(src);
    IS_OBJECT_OR_NULL(dst);
    if (UNLIKELY(!src || !dst)) {
        THROW(self, NullPointerException, NULL);
        return false;
    }
    struct class *s = object_class(src), *d = object_class(dst);
    if (UNLIKELY(!class_is_array(s) || !class_is_array(d))) return mismatch(self, s, d);
    bool refs = is_ref_array(s);
    if (UNLIKELY(s != d && (!refs || !is_ref_array(d)))) return mismatch(self, s, d);
    if (UNLIKELY((sp | dp | n) < 0 || (u32)sp + (u32)n > (u32)array_length(src) ||
                 (u32)dp + (u32)n > (u32)array_length(dst)))
        return bad_range(self, src, sp, dst, dp, n);
    if (n == 0) return true;
    u32 shift = s->type.elem_shift, base = array_base(shift);
    char *from = (char *)src + base + ((size_t)(u32)sp << shift), *to = (char *)dst + base + ((size_t)(u32)dp << shift);
    if (!refs || s == d || class_assignable(s->element, d->element)) {
        size_t bytes = (size_t)(u32)n << shift;
        if (refs) heap_before_store(dst, (u32)(to - (char *)dst), bytes);
        memmove(to, from, bytes); /* elements are aligned, so none is torn */
        return true;
    }
    /* Different arrays of different element classes do not overlap. Stops at the first element that does not fit, as
     * specified. */
    for (i32 i = 0; i < n; i++) {
        struct object *e = array_ref(src, sp + i);
        if (e && !object_instance_of(e, d->element)) return bad_element(self, s->element, d->element);
        array_set_ref(dst, dp + i, e);
    }
    return true;
}
