/* How many objects of each class there are. */
#ifndef ARGUS_CORE_HISTOGRAM_H
#define ARGUS_CORE_HISTOGRAM_H

#include "model/class.h"
#include "thread/thread.h"

struct histogram_row {
    struct class *c;
    u64 instances, bytes;
};
/* A row for each class that has objects, the one with most bytes first, *n of them; malloc'ed. Dead objects that no
 * collection has found yet count too. World stopped; does not keep the classes. */
struct histogram_row *histogram_take(u32 *n);
/* The flight recorder's event for each class that has at least 0.5 percent of the bytes: ObjectCountAfterGC (after_gc)
 * or ObjectCount, of collection `id`. The caller has asked whether the event is wanted. World stopped. */
void histogram_record(struct thread *self, bool after_gc, i64 id);

#endif
