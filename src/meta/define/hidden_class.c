/* Hidden classes (MethodHandles.Lookup.defineHiddenClass, lambda forms): defined like other classes, but linked at
 * once, and not found by name. */
#include "meta/meta_int.h"

struct class *loader_define_hidden(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                   const struct define_options *o)
{
    VM_ASSERT(o->hidden && o->lookup_host);
    struct class *c = class_define(self, l, bytes, len, o);
    if (!c || !class_link(self, c)) return NULL; /* after ClassPrepare, as on HotSpot */
    return class_tell_loaded(self, c);
}
