/* Owners of java.util.concurrent's locks, as objects of AbstractOwnableSynchronizer. */
#ifndef ARGUS_TOOL_SYNCHRONIZERS_H
#define ARGUS_TOOL_SYNCHRONIZERS_H

#include "heap/object.h"
#include <stdbool.h>

/* The java.lang.Thread that owns `o`. NULL: it has no owner, or is an object of another class. IN_VM. Neither
 * locks nor collects. */
struct object *synchronizer_owner(struct object *o);
/* Calls fn for each one with an owner, alive or dead and not swept yet. Walks the whole heap. World stopped. */
void synchronizers_each_owned(void (*fn)(struct object *o, struct object *owner, void *arg), void *arg);

#endif
