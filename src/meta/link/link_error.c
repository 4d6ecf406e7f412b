/* Remembers LinkageErrors of resolution and linking, so that every later attempt fails like the first (JVMS §5.4.3):
 * with a new instance of the same class, with the same message and cause, as on HotSpot. They live as long as the
 * metadata where they occurred. One lock, a leaf. */
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

struct link_error {
    const void *where;
    struct cp_entry *constant; /* that has CPS_ERROR because of it, or NULL */
    struct class *cls;
    char *message;
    struct object *cause;
    struct link_error *next; /* the next one of the same holder */
};
static struct os_mutex errors_lock = OS_MUTEX_INIT;
static struct hashmap errors GUARDED_BY(errors_lock); /* where -> struct link_error* */

bool link_error_remember(struct thread *self, const void *where, struct cp_entry *constant)
{
    struct object *e = self->pending;
    if (!e || !object_instance_of(e, WK(LinkageError))) return false;
    struct link_error *r = vm_calloc(1, sizeof *r);
    struct object *message = obj_ref(e, WKF(Throwable_detailMessage)), *cause = obj_ref(e, WKF(Throwable_cause));
    struct class_holder *h = class_space_holder(where);
    r->where = where;
    r->constant = constant;
    r->cls = object_class(e);
    if (message) { /* not string_to_mutf8, since a later attempt must have the same message */
        size_t size = string_mutf8_length(message) + 1;
        r->message = string_to_mutf8_buf(message, vm_malloc(size), size);
    }
    if (cause && cause != e) r->cause = cause;
    os_mutex_lock(&errors_lock);
    bool first = !hashmap_get(&errors, where);
    if (first) {
        hashmap_put(&errors, where, r);
        r->next = h->errors;
        h->errors = r;
        holder_stores(h);
    }
    os_mutex_unlock(&errors_lock);
    if (!first) {
        free(r->message);
        free(r);
    }
    return true;
}

static struct link_error *find(const void *where)
{
    os_mutex_lock(&errors_lock);
    struct link_error *r = hashmap_get(&errors, where);
    os_mutex_unlock(&errors_lock);
    return r;
}

bool link_error_known(const void *where) { return find(where) != NULL; }

bool link_error_throw(struct thread *self, const void *where)
{
    struct link_error *r = find(where);
    if (!r) return false;
    const char *fmt = r->message ? "%s" : NULL;
    if (r->cause)
        throw_with_cause(self, r->cls, r->cause, fmt, r->message);
    else
        throw_new(self, r->cls, fmt, r->message);
    return true;
}

void link_errors_visit(struct heap_visitor *v, struct class_holder *h)
{
    WORLD_STOPPED();
    for (struct link_error *r = h->errors; r; r = r->next) {
        if (r->cause) v->exact(v, &r->cause);
        if (v->holder) v->holder(v, &r->cls->holder->heap);
    }
}

/* Could other members make it succeed? For NoSuchMethodError, IllegalAccessError and similar, also as the cause of a
 * BootstrapMethodError. */
static bool of_members(const struct link_error *r)
{
    const struct class *ic = WK(IncompatibleClassChangeError);
    return class_assignable(r->cls, ic) || (r->cause && class_assignable(object_class(r->cause), ic));
}

void link_errors_forget_members(struct class_holder *h)
{
    WORLD_STOPPED();
    os_mutex_lock(&errors_lock);
    for (struct link_error **at = &h->errors; *at;) {
        struct link_error *r = *at;
        if (!of_members(r)) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        hashmap_remove(&errors, r->where);
        if (r->constant) atomic_store_explicit(&r->constant->state, CPS_UNRESOLVED, memory_order_relaxed);
        free(r->message);
        free(r);
    }
    os_mutex_unlock(&errors_lock);
}

void link_errors_forget(struct class_holder *h)
{
    for (struct link_error *r = h->errors, *next; r; r = next) {
        next = r->next;
        hashmap_remove(&errors, r->where);
        free(r->message);
        free(r);
    }
    h->errors = NULL;
}
