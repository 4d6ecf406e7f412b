/* Events that an environment asked to leave out: method events of other methods, events of objects without a
 * tag (docs/extensions.md).
 *
 * A poster asks ti_filter_pass once, IN_VM, before it sends; the answer has a bit for each environment that filters
 * something. So nothing is looked up while agents run, and a filter may be replaced, and the old one freed, whenever
 * the world stands. */
#ifndef ARGUS_JVMTI_EXTENSION_TI_EVENT_FILTER_H
#define ARGUS_JVMTI_EXTENSION_TI_EVENT_FILTER_H

#include "jvmti/core/ti_int.h"
#include "ti_tables.h"

enum { TI_TAGGED_OBJECT = 1, TI_TAGGED_CLASS = 2 };

extern _Atomic u64 ti_filtered_events; /* some environment filters them: bits TI_BIT(event) */
extern const u64 ti_filterable_events; /* those that can depend on a tag */

/* Bits 1 << env->filter_slot of the environments whose filters let the event through. `m`: the method, of method
 * events; `o`: the object that the event is about (`this`, the object of the field, the monitor, the exception; the
 * class's mirror where there is no instance), NULL: none. IN_VM, does not collect. */
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

/* Method events only of these methods and of all methods that these classes declare. Replaces what was there. */
jvmtiError ti_filter_methods(struct ti_env *env, struct thread *self, struct class *const *classes, u32 class_count,
                             struct method *const *methods, u32 method_count);
jvmtiError ti_filter_methods_clear(struct ti_env *env, struct thread *self);
/* `which`: TI_TAGGED_… bits, 0: no condition. */
jvmtiError ti_filter_tags(struct ti_env *env, struct thread *self, u32 event, u32 which);
/* c was redefined: methods that are new in it are in the filters that name the class. */
void ti_filters_class_redefined(struct thread *self, struct class *c);

#endif
