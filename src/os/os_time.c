/* os_time.c: clocks over clock_gettime. */
#include "os/os_time.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec t;
    if (clock_gettime(clock, &t)) return 0;
    return (int64_t)t.tv_sec * OS_NS_PER_SEC + t.tv_nsec;
}

int64_t os_time_monotonic_ns(void) { return read_clock(CLOCK_MONOTONIC); }
int64_t os_time_wall_ns(void) { return read_clock(CLOCK_REALTIME); }
int64_t os_time_wall_ms(void) { return read_clock(CLOCK_REALTIME) / OS_NS_PER_MS; }
int64_t os_time_thread_cpu_ns(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
int64_t os_time_process_cpu_ns(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

int64_t os_time_thread_user_ns(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage)) return 0;
    return (int64_t)usage.ru_utime.tv_sec * OS_NS_PER_SEC + (int64_t)usage.ru_utime.tv_usec * 1000;
}

bool os_time_thread_cpu_ns_of(pthread_t thread, int64_t *out)
{
    clockid_t clock;
    struct timespec t;
    if (pthread_getcpuclockid(thread, &clock) || clock_gettime(clock, &t)) return false;
    *out = (int64_t)t.tv_sec * OS_NS_PER_SEC + t.tv_nsec;
    return true;
}

int64_t os_time_thread_user_ns_of(int32_t tid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
    FILE *f = fopen(path, "r");
    if (!f) return -1;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = 0;
    const char *p = strrchr(text, ')'); /* the name may contain any character */
    unsigned long ticks;
    if (!p || sscanf(p + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu", &ticks) != 1) return -1;
    return (int64_t)((uint64_t)ticks * (uint64_t)OS_NS_PER_SEC / (uint64_t)sysconf(_SC_CLK_TCK));
}

void os_time_format(char *out, size_t size, int64_t seconds, const char *format, bool utc)
{
    time_t at = (time_t)seconds;
    struct tm tm;
    if (!(utc ? gmtime_r(&at, &tm) : localtime_r(&at, &tm)) || !strftime(out, size, format, &tm)) *out = 0;
}

int64_t os_time_deadline(int64_t now, int64_t delta)
{
    int64_t sum;
    return __builtin_add_overflow(now, delta, &sum) ? INT64_MAX : sum;
}

void os_time_pause_ns(int64_t ns)
{
    struct timespec t = { ns / OS_NS_PER_SEC, ns % OS_NS_PER_SEC };
    (void)nanosleep(&t, NULL);
}

static int64_t timeval_ns(struct timeval t) { return t.tv_sec * OS_NS_PER_SEC + t.tv_usec * 1000; }

void os_time_process_split_ns(int64_t *user_ns, int64_t *system_ns)
{
    struct rusage usage = { 0 };
    getrusage(RUSAGE_SELF, &usage);
    *user_ns = timeval_ns(usage.ru_utime);
    *system_ns = timeval_ns(usage.ru_stime);
}
