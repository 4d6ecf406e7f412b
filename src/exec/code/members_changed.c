/* Instructions are linked anew if they were linked to members that a redefinition has added, removed or changed in
 * kind.
 *
 * First the constants of all versions of all classes: an entry that names such a member of the family becomes
 * unresolved. Then the methods of those pools: instructions with such an entry go back to the general form, and the
 * methods' code is dropped. The old contents of an entry stay readable, because a frame may be in the middle of the
 * call.
 *
 * The names in constants never change. So the classes with such entries are looked for before the world stops, and only
 * these and classes that were defined since are looked at when it has. */
#include "exec/code/code_int.h"

#include "exec/code/inline_cache.h"
#include "meta/loader.h"
#include "model/class_space.h"
#include "model/exec_binding.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* The changes, indexed by name. */
struct names {
    const struct member_changes *changes;
    struct hashmap first;       /* name -> 1 + number of the first change of that name */
    u32 *next;                  /* likewise: the next one of that name, by number; 0: none */
    struct member_users *users; /* to be found */
    struct thread *self;
};
static struct names names_begin(const struct member_changes *changes)
{
    struct names n = { .changes = changes };
    n.next = vm_calloc(changes->count + 1u, sizeof *n.next);
    for (u32 i = changes->count; i-- > 0;)
        n.next[i] = (u32)(uintptr_t)hashmap_put(&n.first, changes->all[i].name, (void *)(uintptr_t)(i + 1u));
    return n;
}
static void names_end(struct names *n)
{
    hashmap_destroy(&n->first);
    free(n->next);
}

/* Could `ref`, named by code of `from`, mean another member now? A call of a superclass's method by invokespecial runs
 * the method that the superclass of `from` has. */
static bool concerns(const struct member_change *m, const struct class *ref, const struct class *from)
{
    /* the hierarchy is the new one already: code of c's old versions names its former superclasses */
    if (m->lost && class_assignable(m->lost, ref) && class_assignable(from, m->c)) return true;
    return class_assignable(ref, m->c) || (class_assignable(m->c, ref) && class_assignable(from, m->c));
}

/* Does the entry, of a member, name a changed one? `unresolved`: the answer if its class is not known yet. */
static bool names_changed(const struct names *n, const struct constpool *cp, u16 index, bool unresolved)
{
    const struct cf_const *pair = &cp->file[cp->file[index].u.pair.b];
    const struct symbol *name = cp->file[pair->u.pair.a].u.utf8, *desc = cp->file[pair->u.pair.b].u.utf8;
    u32 first = (u32)(uintptr_t)hashmap_get(&n->first, name);
    if (!first) return false;
    const struct cp_entry *ref = &cp->e[cp->file[index].u.pair.a];
    bool known = atomic_load_explicit((_Atomic u8 *)&ref->state, memory_order_acquire) == CPS_RESOLVED;
    if (!known && !unresolved) return false;
    for (u32 i = first; i; i = n->next[i - 1]) {
        const struct member_change *m = &n->changes->all[i - 1];
        if (m->desc == desc && (!known || concerns(m, ref->cls, cp->owner))) return true;
    }
    return false;
}

static void mark(u8 **bits, const struct constpool *cp, u32 i)
{
    if (!*bits) *bits = vm_calloc(cp->count / 8 + 1u, 1);
    (*bits)[i / 8] |= (u8)(1 << i % 8);
}

/* A class that is abstract now. */
static bool no_more_instances(const struct cp_entry *e)
{
    if (e->tag != CP_CLASS || atomic_load_explicit((_Atomic u8 *)&e->state, memory_order_relaxed) != CPS_RESOLVED)
        return false;
    return e->cls->flags & CLS_RESHAPED && !class_is_array(e->cls) && e->cls->access & ACC_ABSTRACT;
}

/* Makes entries unresolved. Returns them as bits, with classes whose `new` has to look again, or NULL if there is none.
 * The caller frees it. */
static u8 *unresolve(const struct names *n, struct constpool *cp)
{
    u8 *changed = NULL;
    for (u32 i = 1; i < cp->count; i++) {
        struct cp_entry *e = &cp->e[i];
        if (no_more_instances(e)) mark(&changed, cp, i); /* stays resolved */
        if (e->tag != CP_METHOD && e->tag != CP_IMETHOD && e->tag != CP_FIELD) continue;
        if (atomic_load_explicit(&e->state, memory_order_relaxed) != CPS_RESOLVED) continue;
        if (!names_changed(n, cp, (u16)i, false)) continue;
        atomic_store_explicit(&e->state, CPS_UNRESOLVED, memory_order_relaxed);
        mark(&changed, cp, i);
    }
    return changed;
}

static void generalize(struct method *m, const u8 *changed) WANTS_LOCK(patch_lock)
{
    LOCK_HELD(&patch_lock);
    struct bytecode b;
    bool any = false;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        if ((b.op < OP_getstatic || b.op > OP_invokeinterface) && b.op != OP_new) continue;
        u16 i = bytecode_constant(&b);
        if (!(changed[i / 8] >> i % 8 & 1)) continue;
        const u8 *pc = m->code + b.bci;
        u8 general = interp_running_op[b.op];
        any = true;
        if (interp_op_info[code_running_op(pc)].first == general) continue;
        split_fused_locked(m, (i32)b.bci);
        put_op_locked(m, pc, general);
    }
    if (any) drop_bytecode_code(m);
}

static void relink_class(struct class *c, void *arg)
{
    LOCK_HELD(&patch_lock);
    for (struct constpool *cp = c->cp; cp; cp = cp->older) {
        u8 *changed = unresolve(arg, cp);
        if (!changed) continue;
        for (u32 i = 0; i < c->method_count + (u32)c->deleted_count; i++)
            for (struct method *m = c->methods[i]; m; m = m->previous_version)
                if (m->code && m->cp == cp) generalize(m, changed);
        free(changed);
    }
}

static bool names_class(const struct names *n, const struct symbol *name)
{
    for (u32 i = 0; i < n->changes->count; i++)
        if (n->changes->all[i].c->name == name) return true;
    return false;
}

static bool may_use(const struct names *n, const struct constpool *cp)
{
    for (u32 i = 1; i < cp->count; i++) {
        const struct cf_const *f = &cp->file[i];
        bool member = f->tag == CP_METHOD || f->tag == CP_IMETHOD || f->tag == CP_FIELD;
        if (member && names_changed(n, cp, (u16)i, true)) return true;
        if (f->tag == CP_CLASS && n->changes->abstracts && names_class(n, cp->file[f->u.index].u.utf8)) return true;
    }
    return false;
}

static bool add_user(struct class *c, void *arg)
{
    struct names *n = arg;
    thread_poll(n->self);
    if (n->users->frees != atomic_load(&class_space_frees)) return false; /* c may be gone */
    bool uses = !atomic_load_explicit(&c->state, memory_order_acquire);   /* is not ready to be looked at */
    for (const struct constpool *cp = uses ? NULL : c->cp; cp && !uses; cp = cp->older) uses = may_use(n, cp);
    if (uses) vec_push(&n->users->classes, c);
    return true;
}

void code_members_find_users(struct thread *self, const struct member_changes *changes, struct member_users *users)
{
    MAY_COLLECT(self);
    struct names n = names_begin(changes);
    n.users = users;
    n.self = self;
    users->frees = atomic_load(&class_space_frees);
    loader_for_each_new_class(&users->walk, add_user, &n);
    names_end(&n);
}

static bool relink_user(struct class *c, void *arg)
{
    if (atomic_load_explicit(&c->state, memory_order_acquire)) relink_class(c, arg);
    return true;
}

static void relink_users(struct names *n, struct member_users *users)
{
    LOCK_HELD(&patch_lock);
    loader_for_each_new_class(&users->walk, relink_user, n);
    for (u32 i = 0; i < users->classes.count; i++) (void)relink_user(users->classes.items[i], n);
}

void code_members_changed(const struct member_changes *changes)
{
    WORLD_STOPPED();
    struct names n = names_begin(changes);
    os_mutex_lock(&patch_lock);
    if (changes->users && changes->users->frees == atomic_load(&class_space_frees))
        relink_users(&n, changes->users);
    else if (changes->count)
        loader_for_each_class(relink_class, &n);
    os_mutex_unlock(&patch_lock);
    names_end(&n);
    icaches_forget_family();
    drop_left_methods(changes->left, changes->left_count);
    if (changes->all_code)
        drop_all_users();
    else if (changes->grown_count)
        drop_makers(changes->grown, changes->grown_count);
}
