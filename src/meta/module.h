/* Modules and packages of the VM (JVMS §5.3.6, java.lang.Module's natives). One lock for the graph (leaf). Before the
 * boot layer exists, every boot class is in java.base. Its java.lang.Module object comes with JVM_DefineModule, which
 * then also patches the mirrors. */
#ifndef ARGUS_META_MODULE_H
#define ARGUS_META_MODULE_H

#include "meta/loader.h"
#include "model/frame.h"
#include "model/module.h"

extern struct module *module_java_base;
void modules_init(void);
struct module *module_unnamed(struct loader *l);
/* created packages belong to l's unnamed module (boot before the layer: java.base) */
struct package *package_of(struct loader *l, struct symbol *name, bool create);
bool module_can_read(const struct module *from, const struct module *to);
/* `to` NULL: unqualified */
bool module_exports(const struct module *from, struct symbol *package, const struct module *to);

/* As specified for the natives. Return false with an exception pending (IllegalArgumentException, …, with HotSpot's
 * messages). */
WARN_UNUSED bool module_define(struct thread *self, struct object *module, bool is_open, const char *version,
                               const char *location, const char *const *packages, u32 n);
WARN_UNUSED bool module_set_boot_unnamed(struct thread *self, struct object *module);
WARN_UNUSED bool module_add_reads(struct thread *self, struct object *from, struct object *to);
WARN_UNUSED bool module_add_exports(struct thread *self, struct object *from, const char *package, struct object *to,
                                    bool to_all, bool to_all_unnamed);
/* Calls a static method of jdk.internal.module.Modules. Runs Java; false: pending. */
WARN_UNUSED bool modules_call(struct thread *self, const char *name, const char *desc, const slot *args);
/* A class file hook has changed a class of `m`, or is called for a class that is redefined. Lets m read the unnamed
 * modules of the boot and the application loader, where agents' code in classes finds its helpers
 * (java.lang.instrument). May run Java; leaves nothing pending. */
void module_transformed(struct thread *self, struct module *m);
/* Calls fn for the modules that m reads by name, under the lock of the graph: fn takes only leaf locks, and does not
 * poll. */
void module_each_read(struct module *m, void (*fn)(struct module *to, void *arg), void *arg);
/* Calls fn for each exported package, with the module to which it is exported; NULL: to all, or to all unnamed ones. As
 * above. */
void modules_each_export(void (*fn)(struct package *p, struct module *to, void *arg), void *arg);
void modules_for_each(void (*fn)(struct module *m, void *arg), void *arg);

#endif
