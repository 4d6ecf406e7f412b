/* vtable.c: vtables and itables, by which calls select methods (JVMS §5.4.5, §5.4.6).
 *
 * A class's vtable starts with its superclass's slots. A method takes every slot whose method it overrides (the first
 * of them is its vtable_index), or gets a new one. Methods that are called directly (private, static, <init>, new final
 * ones) have no slot. After them come slots for interface methods that no class method implements: the maximally
 * specific default method, the abstract interface method itself (a "miranda": calling it is an AbstractMethodError), or
 * a filler that reports conflicting defaults. Those methods keep their own vtable_index (their place in their
 * interface's itable); a constant pool entry that resolves to one stores the slot.
 *
 * An itable has, for each superinterface with instance methods, the selected methods in the interface's order. A table
 * equal to the superclass's is shared with it. Tables are built while a class is defined, when all supertypes are
 * complete. */
#include "base/vec.h"
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

static bool dispatched(const struct method *m)
{
    return !(m->access & (ACC_STATIC | ACC_PRIVATE)) && m->name->bytes[0] != '<';
}

/* Does a method of a superinterface decide the contents of m's slot? A deleted method gives its slot up. */
static bool from_interface(const struct method *m)
{
    return class_is_interface(m->owner) || method_has(m, MTH_CONFLICT | MTH_DELETED);
}

/* ---- superinterfaces ---- */

/* Lists lie in blocks. Lists with the same beginning share a block: each is the first n items of it. So a chain of
 * interfaces, each with one more than the one before, takes one growing block instead of a table for each. A longer
 * list takes the next items of the block if they are free, else it gets a block of its own. Items after a list's end do
 * not belong to it. */
struct iface_block {
    _Atomic u32 taken;
    u32 room;
    struct class *items[];
};
enum { BLOCK_GROWS = TINY(16, 1) }; /* shorter ones have no spare room */

static struct iface_block *block_of(struct class **list)
{
    return (struct iface_block *)((char *)list - offsetof(struct iface_block, items));
}

/* The n items of `list`, with room for `more` after them. */
static struct class **extend_list(struct class *c, struct class **list, u32 n, u32 more)
{
    u32 end = n;
    if (n && class_space_holder(list) == c->holder && n + more <= block_of(list)->room &&
        atomic_compare_exchange_strong(&block_of(list)->taken, &end, n + more))
        return list;
    u32 room = n + more < BLOCK_GROWS ? n + more : n + more + n / 2;
    struct iface_block *b = class_stage_alloc(c->stage, sizeof *b + room * sizeof *b->items);
    b->room = room;
    atomic_init(&b->taken, n + more);
    if (n) memcpy(b->items, list, n * sizeof *list);
    return b->items;
}

/* The classes that c adds to a list, without duplicates. `known` is a set of the items so far, once there are many. */
struct additions {
    struct class **list;
    u32 n;
    struct vec more;
    struct hashmap known;
};

static bool is_there(struct additions *a, const struct class *in)
{
    if (!a->known.count) {
        if (a->n + a->more.count < 64) {
            for (u32 i = 0; i < a->n; i++)
                if (a->list[i] == in) return true;
            return vec_index_of(&a->more, in) >= 0;
        }
        for (u32 i = 0; i < a->n; i++) hashmap_put(&a->known, a->list[i], a->list[i]);
        for (u32 i = 0; i < a->more.count; i++) hashmap_put(&a->known, a->more.items[i], a->more.items[i]);
    }
    return hashmap_get(&a->known, in) != NULL;
}

static void add_interface(struct additions *a, struct class *in)
{
    if (is_there(a, in)) return;
    vec_push(&a->more, in);
    if (a->known.count) hashmap_put(&a->known, in, in);
}

/* First the superclass's interfaces; then, for each direct superinterface, its own and itself. */
static void collect_interfaces(struct class *c)
{
    const struct class *super = c->super;
    struct additions a = { .list = super ? super->all_interfaces : NULL, .n = super ? super->all_interface_count : 0 };
    for (u32 i = 0; i < c->interface_count; i++) {
        struct class *in = c->interfaces[i];
        if (!a.n && !a.more.count) { /* begins like that one's list */
            a.list = in->all_interfaces;
            a.n = in->all_interface_count;
            vec_push(&a.more, in);
            continue;
        }
        for (u32 k = 0; k < in->all_interface_count; k++) add_interface(&a, in->all_interfaces[k]);
        add_interface(&a, in);
    }
    c->all_interfaces = a.more.count ? extend_list(c, a.list, a.n, a.more.count) : a.list;
    c->all_interface_count = a.n + a.more.count;
    if (a.more.count) memcpy(c->all_interfaces + a.n, a.more.items, a.more.count * sizeof *c->all_interfaces);
    vec_destroy(&a.more);
    hashmap_destroy(&a.known);
}

/* ---- vtable ---- */

i32 vtable_find(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    for (u32 i = c->vtable_len; i-- > 0;)
        if (c->vtable[i]->name == name && c->vtable[i]->desc == desc) return (i32)i;
    return VTABLE_NONE;
}

static bool overridable_by(const struct method *m, const struct class *c)
{
    if (m->access & (ACC_PUBLIC | ACC_PROTECTED)) return true;
    return class_same_package(m->owner, c);
}

/* May a method of c take slot i? Any method that was ever in the slot may permit it. */
static bool slot_overridable(const struct class *c, u32 i)
{
    for (const struct class *k = c->super; k && i < k->vtable_len; k = k->super)
        if (!method_has(k->vtable[i], MTH_GAP) && overridable_by(k->vtable[i], c)) return true;
    return false;
}

static bool check_final(struct thread *self, struct class *c, const struct method *m)
{
    for (const struct class *k = c->super; k; k = k->super) {
        const struct method *s = class_find_method_here(k, m->name, m->desc);
        if (!s || !dispatched(s)) continue;
        if (!(s->access & ACC_FINAL)) {
            if (overridable_by(s, c)) return true; /* finals above it were checked when its class was defined */
            continue;
        }
        if (!overridable_by(s, c)) continue;
        char a[512], b[512];
        THROW(self, IncompatibleClassChangeError, "class %s overrides final method %s.%s%s",
              class_external_name(c, a, sizeof a), class_external_name(k, b, sizeof b), m->name->bytes, m->desc->bytes);
        return false;
    }
    return true;
}

/* A few slots are compared in pairs. More are hashed, since a class file can have 65535 methods. */
enum { PAIRWISE = TINY(32, 1) };

/* A vtable being built. With more than PAIRWISE slots it has hash chains by name and descriptor: bucket[] has the
 * newest slot of a chain and older[] the one before it, both + 1; 0 ends a chain. */
struct table {
    struct method **m;
    u32 n, cap, mask;
    u32 *older, *bucket;
};

static u32 *bucket_of(const struct table *t, const struct symbol *name, const struct symbol *desc)
{
    return &t->bucket[(name->hash * 31 + desc->hash) & t->mask];
}

static void chain(struct table *t, u32 slot)
{
    u32 *head = bucket_of(t, t->m[slot]->name, t->m[slot]->desc);
    t->older[slot] = *head;
    *head = slot + 1;
}

static void chain_all(struct table *t)
{
    free(t->bucket);
    t->mask = t->cap * 2 - 1;
    t->bucket = vm_calloc(t->mask + 1u, sizeof *t->bucket);
    for (u32 i = 0; i < t->n; i++) chain(t, i);
}

static void push(struct table *t, struct method *m)
{
    bool full = t->n == t->cap;
    if (full) {
        t->cap = t->cap ? t->cap * 2 : TINY(64, 1);
        t->m = vm_realloc(t->m, t->cap * sizeof *t->m);
        t->older = vm_realloc(t->older, t->cap * sizeof *t->older);
    }
    t->m[t->n++] = m;
    if (t->n <= PAIRWISE) return;
    if (full || !t->bucket)
        chain_all(t);
    else
        chain(t, t->n - 1);
}

static void table_free(struct table *t)
{
    free(t->m);
    free(t->older);
    free(t->bucket);
}

/* The last slot below `before` (to start: t->n) whose method has that name and descriptor, or VTABLE_NONE. A `before`
 * other than t->n must be a slot of that name. */
static i32 slot_before(const struct table *t, const struct symbol *name, const struct symbol *desc, u32 before)
{
    if (t->bucket) before = before == t->n ? *bucket_of(t, name, desc) : t->older[before];
    while (before) {
        const struct method *m = t->m[before - 1];
        if (m->name == name && m->desc == desc) return (i32)(before - 1);
        before = t->bucket ? t->older[before - 1] : before - 1;
    }
    return VTABLE_NONE;
}

/* A list of methods; short ones need no memory of their own. */
struct found {
    struct method **m; /* NULL: in few[] */
    u32 n, cap;
    struct method *few[TINY(32, 1)];
};

static struct method **found_methods(struct found *f) { return f->m ? f->m : f->few; }

static void found_add(struct found *f, struct method *m)
{
    u32 cap = f->m ? f->cap : ARRAY_LEN(f->few);
    if (f->n == cap) {
        struct method **more = vm_realloc(f->m, cap * 2 * sizeof *more);
        if (!f->m) memcpy(more, f->few, sizeof f->few);
        f->m = more;
        f->cap = cap * 2;
    }
    found_methods(f)[f->n++] = m;
}

/* The maximally specific methods among c's superinterfaces (JVMS §5.4.3.3). The caller frees f->m. */
static void candidates(const struct class *c, const struct symbol *name, const struct symbol *desc, struct found *f)
{
    f->m = NULL;
    f->n = 0;
    for (u32 i = c->all_interface_count; i-- > 0;) {
        struct method *m = class_find_method_here(c->all_interfaces[i], name, desc), **found = found_methods(f);
        if (!m || !dispatched(m)) continue;
        bool hidden = false;
        for (u32 k = 0; k < f->n && !hidden; k++) hidden = class_implements_slow(found[k]->owner, m->owner);
        if (hidden) continue;
        for (u32 k = 0; k < f->n;)
            if (class_implements_slow(m->owner, found[k]->owner))
                found[k] = found[--f->n];
            else
                k++;
        found_add(f, m);
    }
}

/* The number of methods among them that are not abstract. *any: one of those, or an abstract one. */
static u32 maximally_specific(const struct class *c, const struct symbol *name, const struct symbol *desc,
                              struct method **any)
{
    struct found f;
    candidates(c, name, desc, &f);
    struct method **found = found_methods(&f);
    u32 concrete = 0;
    *any = f.n ? found[f.n - 1] : NULL;
    for (u32 k = f.n; k-- > 0;)
        if (!method_is_abstract(found[k])) {
            concrete++;
            *any = found[k];
        }
    free(f.m);
    return concrete;
}

struct method *class_find_interface_method(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    struct method *any;
    u32 concrete = maximally_specific(c, name, desc, &any);
    /* not exactly one: any will do for resolution; the oldest declaration first, as in a search through the
     * interfaces */
    if (concrete > 1)
        for (u32 i = 0; i < c->all_interface_count; i++) {
            struct method *m = class_find_method_here(c->all_interfaces[i], name, desc);
            if (m && dispatched(m)) return m;
        }
    return any;
}

void throw_conflicting_defaults(struct thread *self, const struct method *filler)
{
    struct found f;
    candidates(filler->owner, filler->name, filler->desc, &f);
    struct method **found = found_methods(&f);
    char text[2048] = "";
    size_t at = 0;
    while (f.n--)
        if (!method_is_abstract(found[f.n]) && at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, " %s.%s", found[f.n]->owner->name->bytes,
                                   filler->name->bytes);
    free(f.m);
    THROW(self, IncompatibleClassChangeError, "Conflicting default methods:%s", text);
}

/* ---- slots that a redefinition adds ---- */

struct method *vtable_gap;

bool vtable_gap_make(void)
{
    if (vtable_gap) return true;
    struct method *m = class_holder_alloc(&boot_loader.holder, sizeof *m);
    if (!m) return false;
    m->owner = WK(java_lang_Object);
    m->cp = m->owner->cp;
    m->access = ACC_ABSTRACT | ACC_SYNTHETIC;
    m->flags = MTH_GAP;
    m->name = symbol_from_cstr("<gap>"); /* matches no method's name */
    m->desc = SYM(void_sig);
    m->nargs = m->max_locals = 1;
    m->return_kind = 'V';
    m->vtable_index = VTABLE_NONE;
    m->index = UINT16_MAX;
    if (exec.method_created) exec.method_created(m);
    vtable_gap = m;
    return true;
}

/* Puts m into slot i of a table that may be shorter. */
static void place(struct table *t, u32 i, struct method *m)
{
    while (t->n < i) push(t, vtable_gap);
    if (i == t->n) {
        push(t, m);
        return;
    }
    t->m[i] = m;
    if (t->bucket) chain_all(t);
}

/* The new slot for interface methods of this name: the same one in all classes that need one. */
static u32 renewed_slot(struct renewal *r, const struct symbol *name, const struct symbol *desc)
{
    for (u32 i = 0; i < r->named.count; i++) {
        const struct renewed_name *n = r->named.items[i];
        if (n->name == name && n->desc == desc) return n->slot;
    }
    struct renewed_name *n = vm_malloc(sizeof *n);
    *n = (struct renewed_name){ name, desc, r->next_slot++ };
    vec_push(&r->named, n);
    return n->slot;
}

static struct method *instance_method(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    for (const struct class *k = c; k; k = k->super) {
        struct method *m = class_find_method_here(k, name, desc);
        if (m && dispatched(m)) return m;
    }
    return NULL;
}

/* Adds slots for the methods of superinterfaces that no class method implements. r: c's tables are renewed
 * (vtable_renew); NULL: c is being defined. */
static void add_interface_slots(struct class *c, struct table *t, struct renewal *r)
{
    u32 own = t->n;
    for (u32 k = 0; k < c->all_interface_count; k++) {
        const struct class *in = c->all_interfaces[k];
        for (u32 j = 0; j < in->method_count; j++) {
            struct method *m = in->methods[j];
            if (m->vtable_index == VTABLE_NONE) continue;
            i32 slot = slot_before(t, m->name, m->desc, t->n);
            /* A class method wins, or this pass has decided the slot. */
            bool settled = slot != VTABLE_NONE && (!from_interface(t->m[slot]) || (u32)slot >= own);
            if (settled || (slot == VTABLE_NONE && instance_method(c, m->name, m->desc))) continue;
            struct method *best;
            u32 concrete = maximally_specific(c, m->name, m->desc, &best);
            if (concrete > 1) best = method_new_filler(c, m, MTH_CONFLICT);
            if (slot == VTABLE_NONE && r)
                place(t, renewed_slot(r, m->name, m->desc), best);
            else if (slot == VTABLE_NONE)
                push(t, best);
            else
                t->m[slot] = best;
        }
    }
}

/* m, a method of c, takes the slots below `inherited` that it overrides, or a new one. Returns true for the former. */
static bool take_slots(struct class *c, struct table *t, u32 inherited, struct method *m)
{
    bool overrides = false;
    m->vtable_index = VTABLE_NONE;
    for (i32 i = slot_before(t, m->name, m->desc, t->n); i != VTABLE_NONE;
         i = slot_before(t, m->name, m->desc, (u32)i)) {
        if ((u32)i >= inherited || !slot_overridable(c, (u32)i)) continue;
        t->m[i] = m;
        m->vtable_index = i; /* the first of several wins, and comes last here */
        overrides = true;
    }
    /* A package-private method starts an overriding chain of its own, even if it takes the slot of a public one. */
    bool own_root = !(m->access & (ACC_PUBLIC | ACC_PROTECTED));
    if ((m->vtable_index == VTABLE_NONE || own_root) && !((m->access | c->access) & ACC_FINAL)) {
        m->vtable_index = (i32)t->n;
        push(t, m);
    }
    return overrides;
}

static bool build_vtable(struct thread *self, struct class *c, struct table *t)
{
    const struct class *super = c->super;
    u32 inherited = super ? super->vtable_len : 0;
    for (u32 i = 0; i < inherited; i++) push(t, super->vtable[i]);
    bool same = true, ok = true;
    for (u32 k = 0; k < c->method_count && ok; k++) {
        struct method *m = c->methods[k];
        m->vtable_index = VTABLE_NONE;
        if (!dispatched(m)) continue;
        if (super) ok = check_final(self, c, m);
        if (take_slots(c, t, inherited, m)) same = false;
    }
    if (ok && c->interface_count) {
        u32 before = t->n;
        add_interface_slots(c, t, NULL);
        same = same && t->n == before;
        for (u32 i = 0; same && i < inherited; i++) same = t->m[i] == super->vtable[i];
    }
    if (ok) {
        c->vtable_len = t->n;
        if (same && t->n == inherited)
            c->vtable = super ? super->vtable : NULL;
        else {
            c->vtable = CLASS_PART_ARRAY(c, struct method *, t->n);
            memcpy(c->vtable, t->m, t->n * sizeof *t->m);
        }
    }
    return ok;
}

/* ---- itable ---- */

/* The method that class c, whose vtable is t, has for the interface method m. */
static struct method *implementation(const struct class *c, const struct table *t, struct method *m)
{
    i32 slot = slot_before(t, m->name, m->desc, t->n);
    struct method *impl = slot != VTABLE_NONE ? t->m[slot] : NULL;
    /* The last slot of a name may be wrong if package-private methods have slots of their own. */
    if (!impl || !(impl->access & (ACC_PUBLIC | ACC_PROTECTED))) impl = instance_method(c, m->name, m->desc);
    /* If the method is not public, the caller gets an IllegalAccessError. For an abstract one, messages name the
     * interface of the call. */
    return !impl || (method_is_abstract(impl) && method_is_abstract(m)) ? m : impl;
}

/* t: c's vtable. */
static void build_itable(struct class *c, const struct table *t)
{
    const struct class *super = c->super;
    /* a longer list may start at the same address */
    bool same_interfaces = super && c->all_interface_count == super->all_interface_count;
    if (same_interfaces && c->vtable == super->vtable && c->method_count == 0) {
        c->itable = super->itable;
        c->itable_count = super->itable_count;
        return;
    }
    u32 n = 0, longest = 0;
    for (u32 i = 0; i < c->all_interface_count; i++) {
        u32 len = c->all_interfaces[i]->itable_len;
        n += len != 0;
        if (len > longest) longest = len;
    }
    c->itable_count = n;
    if (!n) return;
    c->itable = CLASS_PART_ARRAY(c, struct itable_entry, n);
    struct method **row = vm_malloc(longest * sizeof *row);
    u32 at = 0;
    for (u32 i = 0; i < c->all_interface_count; i++) {
        struct class *in = c->all_interfaces[i];
        if (!in->itable_len) continue;
        for (u32 j = 0; j < in->method_count; j++) {
            struct method *m = in->methods[j];
            if (m->vtable_index == VTABLE_NONE) continue;
            row[m->vtable_index] = implementation(c, t, m);
        }
        const struct itable_entry *inherited = super && at < super->itable_count ? &super->itable[at] : NULL;
        VM_ASSERT(!inherited || inherited->iface == in); /* the superclass's interfaces come first, in its order */
        c->itable[at].iface = in;
        if (inherited && memcmp(inherited->methods, row, in->itable_len * sizeof *row) == 0)
            c->itable[at].methods = inherited->methods;
        else {
            c->itable[at].methods = CLASS_PART_ARRAY(c, struct method *, in->itable_len);
            memcpy(c->itable[at].methods, row, in->itable_len * sizeof *row);
        }
        at++;
    }
    free(row);
}

static bool is_default(const struct method *m)
{
    return !(m->access & (ACC_STATIC | ACC_ABSTRACT)) && m->name->bytes[0] != '<';
}

static void number_interface_methods(struct class *c)
{
    u32 n = 0;
    for (u32 i = 0; i < c->method_count; i++)
        c->methods[i]->vtable_index = dispatched(c->methods[i]) ? (i32)n++ : VTABLE_NONE;
    c->itable_len = n;
    c->vtable = c->super->vtable; /* for calls of Object's methods through an interface type */
    c->vtable_len = c->super->vtable_len;
}

static void note_defaults(struct class *c)
{
    bool has = c->super && (c->super->flags & CLS_HAS_DEFAULTS);
    for (u32 i = 0; i < c->interface_count && !has; i++) has = c->interfaces[i]->flags & CLS_HAS_DEFAULTS;
    for (u32 i = 0; class_is_interface(c) && i < c->method_count; i++) {
        struct method *m = c->methods[i];
        if (!is_default(m)) continue;
        m->flags |= MTH_DEFAULT;
        has = true;
    }
    if (has) c->flags |= CLS_HAS_DEFAULTS;
}

bool vtable_build(struct thread *self, struct class *c)
{
    MAY_COLLECT(self);
    collect_interfaces(c);
    note_defaults(c);
    if (class_is_interface(c)) {
        number_interface_methods(c);
        return true;
    }
    struct table t = { 0 };
    bool ok = build_vtable(self, c, &t);
    if (ok) build_itable(c, &t);
    table_free(&t);
    return ok;
}

/* ---- after a redefinition ---- */

/* The number of slots by which `in` has grown. */
static u32 renewed_methods(const struct renewal *r, const struct class *in)
{
    for (u32 i = 0; i < r->interfaces.count; i++) {
        const struct renewed_interface *n = r->interfaces.items[i];
        if (n->interface == in) return n->more;
    }
    return 0;
}

static void number_new_methods(struct class *c)
{
    for (u32 i = 0; i < c->method_count; i++) {
        struct method *m = c->methods[i];
        if (!dispatched(m))
            m->vtable_index = VTABLE_NONE;
        else if (m->vtable_index == VTABLE_NONE)
            m->vtable_index = (i32)c->itable_len++;
        m->flags &= ~(u32)MTH_DEFAULT; /* note_defaults is called later */
    }
}

/* c's own methods take their slots; new methods take the inherited slots that they override, or new ones beyond those
 * of the whole family. `inherited`: the number of the superclass's slots. */
static void renew_own_slots(struct class *c, struct table *t, u32 inherited, struct renewal *r)
{
    const struct class *super = c->super;
    for (u32 k = 0; k < c->method_count; k++) {
        struct method *m = c->methods[k];
        if (!dispatched(m)) {
            m->vtable_index = VTABLE_NONE;
            continue;
        }
        bool own_root = !(m->access & (ACC_PUBLIC | ACC_PROTECTED)), has_own = false;
        i32 first = VTABLE_NONE;
        for (i32 i = slot_before(t, m->name, m->desc, t->n); i != VTABLE_NONE;
             i = slot_before(t, m->name, m->desc, (u32)i)) {
            bool supers = (u32)i < inherited && !method_has(super->vtable[i], MTH_GAP);
            if (supers && !slot_overridable(c, (u32)i)) continue;
            t->m[i] = m;
            has_own |= !supers;
            if (!supers || !has_own) first = i;
        }
        if ((first == VTABLE_NONE || (own_root && !has_own)) && !((m->access | c->access) & ACC_FINAL)) {
            first = (i32)r->next_slot++;
            place(t, (u32)first, m);
        }
        m->vtable_index = first;
    }
}

/* Notes a method that a call through the slot ran before and does not run any more. */
static void note_left(struct renewal *r, struct method *before, const struct method *now)
{
    bool told = method_has(before, MTH_OVERRIDDEN) && !method_has(before, MTH_IN_CODE);
    if (before != now && !told && !method_has(before, MTH_GAP)) vec_push(&r->left, before);
}

/* Is c's table no superclass's? These have been renewed; one whose table has kept its length has kept it. */
static bool owns_vtable(const struct class *c)
{
    for (const struct class *k = c->super; k; k = k->super)
        if (k->vtable == c->vtable) return false;
    return true;
}
/* Samplers read tables meanwhile. */
static void write_over(struct method **table, struct method *const *with, u32 n)
{
    for (u32 i = 0; i < n; i++) __atomic_store_n(&table[i], with[i], __ATOMIC_RELAXED);
}

/* A table that c alone has is written over if it keeps its length: so a method that comes and goes takes no memory each
 * time. c keeps it even if the superclass's has become the same; otherwise two of its subclasses that had it from c
 * would take it for their own. */
static void renew_vtable(struct class *c, struct table *t, struct renewal *r)
{
    const struct class *super = c->super;
    u32 inherited = super ? super->vtable_len : 0, old = c->vtable_len;
    for (u32 i = 0; i < inherited || i < old; i++) {
        bool supers = i < inherited && !method_has(super->vtable[i], MTH_GAP);
        push(t, supers ? super->vtable[i] : i < old ? c->vtable[i] : vtable_gap);
    }
    renew_own_slots(c, t, inherited, r);
    if (c->interface_count) add_interface_slots(c, t, r);
    for (u32 i = 0; i < old; i++) note_left(r, c->vtable[i], t->m[i]);
    for (u32 i = 0; i < inherited; i++)
        if (!method_has(super->vtable[i], MTH_OVERRIDDEN)) note_left(r, super->vtable[i], t->m[i]);
    if (t->n == old && owns_vtable(c))
        write_over(c->vtable, t->m, old);
    else if (super && t->n == inherited && memcmp(t->m, super->vtable, inherited * sizeof *t->m) == 0)
        c->vtable = super->vtable;
    else if (t->n != old || memcmp(t->m, c->vtable, old * sizeof *t->m) != 0) {
        c->vtable = CLASS_SPACE_ARRAY(c, struct method *, t->n);
        memcpy(c->vtable, t->m, t->n * sizeof *t->m);
    }
    c->vtable_len = t->n;
}

/* A method that was deleted and may come back: the slot that it would override, else one of its own. */
static void take_deleted_slot(struct table *t, u32 inherited, struct method *m)
{
    i32 i = slot_before(t, m->name, m->desc, t->n);
    if (i == VTABLE_NONE || (u32)i >= inherited) {
        i = (i32)t->n;
        push(t, m);
    }
    m->vtable_index = i;
}

/* c, or a superclass of it, has got another superclass: all slots are numbered as in a definition, because those of the
 * new superclass may have been c's own. Holders of a number learn the new one (reshape.c, reshape_handles.c). */
static void rebuild_vtable(struct class *c, struct table *t, struct renewal *r)
{
    const struct class *super = c->super;
    u32 inherited = super->vtable_len;
    for (u32 i = 0; i < inherited; i++) push(t, super->vtable[i]);
    for (u32 k = 0; k < c->method_count + (u32)c->deleted_count; k++) {
        struct method *m = c->methods[k];
        bool deleted = k >= c->method_count;
        if (deleted && m->vtable_index == VTABLE_NONE) continue;
        if (!dispatched(m))
            m->vtable_index = VTABLE_NONE;
        else if (deleted)
            take_deleted_slot(t, inherited, m);
        else
            (void)take_slots(c, t, inherited, m);
        for (struct method *p = m->previous_version; p; p = p->previous_version) p->vtable_index = m->vtable_index;
    }
    add_interface_slots(c, t, NULL);
    for (u32 i = 0; i < inherited; i++)
        if (!method_has(super->vtable[i], MTH_OVERRIDDEN)) note_left(r, super->vtable[i], t->m[i]);
    if (t->n == inherited && memcmp(t->m, super->vtable, inherited * sizeof *t->m) == 0)
        c->vtable = super->vtable;
    else {
        c->vtable = CLASS_SPACE_ARRAY(c, struct method *, t->n);
        memcpy(c->vtable, t->m, t->n * sizeof *t->m);
    }
    c->vtable_len = t->n;
}

static const struct itable_entry *itable_of(const struct class *c, const struct class *in)
{
    for (u32 i = 0; c && i < c->itable_count; i++)
        if (c->itable[i].iface == in) return &c->itable[i];
    return NULL;
}

/* Fills in c's methods for `in`. */
static void fill_row(const struct class *c, const struct class *in, const struct table *t, struct method **row)
{
    for (u32 j = in->method_count; j < in->method_count + (u32)in->deleted_count; j++)
        if (in->methods[j]->vtable_index != VTABLE_NONE) row[in->methods[j]->vtable_index] = in->methods[j];
    for (u32 j = 0; j < in->method_count; j++) {
        struct method *m = in->methods[j];
        if (m->vtable_index != VTABLE_NONE) row[m->vtable_index] = implementation(c, t, m);
    }
}

/* Had a superclass the row, which does not implement the interface any more? Then others may have it from there. */
static bool was_left(const struct renewal *r, const struct itable_entry *e)
{
    for (u32 i = 0; i < r->rows.count; i++)
        if (r->rows.items[i] == e->methods) return true;
    return false;
}
static bool implements(const struct class *c, const struct class *in)
{
    for (u32 i = 0; i < c->all_interface_count; i++)
        if (c->all_interfaces[i] == in) return true;
    return false;
}
static void note_lost_rows(struct renewal *r, const struct class *c)
{
    for (u32 i = 0; r->hierarchy && i < c->itable_count; i++)
        if (!implements(c, c->itable[i].iface)) vec_push(&r->rows, c->itable[i].methods);
}

static bool owns_row(const struct class *c, const struct itable_entry *e)
{
    for (const struct class *k = c->super; k; k = k->super) {
        const struct itable_entry *supers = itable_of(k, e->iface);
        if (supers && supers->methods == e->methods) return false;
    }
    return true;
}

static bool same_row(const struct itable_entry *e, struct method *const *row, u32 len, u32 known)
{
    return e && len <= known && memcmp(e->methods, row, len * sizeof *row) == 0;
}

static void renew_itable(struct class *c, const struct table *t, struct renewal *r)
{
    u32 n = 0;
    note_lost_rows(r, c);
    for (u32 i = 0; i < c->all_interface_count; i++) n += c->all_interfaces[i]->itable_len != 0;
    if (!n) {
        c->itable_count = 0;
        return;
    }
    struct itable_entry *all = vm_calloc(n, sizeof *all);
    /* the old one may be a former superclass's */
    bool rebased = c->flags & CLS_REBASED, same = n == c->itable_count && !rebased;
    for (u32 i = 0, at = 0; i < c->all_interface_count; i++) {
        struct class *in = c->all_interfaces[i];
        u32 len = in->itable_len, before = len - renewed_methods(r, in);
        if (!len) continue;
        const struct itable_entry *own = itable_of(c, in), *supers = itable_of(c->super, in);
        struct method **row = vm_calloc(len, sizeof *row);
        fill_row(c, in, t, row);
        for (u32 k = 0; own && k < before; k++) note_left(r, own->methods[k], row[k]);
        bool keeps = own && !rebased && !was_left(r, own);
        if (keeps && len == before && owns_row(c, own)) { /* likewise */
            write_over(own->methods, row, len);
            all[at].methods = own->methods;
        } else if (same_row(supers, row, len, len))
            all[at].methods = supers->methods;
        else if (keeps && same_row(own, row, len, before))
            all[at].methods = own->methods;
        else {
            all[at].methods = CLASS_SPACE_ARRAY(c, struct method *, len);
            memcpy(all[at].methods, row, len * sizeof *row);
        }
        all[at].iface = in;
        same = same && all[at].methods == c->itable[at].methods && in == c->itable[at].iface;
        free(row);
        at++;
    }
    if (!same) {
        c->itable = CLASS_SPACE_ARRAY(c, struct itable_entry, n);
        memcpy(c->itable, all, n * sizeof *all);
        c->itable_count = n;
    }
    free(all);
}

size_t vtable_renewal_bytes(const struct class *c, const struct renewal_limits *l)
{
    if (class_is_array(c)) return 0;
    size_t bytes = 128;
    if (l->interfaces) /* for direct interfaces; a list and half of it; the block's head */
        bytes += (c->interface_count + 3 * ((size_t)c->all_interface_count + l->interfaces)) * sizeof(struct class *);
    if (class_is_interface(c)) return bytes;
    bytes += (l->longest + 2 * (size_t)l->slots) * sizeof(struct method *) + l->slots * sizeof(struct method);
    /* a table that is built anew has its own methods for conflicting defaults */
    for (u32 i = 0; c->flags & CLS_REBASED && c->flags & CLS_HAS_DEFAULTS && i < c->all_interface_count; i++)
        bytes += c->all_interfaces[i]->method_count * sizeof(struct method);
    for (u32 i = 0; i < c->all_interface_count; i++)
        bytes += sizeof(struct itable_entry) + (c->all_interfaces[i]->itable_len + l->slots) * sizeof(struct method *);
    return bytes + l->interfaces * (sizeof(struct itable_entry) + l->slots * sizeof(struct method *)) +
           l->rows * sizeof(struct method *);
}

void vtable_number(struct renewal *r, struct class *c)
{
    WORLD_STOPPED();
    if (!class_is_interface(c)) return;
    u32 before = c->itable_len;
    number_new_methods(c);
    if (c->itable_len == before) return;
    struct renewed_interface *n = vm_malloc(sizeof *n);
    *n = (struct renewed_interface){ c, c->itable_len - before };
    vec_push(&r->interfaces, n);
}

void vtable_renew(struct renewal *r, struct class *c)
{
    WORLD_STOPPED();
    const u32 inherited = CLS_HAS_DEFAULTS | CLS_CLONEABLE;
    if (r->hierarchy && !class_is_array(c)) {
        collect_interfaces(c);
        if (!class_is_interface(c)) c->flags = (c->flags & ~inherited) | (c->super->flags & inherited);
    }
    if (class_is_interface(c)) note_defaults(c);
    for (u32 i = 0; i < c->all_interface_count; i++) c->flags |= c->all_interfaces[i]->flags & inherited;
    if (class_is_array(c) || class_is_interface(c)) {
        c->vtable = c->super->vtable;
        c->vtable_len = c->super->vtable_len;
        return;
    }
    struct table t = { 0 };
    if (c->flags & CLS_REBASED)
        rebuild_vtable(c, &t, r);
    else
        renew_vtable(c, &t, r);
    renew_itable(c, &t, r);
    table_free(&t);
}

void renewal_end(struct renewal *r)
{
    for (u32 i = 0; i < r->named.count; i++) free(r->named.items[i]);
    for (u32 i = 0; i < r->interfaces.count; i++) free(r->interfaces.items[i]);
    vec_destroy(&r->named);
    vec_destroy(&r->interfaces);
    vec_destroy(&r->left);
    vec_destroy(&r->rows);
}
