/* Time: see lens_clock.h. The time stamp counter is used only where the processor promises that it runs at one speed
 * and in every sleep state; its speed is measured against the monotonic clock over the whole run, so no start-up
 * loop. */
#include "lens_clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

bool lens_clock_uses_tsc;

static uint64_t start_ns, start_ticks;
static double ns_per_tick = 1.0;

static uint64_t monotonic_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static bool has_invariant_tsc(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
#else
    return false;
#endif
}

void lens_clock_init(void)
{
    lens_clock_uses_tsc = has_invariant_tsc();
    start_ns = monotonic_ns();
    start_ticks = lens_clock_ticks();
}

uint64_t lens_clock_wall_ns(void) { return monotonic_ns() - start_ns; }

void lens_clock_calibrate(void)
{
    if (!lens_clock_uses_tsc) return; /* ticks are nanoseconds already */
    uint64_t ticks = lens_clock_ticks() - start_ticks;
    if (ticks > 0) ns_per_tick = (double)lens_clock_wall_ns() / (double)ticks;
}

void lens_clock_set_tick(double ns) { ns_per_tick = ns; }

uint64_t lens_clock_ns_to_ticks(uint64_t ns)
{
    uint64_t wall = lens_clock_wall_ns();
    if (!lens_clock_uses_tsc || wall == 0) return ns;
    return (uint64_t)((double)ns * ((double)(lens_clock_ticks() - start_ticks) / (double)wall));
}

uint64_t lens_clock_ticks_to_ns(uint64_t ticks) { return (uint64_t)((double)ticks * ns_per_tick + 0.5); }
