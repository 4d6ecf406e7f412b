/* Annotations of redefined classes: keeps annotation bytes that Java code holds valid.
 *
 * java.lang.reflect objects hold the bytes of their annotations and parse them when they are first used, with "the"
 * constant pool of the class. After a redefinition there are bytes of several class files. So annotations use a pool
 * that only grows: the constants of the first class file at their indices, then further ones that later files'
 * annotations need. Bytes of later files are translated to it when Java code gets them. JVMS §4.7.16 to §4.7.22.
 *
 * pool_lock guards the pools; a leaf. Indices have 16 bits: when they are used up, bytes are handed out as they are in
 * the newest file. */
#include "model/annotation_pool.h"
#include "base/hashmap.h"
#include "heap/heap_contract.h"
#include "model/class.h"
#include "os/os_sync.h"

#include <stdlib.h>

struct annotation_pool {
    const struct classfile *first;
    struct cf_const *more;
    u32 count, cap;
};

static struct os_mutex pool_lock = OS_MUTEX_INIT;

void annotation_pool_start(struct class *c)
{
    HEAP_STANDS();
    if (c->annotation_pool) return;
    c->annotation_pool = vm_calloc(1, sizeof *c->annotation_pool);
    c->annotation_pool->first = c->cf;
}

void annotation_pool_free(struct class *c)
{
    if (!c->annotation_pool) return;
    free(c->annotation_pool->more);
    free(c->annotation_pool);
    c->annotation_pool = NULL;
}

static bool same(const struct cf_const *a, const struct cf_const *b)
{
    if (a->tag != b->tag) return false;
    switch (a->tag) {
    case CP_UTF8: return a->u.utf8 == b->u.utf8;
    case CP_INTEGER:
    case CP_FLOAT: return a->u.u4 == b->u.u4;
    case CP_LONG:
    case CP_DOUBLE: return a->u.u8_ == b->u.u8_;
    default: return false;
    }
}

/* ---- translation ---- */

struct walk {
    struct annotation_pool *pool;
    const struct classfile *from;
    u8 *at, *end;
    bool failed;
};

/* The index in the pool of the file's constant `index`; 0: there is none. */
static u32 place(struct annotation_pool *p, const struct classfile *from, u16 index)
{
    if (!index || index >= from->cp_count) return 0;
    const struct cf_const *k = &from->cp[index];
    const u32 first = p->first->cp_count;
    if (index < first && same(k, &p->first->cp[index])) return index;
    for (u32 i = 0; i < p->count; i++)
        if (same(k, &p->more[i])) return first + i;
    if (first + p->count > UINT16_MAX) return 0;
    if (p->count == p->cap) {
        p->cap = p->cap ? 2 * p->cap : TINY(16, 1);
        p->more = vm_realloc(p->more, p->cap * sizeof *p->more);
    }
    p->more[p->count] = *k;
    return first + p->count++;
}

static const u8 *take(struct walk *w, u32 n)
{
    static const u8 nothing[8];
    if (w->failed || (u32)(w->end - w->at) < n) {
        w->failed = true;
        return nothing;
    }
    const u8 *p = w->at;
    w->at += n;
    return p;
}
static u8 take_1(struct walk *w) { return *take(w, 1); }
static u16 take_2(struct walk *w) { return rd_u16be(take(w, 2)); }

static void constant(struct walk *w)
{
    u8 *p = w->at;
    u16 index = take_2(w);
    if (w->failed) return;
    u32 now = place(w->pool, w->from, index);
    if (!now) w->failed = true;
    p[0] = (u8)(now >> 8);
    p[1] = (u8)now;
}

static void annotation(struct walk *w, u32 depth);

static void value(struct walk *w, u32 depth)
{
    u8 tag = take_1(w);
    if (depth > 200) w->failed = true;
    if (w->failed) return;
    switch (tag) {
    case 'e':
        constant(w);
        constant(w);
        break;
    case '@': annotation(w, depth + 1); break;
    case '[':
        for (u32 n = take_2(w); n && !w->failed; n--) value(w, depth + 1);
        break;
    default: constant(w); /* numbers, booleans, chars, strings, classes */
    }
}

static void annotation(struct walk *w, u32 depth)
{
    constant(w);
    for (u32 n = take_2(w); n && !w->failed; n--) {
        constant(w);
        value(w, depth);
    }
}

static void list(struct walk *w)
{
    for (u32 n = take_2(w); n && !w->failed; n--) annotation(w, 0);
}

static void type_annotations(struct walk *w)
{
    for (u32 n = take_2(w); n && !w->failed; n--) {
        u8 target = take_1(w);
        switch (target) {
        case 0x00:
        case 0x01:
        case 0x16: take(w, 1); break;
        case 0x10:
        case 0x11:
        case 0x12:
        case 0x17:
        case 0x42:
        case 0x43:
        case 0x44:
        case 0x45:
        case 0x46: take(w, 2); break;
        case 0x40:
        case 0x41:
            for (u32 k = take_2(w); k && !w->failed; k--) take(w, 6);
            break;
        case 0x47:
        case 0x48:
        case 0x49:
        case 0x4a:
        case 0x4b: take(w, 3); break;
        default: break; /* 0x13 to 0x15 have no further data */
        }
        for (u32 k = take_1(w); k && !w->failed; k--) take(w, 2);
        annotation(w, 0);
    }
}

bool annotation_translate(const struct class *c, const struct classfile *from, enum annotation_kind kind, u8 *bytes,
                          u32 len)
{
    struct annotation_pool *p = c->annotation_pool;
    if (!p || p->first == from) return true;
    struct walk w = { p, from, bytes, bytes + len, false };
    os_mutex_lock(&pool_lock);
    switch (kind) {
    case ANNOTATIONS: list(&w); break;
    case ANNOTATIONS_PARAMETERS:
        for (u32 n = take_1(&w); n && !w.failed; n--) list(&w);
        break;
    case ANNOTATIONS_DEFAULT: value(&w, 0); break;
    case ANNOTATIONS_TYPE: type_annotations(&w); break;
    }
    os_mutex_unlock(&pool_lock);
    return !w.failed;
}

bool annotation_constant(const struct class *c, u32 index, struct cf_const *out)
{
    const struct annotation_pool *p = c->annotation_pool;
    const struct classfile *first = p ? p->first : c->cf;
    if (index < first->cp_count) {
        *out = first->cp[index];
        return true;
    }
    os_mutex_lock(&pool_lock);
    bool there = p && index - first->cp_count < p->count;
    if (there) *out = p->more[index - first->cp_count];
    os_mutex_unlock(&pool_lock);
    return there;
}
