/* verify.h: bytecode verification by type checking with StackMapTable (JVMS §4.10.1), for class files from version 50
 * on.
 *
 * Works on a parsed class file and asks about other classes through struct verify_env. Messages are HotSpot's, with
 * location, reason, frames, bytecode and stack maps. */
#ifndef ARGUS_CLASSFILE_VERIFY_H
#define ARGUS_CLASSFILE_VERIFY_H

#include "classfile/classfile.h"

enum verify_answer { VERIFY_NO, VERIFY_YES, VERIFY_ERROR /* could not be found out: the caller knows why */ };

struct verify_env {
    void *ctx;
    /* May a value of class or array type `from` be used as `to`, a class (not an array)? Interfaces count as Object. */
    enum verify_answer (*assignable)(void *ctx, struct symbol *to, struct symbol *from);
    /* Is `cls` a superclass, by name, of the class being verified? */
    bool (*is_super)(void *ctx, struct symbol *cls);
    /* Is the member, found in `cls`, protected and of another package than the class being verified? */
    enum verify_answer (*is_protected)(void *ctx, struct symbol *cls, struct symbol *name, struct symbol *desc,
                                       bool method);
};

enum verify_result {
    VERIFY_OK,
    VERIFY_BAD /* VerifyError with *msg */,
    VERIFY_FORMAT /* ClassFormatError with *msg */,
    VERIFY_MAP_FORMAT /* the same, without fallback to the old verifier: a StackMapTable cannot be read */,
    VERIFY_UNKNOWN /* an answer was VERIFY_ERROR */
};

/* Verifies all methods. *msg is allocated in the arena. */
enum verify_result classfile_verify(struct arena *arena, const struct classfile *cf, const struct verify_env *env,
                                    const char **msg);

/* The type of a variable before an instruction, as verification finds it: 'I' (boolean, byte, char, short too), 'J',
 * 'F', 'D', 'L'; 'N' for null or an uninitialized object; 0 if the variable is unusable or the second half of a long or
 * double. */
struct local_type {
    char kind;
    struct symbol *name; /* of 'L': a class, or an array's descriptor; else NULL */
};
/* Stores the types in out[max_locals of m]. The method is taken to be correct. False if it has no stack maps (class
 * files before 50) or is not correct. */
bool classfile_local_types(struct arena *arena, const struct classfile *cf, const struct cf_method *m, u32 bci,
                           struct local_type *out);

/* The types of all variables and operands before an instruction, as names: of a class, or an array's descriptor; NULL
 * for anything else. locals: max_locals of m; operands: max_stack of m, the deepest first. */
struct frame_types {
    struct symbol **locals, **operands;
    u32 depth; /* of the operands */
};
/* As classfile_local_types. */
bool classfile_frame_types(struct arena *arena, const struct classfile *cf, const struct cf_method *m, u32 bci,
                           struct frame_types *out);
/* Verifies one method with code. There is no message. */
enum verify_result classfile_verify_method(struct arena *arena, const struct classfile *cf, const struct cf_method *m,
                                           const struct verify_env *env);

#endif
