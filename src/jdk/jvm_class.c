/* Finding classes by name and defining them from bytes: the natives of java.lang.Class.forName, java.lang.ClassLoader
 * and MethodHandles.Lookup.defineClass/defineHiddenClass (JVMS §5.3).
 * TODO(security): the checkPackageAccess call for a protection domain when a security manager is installed. */
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_exports.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

static jclass mirror_ref(struct thread *self, struct class *c) { return (jclass)ref_local(self, c ? c->mirror : NULL); }

JNIEXPORT jclass JNICALL JVM_FindPrimitiveClass(JNIEnv *env, const char *name)
{
    VM_ENTRY(env);
    for (size_t i = 0; i < ARRAY_LEN(class_primitive); i++)
        if (class_primitive[i] && symbol_equals_cstr(class_primitive[i]->name, name))
            VM_RETURN(mirror_ref(self, class_primitive[i]));
    THROW(self, ClassNotFoundException, "%s", name);
    VM_RETURN((jclass)NULL);
}

JNIEXPORT jclass JNICALL JVM_FindClassFromBootLoader(JNIEnv *env, const char *name)
{
    if (strlen(name) > SYMBOL_MAX_LENGTH) return NULL; /* no such class */
    VM_ENTRY(env);
    VM_RETURN(mirror_ref(self, loader_boot_class_or_null(self, symbol_intern(name, strlen(name)))));
}

JNIEXPORT jclass JNICALL JVM_FindClassFromCaller(JNIEnv *env, const char *name, jboolean init, jobject loader,
                                                 jclass caller)
{
    VM_ENTRY(env);
    struct symbol *s = class_name_symbol(self, name, WK(ClassNotFoundException));
    struct loader *l = s ? loader_require(self, ref_get(loader)) : NULL;
    struct class *c = l ? loader_find_class(self, l, s) : NULL;
    if (c && init && !class_init(self, c)) c = NULL;
    VM_RETURN(mirror_ref(self, c));
}

JNIEXPORT jclass JNICALL JVM_FindClassFromClass(JNIEnv *env, const char *name, jboolean init, jclass from)
{
    VM_ENTRY(env);
    struct symbol *s = class_name_symbol(self, name, WK(NoClassDefFoundError));
    struct loader *l = from ? class_of_mirror(ref_get(from))->loader : &boot_loader;
    struct class *c = s ? loader_load_class(self, l, s) : NULL;
    if (c && init && !class_init(self, c)) c = NULL;
    VM_RETURN(mirror_ref(self, c));
}

JNIEXPORT jclass JNICALL JVM_FindLoadedClass(JNIEnv *env, jobject loader, jstring name)
{
    VM_ENTRY(env);
    struct object *n = ref_get(name);
    if (!n || string_mutf8_length(n) > SYMBOL_MAX_LENGTH) VM_RETURN((jclass)NULL);
    struct symbol *s = string_to_symbol(n, true);
    struct loader *l = loader_require(self, ref_get(loader));
    VM_RETURN(l ? mirror_ref(self, loader_loaded_class(l, s)) : NULL);
}

JNIEXPORT jclass JNICALL JVM_DefineClassWithSource(JNIEnv *env, const char *name, jobject loader, const jbyte *buf,
                                                   jsize len, jobject pd, const char *source)
{
    VM_ENTRY(env);
    struct define_options o = { .protection_domain = ref_get(pd), .source = source };
    if (name) {
        o.name = class_name_symbol(self, name, WK(NoClassDefFoundError));
        if (!o.name) VM_RETURN((jclass)NULL);
    }
    struct loader *l = loader_require(self, ref_get(loader));
    VM_RETURN(l ? mirror_ref(self, loader_define_class(self, l, (const u8 *)buf, (size_t)len, &o)) : NULL);
}

JNIEXPORT jclass JNICALL JVM_DefineClass(JNIEnv *env, const char *name, jobject loader, const jbyte *buf, jsize len,
                                         jobject pd)
{
    return JVM_DefineClassWithSource(env, name, loader, buf, len, pd, NULL);
}

/* java.lang.invoke.MethodHandleNatives.Constants */
enum { LOOKUP_NESTMATE = 1, LOOKUP_HIDDEN = 2, LOOKUP_STRONG = 4, LOOKUP_VM_ANNOTATIONS = 8 };

/* The error in the flags of a lookup's define, or NULL. */
static const char *lookup_flags_error(int flags, bool class_data)
{
    if (flags & LOOKUP_HIDDEN) return NULL;
    if (class_data) return "classData is only applicable for hidden classes";
    if (flags & LOOKUP_NESTMATE) return "dynamic nestmate is only applicable for hidden classes";
    if (!(flags & LOOKUP_STRONG)) return "an ordinary class must be strongly referenced by its defining loader";
    if (flags & LOOKUP_VM_ANNOTATIONS) return "vm annotations only allowed for hidden classes";
    return NULL;
}

JNIEXPORT jclass JNICALL JVM_LookupDefineClass(JNIEnv *env, jclass lookup, const char *name, const jbyte *buf,
                                               jsize len, jobject pd, jboolean initialize, int flags,
                                               jobject class_data)
{
    VM_ENTRY(env);
    if (!lookup) {
        THROW(self, IllegalArgumentException, "Lookup class is null");
        VM_RETURN((jclass)NULL);
    }
    const char *wrong = lookup_flags_error(flags, class_data != NULL);
    if (wrong) {
        THROW(self, IllegalArgumentException, "%s", wrong);
        VM_RETURN((jclass)NULL);
    }
    struct class *host = class_of_mirror(ref_get(lookup));
    struct define_options o = {
        .protection_domain = ref_get(pd),
        .lookup_host = host,
        .hidden = (flags & LOOKUP_HIDDEN) != 0,
        .nest_host = flags & LOOKUP_NESTMATE ? class_nest_host(self, host) : NULL,
        .hidden_strong = (flags & LOOKUP_STRONG) != 0,
        .hidden_access_vm = (flags & LOOKUP_VM_ANNOTATIONS) != 0,
        .class_data = ref_get(class_data),
    };
    if (name) {
        o.name = class_name_symbol(self, name, WK(NoClassDefFoundError));
        if (!o.name) VM_RETURN((jclass)NULL);
    }
    struct class *c =
        (o.hidden ? loader_define_hidden : loader_define_class)(self, host->loader, (const u8 *)buf, (size_t)len, &o);
    if (!c) VM_RETURN((jclass)NULL);
    if (!class_same_package(host, c)) {
        THROW(self, IllegalArgumentException, "Lookup class and defined class are in different packages");
        VM_RETURN((jclass)NULL);
    }
    if (initialize ? !class_init(self, c) : !class_link(self, c)) VM_RETURN((jclass)NULL);
    VM_RETURN(mirror_ref(self, c));
}
