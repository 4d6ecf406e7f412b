/* A hundred environments hold every capability; each sets the same breakpoint and watches and waits for the same frame:
 * each must get each event once. Then every second one is disposed, and a hundred new ones come, twice. */
#include "agent.h"

enum { MANY = 100, ROUNDS = 3, KINDS = 9 };
static const char *const kinds[KINDS] = { "breakpoint", "frame pop", "access", "modification", "entry",
                                          "exit",       "exception", "catch",  "step" };
static jvmtiEnv *envs[MANY];
static int seen[MANY][KINDS], failures;
static jmethodID work;
static jfieldID field;
static jclass me;

static void count(jvmtiEnv *e, int kind)
{
    void *i = NULL;
    CHECK((*e)->GetEnvironmentLocalStorage(e, &i));
    seen[(intptr_t)i - 1][kind]++;
}
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    count(e, 0);
    CHECK((*e)->NotifyFramePop(e, t, 0));
}
static void JNICALL on_pop(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception) { count(e, 1); }
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    count(e, 2);
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char type, jvalue v)
{
    count(e, 3);
}
static void JNICALL on_entry(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m)
{
    if (m == work) count(e, 4);
}
static void JNICALL on_leave(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jboolean by_exception, jvalue v)
{
    if (m == work) count(e, 5);
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex,
                                 jmethodID cm, jlocation cat)
{
    if (m == work) count(e, 6);
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject ex)
{
    if (m == work) count(e, 7);
}
static void JNICALL on_step(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    if (m == work && at == 0) count(e, 8);
}

static const jvmtiEvent events[] = { JVMTI_EVENT_BREAKPOINT,   JVMTI_EVENT_FRAME_POP,
                                     JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_FIELD_MODIFICATION,
                                     JVMTI_EVENT_METHOD_ENTRY, JVMTI_EVENT_METHOD_EXIT,
                                     JVMTI_EVENT_EXCEPTION,    JVMTI_EVENT_EXCEPTION_CATCH,
                                     JVMTI_EVENT_SINGLE_STEP };

static void create(int i)
{
    jvmtiEnv *e = envs[i] = new_env(the_vm);
    jvmtiCapabilities caps;
    CHECK((*e)->GetPotentialCapabilities(e, &caps));
    CHECK((*e)->AddCapabilities(e, &caps));
    CHECK((*e)->SetEnvironmentLocalStorage(e, (void *)(intptr_t)(i + 1)));
    jvmtiEventCallbacks c = { .Breakpoint = on_breakpoint,
                              .FramePop = on_pop,
                              .FieldAccess = on_access,
                              .FieldModification = on_modification,
                              .MethodEntry = on_entry,
                              .MethodExit = on_leave,
                              .Exception = on_exception,
                              .ExceptionCatch = on_catch,
                              .SingleStep = on_step };
    CHECK((*e)->SetEventCallbacks(e, &c, sizeof c));
    CHECK((*e)->SetBreakpoint(e, work, 0));
    CHECK((*e)->SetFieldAccessWatch(e, me, field));
    CHECK((*e)->SetFieldModificationWatch(e, me, field));
}
static void listen(int i, jvmtiEventMode mode)
{
    jthread t;
    CHECK((*envs[i])->GetCurrentThread(envs[i], &t));
    for (size_t k = 0; k < sizeof events / sizeof *events; k++)
        CHECK((*envs[i])->SetEventNotificationMode(envs[i], mode, events[k], t));
}

JNIEXPORT void JNICALL Java_HundredEnvironments_run(JNIEnv *jni, jclass c)
{
    me = c;
    work = (*jni)->GetStaticMethodID(jni, c, "work", "()V");
    field = (*jni)->GetStaticFieldID(jni, c, "field", "I");
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < MANY; i++) create(i);
        for (int part = 0; part < 2; part++) { /* all, then every second */
            memset(seen, 0, sizeof seen);
            for (int i = 0; i < MANY; i += part + 1) listen(i, JVMTI_ENABLE);
            (*jni)->CallStaticVoidMethod(jni, c, work);
            for (int i = 0; i < MANY; i += part + 1) listen(i, JVMTI_DISABLE);
            for (int i = 0; i < MANY; i++)
                for (int k = 0; k < KINDS; k++)
                    if (seen[i][k] != (i % (part + 1) == 0)) {
                        if (failures++ < 10)
                            printf("round %d part %d: environment %d got %d of %s\n", round, part, i, seen[i][k],
                                   kinds[k]);
                    }
            for (int i = part ? 0 : 1; i < MANY; i += 2) CHECK((*envs[i])->DisposeEnvironment(envs[i]));
        }
    }
    printf(failures ? "%d failures\n" : "PASS\n", failures);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    the_vm = vm;
    setvbuf(stdout, NULL, _IOLBF, 0);
    return 0;
}
