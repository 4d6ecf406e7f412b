/* compiler_barrier.h: what the optimizer may not do. No instruction comes of any of these; they are the C compiler's on
 * every processor. */
#ifndef ARGUS_CPU_COMPILER_BARRIER_H
#define ARGUS_CPU_COMPILER_BARRIER_H

/* Memory is as the text says here: loads and stores stay on their side of it, and a loop around it stays one. */
#define COMPILER_BARRIER() __asm__ volatile("" ::: "memory")

/* The value of `variable` is computed here and lies in a register; what comes after knows nothing of where it came
 * from, so that neither side is merged with the other or moved over it. */
#define COMPILER_PIN(variable) __asm__ volatile("" : "+r"(variable))

/* All that was written behind `pointer` is really written, although nobody reads it. */
#define COMPILER_KEEP_STORES(pointer) __asm__ volatile("" ::"r"(pointer) : "memory")

/* In a handler: the one register that handlers use for a moment and C preserves. It may hold an object for as long as
 * no other handler needs it, and the collector would find it there. */
#define FORGET_SCRATCH_REGISTER() __asm__ volatile("xorl %%ebx, %%ebx" ::: "rbx", "cc")

#endif
