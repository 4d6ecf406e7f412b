/* The heap verifier: every object has a class, a size that fits where it lies, and references to objects only. */
#include "heap/heap_int.h"

#include <stdio.h>

struct verify {
    const char *when;
    u32 errors;
    uintptr_t end;
};

static void complain(struct verify *v, struct object *o, u32 offset, const char *what)
{
    if (v->errors++ < 10)
        fprintf(stderr, "heap_verify %s: object %p (class ref %#x) offset %u: %s\n", v->when, (void *)o, o->class_ref,
                offset, what);
}

static void check_ref(struct object *o, u32 offset, void *arg)
{
    struct object *to = ref_load(o, offset);
    if (to && !heap_is_object(to)) complain(arg, o, offset, "refers to no object");
}

static bool check_object(struct object *o, void *arg)
{
    struct verify *v = arg;
    if (o->class_ref == 0 || (o->class_ref & 7) || object_type(o)->kind > HEAP_PRIM_ARRAY) {
        complain(v, o, 0, "has no class");
        return true;
    }
    size_t size = object_size(o);
    uintptr_t a = (uintptr_t)o;
    if (a < v->end) complain(v, o, 0, "starts inside the object before it");
    v->end = a + size;
    uintptr_t room = a >= heap.large_lo ? page_address(page_of(a) + heap.page_count[page_of(a)])
                                        : ALIGN_DOWN(a, (uintptr_t)HEAP_BLOCK_SIZE) + HEAP_BLOCK_SIZE;
    if (v->end > room) complain(v, o, 0, "is longer than its place");
    heap_visit_refs(o, check_ref, v);
    return true;
}

void heap_verify(const char *when)
{
    struct verify v = { when, 0, 0 };
    heap_walk(check_object, &v);
    if (v.errors) VM_FATAL("heap_verify %s: %u errors", when, v.errors);
}
