/* Linking instructions before they run, for tests that compile code which has never run. */
#ifndef ARGUS_EXEC_INTERP_LINK_AHEAD_H
#define ARGUS_EXEC_INTERP_LINK_AHEAD_H

#include "model/class.h"

struct link_ahead_counts {
    u64 linked, left; /* instructions with a constant: now in their quick form; still in the general one */
};
/* Links m's call sites, which runs bootstrap methods as if m had run. m is prepared. Exceptions are dropped, and
 * nothing is pending afterwards. */
void interp_link_sites(struct thread *self, struct method *m);
/* Gives m's other instructions their quick forms where the constant can be resolved. Loads classes but initializes
 * none, and does not require that a class is initialized. So this is only for code that is never run again. Exceptions
 * are dropped. */
void interp_link_ahead(struct thread *self, struct method *m, struct link_ahead_counts *counts);

#endif
