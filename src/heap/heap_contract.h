/* heap_contract.h: contracts that the heap can check (see contract.h).
 *
 * Is this word the start of an object? The start map knows. A reference that was kept where the collector does not look
 * fails here once its object is gone. For rooms below thread/: is the world stopped? */
#ifndef ARGUS_HEAP_HEAP_CONTRACT_H
#define ARGUS_HEAP_HEAP_CONTRACT_H

#include "base/contract.h"
#include "heap/heap.h"

#define IS_OBJECT(o) CONTRACT("is an object", heap_is_object(o))
#define IS_OBJECT_OR_NULL(o) CONTRACT("is an object or NULL", (o) == NULL || heap_is_object(o))

/* The caller has stopped the world, so no other thread uses the heap. */
#define HEAP_STANDS() CONTRACT("world stopped", heap_stands())

#endif
