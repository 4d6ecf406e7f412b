/* redefine_report.c: what redefinitions have done, and what was refused and why (`jcmd PID VM.redefinition`, the
 * extension function GetRedefinitionReport). */
#include "base/text.h"
#include "meta/meta_int.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

struct report {
    struct text *to;
    u32 classes;
};

struct shorts {
    const struct class *c;
    u32 count;
};
static void count_short(struct object *o, u32 size, void *arg)
{
    struct shorts *s = arg;
    (void)size;
    s->count += object_class(o) == s->c;
}

static u32 kept_versions(const struct class *c)
{
    u32 n = 0;
    for (const struct constpool *p = c->cp; p; p = p->older) n++;
    return n;
}

static void add_class(struct class *c, void *arg)
{
    struct report *r = arg;
    if (!(c->flags & CLS_REDEFINED)) return;
    r->classes++;
    u32 fields = 0;
    while (class_field_at(c, fields)) fields++;
    text_printf(r->to, "  %s: %u redefinitions, %u versions, %u methods", c->name->bytes, c->redefinitions,
                kept_versions(c), c->method_count);
    if (c->deleted_count) text_printf(r->to, " (%u deleted)", c->deleted_count);
    text_printf(r->to, ", %u fields", c->field_count);
    if (fields > c->field_count) text_printf(r->to, " (%u deleted)", fields - c->field_count);
    if (!class_is_interface(c)) {
        struct shorts s = { c, 0 };
        heap_each_short(count_short, &s);
        text_printf(r->to, ", instances of %u bytes, grown by %u, %u free", c->type.instance_size, 8u * c->grown,
                    reshape_free_bytes(c));
        if (s.count) text_printf(r->to, ", %u short", s.count);
    }
    text_add(r->to, "\n");
}

char *redefine_report(struct thread *self)
{
    MAY_COLLECT(self);
    struct text classes, whole;
    text_init(&classes, NULL, 0);
    text_init(&whole, NULL, 0);
    struct report r = { &classes, 0 };
    safepoint_begin(self, "RedefinitionReport");
    loader_for_each_class(add_class, &r);
    u32 shorts = heap_short_count();
    safepoint_end(self);
    text_printf(&whole, "Redefined classes: %u\n%s", r.classes, text_string(&classes));
    text_printf(&whole, "Short instances: %u\n", shorts);
    redefine_add_refusals(&whole);
    char *copy = strdup(text_string(&whole));
    text_free(&classes);
    text_free(&whole);
    return copy;
}
