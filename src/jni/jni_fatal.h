/* The end of the VM when native code breaks JNI's rules or calls FatalError. */
#ifndef ARGUS_JNI_JNI_FATAL_H
#define ARGUS_JNI_JNI_FATAL_H

#include "thread/thread.h"

/* JNI FatalError: prints the words and the thread's Java stack on standard output, then aborts. IN_VM. NULL: the caller
 * is not attached. */
_Noreturn void jni_fatal(struct thread *self, const char *words);

#endif
