/* Objects for tools: class, size and hash, fields of the class library's classes, strings, arrays. A struct object * is
 * valid while the thread is IN_VM and does not collect. Nothing here throws. */
#ifndef ARGUS_TOOL_TOOL_OBJECT_H
#define ARGUS_TOOL_TOOL_OBJECT_H

#include "core/alloc.h"
#include "core/jstring.h"
#include "heap/heap.h"
#include "model/class.h"
#include "model/wellknown.h"

static inline struct class *tool_class_of(const struct object *o) { return object_class(o); }
static inline size_t tool_object_size(const struct object *o) { return object_size(o); }
/* Are there instances of different sizes of one class? (They grow one after another, heap/heap_short.c.) */
static inline bool tool_instances_vary(void) { return heap_short_count() != 0; }
i32 tool_object_hash(struct object *o); /* identity hash */
/* Is the word the address of an object? Any word is allowed. */
static inline bool tool_is_object(const void *p) { return heap_is_object(p); }
static inline bool tool_is_a(const struct object *o, const struct class *c) { return object_instance_of(o, c); }

/* ---- objects with a meaning for the VM ---- */
static inline struct class *tool_class_of_classes(void) { return WK(java_lang_Class); } /* java.lang.Class itself */
static inline struct class *tool_class_of_strings(void) { return WK(java_lang_String); }
static inline bool tool_is_class(const struct object *o) { return object_class(o) == WK(java_lang_Class); }
static inline bool tool_is_string(const struct object *o) { return object_class(o) == WK(java_lang_String); }
static inline bool tool_is_kind(const struct object *o, const struct class *wanted)
{
    return wanted && object_instance_of(o, wanted); /* NULL early in the start */
}
static inline bool tool_is_thread(const struct object *o) { return tool_is_kind(o, WK(java_lang_Thread)); }
static inline bool tool_is_thread_group(const struct object *o) { return tool_is_kind(o, WK(java_lang_ThreadGroup)); }
static inline bool tool_is_loader(const struct object *o) { return tool_is_kind(o, WK(java_lang_ClassLoader)); }
static inline bool tool_is_module(const struct object *o) { return tool_is_kind(o, WK(java_lang_Module)); }
static inline bool tool_is_throwable(const struct object *o) { return tool_is_kind(o, WK(java_lang_Throwable)); }
/* The class of a java.lang.Class; NULL: the mirror is still being made. */
static inline struct class *tool_class_of_mirror(const struct object *mirror) { return class_of_mirror(mirror); }

/* Holds statics that were added to some class: part of the VM's metadata, which tools do not see. */
static inline bool tool_is_metadata(const struct object *o)
{
    return object_class(o) == WK(java_lang_Class) && class_of_mirror(o) && (class_of_mirror(o)->flags & CLS_STATICS);
}

/* ---- fields and elements, at offsets that tool_class.h gives ---- */
static inline struct object *tool_field_ref(const struct object *o, u32 offset) { return heap_ref_at(o, offset); }
/* The value of a primitive. */
static inline const void *tool_field_bytes(const struct object *o, u32 offset)
{
    return heap_bytes_at(o, offset, false);
}
static inline i32 tool_array_length(const struct object *a) { return array_length(a); }
static inline const void *tool_array_data(const struct object *a) { return array_data(a); }
/* A reference in the form of a field or array element. */
static inline struct object *tool_wide(nref r) { return ref_decode(r); }
static inline const nref *tool_array_refs(const struct object *a)
{
    return (const nref *)((const char *)a + ARRAY_BASE);
}
/* The size in bytes of an array of so many elements. */
static inline size_t tool_array_size(u32 elem_shift, i32 length)
{
    return ALIGN_UP(array_base(elem_shift) + ((size_t)(u32)length << elem_shift), (size_t)OBJECT_ALIGN);
}

/* ---- java.lang.String ---- */
/* Has its constructor run? Before, it has no text. */
static inline bool tool_string_is_made(const struct object *s) { return obj_ref(s, WKF(String_value)) != NULL; }
static inline u32 tool_string_length(struct object *s) { return string_length(s); } /* UTF-16 units */
static inline u16 tool_string_unit(struct object *s, u32 i) { return string_char(s, i); }
char *tool_string_text(struct object *s);                        /* modified UTF-8, malloc'ed; NULL: no memory */
void tool_string_copy(struct object *s, char *buf, size_t size); /* cut at size */

/* ---- java.lang.Thread and ThreadGroup ---- */
struct tool_thread_info {
    struct object *name, *group, *context_loader;
    i32 priority;
    bool daemon;
};
struct tool_thread_info tool_thread_info(const struct object *java_thread);
struct object *tool_thread_name(const struct object *java_thread);  /* a String, or NULL */
i64 tool_thread_number(const struct object *java_thread);           /* Thread.getId */
void tool_thread_prepare(struct object *java_thread, i32 priority); /* for an agent's thread: makes it a daemon */
struct tool_group_info {
    struct object *parent, *name; /* NULL: none */
    i32 max_priority;
    bool daemon;
};
struct tool_group_info tool_group_info(const struct object *group);
struct object *tool_top_group(const struct thread *self); /* NULL: there is no thread with a group yet */
/* Live threads, then groups, in one malloc'ed array. Waits for the group's monitor. NULL: no memory. */
struct object **tool_group_children(struct thread *self, struct object *group, u32 *threads, u32 *groups);

#endif
