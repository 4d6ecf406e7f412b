/* Classes, fields and methods of java.base that the VM itself uses: tables of the JDK release (docs/releases.md),
 * resolved at boot in their order.
 *
 * WK(java_lang_String) is the struct class*; WKF(String_value) a field's byte offset (instance: in the object, static:
 * in the mirror); WKM(Thread_run) a struct method*. Injected fields are appended to the class's instance layout by the
 * VM and are invisible to Java. */
#ifndef ARGUS_MODEL_WELLKNOWN_H
#define ARGUS_MODEL_WELLKNOWN_H

#include "jdk_wellknown.h"
#include "model/class.h"

extern struct class *wk_classes[WK_CLASS_COUNT];
extern u32 wk_fields[WK_FIELD_COUNT];
extern struct method *wk_methods[WK_METHOD_COUNT];
#define WK(id) (wk_classes[wk_##id])
#define WKF(id) (wk_fields[wkf_##id])
#define WKM(id) (wk_methods[wkm_##id])

/* Symbols that the VM compares with. */
extern struct symbol *wk_symbols[WK_SYMBOL_COUNT];
#define SYM(id) (wk_symbols[wks_##id])

/* The tables as data, in the order of the enumerations. */
struct wk_member {
    u16 cls; /* enum wk_class_id */
    const char *name, *desc;
};
struct wk_injected {
    u16 cls;
    u32 wkf;
    u8 bytes;
    bool is_ref;
};
extern const char *const wk_class_names[WK_CLASS_COUNT], *const wk_symbol_texts[WK_SYMBOL_COUNT];
extern const struct wk_member wk_field_table[WK_FIELD_COUNT - WK_INJECTED_COUNT], wk_method_table[WK_METHOD_COUNT];
extern const struct wk_injected wk_injected_table[WK_INJECTED_COUNT];

void wellknown_symbols_init(void);
/* Loads all classes in order (boot loader) and resolves the fields and methods. A missing class is fatal. */
WARN_UNUSED bool wellknown_resolve(struct thread *self);

#endif
