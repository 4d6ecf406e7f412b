/* Which environment has requested which place (ti_place_requests.h): a list for each key. */
#include "jvmti/core/ti_place_requests.h"
#include "thread/thread_contract.h"

struct asker {
    struct ti_env *env;
    struct asker *next;
};

bool ti_places_add(struct hashmap *places, u64 key, struct ti_env *env, bool *only)
{
    WORLD_STOPPED();
    struct asker *first = hashmap_get_u64(places, key), **p = &first;
    *only = !first;
    while (*p && (*p)->env->index < env->index) p = &(*p)->next;
    if (*p && (*p)->env == env) return false;
    struct asker *a = vm_malloc(sizeof *a);
    *a = (struct asker){ env, *p };
    *p = a;
    hashmap_put_u64(places, key, first);
    return true;
}

bool ti_places_remove(struct hashmap *places, u64 key, const struct ti_env *env, bool *only)
{
    struct asker *first = hashmap_get_u64(places, key), **p = &first;
    while (*p && (*p)->env != env) p = &(*p)->next;
    struct asker *a = *p;
    if (!a) return false;
    *p = a->next;
    free(a);
    *only = !first;
    if (first)
        hashmap_put_u64(places, key, first);
    else
        hashmap_remove_u64(places, key);
    return true;
}

void ti_places_ask(const struct hashmap *places, u64 key, struct ti_askers *out)
{
    for (const struct asker *a = hashmap_get_u64(places, key); a; a = a->next) ti_askers_add(out, a->env);
}

void ti_places_each(const struct hashmap *places, void (*fn)(u64 key, struct ti_env *env, void *arg), void *arg)
{
    WORLD_STOPPED();
    u32 n = hashmap_count(places), k = 0, cursor = 0;
    u64 *keys = vm_malloc((n + 1) * sizeof *keys);
    while (hashmap_next(places, &cursor, &keys[k], NULL)) k++;
    for (u32 i = 0; i < n; i++) {
        struct ti_askers askers;
        ti_askers_init(&askers);
        ti_places_ask(places, keys[i], &askers);
        for (u32 j = 0; j < askers.n; j++) fn(keys[i], askers.at[j], arg);
        ti_askers_free(&askers);
    }
    free(keys);
}
