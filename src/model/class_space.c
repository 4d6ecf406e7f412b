/* class_space.c: memory for class metadata, below 4 GiB, so that an object's header names its class in 32 bits.
 *
 * One reservation of granules, committed from its low end. A class holder (loader.h) takes pieces, which are runs of
 * granules, and allocates from them; all of a holder's pieces are freed together when its classes are unloaded. A table
 * gives each granule's owner, so any word that points into class space leads to the holder that it keeps alive.
 *
 *     piece: u32 granule of the holder's piece before | u32 granules | allocations …
 *
 * A definition, which may still fail, allocates through a class_stage: the memory becomes the holder's if it succeeds,
 * and is freed if it fails. The unused part of a piece is a rest, kept in a list inside the rests themselves.
 *
 * Limits: -XX:MaxMetaspaceSize and -XX:CompressedClassSpaceSize apply to definitions outside of the boot loader. Memory
 * that existing classes need to run (code, call sites, caches, ids) is counted but not refused: a program without
 * metadata left continues with the classes it has. It may also use the last part of the reservation, which definitions
 * may not.
 *
 * The committed part stays readable for ever, so ids from outside may be tested by reading the memory that they point
 * at (tool_ids.c). One lock, a leaf; any thread. Pieces are freed with the world stopped; then the table is read
 * without the lock, and for live holders at any time. */
#include "model/class_space.h"
#include "base/contract.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_mem.h"

#include <stdlib.h>

enum {
    GRANULE_SHIFT = 10,
    GRANULE = 1 << GRANULE_SHIFT,
    PIECE_MIN = 2 * 1024,
    PIECE_MAX = TINY(64, 4) * 1024,
    COMMIT_STEP = TINY(1024, 64) * 1024,
    PAGE_GRANULES = 4
};
#ifdef ARGUS_ASAN
#define RESERVE_MAX \
    (128 * MB) /* the sanitizer leaves less than 2 GiB below its shadow, and most of that is for the heap (heap.c) */
#define RESERVE_FROM (64 * MB)
#else
#define RESERVE_MAX (768 * MB)
#define RESERVE_FROM GB
#endif
#define RESERVE_MIN (64 * MB)

struct piece {
    u32 before, granules;
};

static struct os_mutex space_lock = OS_MUTEX_INIT;
static char *space_base, *space_at, *space_committed, *space_end;
enum { OWNER_FREE = 0, OWNER_BOOT = 1 }; /* others: the low address of a struct class_holder */
static u32 *owners;                      /* one for each granule below space_at */
static u32 free_granules GUARDED_BY(space_lock), lowest_free
    GUARDED_BY(space_lock);                               /* below space_at; where a search may start */
static u32 no_run_of GUARDED_BY(space_lock) = UINT32_MAX; /* there is no free run of so many granules */
static size_t running_reserve;         /* bytes at the end of the reservation that definitions may not use */
static _Atomic size_t counted;         /* bytes of metadata outside of the boot loader: pieces, and memory of arenas */
static _Atomic size_t counted_classes; /* of these, those that HotSpot has in its compressed class space */
static size_t collect_at = SIZE_MAX;   /* a collection is requested when so many bytes are counted */

void class_space_init(void)
{
    if (space_base) return;
    /* From 1 GiB up, so that things at low addresses are not in the way (a program that is not position independent,
     * its brk). */
    for (size_t size = ALIGN_DOWN(os_mem_share(RESERVE_MAX, RESERVE_MIN, 8), (size_t)COMMIT_STEP); size >= RESERVE_MIN;
         size /= 2) {
        space_base = os_mem_reserve_low(size, RESERVE_FROM, 4 * GB, 64 * KB);
        if (!space_base) space_base = os_mem_reserve_low(size, 64 * MB, 4 * GB, 64 * KB);
        if (space_base) {
            space_at = space_committed = space_base;
            space_end = space_base + size;
            owners = os_mem_map(size / GRANULE * sizeof *owners);
            if (!owners) vm_exit_during_init("could not reserve address space for the table of class metadata");
            running_reserve = size / 16;
            collect_at = options.metaspace_size;
            return;
        }
    }
    vm_exit_during_init("could not reserve address space below 4G for class metadata");
}

static inline u32 granule_of(const void *p) { return (u32)(((const char *)p - space_base) >> GRANULE_SHIFT); }
static inline char *granule_at(u32 g) { return space_base + ((size_t)g << GRANULE_SHIFT); }

/* Finds a run of n free granules below space_at; UINT32_MAX: there is none. */
static u32 find_run_locked(u32 n) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
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

static bool counts(const struct class_holder *h) { return h != &boot_loader.holder; }

/* Do so many more bytes fit into the limits for a definition for h? */
static bool within_limits(const struct class_holder *h, size_t bytes) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    size_t left = (size_t)(space_end - space_at) + ((size_t)free_granules << GRANULE_SHIFT);
    if (left < running_reserve || bytes > left - running_reserve) return false;
    return !counts(h) || (bytes <= options.metaspace_max && counted <= options.metaspace_max - bytes);
}

/* Commits `bytes` after the part in use. Returns false if the space is full or the system has no memory. */
static bool commit_locked(size_t bytes) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    if (bytes > (size_t)(space_end - space_at)) return false;
    while ((size_t)(space_committed - space_at) < bytes) {
        size_t step = COMMIT_STEP;
        if (step > (size_t)(space_end - space_committed)) step = (size_t)(space_end - space_committed);
        if (!os_mem_commit(space_committed, step)) return false;
        space_committed += step;
    }
    return true;
}

static void own_locked(u32 g, u32 n, u32 owner) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    for (u32 i = 0; i < n; i++) __atomic_store_n(&owners[g + i], owner, __ATOMIC_RELAXED);
}

/* Takes n granules, zeroed; UINT32_MAX: there are none. */
static u32 granules_locked(u32 n) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    u32 g = find_run_locked(n);
    if (g != UINT32_MAX) {
        memset(granule_at(g), 0, (size_t)n << GRANULE_SHIFT);
        free_granules -= n;
        return g;
    }
    if (!commit_locked((size_t)n << GRANULE_SHIFT)) return UINT32_MAX;
    g = granule_of(space_at);
    /* class_space_contains reads it without the lock */
    __atomic_store_n(&space_at, space_at + ((size_t)n << GRANULE_SHIFT), __ATOMIC_RELAXED);
    return g;
}

/* Takes a piece of n granules for h and puts it at the head of the chain *last. Returns its first byte; NULL: there is
 * no room. h NULL: the holder itself will be made at the start of the piece. */
static char *take_locked(struct class_holder *h, u32 n, u32 *last) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    u32 g = granules_locked(n);
    if (g == UINT32_MAX) return NULL;
    struct piece *p = (struct piece *)granule_at(g);
    if (!h) h = (struct class_holder *)(p + 1);
    own_locked(g, n, counts(h) ? (u32)(uintptr_t)h : OWNER_BOOT);
    if (!last) last = &h->last_piece;
    *p = (struct piece){ *last, n };
    *last = g + 1;
    if (counts(h)) counted += (size_t)n << GRANULE_SHIFT;
    return (char *)(p + 1);
}

static void free_granules_locked(u32 g, u32 n, bool is_counted) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    if (is_counted) counted -= (size_t)n << GRANULE_SHIFT;
    own_locked(g, n, OWNER_FREE);
    if (g < lowest_free || !free_granules) lowest_free = g;
    free_granules += n;
    no_run_of = UINT32_MAX;
}

/* Frees the pieces of a chain. */
static void free_pieces_locked(const struct class_holder *h, u32 last, bool poison) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    for (u32 piece = last; piece;) {
        u32 g = piece - 1;
        const struct piece *head = (const struct piece *)granule_at(g);
        u32 n = head->granules;
        piece = head->before;
        /* h itself too, which is in the oldest piece, the last one */
        if (poison) memset(granule_at(g), 0xdb, (size_t)n << GRANULE_SHIFT);
        free_granules_locked(g, n, counts(h));
    }
}

void *class_space_new_holder(size_t bytes, size_t first, bool definition)
{
    bytes = ALIGN_UP(bytes, 8);
    u32 n = (u32)(ALIGN_UP(bytes + sizeof(struct piece) > first ? bytes + sizeof(struct piece) : first, GRANULE) >>
                  GRANULE_SHIFT);
    os_mutex_lock(&space_lock);
    char *p = definition && !within_limits(NULL, (size_t)n << GRANULE_SHIFT) ? NULL : take_locked(NULL, n, NULL);
    os_mutex_unlock(&space_lock);
    if (!p) return NULL;
    struct class_holder *h = (struct class_holder *)p;
    h->space_at = p + bytes;
    h->space_end = p + ((size_t)n << GRANULE_SHIFT) - sizeof(struct piece);
    h->space_bytes = (size_t)n << GRANULE_SHIFT;
    return p;
}

/* ---- rests ---- */

struct space_rest {
    struct space_rest *next;
    size_t bytes;
};
enum { REST_MIN = 64, RESTS_MAX = TINY(8, 1) };

/* Makes [at, end) usable again: as the current piece if it is larger, else as a rest. If there are many rests, the
 * smallest is lost. */
static void give_rest_locked(struct class_holder *h, char *at, char *end) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    if (end - at > h->space_end - h->space_at) {
        char *a = h->space_at, *e = h->space_end;
        h->space_at = at;
        h->space_end = end;
        at = a;
        end = e;
    }
    if (end - at < REST_MIN) return;
    struct space_rest *r = (struct space_rest *)at, **least = &h->rests;
    *r = (struct space_rest){ h->rests, (size_t)(end - at) };
    h->rests = r;
    u32 n = 0;
    for (struct space_rest **p = &h->rests; *p; p = &(*p)->next, n++)
        if ((*p)->bytes < (*least)->bytes) least = p;
    if (n > RESTS_MAX) *least = (*least)->next;
}

/* Makes a rest with so many bytes the current piece. */
static bool use_rest_locked(struct class_holder *h, size_t bytes) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    for (struct space_rest **p = &h->rests, *r; (r = *p) != NULL; p = &r->next) {
        if (r->bytes < bytes) continue;
        *p = r->next;
        char *at = (char *)r, *end = at + r->bytes, *old_at = h->space_at, *old_end = h->space_end;
        memset(r, 0, sizeof *r);
        h->space_at = at;
        h->space_end = end;
        give_rest_locked(h, old_at, old_end);
        if ((size_t)(h->space_end - h->space_at) >= bytes) return true;
        break;
    }
    return false;
}

/* ---- one allocation ---- */

/* The size of h's next piece: a quarter of its present size, so that little stays unused with one class or
 * thousands. */
static size_t next_piece(const struct class_holder *h, size_t has)
{
    if (!counts(h)) return PIECE_MAX;
    size_t n = ALIGN_UP(has / 4, GRANULE);
    return n < PIECE_MIN ? PIECE_MIN : n > PIECE_MAX ? PIECE_MAX : n;
}

static u32 granules_for(const struct class_holder *h, size_t has, size_t bytes)
{
    size_t piece = next_piece(h, has), need = bytes + sizeof(struct piece);
    return (u32)(ALIGN_UP(need > piece ? need : piece, GRANULE) >> GRANULE_SHIFT);
}

static char *alloc_locked(struct class_holder *h, size_t bytes) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    if (bytes > (size_t)(h->space_end - h->space_at) && !use_rest_locked(h, bytes)) {
        u32 n = granules_for(h, h->space_bytes, bytes);
        char *p = take_locked(h, n, NULL);
        if (!p) return NULL;
        h->space_bytes += (size_t)n << GRANULE_SHIFT;
        give_rest_locked(h, p + bytes, p + ((size_t)n << GRANULE_SHIFT) - sizeof(struct piece));
        return p;
    }
    char *p = h->space_at;
    h->space_at += bytes;
    return p;
}

void *class_holder_alloc(struct class_holder *h, size_t bytes)
{
    bytes = bytes ? ALIGN_UP(bytes, 8) : 8;
    if (UNLIKELY(bytes > RESERVE_MAX)) return NULL;
    os_mutex_lock(&space_lock);
    char *p = alloc_locked(h, bytes);
    os_mutex_unlock(&space_lock);
    return p;
}

/* ---- definitions ---- */

struct stage_block {
    struct stage_block *next;
};

void class_stage_begin(struct class_stage *s, struct class_holder *h)
{
    *s = (struct class_stage){ .h = h };
    os_mutex_lock(&space_lock);
    if (h->rests && h->space_end - h->space_at < REST_MIN) (void)use_rest_locked(h, REST_MIN);
    s->own_from = s->at = h->space_at;
    s->own_end = s->end = h->space_end;
    h->space_at = h->space_end = NULL;
    os_mutex_unlock(&space_lock);
}

/* There was no room. The definition continues with malloc'ed memory, so that it need not check each allocation, and is
 * abandoned in the end. */
static void *stage_overflow(struct class_stage *s, size_t bytes, const char *full)
{
    struct stage_block *b = vm_calloc(1, sizeof *b + bytes);
    b->next = s->blocks;
    s->blocks = b;
    if (!s->full) s->full = full;
    return b + 1;
}

static void *stage_piece(struct class_stage *s, size_t bytes)
{
    os_mutex_lock(&space_lock);
    u32 n = granules_for(s->h, s->h->space_bytes + s->space_bytes, bytes);
    char *p = within_limits(s->h, (size_t)n << GRANULE_SHIFT) ? take_locked(s->h, n, &s->last_piece) : NULL;
    os_mutex_unlock(&space_lock);
    if (!p) return NULL;
    if (!s->space_bytes) {
        s->first_piece = s->last_piece;
        s->own_at = s->at;
    }
    bool own = !s->space_bytes; /* the holder's own piece was used until now */
    s->space_bytes += (size_t)n << GRANULE_SHIFT;
    char *end = p + ((size_t)n << GRANULE_SHIFT) - sizeof(struct piece);
    if (own || end - (p + bytes) > s->end - s->at) {
        s->at = p + bytes;
        s->end = end;
    }
    return p;
}

void *class_stage_alloc(struct class_stage *s, size_t bytes)
{
    bytes = bytes ? ALIGN_UP(bytes, 8) : 8;
    if (bytes <= (size_t)(s->end - s->at)) {
        void *p = s->at;
        s->at += bytes;
        return p;
    }
    void *p = bytes <= RESERVE_MAX ? stage_piece(s, bytes) : NULL;
    return p ? p : stage_overflow(s, bytes, "Metaspace");
}

bool class_stage_reserve(struct class_stage *s, size_t bytes)
{
    bytes = ALIGN_UP(bytes, 8);
    if (bytes <= (size_t)(s->end - s->at)) return true;
    char *p = class_stage_alloc(s, bytes);
    if (s->full) return false;
    s->reserved = s->last_piece != 0;
    /* it got a piece of its own; the rest of the current one is given up */
    if (s->at != p + bytes) s->end = p + bytes;
    s->at = p;
    return true;
}

void *class_stage_alloc_part(struct class_stage *s, size_t bytes)
{
    bytes = ALIGN_UP(bytes, 8);
    if (!counts(s->h)) return class_stage_alloc(s, bytes);
    if (counted_classes + bytes > options.class_space_max) return stage_overflow(s, bytes, "Compressed class space");
    s->class_bytes += bytes;
    counted_classes += bytes;
    return class_stage_alloc(s, bytes);
}

/* Returns the unused parts of the holder's own piece, and of the last one. */
static void give_rests_locked(struct class_stage *s) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    if (s->space_bytes) give_rest_locked(s->h, s->own_at, s->own_end);
    give_rest_locked(s->h, s->at, s->end);
}

/* Frees the unused rest of a reservation's piece, whole granules. It can be much: the commit of a redefinition asks
 * for the most that it may need, each time. */
static void shrink_locked(struct class_stage *s) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
    u32 g = s->last_piece - 1;
    struct piece *head = (struct piece *)granule_at(g);
    if (s->at <= (char *)head || s->at > granule_at(g + head->granules)) return; /* another piece is larger */
    u32 used = s->at == (char *)(head + 1) ? 0 : granule_of(s->at - 1) + 1 - g, unused = head->granules - used;
    s->space_bytes -= (size_t)unused << GRANULE_SHIFT;
    if (used) {
        head->granules = used;
        s->end = granule_at(g + used);
    } else {
        s->last_piece = head->before;
        s->at = s->last_piece ? NULL : s->own_at;
        s->end = s->last_piece ? NULL : s->own_end;
    }
    if (unused) free_granules_locked(g + used, unused, counts(s->h));
}

void class_stage_end(struct class_stage *s)
{
    VM_ASSERT(!s->full);
    struct class_holder *h = s->h;
    os_mutex_lock(&space_lock);
    if (s->reserved) shrink_locked(s);
    if (s->last_piece) {
        ((struct piece *)granule_at(s->first_piece - 1))->before = h->last_piece;
        h->last_piece = s->last_piece;
    }
    h->space_bytes += s->space_bytes;
    h->class_bytes += s->class_bytes;
    give_rests_locked(s);
    os_mutex_unlock(&space_lock);
}

void class_stage_abandon(struct class_stage *s)
{
    os_mutex_lock(&space_lock);
    char *used = s->space_bytes ? s->own_at : s->at;
    if (s->own_from) memset(s->own_from, 0, (size_t)(used - s->own_from));
    give_rest_locked(s->h, s->own_from, s->own_end);
    free_pieces_locked(s->h, s->last_piece, options.verify_heap);
    counted_classes -= s->class_bytes;
    MADE_KNOWN(); /* makes the zeroes visible to signal handlers that find a later class there */
    os_mutex_unlock(&space_lock);
    for (struct stage_block *b = s->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
}

/* ---- queries ---- */

struct class_holder *class_space_holder(const void *p)
{
    const char *at = p;
    if (at < space_base || at >= __atomic_load_n(&space_at, __ATOMIC_RELAXED)) return NULL;
    u32 owner = __atomic_load_n(&owners[granule_of(at)], __ATOMIC_RELAXED);
    return owner == OWNER_FREE   ? NULL
           : owner == OWNER_BOOT ? &boot_loader.holder
                                 : (struct class_holder *)(uintptr_t)owner;
}

/* Returns whole free pages to the system. */
static void discard_pages_locked(void) WANTS_LOCK(space_lock)
{
    LOCK_HELD(&space_lock);
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
    counted_classes -= h->class_bytes;
    os_mutex_lock(&space_lock);
    free_pieces_locked(h, h->last_piece, poison);
    os_mutex_unlock(&space_lock);
}

void class_arena_changed(const struct class_holder *h, i64 bytes)
{
    if (counts(h)) counted += (size_t)bytes;
}

void class_space_collected(void)
{
    os_mutex_lock(&space_lock);
    if (free_granules >= 256) discard_pages_locked();
    size_t now = counted, next = now + now / 2;
    if (next < options.metaspace_size) next = options.metaspace_size;
    __atomic_store_n(&collect_at, next < options.metaspace_max ? next : options.metaspace_max, __ATOMIC_RELAXED);
    os_mutex_unlock(&space_lock);
}

/* The approximate bytes that a class file of so many bytes takes in its holder's arena. */
static size_t in_arena(size_t file) { return file ? 2 * file + KB : 0; }

bool class_space_has_room(const struct class_holder *h, size_t file)
{
    os_mutex_lock(&space_lock);
    bool ok = within_limits(h, in_arena(file));
    os_mutex_unlock(&space_lock);
    return ok;
}

size_t class_space_threshold(void) { return __atomic_load_n(&collect_at, __ATOMIC_RELAXED); }
bool class_space_wants_collection(void) { return counted >= __atomic_load_n(&collect_at, __ATOMIC_RELAXED); }

bool class_space_contains(const void *p, size_t bytes)
{
    const char *at = p, *end = __atomic_load_n(&space_at, __ATOMIC_RELAXED);
    return space_base && at >= space_base && at < end && bytes <= (size_t)(end - at);
}

struct metadata_usage class_space_usage(void)
{
    os_mutex_lock(&space_lock);
    struct metadata_usage u = { .counted = counted,
                                .classes = counted_classes,
                                .committed = (size_t)(space_committed - space_base),
                                .all = (size_t)(space_at - space_base) - ((size_t)free_granules << GRANULE_SHIFT) };
    os_mutex_unlock(&space_lock);
    return u;
}
