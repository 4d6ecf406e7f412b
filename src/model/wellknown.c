/* The classes, fields, methods and symbols of java.base that the VM knows by name; meta/define/wellknown_resolve.c
 * finds them once at boot. */
#include "model/wellknown.h"

struct class *wk_classes[WK_CLASS_COUNT];
u32 wk_fields[WK_FIELD_COUNT];
struct method *wk_methods[WK_METHOD_COUNT];
struct symbol *wk_symbols[WK_SYMBOL_COUNT];

void wellknown_symbols_init(void)
{
    for (u32 i = 0; i < WK_SYMBOL_COUNT; i++) wk_symbols[i] = symbol_from_cstr(wk_symbol_texts[i]);
}
