/* The heap for tools: where it lies, walking it, its roots, collecting, sampling. tool_heap.c. */
#ifndef ARGUS_TOOL_TOOL_HEAP_H
#define ARGUS_TOOL_TOOL_HEAP_H

#include "heap/heap.h"
#include "tool/tool_thread.h"

void tool_collect(struct thread *self);
/* Objects lie between these. */
static inline void tool_heap_range(uintptr_t *low, uintptr_t *high) { heap_range(low, high); }
/* Every object, 512 bytes at a time (heap_walk_words): bit i of `starts` is an object at base + 8 i. false from fn ends
 * it. The caller has stopped the world. */
void tool_walk_heap(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg);
static inline void tool_walk_fetch(uintptr_t base) { heap_walk_fetch(base); } /* those that fn will look at soon */
/* In hooks.gc_weak: which of the objects at base are alive. */
static inline u64 tool_live_objects(uintptr_t base) { return heap_live_word(base); }
/* Likewise: could any object of the 32 KiB at `base` have died? */
static inline bool tool_may_have_died(uintptr_t base) { return heap_block_may_have_died(base); }
/* The objects of the 512 bytes at base that were allocated, as far as threads have told. */
static inline u64 tool_object_starts(uintptr_t base) { return heap_start_map[base >> 9]; }
/* EV_SAMPLED_ALLOC every so many bytes on the average. Threads look at it at every allocation: without `self` there is
 * no other thread. */
void tool_sample(struct thread *self, bool on, size_t interval);
/* An object that a hook must keep alive (hooks.gc_roots). */
void tool_keep_mirror(struct heap_visitor *v, struct class *c);

/* The HPROF file of service/, bound at start-up; NULL before the tools are up. Negative: `error` says why not. */
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
    /* May be given NULL objects. */
    void (*root)(struct tool_root_visitor *v, const struct tool_root *r, struct object *o);
    bool stop; /* root sets it: no more of this thread's frames */
};
/* Globals, system classes, threads with their stacks, then what else the VM holds. The caller has stopped the world. */
void tool_visit_roots(struct tool_root_visitor *v);

#endif
