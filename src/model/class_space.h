/* The memory of class metadata: below 4 GiB, given to holders in pieces, freed with them. Its lock is a leaf. */
#ifndef ARGUS_MODEL_CLASS_SPACE_H
#define ARGUS_MODEL_CLASS_SPACE_H

#include "model/loader.h"

/* Class space that classes need to run: zeroed, 8-byte aligned, below 4 GiB. Lives as long as the holder. NULL: there
 * is no room, not even in the part reserved for this; the caller throws with throw_out_of_metadata, or does without. */
WARN_UNUSED void *class_holder_alloc(struct class_holder *h, size_t bytes);
/* The holder that owns the memory at p (the boot loader's holder for its own). NULL: outside of class space, or free.
 * Any p. */
struct class_holder *class_space_holder(const void *p);
/* Are `bytes` from p on in the committed part of class space? Any p. */
bool class_space_contains(const void *p, size_t bytes);
/* how often class memory was freed: data stored by the address of a method are valid while this does not change */
extern _Atomic u64 class_space_frees;
/* Bytes: of all class space; of metadata outside of the boot loader, to which -XX:MaxMetaspaceSize applies (HotSpot's
 * boot classes come from an archive that it does not count); of these, those that HotSpot has in its compressed class
 * space. */
struct metadata_usage {
    size_t all, committed /* of all */, counted, classes;
};
struct metadata_usage class_space_usage(void);

/* The memory of a definition, which may still fail: of a class, an array class, a version (redefine.c). No allocation
 * fails, so a definition need not check each one. At its end it checks `full`: if that is not NULL it must abandon the
 * stage, with an OutOfMemoryError of that message. */
struct class_stage {
    struct class_holder *h;
    const char *full; /* the name of the full memory; NULL: none */
    bool reserved;    /* the last piece was taken by class_stage_reserve */
    char *at, *end;   /* of the current piece */
    /* of the holder's own piece, which is used first: the start of the used part, its end, the piece's end */
    char *own_from, *own_at, *own_end;
    u32 first_piece, last_piece;     /* of the pieces taken since */
    size_t space_bytes, class_bytes; /* allocated in them; of these, parts of classes themselves */
    struct stage_block *blocks;      /* malloc'ed, because there was no room */
};
/* A stage belongs to one thread. Other threads may have stages of the same holder at the same time. */
void class_stage_begin(struct class_stage *s, struct class_holder *h);
/* The definition has succeeded: the memory belongs to the holder. `full` is NULL. */
void class_stage_end(struct class_stage *s);
/* The definition has failed: frees the memory; nothing may refer to it. */
void class_stage_abandon(struct class_stage *s);
/* Zeroed, 8-byte aligned. _part: for the classes themselves and their tables, HotSpot's compressed class space. */
void *class_stage_alloc(struct class_stage *s, size_t bytes) __attribute__((returns_nonnull));
void *class_stage_alloc_part(struct class_stage *s, size_t bytes) __attribute__((returns_nonnull));
/* Ensures room for the next allocations, `bytes` in all. Returns false if there is none; then `full` is set. The rest
 * is free again at the end. */
WARN_UNUSED bool class_stage_reserve(struct class_stage *s, size_t bytes);
/* Allocates for class c, which is being defined. */
#define CLASS_SPACE_ARRAY(c, type, n) ((type *)class_stage_alloc((c)->stage, sizeof(type) * (size_t)(n)))
#define CLASS_PART_ARRAY(c, type, n) ((type *)class_stage_alloc_part((c)->stage, sizeof(type) * (size_t)(n)))

void class_space_init(void);
/* Takes a piece of at least `first` bytes. It starts with `bytes` of zeroed memory, which begin with its struct
 * class_holder. NULL: there is no room (definition: within the limits of definitions). */
WARN_UNUSED void *class_space_new_holder(size_t bytes, size_t first, bool definition);
/* The arena of h has grown by so many bytes, or shrunk. */
void class_arena_changed(const struct class_holder *h, i64 bytes);
/* Frees h's memory and h. The world is stopped, or no other thread knows h. */
void class_space_free(struct class_holder *h, bool poison);
/* After a collection: returns memory to the system, and sets the amount of metadata that requests the next one. */
void class_space_collected(void);
/* Is there room in h for a class from a file of `file` bytes? 0: for other allocations. */
bool class_space_has_room(const struct class_holder *h, size_t file);
/* Was much used since the last collection? */
bool class_space_wants_collection(void);
size_t class_space_threshold(void); /* so many bytes of `counted` are much */

#endif
