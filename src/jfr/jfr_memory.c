/* Memory of the recorder: of everything that is taken or given back while one of its locks is held.
 *
 * malloc does not do for that. A thread that crashes inside malloc holds a lock of malloc forever, and a thread that
 * asks malloc for memory waits for it forever, with every lock that it holds itself. If one of these is the recorder's,
 * the dump of the crash has nothing. The lock here is held for a few instructions that touch nothing else.
 *
 * Sizes come in steps, four to each doubling. A piece goes to the list of its step when it is given back, and stays
 * there. Large pieces have pages of their own. */
#include "jfr/jfr_int.h"
#include "os/os_mem.h"

enum { SMALLEST = 64, STEPS = 33, SLAB = 256 * KB }; /* 64 << 33 / 4 is 16 KB: a block of a thread is smaller */
struct piece {                                       /* precedes what is given out */
    _Alignas(16) size_t size;                        /* with this */
    struct piece *next;                              /* of a list */
};

static struct os_mutex memory_lock = OS_MUTEX_INIT;
static struct piece *lists[STEPS] GUARDED_BY(memory_lock);
static u8 *fresh GUARDED_BY(memory_lock), *fresh_end GUARDED_BY(memory_lock);
static bool apart; /* this process is the child of one that crashed, and has no other thread */

static size_t size_of_step(u32 step) { return (size_t)(SMALLEST + SMALLEST / 4 * (step & 3)) << (step >> 2); }

/* The smallest step that has room for n bytes; STEPS: none has. */
static u32 step_of(size_t n)
{
    u32 step = 0;
    while (step < STEPS && size_of_step(step) < n) step++;
    return step;
}

static struct piece *take_fresh_locked(size_t size) WANTS_LOCK(&memory_lock);
static struct piece *take_fresh_locked(size_t size)
{
    if (!apart) LOCK_HELD(&memory_lock);
    if ((size_t)(fresh_end - fresh) < size) {
        u8 *slab = os_mem_map(SLAB);
        if (!slab) return NULL;
        fresh = slab;
        fresh_end = slab + SLAB;
    }
    struct piece *p = (struct piece *)fresh;
    fresh += size;
    return p;
}

/* In the child another thread's copy may have been at the lists, so it uses none. */
__attribute__((no_thread_safety_analysis)) void jfr_memory_apart(void)
{
    apart = true;
    fresh = fresh_end = NULL;
}

static struct piece *take_step(u32 step)
{
    os_mutex_lock(&memory_lock);
    struct piece *p = lists[step];
    if (p)
        lists[step] = p->next;
    else
        p = take_fresh_locked(size_of_step(step));
    os_mutex_unlock(&memory_lock);
    return p;
}

__attribute__((no_thread_safety_analysis)) static struct piece *take_apart(u32 step)
{
    return take_fresh_locked(size_of_step(step));
}

void *jfr_try_malloc(size_t n)
{
    if (n > SIZE_MAX / 2) return NULL;
    size_t size = n + sizeof(struct piece);
    u32 step = step_of(size);
    struct piece *p = step == STEPS ? os_mem_map(size) : apart ? take_apart(step) : take_step(step);
    if (!p) return NULL;
    p->size = step == STEPS ? size : size_of_step(step);
    return p + 1;
}

void *jfr_malloc(size_t n)
{
    void *p = jfr_try_malloc(n);
    if (!p) vm_out_of_memory("map", n, "the tables of the recorder");
    return p;
}

void *jfr_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) vm_out_of_memory("map", SIZE_MAX, "the tables of the recorder");
    return memset(jfr_malloc(bytes), 0, bytes);
}

void *jfr_realloc(void *old, size_t n)
{
    size_t had = old ? ((struct piece *)old - 1)->size - sizeof(struct piece) : 0;
    if (old && n <= had) return old;
    void *p = jfr_malloc(n);
    if (had) memcpy(p, old, had);
    jfr_free(old);
    return p;
}

char *jfr_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(jfr_malloc(n), s, n);
}

void jfr_free(void *old)
{
    if (!old || apart) return;
    struct piece *p = (struct piece *)old - 1;
    u32 step = step_of(p->size);
    if (step == STEPS) {
        (void)os_mem_release(p, p->size);
        return;
    }
    os_mutex_lock(&memory_lock);
    p->next = lists[step];
    lists[step] = p;
    os_mutex_unlock(&memory_lock);
}

/* ---- tables: linear probing, at most 3/4 full ---- */

static struct jfr_slot *find(const struct jfr_table *t, u64 key)
{
    for (u32 i = (u32)hash_u64(key);; i++) {
        struct jfr_slot *s = &t->slots[i & (t->capacity - 1)];
        if (!s->value || s->key == key) return s;
    }
}

u64 jfr_table_get(const struct jfr_table *t, u64 key) { return t->capacity ? find(t, key)->value : 0; }

u64 jfr_table_put(struct jfr_table *t, u64 key, u64 value)
{
    VM_ASSERT(value != 0);
    if ((u64)(t->count + 1) * 4 > (u64)t->capacity * 3) {
        struct jfr_table larger = { .capacity = t->capacity ? t->capacity * 2 : 64, .count = t->count };
        VM_CHECK(larger.capacity > t->capacity);
        larger.slots = jfr_calloc(larger.capacity, sizeof *larger.slots);
        for (u32 i = 0; i < t->capacity; i++)
            if (t->slots[i].value) *find(&larger, t->slots[i].key) = t->slots[i];
        jfr_free(t->slots);
        *t = larger;
    }
    struct jfr_slot *s = find(t, key);
    u64 before = s->value;
    t->count += !before;
    *s = (struct jfr_slot){ key, value };
    return before;
}

void jfr_table_free(struct jfr_table *t)
{
    jfr_free(t->slots);
    *t = (struct jfr_table){ NULL, 0, 0 };
}
