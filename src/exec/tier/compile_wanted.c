/* Requests for code (compile.h): queues them, or carries them out at once. */
#include "exec/code/code.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/compile.h"
#include "exec/tier/compile_queue.h"
#include "exec/tier/profile.h"
#include "model/options.h"
#include "thread/thread_contract.h"

struct compile_work compile_work;

/* While a method waits for the optimizer, its code asks again after so many counts, which makes the method hotter. */
enum { ASKS_AGAIN = 1000 };

/* m waits for the optimizer. Its present code continues, and asks again later. */
static void go_on_counting(struct method *m, struct profile *p, enum compile_for by)
{
    if (by == COMPILE_INSTEAD) return;
    if (p) __atomic_store_n(&p->heat, ASKS_AGAIN, __ATOMIC_RELAXED);
    if (!stencil_start(m))
        __atomic_store_n(&m->java_calls, code_calls_before(ASKS_AGAIN / CODE_CALL_WEIGHT), __ATOMIC_RELAXED);
}

static bool wants_entries(const struct method *m, enum compile_for by)
{
    bool loop = by == COMPILE_FOR_LOOP || by == COMPILE_AGAIN;
    return (loop && m->calls_seen < COMPILE_FEW_CALLS) || compile_is_missed(m);
}

void compile_wanted(struct thread *self, struct method *m, enum compile_for by)
{
    MAY_CALL_OUT(self);
    struct compile_task t = { .m = m, .by = by, .enterable = wants_entries(m, by) };
    struct profile *p = profile_of(m);
    bool enough = !p || profile_is_enough(p);
    if (p && enough) __atomic_store_n(&p->enough, true, __ATOMIC_RELAXED);
    bool queued = enough && options.optimizer && !m->told_often && compile_queue_ready(self) && compile_queue_add(&t);
    if (queued)
        go_on_counting(m, p, by);
    else
        compile_work.at_once(self, &t, enough);
}

void compile_told(struct thread *self, struct method *m)
{
    MAY_CALL_OUT(self);
    __atomic_store_n(&m->told_calls, CODE_NOT_COUNTED, __ATOMIC_RELAXED);
    compile_work.told(self, m);
}

bool compile_again(struct method *m)
{
    struct compile_task t = compile_new_for(m);
    return compile_queue_add(&t);
}
