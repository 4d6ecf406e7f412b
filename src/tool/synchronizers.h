/* Owners of java.util.concurrent's locks, as objects of AbstractOwnableSynchronizer. */
#ifndef ARGUS_TOOL_SYNCHRONIZERS_H
#define ARGUS_TOOL_SYNCHRONIZERS_H

#include "heap/object.h"
#include <stdbool.h>

/* The java.lang.Thread that owns it. NULL: it has no owner, or `o` is no such object. */
struct object *synchronizer_owner(struct object *o);
/* Calls fn for each one with an owner: walks the heap. World stopped. */
void synchronizers_each_owned(void (*fn)(struct object *o, struct object *owner, void *arg), void *arg);

#endif
