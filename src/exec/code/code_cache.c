/* See code_cache.h. One region, in units of 64 bytes. A table gives for each unit the piece that lies in it. Free space
 * is a list of ranges by address, with neighbours joined; a piece takes the first range that is large enough. */
#include "exec/code/code_cache.h"
#include "base/hashmap.h"
#include "core/thread_life.h"
#include "exec/code/code_users.h"
#include "log/log.h"
#include "log/log_history.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_mem.h"
#include "os/os_sync.h"
#include "thread/events.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    UNIT = 64,
    SHARE = 32, /* the part of a limited address space that it may take: 1 / SHARE */
    /* Memory of retired code is worth a stop of the world when it is 1 / RETIRED of the region, … */
    RETIRED = 16,
    RETIRED_OF_USED = 8,    /* … or 1 / RETIRED_OF_USED of the used part, and at least … */
    RETIRED_UNITS = 1 << 14 /* … this many units, a megabyte */
};

struct range {
    u32 at, units;
};

static struct os_mutex lock = OS_MUTEX_INIT;
static struct code *_Atomic all; /* descriptions, in use or free */
static u8 *writable;             /* the region's writable mapping */
static u8 *_Atomic runnable;     /* the mapping in which code runs; set last */
static u32 total;                /* units of the region */
static struct code *_Atomic *owners;
static struct range *spaces GUARDED_BY(lock); /* the free ranges */
static u32 space_count GUARDED_BY(lock), space_room GUARDED_BY(lock);
static struct code *unused GUARDED_BY(lock); /* free descriptions, by `other` */
static struct code *untold GUARDED_BY(lock); /* retired, by `other`: CompiledMethodUnload is to be posted */
static struct code *going GUARDED_BY(lock);  /* retired, by `other`: freed as soon as no frame runs in it */
static bool refused GUARDED_BY(lock);        /* the system does not give executable memory */
static u32 used_units GUARDED_BY(lock), most_units GUARDED_BY(lock); /* used now; at most */
static _Atomic u32 retired_units, retired_limit;
static _Atomic u64 retired_ever;
static _Atomic bool unannounced;

/* ---- units ---- */
static void insert_locked(u32 i, struct range r) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (space_count == space_room) {
        space_room = space_room ? 2 * space_room : 16;
        spaces = vm_realloc(spaces, space_room * sizeof *spaces);
    }
    memmove(spaces + i + 1, spaces + i, (space_count - i) * sizeof *spaces);
    spaces[i] = r;
    space_count++;
}
static void remove_locked(u32 i) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    memmove(spaces + i, spaces + i + 1, (--space_count - i) * sizeof *spaces);
}

static bool take_locked(u32 units, u32 *at) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (u32 i = 0; i < space_count; i++) {
        struct range *r = &spaces[i];
        if (r->units < units) continue;
        *at = r->at;
        r->at += units;
        r->units -= units;
        if (!r->units) remove_locked(i);
        return true;
    }
    return false;
}

/* The first free range after the unit `at`. */
static u32 range_behind_locked(u32 at) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 low = 0, high = space_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (spaces[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void give_back_locked(u32 at, u32 units) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 i = range_behind_locked(at);
    struct range *before = i > 0 ? &spaces[i - 1] : NULL, *behind = i < space_count ? &spaces[i] : NULL;
    bool joins_before = before && before->at + before->units == at, joins_behind = behind && at + units == behind->at;
    if (joins_before) {
        before->units += units + (joins_behind ? behind->units : 0);
        if (joins_behind) remove_locked(i);
    } else if (joins_behind)
        *behind = (struct range){ at, behind->units + units };
    else
        insert_locked(i, (struct range){ at, units });
}

/* ---- pieces ---- */
static u32 worth_a_stop_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 worth = RETIRED_UNITS + used_units / RETIRED_OF_USED;
    return worth < total / RETIRED ? worth : total / RETIRED;
}

static bool map_region_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
#ifdef ARGUS_TSAN /* it does not see the stores by which generated code changes the state */
    return false;
#endif
    if (options.int_only) return false;
    void *w, *x;
    size_t size = ALIGN_DOWN(os_mem_share(options.code_cache_max, MB, SHARE), 64 * KB);
    owners = os_mem_map(size / UNIT * sizeof *owners);
    if (!owners || !os_mem_map_code(size, &w, &x)) return false;
    writable = w;
    total = (u32)(size / UNIT);
    atomic_store(&retired_limit, worth_a_stop_locked());
    atomic_store_explicit(&runnable, x, memory_order_release);
    return true;
}

static bool region_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (atomic_load(&runnable) || refused) return !refused;
    refused = !map_region_locked();
    if (!refused) give_back_locked(0, total);
    return !refused;
}

static u32 first_unit(const struct code *c) { return (u32)((size_t)(c->start - atomic_load(&runnable)) / UNIT); }
static void own(const struct code *c, struct code *owner)
{
    u32 at = first_unit(c);
    for (u32 i = 0; i < c->room / UNIT; i++) atomic_store_explicit(&owners[at + i], owner, memory_order_release);
}

static struct code *description_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    struct code *c = unused;
    if (c) {
        unused = c->other;
        return c;
    }
    c = vm_calloc(1, sizeof *c);
    c->next = atomic_load(&all);
    atomic_store(&all, c);
    return c;
}

static struct code *new_piece_locked(u32 size) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 units = (u32)(ALIGN_UP((u64)size, UNIT) / UNIT), at;
    if (!take_locked(units, &at)) return NULL;
    struct code *c = description_locked();
    c->start = atomic_load(&runnable) + (size_t)at * UNIT;
    c->room = units * UNIT;
    used_units += units;
    if (used_units > most_units) most_units = used_units;
    return c;
}

static _Atomic bool full; /* an allocation has failed since code_make_room */

/* Warns once; the program runs on in the interpreter. */
static void tell_full(void)
{
    static _Atomic bool told;
    if (TINY(false, true) || atomic_exchange(&told, true)) return; /* the tiny one is always full */
    LOG(warning, codecache, "CodeCache is full.");
    LOG(warning, codecache, "Try increasing the code cache size using -XX:ReservedCodeCacheSize=");
}

static u64 installed GUARDED_BY(lock);
void code_space_get(struct code_space *s)
{
    os_mutex_lock(&lock);
    *s = (struct code_space){ atomic_load(&runnable), (size_t)total * UNIT, (size_t)used_units * UNIT,
                              (size_t)most_units * UNIT };
    if (!s->start) *s = (struct code_space){ 0 };
    os_mutex_unlock(&lock);
}

struct code *code_install(const u8 *bytes, u32 size, struct method *m, const char *name)
{
    os_mutex_lock(&lock);
    bool able = region_locked();
    struct code *c = able ? new_piece_locked(size) : NULL;
    if (c) {
        memcpy(writable + (c->start - atomic_load(&runnable)), bytes, size);
        c->method = m;
        c->id = m ? method_id_of(m) : NULL;
        c->retired = c->told = c->known = false;
        c->to_announce = m != NULL;
        c->table = NULL;
        c->pad_count = 0;
        c->called = 0;
        c->serial = ++installed;
        c->made = os_time_monotonic_ns();
        c->user = NULL;
        snprintf(c->name, sizeof c->name, "%s", name);
        atomic_store(&c->size, size);
        own(c, c);
    }
    os_mutex_unlock(&lock);
    if (c) {
        history_note(HISTORY_CODE, "%s at %p, %u bytes", c->name, (const void *)c->start, size);
        LOG(debug, jit_compilation, "%s at %p, %u bytes", c->name, (const void *)c->start, size);
    } else if (able) {
        atomic_store(&full, true);
        tell_full();
    }
    return c;
}

void code_write(const struct code *c, u32 at, const void *bytes, u32 n)
{
    VM_CHECK(at + n <= c->room);
    memcpy(writable + (c->start - atomic_load(&runnable)) + at, bytes, n);
}

void code_has_pads(struct code *c, u32 pads, u32 count, const void *exit)
{
    c->pads = pads;
    c->pad_exit = exit;
    __atomic_store_n(&c->pad_count, count, __ATOMIC_RELEASE);
}

static void redirect_pads(const struct code *c)
{
    struct code_pad *pads = (struct code_pad *)(writable + (c->start - atomic_load(&runnable)) + c->pads);
    for (u32 i = 0; i < c->pad_count; i++) __atomic_store_n(&pads[i].code, c->pad_exit, __ATOMIC_RELEASE);
}

static void push_locked(struct code **list, struct code *c) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    c->other = *list;
    *list = c;
}

void code_retire(struct code *c)
{
    os_mutex_lock(&lock);
    VM_CHECK(!c->retired);
    c->retired = true;
    redirect_pads(c);
    push_locked(c->told ? &going : &untold, c);
    os_mutex_unlock(&lock);
    if (c->user) code_user_end(c->user);
    atomic_fetch_add(&retired_units, c->room / UNIT);
    atomic_fetch_add_explicit(&retired_ever, 1, memory_order_relaxed);
    if (!c->told) atomic_store(&unannounced, true);
}

u64 code_retired_count(void) { return atomic_load_explicit(&retired_ever, memory_order_relaxed); }

const struct code *code_find(const void *pc)
{
    const u8 *base = atomic_load_explicit(&runnable, memory_order_acquire);
    size_t at = (size_t)((const u8 *)pc - base) / UNIT;
    if (!base || (const u8 *)pc < base || at >= total) return NULL;
    const struct code *c = atomic_load_explicit(&owners[at], memory_order_acquire);
    bool inside = c && (const u8 *)pc >= c->start &&
                  (const u8 *)pc < c->start + atomic_load_explicit(&c->size, memory_order_relaxed);
    return inside ? c : NULL;
}

/* ---- reclaiming ---- */
/* Finds which of the retired pieces are in use. Frames of wrappers name the code that made them. A callee's return pc
 * is a pad of bytecode's code. C functions that code has called have its address, or that of its table, on the thread's
 * C stack. Adapters are never retired. */
struct table {
    const char *from, *to;
    const struct code *code;
};
struct running {
    struct hashmap starts; /* start of a retired piece -> `no`, or `yes` if it is in use */
    struct table *tables;  /* tables of the retired pieces, by address */
    u32 count;
};
static char yes, no;

static int by_address(const void *a, const void *b)
{
    const struct table *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}
static void note_going_locked(struct running *r) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 count = 0;
    for (const struct code *c = going; c; c = c->other) count++;
    r->tables = vm_calloc(count, sizeof *r->tables);
    for (const struct code *c = going; c; c = c->other) {
        (void)hashmap_put(&r->starts, c->start, &no);
        const char *t = c->table;
        if (t) r->tables[r->count++] = (struct table){ t, t + c->table_bytes, c };
    }
    qsort(r->tables, r->count, sizeof *r->tables, by_address);
}
static void note(struct running *r, const void *start)
{
    if (hashmap_get(&r->starts, start)) (void)hashmap_put(&r->starts, start, &yes);
}
static void note_address(struct running *r, const char *p)
{
    const struct code *c = code_find(p);
    if (c) note(r, c->start);
    u32 low = 0, high = r->count; /* the number of tables that begin at p or below */
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (r->tables[middle].from <= p)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && p < r->tables[low - 1].to) note(r, r->tables[low - 1].code->start);
}
/* Reads words of a C stack, which belong to no C object. */
__attribute__((no_sanitize("address", "thread"))) static void note_words(struct running *r, const void *from,
                                                                         const void *to)
{
    const uintptr_t *p = (const uintptr_t *)ALIGN_UP((uintptr_t)from, sizeof(uintptr_t));
    for (; p + 1 <= (const uintptr_t *)to; p++) note_address(r, (const char *)*p);
}
static void note_thread(struct running *r, const struct thread *t)
{
    for (const struct frame *f = t->fp; f; f = frame_prev(f)) {
        if (f->kind == FRAME_NATIVE) note(r, f->ret);
        if (f->kind != FRAME_ENTRY && *f->ret_pc == OP_CODE_PAD) note_address(r, (const char *)f->ret_pc);
    }
    if (!t->context.sp) return;
    note_words(r, t->context.regs, saved_registers_end(&t->context));
    note_words(r, saved_stack(&t->context), t->c_stack_base);
}
static bool runs(const struct running *r, const struct code *c) { return hashmap_get(&r->starts, c->start) == &yes; }

static void free_locked(struct code *c) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    own(c, NULL);
    atomic_store(&c->size, 0);
    give_back_locked(first_unit(c), c->room / UNIT);
    used_units -= c->room / UNIT;
    free(c->table);
    c->table = NULL;
    c->places = (struct code_places){ 0 };
    c->method = NULL;
    push_locked(&unused, c);
}

static void free_idle_locked(const struct running *r) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 left = 0;
    for (struct code **at = &going, *c; (c = *at) != NULL;)
        if (runs(r, c)) {
            left += c->room / UNIT;
            at = &c->other;
        } else {
            *at = c->other;
            free_locked(c);
        }
    for (const struct code *c = untold; c; c = c->other) left += c->room / UNIT;
    atomic_store(&retired_units, left);
    atomic_store(&retired_limit, left + worth_a_stop_locked());
}

void code_reclaim(void)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    if (going) {
        struct running r = { .starts = HASHMAP_INIT };
        note_going_locked(&r);
        for (struct thread *t = threads_first(); t; t = t->next) note_thread(&r, t);
        free_idle_locked(&r);
        hashmap_destroy(&r.starts);
        free(r.tables);
    }
    os_mutex_unlock(&lock);
}

bool code_cache_is_full(void) { return atomic_load_explicit(&full, memory_order_relaxed); }

void code_free_retired(struct thread *self)
{
    MAY_CALL_OUT(self);
    bool was_full = atomic_exchange(&full, false);
    if (!was_full && atomic_load_explicit(&retired_units, memory_order_relaxed) <= atomic_load(&retired_limit)) return;
    code_announce_retired(self);
    safepoint_begin(self, "CodeCacheFull");
    thread_capture(self); /* this thread's own C stack counts too */
    code_reclaim();
    safepoint_end(self);
}

/* ---- tools ---- */

/* A compiler thread gets a Java object only when it posts events about code. Returns false if there is no memory for
 * one: then nothing is posted. */
static bool begin_telling(struct thread *self)
{
    if (!self->is_hidden) return true;
    bool able = self->java || thread_make_java(self, self->name, NULL, true);
    self->pending = NULL;
    self->tells_code = able;
    return able;
}
static void end_telling(struct thread *self)
{
    if (!self->is_hidden) return;
    self->tells_code = false;
    self->pending = NULL; /* the thread runs no Java code to throw it in */
}

static void announce(struct thread *self, struct code *c)
{
    bool load = c->method && event_on(EV_CODE_LOAD) && atomic_load(&vm_phase) >= VM_START;
    bool generated = !c->method && event_on(EV_CODE_GENERATED);
    if (load) c->known = true;
    if ((!load && !generated) || !begin_telling(self)) return;
    if (load && hooks.code_load) hooks.code_load(self, c->id, c->start, atomic_load(&c->size));
    if (generated && hooks.code_generated) hooks.code_generated(self, c->name, c->start, atomic_load(&c->size));
    end_telling(self);
}
/* Another thread may have retired c already. */
void code_announce(struct thread *self, struct code *c)
{
    announce(self, c);
    os_mutex_lock(&lock);
    c->to_announce = false;
    if (c->retired) atomic_store(&unannounced, true);
    os_mutex_unlock(&lock);
}
static void announce_unload(struct thread *self, const struct code *c)
{
    if (!c->known || !event_on(EV_CODE_UNLOAD) || !hooks.code_unload || !begin_telling(self)) return;
    hooks.code_unload(self, c->id, c->start);
    end_telling(self);
}

static struct code *next_untold(void)
{
    os_mutex_lock(&lock);
    struct code **at = &untold, *c;
    while ((c = *at) != NULL && c->to_announce) at = &c->other;
    if (c) *at = c->other;
    os_mutex_unlock(&lock);
    return c;
}

/* A piece is on no list while its event is posted, so that its memory is not used again before. */
void code_announce_retired(struct thread *self)
{
    MAY_CALL_OUT(self);
    if (!atomic_load_explicit(&unannounced, memory_order_relaxed) || !atomic_exchange(&unannounced, false)) return;
    for (struct code *c; (c = next_untold()) != NULL;) {
        announce_unload(self, c);
        os_mutex_lock(&lock);
        c->told = true;
        push_locked(&going, c);
        os_mutex_unlock(&lock);
    }
}

void code_look_at_each(void (*fn)(const struct code *c, void *arg), void *arg)
{
    os_mutex_lock(&lock);
    for (const struct code *c = atomic_load(&all); c; c = c->next)
        if (atomic_load(&c->size) && !c->retired) fn(c, arg);
    os_mutex_unlock(&lock);
}
void code_for_each(void (*fn)(const struct code *c, void *arg), void *arg)
{
    os_mutex_lock(&lock);
    for (struct code *c = atomic_load(&all); c; c = c->next)
        if (atomic_load(&c->size) && !c->retired) {
            c->known = true;
            fn(c, arg);
        }
    os_mutex_unlock(&lock);
}
