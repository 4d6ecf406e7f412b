/* From the bytes of a class file to a parsed, format-checked description. Pure: it uses no VM state and can be fuzzed
 * alone (JVMS §4).
 *
 * The description points into the caller's bytes (they must outlive it) and into an arena. Multi-byte numbers in `code`
 * and in raw attributes stay big-endian. Every index in the description has been checked against the constant pool and
 * the kind it must have, every offset and length against its container. */
#ifndef ARGUS_CLASSFILE_CLASSFILE_H
#define ARGUS_CLASSFILE_CLASSFILE_H

#include "base/arena.h"
#include "base/base.h"
#include "classfile/symbol.h"

enum { /* constant pool tags, JVMS §4.4 */
       CP_UTF8 = 1,
       CP_INTEGER = 3,
       CP_FLOAT = 4,
       CP_LONG = 5,
       CP_DOUBLE = 6,
       CP_CLASS = 7,
       CP_STRING = 8,
       CP_FIELD = 9,
       CP_METHOD = 10,
       CP_IMETHOD = 11,
       CP_NAME_TYPE = 12,
       CP_METHOD_HANDLE = 15,
       CP_METHOD_TYPE = 16,
       CP_DYNAMIC = 17,
       CP_INDY = 18,
       CP_MODULE = 19,
       CP_PACKAGE = 20,
};

enum { /* access flags, JVMS §4.1, §4.5, §4.6 */
       ACC_PUBLIC = 0x0001,
       ACC_PRIVATE = 0x0002,
       ACC_PROTECTED = 0x0004,
       ACC_STATIC = 0x0008,
       ACC_FINAL = 0x0010,
       ACC_SYNCHRONIZED = 0x0020,
       ACC_SUPER = 0x0020,
       ACC_VOLATILE = 0x0040,
       ACC_BRIDGE = 0x0040,
       ACC_TRANSIENT = 0x0080,
       ACC_VARARGS = 0x0080,
       ACC_NATIVE = 0x0100,
       ACC_INTERFACE = 0x0200,
       ACC_ABSTRACT = 0x0400,
       ACC_STRICT = 0x0800,
       ACC_SYNTHETIC = 0x1000,
       ACC_ANNOTATION = 0x2000,
       ACC_ENUM = 0x4000,
       ACC_MODULE = 0x8000,
       ACC_MANDATED = 0x8000,
};

struct bytes {
    const u8 *at;
    u32 len;
}; /* at NULL: absent */

struct cf_const { /* 12 bytes: there are very many of these, so the union is not aligned to its pointer */
    u8 tag;       /* 0: unusable second slot of a long or double, and entry 0 */
    u8 pad[3];
    union __attribute__((packed)) {
        struct symbol *utf8; /* UTF8; interned modified UTF-8 */
        u32 u4;              /* INTEGER, FLOAT (raw bits) */
        u64 u8_;             /* LONG, DOUBLE (raw bits) */
        u16 index;           /* CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE: utf8 index */
        struct {
            u16 a, b;
        } pair; /* FIELD/METHOD/IMETHOD: class, name-and-type; NAME_TYPE: name, descriptor;
                                         METHOD_HANDLE: kind, reference; DYNAMIC/INDY: bootstrap index, name-and-type */
    } u;
} __attribute__((packed, aligned(4)));

struct cf_handler {
    u16 start, end, handler, type;
}; /* type: CLASS index, 0 for any */
struct cf_line {
    u16 bci, line;
};
struct cf_local { /* the last three: UTF8 entries; generic 0 when there is none */
    u16 start, length, slot, name, desc, generic;
};

struct cf_field {
    u16 access;
    struct symbol *name, *desc, *generic; /* generic: Signature attribute or NULL */
    u16 const_index;                      /* ConstantValue, 0 when none (type checked; only kept for static fields) */
    /* contents of Runtime(Visible|…)Annotations, counts included; visible ones */
    struct bytes annotations, type_annotations;
    /* from annotations of jdk.internal (cf_options say in which classes) */
    bool contended, stable;
    struct symbol *contended_group; /* NULL: a group of its own */
};

/* Parts that few methods have. */
struct cf_method_extra {
    struct symbol *generic;
    u16 exception_count;
    u16 *exceptions;     /* Exceptions: CLASS indices */
    i32 parameter_count; /* MethodParameters; -1: no attribute */
    struct {
        u16 name, access;
    } *parameters;
    struct bytes annotations, parameter_annotations, type_annotations, annotation_default;
};

struct cf_method {
    struct symbol *name, *desc;
    const struct cf_method_extra
        *extra;             /* never NULL; methods without any of these share one, which must not be written */
    struct bytes code;      /* bytecodes; at NULL for native and abstract */
    struct bytes stack_map; /* StackMapTable contents, or StackMap's absence */
    struct cf_handler *handlers;
    struct cf_line *lines;
    struct cf_local *locals; /* LocalVariableTable joined with LocalVariableTypeTable */
    u32 line_count, local_count;
    u16 handler_count;
    u16 access, max_stack, max_locals;
    bool caller_sensitive : 1, hidden : 1, force_inline : 1, dont_inline : 1, lambda_compiled : 1,
        intrinsic_candidate : 1, scoped : 1, reserved_stack : 1;
    bool lines_sorted : 1; /* by bci */
};

struct cf_inner {
    u16 inner, outer, name, access;
};
struct cf_bootstrap {
    u16 handle, argc;
    u16 *args;
};
struct cf_record_component {
    struct symbol *name, *desc, *generic;
    struct bytes annotations, type_annotations;
};

struct classfile {
    struct bytes rest; /* the file after the constant pool; every other `struct bytes` of this lies in it */
    u16 minor, major;
    u16 cp_count;
    struct cf_const *cp;
    u16 access;
    u16 this_index, super_index; /* CLASS indices; super 0 for java/lang/Object (and module-info) */
    /* this_name of a hidden class is set when it is defined. The entry this_index then names the class, and the name in
     * the bytes is unused. */
    struct symbol *this_name, *super_name;
    u16 interface_count;
    u16 *interfaces;
    u16 field_count;
    struct cf_field *fields;
    u16 method_count;
    struct cf_method *methods; /* in the file's order */
    struct symbol *source_file, *generic;
    struct bytes source_debug;
    struct bytes annotations, type_annotations;
    u16 inner_count;
    struct cf_inner *inner;
    bool has_enclosing;
    u16 enclosing_class, enclosing_method; /* CLASS index; NAME_TYPE index or 0 */
    u16 nest_host;                         /* CLASS index or 0 */
    bool contended;                        /* its class is annotated */
    bool has_nest_members;                 /* the attribute is there, be it empty */
    u16 nest_member_count;
    u16 *nest_members;
    bool is_sealed;
    u16 permitted_count;
    u16 *permitted;
    bool is_record; /* has the attribute; class_is_record checks more */
    u16 component_count;
    struct cf_record_component *components;
    struct cf_bootstrap *bootstraps;
};

enum cf_error {
    CF_OK,
    CF_FORMAT /* ClassFormatError */,
    CF_VERSION /* UnsupportedClassVersionError */,
    CF_NO_CLASS_DEF /* NoClassDefFoundError: name differs or a module */,
    CF_INCOMPATIBLE /* IncompatibleClassChangeError */
};

struct cf_options {
    struct symbol *expected_name;    /* NULL: any */
    bool relaxed;                    /* trusted: skip the checks of format that HotSpot skips */
    bool any_names;                  /* skip those of names of classes, fields and methods (implied by relaxed) */
    bool allow_contended;            /* @Contended pads */
    bool allow_internal_annotations; /* honour jdk.internal.* annotations (boot and platform loader) */
    bool enable_preview;             /* --enable-preview: minor version 65535 of the newest major is accepted */
};

/* Parses `bytes`, which are the caller's again when it returns. On failure `*msg` is HotSpot's message for that error
 * (allocated in the arena), and in `*out` only interface_count and interfaces are valid: the interfaces that were read
 * before the failure. */
enum cf_error classfile_parse(struct arena *arena, const u8 *bytes, size_t len, const struct cf_options *opt,
                              struct classfile **out, const char **msg);

/* The bytes that cf was parsed from, and the part of them after magic, versions and count that is constants. `to` must
 * have the room that the size function returns. */
u32 classfile_size(const struct classfile *cf);
void classfile_write(const struct classfile *cf, u8 *to);
u32 classfile_pool_size(const struct classfile *cf);
void classfile_write_pool(const struct classfile *cf, u8 *to);

/* The name in the Class entry `index` of cf. */
static inline struct symbol *classfile_class_name(const struct classfile *cf, u16 index)
{
    return index == cf->this_index && cf->this_name ? cf->this_name : cf->cp[cf->cp[index].u.index].u.utf8;
}

/* ---- descriptors (JVMS §4.3) ---- */
bool desc_is_field(const struct symbol *s);
bool desc_is_method(const struct symbol *s);
/* Slots that the parameters take (long and double two), `this` not counted. */
u32 desc_arg_slots(const struct symbol *method_desc);
u32 desc_arg_count(const struct symbol *method_desc);
const char *desc_return(const struct symbol *method_desc); /* where the return type begins */
/* "int" for 'I', "void" for 'V' and so on; NULL: no primitive type. */
const char *kind_name(char kind);
char desc_return_kind(const struct symbol *method_desc); /* 'V','I','J','F','D','L','[','Z','B','C','S' */
/* Walks a method descriptor. `p` starts after '('. Returns the first char of the next parameter and moves *p past it; 0
 * at ')'. */
char desc_next(const char **p, const char **start, u32 *len);

#endif
