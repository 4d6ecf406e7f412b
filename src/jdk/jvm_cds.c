/* Class data sharing. Argus has no archive, so all queries return "no", and the rest behaves as without an archive. */
#include "core/exception.h"
#include "jdk/jvm_exports.h"
#include "thread/vmentry.h"

JNIEXPORT jboolean JNICALL JVM_IsSharingEnabled(JNIEnv *env) { return JNI_FALSE; }
JNIEXPORT jboolean JNICALL JVM_IsCDSDumpingEnabled(JNIEnv *env) { return JNI_FALSE; }
JNIEXPORT jboolean JNICALL JVM_IsDumpingClassList(JNIEnv *env) { return JNI_FALSE; }
JNIEXPORT jlong JNICALL JVM_GetRandomSeedForDumping(void) { return 0; }
/* the class's own initializer fills its fields in */
JNIEXPORT void JNICALL JVM_InitializeFromArchive(JNIEnv *env, jclass cls) {}
JNIEXPORT void JNICALL JVM_DefineArchivedModules(JNIEnv *env, jobject platform_loader, jobject system_loader) {}
JNIEXPORT void JNICALL JVM_RegisterLambdaProxyClassForArchiving(JNIEnv *env, jclass caller,
                                                                jstring interface_method_name, jobject factory_type,
                                                                jobject interface_method_type,
                                                                jobject implementation_member,
                                                                jobject dynamic_method_type, jclass lambda_proxy_class)
{
}
JNIEXPORT jclass JNICALL JVM_LookupLambdaProxyClassFromArchive(JNIEnv *env, jclass caller,
                                                               jstring interface_method_name, jobject factory_type,
                                                               jobject interface_method_type,
                                                               jobject implementation_member,
                                                               jobject dynamic_method_type)
{
    return NULL;
}
JNIEXPORT void JNICALL JVM_LogLambdaFormInvoker(JNIEnv *env, jstring line) {}

/* Only jcmd's VM.cds gets here, which must report the failure. */
static void refuse(JNIEnv *env)
{
    VM_ENTRY(env);
    THROW(self, UnsupportedOperationException, "This VM has no class data sharing");
    VM_RETURN_VOID();
}
JNIEXPORT void JNICALL JVM_DumpClassListToFile(JNIEnv *env, jstring file) { refuse(env); }
JNIEXPORT void JNICALL JVM_DumpDynamicArchive(JNIEnv *env, jstring file) { refuse(env); }
