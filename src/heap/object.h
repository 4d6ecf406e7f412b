/* The shape of every Java object, and the words of it that the heap needs.
 *
 *   struct object   0: u32 class reference     4: u32 lock word     8: fields
 *   struct array    0: u32 class reference     4: u32 lock word     8: i32 length     12 or 16: elements
 *
 * Fields are laid out from offset 8 on. Elements of up to four bytes start at 12, elements of eight bytes at 16. An
 * object is a multiple of 8 bytes long and 8-byte aligned; the smallest is 8 bytes.
 *
 * Class metadata (struct class, struct method) lies below 4 GiB, so the class reference is the address itself and a
 * (class, method) pair fits one 64-bit word. The heap lies below 32 GiB, so a narrow reference is address >> 3.
 *
 * Lock word, lowest bits first:
 *   [1:0] state   LOCK_FREE: [31:4] identity hash, 0 if there is none yet
 *                 LOCK_THIN: [31:16] index of the owning thread, 0: not owned; [15:8] recursion count minus one;
 *                            LOCK_RESERVED: reserved for that thread also while it is not entered (count
 *                            LOCK_THIN_LEFT);
 *                            LOCK_SHARED: another thread has wanted it while it was reserved
 *                 LOCK_FAT : [31:4] index in the monitor table (the monitor keeps the hash)
 *   [3:2]         owned by the collector: OBJECT_UNLOGGED, OBJECT_SHORT */
#ifndef ARGUS_HEAP_OBJECT_H
#define ARGUS_HEAP_OBJECT_H

#include "base/base.h"
#include "cpu/compiler_barrier.h"
#include <stdatomic.h>

typedef u32 nref; /* a narrow reference as it stands in a field or array; 0 is null */

struct object {
    u32 class_ref;
    _Atomic u32 lock;
};

struct array {
    struct object hdr;
    i32 length;
};

enum { OBJECT_ALIGN = 8, OBJECT_HEADER_SIZE = 8, ARRAY_LENGTH_OFFSET = 8, ARRAY_BASE = 12, ARRAY_BASE_WIDE = 16 };

enum lock_state { LOCK_FREE = 0, LOCK_THIN = 1, LOCK_FAT = 2, LOCK_STATE_MASK = 3 };
/* In the lock word: a collection has visited the object with its present references, so a store of a reference must
 * call the barrier first (heap.h). Never set in fresh objects. */
enum { OBJECT_UNLOGGED = 4 };
/* In the lock word: the class's instances have grown, and this one has not (heap_short.c). Changes only while the world
 * is stopped. */
enum { OBJECT_SHORT = 8 };
enum {
    LOCK_GC_MASK = 0xc,
    LOCK_HASH_SHIFT = 4,
    LOCK_THIN_TID_SHIFT = 16,
    LOCK_THIN_REC_SHIFT = 8,
    LOCK_THIN_REC_MAX = 254,
    LOCK_THIN_LEFT = 255, /* also the mask */
    LOCK_RESERVED = 0x10,
    LOCK_SHARED = 0x20,
    LOCK_FAT_SHIFT = 4
};

/* The heap's view of a class. struct class (model/class.h) starts with it. */
enum heap_kind {
    HEAP_INSTANCE,  /* fixed size; `map` says where the references are */
    HEAP_MIRROR,    /* java.lang.Class: size and static reference span come from the described class (see below) */
    HEAP_REFERENCE, /* java.lang.ref.Reference and below: as INSTANCE, but `referent`/`discovered` are not in `map` */
    /* java.lang.ClassLoader and below: as INSTANCE, and keeps what its injected word points at
     * (loader_holder_offset) */
    HEAP_LOADER,
    HEAP_REF_ARRAY,
    HEAP_PRIM_ARRAY,
};

enum ref_strength { REF_NONE, REF_SOFT, REF_WEAK, REF_FINAL, REF_PHANTOM };

struct heap_map_span {
    u32 offset, count;
}; /* `count` narrow references from byte `offset` on */

/* Classes live and die with their holder, which starts struct class_holder (model/loader.h). It is marked by the first
 * live object that needs it: an instance or the mirror of one of its classes, or the class loader. */
struct heap_holder {
    struct heap_holder *next_marked;
    bool marked; /* always true for those that never die */
};

struct heap_type {
    u8 kind;        /* enum heap_kind */
    u8 elem_shift;  /* arrays: log2 of the element size (references: 2) */
    u8 strength;    /* HEAP_REFERENCE: enum ref_strength */
    u8 finalizable; /* instances need Finalizer.register */
    u8 told; /* allocations are reported, so quick paths decline. Set with the world stopped, or before there are any */
    /* bytes, header included, multiple of 8; 0 for arrays. Of a HEAP_MIRROR: the size without statics */
    u32 instance_size;
    u32 quick_size; /* the same for paths that only move the cursor; while `told` more than there ever is */
    u32 map_count;
    u32 holder; /* address of the struct heap_holder that instances keep alive; 0: the class never dies */
    const struct heap_map_span *map; /* spans over instances of this class, superclasses' included */
    /* The mirror of THIS class: its whole size, and where its static reference fields lie (one span). */
    u32 mirror_size;
    u32 static_ref_offset, static_ref_count;
    u32 short_size; /* while instances grow: their size before; otherwise 0 (heap_short.c) */
};
static inline void heap_type_set_size(struct heap_type *t, u32 size)
{
    t->instance_size = size;
    t->quick_size = t->told ? UINT32_MAX : size;
}

/* COMPILER_PIN ties both conversions to their place. Otherwise the C compiler may shift early and keep only the narrow
 * form over a call (a merge with NULL is enough), or keep the loaded form and shift late. Then no stack or register
 * would show the object to the collector. */
static inline struct object *ref_decode(nref r)
{
    uintptr_t a = (uintptr_t)r << 3;
    COMPILER_PIN(a);
    return (struct object *)a;
}
static inline nref ref_encode(const struct object *o)
{
    uintptr_t a = (uintptr_t)o;
    COMPILER_PIN(a);
    return (nref)(a >> 3);
}

static inline bool object_is_short(const struct object *o)
{
    return atomic_load_explicit(&o->lock, memory_order_relaxed) & OBJECT_SHORT;
}

static inline struct heap_type *object_type(const struct object *o)
{
    return (struct heap_type *)(uintptr_t)o->class_ref;
}

/* Reads a reference field or element. Plain, like a Java plain access. */
static inline struct object *ref_load(const struct object *o, u32 offset)
{
    return ref_decode(*(const nref *)((const char *)o + offset));
}

static inline i32 array_length(const struct object *a) { return ((const struct array *)a)->length; }
static inline void *array_data(const struct object *a)
{
    return (char *)a + (object_type(a)->elem_shift == 3 ? ARRAY_BASE_WIDE : ARRAY_BASE);
}
static inline u32 array_base(u32 elem_shift) { return elem_shift == 3 ? ARRAY_BASE_WIDE : ARRAY_BASE; }

/* Offset in a java.lang.Class object of the injected word (u64) with its struct class. Set once at boot, before the
 * first mirror exists. The word is NULL in a mirror that is being made, or of a primitive type (see
 * class_of_mirror). */
extern u32 mirror_class_offset;
/* The same for a java.lang.ClassLoader object: the word with its struct heap_holder, or NULL. 0: not known yet, and no
 * such object exists. */
extern u32 loader_holder_offset;

/* The size of an object in bytes. For a java.lang.Class object it reads the injected word, for a short one the table of
 * these. */
size_t object_size(const struct object *o);
size_t object_size_as(const struct object *o, const struct heap_type *t); /* for an object of class t */

#endif
