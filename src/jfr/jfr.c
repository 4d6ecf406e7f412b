/* The natives of jdk.jfr.internal.JVM, and the recorder's life. */
#include "jfr/jfr.h"
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_natives.h"
#include "jfr/jfr_int.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/vm.h"
#include "model/wellknown.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "thread/recorder.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- what the VM knows of the JDK's half ---- */

static struct class *find_class(struct thread *self, const char *name)
{
    struct class *c = loader_boot_class_or_null(self, symbol_from_cstr(name));
    return c && !self->pending && class_init(self, c) ? c : NULL;
}
static u32 field_of(const struct class *c, const char *name, const char *type)
{
    struct field *f = class_find_field_here(c, symbol_from_cstr(name), symbol_from_cstr(type));
    return f ? f->offset : 0;
}
static struct method *method_of(const struct class *c, const char *name, const char *type)
{
    return class_find_method_here(c, symbol_from_cstr(name), symbol_from_cstr(type));
}

bool jfr_find_upcalls(struct thread *self)
{
    struct jfr_names *n = &jfr_names;
    struct class *u = find_class(self, "jdk/jfr/internal/JVMUpcalls");
    if (!u) return false;
    n->on_retransform = method_of(u, "onRetransform", "(JZLjava/lang/Class;[B)[B");
    n->eager = method_of(u, "bytesForEagerInstrumentation", "(JZLjava/lang/Class;[B)[B");
    n->create_thread =
        method_of(u, "createRecorderThread", "(Ljava/lang/ThreadGroup;Ljava/lang/ClassLoader;)Ljava/lang/Thread;");
    return n->on_retransform && n->eager && n->create_thread;
}

static bool find_names(struct thread *self)
{
    struct jfr_names *n = &jfr_names;
    struct class *w = find_class(self, "jdk/jfr/internal/EventWriter");
    if (!w || !jfr_find_upcalls(self)) return false;
    n->writer = w;
    n->bootstrap = symbol_from_cstr("bootstrap");
    n->writer_init = method_of(w, "<init>", "(JJJJZ)V");
    n->writer_start = field_of(w, "startPosition", "J");
    n->writer_start_address = field_of(w, "startPositionAddress", "J");
    n->writer_current = field_of(w, "currentPosition", "J");
    n->writer_max = field_of(w, "maxPosition", "J");
    n->writer_valid = field_of(w, "valid", "Z");
    n->writer_notified = field_of(w, "notified", "Z");
    n->writer_end = method_of(w, "endEvent", "()Z");
    n->writer_asks = method_of(w, "isNotified", "()Z");
    jfr_find_end_of_event(n);
    return n->writer_init && n->writer_start && n->writer_start_address && n->writer_current && n->writer_max &&
           n->writer_valid && n->writer_notified;
}

/* ---- life ---- */

static bool create(struct thread *self)
{
    const char *why;
    if (jfr_started()) return true;
    if (!jfr_metadata_ready(&why)) {
        LOG(error, jfr_system, "No flight recorder: %s", why);
        return false;
    }
    if (!find_names(self)) return false;
    atomic_store_explicit(&jfr_is_started, true, memory_order_release);
    if (jfr_start_recorder(self)) return true;
    atomic_store(&jfr_is_started, false);
    return false;
}

JNIEXPORT static jboolean JNICALL create_jfr(JNIEnv *env, jobject jvm, jboolean fail)
{
    VM_ENTRY(env);
    bool good = !fail && create(self);
    if (!good && !self->pending) THROW(self, IllegalStateException, "Unable to start Jfr");
    VM_RETURN((jboolean)good);
}

JNIEXPORT static jboolean JNICALL destroy_jfr(JNIEnv *env, jobject jvm)
{
    if (!jfr_started()) return JNI_FALSE;
    jfr_end_recording(thread_of_env(env));
    jfr_stop_recorder();
    atomic_store(&jfr_is_started, false);
    return JNI_TRUE;
}

JNIEXPORT static jboolean JNICALL is_available(JNIEnv *env, jobject jvm)
{
    const char *why;
    VM_ENTRY(env);
    bool good = !options.no_flight_recorder && jfr_metadata_ready(&why);
    VM_RETURN((jboolean)good);
}

JNIEXPORT static void JNICALL begin_recording(JNIEnv *env, jobject jvm)
{
    if (jfr_started()) jfr_begin_recording(thread_of_env(env));
}
JNIEXPORT static void JNICALL end_recording(JNIEnv *env, jobject jvm) { jfr_end_recording(thread_of_env(env)); }
JNIEXPORT static jboolean JNICALL is_recording(JNIEnv *env, jobject jvm) { return jfr_recording(); }
JNIEXPORT static void JNICALL mark_final(JNIEnv *env, jobject jvm) { jfr_mark_final(); }
JNIEXPORT static void JNICALL flush_all(JNIEnv *env, jobject jvm) { jfr_flush(thread_of_env(env)); }

JNIEXPORT static void JNICALL abort_recorder(JNIEnv *env, jobject jvm, jstring message)
{
    const char *text = message ? (*env)->GetStringUTFChars(env, message, NULL) : NULL;
    LOG(error, jfr_system, "%s", text ? text : "The recording cannot go on");
    if (text) (*env)->ReleaseStringUTFChars(env, message, text);
}

JNIEXPORT static void JNICALL uncaught_exception(JNIEnv *env, jobject jvm, jobject thread, jthrowable t)
{
    if (!t) return;
    VM_ENTRY(env);
    char name[512];
    LOG(debug, jfr_system, "A thread of the recorder ended with %s",
        class_external_name(object_class(ref_get(t)), name, sizeof name));
    VM_RETURN_VOID();
}

/* ---- files ---- */

JNIEXPORT static void JNICALL set_output(JNIEnv *env, jobject jvm, jstring path)
{
    if (!jfr_started()) return;
    const char *text = path ? (*env)->GetStringUTFChars(env, path, NULL) : NULL;
    if (!path || text) jfr_set_output(thread_of_env(env), text);
    if (text) (*env)->ReleaseStringUTFChars(env, path, text);
}

JNIEXPORT static void JNICALL store_metadata(JNIEnv *env, jobject jvm, jbyteArray bytes)
{
    jsize n = bytes ? (*env)->GetArrayLength(env, bytes) : 0;
    u8 *copy = n ? malloc((size_t)n) : NULL;
    if (!copy) return;
    (*env)->GetByteArrayRegion(env, bytes, 0, n, (jbyte *)copy);
    jfr_store_metadata(copy, (size_t)n);
}

JNIEXPORT static void JNICALL set_file_notification(JNIEnv *env, jobject jvm, jlong bytes)
{
    atomic_store(&jfr_chunk_limit, (u64)bytes);
}
JNIEXPORT static void JNICALL set_repository(JNIEnv *env, jobject jvm, jstring path)
{
    const char *text = path ? (*env)->GetStringUTFChars(env, path, NULL) : NULL;
    if (!text) return;
    jfr_set_repository(text);
    (*env)->ReleaseStringUTFChars(env, path, text);
}
JNIEXPORT static jboolean JNICALL should_rotate(JNIEnv *env, jobject jvm) { return jfr_should_rotate(); }
JNIEXPORT static jlong JNICALL chunk_start(JNIEnv *env, jobject jvm) { return jfr_chunk_start(); }

/* ---- constants ---- */

JNIEXPORT static jlong JNICALL class_id(JNIEnv *env, jclass cls, jclass c)
{
    VM_ENTRY(env);
    struct object *mirror = ref_get(c);
    VM_RETURN((jlong)(mirror ? jfr_use_class(class_of_mirror(mirror)) : 0));
}
JNIEXPORT static jlong JNICALL type_id_of_class(JNIEnv *env, jobject jvm, jclass c)
{
    VM_ENTRY(env);
    struct object *mirror = ref_get(c);
    VM_RETURN((jlong)(mirror ? jfr_class_id(class_of_mirror(mirror)) : 0));
}
JNIEXPORT static jlong JNICALL type_id_of_name(JNIEnv *env, jobject jvm, jstring name)
{
    const char *why, *text = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    if (!text) return -1;
    VM_ENTRY(env);
    jlong id = jfr_metadata_ready(&why) ? jfr_type_id(text) : -1;
    VM_LEAVE();
    (*env)->ReleaseStringUTFChars(env, name, text);
    return id;
}
JNIEXPORT static jlong JNICALL stack_trace_id(JNIEnv *env, jobject jvm, jint skip)
{
    VM_ENTRY(env);
    VM_RETURN((jlong)(jfr_started() && skip >= 0 ? jfr_trace(self, (u32)skip, true) : 0));
}
JNIEXPORT static jboolean JNICALL add_string(JNIEnv *env, jclass cls, jlong id, jstring s)
{
    VM_ENTRY(env);
    struct object *o = ref_get(s);
    if (o && id > 0) jfr_add_string((u64)id, o);
    VM_RETURN((jboolean)(o != NULL && id > 0));
}

/* ---- threads ---- */

JNIEXPORT static jlong JNICALL thread_id(JNIEnv *env, jobject jvm, jobject thread)
{
    VM_ENTRY(env);
    struct object *java = ref_get(thread);
    u64 id = 0;
    if (java && java == self->java)
        id = jfr_use_thread(self);
    else if (java) {
        jobject keep = ref_local(self, java);
        threads_lock(self);
        struct thread *t = thread_of_java(ref_get(keep));
        id = t ? jfr_use_thread(t) : 0;
        threads_unlock();
        ref_delete_local(self, keep);
    }
    VM_RETURN((jlong)id);
}
static void exclude(JNIEnv *env, jobject thread, bool leave_out)
{
    VM_ENTRY(env);
    struct object *java = ref_get(thread);
    if (java) jfr_exclude(self, java, leave_out);
    VM_RETURN_VOID();
}
JNIEXPORT static void JNICALL exclude_thread(JNIEnv *env, jobject jvm, jobject thread) { exclude(env, thread, true); }
JNIEXPORT static void JNICALL include_thread(JNIEnv *env, jobject jvm, jobject thread) { exclude(env, thread, false); }
JNIEXPORT static jboolean JNICALL is_excluded(JNIEnv *env, jobject jvm, jobject thread)
{
    VM_ENTRY(env);
    struct object *java = ref_get(thread);
    VM_RETURN((jboolean)(java && jfr_thread_excluded(NULL, java)));
}
JNIEXPORT static jobject JNICALL event_writer(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN(ref_local(self, self->event_writer));
}

/* ---- settings ---- */

JNIEXPORT static jlong JNICALL counter_time(JNIEnv *env, jclass cls) { return os_time_monotonic_ns(); }
JNIEXPORT static jlong JNICALL ticks_frequency(JNIEnv *env, jobject jvm) { return OS_NS_PER_SEC; }
JNIEXPORT static jdouble JNICALL conversion_factor(JNIEnv *env, jobject jvm) { return 1.0; }
JNIEXPORT static void JNICALL set_enabled(JNIEnv *env, jobject jvm, jlong id, jboolean on)
{
    VM_ENTRY(env);
    jfr_set_enabled(self, id, on);
    VM_RETURN_VOID();
}
JNIEXPORT static void JNICALL set_stack(JNIEnv *env, jobject jvm, jlong id, jboolean on) { jfr_set_stack(id, on); }
JNIEXPORT static jboolean JNICALL set_threshold(JNIEnv *env, jobject jvm, jlong id, jlong ticks)
{
    return jfr_set_threshold(id, ticks);
}
JNIEXPORT static jboolean JNICALL set_cutoff(JNIEnv *env, jobject jvm, jlong id, jlong ticks)
{
    return jfr_set_cutoff(id, ticks);
}
JNIEXPORT static jboolean JNICALL set_throttle(JNIEnv *env, jobject jvm, jlong id, jlong count, jlong ms)
{
    VM_ENTRY(env);
    bool known = jfr_set_throttle(self, id, count, ms);
    VM_RETURN((jboolean)known);
}
JNIEXPORT static void JNICALL set_stack_depth(JNIEnv *env, jobject jvm, jint depth)
{
    enum { LEAST = 1, MOST = 2048 };
    jfr_stack_depth = (u32)(depth < LEAST ? LEAST : depth > MOST ? MOST : depth);
}
static void set_size(u64 *size, jlong v)
{
    if (v > 0) *size = (u64)v;
}
JNIEXPORT static void JNICALL set_buffer_count(JNIEnv *env, jobject jvm, jlong v)
{
    set_size(&jfr_global_buffer_count, v);
}
JNIEXPORT static void JNICALL set_buffer_size(JNIEnv *env, jobject jvm, jlong v)
{
    set_size(&jfr_global_buffer_size, v);
}
JNIEXPORT static void JNICALL set_memory_size(JNIEnv *env, jobject jvm, jlong v) { set_size(&jfr_memory_size, v); }
JNIEXPORT static void JNICALL set_thread_buffer(JNIEnv *env, jobject jvm, jlong v)
{
    set_size(&jfr_thread_buffer_size, v);
}
/* Chunks of Argus have compressed integers; the JDK's half never asks for others. */
JNIEXPORT static void JNICALL set_compressed(JNIEnv *env, jobject jvm, jboolean on) {}
JNIEXPORT static void JNICALL set_sample_threads(JNIEnv *env, jobject jvm, jboolean on) {}
JNIEXPORT static void JNICALL set_sampling_period(JNIEnv *env, jobject jvm, jlong type, jlong ms)
{
    VM_ENTRY(env);
    i64 period = ms <= 0 ? 0 : ms > INT64_MAX / OS_NS_PER_MS ? INT64_MAX : ms * OS_NS_PER_MS;
    static const u32 samples[] = { RECORDER_ExecutionSample, RECORDER_NativeMethodSample };
    for (size_t i = 0; i < ARRAY_LEN(samples); i++)
        if (jfr_event_id(samples[i]) == type && !jfr_sample_every(self, samples[i], period))
            LOG(warning, jfr_system, "The thread that samples could not be started");
    VM_RETURN_VOID();
}
JNIEXPORT static jboolean JNICALL emit_event(JNIEnv *env, jobject jvm, jlong id, jlong when, jlong kind)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)jfr_emit_asked(self, id));
}
JNIEXPORT static void JNICALL emit_old_objects(JNIEnv *env, jobject jvm, jlong cutoff, jboolean all, jboolean skip)
{
    VM_ENTRY(env);
    if (jfr_started()) jfr_old_emit(self, cutoff, all);
    VM_RETURN_VOID();
}
JNIEXPORT static void JNICALL emit_data_loss(JNIEnv *env, jclass cls, jlong bytes)
{
    VM_ENTRY(env);
    if (bytes > 0) jfr_tell_loss(self, (u64)bytes);
    VM_RETURN_VOID();
}

/* ---- classes ---- */

JNIEXPORT static jobject JNICALL event_classes(JNIEnv *env, jobject jvm) { return jfr_event_classes(env); }
JNIEXPORT static jlong JNICALL unloaded_count(JNIEnv *env, jobject jvm) { return (jlong)jfr_unloaded_event_classes; }
JNIEXPORT static void JNICALL retransform(JNIEnv *env, jobject jvm, jobjectArray classes)
{
    jfr_retransform(env, classes);
}
JNIEXPORT static void JNICALL set_force(JNIEnv *env, jobject jvm, jboolean on)
{
    atomic_store(&jfr_force_code, on != JNI_FALSE);
}
JNIEXPORT static jboolean JNICALL may_retransform(JNIEnv *env, jobject jvm) { return jfr_may_retransform; }
JNIEXPORT static jboolean JNICALL set_handler(JNIEnv *env, jobject jvm, jclass c, jobject handler)
{
    VM_ENTRY(env);
    struct object *mirror = ref_get(c);
    VM_RETURN((jboolean)(mirror && jfr_set_handler(class_of_mirror(mirror), ref_get(handler))));
}
JNIEXPORT static jobject JNICALL get_handler(JNIEnv *env, jobject jvm, jclass c)
{
    VM_ENTRY(env);
    struct object *mirror = ref_get(c);
    /* it registers itself when it is initialized */
    bool good = mirror && class_init(self, class_of_mirror(mirror));
    VM_RETURN(ref_local(self, good ? jfr_get_handler(class_of_mirror(ref_get(c))) : NULL));
}
JNIEXPORT static jstring JNICALL get_pid(JNIEnv *env, jobject jvm)
{
    char text[24];
    snprintf(text, sizeof text, "%d", os_pid());
    return (*env)->NewStringUTF(env, text);
}

#define CLS "Ljava/lang/Class;"
#define STR "Ljava/lang/String;"
#define THR "Ljava/lang/Thread;"
#define HANDLER "Ljdk/jfr/internal/handlers/EventHandler;"
#define WRITER "Ljdk/jfr/internal/EventWriter;"

static const struct vm_native natives[] = {
    { "registerNatives", "()V", vm_register_natives },
    { "createJFR", "(Z)Z", create_jfr },
    { "destroyJFR", "()Z", destroy_jfr },
    { "isAvailable", "()Z", is_available },
    { "beginRecording", "()V", begin_recording },
    { "endRecording", "()V", end_recording },
    { "isRecording", "()Z", is_recording },
    { "markChunkFinal", "()V", mark_final },
    { "abort", "(" STR ")V", abort_recorder },
    { "uncaughtException", "(" THR "Ljava/lang/Throwable;)V", uncaught_exception },
    { "flush", "()V", flush_all },
    { "flush", "(" WRITER "II)Z", jfr_native_flush_writer },
    { "newEventWriter", "()" WRITER, jfr_native_new_event_writer },
    { "getEventWriter", "()Ljava/lang/Object;", event_writer },
    { "setOutput", "(" STR ")V", set_output },
    { "storeMetadataDescriptor", "([B)V", store_metadata },
    { "setFileNotification", "(J)V", set_file_notification },
    { "setRepositoryLocation", "(" STR ")V", set_repository },
    { "shouldRotateDisk", "()Z", should_rotate },
    { "getChunkStartNanos", "()J", chunk_start },
    { "getClassId", "(" CLS ")J", class_id },
    { "getTypeId", "(" CLS ")J", type_id_of_class },
    { "getTypeId", "(" STR ")J", type_id_of_name },
    { "getStackTraceId", "(I)J", stack_trace_id },
    { "addStringConstant", "(J" STR ")Z", add_string },
    { "getThreadId", "(" THR ")J", thread_id },
    { "exclude", "(" THR ")V", exclude_thread },
    { "include", "(" THR ")V", include_thread },
    { "isExcluded", "(" THR ")Z", is_excluded },
    { "counterTime", "()J", counter_time },
    { "getTicksFrequency", "()J", ticks_frequency },
    { "getTimeConversionFactor", "()D", conversion_factor },
    { "setEnabled", "(JZ)V", set_enabled },
    { "setStackTraceEnabled", "(JZ)V", set_stack },
    { "setThreshold", "(JJ)Z", set_threshold },
    { "setCutoff", "(JJ)Z", set_cutoff },
    { "setThrottle", "(JJJ)Z", set_throttle },
    { "setStackDepth", "(I)V", set_stack_depth },
    { "setGlobalBufferCount", "(J)V", set_buffer_count },
    { "setGlobalBufferSize", "(J)V", set_buffer_size },
    { "setMemorySize", "(J)V", set_memory_size },
    { "setThreadBufferSize", "(J)V", set_thread_buffer },
    { "setCompressedIntegers", "(Z)V", set_compressed },
    { "setSampleThreads", "(Z)V", set_sample_threads },
    { "setMethodSamplingPeriod", "(JJ)V", set_sampling_period },
    { "emitEvent", "(JJJ)Z", emit_event },
    { "emitOldObjectSamples", "(JZZ)V", emit_old_objects },
    { "emitDataLoss", "(J)V", emit_data_loss },
    { "log", "(II" STR ")V", jfr_native_log },
    { "logEvent", "(I[" STR "Z)V", jfr_native_log_event },
    { "subscribeLogLevel", "(Ljdk/jfr/internal/LogTag;I)V", jfr_native_subscribe_log },
    { "getAllEventClasses", "()Ljava/util/List;", event_classes },
    { "getUnloadedEventClassCount", "()J", unloaded_count },
    { "retransformClasses", "([" CLS ")V", retransform },
    { "setForceInstrumentation", "(Z)V", set_force },
    { "getAllowedToDoEventRetransforms", "()Z", may_retransform },
    { "setHandler", "(" CLS HANDLER ")Z", set_handler },
    { "getHandler", "(" CLS ")Ljava/lang/Object;", get_handler },
    { "getPid", "()" STR, get_pid },
};
static const struct vm_native_class natives_jfr = VM_NATIVE_CLASS("jdk/jfr/internal/JVM", natives);

static void collection_begins(void)
{
    jfr_take_samples();
    jfr_old_collection_begins();
}

static void class_unloaded(struct class *c)
{
    jfr_old_class_unloaded(c);
    jfr_class_unloaded(c);
}
static void thread_exits(struct thread *self) { jfr_old_thread_ends(self, true); }
static void thread_ends(struct thread *self)
{
    jfr_old_thread_ends(self, false);
    jfr_thread_ends(self);
    /* its events may be in an epoch that began just now */
    if (self->event_writer) (void)jfr_use_thread(self);
}

void jfr_bind(void)
{
    recorder = (struct recorder_binding){
        .emit = jfr_emit,
        .use_thread = jfr_use_thread,
        .event_class = jfr_add_members,
        .event_code = jfr_event_code,
        .class_file = jfr_class_file,
        .class_unloaded = class_unloaded,
        .thread_exits = thread_exits,
        .thread_ends = thread_ends,
        .thread_ended = jfr_thread_ended,
        .sampled_alloc = jfr_sampled_alloc,
        .sampled_object = jfr_sampled_object,
        .collection_begins = collection_begins,
    };
    vm_natives_add(&natives_jfr);
}
