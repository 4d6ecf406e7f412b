/* The JVM_* layer's functions for the boot sequence. */
#ifndef ARGUS_JDK_JVM_H
#define ARGUS_JDK_JVM_H

#include "thread/thread.h"

/* Registers the VM's own natives. Called before the first Java code. */
void jvm_init(void);
/* After initPhase1: starts threads that serve the class library (signal dispatcher). Failure is fatal. */
void jvm_start_services(struct thread *self);

/* A java.lang.Thread in the system thread group, a daemon, ready for thread_start_vm. NULL with pending. */
WARN_UNUSED struct object *jvm_new_system_thread(struct thread *self, const char *name, i32 priority);

#endif
