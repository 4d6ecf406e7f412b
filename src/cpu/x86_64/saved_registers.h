/* saved_registers.h: where a collector looks for objects that C code holds: in the registers that a call preserves, and
 * on the stack. */
#ifndef ARGUS_CPU_X86_64_SAVED_REGISTERS_H
#define ARGUS_CPU_X86_64_SAVED_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

/* rbx, rbp, r12 to r15 and the stack pointer as the caller of a CPU_SAVING_REGISTERS function has them. Generated code
 * writes the same (exec/native/native_code.c). */
struct saved_registers {
    void *sp;
    uint64_t regs[6];
};

/* Defines `void name(parameter)`: saves the caller's registers at `offset` in what its only argument, a pointer, points
 * to, and then goes on in a C function with the same argument, or returns. Without a prologue, so that the registers
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
#define CPU_GO_ON_IN(function) "jmp " #function
#define CPU_RETURN "retq"

#endif
