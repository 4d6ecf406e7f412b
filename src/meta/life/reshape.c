/* reshape.c: adds and deletes members of classes and changes their kind (-XX:+AllowEnhancedClassRedefinition;
 * docs/redefinition.md).
 *
 * Slots of methods and rows of interfaces that are in use stay; a redefinition only adds. The family, which is the
 * changed classes and their subclasses, gets new tables (vtable.c). Their memory is allocated before anything changes.
 * Then instructions and constants that were linked to such a member are linked anew (exec.members_changed). Most of the
 * search for these happens before: a first, short stop finds which members change, the search runs beside the program,
 * and the commit's own stop looks at those that the search has found, and at classes that are new since. */
#include "meta/meta_int.h"
#include "meta/redefine.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* A class of the family. */
struct heir {
    struct class *c;
    u32 rank;
    u32 size; /* to which its instances grow; 0: they do not */
    struct family_stage *stage;
};
/* The memory of all classes of the family with one holder. One stage for each class would take a piece for each. */
struct family_stage {
    struct class_stage stage;
    size_t bytes; /* that they need at most */
    bool rebased; /* some of them are: it ends last */
};

/* ---- changes ---- */

enum {
    KIND_OF_MEMBER = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_ABSTRACT
}; /* the flags of a member that matter for linking */

void reshape_add_lost_change(struct reshape *s, struct class *c, const struct symbol *name, const struct symbol *desc,
                             const struct class *lost)
{
    struct member_change *m = vm_malloc(sizeof *m);
    *m = (struct member_change){ c, name, desc, lost, false };
    vec_push(&s->changes, m);
    c->flags |= CLS_RESHAPED;
}

void reshape_add_change(struct reshape *s, struct class *c, const struct symbol *name, const struct symbol *desc)
{
    reshape_add_lost_change(s, c, name, desc, NULL);
}

static void find_changes(struct reshape *s, const struct redefinition *r)
{
    for (u32 i = 0; i < r->c->method_count; i++) {
        const struct method *m = r->c->methods[i];
        const struct cf_method *now = redefine_successor(r->cf, m);
        if (!now || ((now->access ^ m->access) & KIND_OF_MEMBER)) reshape_add_change(s, r->c, m->name, m->desc);
    }
    for (u32 k = 0; k < r->cf->method_count; k++) {
        const struct cf_method *m = &r->cf->methods[k];
        if (!redefine_predecessor(r->c, m)) reshape_add_change(s, r->c, m->name, m->desc);
    }
    s->nests |= !redefine_same_nest(r->c->cf, r->cf);
    s->abstracts |= (r->cf->access & ~r->c->access & ACC_ABSTRACT) != 0;
    if (reshape_modifiers_change(r)) {
        reshape_add_change(s, r->c, SYM(clinit), SYM(void_sig)); /* a name without callers */
        s->constants = true;
    }
    if (reshape_constants_change(r)) {
        reshape_add_change(s, r->c, SYM(clinit), SYM(void_sig));
        s->constants = true; /* the array of constants will be another one */
    }
    bool final_changes = (r->c->access ^ r->cf->access) & ACC_FINAL; /* its methods get slots, or are called directly */
    for (u32 k = 0; final_changes && k < r->cf->method_count; k++)
        reshape_add_change(s, r->c, r->cf->methods[k].name, r->cf->methods[k].desc);
    reshape_find_fields(s, r);
}

/* ---- superinterfaces ---- */

static bool implements_directly(const struct class *c, const struct class *in)
{
    for (u32 i = 0; i < c->interface_count; i++)
        if (c->interfaces[i] == in) return true;
    return false;
}

/* c has more methods, or fewer, through `in` and its superinterfaces. */
static void change_interface(struct reshape *s, struct class *c, const struct class *in)
{
    reshape_add_change(s, c, SYM(clinit), SYM(void_sig)); /* a name without callers: the class changes in any case */
    for (u32 k = 0; k <= in->all_interface_count; k++) {
        const struct class *one = k < in->all_interface_count ? in->all_interfaces[k] : in;
        s->limits.interfaces++;
        s->limits.rows += one->itable_len;
        s->limits.slots += one->method_count;
        for (u32 i = 0; i < one->method_count; i++)
            reshape_add_change(s, c, one->methods[i]->name, one->methods[i]->desc);
    }
}

static bool same_interfaces(const struct classfile *a, const struct classfile *b)
{
    if (a->interface_count != b->interface_count) return false;
    for (u32 i = 0; i < a->interface_count; i++)
        if (classfile_class_name(a, a->interfaces[i]) != classfile_class_name(b, b->interfaces[i])) return false;
    return true;
}

static bool names(const struct redefinition *r, const struct class *in)
{
    for (u32 i = 0; i < r->cf->interface_count; i++)
        if (r->interfaces[i] == in) return true;
    return false;
}

/* Finds the interfaces, which the check has loaded. Returns false if one has been unloaded. */
static bool find_interfaces(struct reshape *s, struct redefinition *r)
{
    const struct classfile *cf = r->cf;
    if (same_interfaces(r->c->cf, cf)) return true;
    r->interfaces = vm_calloc(cf->interface_count + 1u, sizeof *r->interfaces);
    s->hierarchy = true;
    for (u32 i = 0; i < cf->interface_count; i++) {
        struct class *in = loader_loaded_class(r->c->loader, classfile_class_name(cf, cf->interfaces[i]));
        r->interfaces[i] = in;
        if (!in) return false;
        if (!implements_directly(r->c, in)) change_interface(s, r->c, in);
    }
    for (u32 i = 0; i < r->c->interface_count; i++) {
        if (names(r, r->c->interfaces[i])) continue;
        s->narrowed = true;
        change_interface(s, r->c, r->c->interfaces[i]);
    }
    reshape_add_change(s, r->c, SYM(clinit), SYM(void_sig)); /* for those that have another order */
    return true;
}

static void take_interfaces(const struct redefinition *r)
{
    struct class *c = r->c;
    if (!r->interfaces) return;
    c->interface_count = r->cf->interface_count;
    c->interfaces = CLASS_SPACE_ARRAY(c, struct class *, c->interface_count);
    for (u32 i = 0; i < c->interface_count; i++) {
        c->interfaces[i] = r->interfaces[i];
        class_note_heir(c->interfaces[i]);
    }
    holder_stores(c->holder);
}

/* ---- the family ---- */

static void add_heir(struct class *c, void *arg)
{
    struct reshape *s = arg;
    if (!redefine_inherits(c, CLS_RESHAPED)) return;
    c->flags |= CLS_FAMILY | (reshape_is_rebased(s, c) ? CLS_REBASED : 0);
    struct heir *h = vm_calloc(1, sizeof *h);
    h->c = c;
    vec_push(&s->family, h);
    if (c->vtable_len > s->limits.longest) s->limits.longest = c->vtable_len;
}

/* Sets the depth of h below others of the family, with the new supertypes: one more than any supertype's. */
static bool lower(struct hashmap *heirs, struct heir *h, const struct class *super)
{
    const struct heir *s = super ? hashmap_get(heirs, super) : NULL;
    if (!s || h->rank > s->rank) return false;
    h->rank = s->rank + 1;
    return true;
}

static bool lower_all(struct hashmap *heirs, struct heir *h, const struct redefinition *all, u32 n)
{
    bool moved = lower(heirs, h, reshape_super_after(all, n, h->c));
    for (u32 i = 0; i < h->c->interface_count; i++) moved |= lower(heirs, h, h->c->interfaces[i]);
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; all[i].c == h->c && all[i].interfaces && k < all[i].cf->interface_count; k++)
            moved |= lower(heirs, h, all[i].interfaces[k]);
    return moved;
}

static int by_rank(const void *a, const void *b)
{
    const struct heir *x = *(struct heir *const *)a, *y = *(struct heir *const *)b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    return x->c->serial < y->c->serial ? -1 : x->c->serial > y->c->serial;
}

/* Sorts supertypes first. Returns false if two classes would be supertypes of each other. */
static bool sort_family(struct reshape *s, const struct redefinition *all, u32 n)
{
    struct hashmap heirs = { 0 };
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        hashmap_put(&heirs, h->c, h);
    }
    bool moved = true;
    for (u32 pass = 0; moved && pass <= s->family.count; pass++) {
        moved = false;
        for (u32 i = 0; i < s->family.count; i++) moved |= lower_all(&heirs, s->family.items[i], all, n);
    }
    hashmap_destroy(&heirs);
    qsort(s->family.items, s->family.count, sizeof *s->family.items, by_rank);
    return !moved;
}

/* ---- final methods ---- */

const struct classfile *reshape_file_after(const struct class *c, const struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (all[i].c == c) return all[i].cf;
    return c->cf;
}

static const struct cf_method *dispatched_in(const struct classfile *cf, const struct symbol *name,
                                             const struct symbol *desc)
{
    for (u32 i = 0; cf && i < cf->method_count; i++) {
        const struct cf_method *m = &cf->methods[i];
        if (m->name == name && m->desc == desc)
            return m->access & (ACC_STATIC | ACC_PRIVATE) || name->bytes[0] == '<' ? NULL : m;
    }
    return NULL;
}

/* Does c's method of this name override a final one, with the new supertypes? */
static bool overrides_final(const struct class *c, const struct member_change *of, const struct redefinition *all,
                            u32 n)
{
    if (class_is_interface(c) || !dispatched_in(reshape_file_after(c, all, n), of->name, of->desc)) return false;
    for (const struct class *k = reshape_super_after(all, n, c); k; k = reshape_super_after(all, n, k)) {
        const struct cf_method *s = dispatched_in(reshape_file_after(k, all, n), of->name, of->desc);
        if (!s || !(s->access & ACC_FINAL)) continue;
        if (s->access & (ACC_PUBLIC | ACC_PROTECTED) || class_same_package(k, c)) return true;
    }
    return false;
}

static bool any_overrides_final(const struct reshape *s, const struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < s->family.count; i++)
        for (u32 k = 0; k < s->changes.count; k++)
            if (!((struct member_change *)s->changes.items[k])->renumbered &&
                overrides_final(((struct heir *)s->family.items[i])->c, s->changes.items[k], all, n))
                return true;
    return false;
}

/* ---- instances that grow ---- */

static u32 size_after(const struct heir *h) { return h->size ? h->size : h->c->type.instance_size; }

static bool has_instances_of(const struct reshape *s, const struct heir *h, const struct class *c)
{
    if (class_is_array(h->c) || class_is_interface(h->c)) return false;
    return class_is_subclass(h->c, c) || (h->c->flags & CLS_REBASED && reshape_is_below(s, h->c, c));
}

struct class *reshape_class_of_family(const struct reshape *s, u32 i) { return ((struct heir *)s->family.items[i])->c; }

u32 reshape_family_size(const struct reshape *s, const struct class *c)
{
    for (u32 i = 0; i < s->family.count; i++)
        if (reshape_class_of_family(s, i) == c) return size_after(s->family.items[i]);
    return c->type.instance_size;
}

u32 reshape_family_end(const struct reshape *s, const struct class *c)
{
    u32 end = 0;
    for (u32 i = 0; i < s->family.count; i++) {
        const struct heir *h = s->family.items[i];
        if (has_instances_of(s, h, c) && size_after(h) > end) end = size_after(h);
    }
    return end;
}

void reshape_family_grow(const struct reshape *s, const struct class *c, u32 end)
{
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        if (has_instances_of(s, h, c) && size_after(h) < end) h->size = ALIGN_UP(end, (u32)OBJECT_ALIGN);
    }
}

enum redefine_status reshape_begin_growth(struct reshape *s)
{
    WORLD_STOPPED();
    s->growth = vm_malloc((s->family.count + 1) * sizeof *s->growth);
    for (u32 i = 0; i < s->family.count; i++) {
        const struct heir *h = s->family.items[i];
        if (h->size) s->growth[s->growth_count++] = (struct heap_growth){ &h->c->type, h->size };
    }
    if (!s->ahead->mapped) s->map_first = heap_grow_blocks(s->growth, s->growth_count);
    if (s->map_first) return REDEFINE_OK;
    if (!s->growth_count || heap_grow_begin(s->growth, s->growth_count)) return REDEFINE_OK;
    u32 n = s->growth_count;
    s->growth_count = 0;
    s->collect = true;
    return redefine_refuse(((struct heir *)s->family.items[0])->c, REDEFINE_MEMORY,
                           "no memory for instances of %u classes to grow", n);
}

/* ---- memory ---- */

/* At least as many references as instances of c will have. */
static size_t most_references(const struct reshape *s, const struct class *c)
{
    size_t n = layout_references(c, NULL) + s->places.count;
    for (u32 i = 0; i < s->n; i++) {
        n += s->all[i].lost.count;
        if (s->all[i].super) n += layout_references(s->all[i].super, NULL) + s->all[i].cf->field_count;
    }
    return n;
}

static struct family_stage *stage_for(struct reshape *s, struct hashmap *stages, struct class_holder *holder)
{
    struct family_stage *f = hashmap_get(stages, holder);
    if (f) return f;
    f = vm_calloc(1, sizeof *f);
    class_stage_begin(&f->stage, holder);
    hashmap_put(stages, holder, f);
    vec_push(&s->stages, f);
    return f;
}

static bool ask_for_memory(struct reshape *s, const struct redefinition *all, u32 n)
{
    s->limits.slots = s->changes.count; /* all other methods have theirs */
    for (u32 i = 0; i < n && s->supers; i++) s->limits.slots += all[i].cf->method_count + all[i].c->method_count;

    struct hashmap stages = { 0 };
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        u32 refs = reshape_references_of(s, h->c, NULL);
        size_t map = refs ? (h->c->type.map_count + (size_t)refs) * sizeof(struct heap_map_span) + 8 : 0;
        if (h->c->flags & CLS_REBASED) map = most_references(s, h->c) * sizeof(struct heap_map_span) + 8;
        h->stage = stage_for(s, &stages, h->c->holder);
        h->stage->bytes += vtable_renewal_bytes(h->c, &s->limits) + map;
        h->stage->rebased |= (h->c->flags & CLS_REBASED) != 0;
    }
    hashmap_destroy(&stages);
    bool room = vtable_gap_make();
    for (u32 i = 0; i < s->stages.count; i++) {
        struct family_stage *f = s->stages.items[i];
        room = room && class_stage_reserve(&f->stage, f->bytes);
    }
    return room;
}

/* Ends the stages of classes that were rebased, or of all others. The collection that grows instances may have unloaded
 * a holder. */
static void end_stages(struct reshape *s, bool rebased)
{
    for (u32 i = 0; i < s->stages.count; i++) {
        struct family_stage *f = s->stages.items[i];
        bool lives = f->stage.h == &boot_loader.holder || class_space_holder(f->stage.h);
        if (f->rebased != rebased || !lives) continue;
        VM_CHECK(!f->stage.full);
        class_stage_end(&f->stage);
    }
}

/* ---- the steps of a commit, in order ---- */

static void forget(struct reshape *s, struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        free(all[i].interfaces);
        all[i].interfaces = NULL;
        free(all[i].places);
        all[i].places = NULL;
    }
    for (u32 i = 0; i < s->changes.count; i++) {
        struct member_change *m = s->changes.items[i];
        /* the collection that grows instances may have unloaded it */
        if (class_space_holder(m->c)) ((struct class *)m->c)->flags &= ~(u32)CLS_RESHAPED;
        free(m);
    }
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        h->c->flags &= ~(u32)(CLS_FAMILY | CLS_REBASED);
        free(h);
    }
    for (u32 i = 0; i < s->stages.count; i++) free(s->stages.items[i]);
    vec_destroy(&s->stages);
    vec_destroy(&s->changes);
    vec_destroy(&s->family);
    for (u32 i = 0; i < s->places.count; i++) free(s->places.items[i]);
    vec_destroy(&s->emptied);
    vec_destroy(&s->places);
    for (u32 i = 0; i < s->gone.count; i++) free(s->gone.items[i]);
    vec_destroy(&s->gone);
    reshape_forget_moves(s);
}

void reshape_abandon(struct reshape *s, struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < s->stages.count; i++) class_stage_abandon(&((struct family_stage *)s->stages.items[i])->stage);
    forget(s, all, n);
}

bool redefine_any_twice(const struct redefinition *all, u32 n)
{
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < i; k++)
            if (all[i].c == all[k].c) return true;
    return false;
}

struct permits {
    const struct redefinition *all;
    u32 n;
    enum redefine_status status;
};
/* A class that is final now has no subclasses, and one that is sealed permits them. */
static void ask_permits(struct class *c, void *arg)
{
    struct permits *p = arg;
    for (u32 i = 0; i < p->n && p->status == REDEFINE_OK; i++) {
        const struct redefinition *r = &p->all[i];
        const struct class *super = reshape_super_after(p->all, p->n, c);
        if (super == r->c && r->cf->access & ACC_FINAL && !class_is_array(c))
            p->status =
                redefine_refuse(r->c, REDEFINE_HIERARCHY, "it becomes final, and %s extends it", c->name->bytes);
        if (!r->cf->is_sealed || (super != r->c && !implements_directly(c, r->c))) continue;
        if (!class_is_array(c) && !class_permits(r->c, r->cf, c))
            p->status = redefine_refuse(r->c, REDEFINE_HIERARCHY, "it would not permit %s", c->name->bytes);
    }
}

static bool refuses_heirs(const struct redefinition *r)
{
    bool becomes_final = r->cf->access & ~r->c->access & ACC_FINAL;
    return r->c->has_heirs && (becomes_final || (r->cf->is_sealed && !redefine_same_permits(r->c->cf, r->cf)));
}

static enum redefine_status check_permits(const struct redefinition *all, u32 n)
{
    struct permits p = { all, n, REDEFINE_OK }; /* r->super are known */
    bool asked = false;
    for (u32 i = 0; i < n; i++) asked |= refuses_heirs(&all[i]);
    if (asked) loader_for_each_class(ask_permits, &p);
    return p.status;
}

/* ---- users of members, before the commit ---- */

/* Redefinitions of all kinds so far. Read and written with the world stopped. */
static u32 commits;

static struct member_change *copy_changes(const struct reshape *s)
{
    struct member_change *all = vm_malloc(s->changes.count * sizeof *all);
    for (u32 i = 0; i < s->changes.count; i++) all[i] = *(struct member_change *)s->changes.items[i];
    return all;
}

static void note_changes(const struct reshape *s)
{
    *s->ahead = (struct reshape_ahead){
        .changes = copy_changes(s), .count = s->changes.count, .abstracts = s->abstracts, .commits = commits
    };
}

bool reshape_wants_users(const struct reshape *s) { return s->ahead->changes && !s->ahead->found && !s->supers; }

void reshape_find_users(struct thread *self, struct reshape_ahead *a)
{
    MAY_COLLECT(self);
    a->found = true;
    exec.members_find_users(
        self, &(struct member_changes){ .all = a->changes, .count = a->count, .abstracts = a->abstracts }, &a->users);
}

void reshape_drop_users(struct reshape_ahead *a)
{
    free(a->changes);
    vec_destroy(&a->users.classes);
    hashmap_destroy(&a->users.walk.last);
}

static enum redefine_status find_family(struct reshape *s, const struct redefinition *all, u32 n)
{
    if (redefine_any_twice(all, n)) return REDEFINE_CLASS;
    bool heirs = false;
    for (u32 i = 0; i < n; i++) heirs |= all[i].c->has_heirs;
    if (heirs)
        loader_for_each_built_class(add_heir, s);
    else
        for (u32 i = 0; i < n; i++) add_heir(all[i].c, s);
    s->limits.longest += s->longest_new;
    if (!sort_family(s, all, n)) return REDEFINE_CIRCULAR;
    if (!any_overrides_final(s, all, n)) return REDEFINE_OK;
    return redefine_refuse(all[0].c, REDEFINE_VERIFICATION, "a final method is overridden");
}

enum redefine_status reshape_begin(struct reshape *s, struct redefinition *all, u32 n)
{
    WORLD_STOPPED();
    s->all = all;
    s->n = n;
    enum redefine_status e = reshape_find_supers(s);
    if (e == REDEFINE_OK) e = check_permits(all, n);
    for (u32 i = 0; i < n; i++) {
        find_changes(s, &all[i]);
        if (!find_interfaces(s, &all[i])) e = REDEFINE_CLASS;
    }
    if (e == REDEFINE_OK && !s->changes.count) return REDEFINE_OK;
    /* with other superclasses all classes are looked at: subclasses that come later have other names */
    if (e == REDEFINE_OK && !s->ahead->found && !s->supers) {
        note_changes(s);
        forget(s, all, n);
        return REDEFINE_OK;
    }
    if (e == REDEFINE_OK) e = find_family(s, all, n);
    if (e == REDEFINE_OK && s->supers) reshape_grow_to_supers(s);
    for (u32 i = 0; i < n && e == REDEFINE_OK; i++)
        if (!reshape_find_places(s, &all[i])) e = REDEFINE_SCHEMA;
    if (e == REDEFINE_OK && s->supers) e = reshape_find_moves(s);
    if (e == REDEFINE_OK && s->narrowed) {
        e = reshape_check_values(s);
        s->collect = e != REDEFINE_OK;
    }
    if (e != REDEFINE_OK) {
        forget(s, all, n);
        return e;
    }
    if (ask_for_memory(s, all, n)) return REDEFINE_OK;
    reshape_abandon(s, all, n);
    return REDEFINE_MEMORY;
}

/* Nest mates may have changed: they are looked up again. */
static void forget_nest(struct class *c, void *arg)
{
    (void)arg;
    if (c->flags & CLS_HIDDEN || !c->nest_host) return;
    if (c->flags & CLS_REPLACED || c->nest_host == c || c->nest_host->flags & CLS_REPLACED)
        __atomic_store_n(&c->nest_host, NULL, __ATOMIC_RELEASE);
}

/* Drops what machine code remembers of a class of the family, or of an array of it: it may not be true any more. */
static void forget_seen_type(struct class *c, void *arg)
{
    (void)arg;
    if ((class_is_array(c) ? c->innermost : c)->flags & CLS_FAMILY) atomic_store(&c->seen_as, NULL);
}

static void forget_errors(struct class_holder *h, void *arg)
{
    (void)arg;
    link_errors_forget_members(h);
}

/* The collector learns where added fields have references. */
static void renew_map(const struct reshape *s, struct class *c)
{
    u32 n = reshape_references_of(s, c, NULL);
    if (!n) return;
    u32 *offsets = vm_malloc(n * sizeof *offsets);
    reshape_references_of(s, c, offsets);
    layout_add_references(c, offsets, n);
    free(offsets);
}

static struct heir *heir_of(const struct reshape *s, const struct class *c)
{
    for (u32 i = 0; i < s->family.count; i++)
        if (((struct heir *)s->family.items[i])->c == c) return s->family.items[i];
    return NULL;
}

void reshape_finish(struct reshape *s, struct redefinition *all, u32 n)
{
    WORLD_STOPPED();
    bool others = s->ahead->commits != commits++; /* their new constants have not been looked at */
    if (s->nests) loader_for_each_class(forget_nest, NULL);
    if (!s->changes.count) return;
    struct renewal r = { .hierarchy = s->hierarchy, .next_slot = s->limits.longest };
    for (u32 i = 0; i < n; i++) {
        if (!all[i].interfaces) continue;
        struct heir *h = heir_of(s, all[i].c);
        h->c->stage = &h->stage->stage;
        take_interfaces(&all[i]);
    }
    reshape_take_supers(s);
    for (u32 i = 0; i < s->family.count; i++) {
        struct class *c = ((struct heir *)s->family.items[i])->c;
        if (c->flags & CLS_REBASED) reshape_rebase(c);
    }
    for (u32 i = 0; i < s->family.count; i++) {
        struct class *c = ((struct heir *)s->family.items[i])->c;
        if (c->flags & CLS_RESHAPED) vtable_number(&r, c);
    }
    if (s->places.count) heap_marking_pause();
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        h->c->stage = &h->stage->stage;
        vtable_renew(&r, h->c);
        if (h->size) h->c->grown += (u16)((h->size - h->c->type.instance_size) / OBJECT_ALIGN);
        if (h->c->flags & CLS_REBASED) continue; /* reshape_end */
        renew_map(s, h->c);
        h->c->stage = NULL;
    }
    end_stages(s, false);
    if (s->places.count) heap_marking_resume();
    if (s->narrowed) loader_for_each_class(forget_seen_type, NULL);
    atomic_fetch_add(&members_epoch, 1);
    classes_for_each_holder(forget_errors, NULL);
    if (s->supers) reshape_note_hierarchy(s);
    bool emptied = reshape_walk_heap(s);
    struct member_change *changes = copy_changes(s);
    struct vec grown = VEC_INIT;
    for (u32 i = 0; i < s->family.count && s->growth_count; i++) {
        struct heir *h = s->family.items[i];
        if (h->size) vec_push(&grown, h->c);
    }
    exec.members_changed(&(struct member_changes){ .all = changes,
                                                   .count = s->changes.count,
                                                   .left = (struct method *const *)r.left.items,
                                                   .left_count = r.left.count,
                                                   .all_code = s->hierarchy || s->constants || emptied,
                                                   .grown = (struct class *const *)grown.items,
                                                   .grown_count = grown.count,
                                                   .abstracts = s->abstracts,
                                                   .users = others || s->supers ? NULL : &s->ahead->users });
    free(changes);
    vec_destroy(&grown);
    renewal_end(&r);
}

/* The collection that grows instances may have unloaded classes of the family. Those of the call are alive. */
static void drop_unloaded(struct reshape *s)
{
    u32 kept = 0;
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        if (class_space_holder(h->c))
            s->family.items[kept++] = h;
        else
            free(h);
    }
    s->family.count = kept;
}

static void verify(const struct reshape *s)
{
    struct vec family = VEC_INIT;
    for (u32 i = 0; i < s->family.count; i++) vec_push(&family, ((struct heir *)s->family.items[i])->c);
    reshape_verify((struct class *const *)family.items, family.count);
    vec_destroy(&family);
}

void reshape_end(struct reshape *s, struct redefinition *all, u32 n)
{
    WORLD_STOPPED();
    if (!s->changes.count) return;
    drop_unloaded(s);
    if (s->supers) heap_marking_pause();
    if (s->supers) reshape_move_values(s);
    for (u32 i = 0; i < s->family.count; i++) {
        struct heir *h = s->family.items[i];
        if (!(h->c->flags & CLS_REBASED)) continue;
        layout_renew_map(h->c);
        h->c->stage = NULL;
    }
    end_stages(s, true);
    if (s->supers) heap_marking_resume();
    if (options.verify_heap) verify(s);
    forget(s, all, n);
}
