/* os_thread.c: threads over pthread. Any thread may call anything here. */
#include "os/os_thread.h"

#include "cpu/compiler_barrier.h"
#include "os/os_signal.h"
#include "os/os_sync.h"

#include <errno.h>
#include <limits.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAIN_STACK_MAX ((size_t)64 << 20)

struct start {
    void (*entry)(void *arg);
    void *arg;
    char name[16];
    struct os_event *runs; /* of the thread to wait for */
};

static __thread int32_t cached_tid;

static void copy_name(char out[16], const char *name) { snprintf(out, 16, "%s", name ? name : ""); }

static void *run(void *p)
{
    struct start start = *(struct start *)p;
    free(p);
    if (start.name[0]) pthread_setname_np(pthread_self(), start.name);
    os_signal_stack_install();
    os_event_set(start.runs);
    start.entry(start.arg);
    os_signal_stack_remove();
    return NULL;
}

int os_thread_create(struct os_thread *out, size_t stack_size, const char *name, bool detached, void (*entry)(void *),
                     void *arg)
{
    struct start *start = malloc(sizeof *start);
    if (!start) return EAGAIN;
    start->entry = entry;
    start->arg = arg;
    copy_name(start->name, name);
    struct os_event runs = OS_EVENT_INIT;
    start->runs = &runs;

    pthread_attr_t attr;
    int rc = pthread_attr_init(&attr);
    if (rc) {
        free(start);
        return rc;
    }
    if (stack_size) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        size_t guard = 0;
        pthread_attr_getguardsize(&attr, &guard);
        /* glibc subtracts the guard from the requested size. */
        size_t wanted = stack_size > SIZE_MAX - guard - page ? stack_size : stack_size + guard;
        wanted = (wanted + page - 1) & ~(page - 1);
        if (wanted < (size_t)PTHREAD_STACK_MIN) wanted = (size_t)PTHREAD_STACK_MIN;
        rc = pthread_attr_setstacksize(&attr, wanted);
    }
    if (!rc && detached) rc = pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_t handle;
    /* EAGAIN may be temporary: another thread may just be ending. Tries as often as HotSpot. */
    for (int attempts = 4; !rc && attempts; attempts--) {
        rc = pthread_create(&handle, &attr, run, start);
        if (rc != EAGAIN || attempts == 1) break;
        rc = 0;
    }
    pthread_attr_destroy(&attr);
    if (rc) {
        free(start);
        return rc;
    }
    os_event_wait(&runs);
    if (out) out->handle = handle;
    return 0;
}

int os_thread_join(struct os_thread thread) { return pthread_join(thread.handle, NULL); }

struct os_thread os_thread_current(void) { return (struct os_thread){ pthread_self() }; }

int32_t os_thread_tid(void)
{
    if (!cached_tid) cached_tid = (int32_t)syscall(SYS_gettid);
    return cached_tid;
}

void os_thread_set_name(const char *name)
{
    char cut[16];
    copy_name(cut, name);
    pthread_setname_np(pthread_self(), cut);
}

__attribute__((noinline, no_sanitize("address"))) void os_thread_clear_dead_stack(void)
{
    char dead[32 * 1024];
    memset(dead, 0, sizeof dead);
    COMPILER_KEEP_STORES(dead);
}

bool os_thread_stack_bounds(void **low, void **high)
{
    pthread_attr_t attr;
    if (pthread_getattr_np(pthread_self(), &attr)) return false;
    void *base;
    size_t size, guard = 0;
    int rc = pthread_attr_getstack(&attr, &base, &size);
    pthread_attr_getguardsize(&attr, &guard);
    pthread_attr_destroy(&attr);
    if (rc) return false;

    char *top = (char *)base + size;
    bool first_thread = os_thread_tid() == (int32_t)getpid();
    if (first_thread) {
        /* With an unlimited stack the result would cover other mappings. */
        if (size > MAIN_STACK_MAX) base = top - MAIN_STACK_MAX;
    }
    *low = base;
    *high = top;
    return true;
}

/* Registers when the library is loaded, while the launcher has one thread. With two threads the kernel waits for a
 * grace period of some ten milliseconds. */
static bool barrier_registered;
__attribute__((constructor)) static void register_barrier(void)
{
    long offered = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    barrier_registered = offered > 0 && (offered & MEMBARRIER_CMD_PRIVATE_EXPEDITED) &&
                         syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}
bool os_thread_can_barrier(void) { return barrier_registered; }
void os_thread_barrier(void)
{
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return;
    fprintf(stderr, "argus: membarrier failed: %s\n", strerror(errno)); /* it was offered */
    abort();
}

void os_thread_yield(void) { sched_yield(); }

void os_thread_set_priority(struct os_thread thread, int java_priority)
{
    (void)thread;
    (void)java_priority;
}

int os_thread_signal(struct os_thread thread, int signal) { return pthread_kill(thread.handle, signal); }

bool os_thread_key_create(struct os_thread_key *key, void (*destroy)(void *))
{
    return pthread_key_create(&key->key, destroy) == 0;
}
void os_thread_key_set(struct os_thread_key key, void *value) { pthread_setspecific(key.key, value); }

void os_thread_stop_forever(void)
{
    for (;;) pause();
}
