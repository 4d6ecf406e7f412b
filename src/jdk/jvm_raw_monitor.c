/* Raw monitors of the class library's C code (libzip). Recursive locks without safepoint transitions: held over short C
 * code only. */
#include "jdk/jvm_exports.h"
#include "os/os_sync.h"
#include <stdlib.h>

JNIEXPORT void *JNICALL JVM_RawMonitorCreate(void)
{
    struct os_recursive_mutex *m = malloc(sizeof *m);
    if (!m || os_recursive_mutex_init(m)) return m;
    free(m);
    return NULL;
}

JNIEXPORT void JNICALL JVM_RawMonitorDestroy(void *mon)
{
    os_recursive_mutex_destroy(mon);
    free(mon);
}

JNIEXPORT jint JNICALL JVM_RawMonitorEnter(void *mon) { return os_recursive_mutex_lock(mon); }
JNIEXPORT void JNICALL JVM_RawMonitorExit(void *mon) { os_recursive_mutex_unlock(mon); }
