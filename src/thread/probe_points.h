/* Where the VM tells probes what happens. Rooms below probe/ call these points; probe_start fills them in. No point
 * stops, collects, throws or runs Java, so they may stand where no event could.
 *
 * A point costs a load and a test of `probe_points_on` while no probe is there; methods that a probe names have
 * MTH_PROBED and run in the interpreter (exec/code). */
#ifndef ARGUS_THREAD_PROBE_POINTS_H
#define ARGUS_THREAD_PROBE_POINTS_H

#include "thread/thread.h"

/* Bits of probe_points_on. */
enum probe_point {
    POINT_CLASS = 1,  /* some probe waits for classes */
    POINT_THREAD = 2, /* threads have something to give back when they end */
};
extern _Atomic u32 probe_points_on; /* changes with the world stopped */
static inline bool probe_point_on(enum probe_point p)
{
    return UNLIKELY(atomic_load_explicit(&probe_points_on, memory_order_relaxed) & p);
}

enum probe_exit { PROBE_ENTERED, PROBE_RETURNS, PROBE_LEAVES /* by an exception */ };

struct probe_points {
    /* f, on top and published, of a method with MTH_PROBED. `value`: what it returns, as the return instruction finds
     * it; NULL for void. `ex`: what it is left by. */
    void (*method)(struct thread *self, struct frame *f, enum probe_exit how, const slot *value, struct object *ex);
    /* c is being linked: none of its methods has run. IN_VM. */
    void (*class_linking)(struct thread *self, struct class *c);
    void (*class_unloading)(struct class *c); /* world stopped */
    /* t leaves the list of threads; threads_lock. */
    void (*thread_ended)(struct thread *t);
};
extern struct probe_points probe_points;

static inline bool method_probed(const struct method *m) { return UNLIKELY((m->flags & MTH_PROBED) != 0); }

#endif
