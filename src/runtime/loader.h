/* Class loaders: where classes come from, their tables, and defining classes (JVMS §5.3).
 *
 * Locks: each loader's table has its own mutex (leaf; never held over Java code, allocation or another loader's lock).
 * Loading through a Java loader calls ClassLoader.loadClass, under the loader object's monitor unless it is parallel capable.
 */
#ifndef ARGUS_RUNTIME_LOADER_H
#define ARGUS_RUNTIME_LOADER_H

#include "runtime/class.h"
#include "os/os_sync.h"

struct loader {
    struct arena *arena;          /* class file bytes and descriptions (struct classfile); under lock */
    struct object *java;          /* java.lang.ClassLoader; NULL for the boot loader; a root while the loader is alive */
    struct os_mutex *lock;
    struct hashmap *classes;      /* symbol -> struct class*, defining or initiating; under lock */
    struct placeholder *placeholders; /* classes being loaded now: circularity and waiting; under lock */
    struct class *first_class, *last_class; /* defined here, in order, through next_in_loader */
    struct module *unnamed;
    struct hashmap *packages;     /* symbol -> struct package* */
    bool is_boot, is_platform, is_app; /* builtin loaders; trusted: boot and platform */
    bool hidden_only;             /* a non-strong hidden class's own holder */
    struct loader *next;          /* all loaders */
    u32 class_count;
    char *space_at, *space_end;   /* its current piece of class space; under class_space.c's lock */
};

extern struct loader boot_loader;
void loaders_init(void);                                /* class space, the boot loader; once, before anything else here */
/* Strong roots of the class model: mirrors, resolved references, loaders, modules. World stopped. */
struct heap_visitor;
void classes_visit_roots(struct heap_visitor *v);
/* "'app'", "'Name' @1f2e3d", "'bootstrap'": the loader as messages name it. */
const char *loader_name_and_id(const struct loader *l, char *buf, size_t size);
struct loader *loader_of(struct object *java_loader);  /* NULL -> boot_loader; creates on first use */
struct loader *loader_first(void);                      /* list of all, through next */

/* Finds or loads. `name` is a binary name with '/' or an array descriptor. NULL with pending set (NoClassDefFoundError as raised by
 * linkage with the ClassNotFoundException as cause; loader_find_class leaves the ClassNotFoundException itself). */
WARN_UNUSED struct class *loader_load_class(struct thread *self, struct loader *l, struct symbol *name);  /* linkage: NoClassDefFoundError */
WARN_UNUSED struct class *loader_find_class(struct thread *self, struct loader *l, struct symbol *name);  /* ClassNotFoundException */
struct class *loader_loaded_class(struct loader *l, struct symbol *name);                    /* no loading; arrays too; NULL when it is not there */
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
/* Reads a class file's bytes for the boot loader; `*module` is its module's name or NULL (appended path). malloc'ed; NULL: none. */
u8 *boot_path_read(const char *class_name, size_t *len, const char **module, const char **source);
/* jar reading shared with the above: opens with bounds checks and zlib. */
struct jar; 
struct jar *jar_open(const char *path, char *err, size_t err_size);
u8 *jar_read(struct jar *j, const char *entry, size_t *len); /* malloc'ed or NULL */
void jar_close(struct jar *j);

/* Every class, arrays included, primitives not; calls with no lock on `fn`'s back: classes defined meanwhile may be missed. */
void loader_for_each_class(void (*fn)(struct class *c, void *arg), void *arg);
void loader_initiating_classes(struct loader *l, void (*fn)(struct class *c, void *arg), void *arg); /* GetClassLoaderClasses */
/* Records `l` as initiating loader of c (after resolution through it). */
void loader_record_initiating(struct loader *l, struct class *c, struct symbol *name);
u32 loader_class_total(void);

#endif
