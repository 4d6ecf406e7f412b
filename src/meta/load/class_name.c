/* Parses names of classes: a class, or an array of a class or of a primitive type. */
#include "meta/meta_int.h"

struct symbol *class_name_symbol(struct thread *self, const char *name, struct class *error)
{
    size_t n = strlen(name);
    if (n <= SYMBOL_MAX_LENGTH) return symbol_intern(name, n);
    /* 1,023 characters */
    throw_new(self, error, "Class name exceeds maximum length of %d: %.979s", SYMBOL_MAX_LENGTH, name);
    return NULL;
}

/* "[[Lp/C;" and "[[I". The element's name ends at the first semicolon, which must be the last character. Returns false
 * if it is not the name of an array. */
bool class_name_parse_array(const struct symbol *name, struct class_wanted *w)
{
    const char *p = name->bytes, *end = p + name->len;
    while (p < end && *p == '[') p++;
    *w = (struct class_wanted){ .dims = (u32)(p - name->bytes) };
    if (!w->dims || p == end) return false;
    if (*p == 'L') {
        if (end[-1] != ';') return false;
        w->name = symbol_intern(p + 1, (size_t)((const char *)memchr(p, ';', (size_t)(end - p)) - p) - 1);
        return true;
    }
    w->prim = *p > 0 && *p != 'V' ? class_primitive[(u8)*p] : NULL;
    return w->prim && p + 1 == end;
}

/* "Lp/C;" counts as "p/C": debugger back ends use that form. */
struct class_wanted class_name_parse(struct symbol *name)
{
    struct class_wanted w;
    if (name->len > 1 && name->bytes[0] == '[' && class_name_parse_array(name, &w)) return w;
    bool wrapped = name->len > 1 && name->bytes[0] == 'L' && name->bytes[name->len - 1] == ';';
    return (struct class_wanted){ .name = wrapped ? symbol_intern(name->bytes + 1, name->len - 2u) : name };
}
