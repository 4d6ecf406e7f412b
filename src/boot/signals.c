/* The signals that the VM handles. The signals that Java asks for, and SIGQUIT, are in jdk/jvm_signal.c.
 *
 * A program that embeds the VM may have its own handlers. They are called before the VM gives up, or kept by
 * libjsig. */
#include "boot/signals.h"

#include "boot/boot.h"
#include "boot/crash.h"
#include "exec/code/code_places.h"
#include "exec/stack/stack_sample.h"
#include "model/options.h"
#include "os/os_guard.h"
#include "os/os_proc.h"
#include "os/os_signal.h"
#include <errno.h>
#include <jni.h>
#include <stdlib.h>

/* Java code accesses a mapped file that has been truncated: it continues at the place that the compiled code or the
 * guard names. */
static bool recovers(int signal, const siginfo_t *info, void *context)
{
    if (signal != SIGBUS) return false;
    const void *after = info->si_code > 0 ? code_after_fault((const void *)os_signal_pc(context)) : NULL;
    if (after) os_signal_set_pc(context, (uintptr_t)after);
    return after || os_guard_recover(info, context);
}

static void handle_fault(int signal, siginfo_t *info, void *context)
{
    if (recovers(signal, info, context)) return;
    int saved = errno;
    if (crash_is_reporting() || !os_signal_chain(signal, info, context)) crash_on_fault(signal, info, context);
    errno = saved;
}

/* A write to a pipe without a reader, or past the file size limit, fails but does not end the VM. This is a handler and
 * not SIG_IGN, so that started processes inherit the default. */
static void handle_failed_write(int signal, siginfo_t *info, void *context)
{
    int saved = errno;
    os_signal_chain(signal, info, context);
    errno = saved;
}

/* For programs that keep their own handlers (-XX:+AllowUserSignalHandlers) and ask the VM first. Nonzero: the VM has
 * handled the signal. */
JNIEXPORT jint JNICALL JVM_handle_linux_signal(jint signal, siginfo_t *info, void *context, jint end_if_unknown)
{
    if (signal == SIGPIPE || signal == SIGXFSZ) {
        handle_failed_write(signal, info, context);
        return JNI_TRUE;
    }
    if (recovers(signal, info, context)) return JNI_TRUE;
    if (end_if_unknown) crash_on_fault(signal, info, context);
    return JNI_FALSE;
}

/* The flight recorder and the live page send this signal to a thread to take its stack. Tools that take the VM for
 * HotSpot, which stops its threads this way, may send it too; then nothing happens. */
static void handle_sample(int signal, siginfo_t *info, void *context)
{
    int saved = errno;
    stack_sample_take(context);
    errno = saved;
}

static void install(int signal, os_signal_fn fn)
{
    int rc = os_signal_install(signal, fn);
    if (rc) vm_exit_during_init("Could not install the handler of signal %d: %s", signal, strerror(rc));
}

/* HotSpot stops threads with this signal, and the environment may name another. A program that uses the signal itself
 * keeps it. */
static void install_spare_signal(void)
{
    const char *named = os_env_get("_JAVA_SR_SIGNUM");
    int number = named ? atoi(named) : 0;
    bool usable = number > SIGSEGV && number < NSIG;
    number = usable ? number : SIGUSR2;
    os_signal_install_unless_used(number, handle_sample);
    stack_sample_use_signal(number);
}

void signals_init(void)
{
    if (options.user_handlers) os_signal_keep_handlers();
    os_signal_begin();
#if !defined(ARGUS_ASAN) && !defined(ARGUS_TSAN) /* sanitizers report faults themselves */
    os_signal_stack_install();                   /* the thread that creates the VM */
    static const int faults[] = { SIGSEGV, SIGFPE, SIGILL };
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) install(faults[i], handle_fault);
#endif
    install(SIGBUS, handle_fault);
    install(SIGPIPE, handle_failed_write);
    install(SIGXFSZ, handle_failed_write);
    install_spare_signal();
    os_signal_end();
}
