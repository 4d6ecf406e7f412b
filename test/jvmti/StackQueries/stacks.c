/* Stacks of the current thread, of others that run, wait, sleep and block, and of all at once. */
#include "agent.h"

static void print_frames(const jvmtiFrameInfo *f, jint n)
{
    for (jint i = 0; i < n; i++) {
        /* the JDK's own frames may differ between virtual machines in how they get to a native method: only ours are
         * shown with locations */
        const char *name = method_name(f[i].method);
        if (starts_with(name, "LStackQueries"))
            printf("    %s @%d\n", name, (int)f[i].location);
        else
            printf("    %s\n", name);
    }
}

JNIEXPORT void JNICALL Java_StackQueries_trace(JNIEnv *jni, jclass me, jthread t, jint start, jint max)
{
    jvmtiFrameInfo frames[64];
    jint n = -1;
    jvmtiError e = (*ti)->GetStackTrace(ti, t, start, max, frames, &n);
    printf("  trace from %d, at most %d: %s", start, max, error_name(e));
    if (e == JVMTI_ERROR_NONE) printf(", %d frames", n);
    printf("\n");
    if (e == JVMTI_ERROR_NONE) print_frames(frames, n);
}
JNIEXPORT jint JNICALL Java_StackQueries_depth(JNIEnv *jni, jclass me, jthread t)
{
    jint n = -1;
    CHECK((*ti)->GetFrameCount(ti, t, &n));
    return n;
}
JNIEXPORT void JNICALL Java_StackQueries_locations(JNIEnv *jni, jclass me, jthread t, jint upto)
{
    for (jint d = 0; d <= upto; d++) {
        jmethodID m;
        jlocation at;
        jvmtiError e = (*ti)->GetFrameLocation(ti, t, d, &m, &at);
        if (e == JVMTI_ERROR_NONE)
            printf("  frame %d %s @%d\n", d, method_name(m), (int)at);
        else
            printf("  frame %d %s\n", d, error_name(e));
    }
}

static void print_info(const jvmtiStackInfo *s)
{
    printf("  %s: state %x, %d frames\n", thread_name(s->thread), s->state & ~0x400000, s->frame_count);
    print_frames(s->frame_buffer, s->frame_count);
}
JNIEXPORT void JNICALL Java_StackQueries_all(JNIEnv *jni, jclass me, jint max)
{
    jvmtiStackInfo *info;
    jint n;
    CHECK((*ti)->GetAllStackTraces(ti, max, &info, &n));
    for (jint pass = 0; pass < 10; pass++) /* by name: the order of threads is not fixed */
        for (jint i = 0; i < n; i++) {
            const char *name = thread_name(info[i].thread);
            if (starts_with(name, "test-") && name[5] == '0' + pass) print_info(&info[i]);
        }
    give_back(info);
}
JNIEXPORT void JNICALL Java_StackQueries_some(JNIEnv *jni, jclass me, jobjectArray threads, jint max)
{
    jthread list[16];
    jint n = (*jni)->GetArrayLength(jni, threads);
    for (jint i = 0; i < n; i++) list[i] = (*jni)->GetObjectArrayElement(jni, threads, i);
    jvmtiStackInfo *info = NULL;
    jvmtiError e = (*ti)->GetThreadListStackTraces(ti, n, list, max, &info);
    printf("  list of %d: %s\n", n, error_name(e));
    if (e != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < n; i++) print_info(&info[i]);
    give_back(info);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    return 0;
}
