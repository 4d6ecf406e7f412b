/* Places added in OnLoad: the program's own folder for the boot loader, a jar of the JDK for the system class
 * loader. */
#include "agent.h"

static char *property(const char *name)
{
    char *v = NULL;
    return (*ti)->GetSystemProperty(ti, name, &v) == JVMTI_ERROR_NONE ? v : "-";
}

JNIEXPORT void JNICALL Java_LoaderSearch_live(JNIEnv *jni, jclass me)
{
    printf("boot %s, system %s\n", error_name((*ti)->AddToBootstrapClassLoaderSearch(ti, "LoaderSearch")),
           error_name((*ti)->AddToSystemClassLoaderSearch(ti, "LoaderSearch"))); /* folders are for OnLoad only */
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    char jar[4096];
    ti = new_env(vm);
    snprintf(jar, sizeof jar, "%s/lib/jrt-fs.jar", property("java.home"));
    printf("boot %s", error_name((*ti)->AddToBootstrapClassLoaderSearch(ti, "LoaderSearch")));
    printf(" %s", error_name((*ti)->AddToBootstrapClassLoaderSearch(ti, "no-such-folder")));
    printf(", system %s\n", error_name((*ti)->AddToSystemClassLoaderSearch(ti, jar)));
    return 0;
}
