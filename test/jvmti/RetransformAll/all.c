/* Retransforms what is loaded; the hook hands every class file back as a copy. */
#include "agent.h"

static volatile int hooking;
static long hooked;

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!hooking || !redefining) return;
    hooked++;
    CHECK((*e)->Allocate(e, len, new_bytes));
    memcpy(*new_bytes, bytes, (size_t)len);
    *new_len = len;
}

JNIEXPORT jstring JNICALL Java_RetransformAll_retransform(JNIEnv *jni, jclass me, jboolean whole, jint step)
{
    jint n = 0, good = 0, failed = 0;
    jclass *all = NULL;
    char text[512], worst[64] = "";
    hooking = 1;
    hooked = 0;
    CHECK((*ti)->GetLoadedClasses(ti, &n, &all));
    jclass *use = malloc((size_t)n * sizeof *use);
    for (jint i = 0; i < n; i++) {
        jboolean ok = 0;
        jint status = 0;
        CHECK((*ti)->IsModifiableClass(ti, all[i], &ok));
        CHECK((*ti)->GetClassStatus(ti, all[i], &status));
        if (ok && !(status & JVMTI_CLASS_STATUS_ERROR)) use[good++] = all[i];
    }
    if (whole) {
        jvmtiError e = (*ti)->RetransformClasses(ti, good, use);
        if (e) snprintf(worst, sizeof worst, "%s", error_name(e)), failed++;
    } else {
        for (jint i = 0; i < good; i += step) {
            jvmtiError e = (*ti)->RetransformClasses(ti, 1, &use[i]);
            if (e) snprintf(worst, sizeof worst, "%s %s", error_name(e), class_name(use[i])), failed++;
        }
    }
    hooking = 0;
    snprintf(text, sizeof text, "%d failed %s, enough %d, hooked %d", failed, worst, good > 300,
             hooked >= (whole ? good : (good + step - 1) / step));
    for (jint i = 0; i < n; i++) (*jni)->DeleteLocalRef(jni, all[i]);
    free(use);
    give_back(all);
    return (*jni)->NewStringUTF(jni, text);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_retransform_classes = 1;
    caps.can_retransform_any_class = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &cb, sizeof cb));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
