/* When bytecode gets stencil code, and how control gets into it (-XX:-ArgusStencils: none does). */
#ifndef ARGUS_EXEC_TIER_STENCIL_TIER_H
#define ARGUS_EXEC_TIER_STENCIL_TIER_H

/* Methods are counted from now on. Before any thread runs Java, behind modes_init. */
void stencil_init(void);

#endif
