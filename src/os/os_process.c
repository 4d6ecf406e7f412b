/* os_process.c: other processes, over fork, /proc and signals. */
#include "os/os_process.h"
#include "os/os_folder.h"
#include "os/os_time.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Forks and execs. The child reports its errno through a pipe that a successful exec closes. `output` (-1: none)
 * becomes its standard output and standard error. */
static int start(const char *path, char *const *arguments, int output)
{
    int report[2], why = 0;
    if (pipe2(report, O_CLOEXEC) != 0) return -1;
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) _exit(1);
        if (output < 0 || (dup2(output, 1) >= 0 && dup2(output, 2) >= 0)) execv(path, arguments);
        why = errno;
        ssize_t n = write(report[1], &why, sizeof why);
        _exit(n > 0 ? 127 : 126);
    }
    if (pid < 0) why = errno;
    close(report[1]);
    ssize_t n;
    do n = pid < 0 ? 0 : read(report[0], &why, sizeof why);
    while (n < 0 && errno == EINTR);
    close(report[0]);
    if (why && pid > 0) waitpid(pid, NULL, 0);
    errno = why;
    return why ? -1 : (int)pid;
}

int os_process_start(const char *path, char *const *arguments)
{
    int pid = start(path, arguments, -1);
    if (pid > 0) {
        signal(SIGINT, SIG_IGN);
        signal(SIGQUIT, SIG_IGN);
    }
    return pid;
}

static int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

int os_process_wait(int pid, int64_t ms)
{
    int64_t until = os_time_monotonic_ns() + ms * OS_NS_PER_MS;
    for (;;) {
        int status;
        pid_t got = waitpid(pid, &status, ms < 0 ? 0 : WNOHANG);
        if (got == pid) return code_of(status);
        if (got < 0 && errno != EINTR) return 1;
        if (ms >= 0 && os_time_monotonic_ns() >= until) return -1;
        if (ms >= 0) nanosleep(&(struct timespec){ .tv_nsec = 10 * 1000 * 1000 }, NULL);
    }
}

int os_process_run(const char *path, char *const *arguments, char *out, size_t size)
{
    int end[2];
    *out = 0;
    if (pipe2(end, O_CLOEXEC) != 0) return -1;
    int pid = start(path, arguments, end[1]), why = errno;
    close(end[1]);
    size_t have = 0;
    for (char rest[4096]; pid > 0;) { /* reads on when `out` is full, so that the child can end */
        bool room = have + 1 < size;
        ssize_t n = room ? read(end[0], out + have, size - 1 - have) : read(end[0], rest, sizeof rest);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        if (room) have += (size_t)n;
    }
    close(end[0]);
    out[have] = 0;
    errno = why;
    return pid < 0 ? -1 : os_process_wait(pid, -1);
}

bool os_process_exists(int pid) { return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM); }

struct each {
    bool (*take)(void *arg, int pid);
    void *arg;
};

static bool take_folder(void *arg, const char *name)
{
    struct each *e = arg;
    int pid = atoi(name);
    return pid <= 0 || e->take(e->arg, pid);
}

void os_process_each(bool (*take)(void *arg, int pid), void *arg)
{
    struct each e = { take, arg };
    (void)os_folder_each("/proc", take_folder, &e);
}

bool os_process_is_ours(int pid, char *name, size_t size)
{
    char path[64], buffer[4096];
    struct stat st;
    struct passwd pw, *found = NULL;
    if (size) *name = 0;
    snprintf(path, sizeof path, "/proc/%d", pid);
    if (stat(path, &st) != 0) return false;
    if (getpwuid_r(st.st_uid, &pw, buffer, sizeof buffer, &found) == 0 && found)
        snprintf(name, size, "%s", pw.pw_name);
    else
        snprintf(name, size, "%u", (unsigned)st.st_uid);
    return geteuid() == 0 || st.st_uid == geteuid();
}

static FILE *open_about(int pid, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
    return fopen(path, "re");
}

void os_process_name(int pid, char *out, size_t size)
{
    FILE *f = open_about(pid, "comm");
    *out = 0;
    if (!f) return;
    if (!fgets(out, (int)size, f)) *out = 0;
    fclose(f);
    out[strcspn(out, "\n")] = 0;
}

bool os_process_command(int pid, char *out, size_t size)
{
    FILE *f = open_about(pid, "cmdline");
    if (!f) return false;
    size_t n = fread(out, 1, size - 1, f);
    fclose(f);
    out[n] = 0;
    while (n && !out[n - 1]) n--;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)out[i] < ' ') out[i] = ' ';
    return n > 0;
}

bool os_process_maps(int pid, const char *file, char *path, size_t size)
{
    FILE *f = open_about(pid, "maps");
    if (!f) return false;
    char *line = NULL;
    size_t room = 0, length = strlen(file);
    bool found = false;
    for (ssize_t n; !found && (n = getline(&line, &room, f)) > 0;) {
        if (line[n - 1] == '\n') line[--n] = 0;
        const char *at = strchr(line, '/');
        if (!at || (size_t)n < length + 1) continue;
        const char *end = line + n - length;
        found = end > at && end[-1] == '/' && !strcmp(end, file);
        if (found) snprintf(path, size, "%s", at);
    }
    free(line);
    fclose(f);
    return found;
}

/* Finds the line of /proc/PID/status that begins with `key` and copies the rest of it. False if there is none. */
static bool status_line(int pid, const char *key, char *out, size_t size)
{
    FILE *f = open_about(pid, "status");
    if (!f) return false;
    size_t n = strlen(key);
    bool found = false;
    while (!found && fgets(out, (int)size, f)) found = !strncmp(out, key, n) && out[n] == ':';
    fclose(f);
    if (found) memmove(out, out + n + 1, strlen(out + n + 1) + 1);
    return found;
}

int os_process_own_number(int pid)
{
    char line[256];
    if (!status_line(pid, "NSpid", line, sizeof line)) return pid;
    int last = pid;
    char *rest = line;
    for (char *word; (word = strsep(&rest, " \t\n"));)
        if (*word) last = atoi(word);
    return last;
}

bool os_process_catches(int pid, int signal)
{
    char line[256];
    return status_line(pid, "SigCgt", line, sizeof line) && (strtoull(line, NULL, 16) >> (signal - 1) & 1);
}

bool os_process_is_stopped(int pid)
{
    char line[256];
    return status_line(pid, "State", line, sizeof line) && line[strspn(line, " \t")] == 'T';
}

int64_t os_process_age_ms(int pid)
{
    FILE *f = open_about(pid, "stat");
    char line[1024], *at = NULL;
    unsigned long long ticks = 0;
    if (!f) return -1;
    if (fgets(line, sizeof line, f)) at = strrchr(line, ')'); /* the program's name may contain any character */
    fclose(f);
    for (int field = 2; at && field < 22; field++) at = strchr(at + 1, ' ');
    if (!at || sscanf(at, " %llu", &ticks) != 1) return -1;
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    int64_t age =
        now.tv_sec * 1000 + now.tv_nsec / 1000000 - (int64_t)(ticks * 1000 / (unsigned long)sysconf(_SC_CLK_TCK));
    return age < 0 ? 0 : age;
}

bool os_process_file(char *out, size_t size, int pid, const char *path)
{
    return (size_t)snprintf(out, size, "/proc/%d/root%s", pid, path) < size;
}

bool os_process_send_quit(int pid) { return kill(pid, SIGQUIT) == 0; }

bool os_process_pause(int64_t ms)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, &before);
    struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
    bool passed = sigtimedwait(&set, NULL, &t) < 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return passed;
}
void os_process_hold_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

/* Returns 0 if the port is taken. */
static int bound_port(int port)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t n = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return 0;
    bool ok = bind(fd, (struct sockaddr *)&a, sizeof a) == 0 && getsockname(fd, (struct sockaddr *)&a, &n) == 0;
    close(fd);
    return ok ? ntohs(a.sin_port) : 0;
}

int os_process_free_port(int wanted)
{
    int port = bound_port(wanted);
    return port ? port : bound_port(0);
}

static int64_t limit(int resource)
{
    struct rlimit r;
    return getrlimit((__rlimit_resource_t)resource, &r) != 0 || r.rlim_cur == RLIM_INFINITY ? -1 : (int64_t)r.rlim_cur;
}

int64_t os_limit_address_space(void) { return limit(RLIMIT_AS); }
int64_t os_limit_processes(void) { return limit(RLIMIT_NPROC); }
int64_t os_limit_open_files(void) { return limit(RLIMIT_NOFILE); }

int64_t os_limit_group_memory(void)
{
    static const char *const files[] = { "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes" };
    for (size_t i = 0; i < 2; i++) {
        FILE *f = fopen(files[i], "re");
        long long bytes = -1;
        if (!f) continue;
        if (fscanf(f, "%lld", &bytes) != 1 || bytes > (1ll << 60))
            bytes = -1; /* "max", or the largest number in version 1 */
        fclose(f);
        return bytes;
    }
    return -1;
}
