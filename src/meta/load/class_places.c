/* Describes where a class comes from, for messages: module, version, loader, its parent. */
#include "meta/meta_int.h"

/* A text that grows in a buffer and is cut at its end. It is always terminated by a NUL. */
struct text {
    char *buf;
    size_t size, length;
};
static void append(struct text *t, const char *part)
{
    size_t n = strlen(part), room = t->size - t->length - 1;
    if (n > room) n = room;
    memcpy(t->buf + t->length, part, n);
    t->length += n;
    t->buf[t->length] = 0;
}
static struct text text_in(char *buf, size_t size)
{
    buf[0] = 0;
    return (struct text){ buf, size, 0 };
}
static void append_class(struct text *t, const struct class *c)
{
    char name[600];
    append(t, class_external_name(c, name, sizeof name));
}

const char *loader_name_and_id(const struct loader *l, char *buf, size_t size)
{
    if (!l->java) {
        struct text t = text_in(buf, size);
        append(&t, "'bootstrap'");
        return buf;
    }
    struct object *s = WKF(ClassLoader_nameAndId) ? obj_ref(l->java, WKF(ClassLoader_nameAndId)) : NULL;
    if (s)
        string_to_mutf8_buf(s, buf, size);
    else
        class_external_name(object_class(l->java), buf, size);
    return buf;
}

static void append_place(struct text *t, const struct class *c, bool parent)
{
    char text[600];
    const struct class *b = class_is_array(c) ? c->innermost : c;
    const struct module *m = b->module;
    if (m && m->name) {
        append(t, "module ");
        append(t, m->name->bytes);
        bool jdk = !m->location || symbol_starts_with(m->location, "jrt:/java.") ||
                   symbol_starts_with(m->location, "jrt:/jdk.");
        if (m->version && !jdk) {
            append(t, "@");
            append(t, m->version->bytes);
        }
    } else
        append(t, "unnamed module");
    append(t, " of loader ");
    append(t, loader_name_and_id(b->loader, text, sizeof text));
    const struct loader *l = b->loader;
    if (!parent || !l->java || l->is_platform || l->is_app) return;
    append(t, ", parent loader ");
    struct object *up = obj_ref(l->java, WKF(ClassLoader_parent));
    const struct loader *above = up ? loader_of(up) : &boot_loader;
    append(t, above ? loader_name_and_id(above, text, sizeof text)
                    : class_external_name(object_class(up), text, sizeof text));
}

static void append_class_and_place(struct text *t, const struct class *c, bool are, bool parent)
{
    append_class(t, c);
    append(t, are ? " are in " : " is in ");
    append_place(t, c, parent);
}
const char *class_in_module_of_loader(const struct class *c, bool are, bool parent, char *buf, size_t size)
{
    struct text t = text_in(buf, size);
    append_class_and_place(&t, c, are, parent);
    return buf;
}

const char *classes_in_module_of_loader(const struct class *a, const struct class *b, char *buf, size_t size)
{
    struct text t = text_in(buf, size);
    const struct class *x = class_is_array(a) ? a->innermost : a, *y = class_is_array(b) ? b->innermost : b;
    bool together = x->module == y->module && x->loader == y->loader;
    if (together)
        append_class(&t, a);
    else
        append_class_and_place(&t, a, false, false);
    append(&t, together ? " and " : "; ");
    append_class_and_place(&t, b, together, false);
    return buf;
}
