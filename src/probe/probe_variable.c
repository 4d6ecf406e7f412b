/* Values in memory, and variables of frames. What the class file says of them (LocalVariableTable) is believed only as
 * far as verification agrees; where that cannot be had (class files without stack maps), a reference must be an object
 * of the heap. */
#include "classfile/verify.h"
#include "heap/heap.h"
#include "probe/probe_int.h"
#include <stdlib.h>

#define MISSING ((struct probe_datum){ .type = PROBE_ANY })

static struct probe_datum whole(i64 n) { return (struct probe_datum){ .type = PROBE_INT, .n = n }; }
static struct probe_datum real(double d) { return (struct probe_datum){ .type = PROBE_DOUBLE, .d = d }; }
static struct probe_datum object(const struct object *o)
{
    return (struct probe_datum){ .type = o ? PROBE_OBJECT : PROBE_NULL, .p = o };
}
struct probe_datum probe_of_slot(char kind, slot s)
{
    switch (kind) {
    case 'Z': return whole(s & 1);
    case 'B': return whole((i8)s);
    case 'C': return whole((u16)s);
    case 'S': return whole((i16)s);
    case 'I': return whole(slot_int(s));
    case 'J': return whole((i64)s);
    case 'F': return real((double)slot_float(s));
    case 'D': return real(slot_double(s));
    case 'V': return MISSING;
    default: return object(slot_ref(s));
    }
}

struct probe_datum probe_load(const void *at, char kind)
{
    switch (kind) {
    case 'Z':
    case 'B': return probe_of_slot(kind, *(const volatile u8 *)at);
    case 'C':
    case 'S': return probe_of_slot(kind, *(const volatile u16 *)at);
    case 'J':
    case 'D': return probe_of_slot(kind, *(const volatile u64 *)at);
    case 'L':
    case '[': return object(ref_decode(*(const nref *)at));
    default: return probe_of_slot(kind, *(const volatile u32 *)at);
    }
}
struct probe_datum probe_load_field(const struct object *o, const struct field *f)
{
    char kind = (char)f->kind;
    return probe_load(heap_bytes_at(o, f->offset, kind == 'L' || kind == '['), kind);
}
struct probe_datum probe_load_element(const struct object *o, i64 index, char kind)
{
    u32 size = kind_size(kind);
    return probe_load((const char *)o + (size == 8 ? ARRAY_BASE_WIDE : ARRAY_BASE) + (size_t)index * size, kind);
}

struct local_type *probe_types_of_variables(const struct method *m, i32 bci)
{
    if (!m->cf || !m->max_locals) return NULL;
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

static const struct cf_local *in_table(const struct method *m, const struct probe_node *n, i32 bci)
{
    for (u32 i = 0; m->cf && i < m->cf->local_count; i++) {
        const struct cf_local *l = &m->cf->locals[i];
        if (bci < l->start || bci >= l->start + l->length) continue;
        if (n->text ? symbol_equals_cstr(m->cp->file[l->name].u.utf8, n->text) : l->slot == n->number) return l;
    }
    return NULL;
}
static char verified_kind(char kind)
{
    switch (kind) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S': return 'I';
    case '[': return 'L';
    default: return kind;
    }
}
static struct probe_datum reference(slot s)
{
    return !s || heap_is_object(slot_ref(s)) ? probe_of_slot('L', s) : MISSING;
}

enum variable { VARIABLE_MISSING, VARIABLE_SECRET, VARIABLE_THERE };
/* Where the variable's value lies, and of what type it is, 'L' for all objects. types: NULL if they are not known. */
static enum variable find(const struct method *m, i32 bci, const struct local_type *types, const struct probe_node *n,
                          u32 *slot_at, char *kind)
{
    const struct cf_local *l = in_table(m, n, bci);
    if (n->text && !l) return VARIABLE_MISSING;
    i64 at = l ? l->slot : n->number;
    if (at >= m->max_locals) return VARIABLE_MISSING;
    char told = l ? m->cp->file[l->desc].u.utf8->bytes[0] : 0;
    char found = types ? types[at].kind : verified_kind(told);
    if (l && !n->text && probe_name_is_secret(m->cp->file[l->name].u.utf8->bytes)) return VARIABLE_SECRET;
    if (told && verified_kind(told) != found && !(found == 'N' && verified_kind(told) == 'L')) return VARIABLE_MISSING;
    if (!found) return VARIABLE_MISSING;
    bool wide = found == 'J' || found == 'D';
    if (at + wide >= m->max_locals) return VARIABLE_MISSING;
    *slot_at = (u32)at + wide;
    *kind = found == 'L' || found == 'N' ? 'L' : told ? told : found;
    return VARIABLE_THERE;
}
struct probe_datum probe_variable(const struct probe_hit *h, const struct probe_node *n)
{
    u32 at;
    char kind;
    switch (find(h->method, frame_bci(h->frame), h->spot ? h->spot->types : NULL, n, &at, &kind)) {
    case VARIABLE_SECRET: return (struct probe_datum){ .type = PROBE_SECRET };
    case VARIABLE_MISSING: return MISSING;
    case VARIABLE_THERE: break;
    }
    slot s = h->frame->locals[at];
    return kind == 'L' ? reference(s) : probe_of_slot(kind, s);
}
bool probe_variable_at(const struct probe_spot *spot, const struct probe_node *n, u32 *at, char *kind)
{
    VM_ASSERT(spot->kind == PROBE_SPOT_CODE);
    i32 bci = (i32)((const u8 *)spot->key - spot->method->code);
    return spot->types && !n->secret && find(spot->method, bci, spot->types, n, at, kind) == VARIABLE_THERE;
}
struct probe_datum probe_this(const struct probe_hit *h)
{
    return h->frame && !method_is_static(h->method) ? reference(h->frame->locals[0]) : MISSING;
}
