/* Where a class lives, in the words of messages: module, version, loader, its parent. */
#include "meta/meta_int.h"

#include <stdio.h>

static void append(char *buf, size_t size, const char *text)
{
    size_t n = strlen(buf);
    if (n + 1 < size) snprintf(buf + n, size - n, "%s", text);
}

const char *loader_name_and_id(const struct loader *l, char *buf, size_t size)
{
    if (!l->java)
        snprintf(buf, size, "'bootstrap'");
    else {
        struct object *s = WKF(ClassLoader_nameAndId) ? obj_ref(l->java, WKF(ClassLoader_nameAndId)) : NULL;
        if (s)
            string_to_mutf8_buf(s, buf, size);
        else
            class_external_name(object_class(l->java), buf, size);
    }
    return buf;
}

static void append_place(char *buf, size_t size, const struct class *c, bool parent)
{
    char text[600];
    const struct class *b = class_is_array(c) ? c->innermost : c;
    const struct module *m = b->module;
    if (m && m->name) {
        append(buf, size, "module ");
        append(buf, size, m->name->bytes);
        bool jdk = !m->location || symbol_starts_with(m->location, "jrt:/java.") ||
                   symbol_starts_with(m->location, "jrt:/jdk.");
        if (m->version && !jdk) {
            append(buf, size, "@");
            append(buf, size, m->version->bytes);
        }
    } else
        append(buf, size, "unnamed module");
    append(buf, size, " of loader ");
    append(buf, size, loader_name_and_id(b->loader, text, sizeof text));
    const struct loader *l = b->loader;
    if (!parent || !l->java || l->is_platform || l->is_app) return;
    append(buf, size, ", parent loader ");
    struct object *up = obj_ref(l->java, WKF(ClassLoader_parent));
    const struct loader *above = up ? loader_of(up) : &boot_loader;
    append(buf, size,
           above ? loader_name_and_id(above, text, sizeof text)
                 : class_external_name(object_class(up), text, sizeof text));
}

const char *class_in_module_of_loader(const struct class *c, bool are, bool parent, char *buf, size_t size)
{
    char name[600];
    buf[0] = 0;
    append(buf, size, class_external_name(c, name, sizeof name));
    append(buf, size, are ? " are in " : " is in ");
    append_place(buf, size, c, parent);
    return buf;
}

const char *classes_in_module_of_loader(const struct class *a, const struct class *b, char *buf, size_t size)
{
    char one[1200], name[600];
    const struct class *x = class_is_array(a) ? a->innermost : a, *y = class_is_array(b) ? b->innermost : b;
    buf[0] = 0;
    if (x->module == y->module && x->loader == y->loader) {
        append(buf, size, class_external_name(a, name, sizeof name));
        append(buf, size, " and ");
        append(buf, size, class_in_module_of_loader(b, true, false, one, sizeof one));
        return buf;
    }
    append(buf, size, class_in_module_of_loader(a, false, false, one, sizeof one));
    append(buf, size, "; ");
    append(buf, size, class_in_module_of_loader(b, false, false, one, sizeof one));
    return buf;
}
