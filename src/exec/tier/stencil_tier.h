/* Decides when bytecode gets stencil code, and lets frames enter it (-XX:-ArgusStencils: never). */
#ifndef ARGUS_EXEC_TIER_STENCIL_TIER_H
#define ARGUS_EXEC_TIER_STENCIL_TIER_H

/* Starts counting methods. Called after modes_init, before any thread runs Java. */
void stencil_init(void);

#endif
