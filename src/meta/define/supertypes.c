/* The superclass and the superinterfaces of a class that is being defined: loads them, and checks that it may have them
 * (JVMS §5.3.5; sealed classes, JEP 409; access, §5.4.4). */
#include "base/mutf8.h"
#include "meta/meta_int.h"

#include <stdio.h>

static bool refuse(struct thread *self, struct class *kind, const struct class *c, const struct class *s,
                   const char *what, bool joint)
{ /* joint: text that names the modules of both classes */
    char a[600], b[600], place[2400];
    class_external_name(c, a, sizeof a);
    class_external_name(s, b, sizeof b);
    if (joint)
        throw_new(self, kind, "class %s %s %s (%s)", a, what, b,
                  classes_in_module_of_loader(c, s, place, sizeof place));
    else
        throw_new(self, kind, "class %s %s %s as super class", a, what, b);
    return false;
}

bool class_permits(const struct class *s, const struct classfile *cf, const struct class *c)
{
    if (!cf || !cf->is_sealed) return true;
    if (s->module != c->module) return false;
    if (!(c->access & ACC_PUBLIC) && !class_same_package(s, c)) return false;
    for (u32 i = 0; i < cf->permitted_count; i++)
        if (classfile_class_name(cf, cf->permitted[i]) == c->name) return true;
    return false;
}

static bool prohibited_package(struct thread *self, struct loader *l, const struct symbol *name)
{
    if (!l->java || l->is_platform || !symbol_starts_with(name, "java/")) return false;
    char package[600], loader[600];
    const struct symbol *p = class_package_symbol(name);
    mutf8_to_utf8(p->bytes, p->len, package, sizeof package);
    for (char *s = package; *s; s++)
        if (*s == '/') *s = '.';
    THROW(self, SecurityException, "Class loader (instance of): %s tried to load prohibited package name: %s",
          loader_name_and_id(l, loader, sizeof loader), package);
    return true;
}

struct class *class_load_interface(struct thread *self, struct class *c, struct symbol *of, const struct classfile *cf,
                                   u32 i)
{
    struct class *s = loader_load_super(self, c->loader, of, classfile_class_name(cf, cf->interfaces[i]));
    if (!s || class_is_interface(s)) return s;
    char a[600], b[600], place[2400], text[256]; /* as large as HotSpot's buffer */
    snprintf(text, sizeof text, "class %s can not implement %s, because it is not an interface (%s)",
             class_external_name(c, a, sizeof a), class_external_name(s, b, sizeof b),
             class_in_module_of_loader(s, false, false, place, sizeof place));
    THROW(self, IncompatibleClassChangeError, "%s", text);
    return NULL;
}

/* Interfaces first, as HotSpot does: loaders and tools can observe the order. */
bool class_load_supers(struct thread *self, struct class *c, struct symbol *of)
{
    const struct classfile *cf = c->cf;
    c->interface_count = cf->interface_count;
    c->interfaces = cf->interface_count ? CLASS_SPACE_ARRAY(c, struct class *, cf->interface_count) : NULL;
    for (u32 i = 0; i < cf->interface_count; i++) {
        struct class *s = c->interfaces[i] = class_load_interface(self, c, of, cf, i);
        if (!s) return false;
        class_note_heir(s);
    }
    if (cf->super_name) {
        struct class *s = loader_load_super(self, c->loader, of, cf->super_name);
        if (!s) return false;
        c->super = s;
        class_note_heir(s);
        __atomic_fetch_or(&s->name->flags, SYMBOL_NAMES_SUPER, __ATOMIC_RELAXED);
        if (prohibited_package(self, c->loader, c->name)) return false;
        if (class_is_interface(s)) return refuse(self, WK(IncompatibleClassChangeError), c, s, "has interface", false);
        const struct classfile *awaited = redefine_file_awaited(self, s);
        if (s->access & ACC_FINAL && !(awaited && !(awaited->access & ACC_FINAL))) {
            char a[600], b[600];
            THROW(self, IncompatibleClassChangeError, "class %s cannot inherit from final class %s",
                  class_external_name(c, a, sizeof a), class_external_name(s, b, sizeof b));
            return false;
        }
    }
    return true;
}

/* A hidden class that may be unloaded before its loader does not quite belong to the loader. */
static bool is_the_loaders(const struct class *c) { return !(c->flags & CLS_HIDDEN) || (c->flags & CLS_STRONG_HIDDEN); }

/* Subclasses of the accessors of core reflection are not verified and have access to everything. So only the boot
 * loader, and the loaders that core reflection makes for generated accessors, may define them. Checked before access,
 * as HotSpot does, because the access check grants everything to such a subclass. */
static bool may_extend_accessors(struct thread *self, const struct class *c, const struct class *super)
{
    if (!super->package || !symbol_equals_cstr(super->package->name, "jdk/internal/reflect")) return true;
    if (c->loader == &boot_loader ? is_the_loaders(c)
                                  : object_instance_of(c->loader->java, WK(jdk_internal_reflect_DelegatingClassLoader)))
        return true;
    char name[600], loader[600], s[600];
    THROW(self, IllegalAccessError, "class %s loaded by %s cannot access jdk/internal/reflect superclass %s",
          class_external_name(c, name, sizeof name), loader_name_and_id(c->loader, loader, sizeof loader),
          class_external_name(super, s, sizeof s));
    return false;
}

/* Access and sealing. The class's module is known. */
bool class_check_supers(struct thread *self, struct class *c)
{
    /* the superclass first, then interfaces, the last one first, as HotSpot does */
    for (i32 i = c->interface_count; i >= 0; i--) {
        bool super = i == c->interface_count;
        struct class *s = super ? c->super : c->interfaces[i];
        if (!s) continue;
        const struct classfile *awaited = redefine_file_awaited(self, s);
        if (!class_permits(s, s->cf, c) && !(awaited && class_permits(s, awaited, c))) {
            char a[600], b[600];
            THROW(self, IncompatibleClassChangeError, "class %s cannot %s sealed %s %s",
                  class_external_name(c, a, sizeof a),
                  super || class_is_interface(c) ? (super ? "inherit from" : "extend") : "implement",
                  super ? "class" : "interface", class_external_name(s, b, sizeof b));
            return false;
        }
        if (super && !may_extend_accessors(self, c, s)) return false;
        char reason[2600];
        if (access_class(c, s)) continue;
        if (resolve_module_reason(c, s, reason, sizeof reason)) {
            THROW(self, IllegalAccessError, "%s check failed: %s", super ? "superclass access" : "superinterface",
                  reason);
            return false;
        }
        return refuse(self, WK(IllegalAccessError), c, s,
                      !super                     ? "cannot access its superinterface"
                      : s->access & ACC_ABSTRACT ? "cannot access its abstract superclass"
                                                 : "cannot access its superclass",
                      true);
    }
    return true;
}

void class_inherit(struct class *c)
{
    const struct class *super = c->super;
    if (super) {
        c->flags |= super->flags & (CLS_HAS_FINALIZER | CLS_CLONEABLE | CLS_EVENT);
        c->finalizer = super->finalizer;
    }
    for (u32 i = 0; i < c->interface_count; i++) c->flags |= c->interfaces[i]->flags & CLS_CLONEABLE;
    if ((c->flags & CLS_TRUSTED) && symbol_equals_cstr(c->name, "java/lang/Cloneable")) c->flags |= CLS_CLONEABLE;
}
