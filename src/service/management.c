/* JVM_GetManagement and the attributes of the whole VM; the other entries of the table have files of their own. */
#include "service/management.h"
#include "core/alloc.h"
#include "core/exception.h"
#include "exec/code/code_report.h"
#include "jdk/jvm.h"
#include "jdk/jvm_exports.h"
#include "log/log.h"
#include "meta/loader.h"
#include "model/service_binding.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "service/heap_dump.h"
#include "service/management_int.h"
#include "thread/vmentry.h"
#include "tool/tool_heap.h"

static _Atomic bool cpu_time_on = true, allocated_on = true;

void management_init(void)
{
    attach_init();
    service_binding.attach_requested = attach_requested;
    service_binding.start_attach = attach_start;
    service_binding.dump_heap = heap_dump_as_asked;
    tool_heap_dump = heap_dump_write_plain;
    service_binding.collection = mm_observe_collection;
}

static jint get_version(JNIEnv *env) { return JMM_VERSION; }

static jint get_optional_support(JNIEnv *env, unsigned *support)
{
    if (!support) return -1;
    *support = JMM_OPT_COMPILE_TIME | JMM_OPT_LOW_MEMORY | JMM_OPT_CONTENTION | JMM_OPT_CURRENT_CPU |
               JMM_OPT_OTHER_CPU | JMM_OPT_MONITOR_USAGE | JMM_OPT_SYNCHRONIZER_USAGE | JMM_OPT_THREAD_ALLOCATED |
               JMM_OPT_DIAGNOSTIC_COMMANDS;
    return 0;
}

static u32 hidden_threads(struct thread *self)
{
    u32 n = 0;
    threads_lock(self);
    for (struct thread *t = threads_first(); t; t = t->next) n += t->is_hidden;
    threads_unlock();
    return n;
}

/* -1: unknown attribute. */
static jlong vm_long(struct thread *self, jint attribute)
{
    size_t used, committed;
    switch (attribute) {
    case JMM_CLASSES_LOADED: return (jlong)(classes_count().loaded + classes_count().unloaded);
    case JMM_CLASSES_UNLOADED: return (jlong)classes_count().unloaded;
    case JMM_THREADS_STARTED: return (jlong)threads_started();
    case JMM_THREADS_LIVE: return threads_live();
    case JMM_THREADS_PEAK: return threads_peak();
    case JMM_THREADS_DAEMON: return threads_live_daemons();
    case JMM_START_TIME_MS: return log_start_wall_ms();
    case JMM_UPTIME_MS: return log_uptime_ns() / OS_NS_PER_MS;
    case JMM_COMPILE_TIME_MS: return code_compile_ns() / OS_NS_PER_MS;
    case JMM_GC_TIME_MS: return (jlong)(heap_collection_ns() / (u64)OS_NS_PER_MS);
    case JMM_GC_COUNT: return (jlong)heap_collections();
    case JMM_CLASS_BYTES: mm_class_space(&used, &committed); return (jlong)used;
    case JMM_VM_FLAGS: return mm_flag_count();
    case JMM_VM_THREADS: return hidden_threads(self);
    case JMM_PROCESS_ID: return os_pid();
    case JMM_PHYSICAL_BYTES: return (jlong)os_physical_memory();
    default: return -1;
    }
}

static jlong get_long(JNIEnv *env, jobject obj, jint attribute)
{
    if (attribute == JMM_GC_EXTRA_ATTRIBUTES) return 1; /* see mm_gc_attribute_info */
    if (obj && (attribute == JMM_GC_COUNT || attribute == JMM_GC_TIME_MS)) {
        u32 collector = mm_collector_of(env, obj);
        if (collector < MM_COLLECTORS)
            return attribute == JMM_GC_COUNT ? mm_gc_count(collector) : mm_gc_time_ms(collector);
    }
    VM_ENTRY(env);
    VM_RETURN(vm_long(self, attribute));
}

static jint get_longs(JNIEnv *env, jobject obj, const jint *attributes, jint count, jlong *result)
{
    jint good = 0;
    for (jint i = 0; i < count; i++) {
        result[i] = get_long(env, obj, attributes[i]);
        good += result[i] != -1;
    }
    return good;
}

/* As on HotSpot: is everything on that setting this turns on, which is class+load*? */
static bool tells_of_classes(void)
{
    return log_stdout_level(LOGTAGS_class_load) >= LOG_info &&
           log_stdout_level(LOGTAGS_class_load_placeholders) >= LOG_info;
}

static jboolean get_bool(JNIEnv *env, jint attribute)
{
    switch (attribute) {
    /* logging to files and to standard error does not count */
    case JMM_VERBOSE_GC: return log_stdout_level(LOGTAGS_gc) >= LOG_info;
    case JMM_VERBOSE_CLASS: return tells_of_classes();
    case JMM_CONTENTION_MONITORING: return thread_contention_timing;
    case JMM_THREAD_CPU_TIME: return cpu_time_on;
    case JMM_THREAD_ALLOCATED_MEMORY: return allocated_on;
    default: return JNI_FALSE;
    }
}

/* Resets counts or times of one thread (0: all). */
static void reset_contention(JNIEnv *env, jlong id, bool counts, bool times)
{
    VM_ENTRY(env);
    threads_lock(self);
    for (struct thread *t = threads_first(); t; t = t->next) {
        if (!t->java || (id && obj_long(t->java, WKF(Thread_tid)) != id)) continue;
        if (counts) t->blocked_count = t->waited_count = 0;
        if (times) t->blocked_ns = t->waited_ns = 0;
    }
    threads_unlock();
    VM_RETURN_VOID();
}

/* Unloading of classes is logged with either option. */
static void log_unloading(void)
{
    bool verbose = log_stdout_level(LOGTAGS_gc) >= LOG_info || tells_of_classes();
    log_configure(verbose ? "class+unload=info" : "class+unload=off", NULL, 0);
}

/* Returns the old value. */
static jboolean set_bool(JNIEnv *env, jint attribute, jboolean value)
{
    jboolean old = get_bool(env, attribute);
    switch (attribute) {
    case JMM_VERBOSE_GC:
        log_configure(value ? "gc=info" : "gc=off", NULL, 0);
        log_unloading();
        break;
    case JMM_VERBOSE_CLASS:
        log_configure(value ? "class+load*=info" : "class+load*=off", NULL, 0);
        log_unloading();
        break;
    case JMM_CONTENTION_MONITORING:
        if (value && !old) reset_contention(env, 0, false, true);
        thread_contention_timing = value != 0;
        break;
    case JMM_THREAD_CPU_TIME: cpu_time_on = value != 0; break;
    case JMM_THREAD_ALLOCATED_MEMORY: allocated_on = value != 0; break;
    default: break;
    }
    return old;
}

static jboolean reset_statistic(JNIEnv *env, jvalue obj, jint type)
{
    switch (type) {
    case JMM_STAT_PEAK_THREADS: threads_reset_peak(); return JNI_TRUE;
    case JMM_STAT_CONTENTION_COUNT: reset_contention(env, obj.j, true, false); return JNI_TRUE;
    case JMM_STAT_CONTENTION_TIME: reset_contention(env, obj.j, false, true); return JNI_TRUE;
    case JMM_STAT_PEAK_POOL: mm_reset_peak(env, obj.l); return JNI_TRUE;
    default: return JNI_FALSE;
    }
}

static void set_command_notification(JNIEnv *env, jboolean enabled) {} /* the set of commands never changes */

static jint dump_heap(JNIEnv *env, jstring file, jboolean live)
{
    const char *path = file ? (*env)->GetStringUTFChars(env, file, NULL) : NULL;
    if (!path) {
        if (!file) mm_throw(env, "java/lang/NullPointerException", "Output file name is null.");
        return -1;
    }
    char error[256];
    i64 size;
    {
        VM_ENTRY(env);
        size = heap_dump_write_plain(self, path, live != 0, false, error, sizeof error);
        VM_LEAVE();
    }
    (*env)->ReleaseStringUTFChars(env, file, path);
    if (size < 0) mm_throw(env, "java/io/IOException", error);
    return size < 0 ? -1 : 0;
}

static const struct jmm_interface table = {
    .GetVersion = get_version,
    .GetOptionalSupport = get_optional_support,
    .GetThreadInfo = mm_get_thread_info,
    .GetMemoryPools = mm_get_pools,
    .GetMemoryManagers = mm_get_managers,
    .GetMemoryPoolUsage = mm_get_pool_usage,
    .GetPeakMemoryPoolUsage = mm_get_peak_pool_usage,
    .GetOneThreadAllocatedMemory = mm_thread_allocated,
    .GetThreadAllocatedMemory = mm_threads_allocated,
    .GetMemoryUsage = mm_get_memory_usage,
    .GetLongAttribute = get_long,
    .GetBoolAttribute = get_bool,
    .SetBoolAttribute = set_bool,
    .GetLongAttributes = get_longs,
    .FindMonitorDeadlocks = mm_find_monitor_deadlocks,
    .GetThreadCpuTime = mm_cpu_time,
    .GetVMGlobalNames = mm_flag_names,
    .GetVMGlobals = mm_get_flags,
    .GetInternalThreadTimes = mm_internal_thread_times,
    .ResetStatistic = reset_statistic,
    .SetPoolSensor = mm_set_sensor,
    .SetPoolThreshold = mm_set_threshold,
    .GetPoolCollectionUsage = mm_get_collection_usage,
    .GetGCExtAttributeInfo = mm_gc_attribute_info,
    .GetLastGCStat = mm_last_gc,
    .GetThreadCpuTimeWithKind = mm_cpu_time_kind,
    .GetThreadCpuTimesWithKind = mm_cpu_times_kind,
    .DumpHeap = dump_heap,
    .FindDeadlocks = mm_find_deadlocks,
    .SetVMGlobal = mm_set_flag,
    .GetTotalThreadAllocatedMemory = mm_total_allocated,
    .DumpThreads = mm_dump_threads,
    .SetGCNotificationEnabled = mm_enable_gc_notifications,
    .GetDiagnosticCommands = mm_commands,
    .GetDiagnosticCommandInfo = mm_command_info,
    .GetDiagnosticCommandArgumentsInfo = mm_command_arguments,
    .ExecuteDiagnosticCommand = mm_execute,
    .SetDiagnosticFrameworkNotificationEnabled = set_command_notification,
};

/* Version numbers: major in the top half; a caller of an older interface gets the same table. */
JNIEXPORT void *JNICALL JVM_GetManagement(jint version)
{
    return (version & 0xffff0000) <= (JMM_VERSION & 0xffff0000) && (version >> 16) >= 0x2001 ? (void *)&table : NULL;
}
