/* Frames that do not count as callers. */
#ifndef ARGUS_MODEL_PLUMBING_H
#define ARGUS_MODEL_PLUMBING_H

#include "model/wellknown.h"

/* Is m one of the methods that reflection and method handles put between a caller and its target? getCallerClass and
 * similar functions skip them. */
static inline bool method_is_plumbing(const struct method *m)
{
    if (m->owner == WK(java_lang_reflect_Method) && m->name == SYM(invoke)) return true;
    if (class_is_subclass(m->owner, WK(jdk_internal_reflect_MethodAccessorImpl))) return true;
    return method_has(m, MTH_LAMBDA_FORM) || m->intrinsic;
}

#endif
