/* class_space.c: memory for class metadata, below 4 GiB so that an object's header names its class in 32 bits.
 *
 * One reservation of granules, committed from its low end. A class holder (loader.h) takes pieces, runs of granules, and cuts its allocations
 * from them; all of a holder's pieces come back at once when its classes are unloaded. A table says for each granule whose it is, so any
 * word that points into class space can be traced to what it keeps alive.
 *
 *     piece: u32 granule of the holder's piece before | u32 granules | allocations …
 *
 * The committed part stays readable for ever: ids from outside may be tested by looking where they point (tooling_ids.c).
 * One lock, a leaf; any thread. Pieces come back with the world stopped; the table is read without the lock then, and of live holders at any time. */
#include "runtime/boot.h"
#include "runtime/class_int.h"
#include "os/os_mem.h"

enum { GRANULE_SHIFT = 10, GRANULE = 1 << GRANULE_SHIFT, PIECE_MIN = 2 * 1024, PIECE_MAX = 64 * 1024, COMMIT_STEP = 1024 * 1024, PAGE_GRANULES = 4 };
#ifdef ARGUS_ASAN
#define RESERVE_MAX (128 * MB) /* the sanitizer leaves less than 2 GiB below its shadow, and most of that is for the heap (heap.c) */
#define RESERVE_FROM (64 * MB)
#else
#define RESERVE_MAX (768 * MB)
#define RESERVE_FROM GB
#endif
#define RESERVE_MIN (64 * MB)

struct piece { u32 before, granules; };

static struct os_mutex space_lock = OS_MUTEX_INIT;
static char *space_base, *space_at, *space_committed, *space_end;
enum { OWNER_FREE = 0, OWNER_BOOT = 1 }; /* others: the low address of a struct class_holder */
static u32 *owners;                      /* one for each granule below space_at */
static u32 free_granules, lowest_free;   /* below space_at; where a search may start */
static u32 no_run_of = UINT32_MAX;       /* no so many free granules lie together */
#define COLLECT_MIN (24 * MB)
static size_t collect_at = COLLECT_MIN;  /* so many bytes in use ask for a collection */

void class_space_init(void)
{
    if (space_base) return;
    /* From 1 GiB up: what lies low in an address space (a program that is not position independent, its brk) stays undisturbed. */
    for (size_t size = ALIGN_DOWN(os_mem_share(RESERVE_MAX, RESERVE_MIN, 8), (size_t)COMMIT_STEP); size >= RESERVE_MIN; size /= 2) {
        space_base = os_mem_reserve_low(size, RESERVE_FROM, 4 * GB, 64 * KB);
        if (!space_base) space_base = os_mem_reserve_low(size, 64 * MB, 4 * GB, 64 * KB);
        if (space_base) {
            space_at = space_committed = space_base;
            space_end = space_base + size;
            owners = os_mem_map(size / GRANULE * sizeof *owners);
            if (!owners) vm_exit_during_init("no memory for the table of class metadata");
            return;
        }
    }
    vm_exit_during_init("could not reserve address space below 4G for class metadata");
}

static inline u32 granule_of(const void *p) { return (u32)(((const char *)p - space_base) >> GRANULE_SHIFT); }
static inline char *granule_at(u32 g) { return space_base + ((size_t)g << GRANULE_SHIFT); }

/* A run of free granules below space_at; UINT32_MAX: there is none so long. */
static u32 find_run_locked(u32 n)
{
    u32 end = granule_of(space_at), run = 0;
    if (n > free_granules || n >= no_run_of) return UINT32_MAX;
    while (lowest_free < end && owners[lowest_free] != OWNER_FREE) lowest_free++;
    for (u32 g = lowest_free; g < end; g++) {
        run = owners[g] == OWNER_FREE ? run + 1 : 0;
        if (run == n) return g + 1 - n;
    }
    no_run_of = n;
    return UINT32_MAX;
}

/* Makes `bytes` behind what is in use accessible; false: the space or the system has no more. */
static bool commit_locked(size_t bytes)
{
    if (bytes > (size_t)(space_end - space_at)) return false;
    while ((size_t)(space_committed - space_at) < bytes) {
        size_t step = COMMIT_STEP;
        if (step > (size_t)(space_end - space_committed)) step = (size_t)(space_end - space_committed);
        if (!os_mem_commit(space_committed, step)) return false;
        space_committed += step;
    }
    return true;
}

/* Zeroed granules for a piece of `h`; NULL: the piece is h itself, which is about to be made at its start. */
static char *take_locked(struct class_holder *h, u32 n)
{
    u32 g = find_run_locked(n);
    char *p;
    if (g != UINT32_MAX) {
        p = granule_at(g);
        memset(p, 0, (size_t)n << GRANULE_SHIFT);
        free_granules -= n;
    } else {
        /* Whoever defines a class has asked class_space_prepare; others are in the middle of something. */
        if (!commit_locked((size_t)n << GRANULE_SHIFT)) vm_out_of_memory("mmap", (size_t)n << GRANULE_SHIFT, "class metadata");
        p = space_at;
        g = granule_of(p);
        __atomic_store_n(&space_at, p + ((size_t)n << GRANULE_SHIFT), __ATOMIC_RELAXED); /* class_space_contains reads it without the lock */
    }
    if (!h) h = (struct class_holder *)(p + sizeof(struct piece));
    u32 owner = h == &boot_loader.holder ? OWNER_BOOT : (u32)(uintptr_t)h;
    for (u32 i = 0; i < n; i++) __atomic_store_n(&owners[g + i], owner, __ATOMIC_RELAXED);
    *(struct piece *)p = (struct piece){ h->last_piece, n };
    h->last_piece = g + 1;
    h->space_bytes += (size_t)n << GRANULE_SHIFT;
    return p + sizeof(struct piece);
}

void *class_space_new_holder(size_t bytes, size_t first)
{
    bytes = ALIGN_UP(bytes, 8);
    u32 n = (u32)(ALIGN_UP(bytes + sizeof(struct piece) > first ? bytes + sizeof(struct piece) : first, GRANULE) >> GRANULE_SHIFT);
    os_mutex_lock(&space_lock);
    char *p = take_locked(NULL, n);
    struct class_holder *h = (struct class_holder *)p;
    h->space_at = p + bytes;
    h->space_end = p + ((size_t)n << GRANULE_SHIFT) - sizeof(struct piece);
    os_mutex_unlock(&space_lock);
    return p;
}

/* Bytes of h's next piece: a quarter of what it has, so that little stays unused whether it has one class or thousands. */
static size_t next_piece(const struct class_holder *h)
{
    if (h == &boot_loader.holder) return PIECE_MAX;
    size_t n = ALIGN_UP(h->space_bytes / 4, GRANULE);
    return n < PIECE_MIN ? PIECE_MIN : n > PIECE_MAX ? PIECE_MAX : n;
}

void *class_holder_alloc(struct class_holder *h, size_t bytes)
{
    bytes = bytes ? ALIGN_UP(bytes, 8) : 8;
    os_mutex_lock(&space_lock);
    char *p;
    size_t piece = next_piece(h), need = bytes + sizeof(struct piece);
    if (bytes <= (size_t)(h->space_end - h->space_at)) {
        p = h->space_at;
        h->space_at += bytes;
    } else {
        bool own = need >= piece; /* the piece in use stays in use */
        u32 n = (u32)(ALIGN_UP(own ? need : piece, GRANULE) >> GRANULE_SHIFT);
        p = take_locked(h, n);
        char *end = p + ((size_t)n << GRANULE_SHIFT) - sizeof(struct piece);
        if (!own || end - (p + bytes) > h->space_end - h->space_at) {
            h->space_at = p + bytes;
            h->space_end = end;
        }
    }
    os_mutex_unlock(&space_lock);
    return p;
}

void *class_space_alloc(struct loader *l, size_t bytes) { return class_holder_alloc(&l->holder, bytes); }

struct class_holder *class_space_holder(const void *p)
{
    const char *at = p;
    if (at < space_base || at >= __atomic_load_n(&space_at, __ATOMIC_RELAXED)) return NULL;
    u32 owner = __atomic_load_n(&owners[granule_of(at)], __ATOMIC_RELAXED);
    return owner == OWNER_FREE ? NULL : owner == OWNER_BOOT ? &boot_loader.holder : (struct class_holder *)(uintptr_t)owner;
}

/* Gives whole free pages back to the system. */
static void discard_pages_locked(void)
{
    enum { WORTH = 16 * PAGE_GRANULES };
    u32 end = granule_of(space_at);
    for (u32 g = ALIGN_UP(lowest_free, PAGE_GRANULES), from; g < end; g = ALIGN_UP(g + 1, PAGE_GRANULES)) {
        for (from = g; g < end && owners[g] == OWNER_FREE; g++) {}
        u32 pages = (g - from) / PAGE_GRANULES * PAGE_GRANULES;
        if (pages >= WORTH) os_mem_discard(granule_at(from), (size_t)pages << GRANULE_SHIFT);
    }
}

_Atomic u64 class_space_frees;

void class_space_free(struct class_holder *h, bool poison)
{
    atomic_fetch_add(&class_space_frees, 1);
    os_mutex_lock(&space_lock);
    for (u32 piece = h->last_piece; piece;) {
        u32 g = piece - 1;
        const struct piece *head = (const struct piece *)granule_at(g);
        u32 n = head->granules;
        piece = head->before;
        if (poison) memset(granule_at(g), 0xdb, (size_t)n << GRANULE_SHIFT); /* h itself too, in the oldest, which comes last */
        for (u32 i = 0; i < n; i++) __atomic_store_n(&owners[g + i], OWNER_FREE, __ATOMIC_RELAXED);
        if (g < lowest_free || !free_granules) lowest_free = g;
        free_granules += n;
    }
    no_run_of = UINT32_MAX;
    os_mutex_unlock(&space_lock);
}

static size_t used_locked(void) { return (size_t)(space_at - space_base) - ((size_t)free_granules << GRANULE_SHIFT); }

void class_space_collected(void)
{
    os_mutex_lock(&space_lock);
    if (free_granules >= 256) discard_pages_locked();
    size_t next = used_locked() + used_locked() / 2;
    __atomic_store_n(&collect_at, next > COLLECT_MIN ? next : COLLECT_MIN, __ATOMIC_RELAXED);
    os_mutex_unlock(&space_lock);
}

/* Bytes of metadata that a class file of so many bytes surely needs no more than. */
static size_t worst_case(size_t file) { return 64 * KB + 16 * file; }

bool class_space_prepare(struct thread *self, size_t file)
{
    os_mutex_lock(&space_lock);
    size_t used = used_locked(), room = (size_t)(space_end - space_base) - used;
    bool committed = (u64)free_granules << GRANULE_SHIFT > worst_case(file) || commit_locked(worst_case(file));
    os_mutex_unlock(&space_lock);
    if (LIKELY(committed && used < __atomic_load_n(&collect_at, __ATOMIC_RELAXED) && room > worst_case(file))) return true;
    if (options.class_unloading) vm_collect(self, HEAP_CAUSE_METADATA, room <= worst_case(file));
    os_mutex_lock(&space_lock);
    room = (size_t)(space_end - space_base) - used_locked();
    committed = (u64)free_granules << GRANULE_SHIFT > worst_case(file) || commit_locked(worst_case(file));
    os_mutex_unlock(&space_lock);
    if (committed && room > worst_case(file)) return true;
    throw_out_of_memory(self, "Metaspace");
    return false;
}

bool class_space_contains(const void *p, size_t bytes)
{
    const char *at = p, *end = __atomic_load_n(&space_at, __ATOMIC_RELAXED);
    return space_base && at >= space_base && at < end && bytes <= (size_t)(end - at);
}

void class_space_usage(size_t *used, size_t *committed)
{
    os_mutex_lock(&space_lock);
    *used = used_locked();
    *committed = (size_t)(space_committed - space_base);
    os_mutex_unlock(&space_lock);
}
