/* Makes ids for all methods in advance, for signal handlers that name methods. */
#include "meta/meta_int.h"

void class_make_method_ids(struct class *c)
{
    for (u32 i = 0; i < c->method_count; i++) (void)method_id_of(c->methods[i]);
}

static void make_ids(struct class *c, void *arg) { class_make_method_ids(c); }

/* A class that is being linked meanwhile is found by the walk, or sees the flag. */
void method_ids_for_all(void)
{
    if (!atomic_exchange(&method_ids_early, true)) loader_for_each_class(make_ids, NULL);
}
