/* Access to members, and nest mates (JVMS §5.4.4; JEP 181). */
#include "meta/meta_int.h"

static bool nest_member_of(const struct class *host, const struct class *c)
{
    const struct classfile *cf = host->cf;
    for (u32 i = 0; cf && i < cf->nest_member_count; i++)
        if (classfile_class_name(cf, cf->nest_members[i]) == c->name) return true;
    return false;
}

struct class *class_nest_host(struct thread *self, struct class *c)
{
    struct class *h = __atomic_load_n(&c->nest_host, __ATOMIC_ACQUIRE);
    if (h) return h;
    if (class_is_array(c) || class_is_primitive(c) || !c->cf || !c->cf->nest_host) return c;
    struct object *before = self->pending;
    self->pending = NULL;
    h = cp_resolve_class(self, c->cp, c->cf->nest_host);
    if (self->pending) { /* an error makes c its own host, but being out of memory or stack now must not decide that */
        bool again = object_instance_of(self->pending, WK(OutOfMemoryError)) ||
                     object_instance_of(self->pending, WK(StackOverflowError));
        self->pending = before;
        if (!again) __atomic_store_n(&c->nest_host, c, __ATOMIC_RELEASE);
        return c;
    }
    self->pending = before;
    if (!h || !class_same_package(h, c) || !nest_member_of(h, c)) {
        char a[400], b[400];
        LOG(trace, class_nestmates, "Type %s is not a nest member of %s", class_external_name(c, a, sizeof a),
            h ? class_external_name(h, b, sizeof b) : "");
        h = c;
    }
    __atomic_store_n(&c->nest_host, h, __ATOMIC_RELEASE);
    return h;
}

bool access_member(struct thread *self, const struct class *from, const struct class *owner, const struct class *ref,
                   u16 access)
{
    if (from == owner || (access & ACC_PUBLIC)) return true;
    if (class_is_array(owner)) owner = owner->innermost;
    if (access & ACC_PROTECTED) {
        if (!class_is_interface(from) && class_is_subclass(from, owner)) {
            if (access & ACC_STATIC) return true;
            if (!ref || from == ref || class_is_interface(ref) || class_is_array(ref) || class_is_subclass(ref, from) ||
                class_is_subclass(from, ref))
                return true;
        }
    }
    if (!(access & ACC_PRIVATE) && class_same_package(from, owner)) return true;
    if ((access & ACC_PRIVATE) &&
        class_nest_host(self, (struct class *)from) == class_nest_host(self, (struct class *)owner))
        return true;
    return access_is_magic(from);
}
