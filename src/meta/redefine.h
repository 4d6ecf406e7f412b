/* Replacing the class file of a loaded class (JVM TI RedefineClasses, RetransformClasses; D8 of
 * docs/architecture.md). */
#ifndef ARGUS_META_REDEFINE_H
#define ARGUS_META_REDEFINE_H

#include "base/vec.h"
#include "model/class.h"

enum redefine_status {
    REDEFINE_OK,
    REDEFINE_FORMAT,
    REDEFINE_VERSION,
    REDEFINE_VERIFICATION,
    REDEFINE_NAMES,
    REDEFINE_METHOD_ADDED,
    REDEFINE_SCHEMA,
    REDEFINE_HIERARCHY,
    REDEFINE_CIRCULAR,
    REDEFINE_METHOD_DELETED,
    REDEFINE_CLASS_MODIFIERS,
    REDEFINE_METHOD_MODIFIERS,
    REDEFINE_ATTRIBUTE,
    REDEFINE_MEMORY,
    REDEFINE_CLASS /* its initializer failed, or a class it needs to be linked is missing */,
    REDEFINE_INTERNAL,
};

/* A new class file that has passed all checks and waits for its commit. */
struct redefinition {
    struct class *c;
    struct classfile *cf;
    struct bytes original;        /* malloc'ed, see struct class */
    struct class_holder *holder;  /* the version's memory */
    struct constpool *cp;         /* in it */
    struct method *methods;       /* place for as many as the class file has */
    struct class **interfaces;    /* malloc'ed, during the commit: as cf has them; NULL: as c has them */
    struct class *super;          /* the superclass that c gets, once it is known (reshape_supers.c); NULL: it has it */
    struct class_stage *of_class; /* what the class itself will need besides; NULL: nothing */
    struct static_plan *statics;  /* during the commit */
    u8 *twin_code;       /* in the version's memory, for an enum: room for its initializer's code; NULL: none */
    struct method *twin; /* runs after the commit: reshape_enums.c; NULL: nothing does */
    struct vec lost;     /* of struct lost_place, during the commit: of superclasses that go; they stay taken */
    u32 *places;         /* likewise: offsets of added fields of instances by place in the file; NULL: none */
};

/* May this class be redefined? Primitives, arrays and hidden classes may not. */
bool redefine_modifiable(const struct class *c);
/* Links c if needed, parses the bytes (copied) and checks them against c. Loads classes, may run Java code; leaves
 * nothing pending. On success *r is for redefine_commit or redefine_abandon; on failure it is empty. *r takes
 * `original` only on success. */
enum redefine_status redefine_check(struct thread *self, struct class *c, const u8 *bytes, size_t len,
                                    struct bytes original, struct redefinition *r);
/* Commits all of them at one moment, with the world stopped. May collect; with -XX:+AllowEnhancedClassRedefinition it
 * verifies them first, all together, and may load classes and run Java code. Leaves nothing pending. If the result is
 * not REDEFINE_OK, nothing has changed, and the caller abandons all; this happens only with
 * -XX:+AllowEnhancedClassRedefinition or -XX:+AllowRedefinitionToAddDeleteMethods. */
WARN_UNUSED enum redefine_status redefine_commit(struct thread *self, struct redefinition *all, u32 n);
void redefine_abandon(struct redefinition *r);
/* reshape_offsets.c: the caller of the native method that runs gets base and offset of f. IN_VM. */
void redefine_note_offset(struct thread *self, struct field *f);
/* redefine_refusals.c */
/* Says on -Xlog:redefine+class and in the report why c's redefinition is refused. Returns s. */
enum redefine_status redefine_refuse(const struct class *c, enum redefine_status s, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
/* Versions, sizes and short instances of the classes that were redefined, and the last refusals. Stops the world.
 * malloc'ed; NULL: no memory. */
char *redefine_report(struct thread *self);

#endif
