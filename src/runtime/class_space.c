/* class_space.c: memory for class metadata, below 4 GiB so that an object's header names its class in 32 bits.
 *
 * One reservation, committed piece by piece from its low end; a loader takes pieces and cuts its allocations from them. Nothing is given
 * back: classes are not unloaded yet (TODO(classes): unload the classes of dead loaders).
 * One lock, a leaf; any thread. */
#include "runtime/boot.h"
#include "runtime/class_int.h"
#include "os/os_mem.h"

enum { PIECE_MIN = 8 * 1024, PIECE_MAX = 64 * 1024, COMMIT_STEP = 1024 * 1024 };
#ifdef ARGUS_ASAN
#define RESERVE_MAX (128 * MB) /* the sanitizer leaves less than 2 GiB below its shadow, and most of that is for the heap (heap.c) */
#define RESERVE_FROM (64 * MB)
#else
#define RESERVE_MAX (768 * MB)
#define RESERVE_FROM GB
#endif
#define RESERVE_MIN (64 * MB)

static struct os_mutex space_lock = OS_MUTEX_INIT;
static char *space_base, *space_at, *space_committed, *space_end;

void class_space_init(void)
{
    if (space_base) return;
    /* From 1 GiB up: what lies low in an address space (a program that is not position independent, its brk) stays undisturbed. */
    for (size_t size = RESERVE_MAX; size >= RESERVE_MIN; size /= 2) {
        space_base = os_mem_reserve_low(size, RESERVE_FROM, 4 * GB, 64 * KB);
        if (!space_base) space_base = os_mem_reserve_low(size, 64 * MB, 4 * GB, 64 * KB);
        if (space_base) {
            space_at = space_committed = space_base;
            space_end = space_base + size;
            return;
        }
    }
    vm_exit_during_init("could not reserve address space below 4G for class metadata");
}

static char *take_locked(size_t bytes)
{
    if (bytes > (size_t)(space_end - space_at)) VM_FATAL("class metadata space is full (%zu MB)", (size_t)(space_end - space_base) / MB);
    while ((size_t)(space_committed - space_at) < bytes) {
        size_t step = COMMIT_STEP;
        if (step > (size_t)(space_end - space_committed)) step = (size_t)(space_end - space_committed);
        if (!os_mem_commit(space_committed, step)) VM_FATAL("no memory for class metadata");
        space_committed += step;
    }
    char *p = space_at;
    __atomic_store_n(&space_at, p + bytes, __ATOMIC_RELAXED); /* class_space_contains reads it without the lock */
    return p;
}

void *class_space_alloc(struct loader *l, size_t bytes)
{
    bytes = bytes ? ALIGN_UP(bytes, 8) : 8;
    os_mutex_lock(&space_lock);
    char *p;
    if (bytes <= (size_t)(l->space_end - l->space_at)) {
        p = l->space_at;
        l->space_at += bytes;
    } else if (bytes >= PIECE_MIN) {
        p = take_locked(bytes);
    } else {
        size_t piece = l->class_count < 8 ? PIECE_MIN : PIECE_MAX; /* most loaders define few classes */
        p = take_locked(piece);
        l->space_at = p + bytes;
        l->space_end = p + piece;
    }
    os_mutex_unlock(&space_lock);
    return p;
}

bool class_space_contains(const void *p, size_t bytes)
{
    const char *at = p, *end = __atomic_load_n(&space_at, __ATOMIC_RELAXED);
    return space_base && at >= space_base && at < end && bytes <= (size_t)(end - at);
}

void class_space_usage(size_t *used, size_t *committed)
{
    os_mutex_lock(&space_lock);
    *used = (size_t)(space_at - space_base);
    *committed = (size_t)(space_committed - space_base);
    os_mutex_unlock(&space_lock);
}
