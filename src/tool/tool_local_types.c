/* Types of variables in class files without a table of them, from verification (JVMS §4.10.1). A debugger reads all
 * variables of a frame, and again at each stop, so results for some places are cached. */
#include "classfile/verify.h"
#include "model/class_space.h"
#include "tool/tool_frame.h"

#include <stdlib.h>

#include "os/os_sync.h"

/* One place, and all its variables. */
struct known {
    const struct method *m;
    i32 bci;
    u64 frees;                /* class_space_frees at that time: after more frees m may be another method */
    struct local_type *types; /* m->max_locals; NULL: the types are not known */
};
enum { PLACES = TINY(64, 2) };
static struct known places[PLACES];
static struct os_mutex lock = OS_MUTEX_INIT; /* leaf */
static struct known places[PLACES] GUARDED_BY(lock);

static struct local_type *find_out(const struct method *m, i32 bci)
{
    struct local_type *types = calloc(m->max_locals, sizeof *types);
    if (!types) return NULL;
    struct arena a;
    arena_init(&a, 0);
    bool known = classfile_local_types(&a, m->cp->cf, m->cf, (u32)bci, types);
    arena_destroy(&a);
    if (known) return types;
    free(types);
    return NULL;
}

static bool type_at(const struct method *m, i32 bci, u32 slot, struct local_type *out)
{
    if (!m->cf || bci < 0 || slot >= m->max_locals) return false;
    struct known *k = &places[hash_u64((uintptr_t)m ^ (u64)(u32)bci << 32) % PLACES];
    u64 frees = atomic_load(&class_space_frees);
    os_mutex_lock(&lock);
    bool there = k->m == m && k->bci == bci && k->frees == frees;
    if (there && k->types) *out = k->types[slot];
    bool known = there && k->types;
    os_mutex_unlock(&lock);
    if (there) return known;
    struct known fresh = { m, bci, frees, find_out(m, bci) };
    if (fresh.types) *out = fresh.types[slot];
    known = fresh.types != NULL;
    os_mutex_lock(&lock);
    struct known old = *k;
    *k = fresh;
    os_mutex_unlock(&lock);
    free(old.types);
    return known;
}

enum tool_known tool_local_type(const struct method *m, i32 bci, u32 slot)
{
    struct local_type t;
    if (!type_at(m, bci, slot, &t)) return TOOL_KNOWN_NOT;
    return t.kind == 'L' || t.kind == 'N' ? TOOL_KNOWN_REFERENCE : TOOL_KNOWN_OTHER;
}

static bool tool_is_named(const struct class *c, const struct symbol *name)
{
    for (const struct class *k = c; k; k = k->super) {
        if (k->name == name) return true;
        for (u32 i = 0; i < k->all_interface_count; i++)
            if (k->all_interfaces[i]->name == name) return true;
    }
    return false;
}

bool tool_may_hold(const char *desc, size_t len, const struct class *c)
{
    if (desc[0] == '[') {
        if (!class_is_array(c)) return false;
        if (c->name->len == len && !memcmp(c->name->bytes, desc, len)) return true;
        return (desc[1] == 'L' || desc[1] == '[') && !class_is_primitive(c->element) &&
               tool_may_hold(desc + 1, len - 1, c->element);
    }
    const struct symbol *name = symbol_lookup(desc + 1, len - 2);
    return name && tool_is_named(c, name);
}
