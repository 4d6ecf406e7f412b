/* PopFrame, NotifyFramePop and the six ForceEarlyReturn in every situation in which they must answer an error, and each
 * of them succeeding. */
#include "agent.h"
#include <pthread.h>

static void all(jthread t, jobject o)
{
    printf("  pop %s", t ? error_name((*ti)->PopFrame(ti, t)) : "-");
    printf(", notify %s", error_name((*ti)->NotifyFramePop(ti, t, 0)));
    printf(", object %s", error_name((*ti)->ForceEarlyReturnObject(ti, t, o)));
    printf(", int %s", error_name((*ti)->ForceEarlyReturnInt(ti, t, 1)));
    printf(", long %s", error_name((*ti)->ForceEarlyReturnLong(ti, t, 1)));
    printf(", float %s", error_name((*ti)->ForceEarlyReturnFloat(ti, t, 1)));
    printf(", double %s", error_name((*ti)->ForceEarlyReturnDouble(ti, t, 1)));
    printf(", void %s\n", error_name((*ti)->ForceEarlyReturnVoid(ti, t)));
}

JNIEXPORT void JNICALL Java_ErrorsFrames_all(JNIEnv *jni, jclass me, jthread t, jobject o) { all(t, o); }
JNIEXPORT void JNICALL Java_ErrorsFrames_suspend(JNIEnv *jni, jclass me, jthread t)
{
    CHECK((*ti)->SuspendThread(ti, t));
}
JNIEXPORT void JNICALL Java_ErrorsFrames_resume(JNIEnv *jni, jclass me, jthread t)
{
    CHECK((*ti)->ResumeThread(ti, t));
}
JNIEXPORT void JNICALL Java_ErrorsFrames_pop(JNIEnv *jni, jclass me, jthread t)
{
    printf("  pop %s\n", error_name((*ti)->PopFrame(ti, t)));
}

/* The one call with the type that fits. */
JNIEXPORT void JNICALL Java_ErrorsFrames_force(JNIEnv *jni, jclass me, jthread t, jchar type, jobject o)
{
    jvmtiError e = type == 'L'   ? (*ti)->ForceEarlyReturnObject(ti, t, o)
                   : type == 'I' ? (*ti)->ForceEarlyReturnInt(ti, t, 77)
                   : type == 'J' ? (*ti)->ForceEarlyReturnLong(ti, t, 1LL << 40)
                   : type == 'F' ? (*ti)->ForceEarlyReturnFloat(ti, t, 1.5f)
                   : type == 'D' ? (*ti)->ForceEarlyReturnDouble(ti, t, 2.25)
                                 : (*ti)->ForceEarlyReturnVoid(ti, t);
    printf("  force %c %s\n", type, error_name(e));
}
/* All but the one that fits. */
JNIEXPORT void JNICALL Java_ErrorsFrames_mismatch(JNIEnv *jni, jclass me, jthread t, jchar type, jobject o)
{
    printf("  not %c:", type);
    if (type != 'L') printf(" object %s", error_name((*ti)->ForceEarlyReturnObject(ti, t, o)));
    if (type != 'I') printf(" int %s", error_name((*ti)->ForceEarlyReturnInt(ti, t, 1)));
    if (type != 'J') printf(" long %s", error_name((*ti)->ForceEarlyReturnLong(ti, t, 1)));
    if (type != 'F') printf(" float %s", error_name((*ti)->ForceEarlyReturnFloat(ti, t, 1)));
    if (type != 'D') printf(" double %s", error_name((*ti)->ForceEarlyReturnDouble(ti, t, 1)));
    if (type != 'V') printf(" void %s", error_name((*ti)->ForceEarlyReturnVoid(ti, t)));
    printf("\n");
}

/* A thread without Java frames: attached from native code, waiting for a raw monitor. */
static jrawMonitorID monitor;
static int attached, leave;
static jthread bare;
static void *without_frames(void *arg)
{
    JNIEnv *jni = NULL;
    if ((*the_vm)->AttachCurrentThread(the_vm, (void **)&jni, NULL) != JNI_OK) return NULL;
    jthread me;
    CHECK((*ti)->GetCurrentThread(ti, &me));
    CHECK((*ti)->RawMonitorEnter(ti, monitor));
    bare = (*jni)->NewGlobalRef(jni, me);
    attached = 1;
    CHECK((*ti)->RawMonitorNotifyAll(ti, monitor));
    while (!leave) CHECK((*ti)->RawMonitorWait(ti, monitor, 0));
    CHECK((*ti)->RawMonitorExit(ti, monitor));
    (*the_vm)->DetachCurrentThread(the_vm);
    return NULL;
}
JNIEXPORT void JNICALL Java_ErrorsFrames_noFrames(JNIEnv *jni, jclass me, jobject o)
{
    pthread_t t;
    CHECK((*ti)->CreateRawMonitor(ti, "frames", &monitor));
    CHECK((*ti)->RawMonitorEnter(ti, monitor));
    pthread_create(&t, NULL, without_frames, NULL);
    while (!attached) CHECK((*ti)->RawMonitorWait(ti, monitor, 0));
    CHECK((*ti)->RawMonitorExit(ti, monitor));
    all(bare, o);
    CHECK((*ti)->SuspendThread(ti, bare));
    all(bare, o);
    CHECK((*ti)->ResumeThread(ti, bare));
    CHECK((*ti)->RawMonitorEnter(ti, monitor));
    leave = 1;
    CHECK((*ti)->RawMonitorNotifyAll(ti, monitor));
    CHECK((*ti)->RawMonitorExit(ti, monitor));
    pthread_join(t, NULL);
}

static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception) {}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_frame_pop_events = caps.can_force_early_return = caps.can_pop_frame = caps.can_suspend = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.FramePop = on_pop;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    return 0;
}
