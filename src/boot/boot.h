/* From JNI_CreateJavaVM to the live phase, and the end of the VM; boot.c has the order. bind.c fills in the tables
 * through which lower rooms call higher ones, before anything runs. */
#ifndef ARGUS_BOOT_BOOT_H
#define ARGUS_BOOT_BOOT_H

#include "model/vm.h"

/* The functions of vm_life. */
jint boot_create(const JavaVMInitArgs *args, struct thread **self);
jint boot_destroy(struct thread *self);
NORETURN void boot_exit(struct thread *self, int code);

#ifdef ARGUS_DEBUG
void planted_bug(struct thread *self); /* planted_bugs.c; IN_VM, when the VM has started */
#endif

#endif
