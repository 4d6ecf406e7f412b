/* jdk.internal.perf.Perf: counters that the class library updates through direct byte buffers. They live in ordinary memory of this
 * process; there is no hsperfdata file, so another process cannot attach. Created counters are never freed (nor are they on HotSpot). */
#include "jvm/jvm_natives.h"
#include "os/os_sync.h"
#include "os/os_time.h"
#include "runtime/alloc.h"
#include "runtime/exception.h"
#include "runtime/jstring.h"
#include "runtime/vmentry.h"
#include <stdlib.h>

struct counter { struct counter *next; void *data; char name[]; };
static struct counter *counters;
static struct os_mutex counters_lock = OS_MUTEX_INIT; /* leaf */

enum { VARIABILITY_CONSTANT = 1, VARIABILITY_VARIABLE = 3, UNITS_MAX = 7, UNITS_STRING = 5 };

/* Registers a counter of `size` bytes under `name`; NULL when the name is taken. */
static void *counter_new(const char *name, size_t size)
{
    void *data = NULL;
    os_mutex_lock(&counters_lock);
    struct counter *c = counters;
    while (c && strcmp(c->name, name) != 0) c = c->next;
    if (!c) {
        size_t n = strlen(name) + 1;
        c = vm_malloc(sizeof *c + n);
        memcpy(c->name, name, n);
        c->data = data = vm_calloc(1, ALIGN_UP(size, 8));
        c->next = counters;
        counters = c;
    }
    os_mutex_unlock(&counters_lock);
    return data;
}

static jobject create(JNIEnv *env, jstring name, size_t size, const void *value, size_t value_size, const char *taken)
{
    if (!name) {
        VM_ENTRY(env);
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jobject)NULL);
    }
    char *utf;
    {
        VM_ENTRY(env);
        utf = string_to_mutf8(ref_get(name));
        VM_LEAVE();
    }
    if (!utf) return NULL;
    void *data = counter_new(utf, size);
    if (data) {
        memcpy(data, value, value_size < size ? value_size : size);
        free(utf);
        return (*env)->NewDirectByteBuffer(env, data, (jlong)size);
    }
    VM_ENTRY(env);
    THROW(self, IllegalArgumentException, "%s", taken);
    free(utf);
    VM_RETURN((jobject)NULL);
}

static jobject JNICALL createLong(JNIEnv *env, jobject perf, jstring name, jint variability, jint units, jlong value)
{
    if (units <= 0 || units > UNITS_MAX || variability < VARIABILITY_CONSTANT || variability > VARIABILITY_VARIABLE) {
        VM_ENTRY(env);
        THROW(self, IllegalArgumentException, NULL);
        VM_RETURN((jobject)NULL);
    }
    return create(env, name, sizeof value, &value, sizeof value, "PerfLong name already exists");
}

static jobject JNICALL createByteArray(JNIEnv *env, jobject perf, jstring name, jint variability, jint units, jbyteArray value, jint max_length)
{
    if (units != UNITS_STRING || !value || max_length < 0 || (variability != VARIABILITY_CONSTANT && variability != VARIABILITY_VARIABLE)) {
        VM_ENTRY(env);
        if (!value) THROW(self, NullPointerException, NULL);
        else THROW(self, IllegalArgumentException, NULL);
        VM_RETURN((jobject)NULL);
    }
    jsize length = (*env)->GetArrayLength(env, value);
    size_t size = (size_t)max_length + 1;
    if (variability == VARIABILITY_CONSTANT) size = (size_t)length + 1; /* a constant is as long as it is */
    char *bytes = vm_calloc(1, (size_t)length + 1);
    (*env)->GetByteArrayRegion(env, value, 0, length, (jbyte *)bytes);
    bytes[length] = 0;
    jobject buffer = create(env, name, size, bytes, (size_t)length < size ? (size_t)length : size - 1, "PerfByteArray name already exists");
    free(bytes);
    return buffer;
}

static jobject JNICALL attach(JNIEnv *env, jobject perf, jstring user, jint vmid, jint mode)
{
    VM_ENTRY(env);
    throw_name(self, "java/io/IOException", "Could not attach: this virtual machine keeps no performance data file");
    VM_RETURN((jobject)NULL);
}

static void JNICALL detach(JNIEnv *env, jobject perf, jobject buffer) {}

static jlong JNICALL highResCounter(JNIEnv *env, jobject perf) { return os_time_monotonic_ns(); }
static jlong JNICALL highResFrequency(JNIEnv *env, jobject perf) { return OS_NS_PER_SEC; }

static const struct vm_native natives[] = {
    { "attach", "(Ljava/lang/String;II)Ljava/nio/ByteBuffer;", attach },
    { "detach", "(Ljava/nio/ByteBuffer;)V", detach },
    { "createLong", "(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;", createLong },
    { "createByteArray", "(Ljava/lang/String;II[BI)Ljava/nio/ByteBuffer;", createByteArray },
    { "highResCounter", "()J", highResCounter },
    { "highResFrequency", "()J", highResFrequency },
    { "registerNatives", "()V", vm_register_natives_nothing },
};
const struct vm_native_class natives_perf = VM_NATIVE_CLASS("jdk/internal/perf/Perf", natives);
