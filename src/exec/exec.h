/* The functions of exec/ for the layers above it, beyond the binding of core/call.h. */
#ifndef ARGUS_EXEC_EXEC_H
#define ARGUS_EXEC_EXEC_H

#include "exec/interp/interp.h"

slot exec_call(struct thread *self, struct method *m, const slot *args);

/* The frames of t on standard error, newest first; for debugging. */
void exec_print_stack(struct thread *t);

#endif
