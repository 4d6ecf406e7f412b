/* base.c: the two places where the VM gives up, and allocation that gives up there.
 *
 * vm_fatal may run on any thread in any state, so it formats into a buffer on the stack and writes with write(2): no
 * stdio lock can hold it up. The first thread to arrive reports; others wait for the abort. */
#include "base/base.h"

#include "os/os_fault.h"
#include "os/os_file.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "os/os_thread.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#if __has_feature(thread_sanitizer)
char made_known;
#endif

static void (*fatal_hook)(const char *message);
static void (*no_memory_hook)(const char *message);
static atomic_int reporting_tid;

void vm_fatal_set_hook(void (*hook)(const char *message)) { fatal_hook = hook; }

void vm_out_of_memory_set_hook(void (*hook)(const char *message)) { no_memory_hook = hook; }

/* Returns the tid of the first thread that reports. Other threads do not return. */
static int claim_report(void)
{
    int self = os_thread_tid();
    int nobody = 0;
    if (atomic_compare_exchange_strong(&reporting_tid, &nobody, self)) return self;
    if (nobody == self) abort(); /* a fault while reporting */
    os_thread_stop_forever();
}

void vm_fatal(const char *file, int line, const char *fmt, ...)
{
    int self = claim_report();
    char message[2048];
    int n = snprintf(message, sizeof message, "Internal Error (%s:%d), pid=%d, tid=%d: ", file, line, os_pid(), self);
    va_list args;
    va_start(args, fmt);
    if (n > 0 && (size_t)n < sizeof message) vsnprintf(message + n, sizeof message - (size_t)n, fmt, args);
    va_end(args);

    static const char head[] = "#\n# A fatal error has been detected by the Argus virtual machine:\n#\n#  ";
    (void)os_file_write(OS_STDERR, head, sizeof head - 1);
    (void)os_file_write(OS_STDERR, message, strlen(message));
    (void)os_file_write(OS_STDERR, "\n#\n", 3);
    if (fatal_hook) fatal_hook(message);
    abort();
}

void vm_out_of_memory(const char *how, size_t bytes, const char *detail)
{
    (void)claim_report();
    char message[512];
    snprintf(message, sizeof message, "Native memory allocation (%s) failed to %s %zu bytes. Error detail: %s", how,
             strcmp(how, "malloc") ? "map" : "allocate", bytes, detail);
    static const char head[] = "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n# ";
    (void)os_file_write(OS_STDOUT, head, sizeof head - 1);
    (void)os_file_write(OS_STDOUT, message, strlen(message));
    (void)os_file_write(OS_STDOUT, "\n", 1);
    if (no_memory_hook) no_memory_hook(message);
    _Exit(1); /* not exit: its handlers may need memory or a lock */
}

/* ---- the reserve ---- */

/* a few chunks of the largest arena and a doubled table; untouched, so it costs only addresses */
enum { RESERVE_SIZE = 1 << 20 };
static void *reserve;
bool vm_reserve_used;

void vm_reserve_init(void) { (void)vm_reserve_refill(); }

bool vm_reserve_refill(void)
{
    void *none = NULL, *fresh = malloc(RESERVE_SIZE);
    if (!fresh) return false;
    /* another thread was faster */
    if (!__atomic_compare_exchange_n(&reserve, &none, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) free(fresh);
    __atomic_store_n(&vm_reserve_used, false, __ATOMIC_RELAXED);
    return true;
}

static void give_up_reserve(void)
{
    void *old = __atomic_exchange_n(&reserve, NULL, __ATOMIC_ACQ_REL);
    __atomic_store_n(&vm_reserve_used, true, __ATOMIC_RELAXED);
    if (!old) return;
    free(old);
    os_fault_relief(RESERVE_SIZE);
}

/* Retries an allocation that malloc has refused, after the reserve is released. */
static COLD void *once_more(void *old, size_t size)
{
    give_up_reserve();
    void *p = realloc(old, size);
    if (!p) vm_out_of_memory("malloc", size, "the tables of the VM");
    return p;
}

/* ---- pages, used when malloc cannot be called ---- */

enum { PAGES_LEAST = 1 << 20 };
struct pages { /* its memory follows */
    struct pages *older;
    size_t size, used;
};
struct piece { /* precedes each allocation */
    _Alignas(16) size_t size;
};
static struct pages *newest;
static bool from_pages;

void vm_memory_from_pages(void) { from_pages = true; }

static COLD void *take_pages(size_t size)
{
    size_t want = (sizeof(struct piece) + size + 15) & ~(size_t)15, all = sizeof(struct pages) + 16 + want;
    if (want <= size || all < want) return NULL;
    if (!newest || newest->size - newest->used < want) {
        size_t n = all > PAGES_LEAST ? all : PAGES_LEAST;
        struct pages *fresh = os_mem_map(n);
        if (!fresh) return NULL;
        *fresh = (struct pages){ newest, n, (sizeof *fresh + 15) & ~(size_t)15 };
        newest = fresh;
    }
    struct piece *p = (struct piece *)((char *)newest + newest->used);
    newest->used += want;
    p->size = size;
    return p + 1;
}

static COLD size_t room_of(void *p)
{
    for (struct pages *at = newest; at; at = at->older)
        if ((char *)p > (char *)at && (char *)p < (char *)at + at->size) return ((struct piece *)p - 1)->size;
    return os_malloc_room(p);
}

static COLD void *more_pages(void *old, size_t size)
{
    void *p = take_pages(size);
    if (!p) vm_out_of_memory("map", size, "the tables of the VM");
    size_t had = old ? room_of(old) : 0;
    if (had) memcpy(p, old, had < size ? had : size);
    return p;
}

void vm_free(void *p)
{
    if (LIKELY(!from_pages)) free(p);
}

void *vm_malloc(size_t size)
{
    if (UNLIKELY(from_pages)) return more_pages(NULL, size);
    void *p = malloc(size ? size : 1);
    return LIKELY(p != NULL) ? p : once_more(NULL, size ? size : 1);
}

void *vm_calloc(size_t count, size_t size)
{
    void *p = UNLIKELY(from_pages) ? NULL : calloc(count ? count : 1, size ? size : 1);
    if (LIKELY(p != NULL)) return p;
    size_t bytes;
    if (__builtin_mul_overflow(count ? count : 1, size ? size : 1, &bytes))
        vm_out_of_memory("malloc", SIZE_MAX, "the tables of the VM");
    if (from_pages) return more_pages(NULL, bytes); /* pages are zero */
    return memset(once_more(NULL, bytes), 0, bytes);
}

void *vm_realloc(void *old, size_t size)
{
    if (UNLIKELY(from_pages)) return more_pages(old, size);
    void *p = realloc(old, size ? size : 1);
    return LIKELY(p != NULL) ? p : once_more(old, size ? size : 1);
}

char *vm_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(vm_malloc(n), s, n);
}

char *vm_strndup(const char *s, size_t n)
{
    char *copy = vm_malloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}
