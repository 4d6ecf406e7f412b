/* What the files of exec/invoke share. */
#ifndef ARGUS_EXEC_INVOKE_INT_H
#define ARGUS_EXEC_INVOKE_INT_H

#include "exec/invoke.h"
#include "os/os_sync.h"

/* Leaf. Guards the tables of this folder. Never held over an allocation in the Java heap, a poll or Java code, so a stopped world finds it free. */
extern struct os_mutex invoke_lock;

/* ---- failed linking (JVMS §5.4.3: a LinkageError of the first attempt is the answer of all later ones) ----
 * `where` is an address that stands for what was linked: the constant pool entry, or the invokedynamic instruction. */

/* Throws the recorded error again (a new instance: same class, message and cause). false: none is recorded. */
bool link_error_rethrow(struct thread *self, const void *where);
/* Records what is pending, when it is a LinkageError and nothing is recorded. Caller holds invoke_lock. */
void link_error_record_locked(struct thread *self, const void *where);
void link_errors_visit(struct heap_visitor *v);

/* ---- bootstrap specifiers ---- */
struct bootstrap { struct object *method, *name, *type, *args; };
/* Resolves the bootstrap method, name, type and static arguments of a DYNAMIC or INDY entry. `args`: NULL for none, the argument itself when there
 * is one that is neither null nor an array, otherwise an Object[]. false: pending, wrapped as JVMS §6.5.invokedynamic asks. */
WARN_UNUSED bool bootstrap_resolve(struct thread *self, struct constpool *cp, u16 index, struct bootstrap *b);
/* An exception that is not an Error becomes the cause of a BootstrapMethodError. Nothing pending: does nothing. */
void bootstrap_wrap_pending(struct thread *self);

void method_types_visit(struct heap_visitor *v);

#endif
