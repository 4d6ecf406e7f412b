/* base.c: the one place where the VM gives up, and allocation that gives up there.
 *
 * vm_fatal may run on any thread in any state, so it formats into a buffer on the stack and writes with write(2): no
 * stdio lock can hold it up. The first thread to arrive reports; others wait for the abort. */
#include "util/base.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void (*fatal_hook)(const char *message);
static atomic_int reporting_tid;

void vm_fatal_set_hook(void (*hook)(const char *message)) { fatal_hook = hook; }

static void write_all(const char *s, size_t n)
{
    while (n > 0) {
        ssize_t done = write(STDERR_FILENO, s, n);
        if (done <= 0) return;
        s += done;
        n -= (size_t)done;
    }
}

void vm_fatal(const char *file, int line, const char *fmt, ...)
{
    int self = (int)syscall(SYS_gettid);
    int nobody = 0;
    if (!atomic_compare_exchange_strong(&reporting_tid, &nobody, self)) {
        if (nobody == self) abort(); /* a fault while reporting */
        for (;;) pause();
    }

    char message[2048];
    int n = snprintf(message, sizeof message, "Internal Error (%s:%d), pid=%d, tid=%d: ", file, line, (int)getpid(), self);
    va_list args;
    va_start(args, fmt);
    if (n > 0 && (size_t)n < sizeof message) vsnprintf(message + n, sizeof message - (size_t)n, fmt, args);
    va_end(args);

    static const char head[] = "#\n# A fatal error has been detected by the Argus virtual machine:\n#\n#  ";
    write_all(head, sizeof head - 1);
    write_all(message, strlen(message));
    write_all("\n#\n", 3);
    if (fatal_hook) fatal_hook(message);
    abort();
}

void *vm_malloc(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (UNLIKELY(!p)) VM_FATAL("out of memory: malloc of %zu bytes failed", size);
    return p;
}

void *vm_calloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (UNLIKELY(!p)) VM_FATAL("out of memory: calloc of %zu times %zu bytes failed", count, size);
    return p;
}

void *vm_realloc(void *old, size_t size)
{
    void *p = realloc(old, size ? size : 1);
    if (UNLIKELY(!p)) VM_FATAL("out of memory: realloc to %zu bytes failed", size);
    return p;
}

char *vm_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(vm_malloc(n), s, n);
}
