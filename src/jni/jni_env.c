/* The JNI function table and its installation (JNI 10; the table of JDK 17 has the entries of version 10).
 *
 * Functions are entered in state IN_NATIVE and leave in it; between VM_ENTRY and VM_RETURN they hold plain object
 * pointers. Exceptions stay pending in the thread. With -Xcheck:jni threads get the checked table, whose functions call
 * those of jni_table. Tools may replace the functions of the table that threads have (JVM TI SetJNIFunctionTable). */
#include "jni/check/jni_check.h"
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

/* All slots except the four reserved ones must be filled; a NULL would crash a caller. */
static void require_no_holes(const struct JNINativeInterface_ *t)
{
    void *const *slots = (void *const *)t;
    for (size_t i = 4; i < sizeof *t / sizeof *slots; i++) VM_CHECKF(slots[i] != NULL, "JNI table slot %zu", i);
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
    require_no_holes(&jni_table);
    require_no_holes(&jni_checked_table);
    thread_jni_table = options.check_jni ? &jni_checked_table : &jni_table;
}

const struct JNINativeInterface_ *jni_function_table(void) { return thread_jni_table; }
