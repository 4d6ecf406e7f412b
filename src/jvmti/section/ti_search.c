/* "Class Loader Search": more places for the boot loader and for the system class loader. */
#include "ti_functions.h"

/* A jar (or zip) that can be read. Directories are not segments. */
static bool is_jar(const char *path)
{
    char err[256];
    struct jar *j = jar_open(path, err, sizeof err);
    if (!j) return false;
    jar_close(j);
    return true;
}

/* Appends to a ':'-separated path; the old text stays for those who read it. */
static char *append(const char *path, const char *segment)
{
    size_t n = (path ? strlen(path) : 0) + strlen(segment) + 2;
    char *s = vm_malloc(n);
    if (path && *path)
        snprintf(s, n, "%s:%s", path, segment);
    else
        snprintf(s, n, "%s", segment);
    return s;
}

jvmtiError ti_add_to_bootstrap_class_loader_search(struct ti_env *env, struct thread *self, const char *segment)
{
    if (ti_phase_in(TI_IN_ONLOAD)) { /* the boot path is made from the options later on */
        options.boot_append = append(options.boot_append, segment);
        /* the class library looks for resources there */
        property_set_internal("jdk.boot.class.path.append", options.boot_append);
        return JVMTI_ERROR_NONE;
    }
    return is_jar(segment) && boot_path_append(segment) ? JVMTI_ERROR_NONE : JVMTI_ERROR_ILLEGAL_ARGUMENT;
}

jvmtiError ti_add_to_system_class_loader_search(struct ti_env *env, struct thread *self, const char *segment)
{
    if (ti_phase_in(TI_IN_ONLOAD)) {
        char *path = append(property_get("java.class.path"), segment);
        property_set("java.class.path", path);
        free(path);
        return JVMTI_ERROR_NONE;
    }
    if (!is_jar(segment)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    /* The loader's own business, by the contract of java.lang.instrument. */
    slot none[1] = { 0 };
    struct object *loader = slot_ref(java_call(self, WKM(ClassLoader_getSystemClassLoader), none));
    struct method *m = NULL;
    struct object *path = NULL;
    if (!self->pending && loader)
        m = class_find_method(object_class(loader), symbol_from_cstr("appendToClassPathForInstrumentation"),
                              symbol_from_cstr("(Ljava/lang/String;)V"));
    if (m) path = string_from_platform(self, segment);
    jvmtiError err = JVMTI_ERROR_CLASS_LOADER_UNSUPPORTED;
    if (path) {
        slot args[2] = { slot_of_ref(loader), slot_of_ref(path) };
        java_call_virtual(self, m, args);
        err = self->pending ? JVMTI_ERROR_INTERNAL : JVMTI_ERROR_NONE;
    }
    self->pending = NULL;
    return err;
}
