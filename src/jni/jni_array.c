/* JNI arrays. Get…Elements hands out a copy. The critical functions hand out the array itself: the local reference
 * keeps it alive, and nothing moves while a thread is in a critical section. */
#include "jni/jni_int.h"

static jsize JNICALL get_array_length(JNIEnv *env, jarray a)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, a);
    jsize n = o ? array_length(o) : 0;
    VM_RETURN(n);
}

static jobjectArray JNICALL new_object_array(JNIEnv *env, jsize n, jclass c, jobject init)
{
    VM_ENTRY(env);
    jobjectArray r = NULL;
    struct object *a = array_new_ref(self, jni_class(c), n);
    if (a) {
        struct object *v = ref_get(init);
        if (v)
            for (jsize i = 0; i < n; i++) array_set_ref(a, i, v);
        r = ref_local(self, a);
    }
    VM_RETURN(r);
}

static bool index_ok(struct thread *self, struct object *a, jsize i)
{
    if ((u32)i < (u32)array_length(a)) return true;
    throw_new(self, WK(ArrayIndexOutOfBoundsException), "Index %d out of bounds for length %d", i, array_length(a));
    return false;
}

static jobject JNICALL get_object_array_element(JNIEnv *env, jobjectArray r, jsize i)
{
    VM_ENTRY(env);
    struct object *a = jni_nonnull(self, r);
    jobject e = a && index_ok(self, a, i) ? ref_local(self, array_ref(a, i)) : NULL;
    VM_RETURN(e);
}

static void JNICALL set_object_array_element(JNIEnv *env, jobjectArray r, jsize i, jobject v)
{
    VM_ENTRY(env);
    struct object *a = jni_nonnull(self, r);
    if (a && index_ok(self, a, i)) {
        struct object *o = ref_get(v);
        if (o && !object_instance_of(o, object_class(a)->element)) {
            char from[256], to[256];
            throw_new(self, WK(ArrayStoreException), "type mismatch: can not store %s to %s[%d]",
                      class_external_name(object_class(o), from, sizeof from),
                      class_external_name(object_class(a)->element, to, sizeof to), i);
        } else
            array_set_ref(a, i, o);
    }
    VM_RETURN_VOID();
}

static size_t bytes_of(const struct object *a) { return (size_t)array_length(a) << object_type(a)->elem_shift; }

/* The copy is a block of malloc, so that an agent can pass it on as new_class_data, which is freed without Release. */
static void *get_elements(JNIEnv *env, jarray r, jboolean *copy)
{
    VM_ENTRY(env);
    struct object *a = jni_nonnull(self, r);
    void *p = a ? malloc(bytes_of(a) + 1) : NULL;
    if (p)
        memcpy(p, array_data(a), bytes_of(a));
    else if (a)
        throw_no_c_memory(self);
    if (p && copy) *copy = JNI_TRUE;
    VM_RETURN(p);
}

static void release_elements(JNIEnv *env, jarray r, void *p, jint mode)
{
    VM_ENTRY(env);
    struct object *a = ref_get(r);
    if (p && a && mode != JNI_ABORT) memcpy(array_data(a), p, bytes_of(a));
    if (mode != JNI_COMMIT) free(p);
    VM_RETURN_VOID();
}

static void *JNICALL get_critical(JNIEnv *env, jarray r, jboolean *copy)
{
    VM_ENTRY(env);
    struct object *a = jni_nonnull(self, r);
    void *p = NULL;
    if (a) {
        self->jni_critical++;
        if (copy) *copy = JNI_FALSE;
        p = array_data(a);
    }
    VM_RETURN(p);
}

static void JNICALL release_critical(JNIEnv *env, jarray r, void *p, jint mode)
{
    (void)r;
    (void)p;
    (void)mode;
    struct thread *self = thread_of_env(env);
    if (self->jni_critical) self->jni_critical--;
}

static void copy_region(JNIEnv *env, jarray r, jsize from, jsize n, void *buf, bool set)
{
    VM_ENTRY(env);
    struct object *a = jni_nonnull(self, r);
    if (a) {
        jsize len = array_length(a);
        u32 shift = object_type(a)->elem_shift;
        if (from < 0 || n < 0 || from > len - n)
            throw_new(self, WK(ArrayIndexOutOfBoundsException), "Array region %d..%lld out of bounds for length %d",
                      from, (long long)from + n, len);
        else if (n > 0) { /* with no elements the buffer may be NULL */
            char *at = (char *)array_data(a) + ((size_t)from << shift);
            if (set)
                memcpy(at, buf, (size_t)n << shift);
            else
                memcpy(buf, at, (size_t)n << shift);
        }
    }
    VM_RETURN_VOID();
}

/* clang-format off */
#define PRIMITIVE_ARRAYS(X) \
    X(Boolean, jboolean, 'Z') X(Byte, jbyte, 'B') X(Char, jchar, 'C') X(Short, jshort, 'S') X(Int, jint, 'I') \
    X(Long, jlong, 'J') X(Float, jfloat, 'F') X(Double, jdouble, 'D')
/* clang-format on */

#define DEFINE(N, T, K) \
    static T##Array JNICALL new_##N(JNIEnv *env, jsize n) \
    { \
        VM_ENTRY(env); \
        T##Array r = ref_local(self, array_new_prim(self, K, n)); \
        VM_RETURN(r); \
    } \
    static T *JNICALL get_##N(JNIEnv *env, T##Array a, jboolean *copy) { return get_elements(env, a, copy); } \
    static void JNICALL release_##N(JNIEnv *env, T##Array a, T *p, jint mode) { release_elements(env, a, p, mode); } \
    static void JNICALL get_region_##N(JNIEnv *env, T##Array a, jsize from, jsize n, T *buf) \
    { \
        copy_region(env, a, from, n, buf, false); \
    } \
    static void JNICALL set_region_##N(JNIEnv *env, T##Array a, jsize from, jsize n, const T *buf) \
    { \
        copy_region(env, a, from, n, (void *)buf, true); \
    }
PRIMITIVE_ARRAYS(DEFINE)

void jni_fill_array(struct JNINativeInterface_ *t)
{
    t->GetArrayLength = get_array_length;
    t->NewObjectArray = new_object_array;
    t->GetObjectArrayElement = get_object_array_element;
    t->SetObjectArrayElement = set_object_array_element;
#define FILL(N, T, K) \
    t->New##N##Array = new_##N; \
    t->Get##N##ArrayElements = get_##N; \
    t->Release##N##ArrayElements = release_##N; \
    t->Get##N##ArrayRegion = get_region_##N; \
    t->Set##N##ArrayRegion = set_region_##N;
    PRIMITIVE_ARRAYS(FILL)
    t->GetPrimitiveArrayCritical = get_critical;
    t->ReleasePrimitiveArrayCritical = release_critical;
}
