/* The ten functions for variables, each with every error that it lists, and each succeeding. */
#include "agent.h"

static jvmtiError get(char type, jthread t, jint depth, jint slot)
{
    jvalue v;
    switch (type) {
    case 'L': return (*ti)->GetLocalObject(ti, t, depth, slot, &v.l);
    case 'I': return (*ti)->GetLocalInt(ti, t, depth, slot, &v.i);
    case 'J': return (*ti)->GetLocalLong(ti, t, depth, slot, &v.j);
    case 'F': return (*ti)->GetLocalFloat(ti, t, depth, slot, &v.f);
    default: return (*ti)->GetLocalDouble(ti, t, depth, slot, &v.d);
    }
}
static jvmtiError set(char type, jthread t, jint depth, jint slot, jobject o)
{
    switch (type) {
    case 'L': return (*ti)->SetLocalObject(ti, t, depth, slot, o);
    case 'I': return (*ti)->SetLocalInt(ti, t, depth, slot, 11);
    case 'J': return (*ti)->SetLocalLong(ti, t, depth, slot, 1LL << 50);
    case 'F': return (*ti)->SetLocalFloat(ti, t, depth, slot, 4.5f);
    default: return (*ti)->SetLocalDouble(ti, t, depth, slot, 5.25);
    }
}

/* Slots of the Java frame at `depth`: 0 this, 1 int, 2 long, 4 float, 5 double, 7 String. */
JNIEXPORT void JNICALL Java_ErrorsLocals_errors(JNIEnv *jni, jclass me, jthread t, jint depth, jint max, jobject o)
{
    static const jint own[] = { ['L'] = 7, ['I'] = 1, ['J'] = 2, ['F'] = 4, ['D'] = 5 };
    for (const char *p = "LIJFD"; *p; p++) {
        jint other = strchr("LJD", *p) ? 1 : 7;
        printf("  %c get: own %s", *p, error_name(get(*p, t, depth, own[(int)*p])));
        printf(", slot -1 %s", error_name(get(*p, t, depth, -1)));
        printf(", slot %d %s", max, error_name(get(*p, t, depth, max)));
        printf(", slot 70000 %s", error_name(get(*p, t, depth, 70000)));
        printf(", other type %s", error_name(get(*p, t, depth, other)));
        if (!t) printf(", native frame %s", error_name(get(*p, t, 0, 0)));
        printf(", depth -1 %s, below %s\n", error_name(get(*p, t, -1, 0)), error_name(get(*p, t, 100000, 0)));
        printf("  %c set: own %s", *p, error_name(set(*p, t, depth, own[(int)*p], o)));
        printf(", slot -1 %s", error_name(set(*p, t, depth, -1, o)));
        printf(", slot %d %s", max, error_name(set(*p, t, depth, max, o)));
        printf(", slot 70000 %s", error_name(set(*p, t, depth, 70000, o)));
        printf(", other type %s", error_name(set(*p, t, depth, other, o)));
        if (!t) printf(", native frame %s", error_name(set(*p, t, 0, 0, o)));
        printf(", depth -1 %s, below %s\n", error_name(set(*p, t, -1, 0, o)), error_name(set(*p, t, 100000, 0, o)));
    }
}
JNIEXPORT void JNICALL Java_ErrorsLocals_instance(JNIEnv *jni, jclass me, jthread t, jint depth)
{
    jobject o = NULL;
    jvmtiError e = (*ti)->GetLocalInstance(ti, t, depth, &o);
    printf("  instance %s %s\n", error_name(e),
           e == JVMTI_ERROR_NONE ? class_name((*jni)->GetObjectClass(jni, o)) : "");
}
JNIEXPORT void JNICALL Java_ErrorsLocals_suspend(JNIEnv *jni, jclass me, jthread t)
{
    CHECK((*ti)->SuspendThread(ti, t));
}
JNIEXPORT void JNICALL Java_ErrorsLocals_resume(JNIEnv *jni, jclass me, jthread t)
{
    CHECK((*ti)->ResumeThread(ti, t));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_access_local_variables = caps.can_suspend = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
