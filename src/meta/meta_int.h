/* class_int.h: private to the class model's files (class*.c, define.c, link.c, layout.c, init.c, loader.c, resolve.c,
 * access.c, module.c, wellknown.c). */
#ifndef ARGUS_META_META_INT_H
#define ARGUS_META_META_INT_H

#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "log/log.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "model/class_space.h"
#include "model/meta_binding.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/monitor.h"

/* In symbol.flags, beside descriptor.c's: some class of this name has subclasses, or tried to. Never goes back. */
enum { SYMBOL_NAMES_SUPER = 1 << 7 };

/* ---- unload.c ---- */
/* Is there room in h for a class from a file of so many bytes? Collects when much was used since the last collection.
 * false: OutOfMemoryError pending. */
WARN_UNUSED bool class_space_prepare(struct thread *self, const struct class_holder *h, size_t file);
void holder_init(struct class_holder *h, struct loader *l, bool permanent, size_t arena_chunk);
/* Everything that leads to metadata leads to live metadata, or the VM ends with a message. World stopped. */
void classes_verify(void);
/* For a weak hidden class of l. */
WARN_UNUSED struct class_holder *holder_new_hidden(struct loader *l); /* NULL: no room */
/* For a version of c: pinned; its arena lies in its own class space, in s, so that a word on a C stack keeps
 * descriptions alive too. NULL: no room. */
WARN_UNUSED struct class_holder *holder_new_version(struct class *c, size_t first, struct class_stage *s);
/* One whose class or version never was published goes. */
void holder_drop(struct class_holder *h);

/* ---- versions.c ---- */
/* Bytes of a version that was just published: collects when there are many. No lock held. */
void versions_made(struct thread *self, size_t bytes);
/* Some versions are about to be freed: whatever leads to their methods leads elsewhere afterwards. World stopped, dead
 * objects are gone. */
void versions_forget_dead(void);
/* h, a version, is being freed. */
void version_forget(struct class_holder *h);

/* ---- layout.c: where fields lie ---- */
/* Instance fields of c (super is laid out), injected ones too; sets type.instance_size, map, kind, strength. */
void layout_instance(struct class *c);
/* Static fields in c's mirror; needs java.lang.Class's layout (class_size_known). */
void layout_statics(struct class *c);

/* ---- init.c ---- */
/* class_init_slow's work (JVMS §5.5). */
WARN_UNUSED bool class_initialize(struct thread *self, struct class *c);

/* ---- vtable.c ---- */
/* vtable and itable of c (supertypes have theirs). false: pending (IncompatibleClassChangeError). */
WARN_UNUSED bool vtable_build(struct thread *self, struct class *c);
/* Slot of name/desc in c's vtable, or VTABLE_NONE. */
i32 vtable_find(const struct class *c, const struct symbol *name, const struct symbol *desc);

/* ---- class.c ---- */
/* After c's methods were made or others came and went, before anybody looks for one of them. */
void class_index_methods(struct class *c);

/* ---- define.c ---- */
/* How class files that l defines are parsed; name NULL: any. */
struct cf_options class_parse_options(const struct loader *l, struct symbol *name);
WARN_UNUSED bool class_make_mirror(struct thread *self, struct class *c, struct object *protection_domain);
struct method *method_new_filler(struct class *owner, const struct method *like, u32 flag);
/* The array class of `element`, made and published unless another thread was first. */
WARN_UNUSED struct class *class_publish_array(struct thread *self, struct class *element);
/* Makes the array class of `element` (no lookup). */
WARN_UNUSED struct class *class_new_array(struct thread *self, struct class *element);
void primitives_init(void);
struct constpool *class_make_constpool(struct class *c, const struct classfile *cf, struct class_stage *s);
/* What a method takes from the class file; not its flags, index and entry. */
void class_fill_method(struct class *c, struct method *m, const struct cf_method *s, struct constpool *cp);
/* Mirrors for all classes that were made before java.lang.Class was. */
WARN_UNUSED bool classes_make_missing_mirrors(struct thread *self);

/* ---- loader.c ---- */
/* Enters c into its loader's table; NULL when it is there now, else the class that was there before, or (*conflict) the
 * one that a loader constraint demands. */
struct class *loader_add_class(struct loader *l, struct class *c, struct class **conflict);
/* LinkageError: loader l would mean another class by c's name than the loaders it has a constraint with. */
void loader_throw_conflict(struct thread *self, struct loader *l, struct class *c, struct class *conflict);
/* Loads the super or an interface of the class `of` that is being defined by this thread: notices circularity. */
WARN_UNUSED struct class *loader_load_super(struct thread *self, struct loader *l, struct symbol *of,
                                            struct symbol *name);

/* ---- constraint.c ---- */
/* Would c be refused by l's table or a constraint? As loader_add_class answers, and nothing changes. */
struct class *constraint_peek(struct loader *l, struct class *c, struct class **conflict);
/* Runs `enter` (which puts c into l's table unless something is there, and returns that) when no constraint is against
 * it. */
struct class *constraint_enter(struct loader *l, struct class *c, struct symbol *name,
                               struct class *(*enter)(struct loader *l, struct class *c, struct symbol *name),
                               struct class **conflict);
/* The member that `current` resolved in `owner` (named through `ref`). false: LinkageError pending. */
WARN_UNUSED bool constraint_check_member(struct thread *self, const struct class *current, const struct class *ref,
                                         const struct class *owner, const struct symbol *name,
                                         const struct symbol *desc);
WARN_UNUSED bool constraint_check_overrides(struct thread *self, struct class *c);
/* Loaders that go leave their constraints; world stopped. */
void constraints_forget_dead(void);

/* ---- verify_class.c ---- */
/* Are classes that l defines checked, their format and their code? By -Xverify and -XX:±BytecodeVerificationLocal (boot
 * loader), Remote (all others). */
bool class_verification_wanted(const struct loader *l);
/* Bytecode verification, when it is asked for this class. May load classes and run Java code. */
WARN_UNUSED bool class_verify(struct thread *self, struct class *c);
/* Verifies `cf` as if it were c's class file. */
WARN_UNUSED bool class_verify_as(struct thread *self, struct class *c, const struct classfile *cf);

/* ---- wellknown.c ---- */
/* java.lang.Class's own fields, as soon as that class is laid out. */
void wellknown_resolve_class_fields(struct class *c);
/* Boot class with injected fields: calls fn(index in WKF order, bytes, is_reference). */
struct injected_field {
    u32 wkf;
    u8 bytes;
    bool is_ref;
};
u32 wellknown_injected(const struct class *c, struct injected_field *out); /* at most 8; 0 for other classes */

/* ---- link_error.c ---- */
void link_errors_visit(struct heap_visitor *v, struct class_holder *h);
void link_errors_forget(struct class_holder *h);

/* ---- module.c ---- */
void modules_visit_loader(struct heap_visitor *v, struct loader *l);
/* The modules of loaders that go: out of the graph, and freed with those loaders' packages. */
void modules_forget_dead(void);
void modules_free_loader(struct loader *l);
struct module *module_for_new_class(struct loader *l, struct package *p);
void module_patch_mirror(struct class *c);
struct symbol *class_package_symbol(const struct symbol *class_name); /* "" for none */

/* Ids of all methods that c declares. */
void class_make_method_ids(struct class *c);

#endif
