/* Usage thresholds of memory pools: after each collection usages are compared with the thresholds that programs have
 * set. The thread that sends notifications notifies the class library's sensors (sun.management.Sensor).
 *
 * A sensor of usage is on from when the pool reaches the high threshold until it falls below the low one; it counts how
 * often it was turned on. A sensor of usage after collections counts the collections after which the pool was at the
 * threshold or above. */
#include "os/os_sync.h"
#include "service/management_int.h"
#include "thread/thread_contract.h"
#include "thread/vmentry.h"

enum kind { USAGE, COLLECTION_USAGE, KINDS };
struct sensor {
    jlong high, low;        /* bytes; 0: none */
    jobject java;           /* a global reference, written once; NULL: none */
    bool on;                /* the state after the pending notifications */
    u32 triggers;           /* pending … */
    bool clear;             /* … and afterwards this */
    size_t used, committed; /* the usage when it was last triggered */
};
static struct os_mutex lock = OS_MUTEX_INIT; /* leaf */
static struct sensor sensors[MM_POOLS][KINDS] GUARDED_BY(lock);

bool mm_has_threshold(u32 pool, bool after_collection)
{
    /* As on HotSpot: eden has no usage threshold, metadata has none for after collections. */
    return after_collection ? pool <= MM_POOL_OLD : pool >= MM_POOL_OLD;
}

static enum kind kind_of(jint threshold) { return threshold <= JMM_USAGE_LOW ? USAGE : COLLECTION_USAGE; }

jlong mm_set_threshold(JNIEnv *env, jobject pool, jint threshold, jlong value)
{
    u32 p = mm_pool_of(env, pool);
    if (p == MM_POOLS || !mm_has_threshold(p, kind_of(threshold) == COLLECTION_USAGE)) return -1;
    os_mutex_lock(&lock);
    struct sensor *s = &sensors[p][kind_of(threshold)];
    jlong *at = threshold == JMM_USAGE_HIGH || threshold == JMM_COLLECTION_HIGH ? &s->high : &s->low, old = *at;
    *at = value;
    os_mutex_unlock(&lock);
    if (value > 0) mm_start_notifier(env);
    return old;
}

void mm_set_sensor(JNIEnv *env, jobject pool, jint threshold, jobject sensor)
{
    u32 p = mm_pool_of(env, pool);
    if (p == MM_POOLS || !sensor) return;
    jobject global = (*env)->NewGlobalRef(env, sensor);
    os_mutex_lock(&lock);
    jobject *at = &sensors[p][kind_of(threshold)].java, old = *at;
    *at = global;
    os_mutex_unlock(&lock);
    if (old) (*env)->DeleteGlobalRef(env, old);
}

static void compare_locked(struct sensor *s, enum kind kind, size_t used, size_t committed) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (s->high <= 0 || !s->java) return;
    if (used >= (size_t)s->high) {
        if (!s->on || kind == COLLECTION_USAGE) s->triggers++;
        s->on = true;
        s->used = used;
        s->committed = committed;
    } else if (s->on && used < (size_t)s->low) {
        s->on = false;
        s->clear = true;
    }
}

bool mm_compare_thresholds(void)
{
    WORLD_STOPPED();
    bool news = false;
    os_mutex_lock(&lock);
    for (u32 p = 0; p < MM_POOLS; p++)
        for (u32 k = 0; k < KINDS; k++) {
            struct sensor *s = &sensors[p][k];
            size_t used, committed;
            if (s->high <= 0) continue;
            mm_pool_usage(p, &used, &committed);
            compare_locked(s, (enum kind)k, used, committed);
            news |= s->triggers || s->clear;
        }
    os_mutex_unlock(&lock);
    return news;
}

static void tell(JNIEnv *env, u32 pool, const struct sensor *s)
{
    jclass c = (*env)->GetObjectClass(env, s->java);
    if (s->triggers) {
        jmethodID m = (*env)->GetMethodID(env, c, "trigger", "(ILjava/lang/management/MemoryUsage;)V");
        jobject usage = m ? mm_new_pool_usage(env, pool, s->used, s->committed) : NULL;
        if (usage) (*env)->CallVoidMethod(env, s->java, m, (jint)s->triggers, usage);
    }
    jmethodID clear = s->clear && !(*env)->ExceptionCheck(env) ? (*env)->GetMethodID(env, c, "clear", "()V") : NULL;
    if (clear) (*env)->CallVoidMethod(env, s->java, clear);
}

void mm_tell_sensors(JNIEnv *env)
{
    for (u32 p = 0; p < MM_POOLS; p++)
        for (u32 k = 0; k < KINDS; k++) {
            os_mutex_lock(&lock);
            struct sensor s = sensors[p][k];
            sensors[p][k].triggers = 0;
            sensors[p][k].clear = false;
            os_mutex_unlock(&lock);
            if ((!s.triggers && !s.clear) || (*env)->PushLocalFrame(env, 16) != 0) continue;
            tell(env, p, &s);
            /* exceptions of a listener are printed and dropped */
            if ((*env)->ExceptionCheck(env)) (*env)->ExceptionDescribe(env);
            (*env)->ExceptionClear(env);
            (*env)->PopLocalFrame(env, NULL);
        }
}
