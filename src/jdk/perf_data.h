/* Performance data: named values in a memory area that other processes can map, the file /tmp/hsperfdata_USER/PID. It
 * is how jps, jcmd -l and VisualVM find running VMs. Layout: version 2.0 of HotSpot's format, as those tools read
 * it. */
#ifndef ARGUS_JDK_PERF_DATA_H
#define ARGUS_JDK_PERF_DATA_H

#include "base/base.h"

enum perf_variability { PERF_CONSTANT = 1, PERF_MONOTONIC, PERF_VARIABLE };
enum perf_units { PERF_NONE = 1, PERF_BYTES, PERF_TICKS, PERF_EVENTS, PERF_STRING, PERF_HERTZ };

/* Makes the area (in a file, unless -XX:-UsePerfData or the file cannot be made) and enters what is known at start-up.
 * Once. */
void perf_data_open(void);
/* Tells readers that the start-up values are complete. */
void perf_data_publish(void);
/* A new value: a long (`length` 0) or a byte vector of `length` bytes, zeroed. NULL: the name is taken. Never freed.
 * Any thread. */
void *perf_data_new(const char *name, size_t length, enum perf_units units, enum perf_variability variability);
/* Do others see the area, in a file? */
bool perf_data_is_shared(void);
/* The whole area; *size receives its bytes. */
void *perf_data_area(size_t *size);

#endif
