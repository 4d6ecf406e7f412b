/* The settings of the VM's events. */
#include "jfr/jfr_int.h"

static struct jfr_setting *of(i64 id) { return jfr_is_event(id) ? &jfr_settings[id] : NULL; }

/* Events for which something has to be switched on. */
static bool is_of_allocation(i64 id)
{
    static const u32 events[] = { RECORDER_ObjectAllocationSample, RECORDER_ObjectAllocationInNewTLAB,
                                  RECORDER_ObjectAllocationOutsideTLAB, RECORDER_OldObjectSample };
    for (size_t i = 0; i < ARRAY_LEN(events); i++)
        if (jfr_event_id(events[i]) == id) return true;
    return false;
}

void jfr_set_enabled(struct thread *self, i64 id, bool on)
{
    IN_STATE(self, VM);
    struct jfr_setting *s = of(id);
    if (!s || s->enabled == on) return;
    __atomic_store_n(&s->enabled, on, __ATOMIC_RELAXED);
    jfr_want_event(id, on);
    if (is_of_allocation(id)) jfr_update_allocation(self);
}
void jfr_set_stack(i64 id, bool on)
{
    struct jfr_setting *s = of(id);
    if (s) __atomic_store_n(&s->stack, on, __ATOMIC_RELAXED);
}
bool jfr_set_threshold(i64 id, i64 ns)
{
    struct jfr_setting *s = of(id);
    if (s) __atomic_store_n(&s->threshold, ns, __ATOMIC_RELAXED);
    return s != NULL;
}
bool jfr_set_cutoff(i64 id, i64 ns)
{
    struct jfr_setting *s = of(id);
    if (s) __atomic_store_n(&s->cutoff, ns, __ATOMIC_RELAXED);
    return s != NULL;
}
bool jfr_set_throttle(struct thread *self, i64 id, i64 count, i64 period_ms)
{
    IN_STATE(self, VM);
    struct jfr_setting *s = of(id);
    if (!s) return false;
    bool other = (s->throttle_count < 0) != (count < 0);
    __atomic_store_n(&s->throttle_count, count, __ATOMIC_RELAXED);
    __atomic_store_n(&s->throttle_ms, period_ms, __ATOMIC_RELAXED);
    if (other && is_of_allocation(id)) jfr_update_allocation(self); /* without a throttle there are more candidates */
    return true;
}
