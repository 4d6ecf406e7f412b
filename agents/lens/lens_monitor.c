/* Waiting for monitors. The start of a wait finds its row and notes the clock in the thread; the end adds up. A thread
 * waits for one monitor at a time, but Object.wait ends by entering the monitor again: the two kinds are noted apart.
 * Guarded by LENS_LOCK_MONITORS. */
#include "lens_monitor.h"

#include <string.h>

#include "lens.h"
#include "lens_clock.h"
#include "lens_lock.h"
#include "lens_thread.h"

#define ROW_MAX 100000

struct monitor_key {
    const char *class_name;
    jmethodID at;
    jlocation location;
    uint64_t wait;
};

static struct lens_table rows = { .value_size = (sizeof(struct lens_monitor) + 7) & ~(size_t)7, .limit = ROW_MAX };

static struct lens_monitor *find_row(JNIEnv *jni, const struct monitor_key *key)
{
    lens_lock(LENS_LOCK_MONITORS);
    struct lens_monitor *row = lens_table_get(&rows, key, sizeof *key);
    lens_unlock(LENS_LOCK_MONITORS);
    if (row != NULL) return row;

    struct lens_monitor made = { .class_name = key->class_name, .line = -1, .wait = key->wait != 0 };
    if (key->at != NULL) {
        made.at = lens_method_of(jni, key->at);
        made.line = lens_method_line(key->at, key->location);
    }
    bool fresh = false;
    lens_lock(LENS_LOCK_MONITORS);
    row = lens_table_put(&rows, key, sizeof *key, &fresh);
    if (fresh) *row = made; /* another thread may have been first */
    lens_unlock(LENS_LOCK_MONITORS);
    if (row == NULL) atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
    return row;
}

void lens_monitor_begin(struct lens_thread *t, JNIEnv *jni, jthread thread, jobject object, bool wait)
{
    struct monitor_key key;
    memset(&key, 0, sizeof key);
    jclass klass = (*jni)->GetObjectClass(jni, object);
    key.class_name = lens_class_name_of(klass);
    (*jni)->DeleteLocalRef(jni, klass);
    jvmtiFrameInfo frames[2];
    jint count = 0;
    /* Object.wait is native: the program's place is the frame below. */
    if ((*lens.ti)->GetStackTrace(lens.ti, thread, 0, 2, frames, &count) == JVMTI_ERROR_NONE && count > 0) {
        int at = frames[0].location == -1 && count > 1 ? 1 : 0;
        key.at = frames[at].method;
        key.location = frames[at].location;
    }
    key.wait = wait;
    t->waits[wait].row = find_row(jni, &key);
    t->waits[wait].since_ns = lens_clock_wall_ns();
}

void lens_monitor_end(struct lens_thread *t, bool wait)
{
    struct lens_monitor *row = t->waits[wait].row;
    if (row == NULL) return;
    uint64_t took = lens_clock_wall_ns() - t->waits[wait].since_ns;
    t->waits[wait].row = NULL;
    lens_lock(LENS_LOCK_MONITORS);
    row->count++;
    row->total_ns += took;
    if (took > row->longest_ns) row->longest_ns = took;
    lens_unlock(LENS_LOCK_MONITORS);
}

void lens_monitor_rows(struct lens_table *out)
{
    lens_table_init(out, sizeof(struct lens_monitor), 0);
    for (struct lens_monitor *row = NULL, *sum; (row = lens_table_next(&rows, row)) != NULL;) {
        if (row->count == 0) continue;
        struct {
            const char *class_name;
            const struct lens_method *at;
            uint64_t line, wait;
        } key = { row->class_name, row->at, (uint64_t)row->line, row->wait };
        bool fresh;
        if ((sum = lens_table_put(out, &key, sizeof key, &fresh)) == NULL) continue;
        if (fresh) {
            *sum = *row;
            continue;
        }
        sum->count += row->count;
        sum->total_ns += row->total_ns;
        if (row->longest_ns > sum->longest_ns) sum->longest_ns = row->longest_ns;
    }
}
