/* Functions of service/ for the rooms below it. management_init fills the table in; a member is NULL before that. */
#ifndef ARGUS_MODEL_SERVICE_BINDING_H
#define ARGUS_MODEL_SERVICE_BINDING_H

#include "heap/heap.h"

struct thread;

struct service_binding {
    void (*collection)(enum heap_cause cause, bool done); /* one begins; it is done. World stopped */
    void (*dump_heap)(struct thread *self);               /* as options.heap_dump_path says, with its lines. IN_VM */
    /* SIGQUIT came. true: somebody wants to attach, it is no request for a thread dump */
    bool (*attach_requested)(struct thread *self);
    void (*start_attach)(struct thread *self); /* listens at once */
};
extern struct service_binding service_binding;

#endif
