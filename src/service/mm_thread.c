/* java.lang.management.ThreadInfo objects: state, stack, locks held and waited for. The data are collected while the
 * world is stopped, as local references and malloc'ed copies; the Java objects are made afterwards. */
#include "core/alloc.h"
#include "core/exception.h"
#include "jdk/jvm_stack.h"
#include "meta/loader.h"
#include "service/management_int.h"
#include "thread/monitor.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include "thread/vmentry.h"
#include "tool/synchronizers.h"
#include <stdlib.h>

void mm_throw(JNIEnv *env, const char *class_name, const char *message)
{
    VM_ENTRY(env);
    if (message)
        throw_name(self, class_name, "%s", message);
    else
        throw_name(self, class_name, NULL);
    VM_RETURN_VOID();
}

struct thread *mm_find_thread(jlong id)
{
    for (struct thread *t = threads_first(); t; t = t->next)
        if (thread_is_live(t) && obj_long(t->java, WKF(Thread_tid)) == id) return t;
    return NULL;
}

void mm_waits_for(struct thread *t, struct object **lock, struct object **owner_java)
{
    WORLD_STOPPED();
    *owner_java = NULL;
    *lock = t->blocked_on ? t->blocked_on : t->waiting_on;
    if (*lock) {
        struct monitor_usage u = { 0 };
        monitor_usage_get(*lock, &u);
        if (u.owner && u.owner != t) *owner_java = u.owner->java;
        free(u.waiters);
        free(u.notify_waiters);
        return;
    }
    *lock = obj_ref(t->java, WKF(Thread_parkBlocker));
    if (*lock) *owner_java = synchronizer_owner(*lock);
}

enum { STATE_SUSPENDED = 0x00100000, STATE_IN_NATIVE = 0x00400000 };

struct info {
    jobject thread, lock, owner; /* local references; thread NULL: not alive */
    u32 state;
    u64 blocked_count, waited_count;
    i64 blocked_ms, waited_ms; /* -1: times were not requested */
    struct jvm_stack_copy stack;
    u32 monitor_count, synchronizer_count, synchronizer_room;
    jobject *monitors, *synchronizers;
    i32 *depths; /* frame of each monitor, -1: entered by native code */
};

static i32 depth_of(struct thread *t, const struct frame *f)
{
    i32 d = 0;
    for (struct frame *g = frame_java(t->fp); g; g = frame_caller(g), d++)
        if (g == f) return d;
    return -1;
}

/* The monitors of a thread, innermost first. As on HotSpot, one for which it waits is left out if no other was entered
 * after it in the same frame. */
static void note_monitors(struct thread *self, struct thread *t, i32 max_depth, struct info *out)
{
    const struct object *waits_for = t->waiting_on ? t->waiting_on : t->blocked_on;
    bool other = false; /* in this frame */
    out->monitors = vm_malloc(t->lock_top * sizeof *out->monitors);
    out->depths = vm_malloc(t->lock_top * sizeof *out->depths);
    for (u32 i = t->lock_top; i-- > 0;) {
        const struct lock_record *l = &t->locks[i];
        if (i + 1 < t->lock_top && l->frame != l[1].frame) other = false;
        if (!other && l->obj == waits_for) continue;
        other = true;
        i32 depth = l->frame ? depth_of(t, l->frame) : -1;
        if (max_depth >= 0 && depth >= max_depth) continue;
        out->monitors[out->monitor_count] = ref_local(self, l->obj);
        out->depths[out->monitor_count++] = depth;
    }
}

/* World stopped; `self` is only for making references. */
static void note_thread(struct thread *self, struct thread *t, i32 max_depth, bool monitors, struct info *out)
{
    WORLD_STOPPED();
    struct object *lock, *owner;
    mm_waits_for(t, &lock, &owner);
    out->thread = ref_local(self, t->java);
    out->lock = ref_local(self, lock);
    out->owner = ref_local(self, owner);
    out->state = (u32)obj_int(t->java, WKF(Thread_threadStatus)) | (t->suspended ? STATE_SUSPENDED : 0) |
                 (t->state == THREAD_IN_NATIVE ? STATE_IN_NATIVE : 0);
    out->blocked_count = t->blocked_count;
    out->waited_count = t->waited_count;
    out->blocked_ms = thread_contention_timing ? t->blocked_ns / 1000000 : -1;
    out->waited_ms = thread_contention_timing ? t->waited_ns / 1000000 : -1;
    jvm_copy_stack(t, max_depth, &out->stack);
    if (monitors && t->lock_top) note_monitors(self, t, max_depth, out);
}

struct synchronizer_search {
    struct thread *self;
    struct info *infos;
    jsize count;
};

static void note_synchronizer(struct object *o, struct object *owner, void *arg)
{
    struct synchronizer_search *s = arg;
    for (jsize i = 0; i < s->count; i++) {
        struct info *n = &s->infos[i];
        if (!n->thread || ref_get(n->thread) != owner) continue;
        if (n->synchronizer_count == n->synchronizer_room)
            n->synchronizers = vm_realloc(n->synchronizers, (n->synchronizer_room = n->synchronizer_room * 2 + 8) *
                                                                sizeof *n->synchronizers);
        n->synchronizers[n->synchronizer_count++] = ref_local(s->self, o);
    }
}

/* ids NULL: all threads. Returns malloc'ed infos, for free_infos; IN_VM. No class is unloaded before that, since they
 * refer to methods. */
static struct info *note_threads(struct thread *self, const jlong *ids, jsize *count, i32 max_depth, bool monitors,
                                 bool synchronizers)
{
    IN_STATE(self, VM);
    classes_hold();
    safepoint_begin(self, "ThreadDump");
    threads_lock(self);
    jsize n = ids ? *count : 0;
    if (!ids)
        for (struct thread *t = threads_first(); t; t = t->next) n += thread_is_live(t);
    struct info *infos = vm_calloc((size_t)n + 1, sizeof *infos);
    jsize i = 0;
    if (ids) {
        for (; i < n; i++) {
            struct thread *t = mm_find_thread(ids[i]);
            if (t) note_thread(self, t, max_depth, monitors, &infos[i]);
        }
    } else {
        for (struct thread *t = threads_first(); t && i < n; t = t->next)
            if (thread_is_live(t)) note_thread(self, t, max_depth, monitors, &infos[i++]);
    }
    threads_unlock();
    struct synchronizer_search s = { .self = self, .infos = infos, .count = n };
    if (synchronizers) synchronizers_each_owned(note_synchronizer, &s);
    safepoint_end(self);
    *count = n;
    return infos;
}

static void free_infos(struct info *infos, jsize n)
{
    for (jsize i = 0; i < n; i++) {
        free(infos[i].stack.frames);
        free(infos[i].monitors);
        free(infos[i].depths);
        free(infos[i].synchronizers);
    }
    free(infos);
    classes_release();
}

static jobjectArray object_array(JNIEnv *env, const jobject *list, u32 n)
{
    jclass c = (*env)->FindClass(env, "java/lang/Object");
    jobjectArray a = c ? (*env)->NewObjectArray(env, (jsize)n, c, NULL) : NULL;
    for (u32 i = 0; a && i < n; i++) (*env)->SetObjectArrayElement(env, a, (jsize)i, list[i]);
    return a;
}

/* The two private constructors of ThreadInfo. */
static const char plain_sig[] =
    "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;)V";
static const char locks_sig[] = "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/"
                                "StackTraceElement;[Ljava/lang/Object;[I[Ljava/lang/Object;)V";

static jobject make_info(JNIEnv *env, jclass cls, jmethodID constructor, const struct info *n, bool with_locks)
{
    jobject stack;
    {
        VM_ENTRY(env);
        stack = ref_local(self, jvm_stack_elements(self, &n->stack));
        VM_LEAVE();
    }
    if (!stack) return NULL;
    jvalue a[12] = { { .l = n->thread },
                     { .i = (jint)n->state },
                     { .l = n->lock },
                     { .l = n->owner },
                     { .j = (jlong)n->blocked_count },
                     { .j = n->blocked_ms },
                     { .j = (jlong)n->waited_count },
                     { .j = n->waited_ms },
                     { .l = stack } };
    if (with_locks) {
        jintArray depths = (*env)->NewIntArray(env, (jsize)n->monitor_count);
        if (!depths) return NULL;
        (*env)->SetIntArrayRegion(env, depths, 0, (jsize)n->monitor_count, n->depths);
        a[9].l = object_array(env, n->monitors, n->monitor_count);
        a[10].l = depths;
        a[11].l = object_array(env, n->synchronizers, n->synchronizer_count);
        if (!a[9].l || !a[11].l) return NULL;
    }
    return (*env)->NewObjectA(env, cls, constructor, a);
}

/* Fills `result` from infos; false: pending. */
static bool make_infos(JNIEnv *env, const struct info *infos, jsize n, bool with_locks, jobjectArray result)
{
    jclass c = (*env)->FindClass(env, "java/lang/management/ThreadInfo");
    jmethodID m = c ? (*env)->GetMethodID(env, c, "<init>", with_locks ? locks_sig : plain_sig) : NULL;
    if (!m) return false;
    for (jsize i = 0; i < n; i++) {
        if (!infos[i].thread) continue; /* not alive: null */
        if ((*env)->PushLocalFrame(env, 16) != 0) return false;
        jobject o = make_info(env, c, m, &infos[i], with_locks);
        if (o) (*env)->SetObjectArrayElement(env, result, i, o);
        (*env)->PopLocalFrame(env, NULL);
        if (!o || (*env)->ExceptionCheck(env)) return false;
    }
    return true;
}

/* Copies and checks ids; NULL with pending. */
static jlong *copy_ids(JNIEnv *env, jlongArray ids, jsize n)
{
    jlong *v = malloc((size_t)n * sizeof *v + 1);
    if (!v) {
        mm_throw(env, "java/lang/OutOfMemoryError", "C heap space");
        return NULL;
    }
    (*env)->GetLongArrayRegion(env, ids, 0, n, v);
    for (jsize i = 0; i < n; i++) {
        if (v[i] > 0) continue;
        free(v);
        mm_throw(env, "java/lang/IllegalArgumentException", "Invalid thread ID entry");
        return NULL;
    }
    return v;
}

jint mm_get_thread_info(JNIEnv *env, jlongArray ids, jint max_depth, jobjectArray result)
{
    if (!ids || !result) {
        mm_throw(env, "java/lang/NullPointerException", NULL);
        return -1;
    }
    if (max_depth < -1) {
        mm_throw(env, "java/lang/IllegalArgumentException", "Invalid maxDepth");
        return -1;
    }
    jsize n = (*env)->GetArrayLength(env, ids);
    if (n != (*env)->GetArrayLength(env, result)) {
        mm_throw(env, "java/lang/IllegalArgumentException",
                 "The length of the given ThreadInfo array does not match the length of the given array of thread IDs");
        return -1;
    }
    jlong *v = copy_ids(env, ids, n);
    if (!v) return -1;
    struct info *infos;
    {
        VM_ENTRY(env);
        infos = note_threads(self, v, &n, max_depth, false, false);
        VM_LEAVE();
    }
    make_infos(env, infos, n, false, result);
    free_infos(infos, n);
    free(v);
    return 0;
}

jobjectArray mm_dump_threads(JNIEnv *env, jlongArray ids, jboolean monitors, jboolean synchronizers, jint max_depth)
{
    jsize n = ids ? (*env)->GetArrayLength(env, ids) : 0;
    jlong *v = ids ? copy_ids(env, ids, n) : NULL;
    if (ids && !v) return NULL;
    struct info *infos;
    {
        VM_ENTRY(env);
        infos = note_threads(self, v, &n, max_depth == INT32_MAX ? -1 : max_depth, monitors != 0, synchronizers != 0);
        VM_LEAVE();
    }
    jclass c = (*env)->FindClass(env, "java/lang/management/ThreadInfo");
    jobjectArray result = c ? (*env)->NewObjectArray(env, n, c, NULL) : NULL;
    if (result && !make_infos(env, infos, n, true, result)) result = NULL;
    free_infos(infos, n);
    free(v);
    return result;
}
