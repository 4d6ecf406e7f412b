/* The classes, fields, methods and symbols of java.base that the VM knows by name; meta/define/wellknown_resolve.c
 * finds them once at boot. */
#include "model/wellknown.h"

struct class *wk_classes[WK_CLASS_COUNT];
u32 wk_fields[WK_FIELD_COUNT];
struct method *wk_methods[WK_METHOD_COUNT];
struct symbol *wk_symbols[WK_SYMBOL_COUNT];

const char *const wk_class_names[] = {
#define NAME(id, name) name,
    WELLKNOWN_CLASSES(NAME)
#undef NAME
};
#define MEMBER(id, cls, name, desc) { wk_##cls, name, desc },
const struct wk_member wk_field_table[] = { WELLKNOWN_FIELDS(MEMBER) };
const struct wk_member wk_method_table[] = { WELLKNOWN_METHODS(MEMBER) };
#define INJECTED(id, cls, bytes, ref) { wk_##cls, wkf_##id, bytes, ref },
const struct wk_injected wk_injected_table[] = { WELLKNOWN_INJECTED(INJECTED) };

void wellknown_symbols_init(void)
{
    static const char *const text[] = {
#define TEXT(id, s) s,
        WELLKNOWN_SYMBOLS(TEXT)
#undef TEXT
    };
    for (u32 i = 0; i < WK_SYMBOL_COUNT; i++) wk_symbols[i] = symbol_from_cstr(text[i]);
}
