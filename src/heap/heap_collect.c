/* A collection: mark, process references, sweep, set the next budget. The world is stopped.
 *
 * Sweeping a block copies the mark map to the start map. Lines without a mark are the block's holes.
 *
 * A young collection keeps the marks of the last one (sticky marks; Demers et al., "Combining generational and
 * conservative garbage collection", POPL 1990): marked objects are old and live. Its roots are those of the VM and the
 * objects that the store barrier has recorded; it sweeps the blocks that mutators have had since. Its survivors are
 * old. When the old objects have grown by a factor, or most of the free memory is gone, the next collection is full. */
#include "heap/heap_int.h"

#include <stdio.h>

#include "log/log.h"
#include "os/os_time.h"

enum { MIN_HOLE_LINES = 4 };  /* a block with fewer free lines is full */
enum { SURVIVORS_SHARE = 2 }; /* of the young objects: if more survive, they stay in place */
enum { SLACK_SHARE = 16 };    /* of the budget: free blocks kept beyond it */
enum { BEGIN_SHARE = 4 }; /* marking beside the program runs in the last part of the growth before a full collection */
static const size_t min_budget = 24 * MB, min_growth = 64 * MB, worth_a_cycle = 64 * MB;

/* ---- work on all blocks, in batches, by all workers if there are many ---- */

enum { BATCH = 64, FOR_ALL = 512 /* blocks */ };
static _Atomic u32 next_block;

static bool next_batch(u32 *from, u32 *to)
{
    u32 b = atomic_fetch_add_explicit(&next_block, BATCH, memory_order_relaxed);
    if (b >= heap.block_count) return false;
    *from = b;
    *to = heap.block_count - b < BATCH ? heap.block_count : b + BATCH;
    return true;
}

static void on_all_blocks(u32 blocks, void (*fn)(u32 index, void *arg))
{
    atomic_store(&next_block, 0);
    if (blocks < FOR_ALL || workers_count() == 1 || heap.poison)
        fn(0, NULL);
    else
        workers_run(workers_count(), NULL, fn, NULL);
}

/* A full collection begins without marks. A remark begins with those made beside the program, and clears that map. */
static void renew(void *marks, void *next, size_t bytes)
{
    if (heap.remark)
        memcpy(marks, next, bytes);
    else
        memset(marks, 0, bytes);
    if (heap.cycle) memset(next, 0, bytes);
}

static void renew_some(u32 index, void *arg)
{
    (void)index, (void)arg;
    for (u32 b, end; next_batch(&b, &end);)
        for (; b < end; b++) {
            if (heap.block_state[b] <= BLOCK_FREE_DIRTY) continue;
            uintptr_t a = block_address(b);
            renew(&heap.mark_map[a >> 9], heap.cycle ? &heap.next_map[a >> 9] : NULL,
                  MAP_WORDS_PER_BLOCK * sizeof(u64));
            renew(&heap.line_marks[a >> HEAP_LINE_SHIFT], heap.cycle ? &heap.next_lines[a >> HEAP_LINE_SHIFT] : NULL,
                  LINES_PER_BLOCK);
        }
}

static void renew_marks(void)
{
    on_all_blocks(heap.block_count, renew_some);
    large_renew_marks();
}

static u32 count_free_lines(uintptr_t a)
{
    const u8 *lines = &heap.line_marks[a >> HEAP_LINE_SHIFT];
    u32 used = 0;
    for (u32 i = 0; i < LINES_PER_BLOCK; i++) used += lines[i];
    return LINES_PER_BLOCK - used;
}

/* Makes dead memory recognisable (debugging), before the mark map becomes the start map: dead objects, then free lines.
 * The sizes are in the classes, which are unloaded after the sweep. */
static void poison_block(uintptr_t a)
{
    for (uintptr_t w = a >> 9, last = w + MAP_WORDS_PER_BLOCK; w < last; w++)
        for (u64 dead = heap_start_map[w] & ~heap.mark_map[w]; dead; dead &= dead - 1) {
            struct object *o = (struct object *)((w << 9) + ((uintptr_t)__builtin_ctzll(dead) << 3));
            const struct object *now = heap.moving ? mark_live(o) : NULL;
            memset(o, HEAP_POISON, now ? short_size_before(o, now) : object_size(o));
        }
    const u8 *lines = &heap.line_marks[a >> HEAP_LINE_SHIFT];
    for (u32 i = 0; i < LINES_PER_BLOCK; i++)
        if (!lines[i]) memset((void *)(a + i * HEAP_LINE_SIZE), HEAP_POISON, HEAP_LINE_SIZE);
}

static void sweep_block(u32 b)
{
    uintptr_t a = block_address(b);
    if (heap.poison) poison_block(a);
    u32 free_lines = count_free_lines(a);
    if (free_lines == LINES_PER_BLOCK) { /* then there are no marks to be read */
        VM_DEBUG_ONLY(for (u32 w = 0; w < MAP_WORDS_PER_BLOCK; w++) VM_ASSERT(!heap.mark_map[(a >> 9) + w]);)
        memset(&heap_start_map[a >> 9], 0, MAP_WORDS_PER_BLOCK * sizeof(u64));
    } else
        memcpy(&heap_start_map[a >> 9], &heap.mark_map[a >> 9], MAP_WORDS_PER_BLOCK * sizeof(u64));
    heap.block_free_lines[b] = (u8)free_lines;
    if (free_lines == LINES_PER_BLOCK) heap.pinned_block[b] = false;
    heap.block_state[b] = free_lines == LINES_PER_BLOCK  ? BLOCK_FREE_DIRTY
                          : free_lines >= MIN_HOLE_LINES ? BLOCK_RECYCLE
                                                         : BLOCK_FULL;
}

static struct {
    _Atomic u32 in_use, dirty;
    _Atomic size_t live_lines;
} swept;

static void sweep_some(u32 index, void *arg)
{
    (void)index, (void)arg;
    u32 in_use = 0, dirty = 0, lowest = heap.young ? BLOCK_OWNED : BLOCK_RECYCLE;
    size_t live_lines = 0;
    for (u32 b, end; next_batch(&b, &end);)
        for (; b < end; b++) {
            if (heap.block_state[b] >= lowest) sweep_block(b);
            dirty += heap.block_state[b] == BLOCK_FREE_DIRTY;
            if (heap.block_state[b] <= BLOCK_FREE_DIRTY) continue;
            in_use++;
            live_lines += LINES_PER_BLOCK - heap.block_free_lines[b];
        }
    atomic_fetch_add(&swept.in_use, in_use);
    atomic_fetch_add(&swept.dirty, dirty);
    atomic_fetch_add(&swept.live_lines, live_lines);
}

static void sweep_blocks(void)
{
    swept.in_use = swept.dirty = 0;
    swept.live_lines = 0;
    size_t young = atomic_load_explicit(&heap.since, memory_order_relaxed) >> HEAP_BLOCK_SHIFT;
    on_all_blocks(heap.young ? (u32)young / 4 : heap.block_count, sweep_some);
    heap.blocks_in_use = swept.in_use;
    heap.dirty_blocks = swept.dirty;
    heap.live_bytes = swept.live_lines * HEAP_LINE_SIZE;
    heap.recycle_cursor = heap.free_cursor = heap.clean_cursor = 0;
    heap.spare_count = 0;
}

/* Bytes in blocks that the old objects will need until the next full collection, estimated from their present blocks.
 * Keeping them avoids page faults. An explicit collection keeps none, since its caller wants the memory. */
static size_t growth_kept(enum heap_cause cause)
{
    if (cause != HEAP_CAUSE_ALLOCATION || heap.full_above <= heap.live_bytes) return 0;
    size_t growth = heap.full_above - heap.live_bytes, small = heap.live_bytes - heap.large_bytes;
    return growth < small ? growth : small;
}

/* Returns dirty free blocks to the system, highest first, except those that the next budget and the growth of the old
 * objects need; pages kept for large objects count towards these. Joins neighbours into one call. A budget needs a
 * little more than its bytes in blocks, because their ends stay empty and survivors move to others. */
static void return_blocks(enum heap_cause cause)
{
    HEAP_STANDS_FOR_LOCK();
    size_t most = heap.budget + heap.budget / 4 - (heap.large_dirty < heap.budget ? heap.large_dirty : heap.budget);
    size_t wanted = heap.budget + heap.budget / SLACK_SHARE;
    size_t keep = ((most < wanted ? most : wanted) + growth_kept(cause)) >> HEAP_BLOCK_SHIFT;
    for (u32 b = heap.block_count; b > 0 && heap.dirty_blocks > keep;) {
        if (heap.block_state[b - 1] != BLOCK_FREE_DIRTY) {
            b--;
            continue;
        }
        u32 last = b;
        while (b > 0 && heap.block_state[b - 1] == BLOCK_FREE_DIRTY && heap.dirty_blocks > keep) {
            b--;
            heap.dirty_blocks--;
        }
        size_t bytes = (size_t)(last - b) << HEAP_BLOCK_SHIFT;
        if (os_mem_discard((void *)block_address(b), bytes)) memset(&heap.block_state[b], BLOCK_FREE, last - b);
    }
    heap_trim_locked(0);
    while (heap.block_count && heap.block_state[heap.block_count - 1] == BLOCK_FREE) heap.block_count--;
}

/* After a full collection: the size up to which the old objects may grow before the next one. */
static void set_full_above(size_t room)
{
    size_t grow = heap.live_bytes > min_growth ? heap.live_bytes : min_growth;
    if (grow > room / 4 * 3) grow = room / 4 * 3;
    heap.full_above = heap.live_bytes + grow;
    heap.begin_above = heap.full_above - grow / BEGIN_SHARE;
}

/* Sets the budget from the time that the last young collection took for the bytes allocated before it. */
static void pace(size_t since, i64 took)
{
    if (!heap.config.pause_ms || !heap.young || since < min_budget / 4) return;
    double goal = (double)heap.config.pause_ms * OS_NS_PER_MS / (double)took * (double)since;
    heap.paced_budget = goal < (double)heap.max_bytes ? (size_t)goal : heap.max_bytes;
}

static void set_budget(void)
{
    size_t room = heap.max_bytes > heap.live_bytes ? heap.max_bytes - heap.live_bytes : 0;
    size_t budget = heap.config.full_only ? heap.live_bytes : heap.live_bytes / 2;
    if (budget > heap.paced_budget) budget = heap.paced_budget;
    if (budget < min_budget) budget = min_budget;
    heap.budget = budget < room ? budget : room;
    if (!heap.young) set_full_above(room);
}

static const char *const cause_names[] = { [HEAP_CAUSE_ALLOCATION] = "Allocation Failure",
                                           [HEAP_CAUSE_SYSTEM_GC] = "System.gc()",
                                           [HEAP_CAUSE_TOOL] = "JvmtiEnv ForceGarbageCollection",
                                           [HEAP_CAUSE_STRESS] = "Stress",
                                           [HEAP_CAUSE_LAST_RESORT] = "Last ditch collection",
                                           [HEAP_CAUSE_METADATA] = "Metadata GC Threshold",
                                           [HEAP_CAUSE_GROWTH] = "Class Redefinition" };

const char *heap_cause_name(enum heap_cause cause)
{
    return (u32)cause < ARRAY_LEN(cause_names) ? cause_names[cause] : NULL;
}

static struct heap_report report;

const struct heap_report *heap_last_report(void)
{
    HEAP_STANDS();
    return &report;
}

static void report_phase(const char *name, i64 began, i64 ended)
{
    CONTRACT("there is room for all phases", report.phase_count < HEAP_PHASES_MOST);
    report.phases[report.phase_count++] = (struct heap_phase){ name, began, ended };
}

/* Marks and sweeps once. Afterwards dead objects are gone, live_bytes is right, and pending references have been passed
 * to the VM. */
static void cycle(bool clear_soft, bool moving, bool growing)
{
    i64 begin = os_time_monotonic_ns();
    if (moving) move_begin(growing);
    if (!heap.young) renew_marks();
    mark_roots(clear_soft);
    i64 marked = os_time_monotonic_ns();
    struct object *pending = refs_process(&report);
    i64 processed = os_time_monotonic_ns();
    sweep_blocks();
    if (!heap.young) short_swept(heap_is_old);
    if (moving) move_end();
    if (!heap.young || large_young_died()) large_sweep();
    heap.young_large_count = 0;
    if (heap.vm->swept && !heap_classes_stay()) heap.vm->swept();
    heap.live_bytes += heap.large_bytes;
    if (pending) heap.vm->pending_references(pending);
    i64 end = os_time_monotonic_ns();
    report_phase(moving ? "Mark and Move" : "Mark", begin, marked);
    report_phase("Reference Processing", marked, processed);
    report_phase("Sweep", processed, end);
    LOG(debug, gc_phases, "GC(%llu) %smark %.3fms, references %.3fms, sweep %.3fms; %zu objects live",
        (unsigned long long)heap.log_number,
        moving        ? heap.young ? "young moving " : "moving "
        : heap.young  ? "young "
        : heap.remark ? "re"
                      : "",
        (double)(marked - begin) / 1e6, (double)(processed - marked) / 1e6, (double)(end - processed) / 1e6,
        mark_count());
}

/* Decides whether the next young collection moves its survivors; each is copied once. The first that moves will take
 * about twice as long for each byte as the one just measured. */
static void note_survivors(size_t since)
{
    bool many = mark_bytes() > since / SURVIVORS_SHARE;
    if (heap.config.pause_ms && heap.many_survived && !many) heap.paced_budget /= 2;
    heap.many_survived = many;
}

/* A full collection moves objects in a second marking, because the first one shows what is worth it. The second one
 * clears no soft references, since the first has cleared them. */
static void mark_and_sweep(enum heap_cause cause, bool clear_soft)
{
    bool grows = !heap_classes_stay() && (heap.growing || short_table.count);
    cycle(clear_soft, grows || move_young_wanted(), grows);
    if (heap.cycle && !heap.young) cycle_end(!heap.remark);
    if (heap_classes_stay()) return;
    size_t all = mark_bytes();
    heap.small_bytes = all > heap.large_bytes ? all - heap.large_bytes : 0;
    if (move_wanted(cause)) cycle(false, true, false);
    heap.crowded = false;
}

enum kind { YOUNG, REMARK, FULL };

/* Under stress every kind of collection follows every other kind. */
static enum kind stress_kind(void)
{
    if (!heap.config.stress_concurrent) return heap.collections % 4 != 3 ? YOUNG : FULL;
    return heap.collections % 16 == 15 ? FULL : heap.cycle && heap.collections % 3 == 0 ? REMARK : YOUNG;
}

/* While the thread marks, old objects may take half of the memory that a full collection would have left free. After
 * that the remark does the rest of the marking. */
static enum kind cycle_kind(void)
{
    size_t most = heap.full_above;
    if (heap.max_bytes > most) most += (heap.max_bytes - most) / 2;
    return cycle_due() || heap.live_bytes > most ? REMARK : YOUNG;
}

/* A failed allocation right after a collection makes it full, since a young one would find nothing new. */
static enum kind next_kind(enum heap_cause cause, bool clear_soft)
{
    if (heap.growing || heap.config.full_only || clear_soft || heap.crowded || !log_complete()) return FULL;
    if (heap.short_of_blocks && heap.few_blocks) return FULL;
    if (heap.cycle && cycle_failed()) return FULL;
    if (cause == HEAP_CAUSE_STRESS) return stress_kind();
    if (cause != HEAP_CAUSE_ALLOCATION) return FULL;
    if (atomic_load_explicit(&heap.since, memory_order_relaxed) <= heap.budget / 4) return FULL;
    if (heap.cycle) return cycle_kind();
    return heap.live_bytes <= heap.full_above ? YOUNG : FULL;
}

/* After a young collection. A small heap is marked in a stop, which is short anyway. */
static bool cycle_wanted(void)
{
    if (!heap.config.concurrent || !heap.young || heap.cycle) return false;
    return heap.config.stress_concurrent || (heap.live_bytes > worth_a_cycle && heap.live_bytes > heap.begin_above);
}

bool heap_next_is_full(enum heap_cause cause) { return next_kind(cause, false) == FULL; }

bool heap_young(void) { return heap.young; }
bool heap_classes_stay(void) { return heap.young || heap.remark; }

bool heap_block_may_have_died(uintptr_t base)
{
    return !heap.young || base >= small_end() || heap.block_state[block_of(base)] == BLOCK_OWNED;
}

/* ---- the lines of -Xlog:gc*, in HotSpot's form ---- */

struct moment {
    i64 wall_ns, user_ns, system_ns;
    size_t bytes, young, old; /* in use */
};

static void look(struct moment *m)
{
    m->wall_ns = os_time_monotonic_ns();
    if (LOG_ENABLED(info, gc_cpu)) os_time_process_split_ns(&m->user_ns, &m->system_ns);
    m->bytes = heap_used();
    m->young = atomic_load_explicit(&heap.since, memory_order_relaxed);
    m->old = heap.live_bytes;
}

static double seconds(i64 from, i64 to) { return (double)(to - from) / 1e9; }

/* "Young (Allocation Failure)" */
static const char *kind_name(enum heap_cause cause, bool begins, char *text, size_t size)
{
    if (heap.remark) return "Remark";
    snprintf(text, size, "%s%s (%s)", heap.young ? "Young" : "Full", begins ? " (Concurrent Start)" : "",
             cause_names[cause]);
    return text;
}

static void log_start(enum heap_cause cause)
{
    char text[80];
    heap.log_number = heap.remark ? cycle_number() : heap.next_number++;
    LOG(info, gc_start, "GC(%llu) Pause %s", (unsigned long long)heap.log_number,
        kind_name(cause, false, text, sizeof text));
}

static void log_end(enum heap_cause cause, bool begins, const struct moment *from)
{
    unsigned long long number = heap.log_number;
    char text[80];
    struct moment to = { 0 };
    look(&to);
    LOG(info, gc_heap, "GC(%llu) Young: %zuK->%zuK(%zuK)", number, from->young / KB, to.young / KB, heap.budget / KB);
    LOG(info, gc_heap, "GC(%llu) Old: %zuK->%zuK(%zuK)", number, from->old / KB, to.old / KB, heap.max_bytes / KB);
    LOG(info, gc, "GC(%llu) Pause %s %zuM->%zuM(%zuM) %.3fms", number, kind_name(cause, begins, text, sizeof text),
        from->bytes / MB, to.bytes / MB, heap_committed() / MB, seconds(from->wall_ns, to.wall_ns) * 1e3);
    LOG(info, gc_cpu, "GC(%llu) User=%.2fs Sys=%.2fs Real=%.2fs", number, seconds(from->user_ns, to.user_ns),
        seconds(from->system_ns, to.system_ns), seconds(from->wall_ns, to.wall_ns));
}

/* ---- a collection ---- */

/* Before anything is read: gives the mutators' unused memory to the sweep. */
static void collect_begin(enum heap_cause cause, bool clear_soft)
{
    heap.vm->collection_start(cause);
    heap.vm->for_each_local(local_forget);
    local_forget(&heap.pinned);
    local_forget(&heap.reserve);
    heap.reserve_blocks = RESERVE_BLOCKS;
    enum kind kind = next_kind(cause, clear_soft);
    heap.young = kind == YOUNG;
    if (heap.young) heap.blocks_moved_to = 0;
    heap.remark = kind == REMARK;
    if (heap.cycle && heap.young) cycle_put_off();
    log_start(cause);
    if (heap.config.verify) heap_verify("before collection");
}

/* Under stress the check before the next collection comes soon enough in most cases. */
static void verify_after(enum heap_cause cause)
{
    heap.swept = true;
    if (cause != HEAP_CAUSE_STRESS || heap.collections % 16 == 0) heap_verify("after collection");
    barrier_shadow_take();
    heap.swept = false;
}

static void stress_less(void)
{
    if (!heap.stress_backoff || --heap.stress_left) return;
    heap.stress_left = heap.stress_backoff;
    if (heap.stress_every < UINT32_MAX / 2) heap.stress_every *= 2;
}

void heap_collect(enum heap_cause cause, bool clear_soft)
{
    HEAP_STANDS();
    LOCK_NOT_HELD(&heap.lock);
    NOT_IN_SIGNAL_HANDLER();
    VM_CHECK(!heap.collecting);
    heap.collecting = true;
    struct moment from = { 0 };
    look(&from);
    report = (struct heap_report){ 0 };
    cycle_pause();
    collect_begin(cause, clear_soft);
    bool ends = heap.cycle && !heap.young;
    mark_and_sweep(cause, clear_soft);
    heap.few_blocks = move_few_blocks();
    heap.short_of_blocks = false;
    log_forget();
    atomic_store(&heap.since, 0);
    pace(from.young, os_time_monotonic_ns() - from.wall_ns);
    if (heap.young) note_survivors(from.young);
    set_budget();
    return_blocks(cause);
    pinned_go_on();
    if (heap.mark_stack_bytes > 4 * MB)
        os_mem_discard((char *)heap.mark_stack + 4 * MB, ALIGN_DOWN(heap.mark_stack_bytes - 4 * MB, (size_t)HEAP_PAGE));
    if (heap.config.verify) verify_after(cause);
    if (cause == HEAP_CAUSE_STRESS) stress_less();
    bool begins = cycle_wanted();
    if (begins) cycle_begin();
    i64 took = os_time_monotonic_ns() - from.wall_ns;
    heap.collection_ns += (u64)took;
    log_end(cause, begins && heap.cycle, &from);
    if (ends) {
        cycle_log_end();
        report.concurrent = (struct heap_phase){ "Concurrent Mark Cycle", cycle_begun_ns(), from.wall_ns };
    }
    heap.collections++;
    if (heap.young) {
        heap.young_collections++;
        heap.young_ns += (u64)took;
    }
    heap.remarks += heap.remark;
    heap.young = heap.remark = false;
    cycle_resume();
    heap.vm->collection_finish(cause);
    heap.collecting = false;
}
