/* verify_frame.c: assignability of verification types, frames, and the StackMapTable (JVMS §4.7.4, §4.10.1.2,
 * §4.10.1.4). */
#include "classfile/parse/cf_int.h"
#include "classfile/verify/verify_int.h"

#include <stdlib.h>

/* ---- types ---- */

static bool is_array(const struct symbol *s) { return s->len && s->bytes[0] == '['; }

/* For two classes, or a class and an array. */
static enum verify_answer class_assignable(struct verifier *v, struct symbol *to, struct symbol *from)
{
    if (to == from || to == v->object) return VERIFY_YES;
    if (is_array(to)) return VERIFY_NO;
    enum verify_answer a = v->env->assignable(v->env->ctx, to, from);
    if (a == VERIFY_ERROR && v->result == VERIFY_OK) v->result = VERIFY_UNKNOWN;
    return a;
}

/* The name of an array's elements, `dims` dimensions down: a class name or an array descriptor; NULL for a primitive
 * type. */
static struct symbol *element_name(struct symbol *s, u32 dims)
{
    const char *d = s->bytes + dims;
    u32 len = s->len - dims;
    if (!dims) return s;
    return *d == '[' ? symbol_intern(d, len) : *d == 'L' ? symbol_intern(d + 1, len - 2) : NULL;
}

/* Strips a dimension of both as long as both are arrays. */
static enum verify_answer ref_assignable(struct verifier *v, struct symbol *to, struct symbol *from)
{
    if (to == from) return VERIFY_YES;
    u32 dims = 0;
    while (dims < to->len && dims < from->len && to->bytes[dims] == '[' && from->bytes[dims] == '[') dims++;
    struct symbol *t = element_name(to, dims), *f = element_name(from, dims);
    return t && f ? class_assignable(v, t, f) : VERIFY_NO; /* equal primitives would be equal symbols */
}

enum verify_answer vt_assignable(struct verifier *v, vtype to, vtype from)
{
    if (to == from) return VERIFY_YES;
    enum vkind f = vt_kind(from);
    bool initialized = f == V_REF || f == V_NULL, reference = initialized || f == V_UNINIT || f == V_UNINIT_THIS;
    bool yes;
    switch (vt_kind(to)) {
    case V_TOP: yes = true; break;
    case VQ_REF: yes = reference; break;
    case VQ_CAT1: yes = reference || f == V_INT || f == V_FLOAT; break;
    case VQ_CAT2: yes = f == V_LONG || f == V_DOUBLE; break;
    case VQ_CAT2_2: yes = f == V_LONG2 || f == V_DOUBLE2; break;
    case V_REF:
        if (f == V_REF) return ref_assignable(v, vt_name(to), vt_name(from));
        yes = f == V_NULL;
        break;
    default: yes = false; break;
    }
    return yes ? VERIFY_YES : VERIFY_NO;
}

vtype vt_of_desc(struct verifier *v, const char *d, u32 len)
{
    (void)v;
    switch (*d) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S':
    case 'I': return V_INT;
    case 'F': return V_FLOAT;
    case 'J': return V_LONG;
    case 'D': return V_DOUBLE;
    case 'L': return vt_ref(symbol_intern(d + 1, len - 2));
    case '[': return vt_ref(symbol_intern(d, len));
    default: return V_TOP;
    }
}

/* ---- frames ---- */

static void grow(vtype **a, vtype **b, u32 *have, u32 want)
{
    if (*have >= want) return;
    free(*a);
    free(*b);
    *a = vm_calloc(want, sizeof **a);
    *b = vm_calloc(want, sizeof **b);
    *have = want;
}

void vs_begin(struct verifier *v)
{
    /* left by the previous method */
    if (v->cur.locals_size) memset(v->room.cur_locals, 0, v->cur.locals_size * sizeof(vtype));
    if (v->map.locals_size) memset(v->room.map_locals, 0, v->map.locals_size * sizeof(vtype));
    grow(&v->room.cur_locals, &v->room.map_locals, &v->room.locals, v->m->max_locals + 1u);
    grow(&v->room.cur_stack, &v->room.map_stack, &v->room.stack, v->m->max_stack + 1u);
    v->room.cur_stack[0] = V_TOP;
    v->cur = (struct vframe){ .locals = v->room.cur_locals, .stack = v->room.cur_stack };
    v->map = (struct vframe){ .locals = v->room.map_locals, .stack = v->room.map_stack };
    v->unpacked = NULL;
    enum { KEPT = 1 << 18 };
    if (arena_bytes_used(&v->work) > KEPT) arena_destroy(&v->work);
}

void vs_end(struct verifier *v)
{
    arena_destroy(&v->work);
    free(v->room.cur_locals);
    free(v->room.map_locals);
    free(v->room.cur_stack);
    free(v->room.map_stack);
}

/* `from` becomes the locals of `to`: locals from size on stay V_TOP. */
static void set_locals(struct vframe *to, const vtype *from, u16 size)
{
    memcpy(to->locals, from, size * sizeof *from);
    if (to->locals_size > size) memset(to->locals + size, 0, (to->locals_size - size) * sizeof *from);
    to->locals_size = size;
}

static bool map_this_uninit(const struct vmap *m) { return m->locals && m->locals->uninit_this < m->locals_size; }

/* Unpacks the map into v->map. The next call overwrites it. */
static void unpack(struct verifier *v, const struct vmap *map)
{
    if (v->unpacked == map) return;
    struct vframe *f = &v->map;
    if (f->locals_size > map->locals_size)
        memset(f->locals + map->locals_size, 0, (f->locals_size - map->locals_size) * sizeof *f->locals);
    f->locals_size = map->locals_size;
    u32 end = map->locals_size;
    for (const struct vlocals *l = map->locals; end; l = l->below) {
        if (l->base >= end) continue;
        memcpy(f->locals + l->base, l->types, (end - l->base) * sizeof *f->locals);
        end = l->base;
    }
    f->bci = map->bci;
    f->this_uninit = map_this_uninit(map);
    f->stack_size = f->mark = map->stack_size;
    f->stack = map->stack;
    v->unpacked = map;
}

void vs_enter(struct verifier *v, const struct vmap *map)
{
    unpack(v, map);
    struct vframe *f = &v->cur;
    set_locals(f, v->map.locals, map->locals_size);
    if (map->stack_size) memcpy(f->stack, map->stack, map->stack_size * sizeof *f->stack);
    f->stack_size = f->mark = map->stack_size;
    f->this_uninit = v->map.this_uninit;
    f->bci = map->bci;
}

const struct vmap *vs_find(struct verifier *v, u32 bci)
{
    u32 lo = 0, hi = v->map_count;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (v->maps[mid].bci < bci)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < v->map_count && v->maps[lo].bci == bci ? &v->maps[lo] : NULL;
}

static bool list_fits(struct verifier *v, const vtype *from, const vtype *to, u32 n, u32 *at, bool *fits)
{
    for (u32 i = 0; i < n; i++) {
        enum verify_answer a = vt_assignable(v, to[i], from[i]);
        if (a == VERIFY_ERROR) return false;
        if (a == VERIFY_NO) {
            *at = i;
            *fits = false;
            return true;
        }
    }
    *fits = true;
    return true;
}

bool vs_fits(struct verifier *v, struct vframe *f, const struct vmap *packed, struct vfail *why, bool *fits)
{
    unpack(v, packed);
    const struct vframe *map = &v->map;
    u32 at;
    *fits = false;
    if (f->stack_size != map->stack_size) {
        *why = (struct vfail){
            .fault = VF_STACK_SIZE, .bci = f->bci, .type = { .frame = f }, .expected = { .frame = map }
        };
        return true;
    }
    bool ok;
    if (!list_fits(v, f->locals, map->locals, map->locals_size, &at, &ok)) return false;
    if (!ok) {
        *why = (struct vfail){ .fault = VF_TYPE,
                               .bci = map->bci,
                               .type = { VO_CF_LOCAL, at, f->locals[at], f },
                               .expected = { VO_SM_LOCAL, at, map->locals[at], map } };
        return true;
    }
    if (!list_fits(v, f->stack, map->stack, f->stack_size, &at, &ok)) return false;
    if (!ok) {
        *why = (struct vfail){ .fault = VF_TYPE,
                               .bci = map->bci,
                               .type = { VO_CF_STACK, at, f->stack[at], f },
                               .expected = { VO_SM_STACK, at, map->stack[at], map } };
        return true;
    }
    if (f->this_uninit && !map->this_uninit) {
        *why =
            (struct vfail){ .fault = VF_FLAGS, .bci = map->bci, .type = { .frame = f }, .expected = { .frame = map } };
        return true;
    }
    *fits = true;
    return true;
}

bool vs_match_target(struct verifier *v, struct vframe *f, i64 target)
{
    i64 offset = target - (i64)v->bci;
    if (offset < -65535 || offset > 65535) {
        struct vfail why = { .fault = VF_BAD_MAP, .type = { .frame = f } };
        return vf_fail(v, &why, "Illegal target of jump or branch (bci %u + offset %d)", v->bci, (int)offset);
    }
    const struct vmap *map = target < 0 ? NULL : vs_find(v, (u32)target);
    if (!map) {
        struct vfail why = { .fault = VF_MISSING_MAP, .bci = f->bci };
        return vf_fail(v, &why, "Expecting a stackmap frame at branch target %d", (int)target);
    }
    struct vfail why;
    bool fits;
    if (!vs_fits(v, f, map, &why, &fits)) return false;
    if (!fits) return vf_fail(v, &why, "Inconsistent stackmap frames at branch target %d", (int)target);
    return true;
}

/* ---- StackMapTable ---- */

static bool map_error(struct verifier *v, const char *what) { return vf_map_format(v, what); }

static bool too_large(struct verifier *v) { return vf_format(v, "StackMapTable format error: bad type array size"); }

static bool read_type(struct verifier *v, struct rd *r, vtype *out, bool *this_uninit)
{
    if (CF_LEFT(r) < 1) return map_error(v, "access beyond the end of attribute");
    u8 tag = rd_u1(r);
    switch (tag) {
    case 0: *out = V_TOP; return true;
    case 1: *out = V_INT; return true;
    case 2: *out = V_FLOAT; return true;
    case 3: *out = V_DOUBLE; return true;
    case 4: *out = V_LONG; return true;
    case 5: *out = V_NULL; return true;
    case 6:
        *out = V_UNINIT_THIS;
        *this_uninit = true;
        return true;
    case 7:
    case 8: break;
    default: return map_error(v, "bad verification type");
    }
    if (CF_LEFT(r) < 2) return map_error(v, "access beyond the end of attribute");
    u16 index = rd_u2(r);
    if (tag == 8) {
        if (index >= v->m->code.len || v->starts[index] != 2)
            return vf_format(v, "StackMapTable format error: bad offset for Uninitialized");
        *out = vt_uninit(index);
        return true;
    }
    if (index >= v->cf->cp_count || v->cf->cp[index].tag != CP_CLASS) return map_error(v, "bad class index");
    *out = vt_ref(classfile_class_name(v->cf, index));
    return true;
}

/* Reads types into an array of `max` slots; long and double take a second slot. A read of too many fails only after all
 * were read. */
static bool read_into(struct verifier *v, struct rd *r, u32 n, vtype *to, u16 *size, u32 max, bool *this_uninit)
{
    u32 slots = 0;
    while (n--) {
        vtype t;
        if (!read_type(v, r, &t, this_uninit)) return false;
        u32 wide = t == V_LONG || t == V_DOUBLE ? 2 : 1;
        for (u32 k = 0; k < wide && slots + wide <= max; k++) to[(*size)++] = t + k;
        slots += wide;
    }
    return slots <= max || too_large(v);
}

/* Adds `n` types to the locals of f. */
static void add_locals(struct verifier *v, struct vmap *f, const vtype *types, u32 n)
{
    if (!n) return;
    struct vlocals *l = arena_alloc(&v->work, sizeof *l + n * sizeof *types);
    memcpy(l->types, types, n * sizeof *types);
    l->below = f->locals;
    l->base = f->locals_size;
    l->uninit_this = map_this_uninit(f) ? f->locals->uninit_this : NO_SLOT;
    for (u32 i = 0; i < n && l->uninit_this == NO_SLOT; i++)
        if (types[i] == V_UNINIT_THIS) l->uninit_this = l->base + i;
    f->locals = l;
    f->locals_size = (u16)(f->locals_size + n);
}

/* Reads locals and appends them to those of f. room.map_locals serves as buffer: no map is unpacked yet. */
static bool read_locals(struct verifier *v, struct rd *r, u32 n, struct vmap *f, bool *this_uninit)
{
    vtype *buffer = v->room.map_locals;
    u16 size = 0;
    bool ok = read_into(v, r, n, buffer, &size, v->m->max_locals - f->locals_size, this_uninit);
    if (ok) add_locals(v, f, buffer, size);
    memset(buffer, 0, size * sizeof *buffer);
    return ok;
}

static bool read_stack(struct verifier *v, struct rd *r, u32 n, struct vmap *f, bool *this_uninit)
{
    vtype *buffer = v->room.map_stack;
    if (!read_into(v, r, n, buffer, &f->stack_size, v->m->max_stack, this_uninit)) return false;
    if (f->stack_size) f->stack = arena_memdup(&v->work, buffer, f->stack_size * sizeof *buffer);
    return true;
}

/* The type of the topmost local; f has one. Locals above it are not needed again. */
static vtype top_local(struct vmap *f)
{
    while (f->locals->base >= f->locals_size) f->locals = f->locals->below;
    return f->locals->types[f->locals_size - 1 - f->locals->base];
}

static bool chop(struct verifier *v, struct vmap *f, u32 n)
{
    while (n--) {
        if (f->locals_size == 0) return too_large(v);
        vtype last = top_local(f);
        bool two = (last == V_LONG2 || last == V_DOUBLE2) && f->locals_size >= 2;
        f->locals_size -= two ? 2 : 1;
    }
    return true;
}

static bool read_frame(struct verifier *v, struct rd *r, const struct vmap *prev, struct vmap *f)
{
    if (CF_LEFT(r) < 1) return map_error(v, "access beyond the end of attribute");
    u8 tag = rd_u1(r);
    u32 delta;
    if (tag < 128)
        delta = tag & 63;
    else {
        if (CF_LEFT(r) < 2) return map_error(v, "access beyond the end of attribute");
        delta = rd_u2(r);
        if (tag < 247) return map_error(v, "reserved frame type");
    }
    /* the frame before the first has bci -1 */
    *f = (struct vmap){ .bci = prev->bci + delta + 1, .locals = prev->locals, .locals_size = prev->locals_size };
    bool flag = false;
    if ((tag >= 64 && tag < 128) || tag == 247) return read_stack(v, r, 1, f, &flag);
    if (tag >= 248 && tag < 251) return chop(v, f, 251u - tag);
    if (tag > 251 && tag < 255) return read_locals(v, r, tag - 251u, f, &flag);
    if (tag < 255) return true;
    if (CF_LEFT(r) < 2) return map_error(v, "access beyond the end of attribute");
    f->locals = NULL;
    f->locals_size = 0;
    if (!read_locals(v, r, rd_u2(r), f, &flag)) return false;
    if (CF_LEFT(r) < 2) return map_error(v, "access beyond the end of attribute");
    return read_stack(v, r, rd_u2(r), f, &flag);
}

bool vs_parse_maps(struct verifier *v)
{
    struct bytes b = v->m->stack_map;
    v->map_count = 0;
    if (!b.len) return true; /* an empty attribute counts as none */
    struct rd r = { b.at, b.at + b.len };
    if (CF_LEFT(&r) < 2) return map_error(v, "access beyond the end of attribute");
    u16 n = rd_u2(&r);
    v->maps = ARENA_NEW_ARRAY(&v->work, struct vmap, n < b.len ? n : b.len); /* each entry takes at least a byte */
    struct vmap first = { .bci = UINT32_MAX };
    add_locals(v, &first, v->cur.locals, v->cur.locals_size);
    const struct vmap *prev = &first;
    for (u32 i = 0; i < n; i++) {
        struct vmap *f = &v->maps[i];
        if (!read_frame(v, &r, prev, f)) return false;
        if (f->bci >= v->m->code.len || !v->starts[f->bci]) {
            unpack(v, f);
            struct vfail why = { .fault = VF_BAD_MAP, .type = { .frame = &v->map } };
            return vf_fail(v, &why, "StackMapTable error: bad offset");
        }
        v->map_count = i + 1;
        prev = f;
    }
    if (CF_LEFT(&r)) return map_error(v, "wrong attribute size");
    return true;
}
