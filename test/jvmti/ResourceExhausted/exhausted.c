/* What ran out, as the event tells it; the description is the VM's own text and is compared with the error's. */
#include "agent.h"
#include <sys/resource.h>
#include <unistd.h>

static int seen;
static void JNICALL on_exhausted(jvmtiEnv *e, JNIEnv *jni, jint flags, const void *reserved, const char *description)
{
    seen++;
    printf("exhausted:%s%s%s, %s%s\n", flags & JVMTI_RESOURCE_EXHAUSTED_OOM_ERROR ? " error" : "",
           flags & JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP ? " heap" : "",
           flags & JVMTI_RESOURCE_EXHAUSTED_THREADS ? " threads" : "", reserved ? "reserved is not NULL, " : "",
           description);
}
JNIEXPORT jint JNICALL Java_ResourceExhausted_seen(JNIEnv *jni, jclass me) { return seen; }
JNIEXPORT void JNICALL Java_ResourceExhausted_ask(JNIEnv *jni, jclass me, jboolean on)
{
    if (on)
        enable(ti, JVMTI_EVENT_RESOURCE_EXHAUSTED);
    else
        disable(ti, JVMTI_EVENT_RESOURCE_EXHAUSTED);
}

/* Room for 16 MB more than there is now. */
JNIEXPORT void JNICALL Java_ResourceExhausted_limit(JNIEnv *jni, jclass me, jboolean on)
{
    static struct rlimit before;
    if (!on) {
        setrlimit(RLIMIT_AS, &before);
        return;
    }
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%lu", &pages) != 1) printf("no size\n");
    if (f) fclose(f);
    getrlimit(RLIMIT_AS, &before);
    struct rlimit tight = { pages * (rlim_t)sysconf(_SC_PAGESIZE) + (16 << 20), before.rlim_max };
    if (setrlimit(RLIMIT_AS, &tight)) printf("no limit\n");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_resource_exhaustion_heap_events = caps.can_generate_resource_exhaustion_threads_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.ResourceExhausted = on_exhausted;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    return 0;
}
