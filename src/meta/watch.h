/* Watched fields (JVM TI SetFieldAccessWatch, SetFieldModificationWatch): accesses that do not come as bytecodes or JNI
 * calls on the field, but by base and offset. java.lang.reflect.Field, method handles, VarHandles, field updaters and
 * serialization all end there, in jdk.internal.misc.Unsafe.
 *
 * A class with a watched field, or with one in a superclass, has CLS_WATCHED. */
#ifndef ARGUS_META_WATCH_H
#define ARGUS_META_WATCH_H

#include "model/frame.h"
#include "model/wellknown.h"

extern u32 watched_fields; /* how many; changes only while the world stands */

/* The flag changed: the new state of f is in f->flags. World stopped. */
void watch_field_changed(const struct field *f, u8 old_flags);

/* c is unloaded, and its watches with it. World stopped. */
void watch_class_unloading(const struct class *c);

/* Can an access to `base` (NULL: raw memory) touch a watched field? */
static inline bool watch_may_hit(const struct object *base)
{
    if (!base) return false;
    const struct class *c = object_class(base);
    return (c->flags & CLS_WATCHED) || (c == WK(java_lang_Class) && (class_of_mirror(base)->flags & CLS_WATCHED));
}

/* The memory at base + offset is about to be read, written with `value` (size bytes as they will lie there), or
 * compared with `expected` and written if equal. Sends the events, with the frame on top as the place. IN_VM; runs
 * agents' code, may collect; nothing pending afterwards that was not before. */
void watch_unsafe_read(struct thread *self, struct object *base, i64 offset, u32 size);
void watch_unsafe_write(struct thread *self, struct object *base, i64 offset, const void *value, u32 size);
void watch_unsafe_compare(struct thread *self, struct object *base, i64 offset, const void *expected, const void *value,
                          u32 size);

#endif
