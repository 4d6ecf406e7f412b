/* Forms of addresses and calls for code that is copied (exec/stencil), where a compiler would choose another form. */
#ifndef ARGUS_CPU_NEAR_ADDRESS_H
#define ARGUS_CPU_NEAR_ADDRESS_H

/* An address relative to the instruction. */
#define NEAR_ADDRESS(variable, symbol) __asm__("leaq " #symbol "(%%rip), %0" : "=r"(variable))
/* The address of a symbol that may be anywhere, as a constant of 64 bits. */
#define FAR_ADDRESS(variable, symbol) __asm__("movabsq $" #symbol ", %0" : "=r"(variable))
/* An address below 4 GiB, as a constant. */
#define LOW_ADDRESS(variable, symbol) __asm__("movl $" #symbol ", %k0" : "=r"(variable))
/* Adds one to the word at symbol + n, below 2 GiB. */
#define COUNT_AT(symbol, n) __asm__ volatile("incl " #symbol "+%c0" : : "i"(n) : "cc")
/* base + symbol and base + n; the compiler does not move them to an earlier place. */
#define BASED_ADDRESS(variable, base, symbol) __asm__ volatile("leaq " #symbol "(%1), %0" : "=r"(variable) : "r"(base))
#define OFFSET_ADDRESS(variable, base, n) __asm__ volatile("leaq %c1(%2), %0" : "=r"(variable) : "i"(n), "r"(base))
/* Calls a preserve_most function without a frame. The stack is as at the entry of a function. */
#define CALL_OUT_BY(calls, ...) \
    __asm__ volatile("subq $8, %%rsp; " calls "; addq $8, %%rsp" \
                     : __VA_ARGS__ \
                     : "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
                       "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc")
#define CALL_OUT(function, ...) CALL_OUT_BY("call " function, __VA_ARGS__)
#define CALL_OUT_2(function, a, b) CALL_OUT(function, : "D"(a), "S"(b))
#define CALL_OUT_3(function, a, b, c) CALL_OUT(function, : "D"(a), "S"(b), "d"(c))
/* The same, and clears the registers that the function saved on the stack. Otherwise the collector could find an object
 * that has died in a later frame at that place (zero.h, cpu_zero_below). */
#define CALL_OUT_FORGETTING(function, ...) CALL_OUT_BY("call " function "; call cpu_zero_below", __VA_ARGS__)
#define CALL_OUT_2_RESULT(result, function, a, b) CALL_OUT_FORGETTING(function, "=a"(result) : "D"(a), "S"(b))
#define CALL_OUT_3_RESULT(result, function, a, b, c) \
    CALL_OUT_FORGETTING(function, "=a"(result) : "D"(a), "S"(b), "d"(c))
/* Calls a function of the usual convention, likewise. What is alive behind it has to be in registers that C preserves
 * (the first four of interp_fn are), or is read again. */
#define CALL_C_4(result, function, a, b, c, d) \
    do { \
        u64 a_ = (u64)(uintptr_t)(a), b_ = (u64)(uintptr_t)(b), c_ = (u64)(uintptr_t)(c), d_ = (u64)(uintptr_t)(d); \
        __asm__ volatile("subq $8, %%rsp; call " function "; addq $8, %%rsp" \
                         : "=a"(result), "+D"(a_), "+S"(b_), "+d"(c_), "+c"(d_) \
                         : \
                         : "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", \
                           "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc"); \
    } while (0)

#endif
