/* JNI on classes and objects: FindClass, DefineClass, hierarchy, AllocObject, reflection bridges, RegisterNatives,
 * modules. */
#include "jni/jni_int.h"
#include "log/log.h"
#include "meta/module.h"
#include "meta/native_prefix.h"
#include "meta/reflect.h"
#include "model/vm.h"

/* The class that called the native method now running. NULL if native code was entered without Java below it. */
static struct class *calling_class(struct thread *self)
{
    struct frame *f = self->fp;
    /* Skips entry frames, which belong to C code that has called into the VM. */
    f = frame_java(f);
    return f ? f->method->owner : NULL;
}

static struct loader *loader_for_find(struct thread *self)
{
    struct class *c = calling_class(self);
    if (!c) {
        if (atomic_load(&vm_phase) < VM_LIVE) return &boot_loader; /* there is no system class loader yet */
        slot r = java_call(self, WKM(ClassLoader_getSystemClassLoader), NULL);
        return self->pending ? NULL : loader_require(self, slot_ref(r));
    }
    /* During JNI_OnLoad the frame below belongs to the library loader, which knows the class that loads the library. */
    if (c->loader->is_boot && !strcmp(c->name->bytes, "jdk/internal/loader/NativeLibraries")) {
        struct method *m =
            class_find_method_here(c, symbol_from_cstr("getFromClass"), symbol_from_cstr("()Ljava/lang/Class;"));
        if (m) {
            slot r = java_call(self, m, NULL);
            if (self->pending) return NULL;
            if (r) return class_of_mirror(slot_ref(r))->loader;
        }
    }
    return c->loader;
}

static jclass JNICALL find_class(JNIEnv *env, const char *name)
{
    VM_ENTRY(env);
    jclass r = NULL;
    struct symbol *s = NULL;
    if (name)
        s = class_name_symbol(self, name, WK(NoClassDefFoundError));
    else
        throw_new(self, WK(NoClassDefFoundError), "No class name given");
    struct loader *l = s ? loader_for_find(self) : NULL;
    struct class *c = l ? loader_load_class(self, l, s) : NULL;
    if (c && (class_is_array(c) || class_is_primitive(c) || class_init(self, c))) r = ref_local(self, c->mirror);
    VM_RETURN(r);
}

static jclass JNICALL define_class(JNIEnv *env, const char *name, jobject loader, const jbyte *buf, jsize len)
{
    VM_ENTRY(env);
    struct define_options o = { .name = name ? class_name_symbol(self, name, WK(NoClassDefFoundError)) : NULL,
                                .source = "__JVM_DefineClass__" };
    struct loader *l = name && !o.name ? NULL : loader_require(self, ref_get(loader));
    struct class *c = l ? loader_define_class(self, l, (const u8 *)buf, len < 0 ? 0 : (size_t)len, &o) : NULL;
    jclass r = c ? ref_local(self, c->mirror) : NULL;
    VM_RETURN(r);
}

static jclass JNICALL get_superclass(JNIEnv *env, jclass k)
{
    VM_ENTRY(env);
    struct class *c = jni_class(k);
    struct class *s = c && !class_is_interface(c) ? c->super : NULL;
    jclass r = s ? ref_local(self, s->mirror) : NULL;
    VM_RETURN(r);
}

static jboolean JNICALL is_assignable_from(JNIEnv *env, jclass a, jclass b)
{
    VM_ENTRY(env);
    struct class *from = jni_class(a), *to = jni_class(b);
    jboolean r =
        from && to && (class_is_primitive(from) || class_is_primitive(to) ? from == to : class_assignable(from, to));
    VM_RETURN(r);
}

static jclass JNICALL get_object_class(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, r);
    jclass c = o ? ref_local(self, object_class(o)->mirror) : NULL;
    VM_RETURN(c);
}

static jboolean JNICALL is_instance_of(JNIEnv *env, jobject r, jclass k)
{
    VM_ENTRY(env);
    struct object *o = ref_get(r);
    struct class *c = jni_class(k);
    jboolean is = !o || (c && !class_is_primitive(c) && object_instance_of(o, c));
    VM_RETURN(is);
}

/* Makes an uninitialized instance. NULL with an exception pending if the class cannot have instances. */
struct object *jni_alloc(struct thread *self, struct class *c)
{
    if (!c) {
        throw_new(self, WK(InstantiationException), "null");
        return NULL;
    }
    if (!object_may_be_made(self, c) || !class_init(self, c)) return NULL;
    return object_new(self, c);
}

static jobject JNICALL alloc_object(JNIEnv *env, jclass k)
{
    VM_ENTRY(env);
    jobject r = ref_local(self, jni_alloc(self, jni_class(k)));
    VM_RETURN(r);
}

/* ---- reflection bridges ---- */
static jmethodID JNICALL from_reflected_method(JNIEnv *env, jobject m)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, m);
    struct method *mm = o ? reflect_method_of(o) : NULL;
    jmethodID id = mm ? jni_method_id(mm) : NULL;
    VM_RETURN(id);
}

static jfieldID JNICALL from_reflected_field(JNIEnv *env, jobject f)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, f);
    jfieldID id = o ? (jfieldID)reflect_field_of(o) : NULL;
    VM_RETURN(id);
}

static jobject JNICALL to_reflected_method(JNIEnv *env, jclass k, jmethodID id, jboolean is_static)
{
    (void)k;
    (void)is_static;
    VM_ENTRY(env);
    jobject r = ref_local(self, reflect_method_object(self, jni_method(id)));
    VM_RETURN(r);
}

static jobject JNICALL to_reflected_field(JNIEnv *env, jclass k, jfieldID id, jboolean is_static)
{
    (void)k;
    (void)is_static;
    VM_ENTRY(env);
    struct field *f = jni_field(id);
    if (f->flags & FLD_DELETED) throw_new(self, WK(NoSuchFieldError), "%s", f->name->bytes);
    jobject r = self->pending ? NULL : ref_local(self, reflect_field_object(self, f));
    VM_RETURN(r);
}

/* ---- natives ---- */
/* The message uses JNI's spelling for a name that no class has ever used, else Java's. */
static void throw_not_native(struct thread *self, const struct class *c, const JNINativeMethod *wanted, bool found)
{
    char text[2048];
    const struct symbol *name = symbol_lookup(wanted->name, strlen(wanted->name)),
                        *desc = symbol_lookup(wanted->signature, strlen(wanted->signature));
    if (name && desc && desc_is_method(desc))
        throw_new(self, WK(NoSuchMethodError), "Method '%s' %s", method_name_external(c, name, desc, text, sizeof text),
                  found ? "is not declared as native" : "name or signature does not match");
    else
        throw_new(self, WK(NoSuchMethodError), "Method %s.%s%s not found", class_external_name(c, text, sizeof text),
                  wanted->name, wanted->signature);
}

static jint JNICALL register_natives(JNIEnv *env, jclass k, const JNINativeMethod *methods, jint n)
{
    VM_ENTRY(env);
    struct class *c = jni_class(k);
    for (jint i = 0; c && i < n; i++) {
        bool found;
        struct method *m = native_behind(c, methods[i].name,
                                         symbol_lookup(methods[i].signature, strlen(methods[i].signature)), &found);
        if (!m) {
            throw_not_native(self, c, &methods[i], found);
            VM_RETURN(JNI_ERR);
        }
        native_bind(self, m, methods[i].fnPtr);
        char name[1024];
        LOG(debug, jni_resolve, "[Registering JNI native method %s.%s]",
            class_external_name(m->owner, name, sizeof name), m->name->bytes);
    }
    VM_RETURN(c ? JNI_OK : JNI_ERR);
}

static jint JNICALL unregister_natives(JNIEnv *env, jclass k)
{
    VM_ENTRY(env);
    struct class *c = jni_class(k);
    if (c)
        for (u16 i = 0; i < c->method_count; i++)
            if (method_is_native(c->methods[i]) && !method_has(c->methods[i], MTH_SIG_POLY))
                exec.bind_native(c->methods[i], NULL, NULL);
    if (c) exec.code_changed(self);
    VM_RETURN(JNI_OK);
}

static jobject JNICALL get_module(JNIEnv *env, jclass k)
{
    VM_ENTRY(env);
    struct object *mirror = jni_nonnull(self, k);
    jobject r = NULL;
    if (mirror && object_class(mirror) != WK(java_lang_Class))
        throw_new(self, WK(IllegalArgumentException), "clazz is not a java.lang.Class");
    else if (mirror)
        r = ref_local(self, obj_ref(mirror, WKF(Class_module)));
    VM_RETURN(r);
}

void jni_fill_class(struct JNINativeInterface_ *t)
{
    t->FindClass = find_class;
    t->DefineClass = define_class;
    t->GetSuperclass = get_superclass;
    t->IsAssignableFrom = is_assignable_from;
    t->GetObjectClass = get_object_class;
    t->IsInstanceOf = is_instance_of;
    t->AllocObject = alloc_object;
    t->FromReflectedMethod = from_reflected_method;
    t->FromReflectedField = from_reflected_field;
    t->ToReflectedMethod = to_reflected_method;
    t->ToReflectedField = to_reflected_field;
    t->RegisterNatives = register_natives;
    t->UnregisterNatives = unregister_natives;
    t->GetModule = get_module;
}
