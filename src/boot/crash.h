/* The report of a fatal error. */
#ifndef ARGUS_BOOT_CRASH_H
#define ARGUS_BOOT_CRASH_H

#include "os/os_signal.h"
#include <stdbool.h>

/* Installs the hooks of vm_fatal and of a failed malloc. Once, at start-up. */
void crash_init(void);
/* In the handler of a fault that nobody expects: reports it and ends the process. */
void crash_on_fault(int signal, siginfo_t *info, void *context);
/* Does the calling thread report a fault right now? Then another fault is one of the report. */
bool crash_is_reporting(void);

#endif
