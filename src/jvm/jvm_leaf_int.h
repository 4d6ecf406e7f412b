/* Private to the leaf natives' files. */
#ifndef ARGUS_JVM_LEAF_INT_H
#define ARGUS_JVM_LEAF_INT_H

#include "exec/leaf.h"

struct leaf { const char *class_name, *name, *sig; leaf_fn fn; };
#define LEAF(fn) static bool fn(struct thread *self, const slot *args, slot *result)

extern const struct leaf leaves_unsafe[];
extern const size_t leaves_unsafe_count;

#endif
