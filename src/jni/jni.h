/* The JNI layer as the rest of the VM sees it. */
#ifndef ARGUS_JNI_JNI_H
#define ARGUS_JNI_JNI_H

#include "thread/thread.h"

/* Builds the table. Boot calls it once, before the first thread is attached. */
void jni_init(void);
/* Makes vm_java_vm the VM that JNI_CreateJavaVM returns. */
void jni_publish_vm(void);
/* The table of all threads: the plain one, or with -Xcheck:jni the checked one. Tools that replace functions write into
 * it. */
const struct JNINativeInterface_ *jni_function_table(void);

#endif
