/* saved_registers.h: where a collector finds objects that C code holds: in the registers that a call preserves, and on
 * the stack. */
#ifndef ARGUS_CPU_X86_64_SAVED_REGISTERS_H
#define ARGUS_CPU_X86_64_SAVED_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

/* rbx, rbp, r12 to r15 and the stack pointer in the caller of a CPU_SAVING_REGISTERS function. Generated code writes
 * the same structure (exec/native/native_code.c). */
struct saved_registers {
    void *sp; /* odd: no register was saved; read it by saved_stack */
    uint64_t regs[6];
};
static inline void *saved_stack(const struct saved_registers *s) { return (void *)((uintptr_t)s->sp & ~(uintptr_t)1); }
static inline const uint64_t *saved_registers_end(const struct saved_registers *s)
{
    return s->regs + ((uintptr_t)s->sp & 1 ? 0 : 6);
}

/* Defines `void name(parameter)`. It saves the caller's registers at `offset` in the object that its only argument
 * points to. Then it continues in a C function with the same argument, or returns. It has no prologue, so the registers
 * are still the caller's. */
#define CPU_SAVING_REGISTERS(name, parameter, offset, then) \
    __attribute__((naked)) void name(parameter) \
    { \
        __asm__ volatile( \
            "movq %%rbx, %c[regs](%%rdi)\n\t" \
            "movq %%rbp, %c[regs]+8(%%rdi)\n\t" \
            "movq %%r12, %c[regs]+16(%%rdi)\n\t" \
            "movq %%r13, %c[regs]+24(%%rdi)\n\t" \
            "movq %%r14, %c[regs]+32(%%rdi)\n\t" \
            "movq %%r15, %c[regs]+40(%%rdi)\n\t" \
            "leaq 8(%%rsp), %%rax\n\t" \
            "movq %%rax, %c[sp](%%rdi)\n\t" then \
            : \
            : [regs] "i"((offset) + offsetof(struct saved_registers, regs)), [sp] "i"((offset) + \
                                                                                      offsetof(struct saved_registers, \
                                                                                               sp))); \
    }
/* The same in line: *saved gets the registers and the stack pointer of the function that this stands in, which has no
 * live value in any other register then. */
#define CPU_SAVE_REGISTERS_HERE(saved) \
    __asm__ volatile("movq %%rbx, %c[regs](%[to])\n\t" \
                     "movq %%rbp, %c[regs]+8(%[to])\n\t" \
                     "movq %%r12, %c[regs]+16(%[to])\n\t" \
                     "movq %%r13, %c[regs]+24(%[to])\n\t" \
                     "movq %%r14, %c[regs]+32(%[to])\n\t" \
                     "movq %%r15, %c[regs]+40(%[to])\n\t" \
                     "movq %%rsp, %c[sp](%[to])" \
                     : \
                     : [to] "r"(saved), [regs] "i"(offsetof(struct saved_registers, regs)), \
                       [sp] "i"(offsetof(struct saved_registers, sp)) \
                     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory")
/* The stack pointer alone: no register holds anything that a collector has to find. */
#define CPU_SAVE_STACK_HERE(saved) \
    do { \
        void *sp_; \
        __asm__ volatile("leaq 1(%%rsp), %0" : "=r"(sp_) : : "memory"); \
        (saved)->sp = sp_; \
    } while (0)
/* The stack pointer of the function that this stands in. */
#define CPU_STACK_POINTER() \
    ({ \
        void *sp_; \
        __asm__ volatile("movq %%rsp, %0" : "=r"(sp_)); \
        sp_; \
    })
#define CPU_GO_ON_IN(function) "jmp " #function
#define CPU_RETURN "retq"

#endif
