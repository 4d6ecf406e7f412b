/* calls: counts the calls of all methods of the classes that match a prefix. -agentpath:libcalls.so=com/example/
 *
 * On Argus the VM filters: methods of other classes post no event and run at full speed. On a VM without the filter the
 * agent looks at each event's class, and every call of the program pays. */
#include <argus/jvmti_extensions.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { METHODS = 1 << 14, CLASSES = 1024 };
static struct {
    _Atomic(jmethodID) method;
    atomic_long calls;
} table[METHODS];
static struct argus_extensions extensions;
static jclass classes[CLASSES];
static jint class_count;
static char signature_start[256] = "L";
static jrawMonitorID lock;

static int is_wanted(jvmtiEnv *jvmti, jclass c)
{
    char *signature = NULL;
    (*jvmti)->GetClassSignature(jvmti, c, &signature, NULL);
    int wanted = signature && strncmp(signature, signature_start, strlen(signature_start)) == 0;
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    return wanted;
}

static void JNICALL on_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass c)
{
    if (!is_wanted(jvmti, c)) return;
    (*jvmti)->RawMonitorEnter(jvmti, lock);
    if (class_count < CLASSES) classes[class_count++] = (*jni)->NewGlobalRef(jni, c);
    argus_SetMethodEventFilter(&extensions, class_count, classes, 0, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, NULL);
    (*jvmti)->RawMonitorExit(jvmti, lock);
}

static void JNICALL on_entry(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID m)
{
    jclass c;
    if (!extensions.SetMethodEventFilter)
        if ((*jvmti)->GetMethodDeclaringClass(jvmti, m, &c) || !is_wanted(jvmti, c)) return;
    for (size_t i = (size_t)m / 8 * 0x9e3779b97f4a7c15u >> 50, n = 0; n < METHODS; n++, i = (i + 1) % METHODS) {
        jmethodID free_place = NULL;
        if (table[i].method != m && !atomic_compare_exchange_strong(&table[i].method, &free_place, m) &&
            free_place != m)
            continue;
        table[i].calls++;
        return;
    }
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni)
{
    for (size_t i = 0; i < METHODS; i++) {
        char *name, *signature;
        jclass c;
        if (!table[i].method || (*jvmti)->GetMethodName(jvmti, table[i].method, &name, NULL, NULL)) continue;
        (*jvmti)->GetMethodDeclaringClass(jvmti, table[i].method, &c);
        (*jvmti)->GetClassSignature(jvmti, c, &signature, NULL);
        printf("%ld %s%s\n", (long)table[i].calls, signature, name); /* the process ends: nothing is given back */
    }
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    if (options) snprintf(signature_start, sizeof signature_start, "L%s", options);
    jvmtiCapabilities wanted = { .can_generate_method_entry_events = 1 };
    jvmtiEventCallbacks callbacks = { .ClassPrepare = on_prepare, .MethodEntry = on_entry, .VMDeath = on_death };
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) || (*jvmti)->CreateRawMonitor(jvmti, "calls", &lock)) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    argus_extensions(jvmti, &extensions);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
    return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL) ? JNI_ERR : JNI_OK;
}
