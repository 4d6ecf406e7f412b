/* -ea, -da, -esa, -dsa for the class library. Options for one class come before those for its package and enclosing
 * packages; among options of the same kind the last wins. System classes (boot loader) follow only -esa. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_exports.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

/* "a.b..." is a package option; the length of "a.b". */
static bool is_package(const char *name, size_t *len)
{
    size_t n = strlen(name);
    bool p = n >= 3 && !strcmp(name + n - 3, "...");
    *len = p ? n - 3 : n;
    return p;
}

/* The last option for exactly this text: 1, 0, or -1 if there is none. */
static int find_option(const char *text, size_t text_len, bool package)
{
    int found = -1;
    for (const struct assertion_option *o = options.assertions; o; o = o->next) {
        size_t len;
        if (o->name && is_package(o->name, &len) == package && len == text_len && !memcmp(o->name, text, len))
            found = o->enable;
    }
    return found;
}

static bool default_status(void)
{
    bool on = false;
    for (const struct assertion_option *o = options.assertions; o; o = o->next)
        if (!o->name) on = o->enable;
    return on;
}

/* `name` with '.' */
static bool desired_status(const char *name)
{
    size_t n = strlen(name);
    int s = find_option(name, n, false);
    while (s < 0) { /* its package, then enclosing packages; the unnamed package is "..." alone */
        while (n > 0 && name[n - 1] != '.') n--;
        if (n == 0) break;
        s = find_option(name, --n, true);
    }
    if (s < 0 && !strchr(name, '.')) s = find_option("", 0, true);
    return s < 0 ? default_status() : s;
}

JNIEXPORT jboolean JNICALL JVM_DesiredAssertionStatus(JNIEnv *env, jclass unused, jclass cls)
{
    VM_ENTRY(env);
    if (!cls) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jboolean)JNI_FALSE);
    }
    struct class *c = class_of_mirror(ref_get(cls));
    if (class_is_array(c) || class_is_primitive(c)) VM_RETURN((jboolean)JNI_FALSE);
    if (c->loader->is_boot) VM_RETURN((jboolean)options.system_assertions);
    char name[1024];
    VM_RETURN((jboolean)desired_status(class_external_name(c, name, sizeof name)));
}

/* Stores the options of one kind as parallel arrays in the directives object, in the given order: the Java side lets
 * later ones win. */
static bool store_options(struct thread *self, struct object *directives, bool package, u32 names_field,
                          u32 enabled_field)
{
    i32 n = 0;
    size_t len;
    for (const struct assertion_option *o = options.assertions; o; o = o->next)
        if (o->name && is_package(o->name, &len) == package) n++;
    struct object *names = array_new_ref(self, WK(java_lang_String), n);
    struct object *enabled = names ? array_new_prim(self, 'Z', n) : NULL;
    if (!enabled) return false;
    i32 i = 0;
    for (const struct assertion_option *o = options.assertions; o; o = o->next) {
        if (!o->name || is_package(o->name, &len) != package) continue;
        struct object *s = string_from_mutf8_n(self, o->name, len);
        if (!s) return false;
        array_set_ref(names, i, s);
        ((u8 *)array_data(enabled))[i++] = o->enable;
    }
    heap_store_ref(directives, names_field, names);
    heap_store_ref(directives, enabled_field, enabled);
    return true;
}

JNIEXPORT jobject JNICALL JVM_AssertionStatusDirectives(JNIEnv *env, jclass unused)
{
    VM_ENTRY(env);
    struct class *c = WK(java_lang_AssertionStatusDirectives);
    struct object *d = class_init(self, c) ? object_new(self, c) : NULL;
    if (!d || !store_options(self, d, false, WKF(Assertions_classes), WKF(Assertions_classEnabled)) ||
        !store_options(self, d, true, WKF(Assertions_packages), WKF(Assertions_packageEnabled)))
        VM_RETURN((jobject)NULL);
    obj_set_byte(d, WKF(Assertions_deflt), default_status());
    VM_RETURN(ref_local(self, d));
}
