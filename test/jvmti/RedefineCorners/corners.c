/* Redefines for the Java program and describes methods of frames. */
#include "agent.h"

static jclass redefine_class;
static jbyteArray redefine_file;
static int hook_armed;

static const char *redefine(JNIEnv *jni, jint n, jobject *classes, jobject *files)
{
    jvmtiClassDefinition d[4];
    for (jint i = 0; i < n; i++) {
        d[i].klass = classes[i];
        d[i].class_byte_count = (*jni)->GetArrayLength(jni, files[i]);
        d[i].class_bytes = (unsigned char *)(*jni)->GetByteArrayElements(jni, files[i], NULL);
    }
    jvmtiError e = (*ti)->RedefineClasses(ti, n, d);
    for (jint i = 0; i < n; i++) (*jni)->ReleaseByteArrayElements(jni, files[i], (jbyte *)d[i].class_bytes, JNI_ABORT);
    return e == JVMTI_ERROR_NONE ? "ok" : error_name(e);
}

JNIEXPORT jstring JNICALL Java_RedefineCorners_redefine(JNIEnv *jni, jclass me, jobjectArray classes,
                                                        jobjectArray files)
{
    jobject c[4], f[4];
    jint n = (*jni)->GetArrayLength(jni, classes);
    for (jint i = 0; i < n; i++) {
        c[i] = (*jni)->GetObjectArrayElement(jni, classes, i);
        f[i] = (*jni)->GetObjectArrayElement(jni, files, i);
    }
    return (*jni)->NewStringUTF(jni, redefine(jni, n, c, f));
}

static jmethodID method_at(jint depth, jlocation *at)
{
    jmethodID m = NULL;
    jthread self = NULL;
    CHECK((*ti)->GetCurrentThread(ti, &self));
    CHECK((*ti)->GetFrameLocation(ti, self, depth, &m, at));
    return m;
}

JNIEXPORT void JNICALL Java_RedefineCorners_describe(JNIEnv *jni, jclass me, jint depth)
{
    jlocation at, from = 0, to = 0;
    jmethodID m = method_at(depth, &at);
    jboolean obsolete = 0, native = 0, synthetic = 0;
    jint modifiers = -1, locals = -1, args = -1, n = 0, lines = 0, vars = 0;
    unsigned char *code = NULL;
    jvmtiLineNumberEntry *table = NULL;
    jvmtiLocalVariableEntry *variables = NULL;
    char *name = NULL, *sig = NULL, *gen = NULL;
    CHECK((*ti)->IsMethodObsolete(ti, m, &obsolete));
    CHECK((*ti)->GetMethodName(ti, m, &name, &sig, &gen));
    CHECK((*ti)->GetMethodModifiers(ti, m, &modifiers));
    CHECK((*ti)->GetMaxLocals(ti, m, &locals));
    CHECK((*ti)->GetArgumentsSize(ti, m, &args));
    CHECK((*ti)->GetMethodLocation(ti, m, &from, &to));
    CHECK((*ti)->GetBytecodes(ti, m, &n, &code));
    CHECK((*ti)->GetLineNumberTable(ti, m, &lines, &table));
    CHECK((*ti)->GetLocalVariableTable(ti, m, &vars, &variables));
    CHECK((*ti)->IsMethodNative(ti, m, &native));
    CHECK((*ti)->IsMethodSynthetic(ti, m, &synthetic));
    printf("  %s %s.%s%s %s modifiers %x locals %d arguments %d location %d..%d of %d code %d lines %d from %d "
           "variables %d%s%s\n",
           obsolete ? "obsolete" : "current", class_name(class_of_method(m)), name, sig, gen ? gen : "", modifiers,
           locals, args, (int)from, (int)to, n, at >= 0 && at <= to, lines,
           lines ? table[0].line_number - table[lines - 1].line_number : 0, vars, native ? " native" : "",
           synthetic ? " synthetic" : "");
    give_back(name);
    give_back(sig);
    if (gen) give_back(gen);
    give_back(code);
    give_back(table);
    for (jint i = 0; i < vars; i++) {
        give_back(variables[i].name);
        give_back(variables[i].signature);
        if (variables[i].generic_signature) give_back(variables[i].generic_signature);
    }
    give_back(variables);
}

static int hits;
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    hits++;
    if (!redefine_class) return;
    printf("  breakpoint in %s: ", method_name(m));
    jobject c = redefine_class, f = redefine_file;
    redefine_class = NULL;
    printf("%s\n", redefine(jni, 1, &c, &f));
}

JNIEXPORT jstring JNICALL Java_RedefineCorners_setBreakpointIn(JNIEnv *jni, jclass me, jint depth)
{
    jlocation at;
    jmethodID m = method_at(depth, &at);
    jvmtiError e = (*ti)->SetBreakpoint(ti, m, 0);
    if (e == JVMTI_ERROR_NONE) CHECK((*ti)->ClearBreakpoint(ti, m, 0));
    return (*jni)->NewStringUTF(jni, error_name(e));
}
JNIEXPORT jstring JNICALL Java_RedefineCorners_setLocal(JNIEnv *jni, jclass me, jint depth, jint slot, jint value)
{
    jthread self = NULL;
    CHECK((*ti)->GetCurrentThread(ti, &self));
    return (*jni)->NewStringUTF(jni, error_name((*ti)->SetLocalInt(ti, self, depth, slot, value)));
}
JNIEXPORT jboolean JNICALL Java_RedefineCorners_modifiable(JNIEnv *jni, jclass me, jclass c)
{
    jboolean r = 0;
    CHECK((*ti)->IsModifiableClass(ti, c, &r));
    return r;
}

JNIEXPORT void JNICALL Java_RedefineCorners_inBreakpoint(JNIEnv *jni, jclass me, jclass at, jstring name, jstring sig,
                                                         jclass c, jbyteArray file)
{
    const char *n = (*jni)->GetStringUTFChars(jni, name, NULL), *s = (*jni)->GetStringUTFChars(jni, sig, NULL);
    jmethodID m = (*jni)->GetStaticMethodID(jni, at, n, s);
    redefine_class = (*jni)->NewGlobalRef(jni, c);
    redefine_file = (*jni)->NewGlobalRef(jni, file);
    CHECK((*ti)->SetBreakpoint(ti, m, 0));
}

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!hook_armed || !name || strcmp(name, "HookA")) return;
    hook_armed = 0;
    jobject c = redefine_class, f = redefine_file;
    printf("  hook: %s\n", redefine(jni, 1, &c, &f));
}
JNIEXPORT void JNICALL Java_RedefineCorners_inHook(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    redefine_class = (*jni)->NewGlobalRef(jni, c);
    redefine_file = (*jni)->NewGlobalRef(jni, file);
    hook_armed = 1;
}

JNIEXPORT jstring JNICALL Java_NatiA_f(JNIEnv *jni, jobject me, jint x)
{
    char text[64];
    snprintf(text, sizeof text, "native %d", x);
    return (*jni)->NewStringUTF(jni, text);
}
JNIEXPORT jstring JNICALL Java_NatiA_g(JNIEnv *jni, jclass me, jint x)
{
    char text[64];
    snprintf(text, sizeof text, "static native %d", x);
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    caps.can_retransform_classes = 1;
    caps.can_get_bytecodes = 1;
    caps.can_get_line_numbers = 1;
    caps.can_access_local_variables = 1;
    caps.can_get_synthetic_attribute = 1;
    caps.can_generate_breakpoint_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    cb.Breakpoint = on_breakpoint;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    return 0;
}
