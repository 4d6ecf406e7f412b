/* "Module". Changes go through the class library (tool/tool_module.h). */
#include "ti_functions.h"

#include "base/vec.h"
#include "tool/tool_module.h"

static void collect(struct object *module, void *arg) { vec_push(arg, module); }

jvmtiError ti_get_all_modules(struct ti_env *env, struct thread *self, jint *module_count_ptr, jobject **modules_ptr)
{
    struct vec v = VEC_INIT;
    tool_each_module(collect, &v);
    jvmtiError err = ti_refs_out(self, (struct object *const *)v.items, v.count, module_count_ptr, modules_ptr);
    vec_destroy(&v);
    return err;
}

jvmtiError ti_get_named_module(struct ti_env *env, struct thread *self, struct object *class_loader,
                               const char *package_name, jobject *module_ptr)
{
    struct object *module = NULL;
    if (class_loader && !tool_is_loader(class_loader)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    if (tool_named_module(class_loader, package_name, &module) != TOOL_OK) return JVMTI_ERROR_OUT_OF_MEMORY;
    *module_ptr = tool_ref(self, module);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_modifiable_module(struct ti_env *env, struct thread *self, struct object *module,
                                   jboolean *is_modifiable_module_ptr)
{
    *is_modifiable_module_ptr = JNI_TRUE;
    return JVMTI_ERROR_NONE;
}

static jvmtiError error_of(enum tool_status s)
{
    switch (s) {
    case TOOL_OK: return JVMTI_ERROR_NONE;
    case TOOL_INVALID: return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    case TOOL_NO_MEMORY: return JVMTI_ERROR_OUT_OF_MEMORY;
    default: return JVMTI_ERROR_INTERNAL;
    }
}

jvmtiError ti_add_module_reads(struct ti_env *env, struct thread *self, struct object *module, struct object *to_module)
{
    return error_of(
        tool_change_module(self, "addReads", "(Ljava/lang/Module;Ljava/lang/Module;)V", module, NULL, to_module, NULL));
}

static jvmtiError add_package(struct thread *self, const char *method, struct object *module, const char *pkg_name,
                              struct object *to_module)
{
    return error_of(tool_change_module(self, method, "(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V",
                                       module, pkg_name, to_module, NULL));
}

jvmtiError ti_add_module_exports(struct ti_env *env, struct thread *self, struct object *module, const char *pkg_name,
                                 struct object *to_module)
{
    return add_package(self, "addExports", module, pkg_name, to_module);
}

jvmtiError ti_add_module_opens(struct ti_env *env, struct thread *self, struct object *module, const char *pkg_name,
                               struct object *to_module)
{
    return add_package(self, "addOpens", module, pkg_name, to_module);
}

jvmtiError ti_add_module_uses(struct ti_env *env, struct thread *self, struct object *module, struct class *service)
{
    return error_of(tool_change_module(self, "addUses", "(Ljava/lang/Module;Ljava/lang/Class;)V", module, NULL,
                                       tool_class_mirror(service), NULL));
}

jvmtiError ti_add_module_provides(struct ti_env *env, struct thread *self, struct object *module, struct class *service,
                                  struct class *impl_class)
{
    return error_of(tool_change_module(self, "addProvides", "(Ljava/lang/Module;Ljava/lang/Class;Ljava/lang/Class;)V",
                                       module, NULL, tool_class_mirror(service), tool_class_mirror(impl_class)));
}
