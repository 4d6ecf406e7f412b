/* JNI references, exceptions and monitors: local, global, weak references, local frames, Throw*, Exception*,
 * MonitorEnter/Exit. */
#include "jni/jni_fatal.h"
#include "jni/jni_int.h"
#include "thread/thread_contract.h"
#include "tool/threads_dump.h"
#include <stdio.h>

static jobject JNICALL new_global_ref(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = ref_get(r);
    jobject g = ref_global_or_null(o);
    if (o && !g) throw_no_c_memory(self);
    VM_RETURN(g);
}

static void JNICALL delete_global_ref(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    if (r) ref_delete_global(r);
    VM_RETURN_VOID();
}

static jweak JNICALL new_weak_global_ref(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = ref_get(r);
    jweak w = ref_weak_or_null(o);
    if (o && !w) throw_no_c_memory(self);
    VM_RETURN(w);
}

static void JNICALL delete_weak_global_ref(JNIEnv *env, jweak r)
{
    VM_ENTRY(env);
    if (r) ref_delete_weak(r);
    VM_RETURN_VOID();
}

static void JNICALL delete_local_ref(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    if (r) ref_delete_local(self, r);
    VM_RETURN_VOID();
}

static jobject JNICALL new_local_ref(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    jobject l = ref_local(self, ref_get(r));
    VM_RETURN(l);
}

static jboolean JNICALL is_same_object(JNIEnv *env, jobject a, jobject b)
{
    VM_ENTRY(env);
    jboolean same = ref_get(a) == ref_get(b);
    VM_RETURN(same);
}

static jobjectRefType JNICALL get_object_ref_type(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    jobjectRefType t = r ? ref_type(self, r) : JNIInvalidRefType;
    VM_RETURN(t);
}

static jint JNICALL ensure_local_capacity(JNIEnv *env, jint n)
{
    VM_ENTRY(env);
    jint r = n >= 0 && ref_ensure(self, (u32)n) ? JNI_OK : JNI_ERR;
    if (r == JNI_OK) self->locals_ensured = self->locals_top + (u32)n;
    VM_RETURN(r);
}

/* The marks of pushed local frames form a stack of the thread. A native method that returns without popping leaves
 * marks above the top of the reference stack. They are dropped when the next frame is pushed or popped. */
static void drop_stale_marks(struct thread *self)
{
    while (self->jni_mark_top && self->jni_marks[self->jni_mark_top - 1] > self->locals_top) self->jni_mark_top--;
}

static jint JNICALL push_local_frame(JNIEnv *env, jint n)
{
    VM_ENTRY(env);
    jint r = JNI_ERR;
    if (n >= 0 && ref_ensure(self, (u32)n)) {
        drop_stale_marks(self);
        if (self->jni_mark_top == self->jni_mark_cap) {
            self->jni_mark_cap = self->jni_mark_cap ? self->jni_mark_cap * 2 : TINY(16, 1);
            self->jni_marks = vm_realloc(self->jni_marks, self->jni_mark_cap * sizeof *self->jni_marks);
        }
        self->jni_marks[self->jni_mark_top++] = ref_push_frame(self);
        r = JNI_OK;
    }
    if (r != JNI_OK) throw_no_c_memory(self);
    VM_RETURN(r);
}

static jobject JNICALL pop_local_frame(JNIEnv *env, jobject result)
{
    VM_ENTRY(env);
    struct object *o = ref_get(result);
    drop_stale_marks(self);
    if (self->jni_mark_top) ref_pop_frame(self, self->jni_marks[--self->jni_mark_top]);
    jobject l = ref_local(self, o);
    VM_RETURN(l);
}

/* ---- exceptions ---- */
static jint JNICALL throw_(JNIEnv *env, jthrowable t)
{
    VM_ENTRY(env);
    struct object *o = ref_get(t);
    jint r = JNI_ERR;
    if (o) {
        throw_object(self, o);
        r = JNI_OK;
    }
    VM_RETURN(r);
}

static jint JNICALL throw_new_(JNIEnv *env, jclass c, const char *msg)
{
    VM_ENTRY(env);
    struct class *k = jni_class(c);
    jint r = JNI_ERR;
    if (k && class_init(self, k)) {
        if (msg)
            throw_new(self, k, "%s", msg);
        else
            throw_new(self, k, NULL);
        r = self->pending && object_class(self->pending) == k ? JNI_OK : JNI_ERR;
    }
    VM_RETURN(r);
}

static jthrowable JNICALL exception_occurred(JNIEnv *env)
{
    VM_ENTRY(env);
    jthrowable t = ref_local(self, self->pending);
    VM_RETURN(t);
}

static void JNICALL exception_describe(JNIEnv *env)
{
    VM_ENTRY(env);
    struct object *e = self->pending;
    if (e) {
        self->pending = NULL;
        if (!object_instance_of(e, WK(java_lang_ThreadDeath))) {
            char name[64];
            struct object *n = self->java ? obj_ref(self->java, WKF(Thread_name)) : NULL;
            fprintf(stderr, "Exception in thread \"%s\" ", n ? string_to_mutf8_buf(n, name, sizeof name) : self->name);
            exception_print(self, e);
        }
        self->pending = NULL;
    }
    VM_RETURN_VOID();
}

static void JNICALL exception_clear(JNIEnv *env)
{
    VM_ENTRY(env);
    self->pending = NULL;
    VM_RETURN_VOID();
}

/* Read without a transition: only this thread writes the field. */
static jboolean JNICALL exception_check(JNIEnv *env) { return thread_of_env(env)->pending != NULL; }

void jni_fatal(struct thread *self, const char *words)
{
    if (self) IN_STATE(self, VM);
    printf("FATAL ERROR in native method: %s\n", words);
    if (self) thread_print_stack(self);
    fflush(NULL);
    if (options.abort_hook) options.abort_hook();
    abort(); /* no report file, as on HotSpot: nothing is wrong with the VM */
}

static void JNICALL fatal_error(JNIEnv *env, const char *msg)
{
    VM_ENTRY(env);
    jni_fatal(self, msg ? msg : "(null)");
}

/* ---- monitors ---- */
static jint JNICALL monitor_enter_(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, r);
    jint st = JNI_ERR;
    if (o) {
        monitor_enter_by_c(self, o);
        st = JNI_OK;
    }
    VM_RETURN(st);
}

static jint JNICALL monitor_exit_(JNIEnv *env, jobject r)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, r);
    jint st = o && monitor_exit_by_c(self, o) ? JNI_OK : JNI_ERR;
    VM_RETURN(st);
}

void jni_fill_ref(struct JNINativeInterface_ *t)
{
    t->NewGlobalRef = new_global_ref;
    t->DeleteGlobalRef = delete_global_ref;
    t->NewWeakGlobalRef = new_weak_global_ref;
    t->DeleteWeakGlobalRef = delete_weak_global_ref;
    t->DeleteLocalRef = delete_local_ref;
    t->NewLocalRef = new_local_ref;
    t->IsSameObject = is_same_object;
    t->GetObjectRefType = get_object_ref_type;
    t->EnsureLocalCapacity = ensure_local_capacity;
    t->PushLocalFrame = push_local_frame;
    t->PopLocalFrame = pop_local_frame;
    t->Throw = throw_;
    t->ThrowNew = throw_new_;
    t->ExceptionOccurred = exception_occurred;
    t->ExceptionDescribe = exception_describe;
    t->ExceptionClear = exception_clear;
    t->ExceptionCheck = exception_check;
    t->FatalError = fatal_error;
    t->MonitorEnter = monitor_enter_;
    t->MonitorExit = monitor_exit_;
}
