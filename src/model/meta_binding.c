#include "model/meta_binding.h"

struct meta_binding meta_binding;

bool class_init_slow(struct thread *self, struct class *c) { return meta_binding.init_class(self, c); }

struct class *class_array_of(struct thread *self, struct class *element)
{
    struct class *a = atomic_load_explicit(&element->array, memory_order_acquire);
    return LIKELY(a != NULL) ? a : meta_binding.new_array_class(self, element);
}
