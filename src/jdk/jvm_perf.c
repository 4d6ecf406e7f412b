/* jdk.internal.perf.Perf: counters that the class library updates through direct byte buffers, in the VM's performance
 * data area (perf_data.h), and the areas of other VMs. Created counters are never freed (nor are they on HotSpot). */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_natives.h"
#include "jdk/perf_data.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "thread/vmentry.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { VARIABILITY_CONSTANT = 1, VARIABILITY_VARIABLE = 3, UNITS_MAX = 7, UNITS_STRING = 5 };

/* `length` 0: a long. */
static jobject create(JNIEnv *env, jstring name, size_t length, jint units, jint variability, const void *value,
                      size_t value_size, const char *taken)
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
        if (!utf) throw_no_c_memory(self);
        VM_LEAVE();
    }
    if (!utf) return NULL;
    size_t size = length ? length : sizeof(jlong);
    void *data = perf_data_new(utf, length, (enum perf_units)units, (enum perf_variability)variability);
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
    return create(env, name, 0, units, variability, &value, sizeof value, "PerfLong name already exists");
}

static jobject JNICALL createByteArray(JNIEnv *env, jobject perf, jstring name, jint variability, jint units,
                                       jbyteArray value, jint max_length)
{
    if (units != UNITS_STRING || !value || max_length < 0 ||
        (variability != VARIABILITY_CONSTANT && variability != VARIABILITY_VARIABLE)) {
        VM_ENTRY(env);
        if (!value)
            THROW(self, NullPointerException, NULL);
        else
            THROW(self, IllegalArgumentException, NULL);
        VM_RETURN((jobject)NULL);
    }
    jsize length = (*env)->GetArrayLength(env, value);
    size_t size = (size_t)max_length + 1;
    if (variability == VARIABILITY_CONSTANT) size = (size_t)length + 1; /* a constant has the length of its text */
    char *bytes = vm_calloc(1, (size_t)length + 1);
    (*env)->GetByteArrayRegion(env, value, 0, length, (jbyte *)bytes);
    bytes[length] = 0;
    jobject buffer = create(env, name, size, units, variability, bytes,
                            (size_t)length < size ? (size_t)length : size - 1, "PerfByteArray name already exists");
    free(bytes);
    return buffer;
}

static void throw_io(JNIEnv *env, const char *what)
{
    VM_ENTRY(env);
    throw_name(self, "java/io/IOException", "%s", what);
    VM_RETURN_VOID();
}

struct file_search {
    jint vmid;
    char *path;
    size_t size;
    bool found;
};

static bool look_in_folder(void *search, const char *folder)
{
    struct file_search *s = search;
    if (strncmp(folder, "hsperfdata_", 11)) return true;
    snprintf(s->path, s->size, "/tmp/%.255s/%d", folder, s->vmid);
    s->found = os_file_is_regular(s->path);
    return !s->found;
}

/* The path of another VM's file: of the given user, or of the user whose VM has this process id. */
static bool find_file(const char *user, jint vmid, char *path, size_t size)
{
    if (user) {
        if (strchr(user, '/')) return false;
        snprintf(path, size, "/tmp/hsperfdata_%.255s/%d", user, vmid);
        return os_file_is_regular(path);
    }
    struct file_search s = { vmid, path, size, false };
    (void)os_folder_each("/tmp", look_in_folder, &s);
    return s.found;
}

/* Modes: 0 read, 1 read and write, allowed only for the VM's own area. */
static jobject JNICALL attach(JNIEnv *env, jobject perf, jstring user, jint vmid, jint mode)
{
    size_t size;
    if (vmid == 0 || vmid == os_pid()) {
        void *own = perf_data_area(&size);
        return (*env)->NewDirectByteBuffer(env, own, (jlong)size);
    }
    if (mode != 0) {
        VM_ENTRY(env);
        THROW(self, IllegalArgumentException, "invalid access mode");
        VM_RETURN((jobject)NULL);
    }
    const char *name = user ? (*env)->GetStringUTFChars(env, user, NULL) : NULL;
    if (user && !name) return NULL;
    char path[PATH_MAX];
    bool found = find_file(name, vmid, path, sizeof path);
    if (name) (*env)->ReleaseStringUTFChars(env, user, name);
    if (!found) {
        VM_ENTRY(env);
        if (user)
            THROW(self, IllegalArgumentException, "Process not found");
        else
            THROW(self, IllegalArgumentException, "Could not map vmid to user name");
        VM_RETURN((jobject)NULL);
    }
    const void *map = os_file_map(path, &size);
    if (map && size > 0) return (*env)->NewDirectByteBuffer(env, (void *)map, (jlong)size);
    throw_io(env, "Could not map the performance data file");
    return NULL;
}

/* Unmaps a buffer from attach; the VM's own area stays. */
static void JNICALL detach(JNIEnv *env, jobject perf, jobject buffer)
{
    void *at = (*env)->GetDirectBufferAddress(env, buffer);
    size_t size;
    if (at && at != perf_data_area(&size)) os_file_unmap(at, (size_t)(*env)->GetDirectBufferCapacity(env, buffer));
}

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
