/* Running totals, written by an agent thread. The thread exists only with the option, and the report leaves it out.
   Its end runs Java code, whose calls the VM counts, so it rests until the report is written. */
#include "lens_progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lens.h"
#include "lens_class.h"
#include "lens_clock.h"
#include "lens_lock.h"
#include "lens_thread.h"
#include "lens_throw.h"

static FILE *out;
static bool for_people;
static jthread writer;                            /* global reference; NULL: there is none */
static enum state { GOES_ON, RESTS, ENDS } state; /* with LENS_LOCK_PROGRESS */

bool lens_progress_open(void)
{
    if (lens.options.progress == NULL) return true;
    for_people = strcmp(lens.options.progress, "stderr") == 0;
    out = for_people ? stderr : fopen(lens.options.progress, "w");
    return out != NULL;
}

static void write_record(uint64_t now, bool last)
{
    struct lens_thread_totals threads = lens_thread_totals();
    uint64_t classes = lens_class_total(), thrown = lens_throw_total();
    uint64_t collections = atomic_load(&lens_collections.finished);
    if (for_people)
        fprintf(out,
                "lens: %.1f s, %" PRIu64 " classes, %" PRIu64 " calls, %" PRIu64 " exceptions, %" PRIu64
                " collections, %" PRIu64 " threads\n",
                (double)now / 1e9, classes, threads.entered, thrown, collections, threads.threads_running);
    else
        fprintf(out,
                "{\"type\":\"progress\",\"ms\":%" PRIu64 ",\"classes\":%" PRIu64 ",\"entered\":%" PRIu64
                ",\"left\":%" PRIu64 ",\"exceptions\":%" PRIu64 ",\"collections\":%" PRIu64 ",\"threads\":%" PRIu64
                ",\"last\":%s}\n",
                now / 1000000u, classes, threads.entered, threads.left, thrown, collections, threads.threads_running,
                last ? "true" : "false");
    fflush(out);
}

static void JNICALL run(jvmtiEnv *ti, JNIEnv *jni, void *argument)
{
    (void)ti, (void)jni, (void)argument;
    lens_lock(LENS_LOCK_PROGRESS);
    while (state != ENDS) {
        lens_lock_wait(LENS_LOCK_PROGRESS, state == GOES_ON ? lens.options.every_ms : 0);
        if (state == GOES_ON) write_record(lens_clock_wall_ns(), false);
    }
    lens_unlock(LENS_LOCK_PROGRESS);
}

static jthread new_thread(JNIEnv *jni)
{
    jclass class = (*jni)->FindClass(jni, "java/lang/Thread");
    jmethodID init = class == NULL ? NULL : (*jni)->GetMethodID(jni, class, "<init>", "(Ljava/lang/String;)V");
    jstring name = init == NULL ? NULL : (*jni)->NewStringUTF(jni, "lens progress");
    jthread thread = name == NULL ? NULL : (*jni)->NewObject(jni, class, init, name);
    jthread kept = thread == NULL ? NULL : (*jni)->NewGlobalRef(jni, thread);
    (*jni)->ExceptionClear(jni);
    (*jni)->DeleteLocalRef(jni, thread);
    (*jni)->DeleteLocalRef(jni, name);
    (*jni)->DeleteLocalRef(jni, class);
    return kept;
}

bool lens_progress_start(JNIEnv *jni)
{
    if (out == NULL) return true;
    writer = new_thread(jni);
    return writer != NULL &&
           (*lens.ti)->RunAgentThread(lens.ti, writer, run, NULL, JVMTI_THREAD_NORM_PRIORITY) == JVMTI_ERROR_NONE;
}

bool lens_progress_is(JNIEnv *jni, jthread thread)
{
    return writer != NULL && (*jni)->IsSameObject(jni, writer, thread);
}

static void change(enum state to)
{
    lens_lock(LENS_LOCK_PROGRESS);
    state = to;
    if (to == RESTS) write_record(lens_clock_wall_ns(), true);
    lens_lock_notify(LENS_LOCK_PROGRESS);
    lens_unlock(LENS_LOCK_PROGRESS);
}

void lens_progress_finish(void)
{
    if (out != NULL) change(RESTS);
}

void lens_progress_leave(void)
{
    if (out != NULL) change(ENDS);
}
