/* jdk.internal.misc.Unsafe: memory outside the heap, bulk copies, classes, fields, parking. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "cpu/x86_64/instructions.h"
#include "jdk/jvm_natives.h"
#include "meta/loader.h"
#include "meta/redefine.h"
#include "meta/reflect.h"
#include "os/os_guard.h"
#include "os/os_proc.h"
#include "thread/vmentry.h"
#include <stdlib.h>

/* As in jvm_unsafe.c: in integers, because base may be NULL. */
static inline void *address(jobject base, jlong offset)
{
    return (void *)((uintptr_t)ref_get(base) + (uintptr_t)offset);
}

/* ---- memory ---- */

/* Returns NULL on failure: the Java side throws OutOfMemoryError. A size of 0 does not get here. */
static jlong JNICALL allocateMemory0(JNIEnv *env, jobject unsafe, jlong bytes)
{
    return (jlong)(uintptr_t)malloc((size_t)bytes);
}

static jlong JNICALL reallocateMemory0(JNIEnv *env, jobject unsafe, jlong address, jlong bytes)
{
    return (jlong)(uintptr_t)realloc((void *)(uintptr_t)address, (size_t)bytes);
}

static void JNICALL freeMemory0(JNIEnv *env, jobject unsafe, jlong address) { free((void *)(uintptr_t)address); }

static void JNICALL setMemory0(JNIEnv *env, jobject unsafe, jobject base, jlong offset, jlong bytes, jbyte value)
{
    VM_ENTRY(env);
    if (!os_guard_set(address(base, offset), (u8)value, (size_t)bytes)) vm_throw_memory_gone(self);
    VM_RETURN_VOID();
}

/* Copies of primitive arrays must not tear elements: if addresses and length are multiples of 8, the copy moves 8 bytes
 * at a time, and so on. On this machine the C library's memmove moves at least the common alignment at a time, except
 * for the last few bytes of an odd length. */
static void JNICALL copyMemory0(JNIEnv *env, jobject unsafe, jobject src, jlong src_offset, jobject dst,
                                jlong dst_offset, jlong bytes)
{
    /* native to native: no reason to hold up a safepoint */
    bool native = !src && !dst;
    if (native && os_guard_copy((void *)(uintptr_t)dst_offset, (const void *)(uintptr_t)src_offset, (size_t)bytes))
        return;
    VM_ENTRY(env);
    if (native || !os_guard_copy(address(dst, dst_offset), address(src, src_offset), (size_t)bytes))
        vm_throw_memory_gone(self);
    VM_RETURN_VOID();
}

#define COPY_SWAP(type, swap) \
    do { \
        size_t n = bytes / sizeof(type); \
        bool up = to <= from || to >= from + bytes; /* overlaps with a target above: from the end downwards */ \
        for (size_t k = 0; k < n; k++) { \
            size_t i = up ? k : n - 1 - k; \
            type v; \
            memcpy(&v, from + i * sizeof v, sizeof v); \
            v = swap(v); \
            memcpy(to + i * sizeof v, &v, sizeof v); \
        } \
    } while (0)

struct swap {
    char *to;
    const char *from;
    size_t bytes;
    jlong element;
};

static void copy_swapped(void *arg)
{
    const struct swap *s = arg;
    char *to = s->to;
    const char *from = s->from;
    size_t bytes = s->bytes;
    switch (s->element) {
    case 2: COPY_SWAP(u16, __builtin_bswap16); break;
    case 4: COPY_SWAP(u32, __builtin_bswap32); break;
    case 8: COPY_SWAP(u64, __builtin_bswap64); break;
    default: VM_FATAL("copySwapMemory with elements of %lld bytes", (long long)s->element);
    }
}

static void JNICALL copySwapMemory0(JNIEnv *env, jobject unsafe, jobject src, jlong src_offset, jobject dst,
                                    jlong dst_offset, jlong bytes, jlong element)
{
    VM_ENTRY(env);
    struct swap s = { address(dst, dst_offset), address(src, src_offset), (size_t)bytes, element };
    if (!os_guard_call(copy_swapped, &s)) vm_throw_memory_gone(self);
    VM_RETURN_VOID();
}

static void JNICALL writeback0(JNIEnv *env, jobject unsafe, jlong line)
{
#ifdef __x86_64__
    cpu_flush_line((const void *)(uintptr_t)line);
#endif
}
static void JNICALL writebackSync0(JNIEnv *env, jobject unsafe) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/* ---- fields and arrays ---- */

/* The field behind a java.lang.reflect.Field of the wanted kind, whose place is given away; NULL with an exception
 * pending for the other kind, for a Field that no constructor has made, and for a field that is deleted. */
static struct field *field_of(struct thread *self, jobject java_field, bool is_static)
{
    struct field *f = reflect_field_of(ref_get(java_field));
    if (!f && !java_field) {
        THROW(self, NullPointerException, NULL);
        return NULL;
    }
    if (f && (f->flags & FLD_DELETED)) {
        THROW(self, NoSuchFieldError, "%s", f->name->bytes);
        return NULL;
    }
    if (f && ((f->access & ACC_STATIC) != 0) == is_static) {
        redefine_note_offset(self, f);
        return f;
    }
    THROW(self, IllegalArgumentException, NULL);
    return NULL;
}

static jlong JNICALL objectFieldOffset0(JNIEnv *env, jobject unsafe, jobject java_field)
{
    VM_ENTRY(env);
    struct field *f = field_of(self, java_field, false);
    VM_RETURN(f ? (jlong)f->offset : 0);
}

static jlong JNICALL staticFieldOffset0(JNIEnv *env, jobject unsafe, jobject java_field)
{
    VM_ENTRY(env);
    struct field *f = field_of(self, java_field, true);
    VM_RETURN(f ? (jlong)f->offset : 0);
}

/* The class of a mirror; NULL with NullPointerException pending. */
static struct class *class_of(struct thread *self, jclass cls)
{
    if (LIKELY(cls != NULL)) return class_of_mirror(ref_get(cls));
    THROW(self, NullPointerException, NULL);
    return NULL;
}

static jlong JNICALL objectFieldOffset1(JNIEnv *env, jobject unsafe, jclass cls, jstring name)
{
    VM_ENTRY(env);
    if (!cls || !name) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jlong)-1);
    }
    struct class *c = class_of_mirror(ref_get(cls));
    struct symbol *s = string_to_symbol(ref_get(name), false);
    for (u32 i = 0; i < c->field_count; i++)
        if (class_field(c, i)->name == s) {
            redefine_note_offset(self, class_field(c, i));
            VM_RETURN((jlong)class_field(c, i)->offset);
        }
    throw_name(self, "java/lang/InternalError", NULL);
    VM_RETURN((jlong)-1);
}

static jobject JNICALL staticFieldBase0(JNIEnv *env, jobject unsafe, jobject java_field)
{
    VM_ENTRY(env);
    struct field *f = field_of(self, java_field, true);
    VM_RETURN(ref_local(self, f ? field_static_base(f) : NULL));
}

/* The class of an array from its mirror, or NULL with an exception pending. */
static struct class *array_class(struct thread *self, jclass cls)
{
    struct class *c = class_of(self, cls);
    if (!c || class_is_array(c)) return c;
    /* HotSpot's result */
    throw_name(self, "java/lang/NoClassDefFoundError", "java/lang/InvalidClassException");
    return NULL;
}

static jint JNICALL arrayBaseOffset0(JNIEnv *env, jobject unsafe, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = array_class(self, cls);
    VM_RETURN(c ? (jint)array_base(c->type.elem_shift) : 0);
}

static jint JNICALL arrayIndexScale0(JNIEnv *env, jobject unsafe, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = array_class(self, cls);
    VM_RETURN(c ? 1 << c->type.elem_shift : 0);
}

/* ---- classes ---- */

static jboolean JNICALL shouldBeInitialized0(JNIEnv *env, jobject unsafe, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(self, cls);
    bool ordinary = c && !class_is_array(c) && !class_is_primitive(c);
    VM_RETURN((jboolean)(ordinary && atomic_load_explicit(&c->state, memory_order_acquire) != CLASS_INITIALIZED));
}

static void JNICALL ensureClassInitialized0(JNIEnv *env, jobject unsafe, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(self, cls);
    if (c && !class_is_array(c) && !class_is_primitive(c) && !class_init(self, c)) VM_RETURN_VOID();
    VM_RETURN_VOID();
}

static jobject JNICALL allocateInstance(JNIEnv *env, jobject unsafe, jclass cls)
{
    VM_ENTRY(env);
    struct object *o = NULL;
    if (!cls) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jobject)NULL);
    }
    struct class *c = class_of_mirror(ref_get(cls));
    if (object_may_be_made(self, c) && class_init(self, c)) o = object_new(self, c);
    VM_RETURN(ref_local(self, o));
}

static jclass JNICALL defineClass0(JNIEnv *env, jobject unsafe, jstring name, jbyteArray data, jint offset, jint length,
                                   jobject loader, jobject pd)
{
    VM_ENTRY(env);
    struct object *bytes = ref_get(data);
    if (!bytes) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jclass)NULL);
    }
    if (length < 0 || offset < 0 || (i64)offset + length > array_length(bytes)) {
        throw_name(self, "java/lang/ArrayIndexOutOfBoundsException", NULL);
        VM_RETURN((jclass)NULL);
    }
    /* Defining may run hooks and collect: work on a copy. */
    u8 *copy = malloc((size_t)length + 1);
    if (!copy) {
        throw_no_c_memory(self);
        VM_RETURN((jclass)NULL);
    }
    memcpy(copy, (u8 *)array_data(bytes) + offset, (size_t)length);
    struct define_options o = {
        .name = name ? string_to_symbol(ref_get(name), true) : NULL,
        .protection_domain = ref_get(pd),
        .source = "__Unsafe_DefineClass__",
    };
    struct loader *l = loader_require(self, ref_get(loader));
    struct class *c = l ? loader_define_class(self, l, copy, (size_t)length, &o) : NULL;
    free(copy);
    VM_RETURN((jclass)ref_local(self, c ? c->mirror : NULL));
}

static void JNICALL throwException(JNIEnv *env, jobject unsafe, jobject throwable)
{
    VM_ENTRY(env);
    throw_object(self, ref_get(throwable));
    VM_RETURN_VOID();
}

/* ---- threads ---- */

static NOINLINE void park_here(JNIEnv *env, bool absolute, jlong time)
{
    VM_ENTRY(env);
    thread_park(self, absolute, time);
    VM_RETURN_VOID();
}
static void JNICALL park(JNIEnv *env, jobject unsafe, jboolean absolute, jlong time)
{
    thread_forget_calls();
    park_here(env, absolute != 0, time);
}

static void JNICALL unpark(JNIEnv *env, jobject unsafe, jobject thread)
{
    if (!thread) return;
    VM_ENTRY(env);
    threads_lock(self); /* keeps the thread from ending */
    struct thread *t = thread_of_java(ref_get(thread));
    if (t) thread_unpark(t);
    threads_unlock();
    VM_RETURN_VOID();
}

static jint JNICALL getLoadAverage0(JNIEnv *env, jobject unsafe, jdoubleArray out, jint wanted)
{
    double values[3];
    int n = os_load_average(values, wanted > 3 ? 3 : wanted);
    if (n < 0) return -1;
    VM_ENTRY(env);
    double *to = array_data(ref_get(out));
    for (int i = 0; i < n; i++) to[i] = values[i];
    VM_RETURN((jint)n);
}

#define CLS "Ljava/lang/Class;"
#define OBJ "Ljava/lang/Object;"
#define FIELD "Ljava/lang/reflect/Field;"
static const struct vm_native natives[] = {
    { "allocateMemory0", "(J)J", allocateMemory0 },
    { "reallocateMemory0", "(JJ)J", reallocateMemory0 },
    { "freeMemory0", "(J)V", freeMemory0 },
    { "setMemory0", "(" OBJ "JJB)V", setMemory0 },
    { "copyMemory0", "(" OBJ "J" OBJ "JJ)V", copyMemory0 },
    { "copySwapMemory0", "(" OBJ "J" OBJ "JJJ)V", copySwapMemory0 },
    { "writeback0", "(J)V", writeback0 },
    { "writebackPreSync0", "()V", writebackSync0 },
    { "writebackPostSync0", "()V", writebackSync0 },
    { "objectFieldOffset0", "(" FIELD ")J", objectFieldOffset0 },
    { "objectFieldOffset1", "(" CLS "Ljava/lang/String;)J", objectFieldOffset1 },
    { "staticFieldOffset0", "(" FIELD ")J", staticFieldOffset0 },
    { "staticFieldBase0", "(" FIELD ")" OBJ, staticFieldBase0 },
    { "arrayBaseOffset0", "(" CLS ")I", arrayBaseOffset0 },
    { "arrayIndexScale0", "(" CLS ")I", arrayIndexScale0 },
    { "shouldBeInitialized0", "(" CLS ")Z", shouldBeInitialized0 },
    { "ensureClassInitialized0", "(" CLS ")V", ensureClassInitialized0 },
    { "allocateInstance", "(" CLS ")" OBJ, allocateInstance },
    { "defineClass0", "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)" CLS,
      defineClass0 },
    { "throwException", "(Ljava/lang/Throwable;)V", throwException },
    { "park", "(ZJ)V", park },
    { "unpark", "(" OBJ ")V", unpark },
    { "getLoadAverage0", "([DI)I", getLoadAverage0 },
};
const struct vm_native_class natives_unsafe_memory = VM_NATIVE_CLASS("jdk/internal/misc/Unsafe", natives);
