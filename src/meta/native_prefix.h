/* Prefixes that tools put before the names of native methods that they wrap (JVM TI SetNativeMethodPrefixes): a native
 * method f is renamed to PREFIXf, and a method f that is not native calls it. */
#ifndef ARGUS_META_NATIVE_PREFIX_H
#define ARGUS_META_NATIVE_PREFIX_H

#include "model/class.h"

/* In the order of application. An array that ends with NULL, or NULL. A replaced array is never freed, because readers
 * take no lock. */
extern const char *const *_Atomic native_prefixes;
/* The method of m's class, or an inherited one, that wraps m: it has m's original name and is not native. NULL: there
 * is none. */
const struct method *native_wrapper_of(const struct method *m);
/* The native method for (name, desc) of c or inherited: itself if it is native, else the one that it wraps under a
 * prefixed name. NULL: none; *found says whether there is a method of that name. */
struct method *native_behind(const struct class *c, const char *name, const struct symbol *desc, bool *found);
/* The native method of c that replaces `old`, which was c's native method before a redefinition and has been renamed by
 * a prefix, or back. NULL: none. */
struct method *native_successor(const struct class *c, const struct method *old);

#endif
