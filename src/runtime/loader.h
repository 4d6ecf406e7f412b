/* Class loaders: where classes come from, their tables, and defining classes (JVMS §5.3).
 *
 * Locks: each loader's table has its own mutex (leaf; never held over Java code, allocation or another loader's lock).
 * Loading through a Java loader calls ClassLoader.loadClass, under the loader object's monitor unless it is parallel capable.
 */
#ifndef ARGUS_RUNTIME_LOADER_H
#define ARGUS_RUNTIME_LOADER_H

#include "heap/heap.h"
#include "runtime/class.h"
#include "os/os_sync.h"

/* Classes that live and die together, with their memory: all of a loader but its weak hidden classes, or one of those. Or what a redefinition made of one class:
 * a version. Lies in class space, at the start of its first piece (the boot loader's does not, and never dies). See docs/classes.md, "Unloading". */
struct class_holder {
    struct heap_holder heap;      /* first: the collector's mark */
    struct loader *loader;        /* that defines the classes */
    struct class *hidden;         /* the weak hidden class that this is for; NULL: the loader's own */
    struct class *version_of;     /* the class that this is a version of (versions.c); NULL: no version */
    struct constpool *pool;       /* a version's; NULL before its commit */
    bool pinned;                  /* a version on its way to its commit */
    struct class_holder *next;    /* all that may die; unload.c's lock */
    struct arena *arena;          /* class file bytes and descriptions (struct classfile); under the loader's lock */
    char *space_at, *space_end; size_t space_bytes, class_bytes; u32 last_piece; struct space_rest *rests; /* class_space.c's lock */
    struct method_id *ids;        /* given out for its methods; pushed by compare-and-swap */
    struct link_error *errors;    /* link_error.c */
    struct site *sites;           /* linked call sites in its code; exec/invoke */
    struct icache *_Atomic icaches; /* inline caches in its code; exec/interp */
    bool permanent;               /* never dies */
};

struct loader {
    struct class_holder holder;   /* first */
    struct object *java;          /* java.lang.ClassLoader; NULL for the boot loader; marked with the holder */
    struct os_mutex *lock;
    struct hashmap *classes;      /* symbol -> struct class*, defining or initiating; under lock */
    struct placeholder *placeholders; /* classes being loaded now: circularity and waiting; under lock */
    struct class *first_class, *last_class; /* defined here, in order, through next_in_loader; weak hidden classes too */
    struct module *unnamed;
    struct module *modules;       /* through next_in_loader; module.c's lock */
    struct hashmap *packages;     /* symbol -> struct package* */
    bool is_boot, is_platform, is_app; /* builtin loaders; trusted: boot and platform */
    bool lost_classes;            /* unload.c: some of first_class … are going */
    struct loader *next;          /* all loaders */
    u32 class_count;
};

extern struct loader boot_loader;
void loaders_init(void);                                /* class space, the boot loader; once, before anything else here */
/* "'app'", "'Name' @1f2e3d", "'bootstrap'": the loader as messages name it. */
const char *loader_name_and_id(const struct loader *l, char *buf, size_t size);
struct loader *loader_of(struct object *java_loader);  /* NULL -> boot_loader; creates on first use. NULL: no room for it in class space */
/* The same; collects when there is no room, or many were made. NULL: OutOfMemoryError pending. */
WARN_UNUSED struct loader *loader_require(struct thread *self, struct object *java_loader);
struct loader *loader_first(void);                      /* list of all, through next */

/* Finds or loads. `name` is a binary name with '/' or a descriptor of a class or array. NULL with pending set (NoClassDefFoundError as raised by
 * linkage with the ClassNotFoundException as cause; loader_find_class leaves the ClassNotFoundException itself). */
WARN_UNUSED struct class *loader_load_class(struct thread *self, struct loader *l, struct symbol *name);  /* linkage: NoClassDefFoundError */
WARN_UNUSED struct class *loader_find_class(struct thread *self, struct loader *l, struct symbol *name);  /* ClassNotFoundException */
struct class *loader_loaded_class(struct loader *l, struct symbol *name);                    /* no loading; arrays too; NULL when it is not there */
/* A name that came from outside. NULL: longer than a symbol can be, `error` pending. */
WARN_UNUSED struct symbol *class_name_symbol(struct thread *self, const char *name, struct class *error);
WARN_UNUSED struct class *loader_boot_class_or_null(struct thread *self, struct symbol *name); /* boot only: NULL without pending when there is none */

struct define_options {
    struct symbol *name;          /* expected, or NULL */
    struct object *protection_domain;
    const char *source;           /* for logging, may be NULL */
    struct class *lookup_host;    /* hidden classes and lookup defines: the host */
    bool hidden, hidden_nestmate, hidden_strong, hidden_access_vm;
    struct object *class_data;    /* hidden: Class.classData */
    bool no_hook;                 /* bytes were already through the ClassFileLoadHook */
};
/* Defines from bytes (copied). Posts ClassFileLoadHook and ClassLoad. NULL with pending set. */
WARN_UNUSED struct class *loader_define_class(struct thread *self, struct loader *l, const u8 *bytes, size_t len, const struct define_options *o);

/* The boot search: lib/modules (through libjimage) or an exploded directory, --patch-module, then -Xbootclasspath/a entries. */
struct boot_entry; /* a directory or a jar */
bool boot_path_init(const char *java_home, char *err, size_t err_size);
bool boot_path_append(const char *path);                  /* -Xbootclasspath/a, AddToBootstrapClassLoaderSearch, agents' Boot-Class-Path */
void boot_path_patch_module(const char *module, const char *paths); /* --patch-module, ':'-separated */
/* Reads a class file's bytes for the boot loader; `*module` is its module's name or NULL (appended path). malloc'ed; NULL: none;
 * read_no_memory: there is one, and no memory for it. */
extern u8 read_no_memory[1];
u8 *boot_path_read(const char *class_name, size_t *len, const char **module, const char **source);
/* jar reading shared with the above: opens with bounds checks and zlib. */
struct jar; 
struct jar *jar_open(const char *path, char *err, size_t err_size);
u8 *jar_read(struct jar *j, const char *entry, size_t *len); /* as boot_path_read */
void jar_close(struct jar *j);

/* Every class, arrays included, primitives not; calls with no lock on `fn`'s back: classes defined meanwhile may be missed. */
void loader_for_each_class(void (*fn)(struct class *c, void *arg), void *arg);
/* GetClassLoaderClasses: what the loader was asked for, and arrays of primitives, which every loader finds (a debugger looks for `int[][]` here). */
void loader_initiating_classes(struct loader *l, void (*fn)(struct class *c, void *arg), void *arg);
/* Records `l` as initiating loader of c (after resolution through it). */
void loader_record_initiating(struct loader *l, struct class *c, struct symbol *name);

/* ---- life and death of classes (unload.c) ---- */
struct heap_visitor;
/* The collector's side; world stopped. First of all: nothing is marked. Then strong roots: what never dies. */
void classes_begin_marking(void);
void classes_visit_roots(struct heap_visitor *v);
/* What a holder that lives keeps alive. */
void classes_visit_holder(struct heap_visitor *v, struct heap_holder *h);
/* Words of a C stack: one that points at metadata keeps it. */
void classes_visit_words(struct heap_visitor *v, const void *from, const void *to);
/* After the sweep: classes of holders that are not marked go, with all that leads to them. */
void classes_unload_dead(void);
/* When the world goes on: tells tools which classes went. */
void classes_tell_unloaded(struct thread *self);
/* No class is unloaded between the two: for C code that keeps classes or methods in malloc'ed memory over a safepoint. Nests. */
void classes_hold(void);
void classes_release(void);
/* Does p (in class space or not) belong to classes that the collection that goes on has not reached? */
bool class_memory_is_dead(const void *p);
/* All holders, those that never die first. World stopped. */
void classes_for_each_holder(void (*fn)(struct class_holder *h, void *arg), void *arg);
struct class_counts { u32 loaded; u64 unloaded; }; /* there now; gone since the start */
struct class_counts classes_count(void);
/* Bytes of class files and what was read from them: in use, taken from the system. */
void classes_file_bytes(size_t *used, size_t *reserved);

#endif
