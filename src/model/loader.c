#include "model/loader.h"
#include "model/class_space.h"

struct loader boot_loader = { .number = 1 };

struct loader *loader_first(void) { return &boot_loader; }

bool class_memory_is_dead(const void *p)
{
    const struct class_holder *h = class_space_holder(p);
    return h && !h->heap.marked;
}
