/* os_fault.c: chooses which calls of the C library by the VM fail. Each __wrap_x replaces x in builds with
 * assertions. */
#include "os/os_fault.h"

#ifdef ARGUS_DEBUG

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const kind_names[OS_FAULT_KINDS] = { "malloc", "map", "commit", "thread", "file" };

static enum os_fault_kind chosen = OS_FAULT_KINDS; /* none */
static uint64_t first_failing, last_failing;
static bool trace, places;
static _Atomic uint64_t calls;
static _Atomic int64_t relief; /* bytes that malloc may hand out although its calls fail */

enum { PLACES = 1 << 14, PLACE_DEPTH = 8 };
static _Atomic uint64_t known[PLACES]; /* hashes of C stacks; 0: free */
static uint64_t first[PLACES];         /* the call that came from there first */

static void note_place(uint64_t call)
{
    void *at[PLACE_DEPTH + 3]; /* with this function, os_fault and the stand-in */
    int n = backtrace(at, PLACE_DEPTH + 3);
    uint64_t hash = 1;
    for (int i = 0; i < n; i++) hash = (hash ^ (uintptr_t)at[i]) * 0x9e3779b97f4a7c15ull;
    hash |= 1;
    for (uint64_t i = 0; i < PLACES; i++) {
        _Atomic uint64_t *slot = &known[(i + (hash >> 32)) % PLACES];
        uint64_t none = 0;
        bool is_new = atomic_compare_exchange_strong(slot, &none, hash);
        if (is_new) first[slot - known] = call;
        if (is_new || none == hash) return;
    }
}

/* Clears `chosen` first, so that the calls made here are not counted. */
static void print_count(void)
{
    enum os_fault_kind kind = chosen;
    chosen = OS_FAULT_KINDS;
    for (uint64_t i = 0; places && i < PLACES; i++)
        if (atomic_load(&known[i])) dprintf(STDERR_FILENO, "ARGUS_FAULT: place %llu\n", (unsigned long long)first[i]);
    dprintf(STDERR_FILENO, "ARGUS_FAULT: %s %llu\n", kind_names[kind], (unsigned long long)atomic_load(&calls));
}

/* Runs when the library is loaded, so that the first call is counted like all others. */
static __attribute__((constructor)) void read_variable(void)
{
    const char *text = getenv("ARGUS_FAULT"), *colon = text ? strchr(text, ':') : NULL;
    if (!colon) return;
    for (int k = 0; k < OS_FAULT_KINDS; k++)
        if (strlen(kind_names[k]) == (size_t)(colon - text) && !strncmp(kind_names[k], text, (size_t)(colon - text)))
            chosen = (enum os_fault_kind)k;
    void *warm[1];
    places = !strcmp(colon + 1, "places");
    if (places) (void)backtrace(warm, 1); /* loads a library at its first call */
    if (places || !strcmp(colon + 1, "count")) {
        if (chosen != OS_FAULT_KINDS) atexit(print_count);
        return;
    }
    char *end;
    first_failing = strtoull(colon + 1, &end, 10);
    last_failing = *end == '+' ? UINT64_MAX : first_failing;
    trace = getenv("ARGUS_FAULT_TRACE") != NULL;
    if (trace) (void)backtrace(warm, 1);
}

static void print_trace(uint64_t n)
{
    void *at[48];
    char line[80];
    int len = snprintf(line, sizeof line, "ARGUS_FAULT: %s %llu fails at\n", kind_names[chosen], (unsigned long long)n);
    if (write(STDERR_FILENO, line, (size_t)len) < 0) return;
    backtrace_symbols_fd(at, backtrace(at, 48), STDERR_FILENO);
}

bool os_fault(enum os_fault_kind kind)
{
    if (kind != chosen) return false;
    uint64_t n = atomic_fetch_add(&calls, 1) + 1;
    if (places) {
        int kept = errno;
        note_place(n);
        errno = kept;
    }
    if (n < first_failing || n > last_failing) return false;
    int saved = errno;
    if (trace && n == first_failing) print_trace(n);
    errno = saved;
    return true;
}

void os_fault_relief(size_t bytes) { atomic_fetch_add(&relief, (int64_t)bytes); }

/* As os_fault for an allocation of this many bytes. */
static bool refuses(size_t bytes)
{
    if (!os_fault(OS_FAULT_MALLOC)) return false;
    int64_t left = atomic_load(&relief);
    while (left >= (int64_t)bytes)
        if (atomic_compare_exchange_weak(&relief, &left, left - (int64_t)bytes)) return false;
    return true;
}

/* A stand-in that gives `no` and sets errno to `why` when the call has to fail. */
#define WRAP(fails, why, no, type, name, parameters, arguments) \
    type __real_##name parameters; \
    type __wrap_##name parameters; \
    type __wrap_##name parameters \
    { \
        if (!(fails)) return __real_##name arguments; \
        errno = why; \
        return no; \
    }

WRAP(refuses(n), ENOMEM, NULL, void *, malloc, (size_t n), (n))
WRAP(refuses(n *size), ENOMEM, NULL, void *, calloc, (size_t n, size_t size), (n, size))
WRAP(refuses(n), ENOMEM, NULL, void *, realloc, (void *p, size_t n), (p, n))
WRAP(refuses(n), ENOMEM, NULL, void *, aligned_alloc, (size_t align, size_t n), (align, n))
WRAP(refuses(strlen(s)), ENOMEM, NULL, char *, strdup, (const char *s), (s))
WRAP(refuses(n), ENOMEM, NULL, char *, strndup, (const char *s, size_t n), (s, n))
WRAP(refuses(1024), ENOMEM, NULL, FILE *, open_memstream, (char **text, size_t *size), (text, size))
WRAP(os_fault(OS_FAULT_MAP), ENOMEM, MAP_FAILED, void *, mmap,
     (void *at, size_t n, int prot, int flags, int fd, off_t from), (at, n, prot, flags, fd, from))
WRAP(os_fault(OS_FAULT_MAP), ENOMEM, MAP_FAILED, void *, mremap, (void *at, size_t n, size_t to, int flags),
     (at, n, to, flags))
WRAP(os_fault(OS_FAULT_COMMIT), ENOMEM, -1, int, mprotect, (void *at, size_t n, int prot), (at, n, prot))
WRAP(os_fault(OS_FAULT_FILE), EIO, -1, int, stat, (const char *path, struct stat *st), (path, st))
WRAP(os_fault(OS_FAULT_FILE), EIO, -1, int, fstat, (int fd, struct stat *st), (fd, st))
WRAP(os_fault(OS_FAULT_FILE), EIO, -1, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n))
WRAP(os_fault(OS_FAULT_FILE), EIO, -1, ssize_t, pread, (int fd, void *to, size_t n, off_t from), (fd, to, n, from))
WRAP(os_fault(OS_FAULT_FILE), ENOSPC, -1, ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n))
WRAP(os_fault(OS_FAULT_FILE), EMFILE, NULL, FILE *, fopen, (const char *path, const char *mode), (path, mode))
WRAP(os_fault(OS_FAULT_FILE), ENOMEM, NULL, FILE *, fdopen, (int fd, const char *mode), (fd, mode))
WRAP(os_fault(OS_FAULT_FILE), EMFILE, NULL, DIR *, opendir, (const char *path), (path))
WRAP(os_fault(OS_FAULT_FILE), EIO, NULL, char *, realpath, (const char *path, char *out), (path, out))
/* used with _FORTIFY_SOURCE */
WRAP(os_fault(OS_FAULT_FILE), EIO, -1, ssize_t, __read_chk, (int fd, void *to, size_t n, size_t room),
     (fd, to, n, room))
WRAP(os_fault(OS_FAULT_FILE), EIO, -1, ssize_t, __pread_chk, (int fd, void *to, size_t n, off_t from, size_t room),
     (fd, to, n, from, room))
WRAP(os_fault(OS_FAULT_FILE), EIO, NULL, char *, __realpath_chk, (const char *path, char *out, size_t room),
     (path, out, room))
WRAP(os_fault(OS_FAULT_FILE), EMFILE, -1, int, socket, (int domain, int type, int protocol), (domain, type, protocol))
WRAP(os_fault(OS_FAULT_FILE), EMFILE, -1, int, accept4, (int fd, struct sockaddr *from, socklen_t *n, int flags),
     (fd, from, n, flags))
WRAP(os_fault(OS_FAULT_FILE), ENOSPC, ENOSPC, int, posix_fallocate, (int fd, off_t from, off_t n), (fd, from, n))

int __real_pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    return os_fault(OS_FAULT_THREAD) ? EAGAIN : __real_pthread_create(out, attr, run, arg);
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list va;
    va_start(va, flags);
    int mode = va_arg(va, int); /* any value if no file is made; it is then unused */
    va_end(va);
    if (!os_fault(OS_FAULT_FILE)) return __real_open(path, flags, mode);
    errno = EMFILE;
    return -1;
}

/* The dynamic linker keeps its own error text. A failing call sets one, so that dlerror has a text to return. */
void *__real_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags)
{
    return __real_dlopen(os_fault(OS_FAULT_FILE) ? "/argus-fault/no-such-library.so" : path, flags);
}

#endif
