/* compiler_barrier.h: barriers for the C compiler's optimizer. None of them makes an instruction, so they are the same
 * on every processor. */
#ifndef ARGUS_CPU_COMPILER_BARRIER_H
#define ARGUS_CPU_COMPILER_BARRIER_H

/* Loads and stores stay on their side of the barrier, and a loop around it stays a loop. */
#define COMPILER_BARRIER() __asm__ volatile("" ::: "memory")

/* Computes the value of `variable` here, in a register. The compiler forgets where the value came from, so it does not
 * merge the code before and after or move code across. */
#define COMPILER_PIN(variable) __asm__ volatile("" : "+r"(variable))

/* Keeps all stores through `pointer`, although no later code reads them. */
#define COMPILER_KEEP_STORES(pointer) __asm__ volatile("" ::"r"(pointer) : "memory")

/* For a handler: clears the one register that handlers use for a moment and C preserves. Otherwise it may hold an
 * object until another handler needs it, and the collector would find the object there. */
#define FORGET_SCRATCH_REGISTER() __asm__ volatile("xorl %%ebx, %%ebx" ::: "rbx", "cc")

#endif
