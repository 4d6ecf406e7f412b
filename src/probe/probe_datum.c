/* Values of probes as texts and as keys. */
#include "base/hash.h"
#include "core/jstring.h"
#include "model/wellknown.h"
#include "probe/probe_int.h"

static void method_text(const struct method *m, struct text *to)
{
    char buf[512];
    text_printf(to, "%s.%s%s", class_external_name(m->owner, buf, sizeof buf), m->name->bytes, m->desc->bytes);
}
static void frame_text(const struct frame *f, struct text *to)
{
    char buf[512];
    text_printf(to, "%s.%s", class_external_name(f->method->owner, buf, sizeof buf), f->method->name->bytes);
    i32 line = f->kind == FRAME_JAVA ? method_line(f->method, frame_bci(f)) : -1;
    if (line > 0) text_printf(to, ":%d", line);
}

void probe_datum_text(const struct probe_datum *d, u32 frames, struct text *to)
{
    char buf[512];
    switch ((enum probe_type)d->type) {
    case PROBE_ANY: text_add(to, "?"); break;
    case PROBE_NULL: text_add(to, "null"); break;
    case PROBE_SECRET: text_add(to, "<redacted>"); break;
    case PROBE_INT: text_printf(to, "%ld", d->n); break;
    case PROBE_DOUBLE: text_printf(to, "%g", d->d); break;
    case PROBE_TEXT: text_put(to, d->p, (size_t)d->n); break;
    case PROBE_OBJECT:
        if (object_class(d->p) == WK(java_lang_String)) {
            if (string_is_made((struct object *)(uintptr_t)d->p))
                text_add(to, string_to_mutf8_buf((struct object *)(uintptr_t)d->p, buf, PROBE_STRING_MAX + 1));
        } else
            text_add(to, class_external_name(object_class(d->p), buf, sizeof buf));
        break;
    case PROBE_CLASS: text_add(to, class_external_name(d->p, buf, sizeof buf)); break;
    case PROBE_METHOD: method_text(d->p, to); break;
    case PROBE_STACK:
        for (struct frame *f = (struct frame *)(uintptr_t)d->p; f && frames; f = frame_caller(f), frames--) {
            if (f != d->p) text_add(to, ";");
            frame_text(f, to);
        }
        break;
    }
}
void probe_datum_name(const struct probe_datum *d, u64 key)
{
    struct text text;
    char room[1024];
    text_init(&text, room, sizeof room);
    probe_datum_text(d, 0, &text);
    probe_name_put(d->type, key, text.p, text.len);
    text_free(&text);
}

/* Of method and place, in this process alone. */
static u64 method_hash(const struct method *m)
{
    u64 h = hash_u64(m->owner->serial);
    h = hash_u64(h ^ (u64)(uintptr_t)m->name);
    return hash_u64(h ^ (u64)(uintptr_t)m->desc);
}

u64 probe_datum_key(const struct probe_datum *d, u32 frames)
{
    u64 h = 0;
    switch ((enum probe_type)d->type) {
    case PROBE_INT: return (u64)d->n;
    case PROBE_TEXT: return hash_bytes(d->p, (size_t)d->n);
    case PROBE_CLASS: return ((const struct class *)d->p)->serial;
    case PROBE_METHOD: return method_hash(d->p);
    case PROBE_STACK:
        for (struct frame *f = (struct frame *)(uintptr_t)d->p; f && frames; f = frame_caller(f), frames--)
            h = hash_u64(h ^ method_hash(f->method)) + (u32)frame_bci(f);
        return h;
    default: return 0;
    }
}
