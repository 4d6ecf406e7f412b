/* Redefinitions, breakpoints by line, and what frames are. */
#include "agent.h"

static int hit;
static void JNICALL on_breakpoint(jvmtiEnv *env, JNIEnv *jni, jthread t, jmethodID m, jlocation at)
{
    jmethodID here;
    jlocation where;
    CHECK((*ti)->GetFrameLocation(ti, t, 0, &here, &where));
    if (here != m || where != at) printf("the event names another place than the frame\n");
    hit++;
}

static jmethodID find(JNIEnv *jni, jclass c, jstring method)
{
    const char *s = (*jni)->GetStringUTFChars(jni, method, NULL);
    jmethodID m = (*jni)->GetStaticMethodID(jni, c, s, "(I)I");
    (*jni)->ReleaseStringUTFChars(jni, method, s);
    return m;
}
static jlocation line(jmethodID m, jint nth)
{
    jint n;
    jvmtiLineNumberEntry *lines;
    CHECK((*ti)->GetLineNumberTable(ti, m, &n, &lines));
    jlocation at = lines[nth].start_location;
    give_back(lines);
    return at;
}
static jstring word(JNIEnv *jni, jvmtiError e) { return (*jni)->NewStringUTF(jni, error_name(e)); }

JNIEXPORT void JNICALL Java_BreakpointVersions_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    CHECK((*ti)->RedefineClasses(ti, 1, &d));
    (*jni)->ReleaseByteArrayElements(jni, file, (jbyte *)d.class_bytes, JNI_ABORT);
}
JNIEXPORT jstring JNICALL Java_BreakpointVersions_set(JNIEnv *jni, jclass me, jclass c, jstring method, jint nth)
{
    jmethodID m = find(jni, c, method);
    return word(jni, (*ti)->SetBreakpoint(ti, m, line(m, nth)));
}
JNIEXPORT jstring JNICALL Java_BreakpointVersions_clear(JNIEnv *jni, jclass me, jclass c, jstring method, jint nth)
{
    jmethodID m = find(jni, c, method);
    return word(jni, (*ti)->ClearBreakpoint(ti, m, line(m, nth)));
}
JNIEXPORT jint JNICALL Java_BreakpointVersions_hits(JNIEnv *jni, jclass me)
{
    jint n = hit;
    hit = 0;
    return n;
}
JNIEXPORT jstring JNICALL Java_BreakpointVersions_frames(JNIEnv *jni, jclass me, jclass c, jstring method)
{
    jmethodID m = find(jni, c, method);
    jvmtiFrameInfo frames[64];
    jint n;
    char text[512] = "frames:";
    CHECK((*ti)->GetStackTrace(ti, NULL, 0, 64, frames, &n));
    for (jint i = 0; i < n; i++) {
        jclass owner = NULL;
        jboolean obsolete = JNI_FALSE;
        if ((*ti)->GetMethodDeclaringClass(ti, frames[i].method, &owner) || !(*jni)->IsSameObject(jni, owner, c))
            continue;
        CHECK((*ti)->IsMethodObsolete(ti, frames[i].method, &obsolete));
        snprintf(text + strlen(text), sizeof text - strlen(text), " %s%s", obsolete ? "obsolete" : "current",
                 frames[i].method == m ? "" : ", another id");
    }
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = caps.can_generate_breakpoint_events = caps.can_get_line_numbers = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.Breakpoint = on_breakpoint;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_BREAKPOINT);
    return 0;
}
