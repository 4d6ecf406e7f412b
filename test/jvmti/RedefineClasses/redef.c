/* RedefineClasses and RetransformClasses for the Java program; the hook replaces a text by another of the same
 * length. */
#include "agent.h"

static char from_text[32], to_text[32];

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    size_t n = strlen(from_text);
    if (!redefining || !n) return;
    printf("hook %s %s\n", name, class_name(redefining));
    for (jint i = 0; i + (jint)n < len; i++) {
        if (memcmp(bytes + i, from_text, n)) continue;
        CHECK((*e)->Allocate(e, len, new_bytes));
        memcpy(*new_bytes, bytes, (size_t)len);
        memcpy(*new_bytes + i, to_text, n);
        *new_len = len;
        return;
    }
}

JNIEXPORT jint JNICALL Java_RedefineClasses_redefine(JNIEnv *jni, jclass me, jobjectArray classes, jobjectArray files)
{
    jvmtiClassDefinition d[4];
    jint n = (*jni)->GetArrayLength(jni, classes);
    for (jint i = 0; i < n; i++) {
        jbyteArray f = (*jni)->GetObjectArrayElement(jni, files, i);
        d[i].klass = (*jni)->GetObjectArrayElement(jni, classes, i);
        d[i].class_byte_count = (*jni)->GetArrayLength(jni, f);
        d[i].class_bytes = (unsigned char *)(*jni)->GetByteArrayElements(jni, f, NULL);
    }
    jint r = (jint)(*ti)->RedefineClasses(ti, n, d);
    for (jint i = 0; i < n; i++)
        (*jni)->ReleaseByteArrayElements(jni, (*jni)->GetObjectArrayElement(jni, files, i), (jbyte *)d[i].class_bytes,
                                         JNI_ABORT);
    return r;
}

JNIEXPORT jint JNICALL Java_RedefineClasses_retransform(JNIEnv *jni, jclass me, jobjectArray classes, jstring from,
                                                        jstring to)
{
    jclass c[4];
    jint n = (*jni)->GetArrayLength(jni, classes);
    for (jint i = 0; i < n; i++) c[i] = (*jni)->GetObjectArrayElement(jni, classes, i);
    const char *f = (*jni)->GetStringUTFChars(jni, from, NULL), *t = (*jni)->GetStringUTFChars(jni, to, NULL);
    strcpy(from_text, f);
    strcpy(to_text, t);
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    jint r = (jint)(*ti)->RetransformClasses(ti, n, c);
    disable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return r;
}

JNIEXPORT jboolean JNICALL Java_RedefineClasses_obsoleteAt(JNIEnv *jni, jclass me, jint depth)
{
    jmethodID m = NULL;
    jlocation at;
    jboolean obsolete = JNI_FALSE;
    jthread self = NULL;
    CHECK((*ti)->GetCurrentThread(ti, &self));
    CHECK((*ti)->GetFrameLocation(ti, self, depth, &m, &at));
    CHECK((*ti)->IsMethodObsolete(ti, m, &obsolete));
    jint n = 0;
    unsigned char *code = NULL;
    CHECK((*ti)->GetBytecodes(ti, m, &n, &code));
    give_back(code);
    jboolean modifiable = JNI_FALSE;
    CHECK((*ti)->IsModifiableClass(ti, me, &modifiable));
    printf("frame %s %s modifiable %d\n", obsolete ? "obsolete" : method_name(m), n > 0 ? "has code" : "", modifiable);
    return obsolete;
}

static int hits;
static void JNICALL on_breakpoint(jvmtiEnv *e, JNIEnv *jni, jthread t, jmethodID m, jlocation at) { hits++; }

JNIEXPORT jint JNICALL Java_RedefineClasses_breakpointThenRedefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jmethodID m = (*jni)->GetMethodID(jni, c, "text", "()Ljava/lang/String;");
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    cb.Breakpoint = on_breakpoint;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    CHECK((*ti)->SetBreakpoint(ti, m, 0));
    jobject o = (*jni)->AllocObject(jni, c);
    (*jni)->CallObjectMethod(jni, o, m);
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    CHECK((*ti)->RedefineClasses(ti, 1, &d));
    (*jni)->CallObjectMethod(jni, o, m);
    printf("clear: %s\n", error_name((*ti)->ClearBreakpoint(ti, m, 0)));
    return hits;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    caps.can_retransform_classes = 1;
    caps.can_get_bytecodes = 1;
    caps.can_generate_breakpoint_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    return 0;
}
