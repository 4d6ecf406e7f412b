/* Changes a constant of a class as it is loaded: one environment of each kind in each agent, so that the order and the
 * chain can be seen. The class Target holds the text "chain:....". Every environment writes its letter over the first
 * dot. */
#include "agent.h"

static jvmtiEnv *envs[3];

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    if (!name || strncmp(name, "Target", 6)) return;
    void *letter = NULL;
    CHECK((*e)->GetEnvironmentLocalStorage(e, &letter));
    printf("hook %c %s redefining %s loader %s domain %s\n", (char)(intptr_t)letter, name, redefining ? "yes" : "no",
           loader ? class_name((*jni)->GetObjectClass(jni, loader)) : "-", domain ? "yes" : "no");
    for (jint i = 0; i + 6 < len; i++) {
        if (memcmp(bytes + i, "chain:", 6)) continue;
        for (jint k = i + 6; k < i + 10; k++)
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

/* The last environment's answer is no class file at all. */
JNIEXPORT void JNICALL Java_ClassFileLoadHook_relinquish(JNIEnv *jni, jclass me, jint which)
{
    disable(envs[which], JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    static const char letters[] = "abc";
    for (int i = 0; i < 3; i++) {
        ti = envs[i] = new_env(vm);
        jvmtiEventCallbacks c;
        memset(&c, 0, sizeof c);
        c.ClassFileLoadHook = on_file;
        CHECK((*ti)->SetEnvironmentLocalStorage(ti, (void *)(intptr_t)letters[i]));
        CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
        enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    }
    return 0;
}
