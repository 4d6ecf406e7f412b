/* What tools ask about code that runs: pieces of machine code, stacks from signal handlers, methods with events. */
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "exec/stack/stack_async.h"
#include "tool/tooling.h"

#include <stdio.h>
#include <stdlib.h>

struct code_list {
    struct tool_code *at;
    u32 count, room;
};

static void count_code(const struct code *c, void *count) { ++*(u32 *)count; }

static void add_code(const struct code *c, void *arg)
{
    struct code_list *l = arg;
    if (l->count == l->room) return; /* came after the count */
    struct tool_code *t = &l->at[l->count++];
    *t = (struct tool_code){ c->id, "", c->start, atomic_load(&c->size) };
    snprintf(t->name, sizeof t->name, "%s", c->name);
}

u32 tool_generated_code(struct tool_code **out)
{
    u32 n = 0;
    code_for_each(count_code, &n);
    *out = malloc((n ? n : 1) * sizeof **out);
    struct code_list l = { *out, 0, *out ? n : 0 };
    code_for_each(add_code, &l);
    return l.count;
}

_Static_assert(sizeof(struct tool_frame) == sizeof(struct async_frame) &&
                   offsetof(struct tool_frame, bci) == offsetof(struct async_frame, bci),
               "one shape");
u32 tool_async_stack(struct thread *self, const void *context, struct tool_frame *out, u32 max)
{
    return stack_async_walk(self, context, (struct async_frame *)out, max);
}

void tool_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m))
{
    code_method_events(methods, n, wanted);
}
