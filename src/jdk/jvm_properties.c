/* Properties and options for the class library. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_exports.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"
#include <stdlib.h>

/* Only -XX:MaxDirectMemorySize sets this property, never -D or agents. */
static const char direct_max[] = "sun.nio.MaxDirectMemorySize";

static bool add_pair(struct thread *self, struct object *a, i32 *i, const char *key, const char *value)
{
    struct object *k = string_from_platform(self, key);
    if (!k) return false;
    array_set_ref(a, (*i)++, k);
    struct object *v = string_from_platform(self, value ? value : "");
    if (!v) return false;
    array_set_ref(a, (*i)++, v);
    return true;
}

/* Includes internal ones: the module system reads its options from them and removes them. */
JNIEXPORT jobjectArray JNICALL JVM_GetProperties(JNIEnv *env)
{
    VM_ENTRY(env);
    i32 n = (options.direct_max ? 1 : 0) + !options.int_only, i = 0;
    for (const struct property *p = options.properties; p; p = p->next) n += strcmp(p->key, direct_max) != 0;
    struct object *a = array_new_ref(self, WK(java_lang_String), 2 * n);
    for (const struct property *p = options.properties; a && p && i < 2 * n; p = p->next)
        if (strcmp(p->key, direct_max) && !add_pair(self, a, &i, p->key, p->value)) VM_RETURN((jobjectArray)NULL);
    char limit[32];
    snprintf(limit, sizeof limit, "%zu", options.direct_max);
    if (a && options.direct_max && !add_pair(self, a, &i, direct_max, limit)) VM_RETURN((jobjectArray)NULL);
    if (a && !options.int_only && !add_pair(self, a, &i, "sun.management.compiler", "Argus 64-Bit Tiered Compilers"))
        VM_RETURN((jobjectArray)NULL);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

JNIEXPORT jobjectArray JNICALL JVM_GetVmArguments(JNIEnv *env)
{
    VM_ENTRY(env);
    i32 flags = options.jvm_flag_words;
    struct object *a = array_new_ref(self, WK(java_lang_String), flags + options.jvm_args);
    for (i32 i = 0; a && i < flags + options.jvm_args; i++) {
        struct object *s =
            string_from_platform(self, i < flags ? options.jvm_flag_word[i] : options.jvm_arg[i - flags]);
        if (!s) VM_RETURN((jobjectArray)NULL);
        array_set_ref(a, i, s);
    }
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* properties.put(key, value) with platform strings; false: an exception is pending. */
static bool put(JNIEnv *env, jobject properties, jmethodID put, const char *key, const char *value)
{
    jobject k, v;
    {
        VM_ENTRY(env);
        struct object *ks = string_from_platform(self, key);
        k = ref_local(self, ks);
        v = ref_local(self, ks ? string_from_platform(self, value ? value : "") : NULL);
        VM_LEAVE();
    }
    if (!k || !v) return false;
    (*env)->DeleteLocalRef(env, (*env)->CallObjectMethod(env, properties, put, k, v));
    (*env)->DeleteLocalRef(env, k);
    (*env)->DeleteLocalRef(env, v);
    return !(*env)->ExceptionCheck(env);
}

/* All options as one string, for jcmd and jinfo. */
static char *joined_args(void)
{
    size_t n = 1;
    for (int i = 0; i < options.jvm_args; i++) n += strlen(options.jvm_arg[i]) + 1;
    char *s = vm_malloc(n), *at = s;
    *at = 0;
    for (int i = 0; i < options.jvm_args; i++) {
        if (i) *at++ = ' ';
        at = stpcpy(at, options.jvm_arg[i]);
    }
    return s;
}

JNIEXPORT jobject JNICALL JVM_InitAgentProperties(JNIEnv *env, jobject properties)
{
    jclass c = (*env)->GetObjectClass(env, properties);
    jmethodID m = (*env)->GetMethodID(env, c, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
    if (!m) return NULL;
    char *args = joined_args();
    bool ok = put(env, properties, m, "sun.java.command", options.java_command) &&
              put(env, properties, m, "sun.jvm.flags", options.jvm_flags) &&
              put(env, properties, m, "sun.jvm.args", args);
    free(args);
    return ok ? properties : NULL;
}

JNIEXPORT jstring JNICALL JVM_GetTemporaryDirectory(JNIEnv *env)
{
    VM_ENTRY(env);
    VM_RETURN((jstring)ref_local(self, string_from_mutf8(self, "/tmp")));
}
