/* The classes, fields, methods and symbols of java.base that the VM knows by name (wellknown.h's tables), found once at
 * boot.
 *
 * Runs on the creating thread before any Java code. Anything missing means a JDK that is not a 17: fatal, with its
 * name. */
#include "meta/meta_int.h"

static const char *const class_names[] = {
#define NAME(id, name) name,
    WELLKNOWN_CLASSES(NAME)
#undef NAME
};
static const struct {
    u16 cls;
    const char *name, *desc;
} field_table[] = {
#define FIELD(id, cls, name, desc) { wk_##cls, name, desc },
    WELLKNOWN_FIELDS(FIELD)
#undef FIELD
};
static const struct {
    u16 cls;
    const char *name, *desc;
} method_table[] = {
#define METHOD(id, cls, name, desc) { wk_##cls, name, desc },
    WELLKNOWN_METHODS(METHOD)
#undef METHOD
};
static const struct {
    u16 cls;
    u32 wkf;
    u8 bytes;
    bool is_ref;
} injected_table[] = {
#define INJECTED(id, cls, bytes, ref) { wk_##cls, wkf_##id, bytes, ref },
    WELLKNOWN_INJECTED(INJECTED)
#undef INJECTED
};

u32 wellknown_injected(const struct class *c, struct injected_field *out)
{
    u32 n = 0;
    if (c->loader != &boot_loader || !c->name) return 0;
    for (u32 i = 0; i < ARRAY_LEN(injected_table); i++)
        if (symbol_equals_cstr(c->name, class_names[injected_table[i].cls]))
            out[n++] =
                (struct injected_field){ injected_table[i].wkf, injected_table[i].bytes, injected_table[i].is_ref };
    return n;
}

static void resolve_fields(const struct class *c, u32 id)
{
    for (u32 i = 0; i < ARRAY_LEN(field_table); i++) {
        if (field_table[i].cls != id) continue;
        struct field *f =
            class_find_field_here(c, symbol_from_cstr(field_table[i].name), symbol_from_cstr(field_table[i].desc));
        if (!f) VM_FATAL("this JDK's %s has no field %s %s", c->name->bytes, field_table[i].desc, field_table[i].name);
        wk_fields[i] = f->offset;
    }
}

void wellknown_resolve_class_fields(struct class *c) { resolve_fields(c, wk_java_lang_Class); }

static void resolve_methods(void)
{
    for (u32 i = 0; i < ARRAY_LEN(method_table); i++) {
        const struct class *c = wk_classes[method_table[i].cls];
        wk_methods[i] =
            class_find_method_here(c, symbol_from_cstr(method_table[i].name), symbol_from_cstr(method_table[i].desc));
        if (!wk_methods[i])
            VM_FATAL("this JDK's %s has no method %s%s", c->name->bytes, method_table[i].name, method_table[i].desc);
    }
}

bool wellknown_resolve(struct thread *self)
{
    for (u32 i = 0; i < WK_CLASS_COUNT; i++) {
        struct class *c = loader_load_class(self, &boot_loader, symbol_from_cstr(class_names[i]));
        if (!c) {
            /* There may be no way yet to make the exception that says so. */
            if (!self->pending) VM_FATAL("this JDK has no class %s", class_names[i]);
            return false;
        }
        wk_classes[i] = c;
        resolve_fields(c, i);
        if (i == wk_java_lang_Class && !classes_make_missing_mirrors(self)) return false;
        if (i == wk_java_lang_ClassLoader) loader_holder_offset = WKF(ClassLoader_vmloader);
        if (i == wk_java_lang_ref_SoftReference) {
            heap_set_reference_layout(WKF(Reference_referent), WKF(Reference_queue), WKF(Reference_next),
                                      WKF(Reference_discovered), WKF(SoftReference_timestamp));
            heap_set_soft_clock((i64 *)((char *)c->mirror + WKF(SoftReference_clock)));
        }
    }
    resolve_methods();
    return true;
}
