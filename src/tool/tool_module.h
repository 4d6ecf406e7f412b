/* Modules. Changes go through jdk.internal.module.Modules, so that the Java side and the VM's graph agree.
 * tool_module.c. */
#ifndef ARGUS_TOOL_TOOL_MODULE_H
#define ARGUS_TOOL_TOOL_MODULE_H

#include "tool/tool_thread.h"

/* Calls fn for all java.lang.Module objects; modules may be added meanwhile. IN_VM; fn does not collect. */
void tool_each_module(void (*fn)(struct object *module, void *arg), void *arg);
/* *out: the module of the loader's (NULL: boot) package, with '/' in its name. NULL: the loader has no such package, or
 * the package is in an unnamed module. TOOL_NO_MEMORY. */
enum tool_status tool_named_module(struct object *loader, const char *package, struct object **out);
/* Calls the static method `name` of Modules with Module, String and Class arguments as in `desc`; `text` is a String in
 * the second place. TOOL_INVALID: IllegalArgumentException. TOOL_NO_MEMORY, TOOL_FAILED. Runs Java, leaves nothing
 * pending. */
enum tool_status tool_change_module(struct thread *self, const char *name, const char *desc, struct object *module,
                                    const char *text, struct object *second, struct object *third);
/* Call it after agents had the chance to change the class's bytes: the class's module reads all unnamed modules from
 * then on, as java.lang.instrument promises. */
void tool_module_transformed(struct thread *self, const struct class *c);

#endif
