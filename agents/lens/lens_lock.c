/* Raw monitors by name: see lens_lock.h. */
#include "lens_lock.h"

static jvmtiEnv *env;
static jrawMonitorID monitors[LENS_LOCK_COUNT];

bool lens_lock_init(jvmtiEnv *ti)
{
    static const char *const NAMES[LENS_LOCK_COUNT] = {
        "lens progress", "lens threads",  "lens classes", "lens throws",
        "lens allocs",   "lens monitors", "lens methods", "lens texts"
    };
    env = ti;
    for (int i = 0; i < LENS_LOCK_COUNT; i++)
        if ((*ti)->CreateRawMonitor(ti, NAMES[i], &monitors[i]) != JVMTI_ERROR_NONE) return false;
    return true;
}

void lens_lock(enum lens_lock_name name) { (*env)->RawMonitorEnter(env, monitors[name]); }

void lens_unlock(enum lens_lock_name name) { (*env)->RawMonitorExit(env, monitors[name]); }

void lens_lock_wait(enum lens_lock_name name, unsigned ms) { (*env)->RawMonitorWait(env, monitors[name], ms); }

void lens_lock_notify(enum lens_lock_name name) { (*env)->RawMonitorNotifyAll(env, monitors[name]); }
