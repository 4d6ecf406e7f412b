/* Running totals while the program runs. */
#ifndef LENS_PROGRESS_H
#define LENS_PROGRESS_H

#include <jvmti.h>
#include <stdbool.h>

/* Opens the file of option progress; false with errno if it cannot be written. No option: nothing, true. */
bool lens_progress_open(void);

/* In the live phase: starts the thread that writes the records. False: the VM refuses it. No option: nothing, true. */
bool lens_progress_start(JNIEnv *jni);

/* Is THREAD the one that writes the records? The report leaves it out. */
bool lens_progress_is(JNIEnv *jni, jthread thread);

/* Writes the last record. The thread rests when this returns. */
void lens_progress_finish(void);

/* After the report: the thread ends. */
void lens_progress_leave(void);

#endif
