/* Sizes of objects. */
#include "heap/heap_int.h"

u32 mirror_class_offset, loader_holder_offset;

size_t object_size(const struct object *o) { return object_size_as(o, object_type(o)); }

size_t object_size_as(const struct object *o, const struct heap_type *t)
{
    switch ((enum heap_kind)t->kind) {
    case HEAP_INSTANCE:
    case HEAP_REFERENCE:
    case HEAP_LOADER: return LIKELY(!t->short_size && !object_is_short(o)) ? t->instance_size : short_size(o, t);
    case HEAP_MIRROR: {
        const struct heap_type *described = *(const struct heap_type *const *)((const char *)o + mirror_class_offset);
        return described && described->mirror_size ? described->mirror_size : t->instance_size;
    }
    case HEAP_REF_ARRAY:
    case HEAP_PRIM_ARRAY:
        return ALIGN_UP(array_base(t->elem_shift) + ((size_t)(u32)array_length(o) << t->elem_shift),
                        (size_t)OBJECT_ALIGN);
    }
    VM_UNREACHABLE();
}
