/* Time. Methods are timed in ticks, which are as cheap to read as the machine allows; everything else in nanoseconds of
   the monotonic clock. Ticks become nanoseconds only when the report is written. */
#ifndef LENS_CLOCK_H
#define LENS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* Where ticks come from; set once by lens_clock_init, before any other thread runs lens code. */
extern bool lens_clock_uses_tsc;

void lens_clock_init(void);

/* Nanoseconds of the monotonic clock since lens_clock_init. */
uint64_t lens_clock_wall_ns(void);

/* Nanoseconds to ticks, at the speed measured so far. */
uint64_t lens_clock_ns_to_ticks(uint64_t ns);

/* Call once before the report: measures how long a tick is. */
void lens_clock_calibrate(void);

/* Instead: a tick is so long. */
void lens_clock_set_tick(double ns);

/* Ticks to nanoseconds; valid after lens_clock_calibrate. */
uint64_t lens_clock_ticks_to_ns(uint64_t ticks);

/* Now, in ticks. Does not run backwards on one processor; callers that subtract guard against processors that
 * differ. */
static inline uint64_t lens_clock_ticks(void)
{
#if defined(__x86_64__)
    if (__builtin_expect(lens_clock_uses_tsc, 1)) return __rdtsc();
#endif
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

#endif
