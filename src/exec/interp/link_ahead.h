/* Linking instructions before they run, for tests of what compilers make of linked code. */
#ifndef ARGUS_EXEC_INTERP_LINK_AHEAD_H
#define ARGUS_EXEC_INTERP_LINK_AHEAD_H

#include "model/class.h"

struct link_ahead_counts {
    u64 linked, left; /* instructions with a constant: that have their quick form now; that keep the general one */
};
/* m's call sites are linked, which runs bootstrap methods: as if m had run. m is prepared. Errors are forgotten, and
 * nothing is pending. */
void interp_link_sites(struct thread *self, struct method *m);
/* m's other instructions get their quick forms where the constant can be resolved. Initializes no class, and does not
 * ask for one that is: only for code that is never run again. As above. Loads classes. */
void interp_link_ahead(struct thread *self, struct method *m, struct link_ahead_counts *counts);

#endif
