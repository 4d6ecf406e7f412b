/* Questions whose answers the specification leaves open: what comes is printed, and must be what HotSpot answers. */
#include "agent.h"

static jfieldID field;

static const char *place(jmethodID m, jlocation at)
{
    char *r = ring();
    jmethodID top = NULL;
    jlocation here = 77;
    CHECK((*ti)->GetFrameLocation(ti, NULL, 0, &top, &here));
    snprintf(r, 2048, "%s @%lld, frame %s @%lld", method_name(m), (long long)at, method_name(top), (long long)here);
    return r;
}
static void JNICALL on_access(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                              jfieldID f)
{
    printf("access in %s\n", place(m, at));
}
static void JNICALL on_modification(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jclass c, jobject o,
                                    jfieldID f, char sig, jvalue v)
{
    printf("modification in %s\n", place(m, at));
}
static void JNICALL on_exception(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x,
                                 jmethodID catcher, jlocation catch_at)
{
    printf("exception in %s, caught in %s\n", place(m, at), method_name(catcher));
}
static void JNICALL on_catch(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at, jobject x)
{
    printf("caught in %s\n", method_name(m));
}

JNIEXPORT void JNICALL Java_SilentCorners_watch(JNIEnv *jni, jclass me, jclass c)
{
    jvmtiEventMode mode = c ? JVMTI_ENABLE : JVMTI_DISABLE;
    if (c) {
        field = (*jni)->GetFieldID(jni, c, "field", "I");
        CHECK((*ti)->SetFieldAccessWatch(ti, c, field));
        CHECK((*ti)->SetFieldModificationWatch(ti, c, field));
    }
    static const jvmtiEvent events[] = { JVMTI_EVENT_FIELD_ACCESS, JVMTI_EVENT_FIELD_MODIFICATION,
                                         JVMTI_EVENT_EXCEPTION, JVMTI_EVENT_EXCEPTION_CATCH };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        CHECK((*ti)->SetEventNotificationMode(ti, mode, events[i], NULL));
}
JNIEXPORT jint JNICALL Java_SilentCorners_touch(JNIEnv *jni, jclass me, jobject o, jint value)
{
    (*jni)->SetIntField(jni, o, field, value);
    return (*jni)->GetIntField(jni, o, field);
}
JNIEXPORT void JNICALL Java_SilentCorners_raise(JNIEnv *jni, jclass me, jstring text)
{
    const char *s = (*jni)->GetStringUTFChars(jni, text, NULL);
    (*jni)->ThrowNew(jni, (*jni)->FindClass(jni, "java/lang/IllegalStateException"), s);
    (*jni)->ReleaseStringUTFChars(jni, text, s);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(thread_name(*(const jthread *)a), thread_name(*(const jthread *)b));
}
static void print_threads(jthread *threads, jint n)
{
    qsort(threads, (size_t)n, sizeof *threads, by_name); /* in no order */
    for (jint i = 0; i < n; i++) printf("%s %s", i ? "," : "", threads[i] ? thread_name(threads[i]) : "NULL");
    give_back(threads);
}
JNIEXPORT void JNICALL Java_SilentCorners_usage(JNIEnv *jni, jclass me, jstring what, jobject o)
{
    const char *s = (*jni)->GetStringUTFChars(jni, what, NULL);
    jvmtiMonitorUsage u;
    CHECK((*ti)->GetObjectMonitorUsage(ti, o, &u));
    printf("%s: owner %s, entered %d, %d waiters", s, u.owner ? thread_name(u.owner) : "none", (int)u.entry_count,
           (int)u.waiter_count);
    print_threads(u.waiters, u.waiter_count);
    printf("; %d to be notified", (int)u.notify_waiter_count);
    print_threads(u.notify_waiters, u.notify_waiter_count);
    printf("\n");
    (*jni)->ReleaseStringUTFChars(jni, what, s);
}

JNIEXPORT void JNICALL Java_SilentCorners_methods(JNIEnv *jni, jclass me, jclass c)
{
    jint n = 0;
    jmethodID *methods;
    CHECK((*ti)->GetClassMethods(ti, c, &n, &methods));
    for (jint i = 0; i < n; i++) {
        jint locals = -7, arguments = -7, count = -7;
        jlocation from = -7, to = -7;
        jvmtiLineNumberEntry *lines;
        jvmtiLocalVariableEntry *variables;
        unsigned char *code;
        jvmtiError locals_said = (*ti)->GetMaxLocals(ti, methods[i], &locals),
                   arguments_said = (*ti)->GetArgumentsSize(ti, methods[i], &arguments);
        jvmtiError said = (*ti)->GetMethodLocation(ti, methods[i], &from, &to);
        printf("%s: locals %s %d, arguments %s %d, location %s %d %d", method_name(methods[i]), error_name(locals_said),
               (int)locals, error_name(arguments_said), (int)arguments, error_name(said), (int)from, (int)to);
        printf(", lines %s", error_name((*ti)->GetLineNumberTable(ti, methods[i], &count, &lines)));
        printf(", variables %s", error_name((*ti)->GetLocalVariableTable(ti, methods[i], &count, &variables)));
        count = -7;
        printf(", code %s", error_name((*ti)->GetBytecodes(ti, methods[i], &count, &code)));
        printf(" %d\n", (int)count);
    }
    give_back(methods);
}

static int by_tag(const void *a, const void *b)
{
    return (*(const jlong *)a > *(const jlong *)b) - (*(const jlong *)a < *(const jlong *)b);
}
JNIEXPORT void JNICALL Java_SilentCorners_tags(JNIEnv *jni, jclass me, jobject a, jobject b)
{
    CHECK((*ti)->SetTag(ti, a, 100));
    CHECK((*ti)->SetTag(ti, b, 200));
    static const jlong lists[][4] = { { 100, 100, 100, 100 }, { 100, 200, 100, 300 }, { 300, 300, 300, 300 } };
    for (size_t i = 0; i < 3; i++) {
        jint n = -1;
        jobject *objects;
        jlong *tags;
        printf("objects with tags: %s", error_name((*ti)->GetObjectsWithTags(ti, 4, lists[i], &n, &objects, &tags)));
        qsort(tags, (size_t)n, sizeof *tags, by_tag); /* in no order */
        for (jint k = 0; k < n; k++) printf(" %d", (int)tags[k]);
        printf("\n");
        give_back(objects);
        give_back(tags);
    }
    jint n = -1;
    printf("no list: %s", error_name((*ti)->GetObjectsWithTags(ti, 0, lists[0], &n, NULL, NULL)));
    printf(" %d\n", (int)n);
    CHECK((*ti)->SetTag(ti, a, 0));
    CHECK((*ti)->SetTag(ti, b, 0));
}

JNIEXPORT void JNICALL Java_SilentCorners_fields(JNIEnv *jni, jclass me, jclass c)
{
    jint n = -1;
    jfieldID *fields;
    CHECK((*ti)->GetClassFields(ti, c, &n, &fields));
    printf("fields of %s:", class_name(c));
    for (jint i = 0; i < n; i++) {
        char *name, *sig;
        CHECK((*ti)->GetFieldName(ti, c, fields[i], &name, &sig, NULL));
        printf(" %s %s", name, sig);
        give_back(name);
        give_back(sig);
    }
    printf("\n");
    give_back(fields);
    static const char *types[] = { "Ljava/lang/Object;", "[Ljava/lang/Object;" };
    for (int i = 0; i < 2; i++) {
        printf("backtrace as %s: %s\n", types[i],
               (*jni)->GetFieldID(jni, c, "backtrace", types[i]) ? "there" : "not there");
        (*jni)->ExceptionClear(jni);
    }
}

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *user)
{
    if (kind == JVMTI_HEAP_REFERENCE_FIELD) *(jlong *)user |= 1 << info->field.index;
    return 0;
}
JNIEXPORT void JNICALL Java_SilentCorners_references(JNIEnv *jni, jclass me, jobject t)
{
    jobject trace = (*jni)->GetObjectField(
        jni, t,
        (*jni)->GetFieldID(jni, (*jni)->FindClass(jni, "java/lang/Throwable"), "backtrace", "Ljava/lang/Object;"));
    printf("backtrace is an Object[]: %d\n",
           trace && (*jni)->IsInstanceOf(jni, trace, (*jni)->FindClass(jni, "[Ljava/lang/Object;")));
    jlong seen = 0;
    jvmtiHeapCallbacks cb = { .heap_reference_callback = on_reference };
    CHECK((*ti)->FollowReferences(ti, 0, NULL, t, &cb, &seen));
    printf("references by fields %llx\n", (unsigned long long)seen);
}

JNIEXPORT void JNICALL Java_SilentCorners_classFile(JNIEnv *jni, jclass me, jclass c)
{
    jint a = -1, b = -1, status = -1;
    unsigned char *bytes;
    char *s;
    jmethodID *methods;
    jfieldID *fields;
    jclass *interfaces;
    CHECK((*ti)->GetClassStatus(ti, c, &status));
    printf("%s: status %d", class_name(c), (int)status);
    printf(", version %s", error_name((*ti)->GetClassVersionNumbers(ti, c, &a, &b)));
    printf(", pool %s", error_name((*ti)->GetConstantPool(ti, c, &a, &b, &bytes)));
    printf(", source %s", error_name((*ti)->GetSourceFileName(ti, c, &s)));
    printf(", extension %s", error_name((*ti)->GetSourceDebugExtension(ti, c, &s)));
    printf(", modifiers %s", error_name((*ti)->GetClassModifiers(ti, c, &a)));
    printf(", methods %s", error_name((*ti)->GetClassMethods(ti, c, &a, &methods)));
    printf(", fields %s", error_name((*ti)->GetClassFields(ti, c, &a, &fields)));
    printf(", interfaces %s", error_name((*ti)->GetImplementedInterfaces(ti, c, &a, &interfaces)));
    printf(", retransformed %s\n", error_name((*ti)->RetransformClasses(ti, 1, &c)));
}

JNIEXPORT void JNICALL Java_SilentCorners_capabilities(JNIEnv *jni, jclass me)
{
    jvmtiEnv *e = new_env(the_vm);
    jvmtiCapabilities caps;
    CHECK((*e)->GetCapabilities(e, &caps));
    /* one bit each; the others mean nothing */
    printf("a new environment has %llx\n", (unsigned long long)(*(uint64_t *)&caps & ((1ull << 44) - 1)));
    CHECK((*e)->DisposeEnvironment(e));
}

JNIEXPORT jstring JNICALL Java_SilentCorners_stop(JNIEnv *jni, jclass me, jthread t, jobject x)
{
    return (*jni)->NewStringUTF(jni, error_name((*ti)->StopThread(ti, t, x)));
}

JNIEXPORT void JNICALL Java_SilentCorners_breakpoints(JNIEnv *jni, jclass me, jclass c, jstring name)
{
    const char *s = (*jni)->GetStringUTFChars(jni, name, NULL);
    jint n = 0;
    jmethodID *methods;
    CHECK((*ti)->GetClassMethods(ti, c, &n, &methods));
    for (jint i = 0; i < n; i++) {
        char *its;
        CHECK((*ti)->GetMethodName(ti, methods[i], &its, NULL, NULL));
        for (jlocation at = -1; at < 6 && !strcmp(its, s); at++) {
            printf("%s @%d: set %s", s, (int)at, error_name((*ti)->SetBreakpoint(ti, methods[i], at)));
            printf(", again %s", error_name((*ti)->SetBreakpoint(ti, methods[i], at)));
            printf(", clear %s", error_name((*ti)->ClearBreakpoint(ti, methods[i], at)));
            printf(", again %s\n", error_name((*ti)->ClearBreakpoint(ti, methods[i], at)));
        }
        give_back(its);
    }
    give_back(methods);
    (*jni)->ReleaseStringUTFChars(jni, name, s);
}

JNIEXPORT void JNICALL Java_SilentCorners_00024Linked_linked(JNIEnv *jni, jclass me) { printf("linked\n"); }
static void JNICALL registered(JNIEnv *jni, jclass me) { printf("registered\n"); }
JNIEXPORT void JNICALL Java_SilentCorners_verbose(JNIEnv *jni, jclass me, jclass c, jboolean on)
{
    static const JNINativeMethod methods[] = { { "registered", "()V", registered }, { "registered", "()V", NULL } };
    CHECK((*ti)->SetVerboseFlag(ti, JVMTI_VERBOSE_JNI, on));
    if (on && (*jni)->RegisterNatives(jni, c, methods + 1, 1) == JNI_OK &&
        (*jni)->RegisterNatives(jni, c, methods, 1) == JNI_OK)
        printf("registered twice\n");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    CHECK((*ti)->GetPotentialCapabilities(ti, &caps));
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.FieldAccess = on_access;
    cb.FieldModification = on_modification;
    cb.Exception = on_exception;
    cb.ExceptionCatch = on_catch;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    return 0;
}
