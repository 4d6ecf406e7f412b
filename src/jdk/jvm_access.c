/* Callers: Reflection.getCallerClass, SecurityManager.getClassContext, VM.latestUserDefinedLoader, and the stack part
 * of java.security.AccessController. All walk the calling thread's own Java stack, newest frame first. */
#include "core/alloc.h"
#include "core/exception.h"
#include "jdk/jvm_exports.h"
#include "meta/loader.h"
#include "model/plumbing.h"
#include "thread/vmentry.h"
#include <stdlib.h>

static struct frame *skip_plumbing(struct frame *f)
{
    while (f && method_is_plumbing(f->method)) f = frame_caller(f);
    return f;
}

/* Frame 0 is Reflection.getCallerClass itself, frame 1 the caller-sensitive method; the next frame that counts is the
 * result. */
JNIEXPORT jclass JNICALL JVM_GetCallerClass(JNIEnv *env)
{
    VM_ENTRY(env);
    struct frame *f = frame_java(self->fp);
    f = f ? frame_caller(f) : NULL; /* may be Method.invoke itself */
    if (f && !method_has(f->method, MTH_CALLER_SENSITIVE)) {
        throw_name(self, "java/lang/InternalError", "CallerSensitive annotation expected at frame 1");
        VM_RETURN((jclass)NULL);
    }
    f = f ? skip_plumbing(frame_caller(f)) : NULL;
    VM_RETURN((jclass)ref_local(self, f ? f->method->owner->mirror : NULL));
}

JNIEXPORT jobjectArray JNICALL JVM_GetClassContext(JNIEnv *env)
{
    VM_ENTRY(env);
    struct frame *first = frame_java(self->fp);
    if (first && method_is_native(first->method)) first = frame_caller(first); /* getClassContext */
    i32 n = 0;
    for (struct frame *f = first; f; f = frame_caller(f))
        n += !method_is_plumbing(f->method) && !method_is_native(f->method);
    struct object *a = array_new_ref(self, WK(java_lang_Class), n);
    i32 i = 0;
    for (struct frame *f = first; a && f; f = frame_caller(f))
        if (!method_is_plumbing(f->method) && !method_is_native(f->method))
            array_set_ref(a, i++, f->method->owner->mirror);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* The loader of the newest frame whose class is neither the boot nor the platform loader's; null if there is none. */
JNIEXPORT jobject JNICALL JVM_LatestUserDefinedLoader(JNIEnv *env)
{
    VM_ENTRY(env);
    for (struct frame *f = frame_java(self->fp); f; f = frame_caller(f)) {
        const struct class *c = f->method->owner;
        /* generated accessors have loaders of their own */
        if (class_is_subclass(c, WK(jdk_internal_reflect_MagicAccessorImpl))) continue;
        if (!c->loader->is_boot && !c->loader->is_platform) VM_RETURN(ref_local(self, c->loader->java));
    }
    VM_RETURN((jobject)NULL);
}

JNIEXPORT jobject JNICALL JVM_GetInheritedAccessControlContext(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, obj_ref(self->java, WKF(Thread_inheritedAccessControlContext))));
}

static struct object *protection_domain(const struct class *c)
{
    return obj_ref(c->mirror, WKF(Class_protection_domain));
}

/* A privileged frame is AccessController.executePrivileged(action, context, caller): the walk ends there with the
 * caller's domain. */
static bool is_privileged_frame(const struct frame *f)
{
    return f->method->owner == WK(java_security_AccessController) &&
           symbol_equals_cstr(f->method->name, "executePrivileged");
}

struct domains {
    struct object **at;
    u32 count, room;
};

static void add_domain(struct domains *d, struct object *pd)
{
    /* adjacent frames of one domain count once; system classes have none */
    if (!pd || (d->count && d->at[d->count - 1] == pd)) return;
    if (d->count == d->room) d->at = vm_realloc(d->at, (d->room = d->room * 2 + 16) * sizeof *d->at);
    d->at[d->count++] = pd;
}

/* The domains between here and the privileged frame (or the stack's end), newest first. No safepoint inside: plain
 * pointers. */
static void collect_domains(struct thread *self, struct domains *d, bool *privileged, struct object **context)
{
    for (struct frame *f = frame_java(self->fp); f && !*privileged; f = frame_caller(f)) {
        struct object *pd;
        if (is_privileged_frame(f)) {
            *privileged = true;
            *context = slot_ref(f->locals[1]);
            struct object *caller = slot_ref(f->locals[2]);
            pd = caller ? obj_ref(caller, WKF(Class_protection_domain)) : NULL;
        } else {
            pd = protection_domain(f->method->owner);
        }
        add_domain(d, pd);
    }
}

JNIEXPORT jobject JNICALL JVM_GetStackAccessControlContext(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct domains d = { 0 };
    bool privileged = false;
    struct object *privileged_context = NULL, *result = NULL, *array = NULL;
    collect_domains(self, &d, &privileged, &privileged_context);
    if (d.count == 0 && privileged && !privileged_context) goto out; /* only system code: the result is null */
    if (d.count) {
        u32 before = d.count;
        array = array_new_ref(self, WK(java_security_ProtectionDomain), (i32)before);
        if (!array) goto out;
        d.count = 0; /* the allocation may have collected and moved objects: walk again */
        privileged = false;
        collect_domains(self, &d, &privileged, &privileged_context);
        VM_CHECK(d.count == before);
        for (u32 i = 0; i < d.count; i++) array_set_ref(array, (i32)i, d.at[i]);
    }
    struct class *acc = WK(java_security_AccessControlContext);
    if (!class_init(self, acc) || !(result = object_new(self, acc))) goto out;
    heap_store_ref(result, WKF(ACC_context), array);
    heap_store_ref(result, WKF(ACC_privilegedContext), privileged_context);
    obj_set_byte(result, WKF(ACC_isPrivileged), privileged);
    obj_set_byte(result, WKF(ACC_isAuthorized), 1); /* made by the VM */
out:
    free(d.at);
    VM_RETURN(ref_local(self, result));
}
