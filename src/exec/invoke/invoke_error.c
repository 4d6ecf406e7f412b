/* Remembers LinkageErrors of call sites and dynamic constants, so that the next attempt fails alike (JVMS §5.4.3). */
#include "exec/invoke/invoke_int.h"

#include "runtime/alloc.h"
#include "runtime/call.h"
#include "runtime/exception.h"
#include "runtime/wellknown.h"
#include "util/hashmap.h"

struct link_error { struct object *original, *message, *cause; };

static struct hashmap errors; /* where -> struct link_error; under invoke_lock */

void link_error_record_locked(struct thread *self, const void *where)
{
    struct object *e = self->pending;
    if (!e || !object_instance_of(e, WK(LinkageError)) || hashmap_get(&errors, where)) return;
    struct link_error *r = vm_malloc(sizeof *r);
    struct object *cause = obj_ref(e, WKF(Throwable_cause));
    *r = (struct link_error){ e, obj_ref(e, WKF(Throwable_detailMessage)), cause == e ? NULL : cause };
    hashmap_put(&errors, where, r);
}

bool link_error_rethrow(struct thread *self, const void *where)
{
    os_mutex_lock(&invoke_lock);
    struct link_error *r = hashmap_get(&errors, where);
    os_mutex_unlock(&invoke_lock);
    if (!r) return false;
    struct class *c = object_class(r->original);
    struct method *init = class_find_method_here(c, SYM(init), symbol_from_cstr("(Ljava/lang/String;)V"));
    struct object *e = r->original;
    if (init) {
        e = object_new(self, c);
        if (!e) return true;
        slot args[2] = { slot_of_ref(e), slot_of_ref(r->message) };
        java_call(self, init, args);
        if (!self->pending && r->cause) {
            slot chain[2] = { slot_of_ref(e), slot_of_ref(r->cause) };
            java_call(self, WKM(Throwable_initCause), chain);
        }
    }
    if (!self->pending) throw_object(self, e);
    return true;
}

void link_errors_visit(struct heap_visitor *v)
{
    u32 cursor = 0;
    u64 key;
    void *value;
    while (hashmap_next(&errors, &cursor, &key, &value)) {
        struct link_error *r = value;
        v->exact(v, &r->original);
        v->exact(v, &r->message);
        v->exact(v, &r->cause);
    }
}
