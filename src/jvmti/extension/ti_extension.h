/* What ti_extension.c lists and ti_ext_functions.c does. docs/extensions.md is the manual. */
#ifndef ARGUS_JVMTI_EXTENSION_TI_EXTENSION_H
#define ARGUS_JVMTI_EXTENSION_TI_EXTENSION_H

#include "jvmti/core/ti_int.h"

/* All with the C type of jvmtiExtensionFunction; what follows the environment is in the tables. */
/* clang-format off */
#define TI_EXTENSION_FUNCTIONS(X) \
    X(is_class_unloading_enabled) X(get_os_thread_id) X(dump_heap) X(prepare_async_stack_trace) \
    X(get_async_stack_trace) X(set_method_event_filter) X(clear_method_event_filter) X(set_event_tag_filter)
/* clang-format on */
#define DECLARE(name) jvmtiError JNICALL ti_ext_##name(jvmtiEnv *jvmti, ...);
TI_EXTENSION_FUNCTIONS(DECLARE)
#undef DECLARE

/* The id of the i-th extension function; NULL: there are not so many. */
const char *ti_extension_id(u32 i);

/* Indices of extension events. */
enum { TI_EXT_HOTSPOT_CLASS_UNLOAD, TI_EXT_CLASS_UNLOAD };

#endif
