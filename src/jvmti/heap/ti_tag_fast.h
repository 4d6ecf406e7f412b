/* Short ways that the generated wrappers try first (functions marked `quick` in spec/jvmti_functions.tsv). The thread
 * stays in native state; environment, phase, thread and capability have been checked, the parameters have not. false:
 * take the long way, which also finds out what is wrong. */
#ifndef ARGUS_JVMTI_HEAP_TI_TAG_FAST_H
#define ARGUS_JVMTI_HEAP_TI_TAG_FAST_H

#include "jvmti/core/ti_int.h"

bool ti_quick_get_tag(const struct ti_env *env, struct thread *self, jobject object, jlong *tag_ptr);
bool ti_quick_set_tag(struct ti_env *env, struct thread *self, jobject object, jlong tag);

#endif
