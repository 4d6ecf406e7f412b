/* Quick functions that the generated wrappers try first (functions marked `quick` in spec/jvmti_functions.tsv). The
 * thread stays IN_NATIVE. Environment, phase, thread and capability have been checked, parameters have not. Return
 * false if the full function has to run, which also finds errors. */
#ifndef ARGUS_JVMTI_HEAP_TI_TAG_FAST_H
#define ARGUS_JVMTI_HEAP_TI_TAG_FAST_H

#include "jvmti/core/ti_int.h"

bool ti_quick_get_tag(const struct ti_env *env, struct thread *self, jobject object, jlong *tag_ptr);
bool ti_quick_set_tag(struct ti_env *env, struct thread *self, jobject object, jlong tag);

#endif
