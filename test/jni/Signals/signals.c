/* Signals beside the VM: handlers that the program set before it (HOST_HANDLERS=all or =writes in the environment, with
 * this library preloaded) or after it, and what the threads of the VM listen to. */
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int asked[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGABRT, SIGBUS,  SIGFPE,  SIGUSR1,
                             SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGXFSZ, SIGPROF };
static const char *set_when = "nobody";
static __thread sigjmp_buf after_fault;
static __thread volatile sig_atomic_t expects_fault;

static void handler(int signal, siginfo_t *info, void *context)
{
    char line[128];
    int n = snprintf(line, sizeof line, "handler set %s the VM: SIG%s%s\n", set_when, sigabbrev_np(signal),
                     info && info->si_code > 0 ? ", a fault" : "");
    (void)!write(1, line, (size_t)n);
    /* What such a program does that keeps its handlers (-XX:+AllowUserSignalHandlers): it asks the VM. */
    int (*ask)(int, siginfo_t *, void *, int) =
        (int (*)(int, siginfo_t *, void *, int))dlsym(RTLD_DEFAULT, "JVM_handle_linux_signal");
    if (ask && getenv("HOST_ASKS")) {
        n = snprintf(line, sizeof line, "the VM's business: %d\n", ask(signal, info, context, 0));
        (void)!write(1, line, (size_t)n);
    }
    if (expects_fault) siglongjmp(after_fault, 1);
}

static void set_handlers(const char *when, bool faults)
{
    static const int all[] = { SIGPIPE, SIGXFSZ, SIGSEGV, SIGFPE };
    set_when = when;
    for (size_t i = 0; i < (faults ? 4 : 2); i++) {
        struct sigaction a = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
        sigaction(all[i], &a, NULL);
    }
}

__attribute__((constructor)) static void start(void)
{
    const char *which = getenv("HOST_HANDLERS");
    if (which) set_handlers("before", !strcmp(which, "all"));
}

JNIEXPORT void JNICALL Java_Signals_setHandlers(JNIEnv *env, jclass c) { set_handlers("after", true); }

JNIEXPORT jboolean JNICALL Java_Signals_fault(JNIEnv *env, jclass c, jint signal)
{
    expects_fault = 1;
    if (sigsetjmp(after_fault, 1)) {
        expects_fault = 0;
        return JNI_TRUE;
    }
    if (signal == SIGSEGV)
        *(volatile int *)16 = 1;
    else
        raise(signal);
    expects_fault = 0;
    return JNI_FALSE;
}

JNIEXPORT void JNICALL Java_Signals_send(JNIEnv *env, jclass c, jint signal) { raise(signal); }

static void print_mask(const char *where)
{
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    printf("%s blocks", where);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (sigismember(&now, asked[i])) printf(" %s", sigabbrev_np(asked[i]));
    printf("\n");
    fflush(stdout);
}

JNIEXPORT void JNICALL Java_Signals_printMask(JNIEnv *env, jclass c, jstring where)
{
    const char *s = (*env)->GetStringUTFChars(env, where, NULL);
    print_mask(s);
    (*env)->ReleaseStringUTFChars(env, where, s);
}

static void *attach_and_detach(void *p)
{
    JavaVM *vm = p;
    JNIEnv *env;
    print_mask("before it attaches the thread");
    if ((*vm)->AttachCurrentThread(vm, (void **)&env, NULL)) return NULL;
    print_mask("attached it");
    (*vm)->DetachCurrentThread(vm);
    print_mask("detached it");
    return NULL;
}

JNIEXPORT void JNICALL Java_Signals_attach(JNIEnv *env, jclass c, jboolean all)
{
    JavaVM *vm;
    (*env)->GetJavaVM(env, &vm);
    sigset_t set, old;
    sigemptyset(&set);
    if (all) sigfillset(&set);
    pthread_sigmask(SIG_SETMASK, &set, &old);
    pthread_t t;
    pthread_create(&t, NULL, attach_and_detach, vm);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_join(t, NULL);
}
