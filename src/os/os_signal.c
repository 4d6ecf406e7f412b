/* os_signal.c: signals over sigaction. Installation happens on one thread at a time (start-up, or under the caller's
 * lock); os_signal_chain runs in handlers on any thread and only reads. */
#include "os/os_signal.h"
#include "os/os_thread.h"

#include "cpu/x86_64/signal_registers.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef __x86_64__
#error "os_signal.c knows the register layout of x86-64 only"
#endif

static struct sigaction previous[NSIG];
static bool has_previous[NSIG];
static bool keep_handlers;
static os_signal_fn installed[NSIG]; /* as the kernel calls it; NULL: nothing of ours */

static bool valid(int signal) { return signal > 0 && signal < NSIG; }

/* ---- libjsig, which a program loads before the VM to set handlers of its own beside the VM's ---- */

static void (*jsig_begin)(void);
static void (*jsig_end)(void);
static struct sigaction *(*jsig_action)(int signal);

void os_signal_begin(void)
{
    jsig_begin = (void (*)(void))dlsym(RTLD_DEFAULT, "JVM_begin_signal_setting");
    if (!jsig_begin) return;
    jsig_end = (void (*)(void))dlsym(RTLD_DEFAULT, "JVM_end_signal_setting");
    jsig_action = (struct sigaction * (*)(int)) dlsym(RTLD_DEFAULT, "JVM_get_signal_action");
    jsig_begin();
}

void os_signal_end(void)
{
    if (jsig_end) jsig_end();
}

void os_signal_keep_handlers(void) { keep_handlers = true; }

/* ---- actions ---- */

static bool is_handler(const struct sigaction *a)
{
    return (a->sa_flags & SA_SIGINFO) || (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN);
}

/* ---- which thread is in a handler of the VM: for assertions ---- */

#ifdef ARGUS_DEBUG
static __thread int handlers_entered;
static os_signal_fn handlers[NSIG];

bool os_in_signal_handler(void) { return handlers_entered != 0; }

static void enter_handler(int signal, siginfo_t *info, void *context)
{
    handlers_entered++;
    handlers[signal](signal, info, context);
    handlers_entered--;
}

static os_signal_fn entry_of(int signal, os_signal_fn fn)
{
    handlers[signal] = fn;
    return enter_handler;
}

/* A handler of the program need not return: it may leave with longjmp, and the thread goes on outside any handler. */
static void leave_for_program(void) { handlers_entered--; }
static void back_from_program(void) { handlers_entered++; }
#else
static void leave_for_program(void) {}
static void back_from_program(void) {}
static os_signal_fn entry_of(int signal, os_signal_fn fn)
{
    (void)signal;
    return fn;
}
#endif

int os_signal_install(int signal, os_signal_fn fn)
{
    if (!valid(signal)) return EINVAL;
    struct sigaction action = { .sa_sigaction = entry_of(signal, fn),
                                .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };
    sigfillset(&action.sa_mask);
    /* Faults inside a handler must still be delivered. */
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, SIGBUS);
    sigdelset(&action.sa_mask, SIGFPE);
    sigdelset(&action.sa_mask, SIGILL);
    sigdelset(&action.sa_mask, SIGTRAP);
    if (!has_previous[signal]) {
        /* Remember before the first signal can arrive at the new handler. */
        if (sigaction(signal, NULL, &previous[signal])) return errno;
        if (keep_handlers && is_handler(&previous[signal])) return 0;
        has_previous[signal] = true;
    }
    installed[signal] = action.sa_sigaction;
    return sigaction(signal, &action, NULL) ? errno : 0;
}

int os_signal_install_unless_used(int signal, os_signal_fn fn)
{
    struct sigaction now;
    if (!valid(signal)) return EINVAL;
    if (sigaction(signal, NULL, &now)) return errno;
    return is_handler(&now) ? 0 : os_signal_install(signal, fn);
}

bool os_signal_is_ours(int signal)
{
    struct sigaction now;
    return valid(signal) && installed[signal] && !sigaction(signal, NULL, &now) && (now.sa_flags & SA_SIGINFO) &&
           now.sa_sigaction == installed[signal];
}

int os_signal_restore(int signal)
{
    if (!valid(signal) || !has_previous[signal]) return EINVAL;
    if (sigaction(signal, &previous[signal], NULL)) return errno;
    has_previous[signal] = false;
    return 0;
}

static int set_simple(int signal, void (*handler)(int))
{
    struct sigaction action = { .sa_handler = handler };
    return sigaction(signal, &action, NULL) ? errno : 0;
}

int os_signal_default(int signal) { return set_simple(signal, SIG_DFL); }

/* The program's action for this signal: the one that libjsig has kept since, else the one before ours. NULL if there is
 * none. */
static struct sigaction *action_behind(int signal)
{
    struct sigaction *kept = jsig_action ? jsig_action(signal) : NULL;
    return kept ? kept : has_previous[signal] ? &previous[signal] : NULL;
}

/* Calls the handler as the kernel would: with its signal mask, and once only if it asked for that. */
static void call_handler(struct sigaction *action, int signal, siginfo_t *info, void *context)
{
    struct sigaction now = *action;
    if (now.sa_flags & SA_RESETHAND) action->sa_handler = SIG_DFL, action->sa_flags &= ~SA_SIGINFO;
    sigset_t mask, ours;
    sigorset(&mask, &((ucontext_t *)context)->uc_sigmask, &now.sa_mask);
    if (!(now.sa_flags & SA_NODEFER)) sigaddset(&mask, signal);
    pthread_sigmask(SIG_SETMASK, &mask, &ours);
    if (now.sa_flags & SA_SIGINFO)
        now.sa_sigaction(signal, info, context);
    else
        now.sa_handler(signal);
    pthread_sigmask(SIG_SETMASK, &ours, NULL);
}

bool os_signal_chain(int signal, siginfo_t *info, void *context)
{
    struct sigaction *action = valid(signal) ? action_behind(signal) : NULL;
    if (!action) return false;
    if (!is_handler(action)) return action->sa_handler == SIG_IGN && info->si_code <= 0;
    leave_for_program();
    call_handler(action, signal, info, context);
    back_from_program();
    return true;
}

static void change_mask(int how, int signal)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(how, &set, NULL);
}

void os_signal_block(int signal) { change_mask(SIG_BLOCK, signal); }
void os_signal_unblock(int signal) { change_mask(SIG_UNBLOCK, signal); }

bool os_signal_is_ignored(int signal)
{
    struct sigaction now;
    return sigaction(signal, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN;
}

int os_signal_set_action(int signal, struct os_signal_action action, struct os_signal_action *old)
{
    struct sigaction a = { .sa_flags = SA_RESTART | SA_ONSTACK }, before;
    sigfillset(&a.sa_mask);
    if (action.informed) {
        a.sa_flags |= SA_SIGINFO;
        a.sa_sigaction = (os_signal_fn)action.handler;
    } else {
        a.sa_handler = (void (*)(int))action.handler;
    }
    if (sigaction(signal, &a, &before) != 0) return errno;
    old->informed = before.sa_flags & SA_SIGINFO;
    old->handler = old->informed ? (void *)before.sa_sigaction : (void *)before.sa_handler;
    return 0;
}

static void name_flags(int flags, char *out, size_t size)
{
    static const struct {
        int flag;
        const char *name;
    } names[] = { { SA_NOCLDSTOP, "SA_NOCLDSTOP" }, { SA_ONSTACK, "SA_ONSTACK" }, { SA_RESTART, "SA_RESTART" },
                  { SA_NODEFER, "SA_NODEFER" },     { SA_SIGINFO, "SA_SIGINFO" }, { SA_RESETHAND, "SA_RESETHAND" } };
    size_t at = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((unsigned)flags & (unsigned)names[i].flag)
            at += (size_t)snprintf(out + at, size - at, "%s%s", at ? "|" : "", names[i].name);
    if (!at) snprintf(out, size, "none");
}

bool os_signal_look(int signal, struct os_signal_state *out)
{
    struct sigaction now;
    sigset_t blocked;
    if (!valid(signal) || sigaction(signal, NULL, &now)) return false;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    *out = (struct os_signal_state){ .blocked = sigismember(&blocked, signal) == 1 };
    if (is_handler(&now)) out->handler = now.sa_flags & SA_SIGINFO ? (void *)now.sa_sigaction : (void *)now.sa_handler;
    out->ignored = !out->handler && now.sa_handler == SIG_IGN;
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&now.sa_mask, i) == 1) out->mask |= (uint64_t)1 << (i - 1);
    name_flags(now.sa_flags, out->flags, sizeof out->flags);
    return true;
}

void os_signal_send(int signal) { kill(getpid(), signal); }

uint64_t os_signal_enter_thread(bool reduced)
{
    static const int faults[] = { SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGUSR2 }, ends[] = { SIGHUP, SIGINT, SIGTERM };
    sigset_t listen, before;
    sigemptyset(&listen);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaddset(&listen, faults[i]);
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !reduced; i++)
        if (!os_signal_is_ignored(ends[i])) sigaddset(&listen, ends[i]);
    pthread_sigmask(SIG_UNBLOCK, &listen, &before);
    if (!reduced) os_signal_block(SIGQUIT);
    uint64_t bits;
    memcpy(&bits, &before, sizeof bits); /* the system has 64 signals, the C library's set has room for more */
    return bits;
}

void os_signal_leave_thread(uint64_t before)
{
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &before, sizeof before);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
}

uintptr_t os_signal_pc(const void *context) { return cpu_signal_pc(context); }
uintptr_t os_signal_sp(const void *context) { return cpu_signal_sp(context); }
uintptr_t os_signal_fp(const void *context) { return cpu_signal_fp(context); }
void os_signal_set_pc(void *context, uintptr_t pc) { cpu_signal_set_pc(context, pc); }
void os_signal_call(void *context, void (*fn)(void)) { cpu_signal_call(context, fn); }

const uintptr_t *os_signal_registers(const void *context, size_t *count)
{
    *count = CPU_SIGNAL_REGISTERS;
    return (const uintptr_t *)cpu_signal_words(context);
}
const char *os_signal_register_name(size_t i) { return cpu_signal_register_names[i]; }

void os_signal_preserved_registers(const void *context, uintptr_t out[4]) { cpu_signal_preserved(context, out); }
bool os_signal_is_write(const void *context) { return cpu_signal_is_write(context); }

int os_signal_number(const char *name)
{
    for (int i = 1; i < NSIG; i++) {
        const char *abbreviation = sigabbrev_np(i);
        if (abbreviation && strcmp(abbreviation, name) == 0) return i;
    }
    /* Alternative names. */
    if (strcmp(name, "CLD") == 0) return SIGCHLD;
    if (strcmp(name, "POLL") == 0 || strcmp(name, "IO") == 0) return SIGIO;
    return -1;
}

const char *os_signal_name(int signal) { return valid(signal) ? sigabbrev_np(signal) : NULL; }

/* Memory is taken only when a handler touches it. */
enum { SIGNAL_STACK_SIZE = 128 * 1024 };
static __thread void *signal_stack;

bool os_signal_stack_install(void)
{
    stack_t old;
    if (sigaltstack(NULL, &old) == 0 && !(old.ss_flags & SS_DISABLE)) return true;
    void *p = mmap(NULL, SIGNAL_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return false;
    stack_t s = { .ss_sp = p, .ss_size = SIGNAL_STACK_SIZE };
    if (sigaltstack(&s, NULL) != 0) {
        munmap(p, SIGNAL_STACK_SIZE);
        return false;
    }
    signal_stack = p;
    return true;
}

void os_signal_stack_remove(void)
{
    if (!signal_stack) return;
    stack_t s = { .ss_flags = SS_DISABLE };
    sigaltstack(&s, NULL);
    munmap(signal_stack, SIGNAL_STACK_SIZE);
    signal_stack = NULL;
}
