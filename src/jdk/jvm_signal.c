/* Signals for Java: jdk.internal.misc.Signal, and the "Signal Dispatcher" thread.
 *
 * The handler only counts the signal and wakes the dispatcher, which runs Signal.dispatch(number) for those that Java
 * has registered and prints the thread dump for SIGQUIT. With -Xrs there is no dispatcher: SIGQUIT and the signals that
 * end the VM are left to the program. */
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "core/thread_life.h"
#include "jdk/jvm.h"
#include "jdk/jvm_exports.h"
#include "jdk/perf_data.h"
#include "model/options.h"
#include "model/service_binding.h"
#include "model/vm.h"
#include "os/os_file.h"
#include "os/os_signal.h"
#include "os/os_sync.h"
#include "thread/events.h"
#include "thread/vmentry.h"
#include "tool/threads_dump.h"
#include <errno.h>

static _Atomic u32 arrived[NSIG];
static struct os_event wake = OS_EVENT_INIT;

static void note_signal(int signal, siginfo_t *info, void *context)
{
    int saved = errno;
    atomic_fetch_add(&arrived[signal], 1);
    os_event_set(&wake);
    errno = saved;
}

/* The next signal that arrived; waits in state BLOCKED. */
static int next_signal(struct thread *self)
{
    for (;;) {
        for (int s = 1; s < NSIG; s++) {
            u32 n = atomic_load(&arrived[s]);
            if (n && atomic_compare_exchange_strong(&arrived[s], &n, n - 1)) return s;
        }
        thread_to_blocked(self);
        os_event_wait(&wake);
        thread_from_blocked(self);
    }
}

static void dispatch_signals(struct thread *self, void *unused)
{
    self->serves = true;
    os_signal_unblock(SIGQUIT); /* only here, even if the process was started with it blocked */
    for (;;) {
        int signal = next_signal(self);
        if (signal == SIGQUIT && service_binding.attach_requested && service_binding.attach_requested(self)) {
            /* a request to attach */
        } else if (signal == SIGQUIT) {
            fflush(stdout);
            threads_dump(self, OS_STDOUT);
            if (event_on(EV_DATA_DUMP)) hooks.data_dump(self);
        } else {
            slot args[1] = { slot_of_int(signal) };
            if (class_init(self, WK(jdk_internal_misc_Signal))) java_call(self, WKM(Signal_dispatch), args);
        }
        if (self->pending) {
            struct object *e = self->pending;
            self->pending = NULL;
            exception_print(self, e);
        }
    }
}

struct object *jvm_new_system_thread(struct thread *self, const char *thread_name, i32 priority)
{
    struct object *group = obj_ref(self->java, WKF(Thread_group));
    while (obj_ref(group, WKF(ThreadGroup_parent))) group = obj_ref(group, WKF(ThreadGroup_parent));
    struct object *name = string_from_mutf8(self, thread_name);
    struct object *t = name ? object_new(self, WK(java_lang_Thread)) : NULL;
    if (!t) return NULL;
    java_call_args(self, WKM(Thread_init_group_name), "LLL", t, group, name);
    if (self->pending) return NULL;
    obj_set_byte(t, WKF(Thread_daemon), 1);
    obj_set_int(t, WKF(Thread_priority), priority);
    java_call_args(self, WKM(ThreadGroup_add), "LL", group, t);
    return self->pending ? NULL : t;
}

void jvm_init(void) { perf_data_open(); }

static void start_dispatcher(struct thread *self)
{
    struct object *t = jvm_new_system_thread(self, "Signal Dispatcher", 9);
    if (!t || !thread_start_vm(self, t, dispatch_signals, NULL, false))
        vm_exit_during_init("java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or "
                            "process/resource limits reached");
    os_signal_install(SIGQUIT, note_signal);
}

void jvm_start_services(struct thread *self)
{
    if (!options.reduce_signals) start_dispatcher(self);
    /* Without SIGQUIT it cannot be requested later. */
    if ((options.reduce_signals || options.start_attach) && !options.disable_attach && service_binding.start_attach)
        service_binding.start_attach(self);
    perf_data_publish();
}

/* ---- natives ---- */

/* Java's number for a signal's action: 0 default, 1 ignored, 2 dispatched to Java, anything else a handler's
 * address. */
static void *handler_name(struct os_signal_action a)
{
    return a.handler == (void *)note_signal ? (void *)2 : a.handler;
}

static bool is_shutdown_signal(int s) { return s == SIGHUP || s == SIGINT || s == SIGTERM; }

JNIEXPORT void *JNICALL JVM_RegisterSignal(jint sig, void *handler)
{
    if (sig == SIGFPE || sig == SIGILL || sig == SIGSEGV || sig == SIGQUIT) return (void *)-1; /* used by the VM */
    if (is_shutdown_signal(sig) && options.reduce_signals) return (void *)-1;
    if (is_shutdown_signal(sig) && os_signal_is_ignored(sig)) return (void *)1; /* as nohup has requested */
    /* 2, or SIG_DFL, SIG_IGN or an address that this function has returned */
    struct os_signal_action a = { handler, false }, old;
    if (handler == (void *)2) a = (struct os_signal_action){ (void *)note_signal, true };
    return os_signal_set_action(sig, a, &old) ? (void *)-1 : handler_name(old);
}

JNIEXPORT jboolean JNICALL JVM_RaiseSignal(jint sig)
{
    if (options.reduce_signals && (is_shutdown_signal(sig) || sig == SIGQUIT)) return JNI_FALSE;
    if (is_shutdown_signal(sig) && os_signal_is_ignored(sig)) return JNI_FALSE;
    raise(sig);
    return JNI_TRUE;
}

JNIEXPORT jint JNICALL JVM_FindSignal(const char *name) { return os_signal_number(name); }
