/* The table of functions that libmanagement and libmanagement_ext get from JVM_GetManagement: layout and numbers of JDK
 * 17's management interface, version 3, as those libraries use it. An attached thread calls them IN_NATIVE. */
#ifndef ARGUS_SERVICE_JMM_H
#define ARGUS_SERVICE_JMM_H

#include <jni.h>

enum { JMM_VERSION = 0x20030000 };

enum jmm_long {
    JMM_CLASSES_LOADED = 1,
    JMM_CLASSES_UNLOADED,
    JMM_THREADS_STARTED,
    JMM_THREADS_LIVE,
    JMM_THREADS_PEAK,
    JMM_THREADS_DAEMON,
    JMM_START_TIME_MS,
    JMM_COMPILE_TIME_MS,
    JMM_GC_TIME_MS,
    JMM_GC_COUNT,
    JMM_UPTIME_MS,
    JMM_CLASS_BYTES = 101,
    JMM_UNLOADED_CLASS_BYTES,
    JMM_CLASS_LOAD_TIME,
    JMM_VM_FLAGS,
    JMM_SAFEPOINTS,
    JMM_SAFEPOINT_SYNC_MS,
    JMM_SAFEPOINT_MS,
    JMM_APPLICATION_MS,
    JMM_VM_THREADS,
    JMM_CLASSES_INITIALIZED,
    JMM_CLASS_INIT_MS,
    JMM_METHOD_DATA_SIZE,
    JMM_CLASS_VERIFY_MS,
    JMM_PROCESS_ID = 201,
    JMM_PHYSICAL_BYTES,
    JMM_GC_EXTRA_ATTRIBUTES = 401,
};
enum jmm_bool {
    JMM_VERBOSE_GC = 21,
    JMM_VERBOSE_CLASS,
    JMM_CONTENTION_MONITORING,
    JMM_THREAD_CPU_TIME,
    JMM_THREAD_ALLOCATED_MEMORY
};
enum jmm_statistic {
    JMM_STAT_PEAK_THREADS = 801,
    JMM_STAT_CONTENTION_COUNT,
    JMM_STAT_CONTENTION_TIME,
    JMM_STAT_CONTENTION,
    JMM_STAT_PEAK_POOL,
    JMM_STAT_GC
};
enum jmm_threshold { JMM_USAGE_HIGH = 901, JMM_USAGE_LOW, JMM_COLLECTION_HIGH, JMM_COLLECTION_LOW };

enum jmm_optional { /* bits of the word for GetOptionalSupport */
                    JMM_OPT_LOW_MEMORY = 1 << 0,
                    JMM_OPT_COMPILE_TIME = 1 << 1,
                    JMM_OPT_CONTENTION = 1 << 2,
                    JMM_OPT_CURRENT_CPU = 1 << 3,
                    JMM_OPT_OTHER_CPU = 1 << 4,
                    JMM_OPT_MONITOR_USAGE = 1 << 5,
                    JMM_OPT_SYNCHRONIZER_USAGE = 1 << 6,
                    JMM_OPT_THREAD_ALLOCATED = 1 << 7,
                    JMM_OPT_DIAGNOSTIC_COMMANDS = 1 << 8,
};

enum jmm_flag_type { JMM_FLAG_UNKNOWN, JMM_FLAG_BOOL, JMM_FLAG_STRING, JMM_FLAG_LONG, JMM_FLAG_DOUBLE };
struct jmm_flag {
    jstring name;
    jvalue value;
    jint type, origin;
    unsigned writeable : 1, external : 1, reserved : 30;
    void *reserved1, *reserved2;
};
struct jmm_ext_attribute {
    const char *name;
    char type;
    const char *description;
};
struct jmm_gc_stat {
    jlong index, start_time, end_time;
    jobjectArray before, after;
    jint ext_room;
    jvalue *ext;
    jint ext_count;
};
struct jmm_command {
    const char *name, *description, *impact, *permission_class, *permission_name, *permission_action;
    int arguments;
    jboolean enabled;
};
struct jmm_command_argument {
    const char *name, *description, *type, *default_string;
    jboolean mandatory, option, multiple;
    int position;
};

struct jmm_interface {
    void *reserved1, *reserved2;
    jint (*GetVersion)(JNIEnv *env);
    jint (*GetOptionalSupport)(JNIEnv *env, unsigned *support);
    jint (*GetThreadInfo)(JNIEnv *env, jlongArray ids, jint max_depth, jobjectArray result);
    jobjectArray (*GetMemoryPools)(JNIEnv *env, jobject manager);
    jobjectArray (*GetMemoryManagers)(JNIEnv *env, jobject pool);
    jobject (*GetMemoryPoolUsage)(JNIEnv *env, jobject pool);
    jobject (*GetPeakMemoryPoolUsage)(JNIEnv *env, jobject pool);
    jlong (*GetOneThreadAllocatedMemory)(JNIEnv *env, jlong id);
    void (*GetThreadAllocatedMemory)(JNIEnv *env, jlongArray ids, jlongArray sizes);
    jobject (*GetMemoryUsage)(JNIEnv *env, jboolean heap);
    jlong (*GetLongAttribute)(JNIEnv *env, jobject obj, jint attribute);
    jboolean (*GetBoolAttribute)(JNIEnv *env, jint attribute);
    jboolean (*SetBoolAttribute)(JNIEnv *env, jint attribute, jboolean value);
    jint (*GetLongAttributes)(JNIEnv *env, jobject obj, const jint *attributes, jint count, jlong *result);
    jobjectArray (*FindMonitorDeadlocks)(JNIEnv *env);
    jlong (*GetThreadCpuTime)(JNIEnv *env, jlong id);
    jobjectArray (*GetVMGlobalNames)(JNIEnv *env);
    jint (*GetVMGlobals)(JNIEnv *env, jobjectArray names, struct jmm_flag *flags, jint count);
    jint (*GetInternalThreadTimes)(JNIEnv *env, jobjectArray names, jlongArray times);
    jboolean (*ResetStatistic)(JNIEnv *env, jvalue obj, jint type);
    void (*SetPoolSensor)(JNIEnv *env, jobject pool, jint threshold, jobject sensor);
    jlong (*SetPoolThreshold)(JNIEnv *env, jobject pool, jint threshold, jlong value);
    jobject (*GetPoolCollectionUsage)(JNIEnv *env, jobject pool);
    jint (*GetGCExtAttributeInfo)(JNIEnv *env, jobject manager, struct jmm_ext_attribute *info, jint count);
    void (*GetLastGCStat)(JNIEnv *env, jobject manager, struct jmm_gc_stat *stat);
    jlong (*GetThreadCpuTimeWithKind)(JNIEnv *env, jlong id, jboolean user_and_system);
    void (*GetThreadCpuTimesWithKind)(JNIEnv *env, jlongArray ids, jlongArray times, jboolean user_and_system);
    jint (*DumpHeap)(JNIEnv *env, jstring file, jboolean live);
    jobjectArray (*FindDeadlocks)(JNIEnv *env, jboolean monitors_only);
    void (*SetVMGlobal)(JNIEnv *env, jstring name, jvalue value);
    jlong (*GetTotalThreadAllocatedMemory)(JNIEnv *env);
    jobjectArray (*DumpThreads)(JNIEnv *env, jlongArray ids, jboolean monitors, jboolean synchronizers, jint max_depth);
    void (*SetGCNotificationEnabled)(JNIEnv *env, jobject manager, jboolean enabled);
    jobjectArray (*GetDiagnosticCommands)(JNIEnv *env);
    void (*GetDiagnosticCommandInfo)(JNIEnv *env, jobjectArray commands, struct jmm_command *info);
    void (*GetDiagnosticCommandArgumentsInfo)(JNIEnv *env, jstring command, struct jmm_command_argument *info,
                                              jint count);
    jstring (*ExecuteDiagnosticCommand)(JNIEnv *env, jstring command);
    void (*SetDiagnosticFrameworkNotificationEnabled)(JNIEnv *env, jboolean enabled);
};

#endif
