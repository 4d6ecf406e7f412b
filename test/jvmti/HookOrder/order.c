/* Environments A and C cannot retransform, B and D can; each writes its letter over the first dot when it is active. */
#include "agent.h"

static jvmtiEnv *envs[4];
static char active[8];

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!name || strncmp(name, "Target", 6)) return;
    void *letter = NULL;
    CHECK((*e)->GetEnvironmentLocalStorage(e, &letter));
    for (jint i = 0; i + 14 < len; i++) {
        if (memcmp(bytes + i, "chain:", 6) && memcmp(bytes + i, "other:", 6)) continue;
        printf("  %c sees %.14s of %s%s\n", (char)(intptr_t)letter, bytes + i, name, redefining ? " again" : "");
        for (jint k = i + 6; k < i + 14 && strchr(active, (char)(intptr_t)letter); k++)
            if (bytes[k] == '.') {
                CHECK((*e)->Allocate(e, len, new_bytes));
                memcpy(*new_bytes, bytes, (size_t)len);
                (*new_bytes)[k] = (unsigned char)(intptr_t)letter;
                *new_len = len;
                return;
            }
        return;
    }
}

JNIEXPORT void JNICALL Java_HookOrder_active(JNIEnv *jni, jclass me, jstring letters)
{
    const char *s = (*jni)->GetStringUTFChars(jni, letters, NULL);
    snprintf(active, sizeof active, "%s", s);
}
JNIEXPORT jstring JNICALL Java_HookOrder_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    return (*jni)->NewStringUTF(jni, error_name((*envs[3])->RedefineClasses(envs[3], 1, &d)));
}
JNIEXPORT jstring JNICALL Java_HookOrder_retransform(JNIEnv *jni, jclass me, jobjectArray classes)
{
    jclass c[4];
    jint n = (*jni)->GetArrayLength(jni, classes);
    for (jint i = 0; i < n; i++) c[i] = (*jni)->GetObjectArrayElement(jni, classes, i);
    return (*jni)->NewStringUTF(jni, error_name((*envs[1])->RetransformClasses(envs[1], n, c)));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    for (int i = 0; i < 4; i++) {
        envs[i] = new_env(vm);
        ti = envs[0];
        jvmtiCapabilities caps;
        memset(&caps, 0, sizeof caps);
        caps.can_redefine_classes = i == 3;
        caps.can_retransform_classes = i & 1;
        CHECK((*envs[i])->AddCapabilities(envs[i], &caps));
        jvmtiEventCallbacks cb;
        memset(&cb, 0, sizeof cb);
        cb.ClassFileLoadHook = on_file;
        CHECK((*envs[i])->SetEventCallbacks(envs[i], &cb, sizeof cb));
        CHECK((*envs[i])->SetEnvironmentLocalStorage(envs[i], (void *)(intptr_t)('A' + i)));
        enable(envs[i], JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    }
    return 0;
}
