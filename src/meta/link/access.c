/* access.c: access control between classes, members and nest mates (JVMS §5.4.4, §5.4.3.1; JEP 181, JEP 261). */
#include "meta/meta_int.h"

/* Generated accessors of core reflection have access to everything. */
bool access_is_magic(const struct class *from)
{
    const struct class *m = WK(jdk_internal_reflect_MagicAccessorImpl);
    return m && !class_is_interface(from) && class_is_subclass(from, m);
}

static bool module_allows(const struct class *from, const struct class *to)
{
    const struct module *a = from->module, *b = to->module;
    if (a == b || !a || !b) return true;
    return module_can_read(a, b) && (!to->package || module_exports(b, to->package->name, a));
}

bool access_class(const struct class *from, const struct class *to)
{
    if (class_is_array(to)) to = to->innermost;
    if (from == to || class_is_primitive(to)) return true;
    if (class_is_array(from)) from = from->innermost;
    if (class_same_package(from, to)) return true;
    if ((to->access & ACC_PUBLIC) && module_allows(from, to)) return true;
    return access_is_magic(from);
}

static void module_text(const struct module *m, char *buf, size_t size, bool with_module)
{
    if (m->name)
        snprintf(buf, size, "%s%s", with_module ? "module " : "", m->name->bytes);
    else
        snprintf(buf, size, "unnamed module @0x%x", m->java ? (u32)object_hash(m->java) : 0);
}

const char *resolve_module_reason(const struct class *from, const struct class *to, char *buf, size_t size)
{
    const struct module *a = from->module, *b = to->module;
    if (a == b || !(to->access & ACC_PUBLIC)) return NULL;
    char f[600], t[600], am[300], bm[300], ab[300], bb[300];
    class_external_name(from, f, sizeof f);
    class_external_name(to, t, sizeof t);
    module_text(a, am, sizeof am, true);
    module_text(b, bm, sizeof bm, true);
    module_text(a, ab, sizeof ab, false);
    module_text(b, bb, sizeof bb, false);
    if (!module_can_read(a, b))
        snprintf(buf, size, "class %s (in %s) cannot access class %s (in %s) because module %s does not read %s", f, am,
                 t, bm, ab, bm);
    else if (to->package && !module_exports(b, to->package->name, a)) {
        char pkg[400];
        snprintf(pkg, sizeof pkg, "%s", to->package->name->bytes);
        for (char *p = pkg; *p; p++)
            if (*p == '/') *p = '.';
        snprintf(buf, size,
                 "class %s (in %s) cannot access class %s (in %s) because module %s does not export %s to %s", f, am, t,
                 bm, bb, pkg, am);
    } else
        return NULL;
    return buf;
}
