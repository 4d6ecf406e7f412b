/* An agent for the recorder's test Window: a breakpoint at one bytecode after another of methods that end an event. The
 * thread named "writer" that comes there tells Window, and waits until Window lets it go. */
#include <jvmti.h>
#include <stdlib.h>
#include <string.h>

static jvmtiEnv *ti;
static jclass window;
static jmethodID waits;
static _Thread_local int inside;

static void JNICALL at_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method, jlocation at)
{
    jvmtiThreadInfo info;
    (void)env;
    (void)method;
    if (inside || (*ti)->GetThreadInfo(ti, thread, &info)) return;
    int is_writer = strcmp(info.name, "writer") == 0;
    (*ti)->Deallocate(ti, (unsigned char *)info.name);
    if (!is_writer) return;
    inside = 1;
    (*jni)->CallStaticVoidMethod(jni, window, waits, (jint)at);
    inside = 0;
}

/* Sets or clears the breakpoint. Returns the JVM TI error. */
JNIEXPORT jint JNICALL Java_Window_breakpoint(JNIEnv *jni, jclass cls, jclass of, jstring name, jint at, jboolean on)
{
    const char *chars = (*jni)->GetStringUTFChars(jni, name, NULL);
    if (!chars) return -1;
    if (!window) {
        window = (*jni)->NewGlobalRef(jni, cls);
        waits = (*jni)->GetStaticMethodID(jni, cls, "waits", "(I)V");
        jvmtiEventCallbacks calls = { .Breakpoint = at_breakpoint };
        if ((*ti)->SetEventCallbacks(ti, &calls, sizeof calls)) abort();
        if ((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_BREAKPOINT, NULL)) abort();
    }
    jmethodID m = (*jni)->GetMethodID(jni, of, chars, "()Z");
    (*jni)->ReleaseStringUTFChars(jni, name, chars);
    if (!m) return -1;
    return (jint)(on ? (*ti)->SetBreakpoint(ti, m, at) : (*ti)->ClearBreakpoint(ti, m, at));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiCapabilities caps;
    (void)options;
    (void)reserved;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = 1;
    if ((*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_11)) return 1;
    return (jint)(*ti)->AddCapabilities(ti, &caps);
}
