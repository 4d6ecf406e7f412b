/* The tables for GetExtensionFunctions and GetExtensionEvents. tools/gen_ti.py writes them from
 * spec/jvmti_extension_functions.tsv and spec/jvmti_extension_events.tsv (ti_extensions.c). docs/extensions.md is the
 * manual. */
#ifndef ARGUS_JVMTI_EXTENSION_TI_EXTENSION_H
#define ARGUS_JVMTI_EXTENSION_TI_EXTENSION_H

#include "jvmti/core/ti_int.h"

struct ti_extension_param {
    const char *name;
    jvmtiParamKind kind;
    jvmtiParamTypes type;
    jboolean null_ok;
};
struct ti_extension_function {
    jvmtiExtensionFunction function, observed; /* observed: used when calls are traced or checked */
    const char *id, *about;
    u8 param_count, error_count;
    const struct ti_extension_param *params;
    const jvmtiError *errors; /* beside those that any function may return */
};
struct ti_extension_event {
    jvmtiExtensionEvent observed; /* calls the agent's callback */
    const char *id, *about;
    u8 param_count;
    const struct ti_extension_param *params;
};

#endif
