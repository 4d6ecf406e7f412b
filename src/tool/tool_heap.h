/* The heap for tools: its range, walks, roots, collection, sampling. tool_heap.c. */
#ifndef ARGUS_TOOL_TOOL_HEAP_H
#define ARGUS_TOOL_TOOL_HEAP_H

#include "heap/heap.h"
#include "tool/tool_thread.h"

void tool_collect(struct thread *self);
/* The range of all objects. */
static inline void tool_heap_range(uintptr_t *low, uintptr_t *high) { heap_range(low, high); }
/* Calls fn for every 512 bytes with objects (heap_walk_words): bit i of `starts` is an object at base + 8 i. fn returns
 * false to stop. The caller has stopped the world. */
void tool_walk_heap(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg);
/* prefetches those that fn will read soon */
static inline void tool_walk_fetch(uintptr_t base) { heap_walk_fetch(base); }
/* In hooks.gc_weak: the live ones among the objects at base. */
static inline u64 tool_live_objects(uintptr_t base) { return heap_live_word(base); }
/* Likewise: may an object of the 32 KiB at `base` have died? */
static inline bool tool_may_have_died(uintptr_t base) { return heap_block_may_have_died(base); }
/* The objects in the 512 bytes at base. Not exact while threads allocate. */
static inline u64 tool_object_starts(uintptr_t base) { return heap_start_map[base >> 9]; }
/* Posts EV_SAMPLED_ALLOC every `interval` bytes on average. Threads check at every allocation. self NULL: there is no
 * other thread. */
void tool_sample(struct thread *self, bool on, size_t interval);
/* Keeps an object alive, for hooks (hooks.gc_roots). */
void tool_keep_mirror(struct heap_visitor *v, struct class *c);

/* Writes a heap dump (HPROF); set by service/ at start-up, NULL before. A negative result: `error` has the reason. */
extern i64 (*tool_heap_dump)(struct thread *self, const char *path, bool live, bool overwrite, char *error,
                             size_t error_size);

/* ---- roots ---- */
enum tool_root_kind {
    TOOL_ROOT_GLOBAL, /* a global reference */
    TOOL_ROOT_SYSTEM_CLASS,
    TOOL_ROOT_THREAD,
    TOOL_ROOT_MONITOR,
    TOOL_ROOT_OTHER,
    TOOL_ROOT_STACK, /* a word of a Java frame */
    TOOL_ROOT_LOCAL  /* a local reference */
};
struct tool_root {
    enum tool_root_kind kind;
    struct object *thread; /* STACK, LOCAL: its java.lang.Thread */
    /* STACK, LOCAL (method NULL: of no native frame) */
    i32 depth;
    struct method *method;
    /* STACK: operands get the numbers after the locals */
    i32 bci, slot;
};
struct tool_root_visitor {
    /* The object may be NULL. */
    void (*root)(struct tool_root_visitor *v, const struct tool_root *r, struct object *o);
    bool stop; /* set by `root`: skip the other frames of this thread */
};
/* Visits global references, system classes, threads with their stacks, then the VM's other roots. The caller has
 * stopped the world. */
void tool_visit_roots(struct tool_root_visitor *v);

#endif
