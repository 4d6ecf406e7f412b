/* os_statistics.h: statistics of the machine and the process from the system. Functions return false or 0 if the system
 * has no answer. */
#ifndef ARGUS_OS_OS_STATISTICS_H
#define ARGUS_OS_OS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Processor time since the machine, or the process, started, in units of the kernel's clock tick. */
struct os_cpu_ticks {
    uint64_t user, system; /* of this process */
    uint64_t busy, all;    /* of all processors */
};
bool os_cpu_ticks(struct os_cpu_ticks *out);
/* Context switches of the machine since it started. */
bool os_context_switches(uint64_t *out);
/* The model of the processors; sockets, cores and hardware threads. */
struct os_cpu_model {
    char name[128], vendor[64];
    int sockets, cores, threads;
};
void os_cpu_model(struct os_cpu_model *out);
/* The system's name and version, for display. */
void os_version_text(char *out, size_t size);
/* Bytes of memory of the machine that are in use. */
uint64_t os_used_memory(void);
/* Calls `each` for each network interface with its received and sent bytes since it exists. */
void os_network_each(void (*each)(void *arg, const char *name, uint64_t received, uint64_t sent), void *arg);
/* The name of the hypervisor that the machine runs under; NULL if none is detected. */
const char *os_hypervisor(void);

#endif
