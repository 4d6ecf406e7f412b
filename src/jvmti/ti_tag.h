/* Tags: a 64-bit value for an object, in each environment (ti_tag.c). All IN_VM. */
#ifndef ARGUS_TI_TAG_H
#define ARGUS_TI_TAG_H

#include "jvmti/ti_int.h"

void ti_tags_init(void); /* the hooks */
/* 0: untagged. */
jlong ti_tag_get(const struct ti_env *env, const struct object *o);
/* false: no memory. */
bool ti_tag_set(struct ti_env *env, struct object *o, jlong tag);
/* The table of a disposed environment goes at the next collection. */
void ti_tags_dispose(struct ti_env *env);

#endif
