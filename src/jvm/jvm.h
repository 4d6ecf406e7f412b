/* The JVM_* layer as the boot sequence sees it. */
#ifndef ARGUS_JVM_JVM_H
#define ARGUS_JVM_JVM_H

#include "runtime/thread.h"

/* Makes the VM's own natives findable. Before the first Java code. */
void jvm_init(void);
/* After initPhase1: threads that serve the class library (signal dispatcher). Failure is fatal. */
void jvm_start_services(struct thread *self);

#endif
