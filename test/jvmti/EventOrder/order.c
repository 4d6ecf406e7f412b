/* Prints the events of the test's methods as they come. */
#include "agent.h"

static jmethodID pop_id;
static int action_at = -1, action_other;
static char action[16];
static jclass main_class;

static int mine(jmethodID m)
{
    const char *name = method_name(m);
    return starts_with(name, "LEventOrder") && !strstr(name, ".lambda$") && !strstr(name, ".note(") &&
           !strstr(name, ".run(") && !strstr(name, ".enable(") && !strstr(name, ".main(") &&
           !strstr(name, "fromCallback") && !strstr(name, ".breakpoint") && !strstr(name, "$$Lambda") &&
           !strstr(name, ".redefine(") && !strstr(name, ".atBreakpoint(");
}
static const char *brief(jmethodID m)
{
    char *name = NULL, *r = ring();
    CHECK((*ti)->GetMethodName(ti, m, &name, NULL, NULL));
    snprintf(r, 2048, "%s", name);
    give_back(name);
    return r;
}
static const char *old(jmethodID m)
{
    jboolean is = JNI_FALSE;
    CHECK((*ti)->IsMethodObsolete(ti, m, &is));
    return is ? " (obsolete)" : "";
}

static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    printf("  breakpoint %s@%d%s\n", brief(m), (int)at, old(m));
    if ((int)at != action_at) return;
    action_at = -1;
    if (!strcmp(action, "clear"))
        CHECK((*ti)->ClearBreakpoint(ti, m, at));
    else if (!strcmp(action, "set"))
        CHECK((*ti)->SetBreakpoint(ti, m, action_other));
    else {
        (*jni)->CallStaticVoidMethod(jni, main_class,
                                     (*jni)->GetStaticMethodID(jni, main_class, "fromCallback", "()V"));
        printf("  redefined, now%s\n", old(m));
    }
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (mine(m)) printf("  step %s@%d%s\n", brief(m), (int)at, old(m));
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    if (!mine(m)) return;
    printf("  entry %s\n", brief(m));
    if (m == pop_id) CHECK((*ti)->NotifyFramePop(ti, NULL, 0));
}
static void JNICALL on_exit_(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    if (mine(m)) printf("  exit %s%s%s\n", brief(m), by_exception ? " by exception" : "", old(m));
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception)
{
    printf("  pop %s%s\n", brief(m), by_exception ? " by exception" : "");
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex,
                                 jmethodID c, jlocation cat)
{
    if (mine(m)) printf("  exception %s@%d to %s@%d\n", brief(m), (int)at, c ? brief(c) : "nobody", (int)cat);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex)
{
    if (mine(m)) printf("  catch %s@%d\n", brief(m), (int)at);
}

JNIEXPORT void JNICALL Java_EventOrder_enable(JNIEnv *jni, jclass me, jboolean on, jstring which, jthread t)
{
    const char *s = (*jni)->GetStringUTFChars(jni, which, NULL);
    for (const char *p = s; *p; p++) {
        jvmtiEventMode mode = on ? JVMTI_ENABLE : JVMTI_DISABLE;
        jvmtiEvent event = *p == 'B'   ? JVMTI_EVENT_BREAKPOINT
                           : *p == 'S' ? JVMTI_EVENT_SINGLE_STEP
                           : *p == 'E' ? JVMTI_EVENT_METHOD_ENTRY
                           : *p == 'X' ? JVMTI_EVENT_METHOD_EXIT
                           : *p == 'F' ? JVMTI_EVENT_FRAME_POP
                                       : JVMTI_EVENT_EXCEPTION;
        CHECK((*ti)->SetEventNotificationMode(ti, mode, event, t));
        if (event == JVMTI_EVENT_EXCEPTION)
            CHECK((*ti)->SetEventNotificationMode(ti, mode, JVMTI_EVENT_EXCEPTION_CATCH, t));
    }
    (*jni)->ReleaseStringUTFChars(jni, which, s);
}
static jmethodID named(JNIEnv *jni, jclass c, jstring name)
{
    jint n;
    jmethodID *methods, found = NULL;
    const char *wanted = (*jni)->GetStringUTFChars(jni, name, NULL);
    CHECK((*ti)->GetClassMethods(ti, c, &n, &methods));
    for (jint i = 0; i < n; i++)
        if (!strcmp(brief(methods[i]), wanted)) found = methods[i];
    give_back(methods);
    (*jni)->ReleaseStringUTFChars(jni, name, wanted);
    return found;
}
JNIEXPORT jstring JNICALL Java_EventOrder_breakpoint(JNIEnv *jni, jclass me, jboolean set, jclass c, jstring name,
                                                     jint at)
{
    jmethodID m = named(jni, c, name);
    jvmtiError e = set ? (*ti)->SetBreakpoint(ti, m, at) : (*ti)->ClearBreakpoint(ti, m, at);
    return (*jni)->NewStringUTF(jni, error_name(e));
}
JNIEXPORT void JNICALL Java_EventOrder_wantPop(JNIEnv *jni, jclass me, jclass c, jstring name)
{
    pop_id = named(jni, c, name);
}
JNIEXPORT void JNICALL Java_EventOrder_atBreakpoint(JNIEnv *jni, jclass me, jint at, jstring what, jint other)
{
    const char *s = (*jni)->GetStringUTFChars(jni, what, NULL);
    snprintf(action, sizeof action, "%s", s);
    (*jni)->ReleaseStringUTFChars(jni, what, s);
    if (!main_class) main_class = (*jni)->NewGlobalRef(jni, me);
    action_other = other;
    action_at = at;
}
JNIEXPORT void JNICALL Java_EventOrder_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    jbyte *b = (*jni)->GetByteArrayElements(jni, bytes, NULL);
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, bytes), (unsigned char *)b };
    CHECK((*ti)->RedefineClasses(ti, 1, &d));
    (*jni)->ReleaseByteArrayElements(jni, bytes, b, JNI_ABORT);
}
JNIEXPORT void JNICALL Java_EventOrder_note(JNIEnv *jni, jclass me, jstring text)
{
    const char *s = (*jni)->GetStringUTFChars(jni, text, NULL);
    printf("%s\n", s);
    (*jni)->ReleaseStringUTFChars(jni, text, s);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = caps.can_generate_single_step_events = caps.can_generate_method_entry_events =
        caps.can_generate_method_exit_events = 1;
    caps.can_generate_frame_pop_events = caps.can_generate_exception_events = caps.can_redefine_classes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    c.SingleStep = on_step;
    c.MethodEntry = on_entry;
    c.MethodExit = on_exit_;
    c.FramePop = on_pop;
    c.Exception = on_exception;
    c.ExceptionCatch = on_catch;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    return 0;
}
