/* The heap verifier: every object has a class, a size that fits its place, and references only to objects. */
#include "heap/heap_int.h"

#include <stdio.h>

/* ---- stores that bypass the barrier ----
 *
 * After a collection, a checksum of each object's references is stored here (for arrays with pages of their own, one
 * for each line). Before the next collection, an object or line that is still unlogged must have the same checksum. */
static u32 *shadow; /* by granule of 8 bytes, biased; NULL: not verified, or no room */

bool barrier_shadow_init(size_t range)
{
    size_t bytes = range / 8 * sizeof *shadow;
    void *p = os_mem_reserve(bytes, 0);
    if (!p || !os_mem_commit(p, bytes)) return false;
    shadow = (u32 *)p - (heap.base >> 3);
    return true;
}

static u32 mix(u32 sum, nref r) { return (sum ^ r) * 0x9e3779b1u + 0x7f4a7c15u; }

/* Null does not count, so that a type's map may get places where all objects have null. */
static void add_ref(struct object *o, u32 offset, void *arg)
{
    u32 *sum = arg;
    nref r = *(const nref *)((const char *)o + offset);
    if (r) *sum += mix(offset, r);
}

static bool has_lines(const struct object *o)
{
    return (uintptr_t)o >= heap.large_lo && object_type(o)->kind == HEAP_REF_ARRAY;
}

/* Calls `fn` for each line that contains elements of the array, with their checksum. */
static void for_each_line(struct object *o, void (*fn)(struct object *o, uintptr_t line, u32 sum, void *arg), void *arg)
{
    uintptr_t at = (uintptr_t)o + ARRAY_BASE, end = at + (size_t)(u32)array_length(o) * sizeof(nref);
    while (at < end) {
        uintptr_t line = ALIGN_DOWN(at, (uintptr_t)HEAP_LINE_SIZE);
        u32 sum = 0;
        for (; at < end && at < line + HEAP_LINE_SIZE; at += sizeof(nref)) sum = mix(sum, *(const nref *)at);
        fn(o, line, sum, arg);
    }
}

static void take_line(struct object *o, uintptr_t line, u32 sum, void *arg)
{
    (void)o, (void)arg;
    shadow[line >> 3] = sum;
}

static bool take_object(struct object *o, void *arg)
{
    (void)arg;
    if (object_type(o)->kind == HEAP_PRIM_ARRAY) return true;
    if (has_lines(o)) {
        for_each_line(o, take_line, NULL);
        return true;
    }
    u32 sum = 0;
    heap_visit_refs(o, add_ref, &sum);
    shadow[(uintptr_t)o >> 3] = sum;
    return true;
}

void barrier_shadow_take(void)
{
    if (shadow) heap_walk(take_object, NULL);
}

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

static void check_line(struct object *o, uintptr_t line, u32 sum, void *arg)
{
    bool logged = heap.line_marks[line >> HEAP_LINE_SHIFT] == LINE_LOGGED;
    u32 offset = line > (uintptr_t)o ? (u32)(line - (uintptr_t)o) : ARRAY_BASE;
    if (!logged && shadow[line >> 3] != sum) complain(arg, o, offset, "was stored into around the barrier");
}

static void check_barrier(struct object *o, struct verify *v)
{
    if (!(atomic_load_explicit(&o->lock, memory_order_relaxed) & OBJECT_UNLOGGED)) return;
    if (has_lines(o)) {
        for_each_line(o, check_line, v);
        return;
    }
    u32 sum = 0;
    heap_visit_refs(o, add_ref, &sum);
    if (shadow[(uintptr_t)o >> 3] != sum) complain(v, o, 0, "was stored into around the barrier");
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
    if (shadow && !heap.swept) check_barrier(o, v);
    return true;
}

void heap_verify(const char *when)
{
    HEAP_STANDS();
    struct verify v = { when, 0, 0 };
    heap_walk(check_object, &v);
    if (v.errors) VM_FATAL("heap_verify %s: %u errors", when, v.errors);
}
