/* Counting and timing of calls without events. The VM counts calls, in code of every kind, so counts are exact. Every
 * few milliseconds of processor time a signal takes the stack of the thread that runs, so times are estimates. This
 * needs extension functions of Argus. On other VMs, and with option times=exact, MethodEntry and MethodExit count and
 * time every call. */
#ifndef LENS_SAMPLE_H
#define LENS_SAMPLE_H

#include <jvmti.h>
#include <stdbool.h>

#include "lens_thread.h"

extern bool lens_sampled; /* since VMInit; else exact */

/* Begins to sample if the options and the VM allow it. Called in VMInit, before any event of methods is enabled. */
bool lens_sample_begin(void);
/* Called by a thread when it has got its struct lens_thread, and before that is freed. */
void lens_sample_thread(struct lens_thread *t, jthread thread);
void lens_sample_thread_end(struct lens_thread *t);
/* Stops the signal. Called before threads are held out. */
void lens_sample_stop(void);
/* Replaces the method ids in T's nodes by methods. Called once, before the nodes are merged; T records nothing any
 * more. */
void lens_sample_resolve(struct lens_thread *t);
/* Computes counts and times of methods and the length of a sample. Called after everything is merged. */
void lens_sample_finish(void);
/* Returns the number of calls counted since the beginning. *LEFT: the number of those that have returned, as known at
 * the end. */
uint64_t lens_sample_calls(uint64_t *left);

#endif
