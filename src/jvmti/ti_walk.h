/* Walking the heap for agents: what both kinds of walk (all objects, and what can be reached) share. The world is stopped. */
#ifndef ARGUS_TI_WALK_H
#define ARGUS_TI_WALK_H

#include "jvmti/ti_tag.h"

/* A field in the specification's numbering: those of all superinterfaces first, then from java.lang.Object down. */
struct ti_field_slot { u32 offset; i32 index; char kind; };
struct ti_field_list { u32 count; struct ti_field_slot slots[]; };

struct ti_walk {
    struct ti_env *env;
    void *user_data;
    const jvmtiHeapCallbacks *cb; /* NULL: a walk of Heap (1.0) */
    i32 filter;
    struct class *klass;
    struct hashmap instance_fields, static_fields; /* struct class * -> struct ti_field_list * */
    bool abort;
};

void ti_walk_init(struct ti_walk *w, struct ti_env *env, i32 filter, struct class *klass, const jvmtiHeapCallbacks *cb, const void *user_data);
void ti_walk_destroy(struct ti_walk *w);
const struct ti_field_list *ti_walk_instance_fields(struct ti_walk *w, struct class *c);
const struct ti_field_list *ti_walk_static_fields(struct ti_walk *w, struct class *c);
/* Is the object one that the filters let through? */
bool ti_walk_selected(const struct ti_walk *w, struct object *o);
/* Primitive values of an object: fields, array elements, the text of a string, as far as there are callbacks. */
void ti_walk_values(struct ti_walk *w, struct object *o);

jlong ti_walk_class_tag(const struct ti_walk *w, const struct object *o);
static inline jint ti_walk_length(const struct object *o) { return class_is_array(object_class(o)) ? array_length(o) : -1; }
/* Is it a mirror of a class that has members? Then the class. */
struct class *ti_walk_described(const struct object *o);

#endif
