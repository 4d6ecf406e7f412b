/* preload.c: makes a call of malloc, mmap or pthread_create fail in a process that knows nothing of it, by who called.
 *
 *     LD_PRELOAD=…/libpreload.so FAULT_PRELOAD=KIND:N:LIBRARY java …
 *
 * KIND is malloc (with calloc and realloc), map, commit (mprotect) or thread; the Nth call from a library whose path
 * contains LIBRARY fails ("N+": all from the Nth; "count": none, and the number of calls is printed on standard error
 * at the exit). What src/os/os_fault.c does for the VM's own calls of a debug build, this does for every library and
 * every VM. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

enum kind { MALLOC, MAP, COMMIT, THREAD, KINDS };
static const char *const kind_names[KINDS] = { "malloc", "map", "commit", "thread" };
static enum kind chosen = KINDS;
static uint64_t first_failing, last_failing;
static const char *library = "";
static _Atomic uint64_t calls;
static int (*next_pthread_create)(pthread_t *out, const pthread_attr_t *attr, void *(*run)(void *), void *arg);

static void print_count(void)
{
    char line[80];
    int n = snprintf(line, sizeof line, "FAULT_PRELOAD: %s %llu\n", kind_names[chosen],
                     (unsigned long long)atomic_load(&calls));
    if (write(STDERR_FILENO, line, (size_t)n) < 0) return;
}

static __attribute__((constructor)) void read_variable(void)
{
    *(void **)&next_pthread_create = dlsym(RTLD_NEXT, "pthread_create");
    const char *text = getenv("FAULT_PRELOAD"), *colon = text ? strchr(text, ':') : NULL,
               *second = colon ? strchr(colon + 1, ':') : NULL;
    if (!second) return;
    library = second + 1;
    bool count = !strncmp(colon, ":count:", 7);
    char *end = NULL;
    first_failing = count ? 0 : strtoull(colon + 1, &end, 10);
    last_failing = !count && *end == '+' ? UINT64_MAX : first_failing;
    for (int k = 0; k < KINDS; k++)
        if (strlen(kind_names[k]) == (size_t)(colon - text) && !strncmp(kind_names[k], text, (size_t)(colon - text)))
            chosen = (enum kind)k;
    if (count && chosen != KINDS) atexit(print_count);
}

static bool from_library(void *caller)
{
    struct dl_find_object found;
    return _dl_find_object(caller, &found) == 0 && found.dlfo_link_map->l_name &&
           strstr(found.dlfo_link_map->l_name, library);
}

static bool fails(enum kind kind, void *caller)
{
    if (kind != chosen || !from_library(caller)) return false;
    uint64_t n = atomic_fetch_add(&calls, 1) + 1;
    if (n < first_failing || n > last_failing) return false;
    errno = ENOMEM;
    return true;
}

/* What stands in for the C library's. */
#pragma GCC visibility push(default)

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

void *malloc(size_t n) { return fails(MALLOC, CALLER) ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t size) { return fails(MALLOC, CALLER) ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t n) { return fails(MALLOC, CALLER) ? NULL : __libc_realloc(p, n); }

void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t from)
{
    if (fails(MAP, CALLER)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, n, prot, flags, fd, from);
}

void *mmap64(void *at, size_t n, int prot, int flags, int fd, off_t from) __attribute__((alias("mmap")));

int mprotect(void *at, size_t n, int prot)
{
    return fails(COMMIT, CALLER) ? -1 : (int)syscall(SYS_mprotect, at, n, prot);
}

int pthread_create(pthread_t *out, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    return fails(THREAD, CALLER) ? EAGAIN : next_pthread_create(out, attr, run, arg);
}

#pragma GCC visibility pop
