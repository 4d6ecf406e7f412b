/* locks: where do threads wait for a lock, how long, and what does its holder do? -agentpath:liblocks.so
 * At the end of the VM it prints the pairs of stacks, waiter and holder, that cost most time. Works on every VM. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH = 3, PAIRS = 1024, ROWS = 10 };
static struct pair {
    jvmtiFrameInfo stacks[2][DEPTH]; /* the waiter's and the holder's; a method that is NULL: no more frames */
    jlong times, waited;             /* ns; in `here` the time at which the wait began */
} pairs[PAIRS];                      /* the last one takes in all that do not fit */
static jrawMonitorID mutex;
static _Thread_local struct pair here;

static void JNICALL on_contended(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject lock)
{
    jvmtiMonitorUsage usage = { 0 };
    jint count;
    memset(&here, 0, sizeof here);
    (*jvmti)->GetObjectMonitorUsage(jvmti, lock, &usage); /* first of all, because the holder runs on */
    if (usage.owner) (*jvmti)->GetStackTrace(jvmti, usage.owner, 0, DEPTH, here.stacks[1], &count);
    (*jvmti)->GetStackTrace(jvmti, thread, 0, DEPTH, here.stacks[0], &count);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.waiters);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)usage.notify_waiters);
    (*jvmti)->GetTime(jvmti, &here.waited);
}

static void JNICALL on_entered(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject lock)
{
    jlong now, i = 0;
    (*jvmti)->GetTime(jvmti, &now);
    (*jvmti)->RawMonitorEnter(jvmti, mutex);
    while (i < PAIRS - 1 && pairs[i].times && memcmp(pairs[i].stacks, here.stacks, sizeof here.stacks) != 0) i++;
    memcpy(pairs[i].stacks, here.stacks, sizeof here.stacks);
    pairs[i].times++;
    pairs[i].waited += now - here.waited;
    (*jvmti)->RawMonitorExit(jvmti, mutex);
}

static void print_stack(jvmtiEnv *jvmti, const char *title, const jvmtiFrameInfo *frames)
{
    if (!frames->method) printf("%s no thread any more\n", title);
    for (int i = 0; i < DEPTH && frames[i].method; i++, title = "         <-") {
        char *name = "?", *signature = "?";
        jclass c;
        if ((*jvmti)->GetMethodDeclaringClass(jvmti, frames[i].method, &c)) continue; /* it was unloaded */
        (*jvmti)->GetMethodName(jvmti, frames[i].method, &name, NULL, NULL);
        (*jvmti)->GetClassSignature(jvmti, c, &signature, NULL);
        printf("%s %s%s\n", title, signature, name); /* the process ends: nothing is given back */
    }
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni)
{
    (*jvmti)->RawMonitorEnter(jvmti, mutex);
    for (int row = 0; row < ROWS; row++) {
        struct pair *worst = pairs;
        for (int i = 1; i < PAIRS; i++) worst = pairs[i].waited > worst->waited ? &pairs[i] : worst;
        if (worst->waited <= 0) break;
        printf("%lld times, %.1f ms in all\n", (long long)worst->times, worst->waited / 1e6);
        print_stack(jvmti, "   waits in", worst->stacks[0]);
        print_stack(jvmti, "    held by", worst->stacks[1]);
        worst->waited = 0;
    }
    (*jvmti)->RawMonitorExit(jvmti, mutex);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    jvmtiCapabilities wanted = { .can_generate_monitor_events = 1, .can_get_monitor_info = 1 };
    jvmtiEventCallbacks callbacks = { .MonitorContendedEnter = on_contended, .VMDeath = on_death };
    callbacks.MonitorContendedEntered = on_entered;
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) || (*jvmti)->CreateRawMonitor(jvmti, "locks", &mutex)) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_MONITOR_CONTENDED_ENTER, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, NULL);
    return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL) ? JNI_ERR : JNI_OK;
}
