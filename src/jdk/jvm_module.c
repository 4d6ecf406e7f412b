/* Natives of java.lang.Module and jdk.internal.loader.BootLoader: names come with '.', the VM's with '/'. */
#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_exports.h"
#include "meta/module.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"
#include <stdlib.h>

/* Modified UTF-8, malloc'ed. NULL for null, and with an OutOfMemoryError pending. */
static char *text_of(struct thread *self, struct object *s)
{
    char *text = s ? string_to_mutf8(s) : NULL;
    if (s && !text) throw_no_c_memory(self);
    return text;
}

/* As text_of, with '/' for '.'. */
static char *package_name(struct thread *self, struct object *s)
{
    char *name = text_of(self, s);
    for (char *p = name; p && *p; p++)
        if (*p == '.') *p = '/';
    return name;
}

JNIEXPORT void JNICALL JVM_DefineModule(JNIEnv *env, jobject module, jboolean is_open, jstring version,
                                        jstring location, jobjectArray packages)
{
    VM_ENTRY(env);
    struct object *list = ref_get(packages), *v = ref_get(version), *l = ref_get(location);
    u32 n = list ? (u32)array_length(list) : 0, got = 0;
    char **names = calloc(n + 1, sizeof *names);
    if (!names) {
        throw_no_c_memory(self);
        VM_RETURN_VOID();
    }
    for (; got < n; got++) {
        names[got] = package_name(self, array_ref(list, (i32)got));
        if (names[got]) continue;
        if (!self->pending) THROW(self, IllegalArgumentException, "Bad package name");
        break;
    }
    char *version_text = self->pending ? NULL : text_of(self, v),
         *location_text = self->pending ? NULL : text_of(self, l);
    bool ok = !self->pending && module_define(self, ref_get(module), is_open != 0, version_text, location_text,
                                              (const char *const *)names, n);
    VM_ASSERT(ok || self->pending);
    (void)ok;
    for (u32 i = 0; i < got; i++) free(names[i]);
    free(names);
    free(version_text);
    free(location_text);
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_SetBootLoaderUnnamedModule(JNIEnv *env, jobject module)
{
    VM_ENTRY(env);
    if (!module_set_boot_unnamed(self, ref_get(module))) VM_RETURN_VOID();
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_AddReadsModule(JNIEnv *env, jobject from, jobject to)
{
    VM_ENTRY(env);
    if (!module_add_reads(self, ref_get(from), ref_get(to))) VM_RETURN_VOID();
    VM_RETURN_VOID();
}

static void add_exports(JNIEnv *env, jobject from, jstring package, jobject to, bool to_all, bool to_all_unnamed)
{
    VM_ENTRY(env);
    char *name = package_name(self, ref_get(package));
    if (!name && !self->pending)
        THROW(self, NullPointerException, "package is null");
    else if (name && !module_add_exports(self, ref_get(from), name, ref_get(to), to_all, to_all_unnamed))
        VM_ASSERT(self->pending);
    free(name);
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_AddModuleExports(JNIEnv *env, jobject from, jstring package, jobject to)
{
    if (to) {
        add_exports(env, from, package, to, false, false);
        return;
    }
    VM_ENTRY(env);
    THROW(self, NullPointerException, "to_module is null");
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_AddModuleExportsToAll(JNIEnv *env, jobject from, jstring package)
{
    add_exports(env, from, package, NULL, true, false);
}

JNIEXPORT void JNICALL JVM_AddModuleExportsToAllUnnamed(JNIEnv *env, jobject from, jstring package)
{
    add_exports(env, from, package, NULL, false, true);
}

/* Classes that are defined from bytes (proxies of interfaces of the boot loader) can make a package without a
 * location. */
static bool has_place(const struct package *p) { return (p->module && p->module->location) || p->path; }

/* The packages of the boot loader that have a class and a location, malloc'ed; others do not exist for Java yet. */
static struct package **used_packages(u32 *count)
{
    struct hashmap seen = HASHMAP_INIT;
    os_mutex_lock(boot_loader.lock);
    for (struct class *c = boot_loader.first_class; c; c = c->next_in_loader)
        /* the unnamed one is not shown, as on HotSpot */
        if (c->package && c->package->name->len && has_place(c->package)) hashmap_put(&seen, c->package, c->package);
    os_mutex_unlock(boot_loader.lock);
    struct package **list = vm_malloc(hashmap_count(&seen) * sizeof *list);
    u32 cursor = 0, n = 0;
    void *value;
    while (hashmap_next(&seen, &cursor, NULL, &value)) list[n++] = value;
    hashmap_destroy(&seen);
    *count = n;
    return list;
}

/* The location of a package of the boot loader: its module's ("jrt:/java.base"), or the directory or jar of the
 * appended path; NULL if the boot loader has no such package. */
JNIEXPORT jstring JNICALL JVM_GetSystemPackage(JNIEnv *env, jstring name)
{
    VM_ENTRY(env);
    struct object *n = ref_get(name), *location = NULL;
    struct symbol *wanted = n ? string_to_symbol(n, true) : NULL;
    u32 count;
    struct package **list = used_packages(&count);
    for (u32 i = 0; i < count; i++) {
        const struct package *p = list[i];
        if (p->name != wanted) continue;
        if (p->module && p->module->location)
            location = string_from_mutf8_n(self, p->module->location->bytes, p->module->location->len);
        else if (p->path)
            location = string_from_platform(self, p->path);
    }
    free(list);
    VM_RETURN((jstring)ref_local(self, location));
}

JNIEXPORT jobjectArray JNICALL JVM_GetSystemPackages(JNIEnv *env)
{
    VM_ENTRY(env);
    u32 count;
    struct package **list = used_packages(&count);
    struct object *a = array_new_ref(self, WK(java_lang_String), (i32)count);
    for (u32 i = 0; a && i < count; i++) {
        struct object *s = string_from_mutf8_n(self, list[i]->name->bytes, list[i]->name->len);
        if (s)
            array_set_ref(a, (i32)i, s);
        else
            a = NULL;
    }
    free(list);
    VM_RETURN((jobjectArray)ref_local(self, a));
}
