/* References of java.lang.ref during a collection (package documentation of java.lang.ref; the comment on states in
 * java.lang.ref.Reference).
 *
 * While marking, an active Reference whose referent is not reached yet is remembered, not followed (discovered). After
 * the strong closure:
 *   soft, weak   referent not reached: cleared, pending
 *   [the VM's weak entries that must not see finalizable objects]
 *   final        referent not reached: made inactive (next = itself), pending; the referent is marked, with everything
 *                it reaches
 *   phantom      referent not reached: cleared, pending
 *   [the VM's other weak entries]
 * References that are first reached from finalizable objects are not discovered any more: they are strong this time. */
#include "heap/heap_int.h"

#include "base/vec.h"
#include "log/log.h"
#include "os/os_time.h"

static struct os_mutex found_lock = OS_MUTEX_INIT; /* a leaf, for several marking threads */
static struct vec found[REF_PHANTOM + 1];
static bool discovering, soft_as_weak;
static i64 soft_limit_ms; /* a soft reference unused for longer than this is cleared */

static nref *slot_of(struct object *o, u32 offset) { return (nref *)((char *)o + offset); }

void refs_begin(bool clear_soft)
{
    HEAP_STANDS();
    for (u32 i = 0; i <= REF_PHANTOM; i++) vec_clear(&found[i]);
    discovering = true;
    soft_as_weak = clear_soft;
    /* One second of life for each megabyte by which the heap may still grow, as of the last collection
     * (-XX:SoftRefLRUPolicyMSPerMB=1000). */
    soft_limit_ms =
        (i64)((heap.max_bytes - (heap.live_bytes < heap.max_bytes ? heap.live_bytes : heap.max_bytes)) / MB) * 1000;
}

static bool soft_keeps(const struct object *ref)
{
    if (soft_as_weak) return false;
    if (!heap.soft_clock) return true;
    i64 stamp = __atomic_load_n((const i64 *)((const char *)ref + heap.ref_timestamp), __ATOMIC_RELAXED);
    return *heap.soft_clock - stamp <= soft_limit_ms;
}

bool refs_is_weak(const struct object *ref, const struct heap_type *t)
{
    if (t->strength == REF_NONE) return false;
    if (__atomic_load_n((const nref *)((const char *)ref + heap.ref_next), __ATOMIC_RELAXED))
        return false; /* inactive: an ordinary object */
    return t->strength != REF_SOFT || !soft_keeps(ref);
}

bool refs_discover(struct object *ref, const struct heap_type *t)
{
    if (!discovering || t->strength == REF_NONE) return false;
    struct object *referent = ref_load(ref, heap.ref_referent);
    if (!referent || mark_live(referent) || !refs_is_weak(ref, t)) return false;
    os_mutex_lock(&found_lock);
    vec_push(&found[t->strength], ref);
    os_mutex_unlock(&found_lock);
    return true;
}

static struct object *pending;

static void make_pending(struct object *ref)
{
    *slot_of(ref, heap.ref_discovered) = ref_encode(pending);
    pending = ref;
}

/* Has the referent been reached, or is it NULL? Updates the reference if the referent has moved. */
static bool settled(struct object *ref)
{
    struct object *referent = ref_load(ref, heap.ref_referent);
    if (!referent) return true;
    struct object *now = mark_live(referent);
    if (now && now != referent) *slot_of(ref, heap.ref_referent) = ref_encode(now);
    return now != NULL;
}

static u32 clear_dead(enum ref_strength s)
{
    u32 n = 0;
    for (u32 i = 0; i < found[s].count; i++) {
        struct object *ref = vec_get(&found[s], i);
        if (settled(ref)) continue;
        *slot_of(ref, heap.ref_referent) = 0;
        make_pending(ref);
        n++;
    }
    return n;
}

static u32 revive_final(void)
{
    u32 n = 0;
    for (u32 i = 0; i < found[REF_FINAL].count; i++) {
        struct object *ref = vec_get(&found[REF_FINAL], i);
        /* Decided before any object is revived, since objects that a finalizable one reaches are finalizable too. */
        if (settled(ref)) {
            vec_set(&found[REF_FINAL], i, NULL);
            continue;
        }
        n++;
    }
    for (u32 i = 0; i < found[REF_FINAL].count; i++) {
        struct object *ref = vec_get(&found[REF_FINAL], i);
        if (!ref || *slot_of(ref, heap.ref_next)) continue; /* discovered twice, when the mark stack was full */
        mark_narrow(slot_of(ref, heap.ref_referent));
        *slot_of(ref, heap.ref_next) = ref_encode(ref);
        make_pending(ref);
    }
    mark_drain();
    return n;
}

struct object *refs_process(struct heap_report *r)
{
    HEAP_STANDS();
    for (u32 s = REF_SOFT; s <= REF_PHANTOM; s++) r->references[s] += found[s].count;
    discovering = false;
    pending = NULL;
    u32 soft = clear_dead(REF_SOFT), weak = clear_dead(REF_WEAK);
    heap.vm->weak_roots(mark_live, false);
    u32 final = revive_final();
    u32 phantom = clear_dead(REF_PHANTOM);
    heap.vm->weak_roots(mark_live, true);
    LOG(debug, gc_ref, "GC(%llu) pending: soft %u/%u, weak %u/%u, final %u/%u, phantom %u/%u",
        (unsigned long long)heap.log_number, soft, found[REF_SOFT].count, weak, found[REF_WEAK].count, final,
        found[REF_FINAL].count, phantom, found[REF_PHANTOM].count);
    if (heap.soft_clock) *heap.soft_clock = os_time_monotonic_ns() / OS_NS_PER_MS;
    return pending;
}
