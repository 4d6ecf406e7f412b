/* Modules: the list, by package, reads, exports, opens, uses, provides; more places for classes; the JNI table. */
#include "agent.h"

static const char *module_name(JNIEnv *jni, jobject m)
{
    if (!m) return "-";
    char *r = ring();
    jstring s = (*jni)->CallObjectMethod(
        jni, m, (*jni)->GetMethodID(jni, (*jni)->GetObjectClass(jni, m), "getName", "()Ljava/lang/String;"));
    if (!s) return "(unnamed)";
    const char *c = (*jni)->GetStringUTFChars(jni, s, NULL);
    snprintf(r, 2048, "%s", c);
    (*jni)->ReleaseStringUTFChars(jni, s, c);
    return r;
}
JNIEXPORT void JNICALL Java_Modules_list(JNIEnv *jni, jclass me)
{
    jint n, unnamed = 0, base = 0;
    jobject *all;
    CHECK((*ti)->GetAllModules(ti, &n, &all));
    for (jint i = 0; i < n; i++) {
        const char *name = module_name(jni, all[i]);
        unnamed += !strcmp(name, "(unnamed)");
        base += !strcmp(name, "java.base");
    }
    printf("modules %s, unnamed %s, java.base %d\n", n > 20 ? "many" : "few", unnamed ? "some" : "none", base);
}
JNIEXPORT void JNICALL Java_Modules_named(JNIEnv *jni, jclass me, jobject loader, jstring package)
{
    const char *p = (*jni)->GetStringUTFChars(jni, package, NULL);
    jobject m = NULL;
    jvmtiError e = (*ti)->GetNamedModule(ti, loader, p, &m);
    printf("package %s: %s %s\n", p, error_name(e), e == JVMTI_ERROR_NONE ? module_name(jni, m) : "");
}
JNIEXPORT void JNICALL Java_Modules_change(JNIEnv *jni, jclass me, jobject from, jobject to, jclass service,
                                           jclass impl)
{
    jboolean b = 9;
    printf("modifiable %s", error_name((*ti)->IsModifiableModule(ti, from, &b)));
    printf(" %d, reads %s", b, error_name((*ti)->AddModuleReads(ti, from, to)));
    printf(", exports %s", error_name((*ti)->AddModuleExports(ti, from, "sun.net", to)));
    printf(", again %s", error_name((*ti)->AddModuleExports(ti, from, "sun.net", to)));
    printf(", no package %s", error_name((*ti)->AddModuleExports(ti, from, "no.such", to)));
    printf(", slashes %s", error_name((*ti)->AddModuleExports(ti, from, "sun/net/util", to)));
    printf(", opens %s", error_name((*ti)->AddModuleOpens(ti, from, "java.lang", to)));
    printf(", no package %s", error_name((*ti)->AddModuleOpens(ti, from, "no/such", to)));
    printf(", uses %s", error_name((*ti)->AddModuleUses(ti, from, service)));
    printf(", provides %s\n", error_name((*ti)->AddModuleProvides(ti, from, service, impl)));
}

JNIEXPORT void JNICALL Java_Modules_search(JNIEnv *jni, jclass me, jstring jar)
{
    const char *p = (*jni)->GetStringUTFChars(jni, jar, NULL);
    printf("boot %s, system %s, no file %s, %s\n", error_name((*ti)->AddToBootstrapClassLoaderSearch(ti, p)),
           error_name((*ti)->AddToSystemClassLoaderSearch(ti, p)),
           error_name((*ti)->AddToBootstrapClassLoaderSearch(ti, "/no/such.jar")),
           error_name((*ti)->AddToSystemClassLoaderSearch(ti, "/no/such.jar")));
}

static jniNativeInterface *original;
static int versions;
static jint JNICALL counting_version(JNIEnv *jni)
{
    versions++;
    return original->GetVersion(jni);
}
JNIEXPORT void JNICALL Java_Modules_table(JNIEnv *jni, jclass me)
{
    jniNativeInterface *changed;
    CHECK((*ti)->GetJNIFunctionTable(ti, &original));
    CHECK((*ti)->GetJNIFunctionTable(ti, &changed));
    jint plain = (*jni)->GetVersion(jni);
    changed->GetVersion = counting_version;
    CHECK((*ti)->SetJNIFunctionTable(ti, changed));
    jint counted = (*jni)->GetVersion(jni);
    CHECK((*ti)->SetJNIFunctionTable(ti, original));
    (*jni)->GetVersion(jni);
    printf("same version %d, counted %d\n", plain == counted, versions);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    return 0;
}
