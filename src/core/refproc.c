/* The pending list of references. Written with the world stopped; taken by compare-and-swap from threads IN_VM. */
#include "core/refproc.h"

#include "model/wellknown.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

static struct object *_Atomic pending;
static _Atomic u32 arrivals;

struct object *refproc_take_pending(void)
{
    CALLER_IN_VM();
    return atomic_exchange(&pending, NULL);
}

bool refproc_has_pending(void) { return atomic_load(&pending) != NULL; }

void refproc_wait_pending(struct thread *self)
{
    MAY_COLLECT(self);
    for (;;) {
        u32 n = atomic_load(&arrivals);
        if (refproc_has_pending()) return;
        thread_to_blocked(self);
        os_futex_wait(&arrivals, n, OS_FOREVER);
        thread_from_blocked(self);
    }
}

void refproc_add_pending(struct object *head)
{
    WORLD_STOPPED();
    IS_OBJECT(head);
    struct object *tail = head, *next;
    while ((next = ref_load(tail, WKF(Reference_discovered))) != NULL) tail = next;
    heap_init_ref(tail, WKF(Reference_discovered), atomic_load(&pending));
    atomic_store(&pending, head);
    atomic_fetch_add(&arrivals, 1);
    os_futex_wake(&arrivals, INT32_MAX);
}

void refproc_visit_roots(struct heap_visitor *v)
{
    WORLD_STOPPED();
    struct object *o = atomic_load(&pending);
    v->exact(v, &o);
    atomic_store(&pending, o);
}
