/* Starting and ending threads: attaching, Thread.start, threads of the VM and of agents, detaching, waiting for the
 * last one. This is the part that needs Java; thread/thread.h has the structure, the list and the states. */
#ifndef ARGUS_CORE_THREAD_LIFE_H
#define ARGUS_CORE_THREAD_LIFE_H

#include "thread/thread.h"

bool threads_init(size_t java_stack_bytes, size_t c_stack_bytes);
/* Makes the calling OS thread a VM thread (main, JNI attach). It has no Java object yet. NULL: out of memory. State
 * afterwards: IN_VM. */
struct thread *thread_attach_current(const char *name, bool daemon);
/* Makes a java.lang.Thread in `group` (NULL: main group) for the attached thread, or a hidden one. false: pending. */
WARN_UNUSED bool thread_make_java(struct thread *self, const char *name, struct object *group, bool daemon);
/* Runs Thread.exit and events, unlinks and frees. The caller must not touch `self` again. */
void thread_detach_current(struct thread *self);
/* Thread.start: creates the OS thread for `java`. false: pending (OutOfMemoryError, IllegalThreadStateException). */
WARN_UNUSED bool thread_start_java(struct thread *self, struct object *java);
/* Starts a VM or agent thread for a Java object; it runs `fn` in state IN_VM (agents: in native). Returns false if it
 * could not be started. */
WARN_UNUSED bool thread_start_vm(struct thread *self, struct object *java, void (*fn)(struct thread *self, void *arg),
                                 void *arg, bool agent);
/* Starts a thread of the VM's own that runs `fn` in state IN_VM. It has no Java object, no tool lists it, and it ends
 * at its next poll when the VM ends. IN_VM; blocks for the lock of the list. Returns false if it could not be
 * started. */
WARN_UNUSED bool thread_start_hidden(struct thread *self, const char *name, void (*fn)(struct thread *self, void *arg),
                                     void *arg);
void threads_wait_for_non_daemons(struct thread *self); /* DestroyJavaVM */

#endif
