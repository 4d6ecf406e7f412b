/* os_proc.c: the process and the machine, from sysconf, /proc and the environment. */
#include "os/os_proc.h"
#include "os/os_signal.h"
#include "os/os_time.h"

#include <errno.h>
#include <pwd.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

void os_process_secret(uint64_t out[2])
{
    const void *from = (const void *)getauxval(AT_RANDOM); /* from the kernel, made at exec */
    if (from)
        memcpy(out, from, 2 * sizeof *out);
    else
        out[0] = (uint64_t)getpid(), out[1] = (uint64_t)(uintptr_t)out;
}

bool os_random(void *to, size_t n) { return getrandom(to, n, 0) == (ssize_t)n; }

size_t os_page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static int cpu_count_set;
void os_cpu_count_set(int n) { cpu_count_set = n; }

int os_proc_shell(const char *command)
{
    char *const argv[] = { "sh", "-c", (char *)command, NULL };
    pid_t pid;
    int status, err = posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ);
    if (err) {
        errno = err;
        return -1;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool os_proc_in_child(void (*fn)(void *arg), void *arg, int64_t limit_ns)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    int64_t until = os_time_deadline(os_time_monotonic_ns(), limit_ns);
    pid_t pid = _Fork(); /* not fork: it would wait for locks that this thread may hold */
    if (pid < 0) return false;
    if (pid == 0) {
        for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
            (void)os_signal_default(faults[i]);
            os_signal_unblock(faults[i]);
        }
        fn(arg);
        _exit(0);
    }
    int status = -1;
    for (pid_t ended; (ended = waitpid(pid, &status, WNOHANG)) != pid;) {
        if (ended < 0 && errno != EINTR) return false;
        if (os_time_monotonic_ns() >= until) kill(pid, SIGKILL);
        os_time_pause_ns(2 * OS_NS_PER_MS);
    }
    return status == 0;
}

void os_proc_expand_pid(char *to, size_t size, const char *from, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n && at + 1 < size; i++) {
        if (from[i] == '%' && i + 1 < n && from[i + 1] == 'p') {
            at += (size_t)snprintf(to + at, size - at, "%d", getpid());
            if (at >= size) at = size - 1;
            i++;
            continue;
        }
        if (from[i] == '%' && i + 1 < n && from[i + 1] == '%') i++;
        to[at++] = from[i];
    }
    to[at] = 0;
}

int os_cpu_count(void)
{
    if (cpu_count_set > 0) return cpu_count_set;
    /* The mask may be wider than cpu_set_t on big machines: grow until the kernel is content. */
    for (int cpus = CPU_SETSIZE; cpus <= 1 << 20; cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC(cpus);
        if (!set) break;
        size_t size = CPU_ALLOC_SIZE(cpus);
        if (sched_getaffinity(0, size, set) == 0) {
            int n = CPU_COUNT_S(size, set);
            CPU_FREE(set);
            return n > 0 ? n : 1;
        }
        CPU_FREE(set);
    }
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

uint64_t os_physical_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? (uint64_t)pages * os_page_size() : 0;
}

uint64_t os_resident_memory(void)
{
    FILE *f = fopen("/proc/self/statm", "re");
    if (!f) return 0;
    unsigned long long total, resident = 0;
    if (fscanf(f, "%llu %llu", &total, &resident) != 2) resident = 0;
    fclose(f);
    return resident * os_page_size();
}

int32_t os_pid(void) { return (int32_t)getpid(); }
const char *os_env_get(const char *name) { return getenv(name); }

const char *os_env_at(uint32_t i)
{
    char **at = environ;
    while (*at && i--) at++;
    return *at;
}

void os_host_name(char *out, size_t size)
{
    if (size == 0) return;
    if (gethostname(out, size)) snprintf(out, size, "localhost");
    out[size - 1] = 0;
}

int os_load_average(double *out, int wanted) { return getloadavg(out, wanted > 3 ? 3 : wanted); }

bool os_user_name(char *out, size_t size)
{
    char buffer[4096];
    struct passwd pw, *found = NULL;
    if (getpwuid_r(geteuid(), &pw, buffer, sizeof buffer, &found) != 0 || !found) return false;
    snprintf(out, size, "%s", pw.pw_name);
    return true;
}

bool os_has_raised_rights(void) { return getuid() != geteuid() || getgid() != getegid(); }

bool os_core_dumps_are_off(void)
{
    struct rlimit core;
    return getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur == 0;
}

bool os_program_path(char *out, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", out, size - 1);
    if (n <= 0) return false;
    out[n] = 0;
    return true;
}

bool os_proc_become(const char *path, char *const *arguments) { return execv(path, arguments) == 0; }
