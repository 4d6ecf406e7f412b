/* Running totals. No thread of its own: whoever passes after the time is up writes the record, and the compare-and-swap
   on the due time makes that one thread. A program that does nothing shows no progress, which is the truth. */
#include "lens_progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lens.h"
#include "lens_class.h"
#include "lens_clock.h"
#include "lens_thread.h"
#include "lens_throw.h"

static FILE *out;
static bool for_people;
static _Atomic uint64_t due_ns;

bool lens_progress_open(void)
{
    if (lens.options.progress == NULL) return true;
    for_people = strcmp(lens.options.progress, "stderr") == 0;
    out = for_people ? stderr : fopen(lens.options.progress, "w");
    atomic_store(&due_ns, (uint64_t)lens.options.every_ms * 1000000u);
    return out != NULL;
}

static void write_record(uint64_t now, bool last)
{
    struct lens_thread_totals threads = lens_thread_totals();
    uint64_t classes = lens_class_total(), thrown = lens_throw_total();
    uint64_t collections = atomic_load(&lens_collections.finished);
    /* One call, so that lines of two threads do not mix. */
    if (for_people)
        fprintf(out,
                "lens: %.1f s, %" PRIu64 " classes, %" PRIu64 " calls, %" PRIu64 " exceptions, %" PRIu64
                " collections, %" PRIu64 " threads\n",
                (double)now / 1e9, classes, threads.entered, thrown, collections, threads.threads_running);
    else
        fprintf(out,
                "{\"type\":\"progress\",\"ms\":%" PRIu64 ",\"classes\":%" PRIu64 ",\"entered\":%" PRIu64
                ",\"left\":%" PRIu64 ",\"exceptions\":%" PRIu64 ",\"collections\":%" PRIu64 ",\"threads\":%" PRIu64
                ",\"last\":%s}\n",
                now / 1000000u, classes, threads.entered, threads.left, thrown, collections, threads.threads_running,
                last ? "true" : "false");
    fflush(out);
}

void lens_progress_check(void)
{
    if (out == NULL) return;
    uint64_t now = lens_clock_wall_ns(), due = atomic_load_explicit(&due_ns, memory_order_relaxed);
    if (now < due) return;
    if (atomic_compare_exchange_strong(&due_ns, &due, now + (uint64_t)lens.options.every_ms * 1000000u))
        write_record(now, false);
}

void lens_progress_finish(void)
{
    if (out != NULL) write_record(lens_clock_wall_ns(), true);
}
