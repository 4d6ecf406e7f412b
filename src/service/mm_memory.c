/* Memory pools as java.lang.management objects: "Argus Eden Space" (objects made since the last collection) and "Argus
 * Old Gen" (its survivors), which both collectors manage and tools know by the ends of their names; "Metaspace" (class
 * metadata outside of the boot loader, to which -XX:MaxMetaspaceSize applies); a part of it, "Compressed Class Space";
 * and "CodeCache". The class library's own factories make the Java objects once; global references keep them. */
#include "base/arena.h"
#include "exec/code/code_cache.h"
#include "meta/loader.h"
#include "model/class_space.h"
#include "model/options.h"
#include "service/management_int.h"
#include "thread/thread_contract.h"
#include "thread/vmentry.h"

static const char *const pool_names[MM_POOLS] = { "Argus Eden Space", "Argus Old Gen", "Metaspace",
                                                  "Compressed Class Space", "CodeCache" };
static const char *const manager_names[] = { "Argus Young Generation", "Argus Old Generation", "Metaspace Manager",
                                             "CodeCacheManager" };
/* the pools of a manager, a bit each */
enum { HEAP_POOLS = 1u << MM_POOL_EDEN | 1u << MM_POOL_OLD };
static const u32 pools_of[] = { HEAP_POOLS, HEAP_POOLS, 1u << MM_POOL_METADATA | 1u << MM_POOL_CLASSES,
                                1u << MM_POOL_CODE };
enum { MANAGER_COUNT = ARRAY_LEN(manager_names) };

static struct os_mutex objects_lock = OS_MUTEX_INIT; /* leaf */
static jobject pools[MM_POOLS] GUARDED_BY(objects_lock), managers[MANAGER_COUNT] GUARDED_BY(objects_lock);
static _Atomic size_t survivors; /* bytes in use after the last collection */
static _Atomic size_t peak_used[MM_POOLS], peak_committed[MM_POOLS];

void mm_class_space(size_t *used, size_t *committed)
{
    struct metadata_usage u = class_space_usage();
    classes_file_bytes(used, committed);
    *used += u.all;
    *committed += u.committed;
}

/* The maximum size of a pool; -1: there is no limit. */
static jlong pool_max(u32 p)
{
    if (p == MM_POOL_EDEN) return -1;
    if (p == MM_POOL_OLD) return (jlong)heap_max();
    if (p == MM_POOL_CLASSES) return (jlong)options.class_space_max;
    if (p == MM_POOL_CODE) return (jlong)options.code_cache_max;
    return options.metaspace_max > INT64_MAX ? -1 : (jlong)options.metaspace_max;
}

/* Memory that existing classes need is not refused at the limit, so this may exceed it a little. */
static void metadata_usage(u32 p, size_t *used, size_t *committed)
{
    struct metadata_usage u = class_space_usage();
    size_t bytes = p == MM_POOL_METADATA ? u.counted : u.classes, whole = ALIGN_UP(bytes, 64 * KB),
           max = (size_t)pool_max(p);
    *used = bytes < max ? bytes : max;
    *committed = whole < max ? whole : max;
}

void mm_note_survivors(void)
{
    WORLD_STOPPED();
    survivors = heap_used();
}

static void heap_usage(size_t *used, size_t *committed)
{
    *used = heap_used();
    *committed = heap_committed();
    if (*committed < *used) *committed = *used; /* the two were read at different times */
}

/* Committed memory is the heap's, for both pools. */
static void generation_usage(bool old, size_t *used, size_t *committed)
{
    size_t all, whole, kept = survivors;
    heap_usage(&all, &whole);
    if (kept > all) kept = all;
    size_t kept_committed = ALIGN_UP(kept, 64 * KB) < whole ? ALIGN_UP(kept, 64 * KB) : whole;
    *used = old ? kept : all - kept;
    *committed = old ? kept_committed : whole - kept_committed;
}

static void code_usage(size_t *used, size_t *committed)
{
    struct code_space s;
    code_space_get(&s);
    *used = s.used;
    *committed = ALIGN_UP(s.most, 64 * KB);
}

void mm_pool_usage(u32 p, size_t *used, size_t *committed)
{
    if (p <= MM_POOL_OLD)
        generation_usage(p == MM_POOL_OLD, used, committed);
    else if (p == MM_POOL_CODE)
        code_usage(used, committed);
    else
        metadata_usage(p, used, committed);
    if (*committed < *used) *committed = *used;
    size_t peak = peak_used[p];
    while (*used > peak && !atomic_compare_exchange_weak(&peak_used[p], &peak, *used)) {}
    peak = peak_committed[p];
    while (*committed > peak && !atomic_compare_exchange_weak(&peak_committed[p], &peak, *committed)) {}
}

/* ---- Java objects ---- */

static jobject new_usage(JNIEnv *env, jlong init, size_t used, size_t committed, jlong max)
{
    jclass c = (*env)->FindClass(env, "java/lang/management/MemoryUsage");
    jmethodID m = c ? (*env)->GetMethodID(env, c, "<init>", "(JJJJ)V") : NULL;
    return m ? (*env)->NewObject(env, c, m, init, (jlong)used, (jlong)committed, max) : NULL;
}

jobject mm_new_pool_usage(JNIEnv *env, u32 p, size_t used, size_t committed)
{
    return new_usage(env, p == MM_POOL_OLD ? (jlong)options.heap_initial : 0, used, committed, pool_max(p));
}

/* Calls a static factory of the class library; NULL with pending. */
static jobject call_factory(JNIEnv *env, const char *cls, const char *name, const char *sig, const jvalue *args)
{
    jclass c = (*env)->FindClass(env, cls);
    jmethodID m = c ? (*env)->GetStaticMethodID(env, c, name, sig) : NULL;
    return m ? (*env)->CallStaticObjectMethodA(env, c, m, args) : NULL;
}

static jobject make_pool(JNIEnv *env, u32 p)
{
    jstring name = (*env)->NewStringUTF(env, pool_names[p]);
    if (!name) return NULL;
    jvalue args[4] = { { .l = name },
                       { .z = p <= MM_POOL_OLD },
                       { .j = mm_has_threshold(p, false) ? 0 : -1 }, /* -1: there is none */
                       { .j = mm_has_threshold(p, true) ? 0 : -1 } };
    return call_factory(env, "sun/management/ManagementFactoryHelper", "createMemoryPool",
                        "(Ljava/lang/String;ZJJ)Ljava/lang/management/MemoryPoolMXBean;", args);
}

static jobject make_manager(JNIEnv *env, u32 m)
{
    jstring name = (*env)->NewStringUTF(env, manager_names[m]);
    if (!name) return NULL;
    jvalue args[2] = { { .l = name } };
    if (m >= MM_COLLECTORS)
        return call_factory(env, "sun/management/ManagementFactoryHelper", "createMemoryManager",
                            "(Ljava/lang/String;)Ljava/lang/management/MemoryManagerMXBean;", args);
    static const char sig[] = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/management/GarbageCollectorMXBean;";
    jobject gc =
        call_factory(env, "com/sun/management/internal/GarbageCollectorExtImpl", "createGarbageCollector", sig, args);
    if (gc) return gc;
    (*env)->ExceptionClear(env); /* an image without the module jdk.management */
    return call_factory(env, "sun/management/ManagementFactoryHelper", "createGarbageCollector", sig, args);
}

/* The object in `slot`. On first use `make` makes it; the first one published wins. */
static jobject object_in(JNIEnv *env, jobject *slot, u32 p, jobject (*make)(JNIEnv *env, u32 p))
{
    os_mutex_lock(&objects_lock);
    jobject o = *slot;
    os_mutex_unlock(&objects_lock);
    if (o) return o;
    jobject fresh = make(env, p);
    if (!fresh) return NULL;
    jobject global = (*env)->NewGlobalRef(env, fresh);
    os_mutex_lock(&objects_lock);
    if (!*slot) *slot = global, global = NULL;
    o = *slot;
    os_mutex_unlock(&objects_lock);
    if (global) (*env)->DeleteGlobalRef(env, global);
    return o;
}

/* The index of the object among n `slots`, or n. */
static u32 index_of(JNIEnv *env, jobject *slots, u32 n, jobject o)
{
    for (u32 i = 0; i < n; i++)
        if (slots[i] && (*env)->IsSameObject(env, slots[i], o)) return i;
    return n;
}

/* An array of `element` with those of the n objects that have a bit in `wanted`. */
static jobjectArray objects(JNIEnv *env, jobject *slots, u32 n, u32 wanted, const char *element,
                            jobject (*make)(JNIEnv *env, u32 p))
{
    jclass c = (*env)->FindClass(env, element);
    jobjectArray a = c ? (*env)->NewObjectArray(env, __builtin_popcount(wanted), c, NULL) : NULL;
    jsize at = 0;
    for (u32 i = 0; a && i < n; i++) {
        if (!(wanted >> i & 1)) continue;
        jobject o = object_in(env, &slots[i], i, make);
        if (!o) return NULL;
        (*env)->SetObjectArrayElement(env, a, at++, o);
    }
    return a;
}

u32 mm_pool_of(JNIEnv *env, jobject pool) { return index_of(env, pools, MM_POOLS, pool); }
u32 mm_collector_of(JNIEnv *env, jobject manager) { return index_of(env, managers, MM_COLLECTORS, manager); }
const char *mm_collector_name(u32 collector) { return manager_names[collector]; }

jobjectArray mm_get_pools(JNIEnv *env, jobject manager)
{
    u32 m = manager ? index_of(env, managers, MANAGER_COUNT, manager) : 0;
    if (m == MANAGER_COUNT) {
        mm_throw(env, "java/lang/InternalError", "Memory manager not found");
        return NULL;
    }
    return objects(env, pools, MM_POOLS, manager ? pools_of[m] : (1u << MM_POOLS) - 1,
                   "java/lang/management/MemoryPoolMXBean", make_pool);
}

jobjectArray mm_get_managers(JNIEnv *env, jobject pool)
{
    u32 p = pool ? index_of(env, pools, MM_POOLS, pool) : 0, wanted = 0;
    if (p == MM_POOLS) {
        mm_throw(env, "java/lang/InternalError", "Memory pool not found");
        return NULL;
    }
    for (u32 m = 0; m < MANAGER_COUNT; m++)
        if (!pool || (pools_of[m] >> p & 1)) wanted |= 1u << m;
    return objects(env, managers, MANAGER_COUNT, wanted, "java/lang/management/MemoryManagerMXBean", make_manager);
}

jobject mm_get_pool_usage(JNIEnv *env, jobject pool)
{
    u32 p = mm_pool_of(env, pool);
    if (p == MM_POOLS) return NULL;
    size_t used, committed;
    mm_pool_usage(p, &used, &committed);
    return mm_new_pool_usage(env, p, used, committed);
}

/* The highest value at any call so far; not sampled in between. */
jobject mm_get_peak_pool_usage(JNIEnv *env, jobject pool)
{
    u32 p = mm_pool_of(env, pool);
    if (p == MM_POOLS) return NULL;
    size_t used, committed;
    mm_pool_usage(p, &used, &committed);
    return mm_new_pool_usage(env, p, peak_used[p], peak_committed[p]);
}

void mm_reset_peak(JNIEnv *env, jobject pool)
{
    u32 p = mm_pool_of(env, pool);
    if (p == MM_POOLS) return;
    peak_used[p] = peak_committed[p] = 0;
}

/* NULL: collections do not affect the pool. */
jobject mm_get_collection_usage(JNIEnv *env, jobject pool)
{
    u32 p = mm_pool_of(env, pool);
    if (p > MM_POOL_OLD) return NULL;
    struct mm_usage u = mm_usage_after(p);
    return mm_new_pool_usage(env, p, u.used, u.committed);
}

jobject mm_get_memory_usage(JNIEnv *env, jboolean heap)
{
    size_t used, committed;
    if (heap)
        heap_usage(&used, &committed);
    else
        mm_pool_usage(MM_POOL_METADATA, &used, &committed);
    return new_usage(env, heap ? (jlong)options.heap_initial : 0, used, committed, heap ? (jlong)heap_max() : -1);
}
