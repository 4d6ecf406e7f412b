/* See code_cache.h. One region, cut into pieces of 64 bytes; first fit among the pieces that were given back, else the
 * end of what is in use. */
#include "exec/code/code_cache.h"
#include "log/log.h"
#include "model/options.h"
#include "os/os_mem.h"
#include "os/os_sync.h"
#include "thread/events.h"
#include "thread/thread_contract.h"
#include <stdio.h>
#include <stdlib.h>

enum { REGION = TINY(8 * 1024, 64) * 1024, PIECE = 64 };

static struct os_mutex lock = OS_MUTEX_INIT;
static struct code *_Atomic all;
static u8 *writable, *runnable; /* two views of the region */
static u32 used GUARDED_BY(lock);
static bool refused GUARDED_BY(lock); /* the system gives no such memory */
static _Atomic bool unannounced;

static bool region_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (runnable || refused) return runnable != NULL;
    void *w, *x;
#ifdef ARGUS_TSAN /* transitions in generated code are stores that it does not see */
    refused = true;
    return false;
#endif
    refused = options.int_only || !os_mem_map_code(REGION, &w, &x);
    if (refused) return false;
    writable = w;
    runnable = x;
    return true;
}

struct code *code_install(const u8 *bytes, u32 size, struct method *m, const char *name)
{
    u32 room = (u32)ALIGN_UP(size, PIECE);
    os_mutex_lock(&lock);
    struct code *c = NULL;
    if (region_locked()) {
        for (c = atomic_load(&all); c && (atomic_load(&c->size) || c->room < room); c = c->next) {}
        if (!c && used + room <= REGION) {
            c = vm_calloc(1, sizeof *c);
            c->start = runnable + used;
            c->room = room;
            c->next = atomic_load(&all);
            used += room;
        }
    }
    if (c) {
        memcpy(writable + (c->start - runnable), bytes, size);
        c->method = m;
        c->id = m ? method_id_of(m) : NULL;
        c->retired = c->told = false;
        c->table = NULL;
        c->pad_count = 0;
        snprintf(c->name, sizeof c->name, "%s", name);
        atomic_store(&c->size, size);
        if (c->next == atomic_load(&all)) atomic_store(&all, c); /* a new one */
    }
    os_mutex_unlock(&lock);
    if (c) LOG(debug, jit_compilation, "%s at %p, %u bytes", c->name, (const void *)c->start, size);
    return c;
}

void code_write(const struct code *c, u32 at, const void *bytes, u32 n)
{
    VM_CHECK(at + n <= c->room);
    memcpy(writable + (c->start - runnable) + at, bytes, n);
}

static void redirect_pads(const struct code *c)
{
    struct code_pad *pads = (struct code_pad *)(writable + (c->start - runnable) + c->pads);
    for (u32 i = 0; i < c->pad_count; i++) __atomic_store_n(&pads[i].code, c->pad_exit, __ATOMIC_RELEASE);
}

void code_retire(struct code *c)
{
    os_mutex_lock(&lock);
    c->retired = true;
    redirect_pads(c);
    os_mutex_unlock(&lock);
    atomic_store(&unannounced, true);
}

const struct code *code_find(const void *pc)
{
    for (const struct code *c = atomic_load_explicit(&all, memory_order_acquire); c; c = c->next)
        if ((const u8 *)pc >= c->start &&
            (const u8 *)pc < c->start + atomic_load_explicit(&c->size, memory_order_relaxed))
            return c;
    return NULL;
}

/* Frames of wrappers say which code made them; of bytecode each frame of the method may return to it. Adapters are
 * never retired. */
static bool runs(const struct code *c)
{
    for (struct thread *t = threads_first(); t; t = t->next)
        for (struct frame *f = t->fp; f; f = f->prev)
            if (f->kind == FRAME_NATIVE ? f->ret == (const void *)c->start : c->table && f->method == c->method)
                return true;
    return false;
}

void code_reclaim(void)
{
    WORLD_STOPPED();
    for (struct code *c = atomic_load(&all); c; c = c->next)
        if (c->retired && c->told && atomic_load(&c->size) && !runs(c)) {
            c->method = NULL;
            free(c->table);
            c->table = NULL;
            atomic_store(&c->size, 0);
        }
}

/* ---- tools ---- */

void code_announce(struct thread *self, struct code *c)
{
    if (c->method && event_on(EV_CODE_LOAD) && hooks.code_load)
        hooks.code_load(self, c->id, c->start, atomic_load(&c->size));
    if (!c->method && event_on(EV_CODE_GENERATED) && hooks.code_generated)
        hooks.code_generated(self, c->name, c->start, atomic_load(&c->size));
}

void code_announce_retired(struct thread *self)
{
    MAY_CALL_OUT(self);
    if (!atomic_load_explicit(&unannounced, memory_order_relaxed) || !atomic_exchange(&unannounced, false)) return;
    for (struct code *c = atomic_load(&all); c; c = c->next) {
        os_mutex_lock(&lock);
        bool mine = c->retired && !c->told && atomic_load(&c->size);
        if (mine) c->told = true;
        struct method_id *id = c->id;
        const u8 *start = c->start;
        os_mutex_unlock(&lock);
        if (mine && event_on(EV_CODE_UNLOAD) && hooks.code_unload) hooks.code_unload(self, id, start);
    }
}

void code_for_each(void (*fn)(const struct code *c, void *arg), void *arg)
{
    os_mutex_lock(&lock);
    for (struct code *c = atomic_load(&all); c; c = c->next)
        if (atomic_load(&c->size) && !c->retired) fn(c, arg);
    os_mutex_unlock(&lock);
}
