/* Functions of meta/ for lower rooms: making and initializing classes, and its part in a collection. meta_bind fills
 * the table. */
#ifndef ARGUS_MODEL_META_BINDING_H
#define ARGUS_MODEL_META_BINDING_H

#include "heap/heap.h"
#include "model/class.h"

struct meta_binding {
    WARN_UNUSED bool (*init_class)(struct thread *self, struct class *c);
    WARN_UNUSED struct class *(*new_array_class)(struct thread *self, struct class *element);
    WARN_UNUSED struct class *(*boot_class)(struct thread *self, struct symbol *name); /* loads it; NULL: pending */
    /* Parts of a collection, in this order. World stopped, up to unload_dead. The first one unmarks everything. */
    void (*begin_marking)(void);
    void (*visit_roots)(struct heap_visitor *v);                         /* classes that never die */
    void (*visit_holder)(struct heap_visitor *v, struct heap_holder *h); /* objects that a live holder keeps alive */
    /* words of a C stack: one that points at metadata keeps it alive */
    void (*visit_words)(struct heap_visitor *v, const void *from, const void *to);
    void (*unload_dead)(void);                  /* after the sweep */
    void (*tell_unloaded)(struct thread *self); /* when the world runs again */
};
extern struct meta_binding meta_binding;

#endif
