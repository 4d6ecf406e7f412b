/* Calling Java from C. Implemented by exec/ through the binding below (runtime/ is an earlier layer). */
#ifndef ARGUS_RUNTIME_CALL_H
#define ARGUS_RUNTIME_CALL_H

#include "runtime/thread.h"

/* Runs `m` (exactly this method: no selection; it is linked and its class initialized by the caller's resolution) with `args` in JVM slots
 * (receiver first; long/double take two slots, value in the upper). The caller is IN_VM. The result is as in a slot; undefined when self->pending is set. */
slot java_call(struct thread *self, struct method *m, const slot *args);
/* With virtual or interface selection on args[0]. */
slot java_call_virtual(struct thread *self, struct method *m, const slot *args);
/* Convenience: arguments by kind string, e.g. "LIJ" with (struct object*, i32, i64); the receiver counts as 'L'. D for double, F as double. */
slot java_call_args(struct thread *self, struct method *m, const char *kinds, ...);

/* The function of a native method (jni/jni_link.h native_lookup, a later layer; set by the binding of layers). NULL: pending. */
extern void *(*call_native_lookup)(struct thread *self, struct method *m);

struct exec_binding {
    slot (*call)(struct thread *self, struct method *m, const slot *args);
    /* Gives a method its `entry` (before linking) and its running code (at link time). */
    void (*method_created)(struct method *m);
    WARN_UNUSED bool (*method_link)(struct thread *self, struct method *m);
    struct object *(*resolve_object)(struct thread *self, struct constpool *cp, u16 index); /* MethodHandle, MethodType, Dynamic */
    void (*class_linked)(struct class *c);
    void (*thread_created)(struct thread *t);
    void (*thread_ended)(struct thread *t);
    void (*visit_roots)(struct heap_visitor *v);
    void (*visit_holder)(struct heap_visitor *v, struct class_holder *h); /* what call sites in code of its classes keep: appendixes, targets */
    void (*visit_weak)(heap_live_fn live);            /* objects that are only compared with */
    void (*forget_dead)(void);                        /* caches and tables lose what is class_memory_is_dead; world stopped */
    void (*relink_method)(struct method *old_version, struct method *new_version); /* redefinition */
    /* m's native function is `fn` from now on, and `leaf` (exec/leaf.h) what calls of it may run instead, or NULL. */
    void (*bind_native)(struct method *m, void *fn, void *leaf);
    void (*code_changed)(struct thread *self); /* after bindings, redefinition, unloading, with the world running: tells tools of code that is gone */
    void (*class_unloading)(struct class *c); /* world stopped: c's methods are about to go */
    u32 (*insn_length)(const u8 *code, u32 len, u32 bci); /* original bytecode; 0 when it does not fit */
};
extern struct exec_binding exec; /* filled in by exec_init */

/* Invocation for reflection: m on receiver with boxed args; handles widening; returns boxed; wraps in InvocationTargetException. */
WARN_UNUSED struct object *reflect_invoke(struct thread *self, struct method *m, struct object *receiver, struct object *args_array, struct object *param_types, bool override, struct object *return_mirror);
WARN_UNUSED struct object *reflect_new_instance(struct thread *self, struct method *ctor, struct object *args_array, struct object *param_types);
WARN_UNUSED struct object *box_value(struct thread *self, char kind, slot v);  /* kind 'L' returns the object */
/* Unboxes with widening to `kind`; false: not convertible (nothing pending). */
bool unbox_value(struct object *boxed, char kind, slot *out);

#endif
