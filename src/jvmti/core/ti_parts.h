/* The parts of the tool interface: what ti_env.c tells each of them. A part defines its own struct ti_part; the list of
 * all of them stands in ti_env.c. NULL: nothing to do. */
#ifndef ARGUS_JVMTI_CORE_TI_PARTS_H
#define ARGUS_JVMTI_CORE_TI_PARTS_H

#include "jvmti/core/ti_int.h"

struct ti_part {
    /* Once, before agents are loaded. */
    void (*init)(void);
    /* The environment has been disposed of: no event goes to it any more. */
    void (*env_disposed)(struct thread *self, struct ti_env *env);
    /* The thread runs no more and is in no list, and t->ti_state is still there. Under threads_lock. */
    void (*thread_freed)(struct thread *t);
    /* The world is stopped and the class still whole (hooks.class_unloading). */
    void (*class_unloading)(struct class *c);
};
extern const struct ti_part ti_part_observe, ti_part_breakpoints, ti_part_frames, ti_part_filters, ti_part_extensions,
    ti_part_tags, ti_part_prefixes, ti_part_call_counts;

/* The hooks of all events that have a poster: written by tools/gen_ti.py from spec/jvmti_events.tsv. */
void ti_bind_event_hooks(void);

#endif
