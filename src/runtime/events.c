/* The hooks that jvmti/ fills in, and the word that says which are wanted. */
#include "runtime/events.h"

_Atomic u64 events_global;
struct event_hooks hooks;

enum { IN_DISPATCH = 1 << EV_METHOD_ENTRY | 1 << EV_METHOD_EXIT | 1 << EV_SINGLE_STEP };

void event_enable(enum event_point e, bool on)
{
    u64 bit = (u64)1 << e;
    if (on) atomic_fetch_or(&events_global, bit);
    else atomic_fetch_and(&events_global, ~bit);
    if (!(bit & IN_DISPATCH)) return;
    threads_lock(thread_self());
    for (struct thread *t = threads_first(); t; t = t->next) thread_update_dispatch(t);
    threads_unlock();
}
