/* Finds the classes, fields, methods and symbols of java.base that the VM knows by name (wellknown.h's tables), once at
 * boot.
 *
 * Runs on the creating thread before any Java code. A missing one means that the JDK is not a 17: fatal, with its
 * name. */
#include "meta/meta_int.h"

static void resolve_methods(void)
{
    for (u32 i = 0; i < ARRAY_LEN(wk_method_table); i++) {
        const struct class *c = wk_classes[wk_method_table[i].cls];
        wk_methods[i] = class_find_method_here(c, symbol_from_cstr(wk_method_table[i].name),
                                               symbol_from_cstr(wk_method_table[i].desc));
        if (!wk_methods[i])
            VM_FATAL("this JDK's %s has no method %s%s", c->name->bytes, wk_method_table[i].name,
                     wk_method_table[i].desc);
    }
}

bool wellknown_resolve(struct thread *self)
{
    for (u32 i = 0; i < WK_CLASS_COUNT; i++) {
        struct class *c = loader_load_class(self, &boot_loader, symbol_from_cstr(wk_class_names[i]));
        if (!c) {
            /* The exception that reports it may not exist yet. */
            if (!self->pending) VM_FATAL("this JDK has no class %s", wk_class_names[i]);
            return false;
        }
        wk_classes[i] = c;
        wellknown_resolve_fields(c, i);
        if (i == wk_java_lang_Class && !classes_make_missing_mirrors(self)) return false;
        if (i == wk_java_lang_ClassLoader) loader_holder_offset = WKF(ClassLoader_vmloader);
        if (i == wk_java_lang_ref_SoftReference) {
            heap_set_reference_layout(WKF(Reference_referent), WKF(Reference_next), WKF(Reference_discovered),
                                      WKF(SoftReference_timestamp));
            heap_set_soft_clock((i64 *)((char *)c->mirror + WKF(SoftReference_clock)));
        }
    }
    resolve_methods();
    return true;
}
