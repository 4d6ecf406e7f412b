/* The agent of bench/jfr.py's part "shares": it tells where each compiled method lies, and when. perf's own map has the
 * code that is there at the end; a run gives code back and uses its memory again, so samples need the time too.
 *
 * The option is the file to write. A line for each piece of code, clock_gettime(CLOCK_MONOTONIC) in nanoseconds:
 *
 *     TIME + ADDRESS SIZE CLASS.METHOD
 *     TIME - ADDRESS
 */
#include <jvmti.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static FILE *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void JNICALL on_load(jvmtiEnv *ti, jmethodID method, jint size, const void *address, jint map_length,
                            const jvmtiAddrLocationMap *map, const void *inlined)
{
    char *name = NULL, *signature = NULL;
    jclass class;
    (void)map_length, (void)map, (void)inlined;
    if ((*ti)->GetMethodName(ti, method, &name, NULL, NULL) != JVMTI_ERROR_NONE) return;
    if ((*ti)->GetMethodDeclaringClass(ti, method, &class) == JVMTI_ERROR_NONE &&
        (*ti)->GetClassSignature(ti, class, &signature, NULL) == JVMTI_ERROR_NONE) {
        size_t length = strlen(signature); /* Ljava/lang/String; */
        pthread_mutex_lock(&lock);
        fprintf(out, "%lld + %p %d %.*s.%s\n", now(), address, (int)size, (int)length - 2, signature + 1, name);
        pthread_mutex_unlock(&lock);
        (*ti)->Deallocate(ti, (unsigned char *)signature);
    }
    (*ti)->Deallocate(ti, (unsigned char *)name);
}

static void JNICALL on_unload(jvmtiEnv *ti, jmethodID method, const void *address)
{
    (void)ti, (void)method;
    pthread_mutex_lock(&lock);
    fprintf(out, "%lld - %p\n", now(), address);
    pthread_mutex_unlock(&lock);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *ti;
    jvmtiCapabilities wanted = { .can_generate_compiled_method_load_events = 1 };
    jvmtiEventCallbacks callbacks = { .CompiledMethodLoad = on_load, .CompiledMethodUnload = on_unload };
    (void)reserved;
    if (!options || !(out = fopen(options, "w"))) {
        fprintf(stderr, "codes: the option has to be a file that can be written\n");
        return JNI_ERR;
    }
    setvbuf(out, NULL, _IOLBF, 0); /* the file is whole when the process is killed, too */
    return (*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_11) != JNI_OK ||
                   (*ti)->AddCapabilities(ti, &wanted) != JVMTI_ERROR_NONE ||
                   (*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE ||
                   (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_LOAD, NULL) !=
                       JVMTI_ERROR_NONE ||
                   (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_UNLOAD, NULL) !=
                       JVMTI_ERROR_NONE
               ? JNI_ERR
               : JNI_OK;
}
