/* Shared by the files of jdk/ and by service/: stack copies and lists of threads. */
#ifndef ARGUS_JDK_JVM_STACK_H
#define ARGUS_JDK_JVM_STACK_H

#include "thread/thread.h"

/* One thread's frames at one moment, newest first. `alive` false: it had not started or had ended; nothing else is
 * set. */
struct jvm_stack_copy {
    bool alive;
    bool no_memory; /* for the frames: jvm_stack_elements throws */
    i32 count;
    struct {
        struct method *method;
        i32 bci;
    } *frames; /* malloc'ed */
};
/* Copies at most `max` (-1: all) frames of a thread that is stopped (or the caller's own). */
void jvm_copy_stack(struct thread *t, i32 max, struct jvm_stack_copy *out);
/* StackTraceElement[] of a copy; NULL with pending. */
WARN_UNUSED struct object *jvm_stack_elements(struct thread *self, const struct jvm_stack_copy *s);
/* Thread[] of all live threads that are shown to Java; NULL with pending. */
WARN_UNUSED struct object *jvm_all_threads(struct thread *self);

#endif
