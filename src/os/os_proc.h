/* os_proc.h: the process and the machine it runs on. */
#ifndef ARGUS_OS_OS_PROC_H
#define ARGUS_OS_OS_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t os_page_size(void);
/* Processors that this process may run on (the affinity mask), at least 1. Asks the system each time. */
int os_cpu_count(void);
/* From now on os_cpu_count answers n (-XX:ActiveProcessorCount). */
void os_cpu_count_set(int n);
/* Runs `command` by /bin/sh and waits. Returns its exit code; -1 with errno if it could not be run. */
int os_proc_shell(const char *command);
/* Runs fn in a child process that is a copy of this one, with only the calling thread and the default action for
 * faults. May be called in signal handlers. The child is killed after limit_ns. False if it could not be made, was
 * killed, or ended by a fault. */
bool os_proc_in_child(void (*fn)(void *arg), void *arg, int64_t limit_ns);
/* Copies the first n bytes of `from`, with %p replaced by the process id and %% by one %. Cut at size,
 * NUL-terminated. */
void os_proc_expand_pid(char *to, size_t size, const char *from, size_t n);
/* Bytes of memory of the machine, and the part of it that is available without swapping. 0 if unknown. */
uint64_t os_physical_memory(void);
/* Bytes of this process that are in memory now. 0 if unknown. */
uint64_t os_resident_memory(void);

int32_t os_pid(void);
/* The value of an environment variable, or NULL. Valid until the environment changes. */
const char *os_env_get(const char *name);
/* The ith variable as "NAME=value", or NULL if i is too large. */
const char *os_env_at(uint32_t i);
/* Sixteen random bytes that other processes cannot guess; the same at every call in this process. */
void os_process_secret(uint64_t out[2]);
/* Fresh random bytes from the system, fit for secrets; at most 256. False if it gives none. */
bool os_random(void *to, size_t n);
/* The machine's name; "localhost" if unknown. Always terminated. */
void os_host_name(char *out, size_t size);
/* The name of the user that the process runs as; false if the system knows none. */
bool os_user_name(char *out, size_t size);
/* Does the program have more rights than its caller (set-user-id)? Then it must not trust the environment. */
bool os_has_raised_rights(void);
/* Will the system write no core dump, because the limit is 0? */
bool os_core_dumps_are_off(void);
/* The file of the running program. */
bool os_program_path(char *out, size_t size);
/* Replaces the program of this process. Returns only on failure, false with errno. arguments end with NULL. */
bool os_proc_become(const char *path, char *const *arguments);
/* Load averages over 1, 5 and 15 minutes. Returns how many of the `wanted` (at most 3) were filled in, -1 if none. */
int os_load_average(double *out, int wanted);

#endif
