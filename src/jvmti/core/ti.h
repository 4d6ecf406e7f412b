/* The tool interface as the layers above see it: what src/vm binds into the boot sequence. */
#ifndef ARGUS_JVMTI_CORE_TI_H
#define ARGUS_JVMTI_CORE_TI_H

#include "model/vm.h"

#include <stdbool.h>
#include <stddef.h>

/* Fills in the event hooks and JNI's GetEnv for JVM TI versions. Once, before agents are loaded. */
void ti_init(void);
/* Agent_OnLoad of every -agentlib:, -agentpath: and -Xrun, in order. JNI_OK, or a JNI error after HotSpot's message was
 * printed. */
jint ti_load_agents(void);
/* Loads an agent into the running VM and calls its Agent_OnAttach, or else its Agent_OnLoad, and then VMStart and
 * VMInit of its environments. IN_NATIVE, on an attached thread. true: it ran, *result is what it returned;
 * false: `error` says why not, in HotSpot's words. */
bool ti_attach_agent(const char *name, bool absolute, const char *text, jint *result, char *error, size_t error_size);
/* A function that the library of an agent exports, an agent that was given or attached by this name ("jdwp"); NULL:
 * there is no such agent, or it has none. */
void *ti_agent_function(const char *agent, const char *function);
/* Agent_OnUnload of every agent, in the order of loading. */
void ti_unload_agents(void);
/* The earliest moment at which classes and JNI are there: for environments with can_generate_early_vmstart the start
 * phase begins. */
void ti_early_start(struct thread *self);
/* The VM entered phase `p` (VM_DEAD: is about to). Switches the events of the new phase on; sends VMStart, VMInit and
 * VMDeath. */
void ti_phase_changed(struct thread *self, enum vm_phase p);

#endif
