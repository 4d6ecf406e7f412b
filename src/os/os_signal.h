/* os_signal.h: signals. A handler installed here remembers the previous action, so that it can pass on signals that are
 * not for the VM. */
#ifndef ARGUS_OS_OS_SIGNAL_H
#define ARGUS_OS_OS_SIGNAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void (*os_signal_fn)(int signal, siginfo_t *info, void *context);

/* Installs fn (SA_SIGINFO, SA_ONSTACK, SA_RESTART) and remembers the previous action for os_signal_chain; installing
 * again keeps the first previous action. Returns 0 or an errno value. */
int os_signal_install(int signal, os_signal_fn fn);
/* As os_signal_install, unless the program has a handler of its own: then that handler stays, and 0 is returned too
 * (see os_signal_is_ours). */
int os_signal_install_unless_used(int signal, os_signal_fn fn);
/* Is the handler of os_signal_install still in place? */
bool os_signal_is_ours(int signal);
/* Call these around the installation of the VM's own signals. If the program has loaded libjsig, libjsig keeps the
 * handlers that the program sets later, and os_signal_chain finds them there. */
void os_signal_begin(void);
void os_signal_end(void);
/* From now on os_signal_install leaves handlers alone that the program has set before
 * (-XX:+AllowUserSignalHandlers). */
void os_signal_keep_handlers(void);
bool os_signal_is_ignored(int signal);
/* An action as a program sets it: SIG_DFL, SIG_IGN or a handler, which takes three arguments if `informed`. */
struct os_signal_action {
    void *handler;
    bool informed;
};
/* Sets the action (SA_RESTART, SA_ONSTACK). The previous one goes to *old and is not remembered. 0 or an errno
 * value. */
int os_signal_set_action(int signal, struct os_signal_action action, struct os_signal_action *old);
/* Sends a signal to this process; any thread that does not block it may take it. */
/* How the process handles a signal at this moment, for display. */
struct os_signal_state {
    const void *handler; /* NULL: none, the default or (`ignored`) nothing happens */
    bool ignored;
    bool blocked;   /* in the calling thread */
    uint64_t mask;  /* bit n: signal n + 1 waits while the handler runs */
    char flags[96]; /* names of the flags of sigaction, with a bar in between, or "none" */
};
/* Returns false if there is no such signal. */
bool os_signal_look(int signal, struct os_signal_state *out);

void os_signal_send(int signal);
/* Restores the action from before os_signal_install. */
int os_signal_restore(int signal);
/* Sets the default action. */
int os_signal_default(int signal);
/* Called in a handler: calls the previous action with the mask and flags it was set with. Returns true if a handler ran
 * or the signal was ignored. Returns false if that action was the default; then the caller decides (usually
 * os_signal_default and return, so that the instruction faults again). A fault cannot be ignored: it would come again
 * at once. */
bool os_signal_chain(int signal, siginfo_t *info, void *context);

/* Gives the calling thread its own stack for handlers (they are installed with SA_ONSTACK), so that an overflow of the
 * normal stack can be reported. Threads made by os_thread_create have one. Does nothing if there is one. False if there
 * is no memory. */
bool os_signal_stack_install(void);
/* Call at the thread's end. */
void os_signal_stack_remove(void);

/* Sets the signal mask of a VM thread, whatever its creator or a parent process has blocked: unblocks faults and the
 * signals that end the VM in order. SIGQUIT stays blocked except in the thread that unblocks it, so it disturbs no
 * system call of the others. With `reduced` (-Xrs) only faults are unblocked. Returns the previous mask, a bit for each
 * signal, for os_signal_leave_thread. */
uint64_t os_signal_enter_thread(bool reduced);
void os_signal_leave_thread(uint64_t before);

/* For the calling thread. */
void os_signal_block(int signal);
void os_signal_unblock(int signal);

/* The registers of the interrupted code. */
uintptr_t os_signal_pc(const void *context);
uintptr_t os_signal_sp(const void *context);
uintptr_t os_signal_fp(const void *context);
void os_signal_set_pc(void *context, uintptr_t pc);
/* Makes the interrupted code continue in fn, which must not return, on the same stack. */
void os_signal_call(void *context, void (*fn)(void));
/* All general registers as words, for conservative scanning. *count receives their number. */
const uintptr_t *os_signal_registers(const void *context, size_t *count);
/* The name of the i-th of these registers, three characters wide. */
const char *os_signal_register_name(size_t i);
/* The registers r12, r13, r14 and r15: those that a call preserves, except the frame's. */
void os_signal_preserved_registers(const void *context, uintptr_t out[4]);
/* Was the faulting access a write? Meaningful for SIGSEGV. */
bool os_signal_is_write(const void *context);

/* Number of a signal by its name without "SIG" ("TERM"), or -1; the name of a number, or NULL. */
int os_signal_number(const char *name);
const char *os_signal_name(int signal);

#endif
