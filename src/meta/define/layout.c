/* layout.c: places the fields of a class in its instances, and static ones in its mirror.
 *
 * Instances: fields fill the holes that superclasses left first. Eight-byte fields come first, then four, two, one
 * byte, each at the lowest free place. References come last so that they are together, or first if the superclass ends
 * with references: so the collector's map has few spans. Fields with @Contended come after all others, each group with
 * padding before it and the last one with padding after it; a class with @Contended has padding on both sides.
 * java.lang.ref.Reference's `referent` and `discovered` are not in the map: the collector handles them itself. Injected
 * fields (spec/jdk17/injected.tsv) are the VM's own words after the Java fields. Statics: references first in one span,
 * then the others by size. Runs on the thread that defines the class.
 *
 * With -XX:+AllowEnhancedClassRedefinition classes of applications keep room free behind their fields (layout_room).
 * Subclasses do not take it, nor the places of fields that a redefinition deleted. */
#include "meta/meta_int.h"
#include "model/module.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

static bool is_ref_kind(u8 kind) { return kind == 'L' || kind == '['; }

/* used[i]: byte i is taken; end: the first byte after the last taken one. Places are never freed, so a field of 1 << k
 * bytes has no free place below from[k]. */
struct plan {
    u8 *used;
    u32 cap, end, from[4];
};

static void occupy(struct plan *p, u32 at, u32 n)
{
    VM_CHECK(at + n <= p->cap);
    memset(p->used + at, 1, n);
    if (at + n > p->end) p->end = at + n;
}

/* The lowest free, aligned place for n bytes from `at` on. Reads each byte once. */
static u32 find_place(struct plan *p, u32 at, u32 n, u32 align)
{
    at = ALIGN_UP(at, align);
    for (u32 i = 0; i < n;) {
        VM_CHECK(at + n <= p->cap);
        if (!p->used[at + i]) {
            i++;
            continue;
        }
        at = ALIGN_UP(at + i + 1, align);
        i = 0;
    }
    occupy(p, at, n);
    return at;
}

static u32 place(struct plan *p, u32 size)
{
    u32 *from = &p->from[__builtin_ctz(size)],
        at = find_place(p, *from > OBJECT_HEADER_SIZE ? *from : OBJECT_HEADER_SIZE, size, size);
    *from = at + size;
    return at;
}

static bool collector_owned(const struct class *c, const struct field *f)
{
    return c->loader == &boot_loader && symbol_equals_cstr(c->name, "java/lang/ref/Reference") &&
           (symbol_equals_cstr(f->name, "referent") || symbol_equals_cstr(f->name, "discovered"));
}

static int by_offset(const void *a, const void *b)
{
    u32 x = ((const struct heap_map_span *)a)->offset, y = ((const struct heap_map_span *)b)->offset;
    return x < y ? -1 : x > y;
}

/* Merges the superclass's spans with single references and stores the result in class space. */
static void set_map(struct class *c, struct heap_map_span *s, u32 n)
{
    qsort(s, n, sizeof *s, by_offset);
    u32 k = 0;
    for (u32 i = 0; i < n; i++) {
        if (k && s[k - 1].offset + 4 * s[k - 1].count == s[i].offset)
            s[k - 1].count += s[i].count;
        else
            s[k++] = s[i];
    }
    const struct class *super = c->super;
    if (super && super->type.map_count == k && (k == 0 || memcmp(super->type.map, s, k * sizeof *s) == 0))
        c->type.map = super->type.map;
    else if (k) {
        struct heap_map_span *map = CLASS_PART_ARRAY(c, struct heap_map_span, k);
        memcpy(map, s, k * sizeof *s);
        c->type.map = map;
    }
    c->type.map_count = k;
}

/* Is c of a module of the JDK itself? Programmers do not edit those, and javac's trees would grow by a quarter. */
static bool of_runtime_image(const struct class *c)
{
    const char *image = "jrt:/";
    const struct symbol *from = c->module ? c->module->location : NULL;
    return from && strncmp((const char *)from->bytes, image, strlen(image)) == 0;
}

u32 layout_room(const struct class *c)
{
    if (!options.enhanced_redefinition || c->flags & (CLS_HIDDEN | CLS_ARRAY | CLS_PRIMITIVE)) return 0;
    if (class_is_interface(c) || c->loader->is_boot || c->loader->is_platform || of_runtime_image(c)) return 0;
    return ALIGN_UP((u32)options.redefinition_room, (u32)sizeof(nref));
}

u32 layout_room_at(const struct class *c)
{
    return c->type.instance_size - OBJECT_ALIGN * (u32)c->grown - layout_room(c);
}

static void occupy_supers(struct plan *p, const struct class *c)
{
    if (c && (c->flags & CLS_PADDED)) occupy(p, OBJECT_HEADER_SIZE, c->type.instance_size - OBJECT_HEADER_SIZE);
    for (; c; c = c->super) {
        const struct field *f;
        for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++)
            if (!(f->access & ACC_STATIC)) occupy(p, f->offset, kind_size((char)f->kind));
        struct injected_field inj[8];
        for (u32 n = wellknown_injected(c, inj), i = 0; i < n; i++) occupy(p, wk_fields[inj[i].wkf], inj[i].bytes);
        if (layout_room(c)) occupy(p, layout_room_at(c), layout_room(c));
    }
}

static void set_kind(struct class *c)
{
    const struct class *super = c->super;
    c->type.kind = super ? super->type.kind : HEAP_INSTANCE;
    c->type.strength = super ? super->type.strength : REF_NONE;
    if (c->loader != &boot_loader) return;
    static const struct {
        const char *name;
        u8 kind, strength;
    } special[] = {
        { "java/lang/Class", HEAP_MIRROR, REF_NONE },
        { "java/lang/ClassLoader", HEAP_LOADER, REF_NONE },
        { "java/lang/ref/Reference", HEAP_REFERENCE, REF_NONE },
        { "java/lang/ref/SoftReference", HEAP_REFERENCE, REF_SOFT },
        { "java/lang/ref/WeakReference", HEAP_REFERENCE, REF_WEAK },
        { "java/lang/ref/FinalReference", HEAP_REFERENCE, REF_FINAL },
        { "java/lang/ref/PhantomReference", HEAP_REFERENCE, REF_PHANTOM },
    };
    if (!symbol_starts_with(c->name, "java/lang/")) return;
    for (u32 i = 0; i < ARRAY_LEN(special); i++)
        if (symbol_equals_cstr(c->name, special[i].name)) {
            c->type.kind = special[i].kind;
            c->type.strength = special[i].strength;
        }
}

/* ---- @Contended ---- */

static bool is_contended(const struct class *c, u32 field)
{
    return !(c->fields[field].access & ACC_STATIC) && c->cf->fields[field].contended;
}

static u32 padding_width(void) { return ALIGN_UP((u32)options.contended_padding, (u32)OBJECT_ALIGN); }

static void pad(struct plan *p)
{
    p->end = ALIGN_UP(p->end, 8u);
    if (padding_width()) occupy(p, p->end, padding_width());
}

/* The most paddings that the class can need. */
static u32 paddings(const struct class *c)
{
    u32 n = c->cf && c->cf->contended ? 2 : 0;
    for (u32 i = 0; i < c->field_count; i++) n += is_contended(c, i) ? 2 : 0;
    return n;
}

/* Are fields i and k in the same group? */
static bool together(const struct class *c, u32 i, u32 k)
{
    const struct symbol *group = c->cf->fields[i].contended_group;
    return i == k || (group && is_contended(c, k) && c->cf->fields[k].contended_group == group);
}

static bool is_first_of_group(const struct class *c, u32 i)
{
    if (!is_contended(c, i)) return false;
    for (u32 k = 0; k < i; k++)
        if (together(c, i, k)) return false;
    return true;
}

static void place_group(struct plan *p, struct class *c, u32 first, struct heap_map_span *map, u32 *map_count)
{
    pad(p);
    u32 begin = p->end;
    for (u32 size = 8; size; size /= 2)
        for (u32 i = first; i < c->field_count; i++) {
            struct field *f = &c->fields[i];
            if (!together(c, first, i) || kind_size((char)f->kind) != size) continue;
            f->offset = find_place(p, begin, size, size);
            if (is_ref_kind(f->kind) && !collector_owned(c, f))
                map[(*map_count)++] = (struct heap_map_span){ f->offset, 1 };
        }
}

static bool has_grown(const struct class *c)
{
    while (c && !c->grown) c = c->super;
    return c != NULL;
}
void layout_instance(struct class *c)
{
    const struct class *super = c->super;
    set_kind(c);
    struct injected_field inj[8];
    u32 injected = wellknown_injected(c, inj), fields = 0, refs = 0, map_more = 0;
    for (u32 i = 0; i < c->field_count; i++)
        if (!(c->fields[i].access & ACC_STATIC)) {
            fields++;
            refs += is_ref_kind(c->fields[i].kind) && !is_contended(c, i);
            map_more += is_ref_kind(c->fields[i].kind);
        }
    if (injected || (super && (super->flags & CLS_INJECTED))) c->flags |= CLS_INJECTED;
    u32 super_size = super ? super->type.instance_size : OBJECT_HEADER_SIZE;
    if (!fields && !injected) {
        heap_type_set_size(&c->type, ALIGN_UP(super_size + layout_room(c), (u32)OBJECT_ALIGN));
        c->type.map_count = super ? super->type.map_count : 0;
        c->type.map = super ? super->type.map : NULL;
        return;
    }
    struct plan p = { .cap = super_size + (fields + injected) * 16 + 16 + paddings(c) * (padding_width() + 8),
                      .end = OBJECT_HEADER_SIZE };
    p.used = vm_calloc(1, p.cap);
    memset(p.used, 1, OBJECT_HEADER_SIZE);
    occupy_supers(&p, super);
    if (has_grown(super) && p.end < super_size) p.end = super_size; /* the last places may be subclasses' */
    u32 map_room = (super ? super->type.map_count : 0) + map_more + injected, map_count = 0;
    struct heap_map_span *map = vm_malloc((map_room ? map_room : 1) * sizeof *map);
    u32 padded = paddings(c);
    if (c->cf && c->cf->contended) {
        occupy(&p, OBJECT_HEADER_SIZE, p.end - OBJECT_HEADER_SIZE);
        pad(&p);
    }
    if (super && super->type.map_count)
        memcpy(map, super->type.map, super->type.map_count * sizeof *map), map_count = super->type.map_count;
    bool refs_first = map_count && map[map_count - 1].offset + 4 * map[map_count - 1].count == p.end;

    for (int pass = 0; pass < 5; pass++) {
        u32 size = pass < 4 ? 8u >> pass : 4;
        bool want_refs = refs_first ? pass == 0 : pass == 4;
        if (want_refs && refs) {
            u32 at = find_place(&p, OBJECT_HEADER_SIZE, refs * 4, 4);
            for (u32 i = 0; i < c->field_count; i++) {
                struct field *f = &c->fields[i];
                if ((f->access & ACC_STATIC) || !is_ref_kind(f->kind) || is_contended(c, i)) continue;
                f->offset = at;
                if (!collector_owned(c, f)) map[map_count++] = (struct heap_map_span){ at, 1 };
                at += 4;
            }
        }
        if (pass == 4) break;
        for (u32 i = 0; i < c->field_count; i++) {
            struct field *f = &c->fields[i];
            if (!(f->access & ACC_STATIC) && !is_ref_kind(f->kind) && kind_size((char)f->kind) == size &&
                !is_contended(c, i))
                f->offset = place(&p, size);
        }
    }
    for (u32 i = 0; i < injected; i++) {
        u32 at = wk_fields[inj[i].wkf] = place(&p, inj[i].bytes);
        if (inj[i].is_ref) map[map_count++] = (struct heap_map_span){ at, 1 };
    }
    for (u32 i = 0; padded && i < c->field_count; i++)
        if (is_first_of_group(c, i)) place_group(&p, c, i, map, &map_count);
    if (padded) pad(&p);
    if (padded || (super && (super->flags & CLS_PADDED))) c->flags |= CLS_PADDED;
    heap_type_set_size(&c->type, ALIGN_UP(p.end + layout_room(c), (u32)OBJECT_ALIGN));
    set_map(c, map, map_count);
    free(map);
    free(p.used);
}

static bool has_reference(const struct class *c, u32 offset)
{
    for (u32 i = 0; i < c->type.map_count; i++)
        if (offset - c->type.map[i].offset < 4 * c->type.map[i].count) return true;
    return false;
}

void layout_add_references(struct class *c, const u32 *offsets, u32 n)
{
    WORLD_STOPPED();
    struct heap_map_span *s = vm_malloc((c->type.map_count + (size_t)n) * sizeof *s);
    u32 count = c->type.map_count;
    if (count) memcpy(s, c->type.map, count * sizeof *s);
    for (u32 i = 0; i < n; i++)
        if (!has_reference(c, offsets[i])) s[count++] = (struct heap_map_span){ offsets[i], 1 };
    if (count != c->type.map_count) set_map(c, s, count);
    free(s);
}

u32 layout_references(const struct class *c, struct heap_map_span *to)
{
    u32 n = 0;
    for (; c; c = c->super) {
        const struct field *f;
        for (u32 i = 0; (f = class_field_at(c, i)) != NULL; i++) {
            if (f->access & ACC_STATIC || f->displaced || !is_ref_kind(f->kind) || collector_owned(c, f)) continue;
            if (to) to[n] = (struct heap_map_span){ f->offset, 1 };
            n++;
        }
        struct injected_field inj[8];
        for (u32 k = wellknown_injected(c, inj), i = 0; i < k; i++) {
            if (!inj[i].is_ref) continue;
            if (to) to[n] = (struct heap_map_span){ wk_fields[inj[i].wkf], 1 };
            n++;
        }
    }
    return n;
}

void layout_renew_map(struct class *c)
{
    WORLD_STOPPED();
    u32 n = layout_references(c, NULL), kept = 0;
    struct heap_map_span *s = vm_malloc((n + 1u) * sizeof *s);
    (void)layout_references(c, s);
    qsort(s, n, sizeof *s, by_offset);
    for (u32 i = 0; i < n; i++) /* several records may have had one place */
        if (!kept || s[kept - 1].offset != s[i].offset) s[kept++] = s[i];
    c->type.map = NULL;
    set_map(c, s, kept);
    free(s);
}

static u32 class_size; /* java.lang.Class's instance size: statics begin there in every mirror */

void layout_statics(struct class *c)
{
    if (!class_size) {
        if (c->type.kind != HEAP_MIRROR) return; /* classes_make_missing_mirrors does it later */
        class_size = c->type.instance_size;
        mirror_class_offset = WKF(Class_vmclass);
    }
    u32 at = class_size, refs = 0;
    VM_ASSERT(IS_ALIGNED(at, 8));
    c->type.static_ref_offset = at;
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = &c->fields[i];
        if (!(f->access & ACC_STATIC) || !is_ref_kind(f->kind)) continue;
        f->offset = at;
        at += 4;
        refs++;
    }
    c->type.static_ref_count = refs;
    /* An odd number of references would leave four bytes unused before the first long, so a four-byte field goes
     * there. */
    const struct field *filler = NULL;
    for (u32 i = 0; (at & 7) && i < c->field_count && !filler; i++) {
        struct field *f = &c->fields[i];
        if (!(f->access & ACC_STATIC) || is_ref_kind(f->kind) || kind_size((char)f->kind) != 4) continue;
        f->offset = at;
        at += 4;
        filler = f;
    }
    for (u32 size = 8; size; size /= 2) {
        for (u32 i = 0; i < c->field_count; i++) {
            struct field *f = &c->fields[i];
            if (!(f->access & ACC_STATIC) || is_ref_kind(f->kind) || f == filler || kind_size((char)f->kind) != size)
                continue;
            at = ALIGN_UP(at, size);
            f->offset = at;
            at += size;
        }
    }
    c->type.mirror_size = ALIGN_UP(at, (u32)OBJECT_ALIGN);
}

void layout_added_statics(struct heap_type *t, const u8 *kinds, u32 n, u32 *offsets)
{
    u32 at = class_size, refs = 0;
    t->static_ref_offset = at;
    for (u32 i = 0; i < n; i++) {
        if (!kinds[i] || !is_ref_kind(kinds[i])) continue;
        offsets[i] = at;
        at += 4;
        refs++;
    }
    t->static_ref_count = refs;
    for (u32 size = 8; size; size /= 2)
        for (u32 i = 0; i < n; i++) {
            if (!kinds[i] || is_ref_kind(kinds[i]) || kind_size((char)kinds[i]) != size) continue;
            at = ALIGN_UP(at, size);
            offsets[i] = at;
            at += size;
        }
    t->mirror_size = ALIGN_UP(at, (u32)OBJECT_ALIGN);
}
