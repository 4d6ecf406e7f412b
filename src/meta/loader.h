/* Class loaders: where classes come from, their tables, and defining classes (JVMS §5.3).
 *
 * Locks: each loader's table has its own mutex (leaf; never held over Java code, allocation or another loader's lock).
 * Loading through a Java loader calls ClassLoader.loadClass, under the loader object's monitor unless it is parallel
 * capable. */
#ifndef ARGUS_META_LOADER_H
#define ARGUS_META_LOADER_H

#include "model/loader.h"

void meta_bind(void); /* fills model/meta_binding.h in; before anything runs */
/* class space, the boot loader; once, before anything else here */
void loaders_init(void);
/* "'app'", "'Name' @1f2e3d", "'bootstrap'": the loader as messages name it. */
const char *loader_name_and_id(const struct loader *l, char *buf, size_t size);
/* NULL -> boot_loader; creates on first use. NULL: no room for it in class space */
struct loader *loader_of(struct object *java_loader);
/* The same; collects when there is no room, or many were made. NULL: OutOfMemoryError pending. */
WARN_UNUSED struct loader *loader_require(struct thread *self, struct object *java_loader);

/* Finds or loads. `name` is a binary name with '/' or a descriptor of a class or array. NULL with pending set: a
 * ClassNotFoundException becomes the cause of a NoClassDefFoundError, as linkage raises it. */
WARN_UNUSED struct class *loader_load_class(struct thread *self, struct loader *l, struct symbol *name);
/* The same, but the ClassNotFoundException stays what it is. */
WARN_UNUSED struct class *loader_find_class(struct thread *self, struct loader *l, struct symbol *name);
/* The class if l knows it already, arrays too; NULL: it does not. Loads nothing. */
struct class *loader_loaded_class(struct loader *l, struct symbol *name);
/* A name that came from outside. NULL: longer than a symbol can be, `error` pending. */
WARN_UNUSED struct symbol *class_name_symbol(struct thread *self, const char *name, struct class *error);
/* boot only: NULL without pending when there is none */
WARN_UNUSED struct class *loader_boot_class_or_null(struct thread *self, struct symbol *name);

struct define_options {
    struct symbol *name; /* expected, or NULL */
    struct object *protection_domain;
    const char *source;        /* for logging, may be NULL */
    struct class *lookup_host; /* hidden classes and lookup defines: the host */
    bool hidden, hidden_strong, hidden_access_vm;
    struct class *nest_host;   /* hidden: what it becomes a nest mate in, or NULL */
    struct object *class_data; /* hidden: Class.classData */
    bool no_hook;              /* bytes were already through the ClassFileLoadHook */
};
/* Defines from bytes (copied). Posts ClassFileLoadHook and ClassLoad. NULL with pending set. */
WARN_UNUSED struct class *loader_define_class(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                              const struct define_options *o);
/* The same for a hidden class, which is linked too. */
WARN_UNUSED struct class *loader_define_hidden(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                               const struct define_options *o);

/* The boot search: lib/modules (through libjimage) or an exploded directory, --patch-module, then -Xbootclasspath/a
 * entries. */
struct boot_entry; /* a directory or a jar */
bool boot_path_init(const char *java_home, char *err, size_t err_size);
/* -Xbootclasspath/a, AddToBootstrapClassLoaderSearch, agents' Boot-Class-Path */
bool boot_path_append(const char *path);
/* A file of a module of the JDK's image, malloc'ed; NULL: there is none, or no memory. */
u8 *boot_path_read_resource(const char *module, const char *file, size_t *len);
void boot_path_patch_module(const char *module, const char *paths); /* --patch-module, ':'-separated */
/* Reads a class file's bytes for the boot loader; `*module` is its module's name or NULL (appended path). malloc'ed;
 * NULL: none; read_no_memory: there is one, and no memory for it. */
u8 *boot_path_read(const char *class_name, size_t *len, const char **module, const char **source);
/* jar reading shared with the above: opens with bounds checks and zlib. */
struct jar;
extern u8 read_no_memory[1]; /* stands for bytes that there was no memory for */
struct jar *jar_open(const char *path, char *err, size_t err_size);
u8 *jar_read(struct jar *j, const char *entry, size_t *len); /* as boot_path_read */
void jar_close(struct jar *j);

/* Every class, arrays included, primitives not; `fn` is called without a lock, so classes that are defined meanwhile
 * may be missed. */
/* The loader that it asks first; NULL: it is the boot loader. */
struct loader *loader_parent(const struct loader *l);
void loader_for_each_class(void (*fn)(struct class *c, void *arg), void *arg);
/* GetClassLoaderClasses: what the loader was asked for, and arrays of primitives, which every loader finds (a debugger
 * looks for `int[][]` here). */
void loader_initiating_classes(struct loader *l, void (*fn)(struct class *c, void *arg), void *arg);

/* ---- life and death of classes (unload.c) ---- */
struct heap_visitor;
/* The collector's side; world stopped. First of all: nothing is marked. Then strong roots: what never dies. */
void classes_begin_marking(void);
void classes_visit_roots(struct heap_visitor *v);
/* Visits the objects that a live holder keeps alive. */
void classes_visit_holder(struct heap_visitor *v, struct heap_holder *h);
/* Words of a C stack: one that points at metadata keeps it. */
void classes_visit_words(struct heap_visitor *v, const void *from, const void *to);
/* After the sweep: classes of holders that are not marked go, with all that leads to them. */
void classes_unload_dead(void);
/* When the world goes on: tells tools which classes went. */
void classes_tell_unloaded(struct thread *self);
/* No class is unloaded between the two: for C code that keeps classes or methods in malloc'ed memory over a safepoint.
 * Nests. */
void classes_hold(void);
void classes_release(void);
/* All holders, those that never die first. World stopped. */
void classes_for_each_holder(void (*fn)(struct class_holder *h, void *arg), void *arg);
struct class_counts {
    u32 loaded;
    u64 unloaded;
}; /* there now; gone since the start */
/* This and the next: for a thread of the VM in state VM, or with the list of threads locked. */
struct class_counts classes_count(void);
/* Bytes of class files and what was read from them: in use, taken from the system. */
void classes_file_bytes(size_t *used, size_t *reserved);

#endif
