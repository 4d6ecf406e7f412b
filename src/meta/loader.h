/* Class loaders: loading, their tables, and defining classes (JVMS §5.3).
 *
 * Locks: each loader's table has its own mutex (leaf; never held over Java code, allocation or another loader's lock).
 * Loading through a Java loader calls ClassLoader.loadClass, under the loader object's monitor unless it is parallel
 * capable. */
#ifndef ARGUS_META_LOADER_H
#define ARGUS_META_LOADER_H

#include "model/loader.h"

void meta_bind(void); /* fills model/meta_binding.h; called first */
/* class space, the boot loader; once, before anything else here */
void loaders_init(void);
/* "'app'", "'Name' @1f2e3d", "'bootstrap'": the loader's name in messages. */
const char *loader_name_and_id(const struct loader *l, char *buf, size_t size);
/* NULL -> boot_loader; creates on first use. NULL: no room for it in class space */
struct loader *loader_of(struct object *java_loader);
/* The same, but collects if there is no room, or many loaders were made. NULL: OutOfMemoryError pending. */
WARN_UNUSED struct loader *loader_require(struct thread *self, struct object *java_loader);

/* Finds or loads a class. `name` is a binary name with '/' or a descriptor of a class or array. NULL with an exception
 * pending: a ClassNotFoundException becomes the cause of a NoClassDefFoundError, as in linkage. */
WARN_UNUSED struct class *loader_load_class(struct thread *self, struct loader *l, struct symbol *name);
/* The same, but a ClassNotFoundException is thrown as it is. */
WARN_UNUSED struct class *loader_find_class(struct thread *self, struct loader *l, struct symbol *name);
/* The class, or array class, if l knows it already, else NULL. Loads nothing. */
struct class *loader_loaded_class(struct loader *l, struct symbol *name);
/* The symbol of a name from outside. NULL: it is longer than a symbol can be, `error` pending. */
WARN_UNUSED struct symbol *class_name_symbol(struct thread *self, const char *name, struct class *error);
/* boot only: NULL without an exception if there is none */
WARN_UNUSED struct class *loader_boot_class_or_null(struct thread *self, struct symbol *name);

struct define_options {
    struct symbol *name; /* the expected name, or NULL */
    struct object *protection_domain;
    const char *source;        /* for logging, may be NULL */
    struct class *lookup_host; /* the host, for hidden classes and lookup defines */
    bool hidden, hidden_strong, hidden_access_vm;
    struct class *nest_host;   /* hidden: the class whose nest it joins, or NULL */
    struct object *class_data; /* hidden: Class.classData */
    bool no_hook;              /* the bytes have been through the ClassFileLoadHook */
};
/* Defines a class from bytes (copied). Posts ClassFileLoadHook and ClassLoad. NULL with an exception pending. */
WARN_UNUSED struct class *loader_define_class(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                              const struct define_options *o);
/* The same for a hidden class, which is also linked. */
WARN_UNUSED struct class *loader_define_hidden(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                               const struct define_options *o);

/* The boot search: lib/modules (through libjimage) or an exploded directory, --patch-module, then -Xbootclasspath/a
 * entries. */
struct boot_entry; /* a directory or a jar */
bool boot_path_init(const char *java_home, char *err, size_t err_size);
/* -Xbootclasspath/a, AddToBootstrapClassLoaderSearch, agents' Boot-Class-Path */
bool boot_path_append(const char *path);
/* Reads a file of a module, as --patch-module or else the JDK's image has it; malloc'ed. NULL: there is none, or no
 * memory. */
u8 *boot_path_read_resource(const char *module, const char *file, size_t *len);
void boot_path_patch_module(const char *module, const char *paths); /* --patch-module, ':'-separated */
/* Reads a class file's bytes for the boot loader. `*module` is its module's name or NULL (appended path). malloc'ed;
 * NULL: there is none; read_no_memory: there is one, but no memory for it. */
u8 *boot_path_read(const char *class_name, size_t *len, const char **module, const char **source);
/* Jar reading for the above: checks bounds; uses zlib. */
struct jar;
extern u8 read_no_memory[1]; /* returned if there was no memory for the bytes */
struct jar *jar_open(const char *path, char *err, size_t err_size);
u8 *jar_read(struct jar *j, const char *entry, size_t *len); /* like boot_path_read */
void jar_close(struct jar *j);

/* Calls `fn` for every class, arrays included, primitives not. Holds no lock, so classes that are defined meanwhile may
 * be missed. */
/* The loader to which it delegates first; NULL for the boot loader. */
struct loader *loader_parent(const struct loader *l);
void loader_for_each_class(void (*fn)(struct class *c, void *arg), void *arg);
/* Those too whose definition has come so far that they have tables and a layout, or has failed afterwards. */
void loader_for_each_built_class(void (*fn)(struct class *c, void *arg), void *arg);
/* Those, without arrays, that no earlier call with this w has shown, and those whose definition has not ended. fn
 * returns false to end the walk, as it must when a class has been unloaded; then w is of no more use. */
void loader_for_each_new_class(struct class_walk *w, bool (*fn)(struct class *c, void *arg), void *arg);
/* GetClassLoaderClasses: the classes for which the loader is an initiating loader, and arrays of primitives, which
 * every loader finds (a debugger looks for `int[][]` here). */
void loader_initiating_classes(struct loader *l, void (*fn)(struct class *c, void *arg), void *arg);

/* ---- liveness and unloading of classes (unload.c) ---- */
struct heap_visitor;
/* For the collector; world stopped. First: unmarks everything. Then strong roots: classes that never die. */
void classes_begin_marking(void);
void classes_visit_roots(struct heap_visitor *v);
/* Visits the objects that a live holder keeps alive. */
void classes_visit_holder(struct heap_visitor *v, struct heap_holder *h);
/* Words of a C stack: one that points at metadata keeps it alive. */
void classes_visit_words(struct heap_visitor *v, const void *from, const void *to);
/* After the sweep: unloads the classes of holders that are not marked, and removes all references to them. */
void classes_unload_dead(void);
/* When the world runs again: reports unloaded classes to tools. */
void classes_tell_unloaded(struct thread *self);
/* No class is unloaded between these two, for C code that keeps classes or methods in malloc'ed memory over a
 * safepoint. Nests. */
void classes_hold(void);
void classes_release(void);
/* Calls fn for all holders, those that never die first. World stopped. */
void classes_for_each_holder(void (*fn)(struct class_holder *h, void *arg), void *arg);
struct class_counts {
    u32 loaded;
    u64 unloaded;
}; /* now; unloaded since the start */
/* This and the next: for a thread of the VM in state VM, or with the lock of the thread list. */
struct class_counts classes_count(void);
/* Bytes of class files and of their parsed forms: in use, and taken from the system. */
void classes_file_bytes(size_t *used, size_t *reserved);

#endif
