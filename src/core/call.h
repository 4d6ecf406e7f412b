/* Calls of Java from C, by exec/ through model/exec_binding.h. */
#ifndef ARGUS_CORE_CALL_H
#define ARGUS_CORE_CALL_H

#include "model/exec_binding.h"
#include "thread/thread.h"

/* Runs exactly `m`, without selection. The caller has linked it and initialized its class. `args` in JVM slots
 * (receiver first; long/double take two slots, value in the upper). The caller is IN_VM. The result is as in a slot;
 * undefined if self->pending is set. */
slot java_call(struct thread *self, struct method *m, const slot *args);
/* With virtual or interface selection on args[0]. */
slot java_call_virtual(struct thread *self, struct method *m, const slot *args);
/* Arguments by kind string, e.g. "LIJ" with (struct object*, i32, i64); the receiver counts as 'L'. D for double, F as
 * double. */
slot java_call_args(struct thread *self, struct method *m, const char *kinds, ...);

/* Invocation for reflection: calls m on receiver with boxed args, which are widened. Returns the result boxed. An
 * exception of m is wrapped in InvocationTargetException. */
WARN_UNUSED struct object *reflect_invoke(struct thread *self, struct method *m, struct object *receiver,
                                          struct object *args_array, struct object *param_types, bool override,
                                          struct object *return_mirror);
WARN_UNUSED struct object *reflect_new_instance(struct thread *self, struct method *ctor, struct object *args_array,
                                                struct object *param_types);
WARN_UNUSED struct object *box_value(struct thread *self, char kind, slot v); /* kind 'L' returns the object */
/* Unboxes with widening to `kind`; false: not convertible (nothing pending). */
bool unbox_value(struct object *boxed, char kind, slot *out);

#endif
