/* Holders of class metadata: each owns the memory of metadata that is unloaded together (docs/classes.md, "Unloading").
 *
 * Locks: holders_lock guards the list of holders that may be unloaded; a leaf. */
#include "base/arena.h"
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

#include <stdlib.h>
#include <string.h>

static struct os_mutex holders_lock = OS_MUTEX_INIT;
static struct class_holder *holders GUARDED_BY(holders_lock); /* that may be unloaded */

void holder_init(struct class_holder *h, struct loader *l, bool permanent, size_t arena_chunk)
{
    LOCK_NOT_HELD(&holders_lock);
    h->loader = l;
    holder_stores(h);
    h->arena = vm_calloc(1, sizeof *h->arena);
    arena_init(h->arena, arena_chunk);
    h->permanent = h->heap.marked = permanent;
    if (permanent) return;
    h->heap.marked = true; /* alive until the next collection marks */
    os_mutex_lock(&holders_lock);
    h->next = holders;
    holders = h;
    os_mutex_unlock(&holders_lock);
}

struct class_holder *holder_new_hidden(struct loader *l)
{
    struct class_holder *h = class_space_new_holder(sizeof *h, 3 * KB, true);
    if (!h) return NULL;
    holder_init(h, l, false, KB);
    return h;
}

static void *take_staged(void *s, size_t size) { return class_stage_alloc(s, size); }

struct class_holder *holder_new_version(struct class *c, size_t first, struct class_stage *s)
{
    struct class_holder *h = class_space_new_holder(sizeof *h, first, c->holder != &boot_loader.holder);
    if (!h) return NULL;
    h->version_of = c;
    h->pinned = true;
    holder_init(h, c->loader, false, 0);
    class_stage_begin(s, h);
    arena_init_in(h->arena, 2 * KB, take_staged, s);
    return h;
}

/* Memory that h's own arena has taken from the system; a version's arena is in class space. */
static size_t arena_bytes(const struct class_holder *h) { return h->version_of ? 0 : h->arena->reserved; }

void holder_free(struct class_holder *h)
{
    link_errors_forget(h);
    class_arena_changed(h, -(i64)arena_bytes(h));
    arena_destroy(h->arena);
    free(h->arena);
    class_space_free(h, options.verify_heap);
}

void holder_drop(struct class_holder *h)
{
    os_mutex_lock(&holders_lock);
    struct class_holder **at = &holders;
    while (*at != h) at = &(*at)->next;
    *at = h->next;
    os_mutex_unlock(&holders_lock);
    holder_free(h);
}

struct class_holder *holders_first(void)
{
    WORLD_STOPPED_FOR(&holders_lock);
    return holders;
}

struct class_holder *holders_take_unmarked(void)
{
    WORLD_STOPPED_FOR(&holders_lock);
    struct class_holder *dead = NULL;
    for (struct class_holder **at = &holders, *h; (h = *at) != NULL;) {
        if (h->heap.marked) {
            at = &h->next;
            continue;
        }
        *at = h->next;
        h->next = dead;
        dead = h;
    }
    return dead;
}

void classes_for_each_holder(void (*fn)(struct class_holder *h, void *arg), void *arg)
{
    WORLD_STOPPED_FOR(&holders_lock);
    for (struct loader *l = &boot_loader; l; l = l->next)
        if (l->holder.permanent) fn(&l->holder, arg);
    for (struct class_holder *h = holders; h; h = h->next) fn(h, arg);
}

void classes_file_bytes(size_t *used, size_t *reserved)
{
    LOADERS_STAY();
    *used = *reserved = 0;
    for (struct loader *l = &boot_loader; l; l = __atomic_load_n(&l->next, __ATOMIC_ACQUIRE)) {
        *used += l->holder.arena->used;
        *reserved += l->holder.arena->reserved;
    }
    os_mutex_lock(&holders_lock);
    for (struct class_holder *h = holders; h; h = h->next) {
        if (!h->hidden) continue;
        *used += h->arena->used;
        *reserved += h->arena->reserved;
    }
    os_mutex_unlock(&holders_lock);
}

static u32 kind_of_memory(const char *full)
{
    return strcmp(full, "Metaspace") == 0 ? RECORDER_METADATA : RECORDER_METADATA_CLASSES;
}

void metadata_short(struct thread *self, const struct class_holder *h, size_t bytes, const char *full)
{
    MAY_COLLECT(self);
    if (RECORDER_WANTS(MetaspaceAllocationFailure))
        recorder_metaspace_allocation_failure(self, h->loader, h->hidden != NULL, (i64)bytes, kind_of_memory(full), 0);
}

void metadata_gone(struct thread *self, const struct class_holder *h, size_t bytes, const char *full)
{
    MAY_COLLECT(self);
    if (RECORDER_WANTS(MetaspaceOOM))
        recorder_metaspace_oom(self, h->loader, h->hidden != NULL, (i64)bytes, kind_of_memory(full), 0);
    throw_out_of_metadata(self, full);
}

bool class_space_prepare(struct thread *self, const struct class_holder *h, size_t file)
{
    MAY_COLLECT(self);
    bool full = !class_space_has_room(h, file);
    if (LIKELY(!full && !class_space_wants_collection())) return true;
    metadata_short(self, h, file, "Metaspace");
    if (options.class_unloading) vm_collect(self, HEAP_CAUSE_METADATA, full);
    if (class_space_has_room(h, file)) return true;
    if (!full && options.class_unloading) {
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        if (class_space_has_room(h, file)) return true;
    }
    metadata_gone(self, h, file, "Metaspace");
    return false;
}
