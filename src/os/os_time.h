/* os_time.h: clocks. All in nanoseconds unless the name says milliseconds. */
#ifndef ARGUS_OS_OS_TIME_H
#define ARGUS_OS_OS_TIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define OS_NS_PER_SEC ((int64_t)1000000000)
#define OS_NS_PER_MS ((int64_t)1000000)

/* Never goes back; arbitrary origin. The clock of every deadline in os_sync.h. */
int64_t os_time_monotonic_ns(void);
/* Since 1970-01-01 UTC. */
int64_t os_time_wall_ns(void);
int64_t os_time_wall_ms(void);

/* CPU time of the calling thread (user and system), or its user part alone. */
int64_t os_time_thread_cpu_ns(void);
int64_t os_time_thread_user_ns(void);
/* CPU time of another thread that has not been joined. False if it has ended. */
bool os_time_thread_cpu_ns_of(pthread_t thread, int64_t *out);
/* CPU time of the process: user and system of all its threads. */
int64_t os_time_process_cpu_ns(void);
void os_time_process_split_ns(int64_t *user_ns, int64_t *system_ns);

/* now + delta without overflow: a deadline that is too far away is INT64_MAX, which waits treat as never. */
int64_t os_time_deadline(int64_t now, int64_t delta);

#endif
