/* Functions of service/ for lower rooms. management_init fills the table; a member is NULL before that. */
#ifndef ARGUS_MODEL_SERVICE_BINDING_H
#define ARGUS_MODEL_SERVICE_BINDING_H

#include "heap/heap.h"

struct thread;

struct service_binding {
    void (*collection)(enum heap_cause cause, bool done); /* a collection begins; it is done. World stopped */
    void (*dump_heap)(struct thread *self);               /* to options.heap_dump_path, with its messages. IN_VM */
    /* SIGQUIT was received. Returns true if a tool wants to attach; then it is no request for a thread dump */
    bool (*attach_requested)(struct thread *self);
    void (*start_attach)(struct thread *self); /* starts listening at once */
};
extern struct service_binding service_binding;

#endif
