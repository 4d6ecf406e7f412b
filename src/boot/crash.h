/* The report of a fatal error. */
#ifndef ARGUS_BOOT_CRASH_H
#define ARGUS_BOOT_CRASH_H

#include "os/os_signal.h"
#include <stdbool.h>

/* Installs the hooks of vm_fatal and of a failed malloc. Once, at start-up. */
void crash_init(void);
/* Called in a fault handler for an unexpected fault: reports it and ends the process. */
void crash_on_fault(int signal, siginfo_t *info, void *context);
/* Is the calling thread reporting a fault? Then a new fault came from the report. */
bool crash_is_reporting(void);

#endif
