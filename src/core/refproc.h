/* The pending list of java.lang.ref.References: filled by the collector (heap_vm.pending_references), emptied by the
 * Java reference handler thread. References are linked through `discovered`. */
#ifndef ARGUS_CORE_REFPROC_H
#define ARGUS_CORE_REFPROC_H

#include "thread/thread.h"

/* Head of the whole list, which is then empty; NULL when there is none. */
struct object *refproc_take_pending(void);
bool refproc_has_pending(void);
/* Blocks (state BLOCKED) until there is something. May collect. */
void refproc_wait_pending(struct thread *self);

/* The collector's side; world stopped. */
void refproc_add_pending(struct object *head);
void refproc_visit_roots(struct heap_visitor *v);

#endif
