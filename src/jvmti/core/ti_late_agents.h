/* Agents that come late (ti_late_agents.c): for ti_agent.c. */
#ifndef ARGUS_JVMTI_CORE_TI_LATE_AGENTS_H
#define ARGUS_JVMTI_CORE_TI_LATE_AGENTS_H

#include "jvmti/core/ti_int.h"

/* The argument of ti_late_start after Agent_OnLoad has run: where the list of environments ends now (NULL: nowhere). */
struct ti_env *ti_late_mark(void);
/* VMStart, then VMInit, to the environments that the calling thread (IN_NATIVE) has made since the mark, on a thread of
 * their own. Returns when they are over or wait without limit. false: no memory or no thread for it. */
bool ti_late_start(struct ti_env *mark);

#endif
