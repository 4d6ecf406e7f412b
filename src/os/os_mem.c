/* os_mem.c: address space over mmap. Reservations are private, anonymous, inaccessible and not counted against swap. */
#include "os/os_mem.h"

#include "os/os_proc.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define RESERVE_FLAGS (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
#define LOW_STEP ((uintptr_t)16 << 20)
enum { LEAST_ARENAS = 2 };

size_t os_mem_limit(void)
{
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited ? (size_t)limit.rlim_cur : SIZE_MAX;
}

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

size_t os_mem_share(size_t wanted, size_t least, unsigned part)
{
    size_t limit = os_mem_limit(), share = limit / part & ~(page_size() - 1);
    return limit == SIZE_MAX || wanted <= share ? wanted : share < least ? least : share;
}

/* The C library would make eight arenas for each processor, and memory that threads freed in one arena is not used by
 * the others. With one arena for each processor Spring Boot takes 200 MB instead of 220, and no more time. Each arena
 * also takes 64 MB of addresses, so with limited addresses there is one for each GB. A number set by the user is kept.
 * Runs when the library is loaded, because a launcher makes its VM in a second thread, whose first allocation takes an
 * arena. */
__attribute__((constructor)) static void spare_arenas(void)
{
    const char *tunables = getenv("GLIBC_TUNABLES");
    if (getenv("MALLOC_ARENA_MAX") || (tunables && strstr(tunables, "malloc.arena_max"))) return;
    size_t gigabytes = os_mem_limit() >> 30, arenas = (size_t)os_cpu_count();
    if (arenas < LEAST_ARENAS) arenas = LEAST_ARENAS;
    if (arenas > gigabytes) arenas = gigabytes;
    mallopt(M_ARENA_MAX, arenas ? (int)arenas : 1);
}

void *os_mem_reserve(size_t size, size_t align)
{
    size_t page = page_size();
    if (align <= page) {
        void *p = mmap(NULL, size, PROT_NONE, RESERVE_FLAGS, -1, 0);
        return p == MAP_FAILED ? NULL : p;
    }
    if (size > SIZE_MAX - align) {
        errno = ENOMEM;
        return NULL;
    }
    /* Takes more than needed and cuts off both ends. */
    char *p = mmap(NULL, size + align, PROT_NONE, RESERVE_FLAGS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    char *aligned = (char *)(((uintptr_t)p + align - 1) & ~(uintptr_t)(align - 1));
    if (aligned > p) munmap(p, (size_t)(aligned - p));
    size_t tail = (size_t)(p + size + align - (aligned + size));
    if (tail) munmap(aligned + size, tail);
    return aligned;
}

bool os_mem_reserve_at(void *addr, size_t size)
{
    void *p = mmap(addr, size, PROT_NONE, RESERVE_FLAGS | MAP_FIXED_NOREPLACE, -1, 0);
    if (p == MAP_FAILED) return false;
    if (p == addr) return true;
    /* A kernel older than 4.17 takes the address as a hint. */
    munmap(p, size);
    errno = EEXIST;
    return false;
}

void *os_mem_reserve_low(size_t size, uintptr_t lo, uintptr_t hi, size_t align)
{
    size_t page = page_size();
    if (align < page) align = page;
    uintptr_t step = align > LOW_STEP ? align : LOW_STEP;
    uintptr_t at = (lo + align - 1) & ~(uintptr_t)(align - 1);
    for (; at < hi && size <= hi - at; at += step) {
        if (at && os_mem_reserve_at((void *)at, size)) return (void *)at;
        if (at > UINTPTR_MAX - step) break;
    }
    errno = ENOMEM;
    return NULL;
}

bool os_mem_commit(void *addr, size_t size) { return mprotect(addr, size, PROT_READ | PROT_WRITE) == 0; }

void os_mem_touch(void *addr, size_t size)
{
    size_t page = page_size();
    for (size_t i = 0; i < size; i += page) ((volatile char *)addr)[i] = 0;
}

void os_mem_populate(void *addr, size_t size)
{
    int error = errno;
    (void)madvise(addr, size, MADV_POPULATE_WRITE);
    errno = error;
}

bool os_mem_want_huge_pages(void *addr, size_t size) { return madvise(addr, size, MADV_HUGEPAGE) == 0; }
bool os_mem_want_small_pages(void *addr, size_t size) { return madvise(addr, size, MADV_NOHUGEPAGE) == 0; }

bool os_mem_uncommit(void *addr, size_t size)
{
    return mmap(addr, size, PROT_NONE, RESERVE_FLAGS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

bool os_mem_discard(void *addr, size_t size) { return madvise(addr, size, MADV_DONTNEED) == 0; }

bool os_mem_release(void *addr, size_t size) { return munmap(addr, size) == 0; }

void *os_mem_map(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* Uses shared pages without a file: perf looks up code in such memory in the map that the VM writes. A length of 0
 * makes mremap(2) add a second mapping of them. */
bool os_mem_map_code(size_t size, void **writable, void **runnable)
{
    void *w = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (w == MAP_FAILED) return false;
    void *x = mremap(w, 0, size, MREMAP_MAYMOVE);
    if (x != MAP_FAILED && mprotect(x, size, PROT_READ | PROT_EXEC) == 0) {
        *writable = w;
        *runnable = x;
        return true;
    }
    if (x != MAP_FAILED) munmap(x, size);
    munmap(w, size);
    return false;
}

size_t os_malloc_room(void *p) { return malloc_usable_size(p); }

size_t os_malloc_in_use(void)
{
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}
void os_malloc_trim(void) { (void)malloc_trim(0); }
