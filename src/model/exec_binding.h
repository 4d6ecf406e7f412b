/* Functions of exec/ for lower rooms: running methods, preparing them, and its part in a collection. exec_init fills
 * the table. */
#ifndef ARGUS_MODEL_EXEC_BINDING_H
#define ARGUS_MODEL_EXEC_BINDING_H

#include "base/vec.h"
#include "heap/heap.h"
#include "model/frame.h"
#include "model/loader.h"

struct thread;
struct heap_visitor;
struct class_holder;

/* A member that was added, deleted or changed in kind. */
struct member_change {
    const struct class *c;
    const struct symbol *name, *desc;
    const struct class *lost; /* declares it, and is no superclass of c any more; NULL: nothing of that kind */
    bool renumbered;          /* it is what it was, but for its slot */
};
/* Classes whose constants may name some of the changed members. */
struct member_users {
    struct vec classes;
    struct class_walk walk;
    u64 frees; /* they are valid as long as this is class_space_frees */
};
struct member_changes {
    const struct member_change *all;
    u32 count;
    /* methods that were replaced in some vtable slot */
    struct method *const *left;
    u32 left_count;
    /* classes whose instances grow: code that makes them has to go */
    struct class *const *grown;
    u32 grown_count;
    bool all_code;              /* any may be wrong: types are assignable to others, constants changed */
    bool abstracts;             /* some class becomes abstract: code that makes instances has to look again */
    struct member_users *users; /* found before, for the same changes; NULL: all classes are looked at */
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
    /* objects of call sites in code of its classes: appendixes, targets */
    void (*visit_holder)(struct heap_visitor *v, struct class_holder *h);
    void (*visit_weak)(heap_live_fn live); /* objects that are only compared */
    /* caches and tables drop everything that is class_memory_is_dead; world stopped */
    void (*forget_dead)(void);
    void (*relink_method)(struct method *old_version, struct method *new_version); /* redefinition */
    /* Links anew everything that was linked to members that were added, deleted or changed: constants, instructions,
     * caches, code. World stopped. */
    void (*members_changed)(const struct member_changes *changes);
    /* Most of its work, with the world running: looks for users of these members. */
    void (*members_find_users)(struct thread *self, const struct member_changes *changes, struct member_users *users);
    /* There may be other short objects than before (heap_each_short): accesses of fields that these lack take a form
     * that looks. World stopped. */
    void (*shorts_changed)(void);
    /* Binds m to the native function `fn`, and to the leaf form `leaf` (exec/native/leaf.h) that calls may run instead;
     * NULL: none. */
    void (*bind_native)(struct method *m, void *fn, void *leaf);
    void (*carry_native)(struct method *from, struct method *to); /* code_carry_native */
    /* c's methods override others from now on. Called before c is linked, so it has no instance yet. May stop the
     * world. */
    void (*class_linking)(struct thread *self, struct class *c);
    /* after bindings, redefinition, unloading, with the world running: posts events of dropped code */
    void (*code_changed)(struct thread *self);
    u64 (*code_retired_count)(void);          /* of pieces of compiled code, since the start */
    void (*class_unloading)(struct class *c); /* world stopped: c's methods are about to be freed */
};
extern struct exec_binding exec; /* filled in by exec_init */

#endif
