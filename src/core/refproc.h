/* The pending list of java.lang.ref.References: filled by the collector (heap_vm.pending_references), emptied by the
 * Java reference handler thread. References are linked through `discovered`. */
#ifndef ARGUS_CORE_REFPROC_H
#define ARGUS_CORE_REFPROC_H

#include "thread/thread.h"

/* Empties the list and returns its head, or NULL. IN_VM; the caller keeps the head from the collector's reach as any
 * object that it holds. */
struct object *refproc_take_pending(void);
bool refproc_has_pending(void);
/* Blocks (state BLOCKED) until the list is not empty. May collect. */
void refproc_wait_pending(struct thread *self);

/* For the collector; world stopped. */
void refproc_add_pending(struct object *head);
void refproc_visit_roots(struct heap_visitor *v);

#endif
