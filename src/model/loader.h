/* Class loaders, and the holders of class metadata, as data. Their functions: meta/loader.h. */
#ifndef ARGUS_MODEL_LOADER_H
#define ARGUS_MODEL_LOADER_H

#include "base/hashmap.h"
#include "heap/heap.h"
#include "model/class.h"
#include "os/os_sync.h"

/* Classes that live and die together, and their memory: all classes of a loader apart from its weak hidden classes, or
 * one of those; or a version that a redefinition has made of one class. Lies in class space, at the start of its first
 * piece (the boot loader's does not, and never dies). See docs/classes.md, "Unloading". */
struct class_holder {
    struct heap_holder heap;   /* first: the collector's mark */
    struct loader *loader;     /* the loader that defines the classes */
    struct class *hidden;      /* the weak hidden class that it belongs to; NULL: the loader's own */
    struct class *version_of;  /* the class of which it holds a version (versions.c); NULL: no version */
    struct constpool *pool;    /* a version's; NULL before its commit */
    bool pinned;               /* a version that is not committed yet */
    struct class_holder *next; /* links all that may die; unload.c's lock */
    struct arena *arena;       /* class file bytes and parsed forms (struct classfile); under the loader's lock */
    /* class_space.c's lock */
    char *space_at, *space_end;
    size_t space_bytes, class_bytes;
    u32 last_piece;
    struct space_rest *rests;
    struct method_id *ids;          /* ids made for its methods; pushed by compare-and-swap */
    struct link_error *errors;      /* link_error.c */
    struct site *sites;             /* linked call sites in its code; exec/invoke */
    struct icache *_Atomic icaches; /* inline caches in its code; exec/interp */
    bool permanent;                 /* never dies */
    /* An object that the collector finds through it was stored since the last young collection. The code that stores
     * sets this (holder_stores) before the world can stop. */
    _Atomic bool fresh;
};
static inline void holder_stores(struct class_holder *h)
{
    atomic_store_explicit(&h->fresh, true, memory_order_relaxed);
}

struct loader {
    struct class_holder holder; /* first */
    struct object *java;        /* java.lang.ClassLoader; NULL for the boot loader; marked with the holder */
    /* the class of that object and its name (NULL: none), since the object of a dead loader is freed first */
    struct class *type;
    struct symbol *name;
    struct os_mutex *lock;
    struct hashmap *classes;          /* symbol -> struct class*, defining or initiating; under lock */
    struct placeholder *placeholders; /* classes being loaded now: circularity and waiting; under lock */
    /* classes that it defined, in order, through next_in_loader; weak hidden classes too */
    struct class *first_class, *last_class;
    struct module *unnamed;
    struct module *modules;            /* through next_in_loader; module.c's lock */
    struct hashmap *packages;          /* symbol -> struct package* */
    bool is_boot, is_platform, is_app; /* builtin loaders; trusted: boot and platform */
    bool lost_classes;                 /* unload.c: some of first_class … are being unloaded */
    struct loader *next;               /* all loaders */
    u32 number;                        /* from 1 on in the order in which they came; the boot loader is 1 */
    u32 class_count;
};

/* How far a walk over all classes has come: loader_for_each_new_class. */
struct class_walk {
    struct hashmap last; /* by loader: the last class of its list that was shown */
};

extern struct loader boot_loader;
struct loader *loader_first(void); /* links all loaders */
/* Does p (in class space or not) belong to classes that the present collection has not reached? */
bool class_memory_is_dead(const void *p);

#endif
