/* From a native method to the function that implements it (JNI specification, "Resolving Native Method Names"). */
#ifndef ARGUS_JNI_JNI_LINK_H
#define ARGUS_JNI_JNI_LINK_H

#include "thread/thread.h"

/* The function for `m`: registered, the VM's own, or found by its short and then its long name in the libraries of m's
 * loader and of agents. Posts NativeMethodBind and stores the address in m->native_fn. NULL with UnsatisfiedLinkError
 * pending. May call Java, may collect. */
WARN_UNUSED void *native_lookup(struct thread *self, struct method *m);
/* RegisterNatives for one method: binds with the event. */
void native_bind(struct thread *self, struct method *m, void *fn);
/* "Java_p_C_m" (and "__sig" when `with_signature`) as HotSpot mangles; malloc'ed; NULL when a name cannot be
 * mangled. */
char *native_mangle(const struct method *m, bool with_signature);
/* Registers an agent's library by its dlopen handle. These libraries are searched after the loader's. */
void native_add_agent_library(void *handle);

#endif
