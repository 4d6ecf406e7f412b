/* signal_registers.h: the registers of code that a signal interrupted, as Linux keeps them for its handler. For
 * os/os_signal.c, which says what they are good for. */
#ifndef ARGUS_CPU_X86_64_SIGNAL_REGISTERS_H
#define ARGUS_CPU_X86_64_SIGNAL_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Each takes the handler's third argument. */
static inline greg_t *cpu_signal_words(const void *context)
{
    return ((ucontext_t *)(uintptr_t)context)->uc_mcontext.gregs;
}
static inline uintptr_t cpu_signal_pc(const void *context) { return (uintptr_t)cpu_signal_words(context)[REG_RIP]; }
static inline uintptr_t cpu_signal_sp(const void *context) { return (uintptr_t)cpu_signal_words(context)[REG_RSP]; }
static inline uintptr_t cpu_signal_fp(const void *context) { return (uintptr_t)cpu_signal_words(context)[REG_RBP]; }
static inline void cpu_signal_set_pc(void *context, uintptr_t pc) { cpu_signal_words(context)[REG_RIP] = (greg_t)pc; }

/* The stack is as behind a call, below the 128 bytes that a leaf uses without asking. */
static inline void cpu_signal_call(void *context, void (*fn)(void))
{
    greg_t *g = cpu_signal_words(context);
    g[REG_RSP] = ((g[REG_RSP] - 128) & ~(greg_t)15) - 8;
    g[REG_RIP] = (greg_t)(uintptr_t)fn;
}

/* The general registers lie one after the other, in this order. */
enum { CPU_SIGNAL_REGISTERS = REG_RSP + 1 };
static const char *const cpu_signal_register_names[CPU_SIGNAL_REGISTERS] = { "R8 ", "R9 ", "R10", "R11", "R12", "R13",
                                                                             "R14", "R15", "RDI", "RSI", "RBP", "RBX",
                                                                             "RDX", "RAX", "RCX", "RSP" };

/* Those that a call preserves and that are not the frame's: r12, r13, r14, r15. */
static inline void cpu_signal_preserved(const void *context, uintptr_t out[4])
{
    for (int i = 0; i < 4; i++) out[i] = (uintptr_t)cpu_signal_words(context)[REG_R12 + i];
}

/* Was the access that faulted a write? By the page fault's error code. */
static inline bool cpu_signal_is_write(const void *context) { return (cpu_signal_words(context)[REG_ERR] & 2) != 0; }

#endif
