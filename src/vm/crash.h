/* The report of a fatal error. */
#ifndef ARGUS_VM_CRASH_H
#define ARGUS_VM_CRASH_H

/* Installs the handlers for faults of machine code and the hook of vm_fatal. Once, at start-up. */
void crash_init(void);

#endif
