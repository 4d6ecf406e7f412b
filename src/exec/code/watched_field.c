/* Instructions that access a watched field run in a form that checks the field's flags. All other code keeps its
 * speed. */
#include "exec/code/code_int.h"

#include "base/vec.h"
#include "meta/loader.h"
#include "meta/watch.h"
#include "thread/probe_points.h"
#include "thread/thread_contract.h"

void *const *code_leaf_dispatch, *const *code_leaf_access;

static void update_leaf_access(void) { code_leaf_access = watched_fields ? NULL : code_leaf_dispatch; }
void code_set_leaf_dispatch(void *const *plain)
{
    code_leaf_dispatch = plain;
    update_leaf_access();
}

static u8 unwatched_op(u8 op)
{
    switch (op) {
    case OP_getfield_any: return OP_getfield;
    case OP_putfield_any: return OP_putfield;
    case OP_getstatic_any: return OP_getstatic;
    case OP_putstatic_any: return OP_putstatic;
    default: return op;
    }
}
static u8 general_op(u8 base)
{
    switch (base) {
    case OP_getfield: return OP_getfield_any;
    case OP_putfield: return OP_putfield_any;
    case OP_getstatic: return OP_getstatic_any;
    default: return OP_putstatic_any;
    }
}

/* Replaces every quick access of f in m by a form that checks the watch flags. After the last watch the general forms
 * may quicken again. */
static void rewatch_method(struct method *m, const struct field *f, bool watched) WANTS_LOCK(patch_lock)
{
    LOCK_HELD(&patch_lock);
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        u8 base = b.op;
        if (base < OP_getstatic || base > OP_putfield) continue;
        struct cp_entry *e = &m->cp->e[bytecode_constant(&b)];
        if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED || e->field != f) continue;
        const u8 *pc = m->code + b.bci;
        u8 op = code_running_op(pc);
        u8 now = watched ? (op == base ? op : general_op(base)) : unwatched_op(op);
        if (now != op) {
            split_fused_locked(m, (i32)b.bci);
            put_op_locked(m, pc, now);
        }
        if (op != base) drop_bytecode_code(m); /* general forms stand elsewhere too; code knows the flags */
    }
}
/* Only code whose constant pool has resolved f accesses f. */
static bool pool_names(const struct constpool *cp, const struct field *f)
{
    for (u32 i = 1; i < cp->count; i++)
        if (cp->e[i].field == f && atomic_load_explicit(&cp->e[i].state, memory_order_relaxed) == CPS_RESOLVED)
            return true;
    return false;
}
struct rewatch {
    const struct field *f;
    bool watched;
    const struct constpool *pool; /* asked last: methods of a class follow each other */
    bool pool_names;
};
static bool named_by_pool(struct rewatch *r, const struct constpool *cp)
{
    if (r->pool != cp) {
        r->pool = cp;
        r->pool_names = pool_names(cp, r->f);
    }
    return r->pool_names;
}
static void rewatch_class(struct class *c, void *arg)
{
    LOCK_HELD(&patch_lock);
    struct rewatch *r = arg;
    for (u32 i = 0; i < c->method_count + c->deleted_count; i++)
        for (struct method *m = c->methods[i]; m; m = m->previous_version) /* frames may still run older versions */
            if (m->code && named_by_pool(r, m->cp)) rewatch_method(m, r->f, r->watched);
}

/* Accesses by offset may reach a watched field, or what short objects lack, from now on, or not any more. Code has them
 * as calls of leaves meanwhile, else as instructions. */
static void update_unsafe(void)
{
    bool changes = (watched_fields != 0) == (code_leaf_access != NULL);
    update_leaf_access();
    if (changes) drop_class_users(WK(jdk_internal_misc_Unsafe));
}

static void watch_changed(struct field *f)
{
    WORLD_STOPPED();
    struct rewatch r = { f, f->shorts || (f->flags & (FLD_READ_TOLD | FLD_WRITE_TOLD)) != 0, NULL, false };
    update_unsafe();
    os_mutex_lock(&patch_lock);
    loader_for_each_class(rewatch_class, &r);
    os_mutex_unlock(&patch_lock);
}

bool code_watch_field(struct field *f, u8 flag, bool on)
{
    WORLD_STOPPED();
    u8 before = f->flags;
    if (((before & flag) != 0) == on) return false;
    f->flags = (u8)(on ? before | flag : before & ~flag);
    watch_field_changed(f, before);
    watch_changed(f);
    return true;
}

void code_field_probes_changed(struct field *f)
{
    WORLD_STOPPED();
    watch_changed(f);
}

/* ---- fields that short objects lack ---- */

static struct vec lacked; /* struct field *: those with `shorts` */

struct lack {
    struct vec fields;
    const struct class *c; /* of the last object */
    u32 size;
};

static bool has(const struct vec *v, const struct field *f)
{
    for (u32 i = 0; i < v->count; i++)
        if (v->items[i] == f) return true;
    return false;
}

static void find_lacked(struct object *o, u32 size, void *arg)
{
    struct lack *l = arg;
    if (l->c == object_class(o) && l->size == size) return;
    l->c = object_class(o);
    l->size = size;
    struct field *f;
    for (const struct class *c = l->c; c; c = c->super)
        for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++)
            if (!(f->access & ACC_STATIC) && f->offset >= size && !has(&l->fields, f)) vec_push(&l->fields, f);
}

void code_shorts_changed(void)
{
    WORLD_STOPPED();
    if (!heap_short_count() && !lacked.count) return;
    struct lack now = { .fields = VEC_INIT };
    heap_each_short(find_lacked, &now);
    watched_fields += (now.fields.count != 0) - (u32)(lacked.count != 0);
    update_unsafe();
    for (u32 i = 0; i < lacked.count; i++) {
        struct field *f = lacked.items[i];
        if (has(&now.fields, f)) continue;
        f->shorts = false;
        watch_changed(f);
    }
    for (u32 i = 0; i < now.fields.count; i++) {
        struct field *f = now.fields.items[i];
        if (f->shorts) continue;
        f->shorts = true;
        watch_changed(f);
    }
    vec_destroy(&lacked);
    lacked = now.fields;
    if (probe_point_on(POINT_CLASS)) probe_points.fields_changed();
}
