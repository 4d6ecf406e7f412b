/* The recorder's thread: a Java thread that the JDK's half makes, with a body in C. It writes blocks that are full to
 * the chunk. */
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/thread_life.h"
#include "jfr/jfr_int.h"
#include "model/wellknown.h"
#include "os/os_time.h"

static _Atomic bool running, stopping;

static void body(struct thread *self, void *arg)
{
    while (!atomic_load(&stopping)) {
        thread_to_blocked(self);
        os_event_wait(&jfr_much_is_full);
        thread_from_blocked(self);
        thread_to_native(self);
        if (!atomic_load(&stopping)) jfr_write_full(self);
        thread_from_native(self);
    }
    atomic_store(&running, false);
}

bool jfr_start_recorder(struct thread *self)
{
    IN_STATE(self, VM);
    bool was = atomic_exchange(&running, true);
    atomic_store(&stopping, false);
    if (was) return true;
    struct object *group = obj_ref(self->java, WKF(Thread_group));
    for (struct object *parent; (parent = obj_ref(group, WKF(ThreadGroup_parent))) != NULL;) group = parent;
    slot r = java_call_args(self, jfr_names.create_thread, "LL", group, NULL);
    struct object *java = self->pending ? NULL : slot_ref(r);
    if (java && thread_start_vm(self, java, body, NULL, false)) return true;
    atomic_store(&running, false);
    return false;
}

void jfr_stop_recorder(void)
{
    atomic_store(&stopping, true);
    os_event_set(&jfr_much_is_full);
}
