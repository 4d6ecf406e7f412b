/* Two environments, one can retransform; what their hooks do is the program's choice. */
#include "agent.h"

enum { NOTHING, PLAIN, CAPABLE, GARBAGE, MODIFIERS, LOOK, OFF };
static volatile int mode;
static jvmtiEnv *plain;

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!name || (strncmp(name, "tm", 2) && strcmp(name, "java/util/Vector"))) return;
    if (mode == PLAIN ? e != plain : mode < CAPABLE || mode > MODIFIERS || e == plain) return;
    CHECK((*e)->Allocate(e, len, new_bytes));
    memcpy(*new_bytes, bytes, (size_t)len);
    *new_len = len;
    if (mode == GARBAGE) (*new_bytes)[0] = 1;
    if (mode != MODIFIERS) return;
    const unsigned char *p = bytes + 10;
    for (int i = 1, n = bytes[8] << 8 | bytes[9]; i < n; i++) { /* over the constant pool */
        int tag = *p;
        p += tag == 1                            ? 3 + (p[1] << 8 | p[2])
             : tag == 5 || tag == 6              ? 9
             : tag == 7 || tag == 8 || tag == 16 ? 3
             : tag == 15                         ? 4
                                                 : 5;
        i += tag == 5 || tag == 6;
    }
    (*new_bytes)[p - bytes + 1] ^= 0x10; /* final */
}

JNIEXPORT void JNICALL Java_TransformedModules_mode(JNIEnv *jni, jclass me, jint m)
{
    mode = m;
    for (int i = 0; i < 2; i++)
        CHECK((*ti)->SetEventNotificationMode(i ? plain : ti, m == OFF ? JVMTI_DISABLE : JVMTI_ENABLE,
                                              JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL));
}

JNIEXPORT jstring JNICALL Java_TransformedModules_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray bytes)
{
    jbyte *b = (*jni)->GetByteArrayElements(jni, bytes, NULL);
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, bytes), (unsigned char *)b };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    (*jni)->ReleaseByteArrayElements(jni, bytes, b, JNI_ABORT);
    return (*jni)->NewStringUTF(jni, error_name(e));
}

JNIEXPORT jstring JNICALL Java_TransformedModules_retransform(JNIEnv *jni, jclass me, jclass c)
{
    return (*jni)->NewStringUTF(jni, error_name((*ti)->RetransformClasses(ti, 1, &c)));
}

/* The unnamed module of the boot loader. */
JNIEXPORT jobject JNICALL Java_TransformedModules_bootModule(JNIEnv *jni, jclass me)
{
    jint n;
    jobject *all, found = NULL;
    CHECK((*ti)->GetAllModules(ti, &n, &all));
    jclass k = (*jni)->FindClass(jni, "java/lang/Module");
    jmethodID named = (*jni)->GetMethodID(jni, k, "isNamed", "()Z"),
              loader = (*jni)->GetMethodID(jni, k, "getClassLoader", "()Ljava/lang/ClassLoader;");
    for (jint i = 0; i < n; i++)
        if (!(*jni)->CallBooleanMethod(jni, all[i], named) && !(*jni)->CallObjectMethod(jni, all[i], loader))
            found = all[i];
    give_back(all);
    return found;
}

static void ask(jvmtiEnv *e)
{
    jvmtiEventCallbacks cb;
    memset(&cb, 0, sizeof cb);
    cb.ClassFileLoadHook = on_file;
    CHECK((*e)->SetEventCallbacks(e, &cb, sizeof cb));
    enable(e, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    plain = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    caps.can_retransform_classes = 1;
    caps.can_retransform_any_class = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    ask(plain);
    ask(ti);
    return 0;
}
