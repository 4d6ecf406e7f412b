#include "tool/synchronizers.h"
#include "core/alloc.h"
#include "meta/loader.h"
#include "thread/thread_contract.h"

/* NULL: it has not been loaded. */
static struct class *synchronizer_class(u32 *owner_offset)
{
    struct class *c =
        loader_loaded_class(&boot_loader, symbol_from_cstr("java/util/concurrent/locks/AbstractOwnableSynchronizer"));
    struct field *f =
        c ? class_find_field_here(c, symbol_from_cstr("exclusiveOwnerThread"), symbol_from_cstr("Ljava/lang/Thread;"))
          : NULL;
    if (!f) return NULL;
    *owner_offset = f->offset;
    return c;
}

struct object *synchronizer_owner(struct object *o)
{
    CALLER_IN_VM();
    u32 offset;
    struct class *c = synchronizer_class(&offset);
    return c && object_instance_of(o, c) ? obj_ref(o, offset) : NULL;
}

struct search {
    struct class *c;
    u32 offset;
    void (*fn)(struct object *o, struct object *owner, void *arg);
    void *arg;
};

static bool look_at(struct object *o, void *search)
{
    struct search *s = search;
    if (object_type(o)->kind != HEAP_INSTANCE || !object_instance_of(o, s->c)) return true;
    struct object *owner = obj_ref(o, s->offset);
    if (owner) s->fn(o, owner, s->arg);
    return true;
}

void synchronizers_each_owned(void (*fn)(struct object *o, struct object *owner, void *arg), void *arg)
{
    WORLD_STOPPED();
    struct search s = { .fn = fn, .arg = arg };
    if ((s.c = synchronizer_class(&s.offset))) heap_walk(look_at, &s);
}
