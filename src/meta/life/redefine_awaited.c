/* Calls of RedefineClasses that are being verified. What verification loads may extend a class as it will be. */
#include "meta/meta_int.h"
#include "os/os_sync.h"

static struct os_mutex lock = OS_MUTEX_INIT; /* a leaf */
static struct awaited *first GUARDED_BY(lock);
static _Atomic u32 count;

void redefine_await(struct awaited *a)
{
    os_mutex_lock(&lock);
    a->next = first;
    first = a;
    os_mutex_unlock(&lock);
    atomic_fetch_add(&count, 1);
}

void redefine_await_no_more(const struct awaited *a)
{
    atomic_fetch_sub(&count, 1);
    os_mutex_lock(&lock);
    struct awaited **at = &first;
    while (*at != a) at = &(*at)->next;
    *at = a->next;
    os_mutex_unlock(&lock);
}

const struct classfile *redefine_file_awaited(const struct thread *self, const struct class *c)
{
    const struct classfile *cf = NULL;
    if (!atomic_load(&count)) return NULL;
    os_mutex_lock(&lock);
    for (const struct awaited *a = first; a && !cf; a = a->next)
        for (u32 i = 0; a->by == self && i < a->n; i++)
            if (a->all[i].c == c) cf = a->all[i].cf;
    os_mutex_unlock(&lock);
    return cf;
}
