/* The JNI layer as the rest of the VM sees it. */
#ifndef ARGUS_JNI_JNI_H
#define ARGUS_JNI_JNI_H

#include "thread/thread.h"

/* Builds the table; called once by boot before the first thread is attached. */
void jni_init(void);
/* vm_java_vm is what JNI_CreateJavaVM gives. */
void jni_publish_vm(void);
/* The table that all threads point to: the plain one, or with -Xcheck:jni the checked one. Tools that replace functions
 * write into it. */
const struct JNINativeInterface_ *jni_function_table(void);

#endif
