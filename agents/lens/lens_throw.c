/* Exceptions. Recorded by jmethodID and location, so that an event costs one lookup; methods and lines are resolved
 * when a combination is first seen. Guarded by LENS_LOCK_THROWS. */
#include "lens_throw.h"

#include <string.h>

#include "lens.h"
#include "lens_lock.h"

#define ROW_MAX 100000 /* combinations; a program that makes more loses the rest, which is said */

struct throw_key {
    const char *class_name;
    jmethodID at, catch_at;
    jlocation location, catch_location;
};

static struct lens_table throws = { .value_size = (sizeof(struct lens_throw) + 7) & ~(size_t)7, .limit = ROW_MAX };
static struct lens_table catches = { .value_size = (sizeof(struct lens_catch) + 7) & ~(size_t)7, .limit = ROW_MAX };
static _Atomic uint64_t thrown_total, caught_total;

static const char *class_of(JNIEnv *jni, jobject exception)
{
    jclass klass = (*jni)->GetObjectClass(jni, exception);
    const char *name = lens_class_name_of(klass);
    (*jni)->DeleteLocalRef(jni, klass);
    return name;
}

void lens_throw_record(JNIEnv *jni, jobject exception, jmethodID at, jlocation location, jmethodID catch_at,
                       jlocation catch_location)
{
    struct throw_key key = { class_of(jni, exception), at, catch_at, location, catch_at == NULL ? 0 : catch_location };
    atomic_fetch_add_explicit(&thrown_total, 1, memory_order_relaxed);
    lens_lock(LENS_LOCK_THROWS);
    struct lens_throw *row = lens_table_get(&throws, &key, sizeof key);
    if (row != NULL) row->count++;
    lens_unlock(LENS_LOCK_THROWS);
    if (row != NULL) return;

    struct lens_throw made = { .class_name = key.class_name, .at = lens_method_of(jni, at) };
    made.line = lens_method_line(at, location);
    made.catch = catch_at == NULL ? NULL : lens_method_of(jni, catch_at);
    made.catch_line = catch_at == NULL ? -1 : lens_method_line(catch_at, catch_location);
    bool fresh = false;
    lens_lock(LENS_LOCK_THROWS);
    row = made.at == NULL ? NULL : lens_table_put(&throws, &key, sizeof key, &fresh);
    if (row != NULL) {
        if (fresh) *row = made; /* another thread may have been first */
        row->count++;
    }
    lens_unlock(LENS_LOCK_THROWS);
    if (row == NULL) atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
}

void lens_throw_record_catch(JNIEnv *jni, jobject exception, jmethodID at, jlocation location)
{
    struct throw_key key = { .class_name = class_of(jni, exception), .at = at, .location = location };
    atomic_fetch_add_explicit(&caught_total, 1, memory_order_relaxed);
    lens_lock(LENS_LOCK_THROWS);
    struct lens_catch *row = lens_table_get(&catches, &key, sizeof key);
    if (row != NULL) row->count++;
    lens_unlock(LENS_LOCK_THROWS);
    if (row != NULL) return;

    struct lens_catch made = { .class_name = key.class_name, .at = lens_method_of(jni, at) };
    made.line = lens_method_line(at, location);
    bool fresh = false;
    lens_lock(LENS_LOCK_THROWS);
    row = made.at == NULL ? NULL : lens_table_put(&catches, &key, sizeof key, &fresh);
    if (row != NULL) {
        if (fresh) *row = made;
        row->count++;
    }
    lens_unlock(LENS_LOCK_THROWS);
    if (row == NULL) atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
}

uint64_t lens_throw_total(void) { return atomic_load_explicit(&thrown_total, memory_order_relaxed); }

uint64_t lens_throw_caught_total(void) { return atomic_load_explicit(&caught_total, memory_order_relaxed); }

void lens_throw_rows(struct lens_table *throws_out, struct lens_table *catches_out)
{
    lens_table_init(throws_out, sizeof(struct lens_throw), 0);
    for (struct lens_throw *row = NULL, *sum; (row = lens_table_next(&throws, row)) != NULL;) {
        struct lens_throw key = *row;
        key.count = 0;
        if ((sum = lens_table_put(throws_out, &key, sizeof key, NULL)) == NULL) continue;
        uint64_t count = sum->count + row->count;
        *sum = *row;
        sum->count = count;
    }
    lens_table_init(catches_out, sizeof(struct lens_catch), 0);
    for (struct lens_catch *row = NULL, *sum; (row = lens_table_next(&catches, row)) != NULL;) {
        struct lens_catch key = *row;
        key.count = 0;
        if ((sum = lens_table_put(catches_out, &key, sizeof key, NULL)) == NULL) continue;
        uint64_t count = sum->count + row->count;
        *sum = *row;
        sum->count = count;
    }
}
