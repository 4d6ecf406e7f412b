/* MethodEntry, MethodExit, Exception, ExceptionCatch, ClassLoad, ClassPrepare of the classes of the test, on the
 * threads of the test. */
#include "agent.h"

static jrawMonitorID lock;
/* Hidden classes have names that differ from run to run; HotSpot prepares them before it announces their load. */
static int mine(jclass c)
{
    const char *name = class_name(c);
    return starts_with(name, "LMethodEvents") && !strstr(name, "$$Lambda");
}
static int events_of(jmethodID m) { return mine(class_of_method(m)); }

static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m)
{
    if (!events_of(m)) return;
    jmethodID at = NULL;
    jlocation where = 7;
    CHECK((*ti)->GetFrameLocation(ti, thread, 0, &at, &where));
    printf("entry %s at %d%s\n", method_name(m), (int)where, at == m ? "" : " of another method");
}
static void JNICALL on_exit_(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, jboolean by_exception, jvalue v)
{
    if (!events_of(m)) return;
    const char *name = method_name(m), *ret = strchr(name, ')') + 1;
    printf("exit %s%s", name, by_exception ? " by exception\n" : "");
    if (by_exception) return;
    switch (*ret) {
    case 'I': printf(" = %d\n", v.i); break;
    case 'Z': printf(" = %d\n", v.z); break;
    case 'B': printf(" = %d\n", v.b); break;
    case 'C': printf(" = %d\n", v.c); break;
    case 'S': printf(" = %d\n", v.s); break;
    case 'J': printf(" = %lld\n", (long long)v.j); break;
    case 'F': printf(" = %g\n", v.f); break;
    case 'D': printf(" = %g\n", v.d); break;
    case 'V': printf("\n"); break;
    default: printf(" = %s\n", v.l ? class_name((*jni)->GetObjectClass(jni, v.l)) : "null"); break;
    }
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jobject ex,
                                 jmethodID catcher, jlocation catch_at)
{
    if (!events_of(m)) return;
    jboolean native;
    CHECK((*ti)->IsMethodNative(ti, m, &native));
    if (native && at == 0) at = -1; /* HotSpot says 0 where the specification says -1 */
    printf("exception %s in %s at %d", class_name((*jni)->GetObjectClass(jni, ex)), method_name(m), (int)at);
    if (catcher)
        printf(" caught in %s at %d\n", method_name(catcher), (int)catch_at);
    else
        printf(" not caught, %d\n", (int)catch_at);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jobject ex)
{
    if (events_of(m))
        printf("catch %s in %s at %d\n", class_name((*jni)->GetObjectClass(jni, ex)), method_name(m), (int)at);
}
static void JNICALL on_load(jvmtiEnv *e, JNIEnv *jni, jthread thread, jclass c)
{
    if (!mine(c)) return;
    jint status, n;
    jmethodID *methods;
    CHECK((*ti)->GetClassStatus(ti, c, &status));
    printf("load %s status %d, methods %s\n", class_name(c), status,
           error_name((*ti)->GetClassMethods(ti, c, &n, &methods)));
}
static void JNICALL on_prepare(jvmtiEnv *e, JNIEnv *jni, jthread thread, jclass c)
{
    if (!mine(c)) return;
    jint n, k;
    jmethodID *methods;
    jfieldID *fields;
    CHECK((*ti)->GetClassMethods(ti, c, &n, &methods));
    CHECK((*ti)->GetClassFields(ti, c, &k, &fields));
    printf("prepare %s, %d methods, %d fields\n", class_name(c), n, k);
}

/* Switches events: for the current thread alone, or for all. */
JNIEXPORT void JNICALL Java_MethodEvents_events(JNIEnv *jni, jclass me, jboolean on, jboolean one_thread)
{
    static const jvmtiEvent events[] = { JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT, JVMTI_EVENT_EXCEPTION,
                                         JVMTI_EVENT_EXCEPTION_CATCH };
    jthread current = NULL;
    if (one_thread) CHECK((*ti)->GetCurrentThread(ti, &current));
    for (int i = 0; i < 4; i++)
        CHECK((*ti)->SetEventNotificationMode(ti, on ? JVMTI_ENABLE : JVMTI_DISABLE, events[i], current));
}

JNIEXPORT jint JNICALL Java_MethodEvents_nativeAdd(JNIEnv *jni, jclass me, jint a, jint b) { return a + b; }
JNIEXPORT jobject JNICALL Java_MethodEvents_nativeThrow(JNIEnv *jni, jclass me, jstring text)
{
    (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), "native");
    return NULL;
}
JNIEXPORT jint JNICALL Java_MethodEvents_nativeSwallow(JNIEnv *jni, jclass me)
{
    (*jni)->CallStaticVoidMethod(jni, me, (*jni)->GetStaticMethodID(jni, me, "thrower", "()V"));
    jint had = (*jni)->ExceptionCheck(jni);
    (*jni)->ExceptionClear(jni);
    return had;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_method_entry_events = caps.can_generate_method_exit_events = caps.can_generate_exception_events =
        1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    CHECK((*ti)->CreateRawMonitor(ti, "lock", &lock));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.MethodEntry = on_entry;
    c.MethodExit = on_exit_;
    c.Exception = on_exception;
    c.ExceptionCatch = on_catch;
    c.ClassLoad = on_load;
    c.ClassPrepare = on_prepare;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_CLASS_LOAD);
    enable(ti, JVMTI_EVENT_CLASS_PREPARE);
    return 0;
}
