/* os_signal.c: signals over sigaction. Installation happens on one thread at a time (start-up, or under the caller's
 * lock); os_signal_chain runs in handlers on any thread and only reads. */
#include "os/os_signal.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifndef __x86_64__
#error "os_signal.c knows the register layout of x86-64 only"
#endif

static struct sigaction previous[NSIG];
static bool has_previous[NSIG];

static bool valid(int signal) { return signal > 0 && signal < NSIG; }

int os_signal_install(int signal, os_signal_fn fn)
{
    if (!valid(signal)) return EINVAL;
    struct sigaction action = {.sa_sigaction = fn, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
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
        has_previous[signal] = true;
    }
    return sigaction(signal, &action, NULL) ? errno : 0;
}

int os_signal_install_unless_ignored(int signal, os_signal_fn fn, bool *installed)
{
    *installed = false;
    struct sigaction now;
    if (!valid(signal)) return EINVAL;
    if (sigaction(signal, NULL, &now)) return errno;
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN) return 0;
    int rc = os_signal_install(signal, fn);
    *installed = rc == 0;
    return rc;
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
    struct sigaction action = {.sa_handler = handler};
    return sigaction(signal, &action, NULL) ? errno : 0;
}

int os_signal_default(int signal) { return set_simple(signal, SIG_DFL); }
int os_signal_ignore(int signal) { return set_simple(signal, SIG_IGN); }

bool os_signal_chain(int signal, siginfo_t *info, void *context)
{
    if (!valid(signal) || !has_previous[signal]) return false;
    const struct sigaction *action = &previous[signal];
    if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(signal, info, context);
        return true;
    }
    if (action->sa_handler == SIG_DFL) return false;
    if (action->sa_handler != SIG_IGN) action->sa_handler(signal);
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

static const mcontext_t *machine(const void *context) { return &((const ucontext_t *)context)->uc_mcontext; }

uintptr_t os_signal_pc(const void *context) { return (uintptr_t)machine(context)->gregs[REG_RIP]; }
uintptr_t os_signal_sp(const void *context) { return (uintptr_t)machine(context)->gregs[REG_RSP]; }
uintptr_t os_signal_fp(const void *context) { return (uintptr_t)machine(context)->gregs[REG_RBP]; }
void os_signal_set_pc(void *context, uintptr_t pc) { ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] = (greg_t)pc; }

const uintptr_t *os_signal_registers(const void *context, size_t *count)
{
    /* R8 to R15, RDI, RSI, RBP, RBX, RDX, RAX, RCX, RSP come first in this order. */
    *count = REG_RSP + 1;
    return (const uintptr_t *)machine(context)->gregs;
}

bool os_signal_is_write(const void *context) { return (machine(context)->gregs[REG_ERR] & 2) != 0; }

int os_signal_number(const char *name)
{
    for (int i = 1; i < NSIG; i++) {
        const char *abbreviation = sigabbrev_np(i);
        if (abbreviation && strcmp(abbreviation, name) == 0) return i;
    }
    /* Second names. */
    if (strcmp(name, "CLD") == 0) return SIGCHLD;
    if (strcmp(name, "POLL") == 0 || strcmp(name, "IO") == 0) return SIGIO;
    if (strcmp(name, "IOT") == 0) return SIGABRT;
    return -1;
}

const char *os_signal_name(int signal) { return valid(signal) ? sigabbrev_np(signal) : NULL; }

void os_signal_preserved_registers(const void *context, uintptr_t out[4])
{
    const greg_t *g = machine(context)->gregs;
    out[0] = (uintptr_t)g[REG_R12];
    out[1] = (uintptr_t)g[REG_R13];
    out[2] = (uintptr_t)g[REG_R14];
    out[3] = (uintptr_t)g[REG_R15];
}

/* Pages are taken only when a handler touches them. */
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
