/* Classes, methods and fields for tools (tool_class.h): functions that do more than read a member. */
#include "tool/tool_class.h"

#include "core/alloc.h"
#include "core/call.h"
#include "core/jstring.h"
#include "meta/reflect.h"
#include "model/wellknown.h"
#include "thread/safepoint.h"

#include <stdlib.h>

const char *tool_class_external_name(const struct class *c, char *buf, size_t size)
{
    return class_external_name(c, buf, size);
}

u32 tool_class_modifiers(const struct class *c)
{
    return class_modifiers(c) | (tool_class_is_plain(c) ? c->access & ACC_SUPER : 0);
}

enum tool_class_state tool_class_state(struct class *c)
{
    u32 s = atomic_load_explicit(&c->state, memory_order_acquire);
    return s == CLASS_ERRONEOUS     ? TOOL_CLASS_ERRONEOUS
           : s == CLASS_INITIALIZED ? TOOL_CLASS_INITIALIZED
           : s >= CLASS_LINKED      ? TOOL_CLASS_LINKED
           : s >= CLASS_LINKING     ? TOOL_CLASS_LINKING
                                    : TOOL_CLASS_LOADED;
}

bool tool_class_link(struct thread *self, struct class *c)
{
    bool ok = class_link(self, c);
    self->pending = NULL;
    return ok;
}

struct object *tool_class_domain(const struct class *c) { return obj_ref(c->mirror, WKF(Class_protection_domain)); }
struct object *tool_class_signers(const struct class *c) { return obj_ref(c->mirror, WKF(Class_signers)); }

u8 *tool_class_original(const struct class *c, size_t *len)
{
    *len = c->original.at ? c->original.len : classfile_size(c->cf);
    u8 *copy = malloc(*len ? *len : 1);
    if (!copy) return NULL;
    if (c->original.at)
        memcpy(copy, c->original.at, *len);
    else
        classfile_write(c->cf, copy);
    return copy;
}

/* ---- constants ---- */

u32 tool_class_constant_count(const struct class *c) { return c->cp ? c->cp->count : 0; }

struct object *tool_class_constant(const struct class *c, u16 index)
{
    const struct constpool *cp = c->cp;
    const struct cp_entry *e = &cp->e[index];
    bool resolved = atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED;
    if (e->tag == CP_CLASS) return resolved && e->cls ? e->cls->mirror : NULL;
    bool object = e->tag == CP_STRING ||
                  (resolved && (e->tag == CP_METHOD_HANDLE || e->tag == CP_METHOD_TYPE || e->tag == CP_DYNAMIC));
    if (!object || !cp->resolved) return NULL;
    return array_ref(ref_decode(cp->resolved), (i32)e->aux); /* NULL until it is resolved */
}

/* ---- methods and fields ---- */

i32 tool_method_modifiers(const struct method *m) { return m->access & METHOD_MODIFIERS; }
i32 tool_field_modifiers(const struct field *f) { return f->access & FIELD_MODIFIERS; }
const char *tool_method_return_type(const struct method *m) { return desc_return(m->desc); }
i32 tool_method_line(const struct method *m, i32 bci) { return method_line(m, bci); }

struct tool_line tool_method_line_at(const struct method *m, u32 i)
{
    return (struct tool_line){ m->cf->lines[i].bci, m->cf->lines[i].line };
}

struct tool_variable tool_method_variable(const struct method *m, u32 i)
{
    const struct cf_local *l = &m->cf->locals[i];
    const struct cf_const *k = m->cp->file;
    return (struct tool_variable){ .start = l->start,
                                   .length = l->length,
                                   .slot = l->slot,
                                   .name = k[l->name].u.utf8->bytes,
                                   .descriptor = k[l->desc].u.utf8->bytes,
                                   .generic = l->generic ? k[l->generic].u.utf8->bytes : NULL,
                                   .descriptor_length = k[l->desc].u.utf8->len };
}

bool tool_method_variable_at(const struct method *m, i32 slot, i32 bci, bool behind, struct tool_variable *out)
{
    for (u32 i = 0, n = tool_method_variable_count(m); i < n; i++) {
        const struct cf_local *l = &m->cf->locals[i];
        if (l->slot != slot || bci < l->start || bci >= (i32)l->start + l->length + behind) continue;
        *out = tool_method_variable(m, i);
        return true;
    }
    return false;
}

void tool_method_ids_for_all(void) { method_ids_for_all(); }

/* ---- loaders ---- */

void tool_each_class(void (*fn)(struct class *c, void *arg), void *arg) { loader_for_each_class(fn, arg); }

bool tool_each_class_of_loader(struct object *loader, void (*fn)(struct class *c, void *arg), void *arg)
{
    struct loader *l = loader ? loader_of(loader) : &boot_loader;
    if (l) loader_initiating_classes(l, fn, arg);
    return l != NULL;
}

bool tool_is_jar(const char *path)
{
    char err[256];
    struct jar *j = jar_open(path, err, sizeof err);
    if (!j) return false;
    jar_close(j);
    return true;
}

bool tool_boot_path_append(const char *path) { return boot_path_append(path); }

enum tool_system_path tool_system_path_append(struct thread *self, const char *text)
{
    slot none[1] = { 0 };
    struct object *loader = slot_ref(java_call(self, WKM(ClassLoader_getSystemClassLoader), none));
    struct method *m = NULL;
    struct object *path = NULL;
    if (!self->pending && loader)
        m = class_find_method(object_class(loader), symbol_from_cstr("appendToClassPathForInstrumentation"),
                              symbol_from_cstr("(Ljava/lang/String;)V"));
    if (m) path = string_from_platform(self, text);
    enum tool_system_path status = TOOL_PATH_UNSUPPORTED;
    if (path) {
        slot args[2] = { slot_of_ref(loader), slot_of_ref(path) };
        java_call_virtual(self, m, args);
        status = self->pending ? TOOL_PATH_FAILED : TOOL_PATH_OK;
    }
    self->pending = NULL;
    return status;
}
