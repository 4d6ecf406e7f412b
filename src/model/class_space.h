/* The memory of class metadata: below 4 GiB, given out in pieces to holders, freed with them. Its lock is a leaf. */
#ifndef ARGUS_MODEL_CLASS_SPACE_H
#define ARGUS_MODEL_CLASS_SPACE_H

#include "model/loader.h"

/* Class space for what classes need to run: zeroed, 8-byte aligned, below 4 GiB. Lives as long as the holder. NULL: not
 * even the part that definitions may not use has room; the caller says so with throw_out_of_metadata, or does
 * without. */
WARN_UNUSED void *class_holder_alloc(struct class_holder *h, size_t bytes);
/* Whose memory p lies in (the boot loader's holder for its own); NULL: outside class space, or free. Any p. */
struct class_holder *class_space_holder(const void *p);
/* Do `bytes` from p on lie in the committed part of class space? Any p. */
bool class_space_contains(const void *p, size_t bytes);
/* how often class memory was given back: what is remembered by the address of a method is good while this stands */
extern _Atomic u64 class_space_frees;
/* Bytes: of all class space; of metadata outside the boot loader, which is what -XX:MaxMetaspaceSize limits (HotSpot's
 * boot classes come from an archive that it does not count); of these, what HotSpot has in its compressed class
 * space. */
struct metadata_usage {
    size_t all, committed /* of all */, counted, classes;
};
struct metadata_usage class_space_usage(void);

/* The memory of a definition that may yet fail: of a class, an array class, a version (redefine.c). No allocation is
 * refused, so a definition need not look at each answer. At its end it looks at `full`: when that is not NULL the stage
 * must be abandoned, with an OutOfMemoryError of that message. */
struct class_stage {
    struct class_holder *h;
    const char *full; /* what is full; NULL: nothing */
    char *at, *end;   /* of the piece in use */
    /* of the holder's own piece, which came first: where it was used from, up to where, its end */
    char *own_from, *own_at, *own_end;
    u32 first_piece, last_piece;     /* of the pieces taken since */
    size_t space_bytes, class_bytes; /* in them; parts of classes themselves */
    struct stage_block *blocks;      /* malloc'ed, for want of room */
};
/* A stage belongs to one thread. Other threads may have stages of the same holder at the same time. */
void class_stage_begin(struct class_stage *s, struct class_holder *h);
/* The definition succeeded: the memory belongs to the holder. `full` is NULL. */
void class_stage_end(struct class_stage *s);
/* The definition failed: the memory is free again, and nothing may lead to it. */
void class_stage_abandon(struct class_stage *s);
/* Zeroed, 8-byte aligned. _part: the classes themselves and their tables, HotSpot's compressed class space. */
void *class_stage_alloc(struct class_stage *s, size_t bytes) __attribute__((returns_nonnull));
void *class_stage_alloc_part(struct class_stage *s, size_t bytes) __attribute__((returns_nonnull));
/* Makes sure that the next allocations, of so many bytes together, find room. false: there is none; `full` is set. */
WARN_UNUSED bool class_stage_reserve(struct class_stage *s, size_t bytes);
/* For class c, which is being defined. */
#define CLASS_SPACE_ARRAY(c, type, n) ((type *)class_stage_alloc((c)->stage, sizeof(type) * (size_t)(n)))
#define CLASS_PART_ARRAY(c, type, n) ((type *)class_stage_alloc_part((c)->stage, sizeof(type) * (size_t)(n)))

void class_space_init(void);
/* A piece of at least `first` bytes that starts with `bytes` of zeroed memory, the first of which are its struct
 * class_holder. NULL: there is no room (definition: within the limits of definitions). */
WARN_UNUSED void *class_space_new_holder(size_t bytes, size_t first, bool definition);
/* The arena of h took or gave back so many bytes. */
void class_arena_changed(const struct class_holder *h, i64 bytes);
/* h is gone afterwards: the world is stopped, or nobody has seen h yet. */
void class_space_free(struct class_holder *h, bool poison);
/* After a collection: gives memory back to the system, sets when metadata asks for the next one. */
void class_space_collected(void);
/* Is there room in h for a class from a file of so many bytes, or for what will be allocated when the file has none? */
bool class_space_has_room(const struct class_holder *h, size_t file);
/* Was much used since the last collection? */
bool class_space_wants_collection(void);

#endif
