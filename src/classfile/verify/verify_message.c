/* verify_message.c: the texts of VerifyErrors as HotSpot writes them: failure, location, reason, frames, bytecode,
 * handlers and stack maps. */
#include "bytecode/bytecode.h"
#include "classfile/parse/cf_int.h"
#include "classfile/verify/verify_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct text {
    char *s;
    size_t n, cap;
};

static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (t->n + (size_t)n + 1 > t->cap) {
        t->cap = (t->n + (size_t)n + 1) * 2;
        t->s = vm_realloc(t->s, t->cap);
    }
    vsnprintf(t->s + t->n, (size_t)n + 1, fmt, again);
    va_end(again);
    t->n += (size_t)n;
}

static void put_type(struct text *t, vtype v)
{
    static const char *const names[] = { "top",
                                         "integer",
                                         "float",
                                         "long",
                                         "long_2nd",
                                         "double",
                                         "double_2nd",
                                         "null",
                                         "uninitializedThis",
                                         "",
                                         "",
                                         "reference type",
                                         "category1 type",
                                         "category2 type",
                                         "category2_2nd type" };
    if (vt_kind(v) == V_UNINIT)
        put(t, "uninitialized %u", vt_bci(v));
    else if (vt_kind(v) == V_REF)
        put(t, "'%s'", vt_name(v)->bytes);
    else
        put(t, "%s", names[vt_kind(v)]);
}

static void put_origin(struct text *t, const struct vorig *o)
{
    put_type(t, o->type);
    switch (o->origin) {
    case VO_CF_LOCAL: put(t, " (current frame, locals[%u])", o->index); break;
    case VO_CF_STACK: put(t, " (current frame, stack[%u])", o->index); break;
    case VO_SM_LOCAL: put(t, " (stack map, locals[%u])", o->index); break;
    case VO_SM_STACK: put(t, " (stack map, stack[%u])", o->index); break;
    case VO_POOL: put(t, " (constant pool %u)", o->index); break;
    case VO_SIGNATURE: put(t, " (from method signature)"); break;
    default: break;
    }
}

static void put_reason(struct text *t, const struct vfail *f)
{
    put(t, "  Reason:\n    ");
    switch (f->fault) {
    case VF_TYPE:
        if (f->expected.origin != VO_NONE) {
            put(t, "Type ");
            put_origin(t, &f->type);
            put(t, " is not assignable to ");
            put_origin(t, &f->expected);
        } else {
            put(t, "Invalid type: ");
            put_origin(t, &f->type);
        }
        break;
    case VF_FLAGS:
        put(t, f->expected.origin != VO_NONE ? "Current frame's flags are not assignable to stack map frame's."
                                             : "Current frame's flags are invalid in this context.");
        break;
    case VF_LOCAL_INDEX: put(t, "Local index %u is invalid", f->index); break;
    case VF_POOL_INDEX: put(t, "Constant pool index %u is invalid", f->index); break;
    case VF_LOCALS_SIZE: put(t, "Current frame's local size doesn't match stackmap."); break;
    case VF_STACK_SIZE: put(t, "Current frame's stack size doesn't match stackmap."); break;
    case VF_OVERFLOW: put(t, "Exceeded max stack size."); break;
    case VF_UNDERFLOW: put(t, "Attempt to pop empty stack."); break;
    case VF_MISSING_MAP: put(t, "Expected stackmap frame at this location."); break;
    case VF_BAD_MAP: put(t, "Invalid stackmap specification."); break;
    default: put(t, "Error exists in the bytecode"); break;
    }
    put(t, "\n");
}

static void put_list(struct text *t, const char *what, const vtype *v, u32 n)
{
    put(t, "    %s: {", what);
    for (u32 i = 0; i < n; i++) {
        put(t, i ? ", " : " ");
        put_type(t, v[i]);
    }
    put(t, " }\n");
}

static void put_frame(struct text *t, const char *title, const struct vframe *f)
{
    if (!f) return;
    put(t, "  %s Frame:\n    bci: @%u\n    flags: {%s }\n", title, f->bci, f->this_uninit ? " flagThisUninit" : "");
    put_list(t, "locals", f->locals, f->locals_size);
    put_list(t, "stack", f->stack, f->mark);
}

static void put_code(struct text *t, struct bytes code)
{
    put(t, "  Bytecode:\n");
    for (u32 row = 0; row < code.len; row += 16) {
        put(t, "    %07x: ", row);
        u32 width = 0;
        for (u32 i = row; i < code.len && i < row + 16; i++) {
            if (i > row && (i & 1) == 0) put(t, " "), width++;
            put(t, "%02x", code.at[i]);
            width += 2;
        }
        put(t, "%*s\n", (int)(39 - width), "");
    }
}

static void put_map_type(struct text *t, struct rd *r)
{
    static const char *const names[] = { "Top", "Integer", "Float", "Double", "Long", "Null", "UninitializedThis" };
    if (CF_LEFT(r) < 1) return;
    u8 tag = rd_u1(r);
    if (tag < ARRAY_LEN(names))
        put(t, "%s", names[tag]);
    else if (CF_LEFT(r) < 2)
        return;
    else if (tag == 7)
        put(t, "Object[#%u]", rd_u2(r));
    else if (tag == 8)
        put(t, "Uninitialized[#%u]", rd_u2(r));
    else
        put(t, "Bad type");
}

static void put_maps(struct text *t, struct bytes b)
{
    if (!b.at || b.len < 2) return;
    struct rd r = { b.at, b.at + b.len };
    put(t, "  Stackmap Table:\n");
    i64 bci = -1;
    for (u16 n = rd_u2(&r); n && CF_LEFT(&r); n--) {
        u8 tag = rd_u1(&r);
        if (tag < 128) {
            bci += tag % 64 + 1;
            put(t, "    %s(@%d", tag < 64 ? "same_frame" : "same_locals_1_stack_item_frame", (int)bci);
            if (tag >= 64) put(t, ","), put_map_type(t, &r);
            put(t, ")\n");
            continue;
        }
        if (tag < 247 || CF_LEFT(&r) < 2) return;
        bci += rd_u2(&r) + 1;
        if (tag == 247)
            put(t, "    same_locals_1_stack_item_frame_extended(@%d,", (int)bci), put_map_type(t, &r);
        else if (tag < 251)
            put(t, "    chop_frame(@%d,%u", (int)bci, 251u - tag);
        else if (tag == 251)
            put(t, "    same_frame_extended(@%d", (int)bci);
        else if (tag < 255) {
            put(t, "    append_frame(@%d", (int)bci);
            for (u32 k = tag - 251u; k; k--) put(t, ","), put_map_type(t, &r);
        } else {
            put(t, "    full_frame(@%d", (int)bci);
            for (int part = 0; part < 2; part++) {
                put(t, ",{");
                if (CF_LEFT(&r) < 2) return;
                for (u16 k = rd_u2(&r), i = 0; i < k && CF_LEFT(&r); i++) {
                    if (i) put(t, ",");
                    put_map_type(t, &r);
                }
                put(t, "}");
            }
        }
        put(t, ")\n");
    }
}

static const char *finish(struct verifier *v, struct text *t)
{
    const char *s = arena_strndup(v->arena, t->s, t->n);
    free(t->s);
    return s;
}

static bool fail_va(struct verifier *v, const struct vfail *f, const char *fmt, va_list ap)
{
    if (v->result != VERIFY_OK) return false;
    v->result = VERIFY_BAD;
    struct text t = { 0 };
    char head[1024];
    vsnprintf(head, sizeof head, fmt, ap);
    const struct cf_method *m = v->m;
    put(&t, "%s\nException Details:\n  Location:\n    %s.%s%s @%u: %s\n", head, v->cf->this_name->bytes, m->name->bytes,
        m->desc->bytes, f->bci, f->bci < m->code.len ? bytecode_name(m->code.at[f->bci]) : "<invalid>");
    put_reason(&t, f);
    put_frame(&t, "Current", f->type.frame);
    put_frame(&t, "Stackmap", f->expected.frame);
    put_code(&t, m->code);
    if (m->handler_count) {
        put(&t, "  Exception Handler Table:\n");
        for (u32 i = 0; i < m->handler_count; i++)
            put(&t, "    bci [%u, %u] => handler: %u\n", m->handlers[i].start, m->handlers[i].end,
                m->handlers[i].handler);
    }
    put_maps(&t, m->stack_map);
    v->msg = finish(v, &t);
    return false;
}

bool vf_fail(struct verifier *v, const struct vfail *f, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fail_va(v, f, fmt, ap);
    va_end(ap);
    return false;
}

bool vf_code(struct verifier *v, u32 bci, const char *fmt, ...)
{
    struct vfail f = { .fault = VF_CODE, .bci = bci };
    va_list ap;
    va_start(ap, fmt);
    fail_va(v, &f, fmt, ap);
    va_end(ap);
    return false;
}

/* Writes a type as in Java source. */
static void put_java_type(struct text *t, const char *d, u32 len)
{
    u32 dims = 0;
    for (; *d == '['; d++, len--) dims++;
    if (*d != 'L')
        put(t, "%s", kind_name(*d));
    else
        for (u32 i = 1; i + 1 < len; i++) put(t, "%c", d[i] == '/' ? '.' : d[i]);
    while (dims--) put(t, "[]");
}

static void put_method(struct text *t, const struct verifier *v)
{
    const struct symbol *d = v->m->desc, *c = v->cf->this_name;
    const char *ret = desc_return(d), *p = d->bytes + 1, *start;
    put_java_type(t, ret, (u32)(d->bytes + d->len - ret));
    put(t, " ");
    for (u32 i = 0; i < c->len; i++) put(t, "%c", c->bytes[i] == '/' ? '.' : c->bytes[i]);
    put(t, ".%s(", v->m->name->bytes);
    u32 len, n = 0;
    while (desc_next(&p, &start, &len)) {
        if (n++) put(t, ", ");
        put_java_type(t, start, len);
    }
    put(t, ")");
}

bool vf_format(struct verifier *v, const char *fmt, ...)
{
    if (v->result != VERIFY_OK) return false;
    v->result = VERIFY_FORMAT;
    struct text t = { 0 };
    char head[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(head, sizeof head, fmt, ap);
    va_end(ap);
    put(&t, "%s in method '", head);
    put_method(&t, v);
    put(&t, "'");
    v->msg = finish(v, &t);
    return false;
}

bool vf_map_format(struct verifier *v, const char *what)
{
    if (v->result != VERIFY_OK) return false;
    v->result = VERIFY_MAP_FORMAT;
    struct text t = { 0 };
    put(&t, "StackMapTable format error: %s", what);
    v->msg = finish(v, &t);
    return false;
}
