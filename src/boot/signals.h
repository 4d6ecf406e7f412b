/* The signals that the VM takes for itself. */
#ifndef ARGUS_BOOT_SIGNALS_H
#define ARGUS_BOOT_SIGNALS_H

/* Installs the handlers. Once, at start-up, on the thread that creates the VM, after the options are known. */
void signals_init(void);

#endif
