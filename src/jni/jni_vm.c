/* The invocation interface: JNI_CreateJavaVM and its siblings, attaching and detaching threads, GetEnv. */
#include "core/thread_life.h"
#include "jni/jni.h"
#include "jni/jni_int.h"
#include "thread/events.h"

static struct JavaVM_impl {
    const struct JNIInvokeInterface_ *functions;
} the_vm = { &jni_invoke_table };
static _Atomic int creating; /* 0 none, 1 creating or created, 2 created; a VM cannot be created twice in a process */

/* GetEnv for versions of other interfaces; jvmti/ adds its own. */

void jni_publish_vm(void) { vm_java_vm = (struct JavaVM_ *)&the_vm; }

static bool version_supported(jint v)
{
    return v == JNI_VERSION_1_1 || v == JNI_VERSION_1_2 || v == JNI_VERSION_1_4 || v == JNI_VERSION_1_6 ||
           v == JNI_VERSION_1_8 || v == JNI_VERSION_9 || v == JNI_VERSION_10;
}

static jint JNICALL destroy_java_vm(JavaVM *vm)
{
    (void)vm;
    struct thread *self = thread_self();
    if (!self) {
        self = thread_attach_current("DestroyJavaVM", false);
        if (!self) return JNI_ERR;
        if (!thread_make_java(self, "DestroyJavaVM", NULL, false)) { self->pending = NULL; }
    } else
        thread_from_native(self);
    return vm_life.destroy(self);
}

static jint attach(void **penv, void *args, bool daemon)
{
    struct thread *self = thread_self();
    if (self) {
        *penv = thread_env(self);
        return JNI_OK;
    }
    u32 phase = atomic_load(&vm_phase);
    /* from VMStart on, since agents attach threads before JNI_CreateJavaVM returns */
    if (phase != VM_START && phase != VM_LIVE) return JNI_ERR;
    JavaVMAttachArgs *a = args;
    if (a && !version_supported(a->version)) return JNI_EVERSION;
    self = thread_attach_current(a && a->name ? a->name : "", daemon);
    if (!self) return JNI_ENOMEM;
    struct object *group = a && a->group ? ref_get(a->group) : NULL;
    if (!thread_make_java(self, a ? a->name : NULL, group, daemon)) {
        self->pending = NULL;
        thread_detach_current(self);
        return JNI_ERR;
    }
    *penv = thread_env(self);
    thread_to_native(self);
    return JNI_OK;
}
static jint JNICALL attach_current_thread(JavaVM *vm, void **penv, void *args)
{
    (void)vm;
    return attach(penv, args, false);
}
static jint JNICALL attach_current_thread_as_daemon(JavaVM *vm, void **penv, void *args)
{
    (void)vm;
    return attach(penv, args, true);
}

static jint JNICALL detach_current_thread(JavaVM *vm)
{
    (void)vm;
    struct thread *self = thread_self();
    if (!self) return JNI_OK; /* as HotSpot: detaching a thread that is not attached does nothing */
    if (frame_java(self->fp)) return JNI_ERR;
    thread_from_native(self);
    thread_detach_current(self); /* a pending exception goes to the uncaught-exception handler first */
    return JNI_OK;
}

static jint JNICALL get_env(JavaVM *vm, void **penv, jint version)
{
    (void)vm;
    if (hooks.get_env) {
        jint r = hooks.get_env(penv, version);
        if (r != JNI_EVERSION) return r;
    }
    struct thread *self = thread_self();
    if (!self) {
        *penv = NULL;
        return JNI_EDETACHED;
    }
    if (!version_supported(version)) {
        *penv = NULL;
        return JNI_EVERSION;
    }
    *penv = thread_env(self);
    return JNI_OK;
}

const struct JNIInvokeInterface_ jni_invoke_table = {
    NULL,
    NULL,
    NULL,
    destroy_java_vm,
    attach_current_thread,
    detach_current_thread,
    get_env,
    attach_current_thread_as_daemon,
};

JNIEXPORT jint JNICALL JNI_CreateJavaVM(JavaVM **vm, void **penv, void *args)
{
    int none = 0;
    if (!atomic_compare_exchange_strong(&creating, &none, 1)) return JNI_EEXIST;
    JavaVMInitArgs *a = args;
    if (!a || !version_supported(a->version) || a->version == JNI_VERSION_1_1) {
        atomic_store(&creating, 0);
        return JNI_EVERSION;
    }
    struct thread *self = NULL;
    jint r = vm_life.create(a, &self);
    if (r != JNI_OK) return r; /* a half-made VM cannot be made again in this process */
    atomic_store(&creating, 2);
    *vm = (JavaVM *)vm_java_vm;
    *penv = thread_env(self);
    thread_to_native(self);
    return JNI_OK;
}

JNIEXPORT jint JNICALL JNI_GetDefaultJavaVMInitArgs(void *args)
{
    JavaVMInitArgs *a = args;
    if (!version_supported(a->version)) return JNI_ERR;
    /* the 1.1 structure starts with version, properties, checkSource, nativeStackSize, javaStackSize */
    if (a->version == JNI_VERSION_1_1) {
        jint *w = (jint *)((char *)args + sizeof(jint) * 2 + sizeof(void *));
        w[1] = 1024 * 1024;
    }
    return JNI_OK;
}

JNIEXPORT jint JNICALL JNI_GetCreatedJavaVMs(JavaVM **vms, jsize len, jsize *count)
{
    jsize n = atomic_load(&creating) == 2 ? 1 : 0;
    *count = n;
    if (n && len > 0) vms[0] = (JavaVM *)vm_java_vm;
    return JNI_OK;
}
