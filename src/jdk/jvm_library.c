/* Loading shared libraries for java.lang.System.load and loadLibrary. */
#include "core/exception.h"
#include "jdk/jvm_exports.h"
#include "log/log_history.h"
#include "os/os_dl.h"
#include "thread/vmentry.h"

JNIEXPORT void *JNICALL JVM_LoadLibrary(const char *name, jboolean throw_exception)
{
    char error[1024];
    void *handle = os_dl_open(name, error, sizeof error); /* in native: runs the library's constructors */
    if (handle) history_note(HISTORY_LIBRARIES, "Loaded shared library %s", name);
    if (handle || !throw_exception) return handle;
    VM_ENTRY_SELF();
    THROW(self, UnsatisfiedLinkError, "%s: %s", name, error);
    VM_RETURN((void *)NULL);
}

JNIEXPORT void JNICALL JVM_UnloadLibrary(void *handle) { os_dl_close(handle); }
JNIEXPORT void *JNICALL JVM_FindLibraryEntry(void *handle, const char *name) { return os_dl_symbol(handle, name); }

JNIEXPORT jboolean JNICALL JVM_IsSupportedJNIVersion(jint version)
{
    switch (version) {
    case JNI_VERSION_1_1:
    case JNI_VERSION_1_2:
    case JNI_VERSION_1_4:
    case JNI_VERSION_1_6:
    case JNI_VERSION_1_8:
    case JNI_VERSION_9:
    case JNI_VERSION_10: return JNI_TRUE;
    default: return JNI_FALSE;
    }
}
