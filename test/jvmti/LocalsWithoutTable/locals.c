/* Reads and sets variables in every way. */
#include "agent.h"

static const char *get(jint depth, jint slot, char kind)
{
    jvalue v = { .j = 0 };
    jvmtiError e = JVMTI_ERROR_INTERNAL;
    char *r = ring();
    switch (kind) {
    case 'I': e = (*ti)->GetLocalInt(ti, NULL, depth, slot, &v.i); break;
    case 'J': e = (*ti)->GetLocalLong(ti, NULL, depth, slot, &v.j); break;
    case 'F': e = (*ti)->GetLocalFloat(ti, NULL, depth, slot, &v.f); break;
    case 'D': e = (*ti)->GetLocalDouble(ti, NULL, depth, slot, &v.d); break;
    case 'L': e = (*ti)->GetLocalObject(ti, NULL, depth, slot, &v.l); break;
    }
    /* the bits of a number that is of another type, or of half a number, are anybody's guess */
    if (e != JVMTI_ERROR_NONE || kind != 'L') return error_name(e);
    JNIEnv *jni;
    (*the_vm)->GetEnv(the_vm, (void **)&jni, JNI_VERSION_10);
    snprintf(r, 2048, "%s", v.l ? class_name((*jni)->GetObjectClass(jni, v.l)) : "null");
    return r;
}
static void read_frame(JNIEnv *jni, jclass me, jint depth, jint slots)
{
    for (jint slot = -1; slot <= slots; slot++)
        printf("  %d: I %s, J %s, F %s, D %s, L %s\n", (int)slot, get(depth, slot, 'I'), get(depth, slot, 'J'),
               get(depth, slot, 'F'), get(depth, slot, 'D'), get(depth, slot, 'L'));
}
JNIEXPORT void JNICALL Java_LocalsWithoutTable_read(JNIEnv *jni, jclass me, jint depth, jint slots)
{
    read_frame(jni, me, depth, slots);
}

JNIEXPORT jstring JNICALL Java_LocalsWithoutTable_set(JNIEnv *jni, jclass me, jint depth, jint slot, jchar kind,
                                                      jobject o)
{
    jvmtiError e = JVMTI_ERROR_INTERNAL;
    switch (kind) {
    case 'I': e = (*ti)->SetLocalInt(ti, NULL, depth, slot, 11); break;
    case 'J': e = (*ti)->SetLocalLong(ti, NULL, depth, slot, 1LL << 50); break;
    case 'F': e = (*ti)->SetLocalFloat(ti, NULL, depth, slot, 4.5f); break;
    case 'D': e = (*ti)->SetLocalDouble(ti, NULL, depth, slot, 5.25); break;
    case 'L': e = (*ti)->SetLocalObject(ti, NULL, depth, slot, o); break;
    }
    return (*jni)->NewStringUTF(jni, error_name(e));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_access_local_variables = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
