/* redefine.c: gives a loaded class a new class file.
 *
 * Checking compares with the class as it is. Without options hierarchy, fields and signatures are the same in all
 * versions, so checks stay valid until the commit. The commit makes a constant pool and a version of every method, then
 * replaces, with the world stopped, what leads to the old versions: the class's method array, vtables and itables of
 * all classes, method ids. Every other holder of an old version (constants, inline caches, call sites, member names, C
 * code) calls it and lands in the new one: its entry is one that jumps (exec.relink_method). Frames stay in the version
 * they run, with its constant pool. What nothing runs any more is freed by a collection (versions.c).
 *
 * Methods keep their index, whatever the order in the new file, because java.lang.reflect.Method stores it. With
 * -XX:+AllowRedefinitionToAddDeleteMethods private methods may be added and deleted: a new one gets an index that no
 * method had, a deleted one leaves a method that throws as its newest version.
 *
 * With -XX:+AllowEnhancedClassRedefinition any method and any static field comes, goes and changes its modifiers. Then
 * other classes matter (reshape.c, reshape_fields.c). A method that becomes static, or ceases to be, is another one.
 *
 * With either option another thread may change the class between check and commit. So the commit compares again,
 * allocates first, and may be refused before it has changed anything. */
#include "meta/redefine.h"
#include "bytecode/bytecode.h"
#include "log/log_history.h"
#include "meta/meta_int.h"
#include "meta/native_prefix.h"
#include "model/annotation_pool.h"
#include "model/class_space.h"
#include "os/os_time.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

bool redefine_modifiable(const struct class *c)
{
    return !class_is_array(c) && !class_is_primitive(c) && !(c->flags & CLS_HIDDEN) && c->cf;
}

/* ---- checks ---- */

static bool same_set(const struct classfile *a, const u16 *as, u32 an, const struct classfile *b, const u16 *bs, u32 bn)
{
    if (an != bn) return false;
    for (u32 i = 0; i < an; i++) {
        bool found = false;
        for (u32 k = 0; k < bn && !found; k++) found = classfile_class_name(a, as[i]) == classfile_class_name(b, bs[k]);
        if (!found) return false;
    }
    return true;
}

bool redefine_same_nest(const struct classfile *a, const struct classfile *b)
{
    if (!a->nest_host != !b->nest_host ||
        (a->nest_host && classfile_class_name(a, a->nest_host) != classfile_class_name(b, b->nest_host)))
        return false;
    if (a->has_nest_members != b->has_nest_members) return false;
    return same_set(a, a->nest_members, a->nest_member_count, b, b->nest_members, b->nest_member_count);
}

bool redefine_same_permits(const struct classfile *a, const struct classfile *b)
{
    return a->is_sealed == b->is_sealed &&
           same_set(a, a->permitted, a->permitted_count, b, b->permitted, b->permitted_count);
}

static bool same_attributes(const struct classfile *a, const struct classfile *b)
{
    if (!redefine_same_nest(a, b)) return false;
    if (a->is_record != b->is_record || a->component_count != b->component_count) return false;
    for (u32 i = 0; i < a->component_count; i++) {
        const struct cf_record_component *x = &a->components[i], *y = &b->components[i];
        if (x->name != y->name || x->desc != y->desc || x->generic != y->generic) return false;
    }
    return redefine_same_permits(a, b);
}

static bool same_hierarchy(const struct classfile *a, const struct classfile *b)
{
    if (options.enhanced_redefinition) return true; /* reshape_check_super, check_interfaces */
    if (a->super_name != b->super_name) return false;
    if (a->interface_count != b->interface_count) return false;
    for (u32 i = 0; i < a->interface_count; i++)
        if (classfile_class_name(a, a->interfaces[i]) != classfile_class_name(b, b->interfaces[i])) return false;
    return true;
}

static bool same_fields(const struct classfile *a, const struct classfile *b)
{
    if (a->field_count != b->field_count) return false;
    for (u32 i = 0; i < a->field_count; i++)
        if (a->fields[i].name != b->fields[i].name || a->fields[i].desc != b->fields[i].desc ||
            a->fields[i].access != b->fields[i].access)
            return false;
    return true;
}

static const struct cf_method *find(const struct classfile *cf, const struct symbol *name, const struct symbol *desc)
{
    for (u32 i = 0; i < cf->method_count; i++)
        if (cf->methods[i].name == name && cf->methods[i].desc == desc) return &cf->methods[i];
    return NULL;
}
const struct cf_method *redefine_successor(const struct classfile *cf, const struct method *m)
{
    const struct cf_method *s = find(cf, m->name, m->desc);
    return s && (!options.enhanced_redefinition || !((s->access ^ m->access) & ACC_STATIC)) ? s : NULL;
}
struct method *redefine_predecessor(const struct class *c, const struct cf_method *s)
{
    struct method *m = class_find_method_here(c, s->name, s->desc);
    return m && (!options.enhanced_redefinition || !((s->access ^ m->access) & ACC_STATIC)) ? m : NULL;
}

/* The index for a method that is new to c. */
static u32 next_index(const struct class *c)
{
    u32 n = 0;
    for (u32 i = 0; i < c->method_count + c->deleted_count; i++)
        if (c->methods[i]->index >= n) n = c->methods[i]->index + 1u;
    return n;
}

/* May a redefinition add or delete the method? HotSpot's rule for -XX:+AllowRedefinitionToAddDeleteMethods. */
static bool may_come_and_go(const struct cf_method *m)
{
    if (options.enhanced_redefinition) return true;
    return options.add_delete_methods && (m->access & ACC_PRIVATE) && (m->access & (ACC_STATIC | ACC_FINAL));
}

/* Does `a` have a method of that name that `b` lacks? HotSpot finds such a one before an added one of the same name. */
static bool loses_method_named(const struct classfile *a, const struct classfile *b, const struct symbol *name)
{
    for (u32 i = 0; i < a->method_count; i++)
        if (a->methods[i].name == name && !may_come_and_go(&a->methods[i]) && !find(b, name, a->methods[i].desc))
            return true;
    return false;
}

static enum redefine_status compare_methods(const struct class *c, const struct classfile *b)
{
    const struct classfile *a = c->cf;
    u32 added = 0;
    for (u32 i = 0; i < b->method_count; i++) {
        const struct cf_method *m = &b->methods[i], *old = find(a, m->name, m->desc);
        bool refused = !old && (!may_come_and_go(m) || next_index(c) + added++ >= UINT16_MAX);
        if (refused && loses_method_named(a, b, m->name))
            return redefine_refuse(c, REDEFINE_METHOD_DELETED, "method %s%s replaces another one", m->name->bytes,
                                   m->desc->bytes);
        if (refused)
            return redefine_refuse(c, REDEFINE_METHOD_ADDED, "method %s%s is added", m->name->bytes, m->desc->bytes);
        if (old && !options.enhanced_redefinition && ((old->access ^ m->access) & ~ACC_NATIVE))
            return redefine_refuse(c, REDEFINE_METHOD_MODIFIERS, "method %s%s changes its modifiers", m->name->bytes,
                                   m->desc->bytes);
    }
    for (u32 i = 0; i < a->method_count; i++)
        if (!may_come_and_go(&a->methods[i]) && !find(b, a->methods[i].name, a->methods[i].desc))
            return redefine_refuse(c, REDEFINE_METHOD_DELETED, "method %s%s is deleted", a->methods[i].name->bytes,
                                   a->methods[i].desc->bytes);
    return REDEFINE_OK;
}

/* Does a method of b override a final one of a superclass of c? Without options only: else superclasses may change in
 * the same call (reshape.c). */
static bool overrides_final(const struct class *c, const struct classfile *b)
{
    for (u32 i = 0; i < b->method_count && !class_is_interface(c); i++) {
        const struct cf_method *m = &b->methods[i];
        if (m->access & (ACC_STATIC | ACC_PRIVATE) || m->name->bytes[0] == '<') continue;
        for (const struct class *k = c->super; k; k = k->super) {
            const struct method *s = class_find_method_here(k, m->name, m->desc);
            if (!s || s->access & (ACC_STATIC | ACC_PRIVATE) || !(s->access & ACC_FINAL)) continue;
            if (s->access & (ACC_PUBLIC | ACC_PROTECTED) || class_same_package(k, c)) return true;
        }
    }
    return false;
}

/* Checks in HotSpot's order, so that a file with several faults gets the same answer. */
static enum redefine_status compare(const struct class *c, const struct classfile *b)
{
    const struct classfile *a = c->cf;
    if (!options.enhanced_redefinition && a->super_name == b->super_name && overrides_final(c, b))
        return redefine_refuse(c, REDEFINE_VERIFICATION, "a final method is overridden");
    if (a->is_record != b->is_record && a->super_name != b->super_name)
        return redefine_refuse(c, REDEFINE_HIERARCHY, "it would be a record, or none any more");
    if (!same_hierarchy(a, b)) return redefine_refuse(c, REDEFINE_HIERARCHY, "superclass or interfaces change");
    if (atomic_load(&c->state) == CLASS_ERRONEOUS)
        return redefine_refuse(c, REDEFINE_CLASS, "its initializer has failed");
    if (a->is_record != b->is_record || (!options.enhanced_redefinition && !same_attributes(a, b)))
        return redefine_refuse(c, REDEFINE_ATTRIBUTE, "nest, permitted subclasses or record change");
    enum redefine_status s = REDEFINE_OK;
    if (options.enhanced_redefinition) {
        s = reshape_check_modifiers(c, b);
        if (s == REDEFINE_OK) s = reshape_check_fields(c, b);
    } else if (a->access != b->access)
        return redefine_refuse(c, REDEFINE_CLASS_MODIFIERS, "modifiers of the class change");
    else if (!same_fields(a, b))
        s = redefine_refuse(c, REDEFINE_SCHEMA, "fields change");
    return s == REDEFINE_OK ? compare_methods(c, b) : s;
}

/* Turns a pending exception into a status. */
enum redefine_status redefine_take_pending(struct thread *self, enum redefine_status otherwise)
{
    bool memory = self->pending && object_instance_of(self->pending, WK(OutOfMemoryError));
    self->pending = NULL;
    return memory ? REDEFINE_MEMORY : otherwise;
}

static enum redefine_status parse_status(enum cf_error e)
{
    switch (e) {
    case CF_OK: return REDEFINE_OK;
    case CF_FORMAT: return REDEFINE_FORMAT;
    case CF_VERSION: return REDEFINE_VERSION;
    case CF_NO_CLASS_DEF: return REDEFINE_NAMES;
    default: return REDEFINE_VERIFICATION;
    }
}

/* Loads the interfaces that cf names, and checks that c may have them. */
static enum redefine_status check_interfaces(struct thread *self, struct class *c, const struct classfile *cf)
{
    for (u32 i = 0; options.enhanced_redefinition && i < cf->interface_count; i++) {
        struct class *in = class_load_interface(self, c, NULL, cf, i);
        if (!in) return redefine_take_pending(self, REDEFINE_HIERARCHY);
        if (class_assignable(in, c))
            return redefine_refuse(c, REDEFINE_CIRCULAR, "it would be its own superinterface through %s",
                                   in->name->bytes);
        if (!class_permits(in, in->cf, c) || !access_class(c, in))
            return redefine_refuse(c, REDEFINE_HIERARCHY, "interface %s does not permit it", in->name->bytes);
    }
    return REDEFINE_OK;
}

/* Allocates, from the class's own memory, what a commit needs that must not fail: anchors of added and deleted methods,
 * and the table of methods. *out NULL: it needs nothing. Returns false if there is no room. */
static bool stage_of_class(struct class *c, const struct classfile *cf, u32 lost, struct class_stage **out)
{
    u32 added = 0, deleted = 0;
    for (u32 k = 0; k < cf->method_count; k++) added += !redefine_predecessor(c, &cf->methods[k]);
    for (u32 i = 0; i < c->method_count; i++) deleted += !redefine_successor(cf, c->methods[i]);
    size_t fields = options.enhanced_redefinition ? reshape_field_bytes(c, cf, lost) : 0;
    *out = NULL;
    if (!added && !deleted && !fields) return true;
    struct class_stage *s = vm_malloc(sizeof *s);
    class_stage_begin(s, c->holder);
    /* class_index_methods */
    size_t table = sizeof(struct method *) * (c->method_count + c->deleted_count + added),
           index = sizeof(u32) * (4 * cf->method_count + 128);
    size_t methods = added || deleted ? table + index + sizeof(struct method) * (added + deleted) : 0;
    if (class_stage_reserve(s, methods + fields)) {
        *out = s;
        return true;
    }
    class_stage_abandon(s);
    free(s);
    return false;
}

static enum redefine_status check_verified(struct thread *self, struct class *c, const struct classfile *cf,
                                           const struct redefinition *all, u32 n)
{
    if (class_verify_as(self, c, cf, all, n)) return REDEFINE_OK;
    char why[200] = "";
    struct object *message = self->pending ? obj_ref(self->pending, WKF(Throwable_detailMessage)) : NULL;
    if (message) string_to_mutf8_buf(message, why, sizeof why);
    why[strcspn(why, "\n")] = 0; /* the rest shows the place */
    return redefine_refuse(c, redefine_take_pending(self, REDEFINE_VERIFICATION), "it does not verify%s%s",
                           why[0] ? ": " : "", why);
}

/* Verifies all classes of the call at once: one may rely on the superclass that another one gets. */
static enum redefine_status verify_all(struct thread *self, struct redefinition *all, u32 n)
{
    MAY_CALL_OUT(self);
    bool supers = false;
    for (u32 i = 0; i < n; i++) {
        if (!reshape_find_super(&all[i])) return REDEFINE_CLASS;
        supers |= all[i].super != NULL;
    }
    if (supers && reshape_supers_circular(all, n))
        return redefine_refuse(all[0].c, REDEFINE_CIRCULAR, "a class would be its own superclass");
    enum redefine_status s = REDEFINE_OK;
    struct awaited a = { .by = self, .all = all, .n = n };
    redefine_await(&a);
    for (u32 i = 0; i < n && s == REDEFINE_OK; i++) s = check_verified(self, all[i].c, all[i].cf, all, supers ? n : 0);
    redefine_await_no_more(&a);
    return s;
}

static enum redefine_status check(struct thread *self, struct class *c, const u8 *bytes, size_t len,
                                  struct bytes original, struct redefinition *r)
{
    struct cf_options opt = class_parse_options(c->loader, c->name);
    if (!class_space_prepare(self, c->holder, 0)) return redefine_take_pending(self, REDEFINE_INTERNAL);
    struct class_stage stage;
    struct class_holder *h = holder_new_version(c, 2 * KB + len, &stage);
    if (!h) return REDEFINE_MEMORY;
    struct arena *arena = h->arena;
    struct classfile *cf = NULL;
    const char *msg;
    enum redefine_status s = parse_status(classfile_parse(arena, bytes, len, &opt, &cf, &msg));
    if (s == REDEFINE_OK && !class_link(self, c)) {
        bool missing = object_class(self->pending) == WK(NoClassDefFoundError);
        s = redefine_take_pending(self, missing ? REDEFINE_CLASS : REDEFINE_INTERNAL);
    }
    if (s == REDEFINE_OK) s = compare(c, cf);
    if (s == REDEFINE_OK) s = check_interfaces(self, c, cf);
    if (s == REDEFINE_OK && options.enhanced_redefinition) s = reshape_check_super(self, c, cf);
    if (s == REDEFINE_OK && !options.enhanced_redefinition) s = check_verified(self, c, cf, NULL, 0);
    struct constpool *cp = s == REDEFINE_OK ? class_make_constpool(c, cf, &stage) : NULL;
    u32 twin = cp && options.enhanced_redefinition ? reshape_twin_bytes(cf) : 0;
    struct method *methods = cp ? class_stage_alloc(&stage, (cf->method_count + (twin != 0)) * sizeof *methods) : NULL;
    u8 *twin_code = twin ? class_stage_alloc(&stage, twin) : NULL;
    if (s == REDEFINE_OK && stage.full) s = REDEFINE_MEMORY;
    if (s != REDEFINE_OK) {
        class_stage_abandon(&stage);
        holder_drop(h);
        return s;
    }
    class_stage_end(&stage);
    *r = (struct redefinition){
        .c = c, .cf = cf, .original = original, .holder = h, .cp = cp, .methods = methods, .twin_code = twin_code
    };
    return s;
}

enum redefine_status redefine_check(struct thread *self, struct class *c, const u8 *bytes, size_t len,
                                    struct bytes original, struct redefinition *r)
{
    MAY_CALL_OUT(self);
    size_t new_len = len;
    u8 *recorders =
        c->recorder_changes && recorder.class_file ? recorder.class_file(self, c, bytes, len, &new_len) : NULL;
    enum redefine_status s = check(self, c, recorders ? recorders : bytes, new_len, original, r);
    free(recorders);
    return s;
}

static void drop_stage(struct redefinition *r)
{
    if (r->of_class) {
        class_stage_abandon(r->of_class);
        free(r->of_class);
    }
    r->of_class = NULL;
}

void redefine_abandon(struct redefinition *r)
{
    drop_stage(r);
    holder_drop(r->holder);
    free((void *)r->original.at);
}

/* ---- equivalence of bodies: the same instructions with equal constants ---- */

/* Dynamic constants may refer to each other in cycles, and by very many paths. `budget` bounds the comparisons;
 * constants that it does not reach count as different, which is safe. */
static bool same_constant(const struct classfile *a, u16 i, const struct classfile *b, u16 k, u32 depth, u32 *budget)
{
    if (!i || !k) return i == k;
    const struct cf_const *x = &a->cp[i], *y = &b->cp[k];
    if (x->tag != y->tag || depth > 64 || !*budget) return false;
    --*budget;
    switch (x->tag) {
    case CP_UTF8: return x->u.utf8 == y->u.utf8;
    case CP_INTEGER:
    case CP_FLOAT: return x->u.u4 == y->u.u4;
    case CP_LONG:
    case CP_DOUBLE: return x->u.u8_ == y->u.u8_;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHOD_TYPE: return a->cp[x->u.index].u.utf8 == b->cp[y->u.index].u.utf8;
    case CP_FIELD:
    case CP_METHOD:
    case CP_IMETHOD:
    case CP_NAME_TYPE:
        return same_constant(a, x->u.pair.a, b, y->u.pair.a, depth + 1, budget) &&
               same_constant(a, x->u.pair.b, b, y->u.pair.b, depth + 1, budget);
    case CP_METHOD_HANDLE:
        return x->u.pair.a == y->u.pair.a && same_constant(a, x->u.pair.b, b, y->u.pair.b, depth + 1, budget);
    case CP_DYNAMIC:
    case CP_INDY: {
        const struct cf_bootstrap *s = &a->bootstraps[x->u.pair.a], *t = &b->bootstraps[y->u.pair.a];
        if (s->argc != t->argc || !same_constant(a, s->handle, b, t->handle, depth + 1, budget)) return false;
        for (u32 n = 0; n < s->argc; n++)
            if (!same_constant(a, s->args[n], b, t->args[n], depth + 1, budget)) return false;
        return same_constant(a, x->u.pair.b, b, y->u.pair.b, depth + 1, budget);
    }
    default: return false;
    }
}

static bool equivalent(const struct method *m, const struct classfile *a, const struct cf_method *n,
                       const struct classfile *b)
{
    if (m->access != n->access || m->code_len != n->code.len || (m->access & ACC_ABSTRACT))
        return m->access == n->access && m->code_len == n->code.len;
    if (method_is_native(m)) return true;
    if (m->max_stack != n->max_stack || m->max_locals != n->max_locals || m->handler_count != n->handler_count)
        return false;
    u32 budget = 1 << 20;
    for (u32 i = 0; i < m->handler_count; i++) {
        const struct handler *x = &m->handlers[i];
        const struct cf_handler *y = &n->handlers[i];
        if (x->start != y->start || x->end != y->end || x->handler != y->handler ||
            !same_constant(a, x->type, b, y->type, 0, &budget))
            return false;
    }
    const u8 *q = n->code.at;
    struct bytecode x;
    u32 end = 0;
    BYTECODE_EACH (x, m->orig_code, m->code_len) {
        struct bytecode y;
        if (!bytecode_read(&y, q, m->code_len, x.bci) || y.op != x.op || y.length != x.length) return false;
        u16 i = bytecode_constant(&x), j = bytecode_constant(&y);
        if (i && !same_constant(a, i, b, j, 0, &budget)) return false;
        u32 k = !i ? 0 : x.info->operands[0] == 'c' ? 2 : 3; /* opcode and index have been compared */
        if (memcmp(x.at + k, y.at + k, x.length - k) != 0) return false;
        end = x.bci + x.length;
    }
    return end == m->code_len;
}

/* ---- commit: the world is stopped ---- */

static u32 flags_for(u32 old, const struct cf_method *cf)
{
    return (old & ~(MTH_FROM_FILE | MTH_OBSOLETE)) | method_file_flags(cf);
}

/* Marks the body of `old`, and of older versions that were equivalent to it, as obsolete. */
static void make_obsolete(struct method *old)
{
    for (struct method *p = old; p && !method_has(p, MTH_OBSOLETE); p = p->previous_version) {
        p->flags |= MTH_OBSOLETE;
        p->id = NULL; /* a frame that still runs it gets an id of its own if one is requested */
    }
}

static struct method *new_version(struct class *c, struct method *old, const struct redefinition *r)
{
    WORLD_STOPPED();
    const struct classfile *cf = r->cf;
    const struct cf_method *s = redefine_successor(cf, old);
    VM_CHECK(s != NULL);
    struct method *m = &r->methods[s - cf->methods];
    class_fill_method(c, m, s, r->cp);
    m->index = old->index;
    m->vtable_index = old->vtable_index;
    m->intrinsic = old->intrinsic;
    m->flags = flags_for(old->flags, s);
    m->version = old->version + 1;
    m->previous_version = old;
    m->id = old->id;
    if (m->id) m->id->current = m;
    if (!equivalent(old, old->cp->cf, s, cf)) make_obsolete(old);
    /* so that every version is one step from the newest */
    for (struct method *p = old; p; p = p->previous_version) p->next_version = m;
    exec.relink_method(old, m);
    return m;
}

/* A method without a body. An added or deleted method has one at the other end of its chain of versions, which lives as
 * long as the class. */
static struct method *new_anchor(struct class *c, const struct method *like, u32 flags)
{
    struct method *m = method_new_filler(c, like, flags);
    m->access = like->access;
    m->generic = like->generic;
    m->index = like->index;
    m->cp = NULL; /* the old pool may be freed before it */
    return m;
}

/* Flags of an added method that follow from its name. */
static u32 flags_by_name(struct class *c, struct method *m)
{
    if (m->name == SYM(init)) return MTH_INIT;
    if (m->name != SYM(clinit)) return 0;
    if (m->desc == SYM(void_sig)) c->clinit = m; /* runs later if c is not initialized yet */
    return MTH_CLINIT;
}

static struct method *added_method(struct class *c, const struct cf_method *s, const struct redefinition *r, u32 index)
{
    struct method *m = &r->methods[s - r->cf->methods];
    class_fill_method(c, m, s, r->cp);
    m->index = (u16)index;
    m->flags = flags_for(flags_by_name(c, m), s);
    m->previous_version = new_anchor(c, m, MTH_OBSOLETE); /* stack traces keep this when the version is freed */
    m->previous_version->next_version = m;
    m->version = 1;
    exec.relink_method(m->previous_version, m);
    if (atomic_load(&method_ids_early)) (void)method_id_of(m);
    return m;
}

/* A deleted method that the new file has again. Keeps index, slot and id. */
static struct method *revived_method(struct class *c, const struct cf_method *s, const struct redefinition *r,
                                     struct method *gone)
{
    struct method *m = &r->methods[s - r->cf->methods];
    class_fill_method(c, m, s, r->cp);
    m->index = gone->index;
    m->vtable_index = gone->vtable_index;
    m->flags = flags_for(flags_by_name(c, m), s);
    m->version = gone->version + 1;
    m->previous_version = gone;
    m->id = gone->id;
    if (m->id) m->id->current = m;
    for (struct method *p = gone; p; p = p->previous_version) p->next_version = m;
    exec.relink_method(gone, m);
    return m;
}

/* Takes the anchor of an earlier deletion out of the chain of versions below `old`; NULL: there was none. So a method
 * that comes and goes has one. A reader of the chain meets each version once, or not the anchor. */
static struct method *take_anchor(struct method *old)
{
    WORLD_STOPPED();
    for (struct method *p = old, *m; (m = p->previous_version) != NULL; p = m) {
        if (!method_has(m, MTH_DELETED)) continue;
        __atomic_store_n(&p->previous_version, m->previous_version, __ATOMIC_RELEASE);
        m->flags = MTH_DELETED | MTH_OBSOLETE | (m->flags & MTH_IN_CODE);
        m->next_version = NULL;
        return m;
    }
    return NULL;
}

/* Older versions keep the method's id, which behaves as before as long as the last of them exists. */
static struct method *deleted_method(struct class *c, struct method *old)
{
    struct method *m = take_anchor(old);
    if (!m) m = new_anchor(c, old, MTH_DELETED | MTH_OBSOLETE);
    m->access = old->access;
    m->generic = old->generic;
    m->vtable_index = old->vtable_index;
    if (c->clinit == old) c->clinit = NULL;
    m->version = old->version + 1;
    m->previous_version = old;
    m->id = old->id;
    for (struct method *p = old; p; p = p->previous_version) {
        p->flags |= MTH_OBSOLETE;
        p->next_version = m;
    }
    exec.relink_method(old, m);
    return m;
}

/* The method was renamed by a prefix, or back: a native that was bound stays bound (JVM TI SetNativeMethodPrefix). `m`
 * is the newest version of a method that is no longer native. */
static void carry_native(const struct class *c, const struct method *m)
{
    WORLD_STOPPED();
    struct method *before = m->previous_version;
    if (!before || !method_is_native(before) || !native_bound(before)) return;
    if (method_is_native(m) && !method_has(m, MTH_DELETED)) return;
    struct method *now = native_successor(c, before);
    if (now && !native_bound(now)) exec.carry_native(before, now);
}

static struct method **find_deleted(const struct class *c, const struct cf_method *s)
{
    for (u32 i = c->method_count; i < c->method_count + (u32)c->deleted_count; i++) {
        struct method *m = c->methods[i];
        if (m->name == s->name && m->desc == s->desc && !((m->access ^ s->access) & ACC_STATIC)) return &c->methods[i];
    }
    return NULL;
}

static void replace_methods(struct class *c, const struct redefinition *r)
{
    WORLD_STOPPED();
    const struct classfile *cf = r->cf;
    struct method **old = c->methods, **all = old;
    u32 count = c->method_count, deleted = c->deleted_count, added = 0, kept = 0, at = 0;
    u32 room = c->method_room ? c->method_room : count;
    for (u32 k = 0; k < cf->method_count; k++) added += !redefine_predecessor(c, &cf->methods[k]);
    kept = cf->method_count - added;
    bool others = added || kept != count, fits = others && count + deleted + added <= room;
    if (fits)
        all = vm_malloc(room * sizeof(struct method *));
    else if (others)
        all = CLASS_SPACE_ARRAY(c, struct method *, room = count + deleted + added);
    struct method **gone = all + kept + added;
    u32 index = next_index(c);
    for (u32 k = 0; added && k < cf->method_count; k++) { /* deleted ones are not looked up */
        const struct cf_method *s = &cf->methods[k];
        if (redefine_predecessor(c, s)) continue;
        struct method **back = options.enhanced_redefinition ? find_deleted(c, s) : NULL;
        all[kept + at++] = back ? revived_method(c, s, r, *back) : added_method(c, s, r, index++);
    }
    VM_ASSERT(at == added);
    at = 0;
    for (u32 i = 0; i < count; i++) {
        if (redefine_successor(cf, old[i]))
            all[at++] = new_version(c, old[i], r);
        else
            *gone++ = deleted_method(c, old[i]);
    }
    VM_ASSERT(at == kept);
    if (others) {
        for (u32 i = count; i < count + deleted; i++)
            if (!old[i]->next_version) *gone++ = old[i];
        u32 n = (u32)(gone - all);
        for (u32 i = 0; i < n && fits; i++) __atomic_store_n(&old[i], all[i], __ATOMIC_RELAXED); /* samplers read it */
        if (fits)
            free(all);
        else
            c->methods = all;
        c->method_room = room;
        c->method_count = cf->method_count;
        c->deleted_count = (u16)(n - c->method_count);
        class_index_methods(c);
    }
    for (u32 i = 0; i < cf->method_count + (count - kept); i++) carry_native(c, c->methods[i]);
}

static void update_fields(struct class *c, const struct classfile *cf)
{
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = class_field(c, i);
        const struct cf_field *s = &cf->fields[i];
        f->generic = s->generic;
        f->const_index = s->const_index;
        f->annotations = s->annotations;
        f->type_annotations = s->type_annotations;
    }
}

static void replace(struct redefinition *r)
{
    WORLD_STOPPED();
    struct class *c = r->c;
    struct constpool *cp = r->cp;
    r->holder->pool = cp;
    cp->e[r->cf->this_index].cls = c;
    atomic_store_explicit(&cp->e[r->cf->this_index].state, CPS_RESOLVED, memory_order_relaxed);
    cp->older = c->cp;
    c->stage = r->of_class;
    bool initializer_runs = options.enhanced_redefinition && reshape_constants_change(r);
    if (initializer_runs) reshape_write_twin(r);
    replace_methods(c, r);
    if (initializer_runs) reshape_insert_twin(r);
    if (options.enhanced_redefinition) reshape_take_fields(c, r);
    c->stage = NULL;
    if (r->of_class) {
        VM_CHECK(!r->of_class->full);
        class_stage_end(r->of_class);
        free(r->of_class);
    }
    c->cp = cp;
    if (!options.enhanced_redefinition) update_fields(c, r->cf);
    annotation_pool_start(c);
    c->cf = r->cf;
    if (options.enhanced_redefinition) reshape_take_modifiers(c);
    free((void *)c->original.at);
    c->original = r->original;
    c->major = r->cf->major;
    c->minor = r->cf->minor;
    c->source_file = r->cf->source_file;
    c->generic = r->cf->generic;
    c->flags |= CLS_REDEFINED;
    c->redefinitions++;
    history_note(HISTORY_CLASSES_REDEFINED, "redefined class name=%s, count=%u", c->name->bytes, c->redefinitions);
    LOG(info, redefine_class, "redefined %s, count=%u", c->name->bytes, c->redefinitions);
}

static struct method *newest(struct method *m) { return m ? method_newest(m) : NULL; }

bool redefine_inherits(const struct class *c, u32 flag)
{
    for (const struct class *k = c; k; k = k->super)
        if (k->flags & flag) return true;
    for (u32 i = 0; i < c->all_interface_count; i++)
        if (c->all_interfaces[i]->flags & flag) return true;
    return false;
}

static void refresh_tables(struct class *c)
{
    for (u32 i = 0; i < c->vtable_len; i++) /* shared tables are written only where they change */
        if (c->vtable[i]->next_version) c->vtable[i] = c->vtable[i]->next_version;
    for (u32 i = 0; i < c->itable_count; i++)
        for (u32 k = 0; k < c->itable[i].iface->itable_len; k++) {
            struct method **m = &c->itable[i].methods[k];
            if (*m && (*m)->next_version) *m = (*m)->next_version;
        }
    c->finalizer = newest(c->finalizer);
    c->clinit = newest(c->clinit);
}

/* java.lang.Class drops its cached members and annotations when this count changes; inherited ones are cached too. */
static void count_redefinitions(struct class *c)
{
    if (class_is_array(c) || class_is_primitive(c) || !c->mirror) return;
    i32 n = 0;
    for (const struct class *k = c; k; k = k->super) n += (k->flags & CLS_REPLACED) != 0;
    for (u32 i = 0; i < c->all_interface_count; i++) n += (c->all_interfaces[i]->flags & CLS_RESHAPED) != 0;
    u32 at = WKF(Class_classRedefinedCount);
    if (n) obj_set_int(c->mirror, at, obj_int(c->mirror, at) + n);
}

/* java.lang.Class caches these without checking the count. They change only if more than bodies changes. */
static void forget_answers(struct class *c)
{
    if (!options.enhanced_redefinition || !(c->flags & CLS_REPLACED) || !c->mirror) return;
    heap_store_ref(c->mirror, WKF(Class_genericInfo), NULL);
    heap_store_ref(c->mirror, WKF(Class_enumConstants), NULL);
    heap_store_ref(c->mirror, WKF(Class_enumConstantDirectory), NULL);
    heap_store_ref(c->mirror, WKF(Class_annotationType), NULL);
    heap_store_ref(c->mirror, WKF(Class_cachedConstructor), NULL);
}

static void refresh_class(struct class *c, void *arg)
{
    WORLD_STOPPED();
    (void)arg;
    if (!redefine_inherits(c, CLS_REPLACED)) return; /* its tables contain only its own methods */
    refresh_tables(c);
    count_redefinitions(c);
    forget_answers(c);
    if (options.enhanced_redefinition) reshape_forget_streams(c);
}

/* The steps that can fail, before anything changes. Methods may be added and deleted. */
static enum redefine_status begin_reshaping(struct reshape *s, struct redefinition *all, u32 n)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < n; i++) {
        enum redefine_status e = compare(all[i].c, all[i].cf); /* another thread may have committed first */
        if (e != REDEFINE_OK) return e;
    }
    enum redefine_status e = options.enhanced_redefinition ? reshape_begin(s, all, n) : REDEFINE_OK;
    if (e != REDEFINE_OK || reshape_wants_users(s)) return e;
    bool members = false;
    for (u32 i = 0; e == REDEFINE_OK && i < n; i++) {
        if (!stage_of_class(all[i].c, all[i].cf, all[i].lost.count, &all[i].of_class)) e = REDEFINE_MEMORY;
        members |= all[i].of_class != NULL;
    }
    if (e == REDEFINE_OK && members && redefine_any_twice(all, n)) e = REDEFINE_CLASS;
    if (e == REDEFINE_OK && options.enhanced_redefinition) e = reshape_begin_growth(s);
    if (e != REDEFINE_OK) reshape_abandon(s, all, n);
    return e;
}

/* While a thread has the offset of a field that moves: so often such threads run on alone, each time for so many ns,
 * then the world runs for a pause, which doubles from attempt to attempt: on a machine with much to do, a thread needs
 * time to get a processor. A thread that stays there holds up the redefinition for three seconds at most. */
enum { LETS = 300, LET = 100000, ATTEMPTS = 9, PAUSE = 5 * OS_NS_PER_MS };

/* Begins again if memory has to be mapped first, which the world does not wait for. */
static enum redefine_status begin_mapped(struct thread *self, struct reshape *s, struct redefinition *all, u32 n)
{
    if (!s->map_first) return REDEFINE_OK;
    reshape_abandon(s, all, n);
    for (u32 i = 0; i < n; i++) drop_stage(&all[i]);
    free(s->growth);
    safepoint_end(self);
    thread_to_blocked(self);
    heap_map_blocks(s->map_first);
    thread_from_blocked(self);
    s->ahead->mapped = true;
    *s = (struct reshape){ .ahead = s->ahead, .patient = s->patient };
    safepoint_begin(self, "RedefineClasses");
    return begin_reshaping(s, all, n);
}

/* Stops the world for the commit. If the result is not REDEFINE_OK, it runs again. */
static enum redefine_status begin_commit(struct thread *self, struct reshape *s, struct redefinition *all, u32 n)
{
    MAY_COLLECT(self);
    safepoint_begin(self, "RedefineClasses");
    if (!options.enhanced_redefinition && !options.add_delete_methods) return REDEFINE_OK;
    enum redefine_status e = begin_reshaping(s, all, n);
    if (e == REDEFINE_OK && reshape_wants_users(s)) {
        safepoint_end(self);
        reshape_find_users(self, s->ahead);
        *s = (struct reshape){ .ahead = s->ahead, .patient = s->patient };
        safepoint_begin(self, "RedefineClasses");
        e = begin_reshaping(s, all, n);
    }
    if (e == REDEFINE_OK) e = begin_mapped(self, s, all, n);
    for (u32 lets = 0; s->wait && lets < LETS;) {
        do safepoint_let(self, reshape_has_offset, LET);
        while (++lets < LETS && reshape_any_has_offset());
        *s = (struct reshape){ .ahead = s->ahead, .patient = s->patient };
        e = begin_reshaping(s, all, n);
    }
    if (e == REDEFINE_OK) e = begin_mapped(self, s, all, n);
    if (e == REDEFINE_OK) return e;
    free(s->growth);
    safepoint_end(self);
    return e;
}

/* What may help if a commit is refused. */
enum again { AGAIN_NOT, AGAIN_COLLECTED, AGAIN_LATER };

/* patient: AGAIN_LATER may be an answer, without a word why. */
static enum redefine_status commit(struct thread *self, struct redefinition *all, u32 n, bool patient,
                                   enum again *again)
{
    MAY_COLLECT(self);
    struct reshape_ahead ahead = { .found = false };
    struct reshape reshape = { .ahead = &ahead, .patient = patient };
    enum redefine_status s = begin_commit(self, &reshape, all, n);
    *again = s == REDEFINE_OK ? AGAIN_NOT : reshape.wait ? AGAIN_LATER : reshape.collect ? AGAIN_COLLECTED : AGAIN_NOT;
    if (s != REDEFINE_OK) {
        reshape_drop_users(&ahead);
        return s;
    }
    u64 retired = exec.code_retired_count();
    for (u32 i = 0; hooks.class_redefining && i < n; i++) hooks.class_redefining(all[i].c);
    for (u32 i = 0; i < n; i++) replace(&all[i]);
    for (u32 i = 0; i < n; i++) all[i].c->flags |= CLS_REPLACED;
    bool inherited = false;
    for (u32 i = 0; i < n; i++) inherited |= all[i].c->has_heirs;
    if (inherited)
        loader_for_each_built_class(refresh_class, NULL);
    else
        for (u32 i = 0; i < n; i++) refresh_class(all[i].c, NULL);
    reshape_finish(&reshape, all, n);
    for (u32 i = 0; i < n; i++) all[i].c->flags &= ~CLS_REPLACED;
    for (u32 i = 0; i < WK_METHOD_COUNT; i++) wk_methods[i] = newest(wk_methods[i]);
    for (u32 i = 0; i < n && probe_point_on(POINT_CLASS); i++) probe_points.class_redefined(all[i].c);
    size_t bytes = 0;
    for (u32 i = 0; i < n; i++) {
        all[i].holder->pinned = false;
        bytes += all[i].holder->space_bytes;
    }
    bool grown = reshape.growth_count != 0;
    if (grown) vm_grow_instances(self, reshape.growth, reshape.growth_count);
    reshape_end(&reshape, all, n);
    if (!grown || reshape.supers) exec.shorts_changed(); /* a field may have taken a place that short instances lack */
    if (reshape.changes.count && probe_point_on(POINT_CLASS)) probe_points.fields_changed();
    free(reshape.growth);
    retired = exec.code_retired_count() - retired;
    safepoint_end(self);
    LOG(debug, redefine_class, "%llu pieces of compiled code go", (unsigned long long)retired);
    reshape_drop_users(&ahead);
    if (grown) vm_tell_collected(self);
    versions_made(self, bytes);
    exec.code_changed(self);
    return REDEFINE_OK;
}

/* Dead objects may stand in its way, and threads in the library's accessors (reshape_offsets.c). */
static enum redefine_status commit_at_last(struct thread *self, struct redefinition *all, u32 n)
{
    MAY_COLLECT(self);
    bool collected = false;
    for (u32 attempt = 1;; attempt++) {
        enum again again;
        enum redefine_status s = commit(self, all, n, attempt < ATTEMPTS, &again);
        if (again == AGAIN_NOT || (again == AGAIN_COLLECTED && collected)) return s;
        for (u32 i = 0; i < n; i++) drop_stage(&all[i]);
        if (again == AGAIN_COLLECTED) {
            collected = true;
            vm_collect(self, HEAP_CAUSE_GROWTH, false);
        } else {
            thread_to_blocked(self);
            os_time_pause_ns((u64)PAUSE << (attempt - 1));
            thread_from_blocked(self);
        }
    }
}

enum redefine_status redefine_commit(struct thread *self, struct redefinition *all, u32 n)
{
    MAY_COLLECT(self);
    enum redefine_status s = options.enhanced_redefinition ? verify_all(self, all, n) : REDEFINE_OK;
    for (u32 i = 0; options.enhanced_redefinition && i < n && s == REDEFINE_OK; i++)
        if (!reshape_plan_fields(self, &all[i])) s = redefine_take_pending(self, REDEFINE_MEMORY);
    if (s == REDEFINE_OK) s = commit_at_last(self, all, n);
    for (u32 i = 0; i < n; i++) reshape_drop_plan(&all[i]);
    if (s == REDEFINE_OK && options.enhanced_redefinition) reshape_run_initializers(self, all, n);
    return s;
}
