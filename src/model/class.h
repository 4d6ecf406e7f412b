/* Classes, methods and fields as run-time structures.
 *
 * All of them are allocated in class space, below 4 GiB (see heap/object.h), through a class holder, and live as long
 * as it (class_space.h). They are written under the loader's or the class's lock while the class is made, and read
 * without locks afterwards. Sources: JVMS §5; D8 of docs/architecture.md. */
#ifndef ARGUS_MODEL_CLASS_H
#define ARGUS_MODEL_CLASS_H

#include "classfile/classfile.h"
#include "heap/object.h"

struct thread;
struct loader;
struct class_holder;
struct module;
struct package;
struct frame;
struct method;
struct class;

enum class_state {
    CLASS_LOADED = 1, /* parsed, supertypes loaded, in its loader's table, mirror exists */
    CLASS_LINKING,
    CLASS_LINKED, /* verified, prepared, methods have code that can run */
    CLASS_INITIALIZING,
    CLASS_INITIALIZED,
    CLASS_ERRONEOUS, /* <clinit> failed */
};

enum class_flag { /* struct class.flags */
                  CLS_ARRAY = 1 << 0,
                  CLS_PRIMITIVE = 1 << 1,
                  CLS_HIDDEN = 1 << 2,
                  CLS_STRONG_HIDDEN = 1 << 3,
                  CLS_HAS_FINALIZER = 1 << 4,
                  CLS_HAS_DEFAULTS = 1 << 5 /* it or a superinterface has non-abstract instance interface methods */,
                  CLS_CLONEABLE = 1 << 6,
                  CLS_VERIFIED = 1 << 7,
                  CLS_TRUSTED = 1 << 8 /* boot loader */,
                  CLS_REDEFINED = 1 << 9,
                  CLS_PADDED = 1 << 10 /* it or a superclass has @Contended: the layout's holes are not filled */,
                  CLS_EVENT = 1 << 11 /* jdk.internal.event.Event or a subclass */,
                  CLS_INJECTED = 1 << 12 /* it or a superclass has injected fields after its own */,
                  CLS_WATCHED = 1 << 13 /* a field of it or of a superclass is watched: watch.h */,
                  CLS_REPLACED = 1 << 14 /* its methods have new versions; only during redefine_commit */,
                  CLS_RESHAPED = 1 << 15 /* and members came, went or changed their kind; likewise */,
                  CLS_STATICS = 1 << 16 /* no class: describes an object of added statics (struct class_fields) */,
                  CLS_FAMILY = 1 << 17 /* reshaped, or a subtype of such a class; only during redefine_commit */,
                  CLS_REBASED = 1 << 18 /* it or a superclass gets another superclass; likewise */,
};

/* A run-time constant pool entry: 16 bytes. `tag` is the class file's tag; `state` says whether it is resolved. `ptr`
 * and `aux` of a resolved entry: CLASS struct class*; STRING/METHOD_HANDLE/METHOD_TYPE/DYNAMIC: cp_resolve_object
 * (index into the class's resolved-references array, a Java Object[] held by the class); FIELD: struct field*, aux =
 * byte offset (static: its absolute address, see cp_static_address); METHOD/IMETHOD: struct method* (the resolved one),
 * aux = vtable or itable index, nargs = argument slots with receiver; INTEGER/FLOAT/LONG/DOUBLE: raw bits. Unresolved:
 * `sym` or `pair`. Publication: ptr and aux are written first, then `state` with release order. Quickened instructions
 * never read `state`. */
enum cp_state {
    CPS_UNRESOLVED = 0,
    CPS_RESOLVED = 1,
    CPS_ERROR = 2 /* the error is thrown again: link_error_throw */
};
struct cp_entry {
    union {
        void *ptr;
        struct class *cls;
        struct method *method;
        struct field *field;
        u64 bits;
        i32 i;
        /* INDY and invokehandle METHOD entries once quickened: exec/invoke's private struct */
        struct call_site *site;
    };
    u32 aux;
    u16 nargs;
    u8 tag;
    _Atomic u8 state;
};

/* A resolved static FIELD entry: aux and nargs hold the field's absolute address (mirrors never move), low 32 bits in
 * aux, high 16 in nargs. */
static inline char *cp_static_address(const struct cp_entry *e)
{
    u64 v;
    __builtin_memcpy(&v, &e->aux, sizeof v);
    return (char *)(uintptr_t)(v << 16 >> 16);
}

struct constpool {
    struct class *owner;
    struct class_holder *holder; /* owns its memory, and that of its methods' code */
    u16 count;
    struct cp_entry *e; /* count entries; e[0] is unused */
    /* the class file's own entries: names and descriptors can always be read from here */
    struct cf_const *file;
    /* Java Object[] for resolved strings, handles, types, dynamic constants; a strong root */
    nref resolved;
    u16 resolved_count;
    const struct classfile *cf; /* the class file that the pool was made from; has the bootstrap methods */
    struct constpool *older;    /* the pool of the version before a redefinition, in which frames may still run */
};

struct field {
    struct class *owner;
    struct symbol *name, *desc, *generic;
    u16 access;
    u16 index;          /* in owner->fields */
    u16 const_index;    /* ConstantValue or 0 */
    u8 kind;            /* first char of desc */
    u8 flags;           /* FLD_… */
    u32 offset;         /* instance: in the object; static: in field_static_base */
    u16 statics;        /* static: which of class_fields.statics holds it, + 1; 0: the mirror */
    u8 offset_given;    /* OFFSET_…: holders of base and offset; 0: none. Atomic */
    bool late : 1;      /* a redefinition brought it, or brought it back: finals too may still get their values */
    bool displaced : 1; /* deleted, and its place belongs to a field of another kind now: it is not used again */
    bool shorts : 1;    /* there are short objects without room for it (heap_short.c); changes with the world stopped */
    struct bytes annotations, type_annotations;
};
/* Given to parts of the library that the VM knows, or to others, too. */
enum { OFFSET_GIVEN = 1, OFFSET_OUTSIDE = 2 };
/* FLD_TRUSTED_FINAL: final, and reflection may not write it (static, or of a hidden class or record). FLD_CONSTANT: a
 * field of an instance whose value in a known object compilers may use as a constant. */
enum {
    FLD_STABLE = 1,
    FLD_TRUSTED_FINAL = 2,
    FLD_CONSTANT = 4,
    FLD_WATCH_READ = 8,
    FLD_WATCH_WRITE = 16,
    FLD_PROBE_READ = 32,
    FLD_PROBE_WRITE = 64, /* tools watch it; probes do */
    FLD_DELETED = 128,    /* a redefinition deleted it: no lookup finds it */
    FLD_READ_TOLD = FLD_WATCH_READ | FLD_PROBE_READ,
    FLD_WRITE_TOLD = FLD_WATCH_WRITE | FLD_PROBE_WRITE
};

enum method_flag { /* struct method.flags */
                   MTH_CALLER_SENSITIVE = 1 << 0,
                   MTH_HIDDEN = 1 << 1,
                   MTH_FORCE_INLINE = 1 << 2,
                   MTH_SIG_POLY = 1 << 3 /* signature polymorphic, VM linked */,
                   MTH_CLINIT = 1 << 4,
                   MTH_INIT = 1 << 5,
                   MTH_OBSOLETE = 1 << 6,
                   MTH_DELETED = 1 << 7 /* a redefinition deleted it: calls throw */,
                   MTH_DEFAULT = 1 << 8 /* non-abstract interface instance method */,
                   MTH_CONFLICT = 1 << 9 /* vtable filler: conflicting defaults, throws ICCE */,
                   MTH_GAP = 1 << 10 /* in slots of vtables that belong to no method: vtable_gap */,
                   MTH_OBJECT_INIT = 1 << 11 /* java.lang.Object.<init> */,
                   MTH_SCOPED = 1 << 12,
                   MTH_LAMBDA_FORM = 1 << 13,
                   MTH_IN_HEAP = 1 << 14 /* an object may have its address: method_goes_to_heap */,
                   MTH_DONT_INLINE = 1 << 16,
                   MTH_IN_CODE = 1 << 17 /* code of other methods may contain its body or address: exec/code */,
                   MTH_EVENTS =
                       1 << 18 /* posts method events though not all methods do; changes with the world stopped */,
                   /* A probe names it (src/probe). Changes with the world stopped, or before the class is linked. A
                    * native whose call tells probes; and what has ENTRY_PROBED, where code does it itself */
                   MTH_PROBED = 1 << 20,
                   MTH_COUNTED = 1 << 21,
                   MTH_COUNTED_BODY = 1 << 22 /* with MTH_COUNTED: more than its entry is looked at: its body runs */,
                   MTH_TELLS = MTH_EVENTS | MTH_PROBED /* has its own entries and returns, in the interpreter */,
                   MTH_OF_PROBES = MTH_PROBED | MTH_COUNTED | MTH_COUNTED_BODY,
                   MTH_OVERRIDDEN = 1 << 19 /* by a class that is linked, or is about to be: exec.class_linking */,
};
enum { VTABLE_NONE = -1 };

struct handler {
    u16 start, end, handler, type; /* CLASS index or 0 */
};

/* A version of a method's body, and everything that a call by the interpreter reads. */
struct method {
    /* hot members, for calls. exec/ defines `entry`; it is always callable, also before linking (then it links
     * first) */
    void *entry;  /* exec/interp/interp.h: interp_fn that builds the frame and starts the body */
    void *called; /* the same for optimized code, which calls it (exec/opt/emit/opt_machine.h); never NULL */
    /* running copy: quickened, native-endian operands; NULL until linked, for native and abstract */
    u8 *code;
    struct constpool *cp;
    u16 max_locals, max_stack; /* in slots */
    u16 nargs;                 /* slots, receiver included */
    u8 return_kind;            /* as desc_return_kind */
    u8 intrinsic;              /* enum method_intrinsic of exec/invoke, 0 none */
    u32 flags;                 /* MTH_…: read by method_has */
    u16 access;
    /* java.lang.reflect.Method stores it (class_method_at); index in owner->methods if no method was deleted */
    u16 index;
    union {
        void *native_fn;          /* native: bound function, NULL: none yet */
        struct cp_entry *entries; /* others: cp->e, for exec/'s method entries; set when linked */
    };
    /* Entered instead of the interpreter's entry, or NULL: a native's leaf form (exec/native/leaf.h) or wrapper; a
     * compiler's code. Only exec/code writes it. */
    void *machine_entry;
    /* Stencils in which frames tell of their method events (exec/tier/told_tier.h), or NULL. Only exec/code writes
     * it. */
    void *told_code;
    struct method_id *id; /* stable identity; created when first requested */
    /* cold */
    struct class *owner;
    struct symbol *name, *desc, *generic;
    /* in owner's vtable, VTABLE_NONE if it is called directly; for interface methods: the itable index */
    i32 vtable_index;
    u32 profile;         /* exec/tier/profile.h: address of a struct profile, 0: none yet */
    const u8 *orig_code; /* the class file's bytecodes: the result of GetBytecodes */
    u32 code_len;
    u16 handler_count;
    u8 given_up;     /* how often exec/ has dropped its code because it left for the interpreter too often */
    bool left_early; /* once because of a check moved before its loop, */
    bool left_guess; /* because of one that the loop itself did not make in each turn */
    /* a breakpoint or watched field in it is hit so often that optimized code does not pay; until its breakpoints or
     * watches change */
    bool told_often;
    /* how often it was compiled again because the interpreter ran beside it; the wait doubles each time */
    u8 missed;
    u8 missed_before; /* the same, when its code had been called again and lost its loop entries once more */
    u8 calls_seen;    /* calls that the interpreter counted, up to 255 */
    u32 told_calls;   /* as java_calls, of frames that tell, towards told_code */
    u32 tally;        /* its number in exec/tier/call_tally.h; 0: none yet */
    union {
        struct handler *handlers;
        /* native: generated code for functions of its signature's shape, or NULL; exec/native */
        const void *native_adapter;
    };
    /* line numbers, locals, parameters, annotations, exceptions: in the retained class file */
    const struct cf_method *cf;
    struct method *next_version; /* newer version after a redefinition */
    u32 version;
    /* native: calls since it was bound; others: how much it has run; counted as long as exec/ needs it */
    union {
        u32 native_calls;
        u32 java_calls;
    };
    struct method *previous_version;
};

/* The version that came with the class, which lives as long as the class, so a method may be remembered by it. A call
 * of it runs the newest version. NULL: NULL. */
static inline struct method *method_first_version(struct method *m)
{
    while (m && m->previous_version) m = m->previous_version;
    return m;
}

/* The version that a call of m runs: one step from any other. */
static inline struct method *method_newest(struct method *m) { return m->next_version ? m->next_version : m; }

/* A jmethodID. Shared by all versions of the method. Never freed: agents may keep it. */
struct method_id {
    struct method *current; /* NULL: its class was unloaded */
    struct method_id *next; /* the next one of the same holder */
};

struct itable_entry {
    struct class *iface;
    struct method **methods; /* iface->itable_len of them */
};

#define CLASS_DISPLAY 8

struct class
{
    struct heap_type type; /* must stay first */
    /* binary name with '/', arrays as descriptors; hidden: "p/Name+0x…" (the '+' form HotSpot shows) */
    struct symbol *name;
    struct class *super;
    struct class *display[CLASS_DISPLAY]; /* ancestors by depth, itself included: subclass test in one load */
    /* an interface or array class to which it is assignable, the last for which compiled code has tested; NULL: none
     * yet. Lives as long as this class. */
    const struct class *_Atomic seen_as;
    u32 depth;
    u16 access; /* from the class file; see class_modifiers for getModifiers */
    u32 facts;  /* FACT_…, and below them class_modifiers; valid once the class has a mirror, and then constant */
    u32 flags;
    _Atomic u8 state; /* enum class_state */
    u8 prim_kind;     /* primitive classes: 'I' …, 'V' */
    u16 major, minor;
    struct loader *loader;         /* never NULL: the boot loader has a struct too */
    struct class_holder *holder;   /* owns its memory, and lives as long (loader.h) */
    struct object *mirror;         /* java.lang.Class; never moves */
    struct class *element;         /* arrays: component class */
    struct class *innermost;       /* arrays: element class without dimensions */
    _Atomic(struct class *) array; /* class of arrays of this class, made on demand (class_array_of) */
    u16 dims;
    /* a class extends or implements it, or has tried to; never cleared. Set when that class is defined:
     * class_note_heir */
    _Atomic bool has_heirs;
    bool recorder_changes; /* the flight recorder may change its class file: recorder.class_file */
    u32 recorder_epoch;    /* the last epoch of the flight recorder with its name */
    struct constpool *cp;
    struct method **methods;
    u16 method_count; /* file order; fillers of tables are not here */
    /* after them: methods that a redefinition deleted (MTH_DELETED), for calls of older versions */
    u16 deleted_count;
    u32 method_room; /* of `methods`, if a redefinition made it; 0: method_count */
    /* for many methods: index + 1 by hash of name and descriptor, open addressing; NULL: few methods */
    u32 *method_slots;
    u32 method_slot_mask;
    struct field *fields; /* of the first class file; through class_field */
    u16 field_count;      /* of the present one */
    u16 grown;            /* by so many times 8 bytes have instances grown since the layout */
    u32 fields_changed;   /* address of a struct class_fields, once a redefinition has changed them; 0 */
    struct method **vtable;
    u32 vtable_len;
    struct itable_entry *itable;
    u32 itable_count; /* all interfaces that it implements and that have instance methods */
    u32 itable_len;   /* interfaces: number of itable slots for its methods */
    struct class **interfaces;
    u16 interface_count; /* direct */
    /* direct and inherited, each after its superinterfaces; may be part of a longer list (vtable.c) */
    struct class **all_interfaces;
    u32 all_interface_count;
    struct method *finalizer;
    struct method *clinit;
    /* initialization, JVMS §5.5 */
    struct thread *_Atomic init_thread;
    struct class_stage *stage; /* class_space.h; NULL after the definition */
    /* information on an ExceptionInInitializerError, for later NoClassDefFoundErrors */
    nref init_error;
    /* rarely used members */
    const struct classfile *cf; /* the retained class file; NULL for arrays and primitives */
    struct class *nest_host;    /* resolved, or NULL */
    struct symbol *source_file;
    struct symbol *generic;
    struct package *package; /* NULL for arrays/primitives */
    struct module *module;
    struct object *lookup_host;
    struct class *next_in_loader;
    u32 serial; /* increasing: order of definition */
    u32 redefinitions;
    _Atomic u32 mirror_hash;                 /* the identity hash of the mirror (thread/monitor.c); 0: none yet */
    struct annotation_pool *annotation_pool; /* for a redefined class: annotation_pool.h */
    struct bytes original; /* malloc'ed; the bytes from which a retransformation starts; at NULL: those of cf */
};

/* The fields of a class of which a redefinition added or deleted some, or put them in another order. Records stay where
 * they are, because their addresses are jfieldIDs; a deleted one keeps its record and its place.
 *
 * Added statics lie in objects of their own. Such an object never moves and looks like a mirror to the collector. The
 * class that it describes is none: it has CLS_STATICS, and `element` is the class whose fields they are. */
struct class_fields {
    struct field **now; /* field_count of the class, in file order */
    struct field **all; /* by struct field.index, deleted ones too */
    struct class **statics;
    u32 count; /* of all */
    u32 statics_count;
    u32 now_room, all_room, statics_room;
};
static inline const struct class_fields *class_fields_of(const struct class *c)
{
    return (const struct class_fields *)(uintptr_t)c->fields_changed;
}
/* i < field_count: in file order. */
static inline struct field *class_field(const struct class *c, u32 i)
{
    return LIKELY(!c->fields_changed) ? &c->fields[i] : class_fields_of(c)->now[i];
}
/* By struct field.index, which never changes; deleted ones too. NULL: none. */
static inline struct field *class_field_at(const struct class *c, u32 index)
{
    if (UNLIKELY(c->fields_changed)) return index < class_fields_of(c)->count ? class_fields_of(c)->all[index] : NULL;
    return index < c->field_count ? &c->fields[index] : NULL;
}
/* The object in which static f lies; it never moves. */
static inline struct object *field_static_base(const struct field *f)
{
    return LIKELY(!f->statics) ? f->owner->mirror : class_fields_of(f->owner)->statics[f->statics - 1]->mirror;
}

/* Answers to questions to java.lang.Class, where compiled code finds them. */
enum {
    FACT_MODIFIERS = 0xffff,
    FACT_ARRAY = 1 << 16,
    FACT_INTERFACE = 1 << 17,
    FACT_PRIMITIVE = 1 << 18,
    FACT_HIDDEN = 1 << 19
};

/* Any thread. Reads first: otherwise java.lang.Object's cache line would move between processors. */
static inline void class_note_heir(struct class *c)
{
    if (!atomic_load_explicit(&c->has_heirs, memory_order_relaxed))
        atomic_store_explicit(&c->has_heirs, true, memory_order_relaxed);
}

/* ---- subtype tests (no allocation, no safepoint) ---- */
bool class_implements_slow(const struct class *c, const struct class *iface);
/* for arrays, interfaces, deep hierarchies */
bool class_assignable_slow(const struct class *from, const struct class *to);
static inline bool class_is_subclass(const struct class *c, const struct class *super) /* both ordinary classes */
{
    if (super->depth < CLASS_DISPLAY) return c->display[super->depth] == super;
    for (; c && c->depth >= super->depth; c = c->super)
        if (c == super) return true;
    return false;
}
static inline bool class_is_interface(const struct class *c) { return (c->access & ACC_INTERFACE) != 0; }
static inline bool class_is_array(const struct class *c) { return (c->flags & CLS_ARRAY) != 0; }
static inline bool class_is_primitive(const struct class *c) { return (c->flags & CLS_PRIMITIVE) != 0; }
static inline bool class_assignable(const struct class *from, const struct class *to)
{
    if (from == to) return true;
    /* an interface is only in its own display */
    if (to->depth < CLASS_DISPLAY && from->display[to->depth] == to) return true;
    return class_assignable_slow(from, to);
}
static inline struct class *object_class(const struct object *o) { return (struct class *)(uintptr_t)o->class_ref; }
static inline bool object_instance_of(const struct object *o, const struct class *c)
{
    return class_assignable(object_class(o), c);
}

/* ---- mirrors ---- */
/* The class of a java.lang.Class object (primitives too). */
static inline struct class *class_of_mirror(const struct object *m)
{
    return *(struct class **)((char *)m + mirror_class_offset);
}

/* ---- linking and initialization ---- (JVMS §5.4, §5.5). Each returns false with self->pending set. */
WARN_UNUSED bool class_link(struct thread *self, struct class *c);
WARN_UNUSED bool class_init_slow(struct thread *self, struct class *c);
/* Initialized, or being initialized by this thread. */
WARN_UNUSED static inline bool class_init(struct thread *self, struct class *c)
{
    if (LIKELY(atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED)) return true;
    return class_init_slow(self, c);
}
WARN_UNUSED struct class *class_array_of(struct thread *self, struct class *element);
extern struct class *class_primitive[128]; /* by descriptor char: class_primitive['I'] … ['V'] */

/* The number of times that members of classes were added, deleted or changed. Counted with the world stopped:
 * conclusions about members are valid while it has not changed. */
extern _Atomic u32 members_epoch;

/* ---- lookup; without side effects unless they take a thread ---- */
/* methods declared in c */
struct method *class_find_method_here(const struct class *c, const struct symbol *name, const struct symbol *desc);
struct method *class_method_at(const struct class *c, u32 index); /* by struct method.index; NULL: deleted */
/* c and superclasses */
struct method *class_find_method(const struct class *c, const struct symbol *name, const struct symbol *desc);
/* maximally specific method in superinterfaces, JVMS §5.4.3.3; NULL none */
struct method *class_find_interface_method(const struct class *c, const struct symbol *name, const struct symbol *desc);
struct field *class_find_field_here(const struct class *c, const struct symbol *name, const struct symbol *desc);
/* JVMS §5.4.3.2 order */
struct field *class_find_field(const struct class *c, const struct symbol *name, const struct symbol *desc);
/* The method that a call of `m` selects for a receiver of class `c` (vtable, itable or m itself); NULL:
 * AbstractMethodError. */
struct method *class_select_method(const struct class *c, struct method *m);
/* A class implements the interface method m by `selected`, which is not public: IllegalAccessError (JVMS §6.5,
 * invokeinterface). */
bool method_selection_is_hidden(const struct method *m, const struct method *selected);
/* For a call of a filler with MTH_CONFLICT: throws an IncompatibleClassChangeError that names the conflicting
 * methods. */
void throw_conflicting_defaults(struct thread *self, const struct method *filler);
/* Search of the itable: NULL if c does not implement m's interface. The entry may be abstract or a conflict filler. */
struct method *class_itable_lookup(const struct class *c, const struct method *imethod);

/* The bci of the handler in `m` for an exception of class `ec` at `bci`, or -1. May load classes. If that throws, the
 * new exception is pending on return, and the result is the bci of the handler whose class could not be loaded: the
 * search goes on from there. */
i32 method_find_handler(struct thread *self, struct method *m, struct class *ec, i32 bci);

/* ---- resolution (JVMS §5.4.3); results are cached in the constant pool. NULL with pending set. ---- */
WARN_UNUSED struct class *cp_resolve_class(struct thread *self, struct constpool *cp, u16 index);
/* The class named by the field or method reference at index, which is resolved. */
static inline struct class *cp_holder_of(const struct constpool *cp, u16 index)
{
    return cp->e[cp->file[index].u.pair.a].cls;
}
WARN_UNUSED struct field *cp_resolve_field(struct thread *self, struct constpool *cp, u16 index, bool is_static,
                                           bool is_put, struct method *from);
enum call_kind { CALL_VIRTUAL, CALL_SPECIAL, CALL_STATIC, CALL_INTERFACE };
WARN_UNUSED struct method *cp_resolve_method(struct thread *self, struct constpool *cp, u16 index, enum call_kind kind);
WARN_UNUSED struct object *cp_resolve_string(struct thread *self, struct constpool *cp, u16 index);
/* MethodHandle, MethodType, Dynamic through exec/invoke (bound by exec_binding). Dynamic primitives are boxed. */
WARN_UNUSED struct object *cp_resolve_object(struct thread *self, struct constpool *cp, u16 index);
/* Resolution without a constant pool (JNI, reflection, MethodHandleNatives). `caller` NULL: no access checks. */
WARN_UNUSED struct method *link_resolve_method(struct thread *self, struct class *ref, struct symbol *name,
                                               struct symbol *desc, enum call_kind kind, struct class *caller);
/* The same for a lookup without a lookup class (MethodHandles.publicLookup): checks access, but no loading
 * constraints. */
WARN_UNUSED struct method *link_resolve_method_public(struct thread *self, struct class *ref, struct symbol *name,
                                                      struct symbol *desc, enum call_kind kind, struct class *caller);
/* Do the loaders of `caller` and of f's class agree on f's type (JVMS §5.4.3.2)? Returns false with LinkageError
 * pending. */
WARN_UNUSED bool link_check_field_constraints(struct thread *self, const struct class *caller, const struct class *ref,
                                              const struct field *f);
WARN_UNUSED struct field *link_resolve_field(struct thread *self, struct class *ref, struct symbol *name,
                                             struct symbol *desc, struct class *caller, bool is_static);
/* A LinkageError is the result of all later attempts too. `where` is the address of the linked thing (constant pool
 * entry, instruction). remember: stores the pending exception if it is a LinkageError (returns true) and the first one
 * for `where`; it stays pending; `constant`: gets CPS_ERROR because of it, or NULL. known: is an error stored? throw:
 * throws it again; returns false if there is none. */
bool link_error_remember(struct thread *self, const void *where, struct cp_entry *constant);
bool link_error_known(const void *where);
bool link_error_throw(struct thread *self, const void *where);
/* The reason why modules forbid `from` to name `to`, in HotSpot's words, in buf; NULL if it is another reason. */
const char *resolve_module_reason(const struct class *from, const struct class *to, char *buf, size_t size);
/* May code of `from` name class `to`? Returns false with IllegalAccessError pending. */
WARN_UNUSED bool resolve_check_class(struct thread *self, const struct class *from, const struct class *to);
struct symbol *cp_class_name(const struct constpool *cp, u16 index);
/* FIELD/METHOD/IMETHOD; cls NULL for DYNAMIC/INDY */
void cp_ref_names(const struct constpool *cp, u16 index, struct symbol **cls, struct symbol **name,
                  struct symbol **desc);

/* ---- access control (JVMS §5.4.4) ---- */
bool access_class(const struct class *from, const struct class *to);
/* may load nest hosts; never leaves pending */
bool access_member(struct thread *self, const struct class *from, const struct class *owner, const struct class *ref,
                   u16 member_access);
bool class_same_package(const struct class *a, const struct class *b);
/* never NULL; after an error c is its own host, and nothing is pending */
struct class *class_nest_host(struct thread *self, struct class *c);

/* ---- queries ---- */
/* Class.getModifiers: from InnerClasses where there is an entry */
u32 class_modifiers(const struct class *c);
bool class_is_record(const struct class *c); /* as Class.isRecord */
/* "java.lang.String", "int[]" not used: arrays "[I" */
const char *class_external_name(const struct class *c, char *buf, size_t size);
const char *class_external_kind(const struct class *c); /* "interface", "abstract class" or "class" */
/* "a.B is in unnamed module of loader 'app'" (with `parent`: ", parent loader 'platform'"), for messages; `are`: "are
 * in". */
const char *class_in_module_of_loader(const struct class *c, bool are, bool parent, char *buf, size_t size);
/* The end of "class A cannot be cast to class B": "(A and B are in unnamed module of loader 'app')" or both places,
 * without the parentheses. */
const char *classes_in_module_of_loader(const struct class *a, const struct class *b, char *buf, size_t size);
/* "void a.B.m(int, java.lang.String)" */
const char *method_external_name(const struct method *m, char *buf, size_t size);
const char *method_name_external(const struct class *owner, const struct symbol *name, const struct symbol *desc,
                                 char *buf, size_t size);
i32 method_line(const struct method *m, i32 bci); /* -1 none, -2 native */
struct method_id *method_id_of(struct method *m); /* creates; NULL: no room in class space */
/* From now on every method of a linked class gets its id before it can run, so that a signal handler can name it. */
void method_ids_for_all(void);
extern _Atomic bool method_ids_early;
static inline bool method_is_static(const struct method *m) { return (m->access & ACC_STATIC) != 0; }
/* Has it any of `flags` (MTH_…)? Two of them, MTH_IN_CODE and MTH_OVERRIDDEN, may be set while other threads read. */
static inline bool method_has(const struct method *m, u32 flags)
{
    return (__atomic_load_n(&m->flags, __ATOMIC_RELAXED) & flags) != 0;
}
/* An object that is no mirror gets m's address. When m's version is freed, the heap is searched for such objects. */
static inline void method_goes_to_heap(struct method *m)
{
    if (!method_has(m, MTH_IN_HEAP)) __atomic_fetch_or(&m->flags, MTH_IN_HEAP, __ATOMIC_RELAXED);
}
static inline bool method_is_native(const struct method *m) { return (m->access & ACC_NATIVE) != 0; }
/* The C function bound to a native method; NULL: none. Others may bind meanwhile. */
static inline void *native_bound(const struct method *m) { return __atomic_load_n(&m->native_fn, __ATOMIC_ACQUIRE); }
static inline bool method_is_abstract(const struct method *m) { return (m->access & ACC_ABSTRACT) != 0; }
/* The size in bytes of a field or element of this kind. */
u32 kind_size(char kind);

#endif
