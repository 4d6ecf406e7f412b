/* Allocation for VM code: collects if needed, throws OutOfMemoryError. All may collect; NULL with pending set. */
#ifndef ARGUS_CORE_ALLOC_H
#define ARGUS_CORE_ALLOC_H

#include "thread/thread.h"

/* `bytes` is the size of an array or a mirror. For other classes it is their present size; if it changes in a stop
 * meanwhile, the object has the new one. */
WARN_UNUSED struct object *object_alloc_slow(struct thread *self, struct class *c, size_t bytes, bool pinned);
/* object_new where the thread's span is used up, or allocations are told. */
WARN_UNUSED struct object *object_new_slow(struct thread *self, struct class *c);
/* Allocates an instance of an initialized, instantiable class (not Class, not an array). The return of Object.<init>
 * registers finalizers, not this function. */
WARN_UNUSED static inline struct object *object_new(struct thread *self, struct class *c)
{
    struct object *o = heap_alloc_quick(&self->heap, &c->type, c->type.quick_size);
    return LIKELY(o != NULL) ? o : object_new_slow(self, c);
}
/* May object_new make an instance of `c`? Returns false with InstantiationException pending (primitive types, arrays,
 * interfaces, abstract classes), or IllegalAccessException (Class). */
WARN_UNUSED bool object_may_be_made(struct thread *self, struct class *c);
/* `array_class` is the class of the array itself. Negative length: NegativeArraySizeException. */
WARN_UNUSED struct object *array_new(struct thread *self, struct class *array_class, i32 length);
WARN_UNUSED struct object *array_new_prim(struct thread *self, char kind, i32 length); /* 'Z','B',… */
WARN_UNUSED struct object *array_new_ref(struct thread *self, struct class *element, i32 length);
WARN_UNUSED struct object *array_new_multi(struct thread *self, struct class *array_class, const i32 *dims, u32 ndims);
/* Object.clone: CloneNotSupportedException */
WARN_UNUSED struct object *object_clone(struct thread *self, struct object *o);
/* System.arraycopy with all its checks and messages. Returns false with an exception pending. */
WARN_UNUSED bool array_copy(struct thread *self, struct object *src, i32 sp, struct object *dst, i32 dp, i32 n);
/* Collects (stops the world itself), then posts the events of what was freed: may run agents' code. */
void vm_collect(struct thread *self, enum heap_cause cause, bool clear_soft);
/* The same, unless there have been more collections than `seen`, an earlier heap_collections(). */
void vm_collect_since(struct thread *self, enum heap_cause cause, u64 seen);
/* World stopped, after heap_grow_begin: instances have other sizes from now on, and grow. Afterwards, with the world
 * running, vm_tell_collected is due. */
void vm_grow_instances(struct thread *self, const struct heap_growth *all, u32 n);
/* Told of each object at a point of HEAP_SAMPLER_PAGE, before anybody sees the object; the world runs, state VM. Set
 * with the world stopped, before that sampler begins. */
extern void (*alloc_sampled_for_page)(struct thread *self, struct class *c);
/* Reports the results of a collection when the world runs again. May run agents' code. */
void vm_tell_collected(struct thread *self);
/* Registers the VM's roots with the heap; called once from boot. */
bool vm_heap_init(size_t max, size_t initial, u32 stress, bool verify, char *err, size_t err_size);

/* Typed access by offset (plain). */
static inline i32 obj_int(const struct object *o, u32 off) { return *(const i32 *)((const char *)o + off); }
static inline i64 obj_long(const struct object *o, u32 off) { return *(const i64 *)((const char *)o + off); }
static inline u8 obj_byte(const struct object *o, u32 off) { return *(const u8 *)((const char *)o + off); }
static inline void obj_set_int(struct object *o, u32 off, i32 v) { *(i32 *)((char *)o + off) = v; }
static inline void obj_set_long(struct object *o, u32 off, i64 v) { *(i64 *)((char *)o + off) = v; }
static inline void obj_set_byte(struct object *o, u32 off, u8 v) { *(u8 *)((char *)o + off) = v; }
static inline struct object *obj_ref(const struct object *o, u32 off) { return ref_load(o, off); }
static inline struct object *array_ref(const struct object *a, i32 i) { return ref_load(a, ARRAY_BASE + 4 * (u32)i); }
static inline void array_set_ref(struct object *a, i32 i, struct object *v)
{
    heap_store_ref(a, ARRAY_BASE + 4 * (u32)i, v);
}

#endif
