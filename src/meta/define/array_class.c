/* Classes without a class file: primitive types and arrays (JVMS §5.3.3). */
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "model/vm.h"
#include "thread/probe_points.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

void primitives_init(void)
{
    static const char kinds[] = "ZBCSIJFDV";
    struct class_stage s;
    class_stage_begin(&s, &boot_loader.holder);
    for (const char *kind = kinds; *kind; kind++) {
        struct class *c = class_new(&s);
        c->name = symbol_from_cstr(kind_name(*kind));
        c->flags = CLS_PRIMITIVE | CLS_TRUSTED;
        c->access = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
        c->prim_kind = (u8)*kind;
        c->module = module_java_base;
        c->display[0] = c;
        c->stage = NULL;
        atomic_store(&c->state, CLASS_INITIALIZED);
        class_primitive[(u8)*kind] = c;
    }
    if (s.full) vm_exit_during_init("java.lang.OutOfMemoryError: %s", s.full);
    class_stage_end(&s);
}

/* Cloneable and Serializable, the superinterfaces of every array class. */
static struct class **array_interfaces(void)
{
    static struct class *_Atomic both[2];
    /* every thread stores the same values */
    atomic_store_explicit(&both[0], WK(java_lang_Cloneable), memory_order_relaxed);
    atomic_store_explicit(&both[1], WK(java_io_Serializable), memory_order_relaxed);
    return (struct class **)both;
}

static struct symbol *array_name(struct thread *self, const struct class *element)
{
    char *text = vm_malloc(element->name->len + 4u);
    if (class_is_primitive(element))
        sprintf(text, "[%c", element->prim_kind);
    else if (class_is_array(element))
        sprintf(text, "[%s", element->name->bytes);
    else
        sprintf(text, "[L%s;", element->name->bytes);
    struct symbol *name = symbol_from_cstr(text);
    free(text);
    if (!name) THROW(self, ClassNotFoundException, "%s", element->name->bytes); /* longer than a symbol can be */
    return name;
}

/* Memory for an array class. Collects and tries again if there is no room. NULL: pending. */
static struct class *new_array_class(struct thread *self, struct class_holder *h)
{
    for (bool again = false;; again = true) {
        if (!class_space_prepare(self, h, 0)) return NULL;
        struct class_stage s;
        class_stage_begin(&s, h);
        struct class *c = class_new(&s);
        if (!s.full) {
            c->stage = NULL;
            class_stage_end(&s);
            return c;
        }
        class_stage_abandon(&s);
        if (again || !options.class_unloading) {
            metadata_gone(self, h, 0, s.full);
            return NULL;
        }
        metadata_short(self, h, 0, s.full);
        vm_collect(self, HEAP_CAUSE_METADATA, true);
    }
}

static struct class *class_new_array(struct thread *self, struct class *element)
{
    MAY_COLLECT(self);
    struct class *object = WK(java_lang_Object);
    struct symbol *name = array_name(self, element);
    struct class *c = name ? new_array_class(self, element->holder) : NULL;
    if (!c) return NULL;
    c->name = name;
    bool prim = class_is_primitive(element);
    c->flags = CLS_ARRAY | CLS_CLONEABLE | (element->flags & CLS_TRUSTED);
    c->access =
        (u16)((class_is_array(element) ? element->access : (element->access & ACC_PUBLIC)) | ACC_FINAL | ACC_ABSTRACT);
    c->super = object;
    class_note_heir(object);
    c->element = element;
    c->innermost = class_is_array(element) ? element->innermost : element;
    c->dims = (u16)(class_is_array(element) ? element->dims + 1 : 1);
    c->module = c->innermost->module;
    c->vtable = object->vtable;
    c->vtable_len = object->vtable_len;
    c->interfaces = c->all_interfaces = array_interfaces();
    c->interface_count = c->all_interface_count = 2;
    class_set_display(c);
    c->type.kind = prim ? HEAP_PRIM_ARRAY : HEAP_REF_ARRAY;
    c->type.elem_shift = (u8)__builtin_ctz(kind_size(prim ? (char)element->prim_kind : 'L'));
    if (!class_make_mirror(self, c, NULL)) return NULL;
    c->type.told = probe_wants(PROBE_ALLOCATED); /* by some probe, perhaps not of this class */
    atomic_store_explicit(&c->state, CLASS_INITIALIZED, memory_order_release);
    return c;
}

struct class *class_publish_array(struct thread *self, struct class *element)
{
    MAY_COLLECT(self);
    if (class_is_array(element) && element->dims == 255) {
        THROW(self, IllegalArgumentException, "array dimensions exceed 255");
        return NULL;
    }
    struct class *a = class_new_array(self, element);
    if (!a) return NULL;
    struct class *none = NULL;
    /* another thread was first; this one's class is dropped */
    if (!atomic_compare_exchange_strong(&element->array, &none, a)) return none;
    return a;
}
