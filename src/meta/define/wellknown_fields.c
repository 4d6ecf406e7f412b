/* Offsets of the fields that the VM knows by name, and of those that it adds to classes of java.base. */
#include "meta/meta_int.h"

u32 wellknown_injected(const struct class *c, struct injected_field *out)
{
    u32 n = 0;
    if (c->loader != &boot_loader || !c->name) return 0;
    for (u32 i = 0; i < ARRAY_LEN(wk_injected_table); i++)
        if (symbol_equals_cstr(c->name, wk_class_names[wk_injected_table[i].cls]))
            out[n++] = (struct injected_field){ wk_injected_table[i].wkf, wk_injected_table[i].bytes,
                                                wk_injected_table[i].is_ref };
    return n;
}

bool wellknown_layout(const struct class *c)
{
    struct injected_field inj[8];
    if (wellknown_injected(c, inj) || c == WK(java_lang_Object)) return true;
    for (u32 i = 0; i < WK_CLASS_COUNT; i++) /* a program may extend such classes */
        if (wk_classes[i] == c && c->type.kind != HEAP_INSTANCE) return true;
    for (u32 i = 0; i < ARRAY_LEN(wk_field_table); i++)
        if (wk_classes[wk_field_table[i].cls] == c) return true;
    return false;
}

void wellknown_resolve_fields(const struct class *c, u32 id)
{
    for (u32 i = 0; i < ARRAY_LEN(wk_field_table); i++) {
        if (wk_field_table[i].cls != id) continue;
        struct field *f = class_find_field_here(c, symbol_from_cstr(wk_field_table[i].name),
                                                symbol_from_cstr(wk_field_table[i].desc));
        if (!f)
            VM_FATAL("this JDK's %s has no field %s %s", c->name->bytes, wk_field_table[i].desc,
                     wk_field_table[i].name);
        wk_fields[i] = f->offset;
    }
}

void wellknown_resolve_class_fields(struct class *c) { wellknown_resolve_fields(c, wk_java_lang_Class); }
