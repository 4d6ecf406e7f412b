/* Classes by loader and module. Everything here is guarded by LENS_LOCK_CLASSES; the VM is asked before the lock is
 * taken or about objects that cannot run code.

   Names of loaders and modules are read from the fields of java.lang.ClassLoader and java.lang.Module rather than by
   calling getName: a call would run Java code, the application's own in the case of an overriding loader, inside a
   callback. Where a library has no such field the loader's class stands for it, and the module is "?". */
#include "lens_class.h"

#include <string.h>

#include "lens.h"
#include "lens_lock.h"

#define LOADER_MAX 256

static struct lens_loader loaders[LOADER_MAX + 1] = { { .name = "boot", .class_name = "" } };
static size_t loader_count = 1;
static struct lens_table packages = { .value_size = (sizeof(struct lens_package) + 7) & ~(size_t)7 };
static struct lens_table classes = { .value_size = (sizeof(struct lens_class) + 7) & ~(size_t)7, .limit = 500000 };
static _Atomic uint64_t total;
static jfieldID loader_name_field, module_name_field;

/* The field NAME of type String in class CLASS_NAME, NULL if there is none. */
static jfieldID find_name_field(JNIEnv *jni, const char *class_name)
{
    jclass klass = (*jni)->FindClass(jni, class_name);
    jfieldID field = klass == NULL ? NULL : (*jni)->GetFieldID(jni, klass, "name", "Ljava/lang/String;");
    if (field == NULL) (*jni)->ExceptionClear(jni);
    if (klass != NULL) (*jni)->DeleteLocalRef(jni, klass);
    return field;
}

/* The interned value of a String field, NULL if it is null. */
static const char *read_name(JNIEnv *jni, jobject object, jfieldID field)
{
    if (field == NULL) return NULL;
    jstring text = (*jni)->GetObjectField(jni, object, field);
    if (text == NULL) return NULL;
    const char *name = NULL, *chars = (*jni)->GetStringUTFChars(jni, text, NULL);
    if (chars != NULL) {
        name = lens_text_intern(chars);
        (*jni)->ReleaseStringUTFChars(jni, text, chars);
    }
    (*jni)->DeleteLocalRef(jni, text);
    return name;
}

/* The name of the loader itself. */
static void name_loader(JNIEnv *jni, struct lens_loader *loader, jobject object)
{
    jclass klass = (*jni)->GetObjectClass(jni, object);
    loader->class_name = lens_class_name_of(klass);
    (*jni)->DeleteLocalRef(jni, klass);
    const char *own = read_name(jni, object, loader_name_field);
    loader->name = own != NULL ? own : loader->class_name;
}

static struct lens_loader *loader_of_locked(JNIEnv *jni, jobject object)
{
    if (object == NULL) return &loaders[0];
    /* Newest first: classes come in runs from the loader made last. */
    for (size_t i = loader_count - 1; i > 0; i--)
        if (loaders[i].ref != NULL && (*jni)->IsSameObject(jni, loaders[i].ref, object)) return &loaders[i];
    if (loader_count > LOADER_MAX) {
        loaders[LOADER_MAX].name = "(more loaders)";
        return &loaders[LOADER_MAX];
    }
    struct lens_loader *loader = &loaders[loader_count++];
    loader->ref = (*jni)->NewWeakGlobalRef(jni, object);
    name_loader(jni, loader, object);
    return loader;
}

/* Asks the VM for the module of a package; only in the live phase. */
static void find_module(JNIEnv *jni, struct lens_package *package, jobject loader)
{
    jobject module = NULL;
    package->module = "?";
    if ((*lens.ti)->GetNamedModule(lens.ti, loader, package->name, &module) != JVMTI_ERROR_NONE) return;
    if (module == NULL) {
        package->module = "(unnamed)";
        return;
    }
    const char *name = read_name(jni, module, module_name_field);
    if (name != NULL) package->module = name;
    (*jni)->DeleteLocalRef(jni, module);
}

/* "java.util.List" in BOOT gives the package "java/util". */
static struct lens_package *package_of_locked(JNIEnv *jni, struct lens_loader *loader, const char *class_name,
                                              jobject loader_object)
{
    struct {
        struct lens_loader *loader;
        char name[1024];
    } key = { .loader = loader };
    const char *dot = strrchr(class_name, '.');
    size_t length = dot == NULL ? 0 : (size_t)(dot - class_name);
    if (length >= sizeof key.name) length = 0;
    for (size_t i = 0; i < length; i++) key.name[i] = class_name[i] == '.' ? '/' : class_name[i];
    bool fresh;
    struct lens_package *p = lens_table_put(&packages, &key, offsetof(__typeof__(key), name) + length, &fresh);
    if (p != NULL && fresh) {
        p->loader = loader;
        p->name = lens_text_intern(key.name);
    }
    if (p != NULL && p->module == NULL && atomic_load(&lens.live)) find_module(jni, p, loader_object);
    return p;
}

static void record(JNIEnv *jni, jclass klass, bool prepared)
{
    const char *name = lens_class_name_of(klass);
    jobject loader_object = NULL;
    if ((*lens.ti)->GetClassLoader(lens.ti, klass, &loader_object) != JVMTI_ERROR_NONE) loader_object = NULL;

    lens_lock(LENS_LOCK_CLASSES);
    struct lens_loader *loader = loader_of_locked(jni, loader_object);
    struct lens_package *package = package_of_locked(jni, loader, name, loader_object);
    const void *key[2] = { loader, name };
    bool fresh;
    struct lens_class *row = package == NULL ? NULL : lens_table_put(&classes, key, sizeof key, &fresh);
    if (row != NULL) {
        if (fresh) {
            row->package = package;
            row->name = name;
        }
        if (prepared)
            row->prepared++;
        else
            row->loaded++;
    } else {
        atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
    }
    lens_unlock(LENS_LOCK_CLASSES);
    if (loader_object != NULL) (*jni)->DeleteLocalRef(jni, loader_object);
}

void lens_class_loaded(JNIEnv *jni, jclass klass)
{
    record(jni, klass, false);
    atomic_fetch_add_explicit(&total, 1, memory_order_relaxed);
}

void lens_class_prepared(JNIEnv *jni, jclass klass) { record(jni, klass, true); }

void lens_class_live(JNIEnv *jni)
{
    loader_name_field = find_name_field(jni, "java/lang/ClassLoader");
    module_name_field = find_name_field(jni, "java/lang/Module");
    lens_lock(LENS_LOCK_CLASSES);
    for (size_t i = 1; i < loader_count && i < LOADER_MAX; i++) {
        jobject object = loaders[i].ref == NULL ? NULL : (*jni)->NewLocalRef(jni, loaders[i].ref);
        if (object == NULL) continue;
        name_loader(jni, &loaders[i], object);
        (*jni)->DeleteLocalRef(jni, object);
    }
    for (struct lens_package *p = NULL; (p = lens_table_next(&packages, p)) != NULL;) {
        if (p->module != NULL) continue;
        jobject object = p->loader->ref == NULL ? NULL : (*jni)->NewLocalRef(jni, p->loader->ref);
        find_module(jni, p, object);
        if (object != NULL) (*jni)->DeleteLocalRef(jni, object);
    }
    lens_unlock(LENS_LOCK_CLASSES);
}

uint64_t lens_class_total(void) { return atomic_load_explicit(&total, memory_order_relaxed); }

const struct lens_table *lens_class_rows(void) { return &classes; }

void lens_class_groups(struct lens_table *groups)
{
    lens_table_init(groups, sizeof(struct lens_class_group), 0);
    for (struct lens_class *row = NULL; (row = lens_table_next(&classes, row)) != NULL;) {
        const char *module = row->package->module == NULL ? "?" : row->package->module;
        const char *key[2] = { row->package->loader->name, module };
        struct lens_class_group *group = lens_table_put(groups, key, sizeof key, NULL);
        if (group == NULL) continue;
        group->loader = key[0];
        group->module = key[1];
        group->loaded += row->loaded;
        group->prepared += row->prepared;
    }
}
