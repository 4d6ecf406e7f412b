/* Functions of exec/ for the rooms below it: running methods, making them ready, and its share of a collection.
 * exec_init fills the table in. */
#ifndef ARGUS_MODEL_EXEC_BINDING_H
#define ARGUS_MODEL_EXEC_BINDING_H

#include "heap/heap.h"
#include "model/frame.h"

struct thread;
struct heap_visitor;
struct class_holder;

/* A member that came, went or changed its kind. */
struct member_change {
    const struct class *c;
    const struct symbol *name, *desc;
};
struct member_changes {
    const struct member_change *all;
    u32 count;
    /* those that are no longer selected where they were: their slots have others */
    struct method *const *left;
    u32 left_count;
    bool all_code;                            /* any may be wrong: types are assignable to others, constants changed */
    bool (*is_family)(const struct class *c); /* one that changed, or an heir */
};

struct exec_binding {
    slot (*call)(struct thread *self, struct method *m, const slot *args);
    /* Gives a method its `entry`. */
    void (*method_created)(struct method *m);
    /* MethodHandle, MethodType, Dynamic */
    struct object *(*resolve_object)(struct thread *self, struct constpool *cp, u16 index);
    void (*thread_created)(struct thread *t);
    void (*thread_ended)(struct thread *t);
    void (*visit_roots)(struct heap_visitor *v);
    /* what call sites in code of its classes keep: appendixes, targets */
    void (*visit_holder)(struct heap_visitor *v, struct class_holder *h);
    void (*visit_weak)(heap_live_fn live); /* objects that are only compared with */
    /* caches and tables lose what is class_memory_is_dead; world stopped */
    void (*forget_dead)(void);
    void (*relink_method)(struct method *old_version, struct method *new_version); /* redefinition */
    /* Links anew whatever was linked to members that came, went or changed: constants, instructions, caches, code.
     * World stopped. */
    void (*members_changed)(const struct member_changes *changes);
    /* m's native function is `fn` from now on, and `leaf` (exec/native/leaf.h) what calls of it may run instead, or
     * NULL. */
    void (*bind_native)(struct method *m, void *fn, void *leaf);
    void (*carry_native)(struct method *from, struct method *to); /* code_carry_native */
    /* c's methods override others from now on: before c is linked, so there is no instance yet. May stop the world. */
    void (*class_linking)(struct thread *self, struct class *c);
    /* after bindings, redefinition, unloading, with the world running: tells tools of code that is gone */
    void (*code_changed)(struct thread *self);
    void (*class_unloading)(struct class *c); /* world stopped: c's methods are about to go */
};
extern struct exec_binding exec; /* filled in by exec_init */

#endif
