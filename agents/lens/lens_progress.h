/* Running totals while the program runs. */
#ifndef LENS_PROGRESS_H
#define LENS_PROGRESS_H

#include <stdbool.h>

/* Opens the file of option progress; false with errno if it cannot be written. No option: nothing, true. */
bool lens_progress_open(void);

/* Writes a record if the last one is old enough. Cheap when it is not; any thread, no lens lock held. */
void lens_progress_check(void);

/* Writes the last record. */
void lens_progress_finish(void);

#endif
