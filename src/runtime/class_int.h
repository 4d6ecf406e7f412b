/* class_int.h: private to the class model's files (class*.c, define.c, link.c, layout.c, init.c, loader.c, resolve.c, access.c, module.c,
 * wellknown.c). */
#ifndef ARGUS_RUNTIME_CLASS_INT_H
#define ARGUS_RUNTIME_CLASS_INT_H

#include "runtime/alloc.h"
#include "runtime/call.h"
#include "runtime/events.h"
#include "runtime/exception.h"
#include "runtime/jstring.h"
#include "runtime/loader.h"
#include "runtime/module.h"
#include "runtime/monitor.h"
#include "runtime/options.h"
#include "runtime/wellknown.h"
#include "util/hashmap.h"
#include "util/log.h"

#define CLASS_SPACE_ARRAY(l, type, n) ((type *)class_space_alloc((l), sizeof(type) * (size_t)(n)))

void class_space_init(void);

/* ---- layout.c: where fields lie ---- */
/* Instance fields of c (super is laid out), injected ones too; sets type.instance_size, map, kind, strength. */
void layout_instance(struct class *c);
/* Static fields in c's mirror; needs java.lang.Class's layout (class_size_known). */
void layout_statics(struct class *c);
bool layout_class_size_known(void);
u32 kind_size(char kind);

/* ---- vtable.c ---- */
/* vtable and itable of c (supertypes have theirs). false: pending (IncompatibleClassChangeError). */
WARN_UNUSED bool vtable_build(struct thread *self, struct class *c);
/* Slot of name/desc in c's vtable, or VTABLE_NONE. */
i32 vtable_find(const struct class *c, const struct symbol *name, const struct symbol *desc);

/* ---- define.c ---- */
WARN_UNUSED bool class_make_mirror(struct thread *self, struct class *c, struct object *protection_domain);
void class_set_display(struct class *c);
struct class *class_new(struct loader *l);
struct method *method_new_filler(struct class *owner, const struct method *like, u32 flag);
/* Makes the array class of `element` (no lookup). */
WARN_UNUSED struct class *class_new_array(struct thread *self, struct class *element);
void primitives_init(void);
struct constpool *class_make_constpool(struct class *c, const struct classfile *cf);
/* What a method takes from the class file; not its flags, index and entry. */
void class_fill_method(struct class *c, struct method *m, const struct cf_method *s, struct constpool *cp);
/* Mirrors for all classes that were made before java.lang.Class was. */
WARN_UNUSED bool classes_make_missing_mirrors(struct thread *self);

/* ---- loader.c ---- */
/* Enters c into its loader's table; NULL when it is there now, else the class that was there before, or (*conflict) the one that a loader
 * constraint demands. */
struct class *loader_add_class(struct loader *l, struct class *c, struct class **conflict);
/* LinkageError: loader l would mean another class by c's name than the loaders it has a constraint with. */
void loader_throw_conflict(struct thread *self, struct loader *l, struct class *c, struct class *conflict);
/* Loads the super or an interface of the class `of` that is being defined by this thread: notices circularity. */
WARN_UNUSED struct class *loader_load_super(struct thread *self, struct loader *l, struct symbol *of, struct symbol *name);

/* ---- constraint.c ---- */
/* Runs `enter` (which puts c into l's table unless something is there, and returns that) when no constraint is against it. */
struct class *constraint_enter(struct loader *l, struct class *c, struct symbol *name, struct class *(*enter)(struct loader *l, struct class *c, struct symbol *name),
                               struct class **conflict);
/* The member that `current` resolved in `owner` (named through `ref`). false: LinkageError pending. */
WARN_UNUSED bool constraint_check_member(struct thread *self, const struct class *current, const struct class *ref, const struct class *owner,
                                         const struct symbol *name, const struct symbol *desc);
WARN_UNUSED bool constraint_check_overrides(struct thread *self, struct class *c);

/* ---- verify_class.c ---- */
/* Bytecode verification, when it is asked for this class. May load classes and run Java code. */
WARN_UNUSED bool class_verify(struct thread *self, struct class *c);
/* Verifies `cf` as if it were c's class file. */
WARN_UNUSED bool class_verify_as(struct thread *self, struct class *c, const struct classfile *cf);

/* ---- wellknown.c ---- */
/* java.lang.Class's own fields, as soon as that class is laid out. */
void wellknown_resolve_class_fields(struct class *c);
/* Boot class with injected fields: calls fn(index in WKF order, bytes, is_reference). */
struct injected_field { u32 wkf; u8 bytes; bool is_ref; };
u32 wellknown_injected(const struct class *c, struct injected_field *out); /* at most 8; 0 for other classes */

/* ---- module.c ---- */
void modules_visit_roots(struct heap_visitor *v);
struct module *module_for_new_class(struct loader *l, struct package *p);
void module_patch_mirror(struct class *c);
struct symbol *class_package_symbol(const struct symbol *class_name); /* "" for none */

/* Ids of all methods that c declares. */
void class_make_method_ids(struct class *c);

#endif
