/* Watched fields (JVM TI SetFieldAccessWatch, SetFieldModificationWatch): accesses by base and offset instead of
 * bytecodes or JNI functions. java.lang.reflect.Field, method handles, VarHandles, field updaters and serialization all
 * end in such accesses, in jdk.internal.misc.Unsafe.
 *
 * A class with a watched field of its own or of a superclass has CLS_WATCHED. */
#ifndef ARGUS_META_WATCH_H
#define ARGUS_META_WATCH_H

#include "model/frame.h"
#include "model/wellknown.h"

/* Number of watches, and one more while there are short objects (heap_short.c), whose fields may be elsewhere. Changes
 * only while the world is stopped. */
extern u32 watched_fields;

/* The flag has changed: the new state of f is in f->flags. World stopped. */
void watch_field_changed(const struct field *f, u8 old_flags);

/* c is unloaded: removes its watches. World stopped. */
void watch_class_unloading(const struct class *c);

/* Can an access to `base` (NULL: raw memory) touch a watched field? */
static inline bool watch_may_hit(const struct object *base)
{
    if (!base) return false;
    const struct class *c = object_class(base);
    if (c->flags & CLS_WATCHED) return true;
    return (c == WK(java_lang_Class) && (class_of_mirror(base)->flags & CLS_WATCHED));
}

/* The memory at base + offset is about to be read, written with `value` (size bytes in memory form), or compared with
 * `expected` and written if equal. Posts the events, with the top frame as the place. IN_VM; runs agents' code, may
 * collect; leaves no new exception pending. */
void watch_unsafe_read(struct thread *self, struct object *base, i64 offset, u32 size);
void watch_unsafe_write(struct thread *self, struct object *base, i64 offset, const void *value, u32 size);
void watch_unsafe_compare(struct thread *self, struct object *base, i64 offset, const void *expected, const void *value,
                          u32 size);

#endif
