/* A small table by the number of the class, which names it also after it was unloaded. */
#include "thread/contention.h"
#include "os/os_sync.h"

_Atomic bool contention_counted;
static struct os_mutex lock = OS_MUTEX_INIT;                        /* leaf */
static struct contention rows[CONTENTION_CLASSES] GUARDED_BY(lock); /* open addressing; name NULL: free */
static struct contention others GUARDED_BY(lock);

static struct contention *row_of(const struct class *c) WANTS_LOCK(lock)
{
    for (u32 i = 0; i < CONTENTION_CLASSES; i++) {
        struct contention *r = &rows[(c->serial + i) % CONTENTION_CLASSES];
        if (r->name && r->serial != c->serial) continue;
        r->name = c->name;
        r->serial = c->serial;
        return r;
    }
    return &others;
}

void contention_note(const struct class *c, i64 ns)
{
    os_mutex_lock(&lock);
    struct contention *r = row_of(c);
    r->count++;
    r->ns += ns;
    os_mutex_unlock(&lock);
}

u32 contention_read(struct contention *out, u32 room)
{
    u32 n = 0;
    os_mutex_lock(&lock);
    for (u32 i = 0; i < CONTENTION_CLASSES && n < room; i++)
        if (rows[i].name) out[n++] = rows[i];
    if (others.count && n < room) out[n++] = others;
    os_mutex_unlock(&lock);
    return n;
}

void contention_forget(void)
{
    os_mutex_lock(&lock);
    memset(rows, 0, sizeof rows);
    others = (struct contention){ 0 };
    os_mutex_unlock(&lock);
}
