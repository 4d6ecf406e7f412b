/* Threads and their calls. A thread that lens has seen owns a struct lens_thread, reached through a C thread-local
   variable, with its own call tree and its own counts: an entry or an exit touches nothing that another thread touches.
   When the thread ends, or the VM does, tree and counts are added to the merged ones. */
#ifndef LENS_THREAD_H
#define LENS_THREAD_H

#include <jvmti.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "lens.h"
#include "lens_method.h"

/* Counts of one method in one thread. */
struct lens_stats {
    jmethodID id;
    struct lens_method *method;
    uint64_t entered, left, threw;
    uint64_t self, inclusive; /* ticks; inclusive counts the outermost activation of a recursion only */
    uint64_t since;           /* when the outermost activation began */
    uint32_t active;          /* activations on the stack now */
    bool counts;              /* false: outside the filter, its time belongs to the caller */
};

/* A method under a particular chain of callers. One cache line. Of a thread: stats are the thread's. Merged: stats are
   NULL and method tells. */
struct lens_node {
    union {
        jmethodID id;               /* in a thread's tree */
        struct lens_method *method; /* in a merged tree */
    };
    struct lens_stats *stats;
    struct lens_node *parent, *child, *sibling;
    uint64_t calls, self;
    uint32_t depth; /* 0: the root, which stands for the thread itself */
    uint32_t mark;  /* 0, but for somebody who walks the tree */
};

struct lens_monitor;
struct lens_chunk;
struct lens_arena {
    struct lens_chunk *chunks;
    size_t left;            /* nodes of the first chunk that were never used */
    struct lens_node *free; /* nodes that were given back, linked by sibling */
};

/* The report's data on one thread. */
struct lens_thread_record {
    const char *name; /* interned */
    bool daemon;
    bool started; /* its ThreadStart was seen */
    bool ended;   /* its ThreadEnd was seen */
    bool listed;  /* has a row of its own in the report */
    uint64_t start_ns, end_ns;
    _Atomic uint64_t entered, left;
    uint64_t left_unseen; /* exits of frames that were entered before lens listened */
    uint64_t thrown;
};

struct lens_thread {
    atomic_bool busy;       /* in a callback: the report waits, and events that lens itself causes are not counted */
    struct lens_node *at;   /* where the thread is in its tree */
    struct lens_stats *top; /* the method on top of its stack, counted ones only */
    uint64_t last;          /* when AT and TOP last changed, on the thread's own clock */
    /* The thread's own clock is lens_clock_ticks() - skipped: waiting is skipped, unless option clock asks for it. */
    uint64_t skipped;
    uint64_t seen;                    /* the last event, one that does not count included */
    uint64_t checked, checked_cpu_ns; /* own clock and CPU time when they were last compared */
    clockid_t cpu_clock;              /* readable by other threads */
    struct lens_node *root;
    /* Frames below AT that have no node, because the tree is too deep or too large: their time is AT's. */
    struct lens_stats **over;
    size_t over_count, over_size;
    /* jmethodID to stats, linear probing. */
    struct lens_stats **slots;
    size_t slot_mask, slot_count;
    struct lens_stats outside; /* stands under the first frame */
    struct lens_arena arena;
    /* lens_sample.c, where times are sampled */
    jvmtiFrameInfo *frames; /* room for one stack; NULL: no samples of this thread */
    uint64_t missed;        /* samples that came in the middle of a callback */
    uint64_t calls_before;  /* that the VM had counted when lens came */
    bool resolved;          /* the nodes know methods, not ids */
    struct lens_thread *next, *previous;
    struct lens_thread_record *record;
    struct {
        struct lens_monitor *row; /* NULL: does not wait */
        uint64_t since_ns;
    } waits[2];      /* for the way into a monitor, in Object.wait */
    jthread unnamed; /* global reference while the name cannot be asked for yet, else NULL */
};

extern _Thread_local struct lens_thread *lens_thread_here __attribute__((tls_model("initial-exec")));
extern bool lens_thread_needs_fence;

/* Once, in Agent_OnLoad. */
void lens_thread_init(void);

/* Finds or makes the state of the calling thread. STARTED: called for its ThreadStart. NULL: the report is being
 * written, or out of memory. */
struct lens_thread *lens_thread_adopt(JNIEnv *jni, jthread thread, bool started);

/* No event of the calling thread counts from here on. */
void lens_thread_ignore(void);

/* ThreadStart came for a thread that had another event before. */
void lens_thread_note_start(struct lens_thread *t);

/* Brackets every callback. False: the event does not count (caused by lens itself, or the report is being written), and
   lens_thread_leave must not be called. */
static inline bool lens_thread_begin(struct lens_thread *t)
{
    if (t == NULL || atomic_load_explicit(&t->busy, memory_order_relaxed)) return false;
    atomic_store_explicit(&t->busy, true, memory_order_relaxed);
    /* Dekker with lens_thread_close_all: there the fence is run on all processors by the kernel, so that here an order
     * of the compiler is enough. Kernels that cannot make us pay here. */
    if (__builtin_expect(lens_thread_needs_fence, 0))
        atomic_thread_fence(memory_order_seq_cst);
    else
        atomic_signal_fence(memory_order_seq_cst);
    if (__builtin_expect(atomic_load_explicit(&lens.closed, memory_order_relaxed), 0)) {
        atomic_store_explicit(&t->busy, false, memory_order_release);
        return false;
    }
    return true;
}

static inline void lens_thread_leave(struct lens_thread *t)
{
    atomic_store_explicit(&t->busy, false, memory_order_release);
}

/* The calling thread ended: its tree is merged, its state freed. */
void lens_thread_end(struct lens_thread *t);

/* Gives names to threads that came before names could be asked for. In VMInit. */
void lens_thread_live(JNIEnv *jni);

/* Stops all recording: no callback is running or will record when this returns, and every tree is merged. */
void lens_thread_close_all(void);

/* Running totals, for progress. */
struct lens_thread_totals {
    uint64_t threads_started, threads_running, entered, left;
};
struct lens_thread_totals lens_thread_totals(void);

/* Records in order of arrival; only after lens_thread_close_all. OMITTED threads have no record of their own. */
struct lens_thread_record **lens_thread_records(size_t *count, uint64_t *omitted);

/* lens_calls.c: entry and exit of the calling thread T, between begin and leave. */
void lens_calls_enter(struct lens_thread *t, JNIEnv *jni, jmethodID id);
void lens_calls_exit(struct lens_thread *t, JNIEnv *jni, jmethodID id, bool by_exception);
/* Charges what has passed up to now to the frames that are still there. */
void lens_calls_settle(struct lens_thread *t);
/* Starts the thread's own clock. */
void lens_calls_start_clock(struct lens_thread *t);

/* lens_tree.c: nodes and the merged tree. */
struct lens_node *lens_tree_new_node(struct lens_arena *arena);
void lens_tree_free(struct lens_arena *arena);
/* The next node after NODE in the walk that visits callers before callees, within TOP; NULL at the end. */
struct lens_node *lens_tree_next(const struct lens_node *top, const struct lens_node *node);
/* Adds the tree of T under its label, with LENS_LOCK_THREADS held; T's tree is empty afterwards. */
void lens_tree_merge_locked(struct lens_thread *t);
/* lens_fold.c: gives back the nodes of what is too small to matter. False: nothing could be given back. */
bool lens_tree_make_room(struct lens_thread *t);
/* The merged tree: its root's children are the labels. Never NULL after lens_tree_init. */
struct lens_node *lens_tree_merged(void);
/* Calls that found no room for a node of their own, or whose node was given back. */
extern _Atomic uint64_t lens_tree_cramped;

#endif
