/* os_fault.h: fault injection for system calls. In builds with assertions the VM's own calls of the C library go
 * through here (the linker's --wrap, see CMakeLists.txt), and the variable ARGUS_FAULT chooses the call that fails:
 *
 *     ARGUS_FAULT=KIND:N       the Nth call of this kind fails, counted from 1 over all threads
 *     ARGUS_FAULT=KIND:N+      all from the Nth
 *     ARGUS_FAULT=KIND:count   none; the number of calls is printed on standard error when the process ends by exit
 *     ARGUS_FAULT=KIND:places  none; also prints the numbers of the first calls from each place, which is a C stack of
 *                              eight functions
 *     ARGUS_FAULT_TRACE=1      prints where the call that failed came from
 *
 * A failed call has no effect and returns the error for missing memory, threads or descriptors. Calls of other
 * libraries are not counted; test/fault/preload.c makes those fail. Release builds contain none of this. */
#ifndef ARGUS_OS_OS_FAULT_H
#define ARGUS_OS_OS_FAULT_H

#include <stdbool.h>
#include <stddef.h>

enum os_fault_kind {
    OS_FAULT_MALLOC, /* malloc and its relatives */
    OS_FAULT_MAP,    /* mmap: reservations, files */
    OS_FAULT_COMMIT, /* mprotect */
    OS_FAULT_THREAD, /* pthread_create */
    OS_FAULT_FILE,   /* open, stat, read, write, sockets, dlopen */
    OS_FAULT_KINDS
};

#ifdef ARGUS_DEBUG
/* Counts one more call of this kind. Returns true if the call has to fail. Any thread, any state; keeps errno. */
bool os_fault(enum os_fault_kind kind);
/* Says that the process freed this much memory: calls of malloc succeed again until they have taken as much. */
void os_fault_relief(size_t bytes);
#else
static inline bool os_fault(enum os_fault_kind kind)
{
    (void)kind;
    return false;
}
static inline void os_fault_relief(size_t bytes) { (void)bytes; }
#endif

#endif
