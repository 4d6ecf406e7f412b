/* Zeroing memory that is used at once. */
#ifndef ARGUS_CPU_X86_64_ZERO_H
#define ARGUS_CPU_X86_64_ZERO_H

/* [from, to), multiples of 8. The lines end up in the nearest cache, and those 8 KiB ahead
 * are asked for. */
void cpu_zero(char *from, const char *to);

#endif
