/* Waiting for monitors, by the class of the object and the place in the program. */
#ifndef LENS_MONITOR_H
#define LENS_MONITOR_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

#include "lens_method.h"
#include "lens_table.h"

struct lens_thread;

struct lens_monitor {
    const char *class_name;
    struct lens_method *at; /* NULL: no Java frame */
    int line;               /* -1: unknown */
    bool wait;              /* Object.wait; false: the way into a monitor that another thread holds */
    uint64_t count;
    uint64_t total_ns, longest_ns;
};

/* In the callbacks of MonitorContendedEnter and MonitorWait, and of MonitorContendedEntered and MonitorWaited, on the
 * thread T that waits. */
void lens_monitor_begin(struct lens_thread *t, JNIEnv *jni, jthread thread, jobject object, bool wait);
void lens_monitor_end(struct lens_thread *t, bool wait);

/* A table of struct lens_monitor by what a reader can tell apart; only when nothing is recorded any more; the caller
 * frees it. A wait that has not ended is not in it. */
void lens_monitor_rows(struct lens_table *rows);

#endif
