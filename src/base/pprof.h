/* pprof.h: folded stacks as a profile that pprof reads. */
#ifndef ARGUS_BASE_PPROF_H
#define ARGUS_BASE_PPROF_H

#include <stddef.h>
#include <stdint.h>

/* `folded`: lines "name;frame;frame n", the outermost frame first, with a value type for each name. A frame "a.B.m:12"
 * is line 12 of a.B.m. `unit` of the numbers is a word of pprof: "count", "bytes". Returns the bytes of the profile,
 * malloc'ed; NULL: no memory. */
unsigned char *pprof_make(const char *folded, const char *unit, int64_t wall_ns, int64_t duration_ns, size_t *size);

#endif
