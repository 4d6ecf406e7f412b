/* "Module". Changes go through jdk.internal.module.Modules, so that the Java side and the VM's graph stay one. */
#include "ti_functions.h"

#include "base/vec.h"

static void collect(struct module *m, void *arg)
{
    if (m->java) vec_push(arg, m->java);
}

jvmtiError ti_get_all_modules(struct ti_env *env, struct thread *self, jint *module_count_ptr, jobject **modules_ptr)
{
    struct vec v = VEC_INIT;
    modules_for_each(collect, &v);
    jvmtiError err = ti_refs_out(self, (struct object *const *)v.items, v.count, module_count_ptr, modules_ptr);
    vec_destroy(&v);
    return err;
}

jvmtiError ti_get_named_module(struct ti_env *env, struct thread *self, struct object *class_loader,
                               const char *package_name, jobject *module_ptr)
{
    if (class_loader && !object_instance_of(class_loader, WK(java_lang_ClassLoader)))
        return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    struct loader *l = class_loader ? loader_of(class_loader) : &boot_loader;
    if (!l) return JVMTI_ERROR_OUT_OF_MEMORY;
    struct symbol *name = symbol_lookup(package_name, strlen(package_name));
    struct package *p = name ? package_of(l, name, false) : NULL;
    *module_ptr = p && p->module && p->module->name ? ref_local(self, p->module->java) : NULL;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_is_modifiable_module(struct ti_env *env, struct thread *self, struct object *module,
                                   jboolean *is_modifiable_module_ptr)
{
    *is_modifiable_module_ptr = JNI_TRUE;
    return JVMTI_ERROR_NONE;
}

static jvmtiError call_modules(struct thread *self, const char *name, const char *desc, const slot *args)
{
    if (modules_call(self, name, desc, args)) return JVMTI_ERROR_NONE;
    bool argument = object_instance_of(self->pending, WK(IllegalArgumentException));
    self->pending = NULL;
    return argument ? JVMTI_ERROR_ILLEGAL_ARGUMENT : JVMTI_ERROR_INTERNAL;
}

jvmtiError ti_add_module_reads(struct ti_env *env, struct thread *self, struct object *module, struct object *to_module)
{
    slot args[2] = { slot_of_ref(module), slot_of_ref(to_module) };
    return call_modules(self, "addReads", "(Ljava/lang/Module;Ljava/lang/Module;)V", args);
}

static jvmtiError add_package(struct thread *self, const char *method, struct object *module, const char *pkg_name,
                              struct object *to_module)
{
    struct object *name = string_from_mutf8(self, pkg_name); /* as java.lang.Module names packages: with dots */
    if (!name) {
        self->pending = NULL;
        return JVMTI_ERROR_OUT_OF_MEMORY;
    }
    slot args[3] = { slot_of_ref(module), slot_of_ref(name), slot_of_ref(to_module) };
    return call_modules(self, method, "(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", args);
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
    slot args[2] = { slot_of_ref(module), slot_of_ref(service->mirror) };
    return call_modules(self, "addUses", "(Ljava/lang/Module;Ljava/lang/Class;)V", args);
}

jvmtiError ti_add_module_provides(struct ti_env *env, struct thread *self, struct object *module, struct class *service,
                                  struct class *impl_class)
{
    slot args[3] = { slot_of_ref(module), slot_of_ref(service->mirror), slot_of_ref(impl_class->mirror) };
    return call_modules(self, "addProvides", "(Ljava/lang/Module;Ljava/lang/Class;Ljava/lang/Class;)V", args);
}
