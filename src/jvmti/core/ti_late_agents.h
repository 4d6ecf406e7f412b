/* Agents that are attached but written for the start (ti_late_agents.c): for ti_agent.c. */
#ifndef ARGUS_JVMTI_CORE_TI_LATE_AGENTS_H
#define ARGUS_JVMTI_CORE_TI_LATE_AGENTS_H

#include "jvmti/core/ti_int.h"

/* The present end of the list of environments (NULL: empty), for ti_late_start after Agent_OnLoad has run. */
struct ti_env *ti_late_mark(void);
/* Posts VMStart, then VMInit, to the environments that the calling thread (IN_NATIVE) has created since the mark, on a
 * thread of their own. Returns when both have ended or wait without limit. Returns false if there is no memory or
 * thread for it. */
bool ti_late_start(struct ti_env *mark);

#endif
