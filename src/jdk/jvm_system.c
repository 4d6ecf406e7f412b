/* Time, memory and the end of the process: natives of java.lang.System, Runtime, Shutdown and jdk.internal.misc.VM. */
#include "core/alloc.h"
#include "jdk/jvm_exports.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "thread/recorder.h"
#include "thread/vmentry.h"

JNIEXPORT jlong JNICALL JVM_CurrentTimeMillis(JNIEnv *env, jclass unused) { return os_time_wall_ms(); }
JNIEXPORT jlong JNICALL JVM_NanoTime(JNIEnv *env, jclass unused) { return os_time_monotonic_ns(); }

/* Nanoseconds of the wall clock above `offset_seconds`; -1 when the difference is 2^32 seconds or more. */
JNIEXPORT jlong JNICALL JVM_GetNanoTimeAdjustment(JNIEnv *env, jclass unused, jlong offset_seconds)
{
    const jlong limit = (jlong)1 << 32;
    jlong now = os_time_wall_ns(), seconds = now / OS_NS_PER_SEC, difference;
    if (__builtin_sub_overflow(seconds, offset_seconds, &difference) || difference >= limit || difference <= -limit)
        return -1;
    return difference * OS_NS_PER_SEC + now % OS_NS_PER_SEC;
}

JNIEXPORT void JNICALL JVM_BeforeHalt(void)
{
    VM_ENTRY_SELF();
    if (RECORDER_WANTS(Shutdown)) recorder_shutdown(self, self, "Shutdown requested from Java");
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_Halt(jint code)
{
    VM_ENTRY_SELF();
    vm_exit(self, code);
}

static NOINLINE void collect(void)
{
    VM_ENTRY_SELF();
    if (!options.disable_explicit_gc) {
        i64 began = RECORDER_WANTS(SystemGC) ? os_time_monotonic_ns() : 0;
        vm_collect(self, HEAP_CAUSE_SYSTEM_GC, false);
        if (began && RECORDER_WANTS(SystemGC)) recorder_system_gc(self, began, false);
    }
    VM_RETURN_VOID();
}
/* The collection's own C frames are in memory that earlier calls have not used. */
JNIEXPORT void JNICALL JVM_GC(void)
{
    thread_forget_calls();
    collect();
}

JNIEXPORT jlong JNICALL JVM_TotalMemory(void) { return (jlong)heap_committed(); }
JNIEXPORT jlong JNICALL JVM_MaxMemory(void) { return (jlong)heap_max(); }
JNIEXPORT jlong JNICALL JVM_FreeMemory(void)
{
    size_t used = heap_used(), committed = heap_committed();
    return used < committed ? (jlong)(committed - used) : 0;
}

JNIEXPORT jint JNICALL JVM_ActiveProcessorCount(void) { return os_cpu_count(); }
/* the Java side reads the cgroup files itself */
JNIEXPORT jboolean JNICALL JVM_IsUseContainerSupport(void) { return JNI_TRUE; }
JNIEXPORT jboolean JNICALL JVM_SupportsCX8(void) { return JNI_TRUE; }

/* Milliseconds since the last collection was first noticed here; RMI uses it to decide whether one is due. */
JNIEXPORT jlong JNICALL JVM_MaxObjectInspectionAge(void)
{
    static _Atomic u64 seen_collections;
    static _Atomic i64 seen_at;
    u64 now_collections = heap_collections();
    i64 now = os_time_monotonic_ns();
    if (atomic_exchange(&seen_collections, now_collections) != now_collections || seen_at == 0) seen_at = now;
    return (now - seen_at) / OS_NS_PER_MS;
}

JNIEXPORT char *JNICALL JVM_NativePath(char *path) { return path; } /* already native on this system */
