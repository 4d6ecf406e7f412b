/* constraint.c: loader constraints (JVMS §5.3.4). If a member of a class is used by a class of another loader, both
 * loaders must mean the same classes by the names in its descriptor.
 *
 * A constraint is a name, the class once it is known, and the loaders that agree on it. Constraints are added when a
 * member is resolved or overridden across loaders, and checked whenever a class enters a loader's table. Names below
 * java/ in the boot loader's own modules are left out: among the others only the platform loader may define names below
 * java/, and it has other packages. One lock; a loader's lock may be taken inside it. */
#include "base/contract.h"
#include "base/vec.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

#include <stdio.h>

struct constraint {
    struct class *cls;
    struct vec loaders;
    struct constraint *next;
};

static struct os_mutex constraint_lock = OS_MUTEX_INIT;
static struct hashmap
    by_name GUARDED_BY(constraint_lock); /* symbol -> list of constraints with disjoint sets of loaders */

static struct constraint *find_locked(const struct symbol *name, const struct loader *l) WANTS_LOCK(constraint_lock)
{
    LOCK_HELD(&constraint_lock);
    for (struct constraint *c = hashmap_get(&by_name, name); c; c = c->next)
        if (vec_index_of(&c->loaders, l) >= 0) return c;
    return NULL;
}

static struct constraint *find_or_make_locked(struct symbol *name, struct loader *l) WANTS_LOCK(constraint_lock)
{
    LOCK_HELD(&constraint_lock);
    struct constraint *c = find_locked(name, l);
    if (c) return c;
    c = vm_calloc(1, sizeof *c);
    vec_push(&c->loaders, l);
    c->cls = loader_loaded_class(l, name);
    c->next = hashmap_get(&by_name, name);
    hashmap_put(&by_name, name, c);
    return c;
}

/* Returns false if the loaders already mean different classes. */
static bool add(struct symbol *name, struct loader *a, struct loader *b)
{
    bool ok = true;
    os_mutex_lock(&constraint_lock);
    struct constraint *x = find_or_make_locked(name, a), *y = find_or_make_locked(name, b);
    if (x != y) {
        if (!x->cls) x->cls = loader_loaded_class(a, name);
        if (!y->cls) y->cls = loader_loaded_class(b, name);
        ok = !x->cls || !y->cls || x->cls == y->cls;
        if (ok) { /* merged into one set; the empty one stays in the list and matches no loader */
            for (u32 i = 0; i < y->loaders.count; i++) vec_push(&x->loaders, y->loaders.items[i]);
            vec_clear(&y->loaders);
            if (!x->cls) x->cls = y->cls;
        }
    }
    os_mutex_unlock(&constraint_lock);
    return ok;
}

struct class *constraint_enter(struct loader *l, struct class *c, struct symbol *name, struct class **conflict)
{
    os_mutex_lock(&constraint_lock);
    struct constraint *k = find_locked(name, l);
    *conflict = k && k->cls && k->cls != c ? k->cls : NULL;
    struct class *there = NULL;
    if (!*conflict) {
        there = loader_enter(l, c, name);
        if (!there && k) k->cls = c;
    }
    os_mutex_unlock(&constraint_lock);
    return there;
}

struct class *constraint_peek(struct loader *l, struct class *c, struct class **conflict)
{
    os_mutex_lock(&constraint_lock);
    struct constraint *k = find_locked(c->name, l);
    *conflict = k && k->cls && k->cls != c ? k->cls : NULL;
    struct class *there = *conflict ? NULL : loader_loaded_class(l, c->name);
    os_mutex_unlock(&constraint_lock);
    return there;
}

static u32 drop_dead_loaders(struct vec *loaders)
{
    u32 kept = 0;
    for (u32 i = 0; i < loaders->count; i++)
        if (!class_memory_is_dead(loaders->items[i])) loaders->items[kept++] = loaders->items[i];
    return loaders->count = kept;
}

void constraints_forget_dead(void)
{
    WORLD_STOPPED_FOR(&constraint_lock);
    struct vec empty = VEC_INIT; /* names */
    u32 cursor = 0;
    u64 name;
    void *value;
    while (hashmap_next(&by_name, &cursor, &name, &value)) {
        struct constraint *first = value, *next;
        /* The head stays, because the map points at it; an empty one matches no loader. */
        for (struct constraint **at = &first, *c; (c = *at) != NULL;) {
            if (c->cls && class_memory_is_dead(c->cls)) c->cls = NULL;
            if (drop_dead_loaders(&c->loaders) || c == value) {
                at = &c->next;
                continue;
            }
            next = c->next;
            vec_destroy(&c->loaders);
            free(c);
            *at = next;
        }
        if (!first->next && !first->loaders.count) vec_push(&empty, (void *)(uintptr_t)name);
    }
    for (u32 i = 0; i < empty.count; i++) {
        struct constraint *c = hashmap_remove(&by_name, vec_get(&empty, i));
        vec_destroy(&c->loaders);
        free(c);
    }
    vec_destroy(&empty);
}

static const char *dotted(const struct symbol *name, char *buf, size_t size)
{
    size_t n = name->len < size - 1 ? name->len : size - 1;
    for (size_t i = 0; i < n; i++) buf[i] = name->bytes[i] == '/' ? '.' : name->bytes[i];
    buf[n] = 0;
    return buf;
}

/* `name` is the start of a class's name in a descriptor. Compares the package, not only java/: the boot loader finds
 * java/sql/X, which is the platform loader's, in places appended to its path. */
static bool beyond_dispute(const char *name, size_t len)
{
    if (len < 5 || memcmp(name, "java/", 5) != 0) return false;
    const char *slash = memrchr(name, '/', len);
    struct symbol *package = symbol_lookup(name, (size_t)(slash - name));
    const struct package *p = package ? package_of(&boot_loader, package, false) : NULL;
    return p && (p->module == module_java_base || p->module->name);
}

/* The first type of the descriptor for which the loaders have different classes: a class's name, or an array's
 * descriptor. NULL: from now on they agree. */
static struct symbol *agree(const struct symbol *desc, struct loader *a, struct loader *b)
{
    if (a == b) return NULL;
    for (const char *p = desc->bytes, *end = p + desc->len; p < end; p++) {
        if (*p != 'L') continue;
        const char *semi = memchr(p, ';', (size_t)(end - p));
        if (!beyond_dispute(p + 1, (size_t)(semi - p - 1))) {
            struct symbol *name = symbol_intern(p + 1, (size_t)(semi - p - 1));
            if (!add(name, a, b)) {
                const char *start = p;
                while (start > desc->bytes && start[-1] == '[') start--;
                return start == p ? name : symbol_intern(start, (size_t)(semi + 1 - start));
            }
        }
        p = semi;
    }
    return NULL;
}

bool constraint_agree(const struct symbol *desc, struct loader *a, struct loader *b) { return !agree(desc, a, b); }

bool constraint_check_member(struct thread *self, const struct class *current, const struct class *ref,
                             const struct class *owner, const struct symbol *name, const struct symbol *desc)
{
    IN_STATE(self, VM);
    struct symbol *bad = agree(desc, current->loader, owner->loader);
    if (LIKELY(!bad)) return true;
    char member[1400], l1[600], l2[600], c1[600], c2[600], p1[1400], p2[1400];
    loader_name_and_id(current->loader, l1, sizeof l1);
    loader_name_and_id(owner->loader, l2, sizeof l2);
    class_in_module_of_loader(current, false, true, p1, sizeof p1);
    class_in_module_of_loader(owner, false, true, p2, sizeof p2);
    if (desc->bytes[0] == '(')
        THROW(self, LinkageError,
              "loader constraint violation: when resolving %s '%s' the class loader %s of the current class, %s, and "
              "the class loader %s for the method's defining "
              "class, %s, have different Class objects for the type %s used in the signature (%s; %s)",
              class_is_interface(ref) ? "interface method" : "method",
              method_name_external(ref, name, desc, member, sizeof member), l1, current->name->bytes, l2,
              owner->name->bytes, bad->bytes, p1, p2);
    else {
        char type[600];
        dotted(bad, type, sizeof type);
        THROW(self, LinkageError,
              "loader constraint violation: when resolving field \"%s\" of type %s, the class loader %s of the current "
              "class, %s, and the class loader %s for the "
              "field's defining %s, %s, have different Class objects for type %s (%s; %s)",
              name->bytes, type, l1, class_external_name(current, c1, sizeof c1), l2, class_external_kind(owner),
              class_external_name(owner, c2, sizeof c2), type, p1, p2);
    }
    return false;
}

static bool check_override(struct thread *self, struct class *c, const struct method *m, const struct method *super)
{
    struct symbol *bad = agree(m->desc, m->owner->loader, super->owner->loader);
    if (LIKELY(!bad)) return true;
    char type[600], cls[600], member[1400], l1[600], l2[600], c1[600], c2[600], p1[1400], p2[1400];
    THROW(self, LinkageError,
          "loader constraint violation for class %s: when selecting overriding method '%s' the class loader %s of the "
          "selected method's type %s, and the class "
          "loader %s for its super type %s have different Class objects for the type %s used in the signature (%s; %s)",
          class_external_name(c, cls, sizeof cls), method_external_name(m, member, sizeof member),
          loader_name_and_id(m->owner->loader, l1, sizeof l1), class_external_name(m->owner, c1, sizeof c1),
          loader_name_and_id(super->owner->loader, l2, sizeof l2), class_external_name(super->owner, c2, sizeof c2),
          dotted(bad, type, sizeof type), class_in_module_of_loader(m->owner, false, true, p1, sizeof p1),
          class_in_module_of_loader(super->owner, false, true, p2, sizeof p2));
    return false;
}

static bool check_itable(struct thread *self, struct class *c, const struct class *in, const struct method *im,
                         const struct method *m)
{
    struct symbol *bad = agree(im->desc, in->loader, m->owner->loader);
    if (LIKELY(!bad)) return true;
    char type[600], cls[600], member[1400], l1[600], l2[600], c1[600], c2[600], p1[1400], p2[1400];
    THROW(self, LinkageError,
          "loader constraint violation in interface itable initialization for class %s: when selecting method '%s' the "
          "class loader %s for super interface %s, and "
          "the class loader %s of the selected method's %s, %s have different Class objects for the type %s used in "
          "the signature (%s; %s)",
          class_external_name(c, cls, sizeof cls), method_external_name(im, member, sizeof member),
          loader_name_and_id(in->loader, l1, sizeof l1), class_external_name(in, c1, sizeof c1),
          loader_name_and_id(m->owner->loader, l2, sizeof l2), class_external_kind(m->owner),
          class_external_name(m->owner, c2, sizeof c2), dotted(bad, type, sizeof type),
          class_in_module_of_loader(in, false, true, p1, sizeof p1),
          class_in_module_of_loader(m->owner, false, true, p2, sizeof p2));
    return false;
}

bool constraint_check_overrides(struct thread *self, struct class *c)
{
    IN_STATE(self, VM);
    if (c->loader == &boot_loader || class_is_interface(c)) return true;
    for (u32 i = 0; i < c->method_count; i++) {
        struct method *m = c->methods[i];
        if (m->vtable_index == VTABLE_NONE || (u32)m->vtable_index >= c->super->vtable_len) continue;
        for (const struct class *k = c->super; k && (u32)m->vtable_index < k->vtable_len; k = k->super)
            if (!method_has(k->vtable[m->vtable_index], MTH_GAP) &&
                !check_override(self, c, m, k->vtable[m->vtable_index]))
                return false;
    }
    for (u32 i = 0; i < c->itable_count; i++) {
        const struct class *in = c->itable[i].iface;
        for (u32 j = 0; j < in->method_count; j++) {
            struct method *im = in->methods[j];
            if (im->vtable_index == VTABLE_NONE) continue;
            struct method *m = c->itable[i].methods[im->vtable_index];
            if (m->owner->loader != in->loader && !check_itable(self, c, in, im, m)) return false;
        }
    }
    return true;
}

void constraint_throw(struct thread *self, struct loader *l, struct class *c, struct class *conflict)
{
    char l1[600], l2[600], name[600], place[1400];
    const char *kind = class_external_kind(c);
    THROW(self, LinkageError,
          "loader constraint violation: loader %s wants to load %s %s. A different %s with the same name was "
          "previously loaded by %s. (%s)",
          loader_name_and_id(l, l1, sizeof l1), kind, class_external_name(c, name, sizeof name), kind,
          loader_name_and_id(conflict->loader, l2, sizeof l2),
          class_in_module_of_loader(conflict, false, true, place, sizeof place));
}
