/* Method entries: what code_entries (code/code.h) is filled with, and what they are written in. How an entry is
 * reached: interp_int.h. */
#ifndef ARGUS_EXEC_INTERP_ENTRY_H
#define ARGUS_EXEC_INTERP_ENTRY_H

#include "exec/interp/interp_int.h"

/* clang-format off */
#define ENTRIES(X) \
    X(entry_unlinked) X(entry_replaced) X(entry_java) X(entry_java_sync) X(entry_java_events) X(entry_native) \
    X(entry_native_sync) X(entry_abstract) X(entry_conflict) X(entry_deleted) X(entry_invoke_basic) \
    X(entry_link_static) X(entry_link_virtual) X(entry_link_special) X(entry_link_interface)
/* clang-format on */
#define DECLARE(name) PRESERVE_NONE void name(INTERP_PARAMS);
ENTRIES(DECLARE)
#undef DECLARE

/* Throws what is pending from the caller's call instruction; the arguments are still the caller's operands. */
#define THROW_FROM_CALLER() \
    do { \
        pc = fp->pc; \
        GO(interp_throw); \
    } while (0)
#define CALLEE() ((struct method *)(uintptr_t)tos)

#endif
