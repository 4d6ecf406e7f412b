/* The JNI function table and its installation (JNI 10; the table of JDK 17 has the entries of version 10).
 *
 * Functions are entered in state IN_NATIVE and leave in it; between VM_ENTRY and VM_RETURN they hold plain object
 * pointers. Exceptions stay pending in the thread. Tools may replace the table (JVM TI SetJNIFunctionTable): they work
 * on copies of jni_table. */
#include "jni/jni.h"
#include "jni/jni_int.h"

struct JNINativeInterface_ jni_table;

static jint JNICALL get_version(JNIEnv *env)
{
    (void)env;
    return JNI_VERSION_10;
}

static jint JNICALL get_java_vm(JNIEnv *env, JavaVM **vm)
{
    (void)env;
    *vm = (JavaVM *)vm_java_vm;
    return JNI_OK;
}

void jni_init(void)
{
    jni_publish_vm();
    jni_table.GetVersion = get_version;
    jni_table.GetJavaVM = get_java_vm;
    jni_fill_class(&jni_table);
    jni_fill_call(&jni_table);
    jni_fill_field(&jni_table);
    jni_fill_string(&jni_table);
    jni_fill_array(&jni_table);
    jni_fill_ref(&jni_table);
    jni_fill_buffer(&jni_table);
    /* Every slot but the four reserved ones is filled; a hole would crash a caller. */
    void *const *slots = (void *const *)&jni_table;
    for (size_t i = 4; i < sizeof jni_table / sizeof *slots; i++) VM_CHECKF(slots[i] != NULL, "JNI table slot %zu", i);
    thread_jni_table = &jni_table;
}

const struct JNINativeInterface_ *jni_function_table(void) { return &jni_table; }
