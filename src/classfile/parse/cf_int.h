/* cf_int.h: private to the class file parser. A cursor over the bytes, the state of one parse, and the parts that the
 * files share. */
#ifndef ARGUS_CLASSFILE_PARSE_CF_INT_H
#define ARGUS_CLASSFILE_PARSE_CF_INT_H

#include "classfile/classfile.h"

/* Bytes still to be read. Everything is read through CF_NEED, which proves that `n` more bytes are there. */
struct rd {
    const u8 *p, *end;
};

struct cfp {
    struct arena *arena;
    const struct cf_options *opt;
    struct classfile *cf;
    struct rd r;
    const char *cname; /* for messages: the expected name, then the one found */
    enum cf_error err;
    const char *msg;
    bool check, check_names; /* modifiers and the like, names: both not for trusted loaders */
    u8 bad_tag;              /* a constant that only a module's file may have; judged after the access flags */
    bool overrun;            /* the last attribute claims more bytes than there are */
};

/* The head of an attribute. Its contents begin at body.p. The end of body is the end of the file, not of the attribute:
 * the claimed length is checked last, often after the contents. */
struct cf_attribute {
    struct symbol *name;
    struct rd body;
    u32 len;
};

#define CF_LEFT(r) ((size_t)((r)->end - (r)->p))
#define CF_NEED(c, r, n) \
    do { \
        if (UNLIKELY(CF_LEFT(r) < (size_t)(n))) return cf_fail(c, "Truncated class file"); \
    } while (0)

static inline u8 rd_u1(struct rd *r) { return *r->p++; }
static inline u16 rd_u2(struct rd *r)
{
    u16 v = rd_u16be(r->p);
    r->p += 2;
    return v;
}
static inline u32 rd_u4(struct rd *r)
{
    u32 v = rd_u32be(r->p);
    r->p += 4;
    return v;
}

/* Records a ClassFormatError (or another kind) and returns false. */
bool cf_fail(struct cfp *c, const char *fmt, ...) __attribute__((format(printf, 2, 3))) COLD;
bool cf_fail_as(struct cfp *c, enum cf_error e, const char *fmt, ...) __attribute__((format(printf, 3, 4))) COLD;

/* The descriptor of this member is malformed or of the wrong kind. */
bool cf_bad_desc(struct cfp *c, const char *what, const struct symbol *name, const struct symbol *desc) COLD;
bool cf_wrong_desc(struct cfp *c, const char *what, const struct symbol *name, const struct symbol *desc) COLD;
/* As cf_bad_desc, for the name of a class or an array in place of a descriptor. */
bool cf_bad_class_name(struct cfp *c, const struct symbol *name) COLD;

static inline u8 cf_tag(const struct cfp *c, u16 i) { return i < c->cf->cp_count ? c->cf->cp[i].tag : 0; }
static inline struct symbol *cf_utf8(const struct cfp *c, u16 i) { return c->cf->cp[i].u.utf8; }
static inline struct symbol *cf_class_name(const struct cfp *c, u16 i) { return cf_utf8(c, c->cf->cp[i].u.index); }

bool cf_parse_cp(struct cfp *c);
bool cf_parse_fields(struct cfp *c);
bool cf_parse_methods(struct cfp *c);
/* Reads an attribute's head; *r moves past its contents. `where` is the message for a bad name index. If the attribute
 * runs past the end, c->overrun is set; the contents are judged first, then cf_attribute_end fails. */
bool cf_attribute(struct cfp *c, struct rd *r, struct cf_attribute *a, const char *where);
static inline bool cf_attribute_end(struct cfp *c) { return !c->overrun || cf_fail(c, "Truncated class file"); }
/* The contents of Signature. `on` is the part of the messages: "", " for field", " for method" or " for Record
 * component". */
bool cf_signature_attribute(struct cfp *c, const struct cf_attribute *a, struct symbol **out, const char *on);

/* Attributes whose contents are kept unparsed. There may be one of each; *seen, 0 at first, records those met. A member
 * of `to` is NULL if the attribute does not belong here. False on failure. *known: the attribute was one of these. */
struct cf_raw {
    struct bytes *annotations, *type_annotations, *parameter_annotations, *annotation_default;
};
bool cf_raw_attribute(struct cfp *c, const struct cf_attribute *a, const struct cf_raw *to, const char *on, u32 *seen,
                      bool *known);

/* A set of pairs of words, numbered in the order in which they are added. */
struct cf_key {
    u64 a, b;
};
struct cf_keys {
    struct cf_key *key;
    u32 *slot, mask, count, room;
}; /* slot NULL: few */
enum { CF_NO_KEY = UINT32_MAX };
void cf_keys_init(struct cf_keys *s, u32 room);
void cf_keys_free(struct cf_keys *s);
/* Adds the pair under the next number, at most `room` in all. False if the pair is there already; it keeps its first
 * number. */
bool cf_keys_add(struct cf_keys *s, u64 a, u64 b);
/* The pair's number, or CF_NO_KEY. */
u32 cf_keys_find(const struct cf_keys *s, u64 a, u64 b);

/* Annotations of jdk.internal and java.lang that the VM itself obeys. */
enum cf_annotation {
    CFA_CALLER_SENSITIVE = 1 << 0,
    CFA_FORCE_INLINE = 1 << 1,
    CFA_DONT_INLINE = 1 << 2,
    CFA_STABLE = 1 << 3,
    CFA_HIDDEN = 1 << 4,
    CFA_INTRINSIC = 1 << 5,
    CFA_RESERVED_STACK = 1 << 6,
    CFA_COMPILED = 1 << 7,
    CFA_SCOPED = 1 << 8,
    CFA_CONTENDED = 1 << 9,
};
u32 cf_scan_annotations(const struct cfp *c, struct bytes b);
/* Is @Contended present, and does the VM obey it in this class? *group: its value; NULL if that is empty. */
bool cf_contended(const struct cfp *c, struct bytes b, struct symbol **group);

/* Names and descriptors; each symbol is checked once and remembers it (symbol.flags). */
bool cf_legal_class_name(const struct cfp *c, struct symbol *s);  /* binary name with '/', or an array descriptor */
bool cf_legal_unqualified(const struct cfp *c, struct symbol *s); /* field names */
bool cf_legal_method_name(const struct cfp *c, struct symbol *s); /* <init> and <clinit> included */
bool cf_field_desc(struct symbol *s);
bool cf_method_desc(struct symbol *s);
/* Check `desc` for a member of that name; they fail with a message. The form is checked even without c->check, because
 * the VM walks descriptors without bounds. */
bool cf_check_field_desc(struct cfp *c, const struct symbol *name, struct symbol *desc);
bool cf_check_method_desc(struct cfp *c, const struct symbol *name, struct symbol *desc);

/* Symbols that attribute names are compared with. */
/* clang-format off */
#define CF_SYMBOLS(X) \
    X(Code) X(ConstantValue) X(Deprecated) X(Exceptions) X(Synthetic) X(Signature) X(SourceFile) \
    X(SourceDebugExtension) X(InnerClasses) X(EnclosingMethod) X(NestHost) X(NestMembers) X(PermittedSubclasses) \
    X(Record) X(BootstrapMethods) X(LineNumberTable) X(LocalVariableTable) X(LocalVariableTypeTable) X(StackMapTable) \
    X(MethodParameters) X(AnnotationDefault) X(RuntimeVisibleAnnotations) X(RuntimeVisibleParameterAnnotations) \
    X(RuntimeVisibleTypeAnnotations) X(RuntimeInvisibleAnnotations) X(RuntimeInvisibleParameterAnnotations) \
    X(RuntimeInvisibleTypeAnnotations)
/* clang-format on */
#define CF_SYMBOL_ENUM(n) cfs_##n,
enum cf_symbol { CF_SYMBOLS(CF_SYMBOL_ENUM) CF_SYMBOL_COUNT };
extern struct symbol *cf_symbols[CF_SYMBOL_COUNT];
#define CFSYM(n) (cf_symbols[cfs_##n])

#endif
