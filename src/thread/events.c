/* The hooks that jvmti/ fills in, and the word with the enabled event points. */
#include "thread/events.h"
#include "model/options.h"
#include "thread/recorder.h"

_Atomic u64 events_global, events_everywhere;
_Atomic bool locals_shown, events_asked_early;
struct event_hooks hooks;
struct event_straight straight_entry, straight_exit;
const u64 event_value_bits[32] = {
    ['Z' & 31] = 1,          ['B' & 31] = UINT8_MAX,  ['C' & 31] = UINT16_MAX, ['S' & 31] = UINT16_MAX,
    ['I' & 31] = UINT32_MAX, ['F' & 31] = UINT32_MAX, ['J' & 31] = UINT64_MAX, ['D' & 31] = UINT64_MAX,
};
struct recorder_binding recorder;
u32 recorder_epoch = 1;
u8 recorder_wanted[RECORDER_EVENT_COUNT];

enum { IN_DISPATCH = 1 << EV_METHOD_ENTRY | 1 << EV_METHOD_EXIT | 1 << EV_SINGLE_STEP };

static void set(_Atomic u64 *word, u64 bit, bool on)
{
    if (on)
        atomic_fetch_or(word, bit);
    else
        atomic_fetch_and(word, ~bit);
}

/* Loops without stops that have asked before their first turn are left at the next poll. */
static void ask_again(void)
{
    threads_lock(thread_self());
    for (struct thread *t = threads_first(); t; t = t->next) thread_set_poll(t, POLL_ASK_AGAIN);
    threads_unlock();
}

static void enable(enum event_point e, bool somewhere, bool everywhere)
{
    u64 bit = (u64)1 << e;
    set(&events_global, bit, somewhere);
    set(&events_everywhere, bit, everywhere);
    if ((bit & EV_ASKED) && somewhere && atomic_load(&events_asked_early)) ask_again();
    if (!(bit & IN_DISPATCH)) return;
    threads_lock(thread_self());
    for (struct thread *t = threads_first(); t; t = t->next) thread_update_dispatch(t);
    threads_unlock();
}

/* Checks of misuse look at the callback's own frame of references. A thread that leaves Java in line has no fences. */
void event_set_straight(struct event_straight *s, void *to)
{
    atomic_store(&s->to, thread_fences || options.check_jni || options.check_jvmti ? NULL : to);
}

void event_enable(enum event_point e, bool on) { enable(e, on, on); }
void event_enable_some(enum event_point e) { enable(e, true, false); }
