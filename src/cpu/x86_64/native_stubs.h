/* native_stubs.h: calls that C cannot express (System V ABI for x86-64, §3.2.3). */
#ifndef ARGUS_CPU_X86_64_NATIVE_STUBS_H
#define ARGUS_CPU_X86_64_NATIVE_STUBS_H

#include <stdint.h>

/* The arguments of a call by register, and its result. The stub knows the offsets. */
struct cpu_call_args {
    uint64_t gpr[6];      /* 0: rdi, rsi, rdx, rcx, r8, r9 */
    uint64_t fpr[8];      /* 48: xmm0 to xmm7 */
    uint64_t stack_count; /* 112 */
    uint64_t *stack;      /* 120: the others, first to last */
    uint64_t int_result;  /* 128 */
    uint64_t fp_result;   /* 136 */
};

/* Calls fn with a's arguments, whatever its signature is, and leaves both possible results in a. */
void cpu_call_native(void *fn, struct cpu_call_args *a);

/* Defines `void name(void)`, which generated code calls where it would jump to another function (method->called). It
 * drops the return address, and jumps to the address at `entry` bytes from rdx, with the word at `dispatch` bytes from
 * r12 in rsi. rdi is 0. */
#define CPU_JUMP_FOR_CALL(name, entry, dispatch) \
    __attribute__((naked)) void name(void) \
    { \
        __asm__ volatile("popq %%rax\n\t" \
                         "xorl %%edi, %%edi\n\t" \
                         "movq %c1(%%r12), %%rsi\n\t" \
                         "jmpq *%c0(%%rdx)\n\t" \
                         : \
                         : "i"(entry), "i"(dispatch)); \
    }

/* Defines `void name(void)` for generated code that has arguments in registers and the thread in r12. It calls `void
 * function(struct thread *)` with the thread and preserves all argument registers. */
/* clang-format off */
#define CPU_CALL_KEEPING_ARGUMENTS(name, function) \
    __asm__(".text\n" \
            ".p2align 4\n" \
            ".hidden " #name "\n" \
            ".globl " #name "\n" \
            ".type " #name ",@function\n" \
            "" #name ":\n" \
            ".cfi_startproc\n" \
            "    subq $120, %rsp\n" \
            ".cfi_def_cfa_offset 128\n" \
            "    movq %rdi, 0(%rsp)\n" \
            "    movq %rsi, 8(%rsp)\n" \
            "    movq %rdx, 16(%rsp)\n" \
            "    movq %rcx, 24(%rsp)\n" \
            "    movq %r8, 32(%rsp)\n" \
            "    movq %r9, 40(%rsp)\n" \
            "    movsd %xmm0, 48(%rsp)\n" \
            "    movsd %xmm1, 56(%rsp)\n" \
            "    movsd %xmm2, 64(%rsp)\n" \
            "    movsd %xmm3, 72(%rsp)\n" \
            "    movsd %xmm4, 80(%rsp)\n" \
            "    movsd %xmm5, 88(%rsp)\n" \
            "    movsd %xmm6, 96(%rsp)\n" \
            "    movsd %xmm7, 104(%rsp)\n" \
            "    movq %r12, %rdi\n" \
            "    callq " #function "\n" \
            "    movq 0(%rsp), %rdi\n" \
            "    movq 8(%rsp), %rsi\n" \
            "    movq 16(%rsp), %rdx\n" \
            "    movq 24(%rsp), %rcx\n" \
            "    movq 32(%rsp), %r8\n" \
            "    movq 40(%rsp), %r9\n" \
            "    movsd 48(%rsp), %xmm0\n" \
            "    movsd 56(%rsp), %xmm1\n" \
            "    movsd 64(%rsp), %xmm2\n" \
            "    movsd 72(%rsp), %xmm3\n" \
            "    movsd 80(%rsp), %xmm4\n" \
            "    movsd 88(%rsp), %xmm5\n" \
            "    movsd 96(%rsp), %xmm6\n" \
            "    movsd 104(%rsp), %xmm7\n" \
            "    addq $120, %rsp\n" \
            ".cfi_def_cfa_offset 8\n" \
            "    retq\n" \
            ".cfi_endproc\n" \
            ".size " #name ", .-" #name "\n")
/* clang-format on */

#endif
