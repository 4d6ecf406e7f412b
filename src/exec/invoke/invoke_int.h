/* Shared by the files of exec/invoke. */
#ifndef ARGUS_EXEC_INVOKE_INVOKE_INT_H
#define ARGUS_EXEC_INVOKE_INVOKE_INT_H

#include "exec/invoke/invoke.h"
#include "os/os_sync.h"

/* Guards the tables of this folder; only leaf locks are taken inside. Never held over an allocation in the Java heap, a
 * poll or Java code, so it is free while the world is stopped. */
extern struct os_mutex invoke_lock;

/* ---- bootstrap specifiers ---- */
struct bootstrap {
    struct object *method, *name, *type, *args;
};
/* Resolves the bootstrap method, name, type and static arguments of a DYNAMIC or INDY entry. `args`: NULL for none, the
 * argument itself if there is one that is neither null nor an array, otherwise an Object[]. Returns false with an
 * exception pending, wrapped as JVMS §6.5.invokedynamic requires. */
WARN_UNUSED bool bootstrap_resolve(struct thread *self, struct constpool *cp, u16 index, struct bootstrap *b);
/* Wraps a pending exception that is no Error into a BootstrapMethodError. */
void bootstrap_wrap_pending(struct thread *self);

#endif
