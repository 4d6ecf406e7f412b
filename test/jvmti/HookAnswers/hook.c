/* What ClassFileLoadHook may answer by mistake: bytes that are no class file, no length, a length without bytes, the
 * bytes it was given. */
#include "agent.h"

static void JNICALL on_file(jvmtiEnv *e, JNIEnv *jni, jclass redefining, jobject loader, const char *name,
                            jobject domain, jint len, const unsigned char *bytes, jint *new_len,
                            unsigned char **new_bytes)
{
    const char *what = name ? strchr(name, '$') : NULL;
    if (!what || !starts_with(name, "HookAnswers$")) return;
    what++;
    unsigned char *p = NULL;
    jint n = len;
    if (!strcmp(what, "LengthAlone")) { /* no new bytes: the old ones count */
        *new_len = 7;
        return;
    }
    CHECK((*e)->Allocate(e, len + 100, &p));
    memcpy(p, bytes, (size_t)len);
    memset(p + len, 0, 100);
    if (!strcmp(what, "Same"))
        n = len;
    else if (!strcmp(what, "Empty"))
        n = 0;
    else if (!strcmp(what, "OneByte"))
        n = 1;
    else if (!strcmp(what, "Header"))
        n = 10;
    else if (!strcmp(what, "Tail"))
        n = len + 100;
    else if (!strcmp(what, "Magic"))
        p[0] = 0;
    else if (!strcmp(what, "Version"))
        p[7] = 99;
    else if (!strcmp(what, "Zeros"))
        memset(p, 0, (size_t)len);
    else if (!strcmp(what, "Other"))
        memcpy(memmem(p, (size_t)len, "$Other", 6), "$Ether", 6); /* its own name */
    else {
        CHECK((*e)->Deallocate(e, p));
        return;
    }
    *new_len = n;
    *new_bytes = p;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ClassFileLoadHook = on_file;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    return 0;
}
