/* More places for loaders: what is no jar, and a system class loader that cannot take any. */
#include "agent.h"

static void add(const char *what, const char *segment)
{
    printf("%s: boot %s, system %s\n", what, error_name((*ti)->AddToBootstrapClassLoaderSearch(ti, segment)),
           error_name((*ti)->AddToSystemClassLoaderSearch(ti, segment)));
}

JNIEXPORT void JNICALL Java_ErrorsLoader_live(JNIEnv *jni, jclass me, jstring jar, jstring text, jstring folder)
{
    add("no such file", "/no/such/file.jar");
    add("a folder", (*jni)->GetStringUTFChars(jni, folder, NULL));
    add("a text", (*jni)->GetStringUTFChars(jni, text, NULL));
    add("empty", "");
    add("a jar", (*jni)->GetStringUTFChars(jni, jar, NULL));
    printf("pending %d\n", (*jni)->ExceptionCheck(jni));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    add("onload", "/no/such/file.jar");
    return 0;
}
