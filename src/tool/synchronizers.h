/* Locks of java.util.concurrent, as far as they tell who owns them: objects of AbstractOwnableSynchronizer. */
#ifndef ARGUS_TOOL_SYNCHRONIZERS_H
#define ARGUS_TOOL_SYNCHRONIZERS_H

#include "heap/object.h"
#include <stdbool.h>

/* The java.lang.Thread that owns it; NULL: nobody, or `o` is none. */
struct object *synchronizer_owner(struct object *o);
/* Each that somebody owns: a walk of the heap. World stopped. */
void synchronizers_each_owned(void (*fn)(struct object *o, struct object *owner, void *arg), void *arg);

#endif
