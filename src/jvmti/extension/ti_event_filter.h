/* Events that an environment does not want: method events of other methods, events of objects without a tag
 * (docs/extensions.md).
 *
 * A poster calls ti_filter_pass once, IN_VM, before it posts; the result has a bit for each environment with a filter.
 * So no filter is read while agents run, and a filter may be replaced and freed whenever the world is stopped. */
#ifndef ARGUS_JVMTI_EXTENSION_TI_EVENT_FILTER_H
#define ARGUS_JVMTI_EXTENSION_TI_EVENT_FILTER_H

#include "jvmti/core/ti_int.h"
#include "ti_tables.h"

enum { TI_TAGGED_OBJECT = 1, TI_TAGGED_CLASS = 2 };

extern _Atomic u64 ti_filtered_events; /* the events for which some environment has a filter: bits TI_BIT(event) */
extern const u64 ti_filterable_events; /* those that can depend on a tag */

/* The bits 1 << env->filter_slot of the environments whose filters let the event through. `m`: the method, for method
 * events; `o`: the object that the event is about (`this`, the object of the field, the monitor, the exception; the
 * class's mirror if there is no instance), NULL: none. IN_VM, does not collect. */
u64 ti_filter_pass_slow(u32 event, struct method *m, const struct object *o);
static inline u64 ti_filter_pass(u32 event, struct method *m, const struct object *o)
{
    if (LIKELY(!(atomic_load_explicit(&ti_filtered_events, memory_order_relaxed) & TI_BIT(event)))) return ~(u64)0;
    return ti_filter_pass_slow(event, m, o);
}
static inline bool ti_passes(const struct ti_env *env, u32 event, u64 pass)
{
    return LIKELY(!(atomic_load_explicit(&env->filtered, memory_order_relaxed) & TI_BIT(event))) ||
           (pass >> env->filter_slot & 1);
}

/* Restricts method events to these methods and all methods that these classes declare. Replaces the old filter. */
jvmtiError ti_filter_methods(struct ti_env *env, struct thread *self, struct class *const *classes, u32 class_count,
                             struct method *const *methods, u32 method_count);
jvmtiError ti_filter_methods_clear(struct ti_env *env, struct thread *self);
/* `which`: TI_TAGGED_… bits, 0: no condition. */
jvmtiError ti_filter_tags(struct ti_env *env, struct thread *self, u32 event, u32 which);
/* c was redefined: adds its new methods to filters that name the class. */
void ti_filters_class_redefined(struct thread *self, struct class *c);

#endif
