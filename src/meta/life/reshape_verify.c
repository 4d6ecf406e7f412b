/* reshape_verify.c: what holds for the instances of a family after a commit (-XX:+VerifyHeap, debug builds).
 *
 * - A byte belongs to references or to numbers, never to both, whatever fields had it and were not displaced.
 * - The collector's map has the references of all these fields, and nothing else.
 * - Instances are at least as long as those of the superclass, where places of its fields are looked for.
 * - Bytes that no field has or had are zero in all instances: a field that comes may get them (reshape_room.c).
 * - A place with a deleted reference holds an object or nothing; heap_verify.c looks at that. */
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

enum { REF = 1, NUMBER = 2 };

/* For the instances of one class. */
struct layout {
    const struct class *c;
    u8 *bytes;
    u32 size;
};

static void note(struct layout *l, u32 offset, u32 size, u8 fact, const char *name)
{
    if (offset < OBJECT_HEADER_SIZE || offset + size > l->size)
        VM_FATAL("reshape_verify: %s of %s lies at %u, instances have %u bytes", name, l->c->name->bytes, offset,
                 l->size);
    for (u32 i = offset; i < offset + size; i++) {
        if (l->bytes[i] & ~fact)
            VM_FATAL("reshape_verify: byte %u of %s, where %s lies, is a reference's and a number's", i,
                     l->c->name->bytes, name);
        l->bytes[i] |= fact;
    }
}

static bool has_reference(const struct heap_map_span *all, u32 n, u32 offset)
{
    for (u32 i = 0; i < n; i++)
        if (offset - all[i].offset < 4 * all[i].count && (offset - all[i].offset) % 4 == 0) return true;
    return false;
}

static void check_map(const struct class *c)
{
    const struct heap_type *t = &c->type;
    u32 n = layout_references(c, NULL);
    struct heap_map_span *all = vm_malloc((n + 1u) * sizeof *all);
    (void)layout_references(c, all);
    for (u32 i = 0; i < n; i++)
        if (!has_reference(t->map, t->map_count, all[i].offset))
            VM_FATAL("reshape_verify: the map of %s lacks %u", c->name->bytes, all[i].offset);
    for (u32 i = 0; i < t->map_count; i++)
        for (u32 at = t->map[i].offset; at < t->map[i].offset + 4 * t->map[i].count; at += 4)
            if (!has_reference(all, n, at)) VM_FATAL("reshape_verify: the map of %s has %u", c->name->bytes, at);
    free(all);
}

static void describe(struct layout *l, const struct class *c)
{
    l->c = c;
    l->size = c->type.instance_size;
    if (c->super && l->size < c->super->type.instance_size)
        VM_FATAL("reshape_verify: instances of %s are shorter than those of its superclass", c->name->bytes);
    l->bytes = vm_realloc(l->bytes, l->size);
    memset(l->bytes, 0, l->size);
    for (; c; c = c->super) {
        const struct field *f;
        for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++)
            if (!(f->access & ACC_STATIC) && !f->displaced)
                note(l, f->offset, kind_size((char)f->kind), f->kind == 'L' || f->kind == '[' ? REF : NUMBER,
                     f->name->bytes);
        struct injected_field inj[8];
        for (u32 n = wellknown_injected(c, inj), i = 0; i < n; i++)
            note(l, wk_fields[inj[i].wkf], inj[i].bytes, inj[i].is_ref ? REF : NUMBER, "a field of the VM");
    }
}

static bool check_instance(struct object *o, void *arg)
{
    struct layout *l = arg;
    const struct class *c = object_class(o);
    if (!(c->flags & CLS_FAMILY) || class_is_array(c) || object_is_short(o)) return true;
    if (l->c != c) describe(l, c);
    for (u32 i = OBJECT_HEADER_SIZE; i < l->size; i++)
        if (!l->bytes[i] && ((const u8 *)o)[i])
            VM_FATAL("reshape_verify: byte %u of a %s has a value, and no field is or was there", i, c->name->bytes);
    return true;
}

void reshape_verify(struct class *const *family, u32 n)
{
    WORLD_STOPPED();
    struct layout l = { .bytes = NULL };
    for (u32 i = 0; i < n; i++) {
        const struct class *c = family[i];
        if (class_is_array(c) || class_is_interface(c)) continue;
        describe(&l, c);
        check_map(c);
    }
    l.c = NULL;
    heap_walk(check_instance, &l);
    free(l.bytes);
}
