/* Makes room when the code cache is full: drops the older half of the code for bytecode. Methods that are still called
 * get new code, as the youngest. */
#include "base/vec.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "log/log.h"
#include "thread/thread_contract.h"

struct ages {
    u64 first, last; /* of the code for bytecode */
    u64 limit;       /* code up to here is dropped */
    struct vec old;  /* its methods */
};

static void note_age(const struct code *c, void *arg)
{
    struct ages *a = arg;
    if (!c->table) return;
    if (!a->first || c->serial < a->first) a->first = c->serial;
    if (c->serial > a->last) a->last = c->serial;
}
static void note_old(const struct code *c, void *arg)
{
    struct ages *a = arg;
    if (c->table && c->serial <= a->limit) vec_push(&a->old, c->method);
}

void code_make_room(struct thread *self)
{
    MAY_CALL_OUT(self);
    if (code_cache_is_full()) {
        struct ages a = { .old = VEC_INIT };
        code_for_each(note_age, &a);
        a.limit = a.first + (a.last - a.first) / 2;
        code_for_each(note_old, &a);
        for (u32 i = 0; i < a.old.count; i++) {
            code_drop(vec_get(&a.old, i), 0);
            code_drop_told(vec_get(&a.old, i));
        }
        LOG(debug, codecache, "%u methods lose their code: the cache is full", a.old.count);
        vec_destroy(&a.old);
    }
    code_free_retired(self);
}
