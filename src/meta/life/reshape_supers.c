/* reshape_supers.c: a class gets another superclass (-XX:+AllowEnhancedClassRedefinition; docs/redefinition.md).
 *
 * The check loads, links and initializes it. The commit asks, with the world stopped, whether the class may have it,
 * and which superclasses come and which go. All members of both are changes for code that names them so; so
 * are all methods of the class and its subclasses, because their slots are numbered anew (vtable.c).
 *
 * Superclasses that the VM knows (they have injected fields, or the collector treats their instances in its own way)
 * neither come nor go, so the kind of an instance never changes.
 *
 * Until the commit nothing has changed: questions about the hierarchy as it will be go through reshape_super_after. */
#include "base/hashmap.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* ---- the hierarchy after the commit ---- */

bool reshape_is_below(const struct reshape *s, const struct class *c, const struct class *super)
{
    if (!s || !s->supers) return class_is_subclass(c, super);
    for (; c; c = reshape_super_after(s->all, s->n, c))
        if (c == super) return true;
    return false;
}

bool reshape_supers_circular(const struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        u32 changed = 0; /* a way up leads over each changed class once */
        for (const struct class *c = all[i].super; c; c = reshape_super_after(all, n, c))
            for (u32 k = 0; k < n; k++)
                if (all[k].super && all[k].c == c && changed++ > n) return true;
    }
    return false;
}

bool reshape_find_super(struct redefinition *r)
{
    r->super = NULL;
    if (r->cf->super_name == r->c->cf->super_name) return true;
    struct class *super = loader_loaded_class(r->c->loader, r->cf->super_name);
    if (super != r->c->super) r->super = super;
    return super != NULL;
}

/* ---- the check, while the program runs ---- */

enum redefine_status reshape_check_super(struct thread *self, struct class *c, const struct classfile *cf)
{
    MAY_CALL_OUT(self);
    if (cf->super_name == c->cf->super_name) return REDEFINE_OK;
    if (!c->super || !cf->super_name || class_is_interface(c) || c->loader->is_boot || reshape_known_to_vm(c))
        return redefine_refuse(c, REDEFINE_HIERARCHY, "its superclass is the VM's business");
    if ((cf->access ^ c->cf->access) & ACC_ENUM)
        return redefine_refuse(c, REDEFINE_HIERARCHY, "it would be an enum, or none any more");
    if (cf->major < 50 || c->cf->major < 50) /* has no stack maps: reshape_frames.c */
        return redefine_refuse(c, REDEFINE_HIERARCHY, "another superclass in a class file before version 50");
    struct class *super = loader_load_super(self, c->loader, NULL, cf->super_name);
    if (!super) return redefine_take_pending(self, REDEFINE_HIERARCHY);
    if (class_is_interface(super))
        return redefine_refuse(c, REDEFINE_HIERARCHY, "%s is an interface", super->name->bytes);
    if (!access_class(c, super))
        return redefine_refuse(c, REDEFINE_HIERARCHY, "it has no access to %s", super->name->bytes);
    if (!class_link(self, super)) return redefine_take_pending(self, REDEFINE_CLASS);
    /* a superclass is initialized before its subclass */
    if (atomic_load(&c->state) >= CLASS_INITIALIZING && !class_init(self, super))
        return redefine_take_pending(self, REDEFINE_CLASS);
    return REDEFINE_OK;
}

/* ---- the changes; world stopped ---- */

/* Members of k are found through c from now on, or no more (lost). */
static void change_members(struct reshape *s, struct class *c, const struct class *k, const struct class *lost)
{
    for (u32 i = 0; i < k->method_count; i++)
        reshape_add_lost_change(s, c, k->methods[i]->name, k->methods[i]->desc, lost);
    for (u32 i = 0; i < k->field_count; i++)
        reshape_add_lost_change(s, c, class_field(k, i)->name, class_field(k, i)->desc, lost);
}

static void change_all_members(struct reshape *s, struct class *c, const struct class *k, const struct class *lost)
{
    change_members(s, c, k, lost);
    for (u32 i = 0; i < k->all_interface_count; i++) {
        const struct class *in = k->all_interfaces[i];
        change_members(s, c, in, NULL);
        s->limits.interfaces++;
        s->limits.rows += in->itable_len;
        s->limits.slots += in->method_count;
    }
}

/* May k, a superclass, come or go? */
static enum redefine_status may_move(const struct class *c, const struct class *k)
{
    struct injected_field inj[8];
    bool known = reshape_known_to_vm(k) || wellknown_injected(k, inj) || k->type.kind != HEAP_INSTANCE;
    if (known || k->flags & (CLS_PADDED | CLS_EVENT))
        return redefine_refuse(c, REDEFINE_HIERARCHY, "superclass %s would come or go, and the VM knows it",
                               k->name->bytes);
    return REDEFINE_OK;
}

/* Superclasses that c loses: up to the first that it keeps. What that one loses is its own change. */
const struct class *reshape_next_lost(const struct reshape *s, const struct redefinition *r, const struct class *k)
{
    k = k ? k->super : r->super ? r->c->super : NULL;
    return k && !reshape_is_below(s, r->c, k) ? k : NULL;
}

/* Superclasses that c gets: up to the first that it has already. */
const struct class *reshape_next_new(const struct reshape *s, const struct redefinition *r, const struct class *k)
{
    k = k ? reshape_super_after(s->all, s->n, k) : r->super;
    return k && !class_is_subclass(r->c, k) ? k : NULL;
}

/* A class that is not initialized may get one that is not. */
static bool is_ready(const struct class *c, const struct class *super)
{
    u8 least = atomic_load(&c->state) >= CLASS_INITIALIZING ? CLASS_INITIALIZING : CLASS_LINKED;
    u8 state = atomic_load(&super->state);
    return state >= least && state != CLASS_ERRONEOUS;
}

static enum redefine_status judge(struct reshape *s, const struct redefinition *r)
{
    struct class *c = r->c;
    const struct classfile *of_super = reshape_file_after(r->super, s->all, s->n);
    if (!is_ready(c, r->super))
        return redefine_refuse(c, REDEFINE_CLASS, "%s is not ready to be its superclass", r->super->name->bytes);
    if (of_super->access & ACC_FINAL || !class_permits(r->super, of_super, c))
        return redefine_refuse(c, REDEFINE_HIERARCHY, "%s does not permit it", r->super->name->bytes);
    reshape_add_change(s, c, SYM(clinit), SYM(void_sig)); /* a name without callers: the class changes in any case */
    s->limits.interfaces++; /* lists of interfaces are made anew, if they are equal, too */
    enum redefine_status e = REDEFINE_OK;
    for (const struct class *k = NULL; e == REDEFINE_OK && (k = reshape_next_lost(s, r, k));) {
        e = may_move(c, k);
        s->narrowed = s->lost = true;
        struct superclass_gone *g = vm_malloc(sizeof *g);
        *g = (struct superclass_gone){ c, k };
        vec_push(&s->gone, g);
        change_all_members(s, c, k, k);
    }
    for (const struct class *k = NULL; e == REDEFINE_OK && (k = reshape_next_new(s, r, k));) {
        e = may_move(c, k);
        change_all_members(s, c, k, NULL);
        if (k->vtable_len > s->longest_new) s->longest_new = k->vtable_len;
    }
    return e;
}

/* Slots of methods of c and its subclasses are numbered anew. */
struct renumbered {
    struct reshape *s;
    const struct redefinition *r;
    struct class *c;
    enum redefine_status status;
    struct hashmap names; /* -> struct vec of descriptors */
};

static void renumber(struct renumbered *x, const struct method *m)
{
    struct vec *descs = hashmap_get(&x->names, m->name);
    if (!descs) {
        descs = vm_calloc(1, sizeof *descs);
        hashmap_put(&x->names, m->name, descs);
    }
    if (vec_index_of(descs, m->desc) >= 0) return;
    vec_push(descs, m->desc);
    reshape_add_change(x->s, x->c, m->name, m->desc);
    ((struct member_change *)x->s->changes.items[x->s->changes.count - 1])->renumbered = true;
}

static bool is_overridden(const struct class *k, const struct symbol *name, const struct symbol *desc)
{
    const struct method *m = class_find_method_here(k, name, desc);
    return m && !(m->access & (ACC_STATIC | ACC_PRIVATE)) && name->bytes[0] != '<';
}

/* c has a method like this. Superclasses that come, and their interfaces, must mean the same types by its descriptor
 * (JVMS §5.3.4). */
static void ask_loaders(struct renumbered *x, const struct class *c, const struct symbol *name,
                        const struct symbol *desc)
{
    for (const struct class *k = NULL; x->status == REDEFINE_OK && (k = reshape_next_new(x->s, x->r, k));) {
        bool agree = !is_overridden(k, name, desc) || constraint_agree(desc, c->loader, k->loader);
        for (u32 i = 0; agree && i < k->all_interface_count; i++) {
            const struct class *in = k->all_interfaces[i];
            agree = !is_overridden(in, name, desc) || constraint_agree(desc, c->loader, in->loader);
        }
        if (!agree)
            x->status = redefine_refuse(c, REDEFINE_HIERARCHY, "its loader and that of %s have other types for %s%s",
                                        k->name->bytes, name->bytes, desc->bytes);
    }
}

static void renumber_class(struct class *k, void *arg)
{
    struct renumbered *x = arg;
    if (class_is_array(k) || class_is_interface(k) || class_is_primitive(k) || !class_is_subclass(k, x->c)) return;
    const struct classfile *after = reshape_file_after(k, x->s->all, x->s->n);
    for (u32 i = 0; after && i < after->method_count; i++)
        ask_loaders(x, k, after->methods[i].name, after->methods[i].desc);
    for (u32 i = 0; i < k->method_count; i++)
        if (k->methods[i]->vtable_index != VTABLE_NONE) renumber(x, k->methods[i]);
    for (u32 i = 0; i < k->all_interface_count; i++) /* they have slots, too */
        for (u32 j = 0; j < k->all_interfaces[i]->method_count; j++)
            if (k->all_interfaces[i]->methods[j]->vtable_index != VTABLE_NONE)
                renumber(x, k->all_interfaces[i]->methods[j]);
}

static enum redefine_status renumber_all(struct reshape *s, const struct redefinition *r)
{
    struct class *c = r->c;
    struct renumbered x = { .s = s, .r = r, .c = c, .status = REDEFINE_OK };
    if (c->has_heirs)
        loader_for_each_built_class(renumber_class, &x);
    else
        renumber_class(c, &x);
    u32 cursor = 0;
    void *descs;
    while (hashmap_next(&x.names, &cursor, NULL, &descs)) {
        vec_destroy(descs);
        free(descs);
    }
    hashmap_destroy(&x.names);
    return x.status;
}

enum redefine_status reshape_find_supers(struct reshape *s)
{
    WORLD_STOPPED();
    enum redefine_status e = REDEFINE_OK;
    for (u32 i = 0; i < s->n; i++) {
        if (!reshape_find_super(&s->all[i])) e = REDEFINE_CLASS;
        s->supers |= s->all[i].super != NULL;
    }
    if (!s->supers || e != REDEFINE_OK) return e;
    s->hierarchy = true;
    if (reshape_supers_circular(s->all, s->n)) return REDEFINE_CIRCULAR;
    for (u32 i = 0; i < s->n && e == REDEFINE_OK; i++) {
        if (!s->all[i].super) continue;
        e = judge(s, &s->all[i]);
        if (e == REDEFINE_OK) e = renumber_all(s, &s->all[i]);
    }
    return e;
}

bool reshape_is_rebased(const struct reshape *s, const struct class *c)
{
    if (!s->supers || class_is_array(c) || class_is_interface(c) || class_is_primitive(c)) return false;
    for (u32 i = 0; i < s->n; i++)
        if (s->all[i].super && class_is_subclass(c, s->all[i].c)) return true;
    return false;
}

/* ---- the commit ---- */

void reshape_take_supers(const struct reshape *s)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < s->n; i++) {
        struct class *super = s->all[i].super;
        if (!super) continue;
        s->all[i].c->super = super;
        class_note_heir(super);
        __atomic_fetch_or(&super->name->flags, SYMBOL_NAMES_SUPER, __ATOMIC_RELAXED);
        holder_stores(s->all[i].c->holder);
    }
}

void reshape_rebase(struct class *c)
{
    WORLD_STOPPED();
    VM_ASSERT(c->flags & CLS_REBASED && c->super);
    class_set_display(c);
    c->flags |= c->super->flags & CLS_WATCHED;
    if (c->finalizer && !class_is_subclass(c, c->finalizer->owner))
        c->finalizer = class_find_method(c, SYM(finalize), SYM(void_sig));
}
