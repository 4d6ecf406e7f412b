/* The dispatch tables of the modes that a thread can be in. */
#ifndef ARGUS_EXEC_INTERP_MODES_H
#define ARGUS_EXEC_INTERP_MODES_H

/* Fills the tables. Called before the first thread has one. */
void modes_init(void);

#endif
