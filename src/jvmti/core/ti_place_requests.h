/* The environments that have requested a place: a breakpoint's location, a watched field, a frame.
 *
 * struct ti_askers collects the environments of one place, any number of them, so that events are posted after the
 * search. The functions ti_places_… keep a map of many places: a key and its environments, in order of creation. The
 * map changes only while the world is stopped, so threads that reach a place need no lock. */
#ifndef ARGUS_JVMTI_CORE_TI_PLACE_REQUESTS_H
#define ARGUS_JVMTI_CORE_TI_PLACE_REQUESTS_H

#include "base/hashmap.h"
#include "jvmti/core/ti_int.h"

struct ti_askers {
    u32 n, cap;
    struct ti_env **at, *few[16];
};

static inline void ti_askers_init(struct ti_askers *a)
{
    a->n = 0;
    a->cap = ARRAY_LEN(a->few);
    a->at = a->few;
}
static inline void ti_askers_add(struct ti_askers *a, struct ti_env *env)
{
    if (a->n == a->cap) {
        struct ti_env **more = vm_malloc(2 * a->cap * sizeof *more);
        memcpy(more, a->at, a->n * sizeof *more);
        if (a->at != a->few) free(a->at);
        a->at = more;
        a->cap *= 2;
    }
    a->at[a->n++] = env;
}
static inline bool ti_askers_have(const struct ti_askers *a, const struct ti_env *env)
{
    for (u32 i = 0; i < a->n; i++)
        if (a->at[i] == env) return true;
    return false;
}
static inline void ti_askers_free(struct ti_askers *a)
{
    if (a->at != a->few) free(a->at);
}

/* World stopped. *only: env is now, or was, the only one. Returns false if it had requested the place already, or had
 * not. */
WARN_UNUSED bool ti_places_add(struct hashmap *places, u64 key, struct ti_env *env, bool *only);
WARN_UNUSED bool ti_places_remove(struct hashmap *places, u64 key, const struct ti_env *env, bool *only);
void ti_places_ask(const struct hashmap *places, u64 key, struct ti_askers *out);
/* World stopped: calls `fn` for each key and environment; it may remove them. */
void ti_places_each(const struct hashmap *places, void (*fn)(u64 key, struct ti_env *env, void *arg), void *arg);

#endif
