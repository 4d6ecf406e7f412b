/* Walks along references (tool_reach.h). */
#include "tool/tool_reach.h"

#include "os/os_mem.h"
#include "os/os_proc.h"
#include "thread/thread_contract.h"
#include "tool/tool_class.h"

bool tool_seen_make(struct tool_seen *s)
{
    uintptr_t high;
    tool_heap_range(&s->low, &high);
    s->bytes = ALIGN_UP((high - s->low) / 64 + 8, os_page_size());
    s->bits = os_mem_map(s->bytes);
    return s->bits != NULL;
}

void tool_seen_free(struct tool_seen *s)
{
    if (s->bits) os_mem_release(s->bits, s->bytes);
    s->bits = NULL;
}

void tool_class_references(const struct class *c,
                           bool (*fn)(void *arg, enum tool_class_ref kind, i32 index, struct object *o), void *arg)
{
    WORLD_STOPPED();
    struct class *super = tool_class_super(c);
    if (super && tool_class_super(super) && !fn(arg, TOOL_CLASS_SUPER, -1, tool_class_mirror(super))) return;
    if (!fn(arg, TOOL_CLASS_LOADER, -1, tool_class_loader(c))) return;
    if (!fn(arg, TOOL_CLASS_DOMAIN, -1, tool_class_domain(c))) return;
    if (!fn(arg, TOOL_CLASS_SIGNERS, -1, tool_class_signers(c))) return;
    for (u32 i = 1, n = tool_class_constant_count(c); i < n; i++) {
        struct object *o = tool_class_constant(c, (u16)i);
        if (o && !fn(arg, TOOL_CLASS_CONSTANT, (i32)i, o)) return;
    }
    for (u32 i = 0; i < tool_class_interface_count(c); i++)
        if (!fn(arg, TOOL_CLASS_INTERFACE, (i32)i, tool_class_mirror(tool_class_interface(c, i)))) return;
}
