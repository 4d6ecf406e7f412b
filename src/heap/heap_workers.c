/* The threads that help the collecting one. They start when a collection first has work for them, and sleep in between.
 * They are no Java threads: they use only the heap, while their caller has the world stopped. */
#include "heap/heap_int.h"

#include "os/os_signal.h"
#include "os/os_thread.h"

#include <stdio.h>

static struct {
    struct os_mutex lock; /* a leaf; all below */
    struct os_cond start, done;
    u64 round; /* counts the calls of workers_run */
    u32 wanted, running, made;
    void (*fn)(u32 index, void *arg);
    void *arg;
    bool ready;
} crew = { .lock = OS_MUTEX_INIT };

static u64 hired_in[MAX_WORKERS]; /* the last round done */

static void work(void *arg)
{
    u32 index = (u32)(uintptr_t)arg;
    u64 seen = hired_in[index];
    os_signal_enter_thread(true); /* only faults; other signals go to other threads */
    os_mutex_lock(&crew.lock);
    for (;;) {
        while (crew.round == seen || index > crew.wanted) {
            seen = crew.round;
            os_cond_wait(&crew.start, &crew.lock);
        }
        seen = crew.round;
        os_mutex_unlock(&crew.lock);
        crew.fn(index, crew.arg);
        os_mutex_lock(&crew.lock);
        if (--crew.running == 0) os_cond_signal(&crew.done);
    }
}

/* Starts helpers for `count` workers; fewer if the system gives no more threads. */
static void hire(u32 count)
{
    if (!crew.ready) {
        os_cond_init(&crew.start);
        os_cond_init(&crew.done);
        crew.ready = true;
    }
    while (crew.made + 1 < count) {
        char name[24];
        struct os_thread t;
        u32 index = crew.made + 1;
        snprintf(name, sizeof name, "GC Thread#%u", index);
        hired_in[index] = crew.round;
        if (os_thread_create(&t, 512 * KB, name, true, work, (void *)(uintptr_t)index)) break;
        crew.made++;
    }
}

u32 workers_count(void)
{
    u32 n = heap.config.threads;
    return n < 1 ? 1 : n < MAX_WORKERS ? n : MAX_WORKERS;
}

void workers_run(u32 count, void (*prepare)(u32 count, void *arg), void (*fn)(u32 index, void *arg), void *arg)
{
    hire(count);
    count = crew.made + 1 < count ? crew.made + 1 : count;
    if (prepare) prepare(count, arg);
    os_mutex_lock(&crew.lock);
    crew.fn = fn;
    crew.arg = arg;
    crew.wanted = crew.running = count - 1;
    crew.round++;
    os_cond_broadcast(&crew.start);
    os_mutex_unlock(&crew.lock);
    fn(0, arg);
    os_mutex_lock(&crew.lock);
    while (crew.running) os_cond_wait(&crew.done, &crew.lock);
    os_mutex_unlock(&crew.lock);
}
