/* Data of collections: of the last one for GarbageCollectorMXBean.getLastGcInfo, and of each one for listeners of
 * notifications.
 *
 * The collector calls before and after a collection, world stopped; the data go into a small ring. Notifications are
 * Java objects, so a thread of their own makes and sends them ("Notification Thread", started for the first listener).
 * If it is too slow, the oldest collections are skipped. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/histogram.h"
#include "core/thread_life.h"
#include "jdk/jvm.h"
#include "log/log.h"
#include "model/class_space.h"
#include "model/options.h"
#include "os/os_sync.h"
#include "os/os_time.h"
#include "service/management_int.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"
#include "thread/vmentry.h"

enum { RING = TINY(256, 2) };

struct collection {
    u64 index;            /* counts from 1 */
    u32 collector;        /* MM_YOUNG, MM_OLD */
    u64 id;               /* counts from 1, for each collector */
    i64 start_ms, end_ms; /* since the VM started */
    i64 wall_ms;
    i64 start_ns, end_ns;   /* monotonic */
    i64 user_ns, system_ns; /* of the process at its begin, if the recorder wants to know */
    size_t threshold;       /* of metadata, before it */
    enum heap_cause cause;
    struct mm_usage before[MM_POOLS], after[MM_POOLS];
};

static struct os_mutex lock = OS_MUTEX_INIT; /* leaf: the ring */
static struct collection ring[RING] GUARDED_BY(lock);
static u64 finished GUARDED_BY(lock); /* index of the newest in the ring */
static struct collection last[MM_COLLECTORS] GUARDED_BY(lock);
static struct collection current; /* the one that is running; world stopped */
static u64 young_before;          /* number of young ones before it */
static _Atomic bool listening[MM_COLLECTORS], thread_started;
static struct os_event news = OS_EVENT_INIT;
static jobject beans[MM_COLLECTORS]; /* builders for listeners, global references; written once */

static const char *cause_name(enum heap_cause cause);

/* In the order of mm_memory.c's pools. */
static void note_usage(struct mm_usage *u)
{
    for (u32 p = 0; p < MM_POOLS; p++) mm_pool_usage(p, &u[p].used, &u[p].committed);
}

struct mm_usage mm_usage_after(u32 pool)
{
    struct mm_usage u = { 0 };
    os_mutex_lock(&lock);
    if (finished) u = ring[finished % RING].after[pool];
    os_mutex_unlock(&lock);
    return u;
}

jlong mm_gc_count(u32 collector)
{
    u64 young = heap_young_collections();
    return (jlong)(collector == MM_YOUNG ? young : heap_collections() - young);
}

jlong mm_gc_time_ms(u32 collector)
{
    u64 young = heap_young_ns(), ns = collector == MM_YOUNG ? young : heap_collection_ns() - young;
    return (jlong)(ns / (u64)OS_NS_PER_MS);
}

/* The flight recorder's events of a collection, which is one pause. This thread has stopped the world. */
static void record_heap(bool after)
{
    if (!RECORDER_WANTS(GCHeapSummary)) return;
    i64 committed = (i64)heap_committed(), start = (i64)(uintptr_t)heap_first_address();
    recorder_gc_heap_summary(thread_self(), (i64)heap_collections() + !after, after, start, start + committed,
                             committed, start + (i64)heap_max(), (i64)heap_max(), (i64)heap_used());
}
static void record_metadata(bool after)
{
    if (!RECORDER_WANTS(MetaspaceSummary)) return;
    size_t all, classes, committed;
    mm_pool_usage(MM_POOL_METADATA, &all, &committed);
    mm_pool_usage(MM_POOL_CLASSES, &classes, &committed);
    i64 data = (i64)(all - classes), data_committed = ALIGN_UP(data, 64 * (i64)KB);
    i64 reserved = (i64)options.class_space_max;
    recorder_metaspace_summary(thread_self(), (i64)heap_collections() + !after, after, (i64)class_space_threshold(),
                               data_committed + (i64)committed, (i64)all, data_committed + reserved, data_committed,
                               data, data_committed, (i64)committed, (i64)classes, reserved);
}
static void record_parts(struct thread *self, i64 id)
{
    const struct heap_report *r = heap_last_report();
    if (RECORDER_WANTS(GCPhasePauseLevel1))
        for (u32 i = 0; i < r->phase_count; i++)
            recorder_gc_phase_pause_level1(self, r->phases[i].began, r->phases[i].ended, id, r->phases[i].name);
    if (RECORDER_WANTS(GCPhaseConcurrent) && r->concurrent.began)
        recorder_gc_phase_concurrent(self, r->concurrent.began, r->concurrent.ended, id, r->concurrent.name);
    if (RECORDER_WANTS(GCReferenceStatistics))
        for (u32 s = REF_SOFT; s <= REF_PHANTOM; s++) recorder_gc_reference_statistics(self, id, s, r->references[s]);
}
static void record_collection(void)
{
    struct thread *self = thread_self();
    i64 id = (i64)heap_collections(), began = current.start_ns, took = os_time_monotonic_ns() - began;
    bool young = current.collector == MM_YOUNG;
    record_heap(true);
    record_metadata(true);
    size_t threshold = class_space_threshold();
    if (RECORDER_WANTS(MetaspaceGCThreshold) && threshold != current.threshold)
        recorder_metaspace_gc_threshold(self, (i64)current.threshold, (i64)threshold, 0);
    if (RECORDER_WANTS(GarbageCollection))
        recorder_garbage_collection(self, began, id, young ? 0 : 1, (u32)current.cause, took, took);
    if (young && RECORDER_WANTS(YoungGarbageCollection)) recorder_young_garbage_collection(self, began, id, 1);
    if (!young && RECORDER_WANTS(OldGarbageCollection)) recorder_old_garbage_collection(self, began, id);
    if (RECORDER_WANTS(GCPhasePause)) recorder_gc_phase_pause(self, began, id, "GC Pause");
    record_parts(self, id);
    if (RECORDER_WANTS(GCCPUTime) && current.user_ns) {
        i64 user, sys;
        os_time_process_split_ns(&user, &sys);
        recorder_gccpu_time(self, id, user - current.user_ns, sys - current.system_ns, took);
    }
    if (!young && RECORDER_WANTS(ObjectCountAfterGC)) histogram_record(self, true, id);
}

void mm_observe_collection(enum heap_cause cause, bool done)
{
    WORLD_STOPPED();
    i64 now = log_uptime_ns() / OS_NS_PER_MS;
    if (!done) {
        mm_count_collection(cause_name(cause), false);
        current = (struct collection){ .cause = cause, .start_ms = now, .start_ns = os_time_monotonic_ns() };
        note_usage(current.before);
        young_before = heap_young_collections();
        current.threshold = class_space_threshold();
        if (RECORDER_WANTS(GCCPUTime)) os_time_process_split_ns(&current.user_ns, &current.system_ns);
        record_heap(false);
        record_metadata(false);
        return;
    }
    mm_note_survivors();
    note_usage(current.after);
    mm_count_collection(cause_name(current.cause), true);
    current.collector = heap_young_collections() != young_before ? MM_YOUNG : MM_OLD;
    current.id = (u64)mm_gc_count(current.collector);
    current.end_ms = now;
    current.end_ns = os_time_monotonic_ns();
    current.wall_ms = os_time_wall_ms();
    os_mutex_lock(&lock);
    current.index = ++finished;
    ring[finished % RING] = last[current.collector] = current;
    os_mutex_unlock(&lock);
    record_collection();
    enum probe_event e = current.collector == MM_YOUNG ? PROBE_COLLECTED_YOUNG : PROBE_COLLECTED_FULL;
    if (probe_wants(e)) probe_tell(thread_self(), e, NULL, os_time_monotonic_ns() - current.start_ns);
    if (mm_compare_thresholds() || atomic_load(&listening[current.collector])) os_event_set(&news);
}

/* The next collection after `index` in the ring; false: none yet. */
static bool next_collection(u64 index, struct collection *out)
{
    os_mutex_lock(&lock);
    u64 wanted = index + 1;
    if (finished >= RING && wanted <= finished - RING) wanted = finished - RING + 1;
    bool there = wanted <= finished;
    if (there) *out = ring[wanted % RING];
    os_mutex_unlock(&lock);
    return there;
}

void mm_print_collections(FILE *out, u32 most)
{
    os_mutex_lock(&lock);
    u64 there = finished < RING ? finished : RING, first = finished - there + 1;
    if (there > most) first += there - most;
    fprintf(out, "GC Heap History (%llu events):\n", (unsigned long long)there);
    if (!there) fputs("No events\n", out);
    for (u64 i = first; i <= finished; i++) {
        const struct collection *c = &ring[i % RING];
        fprintf(out, "Event: %.3f GC %llu (%s, %s) heap %zuK->%zuK, metaspace %zuK, %lldms\n", (double)c->end_ms / 1e3,
                (unsigned long long)c->index, c->collector == MM_YOUNG ? "young" : "full", cause_name(c->cause),
                (c->before[MM_POOL_EDEN].used + c->before[MM_POOL_OLD].used) / KB,
                (c->after[MM_POOL_EDEN].used + c->after[MM_POOL_OLD].used) / KB, c->after[MM_POOL_METADATA].used / KB,
                (long long)(c->end_ms - c->start_ms));
    }
    os_mutex_unlock(&lock);
}

u32 mm_collections(struct mm_collection *out, u32 most)
{
    i64 to_uptime = log_uptime_ns() - os_time_monotonic_ns();
    u32 n = 0;
    os_mutex_lock(&lock);
    u64 there = finished < RING ? finished : RING;
    if (there > most) there = most;
    for (u64 i = finished - there + 1; i <= finished; i++) {
        const struct collection *c = &ring[i % RING];
        out[n++] = (struct mm_collection){ .end_ns = c->end_ns + to_uptime,
                                           .stop_ns = c->end_ns - c->start_ns,
                                           .before = c->before[MM_POOL_EDEN].used + c->before[MM_POOL_OLD].used,
                                           .after = c->after[MM_POOL_EDEN].used + c->after[MM_POOL_OLD].used,
                                           .cause = cause_name(c->cause),
                                           .collector = c->collector };
    }
    os_mutex_unlock(&lock);
    return n;
}

static bool fill_usages(JNIEnv *env, const struct mm_usage *u, jobjectArray out)
{
    for (jsize i = 0; i < MM_POOLS; i++) {
        jobject o = mm_new_pool_usage(env, (u32)i, u[i].used, u[i].committed);
        if (!o) return false;
        (*env)->SetObjectArrayElement(env, out, i, o);
        (*env)->DeleteLocalRef(env, o);
    }
    return true;
}

/* ---- getLastGcInfo ---- */

jint mm_gc_attribute_info(JNIEnv *env, jobject manager, struct jmm_ext_attribute *info, jint count)
{
    if (!info || count < 1) return 0;
    info[0] = (struct jmm_ext_attribute){ "GcThreadCount", 'I', "Number of GC threads" };
    return 1;
}

/* Index 0: there has been no collection. The arrays have an element for each pool. */
void mm_last_gc(JNIEnv *env, jobject manager, struct jmm_gc_stat *stat)
{
    struct collection c = { 0 };
    u32 collector = mm_collector_of(env, manager);
    os_mutex_lock(&lock);
    if (collector < MM_COLLECTORS) c = last[collector];
    os_mutex_unlock(&lock);
    stat->index = 0;
    if (!c.index || !fill_usages(env, c.before, stat->before) || !fill_usages(env, c.after, stat->after)) return;
    stat->index = (jlong)c.id;
    stat->start_time = c.start_ms;
    stat->end_time = c.end_ms;
    if (stat->ext_room >= 1) stat->ext[0].i = (jint)options.gc_threads;
    stat->ext_count = 1;
}

/* ---- notifications ---- */

static const char *cause_name(enum heap_cause cause)
{
    switch (cause) {
    case HEAP_CAUSE_SYSTEM_GC: return "System.gc()";
    case HEAP_CAUSE_TOOL: return "JvmtiEnv ForceGarbageCollection";
    case HEAP_CAUSE_LAST_RESORT: return "Last ditch collection";
    case HEAP_CAUSE_METADATA: return "Metadata GC Threshold";
    case HEAP_CAUSE_GROWTH: return "Class Redefinition";
    default: return "Allocation Failure";
    }
}

/* new GcInfo(builder, index, start, end, before, after, { threads }) */
static jobject make_info(JNIEnv *env, jclass bean, const struct collection *c)
{
    jmethodID get_builder =
        (*env)->GetMethodID(env, bean, "getGcInfoBuilder", "()Lcom/sun/management/internal/GcInfoBuilder;");
    jobject builder = get_builder ? (*env)->CallObjectMethod(env, beans[c->collector], get_builder) : NULL;
    jclass usage = builder ? (*env)->FindClass(env, "java/lang/management/MemoryUsage") : NULL;
    jobjectArray before = usage ? (*env)->NewObjectArray(env, MM_POOLS, usage, NULL) : NULL;
    jobjectArray after = before ? (*env)->NewObjectArray(env, MM_POOLS, usage, NULL) : NULL;
    if (!after || !fill_usages(env, c->before, before) || !fill_usages(env, c->after, after)) return NULL;
    jclass integer = (*env)->FindClass(env, "java/lang/Integer"), object = (*env)->FindClass(env, "java/lang/Object");
    jmethodID value_of = integer ? (*env)->GetStaticMethodID(env, integer, "valueOf", "(I)Ljava/lang/Integer;") : NULL;
    jobject threads =
        value_of ? (*env)->CallStaticObjectMethod(env, integer, value_of, (jint)options.gc_threads) : NULL;
    jobjectArray extra = threads ? (*env)->NewObjectArray(env, 1, object, threads) : NULL;
    jclass info = extra ? (*env)->FindClass(env, "com/sun/management/GcInfo") : NULL;
    jmethodID m =
        info ? (*env)->GetMethodID(env, info, "<init>",
                                   "(Lcom/sun/management/internal/GcInfoBuilder;JJJ[Ljava/lang/management/MemoryUsage;"
                                   "[Ljava/lang/management/MemoryUsage;[Ljava/lang/Object;)V")
             : NULL;
    return m ? (*env)->NewObject(env, info, m, builder, (jlong)c->id, c->start_ms, c->end_ms, before, after, extra)
             : NULL;
}

static void send_notification(JNIEnv *env, const struct collection *c)
{
    jobject collector = beans[c->collector];
    jclass bean = (*env)->GetObjectClass(env, collector);
    jmethodID create =
        (*env)->GetMethodID(env, bean, "createGCNotification",
                            "(JLjava/lang/String;Ljava/lang/String;Ljava/lang/String;Lcom/sun/management/GcInfo;)V");
    jobject info = create ? make_info(env, bean, c) : NULL;
    if (!info) return;
    jstring name = (*env)->NewStringUTF(env, mm_collector_name(c->collector));
    jstring action = (*env)->NewStringUTF(env, c->collector == MM_YOUNG ? "end of minor GC" : "end of major GC");
    jstring cause = (*env)->NewStringUTF(env, cause_name(c->cause));
    if (name && action && cause) (*env)->CallVoidMethod(env, collector, create, c->wall_ms, name, action, cause, info);
}

static void notify(struct thread *self, void *unused)
{
    JNIEnv *env = thread_env(self);
    struct collection c;
    thread_to_native(self);
    os_mutex_lock(&lock);
    u64 sent = finished ? finished - 1 : 0;
    os_mutex_unlock(&lock);
    for (;;) {
        while (next_collection(sent, &c)) {
            sent = c.index;
            if (!atomic_load(&listening[c.collector]) || (*env)->PushLocalFrame(env, 32) != 0) continue;
            send_notification(env, &c);
            /* exceptions of a listener are printed and dropped */
            if ((*env)->ExceptionCheck(env)) (*env)->ExceptionDescribe(env);
            (*env)->ExceptionClear(env);
            (*env)->PopLocalFrame(env, NULL);
        }
        mm_tell_sensors(env);
        os_event_wait(&news);
    }
}

void mm_enable_gc_notifications(JNIEnv *env, jobject manager, jboolean enabled)
{
    u32 collector = mm_collector_of(env, manager);
    if (collector == MM_COLLECTORS) return;
    if (enabled && !beans[collector]) beans[collector] = (*env)->NewGlobalRef(env, manager);
    atomic_store(&listening[collector], enabled != 0);
    if (enabled) mm_start_notifier(env);
}

void mm_start_notifier(JNIEnv *env)
{
    if (atomic_exchange(&thread_started, true)) return;
    VM_ENTRY(env);
    os_event_clear(&news);
    struct object *t = jvm_new_system_thread(self, "Notification Thread", 9);
    if (!t || !thread_start_vm(self, t, notify, NULL, false)) atomic_store(&thread_started, false);
    VM_RETURN_VOID();
}
