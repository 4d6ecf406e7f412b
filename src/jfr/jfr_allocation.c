/* Allocation: samples, with a limit of so many in a time, and each span of memory that a thread takes.
 *
 * Candidates are random points of what a thread allocates (heap_alloc.c), the same chance for each byte. Of these the
 * throttle lets so many through; one that gets through weighs what its thread has allocated since its last one. So the
 * weights add up to the bytes allocated, and a class gets its share of them. */
#include "base/rate.h"
#include "heap/heap.h"
#include "jfr/jfr_int.h"
#include "model/options.h"
#include "os/os_time.h"

enum {
    CANDIDATE_BYTES = 64 * KB,         /* on the average, of one thread */
    THROTTLED_BYTES = 512 * KB,        /* likewise, where a throttle asks for few; about HotSpot's, whose are spans */
    OLD_BYTES = TINY(64 * KB, 1 * KB), /* likewise, of objects that are followed */
    OLD_BYTES_MOST = 8 * OLD_BYTES,    /* likewise, when a program has allocated much */
    OLD_FOR_EACH = 4,                  /* samples for each object that is followed, at least */
    BURST = 10                         /* samples that may come at once after a quiet time */
};

static struct rate samples_rate;

/* false: there have been enough of late. */
static bool let_through(const struct jfr_setting *s)
{
    i64 count = __atomic_load_n(&s->throttle_count, __ATOMIC_RELAXED);
    i64 ms = __atomic_load_n(&s->throttle_ms, __ATOMIC_RELAXED);
    if (count <= 0) return count < 0; /* negative: no throttle */
    return rate_take(&samples_rate, os_time_monotonic_ns(), (i64)((double)ms * OS_NS_PER_MS / (double)count), BURST);
}

void jfr_sampled_alloc(struct thread *self, struct class *c)
{
    IN_STATE(self, VM);
    i64 id = jfr_event_id(RECORDER_ObjectAllocationSample);
    if (id < 0 || !RECORDER_WANTS(ObjectAllocationSample) || !jfr_recording()) return;
    if (jfr_thread_of(self)->excluded || !let_through(&jfr_settings[id])) return;
    recorder_object_allocation_sample(self, c, (i64)heap_sample_weight(&self->heap, HEAP_SAMPLER_RECORDER));
}

/* Where -XX:TLABSize is given, candidates come as often as HotSpot's. */
static size_t interval(size_t usual)
{
    return options.tlab_size && options.tlab_size < usual ? options.tlab_size : usual;
}

static size_t old_interval; /* 0: no objects are followed; with the world stopped */

void jfr_sample_old_less(u64 bytes, u32 room)
{
    WORLD_STOPPED();
    size_t wanted = old_interval;
    while (wanted >= OLD_BYTES && wanted < OLD_BYTES_MOST && bytes / wanted / 2 >= (u64)room * OLD_FOR_EACH)
        wanted *= 2;
    if (wanted == old_interval) return;
    old_interval = wanted;
    heap_change_sampling(HEAP_SAMPLER_OLD, wanted);
}

void jfr_update_allocation(struct thread *self)
{
    IN_STATE(self, VM);
    static bool spans;     /* with the world stopped */
    static size_t samples; /* their interval; 0: there are none */
    i64 id = jfr_event_id(RECORDER_ObjectAllocationSample);
    bool throttled = id >= 0 && __atomic_load_n(&jfr_settings[id].throttle_count, __ATOMIC_RELAXED) >= 0;
    size_t want_samples =
        RECORDER_WANTS(ObjectAllocationSample) ? interval(throttled ? THROTTLED_BYTES : CANDIDATE_BYTES) : 0;
    bool want_spans = RECORDER_WANTS(ObjectAllocationInNewTLAB) || RECORDER_WANTS(ObjectAllocationOutsideTLAB);
    bool want_old = RECORDER_WANTS(OldObjectSample);
    safepoint_begin(self, "JFRAllocation");
    if (samples != want_samples) heap_set_sampling(HEAP_SAMPLER_RECORDER, want_samples > 0, want_samples);
    if (spans != want_spans) heap_watch_spans(want_spans);
    samples = want_samples;
    if (want_old != (old_interval > 0)) {
        if (!want_old) jfr_old_forget();
        old_interval = want_old ? interval(OLD_BYTES) : 0;
        heap_set_sampling(HEAP_SAMPLER_OLD, want_old, old_interval);
    }
    spans = want_spans;
    safepoint_end(self);
}
