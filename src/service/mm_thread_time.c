/* CPU time and allocated bytes of threads. Id 0 means the calling thread; the result is -1 for a thread that is not
 * alive. */
#include "os/os_thread.h"
#include "os/os_time.h"
#include "service/management_int.h"
#include "thread/vmentry.h"
#include <stdlib.h>

static jlong time_of(struct thread *self, jlong id, bool user_and_system)
{
    if (id == 0) return user_and_system ? os_time_thread_cpu_ns() : os_time_thread_user_ns();
    jlong result = -1;
    threads_lock(self); /* keeps the thread and its handle alive */
    struct thread *t = mm_find_thread(id);
    i64 total;
    if (t && !user_and_system)
        result = os_time_thread_user_ns_of(t->os_tid);
    else if (t && thread_cpu_ns(t, &total))
        result = total;
    threads_unlock();
    return result;
}

jlong mm_cpu_time_kind(JNIEnv *env, jlong id, jboolean user_and_system)
{
    if (id < 0) {
        mm_throw(env, "java/lang/IllegalArgumentException", "Invalid thread ID");
        return -1;
    }
    VM_ENTRY(env);
    VM_RETURN(time_of(self, id, user_and_system != 0));
}

jlong mm_cpu_time(JNIEnv *env, jlong id) { return mm_cpu_time_kind(env, id, JNI_TRUE); }

static jlong allocated_of(struct thread *self, jlong id, bool unused)
{
    if (id == 0) return (jlong)heap_allocated_by(&self->heap);
    threads_lock(self);
    struct thread *t = mm_find_thread(id);
    jlong n = t ? (jlong)heap_allocated_by(&t->heap) : -1;
    threads_unlock();
    return n;
}

jlong mm_thread_allocated(JNIEnv *env, jlong id)
{
    if (id < 0) {
        mm_throw(env, "java/lang/IllegalArgumentException", "Invalid thread ID");
        return -1;
    }
    VM_ENTRY(env);
    VM_RETURN(allocated_of(self, id, false));
}

/* result[i] = value(ids[i]) over two long[] of the same length. */
static void for_ids(JNIEnv *env, jlongArray ids, jlongArray result,
                    jlong (*value)(struct thread *self, jlong id, bool flag), bool flag)
{
    if (!ids || !result) {
        mm_throw(env, "java/lang/NullPointerException", NULL);
        return;
    }
    jsize n = (*env)->GetArrayLength(env, ids);
    if (n != (*env)->GetArrayLength(env, result)) {
        mm_throw(env, "java/lang/IllegalArgumentException",
                 "The length of the given long array does not match the length of the given array of thread IDs");
        return;
    }
    jlong *values = malloc((size_t)n * sizeof *values + 1);
    if (!values) {
        mm_throw(env, "java/lang/OutOfMemoryError", "C heap space");
        return;
    }
    (*env)->GetLongArrayRegion(env, ids, 0, n, values);
    bool good = true;
    for (jsize i = 0; i < n && good; i++) good = values[i] > 0;
    if (good) {
        {
            VM_ENTRY(env);
            for (jsize i = 0; i < n; i++) values[i] = value(self, values[i], flag);
            VM_LEAVE();
        }
        (*env)->SetLongArrayRegion(env, result, 0, n, values);
    } else {
        mm_throw(env, "java/lang/IllegalArgumentException", "Invalid thread ID entry");
    }
    free(values);
}

void mm_cpu_times_kind(JNIEnv *env, jlongArray ids, jlongArray times, jboolean user_and_system)
{
    for_ids(env, ids, times, time_of, user_and_system != 0);
}

void mm_threads_allocated(JNIEnv *env, jlongArray ids, jlongArray sizes)
{
    for_ids(env, ids, sizes, allocated_of, false);
}

jlong mm_total_allocated(JNIEnv *env)
{
    VM_ENTRY(env);
    threads_lock(self);
    u64 n = threads_ended_totals().allocated;
    for (struct thread *t = threads_first(); t; t = t->next) n += heap_allocated_by(&t->heap);
    threads_unlock();
    VM_RETURN((jlong)n);
}

/* Names and CPU times of the VM's own threads. */
jint mm_internal_thread_times(JNIEnv *env, jobjectArray names, jlongArray times)
{
    if (!names || !times) {
        mm_throw(env, "java/lang/NullPointerException", NULL);
        return 0;
    }
    enum { MOST = 64 };
    char name[MOST][64];
    jlong time[MOST];
    jint n = 0;
    jsize room = (*env)->GetArrayLength(env, names);
    {
        VM_ENTRY(env);
        threads_lock(self);
        for (struct thread *t = threads_first(); t && n < MOST && n < room; t = t->next) {
            i64 total;
            if (!t->is_hidden || !thread_cpu_ns(t, &total)) continue;
            memcpy(name[n], t->name, sizeof name[n]);
            time[n++] = total;
        }
        threads_unlock();
        VM_LEAVE();
    }
    for (jint i = 0; i < n; i++) {
        jstring s = (*env)->NewStringUTF(env, name[i]);
        if (!s) return 0;
        (*env)->SetObjectArrayElement(env, names, i, s);
    }
    (*env)->SetLongArrayRegion(env, times, 0, n, time);
    return n;
}
