/* The cheap way: the VM itself counts calls in code of every kind, and a signal takes the stack of the thread that runs
 * every few milliseconds of processor time. Counts are exact, times are estimates. It wants extension functions of
 * Argus; elsewhere, and with option times=exact, MethodEntry and MethodExit count and time every call. */
#ifndef LENS_SAMPLE_H
#define LENS_SAMPLE_H

#include <jvmti.h>
#include <stdbool.h>

#include "lens_thread.h"

extern bool lens_sampled; /* since VMInit; else exact */

/* In VMInit, before any event of methods is enabled: begins if the options and the VM allow it. */
bool lens_sample_begin(void);
/* The calling thread got a state, or is about to lose it. */
void lens_sample_thread(struct lens_thread *t, jthread thread);
void lens_sample_thread_end(struct lens_thread *t);
/* Before threads are held out: the signal stops. */
void lens_sample_stop(void);
/* T's nodes, which know ids, know methods afterwards; once, before they are merged. T records nothing any more. */
void lens_sample_resolve(struct lens_thread *t);
/* After everything is merged: counts and times of methods, how long a sample is. */
void lens_sample_finish(void);
/* Calls that were counted since the beginning; *LEFT: of those, how many are on no stack, as known at the end. */
uint64_t lens_sample_calls(uint64_t *left);

#endif
