/* Finds the VM's own natives by class, name and descriptor. There are few classes, so it searches the tables linearly,
 * once for each native method. */
#include "jdk/jvm_natives.h"
#include "meta/loader.h"
#include "thread/vmentry.h"
#include <stdlib.h>

static const struct vm_native_class *tables[] = {
#define ENTRY(table) &table,
    VM_NATIVE_TABLES(ENTRY)
#undef ENTRY
        NULL, /* vm_natives_add */
};

void vm_natives_add(const struct vm_native_class *t) { tables[ARRAY_LEN(tables) - 1] = t; }

void JNICALL vm_register_natives_nothing(JNIEnv *env, jclass cls) {}

static jint register_all(JNIEnv *env, jclass cls, const struct vm_native_class *t)
{
    JNINativeMethod *m = vm_malloc(t->count * sizeof *m);
    for (u32 k = 0; k < t->count; k++)
        m[k] = (JNINativeMethod){ (char *)t->natives[k].name, (char *)t->natives[k].sig, t->natives[k].fn };
    jint r = (*env)->RegisterNatives(env, cls, m, (jint)t->count);
    free(m);
    return r;
}

void JNICALL vm_register_natives(JNIEnv *env, jclass cls)
{
    const struct symbol *name;
    {
        VM_ENTRY(env);
        name = class_of_mirror(ref_get(cls))->name;
        VM_LEAVE();
    }
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (tables[i] && symbol_equals_cstr(name, tables[i]->class_name) && register_all(env, cls, tables[i]) != JNI_OK)
            return;
}

void *vm_native_lookup(const struct class *c, const struct symbol *name, const struct symbol *desc)
{
    if (!c->loader->is_boot || (c->flags & CLS_HIDDEN)) return NULL;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        const struct vm_native_class *t = tables[i];
        if (!t || !symbol_equals_cstr(c->name, t->class_name)) continue;
        for (u32 k = 0; k < t->count; k++)
            if (symbol_equals_cstr(name, t->natives[k].name) && symbol_equals_cstr(desc, t->natives[k].sig))
                return t->natives[k].fn;
    }
    return NULL;
}
