/* Management: the jmm interface for java.lang.management, diagnostic commands, the attach listener. */
#ifndef ARGUS_SERVICE_MANAGEMENT_H
#define ARGUS_SERVICE_MANAGEMENT_H

#include <stdbool.h>

struct thread;

/* Called once, by boot. */
void management_init(void);
/* Starts the counters, and the JMX agent if properties request it; the VM is live. Ends the VM if that fails. */
void management_start_agent(struct thread *self);

struct thread;
/* Called once, before a tool can connect. */
void attach_init(void);
/* SIGQUIT was received. Starts the attach listener if a tool has requested it (the file .attach_pidN of our own user).
 * Returns true in that case. */
bool attach_requested(struct thread *self);
/* Starts the attach listener unless it runs. */
void attach_start(struct thread *self);

#endif
