/* Classes, methods and fields for tools: facts of the class file and of linking. The structures are handles: a class
 * lives while its mirror is held; its methods, fields and texts live as long as the class. No function throws.
 * Functions that "run Java" may collect and leave nothing pending; the others do not collect. */
#ifndef ARGUS_TOOL_TOOL_CLASS_H
#define ARGUS_TOOL_TOOL_CLASS_H

#include "meta/loader.h"
#include "model/class.h"

/* ---- classes ---- */
static inline bool tool_class_is_array(const struct class *c) { return class_is_array(c); }
static inline bool tool_class_is_primitive(const struct class *c) { return class_is_primitive(c); }
/* Arrays of interfaces have the flag too. */
static inline bool tool_class_is_interface(const struct class *c) { return class_is_interface(c); }
static inline bool tool_class_is_plain(const struct class *c) { return !class_is_array(c) && !class_is_primitive(c); }
static inline bool tool_class_is_hidden(const struct class *c) { return (c->flags & CLS_HIDDEN) != 0; }
static inline bool tool_class_assignable(const struct class *from, const struct class *to)
{
    return class_assignable(from, to);
}
static inline struct object *tool_class_mirror(const struct class *c) { return c->mirror; }
static inline struct class *tool_class_super(const struct class *c) { return c->super; } /* NULL: none */
static inline struct class *tool_class_element(const struct class *c) { return c->element; }
static inline struct class *tool_class_innermost(const struct class *c) { return c->innermost; }
static inline char tool_class_primitive_kind(const struct class *c) { return (char)c->prim_kind; } /* 'I' …, 'V' */
/* Binary name with '/'; of an array its descriptor. */
static inline const char *tool_class_name(const struct class *c) { return c->name->bytes; }
static inline u32 tool_class_name_length(const struct class *c) { return c->name->len; }
const char *tool_class_external_name(const struct class *c, char *buf, size_t size); /* "p.C", "int[]" */
static inline const char *tool_symbol_text(const struct symbol *s) { return s ? s->bytes : NULL; }
static inline const char *tool_class_generic(const struct class *c) { return tool_symbol_text(c->generic); }
static inline const char *tool_class_source_file(const struct class *c) { return tool_symbol_text(c->source_file); }
static inline struct bytes tool_class_source_debug(const struct class *c) /* at NULL: none */
{
    return c->cf ? c->cf->source_debug : (struct bytes){ NULL, 0 };
}
/* Copies the class file from which a retransformation starts, malloc'ed. NULL: no memory. */
u8 *tool_class_original(const struct class *c, size_t *len);
static inline bool tool_class_has_original(const struct class *c) { return c->original.at != NULL; }
/* The number of redefinitions. */
static inline u32 tool_class_redefinitions(const struct class *c) { return c->redefinitions; }
/* The size of the constant pool in the class file: the bytes after magic, versions and count. Not for arrays or
 * primitive types. tool_class_write_pool writes these bytes; `to` has room for them. */
static inline u32 tool_class_pool_size(const struct class *c) { return classfile_pool_size(c->cf); }
static inline void tool_class_write_pool(const struct class *c, u8 *to) { classfile_write_pool(c->cf, to); }
static inline void tool_class_version(const struct class *c, i32 *major, i32 *minor)
{
    *major = c->major;
    *minor = c->minor;
}
u32 tool_class_modifiers(const struct class *c); /* the class file's flags, unlike Class.getModifiers */
enum tool_class_state {
    TOOL_CLASS_LOADED,
    TOOL_CLASS_LINKING,
    TOOL_CLASS_LINKED,
    TOOL_CLASS_INITIALIZED,
    TOOL_CLASS_ERRONEOUS
};
enum tool_class_state tool_class_state(struct class *c);
/* Is it linked already? For walks of the heap. */
static inline bool tool_class_is_linked(struct class *c) { return atomic_load(&c->state) >= CLASS_LINKED; }
/* Links it. Returns false if that failed. Runs Java. */
bool tool_class_link(struct thread *self, struct class *c);
static inline struct object *tool_class_loader(const struct class *c) { return c->loader->java; } /* NULL: boot */
static inline bool tool_class_is_boot(const struct class *c) { return c->loader->is_boot; }
struct object *tool_class_domain(const struct class *c); /* its protection domain */
struct object *tool_class_signers(const struct class *c);
/* Bytes of an instance; 0: each has its own size (arrays, mirrors). */
static inline u32 tool_class_instance_size(const struct class *c) { return c->type.instance_size; }
static inline u8 tool_class_element_shift(const struct class *c) { return c->type.elem_shift; }
/* Direct interfaces; all interfaces, each after its superinterfaces. */
static inline u32 tool_class_interface_count(const struct class *c) { return c->interface_count; }
static inline struct class *tool_class_interface(const struct class *c, u32 i) { return c->interfaces[i]; }
static inline u32 tool_class_all_interface_count(const struct class *c) { return c->all_interface_count; }
static inline struct class *tool_class_any_interface(const struct class *c, u32 i) { return c->all_interfaces[i]; }
/* In the order of the class file. */
static inline u32 tool_class_method_count(const struct class *c) { return c->method_count; }
static inline struct method *tool_class_method(const struct class *c, u32 i) { return c->methods[i]; }
static inline u32 tool_class_field_count(const struct class *c) { return c->field_count; }
static inline struct field *tool_class_field(const struct class *c, u32 i) { return class_field(c, i); }
/* The object that each resolved constant keeps alive, entries 1 to count - 1; NULL: none. */
u32 tool_class_constant_count(const struct class *c);
struct object *tool_class_constant(const struct class *c, u16 index);

/* ---- methods ---- */
static inline struct class *tool_method_class(const struct method *m) { return m->owner; }
static inline const char *tool_method_name(const struct method *m) { return m->name->bytes; }
static inline const char *tool_method_descriptor(const struct method *m) { return m->desc->bytes; }
static inline const char *tool_method_generic(const struct method *m) { return tool_symbol_text(m->generic); }
static inline bool tool_method_is_native(const struct method *m) { return method_is_native(m); }
static inline bool tool_method_is_static(const struct method *m) { return method_is_static(m); }
static inline bool tool_method_is_obsolete(const struct method *m) { return method_has(m, MTH_OBSOLETE); }
static inline bool tool_method_is_synthetic(const struct method *m) { return (m->access & ACC_SYNTHETIC) != 0; }
i32 tool_method_modifiers(const struct method *m);
static inline u32 tool_method_max_locals(const struct method *m) { return m->max_locals; }
static inline u32 tool_method_argument_slots(const struct method *m) { return m->nargs; }
static inline char tool_method_return_kind(const struct method *m) { return (char)m->return_kind; }
const char *tool_method_return_type(const struct method *m); /* its descriptor */
/* The class file's bytecodes; 0: abstract or native. */
static inline u32 tool_method_code_length(const struct method *m) { return m->code_len; }
static inline const u8 *tool_method_code(const struct method *m) { return m->orig_code; }
static inline struct method *tool_method_previous(const struct method *m) { return m->previous_version; }
i32 tool_method_line(const struct method *m, i32 bci); /* -1: none */
/* LineNumberTable and LocalVariableTable. */
struct tool_line {
    u32 bci, line;
};
struct tool_variable {
    i32 start, length, slot;
    const char *name, *descriptor, *generic; /* generic NULL: none */
    u32 descriptor_length;
};
static inline u32 tool_method_line_count(const struct method *m) { return m->cf ? m->cf->line_count : 0; }
struct tool_line tool_method_line_at(const struct method *m, u32 i);
static inline u32 tool_method_variable_count(const struct method *m) { return m->cf ? m->cf->local_count : 0; }
struct tool_variable tool_method_variable(const struct method *m, u32 i);
/* The variable in this slot whose range holds bci (`behind`: or ends right before it). Returns false if there is
 * none. */
bool tool_method_variable_at(const struct method *m, i32 slot, i32 bci, bool behind, struct tool_variable *out);
static inline bool tool_method_has_file(const struct method *m) { return m->cf != NULL; }

/* ---- fields ---- */
static inline struct class *tool_field_class(const struct field *f) { return f->owner; }
static inline const char *tool_field_name(const struct field *f) { return f->name->bytes; }
static inline const char *tool_field_descriptor(const struct field *f) { return f->desc->bytes; }
static inline const char *tool_field_generic(const struct field *f) { return tool_symbol_text(f->generic); }
static inline char tool_field_kind(const struct field *f) { return (char)f->kind; } /* first of the descriptor */
static inline u32 tool_field_offset(const struct field *f) { return f->offset; }
static inline struct object *tool_field_base(const struct field *f) { return field_static_base(f); } /* of a static */
static inline bool tool_field_is_static(const struct field *f) { return (f->access & ACC_STATIC) != 0; }
static inline bool tool_field_is_synthetic(const struct field *f) { return (f->access & ACC_SYNTHETIC) != 0; }
i32 tool_field_modifiers(const struct field *f);

/* ---- ids (tool_ids.c) ---- */
/* The method or field of a jmethodID or jfieldID; NULL for every other word. Any word is allowed. */
struct method *tool_method_of_id(const void *id);
struct field *tool_field_of_id(const void *id);
struct field *tool_field_once_of_id(const void *id); /* also one that a redefinition has deleted */
/* Made on first use; the same for all versions of a method, never freed. */
static inline struct method_id *tool_method_id(struct method *m)
{
    struct method_id *id = __atomic_load_n(&m->id, __ATOMIC_ACQUIRE); /* set: also an older version's */
    return LIKELY(id != NULL) ? id : method_id_of(m);
}
static inline struct method_id *tool_method_id_if_made(const struct method *m) { return m->id; }
static inline struct method *tool_method_of(const struct method_id *id) { return id->current; } /* NULL: unloaded */
void tool_method_ids_for_all(void); /* from now on every method that can run has an id */

/* ---- loaders ---- */
static inline struct object *tool_loader_object(const struct loader *l) { return l ? l->java : NULL; } /* NULL: boot */
/* Calls fn for every class except primitive ones; classes may be defined meanwhile. */
void tool_each_class(void (*fn)(struct class *c, void *arg), void *arg);
/* Calls fn for the classes for which the loader (NULL: boot) is an initiating loader. false: TOOL_NO_MEMORY. */
bool tool_each_class_of_loader(struct object *loader, void (*fn)(struct class *c, void *arg), void *arg);
bool tool_is_jar(const char *path);           /* that can be read */
bool tool_boot_path_append(const char *path); /* false: no memory, or no such file */
enum tool_system_path { TOOL_PATH_OK, TOOL_PATH_UNSUPPORTED, TOOL_PATH_FAILED };
/* Calls the system class loader (java.lang.instrument's contract). Runs Java. */
enum tool_system_path tool_system_path_append(struct thread *self, const char *path);

/* A trace of another thread names methods whose classes may have no other user. Between tool_keep_methods, which comes
 * before the trace is taken, and tool_release_methods no class is unloaded. Pairs may nest. */
struct tool_kept {
    bool held;
};
static inline struct tool_kept tool_keep_methods(struct thread *self, struct thread *target)
{
    if (self != target) classes_hold();
    return (struct tool_kept){ self != target };
}
static inline void tool_release_methods(struct tool_kept k)
{
    if (k.held) classes_release();
}

#endif
