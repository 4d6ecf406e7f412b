/* os_time.h: clocks. All in nanoseconds unless the name says milliseconds. */
#ifndef ARGUS_OS_OS_TIME_H
#define ARGUS_OS_OS_TIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OS_NS_PER_SEC ((int64_t)1000000000)
#define OS_NS_PER_MS ((int64_t)1000000)

/* Never goes back; arbitrary origin. All deadlines of os_sync.h use this clock. */
int64_t os_time_monotonic_ns(void);
/* Since 1970-01-01 UTC. */
int64_t os_time_wall_ns(void);
int64_t os_time_wall_ms(void);

/* Formats a time (seconds since 1970-01-01 UTC) in local time or UTC. `format` is as for strftime. Empty if it does not
 * fit. */
void os_time_format(char *out, size_t size, int64_t seconds, const char *format, bool utc);

/* CPU time of the calling thread (user and system), or its user part alone. */
int64_t os_time_thread_cpu_ns(void);
int64_t os_time_thread_user_ns(void);
/* CPU time of another thread that has not been joined. False if it has ended. */
bool os_time_thread_cpu_ns_of(pthread_t thread, int64_t *out);
/* User time of another thread by its kernel id, in steps of the kernel's clock tick. -1 if it has ended. */
int64_t os_time_thread_user_ns_of(int32_t tid);
/* CPU time of the process: user and system of all its threads. */
int64_t os_time_process_cpu_ns(void);
void os_time_process_split_ns(int64_t *user_ns, int64_t *system_ns);

/* The calling thread sleeps for ns, or less if a signal comes. May be called in signal handlers. */
void os_time_pause_ns(int64_t ns);
/* now + delta without overflow. A deadline that is too far away becomes INT64_MAX, which waits treat as never. */
int64_t os_time_deadline(int64_t now, int64_t delta);

#endif
