/* See native_prefix.h. */
#include "meta/native_prefix.h"

#include <stdio.h>
#include <string.h>

const char *const *_Atomic native_prefixes;

/* The name without its prefixes. The one applied last is removed first. */
static const char *without_prefixes(const char *name)
{
    const char *const *prefixes = atomic_load(&native_prefixes);
    u32 n = 0;
    while (prefixes && prefixes[n]) n++;
    while (n--)
        if (!strncmp(name, prefixes[n], strlen(prefixes[n]))) name += strlen(prefixes[n]);
    return name;
}

const struct method *native_wrapper_of(const struct method *m)
{
    const char *rest = without_prefixes(m->name->bytes);
    if (rest == m->name->bytes) return NULL;
    struct symbol *name = symbol_lookup(rest, strlen(rest));
    const struct method *wrapper = name ? class_find_method(m->owner, name, m->desc) : NULL;
    return wrapper && !method_is_native(wrapper) ? wrapper : NULL;
}

/* The native method for (name, desc) under prefixes, or NULL. */
static struct method *prefixed(const struct class *c, const char *name, const struct symbol *desc)
{
    const char *const *prefixes = atomic_load(&native_prefixes);
    char full[1024];
    snprintf(full, sizeof full, "%s", name);
    for (u32 i = 0; prefixes && prefixes[i]; i++) {
        char longer[1024];
        if (snprintf(longer, sizeof longer, "%s%s", prefixes[i], full) >= (int)sizeof longer) break;
        struct symbol *s = symbol_lookup(longer, strlen(longer));
        struct method *m = s ? class_find_method(c, s, desc) : NULL;
        if (!m) continue; /* this prefix was not applied */
        if (method_is_native(m)) return m;
        strcpy(full, longer);
    }
    return NULL;
}

struct method *native_behind(const struct class *c, const char *name, const struct symbol *desc, bool *found)
{
    const struct symbol *n = symbol_lookup(name, strlen(name));
    struct method *m = n && desc ? class_find_method(c, n, desc) : NULL;
    *found = m != NULL;
    return !m || method_is_native(m) ? m : prefixed(c, name, desc);
}

struct method *native_successor(const struct class *c, const struct method *old)
{
    bool found;
    struct method *m = native_behind(c, old->name->bytes, old->desc, &found);
    const char *rest = without_prefixes(old->name->bytes);
    if (!m && rest != old->name->bytes) m = native_behind(c, rest, old->desc, &found);
    return m && m->owner == c && !method_has(m, MTH_DELETED) ? m : NULL;
}
