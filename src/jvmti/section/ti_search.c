/* "Class Loader Search": appends to the paths of the boot loader and of the system class loader. */
#include "model/options.h"
#include "ti_functions.h"

/* Appends to a ':'-separated path. The old text stays, since it may be in use. */
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
    if (ti_phase_in(TI_IN_ONLOAD)) { /* the boot path is made from the options later */
        options.boot_append = append(options.boot_append, segment);
        /* the class library looks for resources there */
        property_set_internal("jdk.boot.class.path.append", options.boot_append);
        return JVMTI_ERROR_NONE;
    }
    return tool_is_jar(segment) && tool_boot_path_append(segment) ? JVMTI_ERROR_NONE : JVMTI_ERROR_ILLEGAL_ARGUMENT;
}

jvmtiError ti_add_to_system_class_loader_search(struct ti_env *env, struct thread *self, const char *segment)
{
    if (ti_phase_in(TI_IN_ONLOAD)) {
        char *path = append(property_get("java.class.path"), segment);
        property_set("java.class.path", path);
        free(path);
        return JVMTI_ERROR_NONE;
    }
    if (!tool_is_jar(segment)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    switch (tool_system_path_append(self, segment)) {
    case TOOL_PATH_OK: return JVMTI_ERROR_NONE;
    case TOOL_PATH_UNSUPPORTED: return JVMTI_ERROR_CLASS_LOADER_UNSUPPORTED;
    default: return JVMTI_ERROR_INTERNAL;
    }
}
