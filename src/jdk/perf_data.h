/* Performance data: named values in a memory area that other processes can map, the file /tmp/hsperfdata_USER/PID. jps,
 * jcmd -l and VisualVM find running VMs by it. Layout: version 2.0 of HotSpot's format, which those tools read. */
#ifndef ARGUS_JDK_PERF_DATA_H
#define ARGUS_JDK_PERF_DATA_H

#include "base/base.h"

enum perf_variability { PERF_CONSTANT = 1, PERF_MONOTONIC, PERF_VARIABLE };
enum perf_units { PERF_NONE = 1, PERF_BYTES, PERF_TICKS, PERF_EVENTS, PERF_STRING, PERF_HERTZ };

/* Makes the area (in a file, unless -XX:-UsePerfData or the file cannot be made) and adds the start-up values. Called
 * once. */
void perf_data_open(void);
/* Marks the start-up values as complete, for readers. */
void perf_data_publish(void);
/* A new value: a long (`length` 0) or a byte vector of `length` bytes, zeroed. NULL: the name is taken. Never freed.
 * Any thread. */
void *perf_data_new(const char *name, size_t length, enum perf_units units, enum perf_variability variability);
/* Is the area in a file, so that other processes see it? */
bool perf_data_is_shared(void);
/* The whole area; *size is its size in bytes. */
void *perf_data_area(size_t *size);

#endif
