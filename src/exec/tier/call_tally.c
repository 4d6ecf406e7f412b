/* See call_tally.h. */
#include "exec/tier/call_tally.h"
#include "base/base.h"
#include "os/os_mem.h"
#include "thread/thread_contract.h"

#include <stdlib.h>
#include <string.h>

bool call_tally_on;

static struct os_mutex tally_lock = OS_MUTEX_INIT; /* leaf */
static struct call_tally_row *rows;                /* by number; their counts are those of ended threads */
static u32 row_count, row_room;
static u64 *shared; /* for threads without an array of their own */

static size_t array_bytes(void) { return (size_t)TALLY_MOST * TALLY_WORDS * sizeof(u64); }

void call_tally_number(struct method *m)
{
    if (__atomic_load_n(&m->tally, __ATOMIC_ACQUIRE)) return;
    os_mutex_lock(&tally_lock);
    if (row_count == row_room && row_room < TALLY_MOST) {
        row_room = row_room ? 2 * row_room : 4096;
        rows = vm_realloc(rows, row_room * sizeof *rows);
    }
    if (!row_count) rows[row_count++] = (struct call_tally_row){ .class_name = NULL };
    if (!m->tally && row_count < row_room) {
        rows[row_count] = (struct call_tally_row){ .class_name = m->owner->name,
                                                   .name = m->name,
                                                   .desc = m->desc,
                                                   .hidden = (m->owner->flags & CLS_HIDDEN) != 0 };
        __atomic_store_n(&m->tally, row_count++, __ATOMIC_RELEASE);
    }
    os_mutex_unlock(&tally_lock);
}

u64 *call_tally_array(struct thread *t)
{
    if (t->call_tally) return t->call_tally;
    u64 *words = os_mem_map(array_bytes());
    if (!words) {
        os_mutex_lock(&tally_lock);
        if (!shared) shared = vm_calloc(TALLY_MOST * TALLY_WORDS, sizeof *shared);
        words = shared;
        os_mutex_unlock(&tally_lock);
    }
    return t->call_tally = words;
}

static u64 word_of(const u64 *words, u32 number, u32 word)
{
    return __atomic_load_n(&words[number * TALLY_WORDS + word], __ATOMIC_RELAXED);
}
static void add_words(struct call_tally_row *to, u32 count, const u64 *words)
{
    for (u32 i = 0; i < count; i++)
        for (u32 w = 0; w < TALLY_WORDS; w++) to[i].count[w] += word_of(words, i, w);
}

void call_tally_thread_ended(struct thread *t)
{
    THREADS_LOCKED();
    u64 *words = t->call_tally;
    t->call_tally = NULL;
    if (!words || words == shared) return;
    os_mutex_lock(&tally_lock);
    add_words(rows, row_count, words);
    os_mutex_unlock(&tally_lock);
    os_mem_release(words, array_bytes());
}

bool call_tally_sums(struct thread *self, struct call_tally_row **out, u32 *row_total)
{
    threads_lock(self); /* so that no thread's array is freed */
    os_mutex_lock(&tally_lock);
    u32 count = row_count;
    *out = malloc(((size_t)count + 1) * sizeof **out);
    if (*out) memcpy(*out, rows, count * sizeof **out);
    os_mutex_unlock(&tally_lock);
    if (*out && shared) add_words(*out, count, shared);
    for (struct thread *t = threads_first(); *out && t; t = t->next)
        if (t->call_tally && t->call_tally != shared) add_words(*out, count, t->call_tally);
    threads_unlock();
    *row_total = count;
    return *out != NULL;
}

u64 call_tally_of_thread(const struct thread *t)
{
    THREADS_LOCKED();
    u64 sum = 0;
    os_mutex_lock(&tally_lock);
    u32 count = row_count;
    os_mutex_unlock(&tally_lock);
    for (u32 i = 0; t->call_tally && i < count; i++) sum += word_of(t->call_tally, i, TALLY_ENTERED);
    return sum;
}
