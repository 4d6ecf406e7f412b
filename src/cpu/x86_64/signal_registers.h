/* signal_registers.h: the registers of interrupted code, as Linux passes them to a signal handler. For os/os_signal.c,
 * which explains their use. */
#ifndef ARGUS_CPU_X86_64_SIGNAL_REGISTERS_H
#define ARGUS_CPU_X86_64_SIGNAL_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* These functions take the handler's third argument. */
static inline greg_t *cpu_signal_words(const void *context)
{
    return ((ucontext_t *)(uintptr_t)context)->uc_mcontext.gregs;
}
static inline uintptr_t cpu_signal_pc(const void *context) { return (uintptr_t)cpu_signal_words(context)[REG_RIP]; }
static inline uintptr_t cpu_signal_sp(const void *context) { return (uintptr_t)cpu_signal_words(context)[REG_RSP]; }
static inline uintptr_t cpu_signal_fp(const void *context) { return (uintptr_t)cpu_signal_words(context)[REG_RBP]; }
static inline void cpu_signal_set_pc(void *context, uintptr_t pc) { cpu_signal_words(context)[REG_RIP] = (greg_t)pc; }

/* Prepares the stack as after a call, below the 128 bytes that a leaf function may use (the red zone). */
static inline void cpu_signal_call(void *context, void (*fn)(void))
{
    greg_t *g = cpu_signal_words(context);
    g[REG_RSP] = ((g[REG_RSP] - 128) & ~(greg_t)15) - 8;
    g[REG_RIP] = (greg_t)(uintptr_t)fn;
}

/* The general registers are stored one after the other, in this order. */
enum { CPU_SIGNAL_REGISTERS = REG_RSP + 1 };
static const char *const cpu_signal_register_names[CPU_SIGNAL_REGISTERS] = { "R8 ", "R9 ", "R10", "R11", "R12", "R13",
                                                                             "R14", "R15", "RDI", "RSI", "RBP", "RBX",
                                                                             "RDX", "RAX", "RCX", "RSP" };

/* The registers r12, r13, r14 and r15: those that a call preserves, except the frame's. */
static inline void cpu_signal_preserved(const void *context, uintptr_t out[4])
{
    for (int i = 0; i < 4; i++) out[i] = (uintptr_t)cpu_signal_words(context)[REG_R12 + i];
}

/* Was the faulting access a write? Uses the error code of the page fault. */
static inline bool cpu_signal_is_write(const void *context) { return (cpu_signal_words(context)[REG_ERR] & 2) != 0; }

#endif
