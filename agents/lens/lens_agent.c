/* lens: a JVM TI agent that reports what a run did. This file is its contact with the VM: start-up, capabilities,
 * events.
 *
 * It uses jvmti.h and jni.h only, so it runs on any VM that has them. What the VM does not offer is said in the report
 * and left out; the rest goes on. Methods, exceptions and allocation are recorded from VMInit on: before, the
 * specification does not give those events. Every callback is bracketed by lens_thread_begin and lens_thread_leave,
 * except those of phases, which come once, and of collections, which run with the world stopped and touch atomics
 * only. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lens.h"
#include "lens_alloc.h"
#include "lens_class.h"
#include "lens_clock.h"
#include "lens_lock.h"
#include "lens_monitor.h"
#include "lens_progress.h"
#include "lens_report.h"
#include "lens_sample.h"
#include "lens_table.h"
#include "lens_thread.h"
#include "lens_throw.h"

struct lens lens;
struct lens_off lens_offs[LENS_OFF_MAX];
int lens_off_count;
struct lens_collections lens_collections;

static void part_off(const char *part, const char *format, ...)
{
    if (lens_off_count == LENS_OFF_MAX) return;
    char reason[256];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    lens_offs[lens_off_count++] = (struct lens_off){ part, lens_text_intern(reason) };
}

static void see_phase(enum lens_phase phase)
{
    lens.phase_ns[phase] = lens_clock_wall_ns();
    lens.phase_seen[phase] = true;
}

/* The state of the calling thread with the event accepted, or NULL: the event does not count. */
static inline struct lens_thread *begin(JNIEnv *jni, jthread thread)
{
    struct lens_thread *t = lens_thread_here;
    if (__builtin_expect(t == NULL, 0)) t = lens_thread_adopt(jni, thread, false);
    return lens_thread_begin(t) ? t : NULL;
}

static void JNICALL on_method_entry(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jmethodID method)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_calls_enter(t, jni, method);
    lens_thread_leave(t);
}

static void JNICALL on_method_exit(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jmethodID method, jboolean by_exception,
                                   jvalue value)
{
    (void)ti, (void)value;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_calls_exit(t, jni, method, by_exception);
    lens_thread_leave(t);
}

static void JNICALL on_exception(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jmethodID at, jlocation location,
                                 jobject exception, jmethodID catch_at, jlocation catch_location)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    t->record->thrown++;
    lens_throw_record(jni, exception, at, location, catch_at, catch_location);
    lens_thread_leave(t);
}

static void JNICALL on_exception_catch(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jmethodID at, jlocation location,
                                       jobject exception)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_throw_record_catch(jni, exception, at, location);
    lens_thread_leave(t);
}

static void JNICALL on_sampled_alloc(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jobject object, jclass klass,
                                     jlong size)
{
    (void)ti, (void)object;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_alloc_sampled(klass, size);
    lens_thread_leave(t);
}

static void JNICALL on_vm_alloc(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jobject object, jclass klass, jlong size)
{
    (void)ti, (void)object;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_alloc_by_vm(klass, size);
    lens_thread_leave(t);
}

static void JNICALL on_contended_enter(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jobject object)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_monitor_begin(t, jni, thread, object, false);
    lens_thread_leave(t);
}

static void JNICALL on_contended_entered(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jobject object)
{
    (void)ti, (void)object;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_monitor_end(t, false);
    lens_thread_leave(t);
}

static void JNICALL on_wait(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jobject object, jlong timeout)
{
    (void)ti, (void)timeout;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_monitor_begin(t, jni, thread, object, true);
    lens_thread_leave(t);
}

static void JNICALL on_waited(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jobject object, jboolean timed_out)
{
    (void)ti, (void)object, (void)timed_out;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_monitor_end(t, true);
    lens_thread_leave(t);
}

static void JNICALL on_class_load(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jclass klass)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_class_loaded(jni, klass);
    lens_thread_leave(t);
}

static void JNICALL on_class_prepare(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jclass klass)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t == NULL) return;
    lens_class_prepared(jni, klass);
    lens_thread_leave(t);
}

static void JNICALL on_thread_start(jvmtiEnv *ti, JNIEnv *jni, jthread thread)
{
    (void)ti;
    if (lens_progress_is(jni, thread))
        lens_thread_ignore();
    else if (lens_thread_here == NULL)
        lens_thread_adopt(jni, thread, true);
    else
        lens_thread_note_start(lens_thread_here); /* some event of it came before */
}

static void JNICALL on_thread_end(jvmtiEnv *ti, JNIEnv *jni, jthread thread)
{
    (void)ti;
    struct lens_thread *t = begin(jni, thread);
    if (t != NULL) lens_thread_end(t);
}

static void JNICALL on_gc_start(jvmtiEnv *ti)
{
    (void)ti;
    atomic_fetch_add(&lens_collections.started, 1);
    atomic_store(&lens_collections.began_ns, lens_clock_wall_ns());
}

static void JNICALL on_gc_finish(jvmtiEnv *ti)
{
    (void)ti;
    uint64_t took = lens_clock_wall_ns() - atomic_load(&lens_collections.began_ns);
    atomic_fetch_add(&lens_collections.finished, 1);
    atomic_fetch_add(&lens_collections.total_ns, took);
    /* Collections do not overlap, so nobody else writes this. */
    if (took > atomic_load(&lens_collections.longest_ns)) atomic_store(&lens_collections.longest_ns, took);
}

/* Turns EVENT on; otherwise PART is off, and why. */
static bool enable(const char *part, const char *event_name, jvmtiEvent event)
{
    jvmtiError e = (*lens.ti)->SetEventNotificationMode(lens.ti, JVMTI_ENABLE, event, NULL);
    if (e == JVMTI_ERROR_NONE) return true;
    char *name = NULL;
    (*lens.ti)->GetErrorName(lens.ti, e, &name);
    part_off(part, "event %s: %s", event_name, name == NULL ? "error" : name);
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)name);
    return false;
}
#define ENABLE(part, event) enable(part, #event, JVMTI_EVENT_##event)

static void JNICALL on_vm_start(jvmtiEnv *ti, JNIEnv *jni)
{
    (void)ti, (void)jni;
    see_phase(LENS_VMSTART);
}

static void JNICALL on_vm_init(jvmtiEnv *ti, JNIEnv *jni, jthread thread)
{
    (void)ti;
    see_phase(LENS_VMINIT);
    struct lens_thread *t = begin(jni, thread);
    atomic_store(&lens.live, true);
    if (!lens_progress_start(jni)) part_off("progress", "the VM starts no agent thread");
    lens_thread_live(jni);
    if (lens.options.classes) lens_class_live(jni);
    if (t != NULL) lens_thread_leave(t);

    const jvmtiCapabilities *have = &lens.have;
    if (have->can_generate_exception_events && ENABLE("exceptions", EXCEPTION)) ENABLE("exceptions", EXCEPTION_CATCH);
    if (have->can_generate_sampled_object_alloc_events) ENABLE("alloc", SAMPLED_OBJECT_ALLOC);
    if (have->can_generate_vm_object_alloc_events) ENABLE("alloc", VM_OBJECT_ALLOC);
    /* The end first: a start without an end would be noted for good. */
    if (have->can_generate_monitor_events && ENABLE("locks", MONITOR_CONTENDED_ENTERED) &&
        ENABLE("locks", MONITOR_CONTENDED_ENTER) && ENABLE("locks", MONITOR_WAITED))
        ENABLE("locks", MONITOR_WAIT);
    if (!lens_sample_begin() && have->can_generate_method_entry_events && have->can_generate_method_exit_events &&
        lens.options.methods && ENABLE("methods", METHOD_EXIT))
        ENABLE("methods", METHOD_ENTRY);
}

static const char *system_property(const char *key)
{
    char *value = NULL;
    if ((*lens.ti)->GetSystemProperty(lens.ti, key, &value) != JVMTI_ERROR_NONE || value == NULL) return NULL;
    const char *kept = lens_text_intern(value);
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)value);
    return kept;
}

static void finish(void)
{
    see_phase(LENS_VMDEATH);
    lens_progress_finish();
    lens_sample_stop();
    lens_thread_close_all();
    lens_clock_calibrate();
    lens_sample_finish();
    lens.vm_name = system_property("java.vm.name");
    lens.vm_version = system_property("java.vm.version");
    lens.title = lens.options.title != NULL ? lens.options.title : system_property("sun.java.command");
    if (lens.title == NULL) lens.title = "a Java program";
    lens_report_write();
    lens_progress_leave();
}

static void JNICALL on_vm_death(jvmtiEnv *ti, JNIEnv *jni)
{
    (void)ti, (void)jni;
    finish();
}

/* Asks for what the wanted parts need and the VM offers. */
static bool add_capabilities(void)
{
    struct lens_options *o = &lens.options;
    jvmtiCapabilities offered = { 0 }, want = { 0 };
    (*lens.ti)->GetPotentialCapabilities(lens.ti, &offered);
#define WANT(part, on, capability) \
    do { \
        if ((on) && offered.capability) \
            want.capability = 1; \
        else if (on) \
            part_off(part, #capability " is not offered"); \
    } while (0)
    WANT("methods", o->methods, can_generate_method_entry_events);
    WANT("methods", o->methods, can_generate_method_exit_events);
    WANT("exceptions", o->exceptions, can_generate_exception_events);
    WANT("exceptions", o->exceptions, can_get_line_numbers);
    WANT("locks", o->locks, can_generate_monitor_events);
    if (o->locks && offered.can_get_line_numbers) want.can_get_line_numbers = 1;
    WANT("gc", o->gc, can_generate_garbage_collection_events);
    WANT("alloc", o->alloc, can_generate_sampled_object_alloc_events);
    WANT("alloc", o->alloc, can_generate_vm_object_alloc_events);
#undef WANT
    if ((*lens.ti)->AddCapabilities(lens.ti, &want) != JVMTI_ERROR_NONE) return false;
    lens.have = want;
    jvmtiError e;
    if (want.can_generate_sampled_object_alloc_events &&
        (e = (*lens.ti)->SetHeapSamplingInterval(lens.ti, o->interval)) != JVMTI_ERROR_NONE)
        part_off("alloc", "SetHeapSamplingInterval: error %d; estimates assume the interval asked for", (int)e);
    return true;
}

static bool add_events(void)
{
    const jvmtiEventCallbacks callbacks = {
        .VMStart = on_vm_start,
        .VMInit = on_vm_init,
        .VMDeath = on_vm_death,
        .ThreadStart = on_thread_start,
        .ThreadEnd = on_thread_end,
        .ClassLoad = on_class_load,
        .ClassPrepare = on_class_prepare,
        .MethodEntry = on_method_entry,
        .MethodExit = on_method_exit,
        .Exception = on_exception,
        .ExceptionCatch = on_exception_catch,
        .MonitorContendedEnter = on_contended_enter,
        .MonitorContendedEntered = on_contended_entered,
        .MonitorWait = on_wait,
        .MonitorWaited = on_waited,
        .SampledObjectAlloc = on_sampled_alloc,
        .VMObjectAlloc = on_vm_alloc,
        .GarbageCollectionStart = on_gc_start,
        .GarbageCollectionFinish = on_gc_finish,
    };
    if ((*lens.ti)->SetEventCallbacks(lens.ti, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) return false;
    /* Without these three there is no report at all. */
    if (!ENABLE("phases", VM_START) || !ENABLE("phases", VM_INIT) || !ENABLE("phases", VM_DEATH)) return false;
    if (ENABLE("threads", THREAD_START)) ENABLE("threads", THREAD_END);
    if (lens.options.classes && ENABLE("classes", CLASS_LOAD)) ENABLE("classes", CLASS_PREPARE);
    if (lens.have.can_generate_garbage_collection_events && ENABLE("gc", GARBAGE_COLLECTION_START))
        ENABLE("gc", GARBAGE_COLLECTION_FINISH);
    return true;
}

static jint fail(const char *why)
{
    fprintf(stderr, "lens: %s\n", why);
    return JNI_ERR;
}

static jint set_up(JavaVM *vm)
{
    char error[512];
    if (lens.ti != NULL) return fail("loaded twice; one lens is enough for a run");
    lens.vm = vm;
    if ((*vm)->GetEnv(vm, (void **)&lens.ti, JVMTI_VERSION_11) != JNI_OK)
        return fail("this VM has no JVM TI 11 or later");
    lens_clock_init();
    see_phase(LENS_ONLOAD);
    lens_thread_init();
    if (!lens_lock_init(lens.ti)) return fail("the VM makes no raw monitors");
    if (!lens_report_open(error, sizeof error)) return fail(error);
    if (!lens_progress_open()) {
        snprintf(error, sizeof error, "progress=%s: cannot be written", lens.options.progress);
        return fail(error);
    }
    if (!add_capabilities()) return fail("AddCapabilities refused what GetPotentialCapabilities offered");
    if (!add_events()) return fail("the VM refuses the events VMStart, VMInit and VMDeath");
    return JNI_OK;
}

static jint refuse_options(const char *error)
{
    fprintf(stderr, "lens: %s\nlens: -agentpath:...liblens.so=help lists the options\n", error);
    return JNI_ERR;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *text, void *reserved)
{
    (void)reserved;
    char error[512];
    switch (lens_options_parse(text, &lens.options, error, sizeof error)) {
    case LENS_OPTIONS_HELP:
        lens_options_print_help(stdout);
        fflush(stdout);
        exit(0); /* JVM TI has no way for an agent to say "all is well, do not start" */
    case LENS_OPTIONS_BAD: return refuse_options(error);
    case LENS_OPTIONS_OK: break;
    }
    return set_up(vm);
}

/* Ends a visit: no more events, then the report. */
static jint leave_running_vm(void)
{
    static const jvmtiEvent events[] = {
        JVMTI_EVENT_VM_START,
        JVMTI_EVENT_VM_INIT,
        JVMTI_EVENT_VM_DEATH,
        JVMTI_EVENT_THREAD_START,
        JVMTI_EVENT_THREAD_END,
        JVMTI_EVENT_CLASS_LOAD,
        JVMTI_EVENT_CLASS_PREPARE,
        JVMTI_EVENT_METHOD_ENTRY,
        JVMTI_EVENT_METHOD_EXIT,
        JVMTI_EVENT_EXCEPTION,
        JVMTI_EVENT_EXCEPTION_CATCH,
        JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
        JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
        JVMTI_EVENT_MONITOR_WAIT,
        JVMTI_EVENT_MONITOR_WAITED,
        JVMTI_EVENT_SAMPLED_OBJECT_ALLOC,
        JVMTI_EVENT_VM_OBJECT_ALLOC,
        JVMTI_EVENT_GARBAGE_COLLECTION_START,
        JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
    };
    if (lens.ti == NULL || !lens.phase_seen[LENS_VMINIT]) return fail("stop: lens does not watch this VM");
    if (lens.phase_seen[LENS_VMDEATH]) return fail("stop: lens has reported already");
    /* An event that the VM does not offer cannot be turned off either. */
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        (void)(*lens.ti)->SetEventNotificationMode(lens.ti, JVMTI_DISABLE, events[i], NULL);
    finish();
    return JNI_OK;
}

/* Called a second time with "stop", it ends the visit and writes the report; else the end of the VM does. */
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *text, void *reserved)
{
    (void)reserved;
    char error[512];
    JNIEnv *jni;
    jthread thread;
    if (text != NULL && strcmp(text, "stop") == 0) return leave_running_vm();
    if (lens.ti != NULL) return fail("loaded twice; one lens is enough for a run");
    switch (lens_options_parse(text, &lens.options, error, sizeof error)) {
    case LENS_OPTIONS_HELP: return refuse_options("help: only for a VM that starts");
    case LENS_OPTIONS_BAD: return refuse_options(error);
    case LENS_OPTIONS_OK: break;
    }
    if (set_up(vm) != JNI_OK) return JNI_ERR;
    if ((*vm)->GetEnv(vm, (void **)&jni, JNI_VERSION_1_8) != JNI_OK ||
        (*lens.ti)->GetCurrentThread(lens.ti, &thread) != JVMTI_ERROR_NONE)
        return fail("the VM does not tell the calling thread");
    on_vm_start(lens.ti, jni);
    on_vm_init(lens.ti, jni, thread);
    return JNI_OK;
}
