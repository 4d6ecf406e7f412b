/* Management: the jmm interface behind java.lang.management, diagnostic commands, the attach listener. */
#ifndef ARGUS_SERVICE_MANAGEMENT_H
#define ARGUS_SERVICE_MANAGEMENT_H

#include <stdbool.h>

struct thread;

/* Once, by boot. */
void management_init(void);
/* Starts the counters, and the JMX agent if properties ask for it; the VM is live. Ends the VM when that fails. */
void management_start_agent(struct thread *self);

struct thread;
/* Once, before a tool can ask. */
void attach_init(void);
/* SIGQUIT came. Starts the attach listener if a tool asked for it (the file .attach_pidN of our own user). true: a tool
 * did. */
bool attach_requested(struct thread *self);
/* Starts the attach listener unless it runs. */
void attach_start(struct thread *self);

#endif
