/* Hidden classes (MethodHandles.Lookup.defineHiddenClass, lambda forms): defined as any class, but linked at once;
 * nobody can ask for them by name. */
#include "meta/meta_int.h"

struct class *loader_define_hidden(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                   const struct define_options *o)
{
    VM_ASSERT(o->hidden && o->lookup_host);
    struct class *c = class_define(self, l, bytes, len, o);
    if (!c || !class_link(self, c)) return NULL; /* agents hear ClassPrepare first, as on HotSpot */
    return class_tell_loaded(self, c);
}
