/* Zeroing memory that is used at once. */
#ifndef ARGUS_CPU_X86_64_ZERO_H
#define ARGUS_CPU_X86_64_ZERO_H

/* Zeroes [from, to), multiples of 8. The lines end up in the nearest cache, and the 8 KiB after them are prefetched. */
void cpu_zero(char *from, const char *to);

/* Zeroes the 128 bytes of the C stack below its own return address: the registers that a function called from the same
 * place has saved. Changes no register except xmm0. */
void cpu_zero_below(void);

#endif
