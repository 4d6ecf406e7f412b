/* java.lang.invoke.MemberName: the object by which the library's method handle code and the VM name a member to each
 * other (MethodHandleNatives.java).
 *
 *   clazz   the declaring class (for a dispatching call: the class in which it was found)
 *   flags   access flags | MN_IS_… | MN_CALLER_SENSITIVE | MN_TRUSTED_FINAL | reference kind << 24
 *   method  ResolvedMethodName, whose injected vmtarget is the struct method *; null for fields
 *   vmindex injected; a field's byte offset (static ones: in the mirror); the vtable or itable index of a dispatching
 *           call; MN_DIRECT for a call of exactly vmtarget
 *
 * The reference kind of a resolved method says how it is called: invokeInterface and invokeVirtual select on the
 * receiver (class_select_method of the target gives the same answer as the index), invokeSpecial and invokeStatic do
 * not. */
#ifndef ARGUS_EXEC_INVOKE_MEMBER_NAME_H
#define ARGUS_EXEC_INVOKE_MEMBER_NAME_H

#include "exec/invoke/invoke.h"

enum {
    MN_IS_METHOD = 0x10000,
    MN_IS_CONSTRUCTOR = 0x20000,
    MN_IS_FIELD = 0x40000,
    MN_IS_TYPE = 0x80000,
    MN_KINDS = MN_IS_METHOD | MN_IS_CONSTRUCTOR | MN_IS_FIELD | MN_IS_TYPE,
    MN_CALLER_SENSITIVE = 0x100000,
    MN_TRUSTED_FINAL = 0x200000,
    MN_SEARCH_SUPERCLASSES = 0x100000,
    MN_SEARCH_INTERFACES = 0x200000, /* of getMembers only */
    MN_REF_KIND_SHIFT = 24,
    MN_REF_KIND_MASK = 15,
};
enum { MN_DIRECT = -2 };

enum ref_kind { /* JVMS table 5.4.3.5-A */
                REF_KIND_NONE,
                REF_GET_FIELD,
                REF_GET_STATIC,
                REF_PUT_FIELD,
                REF_PUT_STATIC,
                REF_INVOKE_VIRTUAL,
                REF_INVOKE_STATIC,
                REF_INVOKE_SPECIAL,
                REF_NEW_INVOKE_SPECIAL,
                REF_INVOKE_INTERFACE,
                REF_KIND_LIMIT,
};
static inline bool ref_kind_is_field(int k) { return k >= REF_GET_FIELD && k <= REF_PUT_STATIC; }
static inline bool ref_kind_is_setter(int k) { return k == REF_PUT_FIELD || k == REF_PUT_STATIC; }

/* Makes `mname` the resolved name of m, found in class `found_in` (NULL: its owner). false: pending. */
WARN_UNUSED bool member_name_set_method(struct thread *self, struct object *mname, struct method *m,
                                        struct class *found_in);
/* Turns mname into the resolved name of f. Fills in primitive types and names that exist as strings already; `expand`
 * adds the rest. */
void member_name_set_field(struct object *mname, struct field *f, bool setter);
/* From a java.lang.reflect object (MethodHandleNatives.init); other objects change nothing. */
WARN_UNUSED bool member_name_set_reflected(struct thread *self, struct object *mname, struct object *target);
/* The field that it names, also one that a redefinition has deleted; NULL: none. */
struct field *member_name_field(struct object *mname);
/* In the modes of a MethodHandles.Lookup: it is a public one, and speaks for no class. */
enum { LOOKUP_UNCONDITIONAL = 32 };
/* Resolves clazz, name, type and reference kind for `caller` (NULL: no access checks). `is_public`: for a public
 * lookup, so loading constraints are not checked. Returns mname. NULL: a LinkageError is pending; or nothing is
 * pending, if `speculative`, or if the name is incomplete. */
WARN_UNUSED struct object *member_name_resolve(struct thread *self, struct object *mname, struct class *caller,
                                               bool is_public, bool speculative);
/* Fills in clazz, name and type of a resolved name. false: pending. */
WARN_UNUSED bool member_name_expand(struct thread *self, struct object *mname);
/* MethodHandleNatives.getMembers: returns the number of matches, and stores up to the array's length of them. -1 with
 * pending. -99: `results` contains something that is no MemberName. */
WARN_UNUSED i32 member_name_search(struct thread *self, struct class *c, struct symbol *name, struct symbol *desc,
                                   i32 flags, i32 skip, struct object *results);

/* The descriptor that a String, Class or MethodType stands for; NULL when it is none of them (nothing pending). */
struct symbol *descriptor_of_type(struct object *type);

#endif
