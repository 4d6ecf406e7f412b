/* ExecutionSample and NativeMethodSample, by one thread.
 *
 * Each tick it looks at the threads that run Java, or the VM for Java, and reads how much processor time those have
 * used. When one's next period has passed, it gets a sample to fill and a signal; the handler walks the thread's own
 * stack into it. No lock is taken there, and a thread that is in native code by then leaves its sample empty. The next
 * tick makes events of what was filled; so does a collection before it begins, as it may free methods, and a rotation.
 * One thread in native code a tick is walked by the sampler itself, in turn, while it is kept from returning: it gets
 * no signal, which would interrupt its system calls. */
#include "core/thread_life.h"
#include "exec/stack/stack_sample.h"
#include "jfr/jfr_int.h"
#include "model/options.h"
#include "os/os_time.h"
#include "thread/thread_control.h"
#include <inttypes.h>
#include <stdlib.h>

enum { STATE_RUNNABLE = 5 };  /* jdk.types.ThreadState, jfr_static.c */
enum { BEHIND_MOST = 2 };     /* periods that a thread may lag: it was not looked at meanwhile */
enum { SAMPLES_MOST = 1024 }; /* at a time */

/* Used by the sampling thread IN_VM, or with the world stopped. */
static struct stack_sample *samples[SAMPLES_MOST];
static u32 sample_count;
static struct jfr_thread *sampler; /* its block takes the events; NULL: there is no such thread */
static u64 taken, failed;

static _Atomic i64 java_period, native_period; /* ns; 0: not wanted */
static _Atomic bool running;
static struct os_event wake = OS_EVENT_INIT;
static u64 last_native; /* the thread in native code that had its turn */

/* ---- events ---- */

void jfr_take_samples(void)
{
    CALLER_IN_VM();
    CONTRACT("the sampling thread, or world stopped",
             (sampler && sampler->thread == thread_self()) || safepoint_caller_stopped());
    if (!sampler) return;
    for (u32 i = 0; i < sample_count; i++) {
        struct stack_sample *s = samples[i];
        u32 state = atomic_load_explicit(&s->state, memory_order_acquire);
        if (state != SAMPLE_FILLED && state != SAMPLE_EMPTY) continue;
        if (state == SAMPLE_FILLED) {
            taken++;
            failed += !s->count;
        }
        if (s->count)
            jfr_emit_sample(sampler, RECORDER_ExecutionSample, s->at, s->number,
                            jfr_trace_of(sampler, s->frames, s->count), STATE_RUNNABLE);
        atomic_store_explicit(&s->state, SAMPLE_FREE, memory_order_relaxed);
    }
}

void jfr_sampled_ended(struct thread *t)
{
    THREADS_LOCKED();
    if (sampler && sampler == t->recorder) sampler = NULL;
}

/* ---- the sampling thread ---- */

static struct stack_sample *free_sample(void)
{
    for (u32 i = 0; i < sample_count; i++)
        if (atomic_load_explicit(&samples[i]->state, memory_order_relaxed) == SAMPLE_FREE) return samples[i];
    if (sample_count == SAMPLES_MOST) return NULL;
    struct stack_sample *s = stack_sample_new(jfr_stack_depth + 1);
    if (!s) return NULL;
    return samples[sample_count++] = s;
}

static bool left_out(struct thread *t)
{
    struct jfr_thread *j = t->recorder;
    return !t->java || t->is_hidden || (j ? j->excluded : jfr_thread_excluded(t, t->java));
}

/* Where in its period a thread is first sampled: not all at the same place, or short threads would all be missed or all
 * be hit. */
static i64 first_due(const struct thread *t, i64 period) { return (i64)(hash_u64(t->recorder_id) % (u64)period) + 1; }

static void look_at_running(struct thread *t, i64 period)
{
    i64 cpu;
    if (stack_sample_is_out(t, STACK_SAMPLER_RECORDER) || !t->fp || !thread_cpu_ns(t, &cpu) || !cpu) return;
    if (!t->recorder_due_ns) t->recorder_due_ns = first_due(t, period);
    if (cpu < t->recorder_due_ns || left_out(t)) return;
    struct stack_sample *s = free_sample();
    if (!s) return;
    if (t->recorder_due_ns < cpu - BEHIND_MOST * period)
        t->recorder_due_ns = cpu + first_due(t, period);
    else
        t->recorder_due_ns += period;
    (void)jfr_use_thread(t);
    s->number = t->recorder_id;
    (void)stack_sample_ask(t, STACK_SAMPLER_RECORDER, s);
}

static void walk_native(struct thread *t, void *arg)
{
    struct stack_sample *s = arg;
    s->count = 0;
    if (atomic_load_explicit(&t->state, memory_order_relaxed) == THREAD_IN_NATIVE && t->fp)
        s->count = stack_async_walk(t, NULL, s->frames, s->room);
}

static void look_at_native(struct thread *t)
{
    struct stack_sample *s = free_sample();
    if (!s) return;
    last_native = t->recorder_id;
    if (handshake_try(t, walk_native, s) && s->count)
        jfr_emit_sample(sampler, RECORDER_NativeMethodSample, os_time_monotonic_ns(), jfr_use_thread(t),
                        jfr_trace_of(sampler, s->frames, s->count), STATE_RUNNABLE);
}

/* In turn: the one with the next number. */
static bool is_next(const struct thread *t, const struct thread *best)
{
    if (!best) return true;
    bool after = t->recorder_id > last_native, best_after = best->recorder_id > last_native;
    return after != best_after ? after : t->recorder_id < best->recorder_id;
}

static void tick(struct thread *self, bool java, bool native)
{
    i64 period = atomic_load(&java_period);
    java = java && period && stack_sample_can_ask();
    struct thread *next = NULL;
    threads_lock(self);
    for (struct thread *t = threads_first(); t; t = t->next) {
        u32 state = atomic_load_explicit(&t->state, memory_order_relaxed);
        if (t == self || !t->os_tid) continue;
        if (java && (state == THREAD_IN_JAVA || state == THREAD_IN_VM))
            look_at_running(t, period);
        else if (native && state == THREAD_IN_NATIVE && t->fp && is_next(t, next) && !left_out(t))
            next = t;
    }
    if (next) look_at_native(next);
    threads_unlock();
}

/* `*next`: when the next tick is due; it is set further, by a random distance that is a period on average. A program
 * with phases as long as a period would be met in the same phase again and again. */
static bool is_due(i64 now, i64 period, i64 *next)
{
    if (!period || now < *next) return false;
    i64 distance = period / 2 + (i64)(hash_u64((u64)now) % (u64)period);
    *next = *next + distance > now ? *next + distance : now + distance;
    return true;
}

static void body(struct thread *self, void *arg)
{
    sampler = jfr_thread_of(self);
    i64 java_due = 0, native_due = 0;
    for (;;) {
        i64 java = atomic_load(&java_period), native = atomic_load(&native_period);
        if (!java && !native) LOG(debug, jfr_system, "%" PRIu64 " samples, %" PRIu64 " without a stack", taken, failed);
        i64 until = !java && !native                 ? OS_FOREVER
                    : !native                        ? java_due
                    : !java || native_due < java_due ? native_due
                                                     : java_due;
        thread_to_blocked(self);
        (void)os_event_wait_until(&wake, until);
        thread_from_blocked(self);
        jfr_take_samples();
        i64 now = os_time_monotonic_ns();
        java = atomic_load(&java_period);
        native = atomic_load(&native_period);
        bool look_java = is_due(now, java, &java_due), look_native = is_due(now, native, &native_due);
        if (look_java || look_native) tick(self, look_java, look_native);
    }
}

bool jfr_sample_every(struct thread *self, u32 event, i64 period_ns)
{
    IN_STATE(self, VM);
    atomic_store(event == RECORDER_ExecutionSample ? &java_period : &native_period, period_ns);
    if (atomic_load(&running)) {
        os_event_set(&wake);
        return true;
    }
    if (!period_ns || atomic_exchange(&running, true)) return true;
    if (thread_start_hidden(self, "JFR Thread Sampler", body, NULL)) return true;
    atomic_store(&running, false);
    return false;
}
