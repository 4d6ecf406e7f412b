/* Zeroing memory that is used at once. */
#ifndef ARGUS_CPU_X86_64_ZERO_H
#define ARGUS_CPU_X86_64_ZERO_H

/* [from, to), multiples of 8. The lines end up in the nearest cache, and those 8 KiB ahead
 * are asked for. */
void cpu_zero(char *from, const char *to);

/* The 128 bytes of the C stack below its own return address: what a function that was called from the same place has
 * saved. Changes no register but xmm0. */
void cpu_zero_below(void);

#endif
