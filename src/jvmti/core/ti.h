/* The tool interface for the rooms above: called from the boot sequence. */
#ifndef ARGUS_JVMTI_CORE_TI_H
#define ARGUS_JVMTI_CORE_TI_H

#include "model/vm.h"

#include <stdbool.h>
#include <stddef.h>

/* Sets the event hooks and JNI's GetEnv for JVM TI versions. Called once, before agents are loaded. */
void ti_init(void);
/* Calls Agent_OnLoad of every -agentlib:, -agentpath: and -Xrun, in order. Returns JNI_OK, or a JNI error after
 * HotSpot's message has been printed. */
jint ti_load_agents(void);
/* Loads an agent into the running VM and calls its Agent_OnAttach; if there is only an Agent_OnLoad, calls that, and
 * then VMStart and VMInit of its environments. IN_NATIVE, on an attached thread. Returns true if it ran: *result is its
 * result. Returns false otherwise: `error` has the reason, in HotSpot's words. */
bool ti_attach_agent(const char *name, bool absolute, const char *text, jint *result, char *error, size_t error_size);
/* A function exported by the library of an agent that was loaded by this name ("jdwp"). NULL: there is no such agent or
 * function. */
void *ti_agent_function(const char *agent, const char *function);
/* Calls Agent_OnUnload of every agent, in the order of loading. */
void ti_unload_agents(void);
/* The earliest moment at which classes and JNI can be used: the start phase begins for environments with
 * can_generate_early_vmstart. */
void ti_early_start(struct thread *self);
/* The VM has entered phase `p` (VM_DEAD: is about to). Enables the events of the new phase; posts VMStart, VMInit and
 * VMDeath. */
void ti_phase_changed(struct thread *self, enum vm_phase p);

#endif
