/* The members that every event class has. HotSpot gives them to each class that descends from jdk.internal.event.Event
 * and is not abstract, when it is defined, recording or not: reflection shows them, and a later retransformation, which
 * may add no members, finds them and fills them in.
 *
 *     begin, end, commit: return    isEnabled, shouldCommit: false    eventHandler (static), startTime, duration
 *     <clinit>: FlightRecorder.register(this class), then the class's own
 *
 * The class file has been parsed, so its format is right; reads are bounded all the same. What does not fit (a member
 * of that name and type is there, a table is full) leaves the class as it is. */
#include "jfr/jfr_int.h"
#include <stdlib.h>

#define EVENT_CLASS "jdk/jfr/Event"
#define REGISTERED "Ljdk/jfr/Registered;"
#define HANDLER "Ljdk/jfr/internal/handlers/EventHandler;"

enum { U2_MOST = 0xffff, PROLOGUE = 8, NESTING_MOST = 64 };
enum { OP_nop = 0, OP_iconst_0 = 3, OP_ldc_w = 19, OP_ireturn = 172, OP_return = 177, OP_invokestatic = 184 };

struct reader {
    const u8 *at, *end;
    bool bad;
};
static const u8 *skip(struct reader *r, size_t n)
{
    if (r->bad || (size_t)(r->end - r->at) < n) {
        r->bad = true;
        return NULL;
    }
    r->at += n;
    return r->at - n;
}
static u32 u1(struct reader *r)
{
    const u8 *p = skip(r, 1);
    return p ? *p : 0;
}
static u32 u2(struct reader *r)
{
    const u8 *p = skip(r, 2);
    return p ? rd_u16be(p) : 0;
}
static u32 u4(struct reader *r)
{
    const u8 *p = skip(r, 4);
    return p ? rd_u32be(p) : 0;
}

static void put1(struct jfr_out *o, u32 v) { jfr_put_byte(o, (u8)v); }
static void put2(struct jfr_out *o, u32 v)
{
    u8 b[2];
    wr_u16be(b, (u16)v);
    jfr_put(o, b, 2);
}
static void put4(struct jfr_out *o, u32 v)
{
    u8 b[4];
    wr_u32be(b, v);
    jfr_put(o, b, 4);
}
static void set2(struct jfr_out *o, size_t at, u32 v) { wr_u16be(o->at + at, (u16)v); }
static void set4(struct jfr_out *o, size_t at, u32 v) { wr_u32be(o->at + at, v); }

/* ---- @Registered ---- */

static void skip_value(struct reader *r, u32 depth);
static void skip_pairs(struct reader *r, u32 depth)
{
    (void)u2(r); /* type */
    for (u32 n = u2(r); n && !r->bad; n--) {
        (void)u2(r);
        skip_value(r, depth);
    }
}
static void skip_value(struct reader *r, u32 depth)
{
    if (depth > NESTING_MOST) r->bad = true;
    if (r->bad) return;
    u32 tag = u1(r);
    if (tag == '@')
        skip_pairs(r, depth + 1);
    else if (tag == '[')
        for (u32 n = u2(r); n && !r->bad; n--) skip_value(r, depth + 1);
    else
        (void)skip(r, tag == 'e' ? 4 : 2);
}

/* 0 or 1 as the annotation says; -1: there is none. */
static int registered(const struct classfile *cf)
{
    struct reader r = { cf->annotations.at, cf->annotations.at + cf->annotations.len, false };
    if (!r.at) return -1;
    for (u32 n = u2(&r); n && !r.bad; n--) {
        struct reader a = r;
        u32 type = u2(&a);
        if (type < cf->cp_count && cf->cp[type].tag == CP_UTF8 && symbol_equals_cstr(cf->cp[type].u.utf8, REGISTERED)) {
            for (u32 pairs = u2(&a); pairs && !a.bad; pairs--) {
                (void)u2(&a); /* its one element */
                u32 tag = u1(&a), value = u2(&a);
                if (!a.bad && tag == 'Z' && value < cf->cp_count && cf->cp[value].tag == CP_INTEGER)
                    return cf->cp[value].u.u4 != 0;
            }
            return 1;
        }
        skip_pairs(&r, 0);
    }
    return -1;
}

static bool wants_registration(const struct class *super, const struct classfile *cf)
{
    int said = registered(cf);
    for (; said < 0 && super && super->cf; super = super->super) said = registered(super->cf);
    return said != 0;
}

/* ---- the constants that members need ---- */

struct names {
    u32 handler, handler_type, start_time, duration, type_long, begin, end, commit, is_enabled, should_commit,
        type_void, type_bool, code, clinit, register_method, this_class;
    u32 next;
};

static u32 add_text(struct jfr_out *o, struct names *n, const char *s)
{
    put1(o, CP_UTF8);
    put2(o, (u32)strlen(s));
    jfr_put(o, s, strlen(s));
    return n->next++;
}
static u32 add_pair(struct jfr_out *o, struct names *n, u32 tag, u32 a, u32 b)
{
    put1(o, tag);
    put2(o, a);
    put2(o, b);
    return n->next++;
}

static void add_constants(struct jfr_out *o, struct names *n, bool typed)
{
    n->handler = add_text(o, n, "eventHandler");
    n->handler_type = add_text(o, n, typed ? HANDLER : "Ljava/lang/Object;");
    n->start_time = add_text(o, n, "startTime");
    n->duration = add_text(o, n, "duration");
    n->type_long = add_text(o, n, "J");
    n->begin = add_text(o, n, "begin");
    n->end = add_text(o, n, "end");
    n->commit = add_text(o, n, "commit");
    n->is_enabled = add_text(o, n, "isEnabled");
    n->should_commit = add_text(o, n, "shouldCommit");
    n->type_void = add_text(o, n, "()V");
    n->type_bool = add_text(o, n, "()Z");
    n->code = add_text(o, n, "Code");
    n->clinit = add_text(o, n, "<clinit>");
    u32 recorder = add_text(o, n, "jdk/jfr/FlightRecorder");
    put1(o, CP_CLASS);
    put2(o, recorder);
    u32 owner = n->next++;
    u32 name = add_text(o, n, "register"), type = add_text(o, n, "(Ljava/lang/Class;)V");
    n->register_method = add_pair(o, n, CP_METHOD, owner, add_pair(o, n, CP_NAME_TYPE, name, type));
}

/* ---- members ---- */

static void put_field(struct jfr_out *o, u32 access, u32 name, u32 type)
{
    put2(o, access | ACC_SYNTHETIC);
    put2(o, name);
    put2(o, type);
    put2(o, 0);
}

static void put_method(struct jfr_out *o, const struct names *n, u32 access, u32 name, u32 type, u32 stack, u32 locals,
                       const u8 *code, u32 length)
{
    put2(o, access);
    put2(o, name);
    put2(o, type);
    put2(o, 1);
    put2(o, n->code);
    put4(o, 12 + length);
    put2(o, stack);
    put2(o, locals);
    put4(o, length);
    jfr_put(o, code, length);
    put2(o, 0);
    put2(o, 0);
}

static void put_empty(struct jfr_out *o, const struct names *n, u32 name, bool answers)
{
    static const u8 nothing[] = { OP_return }, no[] = { OP_iconst_0, OP_ireturn };
    put_method(o, n, ACC_PUBLIC | ACC_SYNTHETIC, name, answers ? n->type_bool : n->type_void, answers, 1,
               answers ? no : nothing, answers ? sizeof no : sizeof nothing);
}

static void make_prologue(u8 *p, const struct names *n)
{
    const u8 code[PROLOGUE] = { OP_ldc_w,
                                (u8)(n->this_class >> 8),
                                (u8)n->this_class,
                                OP_invokestatic,
                                (u8)(n->register_method >> 8),
                                (u8)n->register_method,
                                OP_nop,
                                OP_nop };
    memcpy(p, code, sizeof code);
}

/* ---- an initializer that is there: its code moves by PROLOGUE bytes ---- */

static void put_types(struct jfr_out *o, struct reader *r, u32 count)
{
    for (; count && !r->bad; count--) {
        u32 tag = u1(r);
        put1(o, tag);
        if (tag == 7) put2(o, u2(r));            /* Object: a class */
        if (tag == 8) put2(o, u2(r) + PROLOGUE); /* Uninitialized: where its `new` is */
    }
}

static void put_stack_map(struct jfr_out *o, struct reader *r)
{
    u32 n = u2(r);
    put2(o, n);
    for (u32 i = 0; i < n && !r->bad; i++) {
        u32 kind = u1(r), more = i ? 0 : PROLOGUE;
        if (kind < 128) { /* the distance is in the kind; 64 and above: a type follows */
            u32 distance = (kind & 63) + more;
            if (distance < 64)
                put1(o, (kind & 64) | distance);
            else {
                put1(o, kind & 64 ? 247 : 251);
                put2(o, distance);
            }
            put_types(o, r, kind >> 6);
            continue;
        }
        put1(o, kind);
        put2(o, u2(r) + more);
        if (kind == 247) put_types(o, r, 1);
        if (kind > 251 && kind < 255) put_types(o, r, kind - 251);
        if (kind == 255)
            for (int both = 0; both < 2; both++) {
                u32 count = u2(r);
                put2(o, count);
                put_types(o, r, count);
            }
    }
}

/* Tables whose entries of `size` bytes begin with a position in the code. */
static void put_table(struct jfr_out *o, struct reader *r, u32 size)
{
    u32 n = u2(r);
    put2(o, n);
    for (; n && !r->bad; n--) {
        put2(o, u2(r) + PROLOGUE);
        const u8 *rest = skip(r, size - 2);
        if (rest) jfr_put(o, rest, size - 2);
    }
}

static bool is_text(const struct classfile *cf, u32 index, const char *text)
{
    return index < cf->cp_count && cf->cp[index].tag == CP_UTF8 && symbol_equals_cstr(cf->cp[index].u.utf8, text);
}

static void put_code_attribute(struct jfr_out *o, struct reader *r, const struct classfile *cf, u32 *count)
{
    u32 name = u2(r), length = u4(r);
    const u8 *body = skip(r, length);
    if (!body || is_text(cf, name, "RuntimeVisibleTypeAnnotations") ||
        is_text(cf, name, "RuntimeInvisibleTypeAnnotations"))
        return; /* they name positions too, and nobody asks for those of code */
    ++*count;
    struct reader in = { body, body + length, false };
    put2(o, name);
    size_t at = o->len;
    put4(o, 0);
    if (is_text(cf, name, "StackMapTable"))
        put_stack_map(o, &in);
    else if (is_text(cf, name, "LineNumberTable"))
        put_table(o, &in, 4);
    else if (is_text(cf, name, "LocalVariableTable") || is_text(cf, name, "LocalVariableTypeTable"))
        put_table(o, &in, 10);
    else
        jfr_put(o, body, length);
    r->bad |= in.bad;
    set4(o, at, (u32)(o->len - at - 4));
}

static void put_code(struct jfr_out *o, struct reader *r, const struct classfile *cf, const struct names *n)
{
    size_t at = o->len;
    put4(o, 0);
    u32 stack = u2(r);
    put2(o, stack ? stack : 1);
    put2(o, u2(r));
    u32 length = u4(r);
    const u8 *code = skip(r, length);
    if (!code || length > U2_MOST - PROLOGUE) {
        r->bad = true;
        return;
    }
    u8 prologue[PROLOGUE];
    make_prologue(prologue, n);
    put4(o, length + PROLOGUE);
    jfr_put(o, prologue, PROLOGUE);
    jfr_put(o, code, length);
    u32 handlers = u2(r);
    put2(o, handlers);
    for (; handlers && !r->bad; handlers--) {
        for (int i = 0; i < 3; i++) put2(o, u2(r) + PROLOGUE);
        put2(o, u2(r));
    }
    u32 attributes = u2(r), kept = 0;
    size_t count_at = o->len;
    put2(o, 0);
    for (; attributes && !r->bad; attributes--) put_code_attribute(o, r, cf, &kept);
    if (r->bad) return;
    set2(o, count_at, kept);
    set4(o, at, (u32)(o->len - at - 4));
}

static void skip_member(struct reader *r)
{
    const u8 *head = skip(r, 8);
    for (u32 n = head ? rd_u16be(head + 6) : 0; n && !r->bad; n--) {
        (void)u2(r);
        (void)skip(r, u4(r));
    }
}

/* Copies a member; the code of an initializer gets its prologue (clinit not NULL). */
static void put_member(struct jfr_out *o, struct reader *r, const struct classfile *cf, const struct names *clinit)
{
    const u8 *head = skip(r, 8);
    if (!head) return;
    jfr_put(o, head, 8);
    for (u32 n = rd_u16be(head + 6); n && !r->bad; n--) {
        const u8 *attribute = r->at;
        u32 name = u2(r), length = u4(r);
        if (clinit && is_text(cf, name, "Code")) {
            put2(o, name);
            put_code(o, r, cf, clinit);
        } else if (skip(r, length))
            jfr_put(o, attribute, (size_t)(r->at - attribute));
    }
}

static bool skip_constants(struct reader *r, u32 count)
{
    for (u32 i = 1; i < count && !r->bad; i++) {
        u32 tag = u1(r);
        switch (tag) {
        case CP_UTF8: (void)skip(r, u2(r)); break;
        case CP_CLASS:
        case CP_STRING:
        case CP_METHOD_TYPE:
        case CP_MODULE:
        case CP_PACKAGE: (void)skip(r, 2); break;
        case CP_METHOD_HANDLE: (void)skip(r, 3); break;
        case CP_LONG:
        case CP_DOUBLE:
            (void)skip(r, 8);
            i++;
            break;
        default: (void)skip(r, 4); break;
        }
    }
    return !r->bad;
}

/* A field or method that the class has already: its name, or NULL. */
static const char *in_the_way(const struct classfile *cf, const char **type, bool typed)
{
    const char *const fields[][2] = { { "eventHandler", typed ? HANDLER : "Ljava/lang/Object;" },
                                      { "startTime", "J" },
                                      { "duration", "J" } };
    static const char *const methods[][2] = {
        { "begin", "()V" }, { "end", "()V" }, { "commit", "()V" }, { "isEnabled", "()Z" }, { "shouldCommit", "()Z" }
    };
    for (u32 i = 0; i < cf->field_count; i++)
        for (u32 k = 0; k < ARRAY_LEN(fields); k++)
            if (symbol_equals_cstr(cf->fields[i].name, fields[k][0]) &&
                symbol_equals_cstr(cf->fields[i].desc, fields[k][1])) {
                *type = fields[k][1];
                return fields[k][0];
            }
    for (u32 i = 0; i < cf->method_count; i++)
        for (u32 k = 0; k < ARRAY_LEN(methods); k++)
            if (symbol_equals_cstr(cf->methods[i].name, methods[k][0]) &&
                symbol_equals_cstr(cf->methods[i].desc, methods[k][1])) {
                *type = methods[k][1];
                return methods[k][0];
            }
    return NULL;
}

static bool descends_from_jfr(const struct class *super)
{
    for (; super; super = super->super)
        if (super->loader->is_boot && symbol_equals_cstr(super->name, EVENT_CLASS)) return true;
    return false;
}

static bool rewrite(struct jfr_out *o, struct reader *r, const struct class *super, const struct classfile *cf)
{
    bool typed = descends_from_jfr(super), registers = typed && cf->major >= 49 && wants_registration(super, cf);
    const u8 *start = r->at;
    (void)skip(r, 8);
    u32 constants = u2(r);
    if (!skip_constants(r, constants)) return false;
    jfr_put(o, start, (size_t)(r->at - start));
    struct names n = { .next = constants, .this_class = cf->this_index };
    add_constants(o, &n, typed);
    if (n.next > U2_MOST) return false;
    set2(o, 8, n.next);
    start = r->at;
    (void)skip(r, 6);
    (void)skip(r, 2 * (size_t)u2(r));
    u32 fields = u2(r);
    if (r->bad || fields + 3 > U2_MOST) return false;
    jfr_put(o, start, (size_t)(r->at - start));
    set2(o, o->len - 2, fields + 3);
    for (; fields && !r->bad; fields--) put_member(o, r, cf, NULL);
    put_field(o, ACC_PRIVATE | ACC_STATIC, n.handler, n.handler_type);
    put_field(o, ACC_PRIVATE | ACC_TRANSIENT, n.start_time, n.type_long);
    put_field(o, ACC_PRIVATE | ACC_TRANSIENT, n.duration, n.type_long);
    u32 methods = u2(r), more = 5;
    size_t count_at = o->len;
    put2(o, 0);
    bool has_clinit = false;
    for (u32 i = 0; i < methods && !r->bad; i++) {
        bool clinit = symbol_equals_cstr(cf->methods[i].name, "<clinit>");
        has_clinit |= clinit;
        put_member(o, r, cf, clinit && registers ? &n : NULL);
    }
    if (r->bad) return false;
    put_empty(o, &n, n.begin, false);
    put_empty(o, &n, n.end, false);
    put_empty(o, &n, n.commit, false);
    put_empty(o, &n, n.is_enabled, true);
    put_empty(o, &n, n.should_commit, true);
    if (registers && !has_clinit) {
        u8 code[PROLOGUE];
        make_prologue(code, &n);
        code[PROLOGUE - 1] = OP_return;
        put_method(o, &n, ACC_STATIC, n.clinit, n.type_void, 1, 0, code, sizeof code);
        more++;
    }
    if (methods + more > U2_MOST) return false;
    set2(o, count_at, methods + more);
    jfr_put(o, r->at, (size_t)(r->end - r->at));
    return true;
}

/* jdk.jfr.Event itself: its methods are final for programs alone. */
static u8 *open_methods(const u8 *bytes, size_t len, size_t *new_len)
{
    u8 *copy = malloc(len);
    if (!copy) return NULL;
    memcpy(copy, bytes, len);
    struct reader r = { copy, copy + len, false };
    (void)skip(&r, 8);
    (void)skip_constants(&r, u2(&r));
    (void)skip(&r, 6);
    (void)skip(&r, 2 * (size_t)u2(&r));
    for (u32 n = u2(&r); n && !r.bad; n--) skip_member(&r);
    for (u32 n = u2(&r); n && !r.bad; n--) {
        u8 *access = copy + (r.at - copy);
        skip_member(&r);
        if (!r.bad) wr_u16be(access, (u16)(rd_u16be(access) & ~ACC_FINAL));
    }
    *new_len = len;
    return copy;
}

u8 *jfr_add_members(const struct class *c, const u8 *bytes, size_t len, size_t *new_len)
{
    const struct classfile *cf = c->cf;
    const struct class *super = c->super;
    if (c->loader->is_boot && symbol_equals_cstr(c->name, EVENT_CLASS)) return open_methods(bytes, len, new_len);
    if (cf->access & (ACC_ABSTRACT | ACC_INTERFACE)) return NULL;
    const char *type, *there = in_the_way(cf, &type, descends_from_jfr(super));
    if (there) {
        LOG(error, jfr_system, "Duplicate %s name \"%s\" with signature \"%s\" in class file %s",
            *type == '(' ? "method" : "field", there, type, cf->this_name->bytes);
        LOG(error, jfr_system, "JfrClassAdapter: unable to create InstanceKlass");
        return NULL;
    }
    struct jfr_out o = { 0 };
    struct reader r = { bytes, bytes + len, false };
    if (rewrite(&o, &r, super, cf) && !r.bad) {
        u8 *all = vm_malloc(o.len);
        memcpy(all, o.at, o.len);
        *new_len = o.len;
        jfr_out_free(&o);
        return all;
    }
    jfr_out_free(&o);
    return NULL;
}
