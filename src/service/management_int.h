/* Private to service/: functions of its files for the table in management.c. */
#ifndef ARGUS_SERVICE_MANAGEMENT_INT_H
#define ARGUS_SERVICE_MANAGEMENT_INT_H

#include "model/flags.h"
#include "service/jmm.h"
#include "thread/thread.h"
#include <stdio.h>

/* mm_memory.c */
jobjectArray mm_get_pools(JNIEnv *env, jobject manager);
jobjectArray mm_get_managers(JNIEnv *env, jobject pool);
jobject mm_get_pool_usage(JNIEnv *env, jobject pool);
jobject mm_get_peak_pool_usage(JNIEnv *env, jobject pool);
jobject mm_get_collection_usage(JNIEnv *env, jobject pool);
jobject mm_get_memory_usage(JNIEnv *env, jboolean heap);
void mm_reset_peak(JNIEnv *env, jobject pool);
/* Objects made since the last collection; survivors of it; class metadata; the part for the classes themselves; machine
 * code. */
enum { MM_POOL_EDEN, MM_POOL_OLD, MM_POOL_METADATA, MM_POOL_CLASSES, MM_POOL_CODE, MM_POOLS };
u32 mm_pool_of(JNIEnv *env, jobject pool); /* MM_POOLS: it is none */
/* A collection has ended, the world is stopped: objects in use now have survived it. */
void mm_note_survivors(void);
/* Young collections, and full ones. */
enum { MM_YOUNG, MM_OLD, MM_COLLECTORS };
u32 mm_collector_of(JNIEnv *env, jobject manager); /* MM_COLLECTORS: it is none */
const char *mm_collector_name(u32 collector);
/* leaf locks only */
struct mm_usage {
    size_t used, committed;
};
void mm_pool_usage(u32 pool, size_t *used, size_t *committed);
/* a MemoryUsage; NULL with pending */
jobject mm_new_pool_usage(JNIEnv *env, u32 pool, size_t used, size_t committed);
void mm_class_space(size_t *used, size_t *committed); /* bytes of class metadata */

/* mm_counters.c: what jstat reads */
void mm_start_counters(void);
/* A collection begins, or has ended. World stopped. */
void mm_count_collection(const char *why, bool done);

/* mm_threshold.c: usage thresholds of pools */
bool mm_has_threshold(u32 pool, bool after_collection);
jlong mm_set_threshold(JNIEnv *env, jobject pool, jint threshold, jlong value);
void mm_set_sensor(JNIEnv *env, jobject pool, jint threshold, jobject sensor);
/* A collection has ended, the world is stopped. Returns true if mm_tell_sensors has work. */
bool mm_compare_thresholds(void);
/* Notifies the sensors of the class library, and so programs. IN_NATIVE, on the thread of notifications. */
void mm_tell_sensors(JNIEnv *env);

/* mm_gc.c */
void mm_start_notifier(JNIEnv *env); /* the thread that sends notifications, unless it runs */
jint mm_gc_attribute_info(JNIEnv *env, jobject manager, struct jmm_ext_attribute *info, jint count);
void mm_last_gc(JNIEnv *env, jobject manager, struct jmm_gc_stat *stat);
struct mm_usage mm_usage_after(u32 pool); /* after the last collection; zeros: there was none */
jlong mm_gc_count(u32 collector);
jlong mm_gc_time_ms(u32 collector);
void mm_enable_gc_notifications(JNIEnv *env, jobject manager, jboolean enabled);
void mm_print_collections(FILE *out, u32 most); /* the newest ones that are stored, at most so many */
/* The newest ones, oldest first, at most `most` of the 256 that are kept. Returns their number. */
struct mm_collection {
    i64 end_ns, stop_ns; /* since the VM's start; without the time to stop the threads */
    size_t before, after;
    const char *cause;
    u32 collector;
};
u32 mm_collections(struct mm_collection *out, u32 most);
void mm_observe_collection(enum heap_cause cause, bool done); /* service_binding.collection */

/* mm_thread.c */
jint mm_get_thread_info(JNIEnv *env, jlongArray ids, jint max_depth, jobjectArray result);
jobjectArray mm_dump_threads(JNIEnv *env, jlongArray ids, jboolean monitors, jboolean synchronizers, jint max_depth);
void mm_throw(JNIEnv *env, const char *class_name, const char *message);
/* The live thread with this java.lang.Thread.getId, or NULL. Hold threads_lock. */
struct thread *mm_find_thread(jlong id);
/* The object for which a blocked, waiting or parked thread waits, and its owner. NULLs if it does not wait. World
 * stopped. */
void mm_waits_for(struct thread *t, struct object **lock, struct object **owner_java);

/* mm_thread_time.c */
jlong mm_cpu_time(JNIEnv *env, jlong id);
jlong mm_cpu_time_kind(JNIEnv *env, jlong id, jboolean user_and_system);
void mm_cpu_times_kind(JNIEnv *env, jlongArray ids, jlongArray times, jboolean user_and_system);
jlong mm_thread_allocated(JNIEnv *env, jlong id);
void mm_threads_allocated(JNIEnv *env, jlongArray ids, jlongArray sizes);
jlong mm_total_allocated(JNIEnv *env);
jint mm_internal_thread_times(JNIEnv *env, jobjectArray names, jlongArray times);

/* mm_deadlock.c */
jobjectArray mm_find_monitor_deadlocks(JNIEnv *env);
jobjectArray mm_find_deadlocks(JNIEnv *env, jboolean monitors_only);

/* mm_flag.c */
jobjectArray mm_flag_names(JNIEnv *env);
jint mm_get_flags(JNIEnv *env, jobjectArray names, struct jmm_flag *flags, jint count);
/* vm_flag_change, with the flight recorder's event. IN_NATIVE. */
const char *mm_change_flag(struct vm_flag *f, const char *value, enum vm_flag_origin origin, char *why);
void mm_set_flag(JNIEnv *env, jstring name, jvalue value);
u32 mm_flag_count(void);

/* mm_command.c */
jobjectArray mm_commands(JNIEnv *env);
void mm_command_info(JNIEnv *env, jobjectArray commands, struct jmm_command *info);
void mm_command_arguments(JNIEnv *env, jstring command, struct jmm_command_argument *info, jint count);
jstring mm_execute(JNIEnv *env, jstring command);
/* Prints the result of a method of jdk.internal.vm.VMSupport, in the form that jcmd and the attach API expect.
 * IN_NATIVE. An exception stays pending. */
void mm_print_properties(JNIEnv *env, const char *method, FILE *out);
/* Runs a diagnostic command line (jcmd's syntax), writing to `out`. IN_NATIVE. Returns false on an error, which `out`
 * describes. */
bool mm_run_command(JNIEnv *env, const char *line, FILE *out);
/* Does this line run a command that has to wait for the live phase? */
bool mm_command_is_for_live_phase(const char *line);
/* Does this line run a command that may wait for seconds, while others are to be answered? */
bool mm_command_waits(const char *line);

/* mm_agent.c */
/* Adds a module of the JDK to the boot layer unless it is there. false: pending. */
bool mm_load_module(JNIEnv *env, const char *module);

/* attach.c */
/* Loads an agent (see ti_attach_agent) and writes the result to `out`. IN_NATIVE. Returns false if it could not be
 * loaded. */
bool attach_load_agent(JNIEnv *env, const char *agent, bool absolute, const char *text, FILE *out);

#endif
