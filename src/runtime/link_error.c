/* LinkageErrors of resolution and linking, remembered so that every later attempt fails like the first (JVMS §5.4.3): a new instance
 * of the same class with the same message and cause, as on HotSpot. One lock, a leaf; entries stay forever. */
#include "runtime/class_int.h"
#include "runtime/refs.h"

#include <stdlib.h>

struct link_error { struct class *cls; char *message; jobject cause; };
static struct hashmap errors; /* where -> struct link_error* */
static struct os_mutex errors_lock = OS_MUTEX_INIT;

bool link_error_remember(struct thread *self, const void *where)
{
    struct object *e = self->pending;
    if (!e || !object_instance_of(e, WK(LinkageError))) return false;
    struct link_error *r = vm_calloc(1, sizeof *r);
    struct object *message = obj_ref(e, WKF(Throwable_detailMessage)), *cause = obj_ref(e, WKF(Throwable_cause));
    r->cls = object_class(e);
    if (message) r->message = string_to_mutf8(message);
    if (cause && cause != e) r->cause = ref_global(cause);
    os_mutex_lock(&errors_lock);
    bool first = !hashmap_get(&errors, where);
    if (first) hashmap_put(&errors, where, r);
    os_mutex_unlock(&errors_lock);
    if (!first) {
        if (r->cause) ref_delete_global(r->cause);
        free(r->message);
        free(r);
    }
    return true;
}

bool link_error_throw(struct thread *self, const void *where)
{
    os_mutex_lock(&errors_lock);
    struct link_error *r = hashmap_get(&errors, where);
    os_mutex_unlock(&errors_lock);
    if (!r) return false;
    const char *fmt = r->message ? "%s" : NULL;
    if (r->cause) throw_with_cause(self, r->cls, ref_get(r->cause), fmt, r->message);
    else throw_new(self, r->cls, fmt, r->message);
    return true;
}
