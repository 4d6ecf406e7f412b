/* JNI references: how native code and tools hold objects.
 *
 * A reference is the address of a cell that holds a full pointer. Its lowest bits tell the kind: 00 local, 01 global,
 * 10 weak global. Local cells live in the thread's local reference stack (freed when the native frame ends); global and
 * weak ones in tables, one range of addresses each. A deleted cell holds a poison so that a stale reference is
 * recognised. The weak table is cleared by the collector. */
#ifndef ARGUS_THREAD_REFS_H
#define ARGUS_THREAD_REFS_H

#include "thread/thread_contract.h"

enum { REF_TAG_LOCAL = 0, REF_TAG_GLOBAL = 1, REF_TAG_WEAK = 2, REF_TAG_MASK = 3 };

/* The range of addresses for a thread's local references, and the part that becomes accessible at a time. */
enum { REF_LOCALS_STEP = TINY(1 << 16, 1 << 9) };
extern u32 ref_locals_most;
/* Called before the first thread. Reads the number of references for which there is room, if address space is
 * scarce. */
void refs_init(void);

/* NULL object → NULL reference. Functions that cannot return an error end the VM if there is no room (call ref_ensure
 * before). */
jobject ref_local(struct thread *self, struct object *o);
jobject ref_global(struct object *o);
jobject ref_global_or_null(struct object *o); /* NULL also: no room */
jweak ref_weak_or_null(struct object *o);
void ref_delete_local(struct thread *self, jobject r);
void ref_delete_global(jobject r);
void ref_delete_weak(jweak r);
/* Returns the object; NULL for NULL and for cleared weak references. The caller is IN_VM. */
static inline struct object *ref_get(jobject r)
{
    CALLER_IN_VM();
    return r ? *(struct object *volatile *)((uintptr_t)r & ~(uintptr_t)REF_TAG_MASK) : NULL;
}
/* Like ref_get, for references from outside: returns false if r is not a live reference of any kind (checks the tables,
 * and the local references of `self`). */
bool ref_check(struct thread *self, jobject r, struct object **out);
/* For the thread itself, also IN_NATIVE: the object of a live local or global reference; NULL for every other word
 * (also for weak references, which a collection may clear at any moment). The object lives as long as the reference; it
 * may move when the world stops. No lock, may not collect. */
struct object *ref_peek(struct thread *self, jobject r);
jobjectRefType ref_type(struct thread *self, jobject r);

/* The cell that starts a frame has the outer frame's floor and first free cell. */
enum { REF_CELL_HEADER = 1, REF_CELL_MASK = 7 };
static inline u64 ref_header(u32 floor, u32 free) { return (u64)floor << 34 | (u64)free << 4 | REF_CELL_HEADER; }
void ref_grow(struct thread *self); /* makes room for a cell */
/* returns the mark; ref_pop_frame(self, mark) frees what came after it */
static inline u32 ref_push_frame(struct thread *self)
{
    ON_OWN_THREAD(self);
    if (UNLIKELY(self->locals_top == self->locals_cap)) ref_grow(self);
    u32 mark = self->locals_top;
    u64 header = ref_header(self->locals_floor, self->locals_free);
    self->locals_base[mark] = (struct object *)(uintptr_t)header;
    self->locals_top = self->locals_floor = mark + 1;
    self->locals_free = 0;
    return mark;
}
static inline void ref_pop_frame(struct thread *self, u32 mark)
{
    ON_OWN_THREAD(self);
    u64 header = (u64)(uintptr_t)self->locals_base[mark];
    VM_ASSERT((header & REF_CELL_MASK) == REF_CELL_HEADER && mark < self->locals_top);
    self->locals_floor = (u32)(header >> 34);
    self->locals_free = (u32)(header >> 4) & 0x3fffffff;
    self->locals_top = mark;
}
/* A bit of the innermost frame for its user: clear when the frame is pushed, and gone with it. For the thread itself,
 * also IN_NATIVE. */
bool ref_frame_marked(struct thread *self);
void ref_frame_mark(struct thread *self, bool marked);
/* Makes room for so many more cells, a frame's header included. Returns false if there is no memory. */
WARN_UNUSED bool ref_ensure(struct thread *self, u32 count);

void refs_visit_globals(struct heap_visitor *v);
void refs_visit_locals(struct thread *t, struct heap_visitor *v);
void refs_clear_weak(heap_live_fn live);
void refs_for_each_global(void (*fn)(struct object *o, void *arg), void *arg);
void refs_counts(u64 *global, u64 *weak); /* cells in use, for the thread dump */

#endif
