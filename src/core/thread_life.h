/* Starting and ending threads: attaching, Thread.start, threads of the VM and of agents, detaching, waiting for the
 * last one. This is the part that needs Java; thread/thread.h has the structure, the list and the states. */
#ifndef ARGUS_CORE_THREAD_LIFE_H
#define ARGUS_CORE_THREAD_LIFE_H

#include "thread/thread.h"

/* Once, before the first thread is attached. The sizes are those of new threads' stacks; 0: the default. The VM makes
 * Java stacks twice as large as asked for, since its frames are larger than HotSpot's. Returns false if the system has
 * no key for a thread's data left. */
bool threads_init(size_t java_stack_bytes, size_t c_stack_bytes);
/* Makes the calling OS thread a VM thread (main, JNI attach). It has no Java object yet. NULL: out of memory. State
 * afterwards: IN_VM. */
struct thread *thread_attach_current(const char *name, bool daemon);
/* Makes the java.lang.Thread of the calling thread, which has none yet, in `group` (NULL: the main group). Posts the
 * thread's start, unless it is the main thread or hidden. Runs Java. Returns false with an exception pending. */
WARN_UNUSED bool thread_make_java(struct thread *self, const char *name, struct object *group, bool daemon);
/* Ends the calling thread for the VM: runs Thread.exit, posts its end, takes it off the list and frees it. IN_VM;
 * `self` is invalid afterwards. */
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
/* The VM has ended, and the caller has stopped the world for good: its OS thread goes on as one that was never
 * attached. Nothing more is run for it, since what that needs may be held by a thread that is stopped. IN_NATIVE. */
void thread_leave_ended_vm(struct thread *self);

#endif
