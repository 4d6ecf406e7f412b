/* class.c: queries on classes: subtype tests, members by name, names for messages, lines. Reads only complete classes;
 * takes no lock. */
#include "base/mutf8.h"
#include "classfile/classfile.h"
#include "model/class_space.h"
#include "model/wellknown.h"

#include <stdio.h>
#include <stdlib.h>

struct class *class_primitive[128];
_Atomic u32 members_epoch;

/* ---- subtypes ---- */

bool class_implements_slow(const struct class *c, const struct class *iface)
{
    for (u32 i = 0; i < c->all_interface_count; i++)
        if (c->all_interfaces[i] == iface) return true;
    return c == iface;
}

bool class_assignable_slow(const struct class *from, const struct class *to)
{
    for (;;) {
        if (from == to) return true;
        if (class_is_interface(to)) return class_implements_slow(from, to);
        if (!class_is_array(to))
            return !class_is_primitive(from) && !class_is_primitive(to) && class_is_subclass(from, to);
        if (!class_is_array(from)) return false;
        from = from->element;
        to = to->element;
    }
}

bool class_same_package(const struct class *a, const struct class *b)
{
    if (class_is_array(a)) a = a->innermost;
    if (class_is_array(b)) b = b->innermost;
    return a == b || (a->loader == b->loader && a->package == b->package);
}

/* ---- members ---- */

enum { FEW_METHODS = TINY(64, 1) }; /* a few are searched one by one */

static u32 method_slot(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    u32 i = (name->hash * 31 + desc->hash) & c->method_slot_mask;
    for (; c->method_slots[i]; i = (i + 1) & c->method_slot_mask) {
        const struct method *m = c->methods[c->method_slots[i] - 1];
        if (m->name == name && m->desc == desc) break;
    }
    return i;
}

void class_index_methods(struct class *c)
{
    u32 size = FEW_METHODS * 2, *had = c->method_slots, had_size = had ? c->method_slot_mask + 1 : 0;
    c->method_slots = NULL;
    if (c->method_count <= FEW_METHODS) return;
    while (size < c->method_count * 2u) size *= 2;
    bool fits = size <= had_size; /* a redefinition: readers are stopped */
    if (fits) memset(had, 0, (size = had_size) * sizeof *had);
    c->method_slot_mask = size - 1;
    c->method_slots = fits ? had : CLASS_SPACE_ARRAY(c, u32, size);
    for (u32 i = 0; i < c->method_count; i++) {
        u32 *slot = &c->method_slots[method_slot(c, c->methods[i]->name, c->methods[i]->desc)];
        if (!*slot) *slot = i + 1;
    }
}

struct method *class_find_method_here(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    struct method **m = c->methods;
    if (c->method_slots) {
        u32 at = c->method_slots[method_slot(c, name, desc)];
        return at ? m[at - 1] : NULL;
    }
    for (u32 i = 0, n = c->method_count; i < n; i++)
        if (m[i]->name == name && m[i]->desc == desc) return m[i];
    return NULL;
}

struct method *class_method_at(const struct class *c, u32 index)
{
    if (index < c->method_count && c->methods[index]->index == index) return c->methods[index];
    for (u32 i = 0; i < c->method_count; i++)
        if (c->methods[i]->index == index) return c->methods[i];
    return NULL;
}

struct method *class_find_method(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    for (; c; c = c->super) {
        struct method *m = class_find_method_here(c, name, desc);
        if (m) return m;
    }
    return NULL;
}

struct field *class_find_field_here(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    for (u32 i = 0; i < c->field_count; i++)
        if (class_field(c, i)->name == name && class_field(c, i)->desc == desc) return class_field(c, i);
    return NULL;
}

/* A field of some superinterface of the interface c. *count: the number of superinterfaces that declare it. */
static struct field *any_interface_field(const struct class *c, const struct symbol *name, const struct symbol *desc,
                                         u32 *count)
{
    struct field *found = NULL, *f;
    *count = 0;
    for (u32 i = 0; i < c->all_interface_count; i++)
        if ((f = class_find_field_here(c->all_interfaces[i], name, desc)) != NULL) {
            found = f;
            ++*count;
        }
    return found;
}

/* The first field in the order of a search that visits each direct superinterface and then its superinterfaces, before
 * the next one. Follows only the path to that field, so neither depth nor the number of paths matters. */
static struct field *interface_field(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    for (u32 i = 0, count; i < c->interface_count;) {
        const struct class *in = c->interfaces[i];
        struct field *f = class_find_field_here(in, name, desc);
        if (f) return f;
        f = any_interface_field(in, name, desc, &count);
        if (count == 1) return f;
        if (!count)
            i++;
        else {
            c = in;
            i = 0;
        }
    }
    return NULL;
}

struct field *class_find_field(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    for (; c; c = c->super) {
        struct field *f = class_find_field_here(c, name, desc);
        if (!f && c->interface_count) f = interface_field(c, name, desc);
        if (f) return f;
    }
    return NULL;
}

bool class_is_record(const struct class *c)
{
    return c->cf && c->cf->is_record && (c->access & ACC_FINAL) && c->super == WK(java_lang_Record);
}

/* ---- selection ---- */

struct method *class_itable_lookup(const struct class *c, const struct method *imethod)
{
    for (u32 i = 0; i < c->itable_count; i++)
        if (c->itable[i].iface == imethod->owner) return c->itable[i].methods[imethod->vtable_index];
    return NULL;
}

struct method *class_select_method(const struct class *c, struct method *m)
{
    if (m->vtable_index == VTABLE_NONE) return m;
    struct method *s;
    if (class_is_interface(m->owner))
        s = class_itable_lookup(c, m);
    else
        s = (u32)m->vtable_index < c->vtable_len ? c->vtable[m->vtable_index] : NULL;
    return s && method_is_abstract(s) ? NULL : s;
}

bool method_selection_is_hidden(const struct method *m, const struct method *selected)
{
    return class_is_interface(m->owner) && selected != m && !(selected->access & ACC_PUBLIC) &&
           !method_has(selected, MTH_CONFLICT); /* the filler throws an error of its own */
}

/* ---- names ---- */

static void append(char *buf, size_t size, const char *text)
{
    size_t n = strlen(buf);
    if (n + 1 < size) snprintf(buf + n, size - n, "%s", text);
}

const char *class_external_kind(const struct class *c)
{
    if (class_is_interface(c)) return "interface";
    return c->access & ACC_ABSTRACT ? "abstract class" : "class";
}

const char *class_external_name(const struct class *c, char *buf, size_t size)
{
    size_t n = mutf8_to_utf8(c->name->bytes, c->name->len, buf, size);
    if (n >= size) n = strlen(buf);
    char *plus = NULL;
    const struct class *in = class_is_array(c) ? c->innermost : c;
    /* p/Name+0x… is shown as p.Name/0x…, [Lp/Name+0x…; as [Lp.Name/0x…; */
    if (in->flags & CLS_HIDDEN) plus = strrchr(buf, '+');
    for (size_t i = 0; i < n; i++) buf[i] = (char)(buf[i] == '/' ? '.' : buf[i]);
    if (plus) *plus = '/';
    return buf;
}

/* A field descriptor in the form of source text. */
static void append_type(char *buf, size_t size, const char *d, u32 len)
{
    u32 dims = 0;
    while (len && *d == '[') dims++, d++, len--;
    char one[600];
    if (kind_name(*d)) {
        append(buf, size, kind_name(*d));
    } else {
        mutf8_to_utf8(d + 1, len - 2, one, sizeof one);
        for (char *p = one; *p; p++)
            if (*p == '/') *p = '.';
        append(buf, size, one);
    }
    while (dims--) append(buf, size, "[]");
}

const char *method_name_external(const struct class *owner, const struct symbol *name, const struct symbol *desc,
                                 char *buf, size_t size)
{
    char cls[600];
    buf[0] = 0;
    const char *ret = desc_return(desc);
    append_type(buf, size, ret, (u32)(desc->bytes + desc->len - ret));
    append(buf, size, " ");
    append(buf, size, class_external_name(owner, cls, sizeof cls));
    append(buf, size, ".");
    append(buf, size, name->bytes);
    append(buf, size, "(");
    const char *p = desc->bytes + 1, *start;
    u32 len, n = 0;
    while (desc_next(&p, &start, &len)) {
        if (n++) append(buf, size, ", ");
        append_type(buf, size, start, len);
    }
    append(buf, size, ")");
    return buf;
}

const char *method_external_name(const struct method *m, char *buf, size_t size)
{
    return method_name_external(m->owner, m->name, m->desc, buf, size);
}

/* ---- other queries ---- */

u32 class_modifiers(const struct class *c)
{
    if (class_is_array(c)) { /* component's visibility; final and abstract; never interface */
        u32 in = class_modifiers(c->innermost);
        return (in & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)) | ACC_FINAL | ACC_ABSTRACT;
    }
    if (class_is_primitive(c)) return ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    u32 access = c->access;
    const struct classfile *cf = c->cf;
    for (u32 i = 0; cf && i < cf->inner_count; i++)
        if (classfile_class_name(cf, cf->inner[i].inner) == cf->this_name) {
            access = cf->inner[i].access;
            break;
        }
    return access & ~(u32)ACC_SUPER;
}

/* In a table sorted by bci: the first of those entries that are nearest to bci from below. */
static i32 line_sorted(const struct cf_line *lines, u32 count, i32 bci)
{
    u32 above = 0; /* the first entry above bci */
    for (u32 end = count; above < end;) {
        u32 middle = above + (end - above) / 2;
        if (lines[middle].bci <= bci)
            above = middle + 1;
        else
            end = middle;
    }
    if (!above) return -1;
    u32 at = above - 1;
    while (at > 0 && lines[at - 1].bci == lines[at].bci) at--;
    return lines[at].line;
}

i32 method_line(const struct method *m, i32 bci)
{
    if (method_is_native(m)) return -2;
    const struct cf_method *cf = m->cf;
    if (!cf || !cf->line_count || bci < 0) return -1;
    if (cf->lines_sorted) return line_sorted(cf->lines, cf->line_count, bci);
    i32 best_bci = -1, line = -1;
    for (u32 i = 0; i < cf->line_count; i++) {
        i32 at = cf->lines[i].bci;
        if (at > bci || at < best_bci) continue;
        if (at == best_bci && at != bci) continue;
        best_bci = at;
        line = cf->lines[i].line;
        if (at == bci) break;
    }
    return line;
}

struct method_id *method_id_of(struct method *m)
{
    while (m->next_version && !method_has(m, MTH_OBSOLETE)) m = m->next_version; /* equivalent versions share the id */
    struct method_id *id = __atomic_load_n(&m->id, __ATOMIC_ACQUIRE);
    if (id) return id;
    /* outlives the method: agents keep ids of unloaded classes */
    id = class_holder_alloc(&boot_loader.holder, sizeof *id);
    if (!id) return NULL;
    id->current = m;
    struct method_id *none = NULL;
    if (!__atomic_compare_exchange_n(&m->id, &none, id, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return none;
    struct class_holder *h = class_space_holder(m); /* the holder of its own version, or the class's */
    if (h->permanent) return id;
    id->next = __atomic_load_n(&h->ids, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&h->ids, &id->next, id, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
    return id;
}

_Atomic bool method_ids_early;

u32 kind_size(char kind)
{
    switch (kind) {
    case 'J':
    case 'D': return 8;
    case 'S':
    case 'C': return 2;
    case 'B':
    case 'Z': return 1;
    default: return 4;
    }
}
