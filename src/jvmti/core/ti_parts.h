/* The parts of the tool interface, and their functions that ti_env.c calls. A part defines its own struct ti_part;
 * ti_env.c lists all of them. NULL: nothing to do. */
#ifndef ARGUS_JVMTI_CORE_TI_PARTS_H
#define ARGUS_JVMTI_CORE_TI_PARTS_H

#include "jvmti/core/ti_int.h"

struct ti_part {
    /* Called once, before agents are loaded. */
    void (*init)(void);
    /* The environment has been disposed: no event is posted to it any more. */
    void (*env_disposed)(struct thread *self, struct ti_env *env);
    /* The thread has ended and is in no list; t->ti_state still exists. Under threads_lock. */
    void (*thread_freed)(struct thread *t);
    /* World stopped; the class is still complete (hooks.class_unloading). */
    void (*class_unloading)(struct class *c);
};
extern const struct ti_part ti_part_observe, ti_part_breakpoints, ti_part_frames, ti_part_filters, ti_part_extensions,
    ti_part_tags, ti_part_prefixes, ti_part_call_counts;

/* Sets the hooks of all events that have a poster: written by tools/gen_ti.py from spec/jvmti_events.tsv. */
void ti_bind_event_hooks(void);

#endif
