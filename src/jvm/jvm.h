/* The JVM_* layer as the boot sequence sees it. */
#ifndef ARGUS_JVM_JVM_H
#define ARGUS_JVM_JVM_H

#include "runtime/thread.h"

/* Makes the VM's own natives findable. Before the first Java code. */
void jvm_init(void);
/* After initPhase1: threads that serve the class library (signal dispatcher). Failure is fatal. */
void jvm_start_services(struct thread *self);

/* Asked first when SIGQUIT arrives (on the dispatcher thread, IN_VM): true means that it was a request to attach, so no thread dump. Set by management/. */
extern bool (*jvm_break_hook)(struct thread *self);
/* Starts the listener for tools at once (-Xrs, -XX:+StartAttachListener). Set by management/. */
extern void (*jvm_attach_hook)(struct thread *self);
/* A java.lang.Thread in the system thread group, a daemon, ready for thread_start_vm. NULL with pending. */
WARN_UNUSED struct object *jvm_new_system_thread(struct thread *self, const char *name, i32 priority);

#endif
