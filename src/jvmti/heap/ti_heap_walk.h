/* Walking the heap for agents: shared by both kinds of walk (all objects, and reachable ones). The world is stopped and
 * the walk owns all tags. */
#ifndef ARGUS_JVMTI_HEAP_TI_HEAP_WALK_H
#define ARGUS_JVMTI_HEAP_TI_HEAP_WALK_H

#include "jvmti/heap/ti_tag.h"

/* A field in the specification's numbering: those of all superinterfaces first, then from java.lang.Object down.
 * References come first in a list. */
struct ti_field_slot {
    struct object *base; /* of a static: where it lies; NULL: in the object */
    u32 offset;
    i32 index;
    char kind;
};
struct ti_field_list {
    u32 count, ref_count;
    struct ti_field_slot slots[];
};

/* A walk's data on a class, computed at its first object. ti_walk_retag keeps the tag up to date. */
struct ti_class_info {
    struct class *c;
    jlong tag; /* of the mirror */
    u32 size;  /* size of its instances; 0: each has its own */
    u8 elem_shift;
    bool is_array, is_ref_array, is_mirror, is_string;
    const struct ti_field_list *instance_fields, *static_fields; /* NULL: not read yet */
};

enum { TI_WALK_CACHE = TINY(512, 2) };

struct ti_walk {
    struct ti_env *env;
    void *user_data;
    const jvmtiHeapCallbacks *cb; /* NULL: a walk of Heap (1.0) */
    i32 filter;
    struct class *klass;
    bool abort, no_memory;
    bool wants_values; /* there is a callback for arrays, strings or fields */
    struct ti_class_info *recent[TI_WALK_CACHE];
    struct hashmap infos; /* struct class * -> struct ti_class_info * */
};

/* Begin stops the world. End releases it and returns the result of the walk. */
void ti_walk_begin(struct ti_walk *w, struct thread *self, struct ti_env *env, i32 filter, struct class *klass,
                   const jvmtiHeapCallbacks *cb, const void *user_data);
jvmtiError ti_walk_end(struct ti_walk *w, struct thread *self);

struct ti_class_info *ti_walk_info_slow(struct ti_walk *w, struct class *c);
static inline struct ti_class_info *ti_walk_class(struct ti_walk *w, struct class *c)
{
    struct ti_class_info *i = w->recent[((uintptr_t)c >> 4 ^ (uintptr_t)c >> 13) % TI_WALK_CACHE];
    return LIKELY(i && i->c == c) ? i : ti_walk_info_slow(w, c);
}
static inline struct ti_class_info *ti_walk_info(struct ti_walk *w, const struct object *o)
{
    return ti_walk_class(w, tool_class_of(o));
}
const struct ti_field_list *ti_walk_instance_fields_slow(struct ti_class_info *i);
static inline const struct ti_field_list *ti_walk_instance_fields(struct ti_class_info *i)
{
    return LIKELY(i->instance_fields) ? i->instance_fields : ti_walk_instance_fields_slow(i);
}
const struct ti_field_list *ti_walk_static_fields(struct ti_class_info *i);

/* Do the filters let the object through? */
static inline bool ti_walk_selected(const struct ti_walk *w, const struct ti_class_info *i, jlong tag)
{
    if (w->klass && i->c != w->klass) return false;
    if (LIKELY(!w->filter)) return true;
    if (w->filter & (tag ? JVMTI_HEAP_FILTER_TAGGED : JVMTI_HEAP_FILTER_UNTAGGED)) return false;
    return !(w->filter & (i->tag ? JVMTI_HEAP_FILTER_CLASS_TAGGED : JVMTI_HEAP_FILTER_CLASS_UNTAGGED));
}

static inline jlong ti_walk_size(const struct ti_class_info *i, const struct object *o)
{
    if (LIKELY(i->size)) return i->size;
    if (i->is_array) return (jlong)tool_array_size(i->elem_shift, tool_array_length(o));
    return (jlong)tool_object_size(o);
}
static inline jint ti_walk_length(const struct ti_class_info *i, const struct object *o)
{
    return i->is_array ? tool_array_length(o) : -1;
}

/* A callback has changed its tag. */
void ti_walk_retag(struct ti_walk *w, const struct ti_class_info *i, struct object *o, jlong tag);

/* Reports primitive values of an object: fields, array elements, the text of a string, if there are callbacks for
 * them. */
void ti_walk_values(struct ti_walk *w, struct ti_class_info *i, struct object *o);

/* Is the object a mirror of a class with members? Then returns the class. */
struct class *ti_walk_described(const struct object *o);

#endif
