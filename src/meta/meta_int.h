/* Private to meta/. Two cycles of files follow from the specification: loading defines classes and defining loads them
 * (load.c, define.c, supertypes.c, module_java.c); resolving needs nest mates, and these are resolved (resolve.c,
 * nest.c). */
#ifndef ARGUS_META_META_INT_H
#define ARGUS_META_META_INT_H

#include "base/hashmap.h"
#include "base/vec.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "log/log.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "meta/redefine.h"
#include "model/class_space.h"
#include "model/meta_binding.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/monitor.h"

/* In symbol.flags, beside descriptor.c's flags: some class of this name has subclasses, or an attempt was made. Never
 * cleared. */
enum { SYMBOL_NAMES_SUPER = 1 << 7 };

/* ==== load/: loaders, their tables, sources of class files ==== */

/* loader_table.c */
void loader_setup(struct loader *l); /* empty tables, a lock, a holder */
/* The class of exactly this name in l's table. */
struct class *loader_lookup(struct loader *l, const struct symbol *name);
/* Puts c into l's table unless there is a class of the name; returns that one. */
struct class *loader_enter(struct loader *l, struct class *c, struct symbol *name);

/* class_name.c */
/* The class that a name means. FindClass may get any name; HotSpot accepts these. */
struct class_wanted {
    struct symbol *name; /* an instance class; NULL: prim */
    struct class *prim;
    u32 dims;
};
/* "[[Lp/C;" and "[[I". Returns false if it is not the name of an array. */
bool class_name_parse_array(const struct symbol *name, struct class_wanted *w);
struct class_wanted class_name_parse(struct symbol *name);

/* constraint.c */
/* Would l's table or a constraint refuse c? Returns as constraint_enter does, but changes nothing. */
struct class *constraint_peek(struct loader *l, struct class *c, struct class **conflict);
/* Enters c into l's table as `name`. Returns NULL on success, else the class that was there before, or (with *conflict)
 * the one that a loader constraint demands. */
struct class *constraint_enter(struct loader *l, struct class *c, struct symbol *name, struct class **conflict);
/* Throws a LinkageError: by c's name loader l would mean another class than the loaders with which it has a
 * constraint. */
void constraint_throw(struct thread *self, struct loader *l, struct class *c, struct class *conflict);
/* Checks the constraints for the member that `current` resolved in `owner` (named through `ref`). Returns false with
 * LinkageError pending. */
WARN_UNUSED bool constraint_check_member(struct thread *self, const struct class *current, const struct class *ref,
                                         const struct class *owner, const struct symbol *name,
                                         const struct symbol *desc);
/* Have a and b the same classes for all types of the descriptor, now and in future? No exception is pending. */
WARN_UNUSED bool constraint_agree(const struct symbol *desc, struct loader *a, struct loader *b);
WARN_UNUSED bool constraint_check_overrides(struct thread *self, struct class *c);
/* Removes dead loaders from their constraints; world stopped. */
void constraints_forget_dead(void);

/* load.c */
/* Loads the superclass or an interface of the class `of` that this thread is defining. Detects circularity. */
WARN_UNUSED struct class *loader_load_super(struct thread *self, struct loader *l, struct symbol *of,
                                            struct symbol *name);

/* ==== module/ ==== */

void modules_visit_loader(struct heap_visitor *v, struct loader *l);
/* Removes the modules of dead loaders from the graph; frees them and those loaders' packages. */
void modules_forget_dead(void);
void modules_free_loader(struct loader *l);
struct module *module_for_new_class(struct loader *l, struct package *p);
void module_patch_mirror(struct class *c);
struct symbol *class_package_symbol(const struct symbol *class_name); /* "" for none */

/* ==== define/: from bytes to a class ==== */

/* class_parts.c */
struct class *class_new(struct class_stage *s); /* of the stage's holder */
void class_set_display(struct class *c);        /* the class's superclass is known */
/* Are classes that l defines verified, and their format checked? By -Xverify and -XX:±BytecodeVerificationLocal (boot
 * loader), Remote (all others). */
bool class_verification_wanted(const struct loader *l);
/* Parser options for class files that l defines. name NULL: any. */
struct cf_options class_parse_options(const struct loader *l, struct symbol *name);
/* Entries that need no resolution are final at once. Entries that will be objects get their index in the array of
 * resolved references. */
struct constpool *class_make_constpool(struct class *c, const struct classfile *cf, struct class_stage *s);
void class_make_fields(struct class *c);
/* f, new or not, is what the file's s says. */
void class_fill_field(struct class *c, struct field *f, const struct cf_field *s);
void class_make_methods(struct class *c);
/* The flags of a method that follow from annotations in the class file. */
u32 method_file_flags(const struct cf_method *cf);
enum {
    MTH_FROM_FILE =
        MTH_CALLER_SENSITIVE | MTH_HIDDEN | MTH_FORCE_INLINE | MTH_DONT_INLINE | MTH_LAMBDA_FORM | MTH_SCOPED
};
/* Copies a method's parts from the class file, but not its flags, index and entry. */
void class_fill_method(struct class *c, struct method *m, const struct cf_method *s, struct constpool *cp);
struct method *method_new_filler(struct class *owner, const struct method *like, u32 flag);

/* model/class.c: called after c's methods were made, or some were added or deleted, before any is looked up. */
void class_index_methods(struct class *c);

/* wellknown_fields.c */
/* Finds the fields of c, number `id` of the classes that the VM knows. */
void wellknown_resolve_fields(const struct class *c, u32 id);
/* Finds java.lang.Class's own fields, as soon as that class is laid out. */
void wellknown_resolve_class_fields(struct class *c);
/* A boot class with injected fields. */
struct injected_field {
    u32 wkf;
    u8 bytes;
    bool is_ref;
};
u32 wellknown_injected(const struct class *c, struct injected_field *out); /* at most 8; 0 for other classes */
/* Does the VM go by the places of some of c's own fields, or add some, or treat instances in a way of their own? */
bool wellknown_layout(const struct class *c);

/* layout.c: places fields */
/* Places instance fields of c (its superclass is laid out), injected ones too. Sets type.instance_size, map, kind,
 * strength. */
void layout_instance(struct class *c);
/* Bytes at the end of c's own instances that are kept free for fields that a redefinition adds to c. */
u32 layout_room(const struct class *c);
u32 layout_room_at(const struct class *c); /* where they are */
/* World stopped, the heap does not mark: the places at these offsets may have references from now on. Takes memory from
 * c->stage: a span for each, and for each that is there. */
void layout_add_references(struct class *c, const u32 *offsets, u32 n);
/* The number of records of references in instances of c, deleted ones too. to: NULL, or room for as many spans. */
u32 layout_references(const struct class *c, struct heap_map_span *to);
/* World stopped: makes the map anew of the records of c and its superclasses. Takes memory from c->stage: a span for
 * each reference. */
void layout_renew_map(struct class *c);
/* Places static fields in c's mirror. java.lang.Class itself must be laid out. */
void layout_statics(struct class *c);
/* An object that a mirror's t describes, for statics of these kinds (0: none): t and offsets. */
void layout_added_statics(struct heap_type *t, const u8 *kinds, u32 n, u32 *offsets);

/* vtable.c */
/* Builds vtable and itable of c; supertypes have theirs. Returns false with an exception pending
 * (IncompatibleClassChangeError). */
WARN_UNUSED bool vtable_build(struct thread *self, struct class *c);
/* The slot of name/desc in c's vtable, or VTABLE_NONE. */
i32 vtable_find(const struct class *c, const struct symbol *name, const struct symbol *desc);
/* Tables after methods were added, deleted or changed. Slots keep their methods. An overriding method takes the slot
 * that it inherits; another one gets a slot beyond all tables of the family (the changed classes and their subclasses),
 * so that it is free in all of them. Slots between a shorter table's end and that slot are gaps. */
struct renewed_name { /* a new slot for interface methods of this name */
    const struct symbol *name, *desc;
    u32 slot;
};
struct renewed_interface { /* an interface that has more slots than before */
    const struct class *interface;
    u32 more;
};
struct renewal {
    bool hierarchy;        /* superinterfaces were added or removed */
    u32 next_slot;         /* the first slot that is free in the whole family */
    struct vec named;      /* of struct renewed_name */
    struct vec interfaces; /* of struct renewed_interface */
    struct vec left;       /* methods that were replaced in some slot */
    struct vec rows;       /* of classes that have lost their interface: heirs may share them */
};
extern struct method *vtable_gap; /* the method in gaps; NULL: there are no gaps */
/* Makes vtable_gap. Returns false if there is no room. */
WARN_UNUSED bool vtable_gap_make(void);
/* The most bytes that c needs for vtable_renew. */
struct renewal_limits {
    u32 longest;    /* of the family's vtables */
    u32 slots;      /* for so many methods */
    u32 interfaces; /* so many methods are added */
    u32 rows;       /* with so many methods */
};
size_t vtable_renewal_bytes(const struct class *c, const struct renewal_limits *l);
/* World stopped. First, for all changed classes, whose new methods have been made. */
void vtable_number(struct renewal *r, struct class *c);
/* Then for the whole family, superclasses first. Takes memory from c->stage. */
void vtable_renew(struct renewal *r, struct class *c);
void renewal_end(struct renewal *r);

/* mirror.c */
WARN_UNUSED bool class_make_mirror(struct thread *self, struct class *c, struct object *protection_domain);
/* Makes mirrors for all classes that were defined before java.lang.Class. */
WARN_UNUSED bool classes_make_missing_mirrors(struct thread *self);

/* array_class.c */
void primitives_init(void);
/* The array class of `element`: makes and publishes it, unless another thread was first. */
WARN_UNUSED struct class *class_publish_array(struct thread *self, struct class *element);

/* supertypes.c. `of`: the class whose supertypes are loaded, so that circularity is detected; NULL for hidden
 * classes. */
/* Loads the ith interface that cf names. NULL: pending. */
WARN_UNUSED struct class *class_load_interface(struct thread *self, struct class *c, struct symbol *of,
                                               const struct classfile *cf, u32 i);
/* With the class file cf, does s permit c as a subtype (sealed classes)? */
bool class_permits(const struct class *s, const struct classfile *cf, const struct class *c);
WARN_UNUSED bool class_load_supers(struct thread *self, struct class *c, struct symbol *of);
/* Checks access and sealing. c's module is known. */
WARN_UNUSED bool class_check_supers(struct thread *self, struct class *c);
void class_inherit(struct class *c);

/* define.c */
/* Like loader_define_class and loader_define_hidden, but does not post ClassLoad. */
WARN_UNUSED struct class *class_define(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                       const struct define_options *o);
/* Posts ClassLoad for c, unless it is NULL. Returns c, or NULL with an exception pending. */
WARN_UNUSED struct class *class_tell_loaded(struct thread *self, struct class *c);

/* ==== link/ ==== */

/* link_and_init.c: class_init_slow's work (JVMS §5.5). */
WARN_UNUSED bool class_initialize(struct thread *self, struct class *c);
/* Static f gets its ConstantValue of cf; string: what it is when it is one. */
void class_prepare_field(const struct classfile *cf, const struct field *f, struct object *string);

/* access.c: is `from` a generated accessor of core reflection, which has access to everything? */
bool access_is_magic(const struct class *from);

/* verify_class.c */
struct redefinition;
/* Verifies c's bytecode, if that is wanted for this class. May load classes and run Java code. */
WARN_UNUSED bool class_verify(struct thread *self, struct class *c);
/* Verifies `cf` as if it were c's class file, with the superclasses that classes will have: `all`, whose r->super are
 * known and lead to no circle. */
WARN_UNUSED bool class_verify_as(struct thread *self, struct class *c, const struct classfile *cf,
                                 const struct redefinition *all, u32 n);

/* link_error.c */
void link_errors_visit(struct heap_visitor *v, struct class_holder *h);
void link_errors_forget(struct class_holder *h);
/* Members have changed: forgets failures that other members could mend. World stopped. */
void link_errors_forget_members(struct class_holder *h);

/* method_ids.c: makes ids for all methods that c declares. */
void class_make_method_ids(struct class *c);

/* ==== life/: memory of classes, versions, unloading ==== */

/* holder.c */
/* Is there room in h for a class from a file of so many bytes? Collects if much was used since the last collection.
 * Returns false with OutOfMemoryError pending. */
WARN_UNUSED bool class_space_prepare(struct thread *self, const struct class_holder *h, size_t file);
/* The memory named `full` had no room for `bytes` (0: not known) for h: tells the flight recorder, before a collection
 * that may help. */
void metadata_short(struct thread *self, const struct class_holder *h, size_t bytes, const char *full);
/* It did not help, or there is none: tells the recorder and throws the OutOfMemoryError. */
void metadata_gone(struct thread *self, const struct class_holder *h, size_t bytes, const char *full);
void holder_init(struct class_holder *h, struct loader *l, bool permanent, size_t arena_chunk);
/* Makes a holder for a weak hidden class of l. */
WARN_UNUSED struct class_holder *holder_new_hidden(struct loader *l); /* NULL: no room */
/* Makes a holder for a version of c. It is pinned, and its arena lies in its own class space, in s, so that a word on a
 * C stack keeps parsed data alive too. NULL: no room. */
WARN_UNUSED struct class_holder *holder_new_version(struct class *c, size_t first, struct class_stage *s);
/* Frees a holder whose class or version was never published. */
void holder_drop(struct class_holder *h);
/* Frees h, which is in no list: its remembered errors, its arena and its class space. */
void holder_free(struct class_holder *h);
/* The holders that may be unloaded, linked by next. World stopped. */
struct class_holder *holders_first(void);
/* Removes the unmarked ones from that list and returns them, youngest last. World stopped. */
struct class_holder *holders_take_unmarked(void);

/* unload_verify.c */
/* Checks that references to metadata name live metadata; otherwise ends the VM with a message. World stopped. */
void classes_verify(void);

/* redefine.c */
struct redefinition;

/* The new version of m in cf; NULL: m is deleted. The old version of s in c; NULL: s is added. */
const struct cf_method *redefine_successor(const struct classfile *cf, const struct method *m);
struct method *redefine_predecessor(const struct class *c, const struct cf_method *s);
/* Have both files the same nest, the same permitted subclasses? */
bool redefine_same_nest(const struct classfile *a, const struct classfile *b);
bool redefine_same_permits(const struct classfile *a, const struct classfile *b);
/* Does c, or a class or interface that it inherits from, have the flag? */
bool redefine_inherits(const struct class *c, u32 flag);
/* Turns a pending exception into a status: REDEFINE_MEMORY, or this one. */
enum redefine_status redefine_take_pending(struct thread *self, enum redefine_status otherwise);

/* A place in instances of c and its subclasses that an added field takes. */
struct instance_place {
    struct class *c;
    u32 offset, size;
    bool is_ref;
    bool had_another; /* old instances may have a value there */
    bool comes;       /* in reshape.clears: for instances that get c; else for those that lose it */
};

/* A class loses a superclass. */
struct superclass_gone {
    struct class *c;
    const struct class *super;
};

/* A field whose place belongs to a new superclass. */
struct field_move {
    struct field *f;
    const struct class *owner; /* CLS_REBASED */
    u32 from, to, size;        /* to 0: f is deleted, and keeps no place: no offset of it was given away */
    bool is_ref, begins_anew;  /* it comes back: its value does not move */
};

/* Users of members that change, looked for before the world is stopped for the commit. */
struct reshape_ahead {
    struct member_change *changes; /* malloc'ed: of a first, short stop; NULL: it found none */
    u32 count;
    bool abstracts; /* as struct member_changes */
    bool found;     /* users are valid, as long as there are so many commits */
    u32 commits;
    struct member_users users;
    bool mapped; /* memory for copies of instances that grow, as much as a collection may need */
};

/* redefine_awaited.c: a call whose classes a thread verifies. */
struct awaited {
    const struct thread *by;
    const struct redefinition *all;
    u32 n;
    struct awaited *next;
};
void redefine_await(struct awaited *a);
void redefine_await_no_more(const struct awaited *a);
/* The class file that c will have if the check succeeds that this thread is in; NULL: c's own. */
const struct classfile *redefine_file_awaited(const struct thread *self, const struct class *c);

/* reshape.c: the part of a redefinition that concerns other classes. World stopped. */
struct reshape {
    struct reshape_ahead *ahead;
    struct vec family;  /* of struct heir, superclasses first */
    struct vec stages;  /* of struct family_stage */
    struct vec changes; /* of struct member_change */
    struct renewal_limits limits;
    struct vec emptied;         /* of struct field: deleted, and their offsets were given away */
    struct vec places;          /* of struct instance_place */
    struct heap_growth *growth; /* instances that grow; malloc'ed, during the commit */
    u32 growth_count;
    u32 map_first;             /* blocks for their copies (heap_map_blocks), before the stop of the commit */
    bool patient;              /* if a thread has the offset of a field that moves, another attempt follows */
    bool wait;                 /* that is so, and nothing has been refused */
    bool collect;              /* refused for want of memory for these, or because of values that may be dead: worth a
                         * collection and a second attempt */
    bool hierarchy;            /* superinterfaces come or go */
    bool narrowed;             /* some go */
    bool constants;            /* code may have values of fields that change */
    bool nests;                /* a nest has other members, or may have */
    bool abstracts;            /* a class becomes abstract */
    struct vec moves;          /* of struct field_move: because fields of new superclasses lie there */
    struct vec clears;         /* of struct instance_place: zero in instances that get or lose the superclass c */
    struct vec residues;       /* likewise: of dead fields that lose their places, in instances that had c */
    struct hashmap below, now; /* classes that were subclasses of others, and that are: reshape_moves.c */
    bool supers;               /* superclasses change */
    bool lost;                 /* some class has fewer */
    u32 longest_new;           /* of the vtables of superclasses that come */
    struct vec restored;       /* of struct field: displaced ones that have their places again */
    struct vec gone;           /* of struct superclass_gone */
    struct redefinition *all;  /* the whole call */
    u32 n;
};
/* Finds the changes and allocates. If the result is not REDEFINE_OK, nothing has changed. If users have to be looked
 * for first (reshape_wants_users), it does no more than that; then it is called again. */
WARN_UNUSED enum redefine_status reshape_begin(struct reshape *s, struct redefinition *all, u32 n);
/* Does the call name a class twice? The check compared both files with the class before the call. */
bool redefine_any_twice(const struct redefinition *all, u32 n);
bool reshape_wants_users(const struct reshape *s);
/* World running. reshape_drop_users in any case. */
void reshape_find_users(struct thread *self, struct reshape_ahead *a);
void reshape_drop_users(struct reshape_ahead *a);
void reshape_abandon(struct reshape *s, struct redefinition *all, u32 n);
/* After all else that can fail, before anything changes: may instances grow? If memory has to be mapped first
 * (s->map_first), it does no more than find that out; then all is called again. */
WARN_UNUSED enum redefine_status reshape_begin_growth(struct reshape *s);
/* The end of the longest instances of c and its subclasses, as far as is known; then they reach to `end` at least. */
u32 reshape_family_end(const struct reshape *s, const struct class *c);
void reshape_family_grow(const struct reshape *s, const struct class *c, u32 end);
/* The size of instances of c itself, as far as is known. */
u32 reshape_family_size(const struct reshape *s, const struct class *c);
struct class *reshape_class_of_family(const struct reshape *s, u32 i);
/* The methods have been replaced: renews tables, and what was linked. */
void reshape_finish(struct reshape *s, struct redefinition *all, u32 n);
/* The end: instances have grown. Moves fields, renews the maps of rebased classes. */
void reshape_end(struct reshape *s, struct redefinition *all, u32 n);
void reshape_add_change(struct reshape *s, struct class *c, const struct symbol *name, const struct symbol *desc);
/* The same for a member of `lost`, a superclass that c loses; NULL: none. */
void reshape_add_lost_change(struct reshape *s, struct class *c, const struct symbol *name, const struct symbol *desc,
                             const struct class *lost);
/* The class file that c will have. */
const struct classfile *reshape_file_after(const struct class *c, const struct redefinition *all, u32 n);

/* reshape_supers.c: a class gets another superclass. World running: loads, links and initializes the one that cf names;
 * may c have it? */
WARN_UNUSED enum redefine_status reshape_check_super(struct thread *self, struct class *c, const struct classfile *cf);
/* Finds r->super, which the check has loaded. false: it is gone. */
WARN_UNUSED bool reshape_find_super(struct redefinition *r);
bool reshape_supers_circular(const struct redefinition *all, u32 n);
/* The superclass that c will have, once r->super are known. */
static inline struct class *reshape_super_after(const struct redefinition *all, u32 n, const struct class *c)
{
    for (u32 i = 0; i < n; i++)
        if (all[i].c == c && all[i].super) return all[i].super;
    return c->super;
}
/* Will c be super or a subclass of it? Both are classes. s NULL: is it? */
bool reshape_is_below(const struct reshape *s, const struct class *c, const struct class *super);
/* World stopped. Finds the changes and whether they are allowed. */
WARN_UNUSED enum redefine_status reshape_find_supers(struct reshape *s);
/* Superclasses that r's class loses, and gets; k: the one before, NULL first. NULL: there are no more. */
const struct class *reshape_next_lost(const struct reshape *s, const struct redefinition *r, const struct class *k);
const struct class *reshape_next_new(const struct reshape *s, const struct redefinition *r, const struct class *k);
/* Does c, or one of its superclasses, get another superclass? */
bool reshape_is_rebased(const struct reshape *s, const struct class *c);
/* The commit: all classes get them; then each rebased one, superclasses first, what follows from that. */
void reshape_take_supers(const struct reshape *s);
void reshape_rebase(struct class *c);

/* reshape_fields.c: the fields of one class. May cf have its fields? */
bool reshape_known_to_vm(const struct class *c);
WARN_UNUSED enum redefine_status reshape_check_fields(const struct class *c, const struct classfile *cf);
/* Objects for added ones, before the world stops; may collect. false: pending. reshape_drop_plan in any case. */
WARN_UNUSED bool reshape_plan_fields(struct thread *self, struct redefinition *r);
void reshape_drop_plan(struct redefinition *r);
/* World stopped. What changes; how much of the class's memory that takes; the commit, with r->c->stage. */
void reshape_find_fields(struct reshape *s, const struct redefinition *r);
size_t reshape_field_bytes(const struct class *c, const struct classfile *cf, u32 lost);
struct field *reshape_keeps_place(const struct class *c, const struct field *f);
void reshape_take_fields(struct class *c, const struct redefinition *r);

/* Which field of the file is f? NULL: f goes. Which field of c is s, the file's field i? NULL: s comes. Which deleted
 * one? */
const struct cf_field *reshape_field_after(const struct classfile *cf, const struct field *f);
struct field *reshape_field_before(const struct class *c, const struct cf_field *s, u32 i);
struct field *reshape_field_deleted(const struct class *c, const struct cf_field *s);

/* reshape_enums.c. The bytes of code that a redefinition to cf may need for its initializer, so that it runs once more;
 * 0: it does not. */
u32 reshape_twin_bytes(const struct classfile *cf);
/* World stopped. Does it have to run? Before r->c changes; after its methods have been replaced. */
bool reshape_constants_change(const struct redefinition *r);
void reshape_write_twin(struct redefinition *r);
void reshape_insert_twin(struct redefinition *r);
/* After the commit: runs these, and brings all that depends on ordinals up to date. Nothing is pending afterwards. */
void reshape_run_initializers(struct thread *self, struct redefinition *all, u32 n);

/* redefine_refusals.c: the last ones, for the report. */
struct text;
void redefine_add_refusals(struct text *to);

/* reshape_types.c. May c have cf's modifiers? Do they change, with those that an InnerClasses attribute tells? Then c
 * gets those of its class file. */
WARN_UNUSED enum redefine_status reshape_check_modifiers(const struct class *c, const struct classfile *cf);
bool reshape_modifiers_change(const struct redefinition *r);
void reshape_take_modifiers(struct class *c);
/* World stopped, r->interfaces and r->super are known: are there values that would be of a wrong type, or code? */
WARN_UNUSED enum redefine_status reshape_check_values(const struct reshape *s);

/* reshape_frames.c. World stopped, nothing has changed. lost, types: sets of classes, by themselves. Is the code of all
 * classes right without these superclasses? Is that of frames whose version will be old? `fn` gets the variables and
 * operands of frames whose methods name one of the types: type is a class's name or an array's descriptor. */
WARN_UNUSED enum redefine_status reshape_check_users(const struct reshape *s, const struct hashmap *lost);
typedef void (*reshape_value_fn)(const struct method *m, struct symbol *type, struct object *o, void *arg);
WARN_UNUSED enum redefine_status reshape_look_at_frames(const struct reshape *s, const struct hashmap *types,
                                                        reshape_value_fn fn, void *arg);

/* reshape_room.c. World stopped. Finds r->places. false: there is no room; some places may have been found. */
WARN_UNUSED bool reshape_find_places(struct reshape *s, struct redefinition *r);
/* A place for a field of c that moves; 0: instances would become too large. */
u32 reshape_new_place(struct reshape *s, struct class *c, u8 kind);
/* Bytes that c has for added fields before its instances grow. */
u32 reshape_free_bytes(const struct class *c);
/* The number of places in instances of c that will have references; offsets NULL, or room for them. */
u32 reshape_references_of(const struct reshape *s, const struct class *c, u32 *offsets);

/* A place that stays taken: where f lay before the commit, which may give f another one. */
struct lost_place {
    const struct field *f;
    u32 offset;
};
void reshape_lose_place(struct redefinition *r, const struct field *f);
/* reshape_moves.c: fields when superclasses come and go. World stopped. First instances grow to the size of new
 * superclasses; after reshape_find_places: s->moves, s->clears, r->lost. */
void reshape_grow_to_supers(struct reshape *s);
WARN_UNUSED enum redefine_status reshape_find_moves(struct reshape *s);
/* After the hierarchy has changed, before instances grow. */
void reshape_note_hierarchy(struct reshape *s);
void reshape_forget_moves(struct reshape *s);
/* Instances have grown, and the collection may have unloaded classes: moves values, then fields. Maps of the collector
 * are still those of before. */
void reshape_move_values(struct reshape *s);
/* reshape_verify.c: ends the VM if instances of the n classes, which are all that have CLS_FAMILY, are not as the
 * commit should have left them. World stopped. */
void reshape_verify(struct class *const *family, u32 n);

/* After reshape_note_hierarchy. */
bool reshape_comes_below(const struct reshape *s, const struct class *c, const struct class *k);
/* World stopped, nothing has changed: was c a subclass of k, to which or to whose superclasses s->moves belong? */
bool reshape_was_below(const struct reshape *s, const struct class *c, const struct class *k);

/* reshape_offsets.c. World stopped, nothing has changed. Has no thread an offset of s->moves in a frame of the library?
 * Else s->wait may be set. */
WARN_UNUSED enum redefine_status reshape_ask_frames(struct reshape *s);
bool reshape_has_offset(const struct thread *t);
bool reshape_any_has_offset(void);
/* Is it one of the library's accessors of fields by reflection, or what serialization has of the fields of a class? */
bool reshape_is_accessor(const struct class *c);
bool reshape_is_reflector(const struct class *c);

/* reshape_handles.c: one walk over the heap, if it is needed. Empties what the library has of the fields `emptied`,
 * sets places that had another value to zero. World stopped. true: something was emptied. */
bool reshape_walk_heap(const struct reshape *s);
/* Makes the library forget how instances of c are serialized. */
void reshape_forget_streams(const struct class *c);

/* versions.c */
/* Reports the bytes of a version that was just published. Collects if there are many. No lock held. */
void versions_made(struct thread *self, size_t bytes);
/* Some versions are about to be freed: replaces references to their methods by the newest ones. World stopped, dead
 * objects are gone. */
void versions_forget_dead(void);
/* h, a version, is being freed: detaches its methods' ids. */
void version_forget(struct class_holder *h);

#endif
