/* Class loaders, and the holders of class metadata, as data. What is done with them: meta/loader.h. */
#ifndef ARGUS_MODEL_LOADER_H
#define ARGUS_MODEL_LOADER_H

#include "heap/heap.h"
#include "model/class.h"
#include "os/os_sync.h"

/* Classes that live and die together, with their memory: all of a loader but its weak hidden classes, or one of those.
 * Or what a redefinition made of one class: a version. Lies in class space, at the start of its first piece (the boot
 * loader's does not, and never dies). See docs/classes.md, "Unloading". */
struct class_holder {
    struct heap_holder heap;   /* first: the collector's mark */
    struct loader *loader;     /* that defines the classes */
    struct class *hidden;      /* the weak hidden class that this is for; NULL: the loader's own */
    struct class *version_of;  /* the class that this is a version of (versions.c); NULL: no version */
    struct constpool *pool;    /* a version's; NULL before its commit */
    bool pinned;               /* a version on its way to its commit */
    struct class_holder *next; /* all that may die; unload.c's lock */
    struct arena *arena;       /* class file bytes and descriptions (struct classfile); under the loader's lock */
    /* class_space.c's lock */
    char *space_at, *space_end;
    size_t space_bytes, class_bytes;
    u32 last_piece;
    struct space_rest *rests;
    struct method_id *ids;          /* given out for its methods; pushed by compare-and-swap */
    struct link_error *errors;      /* link_error.c */
    struct site *sites;             /* linked call sites in its code; exec/invoke */
    struct icache *_Atomic icaches; /* inline caches in its code; exec/interp */
    bool permanent;                 /* never dies */
    /* Something that the collector finds through it was stored since the last young collection. The code that stores
     * it sets this (holder_stores) before the world can stop. */
    _Atomic bool fresh;
};
static inline void holder_stores(struct class_holder *h)
{
    atomic_store_explicit(&h->fresh, true, memory_order_relaxed);
}

struct loader {
    struct class_holder holder; /* first */
    struct object *java;        /* java.lang.ClassLoader; NULL for the boot loader; marked with the holder */
    /* the class of that object and its name (NULL: none): of a loader that goes, the object is gone before */
    struct class *type;
    struct symbol *name;
    struct os_mutex *lock;
    struct hashmap *classes;          /* symbol -> struct class*, defining or initiating; under lock */
    struct placeholder *placeholders; /* classes being loaded now: circularity and waiting; under lock */
    /* defined here, in order, through next_in_loader; weak hidden classes too */
    struct class *first_class, *last_class;
    struct module *unnamed;
    struct module *modules;            /* through next_in_loader; module.c's lock */
    struct hashmap *packages;          /* symbol -> struct package* */
    bool is_boot, is_platform, is_app; /* builtin loaders; trusted: boot and platform */
    bool lost_classes;                 /* unload.c: some of first_class … are going */
    struct loader *next;               /* all loaders */
    u32 class_count;
};

extern struct loader boot_loader;
struct loader *loader_first(void); /* list of all, through next */
/* Does p (in class space or not) belong to classes that the collection that goes on has not reached? */
bool class_memory_is_dead(const void *p);

#endif
