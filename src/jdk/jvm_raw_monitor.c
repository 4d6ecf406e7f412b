/* Raw monitors of the class library's C code (libzip). Recursive locks without safepoint transitions: held over short C
 * code only. */
#include "jdk/jvm_exports.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

JNIEXPORT void *JNICALL JVM_RawMonitorCreate(void)
{
    pthread_mutex_t *m = malloc(sizeof *m);
    if (!m) return NULL;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    int failed = pthread_mutex_init(m, &a);
    pthread_mutexattr_destroy(&a);
    if (!failed) return m;
    free(m);
    return NULL;
}

JNIEXPORT void JNICALL JVM_RawMonitorDestroy(void *mon)
{
    pthread_mutex_destroy(mon);
    free(mon);
}

JNIEXPORT jint JNICALL JVM_RawMonitorEnter(void *mon) { return pthread_mutex_lock(mon); }
JNIEXPORT void JNICALL JVM_RawMonitorExit(void *mon) { pthread_mutex_unlock(mon); }
