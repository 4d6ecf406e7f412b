/* Folded stacks as a profile of pprof: protocol buffers, message perftools.profiles.Profile of google/pprof, without
 * compression, which its readers take too. */
#include "base/pprof.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a message that grow. */
struct bytes {
    unsigned char *p;
    size_t n, room;
    bool failed; /* no memory */
};
static void put(struct bytes *b, const void *p, size_t n)
{
    if (b->n + n > b->room) {
        size_t room = (b->n + n) * 2;
        unsigned char *more = b->failed ? NULL : realloc(b->p, room);
        if (!more) {
            b->failed = true;
            return;
        }
        b->p = more;
        b->room = room;
    }
    memcpy(b->p + b->n, p, n);
    b->n += n;
}
static void put_varint(struct bytes *b, uint64_t v)
{
    unsigned char part;
    for (; v >= 0x80; v >>= 7) {
        part = (unsigned char)(v | 0x80);
        put(b, &part, 1);
    }
    part = (unsigned char)v;
    put(b, &part, 1);
}
static void put_number(struct bytes *b, unsigned field, uint64_t v)
{
    put_varint(b, field << 3);
    put_varint(b, v);
}
static void put_bytes(struct bytes *b, unsigned field, const void *p, size_t n)
{
    put_varint(b, field << 3 | 2);
    put_varint(b, n);
    put(b, p, n);
}
/* The part becomes a field, and is empty again. */
static void put_part(struct bytes *b, unsigned field, struct bytes *part)
{
    b->failed |= part->failed;
    put_bytes(b, field, part->p, part->n);
    part->n = 0;
}

/* Texts with numbers from 1 in the order in which they came; 0 is the empty one. Open addressing, at most half full. */
struct table {
    const char **texts;
    size_t *sizes;
    uint32_t *slots; /* numbers */
    uint32_t count, room;
    bool failed;
};
static uint32_t *slot_of(const struct table *t, const char *s, size_t n)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 1099511628211u;
    uint32_t i = (uint32_t)(h ^ h >> 32) & (t->room - 1);
    while (t->slots[i] && (t->sizes[t->slots[i]] != n || memcmp(t->texts[t->slots[i]], s, n)))
        i = (i + 1) & (t->room - 1);
    return &t->slots[i];
}
static bool grow(struct table *t)
{
    struct table more = { .count = t->count, .room = t->room ? t->room * 2 : 1024 };
    more.texts = calloc(more.room, sizeof *more.texts);
    more.sizes = calloc(more.room, sizeof *more.sizes);
    more.slots = calloc(more.room, sizeof *more.slots);
    bool good = more.texts && more.sizes && more.slots;
    for (uint32_t i = 1; good && i <= t->count; i++) {
        more.texts[i] = t->texts[i];
        more.sizes[i] = t->sizes[i];
        *slot_of(&more, t->texts[i], t->sizes[i]) = i;
    }
    struct table *old = good ? t : &more;
    free(old->texts);
    free(old->sizes);
    free(old->slots);
    if (good) *t = more;
    return good;
}
static uint32_t number_of(struct table *t, const char *s, size_t n)
{
    if (!n) return 0;
    if (t->count * 2 + 2 > t->room && !grow(t)) {
        t->failed = true;
        return 0;
    }
    uint32_t *slot = slot_of(t, s, n);
    if (*slot) return *slot;
    *slot = ++t->count;
    t->texts[*slot] = s;
    t->sizes[*slot] = n;
    return *slot;
}
static void table_free(struct table *t)
{
    free(t->texts);
    free(t->sizes);
    free(t->slots);
}

struct profile {
    struct table strings, names, frames; /* names: of the value types; a frame has the number of its location */
    struct bytes out, part, inner;
};

/* The stack of one line: its frames, the innermost first. `from` to `end`: with a semicolon before each frame. */
static void put_sample(struct profile *p, uint32_t name, const char *from, const char *end, int64_t value)
{
    while (end > from) {
        const char *frame = end;
        while (frame[-1] != ';') frame--;
        put_varint(&p->inner, number_of(&p->frames, frame, (size_t)(end - frame)));
        end = frame - 1;
    }
    put_part(&p->part, 1, &p->inner);
    for (uint32_t i = 1; i <= p->names.count; i++) put_varint(&p->inner, i == name ? (uint64_t)value : 0);
    put_part(&p->part, 2, &p->inner);
    put_part(&p->out, 2, &p->part);
}
/* Calls put_sample for each line, or only takes their names in, of which every sample has a value. */
static void walk(struct profile *p, const char *folded, bool only_names)
{
    for (const char *line = folded; *line;) {
        size_t n = strcspn(line, "\n");
        const char *end = line + n;
        while (end > line && *end != ' ') end--;
        const char *stack = memchr(line, ';', (size_t)(end - line));
        if (!stack) stack = end;
        uint32_t name = number_of(&p->names, line, (size_t)(stack - line));
        if (!only_names) put_sample(p, name, stack, end, strtoll(end, NULL, 10));
        line += n + (line[n] == '\n');
    }
}
static void put_value_type(struct profile *p, unsigned field, const char *type, size_t n, const char *unit)
{
    put_number(&p->part, 1, number_of(&p->strings, type, n));
    put_number(&p->part, 2, number_of(&p->strings, unit, strlen(unit)));
    put_part(&p->out, field, &p->part);
}
/* "a.B.m:12" is line 12 of the function a.B.m; any other end is a function without lines. */
static void put_frame(struct profile *p, uint32_t id)
{
    const char *s = p->frames.texts[id];
    size_t n = p->frames.sizes[id], digits = n;
    while (digits && s[digits - 1] >= '0' && s[digits - 1] <= '9') digits--;
    bool lined = digits && digits < n && s[digits - 1] == ':' && n - digits < 10;
    size_t name = lined ? digits - 1 : n;
    put_number(&p->inner, 1, id);
    if (lined) put_number(&p->inner, 2, (uint64_t)atoi(s + digits));
    put_number(&p->part, 1, id);
    put_part(&p->part, 4, &p->inner);
    put_part(&p->out, 4, &p->part);
    put_number(&p->part, 1, id);
    put_number(&p->part, 2, number_of(&p->strings, s, name));
    put_number(&p->part, 3, number_of(&p->strings, s, name));
    put_part(&p->out, 5, &p->part);
}

unsigned char *pprof_make(const char *folded, const char *unit, int64_t wall_ns, int64_t duration_ns, size_t *size)
{
    struct profile p = { 0 };
    walk(&p, folded, true);
    if (!p.names.count) (void)number_of(&p.names, "@", 1);
    for (uint32_t i = 1; i <= p.names.count; i++) put_value_type(&p, 1, p.names.texts[i], p.names.sizes[i], unit);
    walk(&p, folded, false);
    for (uint32_t i = 1; i <= p.frames.count; i++) put_frame(&p, i);
    put_number(&p.out, 9, (uint64_t)(wall_ns - duration_ns));
    put_number(&p.out, 10, (uint64_t)duration_ns);
    put_value_type(&p, 11, p.names.texts[1], p.names.sizes[1], unit);
    put_number(&p.out, 12, 1);
    put_bytes(&p.out, 6, "", 0);
    for (uint32_t i = 1; i <= p.strings.count; i++) put_bytes(&p.out, 6, p.strings.texts[i], p.strings.sizes[i]);
    bool good = !p.out.failed && !p.strings.failed && !p.names.failed && !p.frames.failed;
    table_free(&p.strings);
    table_free(&p.names);
    table_free(&p.frames);
    free(p.part.p);
    free(p.inner.p);
    *size = p.out.n;
    if (good) return p.out.p;
    free(p.out.p);
    return NULL;
}
