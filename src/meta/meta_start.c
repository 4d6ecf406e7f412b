/* The start of meta/, and its functions for lower rooms (model/meta_binding.h). */
#include "meta/meta_int.h"
#include "model/class_space.h"

void loaders_init(void)
{
    class_space_init();
    boot_loader.is_boot = true;
    loader_setup(&boot_loader);
    modules_init();
    primitives_init();
}

static struct class *boot_class(struct thread *self, struct symbol *name)
{
    return loader_load_class(self, &boot_loader, name);
}

void meta_bind(void)
{
    meta_binding = (struct meta_binding){
        .init_class = class_initialize,
        .new_array_class = class_publish_array,
        .boot_class = boot_class,
        .begin_marking = classes_begin_marking,
        .visit_roots = classes_visit_roots,
        .visit_holder = classes_visit_holder,
        .visit_words = classes_visit_words,
        .unload_dead = classes_unload_dead,
        .tell_unloaded = classes_tell_unloaded,
    };
}
