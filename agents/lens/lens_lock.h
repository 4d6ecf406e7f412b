/* The locks of lens: JVM TI raw monitors, because a thread that waits for one must not hold up a collection, and the VM
   knows about its own monitors.

   Order: a thread may take a lock only if every lock that it holds stands earlier in the list. No lock is held over a
 * JVM TI or JNI call that could run Java code. The collection events take none: they come while the world is
 * stopped. */
#ifndef LENS_LOCK_H
#define LENS_LOCK_H

#include <jvmti.h>
#include <stdbool.h>

enum lens_lock_name {
    LENS_LOCK_PROGRESS, /* the file of progress, and whether its thread goes on */
    LENS_LOCK_THREADS,  /* list of threads, merged tree and totals, closing */
    LENS_LOCK_CLASSES,  /* loaders, packages, classes */
    LENS_LOCK_THROWS,   /* exceptions */
    LENS_LOCK_ALLOCS,   /* allocation */
    LENS_LOCK_MONITORS, /* waiting for monitors */
    LENS_LOCK_METHODS,  /* method table */
    LENS_LOCK_TEXTS,    /* interned texts */
    LENS_LOCK_COUNT
};

/* Makes all locks; false if the VM will not. */
bool lens_lock_init(jvmtiEnv *ti);

void lens_lock(enum lens_lock_name name);
void lens_unlock(enum lens_lock_name name);

/* With the lock held: gives it up until lens_lock_notify, or for MS milliseconds at most (0: for good). */
void lens_lock_wait(enum lens_lock_name name, unsigned ms);
void lens_lock_notify(enum lens_lock_name name);

#endif
